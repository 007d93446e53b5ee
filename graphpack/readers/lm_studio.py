"""Reads LM Studio's conversation files.

Each message has versions (retries, edits), one of which is on screen; an answer is a row of steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Image,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.assembly import Draft, Label, answer_drafts
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import arguments_of, output_text
from graphpack.readers.branched import Tree, assemble, read_chats
from graphpack.readers.exports import Record
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.shapes import role_of
from graphpack.readers.thoughts import split_thoughts

Raw = dict[str, Any]

_PROMPT_KEY = "llm.prediction.systemPrompt"
_MIN_MILLISECONDS = 1_000_000_000_000
_SILENT_STEPS = frozenset({"debugInfoBlock", "genInfo", "status", "toolStatus"})


class Reader:
    """Reads ``<time>.conversation.json``."""

    name: ClassVar[str] = "lm-studio"
    about: ClassVar[str] = "LM Studio conversation file (.conversation.json)"
    facts: ClassVar[Facts] = Facts(
        where="`~/.lmstudio/conversations/` (older: `~/.cache/lm-studio/conversations/`)",
        keeps="the selected versions, the others as branches, thinking, tool calls and results, "
        "names of files, models, the system prompt",
        drops="debug blocks, statistics, the file text injected into prompts",
        checked="no whole file; made-up ones after the layout of 0.3, internal by its maker",
        sign="messages with `versions` and `currentlySelected`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for messages with versions."""
        messages = list_of(dict_of(probe.document).get("messages"))
        return Certainty.SURE if any(map(_is_message, messages)) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the conversation, along the selected versions."""
        return read_chats(source, _chats, _conversation)


def _is_message(value: Any) -> bool:
    versions = list_of(dict_of(value).get("versions"))
    return any({"role", "content", "steps"} & dict_of(version).keys() for version in versions)


def _chats(document: Any) -> list[Any] | None:
    if isinstance(document, list):  # for a caller that says so: a list of such files
        return document
    messages = dict_of(document).get("messages")
    return [document] if isinstance(messages, list) else None


@dataclass(slots=True)
class _Versions:
    """The versions of all messages as one tree."""

    parents: dict[int, int | None] = field(default_factory=dict)
    drafts: dict[int, tuple[Draft, ...]] = field(default_factory=dict)
    leaf: int | None = None

    def take(self, message: Raw, place: int, faults: Faults) -> None:
        """Add a message's versions after the selected one of the message before."""
        versions = list_of(message.get("versions"))
        selected = message.get("currentlySelected")
        if not isinstance(selected, int) or not 0 <= selected < len(versions):
            selected = len(versions) - 1
        after = self.leaf
        for number, version in enumerate(versions):
            key = len(self.parents)
            self.parents[key] = after
            self.drafts[key] = tuple(_drafts(dict_of(version), place, faults))
            if number == selected:
                self.leaf = key


def _conversation(raw: Raw, record: Record, faults: Faults) -> Conversation | None:
    tree = _Versions()
    for place, message in enumerate(list_of(raw.get("messages")), start=1):
        if isinstance(message, dict) and list_of(message.get("versions")):
            tree.take(message, place, faults)
        elif message is not None:
            faults.add("broken-record", "a message without versions; skipped", place)
    at = time_of(raw.get("createdAt"))
    # its name is the time it was started, which is all that tells two apart
    own_id = str(raw["createdAt"]) if at and isinstance(raw["createdAt"], int) else None
    return assemble(
        Tree(tree.parents, tree.drafts, tree.leaf, _head(raw)),
        ConversationSource(record.name, Reader.name),
        faults,
        Label(own_id, name_of(raw.get("name")), at),
    )


def _head(raw: Raw) -> tuple[Draft, ...]:
    settings = list_of(dict_of(raw.get("perChatPredictionConfig")).get("fields"))
    given = [raw.get("systemPrompt")]
    given += [f.get("value") for f in map(dict_of, settings) if f.get("key") == _PROMPT_KEY]
    system = next((text for text in map(text_of, given) if text.strip()), "")
    return (Draft(Role.SYSTEM, (Text(system),)),) if system else ()


def _drafts(version: Raw, place: int, faults: Faults) -> Iterator[Draft]:
    steps = version.get("steps")
    role = role_of(version.get("role")) or (Role.ASSISTANT if isinstance(steps, list) else None)
    if role is None:
        faults.add("broken-record", "a message of nobody known; skipped", place)
        return
    parts: list[Part] = []
    at = None
    for block in list_of(version.get("content")):
        parts.extend(_part(block, role, faults, place))
    for step in map(dict_of, list_of(steps)):
        parts.extend(_step(step, faults, place))
        at = at or _step_time(step)
    if role is not Role.ASSISTANT:
        yield Draft(role, tuple(parts), at)
        return
    sender = name_of(dict_of(version.get("senderInfo")).get("senderName"))
    like = Draft(role, tuple(parts), at, sender)
    yield from answer_drafts(parts, like) if parts else (like,)


def _step(step: Raw, faults: Faults, place: int) -> Iterator[Part]:
    kind = text_of(step.get("type"))
    if kind != "contentBlock":
        if kind not in _SILENT_STEPS:
            faults.add("unknown-block", f"a step of an unknown type '{kind}'; left out", place)
        return
    is_thought = dict_of(step.get("style")).get("type") == "thinking"
    for block in list_of(step.get("content")):
        for part in _part(block, Role.ASSISTANT, faults, place):
            yield Reasoning(part.text.strip()) if is_thought and isinstance(part, Text) else part


def _step_time(step: Raw) -> Any:
    """Read the time that a step's identifier begins with."""
    digits = text_of(step.get("stepIdentifier"))[:13]
    is_time = digits.isdecimal() and digits.isascii() and int(digits) >= _MIN_MILLISECONDS
    return time_of(int(digits)) if is_time else None


def _part(value: Any, role: Role, faults: Faults, place: int) -> Iterator[Part]:
    block = {"type": "text", "text": value} if isinstance(value, str) else dict_of(value)
    kind = text_of(block.get("type"))
    if kind == "text":
        text = text_of(block.get("text"))
        if role is Role.ASSISTANT:
            yield from split_thoughts(text)
        elif text.strip():
            yield Text(text)
    elif kind == "file":
        yield _file(block)
    elif kind == "toolCallRequest":
        call = dict_of(block.get("toolCallRequest")) or block
        given = call.get("arguments", call.get("parameters"))
        yield ToolCall(name_of(call.get("name")) or "unknown", arguments_of(given), _call_id(block))
    elif kind == "toolCallResult":
        text = output_text(block.get("content"))
        yield ToolResult(text, name_of(block.get("name")), _call_id(block))
    else:
        faults.add("unknown-block", f"content of an unknown type '{kind}'; left out", place)


def _file(block: Raw) -> Part:
    name = name_of(block.get("name")) or name_of(block.get("fileIdentifier")) or "file"
    is_image = text_of(block.get("fileType")).startswith("image")
    return Image(name=name) if is_image else Attachment(name)


def _call_id(block: Raw) -> str | None:
    """Find what pairs a call with its result: a number in some versions, a name in others."""
    inner = dict_of(block.get("toolCallRequest"))
    for value in (
        block.get("toolCallId"), block.get("callId"), inner.get("id"),
        block.get("toolCallRequestId"),
    ):  # fmt: skip
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if name_of(value):
            return name_of(value)
    return None
