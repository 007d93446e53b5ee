"""Which of a person's short lines decide something: they rule, or take one of several offers.

«flask.» looks like a fact to models that learned from reports; below a list that names it
it is a choice.
"""

from __future__ import annotations

from dataclasses import replace

from graphpack.extract.offline.answers import is_yes
from graphpack.extract.offline.kinds import is_ruling
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.passing import is_telling
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Kind
from graphpack.model.codes import NodeType
from graphpack.text import words

HEAD_WORDS = 4
"""An offer is named by its first words."""

CHOICE_WORDS = 10
"""Who chooses says so in few words."""

MIN_OFFERS = 2

DECIDES = 2.0
"""What is told beside a decision leads to it or limits it."""

_LISTED = frozenset({Kind.ITEM, Kind.ROW})


def settled(statement: Statement, reading: Reading) -> Statement:
    """Make a decision of what looks like a fact, where a person settles something by it.

    Args:
        statement: A person's, judged, of one unit.
        reading: What it was chosen from.

    Returns:
        The statement, its vote as weighty as its worth, and a decision's where it lays something
        down or takes an offer.
    """
    kind, status, _ = statement.votes[0]
    weight = statement.value
    level = replace(statement, votes=((kind, status, weight),))
    line = plain(statement.units[-1].text)
    if line.endswith(("?", "？")) or kind not in {NodeType.FACT, NodeType.DECISION}:
        return level
    is_settled = is_ruling(statement) or _is_choice(statement, line, reading)
    if not is_settled:
        return level
    return replace(statement, votes=((NodeType.DECISION, status, DECIDES * weight),))


def _is_choice(statement: Statement, line: str, reading: Reading) -> bool:
    unit = statement.units[-1]
    asked = reading.placed[unit.message].reply_to
    if asked < 0 or len(line.split()) > CHOICE_WORDS:
        return False
    if is_yes(line):
        return True
    if unit.place > 1:
        return False
    offers = [one for one in reading.units_of(asked) if one.kind in _LISTED]
    heads = {
        word for one in offers for word in words(" ".join(plain(one.text).split()[:HEAD_WORDS]))
    }
    named = {term for term in reading.terms_of(unit) if is_telling(term, reading.around)}
    return len(offers) >= MIN_OFFERS and not named.isdisjoint(heads)
