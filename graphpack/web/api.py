"""The JSON API, version 1: what the pages show, for programs. ``openapi`` describes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from functools import wraps
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from graphpack.archive.listing import Session
from graphpack.errors import ReadError
from graphpack.model.graph import Node
from graphpack.packs import diff
from graphpack.render.options import to_json
from graphpack.render.readable import node_document
from graphpack.web import bringing, finding, history, site
from graphpack.web.asked import check, check_names, chosen_sessions, number, undated
from graphpack.web.guard import is_formed
from graphpack.web.openapi import description, parameters

Answer = Callable[[Request], Any]


def answered(answer: Answer, path: str) -> Callable[[Request], Response]:
    """Write what a function answers as JSON.

    Args:
        answer: Tells it.
        path: Where, as the description names it: parameters it does not name are refused.
    """
    known = parameters(path, "get")

    @wraps(answer)
    def answering(request: Request) -> Response:
        check_names(request, known)
        return _json(answer(request))

    return answering


def _json(value: Any, status: int = 200) -> Response:
    return Response(to_json(value).encode("utf-8"), status, media_type="application/json")


def openapi(request: Request) -> Any:
    """Describe the API."""
    return description()


def projects(request: Request) -> Any:
    """List the projects."""
    return {
        "projects": [
            {
                "name": one.name,
                "sessions": one.sessions,
                "statements": one.nodes,
                "last_at": moment(one.last_at),
            }
            for one in site.projects_of(request)
        ]
    }


def sessions(request: Request) -> Any:
    """List a project's sessions."""
    asked = request.query_params
    required(request, "project")
    limit = number(asked.get("limit", "50"), least=1, most=site.MOST_LISTED)
    offset = number(asked.get("offset", "0"))
    chosen = chosen_sessions(request)
    check(request, chosen)
    found, is_more = site.listed(request, chosen, limit=limit, offset=offset)
    return {
        "sessions": [told(one) for one in found],
        "more": is_more,
        "sessions_without_date": undated(request, chosen),
    }


def session(request: Request) -> Any:
    """Tell of one session."""
    return told(site.seen_session(request, request.path_params["ref"]))


def graph(request: Request) -> Any:
    """Give a session's graph with its evidence."""
    found = site.seen_session(request, request.path_params["ref"])
    loaded = site.site_of(request).archive.graph(found)
    return {
        "session": found.ref,
        "description": loaded.graph.description,
        "nodes": [node_document(node, with_sources=True) for node in loaded.graph.nodes],
        "relationships": [
            {"from": tie.start, "to": tie.end, "type": tie.type}
            for tie in loaded.graph.relationships
        ],
        "handoff": loaded.graph.handoff,
    }


def compare(request: Request) -> Any:
    """Say what changed from one session to another."""
    older, newer = (site.seen_session(request, required(request, name)) for name in ("a", "b"))
    archive = site.site_of(request).archive
    found = diff(archive.graph(older), archive.graph(newer))
    return {
        "older": older.ref,
        "newer": newer.ref,
        "same": found.same,
        "added": [brief(node) for node in found.added],
        "changed": [
            {"before": brief(one.before), "after": brief(one.after), "fields": list(one.fields)}
            for one in found.changed
        ],
        "superseded": [
            {"before": brief(one.before), "by": brief(one.by) if one.by else None}
            for one in found.superseded
        ],
        "lost": [brief(one.node) | {"reason": one.reason} for one in found.lost],
    }


async def add(request: Request) -> Response:
    """Archive the sessions of a file, which is the body.

    Raises:
        HTTPException: The file cannot be read.
    """
    _check(request)
    check_names(request, parameters("/api/v1/sessions", "post"))
    asked = request.query_params
    brought = bringing.Brought(
        content=await request.body(),
        name=required(request, "name"),
        project=required(request, "project"),
        tags=tuple(asked.getlist("tag")),
        format=asked.get("format"),
    )
    try:
        done = await run_in_threadpool(bringing.bring, request, brought)
    except ReadError as error:
        raise HTTPException(422, str(error)) from error
    rows = [
        {"ref": one.ref, "outcome": one.outcome, "new_messages": one.new_messages} for one in done
    ]
    return _json({"sessions": rows}, 201)


async def forget(request: Request) -> Response:
    """Forget a session."""
    _check(request)
    found = await run_in_threadpool(site.seen_session, request, request.path_params["ref"])
    await run_in_threadpool(bringing.forget, request, found)
    return Response(status_code=204)


def _check(request: Request) -> None:
    """Let a program pass that carries a token or runs on this machine, and a page with its csrf.

    Raises:
        HTTPException: It is neither.
    """
    caller = site.caller_of(request)
    site.who_of(request)
    is_open = site.site_of(request).gate.tokens is None
    if not (
        caller.is_bearer or is_open or is_formed(caller, request.headers.get("x-csrf-token", ""))
    ):
        raise HTTPException(403, "a token in the header is needed")


def required(request: Request, name: str) -> str:
    """Give what has to be asked.

    Args:
        request: Any.
        name: Of the parameter.

    Returns:
        Its value.

    Raises:
        HTTPException: It is missing.
    """
    value = request.query_params.get(name, "")
    if not value:
        raise HTTPException(422, f"{name}: is missing")
    return value


def moment(at: datetime | None) -> str | None:
    """Write a time."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ") if at else None


def told(one: Session) -> dict[str, Any]:
    """Write a session as it is listed; its number in the database is nobody's business."""
    times = {name: moment(getattr(one, name)) for name in _TIMES}
    fields = {name: value for name, value in asdict(one).items() if name not in {"id", "tags"}}
    return {**fields, **times, "tags": list(one.tags)}


_TIMES = ("started_at", "last_at", "added_at", "updated_at")


def brief(node: Node) -> dict[str, Any]:
    """Write a node without its evidence and details."""
    return {
        "id": node.id,
        "type": node.type,
        "status": node.status,
        "importance": node.importance,
        "title": node.title,
        "summary": node.summary,
    }


_ANSWERS = {
    "/api/openapi.json": openapi,
    "/api/v1/projects": projects,
    "/api/v1/sessions": sessions,
    "/api/v1/sessions/{ref}": session,
    "/api/v1/sessions/{ref}/graph": graph,
    "/api/v1/search": finding.search_json,
    "/api/v1/decisions": history.decisions_json,
    "/api/v1/timeline": history.timeline_json,
    "/api/v1/compare": compare,
}
ROUTES = (
    *(Route(path, answered(answer, path), methods=["GET"]) for path, answer in _ANSWERS.items()),
    Route("/api/v1/sessions", add, methods=["POST"]),
    Route("/api/v1/sessions/{ref}", forget, methods=["DELETE"]),
)
