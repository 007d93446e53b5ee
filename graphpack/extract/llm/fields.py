"""One item of a reply: its fields, checked, and the JSON Schema that asks for them.

Both spellings of a field are understood, the readable form's and the compact form's, because
models know both; nothing else is guessed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphpack.extract.llm.wash import shortened, washed
from graphpack.extract.protocol import Relation
from graphpack.model.codes import (
    CODE_IMPORTANCES,
    CODE_TYPES,
    Importance,
    NodeType,
    RelationType,
    Status,
)

NO_STATUS = "none"
"""Stands for a status that is unknown; a plain string, since not every server takes null."""


WORTH_SCALE = 100

SUMMARY_CHARS = 1200
CODE_CHARS = 4000
TITLE_CHARS = 200
UNKNOWN_CHARS = 30

_LABELS = frozenset(str(word) for word in (*NodeType, *Status))


class InvalidFieldError(ValueError):
    """An item lacks a field or has a wrong one; the text names item and field."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A quote and the message it is said to be from; None where no message was named."""

    quote: str
    message: int | None


@dataclass(frozen=True, slots=True)
class RawNode:
    """An item as the model sent it, with known words only; nothing in it is proven.

    Args:
        id: The reply's own name for it.
        type: A NodeType.
        summary: What it says.
        title: Its label, may be empty.
        importance: An Importance.
        worth: What is lost without it, 0-1, by the model's own ranking; None where it gave none.
        status: A Status or None.
        confidence: 0-1; 1 where it was stated.
        parent: Another item's id, None at the root.
        links: Relation type and the other item's id.
        claims: At least one.
        is_shortened: True where the model's summary was too long to be one.
        unknown: Statuses, importances and relation types that mean nothing, shortened.
    """

    id: str
    type: NodeType
    summary: str
    title: str
    importance: Importance
    worth: float | None
    status: Status | None
    confidence: float
    parent: str | None
    links: tuple[tuple[RelationType, str], ...]
    claims: tuple[Claim, ...]
    is_shortened: bool = False
    unknown: tuple[str, ...] = ()


def reply_schema() -> dict[str, Any]:
    """Build the JSON Schema of a reply.

    Returns:
        A schema without references, every field required, no nulls: what the strictest and the
        simplest servers have in common.
    """
    claim = _object({"message": {"type": "integer"}, "quote": {"type": "string"}})
    link = _object({"type": _choice(RelationType), "to": {"type": "string"}})
    node = _object(
        {
            "id": {"type": "string"},
            "evidence": {"type": "array", "items": claim},
            "type": _choice(NodeType),
            "summary": {"type": "string"},
            "title": {"type": "string"},
            "importance": _choice(Importance),
            "worth": {"type": "integer"},
            "status": _choice([*Status, NO_STATUS]),
            "confidence": {"type": "number"},
            "parent": {"type": "string"},
            "links": {"type": "array", "items": link},
        }
    )
    return _object({"nodes": {"type": "array", "items": node}, "description": {"type": "string"}})


