"""Whether a node's words stand on its evidence: quotes, code, exact things, negations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from graphpack.model.codes import NodeType, Status
from graphpack.model.graph import Node, Source
from graphpack.text import iter_sentences, negations, normal
from graphpack.text.details import details, missing_details, shared_ratio
from graphpack.text.injection import is_quoted
from graphpack.verify.places import Places
from graphpack.verify.receipt import NOWHERE, Finding

OVERLAP_RATIO = 0.7
"""Share of a sentence's terms that must stand in its evidence for the two to be compared."""

NEAR_RATIO = 0.4
"""Below this share of common words it is not worth taking a sentence apart."""

LEAST_TERMS = 2
FLIPPED_RATIO = 0.5
_SHOWN_CHARS = 60
_JOINT = re.compile(r"(?<=\S);\s")
_CLAUSE = re.compile(r"[,;:.!?()—–，。；：]|\s-\s|\b(?:but|sondern|aber|mais|pero|mas|ma|но)\b")
_MARKS = re.compile(r"[`*]")


class Stance(NamedTuple):
    """What a sentence speaks of.

    Args:
        asserted: Keys of the terms it stands for.
        denied: Keys of the terms it denies, vetoes or leaves behind.
        is_question: Whether it asks.
    """

    asserted: frozenset[str]
    denied: frozenset[str]
    is_question: bool = False


Reads = Callable[[str], Stance]
"""Takes a sentence apart."""

Denies = Callable[[str], bool]
"""Says at little cost whether a text may deny anything."""


def span_findings(node: Node, places: Places) -> Iterator[Finding]:
    """Hold each quote against the place it is said to be from.

    Args:
        node: Any node.
        places: The transcript.

    Yields:
        A finding for each span that does not hold its quote.
    """
    for source in node.sources:
        where = f"message {source.message}"
        if places.is_quoted(source):
            continue
        text = places.text(source.message, source.part)
        if text is None or source.end > len(text):
            what = f"its evidence is not there: {where}, part {source.part}"
            what += f", characters {source.start}-{source.end}"
            yield Finding("span-missing", node.id, what, at=source.message)
            continue
        other = places.find(source.quote)
        if other is None:
            what = f"its quote stands nowhere: {_short(source.quote)}"
            yield Finding("quote-nowhere", node.id, what, at=source.message)
        else:
            what = f"its quote is not at {where}, {source.start}-{source.end}, but in"
            what += f" message {other}: {_short(source.quote)}"
            yield Finding("quote-differs", node.id, what, at=other)


def code_findings(node: Node, places: Places) -> Iterator[Finding]:
    """Hold a code node against the transcript, character by character.

    Args:
        node: Any node; only code is looked at.
        places: The transcript.

    Yields:
        A finding where its text is not the source's own characters.
    """
    if node.type != NodeType.CODE:
        return
    code = node.summary.strip()
    cited = {s.message for s in node.sources if s.message < len(places.conversation.messages)}
    if any(code in text for message in sorted(cited) for text in places.words(message)):
        return
    if any(code in source.quote for source in node.sources):
        return
    other = places.find(code)
    if other is None:
        what = f"is not the source's own characters: {_short(code)}"
        yield Finding("code-altered", node.id, what)
    elif cited:
        what = f"stands in message {other}, which it does not cite: {_short(code)}"
        yield Finding("code-elsewhere", node.id, what, at=other)


def details_of(node: Node) -> tuple[str, ...]:
    """List the exact things that a node's words name.

    Args:
        node: Any node.

    Returns:
        Each once; none of code, which is compared as a whole.
    """
    return () if node.type == NodeType.CODE else details(_words(node))


