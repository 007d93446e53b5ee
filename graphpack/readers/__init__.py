"""The table of formats, and reading whatever comes in as conversations.

One reader is one file and one line here. The outer format is told from the content, never from
the file's name alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from graphpack.errors import AmbiguousFormatError, ReadError, UnknownFormatError, UsageError
from graphpack.model.conversation import Conversation
from graphpack.model.report import Notice
from graphpack.readers.base import Certainty, Gathering, Opened, Probe, Reader
from graphpack.readers.faults import Faults
from graphpack.readers.opening import kept_open, open_source
from graphpack.readers.probe import probe

__all__ = ["detect", "formats", "read"]


@dataclass(frozen=True, slots=True)
class LazyReader:
    """A line of the table: a reader that is imported when it is first asked.

    Args:
        name: The format's name, as ``--format`` takes it.
        target: ``module:class``; the class takes no arguments and its ``name`` is this one.
    """

    name: str
    target: str

    def load(self) -> Reader:
        """Import the reader."""
        return _load(self.target)


@cache
def _load(target: str) -> Reader:
    module, _, attribute = target.partition(":")
    return cast("Reader", getattr(import_module(module), attribute)())


# To add a format: write graphpack/readers/<module>.py with a class Reader, and add its line here,
# in the order shown by `graphpack formats`. A line whose module is missing fails loudly.
TABLE: tuple[LazyReader, ...] = (
    # agent logs
    LazyReader("claude-code", "graphpack.readers.claude_code:Reader"),
    LazyReader("codex", "graphpack.readers.codex:Reader"),
    LazyReader("gemini-cli", "graphpack.readers.gemini_cli:Reader"),
    LazyReader("aider", "graphpack.readers.aider:Reader"),
    LazyReader("copilot-chat", "graphpack.readers.copilot_chat:Reader"),
    LazyReader("specstory", "graphpack.readers.specstory:Reader"),
    # chat exports
    LazyReader("chatgpt", "graphpack.readers.chatgpt:Reader"),
    LazyReader("claude-ai", "graphpack.readers.claude_ai:Reader"),
    # message arrays
    LazyReader("openai-chat", "graphpack.readers.openai_chat:Reader"),
    LazyReader("openai-responses", "graphpack.readers.openai_responses:Reader"),
    LazyReader("anthropic-messages", "graphpack.readers.anthropic_messages:Reader"),
    LazyReader("gemini-contents", "graphpack.readers.gemini_contents:Reader"),
    # people
    LazyReader("slack", "graphpack.readers.slack:Reader"),
    # meetings
    LazyReader("webvtt", "graphpack.readers.webvtt:Reader"),
    LazyReader("srt", "graphpack.readers.srt:Reader"),
    LazyReader("zoom-chat", "graphpack.readers.zoom_chat:Reader"),
    # text
    LazyReader("markdown", "graphpack.readers.markdown:Reader"),
    LazyReader("plain-text", "graphpack.readers.plain_text:Reader"),
)

_LEFT_OUT = "left out: "
FALLBACK = "plain-text"
"""What text is read as that nothing recognises; always with a notice."""


def formats() -> tuple[tuple[str, str], ...]:
    """List the formats, in the table's order.

    Returns:
        Name and one line about each.
    """
    return tuple((line.name, line.load().about) for line in TABLE)


def detect(source: Opened) -> Reader:
    """Find the reader of a source: the one that is sure, else the one that may be right.

    Several that are equally sure are an ``AmbiguousFormatError``.

    Args:
        source: A file, bytes, or a container that one reader claims whole.

    Returns:
        The reader; the plain-text one for prose that nothing recognises.

    Raises:
        UnknownFormatError: None recognises it, and it is no text or holds JSON objects: reading
            those as prose would pass a wrong reading off as a right one.
    """
    look = probe(source)
    reader = _recognise(look)
    if reader is not None:
        return reader
    if look.is_text and look.head.strip() and not _holds_objects(look):
        return _named(FALLBACK)
    raise UnknownFormatError(_unknown(look), hint="graphpack formats lists what can be read")


def _holds_objects(look: Probe) -> bool:
    if look.objects or look.document == [] or look.head.lstrip()[:2] in {'{"', "[{"}:
        return True
    items = look.document if isinstance(look.document, list) else ()
    return any(isinstance(item, dict | list) for item in items)


def read(
    source: Path | bytes, *, format: str | None = None, name: str | None = None
) -> Iterator[Conversation]:
    """Read the conversations of a file, a directory, a ZIP or bytes.

    The members of a directory or ZIP are read in the order of their names, unless one reader
    claims the whole. Members of no known format, and damaged ones, are skipped; the notice of it
    stands on the conversation that is yielded next, else on the last.

    An unknown ``format`` is a ``UsageError``, a source that cannot be opened a ``ReadError``, both
    at once; iterating raises ``ReadError`` where the source is broken, of unknown or ambiguous
    format, or holds no conversation.

    Args:
        source: The path, or the bytes.
        format: A name of the table, to override detection.
        name: Display name of the source; by default the path's last part.

    Returns:
        The conversations, as they are read; their ids are unique, no one is without messages.
    """
    reader = _named(format) if format else None
    return _unique(_conversations(open_source(source, name=name), reader))


def _conversations(source: Opened, reader: Reader | None) -> Iterator[Conversation]:
    found: Iterator[Conversation]
    if source.members:
        claimed = _claim(source, reader)
        found = claimed.read(source) if claimed else _members(source, reader)
    elif source.path is not None and source.member is None and source.path.is_dir():
        raise ReadError(f"{source.name}: an empty directory")
    else:
        found = _single(source, reader)
    is_empty = True
    with kept_open(source):
        for conversation in found:
            if conversation.messages:
                is_empty = False
                yield conversation
    if is_empty:
        raise ReadError(f"{source.name}: no conversation in it")


def _single(source: Opened, reader: Reader | None) -> Iterator[Conversation]:
    notices: tuple[Notice, ...] = ()
    if reader is None:
        reader = detect(source)
        if reader.name == FALLBACK and reader.detect(probe(source)) is Certainty.NO:
            message = "no known format; read as plain text"
            notices = (Notice("unrecognised-format", source.name, message),)
    for conversation in reader.read(source):
        yield replace(conversation, notices=notices + conversation.notices)


def _claim(source: Opened, reader: Reader | None) -> Reader | None:
    """Find the reader that takes a container whole."""
    look = probe(source)
    if reader is not None:
        return reader if reader.detect(look) is not Certainty.NO else None
    return _recognise(look)


def _members(source: Opened, reader: Reader | None) -> Iterator[Conversation]:
    """Read a container member by member, holding one back so that no notice is left over."""
    faults = Faults(source.name)
    held: Conversation | None = None
    reason: ReadError | None = None
    for chosen, member in _plan(source, reader, faults):
        try:
            # a ZIP in a directory is a container of its own
            for conversation in chosen.read(member) if chosen else _conversations(member, None):
                if held is not None:
                    yield held
                held = replace(conversation, notices=faults.drain() + conversation.notices)
        except ReadError as error:
            reason = reason or error
            faults.add("unreadable-member", f"{_LEFT_OUT}{error}")
    if held is not None:
        yield replace(held, notices=held.notices + faults.drain())
    elif reason is not None:
        raise reason
    else:
        _raise_unreadable(faults)


def _raise_unreadable(faults: Faults) -> None:
    """Say why no member could even be looked at, such as of an encrypted ZIP.

    Raises:
        ReadError: There was such a member.
    """
    for notice in faults.notices():
        if notice.code == "unreadable-member":
            raise ReadError(notice.message.removeprefix(_LEFT_OUT))


def _plan(
    source: Opened, reader: Reader | None, faults: Faults
) -> list[tuple[Reader | None, Opened]]:
    """Decide who reads which member, in the order of their names."""
    plan: list[tuple[Reader | None, Opened]] = []
    by_reader: dict[str, list[Opened]] = {}
    for member in source.members:
        if member.members:
            plan.append((None, member))
            continue
        chosen = _choose(member, reader, faults)
        if chosen is not None:
            by_reader.setdefault(chosen.name, []).append(member)
    for name, members in by_reader.items():
        chosen = reader or _named(name)
        gathered = chosen.gather(members) if isinstance(chosen, Gathering) else members
        plan += [(chosen, member) for member in gathered]
    return sorted(plan, key=lambda item: item[1].name)


def _choose(member: Opened, reader: Reader | None, faults: Faults) -> Reader | None:
    """Find a member's reader; why there is none becomes a fault."""
    try:
        look = probe(member)
        if reader is not None:
            chosen = reader if reader.detect(look) is not Certainty.NO else None
        else:
            chosen = _recognise(look)
    except ReadError as error:
        faults.add("unreadable-member", f"{_LEFT_OUT}{error}")
        return None
    if chosen is None:
        faults.add("side-file", "not a conversation of a known format; skipped", member.name)
    return chosen


