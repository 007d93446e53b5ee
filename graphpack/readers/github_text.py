"""Cleans the body of a post on GitHub: what its author wrote, apart from what they folded in.

Templates leave comments behind, logs stand in folded sections, quotes repeat others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from graphpack.model.conversation import Attachment, Image, Part, Text
from graphpack.patterns import compiled
from graphpack.readers.fences import code_lines
from graphpack.readers.html_text import attributes_of
from graphpack.readers.loose import plain
from graphpack.readers.replies import Quote, split_reply

_FOLD = compiled(r"<(?P<close>/?)details(?:\s[^<>]{0,200})?>", re.IGNORECASE)
_SUMMARY = compiled(r"\s*<summary[^<>]{0,200}>(.{0,300}?)</summary>", re.IGNORECASE | re.DOTALL)
_IMAGE = compiled(r"<img\s([^<>]{0,2000})/?>", re.IGNORECASE)
_TAG = compiled(r"</?[A-Za-z][^<>]{0,200}>")
_IN_LINE_CODE = compiled(r"(?<!`)(`{1,4})(?!`)(?:(?!\1)[^\n]){1,300}\1")
_BLANKS = compiled(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Body:
    """A post taken apart.

    Args:
        parts: Its author's words, then folded sections as attachments, then pictures.
        quotes: What it repeats of others.
    """

    parts: tuple[Part, ...]
    quotes: tuple[Quote, ...] = ()


def read_body(text: str) -> Body:
    """Take a post's Markdown apart.

    Args:
        text: As the API gives it.

    Returns:
        Its parts; none where nothing is left of it.
    """
    text = plain(text)
    mask = _masked(text)
    comments = _comments(mask)
    mask = _blanked(mask, comments)
    folds = _folds(mask)
    files = [_fold(text[start:end]) for start, end in folds]
    own = _without(text, [*comments, *folds])
    images: list[Part] = []
    masked = _masked(own)
    for tag in _IMAGE.finditer(masked):
        images.append(Image(None, attributes_of(tag[1]).get("alt") or None))
    own = _without(own, [tag.span() for tag in _IMAGE.finditer(masked)])
    reply = split_reply(own, is_mail=False)
    said = _BLANKS.sub("\n\n", reply.text).strip()
    parts: list[Part] = [Text(said)] if said else []
    parts += [file for file in files if file.text]
    return Body((*parts, *images), reply.quotes)


def _masked(text: str) -> str:
    """Blank out code, so that markup in it is not taken for the post's own."""
    lines = text.split("\n")
    if "`" not in text and "~~~" not in text:
        return text
    flags = code_lines(lines, lambda _: False)
    masked = (" " * len(line) if flag else line for line, flag in zip(lines, flags, strict=True))
    return _IN_LINE_CODE.sub(lambda code: " " * len(code[0]), "\n".join(masked))


def _comments(mask: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    end = 0
    while (start := mask.find("<!--", end)) >= 0:
        close = mask.find("-->", start)
        if close < 0:
            break
        end = close + 3
        spans.append((start, end))
    return spans


def _folds(mask: str) -> list[tuple[int, int]]:
    """Find the outermost folded sections; one that is never closed is not taken for one."""
    spans: list[tuple[int, int]] = []
    depth = start = 0
    for tag in _FOLD.finditer(mask):
        if not tag["close"]:
            start = tag.start() if not depth else start
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                spans.append((start, tag.end()))
    return spans


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += [text[at:start], " " * (end - start)]
        at = end
    return "".join([*pieces, text[at:]])


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if start >= at:
            pieces.append(text[at:start])
        at = max(at, end)
    return "".join([*pieces, text[at:]])


def _fold(section: str) -> Attachment:
    opening = _FOLD.match(section)
    inner = section[opening.end() if opening else 0 : section.rfind("<")]
    summary = _SUMMARY.match(inner)
    name = _TAG.sub("", summary[1]).strip() if summary else ""
    body = inner[summary.end() :] if summary else inner
    mask = _masked(body)
    body = _without(body, [*_comments(mask), *(tag.span() for tag in _FOLD.finditer(mask))])
    return Attachment(" ".join(name.split())[:120] or "details", body.strip())
