"""Reads the events of OpenHands of the versions 0: actions, and observations they caused.

Every event has a ``message`` that is only a label; what was said stands elsewhere. Nothing here
knows a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from graphpack.model.conversation import (
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
from graphpack.readers.task_text import split_task

_NOISE_ACTIONS = frozenset(
    {
        "add_task", "change_agent_state", "condensation_request", "loop_recovery", "modify_task",
        "null", "pause", "recall", "resume", "start", "stop", "system",
    }
)  # fmt: skip
_NOISE_OBSERVATIONS = frozenset({"null", "recall", "think", "agent_state_changed", "finish"})
_LABELS = frozenset(
    {
        "blocking", "confirmation_state", "cwd", "hidden", "impl_source", "is_confirmed",
        "is_input", "is_static", "keep_prompt", "kernel_init_code", "image_urls", "include_extra",
        "security_risk", "thought", "timeout", "translated_ipython_code", "view_range",
    }
)  # fmt: skip
"""Arguments that say how an action is run, not what it does."""

_EVENT_KEYS = frozenset(
    {
        "action", "args", "cause", "content", "extras", "id", "image_urls", "llm_metrics",
        "message", "observation", "source", "success", "thought", "timestamp",
        "tool_call_metadata",
    }
)  # fmt: skip
_INJECTED = compiled(
    r"<(EXTRA_INFO|RUNTIME_INFORMATION|REPOSITORY_INFO|REPOSITORY_INSTRUCTIONS|uploaded_files)>"
)
_CONTINUE = "Please continue working on the task on whatever approach you think is suitable"
_STOPPED = ("paused", "stopped")
_RUNNING_EXIT_CODE = -1


def is_event(value: Any) -> bool:
    """Tell an event of version 0 from other objects."""
    event = dict_of(value)
    kind = event.get("action", event.get("observation"))
    return isinstance(kind, str) and "timestamp" in event and "source" in event


def is_bare_event(value: Any) -> bool:
    """Tell an event of 2024, or a pair of an action and its observation."""
    if isinstance(value, list):
        return bool(value) and all(is_bare_event(item) for item in value[:2] if item)
    event = dict_of(value)
    return isinstance(event.get("action", event.get("observation")), str)


def event_drafts(events: Iterable[Any], issue: str, faults: Faults) -> Iterator[Draft]:
    """Read a history.

    Args:
        events: In order; a pair counts as its two.
        issue: The text of the issue that is worked on, where it is known.
        faults: Takes what was skipped.

    Yields:
        Drafts in order.

    Source:
        OpenHands 0.9 to 0.36: GUI exports, evaluation and resolver outputs of 2024 and 2025.
    """
    log = _Log(issue, faults)
    for number, event in enumerate(_flat(events), start=1):
        if isinstance(event, dict) and is_bare_event(event):
            log.take(event, number)
        elif event is not None:  # else a broken item, already counted
            faults.add("broken-record", "not an event; left out", number)
    yield from log.drafts()


def _flat(events: Iterable[Any]) -> Iterator[Any]:
    for event in events:
        if isinstance(event, list):
            yield from (item for item in event[:2] if item)
        else:
            yield event


@dataclass(slots=True)
class _Turn:
    like: Draft
    parts: list[Part]
    response: str | None = None


@dataclass(slots=True)
class _Log:
    issue: str
    faults: Faults
    turns: list[_Turn] = field(default_factory=list)
    calls: dict[str, ToolCall] = field(default_factory=dict)
    last: ToolCall | None = None
    last_speaker: Role | None = None
    has_prompt: bool = False
    is_stopped: bool = False

    def take(self, event: dict[str, Any], number: int) -> None:
        """Read one event."""
        kind = event.get("action")
        if isinstance(kind, str):
            self._act(kind, event, number)
        else:
            self._observe(str(event.get("observation")), event)

    def drafts(self) -> Iterator[Draft]:
        """Give the drafts of all events."""
        for turn in self.turns:
            if turn.parts:
                yield replace(turn.like, parts=tuple(turn.parts))

    def _act(self, kind: str, event: dict[str, Any], number: int) -> None:
        arguments = _arguments(event)
        if kind == "message":
            self._message(event, arguments, number)
        elif kind == "condensation":
            summary = text_of(arguments.get("summary"))
            self._add(Role.ASSISTANT, event, [Text(summary)] if summary.strip() else [], fold=True)
        elif kind == "think":
            thought = text_of(arguments.get("thought")).strip()
            self._add(Role.ASSISTANT, event, [Reasoning(thought)] if thought else [])
        elif kind in ("finish", "reject"):
            self._finish(event, arguments)
        elif kind not in _NOISE_ACTIONS:
            self._call(kind, event, arguments)

    def _message(self, event: dict[str, Any], arguments: dict[str, Any], number: int) -> None:
        text = text_of(arguments.get("content")) or text_of(event.get("message"))
        images: list[Part] = [Image() for _ in list_of(arguments.get("image_urls"))]
        if not self._is_human(event):
            self._add(Role.ASSISTANT, event, [*_words(event, text), *images])
            return
        if text.startswith(_CONTINUE):
            self.faults.add("harness-text", "the program's own prompt to go on; left out", number)
            return
        text, template = _without_injected(text), ""
        if not self.has_prompt:
            text, template = split_task(text, self.issue)
        self.has_prompt = True
        words: list[Part] = [Text(text.strip())] if text.strip() else []
        self._add(Role.USER, event, [*words, *images])
        self._add(Role.SYSTEM, event, [Text(template)] if template else [])

    def _is_human(self, event: dict[str, Any]) -> bool:
        """Say whose a message is: before 2025 its place alone tells."""
        source = event.get("source")
        if isinstance(source, str):
            return source == "user"
        return not self.has_prompt or self.last_speaker is Role.ASSISTANT

    def _finish(self, event: dict[str, Any], arguments: dict[str, Any]) -> None:
        words = _words(event, text_of(arguments.get("thought")))
        outputs = dict_of(arguments.get("outputs"))
        final = text_of(arguments.get("final_thought")) or text_of(outputs.get("content"))
        final = (final or text_of(outputs.get("reason"))).strip()
        if final and not any(final in part.text for part in words):
            words.append(Text(final))
        self._add(Role.ASSISTANT, event, words)

    def _call(self, kind: str, event: dict[str, Any], arguments: dict[str, Any]) -> None:
        if event.get("source") == "user":  # typed by the person into the terminal
            text = text_of(arguments.get("command")) or text_of(arguments.get("code"))
            self._add(Role.USER, event, [Text(text)] if text.strip() else [])
            return
        about = dict_of(event.get("tool_call_metadata"))
        call_id = name_of(about.get("tool_call_id"))
        native = _native(about, call_id)
        plain = {key: value for key, value in arguments.items() if key not in _LABELS}
        call = native or ToolCall(name_of(about.get("function_name")) or kind, plain, call_id)
        self.last = self.calls[_id(event.get("id"))] = call
        response = name_of(dict_of(about.get("model_response")).get("id"))
        if response and self.turns and self.turns[-1].response == response:
            self.turns[-1].parts.append(call)  # several calls in one answer
            return
        words = _words(event, text_of(arguments.get("thought")))
        self._add(Role.ASSISTANT, event, [*words, call], response=response)

    def _observe(self, kind: str, event: dict[str, Any]) -> None:
        extras = dict_of(event.get("extras"))
        if kind == "agent_state_changed":
            self.is_stopped |= extras.get("agent_state") in _STOPPED
        if kind in _NOISE_OBSERVATIONS:
            return
        if kind == "condense":
            summary = text_of(event.get("content"))
            self._add(Role.ASSISTANT, event, [Text(summary)] if summary.strip() else [], fold=True)
            return
        cause = event.get("cause")
        call = self.calls.get(_id(cause)) if cause is not None else None
        if call is None and "source" not in event:
            call = self.last
        about = dict_of(event.get("tool_call_metadata"))
        result = ToolResult(
            _output(event, extras),
            call.name if call else name_of(about.get("function_name")),
            call.call_id if call else name_of(about.get("tool_call_id")),
            None if kind == "user_rejected" else _is_failed(kind, event, extras),
            is_rejected=kind == "user_rejected",
        )
        self._add(Role.TOOL, event, [result])

    def _add(
        self,
        role: Role,
        event: dict[str, Any],
        parts: list[Part],
        *,
        fold: bool = False,
        response: str | None = None,
    ) -> None:
        if not parts:
            return
        like = Draft(
            role,
            (),
            time_of(event.get("timestamp")),
            _model(event) if role is Role.ASSISTANT else None,
            Origin.COMPACTION if fold else Origin.MAIN,
            is_interruption=role is Role.USER and self.is_stopped,
        )
        if role is Role.USER:
            self.is_stopped = False
        is_call = any(isinstance(part, ToolCall) for part in parts)
        self.last_speaker = None if is_call or role is Role.TOOL else role
        self.turns.append(_Turn(like, parts, response))


def _id(value: Any) -> str:
    return str(value) if isinstance(value, int | str) else ""


def _arguments(event: dict[str, Any]) -> dict[str, Any]:
    """Give an action's arguments, which in 2024 stood in the event itself."""
    arguments = event.get("args")
    if isinstance(arguments, dict):
        return arguments
    flat = {key: value for key, value in event.items() if key not in _EVENT_KEYS}
    for key in ("content", "thought", "image_urls"):
        if key in event:
            flat[key] = event[key]
    return flat