def verdict_schema() -> dict[str, Any]:
    """Build the JSON Schema of a reply about pairs; the reasoning comes first, and counts."""
    row = _object(
        {
            "pair": {"type": "integer"},
            "reasoning": {"type": "string"},
            "verdict": _choice(Relation),
        }
    )
    return _object({"pairs": {"type": "array", "items": row}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _choice(words: Any) -> dict[str, Any]:
    return {"type": "string", "enum": [str(word) for word in words]}


def raw_nodes(item: Mapping[str, Any], position: int) -> list[RawNode]:
    """Read one item and the children nested in it.

    Args:
        item: A decoded JSON object.
        position: Its place in the reply, for messages.

    Returns:
        The item, then its children; a child without evidence of its own has its parent's.
    """
    found: list[RawNode] = []
    waiting: list[tuple[Mapping[str, Any], str | None]] = [(item, None)]
    while waiting:
        current, parent = waiting.pop()
        node = _raw_node(current, f"nodes[{position}]", f"#{position}.{len(found)}", parent)
        found.append(node)
        children = _get(current, "children", "c")
        for child in reversed(children if isinstance(children, list) else []):
            if isinstance(child, Mapping):
                waiting.append(({"evidence": _get(current, "evidence"), **child}, node.id))
    return found


def _raw_node(item: Mapping[str, Any], where: str, name: str, parent: str | None) -> RawNode:
    summary = _text(item, "summary", "s")
    kind = _word(_text(item, "type", "t"), NodeType, CODE_TYPES)
    claims = tuple(_claims(item))
    if kind is None:
        known = ", ".join(NodeType)
        raise InvalidFieldError(f"{where}.type: {_get(item, 'type', 't')!r:.40} is not in {known}")
    if not summary:
        raise InvalidFieldError(f"{where}.summary: missing")
    if not claims:
        raise InvalidFieldError(f"{where}.evidence: no quote with its message index")
    limit = CODE_CHARS if kind == NodeType.CODE else SUMMARY_CHARS
    importance = _word(_text(item, "importance", "i"), Importance, CODE_IMPORTANCES)
    return RawNode(
        id=_text(item, "id") or name,
        type=NodeType(kind),
        summary=shortened(summary if kind == NodeType.CODE else _line(summary), limit),
        title=shortened(" ".join(_text(item, "title").split()), TITLE_CHARS),
        importance=Importance(importance or Importance.MEDIUM),
        worth=_worth(_get(item, "worth")),
        status=_status(_text(item, "status", "st")),
        confidence=_confidence(_get(item, "confidence", "conf")),
        parent=_text(item, "parent") or parent,
        links=tuple(_links(item)),
        claims=claims,
        is_shortened=len(summary) > limit,
        unknown=tuple(_unknown(item)),
    )


def _unknown(item: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words of a closed list that are not in it."""
    status = _text(item, "status", "st")
    if status.casefold() != NO_STATUS and _status(status) is None:
        yield from filter(None, [status[:UNKNOWN_CHARS]])
    importance = _text(item, "importance", "i")
    if importance and _word(importance, Importance, CODE_IMPORTANCES) is None:
        yield importance[:UNKNOWN_CHARS]
    links = _get(item, "links", "rel")
    for link in links if isinstance(links, list) else []:
        kind = _text(link, "type") if isinstance(link, Mapping) else ""
        if kind and _word(kind, RelationType, {}) is None:
            yield kind[:UNKNOWN_CHARS]


def _get(item: Mapping[str, Any], *names: str) -> Any:
    return next((item[name] for name in names if item.get(name) is not None), None)


def _text(item: Mapping[str, Any], *names: str) -> str:
    value = _get(item, *names)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return washed(str(value)).strip()


def _word(text: str, words: Any, codes: Mapping[str, str]) -> str | None:
    folded = text.casefold()
    if folded in {str(word) for word in words}:
        return folded
    return next((name for code, name in codes.items() if code.casefold() == folded), None)


def _line(text: str) -> str:
    """One line, without a label in front that only repeats type or status."""
    line = " ".join(text.split())
    label, colon, rest = line.partition(": ")
    if colon and rest and label.casefold() in _LABELS:
        line = rest[0].upper() + rest[1:]
    return line


def _status(text: str) -> Status | None:
    word = _word(text, Status, {})
    return Status(word) if word else None


def _confidence(value: Any) -> float:
    number = _number(value)
    return 1.0 if number is None else min(1.0, max(0.0, number))


def _worth(value: Any) -> float | None:
    number = _number(value)
    return None if number is None else min(1.0, max(0.0, number / WORTH_SCALE))


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:  # JSON's integers have no end
        return None
    return number if math.isfinite(number) else None


def _claims(item: Mapping[str, Any]) -> Iterator[Claim]:
    evidence = _get(item, "evidence", "sources", "src")
    entries = evidence if isinstance(evidence, list) else [evidence]
    if evidence is None:
        entries = [item]
    for entry in entries:
        if isinstance(entry, str):
            entry = {"quote": entry}
        if not isinstance(entry, Mapping):
            continue
        quote = _get(entry, "quote", "q")
        if isinstance(quote, str) and quote.strip():
            yield Claim(quote, _index(_get(entry, "message", "m", "index")))


def _index(value: Any) -> int | None:
    if isinstance(value, str):
        value = value.strip().strip("[]#")
        return int(value) if re.fullmatch(r"[0-9]{1,9}", value) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        return None
    return int(value)


def _links(item: Mapping[str, Any]) -> Iterator[tuple[RelationType, str]]:
    links = _get(item, "links", "rel")
    for link in links if isinstance(links, list) else []:
        if not isinstance(link, Mapping):
            continue
        kind = _word(_text(link, "type"), RelationType, {})
        end = _text(link, "to")
        if kind is not None and end:
            yield RelationType(kind), end
