"""Reads the messages that Cline or Roo Code exchanged with the model: API conversation history.

What the person typed and what tools answered stand in the same user messages. Nothing here knows
a file.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
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
from graphpack.readers.blocks import arguments_of, output_text, parts_of
from graphpack.readers.cline_calls import call_parts, spoken_parts
from graphpack.readers.cline_text import (
    SUMMARY_OPENING,
    TALK_TOOLS,
    Block,
    heading_of,
    human_parts,
    read_block,
    read_output,
    stated_time,
    without_environment,
)
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, plain, text_of, time_of

_OPENINGS = ("<task>", "<user_message>")
_MARKS = ("<environment_details>", "[TASK RESUMPTION]", "<feedback>")
_EXTRA_KEYS = frozenset({"condenseId", "condenseParent", "isSummary", "truncationParent"})
_STOPPED = compiled(r"\[Response interrupted by (?P<who>[^\]\n]{1,80})\]\s*\Z")
_MAX_MARKED_MESSAGES = 4
_MAX_TOOLS = 300
_HEADING_CHARS = 4000
_HUMAN_BLOCKS = ("image", "document", "file")


def is_history(items: Any) -> bool:
    """Tell a history of Cline or Roo Code from other lists of messages.

    Args:
        items: Anything; the messages of a list or a body.

    Returns:
        True where one of the first user messages holds tags that only these programs write.
    """
    seen = 0
    for item in list_of(items):
        message = dict_of(item)
        if not _EXTRA_KEYS.isdisjoint(message):
            return True
        if message.get("role") != "user":
            continue
        seen += 1
        for text in _texts(message.get("content")):
            start = text.lstrip()[:200]
            if start.startswith(_MARKS) or heading_of(text.lstrip()[:2000]):
                return True
            if start.startswith(_OPENINGS) and (seen == 1 or "ts" in message):
                return True
        if seen >= _MAX_MARKED_MESSAGES:
            break
    return False


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    for block in list_of(content):
        if isinstance(block, str):
            yield block
        elif dict_of(block).get("type") == "text":
            yield text_of(dict_of(block).get("text"))


def _blocks(content: Any) -> Iterator[dict[str, Any]]:
    for item in content if isinstance(content, list) else [content]:
        block = {"type": "text", "text": item} if isinstance(item, str) else dict_of(item)
        if block:
            yield block


def tool_names(messages: Iterable[Any]) -> frozenset[str]:
    """Collect the names of the tools that a history has outputs of.

    Args:
        messages: The records.

    Returns:
        At most some hundred names; a program made from Cline or Roo Code has tools of its own.
    """
    names: set[str] = set()
    for message in map(dict_of, messages):
        if message.get("role") == "user":
            for text in _texts(message.get("content")):
                heading = heading_of(text.lstrip()[:_HEADING_CHARS])
                if heading and len(names) < _MAX_TOOLS:
                    names.add(heading[0])
    return frozenset(names)


@dataclass(slots=True)
class History:
    """The state of reading one history.

    Args:
        faults: Takes what was skipped.
        pattern: Finds calls in an answer's text, from ``call_pattern``.
        names: The tools' names by the ids of their calls.
        calls: The last answer's calls that have an id and no output yet.
        has_prompt: The person has said something.
        is_stopped: The person stopped the last answer.
    """

    faults: Faults
    pattern: re.Pattern[str]
    calls: deque[ToolCall] = field(default_factory=deque)
    names: dict[str, str] = field(default_factory=dict)
    has_prompt: bool = False
    is_stopped: bool = False

    def drafts(self, raw: Any, place: int | str) -> Iterator[Draft]:
        """Read one message.

        Args:
            raw: The record.
            place: Where it is, for notices.

        Yields:
            Drafts in order: an answer, or outputs and what the person said.
        """
        message = dict_of(raw)
        role = message.get("role")
        at = time_of(message.get("ts"))
        if message.get("isTruncationMarker") is True:
            return
        if message.get("isSummary") is True:
            yield from _summary(message, self.faults, place)
        elif role == "assistant" or (role is None and message.get("type") == "reasoning"):
            yield from self._answer(message, place)
        elif role == "user":
            yield from self._user(message, place)
        elif role == "system":
            yield Draft(Role.SYSTEM, parts_of(message.get("content"), self.faults, place), at)
        else:
            self.faults.add("broken-record", "not a message; left out", place)

    def _answer(self, message: dict[str, Any], place: int | str) -> Iterator[Draft]:
        parts: list[Part] = []
        if message.get("type") == "reasoning":
            parts += parts_of([message], self.faults, place)
        for block in _blocks(message.get("content")):
            parts += self._spoken(block, place)
        thought = text_of(message.get("reasoning_content"))
        if thought.strip() and not any(isinstance(part, Reasoning) for part in parts):
            parts.insert(0, Reasoning(thought))
        calls = [part for part in parts if isinstance(part, ToolCall)]
        if calls:
            self.calls = deque(calls)
        if parts:
            author = _model(message)
            at, own = time_of(message.get("ts")), name_of(message.get("id"))
            yield Draft(Role.ASSISTANT, tuple(parts), at, author, source_id=own)

    def _spoken(self, block: dict[str, Any], place: int | str) -> list[Part]:
        kind = block.get("type")
        if kind == "text":
            text = text_of(block.get("text"))
            stopped = _STOPPED.search(text, max(0, len(text) - 200))
            if stopped:
                text = text[: stopped.start()].rstrip()
                self.is_stopped = stopped["who"] == "user"
            return spoken_parts(text, self.pattern)
        if kind == "tool_use":
            name = name_of(block.get("name")) or "unknown"
            call_id = name_of(block.get("id"))
            if call_id:
                self.names[call_id] = name
            return call_parts(name, arguments_of(block.get("input")), call_id)
        return list(parts_of([block], self.faults, place))

    def _user(self, message: dict[str, Any], place: int | str) -> Iterator[Draft]:
        at, own = time_of(message.get("ts")), name_of(message.get("id"))
        at = at or _stated(message.get("content"))
        for role, parts in _runs(self._pieces(message.get("content"), place)):
            if role is Role.ASSISTANT:
                yield Draft(role, tuple(parts), at, origin=Origin.COMPACTION)
                continue
            is_human = role is Role.USER
            stopped = is_human and self.is_stopped
            if is_human:
                self.has_prompt, self.is_stopped = True, False
            yield Draft(role, tuple(parts), at, source_id=own, is_interruption=stopped)

    def _pieces(self, content: Any, place: int | str) -> Iterator[tuple[Role, Part]]:
        """Say of each part of a user message who it is from; a summary is the assistant's."""
        opened: Block | None = None
        for block in _blocks(content):
            kind = block.get("type")
            if kind == "text":
                found = read_block(text_of(block.get("text")))
                if opened and opened.result and found.loose:
                    found, opened = read_output(opened.result.name, found.loose), None
            elif kind == "tool_result":
                found = self._native(block)
            else:
                role = Role.USER if kind in _HUMAN_BLOCKS else Role.TOOL
                for part in parts_of([block], self.faults, place):
                    yield role, part
                continue
            if opened:
                yield from self._placed(opened, place)
            opened = found if found.is_open else None
            if not opened:
                yield from self._placed(found, place)
        if opened:
            yield from self._placed(opened, place)

    def _native(self, block: dict[str, Any]) -> Block:
        text = without_environment(output_text(block.get("content"))).strip()
        heading = heading_of(text)
        call_id = name_of(block.get("tool_use_id"))
        name = self.names.get(call_id or "") or (heading[0] if heading else None)
        found = read_output(name, heading[1] if heading else text, call_id)
        flag = block.get("is_error")
        result = found.result
        if result and isinstance(flag, bool) and not result.is_rejected:
            result = ToolResult(result.text, result.name, call_id, flag)
        return Block(found.human, result)

    def _placed(self, found: Block, place: int | str) -> Iterator[tuple[Role, Part]]:
        result = found.result
        if result and result.name not in TALK_TOOLS:
            yield Role.TOOL, self._paired(result)
        for part in found.human:
            yield Role.USER, part
        if found.summary:
            yield Role.ASSISTANT, Text(found.summary)
        if found.loose and not self.has_prompt:
            for part in human_parts(found.loose):
                yield Role.USER, part
        elif found.loose:
            self.faults.add("harness-text", "the program's words to the model; left out", place)

    def _paired(self, result: ToolResult) -> ToolResult:
        """Give an output the id of the first call of its name that has none yet."""
        for call in self.calls:
            if call.call_id == result.call_id if result.call_id else call.name == result.name:
                self.calls.remove(call)
                return ToolResult(
                    result.text, call.name, call.call_id, result.is_error, result.is_rejected
                )
        return result


