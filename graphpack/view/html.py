"""Writes a page as one HTML file that loads nothing: style, script and library stand in it.

Every text is escaped by the template engine; the policy in the file lets the browser run the
three blocks whose hashes it names, and nothing else, and reach no address.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from graphpack.errors import ResourceError
from graphpack.patterns import compiled
from graphpack.text.invisible import visible
from graphpack.view.page import Page

_HALF_CHARACTER = compiled("[\ud800-\udfff]")
# HTML has no place for them, and a terminal that shows the file might act on them
_CONTROLS = compiled("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_LIVE = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


def view_html(page: Page) -> str:
    """Write a page as one file.

    Args:
        page: Of a pack.

    Returns:
        HTML without a final newline; the same for the same page.
    """
    style, library, script = (asset(n) for n in ("view.css", "cytoscape.min.js", "view.js"))
    policy = (
        "default-src 'none'; "
        f"style-src '{fingerprint(style)}'; "
        f"script-src '{fingerprint(library)}' '{fingerprint(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    blocks = {name: Markup(text) for name, text in (("style", style), ("script", script))}
    return (
        environment()
        .get_template("view.html.j2")
        .render(
            page=page,
            policy=policy,
            library=Markup(library),
            **blocks,
        )
    )


@cache
def environment(load: Callable[[str], str] | None = None) -> Environment:
    """Make the template engine of pages: it escapes, and shows what could hide in a text.

    Args:
        load: Gives a template by its name; None is ``asset``.

    Returns:
        The engine.
    """
    made = Environment(
        loader=FunctionLoader(load or asset),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["json_block"] = json_block
    return made


@cache
def asset(name: str) -> str:
    """Read a file of the page.

    Args:
        name: Of a template, a style, a script.

    Returns:
        Its text.

    Raises:
        ResourceError: The installation lacks it.
    """
    try:
        return (files("graphpack.view") / "assets" / name).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ResourceError(f"view/assets/{name}: not shipped") from error


def json_block(value: Mapping[str, Any]) -> Markup:
    """Write a value as JSON that may stand in a ``script`` block of data.

    Args:
        value: Strings, numbers, lists and objects.

    Returns:
        JSON in which nothing can end the block.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(plain(text).translate(_LIVE))


def plain(text: str) -> str:
    """Take out of a text what cannot be seen or written, as everywhere that people read."""
    whole = _HALF_CHARACTER.sub("\ufffd", visible(text)).replace("\r", "")
    return _CONTROLS.sub("\ufffd", whole)


def fingerprint(text: str) -> str:
    """Hash a block as a content security policy names it.

    Args:
        text: Exactly what stands between the tags.

    Returns:
        ``sha256-`` and the digest in base 64.
    """
    return "sha256-" + b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _shown(value: Any) -> Any:
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value
