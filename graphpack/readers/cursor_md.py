"""Reads the Markdown that Cursor's "Export Chat" writes.

Neither calls nor times are in it. The rule between two turns also stands inside answers, so a turn
begins only where a rule, an empty line and a name follow each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain

_EXPORTED = compiled(r"_Exported on .{1,80} from Cursor(?: \([^()]{1,40}\))?_\s*")
_NAMES = {"**User**": Role.USER, "**Cursor**": Role.ASSISTANT}
_HEADER_LINES = 12


def is_export(head: str) -> bool:
    """Tell an export by the line under its title."""
    lines = head.split("\n", _HEADER_LINES)[:_HEADER_LINES]
    return any(_EXPORTED.fullmatch(line) for line in lines)


def export_chat(text: str, source: ConversationSource, faults: Faults) -> Iterator[Conversation]:
    """Read an export.

    Args:
        text: The file.
        source: Its name and format.
        faults: What went wrong so far.

    Yields:
        Its one conversation; nothing where nobody says anything.
    """
    lines = plain(text).split("\n")
    marks = [number for number in range(len(lines)) if _is_mark(lines, number)]
    title = (
        next((line[2:].strip() for line in lines[: marks[0]] if line.startswith("# ")), None)
        if marks
        else None
    )
    found = conversation(_drafts(lines, marks), source, faults, Label(title=title or None))
    if found is not None:
        yield found


def _is_mark(lines: Sequence[str], number: int) -> bool:
    if lines[number].rstrip() not in _NAMES or number < 2:
        return False
    return not lines[number - 1].strip() and lines[number - 2].strip() == "---"


def _drafts(lines: Sequence[str], marks: Sequence[int]) -> Iterator[Draft]:
    ends = [mark - 2 for mark in marks[1:]] + [len(lines)]
    for mark, end in zip(marks, ends, strict=False):  # there may be no mark at all
        text = "\n".join(lines[mark + 1 : end]).strip()
        if text:
            yield Draft(_NAMES[lines[mark].rstrip()], (Text(text),))
