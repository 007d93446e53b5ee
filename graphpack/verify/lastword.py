"""Whether somebody gave up later what a node still tells as standing, and no node says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.conversation import Conversation, Message, Origin, Role, Text
from graphpack.model.graph import ContextGraph, Node
from graphpack.text import iter_sentences, words
from graphpack.verify.places import shown
from graphpack.verify.receipt import Finding
from graphpack.verify.standing import Replaces

LEAST_CHARS, MOST_CHARS = 12, 300
"""Of a sentence that gives something up; a longer one tells of many things."""

MOST_PART_CHARS = 20_000
"""A longer text is pasted, not said."""

_STATING = frozenset([NodeType.DECISION, NodeType.FACT])
_GONE = frozenset([Status.ABANDONED, Status.RESOLVED])
_LEAST_SHARED = 2


def last_word_findings(
    graph: ContextGraph, conversation: Conversation, gives_up: Replaces
) -> Iterator[Finding]:
    """Look behind each standing decision and fact for words that give it up.

    Args:
        graph: Any graph with sources.
        conversation: The transcript, redacted.
        gives_up: Says which nodes a sentence gives up by name.

    Yields:
        A finding for each node that people or the assistant gave up after its last evidence.
    """
    standing = _standing(graph)
    terms = {node.id: frozenset(words(node.summary)) for node in standing}
    told: set[str] = set()
    for message, sentence in _said(conversation.messages):
        earlier = [
            node
            for node in standing
            if node.id not in told and max(s.message for s in node.sources) < message
        ]
        near = _near(sentence, earlier, terms)
        if not near:
            continue
        said = Node(id="", type=NodeType.DECISION, summary=sentence)
        for node, reason in gives_up(said, near):
            told.add(node.id)
            what = f"is {node.status or 'current'}, but message {message} {reason}"
            yield Finding("given-up-later", node.id, what, at=message)


def _standing(graph: ContextGraph) -> list[Node]:
    touched = {tie.end for tie in graph.relationships if tie.type == RelationType.SUPERSEDES}
    return [
        node
        for node in graph.walk()
        if node.type in _STATING
        and node.sources
        and node.status not in _GONE
        and node.id not in touched
    ]


def _said(messages: Sequence[Message]) -> Iterator[tuple[int, str]]:
    for message in messages:
        if message.role not in {Role.USER, Role.ASSISTANT} or message.origin != Origin.MAIN:
            continue
        for part in message.parts:
            if not isinstance(part, Text) or len(part.text) > MOST_PART_CHARS:
                continue
            for start, end in iter_sentences(part.text):
                if LEAST_CHARS <= end - start <= MOST_CHARS:
                    yield message.index, shown(part.text[start:end])


def _near(sentence: str, nodes: Iterable[Node], terms: dict[str, frozenset[str]]) -> list[Node]:
    candidates = list(nodes)
    if not candidates:
        return []
    mine = frozenset(words(sentence))
    return [node for node in candidates if len(mine & terms[node.id]) >= _LEAST_SHARED]
