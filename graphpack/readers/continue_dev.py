"""Continue: the sessions of its editor extensions and command line.

Every answer carries a log of the whole prompt besides, which repeats the conversation up to there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
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
from graphpack.readers.blocks import calls_of, output_text, parts_of
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.probe import probe as look
from graphpack.readers.shapes import is_list_of

_REFUSED = ("canceled", "cancelled")


class Reader:
    """Reads ``history`` with its messages, context items and tool states."""

    name: ClassVar[str] = "continue"
    about: ClassVar[str] = "Continue session (JSON)"
    facts: ClassVar[Facts] = Facts(
        where="`~/.continue/sessions/<id>.json`",
        keeps="context items as attachments, thoughts, calls with outputs and what became of them, "
        "summaries, the model's title; the time from `sessions.json`, which has the only one",
        drops="prompt logs, the editor's state, system messages, pictures",
        checked="one session of 96 messages",
        sign="`sessionId` beside `history`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a session, and the index of sessions."""
        document = probe.document
        is_own = _is_session(document) or _is_index(document)
        return Certainty.SURE if is_own else Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put the index of a folder under each of its sessions."""
        found: list[Opened] = []
        indexes: dict[str, Opened] = {}
        for source in sources:
            if _is_index(look(source).document):
                indexes[str(PurePosixPath(source.name).parent)] = source
            else:
                found.append(source)
        homes = {str(PurePosixPath(source.name).parent) for source in found}
        alone = [index for folder, index in indexes.items() if folder not in homes]
        gathered = []
        for source in found:
            index = indexes.get(str(PurePosixPath(source.name).parent))
            gathered.append(replace(source, members=(index,)) if index else source)
        return sorted([*gathered, *alone], key=lambda source: source.name)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the session.

        Raises:
            ReadError: It is the index, or no session.
        """
        faults = Faults(source.name)
        session = load_document(source, faults)
        if not _is_session(session):
            what = "the list of Continue's sessions; it holds no conversation"
            reason = what if _is_index(session) else "holds no session of Continue"
            raise ReadError(f"{source.name}: {reason}", hint="give a session's own file")
        own = name_of(session.get("sessionId"))
        entry = _entry(source.members, own, faults)
        created = text_of(entry.get("dateCreated"))
        is_number = created.isascii() and created.isdigit() and len(created) < 20
        label = Label(
            own,
            name_of(session.get("title")) or name_of(entry.get("title")),
            time_of(int(created) if is_number else created or entry.get("dateCreated")),
        )
        origin = ConversationSource(source.name, self.name)
        reading = _Reading(faults, name_of(session.get("chatModelTitle")))
        found = conversation(reading.drafts(session["history"]), origin, faults, label)
        yield from attached([found] if found else [], Faults(source.name))


def _is_item(value: Any) -> bool:
    return isinstance(dict_of(value).get("message"), dict)


def _is_session(value: Any) -> bool:
    session = dict_of(value)
    history = session.get("history")
    if not isinstance(history, list) or "sessionId" not in session:
        return False
    return is_list_of(history, _is_item) or (not history and "workspaceDirectory" in session)


def _is_entry(value: Any) -> bool:
    return {"sessionId", "dateCreated"} <= set(dict_of(value))


def _is_index(value: Any) -> bool:
    return is_list_of(value, _is_entry)


def _entry(members: Sequence[Opened], own: str | None, faults: Faults) -> dict[str, Any]:
    for member in members:
        try:
            entries = list_of(load_document(member, Faults(member.name)))
        except ReadError as error:
            faults.add("unreadable-member", f"left out: {error}")
            continue
        for entry in map(dict_of, entries):
            if own and entry.get("sessionId") == own:
                return entry
    return {}


