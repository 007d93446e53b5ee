"""Tells what a person typed from what Cline or Roo Code wrote into the same user message.

A user message holds the person's words between tags, the outputs of tools under a heading, and
notes of the program to the model. Nothing here knows a file.

Source: Cline of 2024-07 to 2026-02 and Roo Code to 3.40, task folders and their prompt texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphpack.model.conversation import Attachment, Part, Text, ToolResult
from graphpack.patterns import compiled
from graphpack.readers.closing import DECODER
from graphpack.readers.loose import dict_of, plain, text_of

TALK_TOOLS = frozenset(
    {"attempt_completion", "ask_followup_question", "plan_mode_respond", "plan_mode_response"}
)
"""Tools by which the assistant speaks: their output is nothing but what the person answers."""

_BRINGING = frozenset(
    {
        "access_mcp_resource", "browser_action", "codebase_search", "fetch_instructions",
        "list_code_definition_names", "list_files", "read_file", "search_files", "unknown",
        "use_mcp_tool", "use_subagents", "web_fetch", "web_search",
    }
)  # fmt: skip
"""Tools that bring texts in which any tag may stand: the person's words are then at the start."""

SUMMARY_OPENING = "This session is being continued from a previous conversation"
"""How the summary begins that Cline puts in the place of a long conversation."""

_ENVIRONMENT = compiled(r"^<environment_details>\n(?=#|\n)", re.MULTILINE)
_ENVIRONMENT_OPEN, _ENVIRONMENT_END = "<environment_details>", "</environment_details>"
_TIME_OPENING = "Current time in ISO 8601 UTC format: "
_TIME = compiled(re.escape(_TIME_OPENING) + r"(\S{10,40})")
_HEADING = compiled(r"\[([a-z]\w{0,80})(?:\] Result:|(?P<about>[ (]))")
_HEADING_END = "] Result:"
_MAX_HEADING_CHARS = 20_000
_SAID = compiled(r"^<(task|feedback|user_message|answer)>", re.MULTILINE)
_MAX_TAGS = 40
_LEAD = compiled(r"\buser\b|\bNew (?:instructions|message)\b", re.IGNORECASE)
_MENTION = compiled(
    r"<(file_content|folder_content|url_content|workspace_diagnostics|git_working_state"
    r"|git_commit|terminal_output|command)\b([^>\n]{0,1000})>\n?"
)
_NAME = compiled(r'(?:path|url|hash|name)="([^"]*)"')
_INSTRUCTIONS = compiled(r"\s*<explicit_instructions\b[^>\n]{0,200}>")
_INSTRUCTIONS_END = "</explicit_instructions>"
_DENIED = ("The user denied this operation", "The user rejected this operation")
_FAILED = (
    "The tool execution failed",
    *(f"Error {doing}" for doing in ("applying", "executing", "listing", "reading", "writing")),
    "Error searching",
    "Missing value for required parameter",
    "[ERROR]",
    "Command execution was not successful",
)
_EXIT_CODE = compiled(
    r"^(?:Command executed[^\n]{0,2000}? )?[Ee]xit code: (-?\d{1,10})\b", re.MULTILINE
)
_EXIT_WINDOW_CHARS = 4000
_HARNESS = (
    "[TASK RESUMPTION]",
    "[ERROR]",
    "[NOTE]",
    "[[NOTE]",
    "[The user has switched",
    "(The user did not provide",
    "(This is an automated message",
    "Missing value for required parameter",
    "Tool [",
    "# task_progress",
    "# TODO",
    "# todo",
    "<hook_context",
    "<explicit_instructions",
    _ENVIRONMENT_OPEN,
    *_DENIED,
)


@dataclass(frozen=True, slots=True)
class Block:
    """What one text block of a user message amounts to.

    Args:
        human: What the person said in it, with the files they mentioned.
        result: The tool's output, where the block is one.
        is_open: The block is only the heading of an output that is the next block.
        summary: A compaction summary.
        loose: Text between no tags and under no heading that the program is not known to write.
    """

    human: tuple[Part, ...] = ()
    result: ToolResult | None = None
    is_open: bool = False
    summary: str = ""
    loose: str = ""


def read_block(raw: str) -> Block:
    """Read one text block of a user message.

    Args:
        raw: The block's text.

    Returns:
        What is in it; empty where the program wrote all of it.
    """
    text = without_environment(plain(raw)).strip()
    heading = heading_of(text)
    if heading:
        name, body = heading
        return read_output(name, body)
    if text.startswith(SUMMARY_OPENING):
        return Block(summary=text)
    human, _ = _said_apart(text, None)
    if human or not text or text.startswith(_HARNESS):
        return Block(human)
    return Block(loose=text)


def heading_of(text: str) -> tuple[str, str] | None:
    """Cut the heading off a tool's output, which names the tool and what it was called for.

    Args:
        text: A block without outer space.

    Returns:
        The tool's name and what follows; None where there is no heading.
    """
    start = _HEADING.match(text)
    if not start:
        return None
    if not start["about"]:
        return start[1], text[start.end() :].strip()
    end = text.find(_HEADING_END, start.end(), _MAX_HEADING_CHARS)
    return (start[1], text[end + len(_HEADING_END) :].strip()) if end >= 0 else None


