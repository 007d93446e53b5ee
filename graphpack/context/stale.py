"""Which records no longer hold: their status says it, they say it themselves, or a later one does.

A later record takes an earlier one's place only where it is binding or evidence, speaks of the
same subject, and names what it gives up or gives another value for it. A failure is never stale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphpack.context.facts import PERSONAL, RUNS, Outcome, facts_of
from graphpack.context.lexicon import DROPPED_STATUSES, OUTDATED, REJECTED_STATUSES, UNSURE
from graphpack.context.records import Kind, Record
from graphpack.context.terms import is_common, terms
from graphpack.merge.words import ENUMERATORS
from graphpack.patterns import compiled
from graphpack.text import normal
from graphpack.text.dropped import dropped_spans

__all__ = ["stale"]

_DATE = compiled(r"\b\d{4}-\d\d(?:-\d\d)?(?:[T ][\d:]+Z?)?\b|\b\d{1,2}:\d\d\b|\b(?:19|20)\d\d\b")
_NAMED = compiled(r"\b([A-Za-z][A-Za-z+#]{1,30})[\s:=@-]{1,3}v?(\d+(?:\.\d+)*)\b(?!\s?%)")
_UNITS = compiled(
    r"\b(\d+(?:[.,]\d+)?)\s?(%|[KMGT]i?B|ms|s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?"
    r"|months?|years?|px|rows?|users?|requests?|tokens?)(?!\w)",
)
_ONE = compiled(r"s$")
_COMMON_TERMS = 2
_READ_CHARS = 4_000
_CLAIM_CHARS = 300
_PLAIN_CHARS = 120


def stale(records: Sequence[Record], task: str) -> dict[str, str]:
    """Find the records that no longer hold.

    Args:
        records: In their order, which is the order of time where none is given.
        task: What is asked; two values conflict only where they are asked for.

    Returns:
        By id, why.
    """
    found: dict[str, str] = {}
    for record in records:
        if record.kind is Kind.DECISION and record.status in DROPPED_STATUSES:
            found[record.id] = f"its status is {record.status}"
        elif record.kind in PERSONAL and not _binds(record) and OUTDATED.search(record.text):
            found[record.id] = "says itself that it no longer holds"
    asked = terms(task)
    said = [_Said.of(record, place, asked) for place, record in enumerate(records)]
    later = [one for one in said if one.record.id not in found and one.can_replace]
    # a long text says more than one thing, and the others still hold
    earlier = [
        one
        for one in said
        if one.record.kind in PERSONAL
        and not one.is_failed
        and len(one.record.text) <= _CLAIM_CHARS
    ]
    for new in later:
        for old in earlier:
            if new is old or old.record.id in found or new.record.id in found:
                continue
            reason = _replaces(new, old, asked)
            if reason and _can_fall(old, new):
                found[old.record.id] = f"{new.record.id} {reason}"
    return found


@dataclass(frozen=True, slots=True)
class _Said:
    """A record with what is compared of it.

    Args:
        record: The record.
        place: In the order given.
        terms: Of its text.
        slots: The one value of each name or unit.
        dropped: What it gives up, in its words.
        can_replace: Whether it counts, and has something to replace another with.
        is_failed: Whether it tells of something tried in vain.
    """

    record: Record
    place: int
    terms: frozenset[str]
    slots: Mapping[str, str]
    dropped: tuple[str, ...]
    can_replace: bool
    is_failed: bool

    @classmethod
    def of(cls, record: Record, place: int, asked: frozenset[str]) -> _Said:
        """Look at a record."""
        own = terms(record.text)
        slots = _slots(record.text, asked) if own & asked else {}
        spans = dropped_spans(record.text) if _binds(record) else ()
        dropped = tuple(record.text[start:end].strip() for start, end in spans)
        counts = _counts(record)
        can_replace = counts and bool(dropped or slots or len(own & asked) >= _COMMON_TERMS)
        is_failed = facts_of(record).is_failed_attempt
        return cls(record, place, own, slots, dropped, can_replace, is_failed)


def _binds(record: Record) -> bool:
    if record.kind is not Kind.DECISION:
        return False
    return record.status not in DROPPED_STATUSES | REJECTED_STATUSES


def _counts(record: Record) -> bool:
    """Whether it can take another's place: a decision that stands, or evidence."""
    if _binds(record) or record.kind is Kind.FILE:
        return record.status in {None, "accepted", "approved", "final", "decided", "active"}
    return record.kind in RUNS and facts_of(record).outcome is not Outcome.FAILED


def _can_fall(old: _Said, new: _Said) -> bool:
    earlier, later = old.record, new.record
    if earlier.kind is Kind.DECISION and (not _binds(later) or not _binds(earlier)):
        return False
    if earlier.kind is Kind.MESSAGE and earlier.role in {"user", "system"} and not _binds(later):
        return False
    if earlier.at and later.at and earlier.at != later.at:
        return earlier.at < later.at
    return old.place < new.place


def _replaces(later: _Said, earlier: _Said, asked: frozenset[str]) -> str:
    shared = later.terms & earlier.terms
    if not shared:
        return ""
    for words in later.dropped:
        given_up = terms(words)
        others = shared - given_up
        is_named = normal(words) in normal(earlier.record.text) or (
            len(given_up) > 1 and given_up <= earlier.terms
        )
        # a decision is about its subject; a message that names the thing may be about another
        is_decision = earlier.record.kind is Kind.DECISION
        rare = [term for term in others if not is_common(term)]
        is_subject = bool(others) if is_decision else len(rare) >= _COMMON_TERMS
        if not is_decision and len(earlier.record.text) > _PLAIN_CHARS:
            continue
        if given_up and is_named and is_subject:
            return f"gives up «{words}»"
    if not shared & asked:
        return ""
    for slot, value in earlier.slots.items():
        new = later.slots.get(slot)
        if new is not None and new != value:
            return f"says {slot} {new}, not {value}"
    record = earlier.record
    is_claim = record.kind is Kind.MESSAGE and record.role == "assistant"
    if is_claim and UNSURE.search(record.text) and len(shared & asked) >= _COMMON_TERMS:
        return "settles what was only supposed"
    return ""


def _slots(text: str, asked: frozenset[str]) -> dict[str, str]:
    """The values of a text: of names that are asked for, and of units where the subject is.

    One that has several values for a name compares or counts, and says none.
    """
    found: dict[str, set[str]] = {}
    bare = _DATE.sub(" ", text[:_READ_CHARS])
    for name, value in _pairs(bare, asked):
        found.setdefault(name, set()).add(value)
    return {name: min(values) for name, values in found.items() if len(values) == 1}


def _pairs(text: str, asked: frozenset[str]) -> Iterator[tuple[str, str]]:
    for hit in _NAMED.finditer(text):
        name = hit[1].lower()
        if name not in ENUMERATORS and terms(name) & asked:
            yield name, hit[2]
    for hit in _UNITS.finditer(text):
        yield _ONE.sub("", hit[2].lower()) or "s", hit[1]
