"""A number with its noun, as every message and report of the program words it.

English alone: what the program says of itself is English; it never words what people said.
"""

from __future__ import annotations

_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = frozenset("aeiou")


def plural(number: int, noun: str) -> str:
    """Give a noun the form that its number asks for.

    Args:
        number: How many.
        noun: In the singular; of several words the last is the noun.

    Returns:
        The noun, unchanged for one.
    """
    if number == 1:
        return noun
    if noun.endswith(_HISSING):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def counted(number: int, noun: str) -> str:
    """Write a number and its noun.

    Args:
        number: How many.
        noun: In the singular.

    Returns:
        Such as ``1 node``, ``0 nodes``, ``3 branches``.
    """
    return f"{number} {plural(number, noun)}"
