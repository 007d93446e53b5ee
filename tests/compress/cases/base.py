"""A made-up output of a tool, and what of it must survive."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graphpack.compress import Kind

__all__ = ["MUST", "Case", "flat", "lost", "marked", "times"]

MUST = "»"
"""Begins a line that must survive; taken away before the text is used."""

_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(r"\d+")
_CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@dataclass(frozen=True)
class Case:
    """One text.

    Args:
        name: What it is the output of.
        kind: What it should be taken for; None where several would do.
        text: The output.
        must: What must survive, each in one piece, white space and colours aside.
    """

    name: str
    kind: Kind | None
    text: str
    must: tuple[str, ...]


def marked(name: str, kind: Kind | None, said: str, *, also: Iterable[str] = ()) -> Case:
    """Make a case of a text whose lines that must survive begin with ``MUST``."""
    must = [line[1:] for line in said.split("\n") if line.startswith(MUST)]
    lines = [line.removeprefix(MUST) for line in said.split("\n")]
    return Case(name, kind, "\n".join(lines), (*must, *also))


def times(count: int, line: Callable[[int], str]) -> str:
    """Write lines from their numbers."""
    return "\n".join(line(n) for n in range(count))


def flat(text: str) -> str:
    """Leave out colours, and what white space there is."""
    return _SPACE.sub(" ", _CODE.sub("", text)).strip()


def lost(case: Case, made: str) -> list[str]:
    """List what did not survive; what is written between blanks is a number that stands alone."""
    whole = flat(made)
    numbers = set(_NUMBER.findall(whole))
    return [
        one
        for one in case.must
        if (one.strip() not in numbers if one[0] == " " == one[-1] else flat(one) not in whole)
    ]
