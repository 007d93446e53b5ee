"""aider's chat history: every launch in one repository, appended to one Markdown file.

Lines that aider wrote itself end in two spaces, which tells a prompt from a heading in an answer
and aider's output from a quotation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import ClassVar

from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Role,
    Text,
)
from graphpack.patterns import compiled
from graphpack.readers.aider_text import (
    answer_parts,
    command_of,
    is_confirmation,
    output_of,
    prompt_of,
)
from graphpack.readers.assembly import Draft, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain, time_of
from graphpack.readers.transcript import text_in

_LAUNCH = compiled(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$")
_MODEL = compiled(r"(?:Main model|Models?): (\S+?),? (?:with|using) ")
_BREAK = "  "


class Reader:
    """Reads ``.aider.chat.history.md``."""

    name: ClassVar[str] = "aider"
    about: ClassVar[str] = "aider chat history (.aider.chat.history.md)"
    facts: ClassVar[Facts] = Facts(
        where="`.aider.chat.history.md` in the repository",
        keeps="prompts, answers with their edit blocks, command output, applied edits and "
        "commits, models",
        drops="the commands of its own (`/add`, `/drop`), confirmations, token counts and costs",
        checked="0.35 to 0.86",
        sign="line that begins with `# aider chat started at`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim text with the line that starts a launch."""
        first = next((line for line in probe.head.split("\n") if line.strip()), "")
        if _LAUNCH.match(first):
            return Certainty.SURE
        has_launch = any(_LAUNCH.match(line) for line in probe.head.split("\n"))
        return Certainty.MAYBE if has_launch else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file's launches as one conversation."""
        faults = Faults(source.name)
        text = plain(text_in(source, faults))
        origin = ConversationSource(source.name, self.name)
        found = conversation(_drafts(text.split("\n")), origin, faults)
        yield from attached([found] if found else [], Faults(source.name))


class _Kind(Enum):
    LAUNCH = auto()
    PROMPT = auto()
    OUTPUT = auto()
    ANSWER = auto()


@dataclass(frozen=True, slots=True)
class _Block:
    kind: _Kind
    lines: tuple[str, ...]


def _drafts(lines: list[str]) -> Iterator[Draft]:
    """Read the blocks.

    Source:
        aider 0.35 to 0.86, histories of 2024-05 to 2026-04, and its ``io.py``.
    """
    at: datetime | None = None
    model: str | None = None
    command = ""
    is_undone = False
    for block in _blocks(lines):
        if block.kind is _Kind.LAUNCH:
            launch = _LAUNCH.match(block.lines[0])
            at = time_of(launch[1]) if launch else at
        elif block.kind is _Kind.PROMPT:
            prompt = prompt_of(block.lines)
            command = command_of(block.lines)
            if prompt:
                yield Draft(Role.USER, (Text(prompt),), at, is_interruption=is_undone)
            is_undone = command == "/undo" or (is_undone and not prompt)
        elif block.kind is _Kind.ANSWER:
            parts = answer_parts("\n".join(block.lines))
            if parts:
                yield Draft(Role.ASSISTANT, parts, at, model)
        else:
            named = (_MODEL.match(line) for line in block.lines)
            model = next((found[1] for found in named if found), model)
            yield from _output(block, at, command)
            command = ""


def _output(block: _Block, at: datetime | None, command: str) -> Iterator[Draft]:
    result = output_of(block.lines, command.removeprefix("/") or None)
    if result:
        yield Draft(Role.TOOL, (result,), at)


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """Put lines of one kind in a row together; blank lines belong to an answer."""
    held: list[str] = []
    kind = _Kind.ANSWER
    is_open = False
    for line in lines:
        found, text = _kind(line, kind, is_open=is_open)
        if found is _Kind.OUTPUT:
            # output of several lines: only the first is quoted, only the last ends in spaces
            is_open = not line.endswith(_BREAK)
        if found is not kind or found is _Kind.LAUNCH or _is_new_prompt(text, held, found):
            yield from _flush(kind, held)
            held, kind = [], found
        held.append(text)
    yield from _flush(kind, held)


def _kind(line: str, before: _Kind, *, is_open: bool) -> tuple[_Kind, str]:
    if _LAUNCH.match(line):
        return _Kind.LAUNCH, line
    is_own = line.endswith(_BREAK)
    if is_own and (line.startswith("#### ") or line.strip() == "####"):
        return _Kind.PROMPT, line[5:].rstrip()
    if is_own and line.startswith(">"):
        return _Kind.OUTPUT, line[1:].strip()
    if before is _Kind.OUTPUT and (is_open or line.startswith("> ")):
        return _Kind.OUTPUT, line.removeprefix("> ").rstrip()
    return _Kind.ANSWER, line


def _is_new_prompt(text: str, held: list[str], kind: _Kind) -> bool:
    """Tell a logged confirmation from the prompt it stands under, and the next from it."""
    if kind is not _Kind.PROMPT or not held:
        return False
    return is_confirmation(text) or is_confirmation(held[-1])


def _flush(kind: _Kind, held: list[str]) -> Iterator[_Block]:
    if any(line.strip() for line in held):
        yield _Block(kind, tuple(held))
