"""Decisions as they stand and as they stood, and how a topic went: as pages and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from graphpack.archive.cited import Cited, Wanted
from graphpack.archive.decisions import Decisions
from graphpack.archive.decisions import decisions as decided
from graphpack.archive.terms import query_terms
from graphpack.archive.timeline import Event
from graphpack.archive.timeline import timeline as told_of
from graphpack.web import site
from graphpack.web.asked import check, moment, number, projects_asked
from graphpack.web.finding import MOST_QUERY_CHARS, address_of, cited
from graphpack.web.showing import shown

MOST_EVENTS = 100
PAGE_SIZE = 100
"""Decisions on a page."""


def decisions_page(request: Request) -> Response:
    """Show what holds now, and what it replaced; after the last of it what was given up."""
    page = number(request.query_params.get("page", "1"), least=1)
    found = _decisions(request)
    last = max(1, -(-len(found.holding) // PAGE_SIZE))
    return shown(
        request,
        "decisions.html.j2",
        project=request.query_params.get("project", ""),
        holding=found.holding[(page - 1) * PAGE_SIZE : page * PAGE_SIZE],
        dropped=found.dropped if page == last else (),
        count=len(found.holding),
        page=page,
        last=last,
        address=address_of,
    )


def decisions_json(request: Request) -> Any:
    """Tell what holds now, and what it replaced."""
    found = _decisions(request)
    return {
        "holding": [
            {
                **cited(one.cited),
                "again": _all(one.again),
                "replaced": _all(one.replaced),
                "disputed": _all(one.disputed),
            }
            for one in found.holding
        ],
        "dropped": _all(found.dropped),
        "statements": found.statements,
    }


def timeline_page(request: Request) -> Response:
    """Show how a topic went."""
    return shown(
        request,
        "timeline.html.j2",
        project=request.query_params.get("project", ""),
        topic=_topic(request),
        events=_events(request, limit=MOST_EVENTS),
        address=address_of,
    )


def timeline_json(request: Request) -> Any:
    """Tell how a topic went."""
    limit = request.query_params.get("limit", str(MOST_EVENTS))
    events = _events(request, limit=number(limit, least=1, most=site.MOST_LISTED))
    return {
        "events": [
            {
                **cited(event.cited),
                "replaces": _all(event.replaces),
                "repeats": cited(event.repeats) if event.repeats else None,
                "disputes": _all(event.disputes),
                "is_over": event.is_over,
            }
            for event in events
        ]
    }


def _decisions(request: Request) -> Decisions:
    wanted = Wanted(
        projects=projects_asked(request),
        author=request.query_params.get("author") or None,
        before=moment(request, "before"),
    )
    check(request, wanted)
    return decided(site.site_of(request).archive, wanted)


def _events(request: Request, *, limit: int) -> tuple[Event, ...]:
    topic = _topic(request)
    projects = projects_asked(request)
    if not query_terms(topic):
        return ()
    wanted = Wanted(
        projects=projects, after=moment(request, "after"), before=moment(request, "before")
    )
    check(request, wanted)
    return told_of(site.site_of(request).archive, topic, wanted, limit=limit)


def _topic(request: Request) -> str:
    return request.query_params.get("topic", "")[:MOST_QUERY_CHARS]


def _all(found: Iterable[Cited]) -> list[dict[str, Any]]:
    return [cited(one) for one in found]
