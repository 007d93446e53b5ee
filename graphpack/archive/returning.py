"""Brings back what ``leaving`` wrote, identically, into an archive on any database."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from graphpack.archive import filing, schema
from graphpack.archive.documents import kept_lines
from graphpack.archive.entry import Row, message_row, node_terms
from graphpack.archive.leaving import HEAD, VERSION, Progress
from graphpack.archive.packed import as_bytes, as_text, sha256
from graphpack.archive.store import Archive
from graphpack.errors import ReadError


def bring_in(
    archive: Archive, folder: Path, *, progress: Progress | None = None
) -> tuple[int, int]:
    """Bring what ``export`` wrote into an archive; a session that is there stays as it is.

    Args:
        archive: Where to; its tables are made.
        folder: As ``export`` wrote it.
        progress: Is told how many are done.

    Returns:
        How many came, and how many were there.

    Raises:
        ReadError: The folder is not whole, or a file in it is not as it was written.
    """
    head = _document(folder / HEAD)
    if head.get("v") != VERSION:
        raise ReadError(f"{folder}: is of version {head.get('v')}, not {VERSION}")
    refs = sorted(path.name for path in (folder / "sessions").iterdir())
    if len(refs) != head.get("sessions"):
        raise ReadError(f"{folder}: holds {len(refs)} sessions, and says {head.get('sessions')}")
    archive.init()
    audit: dict[str | None, list[Row]] = {}
    for row in _lines(folder / "audit.jsonl"):
        audit.setdefault(row.pop("session"), []).append(_timed(schema.audit, row))
    was_empty = not archive.sessions(limit=1)
    come = 0
    for number, ref in enumerate(refs):
        if progress is not None:
            progress("importing", number, len(refs))
        rows = _checked_rows(folder / "sessions" / ref)
        rows["audit"] = audit.get(ref, [])
        come += archive.writing(partial(_restore, rows=rows))
    bare = audit.get(None, []) if was_empty else []
    archive.writing(partial(_restore_accounts, folder=folder, audit=bare))
    return come, len(refs) - come


def _checked_rows(folder: Path) -> dict[str, Any]:
    try:
        return _rows(folder)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ReadError(f"{folder}: is not as it was written: {error!r}") from error


def _rows(folder: Path) -> dict[str, Any]:
    """Read one session's folder.

    Raises:
        ReadError: A file in it is not as it was written.
    """
    whole = _document(folder / "session.json")
    pack = as_bytes(_text(folder / "pack.json"))
    blobs = {sha256(pack): pack}
    rows: dict[str, Any] = {
        name: [
            _node(row, whole) if name == "nodes" else row
            for row in _lines(folder / f"{name}.jsonl")
        ]
        for name in ("nodes", "relationships")
    }
    rows["messages"] = []
    if whole["has_transcript"]:
        text = _text(folder / "transcript.jsonl")
        kept = list(kept_lines(text))
        rows["messages"] = [message_row(position, one) for position, one in enumerate(kept)]
        blobs |= {sha256(long): long for one in kept for long in one.texts.values()}
    for name in sorted(set(whole["originals"].values()) - blobs.keys()):
        blobs[name] = as_bytes(_text(folder / "originals" / f"{name}.txt", is_line=False))
        if sha256(blobs[name]) != name:
            raise ReadError(f"{folder}: originals/{name}.txt is not as it was written")
    uses = [{"purpose": "pack", "name": "", "sha256": sha256(pack)}]
    uses += [
        {"purpose": "original", "name": name, "sha256": digest}
        for name, digest in whole.pop("originals").items()
    ]
    return {**rows, "blobs": blobs, "blob_uses": uses, "whole": whole}


def _node(row: Row, session: Row) -> Row:
    # earlier exports leave the time of the session to be looked up
    said_at = row["said_at"] or session["last_at"]
    terms = node_terms(row["title"], row["text"])
    return _timed(schema.nodes, row | {"said_at": said_at}) | {"terms": terms}


def _restore(connection: Connection, *, rows: Mapping[str, Any]) -> bool:
    """Write a session that is not there; gives whether it was not."""
    whole = dict(rows["whole"])
    sessions = schema.sessions
    query = select(sessions.c.id).where(sessions.c.ref == whole["ref"])
    if connection.execute(query).first() is not None:
        return False
    project = filing.number_of(connection, schema.projects, whole.pop("project"))
    author, tags = whole.pop("author"), whole.pop("tags")
    columns = _timed(sessions, whole) | {
        "trail": bytes.fromhex(whole["trail"]),
        "project_id": project,
        "author_id": filing.number_of(connection, schema.authors, author) if author else None,
    }
    done = connection.execute(insert(sessions).values(columns))
    session = int(done.inserted_primary_key[0])  # type: ignore[index]
    filing.fill(connection, session, rows)
    filing.tag(connection, session, tags)
    for row in rows["audit"]:
        connection.execute(insert(schema.audit).values(row | {"session_id": session}))
    return True


def _restore_accounts(connection: Connection, *, folder: Path, audit: list[Row]) -> None:
    for row in _lines(folder / "files.jsonl"):
        number = filing.number_of(connection, schema.projects, row.pop("project"))
        timed = _timed(schema.files, row) | {"project_id": number}
        filing.insert_new(connection, schema.files, [timed])
    # brought in twice, it has still been forgotten once
    for row in audit:
        connection.execute(insert(schema.audit).values(row))


def _timed(table: Table, row: Row) -> Row:
    """Make times of what stands for them in JSON."""
    times = {column.name for column in table.c if isinstance(column.type, schema.Moment)}
    return {
        key: datetime.fromisoformat(value) if key in times and value is not None else value
        for key, value in row.items()
    }


def _text(path: Path, *, is_line: bool = True) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReadError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    try:
        return as_text(data.removesuffix(b"\n") if is_line else data)
    except UnicodeDecodeError as error:
        raise ReadError(f"{path}: is not UTF-8") from error


def _lines(path: Path) -> Iterator[Row]:
    for number, line in enumerate(_text(path).split("\n"), 1):
        if line:
            yield _parsed(line, f"{path}:{number}")


def _document(path: Path) -> Row:
    return _parsed(_text(path), str(path))


def _parsed(text: str, where: str) -> Row:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ReadError(f"{where}: not JSON") from error
    if not isinstance(found, dict):
        raise ReadError(f"{where}: not an object")
    return found
