"""What an input holds, however large: outlines of all, and the few that memory has room for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, Message

NEWEST = "newest"
ROOM_CHARS = 16_000_000
"""Conversations are kept up to so many characters in all; beyond, the chosen one is read again."""

_MESSAGE_CHARS = 500
"""What a message takes besides its text, roughly."""
_LONG_AGO = datetime.min.replace(tzinfo=UTC)

Reading = Callable[[], Iterable[Conversation]]
"""Reads an input's conversations from the start, each time it is called."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What a person chooses a conversation by.

    Args:
        position: 0-based, in reading order.
        id: The conversation's id.
        title: Its title, None where it has none.
        messages: How many it has.
        at: Time of its last message, else of its start; None where unknown.
        source: Display name of the file it is from.
        format: The name of that file's format.
        hidden: How many messages of sub-agents were left out.
        branches: Ids of the abandoned branches.
        shown_id: The id without what is secret in it.
    """

    position: int
    id: str
    title: str | None
    messages: int
    at: datetime | None
    source: str = ""
    format: str = ""
    hidden: int = 0
    branches: tuple[str, ...] = ()
    shown_id: str = ""

    @property
    def sort_key(self) -> datetime:
        """The time; long ago where it is unknown."""
        return self.at or _LONG_AGO


def as_it_is(text: str) -> str:
    """Hide nothing."""
    return text


def outline_of(
    conversation: Conversation, position: int, hide: Callable[[str], str] = as_it_is
) -> Outline:
    """Outline a conversation.

    Args:
        conversation: It.
        position: 0-based, in reading order.
        hide: Takes secrets out of a line, for an outline is shown.

    Returns:
        What a person chooses it by.
    """
    times = (message.at for message in reversed(conversation.messages) if message.at)
    return Outline(
        position=position,
        id=conversation.id,
        title=conversation.title and hide(conversation.title),
        messages=len(conversation.messages),
        at=next(times, conversation.started_at),
        source=hide(conversation.source.name),
        format=conversation.source.format,
        hidden=conversation.hidden,
        branches=tuple(branch.id for branch in conversation.branches),
        shown_id=hide(conversation.id),
    )


@dataclass(slots=True)
class Shelf:
    """The conversations of an input, read once.

    Args:
        read: Reads them; called again where the chosen one was not kept.
        outlines: Of all, in reading order; of those before it where one was ``found``.
        found: The conversation that the word for it names beyond doubt: ``newest``, or an id.
        kept: The first ones, as far as there was room.
        hide: Takes secrets out of what is shown of them.
    """

    read: Reading
    outlines: list[Outline] = field(default_factory=list)
    found: Conversation | None = None
    kept: list[Conversation] = field(default_factory=list)
    hide: Callable[[str], str] = as_it_is

    def __len__(self) -> int:
        return len(self.outlines)

    def add(self, conversation: Conversation) -> Outline:
        """Outline the next conversation; it is not kept."""
        outline = outline_of(conversation, len(self.outlines), self.hide)
        self.outlines.append(outline)
        return outline

    def take(self, outline: Outline) -> Conversation:
        """Give a conversation whole.

        Args:
            outline: One of this shelf.

        Returns:
            The conversation.

        Raises:
            ReadError: It had to be read again and is not there any more.
        """
        if outline.position < len(self.kept):
            return self.kept[outline.position]
        self.kept.clear()
        for position, conversation in enumerate(self.read()):
            if position == outline.position:
                if conversation.id != outline.id:
                    break
                return conversation
        raise ReadError(f"{outline.id}: the input changed while it was read")


def survey(
    read: Reading,
    wanted: str | None = None,
    *,
    room_chars: int = ROOM_CHARS,
    hide: Callable[[str], str] = as_it_is,
) -> Shelf:
    """Read an input once; reading may raise ``ReadError``.

    Args:
        read: Reads it.
        wanted: What was asked for. Where it is an id, reading ends there; where it is ``newest``
            or an id, no other conversation is held meanwhile.
        room_chars: How much to keep of the others.
        hide: Takes secrets out of what is shown of them.

    Returns:
        What there is.
    """
    shelf = Shelf(read, hide=hide)
    if wanted is not None and wanted.casefold() == NEWEST:
        _find_newest(shelf)
        return shelf
    room = room_chars
    for position, conversation in enumerate(read()):
        if conversation.id == wanted:
            shelf.found = conversation
            shelf.kept.clear()
            return shelf
        shelf.add(conversation)
        if position == len(shelf.kept) and (room > 0 or not position):
            room -= _weight(conversation)
            shelf.kept.append(conversation)
    return shelf


def _find_newest(shelf: Shelf) -> None:
    newest = _LONG_AGO
    for conversation in shelf.read():
        outline = shelf.add(conversation)
        # an earlier one that is as new comes first in the list as well
        if shelf.found is None or outline.sort_key > newest:
            shelf.found, newest = conversation, outline.sort_key


def _weight(conversation: Conversation) -> int:
    weight = _weight_of(conversation.messages)
    return weight + sum(_weight_of(branch.messages) for branch in conversation.branches)


def _weight_of(messages: Sequence[Message]) -> int:
    return sum(
        _MESSAGE_CHARS + sum(len(part.text) for part in message.parts) for message in messages
    )
