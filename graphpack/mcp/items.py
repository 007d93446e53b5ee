"""How found records are told: a line each, or whole where detail is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphpack.context import Record
from graphpack.context.protect import protect
from graphpack.context.score import Score
from graphpack.context.terms import terms
from graphpack.mcp.desk import Answer, Desk, Given
from graphpack.mcp.gathering import Gathered
from graphpack.redact import Vault
from graphpack.text import iter_sentences
from graphpack.text.injection import is_order, quoted

__all__ = ["Found", "answered", "shortened"]

LIMIT = 10
SUMMARY_CHARS = 240
CUT = "…"
_SOUGHT_CHARS = 20_000
MAX_CHARS = 400_000
"""Of the texts of one answer, detail or not."""


@dataclass(frozen=True, slots=True)
class Found:
    """A record that answers a question.

    Args:
        record: It, or a piece of it.
        why: What it is here for, or what was folded into it; empty where there is nothing to say.
        rank: By which it was sorted; None where it was not by a query.
        relevance: 0 to 1; None as well.
        score: By signal; None as well.
        wanted: Terms of the query: a summary begins where most of them stand.
    """

    record: Record
    why: str = ""
    rank: float | None = None
    relevance: float | None = None
    score: Score | None = None
    wanted: frozenset[str] = frozenset()


def answered(
    desk: Desk,
    found: Sequence[Found],
    given: Given,
    gathered: Gathered,
    *,
    is_latest_last: bool = False,
) -> Answer:
    """Make an answer of what was found.

    Args:
        desk: What the server has.
        found: All of it, in the order in which it is told.
        given: The call's ``limit``, ``offset`` and ``detail``.
        gathered: Where the records are from.
        is_latest_last: Whether the latest come last, and are those that are shown.

    Returns:
        ``items``, ``total`` and ``left_out``.
    """
    limit, offset = given.get("limit", LIMIT), given.get("offset", 0)
    is_detail = bool(given.get("detail"))
    if is_latest_last:
        end = max(0, len(found) - offset)
        start = max(0, end - limit)
    else:
        start, end = offset, min(len(found), offset + limit)
    items: list[dict[str, Any]] = []
    room, cut = MAX_CHARS, 0
    for one in _harmless(desk, found[start:end]):
        item = _item(one, gathered, is_detail=is_detail)
        room -= len(item["text"])
        if room < 0 and items:
            break
        cut += not is_detail and CUT in {item["text"][:1], item["text"][-1:]}
        items.append(item)
    left_out = [*gathered.unseen]
    more = len(found) - len(items)
    if more:
        which = "earlier" if is_latest_last else "more"
        left_out.append(f"{more} {which}: limit and offset show them")
    if cut:
        left_out.append(f"the rest of {cut} of the texts: detail=true")
    return {"items": items, "total": len(found), "left_out": left_out}


def _harmless(desk: Desk, found: Sequence[Found]) -> Iterator[Found]:
    """Put a quotation where an order to a model stands, in what is shown."""
    safe = protect(tuple(one.record for one in found), desk.policy, Vault()).records
    for one, record in zip(found, safe, strict=True):
        why = shortened(one.why)
        shown = quoted(why) if is_order(why, is_foreign=True) else why
        yield replace(one, record=record, why=shown)


def shortened(text: str, most: int = SUMMARY_CHARS) -> str:
    """Put the beginning of a text on one line.

    Args:
        text: Any text.
        most: Its length at most.
    """
    line = " ".join(text[: 4 * most].split())
    if len(line) <= most and len(text) <= 4 * most:
        return line
    return f"{line[: most - 1].rstrip()}{CUT}"


def _summary(text: str, wanted: frozenset[str]) -> str:
    """A text's beginning, or what follows from the first sentence that has most of the terms."""
    if not wanted or len(text) <= SUMMARY_CHARS:
        return shortened(text)
    best, start = 0, 0
    for begin, end in iter_sentences(text[:_SOUGHT_CHARS]):
        shared = len(wanted & terms(text[begin:end]))
        if shared > best:
            best, start = shared, begin
    return f"{CUT} {shortened(text[start:], SUMMARY_CHARS - 2)}" if start else shortened(text)


def _item(one: Found, gathered: Gathered, *, is_detail: bool) -> dict[str, Any]:
    record = one.record
    session, name = gathered.origin(record)
    told: dict[str, Any] = {
        "session": session,
        "record": name,
        "kind": str(record.kind),
        "text": record.text if is_detail else _summary(record.text, one.wanted),
        "why": one.why or None,
        "status": record.status,
        "path": record.path,
        "name": record.name,
        "exit_code": record.exit_code,
        "at": record.at.isoformat() if record.at else None,
        "author": record.author,
        "score": one.rank,
    }
    if is_detail and one.score is not None:
        told["relevance"] = one.relevance
        told["signals"] = {
            signal: [part.value, part.weight, part.contribution]
            for signal, part in one.score.parts.items()
        }
    return {key: value for key, value in told.items() if value is not None}
