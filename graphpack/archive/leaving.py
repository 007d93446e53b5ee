"""Takes everything out of an archive as open files; ``returning`` brings it back identically.

A folder ``sessions/REF`` for each session: ``session.json`` (where it belongs, hashes, times),
``pack.json`` (the archive form of its graph), ``nodes.jsonl`` and ``relationships.jsonl`` (as they
are searched), ``transcript.jsonl`` (as ``graphpack read --to jsonl`` writes it) where it was kept,
and ``originals/`` for long texts that stand in no transcript. Beside them ``files.jsonl``, what a
run need not read again, and ``audit.jsonl``, who did what. ``archive.json`` comes last: a folder
without it is not whole.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, select

from graphpack import __version__
from graphpack.archive import schema
from graphpack.archive.documents import kept_lines
from graphpack.archive.entry import Row
from graphpack.archive.listing import Chosen, Session
from graphpack.archive.packed import as_bytes, sha256
from graphpack.archive.store import Archive
from graphpack.atomic import make_folder
from graphpack.errors import UsageError

VERSION = 1
HEAD = "archive.json"
_PART = ".part"

Progress = Callable[[str, int, int], None]


def export(
    archive: Archive, folder: Path, chosen: Chosen, *, progress: Progress | None = None
) -> int:
    """Write sessions as open files.

    Args:
        archive: Where they are.
        folder: Is made; it must not be there yet, or be empty.
        chosen: Which sessions; all of them take the accounts of files and deeds along.
        progress: Is told how many are done.

    Returns:
        How many there are.

    Raises:
        UsageError: The folder holds something, or cannot be written to.
    """
    part = folder.with_name(folder.name + _PART)
    try:
        if folder.exists() and any(folder.iterdir()):
            raise UsageError(f"{folder}: is not empty", hint="name a folder that is not there yet")
        shutil.rmtree(part, ignore_errors=True)
        make_folder(part / "sessions")
        found = sorted(archive.sessions(chosen), key=lambda session: session.ref)
        for number, session in enumerate(found):
            if progress is not None:
                progress("exporting", number, len(found))
            _write_session(archive, session, part / "sessions" / session.ref)
        refs = {session.ref for session in found}
        with archive.reading() as connection:
            _write_lines(part / "files.jsonl", _files(connection, chosen))
            _write_lines(part / "audit.jsonl", _audit(connection, refs, chosen))
        head = {"v": VERSION, "generator": f"graphpack {__version__}", "sessions": len(found)}
        _write(part / HEAD, _pretty(head))
        part.replace(folder)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"{folder}: cannot be written: {reason}") from error
    finally:
        # there no more where all went well; else half of an export, which nobody wants
        shutil.rmtree(part, ignore_errors=True)
    return len(found)


def _write_session(archive: Archive, session: Session, folder: Path) -> None:
    make_folder(folder)
    with archive.reading() as connection:
        table = schema.sessions
        row = connection.execute(select(table).where(table.c.id == session.id)).mappings().one()
        nodes = _of(connection, schema.nodes, session.id)
        ties = _of(connection, schema.relationships, session.id)
        uses = _of(connection, schema.blob_uses, session.id, order=("purpose", "name"))
    whole = {
        "project": session.project,
        "author": session.author,
        "tags": list(session.tags),
        **{key: row[key] for key in row if key not in {"id", "project_id", "author_id"}},
        "trail": row["trail"].hex(),
        "originals": {use["name"]: use["sha256"] for use in uses if use["purpose"] == "original"},
    }
    _write(folder / "session.json", _pretty(whole))
    _write(folder / "pack.json", archive.pack(session.id))
    _write_lines(folder / "nodes.jsonl", nodes)
    _write_lines(folder / "relationships.jsonl", ties)
    known: set[str] = set()
    if session.has_transcript:
        text = "\n".join(archive.transcript(session))
        _write(folder / "transcript.jsonl", text)
        known = {sha256(long) for one in kept_lines(text) for long in one.texts.values()}
    for name in sorted(set(whole["originals"].values()) - known):
        make_folder(folder / "originals")
        path = folder / "originals" / f"{name}.txt"
        path.write_bytes(as_bytes(archive.original(name)))


def _of(
    connection: Connection, table: Table, session: int, *, order: tuple[str, ...] = ("position",)
) -> list[Row]:
    query = select(table).where(table.c.session_id == session)
    rows = connection.execute(query.order_by(*(table.c[name] for name in order))).mappings()
    return [
        {key: value for key, value in row.items() if key not in {"id", "session_id", "terms"}}
        for row in rows
    ]


def _files(connection: Connection, chosen: Chosen) -> Iterator[Row]:
    if chosen != Chosen():
        return
    files, projects = schema.files, schema.projects
    columns = [column for column in files.c if column.name != "project_id"]
    query = select(projects.c.name.label("project"), *columns).select_from(files.join(projects))
    for row in connection.execute(query.order_by(projects.c.name, files.c.origin_sha256)):
        yield dict(row._mapping)


def _audit(connection: Connection, refs: set[str], chosen: Chosen) -> Iterator[Row]:
    audit, sessions = schema.audit, schema.sessions
    columns = [column for column in audit.c if column.name not in {"id", "session_id"}]
    query = select(sessions.c.ref.label("session"), *columns).select_from(audit.outerjoin(sessions))
    # not by number: numbers differ where it was brought in
    order = (audit.c.at, func.coalesce(sessions.c.ref, ""), audit.c.action, audit.c.detail)
    for row in connection.execute(query.order_by(*order)):
        if row.session in refs or (row.session is None and chosen == Chosen()):
            yield dict(row._mapping)


def _write(path: Path, text: str) -> None:
    path.write_bytes(as_bytes(text) + b"\n")
    path.chmod(0o600)


def _write_lines(path: Path, rows: Iterable[Row]) -> None:
    with path.open("wb") as file:
        for row in rows:
            file.write(as_bytes(json.dumps(row, ensure_ascii=False, default=_iso)) + b"\n")
    path.chmod(0o600)


def _pretty(document: Row) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1, default=_iso)


def _iso(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not written")
