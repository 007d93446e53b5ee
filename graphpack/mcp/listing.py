"""The sessions that the store holds, and those of agents on the machine."""

from __future__ import annotations

from collections import Counter
from typing import Any

from graphpack.mcp.desk import Answer, Desk, Given, Progress
from graphpack.mcp.items import LIMIT
from graphpack.mcp.kept import Session
from graphpack.mcp.names import uri_of
from graphpack.readers.sessions import Session as Found
from graphpack.redact import Vault, clean

__all__ = ["list_sessions"]


def list_sessions(desk: Desk, given: Given, progress: Progress) -> Answer:
    """List sessions, the latest first.

    Args:
        desk: What the server has.
        given: ``where``: ``store`` or ``machine``; ``limit``, ``detail``.
        progress: Told of files that are looked through.

    Returns:
        The sessions; those of the machine with the path that ``ingest_records`` takes.
    """
    limit, is_detail = given.get("limit", LIMIT), bool(given.get("detail"))
    if given.get("where") == "machine":
        return _on_machine(desk, limit, progress)
    found = list(reversed(desk.store.about()))
    sessions = [_told(desk, one, is_detail=is_detail) for one in found[:limit]]
    left_out = []
    if len(found) > len(sessions):
        left_out.append(f"{len(found) - len(sessions)} earlier: a larger limit shows them")
    if sessions and not is_detail:
        left_out.append("records by kind, addresses of packs: detail=true")
    return {"sessions": sessions, "total": len(found), "left_out": left_out}


def _told(desk: Desk, one: Session, *, is_detail: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "session": one.name,
        "title": one.title,
        "records": one.records,
        "chars": one.chars,
        "has_transcript": one.has_transcript,
        "packs": list(one.packs),
    }
    if is_detail:
        kinds = Counter(str(record.kind) for record in desk.store.records(session=one.name))
        told["kinds"] = dict(sorted(kinds.items()))
        told["uris"] = [uri_of(one.name, mode) for mode in one.packs]
    return {key: value for key, value in told.items() if value is not None}


def _on_machine(desk: Desk, limit: int, progress: Progress) -> Answer:
    if desk.reach.machine is None:
        left_out = ["sessions of agents on the machine: this server does not look for them"]
        return {"sessions": [], "total": 0, "left_out": left_out}
    found = desk.reach.sessions(limit, progress)
    left_out = [f"{found.unread} older files were not opened"] if found.unread else []
    left_out += [f"{len(found.broken)} files could not be read"] if found.broken else []
    sessions = [_on_disk(desk, one) for one in found.sessions]
    return {"sessions": sessions, "total": len(sessions), "left_out": left_out}


def _on_disk(desk: Desk, one: Found) -> dict[str, Any]:
    title = clean(one.title, desk.policy, Vault()) if one.title else None
    told = {
        "session": one.id,
        "title": title,
        "agent": one.agent,
        "project": one.project,
        "last_at": one.last_at.isoformat(),
        "messages": one.messages,
        "path": str(one.path),
        "pick": None if one.is_alone else one.id,
    }
    return {key: value for key, value in told.items() if value is not None}