def _recognise(look: Probe) -> Reader | None:
    # exactly one that is sure wins, else exactly one that may be right
    certainties = [(line, line.load().detect(look)) for line in TABLE]
    for level in (Certainty.SURE, Certainty.MAYBE):
        names = [line.name for line, certainty in certainties if certainty is level]
        if len(names) > 1:
            raise AmbiguousFormatError(
                f"{look.name}: could be {' or '.join(names)}",
                hint=f"say which with --format, such as --format {names[0]}",
            )
        if names:
            return _named(names[0])
    return None


def _named(name: str) -> Reader:
    for line in TABLE:
        if line.name == name:
            return line.load()
    known = ", ".join(line.name for line in TABLE)
    raise UsageError(f"no format is called {name!r}", hint=f"one of {known}")


def _unknown(look: Probe) -> str:
    if look.is_text and not look.head.strip():
        return f"{look.name}: empty"
    if look.members:
        return f"{look.name}: no format has these files"
    return f"{look.name}: {'of no known format' if look.is_text else 'not text'}"


def _unique(conversations: Iterator[Conversation]) -> Iterator[Conversation]:
    """Number the copies of an id: the same session may lie in a folder twice."""
    seen: dict[str, int] = {}
    for conversation in conversations:
        count = seen[conversation.id] = seen.get(conversation.id, 0) + 1
        if count > 1:
            conversation = replace(conversation, id=f"{conversation.id}~{count}")
        yield conversation
