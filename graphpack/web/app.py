"""The application: which address leads where, and how what goes wrong is told."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from graphpack.errors import ArchiveError, GraphpackError, UsageError
from graphpack.web import api, finding, history, pages, posting, showing
from graphpack.web.guard import API, Guard
from graphpack.web.site import Site

__all__ = ["Site", "application"]

ROUTES = (
    Route("/", pages.projects),
    Route("/sessions", pages.sessions),
    Route("/sessions/{ref}", pages.session),
    Route("/sessions/{ref}/download/{form}", pages.download),
    Route("/sessions/{ref}/forget", posting.forget, methods=["POST"]),
    Route("/add", posting.add, methods=["POST"]),
    Route("/search", finding.search_page),
    Route("/decisions", history.decisions_page),
    Route("/timeline", history.timeline_page),
    Route("/compare", pages.compare),
    Route("/audit", pages.audit),
    Route("/login", posting.login, methods=["GET", "POST"]),
    Route("/logout", posting.logout, methods=["POST"]),
    Route("/static/{name}", showing.static),
)


def application(site: Site) -> ASGIApp:
    """Make the application of a server.

    Args:
        site: What it works with.

    Returns:
        An ASGI application.
    """
    app = Starlette(
        routes=[*ROUTES, *api.ROUTES],
        exception_handlers={
            HTTPException: _refused,
            GraphpackError: _failed,
            Exception: _broken,
        },
    )
    app.state.site = site
    return Guard(app, site.gate)


def _refused(request: Request, error: Exception) -> Response:
    status, words = 500, "it failed"
    if isinstance(error, HTTPException):
        status, words = error.status_code, error.detail
    if _is_api(request):
        headers = {"www-authenticate": "Bearer"} if status == 401 else {}
        return JSONResponse({"error": words}, status, headers=headers)
    if status == 401:
        target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        is_page = request.method in {"GET", "HEAD"}
        return RedirectResponse(showing.link("/login", next=target if is_page else "/"), 303)
    return showing.shown(
        request, "message.html.j2", status=status, heading=str(status), words=words
    )


def _failed(request: Request, error: Exception) -> Response:
    status = 503 if isinstance(error, ArchiveError) else 422
    words = str(error)
    if isinstance(error, UsageError) and error.hint:
        words = f"{words} ({error.hint})"
    if _is_api(request):
        return JSONResponse({"error": words}, status)
    return showing.shown(
        request, "message.html.j2", status=status, heading="That failed", words=words
    )


def _broken(request: Request, error: Exception) -> Response:
    """Say nothing of a bug to who asks; the server's own log has it."""
    if _is_api(request):
        return JSONResponse({"error": "it failed"}, 500)
    return showing.shown(
        request, "message.html.j2", status=500, heading="That failed", words="A bug in graphpack."
    )


def _is_api(request: Request) -> bool:
    return request.url.path.startswith(API)
