"""Chooses one conversation of several, by what a person can say about it.

It never guesses: what fits more than one, or none, is an error that lists what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation
from graphpack.pipeline.shelf import NEWEST, Outline, Reading, Shelf, as_it_is, survey

LISTED = 10
_TITLE_CHARS = 48


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line of the list a person chooses from.

    Args:
        place: 1-based, the newest first.
        outline: What stands there.
    """

    place: int
    outline: Outline

    def __str__(self) -> str:
        one = self.outline
        title = _shortened(one.title or "(no title)", _TITLE_CHARS)
        date = one.at.date().isoformat() if one.at else "no date"
        name = " ".join((one.shown_id or one.id).split())  # whole: it is there to be copied
        count = f"{one.messages:>5} messages"
        return f"{self.place:>3}  {date:<10}  {title:<{_TITLE_CHARS}}  {count}  {name}"


def candidates(shelf: Shelf) -> tuple[Candidate, ...]:
    """Put conversations in the order in which they are offered.

    Args:
        shelf: The conversations.

    Returns:
        The newest first; those without a time last, in reading order.
    """
    newest = sorted(shelf.outlines, key=lambda outline: outline.sort_key, reverse=True)
    return tuple(Candidate(place, outline) for place, outline in enumerate(newest, 1))


def listing(found: Sequence[Candidate], *, limit: int | None = LISTED) -> str:
    """Write the list a person chooses from.

    Args:
        found: In the order offered.
        limit: How many lines at most; None for all.

    Returns:
        One line each (place, date, title, messages, id), and how many there are beyond.
    """
    lines = [str(candidate) for candidate in found[:limit]]
    if limit is not None and len(found) > limit:
        lines.append(f"     and {len(found) - limit} more, older ones")
    return "\n".join(lines)


def pick(
    read: Reading, wanted: str | None, *, name: str, hide: Callable[[str], str] = as_it_is
) -> Conversation:
    """Choose the conversation that is meant.

    Args:
        read: Reads what the input holds.
        wanted: ``newest``, an id, a place in the list, or part of a title, tried in this order;
            None where there has to be only one.
        name: The input's name, for the error.
        hide: Takes secrets out of what the error shows.

    Returns:
        The one conversation; where that stays unclear, a UsageError lists what there is.
    """
    shelf = survey(read, wanted, hide=hide)
    return shelf.found or take(shelf, wanted, name=name)


def take(shelf: Shelf, wanted: str | None, *, name: str) -> Conversation:
    """Choose a conversation of those on a shelf.

    Args:
        shelf: What the input holds.
        wanted: As ``pick`` takes it.
        name: The input's name, for the error.

    Returns:
        The one conversation.

    Raises:
        UsageError: None is meant, or more than one; the message lists them.
    """
    found = candidates(shelf)
    if wanted is None:
        meant: Sequence[Candidate] = found
        what = f"{len(found)} conversations, and no word which one"
    else:
        meant = _meant(found, wanted)
        what = f"{len(meant)} conversations fit --pick {wanted}" if meant else ""
    if len(meant) == 1:
        return shelf.take(meant[0].outline)
    if not meant:
        what, meant = f"no conversation fits --pick {wanted}; there are {len(found)}", found
    raise UsageError(
        f"{name}: {what}\n{listing(meant)}",
        hint=f"--pick newest, --pick {meant[-1].place if meant else 1}, --pick ID"
        " or --pick 'part of a title'",
    )


def take_with_branches(shelf: Shelf, wanted: str, *, name: str) -> tuple[Conversation, ...]:
    """Choose a conversation among those on a shelf, its branches too, which have its title.

    Args:
        shelf: What the input holds, each branch as a conversation of its own.
        wanted: As ``pick`` takes it.
        name: The input's name, for the error.

    Returns:
        The conversation, then its branches; one branch alone where that is what was meant. Where
        it stays unclear, a UsageError lists what there is.
    """
    found = candidates(shelf)
    meant = [one.outline for one in _meant(found, wanted)]
    trunks = [one for one in meant if one.branches]
    family = _family(trunks[0], shelf.outlines) if len(trunks) == 1 else []
    if not family or any(one not in family for one in meant):
        return (take(shelf, wanted, name=name),)
    return tuple(shelf.take(one) for one in family)


def _family(trunk: Outline, outlines: Sequence[Outline]) -> list[Outline]:
    ids = {f"{trunk.id}~{branch}" for branch in trunk.branches}
    return [trunk, *(one for one in outlines if one.id in ids)]


def _meant(found: Sequence[Candidate], wanted: str) -> Sequence[Candidate]:
    if wanted.casefold() == NEWEST:
        return found[:1]
    text = wanted.casefold()
    tests: tuple[Callable[[Candidate], bool], ...] = (
        lambda one: one.outline.id == wanted,
        lambda one: str(one.place) == wanted,
        lambda one: text in (one.outline.title or "").casefold(),
        # long ids are copied in part; a branch's id begins with its conversation's
        lambda one: one.outline.id.casefold().startswith(text if len(text) >= 6 else f"{text}~"),
    )
    for test in tests:
        meant = [candidate for candidate in found if test(candidate)]
        if meant:
            return meant
    return ()


def _shortened(text: str, chars: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= chars else line[: chars - 1] + "…"
