"""Search, decisions and timelines, as pages and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from graphpack.archive.cited import Cited, Wanted
from graphpack.archive.search import Hit, Kinds
from graphpack.archive.search import search as search_in
from graphpack.archive.snippets import Snippet
from graphpack.archive.terms import query_terms
from graphpack.model.codes import NodeType, Status
from graphpack.web import site
from graphpack.web.asked import check, moment, number, problem_of, projects_asked, undated
from graphpack.web.showing import shown

PAGE_SIZE = 20
MOST_OFFSET = 1_000
MOST_QUERY_CHARS = 400
_KINDS: dict[str, Kinds] = {"": "all", "all": "all", "nodes": "nodes", "messages": "messages"}


def search_page(request: Request) -> Response:
    """Show what is found."""
    asked = request.query_params
    page = number(asked.get("page", "1"), least=1, most=MOST_OFFSET // PAGE_SIZE)
    wanted = wanted_of(request)
    problem = problem_of(request, wanted)
    hits, is_more = (
        found(request, wanted, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE)
        if problem is None
        else ((), False)
    )
    return shown(
        request,
        "search.html.j2",
        status=200 if problem is None else 422,
        problem=problem,
        undated=undated(request, wanted),
        project=asked.get("project", ""),
        projects=site.projects_of(request),
        hits=[(hit.cited, pieces(hit.snippet)) for hit in hits],
        page=page,
        is_more=is_more,
        types=[str(one) for one in NodeType],
        statuses=[str(one) for one in Status],
        address=address_of,
        turned=lambda to: f"/search?{urlencode({**dict(asked), 'page': to})}",
    )


def search_json(request: Request) -> Any:
    """Tell what is found."""
    asked = request.query_params
    limit = number(asked.get("limit", str(PAGE_SIZE)), least=1, most=site.MOST_LISTED)
    offset = number(asked.get("offset", "0"), most=MOST_OFFSET)
    wanted = wanted_of(request)
    check(request, wanted)
    hits, is_more = found(request, wanted, limit=limit, offset=offset)
    return {
        "hits": [_told(hit) for hit in hits],
        "more": is_more,
        "sessions_without_date": undated(request, wanted),
    }


def wanted_of(request: Request) -> Wanted:
    """Read which statements and messages are asked for, in the projects that the caller may see.

    Args:
        request: With any of ``project``, ``session``, ``type``, ``status``, ``author``,
            ``said_by``, ``tag``, ``after``, ``before``.
    """
    asked = request.query_params
    return Wanted(
        projects=projects_asked(request),
        session=asked.get("session") or None,
        author=asked.get("author") or None,
        said_by=asked.get("said_by") or None,
        tag=asked.get("tag") or None,
        types=tuple(filter(None, asked.getlist("type"))),
        statuses=tuple(filter(None, asked.getlist("status"))),
        after=moment(request, "after"),
        before=moment(request, "before"),
    )


def found(
    request: Request, wanted: Wanted, *, limit: int, offset: int
) -> tuple[Sequence[Hit], bool]:
    """Search as a request asks, in the projects that the caller may see.

    Args:
        request: With ``q`` and ``in``.
        wanted: As ``wanted_of`` reads it.
        limit: How many.
        offset: How many to leave out before.

    Returns:
        What is found, and whether there is more; of signs without a letter or digit nothing.

    Raises:
        HTTPException: It asks for what there is not.
    """
    asked = request.query_params
    query = asked.get("q", "")
    kinds = _KINDS.get(asked.get("in", ""))
    if kinds is None or len(query) > MOST_QUERY_CHARS:
        raise HTTPException(
            422, f"q of at most {MOST_QUERY_CHARS} characters, in all or nodes or messages"
        )
    archive = site.site_of(request).archive
    if query.strip() and not query_terms(query):
        return (), False
    hits = search_in(archive, query, wanted, kinds=kinds, limit=limit + 1, offset=offset)
    return hits[:limit], len(hits) > limit


def pieces(snippet: Snippet) -> list[tuple[str, bool]]:
    """Cut a snippet where marks begin and end.

    Args:
        snippet: Of a hit.

    Returns:
        Its pieces, each with whether it is marked.
    """
    cut: list[tuple[str, bool]] = []
    at = 0
    for start, end in snippet.marks:
        cut += [(snippet.text[at:start], False), (snippet.text[start:end], True)]
        at = end
    return [piece for piece in (*cut, (snippet.text[at:], False)) if piece[0]]


def address_of(one: Cited) -> str:
    """Say where a page shows something: a statement where it is chosen, a message in its place."""
    place = f"#node-{one.node}" if one.node else f"#message-{one.message}"
    return f"/sessions/{one.session}{place}"


def _told(hit: Hit) -> dict[str, Any]:
    return {
        **cited(hit.cited),
        "snippet": hit.snippet.text,
        "marks": [list(m) for m in hit.snippet.marks],
    }


def cited(one: Cited) -> dict[str, Any]:
    """Write a statement or a message with where it comes from."""
    at = one.said_at.strftime("%Y-%m-%dT%H:%M:%SZ") if one.said_at else None
    names = (
        "kind", "session", "project", "title", "author", "text", "message", "part", "start", "end",
        "said_by", "node", "heading", "type", "status", "importance", "is_cut",
    )  # fmt: skip
    return {**{name: getattr(one, name) for name in names}, "said_at": at}
