"""Takes out of a statement of many sentences the one that a later statement gives up.

«We build a pantry tool. We store it in BoltDB. No cgo.» is not given up with BoltDB; yet carried on
as it is, it would bring BoltDB back. So that sentence becomes a node of its own, which falls.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.merge.conflicts import evidence, may_name
from graphpack.merge.draft import Draft, is_later
from graphpack.merge.statement import statement
from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import Node, Source
from graphpack.text import iter_sentences, normal
from graphpack.text.lifting import is_lifting

_PARTED = frozenset({NodeType.DECISION, NodeType.GOAL, NodeType.FACT})
_NAMED = 3.0
"""Only what is given up by name parts a statement; another value for a slot does not."""


def part(draft: Draft) -> None:
    """Give the sentences that were given up nodes of their own.

    Args:
        draft: Changed in place: the rest of a parted node stays, and what gave the sentence up
            supersedes the new node.
    """
    droppers = [
        name
        for name, node in draft.nodes.items()
        if node.type in {NodeType.DECISION, NodeType.FACT}
        and node.status not in {Status.ABANDONED, Status.DEFERRED}
        and (statement(node.summary).left or is_lifting(node.summary))
    ]
    olders = [
        name
        for name, node in draft.nodes.items()
        if node.type in _PARTED and node.status != Status.ABANDONED
    ]
    dropped = {
        newer: frozenset[str]().union(
            *(_part(draft, newer, older) for older in olders if _may_part(draft, newer, older))
        )
        for newer in droppers
    }
    # what was proved to be given up is so wherever a choice begins with its name
    for newer, terms in dropped.items():
        for older in olders:
            if terms and _may_part(draft, newer, older, terms):
                _part(draft, newer, older, terms)


def _may_part(draft: Draft, newer: str, older: str, known: frozenset[str] = frozenset()) -> bool:
    is_one = newer == older or draft.has_tie(newer, older, RelationType.SUPERSEDES)
    if is_one or not is_later(draft, newer, older):
        return False
    one, other = draft.nodes[newer], draft.nodes[older]
    # most share no word: what takes time to compare is for the others
    if known.isdisjoint(statement(other.summary).words) and not any(
        may_name(one, sentence) for sentence in _sentences(other.summary)
    ):
        return False
    # what falls as a whole is not parted
    return evidence(one, other) is None


def _part(
    draft: Draft, newer: str, older: str, known: frozenset[str] = frozenset()
) -> frozenset[str]:
    """Part one node; with the terms of what was given up, none where nothing was."""
    node = draft.nodes[older]
    sentences = _sentences(node.summary)
    gone = list(_given_up(draft.nodes[newer], node, sentences, known))
    rest = [sentence for sentence in sentences if sentence not in gone]
    if not gone or not rest:
        return frozenset()
    said = " ".join(gone)
    cited = tuple(source for source in node.sources if _cites(source, said))
    kept = tuple(source for source in node.sources if source not in cited)
    name = _free(draft, older)
    draft.nodes[name] = node.model_copy(
        update={
            "id": name,
            "type": NodeType.DECISION if node.type == NodeType.GOAL else node.type,
            "summary": said,
            "title": None,
            "sources": cited or node.sources,
            "status": None,
        }
    )
    draft.chunks[name] = draft.chunks[older]
    if older in draft.openings:
        draft.openings[name] = draft.openings[older]
    draft.change(older, summary=" ".join(rest), sources=kept or node.sources)
    draft.tie(newer, name, RelationType.SUPERSEDES)
    draft.overruled.append((newer, name, "names what it drops"))
    left = statement(draft.nodes[newer].summary).left
    return frozenset[str]().union(*(one.terms for one in left)) & statement(said).words


def _given_up(
    newer: Node, older: Node, sentences: list[str], known: frozenset[str]
) -> Iterator[str]:
    """The sentences that a later statement gives up by name."""
    kind = NodeType.DECISION if older.type == NodeType.GOAL else older.type
    for sentence in sentences:
        is_said = may_name(newer, sentence) and _is_named(newer, older, sentence, kind)
        is_of_it = kind == NodeType.DECISION and not known.isdisjoint(
            statement(sentence).sequence[:1]
        )
        if is_said or is_of_it:
            yield sentence


def _is_named(newer: Node, older: Node, sentence: str, kind: str) -> bool:
    alone = older.model_copy(update={"summary": sentence, "type": kind, "status": None})
    found = evidence(newer, alone)
    return found is not None and found.strength >= _NAMED


def _sentences(summary: str) -> list[str]:
    return [summary[start:end].strip() for start, end in iter_sentences(summary)]


def _cites(source: Source, said: str) -> bool:
    """Whether a source shows what was taken out, and not what stays."""
    quote = normal(source.quote).strip(" .")
    return bool(quote) and quote in normal(said)


def _free(draft: Draft, name: str) -> str:
    number = 1
    while f"{name}.{number}" in draft.nodes:
        number += 1
    return f"{name}.{number}"
