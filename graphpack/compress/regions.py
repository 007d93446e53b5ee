"""Parts a text of several kinds into regions of one kind each.

A text that is of one kind throughout stays whole. Regions begin and end with lines, and together
they are the text.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from graphpack.compress.base import Kind
from graphpack.compress.line_kinds import line_kind
from graphpack.compress.lines import Lines
from graphpack.compress.router import classify, sample, text_kind
from graphpack.patterns import compiled

__all__ = ["Region", "split"]


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a text.

    Args:
        start: Its first character.
        end: The character after its last.
        kind: What it is.
    """

    start: int
    end: int
    kind: Kind


_KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "diff": Kind.DIFF,
        "test": Kind.TEST_RUN,
        "trace": Kind.STACK_TRACE,
        "log": Kind.LOG,
        "build": Kind.BUILD,
        "tree": Kind.TREE,
        "table": Kind.TABLE,
        "hit": Kind.SEARCH_RESULTS,
    }
)
_WHOLE = {Kind.JSON_ARRAY, Kind.JSON_OBJECT, Kind.JSON_LINES, Kind.CODE, Kind.TREE, Kind.TABLE}
_LENIENT = {Kind.TEST_RUN, Kind.BUILD, Kind.STACK_TRACE, Kind.SEARCH_RESULTS}
"""Their compressors keep lines that they do not know, so what stands between is safe with them."""

_GAP_LINES: Mapping[str, int] = MappingProxyType({"test": 60, "build": 12, "log": 3, "trace": 3})
_WITHIN: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "log": frozenset({"trace"}),
        "build": frozenset({"trace", "hit", "log", "table"}),
        "test": frozenset({"trace", "hit", "log", "table", "build"}),
    }
)
_LEAST: Mapping[str, int] = MappingProxyType(
    {"test": 2, "trace": 2, "diff": 2, "log": 3, "build": 3}
)
_LEAST_OTHER = 4
_LEAST_IN_MARKDOWN = 15
# what stands in a fence is an example: only a dump of this size is worth opening one
_LEAST_IN_FENCE = 40
_FENCE_JSON_CHARS = 4_000
_FENCE = compiled(r"[ \t]{0,12}(`{3,}|~{3,})")
_OPENS = compiled(r"(?m)^[\[{]")
_LEAST_RECORDS = 6
_PURE = 9
_MIN_LINES = 12
_MIN_JSON_CHARS = 400
_MAX_JSON_FAILURES = 8
_DECODER = json.JSONDecoder()
_MESSAGE = ("commit ", "Author: ", "Date: ", "    ")


def split(text: str) -> tuple[Region, ...]:
    """Part a text into regions.

    Args:
        text: Without terminal colours.

    Returns:
        At least one region, in order, without gaps.
    """
    kind = classify(text)
    whole = (Region(0, len(text), kind),)
    if kind in _WHOLE or _is_pure(text, kind):
        return whole
    if text.count("\n") < _MIN_LINES and (len(text) < _MIN_JSON_CHARS or not _OPENS.search(text)):
        return whole
    lines = Lines.of(text)
    found = list(_regions(lines, kind))
    kinds = {region.kind for region in found}
    if kind in _LENIENT and kinds <= {kind, Kind.PROSE, Kind.TEXT, Kind.MARKDOWN, Kind.CODE}:
        return whole
    if len(kinds) == 1:
        return (Region(0, len(text), kinds.pop()),)
    return tuple(found)


def _is_pure(text: str, kind: Kind) -> bool:
    """Tell from a sample whether all lines are of the text's kind."""
    lines = [line for line in sample(text) if line.strip()]
    kinds = Counter(line_kind(line) for line in lines)
    own = {name for name, one in _KINDS.items() if one == kind}
    if not own:
        opens = any(line[0] in "{[" for line in lines)
        return not opens and sum(kinds.values()) == kinds[""]
    inside = own.union(*(_WITHIN.get(name, frozenset()) for name in own))
    others = [name for name in kinds if name and name not in inside]
    if kind == Kind.DIFF or kind in _LENIENT:
        return not others
    return not others and sum(kinds[name] for name in inside) * 10 >= len(lines) * _PURE


def _regions(lines: Lines, base: Kind) -> Iterator[Region]:
    spans = list(_spans(lines, base))
    at = 0
    size = len(lines)
    for first, end, kind in [*spans, (size, size, base)]:
        if first > at:
            rest = [line for line in lines.all[at:first] if line.strip()]
            text_like = text_kind(rest) if rest else Kind.TEXT
            yield Region(lines.starts[at], _place(lines, first), text_like)
        if end > first:
            yield Region(lines.starts[first], _place(lines, end), kind)
        at = end


