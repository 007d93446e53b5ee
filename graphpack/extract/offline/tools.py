"""The few lines of tool calls and results that carry state: commits, totals, errors, plans.

About a tenth of what a successor must know stands only there; the rest of a tool's output can be
read again from the repository and is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from graphpack.extract.offline.cutting import iter_units
from graphpack.extract.offline.phrases import LINES
from graphpack.extract.offline.units import Kind, Unit
from graphpack.model.conversation import Message, ToolCall, ToolResult
from graphpack.patterns import compiled

MAX_LINE_CHARS = 240
MAX_SCAN_CHARS = 20_000
"""Only the head and the tail of a longer output are looked at; totals and errors stand there."""


MAX_COMMAND_CHARS = 60
CALL_MESSAGES = 12
"""A result stands not further behind its call than this."""

# pytest's margin before what went wrong
_MARGIN = compiled(r"(?:E|>) {3,}(?=\S)")
_BARE = compiled(r"\w*(?:Error|Exception)\W*|E|Traceback.{0,40}")
_CHAIN = compiled(r"(?:(?<!\s)\s++)?+(?:&&|;)\s*")
_PIPE = compiled(r"(?:(?<!\s)\s++)?+(?:\||2?>|<)")

PLAN_KEYS = ("plan", "explanation", "question", "questions")
TASK_KEYS = ("content", "step", "title", "task", "subject")
TASK_DONE = {"completed", "done", "cancelled", "canceled", "deleted"}


def iter_tool_units(message: int, part: int, value: ToolCall | ToolResult) -> Iterator[Unit]:
    """Find the lines of a tool call or result that carry state.

    Args:
        message: 0-based message index.
        part: 0-based part index.
        value: The part.

    Yields:
        Units whose spans are in ``value.text``; ``label`` says which kind of line it is.
    """
    if isinstance(value, ToolCall):
        yield from _call_units(message, part, value)
        return
    text = value.text
    if len(text) > MAX_SCAN_CHARS:
        half = MAX_SCAN_CHARS // 2
        regions = [(0, half), (len(text) - half, len(text))]
    else:
        regions = [(0, len(text))]
    place = 0
    for label, pattern in LINES.items():
        matches = (match for region in regions for match in pattern.finditer(text, *region))
        told = (span for match in matches if (span := _told(text, match)) is not None)
        # the rest of a long output is not even searched
        for a, b in islice(told, 1 if label == "error" else 3):
            yield Unit(message, part, a, b, Kind.OUTPUT, text[a:b], label=label, place=place)
            place += 1


def _told(text: str, match: re.Match[str]) -> tuple[int, int] | None:
    """Where a matched line says something, without its margin; None where it says nothing."""
    a, b = match.span()
    while a < b and text[a].isspace():
        a += 1
    a += len(found[0]) if (found := _MARGIN.match(text[a:b])) else 0
    b = min(b, a + MAX_LINE_CHARS)
    while b > a and text[b - 1].isspace():
        b -= 1
    return None if a >= b or _BARE.fullmatch(text[a:b]) else (a, b)


def command_of(unit: Unit, messages: Sequence[Message]) -> Unit | None:
    """Find what was run for a line of output: «4 passed» alone says little.

    Args:
        unit: A line of a tool's result.
        messages: The conversation's messages.

    Returns:
        The command as it stands in the call, the last of a chain; None where the line is no total
        and no error, or where no short command is known.
    """
    result = messages[unit.message].parts[unit.part]
    if unit.label not in {"total", "error"} or not isinstance(result, ToolResult):
        return None
    for at in range(unit.message, max(unit.message - CALL_MESSAGES, -1), -1):
        for number, call in enumerate(messages[at].parts):
            if isinstance(call, ToolCall) and call.call_id and call.call_id == result.call_id:
                return _command(at, number, call)
    return None


def _command(message: int, part: int, call: ToolCall) -> Unit | None:
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    command = arguments.get("command") or arguments.get("cmd")
    if not isinstance(command, str) or "\n" in command.strip():
        return None
    last = _CHAIN.split(command)[-1]
    told = _PIPE.split(last)[0].strip()
    start = call.text.find(told) if told else -1
    if start < 0 or len(told) > MAX_COMMAND_CHARS:
        return None
    return Unit(message, part, start, start + len(told), Kind.OUTPUT, told, label="command")


def _call_units(message: int, part: int, call: ToolCall) -> Iterator[Unit]:
    arguments = call.arguments
    if not isinstance(arguments, Mapping):
        return
    text = call.text
    for key in PLAN_KEYS:
        value = arguments.get(key)
        if isinstance(value, str) and len(value) > 40:
            offset = text.find(value)
            for unit in iter_units(message, part, value) if offset >= 0 else ():
                yield Unit(
                    message, part, unit.start + offset, unit.end + offset, unit.kind, unit.text,
                    unit.heading, unit.lead, unit.label, unit.place, unit.lang,
                )  # fmt: skip
    command = arguments.get("command") or arguments.get("cmd")
    if isinstance(command, str):
        match = re.search(
            r"git commit\b.*?-m\s+(?:\"\$\(cat <<'?EOF'?\n|[\"'])(.+?)(?:\n|[\"']\s*(?:$|&|;))",
            command,
        )
        if match:
            offset = text.find(match.group(1))
            if offset >= 0:
                line = match.group(1)[:MAX_LINE_CHARS]
                yield Unit(
                    message, part, offset, offset + len(line), Kind.OUTPUT, line, label="message"
                )


def task_units(message: int, part: int, call: ToolCall) -> list[Unit] | None:
    """Read a task list: what the assistant itself notes as not done.

    Args:
        message: 0-based message index.
        part: 0-based part index.
        call: Any tool call.

    Returns:
        The open tasks in order, each with its span in ``call.text``; None where the call writes
        no task list.
    """
    rows = _task_rows(call)
    if rows is None:
        return None
    written = call.text
    found = []
    for row in rows:
        task = next((text for key in TASK_KEYS if isinstance(text := row.get(key), str)), "")
        is_open = str(row.get("status", "")).lower() not in TASK_DONE
        start = written.find(task) if task and is_open else -1
        if start >= 0:
            end = start + len(task)
            unit = Unit(message, part, start, end, Kind.OUTPUT, task, label="task")
            found.append(unit)
    return found


def _task_rows(call: ToolCall) -> list[Mapping[str, object]] | None:
    if isinstance(call.arguments, Mapping):
        for key in ("todos", "plan", "tasks", "items"):
            rows = call.arguments.get(key)
            if isinstance(rows, list) and rows and all(isinstance(row, Mapping) for row in rows):
                return rows if any("status" in row for row in rows) else None
    return None