def read_output(name: str | None, body: str, call_id: str | None = None) -> Block:
    """Read a tool's output, in which the person may have answered.

    Args:
        name: The tool's name, None where it is not known.
        body: The output without its heading.
        call_id: As in ``ToolResult``.

    Returns:
        The output and what the person said; the output of a tool that only speaks is left out.
    """
    human, rest = _said_apart(body, name or "unknown")
    status, said, rest = _status_apart(rest)
    human = (*human, *said)
    if name in TALK_TOOLS:
        if not human and not body:
            return Block(is_open=True, result=ToolResult("", name, call_id))
        return Block(human)
    is_rejected = status == "denied" or rest.startswith(_DENIED)
    failed = status == "error" or (None if is_rejected else _is_failed(rest))
    result = ToolResult(rest, name, call_id, failed, is_rejected)
    return Block(human, result, is_open=not body)


def without_environment(text: str) -> str:
    """Cut off the block about open files and rules that ends every user message.

    Args:
        text: A block, or a whole message.

    Returns:
        What stands before it.
    """
    if not text.rstrip().endswith(_ENVIRONMENT_END):
        return text
    start = -1
    for found in _ENVIRONMENT.finditer(text):
        start = found.start()
    if start < 0:
        start = text.find(_ENVIRONMENT_OPEN)
    return text if start < 0 else text[:start].rstrip()


def stated_time(text: str) -> str | None:
    """Find the time that the block about the environment states.

    Args:
        text: A block of a user message.

    Returns:
        ISO 8601 text, the last one where there are several; None where there is none.
    """
    if not text.rstrip().endswith(_ENVIRONMENT_END):
        return None
    start = text.rfind(_TIME_OPENING)
    found = _TIME.match(text, start) if start >= 0 else None
    return found[1] if found else None


def human_parts(text: str) -> tuple[Part, ...]:
    """Make parts of a person's words and the files they mentioned.

    Args:
        text: What stands between the tags, or after them.

    Returns:
        At most one text, and an attachment for each file, folder or page written out.
    """
    opening = _INSTRUCTIONS.match(text)
    if opening:
        end = text.find(_INSTRUCTIONS_END, opening.end())
        text = text[end + len(_INSTRUCTIONS_END) :] if end >= 0 else ""
    words: list[str] = []
    attached: list[Part] = []
    position = 0
    while found := _MENTION.search(text, position):
        closing = f"</{found[1]}>"
        end = text.find(closing, found.end())
        if end < 0:
            break
        words.append(text[position : found.start()])
        name = _NAME.search(found[2])
        body = text[found.end() : end].removesuffix("\n")
        attached.append(Attachment(name[1] if name else found[1], body))
        position = end + len(closing)
    words.append(text[position:])
    said = "\n".join(piece.strip() for piece in words if piece.strip())
    return (*((Text(said),) if said else ()), *attached)


def _said_apart(body: str, tool: str | None) -> tuple[tuple[Part, ...], str]:
    """Take the person's words between tags out of a text; gives them and what is left."""
    parts: list[Part] = []
    left: list[str] = []
    position = 0
    tags = list(_SAID.finditer(body))
    if len(tags) > _MAX_TAGS:  # a file about such tags; the answer stands before or after it
        tags = tags[: _MAX_TAGS // 2] + tags[-_MAX_TAGS // 2 :]
    for tag in tags:
        if tag.start() < position or not _is_led(body[position : tag.start()], tool):
            continue
        closing = f"</{tag[1]}>"
        end = body.find(f"\n{closing}", tag.end())
        end = end + 1 if end >= 0 else body.find(closing, tag.end())
        stop = end + len(closing) if end >= 0 else len(body)
        is_last = not body[stop:].strip()
        if position and not is_last:
            break
        if not is_last and not _is_start(body[: tag.start()], tool):
            continue
        parts += human_parts(body[tag.end() : end if end >= 0 else stop])
        left.append(body[position : tag.start()].strip())
        position = stop
    left.append(body[position:].strip())
    if parts and (tool is None or tool in TALK_TOOLS):
        # files that the person mentioned are written out after the tags
        parts += [part for part in human_parts(left.pop()) if isinstance(part, Attachment)]
    return tuple(parts), "\n".join(piece for piece in left if piece)


def _is_led(lead: str, tool: str | None) -> bool:
    """Tell a tag that the program wrote from one in a file or a page that a tool brought.

    The program says in the line before that the user answers; where all is the answer, nothing.
    """
    last = lead.rstrip().rpartition("\n")[2]
    if last:
        is_near = tool not in _BRINGING or lead.strip().count("\n") <= 1
        return is_near and _LEAD.search(last) is not None
    return tool is None or tool in TALK_TOOLS


def _is_start(lead: str, tool: str | None) -> bool:
    return tool is None or lead.strip().count("\n") <= 1


def _status_apart(body: str) -> tuple[str, tuple[Part, ...], str]:
    """Read the JSON that Roo Code answers a call with; gives status, words and the rest."""
    if not body.startswith('{"status":'):
        return "", (), body
    try:
        value, end = DECODER.raw_decode(body)
    except (ValueError, RecursionError):
        return "", (), body
    record = dict_of(value)
    status = text_of(record.get("status"))
    said = human_parts(text_of(record.get("feedback"))) if "feedback" in record else ()
    is_only_words = status == "approved" or "feedback" in record
    text = body[end:].strip() if is_only_words else body
    return status, said, text


def _is_failed(text: str) -> bool | None:
    if text.startswith(_FAILED):
        return True
    code = _EXIT_CODE.search(text[:_EXIT_WINDOW_CHARS])
    return int(code[1]) != 0 if code else None


def mentions(text: str) -> Iterator[str]:
    """List the words of a text, without paths it mentions, to compare two ways of writing it."""
    for word in text.split():
        if not word.startswith(("@", "/", "'")):
            yield word
