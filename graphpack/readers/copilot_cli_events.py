"""Turns the events of one Copilot CLI session into drafts, in the order of the file.

Source: a session of Copilot CLI 1.0.40, 2026-05; events it does not hold after the declarations of
the Copilot SDK, seen 2026-11.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Image,
    Origin,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft
from graphpack.readers.blocks import arguments_of, output_text
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

_HUMAN_SOURCES = frozenset({"", "user"})
_INJECTED = ("<skill-context", "<system_reminder>", "<system-reminder>", "<system_notification>")
_EXITED = compiled(r"<exited with exit code (-?\d{1,10})>\s*\Z")
_ANSWER = compiled(
    r"User (?:selected|responded|answered|entered|replied)[^:\n]{0,40}: (.+)", re.DOTALL
)
_ASKING = "ask_user"
_REFUSED_BY_PERSON = "denied-interactively-by-user"
_TAIL_CHARS = 60

Data = dict[str, Any]


@dataclass(slots=True, eq=False)
class Events:
    """What a file says so far.

    Args:
        faults: Takes what is left out.
        id: The session's id.
        title: Its title.
        started: Time of its start, as written.
        drafts: The messages so far, those that were rewound among them.
        parents: For each, the one before it on its way; None for the first.
        tip: The message that the next one follows; None at the start.
    """

    faults: Faults
    id: str | None = None
    title: str | None = None
    started: str | None = None
    drafts: list[Draft] = field(default_factory=list)
    parents: list[int | None] = field(default_factory=list)
    tip: int | None = None
    _model: str | None = None
    _at: Any = None
    _event: str | None = None
    _agent: bool = False
    _is_stopped: bool = False
    _thought: str = ""
    _names: dict[str, str] = field(default_factory=dict)
    _asked: dict[str, str] = field(default_factory=dict)
    _refused: dict[str, str] = field(default_factory=dict)
    _tips: dict[str, int | None] = field(default_factory=dict)

    def take(self, line: int, record: Any) -> None:
        """Take the next record.

        Args:
            line: Its line, for notices.
            record: Any JSON value; an event of an unknown kind says nothing.
        """
        if not isinstance(record, dict) or not isinstance(record.get("type"), str):
            self.faults.add("broken-record", "not an event; left out", line)
            return
        handler = _HANDLERS.get(record["type"])
        data = record.get("data")
        self._event = name_of(record.get("id"))
        if handler is not None and not isinstance(data, dict):
            self.faults.add("broken-record", "an event without its data; left out", line)
        elif handler is not None and isinstance(data, dict):
            self._at = record.get("timestamp")
            self._agent = bool(record.get("agentId") or data.get("parentToolCallId"))
            handler(self, data, line)
        if self._event:
            self._tips[self._event] = self.tip

    def _add(self, role: Role, parts: list[Part], **more: Any) -> None:
        if not parts:
            return
        origin = Origin.SUBAGENT if self._agent else Origin.MAIN
        draft = Draft(
            role,
            tuple(parts),
            time_of(self._at),
            **{"origin": origin, "source_id": self._event, **more},
        )
        self.parents.append(self.tip)
        self.tip = len(self.drafts)
        self.drafts.append(draft)

    def _say(self, text: str, files: list[Part]) -> None:
        """Add what a person said; the first words after a stop are marked."""
        parts: list[Part] = [Text(text)] if text else []
        if self._agent:
            self._add(Role.USER, parts + files)
            return
        self._add(Role.USER, parts + files, is_interruption=self._is_stopped)
        self._is_stopped = False

    def start(self, data: Data, _line: int) -> None:
        """Take the session's header; a resumed session has several."""
        self.id = self.id or name_of(data.get("sessionId"))
        self.started = self.started or name_of(data.get("startTime")) or name_of(self._at)
        self._model = name_of(data.get("selectedModel")) or self._model

    def retitle(self, data: Data, _line: int) -> None:
        """Take a new title."""
        self.title = name_of(data.get("title")) or self.title

    def change_model(self, data: Data, _line: int) -> None:
        """Take the model that answers from here on."""
        self._model = name_of(data.get("newModel")) or self._model

    def prompt(self, data: Data, _line: int) -> None:
        """Take a message of the user, if a person wrote it."""
        text = text_of(data.get("content")).strip()
        if text_of(data.get("source")) in _HUMAN_SOURCES and not text.startswith(_INJECTED):
            files = [_attached(dict_of(item)) for item in list_of(data.get("attachments"))]
            self._say(text, files if text else [])

    def think(self, data: Data, _line: int) -> None:
        """Keep a thought for the message that follows, which may repeat it."""
        self._thought = text_of(data.get("content")).strip()

    def answer(self, data: Data, _line: int) -> None:
        """Take a message of the model with its calls."""
        thought = text_of(data.get("reasoningText")).strip() or self._thought
        self._thought = ""
        parts: list[Part] = [Reasoning(thought)] if thought else []
        text = text_of(data.get("content")).strip()
        if text:
            parts.append(Text(text))
        for request in map(dict_of, list_of(data.get("toolRequests"))):
            if request:
                parts.append(self._call(request, request.get("name")))
        model = name_of(data.get("model")) or (None if self._agent else self._model)
        self._add(Role.ASSISTANT, parts, author=model)

    def _call(self, data: Data, name: Any) -> ToolCall:
        call_id, called = name_of(data.get("toolCallId")), name_of(name) or "unknown"
        if call_id:
            self._names[call_id] = called
        return ToolCall(called, arguments_of(data.get("arguments")), call_id)

    def begin(self, data: Data, _line: int) -> None:
        """Take a call that no message of the model asked for."""
        call_id = name_of(data.get("toolCallId"))
        if call_id is not None and call_id not in self._names:
            self._add(Role.ASSISTANT, [self._call(data, data.get("toolName"))])

    def complete(self, data: Data, _line: int) -> None:
        """Take a call's result, and what a person said in it."""
        call_id = name_of(data.get("toolCallId"))
        name = self._names.get(call_id or "") or name_of(data.get("toolName"))
        result, error = dict_of(data.get("result")), dict_of(data.get("error"))
        text = output_text(result.get("content") or result.get("detailedContent") or "")
        text = text or text_of(error.get("message"))
        is_refused = call_id in self._refused or text_of(error.get("code")) == "rejected"
        exited = _EXITED.search(text[-_TAIL_CHARS:])
        is_error: bool | None = data.get("success") is False or (
            exited is not None and int(exited[1]) != 0
        )
        if is_refused or (not is_error and data.get("success") is not True):
            is_error = None
        self._add(Role.TOOL, [ToolResult(text, name, call_id, is_error, is_refused)])
        feedback = self._refused.get(call_id or "", "")
        answered = _ANSWER.fullmatch(text.strip()) if name == _ASKING else None
        if is_refused and not self._agent:
            self._is_stopped = True
        if feedback or answered:
            self._say(feedback or (answered[1].strip() if answered else ""), [])

    def ask(self, data: Data, _line: int) -> None:
        """Remember which call a person is asked about."""
        call_id = name_of(dict_of(data.get("permissionRequest")).get("toolCallId"))
        request = name_of(data.get("requestId"))
        if call_id and request:
            self._asked[request] = call_id

    def decide(self, data: Data, _line: int) -> None:
        """Take a person's refusal of a call."""
        result = dict_of(data.get("result"))
        asked = self._asked.get(name_of(data.get("requestId")) or "")
        call_id = name_of(data.get("toolCallId")) or asked
        if result.get("kind") == _REFUSED_BY_PERSON and call_id:
            self._refused[call_id] = text_of(result.get("feedback")).strip()

    def stop(self, _data: Data, _line: int) -> None:
        """Take it that a person stopped the model."""
        self._is_stopped = True

    def summarise(self, data: Data, _line: int) -> None:
        """Take the summary that replaced what came before."""
        text = text_of(data.get("summaryContent")) or text_of(data.get("summary"))
        if text.strip():
            more = {"origin": Origin.COMPACTION, "author": self._model}
            self._add(Role.ASSISTANT, [Text(text.strip())], **more)

    def rewind(self, data: Data, line: int) -> None:
        """Go back: what came after the event is a branch from here on."""
        target = name_of(data.get("upToEventId"))
        if target is not None and target in self._tips:
            self.tip = self._tips[target]
        else:
            self.faults.add("unknown-record", "goes back to an event that is not here", line)

    def fail(self, _data: Data, line: int) -> None:
        """Count an answer that failed."""
        self.faults.add("failed-answer", "the answer ended in an error", line)


