"""The tool blocks of chat.md files: a call as tags in the answer, its result in its own cell."""

from __future__ import annotations

import re

from graphpack.model.conversation import Part, Text, ToolCall, ToolResult

_CALL = re.compile(
    r"(?:^```[ \t]*\w*[ \t]*\n)?^[ \t]*<tool_call>\s*\n?(.*?)</tool_call>[ \t]*$(?:\n```[ \t]*$)?",
    re.DOTALL | re.MULTILINE,
)
_NAME = re.compile(r"<tool_name>(.*?)</tool_name>", re.DOTALL)
_PARAM = re.compile(r"<param name=\"([^\"]*)\">(.*?)</param>", re.DOTALL)
_RESULT = re.compile(r"<tool_result>[ \t]*\n?(.*?)\n?[ \t]*</tool_result>", re.DOTALL)
_FENCED = re.compile(r"\s*```[ \t]*\w*[ \t]*\n(.*?)\n?```\s*", re.DOTALL)


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
        name = _NAME.search(match[1])
        if not name or not name[1].strip():
            continue
        parts += _text(text[at : match.start()])
        arguments = dict(_PARAM.findall(match[1]))
        parts.append(ToolCall(name[1].strip(), arguments))
        at = match.end()
    return (*parts, *_text(text[at:]))


def result_parts(text: str) -> tuple[Part, ...]:
    """Take a tool cell's results out of their fence and tags; a cell without tags is one result.

    Args:
        text: The cell.

    Returns:
        One result for each pair of tags.
    """
    results = _RESULT.findall(text)
    if results:
        return tuple(ToolResult(result) for result in results)
    fenced = _FENCED.fullmatch(text)
    return (ToolResult(fenced[1] if fenced else text),)


def _text(text: str) -> list[Part]:
    return [Text(text.strip("\n"))] if text.strip() else []
