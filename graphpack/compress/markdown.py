"""Markdown: headings, lists, quotes and code stay; prose, tables and tags are shortened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from graphpack.compress.base import Elision, Kind, Level, Shortened, shorten
from graphpack.compress.placed import Line, lines_of
from graphpack.compress.prose import Paragraph, marked, prose_elisions
from graphpack.compress.tables import piped, table_elisions
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR", "Markdown"]

_FENCE = compiled(r"\s{0,12}(`{3,}|~{3,})")
_HEADING = compiled(r"\s{0,3}#{1,6}(?:\s|$)|\s{0,3}(?:=+|-+)\s*$")
_ITEM = compiled(r"\s*(?:[-*+]|\d{1,9}[.)])\s+")
_RULE = compiled(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
_TAG = compiled(r"</?[A-Za-z][^<>]{0,1000}>|<!--.{0,2000}?-->", re.DOTALL)
_ADDRESS = compiled(r"(?:href|src|cite)\s*=\s*[\"']([^\"'<>]{1,800})[\"']")
_HEAD = compiled(r"[^\n]{1,80}?(?:\*\*:?|:| [—–-])(?= )")
_DRAWN_CHARS = 24
_PADDING = compiled(r"[ \t]{2,}|-{4,}")


@dataclass(slots=True)
class _Found:
    """What the blocks of a text give."""

    paragraphs: list[Paragraph] = field(default_factory=list)
    addresses: set[str] = field(default_factory=set)
    elisions: list[Elision] = field(default_factory=list)


class Markdown:
    """Goes by the blocks of Markdown."""

    name = "markdown"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten Markdown.

        Args:
            text: Markdown.
            level: How many sentences of a paragraph stay, and rows of a table; ``aggressive``
                leaves items of lists and quotes their first sentence, ``minimal`` their head.
            focus: Paths; what names one stays.

        Returns:
            The text with every heading, item, quote, link and code block.
        """
        found = _Found()
        for kind, block in _blocks(lines_of(text)):
            start, end = block[0].start, block[-1].start + len(block[-1].text)
            if kind == "prose":
                found.paragraphs.append(Paragraph(start, end))
            elif kind == "item" and level != "summary":
                found.paragraphs.append(_item(text, start, end, level))
            elif kind == "table":
                found.elisions += _table(block, level, focus)
            elif kind == "html":
                found.elisions += _tags(text, start, end, found.addresses)
            elif kind == "rule":
                found.elisions.append(_line(block))
        prose = prose_elisions(text, found.paragraphs, level=level, focus=focus)
        made = sorted(found.elisions + prose, key=lambda one: one.start)
        return shorten(text, marked(made, "sentences cut"), kind=Kind.MARKDOWN, level=level)


def _blocks(lines: Sequence[Line]) -> Iterator[tuple[str, list[Line]]]:
    kinds = list(_kinds(lines))
    for (kind, number), run in groupby(range(len(lines)), lambda at: kinds[at]):
        del number
        yield kind, [lines[at] for at in run]


def _kinds(lines: Sequence[Line]) -> Iterator[tuple[str, int]]:
    """Tell what each line is, with a number that parts items next to each other."""
    fence, kind, number = "", "blank", 0
    for line in lines:
        opened = _FENCE.match(line.text)
        if fence:
            is_end = opened and opened[1].startswith(fence) and line.text.strip() == opened[1]
            fence = "" if is_end else fence
            yield "code", 0
            kind = "blank"
            continue
        if opened:
            fence, kind = opened[1], "blank"
            yield "code", 0
            continue
        before, kind = kind, _kind(line.text, kind)
        number += kind == "item" and (before != "item" or _ITEM.match(line.text) is not None)
        yield kind, number if kind == "item" else 0


def _kind(line: str, before: str) -> str:
    bare = line.strip()
    if not bare:
        return "blank"
    if _ITEM.match(line) and not _RULE.match(line):
        return "item"
    if bare.startswith(">"):
        return "item"
    if _RULE.match(line) and before != "prose":
        return "rule"
    if _HEADING.match(line):
        return "heading"
    if before == "item" and line[0].isspace():
        return "item"
    if line.startswith(("    ", "\t")) and before != "prose":
        return "code"
    return _other(line, bare, before)


def _other(line: str, bare: str, before: str) -> str:
    if bare.startswith("|") or (before == "table" and len(piped(line)) > 1):
        return "table"
    if len(bare) >= _DRAWN_CHARS and not any(char.isalnum() for char in bare):
        return "rule"
    if bare.startswith("<") or (before == "html" and _TAG.search(line)):
        return "html"
    # a line that goes on in an item or a quote belongs to it
    return "item" if before == "item" else "prose"


def _line(block: Sequence[Line]) -> Elision:
    return Elision(block[0].start, block[-1].end, "", len(block), "lines", "rule")


def _item(text: str, start: int, end: int, level: Level) -> Paragraph:
    """Spare what an item is about: its first sentence, or, at the smallest size, its head."""
    head = _HEAD.match(text, start, end) if level == "minimal" else None
    return Paragraph(head.end(), end) if head else Paragraph(start, end, is_led=True)


def _table(block: Sequence[Line], level: Level, focus: Sequence[str]) -> Iterator[Elision]:
    """Leave out rows, and the padding of those that stay."""
    rows = table_elisions(block, level=level, focus=focus, is_kept=_has_link)
    yield from rows
    for line in block:
        if any(row.start <= line.start < row.end for row in rows):
            continue
        for gap in _PADDING.finditer(line.text):
            start, end = line.start + gap.start(), line.start + gap.end()
            marker = "---" if gap.group()[0] == "-" else " "
            yield Elision(start, end, marker, end - start, "characters", "padding")


def _has_link(row: str) -> bool:
    return "://" in row or "](" in row


def _tags(text: str, start: int, end: int, said: set[str]) -> Iterator[Elision]:
    """Leave of each tag its address, where no tag before said it; a place in the page is none."""
    for tag in _TAG.finditer(text, start, end):
        found = dict.fromkeys(_ADDRESS.findall(tag.group()))
        addresses = [one for one in found if one not in said and not one.startswith("#")]
        said.update(addresses)
        marker = f" {' '.join(addresses)} " if addresses else ""
        first, last = tag.span()
        if len(marker) < last - first:
            yield Elision(first, last, marker, 1, "tags", "tag")


COMPRESSOR = Markdown()
