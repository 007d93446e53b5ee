"""Reads the Markdown that graphpack itself writes (``model.dialect``); nothing is guessed in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Image,
    Origin,
    Part,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.dialect import OPENING, ROLES, Heading, read_heading, read_opening, unescape
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.faults import Faults
from graphpack.readers.loose import time_of

_ORIGINS = {origin.value: origin for origin in Origin}


def is_own(text: str) -> bool:
    """Tell a transcript that graphpack wrote, by its first line."""
    return text.startswith(OPENING)


def read_own(text: str, source: ConversationSource, faults: Faults) -> Conversation | None:
    """Read such a transcript.

    Args:
        text: The file's.
        source: Where it is from.
        faults: Takes what stands where nothing should.

    Returns:
        The conversation as it was written; None where no message is left in it.
    """
    first, _, rest = text.partition("\n")
    if first.endswith("\r"):  # an editor gave all lines new ends
        rest = rest.replace("\r\n", "\n")
    about = read_opening(first.rstrip())
    label = Label(
        id=_str(about.get("id")),
        title=_str(about.get("title")),
        started_at=time_of(about.get("started_at")),
    )
    return conversation(_drafts(rest.split("\n"), faults), source, faults, label)


def _drafts(lines: Sequence[str], faults: Faults) -> Iterator[Draft]:
    held: Heading | None = None
    parts: list[Part] = []
    for heading, body in _blocks(lines, faults):
        if heading.is_message:
            if held is not None:
                yield _draft(held, parts)
            held, parts = heading, []
            if body is not None:
                parts.append(Text("\n".join(body)))
        elif held is None:
            faults.add("broken-record", "a part before any message; left out")
        else:
            parts.append(_part(heading, body or []))
    if held is not None:
        yield _draft(held, parts)


def _blocks(lines: Sequence[str], faults: Faults) -> Iterator[tuple[Heading, list[str] | None]]:
    """Cut the lines at the headings; a blank line on either side of a body is not part of it."""
    heading: Heading | None = None
    held: list[str] = []
    for line in lines:
        found = read_heading(line)
        if found is None:
            held.append(unescape(line))
            continue
        if heading is not None:
            yield heading, _body(held)
        elif any(one.strip() and not one.startswith("# ") for one in held):
            faults.add("stray-text", "words before the first message; left out")
        heading, held = found, []
    if heading is not None:
        yield heading, _body(held)


def _body(lines: list[str]) -> list[str] | None:
    """Give the lines between the blank ones; None where there is only the one between headings."""
    start = 1 if lines and not lines[0] else 0
    end = len(lines) - (1 if len(lines) > start and not lines[-1] else 0)
    return lines[start:end] or None


def _draft(heading: Heading, parts: Sequence[Part]) -> Draft:
    told = heading.attributes or {}
    return Draft(
        role=ROLES[heading.word],
        parts=tuple(parts),
        at=time_of(told.get("at")),
        author=_named(heading, "author"),
        origin=_ORIGINS.get(_str(told.get("origin")) or "", Origin.MAIN),
        source_id=_str(told.get("id")),
        is_interruption=told.get("interrupts") is True,
    )


def _part(heading: Heading, body: list[str]) -> Part:
    told = heading.attributes or {}
    name = _named(heading, "name")
    media_type = _str(told.get("type"))
    match heading.word:
        case "Text":
            return Text("\n".join(body))
        case "Reasoning":
            return Reasoning("\n".join(body))
        case "Tool call":
            return _call("unknown" if name is None else name, _str(told.get("call")), body)
        case "Attachment":
            return Attachment("file" if name is None else name, _unfenced(body)[0], media_type)
        case "Image":
            return Image(media_type, name)
        case word:
            error = told.get("error") if word != "Tool error" else True
            return ToolResult(
                _unfenced(body)[0],
                name=name,
                call_id=_str(told.get("call")),
                is_error=error if isinstance(error, bool) else None,
                is_rejected=word == "Tool refused",
            )


def _call(name: str, call_id: str | None, body: list[str]) -> ToolCall:
    text, language = _unfenced(body)
    if language == "json":
        try:
            arguments = json.loads(text)
        except (ValueError, RecursionError):
            arguments = text
        if isinstance(arguments, dict):
            return ToolCall(name, arguments, call_id)
    return ToolCall(name, text, call_id)


def _unfenced(body: list[str]) -> tuple[str, str]:
    """Take a fence off; what stands without one is taken as it is."""
    if len(body) > 1 and body[0].startswith("```"):
        fence = body[0][: len(body[0]) - len(body[0].lstrip("`"))]
        if body[-1] == fence:
            return "\n".join(body[1:-1]), body[0].removeprefix(fence).strip()
    return "\n".join(body), ""


def _named(heading: Heading, key: str) -> str | None:
    told = _str((heading.attributes or {}).get(key))
    return heading.label if told is None else told


def _str(value: Any) -> str | None:
    return value if isinstance(value, str) else None
