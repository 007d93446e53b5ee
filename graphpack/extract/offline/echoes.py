"""Says beside a short answer what it is about, in the words that it answers or is answered by.

«90» means «90 minutes»: the assistant says so in the next line. «Will do» means what it proposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from graphpack.extract.offline.answers import is_yes
from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.fragments import is_bare
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.moving import SHIFT, UNDERTAKEN
from graphpack.extract.offline.passing import is_telling
from graphpack.extract.offline.phrases import ORDER, PROPOSAL
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import clip, line_of, strip_filler, width

ECHO_WORDS, OFFER_WORDS = 26, 12
"""A longer answer says by itself what it is about."""

ECHO_CHARS, OFFER_CHARS = 70, 90
FIRST_UNITS = 2
"""An assistant takes up what was settled in so many sentences."""

FEW_WORDS = 7
"""What is this short leans on what stood before it, whatever it says."""

_PROSE = frozenset({Kind.SENTENCE, Kind.ITEM})


def with_echo(
    group: Sequence[Statement], reading: Reading, told: Set[Unit] = frozenset()
) -> list[Statement]:
    """Add what a paragraph of few words is about.

    Args:
        group: The statements of one paragraph of a person, in order.
        reading: What they were chosen from.
        told: What has been added before.

    Returns:
        The same, the last one with the assistant's words and their evidence where these add what
        the person's leave out.
    """
    last = group[-1]
    said = " ".join(plain(one.units[-1].text) for one in group)
    if any(one.reply for one in group) or said.endswith(("?", "？")):
        return list(group)
    count = len(said.split())
    own = frozenset().union(*(reading.terms_of(unit) for one in group for unit in one.units))
    found = _echo(last, own, reading) if count <= ECHO_WORDS else None
    limit = ECHO_CHARS
    if found is None and count <= OFFER_WORDS:
        found, limit = _offer(group[0], own, reading), OFFER_CHARS
    if found is None or found in told:
        return list(group)
    echo = clip(strip_filler(line_of(found)), limit).rstrip(":：")
    changed = replace(last, line=f"{last.line} («{echo}»)", units=(found, *last.units))
    return [*group[:-1], changed]


def _echo(last: Statement, own: frozenset[str], reading: Reading) -> Unit | None:
    """What the assistant makes of an answer, where it says it again with what belongs to it."""
    at = last.units[-1].message
    following = range(at + 1, len(reading.messages))
    answer = next((m for m in following if not reading.placed[m].is_human), None)
    if answer is None:
        return None
    for unit in reading.units_of(answer)[:FIRST_UNITS]:
        line = plain(unit.text)
        if unit.kind not in _PROSE or width(line) > ECHO_CHARS or line.endswith(("?", "？", "…")):
            continue
        exact = [t for t in reading.terms_of(unit) & own if any(map(str.isdigit, t))]
        if line.endswith((":", "：")) and not exact:
            continue
        if PROPOSAL.search(line) or has_cue(line, Cue.NARRATION, Cue.PROBLEM):
            continue
        adds = _telling(reading.terms_of(unit) - own, reading)
        if adds and (exact or _adds(reading.terms_of(unit), own, reading)):
            return unit
    return None


def _offer(first: Statement, own: frozenset[str], reading: Reading) -> Unit | None:
    """What an answer takes up of what stood before it."""
    unit = first.units[-1]
    asked = reading.placed[unit.message].reply_to
    if asked < 0 or unit.place > 1:
        return None
    offered = [one for one in reading.units_of(asked) if one.kind in _PROSE]
    fitting = [one for one in offered if _adds(reading.terms_of(one), own, reading)]
    opening = plain(reading.units_of(unit.message)[0].text)
    if SHIFT.match(opening):
        return None
    is_taken = is_bare(opening) or has_cue(opening, Cue.AGREEMENT, Cue.DONE)
    is_taken = is_taken or is_yes(opening) or UNDERTAKEN.match(opening) is not None
    count = sum(len(one.text.split()) for one in reading.units_of(unit.message))
    if not is_taken and count > FEW_WORDS:
        return None
    if fitting:
        return max(
            fitting, key=lambda one: (_weight(reading.terms_of(one) & own, reading), -one.place)
        )
    stated = [one for one in offered if not one.text.endswith(("?", "？"))]
    proposed = [one for one in stated if ORDER.match(plain(one.text)) or PROPOSAL.search(one.text)]
    named = proposed or stated
    return named[-1] if is_taken and named else None


def _adds(terms: frozenset[str], own: frozenset[str], reading: Reading) -> bool:
    """Tell whether somebody says the same as another, and more."""
    common = _telling(terms & own, reading)
    return bool(common) and len(_telling(terms - own, reading)) > 0


def _telling(terms: Iterable[str], reading: Reading) -> list[str]:
    return [term for term in sorted(terms) if is_telling(term, reading.around)]


def _weight(terms: frozenset[str], reading: Reading) -> float:
    return sum(reading.around.weight(term) for term in _telling(terms, reading))
