"""Records from a conversation that was read: messages, runs, files, changes, and what was decided.

What was decided comes from the graph of the offline extractor, where the caller gives one; its
records name the message they were found in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphpack.compress.line_numbers import Numbered
from graphpack.context.records import Kind, Record
from graphpack.context.replaced import (
    Correction,
    corrected_values,
    replaced_spans,
    replacing,
    without,
)
from graphpack.context.settled import ACCEPTED, SUPERSEDED, decided, is_short, spoken
from graphpack.context.similarity import containment
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Message,
    Origin,
    Role,
    ToolCall,
    ToolResult,
)
from graphpack.model.graph import ContextGraph
from graphpack.patterns import compiled

__all__ = ["records_from"]

_PATHS = ("file_path", "filePath", "path", "filename", "file", "target_file", "notebook_path")
_COMMANDS = ("command", "cmd", "script", "code")
_READS = ("read", "view", "cat", "open", "get_file", "show")
_WRITES = ("write", "create", "save")
_OLD = ("old_string", "oldString", "old_str", "old_text", "search")
_NEW = ("new_string", "newString", "new_str", "new_text", "replace", "replacement")
_WHOLE = ("content", "text", "file_text", "contents")
_PATCHES = ("patch", "diff", "input")
_PATCH = compiled(r"^(?:\*\*\* Begin Patch|diff --git |--- \S+\n\+\+\+ )", re.MULTILINE)
_PATCHED = compiled(r"^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ (?:b/)?)(.+)$", re.MULTILINE)
_PATCH_CHARS = 2_000
_NAME_CHARS = 160
_SAME_SHARE = 0.9


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in a conversation something stands, and whose it is."""

    id: str
    message: Message


def records_from(
    conversation: Conversation, *, graph: ContextGraph | None = None, prefix: str = ""
) -> tuple[Record, ...]:
    """Make records of a conversation.

    Args:
        conversation: As a reader gives it.
        graph: What was extracted from it; its decisions become records of their own.
        prefix: Stands before each id, where records of several conversations come together.

    Returns:
        Records in reading order, ``m3`` for the words of the message with index 3 and ``m3.1`` for
        its part with index 1; then the decisions. With a graph, sentences that were replaced later
        are taken out of their messages, whoever said them, and become superseded decisions of
        their own: they can be found, and are handed on to nobody as what holds. A person's short
        message that is itself a decision has its status.
    """
    results = {
        part.call_id: (part, _Place(f"{prefix}m{message.index}.{at}", message))
        for message in conversation.messages
        for at, part in enumerate(message.parts)
        if isinstance(part, ToolResult) and part.call_id
    }
    found: list[Record] = []
    called: set[str] = set()
    over = replaced_spans(conversation, graph) if graph is not None else {}
    values = corrected_values(conversation.messages) if graph is not None else {}
    statuses = _statuses(graph, conversation) if graph is not None else {}
    for at, message in enumerate(conversation.messages):
        name = f"{prefix}m{message.index}"
        words = _words(message, name, over.get(message.index, ()), values.get(message.index, ()))
        found += (replace(one, status=one.status or statuses.get(at)) for one in words)
        for at, part in enumerate(message.parts):
            place = _Place(f"{prefix}m{message.index}.{at}", message)
            if isinstance(part, ToolCall):
                answer = results.get(part.call_id or "")
                called.add(part.call_id or "")
                found += _call(part, answer[0] if answer else None, place)
            elif isinstance(part, ToolResult) and part.call_id not in called:
                found += _result(part, place)
            elif isinstance(part, Attachment) and part.text:
                found.append(_record(place, Kind.FILE, part.text, path=part.name))
    if graph is not None:
        found = _untold_twice(found, [*decided(graph, conversation, prefix)])
    return tuple(record for record in found if record.text.strip())


def _statuses(graph: ContextGraph, conversation: Conversation) -> dict[int, str]:
    """Tell which of a person's short messages are decisions: what replaces another is one, too."""
    by_index = {message.index: at for at, message in enumerate(conversation.messages)}
    moved = sorted(by_index[index] for index in replacing(conversation))
    short = [at for at in moved if is_short(conversation.messages[at])]
    return {**dict.fromkeys(short, ACCEPTED), **spoken(graph, conversation)}


