"""What the readers of whole-account exports share: members, records, and where notices go.

An export is a ZIP or folder with one conversation file (or several shards) among side files.
Nothing here knows a vendor.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, Message
from graphpack.readers.base import Opened
from graphpack.readers.elements import WRAPPERS, iter_elements
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, name_of

_NAMED_KEYS = 5
ABANDONED = "messages of other branches (edits, retries); --branch reads them"
"""What the notice of a tree's abandoned branches says."""


@dataclass(frozen=True, slots=True)
class Record:
    """One item of an export's list.

    Args:
        name: Display name of the file it is in.
        number: Its position there, from 1.
        value: The JSON value.
    """

    name: str
    number: int
    value: Any

    @property
    def where(self) -> str:
        """The place for a notice: ``conversations.json:3``."""
        return f"{self.name}:{self.number}"


def claims(
    members: Iterable[str],
    *,
    is_main: Callable[[str], bool],
    own: frozenset[str],
    foreign: frozenset[str],
) -> bool:
    """Say whether a container is one vendor's export and nothing else.

    Args:
        members: Names inside the container, with ``/``.
        is_main: Tells a conversation file by its last part.
        own: Last parts of files that only this vendor's export has.
        foreign: Last parts that only another vendor's has.

    Returns:
        True where every folder with a conversation file also has one of ``own`` and none of
        ``foreign``, and no member lies outside these folders.
    """
    paths = [PurePosixPath(name) for name in members]
    folders: dict[PurePosixPath, set[str]] = {}
    for path in paths:
        folders.setdefault(path.parent, set()).add(path.name)
    homes = {folder for folder, names in folders.items() if any(map(is_main, names))}
    if not homes or not all(homes.intersection(path.parents) for path in paths):
        return False
    return all(folders[home] & own and not folders[home] & foreign for home in homes)


def iter_records(
    source: Opened,
    faults: Faults,
    *,
    is_main: Callable[[str], bool],
    unwrap: Callable[[Any], list[Any] | None],
    side_of: Callable[[Any], str | None] = lambda _: None,
    wrappers: frozenset[str] = WRAPPERS,
) -> Iterator[Record]:
    """Read an export's conversation files one after the other, decoded once each.

    A record is let go when the next one is asked for, so memory falls while a file is read.

    Args:
        source: A file, or a ZIP or folder with members.
        faults: Takes what was repaired or left alone.
        is_main: Tells a conversation file among the members by its last part.
        unwrap: Finds the list of records in a decoded document; None where there is none.
        side_of: Says what a document is instead of conversations; None where it is none of the
            export's other files.
        wrappers: Where the list stands in a document that is no list; see ``iter_elements``.

    Yields:
        The records in file order.

    Raises:
        ReadError: The only conversation file is not JSON or holds no records.
    """
    if not source.members:
        yield from _file(source, faults, unwrap, side_of, wrappers)
        return
    mains = []
    for member in source.members:
        if is_main(PurePosixPath(member.name).name):
            mains.append(member)
        else:
            faults.add("side-file", "holds no conversations; left alone", member.name)
    for member in mains:
        damage = Faults(member.name)
        try:
            yield from _file(member, damage, unwrap, side_of, wrappers)
        except ReadError as error:
            if len(mains) == 1:
                raise
            faults.add("unreadable-member", f"left out: {error}")
        for notice in damage.notices():
            faults.add(notice.code, f"{notice.message} ({notice.where})")


def side_of(document: Any, signs: Iterable[tuple[frozenset[str], str]]) -> str | None:
    """Say what a document is by the keys of its first object.

    Args:
        document: A decoded value, of any shape.
        signs: Keys and what has them.

    Returns:
        What it is; None where it is none of these.
    """
    items = document if isinstance(document, list) else [document]
    if not items or not isinstance(items[0], dict):
        return None
    return next((what for keys, what in signs if keys <= items[0].keys()), None)


def _file(
    source: Opened,
    faults: Faults,
    unwrap: Callable[[Any], list[Any] | None],
    side: Callable[[Any], str | None],
    wrappers: frozenset[str],
) -> Iterator[Record]:
    for number, value in iter_elements(source, faults, wrappers=wrappers):
        if number > 1:
            yield from _record(source, number, value)
            continue
        document = [value] if number else value
        what = side(document)
        values = unwrap(document)
        if what is not None or values is None:
            raise ReadError(
                f"{source.name}: {what or _described(document)}; no conversations in it",
                hint="give conversations.json, or the export's whole ZIP or folder"
                if what
                else "leave --format out to detect the format",
            )
        for place, item in enumerate(values, start=1):
            yield from _record(source, place, item)


def _described(document: Any) -> str:
    """Say in a few words what a document is."""
    items = document if isinstance(document, list) else [document]
    first = dict_of(items[0] if items else None)
    kind = "a list of objects" if isinstance(document, list) else "an object"
    if not first:
        return "an empty list" if document == [] else "JSON, but no object"
    more = ", …" if len(first) > _NAMED_KEYS else ""
    return f"{kind} with {', '.join(key[:40] for key in list(first)[:_NAMED_KEYS])}{more}"


def _record(source: Opened, number: int, value: Any) -> Iterator[Record]:
    if value is not None:  # a broken item, already counted
        yield Record(source.name, number, value)


def attached(found: Iterable[Conversation], faults: Faults) -> Iterator[Conversation]:
    """Put an export's own faults on the conversation that comes next, else on the last.

    Args:
        found: Conversations, being read while this runs.
        faults: What their reading counts.

    Yields:
        The conversations; the last is held back until it is known to be the last.
    """
    held: Conversation | None = None
    for conversation in found:
        if held is not None:
            yield held
        held = replace(conversation, notices=faults.drain() + conversation.notices)
    if held is not None:
        yield replace(held, notices=held.notices + faults.drain())


def conversation_id(value: Any, messages: Sequence[Message]) -> str:
    """Take the source's id, or derive one from what the first message says.

    Args:
        value: Whatever the export has where the id should be.
        messages: At least one.

    Returns:
        The id; the same for the same input.
    """
    named = name_of(value)
    if named:
        return named
    said = "\0".join(part.text for part in messages[0].parts)
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:16]
