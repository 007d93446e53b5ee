"""Which records no longer hold: their status says it, they say it themselves, or a later one does.

A later record takes an earlier one's place only where it is binding or evidence, speaks of the
same subject, and names what it gives up or gives another value for it. A failure is never stale.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphpack.context.facts import PERSONAL, RUNS, Outcome, facts_of
from graphpack.context.lexicon import DROPPED_STATUSES, OUTDATED, REJECTED_STATUSES, UNSURE
from graphpack.context.records import Kind, Record
from graphpack.context.terms import terms
from graphpack.merge.words import ENUMERATORS
from graphpack.text.dropped import dropped_spans

__all__ = ["stale"]

_DATE = re.compile(r"\b\d{4}-\d\d(?:-\d\d)?(?:[T ][\d:]+Z?)?\b|\b\d{1,2}:\d\d\b|\b(?:19|20)\d\d\b")
_NAMED = re.compile(r"\b([A-Za-z][A-Za-z+#]{1,30})[\s:=@-]{1,3}v?(\d+(?:\.\d+)*)\b(?!\s?%)")
_UNITS = re.compile(
    r"\b(\d+(?:[.,]\d+)?)\s?(%|[KMGT]i?B|ms|s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?"
    r"|months?|years?|px|rows?|users?|requests?|tokens?)(?!\w)",
)
_ONE = re.compile(r"s$")
_COMMON_TERMS = 2


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
    for later in records:
        if later.id in found or not _counts(later):
            continue
        for earlier in records:
            if earlier.id in found or earlier is later or not _can_fall(earlier, later):
                continue
            reason = _replaces(later, earlier, asked)
            if reason:
                found[earlier.id] = f"{later.id} {reason}"
    return found


def _binds(record: Record) -> bool:
    if record.kind is not Kind.DECISION:
        return False
    return record.status not in DROPPED_STATUSES | REJECTED_STATUSES


def _counts(record: Record) -> bool:
    """Whether it can take another's place: a decision that stands, or what a file or a run shows."""
    if _binds(record) or record.kind is Kind.FILE:
        return record.status in {None, "accepted", "approved", "final", "decided", "active"}
    return record.kind in RUNS and facts_of(record).outcome is not Outcome.FAILED


def _can_fall(earlier: Record, later: Record) -> bool:
    if earlier.kind not in PERSONAL or facts_of(earlier).is_failed_attempt:
        return False
    if earlier.kind is Kind.DECISION and (not _binds(later) or not _binds(earlier)):
        return False
    if earlier.kind is Kind.MESSAGE and earlier.role in {"user", "system"} and not _binds(later):
        return False
    if earlier.at and later.at and earlier.at != later.at:
        return earlier.at < later.at
    return earlier.kind is not Kind.DECISION or earlier.at is None


def _replaces(later: Record, earlier: Record, asked: frozenset[str]) -> str:
    one, other = terms(later.text), terms(earlier.text)
    shared = one & other
    for start, end in dropped_spans(later.text) if _binds(later) else ():
        given_up = terms(later.text[start:end])
        if given_up and given_up <= other and len(shared - given_up) >= _COMMON_TERMS - 1:
            return f"gives up «{later.text[start:end].strip()}»"
    if not shared & asked:
        return ""
    for slot, values in _slots(earlier.text, asked).items():
        new = _slots(later.text, asked).get(slot)
        # one that has several values, or the other's as well, compares or counts
        if new and len(new) == len(values) == 1 and new != values:
            return f"says {slot} {', '.join(sorted(new))}, not {', '.join(sorted(values))}"
    is_claim = earlier.kind is Kind.MESSAGE and earlier.role == "assistant"
    if is_claim and UNSURE.search(earlier.text) and len(shared & asked) >= _COMMON_TERMS:
        return "settles what was only supposed"
    return ""


def _slots(text: str, asked: frozenset[str]) -> dict[str, set[str]]:
    """The values of a text: of names that are asked for, and of units where the subject is."""
    found: dict[str, set[str]] = {}
    bare = _DATE.sub(" ", text)
    for name, value in _pairs(bare, asked):
        found.setdefault(name, set()).add(value)
    return found


def _pairs(text: str, asked: frozenset[str]) -> Iterator[tuple[str, str]]:
    for hit in _NAMED.finditer(text):
        name = hit[1].lower()
        if name not in ENUMERATORS and terms(name) & asked:
            yield name, hit[2]
    for hit in _UNITS.finditer(text):
        yield _ONE.sub("", hit[2].lower()) or "s", hit[1]
