"""Finds the reader of a source: the lines of the table, those of plug-ins after them.

The table itself stands in ``readers/__init__``; here is what is done with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Flag, auto
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from graphpack.errors import AmbiguousFormatError, UnknownFormatError, UsageError
from graphpack.model.dialect import OPENING
from graphpack.model.report import Notice
from graphpack.patterns import compiled
from graphpack.readers.base import Certainty, Facts, Probe, Reader
from graphpack.readers.cut import CUT, CUT_HINT, breaks_off
from graphpack.readers.keys import keys_of, may_be
from graphpack.readers.near_misses import near_misses

_OBJECT = compiled(r'\s*+(?:\[\s*+)?\{\s*+"')
_PLAIN_KEY = compiled(r"[A-Za-z_][\w-]{0,39}")
_NAMED_TABLES = 6
HINT = "graphpack formats lists what can be read; docs/own-reader.md shows how to add a format"
_EMPTY = "nothing is in it: export or save the conversation again, and look at its size"
FALLBACK = "plain-text"
"""What text is read as that nothing recognises; always with a notice."""

MARKDOWN = "markdown"
"""Reads, besides others' Markdown, what graphpack writes."""


class Kind(Flag):
    """What a source looks like before any format is thought of; one may look like several."""

    JSON = auto()
    HTML = auto()
    TEXT = auto()
    BINARY = auto()
    FOLDER = auto()


JSON, HTML, TEXT, BINARY, FOLDER = Kind
ANY = JSON | HTML | TEXT | BINARY | FOLDER


_WORDS = {
    JSON: "JSON",
    HTML: "a web page",
    TEXT: "text",
    BINARY: "a database",
    FOLDER: "a folder or ZIP",
}


def kinds_of(look: Probe) -> Kind:
    """Say what a source looks like.

    Args:
        look: The first look at it.

    Returns:
        ``FOLDER`` for a ZIP or a directory, ``BINARY`` for a database and the like; text that
        begins with an object is ``JSON`` alone, other text is ``TEXT`` whatever else it is.
    """
    if look.members:
        return FOLDER
    if not look.is_text:
        return BINARY
    if _OBJECT.match(look.head):
        return JSON
    start = look.head.lstrip()[:1]
    kinds = TEXT
    if look.records or look.document is not None or start in {"{", "["}:
        kinds |= JSON
    return kinds | HTML if start == "<" else kinds


class Line(Protocol):
    """One format: its name, and its reader when it is asked for."""

    @property
    def name(self) -> str:
        """The format's name, as ``--format`` takes it."""
        ...

    def load(self) -> Reader | str:
        """Import the reader; what is wrong with a plug-in that cannot be used is said instead."""
        ...


@dataclass(frozen=True, slots=True)
class LazyReader:
    """A line of the table: a reader that is imported when it is first asked.

    Args:
        name: The format's name, as ``--format`` takes it.
        target: ``module:class``; the class takes no arguments and its ``name`` is this one.
        kinds: What its sources may look like; it is not asked about others.
    """

    name: str
    target: str
    kinds: Kind = ANY

    def load(self) -> Reader:
        """Import the reader."""
        return _load(self.target)


@cache
def _load(target: str) -> Reader:
    module, _, attribute = target.partition(":")
    return cast("Reader", getattr(import_module(module), attribute)())


