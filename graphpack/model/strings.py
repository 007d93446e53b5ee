"""Every string of a value, wherever it stands: read, and put again in another wording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any

from pydantic import BaseModel

Change = Callable[[str, str], str]
"""Gives a string's new wording, from the string and where it stands, such as ``Node.summary``."""


def strings_in(value: Any) -> list[str]:
    """Give the strings of a value, keys of mappings too, in their order.

    Args:
        value: A model, a frozen dataclass, a mapping, a sequence or a plain value.

    Returns:
        Each string; members of enumerations are none.
    """
    found: list[str] = []
    _collect(value, found)
    return found


def _collect(value: Any, found: list[str]) -> None:
    if isinstance(value, str):
        if not isinstance(value, Enum):
            found.append(value)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _collect(key, found)
            _collect(item, found)
    elif isinstance(value, tuple | list):
        for item in value:
            _collect(item, found)
    elif value is not None:
        for name, _ in _fields(value):
            _collect(getattr(value, name), found)


def with_strings(value: Any, change: Change, place: str = "") -> Any:
    """Give a value with its strings in another wording.

    Args:
        value: As for ``strings_in``.
        change: Gives the wording.
        place: Where the value stands: the class and the field that hold it.

    Returns:
        A value of the same type; the same one where nothing in it changed.
    """
    if isinstance(value, str):
        return value if isinstance(value, Enum) else change(value, place)
    if isinstance(value, Mapping):
        if not value:
            return value
        pairs = [(k, with_strings(k, change, place), v) for k, v in value.items()]
        made = {new: with_strings(item, change, place) for _, new, item in pairs}
        return value if made == value else made
    if isinstance(value, tuple | list):
        items = [with_strings(item, change, place) for item in value]
        is_same = all(new is old for new, old in zip(items, value, strict=True))
        return value if is_same else type(value)(items)
    changed = {}
    for name, inner in _fields(value):
        old = getattr(value, name)
        if old is None:
            continue
        new = with_strings(old, change, inner)
        if new is not old:
            changed[name] = new
    if not changed:
        return value
    if isinstance(value, BaseModel):
        return value.model_copy(update=changed)
    return replace(value, **changed)


def _fields(value: Any) -> tuple[tuple[str, str], ...]:
    kind: Any = type(value)
    return _fields_of(kind)


@cache
def _fields_of(kind: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a class, each with its place; none of a class that is no record."""
    names: tuple[str, ...] = ()
    if issubclass(kind, BaseModel):
        names = tuple(kind.model_fields)
    elif is_dataclass(kind):
        names = tuple(field.name for field in fields(kind) if field.init)
    return tuple((name, f"{kind.__name__}.{name}") for name in names)
