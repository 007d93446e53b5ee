"""What a text is: told from a sample of its lines, and of JSON from the whole."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from graphpack.compress.base import Kind
from graphpack.compress.headers import is_header
from graphpack.compress.line_kinds import SAMPLE_CHARS, line_kind
from graphpack.patterns import compiled

__all__ = ["classify", "sample", "text_kind"]

_HEAD = 50
_TAIL = 20
_MIDDLE = 40
_LOG_KEYS = ("level", "severity", "lvl", "levelname", "loglevel", "log.level")
_LOG_BESIDE = ("msg", "message", "ts", "time", "timestamp", "@timestamp", "event", "logger")
_DELIMITED_ROWS = 3
_ALIGNED_WORDS = 3
# of calls with as many arguments each, which are no rows
_CODE_ENDS = (")", ");", "{", "}", "};", ":")
_WHOLE_CHARS = 16_000
_BLANK_CHARS = 200
_PARAGRAPH_CHARS = 2_000
# some words of letters, then what ends a sentence, at the end or before another word
_SENTENCE = compiled(
    r"(?<!\w)(?:[^\W\d_]{2,30}[,;:]? ){4}[^\n]{0,300}?[^\W\d_]{2}[.!?…][\"')]*(?: |$)"
    r"|(?<!\w)(?:[\w,]{1,30} ){9}"
)
_HEADING = compiled(r"#{1,6} ")
_DECODER = json.JSONDecoder()


def classify(text: str) -> Kind:
    """Tell what a text is.

    Args:
        text: Without terminal colours.

    Returns:
        Its kind as a whole; ``TEXT`` where nothing else fits.
    """
    body = text.strip()
    if not body:
        return Kind.TEXT
    if body[0] in "{[":
        found = _json_kind(body)
        if found:
            return found
    lines = [line for line in sample(text) if line and not line.isspace()]
    return _lines_kind(lines)


def text_kind(lines: Sequence[str]) -> Kind:
    """Tell source code, Markdown, prose, and text that is none of them apart.

    Args:
        lines: A sample, without blank ones.
    """
    marks = Counter(line_kind(line, is_text=True) for line in lines)
    declared, markdown = marks["declared"], marks["markdown"]
    code = marks["code"] + declared
    size = len(lines) or 1
    fences = sum(1 for line in lines if line.startswith(("```", "~~~")))
    if not fences and code > markdown and (code * 10 >= size * 4 or declared * 10 >= size):
        return Kind.CODE
    headings = sum(1 for line in lines if _HEADING.match(line))
    if not fences and declared > max(2, headings * 2) and declared * 25 >= size:
        return Kind.CODE
    is_markdown = fences or headings or markdown * 4 >= size
    if is_markdown:
        return Kind.MARKDOWN
    return Kind.PROSE if _is_prose(lines) else Kind.TEXT


def sample(text: str) -> list[str]:
    """Take lines of a text from the start, the end, and from between at even steps.

    A long text is not parted into all its lines for that: it would take longer than judging them.
    """
    if text.count("\n") < _HEAD + _TAIL + _MIDDLE:
        return text.split("\n")
    head = text.split("\n", _HEAD)
    tail = head.pop().rsplit("\n", _TAIL)
    middle = tail[0]
    found: list[str] = []
    at = 0
    for step in range(_MIDDLE):
        start = middle.find("\n", max(at, len(middle) * step // _MIDDLE)) + 1
        if not start:
            break
        end = middle.find("\n", start)
        at = end if end >= 0 else len(middle)
        found.append(middle[start:at])
    return [*head, *found, *tail[1:]]


def _json_kind(body: str) -> Kind | None:
    if body[-1] in "}]":
        found = _peek(body) if len(body) > _WHOLE_CHARS else _parsed(body)
        if found:
            return found
    return _json_lines_kind(body) if body[0] == "{" else None


def _parsed(body: str) -> Kind | None:
    try:
        value = orjson.loads(body)
    except ValueError:
        return None
    if isinstance(value, list):
        return Kind.JSON_ARRAY
    return Kind.LOG if _is_log_record(value) else Kind.JSON_OBJECT


def _peek(body: str) -> Kind | None:
    """Judge a long document by its first item: parsing all of it takes longer than a look may."""
    head = body[1:_BLANK_CHARS]
    try:
        _, end = _DECODER.raw_decode(body, 1 + len(head) - len(head.lstrip()))
    except (ValueError, RecursionError):
        return None
    after = body[end : end + 200].lstrip()[:1]
    if body[0] == "[":
        return Kind.JSON_ARRAY if after in {",", "]"} else None
    if after != ":":
        return None
    line = body.partition("\n")[0]
    return None if len(line) < len(body) and _parsed(line) else Kind.JSON_OBJECT


def _json_lines_kind(body: str) -> Kind | None:
    lines = [line for line in sample(body) if line.strip()]
    records = []
    for line in lines:
        try:
            value = orjson.loads(line) if line[0] == "{" else None
        except ValueError:
            value = None
        if isinstance(value, dict):
            records.append(value)
    if len(records) < 2 or len(records) * 10 < len(lines) * 8:
        return None
    logs = sum(1 for record in records if _is_log_record(record))
    return Kind.LOG if logs * 2 >= len(records) else Kind.JSON_LINES


def _is_log_record(value: Mapping[str, Any]) -> bool:
    return any(isinstance(value.get(key), str | int) for key in _LOG_KEYS) and any(
        key in value for key in _LOG_BESIDE
    )


def _lines_kind(lines: Sequence[str]) -> Kind:
    kinds = [line_kind(line) for line in lines]
    share = {kind: count / len(lines) for kind, count in Counter(kinds).items()}.get
    first = next(iter(kinds))
    for kind, is_it in (
        (Kind.DIFF, _is_diff(lines, kinds)),
        (Kind.TEST_RUN, share("test", 0) >= 0.04 and share("log", 0) < 0.5),
        (Kind.LOG, share("log", 0) >= 0.5),
        (Kind.STACK_TRACE, share("trace", 0) >= (0.3 if first == "trace" else 0.5)),
        (Kind.BUILD, share("build", 0) >= 0.15),
        (Kind.TREE, share("tree", 0) >= 0.5 or _is_path_list(lines)),
        (Kind.TABLE, share("table", 0) >= 0.6),
        (Kind.SEARCH_RESULTS, share("hit", 0) >= 0.6),
        (Kind.TABLE, _is_delimited(lines) or _is_aligned(lines)),
        (Kind.LOG, share("log", 0) >= 0.3 and share("log", 0) + share("trace", 0) >= 0.6),
    ):
        if is_it:
            return kind
    return text_kind(lines)


def _is_diff(lines: Sequence[str], kinds: Sequence[str]) -> bool:
    if "diff" not in kinds or not any(
        line.startswith(("@@ -", "@@@", "diff --")) for line in lines
    ):
        return False
    before = lines[: kinds.index("diff")]
    is_message = bool(before) and before[0].startswith(("commit ", "From "))
    return is_message or len(before) <= 2


def _is_path_list(lines: Sequence[str]) -> bool:
    names = [line for line in lines if " " not in line.strip() and "://" not in line]
    paths = sum(1 for line in names if "/" in line)
    headers = sum(1 for line in names if line[-1] == ":" and ("/" in line or line[0] == "."))
    return len(lines) >= _DELIMITED_ROWS and (
        paths * 10 >= len(lines) * 8 or (headers > 1 and len(names) * 10 >= len(lines) * 9)
    )


def _is_prose(lines: Sequence[str]) -> bool:
    """Tell whether most of the characters stand in sentences."""
    sentences = sum(len(line) for line in lines if _SENTENCE.search(line[:_PARAGRAPH_CHARS]))
    return sentences * 3 >= sum(map(len, lines)) * 2


def _is_aligned(lines: Sequence[str]) -> bool:
    """Tell whether a line of capitals stands above lines of as many words, as ``ps`` prints it."""
    table = lines[1:] if lines[0].startswith("$ ") else lines
    if len(table) < _DELIMITED_ROWS or not is_header(table[0], table[1]):
        return False
    width = min(_ALIGNED_WORDS, len(table[0].split()))
    return sum(len(line.split()) >= width for line in table) * 10 >= len(table) * 9


def _is_delimited(lines: Sequence[str]) -> bool:
    """Tell whether the lines are rows of as many cells each, parted by tabs, commas or the like."""
    like_code = sum(line[0].isspace() or line.endswith(_CODE_ENDS) for line in lines)
    if len(lines) < _DELIMITED_ROWS or like_code * 5 >= len(lines):
        return False
    for mark in ("\t", ",", ";", "|"):
        cells = Counter(line.count(mark) for line in lines if len(line) < SAMPLE_CHARS * 8)
        if not cells:
            return False
        number, rows = cells.most_common(1)[0]
        least = 1 if mark == "\t" else 2
        if number >= least and rows * 10 >= len(lines) * 9:
            return True
    return False
