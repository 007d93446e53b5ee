"""A number with its noun."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphpack.text.counted import counted, plural

SOURCE = Path(__file__).parents[2] / "graphpack"
NOUNS = (
    "cut duplicate node relationship session statement message conversation finding fault pack"
    " place secret hit fragment record branch"
)


@pytest.mark.parametrize(
    ("number", "noun", "told"),
    [
        (0, "node", "0 nodes"),
        (1, "node", "1 node"),
        (2, "node", "2 nodes"),
        (1, "branch", "1 branch"),
        (3, "branch", "3 branches"),
        (2, "entry", "2 entries"),
        (2, "day", "2 days"),
        (2, "kept answer", "2 kept answers"),
    ],
)
def test_a_noun_has_the_form_of_its_number(number: int, noun: str, told: str) -> None:
    assert counted(number, noun) == told
    assert told.endswith(plural(number, noun))


def test_no_command_writes_a_number_before_a_noun_that_is_always_plural() -> None:
    """``1 nodes``: a count in an f-string goes through ``counted`` or ``plural``."""
    nouns = "|".join(map(re.escape, (plural(2, noun) for noun in NOUNS.split())))
    fixed = re.compile(rf"\{{(?:len\([^{{}}]*\)|[\w.]+)(?::[,\d>]+)?\}} (?:\w+ )?(?:{nouns})\b")
    found = [
        f"{path.relative_to(SOURCE)}: {match[0]}"
        for folder in ("cli", "archive", "packs", "render", "verify")
        for path in sorted((SOURCE / folder).glob("*.py"))
        for match in fixed.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