def _place(lines: Lines, index: int) -> int:
    return min(lines.starts[index], len(lines.text))


def _spans(lines: Lines, base: Kind) -> Iterator[tuple[int, int, Kind]]:
    """Find the runs of lines that are of a kind of their own; first line, line after, kind."""
    is_markdown = base == Kind.MARKDOWN
    kinds = [line_kind(line) for line in lines.all]
    closing = _closing(lines)
    at = failures = 0
    while at < len(lines):
        if lines.all[at][:1] in {"{", "["} and kinds[at] != "log" and failures < _MAX_JSON_FAILURES:
            end, value = _json_end(
                lines, at, _FENCE_JSON_CHARS if is_markdown and at in closing else _MIN_JSON_CHARS
            )
            failures += not end
            if end:
                yield at, end, value
                at = end
                continue
        name = kinds[at]
        if not name:
            at += 1
            continue
        end, own = _run(lines, kinds, at)
        if own >= _least(name, is_markdown, is_markdown and at in closing):
            # a fence that was opened is not left in the middle
            end = max(end, closing.get(at, 0))
            yield at, end, _KINDS[name]
        at = end


def _least(name: str, is_markdown: bool, is_fenced: bool) -> int:
    if is_fenced:
        return _LEAST_IN_FENCE
    if not is_markdown:
        return _LEAST.get(name, _LEAST_OTHER)
    return sys.maxsize if name in {"table", "tree", "hit", "build"} else _LEAST_IN_MARKDOWN


def _closing(lines: Lines) -> dict[int, int]:
    """Find the lines that stand in fences, each with the line after the one that closes its own."""
    found: dict[int, int] = {}
    mark, first = "", 0
    for at, line in enumerate(lines.all):
        fence = _FENCE.match(line)
        if not fence:
            continue
        if not mark:
            mark, first = fence[1], at + 1
        elif fence[1].startswith(mark) and line.strip() == fence[1]:
            found.update(dict.fromkeys(range(first, at), at + 1))
            mark = ""
    if mark:
        found.update(dict.fromkeys(range(first, len(lines)), len(lines)))
    return found


def _json_end(lines: Lines, at: int, least_chars: int) -> tuple[int, Kind]:
    """Find the line after a JSON value that begins a line and ends one, or after a run of them.

    Returns:
        0 where there is none.
    """
    records = at
    while records < len(lines) and _is_record(lines.all[records]):
        records += 1
    if records - at >= _LEAST_RECORDS:
        return records, classify("\n".join(lines.all[at:records]))
    start = lines.starts[at]
    kind = Kind.JSON_ARRAY if lines.all[at][0] == "[" else Kind.JSON_OBJECT
    try:
        _, end = _DECODER.raw_decode(lines.text, start)
    except (ValueError, RecursionError):
        return 0, kind
    if end - start < least_chars:
        return 0, kind
    last = at
    while lines.starts[last + 1] <= end:
        last += 1
    return (last + 1 if not lines.text[end : lines.starts[last + 1] - 1].strip() else 0), kind


def _is_record(line: str) -> bool:
    return line[:2] == '{"' and line.rstrip()[-1:] == "}"


def _run(lines: Lines, kinds: Sequence[str], first: int) -> tuple[int, int]:
    """Follow a run of lines of one kind; the line after it, and how many are of the kind."""
    name = kinds[first]
    if name == "diff":
        return _diff_run(lines, kinds, first)
    within = _WITHIN.get(name, frozenset())
    gap = _GAP_LINES.get(name, 1)
    at, last, own = first + 1, first, 1
    while at < len(kinds) and at - last <= gap:
        if kinds[at] == name:
            last = at
            own += 1
        elif kinds[at] in within or (name in {"trace", "log"} and lines.all[at][:1] in {" ", "\t"}):
            last = at
        elif kinds[at] or lines.all[at].startswith("$ "):
            break
        at += 1
    return last + 1, own


def _diff_run(lines: Lines, kinds: Sequence[str], first: int) -> tuple[int, int]:
    at, own = first + 1, 1
    while at < len(kinds):
        line = lines.all[at]
        if kinds[at] == "diff":
            own += 1
        elif line[:1] not in {" ", "+", "-", "\\", ""} and not line.startswith(_MESSAGE):
            break
        at += 1
    return at, own
