"""What a request asks for: numbers, names, times. What cannot be meant is refused."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request

from graphpack.archive.asking import CODES, Unknown, unknown
from graphpack.archive.cited import Wanted, without_time
from graphpack.archive.listing import Chosen
from graphpack.archive.listing import without_time as sessions_without_time
from graphpack.web import site

_SHOWN = 12
_VALUE_CHARS = 60
_EARLIEST = datetime.min.replace(tzinfo=UTC)
_LATEST = datetime.max.replace(tzinfo=UTC)


def number(text: str, *, least: int = 0, most: int = 1_000_000) -> int:
    """Read a whole number that was asked for.

    Args:
        text: As it came.
        least: It may be.
        most: It may be.

    Returns:
        The number.

    Raises:
        HTTPException: It is none.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 10) or not least <= int(text) <= most:
        raise HTTPException(422, f"{text[:20]!r}: a number from {least} to {most}")
    return int(text)


def moment(request: Request, name: str) -> datetime | None:
    """Read a time that was asked for.

    Args:
        request: With the parameter, or without.
        name: Of it.

    Returns:
        The time, in UTC where nothing else is said; None where none is asked for.

    Raises:
        HTTPException: It is no time.
    """
    text = request.query_params.get(name, "").strip()
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
    except ValueError as error:
        raise HTTPException(
            422, f"{name}: {text[:_VALUE_CHARS]!r}: a date or a time as ISO 8601 writes it"
        ) from error
    try:
        return at.astimezone(UTC)
    except OverflowError:  # at the edge of the calendar
        return _EARLIEST if at.year == 1 else _LATEST


def projects_asked(request: Request) -> tuple[str, ...] | None:
    """Say in which projects a request may look: the one it asks for, else all that are seen."""
    name = request.query_params.get("project", "")
    if name:
        return (site.seen_project(request, name),)
    return site.who_of(request).projects


def check(request: Request, asked: Wanted | Chosen) -> None:
    """Refuse what nothing that the caller may see has.

    Args:
        request: Who asks.
        asked: What.

    Raises:
        HTTPException: A name or a code is not there at all, or is not told.
    """
    found = _unknown(request, asked)
    if found is None:
        return
    if found.field == "project":
        raise HTTPException(404, "no such project")
    raise HTTPException(422 if found.field in CODES else 404, _told(found))


def _unknown(request: Request, asked: Wanted | Chosen) -> Unknown | None:
    within = site.who_of(request).projects
    with site.site_of(request).archive.reading() as connection:
        return unknown(connection, asked, within=within)


def _told(found: Unknown) -> str:
    known = ", ".join(found.known[:_SHOWN]) + (", …" if len(found.known) > _SHOWN else "")
    there = f"; there are: {known}" if known else ""
    return f"{found.field}: {found.value[:_VALUE_CHARS]!r}: nothing here has it{there}"


def chosen_sessions(request: Request) -> Chosen:
    """Read which sessions of one project are asked for.

    Args:
        request: With ``project``, and maybe ``author``, ``tag``, ``after``, ``before``.
    """
    given = request.query_params
    return Chosen(
        project=site.seen_project(request, given.get("project", "")),
        author=given.get("author") or None,
        tag=given.get("tag") or None,
        before=moment(request, "before"),
        after=moment(request, "after"),
    )


def undated(request: Request, asked: Wanted | Chosen) -> int:
    """Count the sessions that a span of time leaves out because they have no date."""
    with site.site_of(request).archive.reading() as connection:
        if isinstance(asked, Wanted):
            return without_time(connection, asked)
        return sessions_without_time(connection, asked)


def problem_of(request: Request, asked: Wanted | Chosen) -> str | None:
    """Say what is wrong with what is asked for, for a page to show beside its form.

    Args:
        request: Who asks.
        asked: What.

    Returns:
        What nothing here has; None where all of it is known.

    Raises:
        HTTPException: There is no such project, or it is not told.
    """
    found = _unknown(request, asked)
    if found is not None and found.field == "project":
        raise HTTPException(404, "no such project")
    return None if found is None else _told(found)


def check_names(request: Request, known: Collection[str]) -> None:
    """Refuse a parameter that there is not: it would be taken for one that was minded.

    Args:
        request: Any.
        known: Names of parameters.

    Raises:
        HTTPException: It has another one.
    """
    for name in request.query_params:
        if name not in known:
            there = ", ".join(known) or "none"
            what = f"{name[:_VALUE_CHARS]!r}: no such parameter; there are: {there}"
            raise HTTPException(422, what)
