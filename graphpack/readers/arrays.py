"""Reads conversations out of JSON arrays: what the readers of the model APIs have in common.

A source is one JSON document or JSON Lines; a line is a body with a list, or one message of the
only conversation. Each API says through ``Arrays`` how it is recognised and read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import IO, Any

import orjson

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.assembly import Draft, conversation, label_of
from graphpack.readers.base import Certainty, Opened, Probe
from graphpack.readers.elements import iter_elements
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import iter_records, load_document
from graphpack.readers.opening import stream
from graphpack.readers.probe import probe as look

_MANY_LINES = 2
_LONG_LINE_BYTES = 1 << 20
_THREAD_KEYS = ("conversation_id", "conversationId", "session_id", "thread_id", "chat_id")


@dataclass(frozen=True, slots=True)
class Thread:
    """One conversation as a list of raw messages.

    Args:
        items: The messages, not all of them well-formed.
        container: The body they came in; of a bare list nothing.
        place: Line or item number in the source, from 1; None where there is only one.
    """

    items: tuple[Any, ...]
    container: dict[str, Any]
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Arrays:
    """How one API's arrays are recognised and read.

    Args:
        name: The format's name.
        what: What its lists hold, for messages.
        is_one: Tells one message.
        is_all: Tells a list of messages from another API's that looks the same one by one.
        find: Finds the threads in a value that stands at a place.
        drafts: Reads a thread's messages.
        body_keys: All keys that its bodies have.
        is_headed: True where its lines may stand below one of something else.
    """

    name: str
    what: str
    is_one: Callable[[Any], bool]
    is_all: Callable[[Any], bool]
    find: Callable[[Any, int | None], Iterator[Thread]]
    drafts: Callable[[Thread, Faults], Iterator[Draft]]
    body_keys: frozenset[str]
    is_headed: bool = False


def certainty(threads: Iterable[Thread], body_keys: frozenset[str]) -> Certainty:
    """Say how sure the found threads make it.

    Args:
        threads: What a probe holds.
        body_keys: All keys that the API's bodies have.

    Returns:
        ``SURE`` for bare lists and bodies with nothing else in them, ``MAYBE`` where keys stand
        beside the list that the API does not have: a program's own format with a reader of its
        own then goes first.
    """
    found = [body_keys.issuperset(thread.container) for thread in threads]
    if not found:
        return Certainty.NO
    return Certainty.SURE if all(found) else Certainty.MAYBE


def probed_threads(probe: Probe, arrays: Arrays) -> tuple[Thread, ...]:
    """Find the conversations, or the starts of them, in what a probe saw.

    Args:
        probe: The first look.
        arrays: The API.

    Returns:
        Threads; none where more than one record in five is something else, or the first is: but
        for a header above several others, where the API has such.
    """
    values = probe.records or ((probe.document,) if probe.document is not None else ())
    known = [arrays.is_one(value) or any(arrays.find(value, None)) for value in values]
    # a header, or a first line that is broken, must not hide the lines after it
    is_headed = arrays.is_headed and known[:1] == [False] and sum(known) >= _MANY_LINES
    counted = known[1:] if is_headed else known
    if not counted or not counted[0] or sum(counted) * 5 < len(counted) * 4:
        return ()
    loose = [value for value in values if arrays.is_one(value)]
    if loose and not arrays.is_all(loose):
        return ()
    threads = tuple(_threads(enumerate(values, start=1), arrays))
    if not is_headed:
        return threads
    # what heads the lines is a key of their container: a format of its own may begin like this
    return tuple(
        replace(thread, container={**thread.container, "(header)": values[0]}) for thread in threads
    )


def read_arrays(source: Opened, arrays: Arrays) -> Iterator[Conversation]:
    """Read every conversation of a source; ``ReadError`` where there is none.

    Args:
        source: A JSON document or JSON Lines.
        arrays: The API.

    Yields:
        Conversations in source order.
    """
    outer = Faults(source.name)
    yield from attached(_conversations(source, arrays, outer), outer)


def _conversations(source: Opened, arrays: Arrays, outer: Faults) -> Iterator[Conversation]:
    origin = ConversationSource(source.name, arrays.name)
    is_empty = True
    for thread in _threads(_values(source, arrays, outer), arrays):
        is_empty = False
        faults = Faults(f"{source.name}:{thread.place}" if thread.place else source.name)
        label = label_of(thread.container)
        found = conversation(arrays.drafts(thread, faults), origin, faults, label)
        if found:
            yield found
        else:
            outer.add("empty-conversation", "nothing readable in it; left out", thread.place)
    if is_empty:
        raise ReadError(
            f"{source.name}: holds no {arrays.what}",
            hint="leave --format out to detect the format",
        )


def _values(source: Opened, arrays: Arrays, faults: Faults) -> Iterator[tuple[int, Any]]:
    """Read a source's values; an array of bodies comes body by body, one of messages whole."""
    if is_lines(source):
        yield from iter_records(source, faults)
        return
    elements = iter_elements(source, faults, wrappers=frozenset())
    unsure: list[tuple[int, Any]] = []
    for number, value in elements:
        if number == 0:
            yield number, value
            return
        unsure.append((number, value))
        if arrays.is_one(value):
            yield 0, [item for _, item in chain(unsure, elements)]
            return
        if any(arrays.find(value, number)):
            yield from chain(unsure, elements)
            return
    yield 0, [item for _, item in unsure]


def json_values(source: Opened, faults: Faults) -> Iterator[tuple[int, Any]]:
    """Read a source's JSON values with their lines; a document is one value, at 0."""
    if is_lines(source):
        yield from iter_records(source, faults)
    else:
        yield 0, load_document(source, faults)


def is_lines(source: Opened) -> bool:
    """Tell JSON Lines from one JSON document, by the first line and whether another follows.

    Args:
        source: A file, bytes or a ZIP member.

    Returns:
        True for JSON Lines; an array on one line is none, however long it is.
    """
    with stream(source) as file:
        first = file.readline(_LONG_LINE_BYTES).removeprefix(b"\xef\xbb\xbf")
        is_long = len(first) + 3 >= _LONG_LINE_BYTES and not first.endswith(b"\n")
        if is_long and first.lstrip().startswith(b"["):
            return False
        if is_long:  # too long to be decoded for this: what follows decides
            return _after_line(file).lstrip().startswith(b"{")
        has_more = bool(_after_line(file, is_in_line=False))
    try:
        orjson.loads(first)
    except orjson.JSONDecodeError:
        seen = look(source)
        return seen.document is None and bool(seen.records)
    return has_more


def _after_line(file: IO[bytes], *, is_in_line: bool = True) -> bytes:
    """Pass the rest of a line, then give the start of the first that is not blank."""
    while piece := file.readline(_LONG_LINE_BYTES):
        if not is_in_line and piece.strip():
            return piece
        is_in_line = is_in_line and not piece.endswith(b"\n")
    return b""


def _threads(values: Iterable[tuple[int, Any]], arrays: Arrays) -> Iterator[Thread]:
    """Find the threads; lines of one message each come last, one thread for each id they carry."""
    loose: dict[str, list[Any]] = {}
    for number, value in values:
        if arrays.is_one(value):
            key = next((str(value[key]) for key in _THREAD_KEYS if value.get(key)), "")
            loose.setdefault(key, []).append(value)
        else:
            yield from arrays.find(value, number or None)
    for key, items in loose.items():
        yield Thread(tuple(items), {"conversation_id": key} if key else {})
