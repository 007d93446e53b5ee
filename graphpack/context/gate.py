"""Which records a task needs at all: what must be there, what may be, and why the others are not.

A budget that is not full is no reason to fill it: what has nothing to do with the task is left
out however small it is. The scarcer a kind of record is, the less it has to show: what people
said and decided is let in on less evidence than what an assistant or a tool said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphpack.compress.severity import is_trouble
from graphpack.context.facts import FAULTS, RUNS, Facts, Outcome, facts_of
from graphpack.context.lexicon import (
    ANNOUNCED,
    FAILED_TRY,
    FINDING,
    LABELLED,
    REJECTED_STATUSES,
    VALUELESS,
)
from graphpack.context.records import Kind, Record
from graphpack.context.relevance import Relevance
from graphpack.context.sorts import (
    FEW,
    has_figures,
    is_aside,
    is_asked,
    is_binding,
    is_labelled,
    is_measured,
    is_person,
    is_rule,
    is_spoken,
    run_sort,
    series,
    shows_trouble,
    spoken_of,
)
from graphpack.patterns import compiled

__all__ = ["Gate", "Verdict"]

FEW_RUNS = 4
"""Of so few runs each that asks something is worth a place."""
MUST = 0.9
"""A caller's priority from here on is an order."""
WISH = 0.75
"""One from here on is let in, whatever it says."""
OFF = 0.05
"""A caller's priority up to here leaves a record out unless it binds."""
ERROR_MUST = 0.55
RULE_NEAR = 0.2
FILE_SHARE = 0.35
FILE_LEAST = 0.1
FLOORS: Mapping[str, float] = {
    "user": 0.12,
    "one of many": 0.25,
    "decision": 0.15,
    "proposal": 0.2,
    "fault": 0.15,
    "elsewhere": 0.7,
    "failed": 0.1,
    "query": 0.22,
    "run": 0.3,
    "action": 0.5,
    "file": 0.25,
    "finding": 0.18,
    "note": 0.25,
    "named": 0.18,
    "plain": 0.27,
}
"""Relevance from which a record of each sort may be there, at a floor of 1."""

