"""Cline's command line and SDK: ``<id>.messages.json``, with the files beside it.

The manifest gives title and time; the compaction record is a machine's summary and a copy of the
last messages. Neither is a conversation of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any, ClassVar

import orjson

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Origin,
    Part,
    Role,
    Text,
    ToolResult,
)
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import arguments_of, output_text, parts_of
from graphpack.readers.cline_calls import call_parts
from graphpack.readers.cline_history import is_summary_text
from graphpack.readers.cline_text import without_environment
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.probe import probe as look
from graphpack.readers.shapes import is_message

_MESSAGES, _MANIFEST, _COMPACTION = "messages", "manifest", "compaction"
_SIDES = {
    _MANIFEST: "the manifest of a Cline session",
    _COMPACTION: "the compaction record of a Cline session: a summary for the model, and a copy of "
    "the last messages",
}
_MANIFEST_KEYS = frozenset({"session_id", "started_at", "workspace_root"})
_INPUT = compiled(r"\s*<user_input\b[^>\n]{0,200}>\n?(.*?)\n?</user_input>", re.DOTALL)


class Reader:
    """Reads a session's messages; the manifest beside them names it."""

    name: ClassVar[str] = "cline-sdk"
    about: ClassVar[str] = "Cline CLI or SDK session: <id>.messages.json"
    facts: ClassVar[Facts] = Facts(
        where="`~/.cline/data/sessions/<id>/`",
        keeps="mentioned files, calls with their outputs, models, the manifest's title and fork",
        drops="the system prompt, costs, the compaction record beside the messages",
        checked="one session of 2026-07 with its manifest and compaction record",
        sign="`sessionId` and `updated_at` beside messages",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a session's messages, its manifest and its compaction record."""
        return Certainty.SURE if _kind(probe.document) else Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put a session's manifest and compaction record under its messages."""
        known: list[tuple[Opened, str | None, tuple[str, str | None]]] = []
        for source in sources:
            document = look(source).document
            folder = str(PurePosixPath(source.name).parent)
            known.append((source, _kind(document), (folder, _session(document))))
        mains = {key: source for source, kind, key in known if kind == _MESSAGES}
        sides: dict[tuple[str, str | None], list[Opened]] = {}
        for source, kind, key in known:
            if kind != _MESSAGES:
                sides.setdefault(key, []).append(source)
        found: list[Opened] = []
        for source, kind, key in known:
            if kind == _MESSAGES and mains[key] is source:
                found.append(replace(source, members=tuple(sides.get(key, ()))))
            elif kind == _MESSAGES or key not in mains:
                found.append(source)
        return found

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the session's one conversation.

        Raises:
            ReadError: It is a side file, or no session.
        """
        faults = Faults(source.name)
        document = load_document(source, faults)
        kind = _kind(document)
        if kind in _SIDES:
            raise ReadError(
                f"{source.name}: {_SIDES[kind]}; it is not the conversation",
                hint="give <id>.messages.json, or the session's folder",
            )
        if kind is None:
            raise ReadError(f"{source.name}: holds no session of Cline")
        manifest = _manifest(source.members, faults)
        metadata = dict_of(manifest.get("metadata"))
        parent = name_of(dict_of(metadata.get("fork")).get("forkedFromSessionId"))
        if parent:
            faults.add("fork", f"begins with a copy of session {parent}")
        started = time_of(manifest.get("started_at"))
        title = name_of(manifest.get("title")) or name_of(metadata.get("title"))
        label = Label(_session(document), title, None if parent else started)
        origin = ConversationSource(source.name, self.name)
        found = conversation(_drafts(list_of(document["messages"]), faults), origin, faults, label)
        yield from attached([found] if found else [], Faults(source.name))


def _kind(document: Any) -> str | None:
    record = dict_of(document)
    messages = record.get("messages")
    if isinstance(messages, list) and {"sessionId", "updated_at"} <= set(record):
        first = dict_of(next(iter(messages), None))
        return _COMPACTION if _is_summary(first) else _MESSAGES
    return _MANIFEST if set(record) >= _MANIFEST_KEYS else None


def _session(document: Any) -> str | None:
    record = dict_of(document)
    return name_of(record.get("sessionId")) or name_of(record.get("session_id"))


def _is_summary(message: dict[str, Any]) -> bool:
    if dict_of(message.get("metadata")).get("kind") == "compaction_summary":
        return True
    first = next(iter(list_of(message.get("content"))), None)
    text = text_of(dict_of(first).get("text"))
    return message.get("role") == "user" and is_summary_text(text)


def _manifest(members: Sequence[Opened], faults: Faults) -> dict[str, Any]:
    for member in members:
        try:
            document = load_document(member, Faults(member.name))
        except ReadError as error:
            faults.add("unreadable-member", f"left out: {error}")
            continue
        if _kind(document) == _MANIFEST:
            return dict_of(document)
    return {}


def _drafts(items: list[Any], faults: Faults) -> Iterator[Draft]:
    """Read the messages.

    Source:
        A session of Cline's command line of 2026-07.
    """
    for number, item in enumerate(items, start=1):
        if item is None:  # a broken item, already counted
            continue
        if not is_message(item):
            faults.add("broken-record", "not a message; left out", number)
            continue
        at, own = time_of(item.get("ts")), name_of(item.get("id"))
        if _is_summary(item):
            words = parts_of(item.get("content"), faults, number)
            yield Draft(Role.ASSISTANT, words, at, origin=Origin.COMPACTION)
        elif item.get("role") == "user":
            yield from _user(item, Draft(Role.USER, (), at, source_id=own), faults, number)
        elif item.get("role") == "assistant":
            author = name_of(dict_of(item.get("modelInfo")).get("id"))
            parts = tuple(_spoken(item.get("content"), faults, number))
            yield Draft(Role.ASSISTANT, parts, at, author, source_id=own)


def _user(message: dict[str, Any], like: Draft, faults: Faults, number: int) -> Iterator[Draft]:
    results: list[Part] = []
    words: list[Part] = []
    for part in parts_of(message.get("content"), faults, number):
        if isinstance(part, ToolResult):
            results.append(part)
        elif isinstance(part, Text):
            wrapped = _INPUT.match(part.text)
            text = without_environment(wrapped[1] if wrapped else part.text).strip()
            if text:
                words.append(Text(text))
        else:
            words.append(part)
    raw = [dict_of(block) for block in list_of(message.get("content"))]
    blocks = [block for block in raw if block.get("type") == "tool_result"]
    if results:
        outputs = tuple(_output(block) for block in blocks)
        yield replace(like, role=Role.TOOL, parts=outputs)
    if words:
        yield replace(like, parts=tuple(words))


def _output(block: dict[str, Any]) -> ToolResult:
    """Read an output: answers to several queries, or one as JSON text."""
    content = block.get("content")
    if isinstance(content, str) and content.startswith("{"):
        try:
            content = orjson.loads(content)
        except orjson.JSONDecodeError:
            content = block.get("content")
    answers = content if isinstance(content, list) else [content]
    texts: list[str] = []
    is_error: bool | None = None
    for answer in answers:
        record = dict_of(answer)
        if "result" in record or "error" in record:
            text = output_text(record.get("result") or record.get("error"))
            if record.get("success") is False or record.get("error"):
                is_error = True
            elif record.get("success") is True and is_error is None:
                is_error = False
        else:
            text = output_text(answer)
        texts.append(text)
    flag = block.get("is_error")
    return ToolResult(
        "\n".join(text for text in texts if text),
        name_of(block.get("name")),
        name_of(block.get("tool_use_id")),
        flag if isinstance(flag, bool) else is_error,
    )


def _spoken(content: Any, faults: Faults, number: int) -> Iterator[Part]:
    for block in content if isinstance(content, list) else [content]:
        record = dict_of(block)
        if record.get("type") == "tool_use":
            name = name_of(record.get("name")) or "unknown"
            yield from call_parts(
                name, arguments_of(record.get("input")), name_of(record.get("id"))
            )
        else:
            yield from parts_of(block, faults, number)
