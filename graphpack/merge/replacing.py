"""How a statement takes the place of an earlier one: by its own words, one rule for each way.

Each rule compares two statements about whose order and types the caller has decided.
"""

from __future__ import annotations

from graphpack.merge.identity import is_reversal
from graphpack.merge.statement import Dropped, Statement

_COVERED_RATIO = 0.5
_NAMED_RATIO = 0.5
_SAME_SUBJECT_RATIO = 0.5
_VETO_RATIO = 0.5
_ABOUT_TERMS = 3


def drops(
    newer: Statement, older: Statement, *, is_choice: bool, is_measured: bool = False
) -> bool:
    """Tell whether the newer statement leaves behind what the older one is about.

    Args:
        newer: A statement.
        older: A statement.
        is_choice: True where both are decisions; then a choice of the thing dropped falls with
            it even where the older one says much more.
        is_measured: True where the older one tells a figure: that stays true of a thing given up.

    Returns:
        True where one of the things the newer one leaves behind is what the older one stands for.
    """
    return any(
        _names(dropped, newer, older, is_choice=is_choice)
        # two that leave the same thing behind are of one mind
        and not any(dropped.first in left.terms for left in older.left)
        and not (is_measured and not _covers(dropped, newer, older))
        for dropped in newer.left
    )


def reopens(newer: Statement, older: Statement) -> bool:
    """Tell whether the newer statement goes back to what the older one left behind.

    Args:
        newer: A statement.
        older: A statement.

    Returns:
        True for «back to A» after «A was replaced by B».
    """
    gone = frozenset[str]().union(*(dropped.terms for dropped in older.left))
    return bool((newer.returned | newer.kept) & gone)


def vetoes(newer: Statement, older: Statement) -> bool:
    """Tell whether the newer statement denies just what the older one says.

    Args:
        newer: A statement.
        older: A statement.

    Returns:
        True where it names nothing else, and no condition under which it holds.
    """
    if True in older.polarity or not newer.denied or newer.limits - older.limits:
        return False
    denied = newer.denied & older.asserted
    if not denied or newer.denied - older.words:
        return False
    first = newer.sequence[0]
    if older.sequence[0] not in newer.words and first not in newer.denied | older.words:
        return False  # «the videos do not go there» of «the photos go there»
    return len(denied) >= _VETO_RATIO * len(older.asserted)


def reverses(newer: Statement, older: Statement) -> bool:
    """Tell whether one word was turned into its contrary and nothing else was touched.

    Args:
        newer: A statement.
        older: A statement.

    Returns:
        True for «enable compression» against «disable compression».
    """
    if (newer.polarity[0], newer.limits) != (older.polarity[0], older.limits):
        return False
    changed = (newer.words - older.words, older.words - newer.words)
    is_alike = bool(newer.words & older.words) and all(len(words) <= 1 for words in changed)
    return is_alike and is_reversal(newer, older)


def turns(newer: Statement, older: Statement, *, is_fact: bool) -> bool:
    """Tell whether the newer statement says that it changes something, and says it of this.

    Args:
        newer: A statement.
        older: A statement.
        is_fact: True where both are facts: then all of the older one's subject must come back.

    Returns:
        True where the subject is shared and one thing is said in another's stead.
    """
    if not (newer.sets_anew or newer.returned):
        return False
    mine, theirs = newer.words - older.words, older.asserted - newer.words
    subject = older.words - older.specifics
    shared = subject & newer.words
    if not shared:
        # «we go with A» – «B after all, for the blog» share nothing: the words alone decide nothing
        return False
    if mine & newer.counted and theirs & older.counted:
        return False
    if is_fact:
        is_other = bool(mine & newer.specifics and theirs & older.specifics)
        return is_other and subject <= newer.words
    is_turned = is_reversal(newer, older) or newer.polarity[0] != older.polarity[0]
    has_other = bool(mine & newer.specifics and theirs & older.specifics)
    if (not theirs and not is_turned) or (newer.kept & older.asserted and not has_other):
        return False  # nothing of it was replaced
    if _is_of_another_kind(newer, older):
        return False
    return len(shared) >= _SAME_SUBJECT_RATIO * len(subject)


def _is_of_another_kind(newer: Statement, older: Statement) -> bool:
    """Tell «the thumbnail cache» from «the session cache»."""
    return any(
        head == other_head and kind not in older.words and other_kind not in newer.words
        for kind, head in newer.pairs
        for other_kind, other_head in older.pairs
    )


