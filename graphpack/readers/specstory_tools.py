"""What an agent's block in a SpecStory history holds: words, thoughts, tool uses and their output.

SpecStory shows a tool use as prose and fences made for reading; arguments stay the text it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import orjson

from graphpack.model.conversation import Part, Reasoning, Text, ToolCall, ToolResult
from graphpack.patterns import compiled
from graphpack.readers.claude_code_text import outcome
from graphpack.readers.codex_text import output_of
from graphpack.readers.loose import dict_of, text_of

_SPECIAL = compiled(
    r"<think><details>\s*+<summary>[^<]*+</summary>"
    r"|^<tool-use(?P<attributes>[^<>]*+)>"
    r"|^Tool use: \*\*(?P<old>[^*\n]++)\*\*",
    re.MULTILINE,
)
_THOUGHT_END, _TOOL_END = "</details></think>", "</tool-use>"
_NAME = compiled(r'data-tool-name="([^"]*)"')
_KIND = compiled(r'data-tool-type="([^"]*)"')
_OPENING = compiled(r"(?<!\s)\s*+(?:<details>\s*+)?<summary>(?:(.*?)</summary>|.*+)", re.DOTALL)
_CLOSING = compiled(r"(?<!\s)\s*+</details>\s*+\Z")
_HEAD = compiled(r"(?<!\s)\s*+Tool use: \*\*[^*\n]++\*\*")
_RESULT = compiled(r"^Result:[ \t]*$", re.MULTILINE)
# these match up to the end where they are not closed, and then are taken for none
_PARAMETERS = compiled(r"^Parameters:\s*+```json\n(?:(.*?)\n```|.*+)", re.DOTALL | re.MULTILINE)
_STATUS = compiled(r"^Status: \*\*(\w+)\*\*\s*$", re.MULTILINE)
_EXTRA = compiled(
    r"^Additional data:\s*+```json\n(?:.*?\n(```)[ \t]*+\n?|.*+)", re.DOTALL | re.MULTILINE
)
# an agent's code, then what the tool said about it
_SECOND = compiled(r"(?<=\n)```[ \t]*\n\n(?=```(?:text)?\n)")
_FENCE = compiled(r"^```(\w*)[ \t]*$", re.MULTILINE)
_QUOTED = compiled(r"`([^`\n]+)`")
_GLUED = compiled(r"\*\*([^*\n]{3,100})\*\*(?=\S)")
_TITLE_ONLY = compiled(r"\*\*[^*\n]{3,120}\*\*")
_TASKS = "**Agent task list:**"
_SHOWN = ("toolCallResult", "content", "textEditContent", "pastTenseMessage", "invocationMessage")


def agent_parts(text: str, *, is_copilot: bool = False) -> Iterator[Part]:
    """Read an agent's block.

    Args:
        text: The block, without its marker.
        is_copilot: Copilot's thoughts stand as a bold title that is glued to the answer.

    Yields:
        Parts in order; a call's output comes right after it.

    Source:
        SpecStory 2.1.0 and older generations, as written for five agents.
    """
    if _TITLE_ONLY.fullmatch(text):
        yield Reasoning(text.strip("*"))
        return
    if text.startswith(_TASKS):
        yield ToolCall("TodoWrite", text)
        return
    at = 0
    for found, content, end in _specials(text):
        yield from _words(text[at : found.start()], is_copilot)
        at = end
        if found["old"] is not None:
            yield from _tool(found["old"].strip(), "", unescape(content))
        elif found["attributes"] is None:
            yield from _thought(content)
        else:
            attributes = found["attributes"]
            name, kind = _NAME.search(attributes), _KIND.search(attributes)
            body = _CLOSING.sub("", _OPENING.sub(_summary, unescape(content), count=1))
            body = _HEAD.sub("", body, count=1)
            yield from _tool(name[1] if name else "unknown", kind[1] if kind else "", body)
    yield from _words(text[at:], is_copilot)


def _specials(text: str) -> Iterator[tuple[re.Match[str], str, int]]:
    """Find thoughts and tool uses: how each begins, what it holds, where it ends."""
    last = {mark: text.rfind(mark) for mark in (_THOUGHT_END, _TOOL_END)}
    at = 0
    while found := _SPECIAL.search(text, at):
        at = found.end()
        if found["old"] is not None:
            yield found, text[at:], len(text)
            return
        mark = _THOUGHT_END if found["attributes"] is None else _TOOL_END
        if at <= last[mark]:
            end = text.index(mark, at)
            content = text[at:end]
            at = end + len(mark)
            yield found, content, at


def _summary(found: re.Match[str]) -> str:
    return found[0] if found[1] is None else found[1]


def _words(text: str, is_copilot: bool) -> Iterator[Part]:
    lines = text.strip().split("\n")
    # rules between Copilot's tool uses
    while lines and lines[0].strip() in ("", "---"):
        lines.pop(0)
    while lines and lines[-1].strip() in ("", "---"):
        lines.pop()
    words = "\n".join(lines)
    glued = _GLUED.match(words) if is_copilot else None
    if glued:
        yield Reasoning(glued[1])
        words = words[glued.end() :]
    if words:
        yield Text(words)


def _thought(text: str) -> Iterator[Part]:
    thought = unescape(text).strip()
    if thought:
        yield Reasoning(thought)


def _tool(name: str, kind: str, body: str) -> Iterator[Part]:
    """Tell a call's arguments from its output, as far as the page shows both."""
    status = _STATUS.search(body)
    body = _EXTRA.sub(lambda extra: "" if extra[1] else extra[0], _STATUS.sub("", body))
    marked, fence = _RESULT.search(body), _FENCE.search(body)
    # "Result:" may also be a line of the output
    is_output = fence is not None and fence[1] in ("", "text")
    if marked and not (fence and is_output and fence.start() < marked.start()):
        shown, output = body[: marked.start()], body[marked.end() :]
    else:
        shown, output = _split(body, is_write=kind == "write")
    parameters = _PARAMETERS.search(shown)
    text = shown.strip().strip("•").strip()
    quoted = _QUOTED.fullmatch(text)
    arguments: dict[str, Any] | str = quoted[1] if quoted else text
    if parameters and parameters[1] is not None:
        arguments = dict_of(_json(parameters[1])) or parameters[1]
    yield ToolCall(name, arguments)
    if output.strip():
        result = _result(name, _unfenced(output))
        failed = status is not None and status[1] not in ("completed", "success")
        yield replace(result, is_error=True) if failed else result