def detail_findings(
    node: Node, places: Places, related: Sequence[Source], notes: str
) -> Iterator[Finding]:
    """Look for each exact thing that a node names.

    Args:
        node: Any node that is no code.
        places: The transcript.
        related: Sources of the nodes it is tied to, for what its notes say of those.
        notes: What was noted behind its summary of other nodes; may be empty.

    Yields:
        A finding for each thing that stands in no cited message.
    """
    if node.type == NodeType.CODE:
        return
    cited = places.cited(node.sources)
    for detail in missing_details(_words(node), cited):
        is_noted = bool(notes) and detail in notes
        if is_noted and not missing_details(detail, places.cited(related)):
            continue
        at = places.naming(detail)
        if at is None:
            yield Finding(
                NOWHERE, node.id, f"{detail!r} stands nowhere in the transcript", detail=detail
            )
        elif node.sources and not is_noted:
            what = f"{detail!r} stands in message {at}, in none that it cites"
            yield Finding("detail-elsewhere", node.id, what, at=at, detail=detail)


def negation_findings(
    node: Node, places: Places, reads: Reads, denies: Denies, plain: str
) -> Iterator[Finding]:
    """Hold what a node asserts and denies against its evidence.

    A piece of the node's words is compared with the whole sentences its quotes stand in, where
    most of its terms occur; it is enough that one of them says the same.

    Args:
        node: Any node with sources.
        places: The transcript.
        reads: Takes a sentence apart.
        denies: Says whether a text may deny anything.
        plain: The summary without notes on other nodes.

    Yields:
        A finding for each piece that is turned round.
    """
    if node.type == NodeType.CODE or is_quoted(node.summary):
        return
    evidence = list(dict.fromkeys(e for s in node.sources for e in places.sentences(s)))
    is_denied = any(map(denies, evidence))
    for piece in _pieces(plain):
        if not is_denied and not denies(piece):
            continue
        if any(_is_copied(piece, text) for text in evidence):
            continue
        near = [text for text in evidence if shared_ratio(piece, [text]) >= NEAR_RATIO]
        mine = reads(piece) if near else None
        if mine is None or (node.status == Status.ABANDONED and not mine.denied):
            continue  # that it was given up is what the evidence says, perhaps with a «not»
        compared = [t for text in near if (t := _turned(mine, reads(text))) is not None]
        if compared and min(compared) >= FLIPPED_RATIO:
            what = "denies what its evidence says" if mine.denied else "says what it denies"
            yield Finding("negation-differs", node.id, f"{what}: {_short(piece)}", at=_last(node))


def _pieces(summary: str) -> Iterator[str]:
    for start, end in iter_sentences(summary):
        yield from (piece for piece in _JOINT.split(summary[start:end]) if piece.strip())


def _is_copied(piece: str, evidence: str) -> bool:
    """Tell whether a piece is the evidence's own words, and no «not» stands right before them."""
    words, whole = _bare(piece), _bare(evidence)
    at = whole.find(words)
    if at < 0:
        words = words.partition(": ")[2]  # behind the label that says who said it
        at = whole.find(words) if words else -1
    if at < 0:
        return False
    before = _CLAUSE.split(whole[:at])[-1]
    return not negations(before)


@lru_cache(maxsize=1024)
def _bare(text: str) -> str:
    return normal(_MARKS.sub("", text)).strip(" .…!?;,")


def _turned(mine: Stance, evidence: Stance) -> float | None:
    """Share of common terms that one denies and the other does not; None: not comparable."""
    terms = mine.asserted | mine.denied
    shared = terms & (evidence.asserted | evidence.denied)
    if len(shared) < LEAST_TERMS or len(shared) < OVERLAP_RATIO * len(terms):
        return None
    if mine.is_question != evidence.is_question:
        return None
    if mine.denied and evidence.denied:
        # how far a «not» reaches is uncertain where both have one; only what they exchange counts
        lost, gained = mine.denied & evidence.asserted, mine.asserted & evidence.denied
        if not lost or not gained:
            return 0.0
    return len(shared & (mine.denied ^ evidence.denied)) / len(shared)


def _last(node: Node) -> int | None:
    return max((source.message for source in node.sources), default=None)


def _words(node: Node) -> str:
    return f"{node.title}: {node.summary}" if node.title else node.summary


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _SHOWN_CHARS else line[: _SHOWN_CHARS - 1] + "…")
