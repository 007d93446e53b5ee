"""Reads a directory or a ZIP member by member: who reads which, and what is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from graphpack.errors import ReadError, UnknownFormatError
from graphpack.model.conversation import Conversation
from graphpack.readers.base import Certainty, Gathering, Opened, Reader
from graphpack.readers.faults import Faults
from graphpack.readers.no_conversation import is_pack, refusal_of_pack
from graphpack.readers.probe import probe
from graphpack.readers.table import Formats

_LEFT_OUT = "left out: "
_UNKNOWN = "not a conversation of a known format"

Inner = Callable[[Opened], Iterator[Conversation]]
"""Reads a container that is a member of another."""


def read_members(
    source: Opened, reader: Reader | None, formats: Formats, inner: Inner
) -> Iterator[Conversation]:
    """Read a container member by member, holding one back so that no notice is left over.

    Args:
        source: With members.
        reader: Who is to read them; None detects it for each.
        formats: Those of this run.
        inner: Reads the containers among the members.

    Yields:
        The conversations; damaged members and those of no format are notices. Where nothing in it
        can be read, a ReadError is raised.
    """
    faults = Faults(source.name)
    held: Conversation | None = None
    reason: ReadError | None = None
    for chosen, member in plan_members(source, reader, formats, faults):
        try:
            # a ZIP in a directory is a container of its own
            for conversation in chosen.read(member) if chosen else inner(member):
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
        if reader is None and faults.count("unknown-file"):
            _raise_unknown(source, formats)


def _raise_unknown(source: Opened, formats: Formats) -> None:
    """Say of a container that no file in it is of a known format, and of the first file why.

    Raises:
        UnknownFormatError: Always.
    """
    first = next(member for member in source.members if not member.members)
    look = probe(first)
    refused = refusal_of_pack(look, source.name)
    if refused is not None:
        raise refused
    error = formats.unknown(look)
    count = len(source.members)
    what = f"none of its {count} files is" if count > 1 else "its only file is not"
    raise UnknownFormatError(
        f"{source.name}: {what} of a known format; {error}",
        hint=error.hint,
        refusals=error.refusals,
        near=error.near,
    )


def _raise_unreadable(faults: Faults) -> None:
    """Say why no member could even be looked at, such as of an encrypted ZIP.

    Raises:
        ReadError: There was such a member.
    """
    for notice in faults.notices():
        if notice.code == "unreadable-member":
            raise ReadError(notice.message.removeprefix(_LEFT_OUT))


def plan_members(
    source: Opened, reader: Reader | None, formats: Formats, faults: Faults
) -> list[tuple[Reader | None, Opened]]:
    """Decide who reads which member, in the order of their names.

    Args:
        source: With members.
        reader: Who is to read them; None detects it for each.
        formats: Those of this run.
        faults: Takes what nobody reads.

    Returns:
        What belongs together stands together; a container among the members has no reader.
    """
    plan: list[tuple[Reader | None, Opened]] = []
    by_reader: dict[str, tuple[Reader, list[Opened]]] = {}
    for member in source.members:
        if member.members:
            plan.append((None, member))
            continue
        chosen = _choose(member, reader, formats, faults)
        if chosen is not None:
            by_reader.setdefault(chosen.name, (chosen, []))[1].append(member)
    for chosen, members in by_reader.values():
        try:
            gathered = chosen.gather(members) if isinstance(chosen, Gathering) else members
        except ReadError as error:
            faults.add("unreadable-member", f"{_LEFT_OUT}{error}")
            continue
        plan += [(chosen, member) for member in gathered]
        there = {one.name for member in gathered for one in (member, *member.members)}
        for member in members:
            if member.name not in there:
                faults.add("copy", "another copy of a session that is read; left out", member.name)
    return sorted(plan, key=lambda item: item[1].name)


def _choose(
    member: Opened, reader: Reader | None, formats: Formats, faults: Faults
) -> Reader | None:
    """Find a member's reader; why there is none becomes a fault."""
    try:
        look = probe(member)
        if reader is not None:
            chosen = reader if reader.detect(look) is not Certainty.NO else None
        else:
            chosen = formats.recognise(look)
    except ReadError as error:
        faults.add("unreadable-member", f"{_LEFT_OUT}{error}")
        return None
    if chosen is None:
        what = "a pack, no conversation" if is_pack(look) else _UNKNOWN
        faults.add("unknown-file", f"{what}; skipped", member.name)
    return chosen
