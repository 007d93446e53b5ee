"""The tool blocks of chat.md files: a call as tags in the answer, its result in its own cell."""

from __future__ import annotations

import re

from graphpack.model.conversation import Part, Text, ToolCall, ToolResult
from graphpack.patterns import compiled
from graphpack.readers.enclosed import enclosed

_CALL = compiled(
    r"(?:^```[ \t]*+\w*+[ \t]*+\n)?^[ \t]*+<tool_call>\s*+"
    r"(?:(.*?)</tool_call>[ \t]*+$(?:\n```[ \t]*+$)?|.*+)",
    re.DOTALL | re.MULTILINE,
)
# the rest of the text where it is not closed: none behind it is, and none is tried
_PARAM = compiled(r"<param name=\"([^\"]*+)\">(?:(.*?)</param>|.*+)", re.DOTALL)
_FENCED = compiled(r"\s*+```[ \t]*+\w*+[ \t]*+\n(.*?)\n?```\s*", re.DOTALL)


def call_parts(text: str) -> tuple[Part, ...]:
    """Take the calls out of an answer.

    Args:
        text: The answer.

    Returns:
        Texts and calls in order; tags without a tool's name stay text.

    Source:
        rusiaaman/chat.md, files as of 2025.
    """
    parts: list[Part] = []
    at = 0
    for match in _CALL.finditer(text):
        name = next(enclosed(match[1] or "", "<tool_name>", "</tool_name>"), "").strip()
        if not name:
            continue
        parts += _text(text[at : match.start()])
        given = [found.groups() for found in _PARAM.finditer(match[1])]
        arguments = {key: value for key, value in given if value is not None}
        parts.append(ToolCall(name, arguments))
        at = match.end()
    return (*parts, *_text(text[at:]))


def result_parts(text: str) -> tuple[Part, ...]:
    """Take a tool cell's results out of their fence and tags; a cell without tags is one result.

    Args:
        text: The cell.

    Returns:
        One result for each pair of tags.
    """
    results = tuple(enclosed(text, "<tool_result>", "</tool_result>"))
    if results:
        return tuple(ToolResult(_inner(result)) for result in results)
    fenced = _FENCED.fullmatch(text)
    return (ToolResult(fenced[1] if fenced else text),)


def _inner(text: str) -> str:
    """Take off the ends of the lines that the tags stand on."""
    return text.lstrip(" \t").removeprefix("\n").rstrip(" \t").removesuffix("\n")


def _text(text: str) -> list[Part]:
    return [Text(text.strip("\n"))] if text.strip() else []
