"""Cuts a message's parts into units: the sentences, list items, table rows and code blocks said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graphpack.extract.offline.markup import cells_of, plain
from graphpack.extract.offline.phrases import GOVERNING
from graphpack.extract.offline.sentences import iter_spans
from graphpack.extract.offline.units import Kind, Unit
from graphpack.patterns import compiled
from graphpack.text import negations
from graphpack.text.borrowed import is_borrowed

MAX_ITEM_CHARS = 320
"""An item longer than this is cut into its sentences."""

MAX_LEAD_CHARS = 200

MAX_LEADS = 8
"""A list nested deeper than this says nothing more by what stands further up."""

# «```npm install```» in one line opens nothing
_FENCE = compiled(r"^[ \t>]*(`{3,}(?!.*`)|~{3,})[ \t]*([\w+#.-]*)")
_HEADING = compiled(r"^\s{0,3}(#{1,6})\s+(.*)$")
_BOLD_LINE = compiled(r"^\s*(?:\*\*|__)([^*_].{0,120}?)(?:\*\*|__)\s*+(?:[:：]\s*+)?$")
_ITEM = compiled(
    r"^(\s*)(?:[-*+•‣◦–▪●·✅❌✓✗☑⚠]️?|(\d{1,3}|[a-zA-Z])[.)](?=\s)|([①-⑳])|[（(](\d{1,2}|[a-z])[)）])\s*"
)
_BULLET_NEEDS_SPACE = compiled(r"^\s*[-*+–·](?!\s)")
_RULE = compiled(r"^\s*(?:[-*_=─━]\s*){3,}$")
_ROW = compiled(r"^\s*\|(.+)\|\s*$")
_ROW_RULE = compiled(r"^\s*\|[\s:|-]+\|\s*$")
_QUOTE = compiled(r"^\s*>\s?")
_DOWNSIDE = "❌✗⚠"
_CIRCLED = [chr(ord("①") + number) for number in range(20)]


@dataclass(slots=True)
class _State:
    """Where the walk over the lines stands."""

    message: int
    part: int
    text: str
    headings: list[tuple[int, str]]
    leads: list[tuple[int, str]]
    place: int = 0
    header: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        return self.headings[-1][1] if self.headings else ""

    @property
    def lead(self) -> str:
        """What the next item stands under; a «not» further up counts as well."""
        above = [text for _, text in self.leads[-MAX_LEADS:-1] if negations(text)]
        return ": ".join([*above, *(text for _, text in self.leads[-1:])])

    def unit(
        self, start: int, end: int, kind: Kind, *, lead: str = "", label: str = "", lang: str = ""
    ) -> Unit:
        self.place += 1
        return Unit(
            self.message, self.part, start, end, kind, self.text[start:end],
            self.heading, lead, label, self.place - 1, lang,
        )  # fmt: skip


def said_units(message: int, part: int, text: str) -> Iterator[Unit]:
    """Cut what somebody said into units, and mark those that are not their own words.

    Args:
        message: As for ``iter_units``.
        part: As for ``iter_units``.
        text: As for ``iter_units``.

    Yields:
        The units of ``iter_units``.
    """
    for unit in iter_units(message, part, text):
        is_theirs = unit.kind != Kind.CODE and is_borrowed(text, unit.start, unit.end)
        yield replace(unit, is_borrowed=True) if is_theirs else unit


def iter_units(message: int, part: int, text: str) -> Iterator[Unit]:
    """Cut one text into units, in order.

    Args:
        message: 0-based message index, copied into the units.
        part: 0-based part index, copied into the units.
        text: The part's text, Markdown or plain.

    Yields:
        Units whose spans do not overlap; fences and list marks are outside the spans.
    """
    state = _State(message, part, text, [], [])
    lines = list(_lines(text))
    at = 0
    while at < len(lines):
        start, end = lines[at]
        line = text[start:end]
        fence = _FENCE.match(line)
        if fence:
            at, unit = _code(state, lines, at, fence)
            if unit:
                yield unit
            continue
        state.header = state.header if _ROW.match(line) else ()
        if not line.strip() or _RULE.match(line):
            if not line.strip() and at + 1 < len(lines) and not _is_item(text, lines[at + 1]):
                state.leads = [lead for lead in state.leads if lead[0] < 0]
            at += 1
            continue
        if _HEADING.match(line) or _BOLD_LINE.match(line):
            yield _head(state, start, end, line)
            at += 1
        elif _ROW.match(line):
            unit = _row(state, start, end, line)
            if unit:
                yield unit
            at += 1
        elif _is_item(text, (start, end)):
            at, units = _item(state, lines, at)
            yield from units
        else:
            at, units = _paragraph(state, lines, at)
            yield from units


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start <= len(text):
        stop = text.find("\n", start)
        if stop < 0:
            stop = len(text)
        yield start, stop
        start = stop + 1


def _is_item(text: str, line: tuple[int, int]) -> bool:
    content = text[line[0] : line[1]]
    return bool(_ITEM.match(content)) and not _BULLET_NEEDS_SPACE.match(content)


def _head(state: _State, start: int, end: int, line: str) -> Unit:
    match = _HEADING.match(line)
    if match:
        level, title = len(match.group(1)), match.group(2).rstrip().rstrip("#").rstrip()
    else:
        bold = _BOLD_LINE.match(line)
        level, title = 7, bold.group(1) if bold else line
    offset = line.find(title)
    state.headings = [heading for heading in state.headings if heading[0] < level]
    unit = state.unit(start + offset, start + offset + len(title), Kind.HEADING)
    name = plain(title).rstrip(":：")
    above = state.heading
    # «Not planned» counts for every heading below it
    if GOVERNING.match(above) and len(above) + len(name) <= MAX_LEAD_CHARS:
        name = f"{above}: {name}"
    state.headings.append((level, name))
    state.leads = []
    return unit


def _code(
    state: _State, lines: list[tuple[int, int]], at: int, fence: re.Match[str]
) -> tuple[int, Unit | None]:
    mark, lang = fence.group(1), fence.group(2)
    first = at + 1
    last = first
    while last < len(lines):
        line = state.text[lines[last][0] : lines[last][1]].strip().lstrip("> ")
        if line.startswith(mark[0] * len(mark)) and not line.strip(mark[0]).strip():
            break
        last += 1
    if first >= len(lines) or last == first:
        return last + 1, None
    start, end = lines[first][0], lines[last - 1][1]
    if not state.text[start:end].strip():
        return last + 1, None
    lead = state.leads[-1][1] if state.leads else ""
    return last + 1, state.unit(start, end, Kind.CODE, lead=lead, lang=lang)


def _row(state: _State, start: int, end: int, line: str) -> Unit | None:
    if _ROW_RULE.match(line):
        return None
    cells = tuple(cells_of(line.strip()[1:-1]))
    following = state.text[end + 1 : end + 200].split("\n", 1)[0]
    if _ROW_RULE.match(following):
        state.header = cells
        return None
    inner_start = start + len(line) - len(line.lstrip()) + 1
    inner_end = start + len(line.rstrip()) - 1
    while inner_start < inner_end and state.text[inner_start].isspace():
        inner_start += 1
    while inner_end > inner_start and state.text[inner_end - 1].isspace():
        inner_end -= 1
    return state.unit(inner_start, inner_end, Kind.ROW, lead=" | ".join(state.header))


def _item(state: _State, lines: list[tuple[int, int]], at: int) -> tuple[int, list[Unit]]:
    start, end = lines[at]
    line = state.text[start:end]
    match = _ITEM.match(line)
    indent = len(match.group(1).expandtabs(4)) if match else 0
    label = next((group for group in match.groups()[1:] if group), "") if match else ""
    if label in _CIRCLED:
        label = str(_CIRCLED.index(label) + 1)
    body = start + (match.end() if match else 0)
    if match and line.strip()[0] in _DOWNSIDE:
        # a cross says no: it belongs to what it marks
        body = start + len(match.group(1))
    state.leads = [lead for lead in state.leads if lead[0] < indent]
    lead = state.lead
    last = at
    while last + 1 < len(lines):
        following = state.text[lines[last + 1][0] : lines[last + 1][1]]
        if (
            not following.strip()
            or _is_item(state.text, lines[last + 1])
            or _FENCE.match(following)
            or _HEADING.match(following)
            or _ROW.match(following)
            or not following[:1].isspace()
        ):
            break
        last += 1
    stop = lines[last][1]
    while stop > body and state.text[stop - 1].isspace():
        stop -= 1
    content = state.text[body:stop]
    state.leads.append((indent, plain(content[: 2 * MAX_LEAD_CHARS])[:MAX_LEAD_CHARS]))
    if body >= stop:
        return last + 1, []
    if len(content) <= MAX_ITEM_CHARS:
        return last + 1, [state.unit(body, stop, Kind.ITEM, lead=lead, label=label)]
    return last + 1, [
        state.unit(a, b, Kind.ITEM, lead=lead, label=label)
        for a, b in iter_spans(state.text, _inner(lines, at, last, body, stop), is_item=True)
    ]


def _inner(
    lines: list[tuple[int, int]], first: int, last: int, body: int, stop: int
) -> list[tuple[int, int]]:
    """The lines of an item without its mark and trailing space."""
    return [(max(a, body), min(b, stop)) for a, b in lines[first : last + 1]]


def _paragraph(state: _State, lines: list[tuple[int, int]], at: int) -> tuple[int, list[Unit]]:
    units: list[Unit] = []
    prose: list[tuple[int, int]] = []
    last = at
    while last < len(lines):
        start, end = lines[last]
        line = state.text[start:end]
        if last > at and _is_structure(state.text, lines[last], line):
            break
        quote = _QUOTE.match(line)
        if quote:
            units += _sentences(state, prose, Kind.SENTENCE)
            prose = []
            units += _sentences(state, [(start + quote.end(), end)], Kind.QUOTE)
        else:
            prose.append((start, end))
        last += 1
    units += _sentences(state, prose, Kind.SENTENCE)
    if units:
        # a line that ends in a colon or asks something introduces the list or code below it
        ending = plain(units[-1].text)
        is_lead = ending.endswith((":", "：", "?", "？")) or (
            # «never do these» does so without a colon
            last < len(lines)
            and _is_item(state.text, lines[last])
            and ending[-1:].isalnum()
            and bool(negations(ending))
        )
        state.leads = [(-1, ending.rstrip(":："))] if is_lead else []
    return last, units


def _sentences(state: _State, lines: list[tuple[int, int]], kind: Kind) -> list[Unit]:
    return [state.unit(a, b, kind) for a, b in iter_spans(state.text, lines)]


def _is_structure(text: str, span: tuple[int, int], line: str) -> bool:
    """Tell whether a line ends the paragraph before it."""
    return bool(
        not line.strip()
        or _is_item(text, span)
        or _FENCE.match(line)
        or _HEADING.match(line)
        or _BOLD_LINE.match(line)
        or _ROW.match(line)
        or _RULE.match(line)
    )
