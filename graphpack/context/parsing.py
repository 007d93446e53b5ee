"""Reads records from JSON, as programs and people write them.

The form is described by ``schemas/records.v1.schema.json``. Names are taken in snake case and in
camel case, and kinds by the names that people give them, for records come from many programs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from graphpack.context.records import Kind, Record, RecordSet
from graphpack.errors import ReadError

__all__ = ["parse_records", "records_of"]

_KINDS = {
    "messages": Kind.MESSAGE, "turn": Kind.MESSAGE, "chat": Kind.MESSAGE,
    "tool": Kind.TOOL_CALL, "command": Kind.TOOL_CALL, "tool_calls": Kind.TOOL_CALL,
    "tool_result": Kind.TOOL_OUTPUT, "tool_outputs": Kind.TOOL_OUTPUT, "output": Kind.TOOL_OUTPUT,
    "tool_results": Kind.TOOL_OUTPUT, "log": Kind.TOOL_OUTPUT,
    "errors": Kind.ERROR, "exception": Kind.ERROR,
    "stacktrace": Kind.STACK_TRACE, "stack_traces": Kind.STACK_TRACE, "trace": Kind.STACK_TRACE,
    "files": Kind.FILE, "file_snapshot": Kind.FILE, "file_snapshots": Kind.FILE,
    "snapshot": Kind.FILE,
    "diffs": Kind.DIFF, "git_diff": Kind.DIFF, "git_diffs": Kind.DIFF, "patch": Kind.DIFF,
    "test": Kind.TEST_RESULT, "test_results": Kind.TEST_RESULT, "test_run": Kind.TEST_RESULT,
    "tests": Kind.TEST_RESULT,
    "decisions": Kind.DECISION, "constraint": Kind.DECISION, "constraints": Kind.DECISION,
    "notes": Kind.NOTE, "finding": Kind.NOTE, "findings": Kind.NOTE, "fact": Kind.NOTE,
}  # fmt: skip
_TEXTS = ("text", "content", "message", "output", "body", "diff", "patch", "stack", "result")
_PRIORITIES = {"low": 0.0, "normal": 0.5, "medium": 0.5, "high": 0.8, "critical": 1.0}
_ROLES = {"human": "user", "developer": "system", "ai": "assistant", "agent": "assistant"}


def parse_records(text: str, *, where: str = "records") -> RecordSet:
    """Read records from JSON or JSON Lines.

    Args:
        text: A list of records; an object with ``records``; one with a list for each kind, such
            as ``messages`` and ``decisions``; or one record a line.
        where: What the text is called in errors.

    Returns:
        The records, each with an id.

    Raises:
        ReadError: It is no JSON, or not of that form; the message has a JSON Pointer.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        document = _lines(text)
        if document is None:
            raise ReadError(
                f"{where}: not JSON: {error}",
                hint="schemas/records.v1.schema.json describes the form",
            ) from error
    return records_of(document, where=where)


def records_of(document: Any, *, where: str = "records", after: int = 0) -> RecordSet:
    """Take records from a parsed JSON value.

    Args:
        document: As ``parse_records`` reads it.
        where: What it is called in errors.
        after: Number of the last record before these, where ids are given out by number.

    Returns:
        The records, each with an id.

    Raises:
        ReadError: It is not of that form.
    """
    task = budget = None
    if isinstance(document, Mapping):
        task = document.get("task")
        budget = document.get("token_budget", document.get("tokenBudget"))
    if task is not None and not isinstance(task, str):
        raise ReadError(f"{where}: /task: not text")
    if budget is not None and (isinstance(budget, bool) or not isinstance(budget, int)):
        raise ReadError(f"{where}: /token_budget: not a whole number")
    found: list[Record] = []
    empty: list[str] = []
    taken: set[str] = set()
    for place, one in _items(document, where):
        record = _record(one, f"{where}: {place}", f"r{after + len(taken) + 1}")
        if record.id in taken:
            raise ReadError(f"{where}: {place}/id: {record.id!r} is there twice")
        taken.add(record.id)
        if record.text.strip():
            found.append(record)
        else:
            empty.append(record.id)
    return RecordSet(tuple(found), task, budget, tuple(empty))


def _lines(text: str) -> list[Any] | None:
    """Read one JSON value a line; None where a line is none."""
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        return [json.loads(line) for line in lines] if len(lines) > 1 else None
    except (ValueError, RecursionError):
        return None