def _runs(pieces: Iterator[tuple[Role, Part]]) -> Iterator[tuple[Role, list[Part]]]:
    """Join neighbours of one speaker; a picture goes with what stands before it."""
    held: tuple[Role, list[Part]] | None = None
    for role, part in pieces:
        if held and (role is held[0] or isinstance(part, Image)):
            held[1].append(part)
            continue
        if held:
            yield held
        held = (role, [part])
    if held:
        yield held


def _summary(message: dict[str, Any], faults: Faults, place: int | str) -> Iterator[Draft]:
    words: list[Part] = []
    for part in parts_of(message.get("content"), faults, place):
        if isinstance(part, Text) and (text := without_environment(part.text).strip()):
            words.append(Text(text))
        elif isinstance(part, Reasoning):
            words.append(part)
    if words:
        at = time_of(message.get("ts"))
        yield Draft(Role.ASSISTANT, tuple(words), at, origin=Origin.COMPACTION)


def _stated(content: Any) -> datetime | None:
    times = (time_of(stated_time(text)) for text in _texts(content))
    return next((at for at in times if at), None)


def _model(message: dict[str, Any]) -> str | None:
    about = dict_of(message.get("modelInfo"))
    keys = ("modelId", "id", "model")
    return next((name for key in keys if (name := name_of(about.get(key)))), None)


def is_summary_text(text: str) -> bool:
    """Tell the summary that stands for a folded conversation from a person's words."""
    return plain(text).lstrip().startswith(("Context summary:", SUMMARY_OPENING))
