"""Turns the records of one Claude Code session into messages, in the order of the file.

Takes records one by one (``Session.take``) and gives the messages at the end, because later
records decide about earlier ones: a rewound prompt, a queued prompt that is sent after all.

Source: sessions of Claude Code 1.0.24 to 2.1.183, seen 2026-11.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from sys import intern
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
from graphpack.readers.claude_code_branches import split_branches
from graphpack.readers.claude_code_queue import Queue
from graphpack.readers.claude_code_text import (
    SUMMARY_OPENING,
    block_text,
    human,
    is_closing,
    is_open,
    outcome,
    queued,
)
from graphpack.readers.drafts import Abandoned, Draft, title_of
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, text_of

_SYNTHETIC = "<synthetic>"
_ASKING = "AskUserQuestion"
"""The tool by which the assistant asks; what others call answers is nobody's."""


@dataclass(slots=True, eq=False)
class Session:
    """What one file says so far.

    Args:
        faults: Takes what is skipped.
        is_agent: The file is a sub-agent's own: its thread is the main one here.
        id: The session's id, None before the first record.
        agent: The sub-agent's id.
        drafts: The messages so far.
        custom_title: What a person called the session.
        own_title: What the program called it.
        summaries: Titles with the record that each ends at, which may be in another file.
        started: Time of the first record, as written.
        abandoned: The branches below prompts that were rewound, once it is finished.
    """

    faults: Faults
    is_agent: bool = False
    id: str | None = None
    agent: str | None = None
    drafts: list[Draft] = field(default_factory=list)
    custom_title: str | None = None
    own_title: str | None = None
    summaries: list[tuple[str, str]] = field(default_factory=list)
    started: str | None = None
    abandoned: list[Abandoned] = field(default_factory=list)
    _queue: Queue[Draft] = field(default_factory=Queue)
    _parents: dict[str, str | None] = field(default_factory=dict)
    _prompts: dict[str, list[str]] = field(default_factory=dict)
    _answers: dict[str, Draft] = field(default_factory=dict)
    _tools: dict[str, str] = field(default_factory=dict)
    _is_interrupted: bool = False

    def take(self, line: int, record: Any) -> None:
        """Take the next record.

        Args:
            line: Its line, for notices.
            record: Any JSON value; what is no record of a session is ignored.
        """
        if not isinstance(record, dict):
            return
        kind = record.get("type")
        uuid = record.get("uuid")
        if isinstance(uuid, str):
            if uuid in self._parents:
                return  # a copy: resuming and forking write the chain again
            parent = record.get("parentUuid")
            self._parents[uuid] = parent if isinstance(parent, str) else None
            self._head(record)
        handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler:
            handler(self, record)
        elif "content" in dict_of(record.get("message")):
            self.faults.add("unknown-record", f"records of type {kind!r}; left out", line)

    def finish(self) -> list[Draft]:
        """Drop what later records took back, and give what stays."""
        there = [draft for draft in self.drafts if not draft.is_dropped and draft.parts]
        kept, self.abandoned = split_branches(there, self._parents, self._prompts)
        for _ in range(len(there) - len(kept)):
            self.faults.add("abandoned-branch", "messages of a rewound prompt; --branch reads them")
        return kept

    def title(self, drafts: list[Draft]) -> str | None:
        """Name the session: by its person, by the model, else by its first prompt."""
        if self.custom_title or self.own_title:
            return self.custom_title or self.own_title
        for summary, leaf in reversed(self.summaries):
            if leaf in self._parents:  # most summary lines are those of other sessions
                return summary
        return title_of(drafts)

    def _head(self, record: dict[str, Any]) -> None:
        if self.id is None:
            self.id = text_of(record.get("sessionId")) or None
            self.agent = text_of(record.get("agentId")) or None
            self.is_agent = bool(self.agent and record.get("isSidechain"))
        if self.started is None:
            self.started = text_of(record.get("timestamp")) or None

    def _add(self, draft: Draft, record: dict[str, Any]) -> Draft:
        draft.at = text_of(record.get("timestamp")) or None
        draft.source_id = text_of(record.get("uuid")) or None
        if record.get("isSidechain") and not self.is_agent:
            draft.origin = Origin.SUBAGENT
        self.drafts.append(draft)
        return draft

    def _user(self, record: dict[str, Any]) -> None:
        content = dict_of(record.get("message")).get("content")
        blocks = list_of(content)
        results = [b for b in blocks if isinstance(b, dict) and b.get("type") == "tool_result"]
        if results:
            self._results(results, record)
        text = content if isinstance(content, str) else ""
        if record.get("isCompactSummary") or text.startswith(SUMMARY_OPENING):
            self._compaction(text or block_text(content), record)
        elif not _is_machine_made(record):
            said, parts = self._words(text, blocks)
            if parts:
                draft = self._say(parts, record)
                self._settle(said, draft)
                if not results and not text.startswith("<command-"):
                    self._branch(draft, record)

    def _settle(self, said: str, draft: Draft) -> None:
        """Let a prompt replace the queued ones it repeats."""
        if draft.origin is Origin.MAIN:
            for waiting in self._queue.match(said, is_attached=False):
                waiting.is_dropped = True

    def _branch(self, draft: Draft, record: dict[str, Any]) -> None:
        """Note whose child a prompt is: a second prompt there means the first was rewound.

        Commands do not count, they do not move the chain; nor do roots, a compaction or a resumed
        session starts a new one.
        """
        parent = record.get("parentUuid")
        if draft.origin is Origin.MAIN and draft.source_id and isinstance(parent, str):
            self._prompts.setdefault(parent, []).append(draft.source_id)

    def _words(self, text: str, blocks: list[Any]) -> tuple[str, list[Part]]:
        """Give the words of a user record and its parts; remember an interruption."""
        parts: list[Part] = []
        texts = [text] if text else []
        for block in blocks:
            kind = block.get("type") if isinstance(block, dict) else None
            if kind == "text" and isinstance(block.get("text"), str):
                texts.append(block["text"])
            elif kind == "image":
                parts.append(_image(block))
        said, is_inside = list[str](), False
        for number, raw in enumerate(texts):
            if is_inside:  # a reminder that goes over several blocks
                is_inside = not is_closing(raw)
                continue
            is_inside = is_open(raw) and any(map(is_closing, texts[number + 1 :]))
            words = human(raw)
            self._is_interrupted |= words.is_interruption
            if words.text:
                said.append(words.text)
            if words.between:
                parts.append(Attachment("system-reminder", words.between))
        return "\n".join(said), [*map(Text, said), *parts]

    def _say(self, parts: list[Part], record: dict[str, Any]) -> Draft:
        """Add a person's message; it ends an interruption."""
        draft = self._add(Draft(Role.USER, parts), record)
        draft.is_interruption = self._is_interrupted and draft.origin is Origin.MAIN
        self._is_interrupted &= draft.origin is not Origin.MAIN
        return draft

    def _compaction(self, text: str, record: dict[str, Any]) -> None:
        if text.strip():
            draft = self._add(Draft(Role.ASSISTANT, [Text(text.strip())]), record)
            draft.origin = Origin.COMPACTION

    def _results(self, blocks: list[dict[str, Any]], record: dict[str, Any]) -> None:
        extra = dict_of(record.get("toolUseResult"))
        draft = self._add(Draft(Role.TOOL, []), record)
        draft.agent = text_of(extra.get("agentId")) or None
        reasons: list[Part] = []
        for block in blocks:
            call_id = text_of(block.get("tool_use_id")) or None
            content = block.get("content")
            name = self._tools.get(call_id) if call_id else None
            is_told = _is_refusal(name, record.get("toolUseResult"))
            result = outcome(content, block.get("is_error"), is_told=is_told)
            draft.parts.append(
                ToolResult(result.text, name, call_id, result.is_error, result.is_rejected)
            )
            draft.parts += [
                _image(b) for b in list_of(content) if dict_of(b).get("type") == "image"
            ]
            self._is_interrupted |= result.is_rejected and draft.origin is Origin.MAIN
            if result.reason:
                reasons.append(Text(result.reason))
        is_asked = any(self._tools.get(text_of(b.get("tool_use_id"))) == _ASKING for b in blocks)
        words = reasons + [Text(answer) for answer in (_answers(extra) if is_asked else ())]
        if words and draft.origin is Origin.MAIN:
            self._say(words, record)

    def _assistant(self, record: dict[str, Any]) -> None:
        message = dict_of(record.get("message"))
        model = message.get("model")
        if model == _SYNTHETIC or record.get("isApiErrorMessage"):
            return
        parts = _assistant_parts(message.get("content"))
        for part in parts:
            if isinstance(part, ToolCall) and part.call_id:
                self._tools[part.call_id] = part.name
        key = text_of(message.get("id"))
        draft = self._answers.get(key) if key else None
        if draft is None:
            draft = self._add(Draft(Role.ASSISTANT, parts), record)
            draft.author = intern(model) if isinstance(model, str) else None
            self._is_interrupted &= draft.origin is not Origin.MAIN
            if key:
                self._answers[key] = draft
        else:
            draft.parts += [part for part in parts if part not in draft.parts]

    def _queue_operation(self, record: dict[str, Any]) -> None:
        operation = record.get("operation")
        if operation == "enqueue":
            text = queued(record.get("content"))
            draft = self._add(Draft(Role.USER, [Text(text)]), record) if text else None
            self._queue.put(draft, text)
        elif operation == "popAll":
            for draft in self._queue.take_back():
                draft.is_dropped = True
        elif operation in ("dequeue", "remove"):
            self._queue.leave(is_sent=operation == "dequeue")

    def _attachment(self, record: dict[str, Any]) -> None:
        attached = dict_of(record.get("attachment"))
        if attached.get("type") == "queued_command":
            text = queued(attached.get("prompt"))
            if text and not _is_machine_made(attached):
                for draft in self._queue.match(text, is_attached=True):
                    draft.is_dropped = True
                self._add(Draft(Role.USER, [Text(text)]), record)
        elif attached.get("type") == "file":
            self._file(attached)

    def _file(self, attached: dict[str, Any]) -> None:
        """Add a mentioned file to the prompt that mentions it."""
        if not self.drafts or self.drafts[-1].role is not Role.USER:
            return
        name = text_of(attached.get("displayPath")) or text_of(attached.get("filename"))
        body = dict_of(dict_of(attached.get("content")).get("file")).get("content")
        self.drafts[-1].parts.append(Attachment(name or "file", text_of(body)))

    def _summary(self, record: dict[str, Any]) -> None:
        summary, leaf = text_of(record.get("summary")), text_of(record.get("leafUuid"))
        if summary and leaf:
            self.summaries.append((summary, leaf))

    def _custom_title(self, record: dict[str, Any]) -> None:
        self.custom_title = text_of(record.get("customTitle")).strip() or self.custom_title

    def _ai_title(self, record: dict[str, Any]) -> None:
        self.own_title = text_of(record.get("aiTitle")).strip() or self.own_title