def _words(
    message: Message,
    name: str,
    over: Sequence[tuple[int, int]],
    values: Sequence[Correction] = (),
) -> Iterator[Record]:
    if not message.text.strip():
        return
    is_summary = message.origin is Origin.COMPACTION
    kind = Kind.NOTE if is_summary or message.role is Role.TOOL else Kind.MESSAGE
    role = str(message.role) if kind is Kind.MESSAGE else None
    if role == "system":
        return  # a host's own instructions, which the next session gets from its host
    is_named = message.role is Role.USER or message.origin is Origin.SUBAGENT
    yield Record(
        id=name,
        kind=kind,
        text=without(message.text, over, values),
        role=role,
        at=message.at,
        author=message.author if is_named else None,
    )
    for number, (start, end) in enumerate(over, 1):
        text = message.text[start:end]
        old = f"{name}.was{number}"
        yield Record(old, Kind.DECISION, text, status=SUPERSEDED, at=message.at, of=name)


def _untold_twice(found: list[Record], told: list[Record]) -> list[Record]:
    """Leave out the replaced sentences that a decision of the graph tells as superseded, too."""
    over = [one for one in told if one.status == SUPERSEDED]
    kept = [
        one
        for one in found
        if one.status != SUPERSEDED
        or not any(
            other.of == one.of and containment(one.text, other.text) >= _SAME_SHARE
            for other in over
        )
    ]
    return [*kept, *told]


def _call(call: ToolCall, answer: ToolResult | None, place: _Place) -> Iterator[Record]:
    given: Mapping[str, Any] = call.arguments if isinstance(call.arguments, Mapping) else {}
    text = answer.text if answer else ""
    if answer is not None and answer.is_rejected:
        words = f"refused by the user: {_named(call, given)}"
        yield _record(place, Kind.NOTE, words, author="user")
        return
    code = None if answer is None or answer.is_error is None else int(answer.is_error)
    path = _text(given, _PATHS)
    verb = call.name.rpartition(".")[2].lower()
    patch = next((one for one in _texts(call, given) if _PATCH.search(one[:_PATCH_CHARS])), None)
    if patch is not None and not code:
        yield _record(place, Kind.DIFF, patch, path=_patched(patch) or path)
        return
    change = _change(given, verb) if path else ""
    if change:
        kind = Kind.FILE if verb.startswith(_WRITES) and not _text(given, _OLD) else Kind.DIFF
        if not code:
            yield _record(place, kind, change, path=path)
            return
    if path and verb.startswith(_READS) and not code and text:
        yield _record(place, Kind.FILE, Numbered(text).text, path=path)
        return
    name = _named(call, given)
    yield replace(
        _record(place, Kind.TOOL_CALL, text or change, path=path), name=name, exit_code=code
    )


def _result(part: ToolResult, place: _Place) -> Iterator[Record]:
    code = None if part.is_error is None else int(part.is_error)
    yield replace(_record(place, Kind.TOOL_OUTPUT, part.text), name=part.name, exit_code=code)


def _record(
    place: _Place, kind: Kind, text: str, *, path: str | None = None, author: str | None = None
) -> Record:
    at = place.message.at
    shown = path.replace("\\", "/") if path else None
    return Record(place.id, kind, text, path=shown, at=at, author=author)


def _named(call: ToolCall, given: Mapping[str, Any]) -> str:
    """The command of a call; of a tool that runs none, its name and short arguments."""
    command = _text(given, _COMMANDS) or (call.arguments if isinstance(call.arguments, str) else "")
    if command:
        line = command.strip().split("\n")[0]
    else:
        short = (
            str(value)
            for value in given.values()
            if isinstance(value, str | int) and len(str(value)) <= _NAME_CHARS
        )
        line = " ".join((call.name, *short))
    line = " ".join(line.split())
    return line if len(line) <= _NAME_CHARS else f"{line[: _NAME_CHARS - 1]}…"


def _change(given: Mapping[str, Any], verb: str) -> str:
    """What a call changes in a file, as a diff; what it writes, whole."""
    old, new = _text(given, _OLD), _text(given, _NEW)
    if old is not None or new is not None:
        gone = [f"-{line}" for line in (old or "").split("\n") if old]
        return "\n".join([*gone, *(f"+{line}" for line in (new or "").split("\n") if new)])
    if verb.startswith(_WRITES):
        return _text(given, _WHOLE) or ""
    return _text(given, _PATCHES) or ""


def _texts(call: ToolCall, given: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(call.arguments, str):
        yield call.arguments
    yield from (
        value for key in (*_PATCHES, *_COMMANDS) if isinstance(value := given.get(key), str)
    )


def _patched(patch: str) -> str | None:
    """Name the first file that a patch changes."""
    found = _PATCHED.search(patch)
    return found[1].strip() if found else None


def _text(given: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    return next((value for key in keys if isinstance(value := given.get(key), str)), None)
