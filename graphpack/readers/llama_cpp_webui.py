"""Reads the conversations that llama.cpp's web page exports, as JSON or as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterator
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
    ToolResult,
)
from graphpack.readers.assembly import Draft, Label, answer_drafts
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import calls_of, parts_of
from graphpack.readers.branched import Tree, assemble, read_chats, read_records
from graphpack.readers.branching import link
from graphpack.readers.exports import Record
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import iter_records
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.open_webui_content import decoded
from graphpack.readers.probe import probe as look
from graphpack.readers.shapes import role_of
from graphpack.readers.thoughts import split_thoughts

Raw = dict[str, Any]

_ROOT = "root"


class Reader:
    """Reads ``conv`` with ``messages``, or a line for a session and one for each message."""

    name: ClassVar[str] = "llama-cpp-webui"
    about: ClassVar[str] = "llama.cpp web page, exported conversations (JSON, JSON Lines)"
    facts: ClassVar[Facts] = Facts(
        where="the page of llama-server: Settings, Import/Export; or a chat's menu, Export",
        keeps="the path to the current message and its branches, thinking, tool calls and results, "
        "names and words of files",
        drops="pictures' and sounds' bytes, timings",
        checked="no whole file; made-up ones after the program's source of 2025-2026",
        sign="`conv` with `currNode`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for a conversation with a current node."""
        if any(map(_is_session, probe.records[:1])):
            return Certainty.SURE
        found = any(map(_is_chat, _chats(probe.document) or ()))
        return Certainty.SURE if found else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the conversations in file order, each along its current path."""
        if any(map(_is_session, look(source).records[:1])):
            faults = Faults(source.name)
            return read_records(_sessions(source, faults), _conversation, faults)
        return read_chats(source, _chats, _conversation)


def _is_session(value: Any) -> bool:
    raw = dict_of(value)
    return raw.get("type") == "session" and "currNode" in raw


def _chats(document: Any) -> list[Any] | None:
    if isinstance(document, list):
        return document
    return [document] if _is_chat(document) else None


def _is_chat(value: Any) -> bool:
    raw = dict_of(value)
    return "currNode" in dict_of(raw.get("conv")) or (
        "conv" in raw and any("convId" in dict_of(m) for m in list_of(raw.get("messages")))
    )


def _sessions(source: Opened, faults: Faults) -> Iterator[Record]:
    """Put the lines of each session together."""
    held: Raw | None = None
    number = 0
    for number, value in iter_records(source, faults):
        kind = dict_of(value).get("type")
        if kind == "session":
            if held:
                yield Record(source.name, held["line"], held)
            held = {"conv": value, "messages": [], "line": number}
        elif kind == "message" and held:
            held["messages"].append(value.get("message"))
        else:
            faults.add("broken-record", "neither a session nor its message; skipped", number)
    if held:
        yield Record(source.name, held["line"], held)


def _conversation(raw: Raw, record: Record, faults: Faults) -> Conversation | None:
    about = dict_of(raw.get("conv"))
    listed = list_of(raw.get("messages"))
    messages = [message for message in listed if isinstance(message, dict)]
    for _ in range(sum(item is not None for item in listed) - len(messages)):
        faults.add("broken-record", "a message that is no object; skipped")
    ids = [name_of(message.get("id")) for message in messages]
    parents = [name_of(message.get("parent")) for message in messages]
    current = name_of(about.get("currNode"))
    tree = Tree(
        link(ids, parents, faults),
        {place: tuple(_drafts(message, faults)) for place, message in enumerate(messages)},
        ids.index(current) if current is not None and current in ids else None,
    )
    label = Label(name_of(about.get("id")), name_of(about.get("name")))
    return assemble(tree, ConversationSource(record.name, Reader.name), faults, label)


def _drafts(raw: Raw, faults: Faults) -> Iterator[Draft]:
    if raw.get("type") == _ROOT and not text_of(raw.get("content")).strip():
        return
    own = name_of(raw.get("id"))
    role = role_of(raw.get("role"))
    if role is None:
        faults.add("broken-record", "a message of nobody known; skipped", own)
        return
    parts = tuple(_parts(raw, role, faults))
    at = time_of(raw.get("timestamp"))
    author = name_of(raw.get("model")) if role is Role.ASSISTANT else None
    like = Draft(role, parts, at, author, source_id=own)
    yield from answer_drafts(parts, like) if role is Role.ASSISTANT and parts else (like,)


def _parts(raw: Raw, role: Role, faults: Faults) -> Iterator[Part]:
    said = parts_of(raw.get("content"), faults, name_of(raw.get("id")))
    if role is Role.TOOL:
        words = "\n".join(part.text for part in said)
        yield ToolResult(words, call_id=name_of(raw.get("toolCallId")))
        return
    for key in ("thinking", "reasoningContent"):
        if role is Role.ASSISTANT and text_of(raw.get(key)).strip():
            yield Reasoning(text_of(raw.get(key)))
    for part in said:
        is_answer = role is Role.ASSISTANT and isinstance(part, Text)
        yield from split_thoughts(part.text) if is_answer else (part,)
    calls = raw.get("toolCalls")
    yield from calls_of(decoded(calls) if isinstance(calls, str) else calls)
    yield from _files(raw)


def _files(raw: Raw) -> Iterator[Part]:
    for item in map(dict_of, list_of(raw.get("extra"))):
        name = name_of(item.get("name"))
        kind = text_of(item.get("type"))
        if kind == "imageFile":
            yield Image(name=name)
        elif name or text_of(item.get("content")).strip():
            media_type = name_of(item.get("mimeType"))
            yield Attachment(name or "pasted text", text_of(item.get("content")), media_type)
