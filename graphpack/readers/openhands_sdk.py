"""Reads the events of OpenHands 1 (software-agent-sdk): one object of a ``kind`` each.

Nothing here knows a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from graphpack.model.conversation import (
    Origin,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.assembly import Draft
from graphpack.readers.blocks import arguments_of, output_text, parts_of
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

_KINDS = frozenset(
    {
        "ActionEvent", "AgentErrorEvent", "Condensation", "CondensationRequest",
        "CondensationSummaryEvent", "ConversationErrorEvent", "ConversationStateUpdateEvent",
        "HookExecutionEvent", "InterruptEvent", "LLMCompletionLogEvent", "MessageEvent",
        "ObservationEvent", "PauseEvent", "StreamingDeltaEvent", "SystemPromptEvent", "TokenEvent",
        "UserRejectObservation",
    }
)  # fmt: skip
_SIGNS = frozenset({"timestamp", "source", "llm_message", "tool_name", "tool_call_id"})
_REASONS = frozenset({"", "User rejected the action", "User rejected action"})
_SILENT = ("think", "finish")
_RUNNING_EXIT_CODE = -1


def is_sdk_event(value: Any) -> bool:
    """Tell an event of version 1 from other objects."""
    event = dict_of(value)
    kind = event.get("kind")
    return isinstance(kind, str) and kind in _KINDS and not _SIGNS.isdisjoint(event)


def sdk_drafts(events: Iterable[Any], faults: Faults) -> Iterator[Draft]:
    """Read a history.

    Args:
        events: In order.
        faults: Takes what was skipped.

    Yields:
        Drafts in order.

    Source:
        The event classes of OpenHands' software-agent-sdk 1.0 to 1.8, by its documentation.
    """
    log = _Log(faults)
    for number, event in enumerate(events, start=1):
        if not is_sdk_event(event):
            if event is not None:  # else a broken item, already counted
                faults.add("broken-record", "not an event; left out", number)
            continue
        yield from log.take(event, number)


@dataclass(slots=True)
class _Log:
    faults: Faults
    names: dict[str, str] = field(default_factory=dict)
    summary: str = ""
    is_stopped: bool = False

    def take(self, event: dict[str, Any], number: int) -> Iterator[Draft]:
        """Read one event."""
        kind, at = event["kind"], time_of(event.get("timestamp"))
        if kind == "MessageEvent":
            yield from self._message(event, number)
        elif kind == "ActionEvent":
            parts = self._action(event)
            if parts:
                yield Draft(Role.ASSISTANT, tuple(parts), at, source_id=name_of(event.get("id")))
        elif kind in ("ObservationEvent", "AgentErrorEvent"):
            result = self._result(event)
            if result:
                yield Draft(Role.TOOL, (result,), at)
        elif kind == "UserRejectObservation":
            yield from self._refused(event)
        elif kind in ("Condensation", "CondensationSummaryEvent"):
            yield from self._folded(event)
        elif kind in ("PauseEvent", "InterruptEvent"):
            self.is_stopped = True
        elif kind == "ConversationErrorEvent":
            self.faults.add("failed-answer", "the run ended in an error", number)

    def _folded(self, event: dict[str, Any]) -> Iterator[Draft]:
        """Give a summary once: it is noted when it is made and again where it stands."""
        summary, at = text_of(event.get("summary")).strip(), time_of(event.get("timestamp"))
        if summary and summary != self.summary:
            yield Draft(Role.ASSISTANT, (Text(summary),), at, origin=Origin.COMPACTION)
        self.summary = summary or self.summary

    def _message(self, event: dict[str, Any], number: int) -> Iterator[Draft]:
        message = dict_of(event.get("llm_message"))
        source = event.get("source")
        parts: list[Part] = []
        thought = text_of(message.get("reasoning_content")).strip()
        if thought:
            parts.append(Reasoning(thought))
        parts += parts_of(message.get("content"), self.faults, number)
        if source not in ("user", "agent"):
            self.faults.add("harness-text", "a message of the program's; left out", number)
        elif parts:
            is_human = source == "user"
            yield Draft(
                Role.USER if is_human else Role.ASSISTANT,
                tuple(parts),
                time_of(event.get("timestamp")),
                name_of(event.get("sender")) if is_human else None,
                source_id=name_of(event.get("id")),
                is_interruption=is_human and self.is_stopped,
            )
            self.is_stopped &= not is_human

    def _action(self, event: dict[str, Any]) -> list[Part]:
        parts: list[Part] = []
        thought = text_of(event.get("reasoning_content")).strip()
        blocks = [
            text_of(dict_of(b).get("thinking")) for b in list_of(event.get("thinking_blocks"))
        ]
        thought = thought or "\n\n".join(block for block in blocks if block.strip())
        if thought:
            parts.append(Reasoning(thought))
        said = output_text(event.get("thought")).strip()
        if said:
            parts.append(Text(said))
        call = dict_of(event.get("tool_call"))
        function = dict_of(call.get("function")) or call
        name = name_of(event.get("tool_name")) or name_of(function.get("name")) or "unknown"
        call_id = name_of(event.get("tool_call_id")) or name_of(call.get("id"))
        action = dict_of(event.get("action"))
        given = function.get("arguments")
        arguments = arguments_of(given) if given is not None else _plain(action)
        values = dict_of(arguments) or action
        if name == "think":
            inner = text_of(values.get("thought")).strip()
            parts += [Reasoning(inner)] if inner else []
        elif name == "finish":
            final = text_of(values.get("message")).strip()
            parts += [Text(final)] if final and final != said else []
        else:
            parts.append(ToolCall(name, arguments, call_id))
        if call_id:
            self.names[call_id] = name
        return parts

    def _result(self, event: dict[str, Any]) -> ToolResult | None:
        call_id = name_of(event.get("tool_call_id"))
        name = name_of(event.get("tool_name")) or self.names.get(call_id or "")
        if event["kind"] == "AgentErrorEvent":
            return ToolResult(text_of(event.get("error")), name, call_id, is_error=True)
        if name in _SILENT:
            return None
        observation = dict_of(event.get("observation"))
        body = next(
            (observation[key] for key in ("content", "output", "result") if observation.get(key)),
            None,
        )
        text = output_text(body) or text_of(observation.get("error"))
        return ToolResult(text, name, call_id, _is_failed(observation))

    def _refused(self, event: dict[str, Any]) -> Iterator[Draft]:
        """Give a refused call, and what the person said about it."""
        call_id = name_of(event.get("tool_call_id"))
        name = name_of(event.get("tool_name")) or self.names.get(call_id or "")
        reason = text_of(event.get("rejection_reason")).strip()
        at = time_of(event.get("timestamp"))
        yield Draft(Role.TOOL, (ToolResult(reason, name, call_id, is_rejected=True),), at)
        # a hook may refuse, too
        if reason not in _REASONS and event.get("rejection_source", "user") == "user":
            yield Draft(Role.USER, (Text(reason),), at)


def _plain(action: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if key != "kind" and value is not None}


def _is_failed(observation: dict[str, Any]) -> bool | None:
    if observation.get("is_error") is True or observation.get("error"):
        return True
    code = observation.get("exit_code", dict_of(observation.get("metadata")).get("exit_code"))
    if isinstance(code, int) and not isinstance(code, bool):
        return None if code == _RUNNING_EXIT_CODE else code != 0
    return False if observation.get("is_error") is False else None