@dataclass(frozen=True, slots=True)
class Formats:
    """The formats of one run.

    Args:
        lines: Those of the table, then the plug-ins'.
        broken: Takes what is wrong with plug-ins; a reader of the table is never broken.
    """

    lines: tuple[Line, ...]
    broken: dict[str, Notice] = field(default_factory=dict)

    def readers(self, kinds: Kind = ANY, held: frozenset[str] | None = None) -> Iterator[Reader]:
        """Load the readers, in the table's order; broken plug-ins are left out and noted.

        Args:
            kinds: What a source looks like: lines for others are not loaded.
            held: The keys of what is JSON: nor are those for other keys; None where it is not.

        Yields:
            Readers, those of plug-ins last and whatever the kind.
        """
        for line in self.lines:
            if isinstance(line, LazyReader) and (
                not line.kinds & kinds or not (held is None or may_be(line.name, held))
            ):
                continue
            found = line.load()
            if isinstance(found, str):
                self.fail(line.name, found)
            else:
                yield found

    def fail(self, name: str, what: str) -> None:
        """Note once that a plug-in is broken."""
        self.broken.setdefault(name, Notice("broken-plug-in", name, f"{what}; left out"))

    def notices(self) -> tuple[Notice, ...]:
        """Say what is wrong with plug-ins, in the order met."""
        return tuple(self.broken.values())

    def named(self, name: str) -> Reader:
        """Find a reader by its name.

        Args:
            name: As ``--format`` takes it.

        Returns:
            The reader.

        Raises:
            UsageError: There is none, or it is a plug-in that cannot be used.
        """
        for line in self.lines:
            if line.name == name:
                found = line.load()
                if isinstance(found, str):
                    raise UsageError(f"--format {name}: {found}")
                return found
        known = ", ".join(line.name for line in self.lines)
        close = get_close_matches(name, [line.name for line in self.lines], n=2)
        meant = f"did you mean {' or '.join(close)}? " if close else ""
        raise UsageError(f"no format is called {name!r}", hint=f"{meant}one of {known}")

    def recognise(self, look: Probe) -> Reader | None:
        """Find the one reader that is sure, else the one that may be right.

        Args:
            look: The first look at a source.

        Returns:
            The reader; None where none recognises it.

        Raises:
            AmbiguousFormatError: Several are equally sure.
        """
        # what a transcript of graphpack's own quotes may look like any other format
        if look.head.startswith(OPENING):
            return self.named(MARKDOWN)
        kinds = kinds_of(look)
        asked = self.readers(kinds, keys_of(look) if kinds is JSON else None)
        certainties = [(reader, self._ask(reader, look)) for reader in asked]
        for level in (Certainty.SURE, Certainty.MAYBE):
            found = [reader for reader, certainty in certainties if certainty is level]
            if len(found) > 1:
                names = [reader.name for reader in found]
                raise AmbiguousFormatError(
                    f"{look.name}: could be {' or '.join(names)}",
                    hint=f"say which with --format, such as --format {names[0]}",
                )
            if found:
                return found[0]
        return None

    def _ask(self, reader: Reader, look: Probe) -> Certainty:
        answer = reader.detect(look)
        if isinstance(answer, Certainty):
            return answer
        self.fail(reader.name, f"the plug-in {reader.name} failed at detection: {answer}")
        return Certainty.NO

    def unknown(self, look: Probe) -> UnknownFormatError:
        """Say that no format is recognised, and why not each of them.

        Args:
            look: The first look at the source.

        Returns:
            The error; its ``refusals`` are empty where the source is.
        """
        hint = HINT
        if look.is_text and not look.head.strip():
            return UnknownFormatError(f"{look.name}: empty", hint=_EMPTY)
        if look.members:
            what = "no format has these files"
        elif look.tables:
            more = ", …" if len(look.tables) > _NAMED_TABLES else ""
            tables = ", ".join(name[:40] for name in look.tables[:_NAMED_TABLES])
            what = f"a database of no known program (its tables: {tables}{more})"
        else:
            what = _without_format(look)
        kinds = kinds_of(look)
        if not look.document and isinstance(look.document, list | dict) and not breaks_off(look):
            held = "list" if isinstance(look.document, list) else "object"
            return UnknownFormatError(f"{look.name}: an empty JSON {held}", hint=_EMPTY)
        if breaks_off(look):
            what = f"{CUT}; {what}"
            hint = CUT_HINT
        refusals = tuple(self._refusals(kinds))
        near = near_misses(look, self._signs(kinds))
        return UnknownFormatError(f"{look.name}: {what}", hint=hint, refusals=refusals, near=near)

    def _refusals(self, kinds: Kind) -> Iterator[tuple[str, str]]:
        for line in self.lines:
            if isinstance(line, LazyReader) and not line.kinds & kinds:
                yield line.name, f"is read from {_named(line.kinds)}"
                continue
            reader = line.load()
            if not isinstance(reader, str):
                facts = facts_of(reader)
                yield line.name, f"no {facts.sign if facts and facts.sign else reader.about}"

    def _signs(self, kinds: Kind) -> Iterator[tuple[str, str]]:
        for reader in self.readers(kinds):
            facts = facts_of(reader)
            if facts is not None:
                yield reader.name, facts.sign


def _without_format(look: Probe) -> str:
    if not look.is_text:
        return "not text"
    keys = [key for key in next(iter(look.objects), {}) if _PLAIN_KEY.fullmatch(str(key))]
    if not keys:
        return "of no known format"
    more = ", …" if len(keys) > _NAMED_TABLES else ""
    named = ", ".join(f"`{key}`" for key in keys[:_NAMED_TABLES])
    return f"JSON of no known format (its keys: {named}{more})"


def facts_of(reader: Reader) -> Facts | None:
    """Give what a reader says about its format; None where it says nothing."""
    facts = getattr(reader, "facts", None)
    return facts if isinstance(facts, Facts) else None


def _named(kinds: Kind) -> str:
    return " or ".join(word for kind, word in _WORDS.items() if kind & kinds)
