"""graphpack's own JSON Lines: one message each, as ``graphpack read --to jsonl`` writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Image,
    Origin,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import iter_records
from graphpack.readers.loose import dict_of, time_of

_ROLES = {role.value: role for role in Role}
_ORIGINS = {origin.value: origin for origin in Origin}
_KEYS = frozenset({"v", "conversation", "index", "role", "origin", "parts"})


class Reader:
    """Reads lines of ``{"v", "conversation", "index", "role", …, "parts": […]}``."""

    name: ClassVar[str] = "graphpack-messages"
    about: ClassVar[str] = "graphpack's own JSON Lines, one message each"
    facts: ClassVar[Facts] = Facts(
        where="what `graphpack read --to jsonl` writes",
        keeps="everything: authors, times, tool calls and results, origins",
        drops="nothing; branches are written one by one",
        checked="schema `messages.v1`",
        sign="records with `v`, `conversation`, `index`, `role`, `origin` and `parts`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim records that have all of the form's keys."""
        if not probe.records:
            return Certainty.NO
        own = sum(1 for record in probe.records if _is_own(record))
        if not own or not _is_own(probe.records[0]):
            return Certainty.NO
        return Certainty.SURE if own * 5 >= len(probe.records) * 4 else Certainty.MAYBE

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the conversations; the lines of each stand together."""
        outer = Faults(source.name)
        yield from attached(_conversations(source, self.name, outer), outer)


def _is_own(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() >= _KEYS and isinstance(value["parts"], list)


def _conversations(source: Opened, name: str, outer: Faults) -> Iterator[Conversation]:
    origin = ConversationSource(source.name, name)
    faults, label, drafts = Faults(source.name), Label(), list[Draft]()
    held: str | None = None
    is_empty = True
    for number, record in iter_records(source, outer):
        if not _is_own(record):
            outer.add("broken-record", "not a message; left out", number)
            continue
        is_empty = False
        id = _str(record["conversation"]) or "unnamed"
        if id != held:
            yield from _conversation(drafts, origin, faults, label)
            faults, label, drafts = Faults(source.name), _label(record, id), []
            held = id
        drafts.append(_draft(record, faults, number))
    yield from _conversation(drafts, origin, faults, label)
    if is_empty:
        raise ReadError(f"{source.name}: holds no messages of graphpack's form")


def _conversation(
    drafts: list[Draft], source: ConversationSource, faults: Faults, label: Label
) -> Iterator[Conversation]:
    found = conversation(drafts, source, faults, label)
    if found is not None:
        yield found


def _label(record: dict[str, Any], id: str) -> Label:
    return Label(id, _str(record.get("title")), time_of(record.get("started_at")))


def _draft(record: dict[str, Any], faults: Faults, number: int) -> Draft:
    parts = []
    for raw in record["parts"]:
        part = _part(dict_of(raw))
        if part is None:
            faults.add("unknown-block", "a part of an unknown type; left out", number)
        else:
            parts.append(part)
    role, origin = _str(record["role"]), _str(record["origin"])
    return Draft(
        role=_ROLES.get(role or "", Role.USER),
        parts=tuple(parts),
        at=time_of(record.get("at")),
        author=_str(record.get("author")),
        origin=_ORIGINS.get(origin or "", Origin.MAIN),
        source_id=_str(record.get("id")),
        is_interruption=record.get("interrupts") is True,
    )


def _part(raw: dict[str, Any]) -> Part | None:
    text = _str(raw.get("text")) or ""
    name, call_id = _str(raw.get("name")), _str(raw.get("call"))
    match raw.get("type"):
        case "text":
            return Text(text)
        case "reasoning":
            return Reasoning(text)
        case "tool_call":
            arguments = raw.get("arguments")
            arguments = arguments if isinstance(arguments, dict | str) else {}
            return ToolCall("unknown" if name is None else name, arguments, call_id)
        case "tool_result":
            error = raw.get("error")
            is_error = error if isinstance(error, bool) else None
            return ToolResult(text, name, call_id, is_error, raw.get("refused") is True)
        case "attachment":
            return Attachment("file" if name is None else name, text, _str(raw.get("media_type")))
        case "image":
            return Image(_str(raw.get("media_type")), name)
        case _:
            return None


def _str(value: Any) -> str | None:
    return value if isinstance(value, str) else None
