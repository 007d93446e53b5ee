"""Fragments: a record as it is written, in one form or several of falling size.

Structured records are never cut: a run's output or a trace may lose what says nothing, by the
compressors and with their marks. Long messages were parted at paragraphs before, by ``pieces``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphpack.compress import Kind as TextKind
from graphpack.compress import Level, compress, compressor
from graphpack.compress.base import attempt
from graphpack.compress.router import classify
from graphpack.context.facts import FAULTS, PERSONAL, RUNS
from graphpack.context.records import Kind, Record
from graphpack.context.telling import telling
from graphpack.text import iter_sentences

__all__ = ["Forms", "Fragment", "fragments", "pieces"]

PIECE_CHARS = 900
"""A message up to this length is one fragment; a longer one is parted at its paragraphs."""
_ALWAYS = frozenset({TextKind.TEST_RUN, TextKind.STACK_TRACE})
_LEVELS: tuple[Level, ...] = ("aggressive", "minimal")
_ID_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Fragment:
    """A record as it may be written.

    Args:
        id: Made of its content; unique in its context.
        record: What it is made of.
        history: What was folded into it; empty where nothing was.
    """

    id: str
    record: Record
    history: str = ""


def pieces(records: Sequence[Record]) -> tuple[Record, ...]:
    """Part long messages and notes at their paragraphs; other records stay whole.

    Args:
        records: Normalised.

    Returns:
        The records, with the pieces of a long one in its place; each knows what it is of.
    """
    done: list[Record] = []
    taken = {record.id for record in records}
    for record in records:
        is_long = len(record.text) > PIECE_CHARS
        if record.kind not in {Kind.MESSAGE, Kind.NOTE} or not is_long:
            done.append(record)
            continue
        parts = dict(enumerate(_parted(record.text), 1))
        mark = "#"
        while any(f"{record.id}{mark}{number}" in taken for number in parts):
            mark += "#"  # somebody's own record is called as a piece would be
        done += (
            replace(record, id=f"{record.id}{mark}{number}", text=text, of=record.given_id)
            for number, text in parts.items()
        )
    return tuple(done)


def fragments(records: Sequence[Record], history: Mapping[str, str]) -> tuple[Fragment, ...]:
    """Make the fragments of records.

    Args:
        records: Those that may be written.
        history: What was folded into each, by id.

    Returns:
        One for each record, in their order.
    """
    taken: set[str] = set()
    return tuple(
        Fragment(_id(record, taken), record, history.get(record.id, "")) for record in records
    )


class Forms:
    """Gives the forms in which fragments can be written, each made when it is asked for.

    Args:
        focus: Paths whose text is kept whole by the compressors.
        count: Tokens of a text.
        wanted: Terms of the task.
    """

    def __init__(
        self, focus: Sequence[str], count: Callable[[str], int], wanted: frozenset[str]
    ) -> None:
        self._focus = focus
        self._wanted = wanted
        self._count = count
        self._made: dict[str, list[str]] = {}

    def at(self, fragment: Fragment, place: int) -> str | None:
        """Give a form.

        Args:
            fragment: Any.
            place: 0 for the fullest, then each shorter than the one before.

        Returns:
            Its text; None where there is none so short.
        """
        made = self._made.setdefault(fragment.id, [])
        if not made:
            made.append(_fullest(fragment.record, self._focus, self._count))
        if place == len(made) == 1:
            made += self._shorter(fragment.record, made[0])
        return made[place] if place < len(made) else None

    def _shorter(self, record: Record, last: str) -> Iterator[str]:
        if record.kind in PERSONAL:
            return
        for level in _LEVELS:
            made = compress(record.text, level=level, focus=self._focus, count=self._count).text
            if len(made) < len(last):
                last = made
                yield made
        is_run = record.kind in RUNS or record.kind in FAULTS
        made = telling(record.text, self._wanted, is_run=is_run)
        if len(made) < len(last):
            yield made


def _id(record: Record, taken: set[str]) -> str:
    parts = (record.id, record.kind, record.name or "", record.path or "", record.text)
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
    # digits: three of them are one token to most tokenizers, letters between them are more
    digest = str(int(digest, 16)).zfill(78)[-_ID_DIGITS * 8 :]
    size = _ID_DIGITS
    while digest[:size] in taken:
        size += 3
    taken.add(digest[:size])
    return f"fr_{digest[:size]}"


def _fullest(record: Record, focus: Sequence[str], count: Callable[[str], int]) -> str:
    if record.kind in FAULTS:
        return _tried(record.text, TextKind.STACK_TRACE, "summary", focus)
    if record.kind not in RUNS:
        return record.text
    kind = classify(record.text)
    if kind in _ALWAYS:
        return _tried(record.text, kind, "summary", focus)
    return compress(record.text, focus=focus, count=count).text


def _tried(text: str, kind: TextKind, level: Level, focus: Sequence[str]) -> str:
    """Shorten even a small text: library frames and tests that passed say nothing at any size."""
    found = compressor(kind)
    if found is None:
        return text
    return attempt(found, text, kind=kind, level=level, focus=focus).text


def _parted(text: str) -> Iterator[str]:
    """Part a text into runs of whole paragraphs; one that is too long is parted at sentences."""
    held = ""
    for block in _blocks(text):
        if held and len(held) + len(block) > PIECE_CHARS:
            yield held
            held = ""
        held = f"{held}\n\n{block}" if held else block
    if held:
        yield held


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs; a code fence stays with what it holds."""
    lines: list[str] = []
    is_fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            is_fenced = not is_fenced
        if not line.strip() and not is_fenced:
            if lines:
                yield from _sentences("\n".join(lines))
            lines = []
        else:
            lines.append(line)
    if lines:
        yield from _sentences("\n".join(lines))


def _sentences(block: str) -> Iterator[str]:
    if len(block) <= 2 * PIECE_CHARS or "```" in block:
        yield block
        return
    start = 0
    for _, end in iter_sentences(block):
        if end - start >= PIECE_CHARS:
            yield block[start:end].strip()
            start = end
    if block[start:].strip():
        yield block[start:].strip()
