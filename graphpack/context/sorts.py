"""What a record is by its form: a rule, an aside, a failure, a statement with figures.

Nothing here knows the task's needs; ``gate`` does.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.compress.severity import trouble
from graphpack.context.asked import asked
from graphpack.context.facts import FAULTS, RUNS, Outcome, facts_of
from graphpack.context.lexicon import (
    ACTION,
    COMPARED,
    ELSEWHERE,
    LABELLED,
    MEASURE,
    QUERY,
    REPORTED,
    ROUTINE,
    SETTLED,
    SOCIAL,
    STANDING,
)
from graphpack.context.records import Kind, Record
from graphpack.context.terms import terms
from graphpack.patterns import compiled
from graphpack.text import iter_sentences
from graphpack.text.injection import QUOTED

__all__ = [
    "FEW",
    "has_figures",
    "is_aside",
    "is_asked",
    "is_binding",
    "is_labelled",
    "is_measured",
    "is_person",
    "is_rule",
    "is_spoken",
    "reports_trouble",
    "run_sort",
    "series",
    "shows_trouble",
    "spoken_of",
    "trusted",
]

FEW = 12
"""So many messages of people, or decisions, are few: each is worth a place."""
_ACCEPTED = frozenset({None, "accepted", "approved", "final", "decided", "active", "done"})
_WORD = compiled(r"[^\W\d_]+")
_OPENING = 3
_SERIES = 3
_SHORT_LINES = 12
_FIGURES = 3
_REPORT_CHARS = 20_000


def is_binding(record: Record) -> bool:
    """Whether it is a decision that stands."""
    return record.kind is Kind.DECISION and record.status in _ACCEPTED


def is_rule(record: Record) -> bool:
    """Whether somebody who may do so sets a rule in it."""
    if QUOTED in record.text or record.text.rstrip().endswith("?"):
        return False
    if not (is_person(record) or is_binding(record)):
        return False
    if not STANDING.search(record.text):
        return False
    # what is told of how things are, or offered by others, holds the same words
    return bool(STANDING.search(asked(record.text)))


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


def shows_trouble(record: Record) -> bool:
    """Whether it is an error, or a run that failed or shows one."""
    if record.kind in FAULTS:
        return True
    if record.kind not in RUNS:
        return False
    if facts_of(record).outcome is Outcome.FAILED:
        return True
    return bool(trouble(record.text.split("\n")[:400]))


def reports_trouble(record: Record) -> bool:
    """Whether a person, or a note, says that something fails, and does not only think of it."""
    if not (is_person(record) or record.kind is Kind.NOTE) or QUOTED in record.text:
        return False
    text = record.text[:_REPORT_CHARS]
    for start, end in iter_sentences(text):
        found = REPORTED.search(text, start, end)
        if found and not SETTLED.search(text, start, found.start()):
            return True
    return False


def has_figures(record: Record) -> bool:
    """Whether a run shows several figures, and no command tells what else it was for."""
    is_own = record.name is None or record.name.startswith("./")
    is_short = record.text.count("\n") < _SHORT_LINES
    return is_own and is_short and len(set(MEASURE.findall(record.text))) >= _FIGURES


def is_asked(record: Record) -> bool:
    """Whether a run asked something of the matter, rather than did something or kept house."""
    name = record.name or ""
    return (
        bool(name)
        and not ROUTINE.search(name)
        and (bool(QUERY.search(name)) or not ACTION.search(name))
    )


def run_sort(record: Record) -> str:
    """Tell a command that asks (``query``) from one that does (``action``) and others (``run``)."""
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
    sorts = (is_person, is_binding, is_labelled)
    found = ([one.id for one in records if sort(one)] for sort in sorts)
    return frozenset(name for names in found if len(names) <= FEW for name in names)


def spoken_of(
    files: Sequence[Record], records: Sequence[Record], task: frozenset[str]
) -> frozenset[str]:
    """Ids of the files that messages and notes name, asides excepted."""
    named: set[str] = set()
    for one in records:
        if one.kind in {Kind.MESSAGE, Kind.NOTE} and not is_aside(one, task):
            named.update(path.rpartition("/")[2] for path in facts_of(one).paths)
    return frozenset(one.id for one in files if one.path and one.path.rpartition("/")[2] in named)


def series(spoken: Sequence[Record]) -> frozenset[str]:
    """Ids of messages that begin alike, three of them or more: reports by the piece."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for one in spoken:
        alike.setdefault(tuple(_WORD.findall(one.text[:80].lower())[:_OPENING]), []).append(one.id)
    return frozenset(name for names in alike.values() if len(names) >= _SERIES for name in names)


def is_measured(text: str) -> bool:
    """Whether it sets figures against each other, or gives several."""
    figures = {found[0] for found in MEASURE.finditer(text)}
    return len(figures) > 1 or (bool(figures) and bool(COMPARED.search(text)))


def is_spoken(record: Record) -> bool:
    """Whether it is words, and not a person's."""
    is_words = record.kind in {Kind.MESSAGE, Kind.NOTE}
    return is_words and not is_person(record)


def is_labelled(record: Record) -> bool:
    """Whether it begins with what it is: a cause, a finding, an open question."""
    is_words = record.kind in {Kind.MESSAGE, Kind.NOTE} and not is_person(record)
    return is_words and bool(LABELLED.match(record.text))


def is_person(record: Record) -> bool:
    """Whether a person wrote it, or whoever set the session up."""
    return record.kind is Kind.MESSAGE and record.role in {"user", "system"}
