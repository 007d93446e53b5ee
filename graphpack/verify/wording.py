"""Whether a node's words stand on its evidence: quotes, code, exact things, negations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphpack.model.codes import NodeType, Status
from graphpack.model.graph import Node, Source
from graphpack.text.details import details, missing_details
from graphpack.text.injection import is_quoted
from graphpack.verify.negation import Language, turned_pieces
from graphpack.verify.places import Places
from graphpack.verify.receipt import NOWHERE, Finding
from graphpack.verify.swaps import Vocabulary, other_units, swaps

_SHOWN_CHARS = 60
_BETWEEN_PIECES = "\n\n"


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
    if len(node.sources) > 1 and all(
        any(piece in text for message in sorted(cited) for text in places.words(message))
        for piece in code.split(_BETWEEN_PIECES)
    ):
        return  # several pieces behind one another, as of a very short conversation
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
    node: Node, evidence: tuple[str, ...], language: Language, plain: str
) -> Iterator[Finding]:
    """Hold what a node asserts and denies against its evidence.

    Args:
        node: Any node with sources.
        evidence: Whole sentences that its quotes stand in.
        language: What has to be known of languages.
        plain: The summary without notes on other nodes.

    Yields:
        A finding for each piece that says the contrary of its evidence.
    """
    if node.type == NodeType.CODE or is_quoted(node.summary):
        return
    for piece, is_denial in turned_pieces(plain, evidence, language):
        if node.status == Status.ABANDONED and not is_denial:
            continue  # that it was given up is what the evidence says, perhaps with a «not»
        what = "denies what its evidence says" if is_denial else "says what its evidence denies"
        yield Finding("negation-differs", node.id, f"{what}: {_short(piece)}", at=_last(node))


def swap_findings(
    node: Node, evidence: tuple[str, ...], cited: Sequence[str], vocabulary: Vocabulary, plain: str
) -> Iterator[Finding]:
    """Hold the numbers, units, names and contraries of a node against its evidence.

    Args:
        node: Any node with sources.
        evidence: Whole sentences that its quotes stand in.
        cited: All that a statement may name by its sources.
        vocabulary: What has to be known of words.
        plain: The summary without notes on other nodes.

    Yields:
        A finding for each piece that has one thing where its evidence has another.
    """
    if node.type == NodeType.CODE or is_quoted(node.summary):
        return
    found = [*swaps(plain, evidence, vocabulary)]
    for swap in found or other_units(plain, cited):
        if swap.code == "word-differs" and node.status == Status.ABANDONED:
            continue  # what was given up may rest on the words that give it up
        what = f"says {swap.mine!r} where its evidence says {swap.theirs!r}: {_short(swap.piece)}"
        yield Finding(swap.code, node.id, what, at=_last(node), detail=swap.mine)


def evidence_of(node: Node, places: Places) -> tuple[str, ...]:
    """List the whole sentences that a node's quotes stand in.

    Args:
        node: Any node.
        places: The transcript.

    Returns:
        Each once, in the order of the sources.
    """
    return tuple(dict.fromkeys(e for s in node.sources for e in places.sentences(s)))


def _last(node: Node) -> int | None:
    return max((source.message for source in node.sources), default=None)


def _words(node: Node) -> str:
    return f"{node.title}: {node.summary}" if node.title else node.summary


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _SHOWN_CHARS else line[: _SHOWN_CHARS - 1] + "…")
