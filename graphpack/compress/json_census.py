"""What JSON records have in common: keys, types, what may lack, what never varies."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Census", "Path", "census", "flat"]

Path = tuple[str, ...]

_DEEPEST = 3
_TYPES = {str: "str", int: "int", float: "float", bool: "bool", list: "list", dict: "object"}


@dataclass(frozen=True, slots=True)
class Census:
    """What was found in all records.

    Args:
        records: Each record as its leaves by path, in the record's order.
        columns: All paths, in the order of most records.
        constants: Paths that every record has with the same value.
        values: For each path its column; ``...`` where a record has none.
    """

    records: Sequence[Mapping[Path, Any]]
    columns: Sequence[Path]
    constants: Mapping[Path, Any]
    values: Mapping[Path, Sequence[Any]]

    def schema(self) -> str:
        """Word the keys with their types: ``?`` for one that may lack, ``=`` for a constant."""
        return _worded(self, self.columns, 0)


def flat(record: Mapping[str, Any]) -> dict[Path, Any]:
    """Part a record into its leaves; a list, an empty object and what is deeper is a leaf."""
    return dict(_leaves(record, ()))


def census(records: Sequence[Mapping[str, Any]]) -> Census:
    """Go through all records once.

    Args:
        records: Objects; at least one.
    """
    parted = [flat(record) for record in records]
    orders = Counter(tuple(record) for record in parted)
    usual = max(orders.items(), key=lambda one: one[1])[0]
    columns = list(dict.fromkeys([*usual, *(path for record in orders for path in record)]))
    constants = {}
    table = {path: [record.get(path, ...) for record in parted] for path in columns}
    for path, values in table.items():
        first = values[0]
        # 1 equals True and 1.0, but is not written so
        if first is not ... and all(type(v) is type(first) and v == first for v in values):
            constants[path] = first
    return Census(parted, columns, constants, table)


def _leaves(record: Mapping[str, Any], stem: Path) -> Iterator[tuple[Path, Any]]:
    for key, value in record.items():
        path = (*stem, key)
        if isinstance(value, dict) and value and len(path) < _DEEPEST:
            yield from _leaves(value, path)
        else:
            yield path, value


def _worded(found: Census, columns: Sequence[Path], depth: int) -> str:
    parts: dict[str, list[Path]] = {}
    for path in columns:
        parts.setdefault(path[depth], []).append(path)
    # what may lack is said of the object that it stands in, not of the whole record
    peers = [record for record in found.records if not depth or _has(record, columns)]
    entries = (_entry(found, key, below, depth, peers) for key, below in parts.items())
    return "{" + ", ".join(entries) + "}"


def _entry(
    found: Census, key: str, below: Sequence[Path], depth: int, peers: Sequence[Mapping[Path, Any]]
) -> str:
    leaf = next((path for path in below if len(path) == depth + 1), None)
    deeper = [path for path in below if len(path) > depth + 1]
    if leaf is not None and leaf in found.constants:
        value = json.dumps(found.constants[leaf], ensure_ascii=False, separators=(",", ":"))
        return f"{key}={value}"
    said = _types(found.values[leaf]) if leaf is not None else []
    if deeper:
        said.append(_worded(found, deeper, depth + 1))
    if len(below) == 1 and not depth:
        lacks = any(value is ... for value in found.values[below[0]])
    else:
        lacks = not all(_has(record, below) for record in peers)
    return f"{key}{'?' * lacks}: {'|'.join(said)}"


def _has(record: Mapping[Path, Any], paths: Sequence[Path]) -> bool:
    return any(path in record for path in paths)


def _types(values: Sequence[Any]) -> list[str]:
    kinds = dict.fromkeys(
        "null" if value is None else _TYPES.get(type(value), "value")
        for value in values
        if value is not ...
    )
    return sorted(kinds, key=lambda kind: kind == "null")