def _is_machine_made(record: dict[str, Any]) -> bool:
    """Say whether a prompt's own marks tell that no person typed it."""
    return bool(
        record.get("isMeta")
        or record.get("isVisibleInTranscriptOnly")
        or record.get("promptSource") == "system"
        or record.get("commandMode", "prompt") != "prompt"
        or dict_of(record.get("origin")).get("kind", "human") != "human"
    )


def _assistant_parts(content: Any) -> list[Part]:
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    parts: list[Part] = []
    for block in list_of(content):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text":
            text = text_of(block.get("text"))
            if text.strip() and text != "(no content)":
                parts.append(Text(text))
        elif kind == "thinking":
            text = text_of(block.get("thinking"))
            if text.strip():
                parts.append(Reasoning(text))
        elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
            parts += _call(block)
    return parts


def _call(block: dict[str, Any]) -> list[Part]:
    """Read a tool call; the plan that is put before the person is also said in words."""
    name = intern(text_of(block.get("name")) or "unknown")
    given = block.get("input")
    call_id = text_of(block.get("id")) or None
    if isinstance(given, str):
        return [ToolCall(name, given, call_id)]
    arguments = dict_of(given)
    plan = text_of(arguments.get("plan")) if name == "ExitPlanMode" else ""
    if plan.strip():
        rest = {key: value for key, value in arguments.items() if key != "plan"}
        return [Text(plan), ToolCall(name, rest, call_id)]
    return [ToolCall(name, arguments, call_id)]


