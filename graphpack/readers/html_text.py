"""Turns the HTML of posts, mails and answers into plain text with Markdown's marks.

Only what a reader needs to follow the words is kept: paragraphs, lists, code, quotes, where a link
leads. It takes time in proportion to the text, whatever is left open or wrongly nested.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphpack.patterns import compiled
from graphpack.readers.loose import plain

_TAG = compiled(
    r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]*+)"
    r"(?P<rest>(?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+'|[\"'])*+)>"
)
_ATTRIBUTE = compiled(r"([A-Za-z][\w:-]{0,40})\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_SPACES = compiled(r"[ \t\n\f\v]+")
_BLANKS = compiled(r"\n{3,}")
_HIDDEN = frozenset({"button", "head", "noscript", "script", "style", "svg", "template", "title"})
_BREAKS = frozenset(
    {
        "address", "article", "aside", "dd", "details", "div", "dl", "dt", "fieldset", "figure",
        "footer", "form", "header", "hr", "main", "nav", "ol", "p", "section", "summary", "table",
        "tbody", "thead", "tr", "ul",
    }
)  # fmt: skip
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_QUOTES = frozenset({"blockquote"})
_MAX_QUOTES = 8
_MAX_LANGUAGE_CHARS = 20
_MAX_LABEL_TOKENS = 4
_LANGUAGE = compiled(r"lang(?:uage)?-([\w+#.-]{1,30})")


@dataclass(slots=True)
class _Writer:
    """The text so far.

    Args:
        is_linking: Where links lead is written behind their words.
    """

    is_linking: bool
    done: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    quotes: int = 0
    code: list[str] | None = None
    language: str = ""
    lists: list[int | None] = field(default_factory=list)
    link: str = ""
    link_start: int = 0

    def text(self, words: str) -> None:
        if self.code is not None:
            self.code.append(words)
            return
        words = _SPACES.sub(" ", words)
        if words.strip(" ") or (self.line and words):
            if not self.line or self.line[-1].endswith(" "):
                words = words.lstrip(" ")
            self.line.append(words)

    def end_line(self, *, is_paragraph: bool = False) -> None:
        text = "".join(self.line).rstrip(" ")  # what leads it is a list's indentation
        self.line.clear()
        self.link_start = 0
        if text:
            self._put(text)
        if is_paragraph and self.done and self.done[-1]:
            self.done.append("")

    def _put(self, text: str) -> None:
        mark = ">" * self.quotes
        self.done.append(f"{mark} {text}".rstrip() if mark else text)

    def end_code(self) -> None:
        if self.code is None:
            return
        text = "".join(self.code).strip("\n")
        self.code = None
        longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
        fence = "`" * (longest + 1)
        for line in (f"{fence}{self.language}", *text.split("\n"), fence):
            self._put(line)
        self.done.append("")
        self.language = ""


def html_to_text(markup: str, *, with_links: bool = True) -> str:
    """Turn HTML into text.

    Args:
        markup: HTML of any quality; text without a tag is only unescaped.
        with_links: True to write where a link leads behind its words.

    Returns:
        Text with ``-`` before list items, ``#`` before headings, ``>`` before what is quoted and
        fences around preformatted text. Scripts, styles and comments are left out.
    """
    writer = _Writer(with_links)
    hidden = ""
    for kind, value, attributes in _tokens(markup):
        if hidden:
            is_over = (kind == "close" and value == hidden) or (kind == "open" and value == "body")
            hidden = "" if is_over else hidden
        elif kind == "text":
            writer.text(html.unescape(value))
        elif kind == "open" and value in _HIDDEN:
            hidden = value
        elif writer.code is not None:
            _in_code(writer, kind, value, attributes)
        else:
            _tag(writer, kind, value, attributes)
    writer.end_code()
    writer.end_line()
    return plain(_BLANKS.sub("\n\n", "\n".join(writer.done)).strip())


def attributes_of(rest: str) -> dict[str, str]:
    """Read a tag's attributes.

    Args:
        rest: What stands between a tag's name and its end.

    Returns:
        Values by lower-case name, unescaped.
    """
    return {
        found[1].lower(): html.unescape(found[2] or found[3] or found[4] or "")
        for found in _ATTRIBUTE.finditer(rest)
    }


def _tokens(markup: str) -> Iterator[tuple[str, str, str]]:
    """Cut markup into texts and tags: kind, text or name, attributes."""
    position = 0
    for comment_free in _without_comments(markup):
        position = 0
        for tag in _TAG.finditer(comment_free):
            if tag.start() > position:
                yield "text", comment_free[position : tag.start()], ""
            yield "close" if tag["close"] else "open", tag["name"].lower(), tag["rest"]
            position = tag.end()
        if position < len(comment_free):
            yield "text", comment_free[position:], ""


def _without_comments(markup: str) -> Iterator[str]:
    start = 0
    while True:
        opening = markup.find("<!", start)
        if opening < 0:
            yield markup[start:]
            return
        yield markup[start:opening]
        is_comment = markup.startswith("<!--", opening)
        end = markup.find("-->" if is_comment else ">", opening + 2)
        if end < 0:
            return
        start = end + (3 if is_comment else 1)


def _in_code(writer: _Writer, kind: str, name: str, rest: str) -> None:
    if name == "pre" and kind == "close":
        writer.end_code()
    elif name == "br":
        writer.text("\n")
    elif name == "code" and kind == "open":
        # pages show the language above the code, within the same block
        code = writer.code or []
        shown = "".join(code).strip() if len(code) <= _MAX_LABEL_TOKENS else " "
        if len(shown) <= _MAX_LANGUAGE_CHARS and " " not in shown:
            code.clear()
        else:
            shown = ""
        writer.language = writer.language or _language(rest) or shown


def _language(rest: str) -> str:
    found = _LANGUAGE.search(attributes_of(rest).get("class", ""))
    return found[1] if found and found[1] not in ("auto", "plaintext", "nohighlight") else ""


def _tag(writer: _Writer, kind: str, name: str, rest: str) -> None:
    is_open = kind == "open"
    if name == "br":
        writer.end_line()
    elif name == "pre" and is_open:
        writer.end_line()
        writer.language = _language(rest)
        writer.code = []
    elif name in _QUOTES:
        writer.end_line(is_paragraph=True)
        change = 1 if is_open else -1
        writer.quotes = min(max(writer.quotes + change, 0), _MAX_QUOTES)
    elif name in _HEADINGS:
        writer.end_line(is_paragraph=True)
        if is_open:
            writer.line.append(f"{_HEADINGS[name]} ")
    elif name in ("li", "ul", "ol"):
        _list(writer, name, is_open=is_open)
    elif name in _BREAKS:
        writer.end_line(is_paragraph=name in ("p", "table"))
    else:
        _inline(writer, name, rest, is_open=is_open)


def _list(writer: _Writer, name: str, *, is_open: bool) -> None:
    writer.end_line()
    if name == "li":
        if not is_open:
            return
        depth = max(len(writer.lists) - 1, 0)
        number = writer.lists[-1] if writer.lists else None
        if number is not None:
            writer.lists[-1] = number + 1
        mark = "- " if number is None else f"{number}. "
        writer.line.append("  " * min(depth, _MAX_QUOTES) + mark)
    elif is_open:
        writer.lists.append(1 if name == "ol" else None)
    elif writer.lists:
        writer.lists.pop()


def _inline(writer: _Writer, name: str, rest: str, *, is_open: bool) -> None:
    if name in ("td", "th") and is_open and writer.line:
        writer.text(" | ")
    elif name == "code":
        writer.line.append("`")
    elif name == "img" and is_open:
        attributes = attributes_of(rest)
        if "emoji" in attributes.get("class", ""):
            writer.text(attributes.get("alt") or attributes.get("title", ""))
    elif name == "a" and writer.is_linking:
        _link(writer, rest, is_open=is_open)


def _link(writer: _Writer, rest: str, *, is_open: bool) -> None:
    if is_open:
        writer.link = attributes_of(rest).get("href", "")
        writer.link_start = len(writer.line)
        return
    href, writer.link = writer.link, ""
    if not href:
        return
    words = "".join(writer.line[writer.link_start :]).strip()
    if href.startswith(("http://", "https://")) and words and words not in href:
        writer.line.append(f" ({href})")
