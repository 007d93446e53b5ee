"""Cline and Roo Code in VS Code: the folder of a task, or one of its two files.

``api_conversation_history.json`` is what the model was sent, ``ui_messages.json`` what the window
showed; together they are one conversation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.patterns import compiled
from graphpack.readers.arrays import json_values
from graphpack.readers.assembly import Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.cline_calls import call_pattern
from graphpack.readers.cline_history import History, is_history, tool_names
from graphpack.readers.cline_task import Sent, is_related, merge
from graphpack.readers.cline_ui import is_row, joined, ui_rows
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, time_of
from graphpack.readers.probe import probe as look
from graphpack.readers.shapes import is_list_of, is_message

_HISTORY, _WINDOW = "history", "window"
_SIDES = {
    "item": "the entry of a Cline or Roo Code task in the list of tasks",
    "metadata": "what a Cline task kept about its files and models",
    "list": "the list of Cline or Roo Code tasks",
}
_HINT = "give the task's folder, its api_conversation_history.json or its ui_messages.json"
_TASK_ID = compiled(r"\d{13}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ITEM_KEYS = frozenset({"id", "ts", "task"})
_COST_KEYS = frozenset({"tokensIn", "tokensOut", "totalCost", "cacheReads", "size"})


class Reader:
    """Reads the two files of a task, alone or together."""

    name: ClassVar[str] = "cline"
    about: ClassVar[str] = "Cline or Roo Code: a task's folder, API history or UI messages"
    facts: ClassVar[Facts] = Facts(
        where="`tasks/<id>/` under `saoudrizwan.claude-dev` or `rooveterinaryinc.roo-cline` in "
        "VS Code's `globalStorage`; what `cline --json` prints",
        keeps="tasks, feedback and answers to questions, calls (native and XML tags) with their "
        "outputs, summaries of folded conversations, mentioned files, models",
        drops="environment details, rules, reminders to the model, checkpoints, costs, pictures",
        checked="an API history and three UI lists of Cline (2026); Roo Code's by its source",
        sign="messages with `<task>` or `<environment_details>`, or rows of `say` and `ask`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim either list, and the side files of a task."""
        return Certainty.SURE if _probed(probe) else Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put a task's files together: those in one folder, unless it holds several tasks."""
        folders: dict[str, list[tuple[Opened, str | None]]] = {}
        for source in sources:
            kind = _probed(look(source))
            folders.setdefault(str(PurePosixPath(source.name).parent), []).append((source, kind))
        found: list[Opened] = []
        for files in folders.values():
            found += _gathered(files)
        return sorted(found, key=lambda source: source.name)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the task's one conversation.

        Raises:
            ReadError: It is a side file, or nothing of Cline's.
        """
        faults = Faults(source.name)
        document, reason = _document(source, faults)
        kind = _kind(document)
        members = [_document(member, faults)[0] for member in source.members]
        windows = [document] if kind == _WINDOW else []
        windows += [value for value in members if _kind(value) == _WINDOW]
        rows = list(joined(ui_rows(list_of(windows[0]), faults))) if windows else []
        sent = _sent(list_of(document), faults) if kind == _HISTORY else []
        if reason and not rows:
            raise reason
        if kind not in (_HISTORY, _WINDOW) and not rows:
            raise ReadError(f"{source.name}: {_refusal(kind)}", hint=_HINT)
        window = [row.draft for row in rows]
        is_one = is_related(sent, rows)
        origin = ConversationSource(source.name, self.name)
        label = _label(source, next((value for value in members if _kind(value) == "item"), {}))
        drafts = merge(sent, rows) if sent and is_one else window
        found = [conversation(drafts, origin, faults, label)]
        if not is_one:
            history = [one.draft for one in sent]
            found.insert(0, conversation(history, origin, Faults(source.name), label))
        yield from attached([one for one in found if one], Faults(source.name))


def _probed(probe: Probe) -> str | None:
    """Say what a file is; the command line prints the window's rows one to a line."""
    kind = _kind(probe.document)
    is_json = probe.head.lstrip().startswith("{")  # prose may quote such lines
    lines = [value for value in probe.records if not _is_start(value)] if is_json else []
    return kind or (_WINDOW if is_list_of(lines, is_row) else None)


def _is_start(value: Any) -> bool:
    return dict_of(value).get("type") == "task_started"


def _kind(document: Any) -> str | None:
    if isinstance(document, list):
        if is_list_of(document, is_row):
            return _WINDOW
        if is_list_of(document, _is_message) and is_history(document):
            return _HISTORY
        return "list" if document and all(map(_is_item, document[:1])) else None
    if _is_item(document):
        return "item"
    about = dict_of(document)
    return "metadata" if {"files_in_context", "model_usage"} <= set(about) else None


def _is_message(value: Any) -> bool:
    return is_message(value) or (dict_of(value).get("type") == "reasoning" and "ts" in value)


def _is_item(value: Any) -> bool:
    record = dict_of(value)
    return set(record) >= _ITEM_KEYS and not _COST_KEYS.isdisjoint(record)


def _gathered(files: list[tuple[Opened, str | None]]) -> list[Opened]:
    """Make one source of a folder's files; several of a kind are tasks of their own."""
    kinds = [kind for _, kind in files]
    if any(kinds.count(kind) > 1 for kind in (_HISTORY, _WINDOW)):
        return [source for source, _ in files]
    main = next((kind for kind in (_HISTORY, _WINDOW) if kind in kinds), None)
    if main is None:
        return [source for source, _ in files]
    root = files[kinds.index(main)][0]
    return [replace(root, members=tuple(one for one, _ in files if one is not root))]


def _document(source: Opened, faults: Faults) -> tuple[Any, ReadError | None]:
    """Read a file of the task; a damaged one does not lose the other."""
    own = Faults(source.name)
    try:
        values = list(json_values(source, own))
        if values and values[0][0] == 0:
            return values[0][1], None
        return [value for _, value in values if not _is_start(value)], None
    except ReadError as error:
        own.add("unreadable-member", f"left out: {error}")
        return None, error
    finally:
        if source.name == faults.name:
            for notice in own.notices():
                faults.add(notice.code, notice.message)
        else:
            faults.merge(own)


def _refusal(kind: str | None) -> str:
    what = _SIDES.get(kind or "")
    return f"{what}; it holds no conversation" if what else "holds no task of Cline or Roo Code"


def _sent(items: list[Any], faults: Faults) -> list[Sent]:
    history = History(faults, call_pattern(tool_names(items)))
    found: list[Sent] = []
    for number, item in enumerate(items):
        if item is not None:  # a broken item, already counted
            found += [Sent(draft, number) for draft in history.drafts(item, number + 1)]
    return found


def _label(source: Opened, about: dict[str, Any]) -> Label:
    own = name_of(about.get("id")) or _folder(source)
    task = name_of(about.get("task"))
    return Label(own, task.split("\n")[0][:80] if task else None, _started(own))


def _folder(source: Opened) -> str | None:
    """Find the task's id: its folder's name."""
    folder = PurePosixPath(source.name).parent.name
    if not folder and source.path is not None and source.member is None:
        folder = source.path.parent.name
    return folder if _TASK_ID.fullmatch(folder) else None


def _started(task_id: str | None) -> datetime | None:
    """Read the time that a task's number is, in milliseconds."""
    is_time = task_id is not None and len(task_id) == 13 and task_id.isascii() and task_id.isdigit()
    return time_of(int(task_id or 0)) if is_time else None
