"""Turns the records of one Codex rollout into messages, in the order of the file.

Everything a person or the model says stands in a rollout twice, as an item that went to the model
and as an event for the screen, and not every version writes both. Both are drafted; at the end of
the file one of the two is taken, per kind and for the whole file.

Source: rollouts of Codex CLI 0.118 to 0.130 and Codex Desktop 0.126, seen 2026-11; the generations
of 2025 after bug reports and the project's source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import PurePosixPath
from sys import intern
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
from graphpack.readers.branching import MAX_BRANCH_NODES, MAX_BRANCHES
from graphpack.readers.codex_text import (
    answers_of,
    arguments_of,
    content_text,
    human,
    output_of,
)
from graphpack.readers.drafts import Abandoned, Draft, title_of
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, text_of, time_of

_REPLAY_SPAN = timedelta(seconds=2)
"""A replayed history is written in one go; what comes later than this is the rollout's own."""

_UNDONE = "messages of an undone turn; --branch reads them"
_ITEM, _EVENT = "item", "event"
_PREFERRED = {"user": _EVENT, "assistant": _ITEM, "reasoning": _ITEM}
"""Prompt events hold what was typed and nothing else; answers are complete as items."""


@dataclass(slots=True, eq=False)
class Rollout:
    """What one file says so far.

    Args:
        faults: Takes what is skipped.
        id: The thread's id, None before the first record.
        parent: Id of the thread that started this one as a sub-agent.
        started: Time of the start, as written.
        name: The thread's title.
        drafts: The messages so far.
        abandoned: The turns that were undone, once it is finished.
    """

    faults: Faults
    id: str | None = None
    parent: str | None = None
    started: str | None = None
    name: str | None = None
    drafts: list[Draft] = field(default_factory=list)
    abandoned: list[Abandoned] = field(default_factory=list)
    _at: str | None = None
    _model: str | None = None
    _is_replay: bool = False
    _open: Draft | None = None
    _forms: set[tuple[str, str]] = field(default_factory=set)
    _second: dict[str, list[Draft]] = field(default_factory=dict)
    _tools: dict[str, str] = field(default_factory=dict)
    _failed: dict[str, bool] = field(default_factory=dict)
    _stops: set[int] = field(default_factory=set)
    _rollbacks: list[tuple[int, int]] = field(default_factory=list)

    def take(self, line: int, record: Any) -> None:
        """Take the next record.

        Args:
            line: Its line, for notices.
            record: Any JSON value; what is no record of a rollout is ignored.
        """
        if not isinstance(record, dict):
            return
        kind = record.get("type")
        payload = record.get("payload")
        if not isinstance(kind, str):
            self._bare_head(record)
        elif isinstance(payload, dict):
            self._at = text_of(record.get("timestamp")) or self._at
            self._record(kind, payload, line)
        else:
            self._item(record)  # mid-2025: items without an envelope

    def finish(self) -> list[Draft]:
        """Take one of the two forms of what is written twice, and give the messages."""
        for kind, form in _PREFERRED.items():
            if (kind, form) in self._forms:
                for draft in self._second.get(kind, ()):
                    draft.is_dropped = True
        is_interrupted = False
        for index, draft in enumerate(self.drafts):
            is_interrupted |= index in self._stops
            if draft.is_dropped:
                continue
            draft.parts = [self._judged(part) for part in draft.parts]
            if draft.role is Role.USER:
                draft.is_interruption = is_interrupted
                is_interrupted = False
            is_interrupted |= any(isinstance(p, ToolResult) and p.is_rejected for p in draft.parts)
        self._roll_back()
        return [draft for draft in self.drafts if not draft.is_dropped]

    def _roll_back(self) -> None:
        """Abandon the turns that a person went back behind."""
        repeated = 0
        for end, turns in self._rollbacks[:MAX_BRANCHES]:
            live = [d for d in self.drafts[:end] if not d.is_dropped]
            prompts = [place for place, d in enumerate(live) if d.role is Role.USER]
            start = prompts[-turns] if turns <= len(prompts) else 0
            repeated += len(live)
            if repeated > MAX_BRANCH_NODES:
                break
            self.abandoned.append(Abandoned(live[start - 1] if start else None, live[start:]))
            for draft in live[start:]:
                draft.is_dropped = True
                self.faults.add(
                    "abandoned-branch", "messages of an undone turn; --branch reads them"
                )

    def title(self, drafts: list[Draft]) -> str | None:
        """Name the thread: as the program does, else by its first prompt."""
        return self.name or title_of(drafts)

    def _judged(self, part: Part) -> Part:
        """Complete a result by the event that tells how its command ended."""
        if isinstance(part, ToolResult) and part.is_error is None and not part.is_rejected:
            failed = self._failed.get(part.call_id or "")
            if failed is not None:
                return ToolResult(part.text, part.name, part.call_id, failed)
        return part

    def _bare_head(self, record: dict[str, Any]) -> None:
        if self.id is None and isinstance(record.get("id"), str):
            self.id = record["id"]
            self.started = text_of(record.get("timestamp")) or None

    def _record(self, kind: str, payload: dict[str, Any], line: int) -> None:
        if kind == "session_meta":
            self._meta(payload)
            return
        if self._is_replay and self._is_still_replay(kind, payload):
            if kind == "response_item":
                self.faults.add("replayed-history", "the parent's history, copied; left out", line)
            return
        if kind == "response_item":
            self._item(payload)
        elif kind == "event_msg":
            handler = _EVENTS.get(text_of(payload.get("type")))
            if handler:
                handler(self, payload)
        elif kind == "turn_context":
            self._open = None
            self._model = intern(text_of(payload.get("model"))) or self._model
        elif kind == "compacted" and text_of(payload.get("message")).strip():
            # its replacement history only repeats earlier turns of this file
            draft = self._add(Role.ASSISTANT, [Text(payload["message"].strip())])
            draft.origin = Origin.COMPACTION

    def _meta(self, payload: dict[str, Any]) -> None:
        """Take the first header; a second one is the parent's, at the start of its history."""
        own = text_of(payload.get("id"))
        if self.id is not None:
            self._is_replay |= self.parent is not None and own not in ("", self.id)
            return
        self.id = own or None
        self.started = text_of(payload.get("timestamp")) or self._at
        source = dict_of(dict_of(payload.get("source")).get("subagent"))
        spawn = dict_of(source.get("thread_spawn"))
        parent = spawn.get("parent_thread_id") or payload.get("parent_thread_id")
        self.parent = text_of(parent) or None
        self._is_replay = self.parent is not None and bool(payload.get("forked_from_id"))

    def _is_still_replay(self, kind: str, payload: dict[str, Any]) -> bool:
        """Find the end of the copied history: the first turn younger than the thread.

        Ids are UUIDs of version 7, which sort by time; without them the time tells.
        """
        turn, own = text_of(payload.get("turn_id")), self.id or ""
        starts_turn = kind == "turn_context" or payload.get("type") == "task_started"
        if starts_turn and turn[14:15] == own[14:15] == "7":
            self._is_replay = turn < own
            return self._is_replay
        at, started = time_of(self._at), time_of(self.started)
        if at and started and at - started > _REPLAY_SPAN:
            self._is_replay = False
        return self._is_replay

    def _add(self, role: Role, parts: list[Part]) -> Draft:
        self._open = None
        draft = Draft(role, parts, self._at, self._model if role is Role.ASSISTANT else None)
        self.drafts.append(draft)
        return draft

    def _note(self, draft: Draft, kind: str, form: str) -> None:
        """Note in which form something was said, and what is dropped if the better one exists."""
        self._forms.add((kind, form))
        if _PREFERRED[kind] != form:
            self._second.setdefault(kind, []).append(draft)

    def _say(self, text: str, images: list[Part], form: str) -> None:
        words = human(text)
        if words or images:
            parts: list[Part] = [Text(words)] if words else []
            draft = self._add(Role.USER, parts + images)
            self._note(draft, "user", form)

    def _answer(self, part: Part) -> None:
        """Add to the model's running message; a second text begins a new one."""
        draft = self._open
        is_next = isinstance(part, Text | Reasoning)
        if draft is None or (is_next and any(isinstance(p, Text) for p in draft.parts)):
            draft = self._add(Role.ASSISTANT, [part])
        else:
            draft.parts.append(part)
        self._open = draft

    def _show(self, part: Part, kind: str) -> None:
        """Add what an event shows of the model's message, which may stand as an item as well."""
        running = self._open
        self._note(self._add(Role.ASSISTANT, [part]), kind, _EVENT)
        self._open = running

    def _item(self, payload: dict[str, Any]) -> None:
        handler = _ITEMS.get(text_of(payload.get("type")))
        if handler:
            handler(self, payload)

    def _message(self, payload: dict[str, Any]) -> None:
        content = payload.get("content")
        role = payload.get("role")
        if role == "assistant":
            text = content_text(content).strip()
            if text:
                self._answer(Text(text))
                self._forms.add(("assistant", _ITEM))
        elif role == "user":
            blocks = list_of(content) or [{"text": content}]
            images: list[Part] = [
                Image() for block in blocks if dict_of(block).get("type") == "input_image"
            ]
            texts = [human(text_of(dict_of(block).get("text"))) for block in blocks]
            self._say("\n".join(text for text in texts if text), images, _ITEM)

    def _reasoning(self, payload: dict[str, Any]) -> None:
        text = content_text(payload.get("summary")) or content_text(payload.get("content"))
        if text.strip():
            self._answer(Reasoning(text.strip()))
            self._forms.add(("reasoning", _ITEM))

    def _call(self, payload: dict[str, Any]) -> None:
        name = intern(text_of(payload.get("name")) or "unknown")
        call_id = text_of(payload.get("call_id")) or text_of(payload.get("id")) or None
        raw = payload.get("input", payload.get("arguments"))
        if call_id:
            self._tools[call_id] = name
        self._answer(ToolCall(name, arguments_of(raw), call_id))

    def _action(self, payload: dict[str, Any]) -> None:
        """Read a call of a built-in tool: a shell of 2025, a web search."""
        action = dict_of(payload.get("action"))
        command = action.get("command")
        call_id = text_of(payload.get("call_id")) or None
        name = "web_search" if payload.get("type") == "web_search_call" else "shell"
        if call_id:
            self._tools[call_id] = name
        if isinstance(command, list):
            action = {"command": " ".join(word for word in command if isinstance(word, str))}
        arguments = {key: value for key, value in action.items() if key != "type"}
        if arguments:
            self._answer(ToolCall(name, arguments, call_id))

    def _output(self, payload: dict[str, Any]) -> None:
        call_id = text_of(payload.get("call_id")) or None
        name = self._tools.get(call_id) if call_id else None
        output = output_of(payload.get("output"))
        result = ToolResult(output.text, name, call_id, output.is_error, output.is_rejected)
        self._add(Role.TOOL, [result])
        if name == "request_user_input":
            answers: list[Part] = [Text(answer) for answer in answers_of(output.text)]
            if answers:
                self._add(Role.USER, answers)

    def _prompt_event(self, payload: dict[str, Any]) -> None:
        images: list[Part] = [Image() for _ in list_of(payload.get("images"))]
        for path in list_of(payload.get("local_images")):
            if isinstance(path, str):
                images.append(Image(name=PurePosixPath(path).name))
        self._say(text_of(payload.get("message")), images, _EVENT)

    def _answer_event(self, payload: dict[str, Any]) -> None:
        text = text_of(payload.get("message")).strip()
        if text:
            self._show(Text(text), "assistant")

    def _reasoning_event(self, payload: dict[str, Any]) -> None:
        text = text_of(payload.get("text")).strip()
        if text:
            self._show(Reasoning(text), "reasoning")

    def _ended_event(self, payload: dict[str, Any]) -> None:
        call_id, code = text_of(payload.get("call_id")), payload.get("exit_code")
        success = payload.get("success")
        if call_id and isinstance(code, int):
            self._failed[call_id] = code != 0
        elif call_id and isinstance(success, bool):
            self._failed[call_id] = not success

    def _aborted_event(self, payload: dict[str, Any]) -> None:
        self._open = None
        if payload.get("reason", "interrupted") == "interrupted":
            self._stops.add(len(self.drafts))

    def _rolled_back_event(self, payload: dict[str, Any]) -> None:
        turns = payload.get("num_turns")
        if isinstance(turns, int) and turns > 0:
            self._open = None
            self._rollbacks.append((len(self.drafts), turns))

    def _name_event(self, payload: dict[str, Any]) -> None:
        self.name = text_of(payload.get("thread_name")).strip() or self.name

    def _completed_event(self, payload: dict[str, Any]) -> None:
        """Read the items that newer builds write in place of prompt and answer events."""
        item = dict_of(payload.get("item"))
        text = text_of(item.get("text")) or content_text(item.get("content"))
        if item.get("type") == "Plan" and text.strip():
            self._answer(Text(text.strip()))
        elif item.get("type") == "UserMessage":
            self._say(text, [], _EVENT)
        elif item.get("type") == "AgentMessage":
            self._answer_event({"message": text})


_Handler = Callable[[Rollout, dict[str, Any]], None]
_ITEMS: dict[str, _Handler] = {
    "message": Rollout._message,
    "reasoning": Rollout._reasoning,
    "function_call": Rollout._call,
    "custom_tool_call": Rollout._call,
    "local_shell_call": Rollout._action,
    "web_search_call": Rollout._action,
    "function_call_output": Rollout._output,
    "custom_tool_call_output": Rollout._output,
    "local_shell_call_output": Rollout._output,
}
_EVENTS: dict[str, _Handler] = {
    "user_message": Rollout._prompt_event,
    "agent_message": Rollout._answer_event,
    "agent_reasoning": Rollout._reasoning_event,
    "exec_command_end": Rollout._ended_event,
    "patch_apply_end": Rollout._ended_event,
    "turn_aborted": Rollout._aborted_event,
    "thread_rolled_back": Rollout._rolled_back_event,
    "thread_name_updated": Rollout._name_event,
    "item_completed": Rollout._completed_event,
}
