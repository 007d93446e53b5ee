"""The pages of projects and sessions: what they ask the archive."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from graphpack.packs import diff
from graphpack.view import page_of
from graphpack.web import bringing, site
from graphpack.web.asked import chosen_sessions, number, problem_of, undated
from graphpack.web.forms import FORMS, file_name, places
from graphpack.web.showing import shown
from graphpack.web.transcripts import turns


def projects(request: Request) -> Response:
    """List the projects."""
    return shown(request, "projects.html.j2", projects=site.projects_of(request))


def sessions(request: Request) -> Response:
    """List a project's sessions."""
    if not request.query_params.get("project"):
        return RedirectResponse("/", 303)
    page = number(request.query_params.get("page", "1"), least=1)
    chosen = chosen_sessions(request)
    problem = problem_of(request, chosen)
    found, is_more = site.listed(
        request, chosen, limit=site.PAGE_SIZE, offset=(page - 1) * site.PAGE_SIZE
    )
    return shown(
        request,
        "sessions.html.j2",
        status=200 if problem is None else 422,
        project=chosen.project,
        sessions=found,
        page=page,
        is_more=is_more,
        problem=problem,
        undated=undated(request, chosen),
    )


def session(request: Request) -> Response:
    """Show a session's graph beside its transcript."""
    found = site.seen_session(request, request.path_params["ref"])
    here = site.site_of(request)
    loaded = here.archive.graph(found)
    looked_up = places(here.archive, found)
    page = page_of(loaded, looked_up)
    is_whole = request.query_params.get("whole") == "1"
    said = (
        tuple(turns(looked_up.conversation, loaded.graph.walk(), is_whole=is_whole))
        if looked_up is not None
        else ()
    )
    forms = {
        name: form
        for name, form in FORMS.items()
        if found.has_transcript or not form.needs_transcript
    }
    return shown(
        request,
        "session.html.j2",
        session=found,
        page=page,
        turns=said,
        forms=forms,
        can_forget=site.who_of(request).writes(found.project),
    )


def download(request: Request) -> Response:
    """Give a session in one of its forms.

    Raises:
        HTTPException: There is no such form of it.
    """
    found = site.seen_session(request, request.path_params["ref"])
    name = request.path_params["form"]
    if name not in FORMS or (FORMS[name].needs_transcript and not found.has_transcript):
        raise HTTPException(404, "no such form")
    text = FORMS[name].write(site.site_of(request).archive, found)
    bringing.note_download(request, found, name)
    headers = {"content-disposition": f'attachment; filename="{file_name(found, name)}"'}
    content = text.encode("utf-8", "replace")
    return Response(content, media_type=FORMS[name].media_type, headers=headers)


def compare(request: Request) -> Response:
    """Say what changed from one session to another."""
    site.who_of(request)
    asked = request.query_params
    refs = [asked.get(name, "").strip() for name in ("a", "b")]
    offered: dict[str, Any] = {"projects": site.projects_of(request), "known": site.latest(request)}
    if not all(refs):
        return shown(request, "compare.html.j2", difference=None, **offered)
    older, newer = (site.seen_session(request, ref) for ref in refs)
    archive = site.site_of(request).archive
    difference = diff(archive.graph(older), archive.graph(newer))
    told: dict[str, Any] = {"older": older, "newer": newer, "difference": difference}
    return shown(request, "compare.html.j2", **told, **offered)


def audit(request: Request) -> Response:
    """Show the audit log to who may see and change all.

    Raises:
        HTTPException: The caller may not.
    """
    who = site.who_of(request)
    if who.projects is not None or who.role != "writer":
        raise HTTPException(403, "this token may not see the audit log")
    rows = tuple(site.trail(request, limit=site.MOST_LISTED))
    return shown(request, "audit.html.j2", rows=rows)
