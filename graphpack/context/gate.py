"""Which records a task needs at all: what must be there, what may be, and why the others are not.

A budget that is not full is no reason to fill it: what has nothing to do with the task is left
out however small it is. The scarcer a kind of record is, the less it has to show: what people
said and decided is let in on less evidence than what an assistant or a tool said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphpack.compress.severity import trouble
from graphpack.context.facts import FAULTS, RUNS, Facts, Outcome, facts_of
from graphpack.context.lexicon import (
    ACTION,
    ANNOUNCED,
    COMPARED,
    ELSEWHERE,
    FAILED_TRY,
    FINDING,
    LABELLED,
    MEASURE,
    QUERY,
    REJECTED_STATUSES,
    SOCIAL,
    STANDING,
    VALUELESS,
)
from graphpack.context.records import Kind, Record
from graphpack.context.relevance import Relevance
from graphpack.context.terms import terms
from graphpack.text.injection import QUOTED

__all__ = [
    "Gate",
    "Verdict",
    "is_aside",
    "is_binding",
    "is_rule",
    "shows_trouble",
    "trusted",
]

FEW = 12
"""So many messages of people, or decisions, are few: each is worth a place."""
MUST = 0.9
"""A caller's priority from here on is an order."""
WISH = 0.75
"""One from here on is let in, whatever it says."""
OFF = 0.05
"""A caller's priority up to here leaves a record out unless it binds."""
ERROR_MUST = 0.55
RULE_NEAR = 0.2
FILE_SHARE = 0.35
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

_ACCEPTED = frozenset({None, "accepted", "approved", "final", "decided", "active", "done"})
_SIGN_OF_NOTHING = 0.75
_SHORT_LINES = 12
_FIGURES = 3
_NUMBER = re.compile(r"(?<!\d)(?!(?:19|20)\d\d\b)\d")


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


def is_binding(record: Record) -> bool:
    """Whether it is a decision that stands."""
    return record.kind is Kind.DECISION and record.status in _ACCEPTED


def is_rule(record: Record) -> bool:
    """Whether somebody who may do so sets a rule in it."""
    if QUOTED in record.text or record.text.rstrip().endswith("?"):
        return False
    is_person = record.kind is Kind.MESSAGE and record.role in {"user", "system"}
    if not (is_person or is_binding(record)):
        return False
    return bool(STANDING.search(record.text))


ASIDE_CHARS = 240
"""A longer message may mention lunch and be about something else."""


def is_aside(record: Record, task: frozenset[str]) -> bool:
    """Whether a message is small talk, or says itself that it belongs elsewhere.

    Args:
        record: Any.
        task: The task's terms; what shares one of them is about the task.
    """
    if record.kind not in {Kind.MESSAGE, Kind.NOTE}:
        return False
    if len(record.text) > ASIDE_CHARS:
        return False
    social = SOCIAL.search(record.text)
    if social and not terms(record.text) & task:
        return True
    return bool(ELSEWHERE.search(record.text))


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
        people = [one for one in records if _is_person(one)]
        decisions = [one for one in records if one.kind is Kind.DECISION]
        self._few_people = len(people) <= FEW
        self._few_decisions = len(decisions) <= FEW
        labelled = [one for one in records if _is_labelled(one)]
        self._few_labelled = len(labelled) <= FEW
        spoken = [one for one in records if _is_spoken(one)]
        self._few_spoken = len(spoken) <= FEW
        self._few_runs = len([one for one in records if one.kind in RUNS]) <= FEW
        notes = [one for one in records if one.kind is Kind.NOTE]
        self._few_notes = len(notes) <= FEW
        files = [one for one in records if one.kind in {Kind.FILE, Kind.DIFF}]
        self._best_file = max((relevance[one.id].value for one in files), default=0.0)
        self._named_files = _spoken_of(files, records, task) if len(files) <= FEW else frozenset()
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
            if self._few_runs and _is_shown(record):
                return Verdict(False, True, "one of few runs, and it shows figures")
            sort = _run_sort(record)
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
        if _is_person(record):
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
        if self._few_spoken and _is_measured(record.text):
            return "one of few statements with figures"
        if self._few_notes and record.kind is Kind.NOTE and record.author:
            return "one of few findings of others"
        return ""

    def _said(self, record: Record, facts: Facts, near: Relevance) -> Verdict:
        is_said = bool(FINDING.search(record.text))
        if ANNOUNCED.match(record.text) and not (is_said and facts.identifiers):
            return _by(near, _SIGN_OF_NOTHING * self._floor, "announcement")
        is_named = bool(facts.identifiers) or bool(_NUMBER.search(record.text))
        is_note = record.kind is Kind.NOTE
        sort = "note" if is_note else "finding" if is_said else "named" if is_named else "plain"
        return _by(near, self._least(sort), sort)


def shows_trouble(record: Record) -> bool:
    """Whether it is an error, or a run that failed or shows one."""
    if record.kind in FAULTS:
        return True
    if record.kind not in RUNS:
        return False
    if facts_of(record).outcome is Outcome.FAILED:
        return True
    return bool(trouble(record.text.split("\n")[:400]))


def _is_shown(record: Record) -> bool:
    """Whether a run shows several figures, and no command tells what else it was for."""
    is_own = record.name is None or record.name.startswith("./")
    is_short = record.text.count("\n") < _SHORT_LINES
    return is_own and is_short and len(set(MEASURE.findall(record.text))) >= _FIGURES


def _run_sort(record: Record) -> str:
    name = record.name or ""
    if QUERY.search(name):
        return "query"
    return "action" if ACTION.search(name) else "run"


def trusted(records: Sequence[Record]) -> frozenset[str]:
    """Choose the records that are on the task by their kind: people's, decisions, labelled ones.

    Args:
        records: Those that are left after folding.

    Returns:
        Ids; none of a kind of which there are more than ``FEW``.
    """
    sorts = (_is_person, is_binding, _is_labelled)
    found = ([one.id for one in records if sort(one)] for sort in sorts)
    return frozenset(name for names in found if len(names) <= FEW for name in names)


def _spoken_of(
    files: Sequence[Record], records: Sequence[Record], task: frozenset[str]
) -> frozenset[str]:
    """Ids of the files that messages and notes name, asides excepted."""
    named: set[str] = set()
    for one in records:
        if one.kind in {Kind.MESSAGE, Kind.NOTE} and not is_aside(one, task):
            named.update(path.rpartition("/")[2] for path in facts_of(one).paths)
    return frozenset(one.id for one in files if one.path and one.path.rpartition("/")[2] in named)


def _is_measured(text: str) -> bool:
    """Whether it sets figures against each other, or gives several."""
    figures = {found[0] for found in MEASURE.finditer(text)}
    return len(figures) > 1 or (bool(figures) and bool(COMPARED.search(text)))


def _is_spoken(record: Record) -> bool:
    is_words = record.kind in {Kind.MESSAGE, Kind.NOTE}
    return is_words and not _is_person(record)


def _is_labelled(record: Record) -> bool:
    is_words = record.kind in {Kind.MESSAGE, Kind.NOTE} and not _is_person(record)
    return is_words and bool(LABELLED.match(record.text))


def _is_person(record: Record) -> bool:
    return record.kind is Kind.MESSAGE and record.role in {"user", "system"}


def _by(near: Relevance, least: float, sort: str) -> Verdict:
    tied = f", tied by {near.tied_to}" if near.tied_to else ""
    told = f"{sort}, relevance {near.value:.2f}{tied}"
    if near.value >= least:
        return Verdict(False, True, told)
    return Verdict(False, False, f"{told}, under {least:.2f}")
