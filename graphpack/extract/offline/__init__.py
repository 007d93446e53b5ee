"""The embedded extractor: deterministic, no network, nothing downloaded.

It reads a whole conversation, scores every sentence, item and telling line of output by what a
successor would lose without it, words the best so that each stands alone, and links them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from graphpack.extract.offline.aftermath import replaced
from graphpack.extract.offline.amended import amended
from graphpack.extract.offline.bargains import with_bargains
from graphpack.extract.offline.chains import chained
from graphpack.extract.offline.courtesy import is_unclear
from graphpack.extract.offline.describe import describe
from graphpack.extract.offline.dialogue import Dialogue, dialogue
from graphpack.extract.offline.endings import with_endings
from graphpack.extract.offline.fragments import leading
from graphpack.extract.offline.joining import join_neighbours
from graphpack.extract.offline.kinds import kind_of, status_of
from graphpack.extract.offline.links import link
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.matter import with_matter
from graphpack.extract.offline.nodes import given_up, nodes_of
from graphpack.extract.offline.outcomes import (
    in_order,
    is_put_right,
    left_open,
    overtaken,
    turned_down,
    with_question,
)
from graphpack.extract.offline.phrases import PLANNING
from graphpack.extract.offline.ranking import ranker
from graphpack.extract.offline.reading import Reading, read_units
from graphpack.extract.offline.reopened import reopened
from graphpack.extract.offline.selection import MIN_VALUE, Weighed, choose, shortness
from graphpack.extract.offline.stance import WAITING, is_telling
from graphpack.extract.offline.statements import Statement, tokens_of
from graphpack.extract.offline.tasks import open_tasks
from graphpack.extract.offline.units import Kind
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph
from graphpack.model.codes import Status
from graphpack.text import identifiers
from graphpack.text.dropped import is_shift

FEW_MESSAGES, FEW_SAID_TOKENS, LEAST_SAID_WORDS = 5, 120, 3
"""Of fewer messages all that people said is told, if it is as little; thanks and nods aside."""

NOD_BYTES = 12
"""A sentence of two words, or of four wide characters."""


class OfflineExtractor:
    """Finds statements by discourse and structure, without a model."""

    name = "offline"
    reads_whole = True

    def __init__(self, *, is_terse: bool = True) -> None:
        """Make one.

        Args:
            is_terse: Leave articles and padding out of an assistant's words; people who read a
                pack themselves want them.
        """
        self.is_terse = is_terse

    def extract(self, chunk: Chunk, context: ChunkContext) -> ChunkGraph:
        """Extract one chunk, normally the whole conversation.

        Args:
            chunk: The messages to read.
            context: What size was asked for; its place is unused, since the chunk is the whole.

        Returns:
            Nodes in reading order with evidence.
        """
        reading = read_units(chunk.messages, is_terse=self.is_terse)
        talk = Dialogue() if reading.is_passing else talked(reading)
        statements, olds = _statements(reading, talk, context.asked_tokens)
        nodes = nodes_of(reading, statements, chunk, asked=context.asked_tokens)
        nodes = amended(nodes, statements, reading)
        linked, relationships = link(nodes, statements, reading.around)
        linked, relationships = reopened(
            linked, relationships, statements, reading.units, reading.around
        )
        linked, overtaking = overtaken(linked, statements)
        relationships = (*relationships, *overtaking, *turned_down(linked, statements, talk))
        old_nodes, switches = given_up(reading, linked, statements, olds, chunk)
        return ChunkGraph(
            chunk.index,
            (*linked, *old_nodes),
            (*relationships, *switches),
            description=describe(reading.units, reading.values, reading.placed, reading.after),
            notices=reading.notices,
        )


def talked(reading: Reading) -> Dialogue:
    """Read what came of what was asked, offered, reported and bargained for in a short talk.

    Args:
        reading: The conversation.

    Returns:
        Nothing, where it is no short talk.
    """
    return with_bargains(with_endings(dialogue(reading), reading), reading)


def _statements(
    reading: Reading, talk: Dialogue, asked: int = 0
) -> tuple[list[Statement], dict[int, int]]:
    """Pick and word what to carry; with the earlier choices that picked switches replace."""
    around, units = reading.around, reading.units
    weights = [{term: around.weight(term) for term in terms} for terms in around.terms]
    lengths = [len(unit.text) for unit in units]
    changing = frozenset(
        at
        for at, unit in enumerate(units)
        if around.is_human(unit) and not unit.is_spoken and is_shift(plain(unit.text))
    )
    weighed = Weighed(
        units,
        reading.values,
        weights,
        [tokens_of(unit) for unit in units],
        [reading.placed[unit.message].exchange for unit in units],
        changing,
        reading.passed,
        _idle(reading) if asked else frozenset(),
    )
    least = MIN_VALUE * shortness(lengths, len(reading.messages))
    picked = choose(weighed, least=least, asked=asked)
    picked |= _all_said(reading, picked, least)
    if reading.is_passing:
        picked = _passing(reading, picked, least)
    else:
        picked |= _talked(reading, picked, least)
    picked = {at: value for at, value in picked.items() if at not in talk.hidden}
    if not picked and units:
        best = max(range(len(units)), key=lambda at: (reading.values[at], -at))
        picked = {best: reading.values[best]}
    worded = reading.worded(picked)
    # an answer says what it answers; what else leans on somebody's words tells nothing alone
    clear = [one for one in worded if not (one.opening and is_unclear(one.line))] or worded
    bare = {units[at] for at in reading.bare}
    alone = bare - {units[at] for at in leading(units, reading.bare)}
    telling = [one for one in clear if one.units[-1] not in alone]
    told = [with_matter(one, reading) for one in telling or clear]
    told = [with_question(one, reading, talk) for one in told]
    judged = [_judged(reading, one) for one in told]
    joined = chained(judged, reading) if reading.is_passing else join_neighbours(judged)
    # a lead-in stands before what it leads to, or it goes
    statements = [one for one in joined if not bare.issuperset(one.units)] or joined
    statements = [left_open(one) for one in statements]
    if talk.told:
        statements = in_order([*statements, *talk.told])
    statements += open_tasks(reading.messages, reading.placed, reading.last)
    shown = {unit for one in talk.told for unit in one.units}
    carried = picked | {at: reading.values[at] for at, unit in enumerate(units) if unit in shown}
    olds = replaced(carried, reading.after, units, around)
    return statements, {old: new for old, new in olds.items() if old not in reading.bare}


def _idle(reading: Reading) -> frozenset[int]:
    """Find what only says what comes next, or nods, and names nothing exact."""
    return frozenset(
        at
        for at, unit in enumerate(reading.units)
        if unit.kind == Kind.SENTENCE
        and not identifiers(unit.text)
        and (
            len(unit.text.encode()) <= NOD_BYTES
            or (not reading.around.is_human(unit) and PLANNING.match(plain(unit.text)))
        )
    )


def _all_said(reading: Reading, picked: Mapping[int, float], least: float) -> dict[int, float]:
    """Pick what else people said where they said so little that a pack has room for all of it."""
    said = [
        at
        for at, unit in enumerate(reading.units)
        if reading.around.is_human(unit) and not unit.is_borrowed and unit.kind == Kind.SENTENCE
    ]
    size = sum(tokens_of(reading.units[at]) for at in said)
    if len(reading.messages) >= FEW_MESSAGES or size > FEW_SAID_TOKENS:
        return {}
    missing = (at for at in said if at not in picked and at not in reading.passed)
    return {at: least for at in missing if len(reading.units[at].text.split()) >= LEAST_SAID_WORDS}


def _talked(reading: Reading, picked: Mapping[int, float], least: float) -> dict[int, float]:
    """Pick all that people say in a short talk: there is room for it, and the rest leans on it."""
    waiting = {unit.message for unit in reading.units if unit.stance in WAITING}
    return {
        at: least
        for at, unit in enumerate(reading.units)
        if unit.stance is not None
        and (unit.thread < 0 or unit.message in waiting)
        and reading.around.is_human(unit)
        and at not in picked
        and (at not in reading.passed or _is_corrected_at_once(at, reading))
    }


def _is_corrected_at_once(at: int, reading: Reading) -> bool:
    """Tell whether a person takes back in the same breath what only then has a name."""
    by = reading.after[at].dropper
    if by < 0 or reading.units[by].message != reading.units[at].message:
        return False
    said, again = reading.around.terms[at], reading.around.terms[by]
    return 2 * len(said & again) < len(said)


def _passing(reading: Reading, picked: Mapping[int, float], least: float) -> dict[int, float]:
    """Pick all of weight that people say in passing, and nothing else of theirs."""
    said = {
        at: reading.values[at]
        for at, unit in enumerate(reading.units)
        if reading.around.is_human(unit) and unit.kind in {Kind.SENTENCE, Kind.ITEM}
    }
    told = {at: value for at, value in picked.items() if at not in said}
    weighty = (at for at in said if at not in reading.passed and said[at] >= least)
    return told | {at: said[at] for at in weighty}


def _judged(reading: Reading, statement: Statement) -> Statement:
    """Say what a statement of one unit is by its own words."""
    is_last = reading.placed[statement.at].exchange == reading.last
    kind = kind_of(statement, ranker(), is_last=is_last)
    status = status_of(statement, kind, is_last=is_last)
    if status == Status.OPEN and not is_last and is_put_right(statement.units[-1], reading):
        status = Status.RESOLVED
    # where people settle something, the talk that led to it is no other matter
    weight = statement.value + any(unit.act or is_telling(unit) for unit in statement.units)
    return replace(statement, votes=((kind, status, weight),))