def _items(document: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Give each record with its JSON Pointer; those of a group have its kind.

    Raises:
        ReadError: There are none.
    """
    if isinstance(document, list):
        yield from ((f"/{at}", one) for at, one in enumerate(document))
        return
    if not isinstance(document, Mapping):
        raise ReadError(f"{where}: neither a list of records nor an object that holds one")
    is_found = False
    for key, value in document.items():
        kind = "" if key == "records" else _KINDS.get(_snake(key))
        if kind is None or not isinstance(value, list):
            continue
        is_found = True
        for at, one in enumerate(value):
            is_short = kind and isinstance(one, str)
            grouped = {"text": one} if is_short else one
            if kind and isinstance(grouped, Mapping):
                grouped = {"kind": kind, **grouped}
            yield f"/{key}/{at}", grouped
    if not is_found:
        raise ReadError(
            f"{where}: holds no records",
            hint="give a list, or an object with records, messages, files, errors, decisions …",
        )


def _record(value: Any, place: str, fallback_id: str) -> Record:
    if not isinstance(value, Mapping):
        raise ReadError(f"{place}: not an object")
    given = {_snake(key): one for key, one in value.items() if one is not None}
    kind = _kind(given, place)
    role = _text(given, "role", place)
    role = _ROLES.get(role.lower(), role.lower()) if role else None
    status = _text(given, "status", place)
    path = _text(given, "path", place, "file", "file_path")
    return Record(
        id=_id(given, place) or fallback_id,
        kind=kind,
        text=_content(given, place),
        role=role if role or kind is not Kind.MESSAGE else "user",
        status=status.strip().lower() if status else None,
        name=_text(given, "name", place, "command", "tool", "title"),
        path=path.replace("\\", "/") if path else None,
        exit_code=_exit_code(given, place),
        at=_time(given, place),
        author=_text(given, "author", place, "agent"),
        priority=_priority(given, place),
    )


def _kind(given: Mapping[str, Any], place: str) -> Kind:
    name = given.get("kind", given.get("type"))
    if not isinstance(name, str):
        raise ReadError(f"{place}/kind: missing", hint=f"one of {', '.join(Kind)}")
    key = _snake(name)
    if key in set(Kind):
        return Kind(key)
    if key not in _KINDS:
        raise ReadError(f"{place}/kind: {name!r} is not a kind", hint=f"one of {', '.join(Kind)}")
    return _KINDS[key]


def _content(given: Mapping[str, Any], place: str) -> str:
    for key in _TEXTS:
        if key in given:
            if not isinstance(given[key], str):
                raise ReadError(f"{place}/{key}: not text")
            if given[key].strip():
                return str(given[key])
    return ""


def _id(given: Mapping[str, Any], place: str) -> str | None:
    value = given.get("id")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is not None and not isinstance(value, str):
        raise ReadError(f"{place}/id: not text")
    # an id stands inside of a tag: what would end the tag may not be in it
    cleaned = " ".join((value or "").split())
    return cleaned.translate({ord("["): "(", ord("]"): ")", ord("|"): "/"}) or None


def _text(given: Mapping[str, Any], key: str, place: str, *others: str) -> str | None:
    for name in (key, *others):
        if name in given:
            if not isinstance(given[name], str):
                raise ReadError(f"{place}/{name}: not text")
            return given[name] or None
    return None


def _exit_code(given: Mapping[str, Any], place: str) -> int | None:
    value = given.get("exit_code", given.get("exit"))
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise ReadError(f"{place}/exit_code: not a whole number")
    return value


def _time(given: Mapping[str, Any], place: str) -> datetime | None:
    value = given.get("at", given.get("timestamp", given.get("time")))
    if value is None:
        return None
    try:
        if isinstance(value, str):
            at = datetime.fromisoformat(value)
        else:
            # milliseconds, as JavaScript counts, are beyond any year that is meant in seconds
            seconds = float(value)
            at = datetime.fromtimestamp(seconds / 1000 if seconds > 1e11 else seconds, tz=UTC)
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, OSError) as error:
        raise ReadError(f"{place}/at: {value!r} is not a time", hint="ISO 8601") from error


def _priority(given: Mapping[str, Any], place: str) -> float | None:
    value = given.get("priority")
    if value is None:
        return None
    if isinstance(value, str) and value.lower() in _PRIORITIES:
        return _PRIORITIES[value.lower()]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ReadError(
            f"{place}/priority: {value!r} is no number from 0 to 1",
            hint="or one of low, normal, high, critical",
        )
    return float(value)


def _snake(name: str) -> str:
    text = "".join(f"_{char.lower()}" if char.isupper() else char for char in name)
    return text.replace("-", "_").replace(" ", "_").strip("_")
