"""Cline's and Roo Code's "Export task as Markdown": the messages sent to the model, as text.

Every user turn ends with the program's block about the environment and repeats all rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.cline_calls import call_pattern
from graphpack.readers.cline_history import History, tool_names
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import decode
from graphpack.readers.loose import plain
from graphpack.readers.opening import read_bytes

_TURN = compiled(r"(?:\A\s*|\n---\n\s*\n?)\*\*(User|Assistant):\*\*[ \t]*(?=\n|\Z)")
_MARK = compiled(
    r"^(?:<(?:task|user_message|environment_details|feedback)>"
    r"|\[[a-z]\w*(?:[ (][^\n]*)?\] Result:)",
    re.MULTILINE,
)
_CALL = compiled(r"^\[Tool Use: ([\w.:-]{1,100})\]$", re.MULTILINE)
_RESULT = compiled(r"^\[Tool( \(Error\))?\]$", re.MULTILINE)
_REASONING = "[Reasoning]\n"
_FOCUS = "# Focus Chain List for Task"
_ENVIRONMENT = "<environment_details>\n"


class Reader:
    """Reads the turns under ``**User:**`` and ``**Assistant:**``."""

    name: ClassVar[str] = "cline-md"
    about: ClassVar[str] = "Cline or Roo Code: exported Markdown of a task"
    facts: ClassVar[Facts] = Facts(
        where="Roo Code's and Cline's export button on a task",
        keeps="the task, feedback, XML calls also in code fences, outputs",
        drops="environment details with the rules repeated in every turn",
        checked="one export of Roo Code (2025-04); parts of others (2025-06 to 2026-05)",
        sign="`**User:**` turns with `<task>` or `<environment_details>`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a text that starts with the user's turn and has the program's tags.

        The list of steps that Cline keeps beside a task is claimed, too, and not read.
        """
        if probe.head.startswith(_FOCUS):
            return Certainty.SURE
        first = _TURN.match(probe.head)
        if not first or first[1] != "User":
            return Certainty.NO
        return Certainty.SURE if _MARK.search(probe.head) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file's one task.

        Raises:
            ReadError: There are no turns in it, or it is a side file.
        """
        faults = Faults(source.name)
        text = plain(decode(read_bytes(source).removeprefix(b"\xef\xbb\xbf"), faults))
        if text.startswith(_FOCUS):
            raise ReadError(
                f"{source.name}: the list of steps of a Cline task; it holds no conversation",
                hint="give the task's folder, or its api_conversation_history.json",
            )
        if not _TURN.match(text):
            raise ReadError(f"{source.name}: holds no exported task of Cline or Roo Code")
        origin = ConversationSource(source.name, self.name)
        found = conversation(_drafts(text, faults), origin, faults)
        yield from attached([found] if found else [], Faults(source.name))


def _drafts(text: str, faults: Faults) -> Iterator[Draft]:
    """Read the turns.

    Source:
        Roo Code 3.11 and what its exporter writes for native calls.
    """
    messages = list(_messages(text))
    history = History(faults, call_pattern(tool_names(message for _, message in messages)))
    for line, message in messages:
        yield from history.drafts(message, line)


def _messages(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Cut the text into messages, each with its line."""
    turns = list(_TURN.finditer(text))
    ends = [turn.start() for turn in turns[1:]] + [len(text)]
    number, counted = 1, 0
    for turn, end in zip(turns, ends, strict=True):
        body = text[turn.end() : end].strip("\n").removesuffix("\n---").rstrip()
        number += text.count("\n", counted, turn.end())
        counted = turn.end()
        if turn[1] == "User":
            yield number, {"role": "user", "content": list(_user_blocks(body))}
        else:
            yield number, {"role": "assistant", "content": list(_spoken_blocks(body))}


def _user_blocks(body: str) -> Iterator[dict[str, Any]]:
    if "</environment_details>" not in body:  # cut off, or without one
        body = body.partition(f"\n{_ENVIRONMENT}")[0]
    start = 0
    kind: dict[str, Any] = {"type": "text"}
    for mark in _RESULT.finditer(body):
        yield from _block(kind, body[start : mark.start()])
        kind = {"type": "tool_result", "is_error": mark[1] is not None}
        start = mark.end()
    yield from _block(kind, body[start:])


def _spoken_blocks(body: str) -> Iterator[dict[str, Any]]:
    start = 0
    name = ""
    if body.startswith(_REASONING):
        thought, _, body = body.removeprefix(_REASONING).partition("\n\n")
        yield {"type": "reasoning", "text": thought}
    for mark in _CALL.finditer(body):
        yield from _spoken(name, body[start : mark.start()])
        name, start = mark[1], mark.end()
    yield from _spoken(name, body[start:])


def _spoken(name: str, text: str) -> Iterator[dict[str, Any]]:
    if name:
        yield {"type": "tool_use", "name": name, "input": text.strip()}
    elif text.strip():
        yield {"type": "text", "text": text}


def _block(kind: dict[str, Any], text: str) -> Iterator[dict[str, Any]]:
    if text.strip() or kind["type"] == "tool_result":
        yield {**kind, "content": text.strip(), "text": text}
