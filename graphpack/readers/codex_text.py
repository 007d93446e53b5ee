"""Tells what a person typed, and what a tool said, from what Codex wraps around them.

Source: rollouts of Codex CLI 0.118 to 0.130 and Codex Desktop 0.126, seen 2026-11; older outputs
after the project's own source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import orjson

from graphpack.patterns import compiled
from graphpack.readers.loose import dict_of, list_of, plain

_HARNESS = (
    "<environment_context>",
    "<user_instructions>",
    "<INSTRUCTIONS>",
    "<turn_aborted>",
    "<subagent_notification>",
    "<skill>",
    "<recommended_plugins>",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<app-context>",
    "<user_shell_command>",
    "# AGENTS.md instructions for",
)
_REQUEST = "## My request for Codex:"
_WRAPPED = ("# Files mentioned by the user:", "# Context from my IDE setup:")

_HEADER = compiled(
    r"(?:Command: (?P<command>.*?)\n)?"
    r"(?:Chunk ID: [^\n]*\n)?"
    r"(?:Exit code: (?P<exit>-?\d+)\n)?"
    r"Wall time: [^\n]*\n"
    r"(?:Process exited with code (?P<code>-?\d+)\n|Process running with session ID \S+\n)?"
    r"(?:Original token count: \d+\n|Total output lines: \d+\n)*"
    r"Output:(?:\n|$)",
    re.DOTALL,
)
_MAX_HEADER_CHARS = 20_000
_REJECTED = compiled(
    r"(?:(?:exec command|patch|command|tool call) (?:was )?)?rejected by (?:the )?user(?! approval)"
)
_ABORTED = "aborted by user"
_FAILED = ("apply_patch verification failed", "failed to parse", "execution error", "rejected by")


@dataclass(frozen=True, slots=True)
class Output:
    """What a tool said.

    Args:
        text: Without the header.
        is_error: None where the output does not tell.
        is_rejected: A person refused the call or stopped it.
    """

    text: str
    is_error: bool | None = None
    is_rejected: bool = False


def human(raw: str) -> str:
    """Take a person's words out of a prompt.

    Args:
        raw: The text of a user message or event.

    Returns:
        The words, empty where the program wrote all of it. Files and editor context that the
        desktop program puts before a request are left out.
    """
    text = plain(raw).strip()
    if text.startswith(_HARNESS):
        return ""
    if text.startswith(_WRAPPED):
        before, mark, request = text.partition(_REQUEST)
        return request.strip() if mark else before
    return text


def content_text(content: Any) -> str:
    """Join the text of a message's content blocks."""
    if isinstance(content, str):
        return content
    texts = [dict_of(block).get("text") for block in list_of(content)]
    return "\n".join(text for text in texts if isinstance(text, str))


def arguments_of(raw: Any) -> dict[str, Any] | str:
    """Decode a call's arguments; text that is no JSON object stays as it is."""
    if isinstance(raw, dict):
        return raw
    if not isinstance(raw, str):
        return {}
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return raw
    return value if isinstance(value, dict) else raw


def output_of(raw: Any) -> Output:
    """Read a tool's output in any of the forms it has had.

    Args:
        raw: Text with or without a header, JSON text with ``output`` and ``metadata``, an object
            with ``content`` and ``success``, or content blocks.

    Returns:
        The text and how the call ended.
    """
    if isinstance(raw, dict):
        text = content_text(raw.get("content", raw.get("output")))
        success = raw.get("success")
        return _judged(text, None if success is None else not success)
    if not isinstance(raw, str):
        return _judged(content_text(raw), None)
    if raw.startswith("{"):
        value = dict_of(arguments_of(raw))
        if isinstance(value.get("output"), str):
            code = dict_of(value.get("metadata")).get("exit_code")
            return _judged(value["output"], code != 0 if isinstance(code, int) else None)
    header = _HEADER.match(raw, 0, _MAX_HEADER_CHARS)
    if header:
        code = header["code"] or header["exit"]
        return _judged(raw[header.end() :], None if code is None else int(code) != 0)
    return _judged(raw, None)


def answers_of(output: str) -> list[str]:
    """Read what a person answered to the assistant's questions (``request_user_input``)."""
    said = []
    for answer in dict_of(dict_of(arguments_of(output)).get("answers")).values():
        chosen = answer.get("answers") if isinstance(answer, dict) else answer
        texts = [chosen] if isinstance(chosen, str) else list_of(chosen)
        said += [text.strip() for text in texts if isinstance(text, str) and text.strip()]
    return said


def _judged(text: str, is_error: bool | None) -> Output:
    head = text[:200]
    if _REJECTED.match(head) or head.startswith(_ABORTED):
        return Output(text, None, is_rejected=True)
    if is_error is None and head.startswith(_FAILED):
        is_error = True
    return Output(text, is_error)
