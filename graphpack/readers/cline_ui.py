"""Reads what the window of Cline or Roo Code showed: the rows of ``ui_messages.json``.

Here a person's words stand apart from everything else; what tools brought is often cut short.
Nothing here knows a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import orjson

from graphpack.model.conversation import (
    Attachment,
    Image,
    Origin,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.assembly import Draft
from graphpack.readers.blocks import json_text
from graphpack.readers.cline_calls import speech
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

_NOISE = frozenset(
    {
        "api_req_deleted", "api_req_failed", "api_req_finished", "api_req_rate_limit_wait",
        "api_req_retried", "api_req_retry_delayed", "auto_approval_max_req_reached",
        "checkpoint_created", "checkpoint_saved", "clineignore_error", "codebase_search_started",
        "command_permission_denied", "condense_context_error", "deleted_api_reqs", "diff_error",
        "error", "error_retry", "generate_explanation", "hook_output_stream", "hook_status",
        "info", "interactive_app", "load_mcp_documentation", "mcp_notification",
        "mcp_server_request_started", "mistake_limit_reached", "resume_completed_task",
        "resume_task", "rooignore_error", "shell_integration_warning",
        "shell_integration_warning_with_suggestion", "task_progress", "too_many_tools_warning",
        "user_edit_todos", "sliding_window_truncation", "image", "browser_session_status",
        "subtask", "mcp_server_response_started", "tool_error", "condense", "new_task",
    }
)  # fmt: skip
_STARTED = "api_req_started"
_CONDENSED = ("condense_context", "summarize_task")
_ASKED = ("followup", "plan_mode_respond", "plan_mode_response", "act_mode_respond")
_HAS_CHANGES = "HAS_CHANGES"
_NEEDS_APPROVAL = "REQ_APP"
_SHELL = "execute_command"


@dataclass(frozen=True, slots=True)
class Row:
    """A draft, and where it stands beside the messages sent to the model.

    Args:
        draft: The message.
        after: Number of the last message of the API history when the row was written, from 0; None
            where the row does not say.
    """

    draft: Draft
    after: int | None = None


def is_row(value: Any) -> bool:
    """Tell a row of the window's list."""
    record = dict_of(value)
    kind = record.get("type")
    return kind in ("say", "ask") and isinstance(record.get(kind), str)


def ui_rows(rows: list[Any], faults: Faults) -> Iterator[Row]:
    """Read the rows.

    Args:
        rows: The document's list.
        faults: Takes what was skipped.

    Yields:
        Messages in order.

    Source:
        Cline of 2024 to 2026 and Roo Code: three files of theirs, and the names of their rows.
    """
    window = _Window(faults)
    for number, record in enumerate(_finished(rows, faults), start=1):
        for role, parts, origin in window.take(record, number):
            after = record.get("conversationHistoryIndex")
            draft = Draft(
                role,
                tuple(parts),
                time_of(record.get("ts")),
                author_of(record) if role is Role.ASSISTANT else None,
                origin,
                is_interruption=role is Role.USER and window.was_stopped,
            )
            window.was_stopped &= role is not Role.USER
            yield Row(draft, after if isinstance(after, int) else None)


def joined(rows: Iterator[Row]) -> Iterator[Row]:
    """Join the pieces in which a command's output was shown."""
    held: Row | None = None
    pieces: list[str] = []
    for row in rows:
        if held and _is_output(held.draft) and _is_output(row.draft):
            pieces.append(row.draft.parts[0].text)
            continue
        if held:
            yield _with_pieces(held, pieces)
        held, pieces = row, []
    if held:
        yield _with_pieces(held, pieces)


def _is_output(draft: Draft) -> bool:
    part = draft.parts[0]
    return isinstance(part, ToolResult) and part.name == _SHELL


def _with_pieces(row: Row, pieces: list[str]) -> Row:
    first, *others = row.draft.parts
    if not pieces or not isinstance(first, ToolResult):
        return row
    whole = replace(first, text="\n".join((first.text, *pieces)))
    return replace(row, draft=replace(row.draft, parts=(whole, *others)))


def author_of(record: dict[str, Any]) -> str | None:
    """Find the model that a row is from."""
    about = dict_of(record.get("modelInfo"))
    return name_of(about.get("modelId")) or name_of(about.get("id"))


def _finished(rows: list[Any], faults: Faults) -> Iterator[dict[str, Any]]:
    """Leave out the unfinished copies of rows that come again."""
    last = {_key(row): number for number, row in enumerate(rows) if is_row(row)}
    for number, row in enumerate(rows):
        if not is_row(row):
            if row is not None:
                faults.add("broken-record", "not a row of the window; left out", number + 1)
            continue
        if row.get("partial") is True and last[_key(row)] > number:
            continue
        yield row


def _key(row: dict[str, Any]) -> tuple[str, str]:
    return str(row.get("ts")), str(row.get(row["type"]))


_Found = tuple[Role, list[Part], Origin]