def _words(event: dict[str, Any], thought: str) -> list[Part]:
    """Find what the assistant said besides a call: its thought, else the model's own answer."""
    message = _answer(dict_of(event.get("tool_call_metadata")))
    parts: list[Part] = []
    reasoning = text_of(message.get("reasoning_content")).strip()
    if reasoning:
        parts.append(Reasoning(reasoning))
    said = thought.strip() or output_text(message.get("content")).strip()
    if said and said != "None":
        parts.append(Text(said))
    return parts


def _answer(about: dict[str, Any]) -> dict[str, Any]:
    choices = list_of(dict_of(about.get("model_response")).get("choices"))
    return dict_of(dict_of(next(iter(choices), None)).get("message"))


def _native(about: dict[str, Any], call_id: str | None) -> ToolCall | None:
    """Find the call as the model wrote it."""
    for raw in list_of(_answer(about).get("tool_calls")):
        call = dict_of(raw)
        function = dict_of(call.get("function"))
        name = name_of(function.get("name"))
        if name and call_id and call.get("id") == call_id:
            return ToolCall(name, arguments_of(function.get("arguments")), call_id)
    return None


def _model(event: dict[str, Any]) -> str | None:
    about = dict_of(event.get("tool_call_metadata"))
    usage = dict_of(dict_of(event.get("llm_metrics")).get("accumulated_token_usage"))
    return name_of(dict_of(about.get("model_response")).get("model")) or name_of(usage.get("model"))


