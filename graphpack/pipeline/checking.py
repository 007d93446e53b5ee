"""Gives the verification what other stages know: of redaction, and of the merger's statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from graphpack.merge.conflicts import evidence, pointed_terms
from graphpack.merge.statement import statement, without_notes
from graphpack.merge.words import COUNTERPARTS, ORDERED, REVERSALS, SILENT, VETOES
from graphpack.model.codes import NodeType
from graphpack.model.conversation import Conversation
from graphpack.model.graph import ContextGraph, Node
from graphpack.redact import Redacted, clean, redact
from graphpack.redact.policy import Policy
from graphpack.text import negations, words
from graphpack.verify import Knowledge, Language, Places, Receipt, Stance, verify

NAMED = 3.0
"""From this strength on a statement names what it gives up, goes back to or forbids."""


def check_graph(graph: ContextGraph, redacted: Redacted) -> Receipt:
    """Hold a graph against the redacted conversation it was made of.

    Args:
        graph: A valid graph.
        redacted: The conversation, with the policy and the placeholders of its redaction.

    Returns:
        The receipt.
    """
    return verify(graph, places_of(redacted), KNOWLEDGE)


def check_against(graph: ContextGraph, conversation: Conversation, policy: Policy) -> Receipt:
    """Hold a graph against a conversation as it was read.

    Args:
        graph: A valid graph.
        conversation: Not yet redacted.
        policy: The pack's own; another one gives other texts to compare with.

    Returns:
        The receipt.
    """
    return check_graph(graph, redact(conversation, policy))


def places_of(redacted: Redacted) -> Places:
    """Make a conversation's texts ready to be looked up.

    Args:
        redacted: The conversation.

    Returns:
        Its texts as packs quote them.
    """
    return Places(
        redacted.conversation, hide=lambda text: clean(text, redacted.policy, redacted.vault)
    )


@lru_cache(maxsize=1024)
def _stance(text: str) -> Stance:
    read = statement(text)
    return Stance(read.asserted, read.denied | read.dropped, read.is_question)


def _replaces(newer: Node, earlier: Sequence[Node]) -> Iterator[tuple[Node, str]]:
    return _outdone(newer, earlier, least=0.0)


def _gives_up(sentence: Node, earlier: Sequence[Node]) -> Iterator[tuple[Node, str]]:
    """Of words that are no statement of a pack only those count that name what they give up."""
    return _outdone(sentence, earlier, least=NAMED)


def _outdone(newer: Node, earlier: Sequence[Node], *, least: float) -> Iterator[tuple[Node, str]]:
    pointed = pointed_terms(newer)
    for older in earlier if pointed else ():
        if older.type == NodeType.CONTEXT or not pointed & statement(older.summary).words:
            continue
        found = evidence(newer, older)
        if found is not None and found.strength >= least:
            yield older, found.reason


def _denies(text: str) -> bool:
    return bool(negations(text)) or not VETOES.isdisjoint(words(text))


def _excludes(one: str, other: str) -> bool:
    return frozenset((one, other)) in _CONTRARIES


_CONTRARIES = frozenset((*REVERSALS, *COUNTERPARTS))
_LANGUAGE = Language(_stance, _denies, SILENT, ORDERED, _excludes)

SETTLED = Knowledge(_LANGUAGE, plain=without_notes)
"""What the merger knows of statements, for a graph that it has just settled."""

KNOWLEDGE = replace(SETTLED, replaces=_replaces, gives_up=_gives_up)
"""What the merger knows of statements, and of what takes the place of what."""