@dataclass(slots=True)
class _Window:
    faults: Faults
    is_running: bool = False
    was_stopped: bool = False
    said: str = ""

    def take(self, record: dict[str, Any], number: int) -> Iterator[_Found]:
        """Read one row."""
        kind = str(record[record["type"]])
        text = text_of(record.get("text"))
        if kind == _STARTED:
            self.is_running = True
            self.was_stopped |= _json(text).get("cancelReason") == "user_cancelled"
        elif kind in ("text", "task"):
            role = Role.ASSISTANT if self.is_running else Role.USER
            yield from self._said(role, record, text)
        elif kind in ("user_feedback", "user_feedback_diff"):
            self.is_running = True
            yield from _feedback(kind, record, text)
        elif kind in _CONDENSED:
            yield from _summary(record, text)
        elif kind in _ASKED:
            yield from self._asked(record, text)
        elif kind in _READ:
            part = _READ[kind](text)
            if part:
                role = Role.TOOL if isinstance(part, ToolResult) else Role.ASSISTANT
                yield role, [part, *_images(record)], Origin.MAIN
        elif kind == "completion_result":
            yield from self._said(Role.ASSISTANT, record, text.removesuffix(_HAS_CHANGES))
        elif kind not in _NOISE:
            self.faults.add("unknown-record", f"a row of an unknown kind '{kind[:40]}'", number)

    def _said(self, role: Role, record: dict[str, Any], text: str) -> Iterator[_Found]:
        """Give what was said, but not twice: a result is shown, then asked about."""
        is_again = role is Role.ASSISTANT and text.strip() == self.said
        if role is Role.ASSISTANT:
            self.said = text.strip()
        parts: list[Part] = [Text(text.strip())] if text.strip() and not is_again else []
        parts += _images(record)
        if parts:
            yield role, parts, Origin.MAIN

    def _asked(self, record: dict[str, Any], text: str) -> Iterator[_Found]:
        """Give a question, and the offered answer that the person clicked."""
        asked = _json(text)
        yield from self._said(Role.ASSISTANT, record, speech(asked) or ("" if asked else text))
        chosen = text_of(asked.get("selected")).strip()
        if chosen:
            yield Role.USER, [Text(chosen)], Origin.MAIN


def _feedback(kind: str, record: dict[str, Any], text: str) -> Iterator[_Found]:
    parts: list[Part] = []
    change = _json(text) if kind.endswith("_diff") else {}
    if change:
        parts.append(Attachment(name_of(change.get("path")) or "diff", text_of(change.get("diff"))))
    elif text.strip():
        parts.append(Text(text.strip()))
    parts += _images(record)
    parts += [Attachment(name) for file in list_of(record.get("files")) if (name := name_of(file))]
    if parts:
        yield Role.USER, parts, Origin.MAIN


def _summary(record: dict[str, Any], text: str) -> Iterator[_Found]:
    about = dict_of(record.get("contextCondense")) or _json(text)
    summary = text_of(about.get("summary")) or text_of(about.get("context"))
    if summary.strip():
        yield Role.ASSISTANT, [Text(summary.strip())], Origin.COMPACTION


def _images(record: dict[str, Any]) -> list[Part]:
    found: list[Part] = []
    for image in list_of(record.get("images")):
        url = text_of(image)[:100]
        media = url[5:].split(";")[0].split(",")[0] if url.startswith("data:") else None
        found.append(Image(media or None))
    return found


def _json(text: str) -> dict[str, Any]:
    if not text.startswith("{"):
        return {}
    try:
        return dict_of(orjson.loads(text))
    except orjson.JSONDecodeError:
        return {}


def _reasoning(text: str) -> Part | None:
    return Reasoning(text.strip()) if text.strip() else None


def _tool(text: str) -> Part | None:
    call = _json(text)
    name = name_of(call.get("tool"))
    arguments = {key: value for key, value in call.items() if key != "tool"}
    return ToolCall(name or "unknown", arguments if name else text) if text.strip() else None


def _command(text: str) -> Part | None:
    command = text.strip().removesuffix(_NEEDS_APPROVAL).strip()
    return ToolCall(_SHELL, {"command": command}) if command else None


def _server(text: str) -> Part | None:
    call = _json(text)
    name = name_of(call.get("toolName")) or name_of(call.get("uri")) or "use_mcp_tool"
    arguments = call.get("arguments")
    inner = _json(arguments) if isinstance(arguments, str) else dict_of(arguments)
    return ToolCall(name, inner or text_of(arguments)) if call else None


def _browser(text: str) -> Part | None:
    call = _json(text)
    return ToolCall("browser_action", call or text) if text.strip() else None


def _output(name: str | None) -> Callable[[str], Part | None]:
    def read(text: str) -> Part | None:
        return ToolResult(text.strip(), name) if text.strip() else None

    return read


def _page(text: str) -> Part | None:
    shown = _json(text)
    shown.pop("screenshot", None)
    body = text_of(shown.get("logs")).strip() or (json_text(shown) if shown else "")
    return ToolResult(body, "browser_action") if body else None


_READ: dict[str, Callable[[str], Part | None]] = {
    "reasoning": _reasoning,
    "tool": _tool,
    "command": _command,
    "command_output": _output(_SHELL),
    "use_mcp_server": _server,
    "mcp_server_response": _output(None),
    "browser_action_launch": _browser,
    "browser_action": _browser,
    "browser_action_result": _page,
    "codebase_search_result": _output("codebase_search"),
    "subtask_result": _output("new_task"),
}
