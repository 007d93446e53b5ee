"""Brings back what ``leaving`` wrote, identically, into an archive on any database."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import StatementError

from graphpack.archive import filing, schema
from graphpack.archive.documents import Kept, kept_lines
from graphpack.archive.entry import Row, message_row, node_terms
from graphpack.archive.fitting import HINT, differ, fitted
from graphpack.archive.leaving import HEAD, VERSION, Progress
from graphpack.archive.packed import as_bytes, as_text, sha256
from graphpack.archive.store import Archive
from graphpack.errors import ReadError
from graphpack.files import read_regular
from graphpack.text.counted import counted

SHOWN_CHARS = 160
"""How much is shown of what was found where something else was written."""


def bring_in(
    archive: Archive, folder: Path, *, progress: Progress | None = None
) -> tuple[int, int]:
    """Bring what ``export`` wrote into an archive; a session that is there stays as it is.

    All of it is looked at first: where one session is not as it was written, none is brought in.

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
        raise ReadError(f"{folder}: is of version {head.get('v')}, not {VERSION}", hint=HINT)
    refs = _names(folder / "sessions")
    if len(refs) != head.get("sessions"):
        what = f"holds {counted(len(refs), 'session')}, and says {head.get('sessions')}"
        raise ReadError(f"{folder}: {what}", hint=HINT)
    audit = _audit(folder / "audit.jsonl")
    files = _files(folder / "files.jsonl")
    for number, ref in enumerate(refs):
        if progress is not None:
            progress("checking", number, len(refs))
        _rows(folder / "sessions" / ref)
    archive.init()
    was_empty = not archive.sessions(limit=1)
    come = 0
    for number, ref in enumerate(refs):
        if progress is not None:
            progress("importing", number, len(refs))
        rows = _rows(folder / "sessions" / ref)
        rows["audit"] = audit.get(ref, [])
        with _as_written(str(folder / "sessions" / ref)):
            come += archive.writing(partial(_restore, rows=rows))
    bare = audit.get(None, []) if was_empty else []
    with _as_written(str(folder)):
        archive.writing(partial(_restore_accounts, files=files, audit=bare))
    return come, len(refs) - come