@dataclass(slots=True)
class _Reading:
    faults: Faults
    model: str | None
    answered: set[str] = field(default_factory=set)

    def drafts(self, history: list[Any]) -> Iterator[Draft]:
        """Read the items.

        Source:
            Continue 1.0, a session of 2025, and the types of its core.
        """
        messages = [dict_of(dict_of(item).get("message")) for item in history]
        self.answered = {
            own
            for message in messages
            if message.get("role") == "tool" and (own := name_of(message.get("toolCallId")))
        }
        states: dict[str, dict[str, Any]] = {}
        for number, item in enumerate(history, start=1):
            if not _is_item(item):
                if item is not None:  # else a broken item, already counted
                    self.faults.add("broken-record", "not a message; left out", number)
                continue
            at = time_of(item.get("timestamp"))  # only the command line writes it
            for draft in self._item(item, states, number):
                yield replace(draft, at=at)
            summary = text_of(item.get("conversationSummary")).strip()
            if summary:
                yield Draft(Role.ASSISTANT, (Text(summary),), origin=Origin.COMPACTION)

    def _item(
        self, item: dict[str, Any], states: dict[str, dict[str, Any]], number: int
    ) -> Iterator[Draft]:
        message = item["message"]
        role, own = message.get("role"), name_of(message.get("id"))
        if role == "user":
            parts = (*self._content(message, number), *_attachments(item))
            results = tuple(part for part in parts if isinstance(part, ToolResult))
            words = tuple(part for part in parts if not isinstance(part, ToolResult))
            if results:
                yield Draft(Role.TOOL, results)
            if words:
                yield Draft(Role.USER, words, source_id=own)
        elif role == "thinking":
            thought = output_text(message.get("content")).strip()
            if thought:
                yield Draft(Role.ASSISTANT, (Reasoning(thought),), author=self.model)
        elif role == "assistant":
            yield from self._answer(item, states, number)
        elif role == "tool":
            call_id = name_of(message.get("toolCallId"))
            text = output_text(message.get("content"))
            yield Draft(Role.TOOL, (_result(text, states.get(call_id or "", {}), call_id),))
        elif role != "system":
            self.faults.add("broken-record", "not a message; left out", number)

    def _content(self, message: dict[str, Any], number: int) -> Iterator[Part]:
        content = message.get("content")
        for block in content if isinstance(content, list) else [content]:
            record = dict_of(block)
            if record.get("type") == "imageUrl":
                url = text_of(dict_of(record.get("imageUrl")).get("url"))[:100]
                is_data = url.startswith("data:")
                yield Image(url[5:].split(";")[0] if is_data else None)
            elif block is not None:
                yield from parts_of(block, self.faults, number)

    def _answer(
        self, item: dict[str, Any], states: dict[str, dict[str, Any]], number: int
    ) -> Iterator[Draft]:
        message = item["message"]
        parts: list[Part] = []
        thought = text_of(dict_of(item.get("reasoning")).get("text")).strip()
        if thought:
            parts.append(Reasoning(thought))
        parts += self._content(message, number)
        calls = list(calls_of(message.get("toolCalls")))
        native = {call.call_id for call in calls}
        own = [dict_of(state) for state in list_of(item.get("toolCallStates"))]
        own += [dict_of(item["toolCallState"])] if item.get("toolCallState") else []
        results: list[Part] = []
        for state in own:
            call = next(iter(calls_of([state.get("toolCall")])), None)
            call_id = name_of(state.get("toolCallId")) or (call.call_id if call else None)
            if call and call_id not in native:
                calls.append(replace(call, call_id=call_id))
            states[call_id or ""] = state
            output = _output(state.get("output"))
            is_known = call_id is not None and call_id in self.answered
            if not is_known and (output or state.get("status") in _REFUSED):
                results.append(_result(output, state, call_id))
        parts += calls
        author = self.model or _logged_model(item)
        if parts:
            yield Draft(
                Role.ASSISTANT, tuple(parts), author=author, source_id=name_of(message.get("id"))
            )
        if results:
            yield Draft(Role.TOOL, tuple(results))


def _output(value: Any) -> str:
    if isinstance(value, str):
        return text_of(value)
    outputs = (output_text(dict_of(item).get("content")) for item in list_of(value))
    return "\n".join(text for text in outputs if text)


def _result(text: str, state: dict[str, Any], call_id: str | None) -> ToolResult:
    status = state.get("status")
    is_error = {"errored": True, "done": False}.get(status) if isinstance(status, str) else None
    call = next(iter(calls_of([state.get("toolCall")])), ToolCall("", ""))
    return ToolResult(text, call.name or None, call_id, is_error, status in _REFUSED)


def _attachments(item: dict[str, Any]) -> Iterator[Part]:
    for context in map(dict_of, list_of(item.get("contextItems"))):
        name = name_of(context.get("name")) or name_of(context.get("description"))
        text = text_of(context.get("content"))
        if name or text.strip():
            yield Attachment(name or "context", text)


def _logged_model(item: dict[str, Any]) -> str | None:
    for log in map(dict_of, list_of(item.get("promptLogs"))):
        model = name_of(log.get("modelTitle"))
        if model:
            return model
    return None