def resets(newer: Statement, older: Statement) -> bool:
    """Tell whether a number both give the same label has changed.

    Args:
        newer: A statement.
        older: A statement.

    Returns:
        True for «retry 5 times» after «retry 3 times».
    """
    if newer.polarity != older.polarity:
        return False
    mine, theirs = _values(newer), _values(older)
    labels = [label for label in mine if label in theirs]
    changed = [label for label in labels if _is_changed(mine[label], theirs[label])]
    if not changed:
        return False
    left, right = newer.words - newer.numbers, older.words - older.numbers
    if (newer.names - older.names) and (older.names - newer.names):
        return _differ_in_version_only(newer, older)
    shared = len(left & right) / len(left | right) if left | right else 1.0
    if newer.has_turn or newer.dropped:
        # a turn word lets the newer one say more, but not about another thing
        is_about = newer.sequence[0] in {*changed, *right} and bool(newer.proper & {*changed})
        return right <= left or shared >= _SAME_SUBJECT_RATIO or is_about
    return shared > _SAME_SUBJECT_RATIO and (right <= left or left <= right)


def _names(dropped: Dropped, newer: Statement, older: Statement, *, is_choice: bool) -> bool:
    gone = dropped.terms & older.asserted
    if not gone or _is_of_another(dropped, newer, older) or _speaks_elsewhere(dropped, older):
        return False
    if dropped.is_denial and dropped.beside - older.words:
        return False
    if dropped.is_contrast and _is_about_another(gone, newer, older):
        return False
    if dropped.is_verdict and not _is_filled_anew(dropped, newer, older):
        return False
    # «the Kafka topic of the prototype» is not Kafka
    if dropped.first not in gone and len(gone) < _NAMED_RATIO * len(dropped.terms):
        return False
    if dropped.is_tight and len(gone) < _NAMED_RATIO * len(dropped.terms):
        return False
    covered = len(older.asserted & newer.words) / len(older.asserted)
    is_most = len(gone) >= _COVERED_RATIO * len(older.asserted)
    if is_choice and (is_most or covered >= _COVERED_RATIO):
        return True
    is_named = bool(gone & (older.specifics | newer.specifics))
    if covered >= _COVERED_RATIO and (is_named or is_most):
        return True
    if not is_choice:
        return False
    about = frozenset([key for key in older.sequence if key in older.asserted][:_ABOUT_TERMS])
    named = older.asserted & older.specifics
    return bool(gone & about & named or (named and named <= gone))


def _covers(dropped: Dropped, newer: Statement, older: Statement) -> bool:
    """Tell whether what is given up is most of what the older one says, or it is said again."""
    most = _COVERED_RATIO * len(older.asserted)
    return len(older.asserted & newer.words) >= most or len(dropped.terms & older.asserted) >= most


def _is_about_another(gone: frozenset[str], newer: Statement, older: Statement) -> bool:
    """Tell «put the cakes in the kitchen, not in the cellar» from a word on the drinks there."""
    theirs = older.asserted - gone - {older.sequence[0]} - older.specifics
    mine = newer.asserted - {newer.sequence[0]}
    return bool(theirs) and not theirs & mine and older.sequence[0] not in mine


def _is_filled_anew(dropped: Dropped, newer: Statement, older: Statement) -> bool:
    """Tell whether something is said in the stead of what is called unfit, for the same thing."""
    subject = older.asserted - dropped.terms - older.numbers
    return bool(subject & dropped.beside) and bool(newer.asserted - older.words - dropped.terms)


def _is_of_another(dropped: Dropped, newer: Statement, older: Statement) -> bool:
    """Tell whether somebody else leaves it behind: «our sister company moved from A to B»."""
    others = dropped.subject - older.words
    subject = older.asserted - older.specifics
    return bool(others) and bool(subject) and not subject & (newer.words - dropped.terms)


def _speaks_elsewhere(dropped: Dropped, older: Statement) -> bool:
    """Tell whether each has a purpose of its own that the other would have to share.

    «Moved the session cache off Redis» says nothing about «Redis for the job queue».
    """
    mine = dropped.beside - older.specifics
    theirs = older.asserted - older.specifics - dropped.terms
    # one word on a side is as often a reason as a subject
    return len(mine) > 1 and len(theirs) > 1 and not mine & theirs


def _differ_in_version_only(newer: Statement, older: Statement) -> bool:
    labels = {label for label, _ in newer.slots} & {label for label, _ in older.slots}
    return all(
        any(name.startswith(label) for label in labels) for name in (newer.names ^ older.names)
    )


def _values(one: Statement) -> dict[str, frozenset[str]]:
    values: dict[str, set[str]] = {}
    for label, number in one.slots:
        values.setdefault(label, set()).add(number)
    return {label: frozenset(numbers) for label, numbers in sorted(values.items())}


def _is_changed(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    if len(mine) > 1 or len(theirs) > 1:
        return False
    (new,), (old,) = mine, theirs
    # «3» and «3.2» do not differ, one is only more exact
    return new != old and not new.startswith(f"{old}.") and not old.startswith(f"{new}.")