@contextmanager
def _as_written(where: str) -> Iterator[None]:
    """Say of what a file holds that it is not what was written, whatever shows it.

    Raises:
        ReadError: It is not.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError,
            StatementError) as error:  # fmt: skip
        # the words of a statement may hold what is archived
        what = (
            type(error).__name__ if isinstance(error, StatementError) else repr(error)[:SHOWN_CHARS]
        )
        raise ReadError(f"{where}: is not as it was written: {what}", hint=HINT) from error


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise ReadError(f"{folder}: {_reason(error)}", hint=HINT) from error


def _audit(path: Path) -> dict[str | None, list[Row]]:
    found: dict[str | None, list[Row]] = {}
    for where, row in _lines(path):
        session = _named(row, "session", where, may_lack=True)
        found.setdefault(session, []).append(fitted(schema.audit, row, where))
    return found


def _files(path: Path) -> list[tuple[str, Row]]:
    return [
        (_named(row, "project", where) or "", fitted(schema.files, row, where))
        for where, row in _lines(path)
    ]


def _rows(folder: Path) -> dict[str, Any]:
    """Read one session's folder.

    Raises:
        ReadError: A file in it is not as it was written.
    """
    path = folder / "session.json"
    session = _session(_document(path), path)
    _document(folder / "pack.json")
    pack = as_bytes(_text(folder / "pack.json"))
    blobs = {sha256(pack): pack}
    rows: dict[str, Any] = {"messages": []}
    if session["columns"]["has_transcript"]:
        kept = [_message(*one) for one in enumerate(_numbered(folder / "transcript.jsonl"))]
        rows["messages"] = [row for row, _ in kept]
        blobs |= {sha256(long): long for _, one in kept for long in one.texts.values()}
    for name in sorted({use["sha256"] for use in session["uses"]} - blobs.keys()):
        blobs[name] = as_bytes(_text(folder / "originals" / f"{name}.txt", is_line=False))
        if sha256(blobs[name]) != name:
            raise ReadError(f"{folder}: originals/{name}.txt is not as it was written", hint=HINT)
    uses = [{"purpose": "pack", "name": "", "sha256": sha256(pack)}, *session["uses"]]
    for table in (schema.nodes, schema.relationships):
        path = folder / f"{table.name}.jsonl"
        rows[table.name] = [
            _node(row, session["columns"], where)
            if table is schema.nodes
            else fitted(table, row, where)
            for where, row in _lines(path)
        ]
        differ(rows[table.name], "position", str(path))
    differ(rows["nodes"], "node", str(folder / "nodes.jsonl"))
    return {**rows, "blobs": blobs, "blob_uses": uses, "session": session}


def _session(whole: Row, path: Path) -> Row:
    """Give its names, its columns, and what texts it uses.

    Raises:
        ReadError: One of them is missing, or is something else.
    """
    where = str(path)
    names = {
        "project": _named(whole, "project", where),
        "author": _named(whole, "author", where, may_lack=True),
    }
    if whole.get("ref") != path.parent.name:
        raise ReadError(f"{where}: ref: is not the name of its folder", hint=HINT)
    tags, originals = whole.pop("tags", None), whole.pop("originals", None)
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise ReadError(f"{where}: tags: is not a list of texts", hint=HINT)
    if not isinstance(originals, dict):
        raise ReadError(f"{where}: originals: is not an object", hint=HINT)
    try:
        trail = bytes.fromhex(whole.pop("trail", None))
    except (TypeError, ValueError) as error:
        raise ReadError(f"{where}: trail: is not hexadecimal", hint=HINT) from error
    uses = [
        fitted(
            schema.blob_uses,
            {"purpose": "original", "name": name, "sha256": digest},
            f"{where}: originals",
        )
        for name, digest in originals.items()
    ]
    columns = fitted(schema.sessions, whole | {"trail": trail}, where)
    return {**names, "tags": tags, "columns": columns, "uses": uses}


def _named(row: Row, key: str, where: str, *, may_lack: bool = False) -> str | None:
    """Take a name out of a row; it stands in a table of its own.

    Raises:
        ReadError: It is missing, or is no text.
    """
    if key not in row:
        raise ReadError(f"{where}: {key}: is missing", hint=HINT)
    name = row.pop(key)
    if not (isinstance(name, str) or (may_lack and name is None)):
        raise ReadError(f"{where}: {key}: is not a text", hint=HINT)
    return name


def _message(position: int, line: tuple[str, str]) -> tuple[Row, Kept]:
    where, text = line
    with _as_written(where):
        (kept,) = kept_lines(text)
        return fitted(schema.messages, message_row(position, kept), where), kept


def _node(row: Row, session: Row, where: str) -> Row:
    # earlier exports leave the time of the session to be looked up
    said_at = row.get("said_at") or session["last_at"]
    whole = fitted(schema.nodes, row | {"said_at": said_at}, where, later=("terms",))
    return whole | {"terms": node_terms(whole["title"], whole["text"])}


def _restore(connection: Connection, *, rows: Mapping[str, Any]) -> bool:
    """Write a session that is not there; gives whether it was not."""
    found = rows["session"]
    sessions = schema.sessions
    query = select(sessions.c.id).where(sessions.c.ref == found["columns"]["ref"])
    if connection.execute(query).first() is not None:
        return False
    author = found["author"]
    columns = found["columns"] | {
        "project_id": filing.number_of(connection, schema.projects, found["project"]),
        "author_id": filing.number_of(connection, schema.authors, author) if author else None,
    }
    done = connection.execute(insert(sessions).values(columns))
    session = int(done.inserted_primary_key[0])  # type: ignore[index]
    filing.fill(connection, session, rows)
    filing.tag(connection, session, found["tags"])
    for row in rows["audit"]:
        connection.execute(insert(schema.audit).values(row | {"session_id": session}))
    return True


def _restore_accounts(
    connection: Connection, *, files: list[tuple[str, Row]], audit: list[Row]
) -> None:
    for project, row in files:
        number = filing.number_of(connection, schema.projects, project)
        filing.insert_new(connection, schema.files, [row | {"project_id": number}])
    # brought in twice, it has still been forgotten once
    for row in audit:
        connection.execute(insert(schema.audit).values(row))


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _text(path: Path, *, is_line: bool = True) -> str:
    try:
        data = read_regular(path)
    except OSError as error:
        raise ReadError(f"{path}: {_reason(error)}", hint=HINT) from error
    try:
        return as_text(data.removesuffix(b"\n") if is_line else data)
    except UnicodeDecodeError as error:
        raise ReadError(f"{path}: is not UTF-8", hint=HINT) from error


def _numbered(path: Path) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(_text(path).split("\n"), 1):
        yield f"{path}:{number}", line


def _lines(path: Path) -> Iterator[tuple[str, Row]]:
    for where, line in _numbered(path):
        if line:
            yield where, _parsed(line, where)


def _document(path: Path) -> Row:
    return _parsed(_text(path), str(path))


def _parsed(text: str, where: str) -> Row:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReadError(f"{where}: not JSON", hint=HINT) from error
    if not isinstance(found, dict):
        raise ReadError(f"{where}: not an object", hint=HINT)
    return found
