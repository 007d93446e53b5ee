"""A short account of what stands before a chunk, so that "the second one" still finds its partner.

Deterministic and made of the conversation's own words; it summarises nothing and judges nothing.
It is told to a model beside its chunk, and is data like the chunk itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphpack.model.chunk import Chunk
from graphpack.model.conversation import Message, Origin, Role, Text, ToolResult
from graphpack.patterns import compiled
from graphpack.text import iter_sentences

LOOK_BACK = 60
"""Messages looked at before a chunk."""

_LINE_CHARS = 200
_MAX_PROBLEMS = 3
_MAX_OPTIONS = 8
_OPTION = compiled(
    r"^\s*(?:[-*]\s+)?(?:\*\*)?(?:(?:option|variant|plan)\s+)?(\d{1,2}|[A-H])[.):]\s", re.I
)
_PROBLEM = compiled(
    r"\b(?:[A-Z]\w*(?:Error|Exception)\b|error:|fatal:|panic:|FAILED\b|Traceback\b|AssertionError)"
)


def accounts(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """Write the account of each chunk.

    Args:
        chunks: A conversation's, in order.

    Returns:
        One text per chunk; the first is empty.
    """
    before: list[Message] = []
    told = []
    for chunk in chunks:
        told.append(account(before[-LOOK_BACK:]))
        before.extend(message for message in chunk.messages if message.origin is Origin.MAIN)
    return tuple(told)


def account(before: Sequence[Message]) -> str:
    """Write what a reader of the next message has to know.

    Args:
        before: The messages that stand before it, in order.

    Returns:
        Lines under ``Last request``, ``Last question``, ``Numbered options`` and ``Recent
        problems``, each with its message's index; empty where there is nothing to say.
    """
    lines: list[str] = []
    for title, found in (
        ("Last request", _requests(before)),
        ("Last question", _questions(before)),
        ("Numbered options", _options(before)),
        ("Recent problems", _problems(before)),
    ):
        if found:
            lines += [f"{title}:", *(f"- [{index}] {text}" for index, text in found)]
    return "\n".join(lines)


_Found = list[tuple[int, str]]


def _requests(before: Sequence[Message]) -> _Found:
    for message in reversed(before):
        if message.role is Role.USER and message.text.strip():
            return [(message.index, _line(message.text))]
    return []


def _questions(before: Sequence[Message]) -> _Found:
    for message in reversed(before):
        for start, end in reversed(list(iter_sentences(message.text))):
            sentence = message.text[start:end].strip()
            if sentence.endswith(("?", "？")):
                return [(message.index, _line(sentence))]
    return []


def _options(before: Sequence[Message]) -> _Found:
    for message in reversed(before):
        found = [line for line in message.text.splitlines() if _OPTION.match(line)]
        if message.role is Role.ASSISTANT and len(found) > 1:
            return [(message.index, _line(line)) for line in found[:_MAX_OPTIONS]]
    return []


def _problems(before: Sequence[Message]) -> _Found:
    found: _Found = []
    for message in reversed(before):
        for line in _output_lines(message):
            if _PROBLEM.search(line):
                found.append((message.index, _line(line)))
                break
        if len(found) == _MAX_PROBLEMS:
            break
    return found[::-1]


def _output_lines(message: Message) -> Iterator[str]:
    """Go through what may show an error, the last line first: it names the cause."""
    for part in reversed(message.parts):
        if isinstance(part, Text | ToolResult):
            yield from reversed(part.text.splitlines())


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LINE_CHARS else line[: _LINE_CHARS - 1] + "…"
