"""What the pages and the API of one server work with, and the questions both ask of the archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from threading import Semaphore

from sqlalchemy import insert, select
from starlette.exceptions import HTTPException
from starlette.requests import Request

from graphpack.archive import schema
from graphpack.archive.listing import Chosen, Project, Session
from graphpack.archive.store import Archive
from graphpack.errors import UsageError
from graphpack.settings import Settings
from graphpack.web.access import Who
from graphpack.web.guard import Caller, Gate

PAGE_SIZE = 50
MOST_LISTED = 200
_PACKERS = 2
_PROJECTS_OFFERED, _OFFERED = 20, 20


@dataclass(frozen=True, slots=True)
class Site:
    """One server.

    Args:
        archive: What it shows; its tables are there.
        gate: Who may come in.
        settings: How a session that is brought is packed.
        now: The clock.
        title: Of the pages.
    """

    archive: Archive
    gate: Gate
    settings: Settings
    now: Callable[[], datetime]
    title: str = "graphpack"
    packing: Semaphore = field(default_factory=lambda: Semaphore(_PACKERS), repr=False)


def site_of(request: Request) -> Site:
    """Find the server that a request came to."""
    found: Site = request.app.state.site
    return found


def caller_of(request: Request) -> Caller:
    """Find who asks."""
    found: Caller = request.state.caller
    return found


def who_of(request: Request) -> Who:
    """Find who asks, of those who have shown it.

    Args:
        request: Any.

    Returns:
        Who.

    Raises:
        HTTPException: They have not.
    """
    who = caller_of(request).who
    if who is None:
        raise HTTPException(401, "a token is needed")
    return who


def projects_of(request: Request) -> tuple[Project, ...]:
    """List the projects that the caller may see, in alphabetical order."""
    who = who_of(request)
    found = site_of(request).archive.projects()
    return tuple(one for one in found if one.sessions and who.sees(one.name))


def seen_project(request: Request, name: str) -> str:
    """Give a project's name where the caller may see it.

    Args:
        request: Who asks.
        name: As they gave it.

    Returns:
        The name.

    Raises:
        HTTPException: They may not, or there is none; both are told alike.
    """
    if not who_of(request).sees(name) or not name.isprintable():
        raise HTTPException(404, "no such project")
    return name


def listed(
    request: Request, chosen: Chosen, *, limit: int, offset: int
) -> tuple[tuple[Session, ...], bool]:
    """List the sessions of one project, and say whether there are more.

    Args:
        request: Who asks; they may see the project.
        chosen: With a project.
        limit: How many.
        offset: How many to leave out before.
    """
    found = site_of(request).archive.sessions(chosen, limit=limit + 1, offset=offset)
    return found[:limit], len(found) > limit


def latest(request: Request) -> tuple[Session, ...]:
    """List the latest sessions of each project that the caller may see, for a field to offer."""
    archive = site_of(request).archive
    return tuple(
        one
        for project in projects_of(request)[:_PROJECTS_OFFERED]
        for one in archive.sessions(Chosen(project=project.name), limit=_OFFERED)
    )


def seen_session(request: Request, ref: str) -> Session:
    """Find a session that the caller may see.

    Args:
        request: Who asks.
        ref: Its name, or the beginning of it.

    Returns:
        The session.

    Raises:
        HTTPException: There is none, or they may not; both are told alike.
    """
    who = who_of(request)
    if not ref.isascii() or not ref.isalnum():
        raise HTTPException(404, "no such session")
    try:
        found = site_of(request).archive.session(ref)
    except UsageError as error:
        raise HTTPException(404, "no such session") from error
    if not who.sees(found.project):
        raise HTTPException(404, "no such session")
    return found


def note(request: Request, action: str, *, session: int | None = None, detail: str = "") -> None:
    """Write a line of the audit log: who did what, to which session.

    Args:
        request: Who.
        action: What, in one word.
        session: Number of the session it is about; the line goes when the session is forgotten.
        detail: Further words, none of them from a session.
    """
    site, caller = site_of(request), caller_of(request)
    row = {
        "at": site.now(),
        "actor": caller.who.name if caller.who else None,
        "action": action,
        "session_id": session,
        "detail": detail,
    }
    site.archive.writing(lambda connection: connection.execute(insert(schema.audit).values(row)))


def trail(request: Request, *, limit: int) -> Iterator[dict[str, object]]:
    """Read the newest lines of the audit log.

    Args:
        request: Who asks; they may see all.
        limit: How many.

    Yields:
        One line each, the newest first.
    """
    audit, sessions = schema.audit, schema.sessions
    query = (
        select(audit.c.at, audit.c.actor, audit.c.action, audit.c.detail, sessions.c.ref)
        .select_from(audit.outerjoin(sessions))
        .order_by(audit.c.id.desc())
        .limit(limit)
    )
    with site_of(request).archive.reading() as connection:
        yield from (dict(row) for row in connection.execute(query).mappings().all())
