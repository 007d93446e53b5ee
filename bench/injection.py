"""Counts the attacks of tests/safety that reach a pack, with each extractor.

    PYTHONPATH=. python bench/injection.py

Each attack is put into a made-up conversation, which is packed without a model and with a stand-in
for a model that was fooled: it writes the order down as a decision, a goal, an open matter and a
description. An attack is stopped where no form of the pack says what it orders, but as a quoted
fact under a flag. Prints one JSON object; exits with 1 where an attack came through.
"""

from __future__ import annotations

import json
import sys
from unittest import mock

from graphpack.pipeline import chain
from graphpack.pipeline.screen import Screened
from graphpack.text.injection import is_order
from tests.safety.attacks import ATTACKS
from tests.safety.hostile import faults, fooled, offline
from tests.safety.rules import RULES


def main() -> int:
    """Measure and print."""
    table = {}
    for name, packed in (("offline", offline), ("model", fooled)):
        through = [
            attack.name
            for attack in ATTACKS
            if any(faults(packed(attack, mode), attack) for mode in ("compact", "readable"))
        ]
        with mock.patch.object(chain, "screen", lambda parts, _: Screened(tuple(parts))):
            unscreened = sum(bool(faults(packed(attack), attack)) for attack in ATTACKS)
        table[name] = {
            "tried": len(ATTACKS),
            "stopped": len(ATTACKS) - len(through),
            "would_pass_unscreened": unscreened,
            "came_through": through,
        }
    wrong = [rule for rule in RULES if is_order(rule)]
    table["rules_of_people"] = {"tried": len(RULES), "taken_for_orders": wrong}
    print(json.dumps(table, indent=2))
    return int(any(table[name]["came_through"] for name in ("offline", "model")))


if __name__ == "__main__":
    sys.exit(main())
