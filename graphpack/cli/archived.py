"""The commands that look at an archive: ``archive list``, ``show``, ``stats``, ``doctor``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphpack.archive.forgetting import scrub
from graphpack.archive.health import failures, faults, stats
from graphpack.archive.listing import Session
from graphpack.archive.store import Archive
from graphpack.cli.archiving import loaded, opened
from graphpack.cli.filtering import check, chosen_of, say_undated
from graphpack.cli.speak import put, say
from graphpack.cli.writing import check_output, write_files
from graphpack.errors import GraphError
from graphpack.model.standing import superseded, traits
from graphpack.text.counted import counted, plural

if TYPE_CHECKING:
    from graphpack.cli.archive_commands import Choice

_TITLE_CHARS = 44


def run_list(
    arguments: Mapping[str, Any], choice: Choice, *, limit: int | None, as_json: bool
) -> None:
    """List sessions.

    Args:
        arguments: From the flags, by setting name.
        choice: Which.
        limit: How many at most; None for all.
        as_json: True for JSON.
    """
    settings = loaded(arguments)
    chosen = chosen_of(choice, settings)
    with opened(settings) as archive:
        check(archive, chosen)
        found = archive.sessions(chosen, limit=limit)
        say_undated(archive, chosen, settings)
    if as_json:
        put(json.dumps([_plain(session) for session in found], ensure_ascii=False, indent=1))
        return
    for session in found:
        put(_line(session))
    if limit is not None and len(found) == limit:
        say(f"the newest {limit}; --limit 0 lists all")


def run_show(ref: str, arguments: Mapping[str, Any], *, to: str, output: str | None) -> None:
    """Write what is kept of a session.

    Args:
        ref: Its name.
        arguments: From the flags, by setting name.
        to: ``summary``, ``pack`` or ``transcript``.
        output: A file; None is standard output.
    """
    if output is not None:
        check_output(output)
    with opened(loaded(arguments)) as archive:
        session = archive.session(ref)
        if to == "pack":
            text = archive.pack(session.id)
        elif to == "transcript":
            text = "\n".join(archive.transcript(session))
        else:
            text = _summary(archive, session)
    if output is None:
        put(text)
    else:
        write_files({Path(output): text})


def run_stats(arguments: Mapping[str, Any], *, as_json: bool) -> None:
    """Count what an archive holds."""
    with opened(loaded(arguments)) as archive:
        found, name = stats(archive), archive.name
        look = archive.command("doctor")
    if as_json:
        whole = {**asdict(found), "sessions": found.sessions}
        put(json.dumps(whole, ensure_ascii=False, default=datetime.isoformat))
        return
    put(name)
    for project in found.projects:
        put(
            f"  {project.name}: {counted(project.sessions, 'session')},"
            f" {counted(project.nodes, 'statement')},"
            f" {counted(project.messages, 'message')}"
        )
    put(f"sessions   {found.sessions:>12,}")
    put(f"authors    {found.authors:>12,}")
    put(f"statements {found.nodes:>12,}")
    put(f"messages   {found.messages:>12,}")
    put(
        f"texts      {found.blobs:>12,}  {_size(found.blob_bytes)}, kept in"
        f" {_size(found.kept_bytes)}; {_size(found.shared_bytes)} more if none were shared"
    )
    if found.database_bytes is not None:
        put(f"database   {_size(found.database_bytes):>12}")
    if found.failed_files:
        put(f"failed     {found.failed_files:>12,}  {look} lists them")


def run_doctor(arguments: Mapping[str, Any], *, is_scrubbed: bool, as_json: bool) -> None:
    """Look for what is wrong.

    Args:
        arguments: From the flags, by setting name.
        is_scrubbed: True to write the database anew besides.
        as_json: True for JSON.

    Raises:
        GraphError: Something is wrong.
    """
    with opened(loaded(arguments)) as archive:
        found, failed, name = list(faults(archive)), failures(archive), archive.name
        if is_scrubbed and not scrub(archive):
            say("warning: others read the database; it was not written anew")
    if as_json:
        whole = {
            "faults": [asdict(fault) for fault in found],
            "failed_files": [{"name": file, "error": error} for file, error in failed],
        }
        put(json.dumps(whole, ensure_ascii=False, indent=1))
    else:
        for fault in found:
            put(f"{fault.where}: {fault.what}")
        for file, error in failed:
            put(f"not archived: {file}: {error}")
    if found:
        raise GraphError(
            f"{name}: {counted(len(found), 'fault')}",
            hint="restore a backup, or forget and add those again",
        )
    if not as_json:
        put(f"{name}: sound")


def _line(session: Session) -> str:
    at = session.last_at.date().isoformat() if session.last_at else "no date"
    title = " ".join((session.title or session.description).split())
    title = title if len(title) <= _TITLE_CHARS else f"{title[: _TITLE_CHARS - 1]}…"
    return (
        f"{session.ref[:8]}  {at:<10}  {session.project[:16]:<16}"
        f"  {title:<{_TITLE_CHARS}}  {session.nodes:>4} {plural(session.nodes, 'node'):<5}"
        f"  {session.messages:>5} {plural(session.messages, 'message')}"
    )


def _summary(archive: Archive, session: Session) -> str:
    lines = [f"{session.title or session.ref}", session.description, ""]
    told = {
        "session": session.ref,
        "project": session.project,
        "brought by": session.author,
        "last message": session.last_at.isoformat() if session.last_at else "no date",
        "added": session.added_at.isoformat(),
        "changed": session.updated_at.isoformat(),
        "source": f"{session.source_name} ({session.format})",
        "messages": f"{session.messages}{'' if session.has_transcript else ', not kept'}",
        "tags": ", ".join(session.tags) or None,
    }
    lines += [f"{name:<13} {value}" for name, value in told.items() if value is not None]
    graph = archive.graph(session).graph
    by = superseded(graph)
    lines += ["", *(f"{node.id} {traits(node, by)}: {node.summary}" for node in graph.walk())]
    return "\n".join(lines)


def _plain(session: Session) -> dict[str, Any]:
    return {
        key: value.isoformat() if isinstance(value, datetime) else value
        for key, value in asdict(session).items()
        if key != "id"
    }


def _size(count_bytes: int) -> str:
    size, unit = float(count_bytes), "B"
    for larger in ("KB", "MB", "GB", "TB"):
        if size < 1000:
            break
        size, unit = size / 1000, larger
    return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
