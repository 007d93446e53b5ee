"""How messages are shown to a model: numbered, fenced, tools shortened, reasoning left out.

The fence's mark is a hash of what it surrounds, so the same request has the same bytes, and
nobody can write a transcript that contains its own mark.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphpack.model.conversation import (
    Attachment,
    Image,
    Message,
    Origin,
    Part,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.text.borrowed import as_name
from graphpack.text.invisible import visible_in_place

MARK_CHARS = 4
NAME_CHARS = 40
HEAD_RATIO = 0.45
"""Share of a shortened text that is its beginning; errors stand at the end."""

ELISION = "⟪{} characters left out⟫"

_ORIGINS = {Origin.SUBAGENT: "sub-agent", Origin.COMPACTION: "summary of what came before"}
# lone surrogates cannot be sent, NUL is refused by some servers; one character each, so that
# offsets stay
_UNSENDABLE = dict.fromkeys([0, *range(0xD800, 0xE000)], "\ufffd")


@dataclass(frozen=True, slots=True)
class Limits:
    """Longest texts shown whole, in characters: what people and models said, what tools did."""

    text_chars: int
    tool_chars: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Messages as a model sees them.

    Args:
        text: Their headers and bodies.
        shortened: How many texts that somebody said are not shown whole.
    """

    text: str
    shortened: int


def find_mark(*texts: str) -> str:
    """Choose the fence's mark for texts.

    Args:
        texts: All that will stand inside the fence.

    Returns:
        Lower-case hexadecimal digits that occur in none of the texts; the same for the same texts.
    """
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "replace"))
        digest.update(b"\0")
    size = MARK_CHARS
    while True:
        mark = digest.hexdigest()[:size]
        if not any(mark in text for text in texts):
            return mark
        digest.update(b"again")
        # a text may hold every short mark there is
        size = min(size + 1, 64)


def show(messages: Sequence[Message], limits: Limits, mark: str) -> Shown:
    """Lay out messages for the prompt.

    Args:
        messages: In order.
        limits: From where on texts are shortened.
        mark: Begins every line that is not somebody's words.

    Returns:
        The text; messages of which nothing can be seen are left out.
    """
    lines: list[str] = []
    shortened = 0
    for message in messages:
        parts = [part for part in (_part(p, limits) for p in message.parts) if part]
        if not parts:
            continue
        head = f"[{message.index}] {_speaker(message)}"
        for label, text, is_short in parts:
            if head:
                label, head = ", ".join(filter(None, (head, label))), ""
            if label:
                lines.append(f"{mark} {label}")
            if text:
                lines.append(text)
            shortened += is_short
    return Shown("\n".join(lines), shortened)


def iter_texts(messages: Sequence[Message]) -> Iterator[str]:
    """Yield every text that may stand in the layout, for the choice of the mark.

    Args:
        messages: In order.

    Yields:
        Authors, names and texts.
    """
    for message in messages:
        yield message.author or ""
        for part in message.parts:
            yield getattr(part, "name", None) or ""
            yield part.text


def sendable(text: str) -> str:
    """Replace the characters that cannot be sent, and those that nobody can see, one for one.

    Args:
        text: Any text.

    Returns:
        The text, of the same length.
    """
    return visible_in_place(text.translate(_UNSENDABLE))


def shorten(text: str, limit_chars: int) -> str:
    """Leave out the middle of a long text, visibly.

    Args:
        text: Any text.
        limit_chars: How much of it is kept.

    Returns:
        The text itself where it is no longer than that.
    """
    if len(text) <= limit_chars:
        return text
    head = int(limit_chars * HEAD_RATIO)
    tail = limit_chars - head
    left_out = ELISION.format(f"{len(text) - limit_chars:,}")
    return f"{text[:head].rstrip()}\n{left_out}\n{text[len(text) - tail :].lstrip()}"


def _speaker(message: Message) -> str:
    said = [str(message.role)]
    if name := as_name(message.author):
        said.append(_name(name))
    if message.origin in _ORIGINS:
        said.append(_ORIGINS[message.origin])
    return ", ".join(said)


def _name(text: str) -> str:
    return sendable(" ".join(text.split()))[:NAME_CHARS]


def _part(part: Part, limits: Limits) -> tuple[str, str, bool] | None:
    """A part's label, its text, and whether somebody's words were shortened."""
    match part:
        case Text():
            label, limit, is_said = "", limits.text_chars, True
        case ToolCall():
            label, limit, is_said = f"call of {_name(part.name)}", limits.tool_chars, False
        case ToolResult():
            label, limit, is_said = _result_label(part), limits.tool_chars, False
        case Attachment():
            label, limit, is_said = f"attachment {_name(part.name)}", limits.text_chars, True
        case Image():
            label, limit, is_said = f"picture {_name(part.name or '')}".rstrip(), 0, False
        case _:
            return None
    if not label and not part.text.strip():
        return None
    text = shorten(sendable(part.text), limit)
    return label, text.strip("\n"), is_said and len(part.text) > limit


def _result_label(part: ToolResult) -> str:
    label = f"result of {_name(part.name)}" if part.name else "result"
    if part.is_rejected:
        return f"{label}: a person refused the call"
    return f"{label}: failed" if part.is_error else label
