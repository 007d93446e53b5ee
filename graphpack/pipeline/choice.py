"""Chooses one conversation of several, by what a person can say about it.

It never guesses: what fits more than one, or none, is an error that lists what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation

LISTED = 10
_TITLE_CHARS = 48
_ID_CHARS = 40
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line of the list a person chooses from.

    Args:
        place: 1-based, the newest first.
        conversation: What stands there.
        at: Time of its last message, else of its start; None where unknown.
    """

    place: int
    conversation: Conversation
    at: datetime | None

    def __str__(self) -> str:
        title = _shortened(self.conversation.title or "(no title)", _TITLE_CHARS)
        date = self.at.date().isoformat() if self.at else "no date"
        count = len(self.conversation.messages)
        name = _shortened(self.conversation.id, _ID_CHARS)
        return f"{self.place:>3}  {date:<10}  {title:<{_TITLE_CHARS}}  {count:>5} messages  {name}"


def candidates(conversations: Iterable[Conversation]) -> tuple[Candidate, ...]:
    """Put conversations in the order in which they are offered.

    Args:
        conversations: In reading order.

    Returns:
        The newest first; those without a time last, in reading order.
    """
    dated = [(conversation, _last_at(conversation)) for conversation in conversations]
    dated.sort(key=lambda pair: pair[1] or _LONG_AGO, reverse=True)
    return tuple(Candidate(n, conversation, at) for n, (conversation, at) in enumerate(dated, 1))


def listing(found: Sequence[Candidate], *, limit: int = LISTED) -> str:
    """Write the list a person chooses from.

    Args:
        found: In the order offered.
        limit: How many lines at most.

    Returns:
        One line each (place, date, title, messages, id), and how many there are beyond.
    """
    lines = [str(candidate) for candidate in found[:limit]]
    if len(found) > limit:
        lines.append(f"     and {len(found) - limit} more, older ones")
    return "\n".join(lines)


def pick(conversations: Iterable[Conversation], wanted: str | None, *, name: str) -> Conversation:
    """Choose the conversation that is meant.

    Args:
        conversations: What the input holds.
        wanted: ``newest``, an id, a place in the list, or part of a title, tried in this order;
            None where there has to be only one.
        name: The input's name, for the error.

    Returns:
        The one conversation.

    Raises:
        UsageError: None is meant, or more than one; the message lists them.
    """
    found = candidates(conversations)
    if wanted is None:
        meant: Sequence[Candidate] = found
        what = f"{len(found)} conversations, and no word which one"
    else:
        meant = _meant(found, wanted)
        what = f"{len(meant)} conversations fit --pick {wanted}" if meant else ""
    if len(meant) == 1:
        return meant[0].conversation
    if not meant:
        what, meant = f"no conversation fits --pick {wanted}; there are {len(found)}", found
    raise UsageError(
        f"{name}: {what}\n{listing(meant)}",
        hint=f"--pick newest, --pick {meant[-1].place if meant else 1}, --pick ID"
        " or --pick 'part of a title'",
    )


def _meant(found: Sequence[Candidate], wanted: str) -> Sequence[Candidate]:
    if wanted.casefold() == "newest":
        return found[:1]
    text = wanted.casefold()
    tests: tuple[Callable[[Candidate], bool], ...] = (
        lambda one: one.conversation.id == wanted,
        lambda one: str(one.place) == wanted,
        lambda one: text in (one.conversation.title or "").casefold(),
        # long ids are copied in part
        lambda one: len(text) >= 6 and one.conversation.id.casefold().startswith(text),
    )
    for test in tests:
        meant = [candidate for candidate in found if test(candidate)]
        if meant:
            return meant
    return ()


def _last_at(conversation: Conversation) -> datetime | None:
    for message in reversed(conversation.messages):
        if message.at is not None:
            return message.at
    return conversation.started_at


def _shortened(text: str, chars: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= chars else line[: chars - 1] + "…"