_SIGN_OF_NOTHING = 0.75
_TELLING = frozenset({"finding", "named"})
_NUMBER = compiled(r"(?<!\d)(?!(?:19|20)\d\d\b)\d")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a record before the budget is looked at.

    Args:
        must: Whether it is mandatory.
        may: Whether it may be there; True for a mandatory one.
        reason: Why, in a few words.
    """

    must: bool
    may: bool
    reason: str


class Gate:
    """Judges the records of one set.

    Args:
        records: Those that are left after folding.
        relevance: By id.
        stale: Why a record no longer holds, by id.
        task: The task's terms.
        floor: Factor on what a record has to show; 0 lets all in.
        is_trouble: Whether the task is about something that fails.
    """

    def __init__(
        self,
        records: Sequence[Record],
        relevance: Mapping[str, Relevance],
        stale: Mapping[str, str],
        task: frozenset[str],
        floor: float = 1.0,
        is_trouble: bool = False,
    ) -> None:
        self._is_trouble = is_trouble
        self._relevance = relevance
        self._stale = stale
        self._task = task
        self._floor = floor
        people = [one for one in records if is_person(one)]
        decisions = [one for one in records if one.kind is Kind.DECISION]
        self._few_people = len(people) <= FEW
        self._few_decisions = len(decisions) <= FEW
        labelled = [one for one in records if is_labelled(one)]
        self._few_labelled = len(labelled) <= FEW
        spoken = [one for one in records if is_spoken(one)]
        self._few_spoken = len(spoken) <= FEW
        self._series = series(spoken)
        runs = [one for one in records if one.kind in RUNS]
        self._few_runs = len(runs) <= FEW
        self._hardly_runs = len(runs) <= FEW_RUNS
        notes = [one for one in records if one.kind is Kind.NOTE]
        self._few_notes = len(notes) <= FEW
        files = [one for one in records if one.kind in {Kind.FILE, Kind.DIFF}]
        self._best_file = max((relevance[one.id].value for one in files), default=0.0)
        self._named_files = spoken_of(files, records, task) if len(files) <= FEW else frozenset()
        bad = [one for one in records if shows_trouble(one) and one.id not in stale]
        self._best_fault = max((relevance[one.id].value for one in bad), default=0.0)
        self._named_fault = any(relevance[one.id].identifier >= ERROR_MUST for one in bad)

    def judge(self, record: Record) -> Verdict:
        """Say whether a record must, may or may not be there."""
        near = self._relevance[record.id]
        if record.priority is not None and record.priority >= MUST:
            return Verdict(True, True, "the caller's priority")
        if record.id in self._stale:
            return Verdict(False, False, f"no longer holds: {self._stale[record.id]}")
        if is_binding(record):
            return self._decision(record, near)
        if record.priority is not None and record.priority <= OFF:
            return Verdict(False, False, "the caller's priority")
        if record.priority is not None and record.priority >= WISH:
            return Verdict(False, True, "the caller's priority")
        if is_aside(record, self._task) and near.identifier < 1:
            return Verdict(False, False, "an aside")
        return self._by_kind(record, near)

    def _by_kind(self, record: Record, near: Relevance) -> Verdict:
        if record.kind is Kind.DECISION:
            return self._undecided(record, near)
        if record.kind in FAULTS or record.kind in RUNS:
            return self._run(record, facts_of(record), near)
        if record.kind not in {Kind.FILE, Kind.DIFF}:
            return self._words(record, facts_of(record), near)
        if self._best_file < FLOORS["file"] and record.id in self._named_files:
            return Verdict(False, True, "a file that is spoken of, and none is nearer")
        if self._best_file < FLOORS["file"] and near.value == self._best_file >= FILE_LEAST:
            return Verdict(False, True, "the nearest file there is")
        least = max(self._least("file"), FILE_SHARE * self._best_file * bool(self._floor))
        return _by(near, least, "file")

    def _least(self, sort: str) -> float:
        return FLOORS[sort] * self._floor

    def _decision(self, record: Record, near: Relevance) -> Verdict:
        is_near = near.value >= RULE_NEAR * self._floor
        if is_rule(record) and (is_near or (self._few_decisions and record.of is None)):
            return Verdict(True, True, "a rule that stands")
        if is_near:
            return Verdict(True, True, f"a decision on it ({near.value:.2f})")
        if self._few_decisions:
            return Verdict(False, True, "one of few decisions")
        return _by(near, self._least("decision"), "decision")

    def _undecided(self, record: Record, near: Relevance) -> Verdict:
        if record.status in REJECTED_STATUSES:
            if self._few_decisions:
                return Verdict(False, True, "one of few decisions")
            return _by(near, self._least("decision"), "decision against")
        return _by(near, self._least("proposal"), "proposal")

    def _run(self, record: Record, facts: Facts, near: Relevance) -> Verdict:
        if record.kind in RUNS and facts.outcome is not Outcome.FAILED:
            if shows_trouble(record):
                return _by(near, self._trouble(), "run that shows trouble")
            if self._few_runs and has_figures(record):
                return Verdict(False, True, "one of few runs, and it shows figures")
            if self._hardly_runs and is_asked(record):
                return Verdict(False, True, "one of few runs that ask something")
            sort = run_sort(record)
            return _by(near, self._least(sort), sort)
        if near.identifier >= ERROR_MUST:
            return Verdict(True, True, "it fails where the task is")
        if FAILED_TRY.search(record.text) and self._few_people:
            return Verdict(False, True, "an attempt that failed")
        if record.kind in RUNS and self._best_fault < FLOORS["fault"]:
            return Verdict(False, True, "it fails, and no failure is nearer")
        where = facts if record.kind in FAULTS else None
        return _by(near, self._trouble(where), "failure")

    def _trouble(self, facts: Facts | None = None) -> float:
        """Where some failure is near the task, one that is far from it is another's."""
        is_own = facts is not None and bool(facts.places)
        if self._best_fault < FLOORS["fault"] and (self._is_trouble or is_own):
            return 0.0  # something fails, and no failure is nearer than this one
        # an error names its places: they are not the task's, where those of another failure are
        is_elsewhere = facts is not None and facts.paths and self._named_fault
        return self._least("elsewhere" if is_elsewhere else "fault")

    def _words(self, record: Record, facts: Facts, near: Relevance) -> Verdict:
        if is_person(record):
            is_near = near.value >= self._least("user")
            if is_rule(record) and (is_near or (self._few_people and record.of is None)):
                return Verdict(True, True, "a person's rule")
            if self._few_people:
                return Verdict(False, True, "one of few messages of people")
            return _by(near, self._least("one of many"), "message")
        if VALUELESS.search(record.text) and near.identifier < 1:
            return _by(near, _SIGN_OF_NOTHING * self._floor, "report of nothing")
        if facts.is_failed_attempt:
            if self._few_people:
                return Verdict(False, True, "an attempt that failed")
            return _by(near, self._least("failed"), "failed attempt")
        rare = self._rare(record)
        return Verdict(False, True, rare) if rare else self._said(record, facts, near)

    def _rare(self, record: Record) -> str:
        """Why a statement is let in for its form, while there are few of that form; else empty."""
        if self._few_labelled and LABELLED.match(record.text):
            return "one of few statements with a label"
        is_one = self._few_spoken and record.id not in self._series
        if is_one and is_measured(record.text):
            return "one of few statements with figures"
        if self._few_notes and record.kind is Kind.NOTE and record.author:
            return "one of few findings of others"
        return ""

    def _said(self, record: Record, facts: Facts, near: Relevance) -> Verdict:
        is_said = bool(FINDING.search(record.text)) or is_trouble(record.text)
        if ANNOUNCED.match(record.text) and not (is_said and facts.identifiers):
            return _by(near, _SIGN_OF_NOTHING * self._floor, "announcement")
        is_named = bool(facts.identifiers) or bool(_NUMBER.search(record.text))
        is_note = record.kind is Kind.NOTE
        sort = "note" if is_note else "finding" if is_said else "named" if is_named else "plain"
        if self._few_spoken and sort in _TELLING and record.id not in self._series:
            return Verdict(False, True, f"one of few statements: {sort}")
        return _by(near, self._least(sort), sort)


def _by(near: Relevance, least: float, sort: str) -> Verdict:
    tied = f", tied by {near.tied_to}" if near.tied_to else ""
    told = f"{sort}, relevance {near.value:.2f}{tied}"
    if near.value >= least:
        return Verdict(False, True, told)
    return Verdict(False, False, f"{told}, under {least:.2f}")
