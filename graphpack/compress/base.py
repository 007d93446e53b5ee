"""What compressing gives, and the guard that no compressor gets around.

A compressor names what is left out as elisions of the original; the text is made from them in one
place. So what stands in no elision is unchanged, and every place in the short text leads back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal, Protocol

from graphpack.patterns import compiled

__all__ = [
    "LEVELS",
    "MARK",
    "MIN_TOKENS",
    "Bypass",
    "Compressor",
    "Elision",
    "Kind",
    "Level",
    "Shortened",
    "attempt",
    "guard",
    "mark",
    "original",
    "shorten",
]

Level = Literal["off", "summary", "aggressive", "minimal"]
"""How much is left out, ``minimal`` the most: it keeps a text of the smallest size."""

LEVELS: tuple[Level, ...] = ("off", "summary", "aggressive", "minimal")

Bypass = Literal[
    "off", "short", "marked", "unknown", "nothing", "longer", "failed",
    "detail", "error", "security", "focus",
]  # fmt: skip
"""Why a text was given back as it was: the level is off; it is under ``MIN_TOKENS``; it carries
marks, so it was shortened before; there is no compressor for its kind; nothing could be left out;
it would have become longer; the compressor failed; the whole was asked for; a tool failed with it;
it reports weaknesses; it is what is being worked on."""

MIN_TOKENS = 100
"""A shorter text passes through: a mark would cost what is saved."""

MARK = compiled(r"\[… \d")
"""How a mark begins: what stands where something was left out."""


class Kind(StrEnum):
    """What a text is, for the choice of its compressor."""

    JSON_OBJECT = "json-object"
    JSON_ARRAY = "json-array"
    JSON_LINES = "json-lines"
    LOG = "log"
    TEST_RUN = "test-run"
    BUILD = "build"
    DIFF = "diff"
    STACK_TRACE = "stack-trace"
    TREE = "tree"
    TABLE = "table"
    SEARCH_RESULTS = "search-results"
    CODE = "code"
    MARKDOWN = "markdown"
    PROSE = "prose"
    TEXT = "text"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Elision:
    """A place where something was left out.

    Args:
        start: First character left out, in the original.
        end: The character after the last one left out; greater than ``start``.
        marker: What stands there instead; empty where nothing needs to be said.
        count: How many are left out, in ``unit``; at least 1.
        unit: What is counted, in the plural: ``lines``, ``items``, ``frames``, ``characters``.
        reason: Why they could go, in a few words.
    """

    start: int
    end: int
    marker: str
    count: int
    unit: str
    reason: str

    def shifted(self, offset_chars: int) -> Elision:
        """Move it, from the places of a region to those of the text that the region stands in."""
        if not offset_chars:
            return self
        start, end = self.start + offset_chars, self.end + offset_chars
        return Elision(start, end, self.marker, self.count, self.unit, self.reason)


@dataclass(frozen=True, slots=True)
class Shortened:
    """A text after compression.

    Args:
        text: The short text; the original where nothing was left out.
        kind: What the text was taken for.
        level: The level that was asked for.
        original_tokens: Size of the original; None where nobody has counted.
        tokens: Size of ``text``; None where nobody has counted.
        elisions: What was left out, in order, none overlapping another.
        bypass: Why the text is the original; None where it was shortened.
        failures: How many compressors failed; what they were given is unchanged.
    """

    text: str
    kind: Kind
    level: Level
    original_tokens: int | None = None
    tokens: int | None = None
    elisions: tuple[Elision, ...] = field(default=(), repr=False)
    bypass: Bypass | None = None
    failures: int = 0


class Compressor(Protocol):
    """Shortens texts of one kind. Pure: equal arguments give equal results."""

    @property
    def name(self) -> str:
        """What statistics call it."""

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten a text that is of the compressor's kind; linear in its length.

        Args:
            text: Without terminal colours; any text whatsoever, as a hint may be wrong.
            level: Never ``off``.
            focus: Paths that are being worked on: what speaks of them is kept whole.

        Returns:
            The result of ``shorten``.
        """


def mark(count: int, what: str) -> str:
    """Word what stands where something was left out.

    Args:
        count: How many.
        what: The unit, and what more there is to say; one line.
    """
    return f"[… {count} {what}]"


def original(text: str, *, kind: Kind, level: Level, bypass: Bypass) -> Shortened:
    """Give a text back as it is, and say why."""
    return Shortened(text, kind, level, bypass=bypass)


def shorten(text: str, elisions: Iterable[Elision], *, kind: Kind, level: Level) -> Shortened:
    """Leave out of a text what the elisions name.

    Args:
        text: The original.
        elisions: In any order, none overlapping another.
        kind: What the text is.
        level: As asked for.

    Returns:
        The shortened text; the original where there are no elisions.

    Raises:
        ValueError: Elisions overlap, are empty or reach beyond the text.
    """
    ordered = tuple(sorted(elisions, key=lambda one: one.start))
    if not ordered:
        return original(text, kind=kind, level=level, bypass="nothing")
    pieces: list[str] = []
    at = 0
    for one in ordered:
        if not at <= one.start < one.end <= len(text):
            raise ValueError(f"{one.start}-{one.end}: not a place after {at} in {len(text)}")
        pieces += (text[at : one.start], one.marker)
        at = one.end
    pieces.append(text[at:])
    return Shortened("".join(pieces), kind, level, elisions=ordered)


def attempt(
    compressor: Compressor, text: str, *, kind: Kind, level: Level, focus: Sequence[str]
) -> Shortened:
    """Let a compressor try; its failure, and a longer result, give the original.

    Args:
        compressor: Of the text's kind.
        text: The text, or one region of it.
        kind: What the text is.
        level: Not ``off``.
        focus: Paths whose text is kept whole.

    Returns:
        What the compressor made, no longer than the text in characters.
    """
    try:
        made = compressor.compress(text, level=level, focus=focus)
    except Exception:  # noqa: BLE001  # one compressor's fault must not cost the text; it is counted
        return Shortened(text, kind, level, bypass="failed", failures=1)
    if made.elisions and not any(one.marker for one in made.elisions):
        # nothing goes without a word: a text that carries no mark would be shortened once more
        return original(text, kind=kind, level=level, bypass="nothing")
    if made.elisions and len(made.text) >= len(text):
        return original(text, kind=kind, level=level, bypass="longer")
    return made


def guard(
    text: str,
    run: Callable[[], Shortened],
    *,
    kind: Kind,
    level: Level,
    count: Callable[[str], int],
) -> Shortened:
    """Shorten a whole text only where that is worth it and makes it shorter.

    Args:
        text: The original.
        run: Shortens it; called at most once.
        kind: What the text is taken for, where it passes through.
        level: As asked for.
        count: Tokens of a text.

    Returns:
        The result with both sizes counted, never longer in characters or tokens; a text that was
        shortened before comes back as it is.
    """
    if level == "off":
        return original(text, kind=kind, level=level, bypass="off")
    if MARK.search(text):
        return original(text, kind=kind, level=level, bypass="marked")
    size_tokens = count(text)
    if size_tokens < MIN_TOKENS:
        made = original(text, kind=kind, level=level, bypass="short")
    else:
        made = run()
    if made.bypass is not None:
        return replace(made, original_tokens=size_tokens, tokens=size_tokens)
    tokens = count(made.text)
    if len(made.text) > len(text) or tokens > size_tokens:
        made, tokens = original(text, kind=made.kind, level=level, bypass="longer"), size_tokens
    return replace(made, original_tokens=size_tokens, tokens=tokens)