def _output(event: dict[str, Any], extras: dict[str, Any]) -> str:
    text = output_text(event.get("content")) or output_text(extras.get("outputs"))
    code = _exit_code(extras)
    suffix = text_of(dict_of(extras.get("metadata")).get("suffix")).strip()
    if code and code != _RUNNING_EXIT_CODE and suffix and suffix not in text:
        text = f"{text}\n{suffix}"
    return text


def _exit_code(extras: dict[str, Any]) -> int | None:
    code = dict_of(extras.get("metadata")).get("exit_code", extras.get("exit_code"))
    return code if isinstance(code, int) and not isinstance(code, bool) else None


def _is_failed(kind: str, event: dict[str, Any], extras: dict[str, Any]) -> bool | None:
    if kind == "error" or extras.get("error") is True:
        return True
    code = _exit_code(extras)
    if code is not None:
        return None if code == _RUNNING_EXIT_CODE else code != 0
    if text_of(event.get("content")).startswith("ERROR:"):
        return True
    return None if event.get("success") is None else event["success"] is False


def _without_injected(text: str) -> str:
    """Cut out what the program knows and put into the person's message."""
    kept: list[str] = []
    position = 0
    while found := _INJECTED.search(text, position):
        closing = f"</{found[1]}>"
        end = text.find(closing, found.end())
        if end < 0:
            break
        kept.append(text[position : found.start()])
        position = end + len(closing)
    kept.append(text[position:])
    return "".join(kept).strip()