def _split(body: str, *, is_write: bool) -> tuple[str, str]:
    """Find the output's fence: the only one of a tool that reads, the second after an edit."""
    fence = _FENCE.search(body)
    if not fence:
        return body, ""
    if fence[1] in ("", "text"):
        return body[: fence.start()], body[fence.start() :]
    seconds = list(_SECOND.finditer(body))
    if seconds:
        return body[: seconds[-1].start() + 3], body[seconds[-1].end() :]
    return (body, "") if is_write else (body[: fence.start()], body[fence.start() :])


def _unfenced(text: str) -> str:
    """Take the outermost fence off; fences inside are the tool's own."""
    lines = text.strip("\n").strip().split("\n")
    if lines[0].startswith("```"):
        lines.pop(0)
        while lines and not lines[-1].strip():
            lines.pop()
        if lines and lines[-1].strip() == "```":
            lines.pop()
    return "\n".join(lines).replace("\\```", "```")


def _result(name: str, text: str) -> ToolResult:
    shown = _json(text)
    if isinstance(shown, dict) and "invocationMessage" in shown:
        return ToolResult(_shown(shown), name)
    told = outcome(text, is_error=True)
    if told.is_rejected or text.startswith("<tool_use_error>"):
        return ToolResult(told.text, name, None, told.is_error, told.is_rejected)
    output = output_of(text)
    return ToolResult(output.text, name, None, output.is_error, output.is_rejected)


def _shown(result: dict[str, Any]) -> str:
    """Find what VS Code showed of a tool's result."""
    for key in _SHOWN:
        value = result.get(key)
        text = text_of(value) or text_of(dict_of(value).get("value"))
        if text:
            return text
    return ""


def _json(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