def _attached(item: Data) -> Part:
    path = text_of(item.get("filePath")) or text_of(item.get("path")) or text_of(item.get("url"))
    name = name_of(item.get("displayName")) or name_of(item.get("title")) or name_of(path)
    media = name_of(item.get("mimeType"))
    if media is not None and media.startswith("image/"):
        return Image(media, name)
    return Attachment(name or "file", text_of(item.get("text")), media)


_HANDLERS: dict[str, Callable[[Events, Data, int], None]] = {
    "abort": Events.stop,
    "assistant.message": Events.answer,
    "assistant.reasoning": Events.think,
    "permission.completed": Events.decide,
    "permission.requested": Events.ask,
    "session.compaction_complete": Events.summarise,
    "session.error": Events.fail,
    "session.handoff": Events.summarise,
    "session.model_change": Events.change_model,
    "session.resume": Events.start,
    "session.snapshot_rewind": Events.rewind,
    "session.start": Events.start,
    "session.title_changed": Events.retitle,
    "tool.execution_complete": Events.complete,
    "tool.execution_start": Events.begin,
    "tool.user_requested": Events.begin,
    "user.message": Events.prompt,
}

KINDS = frozenset(_HANDLERS) - {"abort"} | {"assistant.turn_start", "hook.start", "session.info"}
"""Types of events that a file of this log is known by."""
