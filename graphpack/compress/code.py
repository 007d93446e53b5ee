"""Source code: imports, signatures, first lines of docstrings, who calls whom; no bodies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tree_sitter import Node, QueryCursor

from graphpack.compress.base import Elision, Kind, Level, Shortened, mark, shorten
from graphpack.compress.languages import grammar, languages_of
from graphpack.compress.lines import Lines, apart, names_focus
from graphpack.compress.long_lines import LONG_CHARS, middles
from graphpack.compress.placed import Line, in_focus, lines_of
from graphpack.compress.shouting import is_shout
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR", "Code"]

_CALL = compiled(r"(\w{2,80})\s?\(")
_WORD = compiled(rb"[\w~]+")
_QUOTES_ONLY = compiled(r"\W*[rRbBuU]?\W*$")
_HOLDERS = frozenset({
    "variable_declarator", "pair", "assignment_expression", "assignment", "public_field_definition",
    "field_definition",
})  # fmt: skip
# the fewest lines of a body, comment or literal that are folded
_FEWEST: dict[Level, int] = {"summary": 3, "aggressive": 2, "minimal": 2}
_LONG_DATA_ROWS = 8
_DATA_HEAD_ROWS = 2
_COMMENT_RUN = 3
_CALLS_AT_MOST = 12
_NAME_BYTES = 200
_GUESSES = 2


@dataclass(frozen=True, slots=True)
class _Function:
    """A function whose body may be folded; rows are counted from 0."""

    name: str
    first: int
    signature_last: int
    body_first: int
    body_last: int
    start: int
    end: int


class Code:
    """Folds bodies of functions, long comments and long literals."""

    name = "code"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten source code.

        Args:
            text: Source code in a language of ``languages.LANGUAGES``; any other stays.
            level: How short a body must be to stay.
            focus: Paths, or ``path::name``; a function of that name, or that names the path,
                stays whole.

        Returns:
            The code with folded bodies; each says which functions of this text it calls.
        """
        lines = lines_of(text)
        code = [line.text for line in lines]
        found: list[Elision] = []
        folding = _folding(text, code, level, focus)
        if folding is not None:
            found = list(_elisions(lines, code, folding.kept(), folding.names))
        if max(map(len, code), default=0) >= LONG_CHARS:
            whole = Lines.of(text)
            found = apart(found, middles(whole, set(names_focus(whole, focus))))
        return shorten(text, found, kind=Kind.CODE, level=level)


class _Folding:
    """Decides line by line what stays."""

    def __init__(
        self, code: Sequence[str], language: str, level: Level, focus: Sequence[str]
    ) -> None:
        self._code = code
        self._fewest = _FEWEST[level]
        self._focus = focus
        loaded = grammar(language)
        data = "\n".join(code).encode("utf-8", "surrogatepass")
        root = loaded.parser.parse(data).root_node
        self._parts = QueryCursor(loaded.query).captures(root)
        # a file that was cut off is no program, and only what is whole in it can be folded
        is_program = root.type != "ERROR"
        found = (
            _function(node, data)
            for node in self._of("function")
            if is_program or not node.has_error
        )
        self._functions = sorted(
            (one for one in found if one), key=lambda one: (one.start, -one.end)
        )
        self.names = {one.name for one in self._functions if one.name}

    def kept(self) -> list[bool]:
        keep = [True] * len(self._code)
        self._fold_data(keep)
        self._fold_comments(keep)
        named_until = whole_until = -1
        for one in self._functions:
            if one.end <= whole_until or (not one.name and one.end <= named_until):
                continue
            if self._is_in_focus(one):
                whole_until = one.end
                keep[one.first : one.body_last + 1] = [True] * (one.body_last + 1 - one.first)
                continue
            if one.name:
                named_until = max(named_until, one.end)
            rows = range(one.signature_last + 1, one.body_last + 1)
            if len(rows) >= self._fewest:
                for row in rows:
                    keep[row] = False
            for row in range(one.first, one.signature_last + 1):
                keep[row] = True
        self._show_docs(keep)
        # what a program printed is no body, whatever the text was taken for
        return [is_kept or is_shout(self._code[row]) for row, is_kept in enumerate(keep)]

    def _of(self, part: str) -> list[Node]:
        return sorted(self._parts.get(part, ()), key=lambda node: node.start_byte)

    def _is_in_focus(self, one: _Function) -> bool:
        if not self._focus:
            return False
        if one.name and any(path.rpartition("::")[2] == one.name for path in self._focus):
            return True
        return in_focus("\n".join(self._code[one.first : one.body_last + 1]), self._focus)

    def _fold_data(self, keep: list[bool]) -> None:
        for node in self._of("data"):
            first, last = node.start_point.row, node.end_point.row
            if last - first > _LONG_DATA_ROWS:
                for row in range(first + 1 + _DATA_HEAD_ROWS, last):
                    keep[row] = False

    def _fold_comments(self, keep: list[bool]) -> None:
        rows = [row for node in self._of("comment") for row in self._comment_rows(node)]
        for _, run in groupby(enumerate(rows), lambda one: one[1] - one[0]):
            block = [row for _, row in run]
            if len(block) >= _COMMENT_RUN:
                for row in block[self._first_said(block) :]:
                    keep[row] = False

    def _comment_rows(self, node: Node) -> range:
        """List the rows that hold nothing but the comment."""
        first, last = node.start_point.row, node.end_point.row
        # some grammars count the line break after a comment as its own
        last -= node.end_point.column == 0 and last > first
        is_alone = not self._code[first][: node.start_point.column].strip()
        return range(first if is_alone else first + 1, last + 1)

    def _first_said(self, block: Sequence[int]) -> int:
        is_empty = _QUOTES_ONLY.match(self._code[block[0]]) is not None
        return 2 if is_empty else 1

    def _show_docs(self, keep: list[bool]) -> None:
        """Keep the first line of a docstring whose signature stays, and fold the others."""
        for node in self._of("doc"):
            first, last = node.start_point.row, node.end_point.row
            before = node.parent.parent if node.parent else None
            is_first = node.prev_named_sibling is None or node.prev_named_sibling.type == "comment"
            if not is_first or (before is not None and not keep[before.start_point.row]):
                continue
            shown = first + self._first_said(range(first, last + 1))
            for row in range(first, last + 1):
                keep[row] = row < shown or (keep[row] and last - first + 1 < self._fewest)


