"""Folds what stands in the records more than once; every fold has its reason.

Three rules, each stricter in what it may take for the same: equal content; the same command run
again; nearly the same text that says nothing the other does not. What is folded away leaves a
line of history at the record that stays, which is always the later one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphpack.context.facts import FAULTS, RUNS, Facts, Outcome, facts_of
from graphpack.context.records import Kind, Record
from graphpack.context.similarity import Overlap, alike, containment
from graphpack.patterns import compiled
from graphpack.text import identifiers, negations, normal

__all__ = ["Fold", "Folded", "fold"]

NEAR = 0.92
"""Share of a text's trigrams that the later one has to have, for it to be nearly the same."""
SNAPSHOT = 0.5
"""The same for two snapshots of one file: the later one is the file."""
_SHOWN_CODES = 6


@dataclass(frozen=True, slots=True)
class Fold:
    """One record went into another.

    Args:
        kept: Id of the record that stays.
        folded: Id of the record that goes.
        rule: ``exact``, ``re-run``, ``snapshot`` or ``near``.
        reason: What made them the same, in a few words.
    """

    kept: str
    folded: str
    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Folded:
    """Records without repetition.

    Args:
        records: In their order.
        folds: In the order made.
        history: By id of a record that stays, what went into it, in one line.
    """

    records: tuple[Record, ...]
    folds: tuple[Fold, ...]
    history: dict[str, str]


def fold(records: Sequence[Record]) -> Folded:
    """Fold what stands there more than once.

    Args:
        records: Normalised, in their order.

    Returns:
        The records that stay, why the others went, and their history.
    """
    folds: list[Fold] = []
    left = list(records)
    for rule in (_reruns, _exact, _near):
        found = list(rule(left))
        gone = {one.folded for one in found}
        folds += found
        left = [record for record in left if record.id not in gone]
    return Folded(tuple(left), tuple(folds), _histories(records, folds))


def _exact(records: Sequence[Record]) -> Iterator[Fold]:
    latest: dict[str, str] = {}
    for record in reversed(records):
        key = hashlib.sha256(
            "\0".join(
                (record.kind, record.role or "", _status(record), record.name or "",
                 record.path or "", normal(record.text))
            ).encode("utf-8", "surrogatepass")
        ).hexdigest()  # fmt: skip
        if key in latest:
            yield Fold(latest[key], record.id, "exact", "equal content")
        else:
            latest[key] = record.id


def _reruns(records: Sequence[Record]) -> Iterator[Fold]:
    """The same command again: its latest run is how things are."""
    latest: dict[tuple[str, str, str], Record] = {}
    for record in reversed(records):
        if record.kind not in RUNS or not record.name:
            continue
        key = (record.kind, normal(record.name), record.path or "")
        later = latest.setdefault(key, record)
        if later is record:
            continue
        # a tool's bare name says nothing of what it was asked: only its output can
        is_command = len(record.name.split()) > 1
        if is_command or containment(record.text, later.text) >= NEAR:
            yield Fold(later.id, record.id, "re-run", f"`{_short(record.name)}` ran again later")


def _near(records: Sequence[Record]) -> Iterator[Fold]:
    gone: set[int] = set()
    overlap = Overlap()
    for earlier, later in alike([record.text for record in records]):
        if earlier in gone or later in gone:
            continue
        found = _same(records[earlier], records[later], overlap)
        if found:
            gone.add(earlier)
            yield Fold(records[later].id, records[earlier].id, *found)


def _status(record: Record) -> str:
    """Of a decision; that a message is one makes it no other message."""
    return record.status or "" if record.kind is Kind.DECISION else ""


def _same(earlier: Record, later: Record, overlap: Overlap) -> tuple[str, str] | None:
    if (earlier.kind, earlier.role) != (later.kind, later.role):
        return None
    if _status(earlier) != _status(later):
        return None
    if earlier.path != later.path or earlier.exit_code != later.exit_code:
        return None
    share = overlap.containment(earlier.text, later.text)
    if earlier.kind is Kind.FILE and earlier.path and share >= SNAPSHOT:
        return "snapshot", f"{share:.0%} of it stands in a later snapshot of the file"
    if share < NEAR or not _adds_nothing(earlier, later):
        return None
    return "near", f"{share:.0%} of it stands there, and no name, number or negation is its own"


def _adds_nothing(earlier: Record, later: Record) -> bool:
    if negations(earlier.text) != negations(later.text):
        return False
    # two errors of one type at two places are two errors
    if earlier.kind in FAULTS and _faults(earlier) != _faults(later):
        return False
    mine, others = set(_exactly(earlier.text)), set(_exactly(later.text))
    return mine <= others


def _faults(record: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
    facts = facts_of(record)
    return facts.signatures, facts.places


_NUMBER = compiled(r"\d[\d.,:]*")


def _exactly(text: str) -> Iterator[str]:
    yield from identifiers(text)
    yield from _NUMBER.findall(text)


def _histories(records: Sequence[Record], folds: Sequence[Fold]) -> dict[str, str]:
    by_id = {record.id: record for record in records}
    into = {one.folded: one.kept for one in folds}
    gone: dict[str, list[Record]] = {}
    for record in records:
        home = record.id
        while home in into:
            home = into[home]
        if home != record.id:
            gone.setdefault(home, []).append(record)
    return {home: _history(by_id[home], earlier) for home, earlier in gone.items()}


def _history(kept: Record, earlier: Sequence[Record]) -> str:
    """Say what went into a record: how often, how it ended then, when, and how it failed."""
    count = len(earlier)
    if kept.kind not in RUNS:
        return f"seen {count}× before"
    words = f"{count} earlier run{'s' if count > 1 else ''}"
    codes = [str(code) for record in earlier if (code := record.exit_code) is not None]
    if codes and len(set(codes)) == 1:
        words += f": exit {codes[0]}"
    elif codes:
        shown = codes[-_SHOWN_CODES:]
        more = "… " if len(codes) > len(shown) else ""
        words += f": exit {more}{', '.join(shown)}"
    times = [record.at for record in earlier if record.at]
    if times:
        first, last = (f"{at:%Y-%m-%d %H:%M}" for at in (min(times), max(times)))
        words += f" ({first})" if first == last else f" ({first} to {last})"
    told = facts_of(kept)
    other = [_unlike(facts_of(record), told) for record in earlier]
    failed = next((one for one in reversed(other) if one), "")
    return f"{words}; {failed}" if failed else words


def _unlike(then: Facts, now: Facts) -> str:
    """How an earlier run failed, where the latest does not fail in that way."""
    if then.outcome is not Outcome.FAILED:
        return ""
    told = _told(now)
    new = [one for one in (*then.failures, *then.signatures) if _NUMBER.sub("#", one) not in told]
    return f"failed then: {_short(new[0])}" if new else ""


def _told(facts: Facts) -> frozenset[str]:
    # how long a test took, or at which address, is no other failure
    return frozenset(_NUMBER.sub("#", one) for one in (*facts.failures, *facts.signatures))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"
