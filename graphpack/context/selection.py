"""Chooses what is written: what is mandatory first, then what is worth most for its size."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graphpack.context.fragments import Forms, Fragment
from graphpack.context.gate import Verdict
from graphpack.context.score import Score
from graphpack.context.writing import heading, section_of, write, written

__all__ = ["Chosen", "Room", "select"]

REDUNDANT = 0.97
"""A fragment of which so much stands in those of higher rank is left out."""
_LEAST_CHARS = 80
_MOST_CHARS = 1_200
_LEAST_TOKENS = 8
_LARGEST_SHARE = 0.4
"""What is not mandatory takes no more of the budget than this while a shorter form is left."""

NO_ROOM = "no room in the budget"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is written.

    Args:
        fragments: With the text of each, in the records' order.
        left: Why each of the others is not written, by record id.
        text: The context.
        tokens: Its size.
        conflict_tokens: By how much mandatory fragments alone are over the budget.
    """

    fragments: tuple[tuple[Fragment, str], ...]
    left: Mapping[str, str]
    text: str
    tokens: int
    conflict_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Room:
    """What there is room for, and how it is measured.

    Args:
        task: What stands above everything.
        budget_tokens: Of the whole text.
        count: Tokens of a text.
        forms: Of the fragments.
    """

    task: str
    budget_tokens: int
    count: Callable[[str], int]
    forms: Forms


def select(
    found: Sequence[Fragment],
    verdicts: Mapping[str, Verdict],
    scores: Mapping[str, Score],
    room: Room,
) -> Chosen:
    """Choose fragments under a budget.

    Args:
        found: Those that may be written, in the records' order.
        verdicts: By record id.
        scores: By record id.
        room: The budget.

    Returns:
        The choice; a fragment is written whole, in one of its forms, or not at all.
    """
    must = [one for one in found if verdicts[one.record.id].must]
    page = _Page(room, _mandatory(must, room))
    page.measure(found)
    conflict = max(0, page.tokens - room.budget_tokens)
    left: dict[str, str] = {}
    rest = [one for one in found if one.id not in page.picked]
    for fragment in sorted(rest, key=lambda one: _rank(one, scores)):
        reason = _redundant(fragment, scores)
        if not reason and conflict:
            reason = "what is mandatory takes more than the budget"
        if not reason and not page.take(fragment):
            reason = NO_ROOM
        if reason:
            left[fragment.record.id] = reason
    left.update(page.settle(found, {one.id for one in must}))
    chosen = _ordered(found, page.picked)
    text = write(room.task, chosen)
    return Chosen(tuple(chosen), left, text, room.count(text), conflict)


class _Page:
    """What is picked so far, and about how large it is."""

    def __init__(self, room: Room, picked: dict[str, str]) -> None:
        self.room = room
        self.picked = picked
        self.tokens = 0
        self.sections: set[str] = set()

    def measure(self, found: Sequence[Fragment]) -> None:
        """Measure what is picked exactly."""
        self.sections = {section_of(one.record) for one in found if one.id in self.picked}
        self.tokens = self.room.count(write(self.room.task, _ordered(found, self.picked)))

    def take(self, fragment: Fragment) -> bool:
        """Pick a fragment in the fullest form that fits; False where none does."""
        section = section_of(fragment.record)
        title = 0 if section in self.sections else self.room.count(heading(section))
        left = self.room.budget_tokens - self.tokens
        if left <= title + _LEAST_TOKENS:
            return False
        largest = self.room.budget_tokens * _LARGEST_SHARE
        place = 0
        text = self.room.forms.at(fragment, place)
        while text is not None:
            size = self.room.count(written(fragment, text)) + title
            place += 1
            shorter = self.room.forms.at(fragment, place) if size > min(left, largest) else None
            if size <= left and shorter is None:
                self.picked[fragment.id] = text
                self.tokens += size
                self.sections.add(section)
                return True
            text = shorter
        return False

    def settle(self, found: Sequence[Fragment], must: set[str]) -> dict[str, str]:
        """Measure the whole, and take back what was picked last while it is too large."""
        gone: dict[str, str] = {}
        by_id = {one.id: one for one in found}
        for name in list(reversed(self.picked)):
            self.measure(found)
            if self.tokens <= self.room.budget_tokens:
                break
            if name not in must:
                gone[by_id[name].record.id] = NO_ROOM
                del self.picked[name]
        return gone


def _mandatory(must: Sequence[Fragment], room: Room) -> dict[str, str]:
    """Take the fullest forms; where they do not fit, the largest give way to shorter ones."""
    places = {one.id: 0 for one in must}
    texts = {one.id: room.forms.at(one, 0) or "" for one in must}
    able = {one.id: one for one in must}
    while able and room.count(write(room.task, _ordered(must, texts))) > room.budget_tokens:
        largest = max(able.values(), key=lambda one: (len(texts[one.id]), one.id))
        places[largest.id] += 1
        text = room.forms.at(largest, places[largest.id])
        if text is None:
            del able[largest.id]
        else:
            texts[largest.id] = text
    return texts


def _rank(fragment: Fragment, scores: Mapping[str, Score]) -> tuple[float, str]:
    # the square root: by density alone, a few words that say little go before a cause
    size = min(max(_LEAST_CHARS, len(fragment.record.text)), _MOST_CHARS)
    return -scores[fragment.record.id].total / size**0.5, fragment.id


def _redundant(fragment: Fragment, scores: Mapping[str, Score]) -> str:
    share = scores[fragment.record.id].parts["redundancy_penalty"].value
    return f"{share:.0%} of it stands in fragments of higher rank" if share >= REDUNDANT else ""


def _ordered(found: Sequence[Fragment], picked: Mapping[str, str]) -> list[tuple[Fragment, str]]:
    return [(one, picked[one.id]) for one in found if one.id in picked]