def _folding(text: str, code: Sequence[str], level: Level, focus: Sequence[str]) -> _Folding | None:
    """Read the text in its likeliest language; in the next where that shows no function."""
    first: _Folding | None = None
    for language in languages_of(text)[:_GUESSES]:
        made = _Folding(code, language, level, focus)
        if made.names:
            return made
        first = first or made
    return first


def _function(node: Node, data: bytes) -> _Function | None:
    body = node.child_by_field_name("body")
    if body is None or body.start_point.row == body.end_point.row:
        return None
    before = body.prev_sibling
    while before is not None and "comment" in before.type:
        before = before.prev_sibling
    first, last = body.start_point.row, body.end_point.row
    if data[body.start_byte : body.start_byte + 1] in {b"{", b"(", b"["}:
        signature_last, last = first, last - 1
    else:
        signature_last = before.end_point.row if before is not None else node.start_point.row
        last -= body.end_point.column == 0
    return _Function(
        _name(node, data),
        node.start_point.row,
        signature_last,
        first,
        last,
        node.start_byte,
        node.end_byte,
    )


def _name(node: Node, data: bytes) -> str:
    named = node.child_by_field_name("name") or node.child_by_field_name("declarator")
    if named is None and node.parent is not None and node.parent.type in _HOLDERS:
        held = node.parent
        named = (
            held.child_by_field_name("name")
            or held.child_by_field_name("key")
            or held.child_by_field_name("left")
        )
    if named is None:
        return ""
    said = data[named.start_byte : min(named.end_byte, named.start_byte + _NAME_BYTES)]
    words = _WORD.findall(said.partition(b"(")[0])
    return words[-1].decode("utf-8", "replace") if words else ""


def _elisions(
    lines: Sequence[Line], code: Sequence[str], keep: Sequence[bool], names: set[str]
) -> Iterator[Elision]:
    at = 0
    for is_kept, run in groupby(keep):
        size = sum(1 for _ in run)
        rows = range(at, at + size)
        at += size
        if is_kept:
            continue
        rows = _without_blanks(rows, code)
        if len(rows) < 2:
            continue
        said = code[rows[0]]
        indent = said[: len(said) - len(said.lstrip())]
        called = _called(code[rows[0] : rows[-1] + 1], names)
        start, end = lines[rows[0]].start, lines[rows[-1]].start + len(lines[rows[-1]].text)
        marker = indent + mark(len(rows), "lines" + (f" → {called}" if called else ""))
        if len(marker) < end - start:
            yield Elision(start, end, marker, len(rows), "lines", "body")


def _without_blanks(rows: range, code: Sequence[str]) -> range:
    first, last = rows.start, rows.stop
    while last > first and not code[last - 1].strip():
        last -= 1
    while first < last and not code[first].strip():
        first += 1
    return range(first, last)


def _called(code: Sequence[str], names: set[str]) -> str:
    calls = (call for line in code for call in _CALL.findall(line))
    found = list(dict.fromkeys(name for name in calls if name in names))
    return ", ".join(found[:_CALLS_AT_MOST]) + ", …" * (len(found) > _CALLS_AT_MOST)


COMPRESSOR = Code()
