"""What the forms of the pages send: a login, a file, the wish to forget a session."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from graphpack.errors import ReadError
from graphpack.web import bringing, site
from graphpack.web.access import hashed
from graphpack.web.guard import cookie_of, is_formed
from graphpack.web.sessions import COOKIE, IDLE_S
from graphpack.web.showing import link, shown


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
    is_left = found.project in {one.name for one in site.projects_of(request)}
    return RedirectResponse(link("/sessions", project=found.project) if is_left else "/", 303)


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


def _inner(target: str) -> str:
    """A place on this server, and no other."""
    is_inner = (
        target.startswith("/") and not target.startswith(("//", "/\\")) and target.isprintable()
    )
    return target if is_inner else "/"
