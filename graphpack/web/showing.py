"""Fills the templates of the pages, and gives the styles and scripts they name."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from graphpack.view.html import asset, environment
from graphpack.web import site
from graphpack.web.transcripts import in_place

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
