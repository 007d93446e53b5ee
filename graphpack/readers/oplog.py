"""Replays VS Code's log of operations on a JSON document; what the document means is not known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of

_SNAPSHOT, _SET, _PUSH, _DELETE = range(4)


def replay(lines: Iterable[Any], faults: Faults) -> Any:
    """Apply the operations in order.

    Args:
        lines: ``kind`` 0 sets the whole document ``v``; 1 sets ``v`` at the path ``k``; 2 appends
            the list ``v`` to the list at ``k``, cutting it to ``i`` items before where given; 3
            deletes what stands at ``k``.
        faults: Takes operations whose path leads nowhere.

    Returns:
        The document.

    Source:
        VS Code 1.109 chat sessions, after the notes of readers of them.
    """
    document: Any = None
    for number, line in enumerate(lines, start=1):
        record = dict_of(line)
        if record.get("kind") == _SNAPSHOT:
            document = record.get("v")
        elif not _apply(document, record):
            faults.add("broken-record", "an operation on nothing; left out", number)
    return document


def _apply(document: Any, record: dict[str, Any]) -> bool:
    path = list_of(record.get("k"))
    at = document
    for key in path[:-1]:
        at = _step(at, key)
    if not path or at is None:
        return False
    key, kind, value = path[-1], record.get("kind"), record.get("v")
    if kind == _SET:
        return _set(at, key, value)
    if kind == _PUSH:
        if isinstance(at, dict) and isinstance(key, str):
            at.setdefault(key, [])
        items = _step(at, key)
        if not isinstance(items, list):
            return False
        cut = record.get("i")
        if isinstance(cut, int) and 0 <= cut <= len(items):
            del items[cut:]
        items.extend(list_of(value))
        return True
    if kind == _DELETE and _step(at, key) is not None:
        del at[key]
        return True
    return False


def _step(at: Any, key: Any) -> Any:
    if isinstance(at, dict) and isinstance(key, str):
        return at.get(key)
    is_index = isinstance(at, list) and isinstance(key, int)
    return at[key] if is_index and 0 <= key < len(at) else None


def _set(at: Any, key: Any, value: Any) -> bool:
    if isinstance(at, dict) and isinstance(key, str):
        at[key] = value
        return True
    if isinstance(at, list) and isinstance(key, int) and 0 <= key <= len(at):
        at[key : key + 1] = [value]
        return True
    return False
