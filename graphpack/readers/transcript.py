"""Turns text into drafts of messages: by its speakers' marks, else by its sections.

Text without marks is one unknown person's: it is cut where the text itself pauses, so that later
stages can work on it, and nobody is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from graphpack.model.conversation import Conversation, ConversationSource, Part, Role, Text
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Opened, Probe
from graphpack.readers.chat_md import call_parts, result_parts
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.fences import code_lines
from graphpack.readers.jsonl import decode
from graphpack.readers.loose import plain
from graphpack.readers.marks import Kind, Mark, find_marks, is_structured
from graphpack.readers.opening import read_bytes
from graphpack.readers.own_markdown import is_own, read_own
from graphpack.readers.quoted import is_quoted, quoted_turns

MAX_SECTION_CHARS = 2000
"""A longer section is cut at the next paragraph."""

_RULE = compiled(r"\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$")
_TOKEN_END = compiled(r"(?<!\s)\s*+(?:<\|im_end\|>|<\|eot_id\|>|<end_of_turn>|<\|end\|>)\s*+$")
_HEADING = compiled(r"#{1,6}\s+(\S.*)$")
_ABOUT = compiled(
    r"\s*+(?:$|[-*•>]?\s*+\**+[^\W\d_][\w ()/.-]{0,30}\**\s*[:：]\**(?=\s|\*|$).{0,200}$"
    r"|<!--.*-->$|[_*][^_*].*[_*]$|\[[^\]]*\]\([^)]*\)$|https?://\S+$|#{1,6}\s.*$)"
)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A text as drafts.

    Args:
        drafts: In order.
        title: Its first heading, where that stands before the first mark.
        kind: The style of its marks; None where it has none.
    """

    drafts: tuple[Draft, ...]
    title: str | None = None
    kind: Kind | None = None


def read_text(source: Opened, *, format_name: str) -> Iterator[Conversation]:
    """Read a text source as one conversation.

    Args:
        source: Text in any state: bad bytes and NULs are counted, not fatal.
        format_name: For ``Conversation.source``.

    Yields:
        The conversation; none where the source is blank.
    """
    faults = Faults(source.name)
    text = text_in(source, faults)
    origin = ConversationSource(source.name, format_name)
    if is_own(text):
        one = read_own(text, origin, faults)
    else:
        found = transcribe(text)
        one = conversation(found.drafts, origin, faults, Label(title=found.title))
    yield from attached([one] if one else [], Faults(source.name))


def text_in(source: Opened, faults: Faults) -> str:
    """Decode a text source.

    Args:
        source: UTF-8, or UTF-16 with a byte order mark.
        faults: Takes what was replaced or dropped.

    Returns:
        Its text.
    """
    raw = read_bytes(source)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raw = raw.decode("utf-16", "replace").encode("utf-8", "replace")
    return decode(raw.removeprefix(b"\xef\xbb\xbf"), faults)


def marked_kind(probe: Probe) -> Kind | None:
    """Find the style of marks in what a probe saw.

    Args:
        probe: The first look.

    Returns:
        The style, None for text without marks, for JSON and for what is not text.
    """
    is_json = isinstance(probe.document, dict) or bool(probe.records)
    is_json = is_json or (isinstance(probe.document, list) and _holds_objects(probe.document))
    if is_json or not probe.is_text:
        return None
    return _kind_in(probe.head)


@lru_cache(maxsize=2)  # two readers ask about the same text
def _kind_in(text: str) -> Kind | None:
    lines = plain(text).split("\n")
    if is_quoted(lines):
        return Kind.QUOTE
    marked = find_marks(lines)
    return marked.kind if marked else None


def _holds_objects(values: list[object]) -> bool:
    return any(isinstance(value, dict | list) for value in values)


def transcribe(text: str) -> Transcript:
    """Read a text's messages.

    Args:
        text: Any text.

    Returns:
        Its drafts: nothing but marks, separators and outer blank lines is left out.
    """
    lines = plain(text).split("\n")
    if is_quoted(lines):
        return _quoted(lines)
    marked = find_marks(lines)
    if marked is None:
        title = _title(lines)
        drafts = tuple(Draft(Role.USER, (Text(section),)) for section in sections(lines))
        return Transcript(drafts, title)
    opening = lines[: marked.marks[0].line]
    title = _title(opening)
    drafts = (*_preamble(opening, title), *_turns(lines, marked.marks, marked.kind))
    return Transcript(drafts, title, marked.kind)