def _is_refusal(name: str | None, result: Any) -> bool:
    """Whether the program itself may tell of a refusal: a server's tool can write what it likes."""
    return not (name or "").startswith("mcp__") and not isinstance(result, dict | list)


def _answers(extra: dict[str, Any]) -> list[str]:
    """Read what a person answered to the assistant's questions, each under its heading."""
    answers = dict_of(extra.get("answers"))
    headings = {
        question.get("question"): text_of(question.get("header"))
        for question in list_of(extra.get("questions"))
        if isinstance(question, dict) and isinstance(question.get("question"), str)
    }
    said = []
    for question, answer in answers.items():
        if isinstance(answer, list):
            answer = ", ".join(item for item in answer if isinstance(item, str))
        if isinstance(answer, str) and answer.strip():
            heading = headings.get(question)
            said.append(f"{heading}: {answer.strip()}" if heading else answer.strip())
    return said


def _image(block: dict[str, Any]) -> Image:
    return Image(text_of(dict_of(block.get("source")).get("media_type")) or None)


_HANDLERS: dict[str, Callable[[Session, dict[str, Any]], None]] = {
    "user": Session._user,
    "assistant": Session._assistant,
    "queue-operation": Session._queue_operation,
    "attachment": Session._attachment,
    "summary": Session._summary,
    "custom-title": Session._custom_title,
    "ai-title": Session._ai_title,
}
