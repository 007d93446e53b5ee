"""The pages: what they ask the archive, and the templates they fill."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlencode

from jinja2 import Environment
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from graphpack.archive.listing import Chosen
from graphpack.errors import ReadError
from graphpack.packs import diff
from graphpack.view import page_of
from graphpack.view.html import asset, environment
from graphpack.web import bringing, site
from graphpack.web.access import hashed
from graphpack.web.forms import FORMS, file_name, places
from graphpack.web.guard import cookie_of, is_formed
from graphpack.web.sessions import COOKIE, IDLE_S
from graphpack.web.transcripts import in_place, turns

STATIC = {
    "view.css": "text/css",
    "web.css": "text/css",
    "view.js": "text/javascript",
    "web.js": "text/javascript",
    "theme.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "cytoscape.min.js": "text/javascript",
}
_KEPT = "public, max-age=31536000, immutable"


@cache
def _templates() -> Environment:
    made = environment(template)
    made.filters["in_place"] = in_place
    return made


def template(name: str) -> str:
    """Read a file of these pages, or one that they share with the page of a pack."""
    own = files("graphpack.web") / "assets" / name
    return own.read_text(encoding="utf-8") if own.is_file() else asset(name)


@cache
def _stamp(name: str) -> str:
    return hashlib.sha256(template(name).encode()).hexdigest()[:16]


def static_url(name: str) -> str:
    """Address a file so that a changed one is asked for anew."""
    return f"/static/{name}?v={_stamp(name)}"


def shown(request: Request, name: str, *, status: int = 200, **values: Any) -> Response:
    """Fill a template.

    Args:
        request: Who asks.
        name: Of the template.
        status: Of the answer.
        values: What it is filled with.

    Returns:
        The page.
    """
    caller = site.caller_of(request)
    here = site.site_of(request)
    text = (
        _templates()
        .get_template(name)
        .render(
            who=caller.who,
            csrf=caller.csrf,
            has_logins=here.gate.tokens is not None,
            site_title=here.title,
            static=static_url,
            link=link,
            path=request.url.path,
            asked=lambda name: request.query_params.get(name, ""),
            **values,
        )
    )
    return HTMLResponse(text, status_code=status)


def link(path: str, **query: str | int | None) -> str:
    """Write an address with what is asked there."""
    given = {key: value for key, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(given)}" if given else path


def static(request: Request) -> Response:
    """Give a style or a script.

    Raises:
        HTTPException: There is none of that name.
    """
    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404, "no such file")
    is_asked_by_stamp = request.query_params.get("v") == _stamp(name)
    headers = {"cache-control": _KEPT} if is_asked_by_stamp else {}
    return Response(template(name), media_type=STATIC[name], headers=headers)


def projects(request: Request) -> Response:
    """List the projects."""
    return shown(request, "projects.html.j2", projects=site.projects_of(request))


def sessions(request: Request) -> Response:
    """List a project's sessions."""
    asked = request.query_params
    project = site.seen_project(request, asked.get("project", ""))
    page = number(asked.get("page", "1"), least=1)
    chosen = Chosen(
        project=project, author=asked.get("author") or None, tag=asked.get("tag") or None
    )
    found, is_more = site.listed(
        request, chosen, limit=site.PAGE_SIZE, offset=(page - 1) * site.PAGE_SIZE
    )
    return shown(
        request, "sessions.html.j2", project=project, sessions=found, page=page, is_more=is_more
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
    if not all(refs):
        return shown(request, "compare.html.j2", older=None, newer=None, difference=None)
    older, newer = (site.seen_session(request, ref) for ref in refs)
    archive = site.site_of(request).archive
    difference = diff(archive.graph(older), archive.graph(newer))
    return shown(request, "compare.html.j2", older=older, newer=newer, difference=difference)


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


async def login(request: Request) -> Response:
    """Ask for a token, and open a login for who has one."""
    gate = site.site_of(request).gate
    if gate.tokens is None:
        return RedirectResponse("/", 303)
    target = _inner(request.query_params.get("next", "/"))
    if request.method != "POST":
        return shown(request, "login.html.j2", target=target, is_refused=False)
    token = (await form_of(request)).get("token", "").strip()
    if gate.tokens.who(token) is None:
        site.note(request, "login-refused")
        return shown(request, "login.html.j2", status=403, target=target, is_refused=True)
    answer = RedirectResponse(target, 303)
    answer.set_cookie(
        COOKIE,
        gate.logins.open(hashed(token)),
        max_age=int(IDLE_S),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


async def logout(request: Request) -> Response:
    """End a login."""
    await checked_form(request)
    site.site_of(request).gate.logins.close(cookie_of(request.headers) or "")
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(COOKIE)
    return answer


async def add(request: Request) -> Response:
    """Take in a file of a form.

    Raises:
        HTTPException: It is not this server's form, or holds no file.
    """
    async with request.form(max_files=1, max_fields=8) as form:
        if not is_formed(site.caller_of(request), str(form.get("csrf", ""))):
            raise HTTPException(403, "the form is too old; load its page again")
        upload, project = form.get("file"), str(form.get("project", ""))
        tags = tuple(str(form.get("tags", "")).split())
        if not isinstance(upload, UploadFile) or not upload.filename:
            raise HTTPException(422, "file: is missing")
        brought = bringing.Brought(await upload.read(), upload.filename, project, tags)
    try:
        done = await run_in_threadpool(bringing.bring, request, brought)
    except ReadError as error:
        return shown(
            request, "message.html.j2", status=422, heading="Not archived", words=str(error)
        )
    if len(done) == 1:
        return RedirectResponse(f"/sessions/{done[0].ref}", 303)
    return RedirectResponse(link("/sessions", project=project.strip()), 303)


async def forget(request: Request) -> Response:
    """Forget a session."""
    await checked_form(request)
    found = await run_in_threadpool(site.seen_session, request, request.path_params["ref"])
    await run_in_threadpool(bringing.forget, request, found)
    return RedirectResponse(link("/sessions", project=found.project), 303)


async def form_of(request: Request) -> dict[str, str]:
    """Read a small form; of one with too many fields, nothing."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return {key: values[-1] for key, values in parse_qs(body, max_num_fields=20).items()}
    except ValueError:
        return {}


async def checked_form(request: Request) -> dict[str, str]:
    """Read a form that this server's own page has sent.

    Args:
        request: With the form.

    Returns:
        Its fields.

    Raises:
        HTTPException: It carries another csrf than the page did.
    """
    fields = await form_of(request)
    if not is_formed(site.caller_of(request), fields.get("csrf", "")):
        raise HTTPException(403, "the form is too old; load its page again")
    return fields


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


def _inner(target: str) -> str:
    """A place on this server, and no other."""
    is_inner = (
        target.startswith("/") and not target.startswith(("//", "/\\")) and target.isprintable()
    )
    return target if is_inner else "/"