def _quoted(lines: Sequence[str]) -> Transcript:
    turns = [(role, _trimmed(turn)) for role, turn in quoted_turns(lines)]
    drafts = tuple(Draft(role, (Text(text),)) for role, text in turns if text)
    return Transcript(drafts, _title(lines), Kind.QUOTE)


def _title(lines: Sequence[str]) -> str | None:
    first = next((line for line in lines if line.strip()), "")
    heading = _HEADING.match(first)
    return heading[1].rstrip().rstrip("#").rstrip() if heading else None


def _preamble(lines: Sequence[str], title: str | None) -> Iterator[Draft]:
    """Read what stands before the first mark: whoever saved the text wrote it, or a program did."""
    body = list(lines)
    if title is not None:
        first = next(number for number, line in enumerate(body) if line.strip())
        rest = body[first + 1 :]
        body = rest if not _trimmed(rest) else body[first:]
    text = _trimmed(body)
    if text:
        is_about = all(_ABOUT.match(line) or _RULE.match(line) for line in text.split("\n"))
        yield Draft(Role.SYSTEM if is_about else Role.USER, (Text(text),))


def _turns(lines: Sequence[str], marks: Sequence[Mark], kind: Kind) -> Iterator[Draft]:
    """Read the turns; chat programs' marks of one speaker in a row are one turn."""
    held: Draft | None = None
    ends = [mark.line for mark in marks[1:]] + [len(lines)]
    for mark, end in zip(marks, ends, strict=True):
        draft = _turn(mark, [mark.rest, *lines[mark.line + 1 + mark.below : end]], kind)
        is_same = held is not None and (held.role, held.author) == (draft.role, draft.author)
        if held is not None and is_same and is_structured(kind):
            held = replace(held, parts=(*held.parts, *draft.parts))
            continue
        if held is not None:
            yield held
        held = draft
    if held is not None:
        yield held


def _turn(mark: Mark, lines: Sequence[str], kind: Kind) -> Draft:
    text = _trimmed(lines)
    if kind is Kind.TOKEN:
        text = _TOKEN_END.sub("", text)
    parts: tuple[Part, ...] = (Text(text),) if text else ()
    speaker = mark.speaker
    if speaker.role is Role.TOOL:
        parts = result_parts(text)
    elif kind is Kind.CELL and speaker.role is Role.ASSISTANT:
        parts = call_parts(text)
    return Draft(speaker.role, parts, mark.at, speaker.author)


def _trimmed(lines: Sequence[str]) -> str:
    """Join lines without the blank lines and rules at both ends."""
    start, end = 0, len(lines)
    while start < end and (not lines[start].strip() or _RULE.match(lines[start])):
        start += 1
    while end > start and (not lines[end - 1].strip() or _RULE.match(lines[end - 1])):
        end -= 1
    return "\n".join(lines[start:end])


def sections(lines: Sequence[str]) -> Iterator[str]:
    """Cut a text without speakers where it pauses.

    Args:
        lines: The text.

    Yields:
        Sections at its headings, the long ones cut at a paragraph; without headings, its
        paragraphs. Fenced code stays whole.
    """
    in_code = code_lines(lines, lambda _: False)
    is_heading = [
        not code and _HEADING.match(line) is not None
        for line, code in zip(lines, in_code, strict=True)
    ]
    has_headings = any(is_heading)
    block: list[str] = []
    size = 0
    for number, line in enumerate(lines):
        is_pause = not line.strip() and not in_code[number]
        if is_heading[number] or (is_pause and (not has_headings or size > MAX_SECTION_CHARS)):
            yield from _block(block)
            block, size = [], 0
        block.append(line)
        size += len(line) + 1
    yield from _block(block)


def _block(lines: Sequence[str]) -> Iterator[str]:
    text = _trimmed(lines)
    if text:
        yield text
