"""JSON values with their places in the text, so that parts of it can be left out in place."""

from __future__ import annotations

from json import JSONDecoder
from typing import Any, NamedTuple

from graphpack.patterns import compiled

__all__ = ["Member", "Place", "items", "members", "place_at", "root"]

_DECODER = JSONDecoder()
_SPACE = compiled(r"[ \t\r\n]*")


class Place(NamedTuple):
    """A value and where it stands.

    Args:
        start: Its first character.
        end: The character after its last one.
        value: What it is.
    """

    start: int
    end: int
    value: Any


class Member(NamedTuple):
    """One member of an object.

    Args:
        key: Its name.
        start: First character of the name's quotes.
        place: Its value.
    """

    key: str
    start: int
    place: Place


def root(text: str) -> Place:
    """Read a text that is one JSON value.

    Args:
        text: The text; white space round the value is allowed.

    Raises:
        ValueError: It is not, or a number in it is too long. Python's own RecursionError comes
            where it is nested too deeply.
    """
    start = _skip(text, 0)
    value, end = _DECODER.raw_decode(text, start)
    if _skip(text, end) != len(text):
        raise ValueError(f"{end}: more than one value")
    return Place(start, end, value)


def place_at(text: str, start: int) -> Place:
    """Read the value that begins at a place of a text that was read before."""
    value, end = _DECODER.raw_decode(text, start)
    return Place(start, end, value)


def items(text: str, array: Place) -> list[Place]:
    """Find the items of an array that was read before."""
    found: list[Place] = []
    at = _skip(text, array.start + 1)
    while at < array.end - 1:
        value, end = _DECODER.raw_decode(text, at)
        found.append(Place(at, end, value))
        at = _skip(text, _skip(text, end) + 1)
    return found


def members(text: str, thing: Place) -> list[Member]:
    """Find the members of an object that was read before; a name may come twice."""
    found: list[Member] = []
    at = _skip(text, thing.start + 1)
    while at < thing.end - 1:
        key, end = _DECODER.raw_decode(text, at)
        start = _skip(text, _skip(text, end) + 1)
        value, end = _DECODER.raw_decode(text, start)
        found.append(Member(key, at, Place(start, end, value)))
        at = _skip(text, _skip(text, end) + 1)
    return found


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at
