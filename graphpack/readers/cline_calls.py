"""Finds the tool calls in what an assistant of Cline or Roo Code wrote: XML tags in its text.

Tools that only speak to the person become what they say. Nothing here knows a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import orjson

from graphpack.model.conversation import Part, Reasoning, Text, ToolCall
from graphpack.readers.cline_text import TALK_TOOLS
from graphpack.readers.loose import dict_of, list_of, plain, text_of

_TOOLS = (
    "access_mcp_resource", "act_mode_respond", "apply_diff", "apply_patch", "ask_followup_question",
    "attempt_completion", "browser_action", "codebase_search", "condense", "delete_file",
    "edit_file", "execute_command", "fetch_instructions", "focus_chain", "generate_image",
    "insert_content", "list_code_definition_names", "list_files", "load_mcp_documentation",
    "new_rule", "new_task", "plan_mode_respond", "plan_mode_response", "read_file",
    "replace_in_file", "report_bug", "run_slash_command", "search_and_replace", "search_files",
    "search_replace", "summarize_task", "switch_mode", "update_todo_list", "use_mcp_tool",
    "use_skill", "use_subagents", "web_fetch", "web_search", "write_to_file",
)  # fmt: skip
_PARAMETER = re.compile(r"<(\w{1,80})>")
_BODIES = frozenset({"arguments", "content", "diff", "patch", "response", "result"})
"""Parameters whose value may hold tags of the same name: the last closing tag ends them."""

_FENCE = re.compile(r"\n?^```[\w-]*[ \t]*\n\Z", re.MULTILINE)
_FENCE_END = re.compile(r"\s*\n```[ \t]*(?=\n|\Z)")
_THINKING = re.compile(r"\s*<think(?:ing)?>(.*?)</think(?:ing)?>\s*", re.DOTALL)
_SPEECH_KEYS = ("result", "question", "response")
_OPTION_KEYS = ("options", "follow_up", "suggest")
# the rest of the text where it is not closed: none behind it is, and none is tried
_SUGGESTION = re.compile(r"<suggest[^>\n]{0,200}>(?:(.*?)</suggest>|.*+)", re.DOTALL)


def call_pattern(names: Iterable[str] = ()) -> re.Pattern[str]:
    """Make the pattern that finds where calls begin.

    Args:
        names: Tools besides those of Cline and Roo Code: other programs are made from them.

    Returns:
        The pattern; its first group is the tool's name.
    """
    known = "|".join(map(re.escape, sorted({*_TOOLS, *names})))
    return re.compile(rf"^[ \t]*<({known})>(?=\s*<)", re.MULTILINE)


_CALLS = call_pattern()


def spoken_parts(text: str, calls: re.Pattern[str] = _CALLS) -> list[Part]:
    """Cut an assistant's text into words, thoughts and calls.

    Args:
        text: A text block of an assistant's message.
        calls: From ``call_pattern``.

    Returns:
        Parts in order, blank texts left out.
    """
    text = plain(text)
    parts: list[Part] = []
    thought = _THINKING.match(text)
    if thought:
        parts.append(Reasoning(thought[1].strip()))
        text = text[thought.end() :]
    position = 0
    unclosed: set[str] = set()
    while found := calls.search(text, position):
        body, end = _body(text, found, unclosed)
        said = text[position : found.start()]
        fence = _FENCE_END.match(text, end)
        if fence and (opening := _FENCE.search(said)):
            said, end = said[: opening.start()], fence.end()
        parts += [Text(said.strip()), *call_parts(found[1], _parameters(body))]
        position = end
    parts.append(Text(text[position:].strip()))
    return [part for part in parts if part.text or not isinstance(part, Text | Reasoning)]


def call_parts(
    name: str, arguments: dict[str, Any] | str, call_id: str | None = None
) -> list[Part]:
    """Make parts of a call: the words of one that speaks, else the call.

    Args:
        name: The tool's name.
        arguments: As in ``ToolCall``.
        call_id: As in ``ToolCall``.

    Returns:
        One part.
    """
    if name in TALK_TOOLS and isinstance(arguments, dict):
        said = speech(arguments)
        if said:
            return [Text(said)]
    return [ToolCall(name, arguments, call_id)]


def speech(arguments: dict[str, Any]) -> str:
    """Find what a speaking tool says, with the answers it offers as a list.

    Args:
        arguments: The call's, or the JSON that the window shows.

    Returns:
        The words; empty where there are none.
    """
    said = next((text for key in _SPEECH_KEYS if (text := text_of(arguments.get(key)))), "")
    offered = next((arguments[key] for key in _OPTION_KEYS if arguments.get(key)), None)
    lines = [f"- {option}" for option in _options(offered)]
    return "\n\n".join(piece for piece in (said.strip(), "\n".join(lines)) if piece)


def _options(value: Any) -> list[str]:
    if isinstance(value, str):
        shown = [match[1] for match in _SUGGESTION.finditer(value)]
        suggested = [option.strip() for option in shown if option is not None]
        if suggested:
            return suggested
        try:
            value = orjson.loads(value)
        except orjson.JSONDecodeError:
            return [line.strip() for line in value.splitlines() if line.strip()]
    found = []
    for item in list_of(value):
        record = dict_of(item)
        text = item if isinstance(item, str) else record.get("text", record.get("answer"))
        if text_of(text).strip():
            found.append(text_of(text).strip())
    return found


def _body(text: str, found: re.Match[str], unclosed: set[str]) -> tuple[str, int]:
    """Find where a call ends; one that was cut off ends with the text.

    A file that the call writes may hold the closing tag: one on a line of its own goes before.
    """
    closing = f"</{found[1]}>"
    end = text.find(closing, found.end())
    if end < 0:
        return text[found.end() :], len(text)
    is_block = text.startswith("\n", found.end()) and text[end - 1] != "\n"
    if is_block and found[1] not in unclosed:
        own_line = text.find(f"\n{closing}", end)
        if own_line < 0:
            unclosed.add(found[1])
        else:
            end = own_line + 1
    return text[found.end() : end], end + len(closing)


def _parameters(body: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    position = 0
    while found := _PARAMETER.search(body, position):
        closing = f"</{found[1]}>"
        find = body.rfind if found[1] in _BODIES else body.find
        end = find(closing, found.end())
        stop = end if end >= 0 else len(body)
        values[found[1]] = body[found.end() : stop].removeprefix("\n").removesuffix("\n")
        position = stop + len(closing)
    return values
