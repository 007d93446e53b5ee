"""Records as a conversation: what a session without a transcript is packed and checked by."""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.context import Kind, Record
from graphpack.context.facts import FAULTS, RUNS
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Message,
    Part,
    Role,
    Text,
    ToolCall,
    ToolResult,
)

__all__ = ["conversation_of"]

_ROLES = {"user": Role.USER, "system": Role.SYSTEM, "tool": Role.TOOL}
_FORMAT = "records"


def conversation_of(
    records: Sequence[Record], *, name: str, before: Conversation | None = None
) -> Conversation:
    """Tell records as the messages of a conversation, one for each.

    Args:
        records: In their order.
        name: Of the session.
        before: A transcript whose messages come first.

    Returns:
        A conversation; each message's ``source_id`` is its record's id.
    """
    first = before.messages if before else ()
    told = tuple(_message(record, index) for index, record in enumerate(records, start=len(first)))
    if before is not None:
        return Conversation(
            before.id, before.title, before.source, (*first, *told), before.started_at
        )
    started = min((record.at for record in records if record.at), default=None)
    return Conversation(name, None, ConversationSource(name, _FORMAT), told, started)


def _message(record: Record, index: int) -> Message:
    role, parts = _said(record)
    return Message(
        index=index,
        role=role,
        parts=parts,
        at=record.at,
        author=record.author,
        source_id=record.id,
    )


def _said(record: Record) -> tuple[Role, tuple[Part, ...]]:
    text = record.text
    if record.kind is Kind.MESSAGE:
        return _ROLES.get(record.role or "", Role.ASSISTANT), (Text(text),)
    if record.kind in RUNS:
        is_error = None if record.exit_code is None else record.exit_code != 0
        result = ToolResult(text, name=record.name, call_id=record.id, is_error=is_error)
        if record.name is None:
            return Role.TOOL, (result,)
        call = ToolCall("run", {"command": record.name}, call_id=record.id)
        return Role.ASSISTANT, (call, result)
    if record.kind in FAULTS:
        return Role.TOOL, (ToolResult(text, name=record.name, is_error=True),)
    if record.kind in {Kind.FILE, Kind.DIFF}:
        return Role.ASSISTANT, (Attachment(record.path or str(record.kind), text),)
    return Role.ASSISTANT, (Text(text),)
