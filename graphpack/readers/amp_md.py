"""Amp threads as Markdown: what ``amp threads markdown`` prints.

Calls and outputs are fenced blocks under a line that names them; outputs stand under the user's
heading, though no person wrote them.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

import orjson

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Part,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.patterns import compiled
from graphpack.readers.amp import output_of
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import arguments_of
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.fences import code_lines
from graphpack.readers.jsonl import decode
from graphpack.readers.loose import plain, time_of
from graphpack.readers.opening import read_bytes

_HEADER = compiled(r"---\n(?:(?!---\n)[^\n]*\n){0,30}?threadId: (?P<id>T-\S+)\n")
_FIELD = compiled(r"(\w+): (.*)")
_TURN = compiled(r"## (User|Assistant)[ \t]*$")
_TOOL = compiled(r"\*\*Tool (Use|Result):\*\* `([^`\n]{1,200})`[ \t]*$")
_FILES, _FILES_END = "<attached_files>\n", "</attached_files>"
_FILE = compiled(r"^```(file:[^\n]*)\n", re.MULTILINE)
_HEADER_LINES = 40

_Turn = tuple[Role, list[Part]]


class Reader:
    """Reads the sections of a thread's Markdown."""

    name: ClassVar[str] = "amp-md"
    about: ClassVar[str] = "Amp thread (Markdown)"
    facts: ClassVar[Facts] = Facts(
        where="`amp threads markdown T-<uuid>`",
        keeps="attached files, calls with their outputs, title and time",
        drops="the outputs' wrapping in JSON where it is known",
        checked="parts of threads of 2025-12 to 2026-07",
        sign="header with `threadId: T-…`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a text whose header names a thread."""
        return Certainty.SURE if _HEADER.match(probe.head) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the thread.

        Raises:
            ReadError: It has no such header.
        """
        faults = Faults(source.name)
        text = plain(decode(read_bytes(source).removeprefix(b"\xef\xbb\xbf"), faults))
        header = _HEADER.match(text)
        if not header:
            raise ReadError(f"{source.name}: holds no thread of Amp")
        fields = dict(_fields(text))
        title = fields.get("title", "").strip().strip('"')
        label = Label(header["id"], title or None, time_of(fields.get("created", "")))
        origin = ConversationSource(source.name, self.name)
        turns = _paired(list(_turns(text)))
        drafts = (Draft(role, tuple(parts)) for role, parts in turns if parts)
        found = conversation(drafts, origin, faults, label)
        yield from attached([found] if found else [], Faults(source.name))


def _fields(text: str) -> Iterator[tuple[str, str]]:
    for line in text.split("\n", _HEADER_LINES)[1:_HEADER_LINES]:
        if line == "---":
            return
        field = _FIELD.match(line)
        if field:
            yield field[1], field[2]


def _turns(text: str) -> Iterator[_Turn]:
    """Cut the text into turns, a section's outputs apart from its words.

    Source:
        Amp's Markdown of threads of 2025-12 to 2026-07.
    """
    lines = text.split("\n")
    is_code = code_lines(lines, lambda number: _TURN.match(lines[number]) is not None)
    role: Role | None = None
    tool: re.Match[str] | None = None
    held: list[str] = []
    for number, line in enumerate([*lines, ""]):
        is_end = number == len(lines)
        turn = None if is_end or is_code[number] else _TURN.match(line)
        mark = None if is_end or is_code[number] else _TOOL.match(line)
        if not (turn or mark or is_end):
            held.append(line)
            continue
        if role is not None:
            yield from _section(role, tool, "\n".join(held).strip("\n"))
        held, tool = [], mark
        if turn:
            role = Role.USER if turn[1] == "User" else Role.ASSISTANT


def _section(role: Role, tool: re.Match[str] | None, body: str) -> Iterator[_Turn]:
    if tool is None:
        yield role, _words(role, body)
        return
    block, rest = _fenced(body)
    if tool[1] == "Use":
        yield Role.ASSISTANT, [ToolCall(tool[2], arguments_of(block))]
    else:
        value: Any = block
        with suppress(orjson.JSONDecodeError):
            value = orjson.loads(block)
        text, is_error = output_of(value)
        yield Role.TOOL, [ToolResult(text, None, tool[2], is_error)]
    yield role, _words(role, rest)


def _fenced(body: str) -> tuple[str, str]:
    """Part the fenced block that a section starts with from what follows it."""
    lines = body.lstrip("\n").split("\n")
    if not lines[0].startswith("```"):
        return "", body
    fence = lines[0][: len(lines[0]) - len(lines[0].lstrip("`"))]
    end = next((n for n in range(1, len(lines)) if lines[n].rstrip() == fence), len(lines))
    return "\n".join(lines[1:end]), "\n".join(lines[end + 1 :])


def _words(role: Role, body: str) -> list[Part]:
    parts: list[Part] = []
    start = body.find(_FILES) if role is Role.USER else -1
    end = body.find(_FILES_END, start) if start >= 0 else -1
    if end >= 0:
        parts += _files(body[start + len(_FILES) : end])
        body = body[:start] + body[end + len(_FILES_END) :]
    if body.strip():
        parts.insert(0, Text(body.strip()))
    return parts


def _files(block: str) -> Iterator[Attachment]:
    marks = list(_FILE.finditer(block))
    ends = [mark.start() for mark in marks[1:]] + [len(block)]
    for mark, end in zip(marks, ends, strict=True):
        content = block[mark.end() : end].rstrip("\n").removesuffix("```").rstrip("\n")
        yield Attachment(mark[1].strip(), content)


def _paired(turns: list[_Turn]) -> list[_Turn]:
    """Join neighbours of one speaker, and give each call the id of the output in its order."""
    joined: list[_Turn] = []
    for role, parts in turns:
        if parts and joined and joined[-1][0] is role and role is not Role.USER:
            joined[-1][1].extend(parts)
        elif parts:
            joined.append((role, parts))
    open_calls: deque[tuple[list[Part], int, ToolCall]] = deque()
    for role, parts in joined:
        for place, part in enumerate(parts):
            if isinstance(part, ToolCall):
                open_calls.append((parts, place, part))
            elif isinstance(part, ToolResult) and open_calls:
                home, at, call = open_calls.popleft()
                home[at] = replace(call, call_id=part.call_id)
                parts[place] = replace(part, name=call.name)
        if role is Role.USER:
            open_calls.clear()
    return joined
