"""Counts the attacks of tests/safety that reach a pack, with each extractor.

    python bench/injection.py [--json FILE]

Each attack is put into a made-up conversation, which is packed without a model and with a stand-in
for a model that was fooled: it writes the order down as a decision, a goal, an open matter and a
description. An attack is stopped where no form of the pack says what it orders, but as a quoted
fact under a flag. Prints one JSON object; exits with 1 where an attack came through.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from graphpack.pipeline import chain  # noqa: E402
from graphpack.pipeline.screen import Screened  # noqa: E402
from graphpack.text.injection import is_order  # noqa: E402
from tests.safety.attacks import ATTACKS  # noqa: E402
from tests.safety.hostile import faults, fooled, offline  # noqa: E402
from tests.safety.rules import RULES  # noqa: E402


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print, and write where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, help="a file to put the figures into")
    given = parser.parse_args(arguments)
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
    text = json.dumps(table, indent=2)
    print(text)
    if given.json:
        given.json.write_text(text + "\n", encoding="utf-8")
    return int(any(table[name]["came_through"] for name in ("offline", "model")))


if __name__ == "__main__":
    sys.exit(main())
