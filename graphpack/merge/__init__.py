"""Makes one graph of the chunks' graphs: one id space, one node for each thing said.

Order of work: lay the parts side by side, fold what states the same, settle what supersedes
what, tie what a later chunk settles, put in reading order, write the hand-off. It asks nobody;
a judge for the doubtful pairs is handed in.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from graphpack.merge.draft import Draft, gather, is_later
from graphpack.merge.folding import Pair, fold, fold_duplicates
from graphpack.merge.handoff import restate
from graphpack.merge.heads import head
from graphpack.merge.judge import Judge, Verdict
from graphpack.merge.links import settle
from graphpack.merge.numbering import Numbered, renamed_text, renumber
from graphpack.merge.short import simplify
from graphpack.merge.speakers import put_back, take_off
from graphpack.merge.statement import statement
from graphpack.merge.supersession import contradict, supersede
from graphpack.model.chunk import ChunkGraph
from graphpack.model.codes import RelationType, Status
from graphpack.model.graph import ContextGraph
from graphpack.model.report import Merge, Notice
from graphpack.patterns import compiled

__all__ = [
    "Judge",
    "Merged",
    "Numbered",
    "Verdict",
    "merge",
    "renumber",
    "restate",
    "simplify",
]

MOST_JUDGED_PAIRS = 40
_PIECES = compiled(r"( — |; now: )")


@dataclass(frozen=True, slots=True)
class Merged:
    """One graph, and what was done to get it.

    Args:
        graph: Numbered, with a hand-off.
        merges: Nodes folded (the folded one by its chunk id) and nodes superseded (both by their
            final ids), in the order made.
        notices: What was left out, turned round or weakened; those of the parts are not repeated.
    """

    graph: ContextGraph
    merges: tuple[Merge, ...]
    notices: tuple[Notice, ...]


def merge(
    parts: Sequence[ChunkGraph],
    *,
    judge: Judge | None = None,
    speakers: Collection[str] = (),
    is_document: bool = False,
    tells: bool = True,
) -> Merged:
    """Make one graph of what was found in each chunk.

    Args:
        parts: One for each chunk; their order does not matter, their index does.
        judge: Asked once about the pairs the rules leave in doubt; without one both nodes of
            such a pair stay.
        speakers: Names of those who speak; a summary may open with one of them.
        is_document: True where nobody speaks: then no summary says that somebody does.
        tells: Whether to write the hand-off; it is empty where it is to be a larger graph's.

    Returns:
        A graph with unique ids, existing ends and acyclic ``supersedes``.

    Source:
        Seed 002, "Chunked compression".
    """
    draft = gather(parts)
    take_off(draft, speakers)
    doubts = fold_duplicates(draft)
    if judge is not None and doubts:
        _judge(draft, doubts[:MOST_JUDGED_PAIRS], judge)
        fold_duplicates(draft)
    supersede(draft)
    settle(draft)
    if not is_document:
        put_back(draft)
    numbered = renumber(draft.tree(), tuple(draft.ties.values()))
    graph = ContextGraph(
        description=renamed_text(_standing(_description(parts), draft), numbered.names),
        nodes=numbered.nodes,
        relationships=numbered.relationships,
        chunks=max(1, len({part.index for part in parts})),
    )
    graph = restate(graph) if tells else graph
    return Merged(graph, _merges(draft, numbered), _notices(draft, numbered))


def _judge(draft: Draft, pairs: Sequence[Pair], judge: Judge) -> None:
    asked = [(draft.nodes[one], draft.nodes[other]) for one, other in pairs]
    verdicts = judge(asked)
    if len(verdicts) != len(pairs):
        draft.notice(
            "judge-miscounted", "merge", f"{len(verdicts)} verdicts for {len(pairs)} pairs"
        )
        return
    for (older, newer), verdict in zip(pairs, verdicts, strict=True):
        if older not in draft.nodes or newer not in draft.nodes:
            continue
        if verdict == Verdict.SAME:
            fold(draft, older, newer, reason="judged the same")
        elif verdict == Verdict.SUPERSEDES and is_later(draft, newer, older):
            draft.tie(newer, older, RelationType.SUPERSEDES)
        elif verdict in {Verdict.CONFLICT, Verdict.SUPERSEDES}:
            draft.tie(newer, older, RelationType.RELATED_TO)
            contradict(draft, newer, older)


def _description(parts: Sequence[ChunkGraph]) -> str:
    """Join what the first chunk says of the topic and the last of the state."""
    told = list(
        dict.fromkeys(
            text
            for part in sorted(parts, key=lambda p: (p.index, p.description))
            if (text := part.description.strip())
        )
    )
    if len(told) < 2:
        return told[0] if told else ""
    topic = head(told[0], words=12)
    return f"{topic}; now: {told[-1]}" if topic else told[-1]


def _standing(description: str, draft: Draft) -> str:
    """Leave out of a description what was given up: it heads the pack."""
    if not description:
        return description
    fallen = draft.ends(RelationType.SUPERSEDES)
    gone = {name for name, node in draft.nodes.items() if node.status == Status.ABANDONED}
    told = [
        (name in fallen or name in gone, statement(node.summary).words)
        for name, node in draft.nodes.items()
    ]
    kept = []
    for piece in _PIECES.split(description):
        words = statement(piece).words
        over = [is_over for is_over, said in told if words and words <= said]
        if not over or not all(over):
            kept.append(piece)
    return "".join(kept).strip(" —;") if len(kept) > 1 else "".join(kept)


def _merges(draft: Draft, numbered: Numbered) -> tuple[Merge, ...]:
    into = {gone: kept for gone, kept, _ in draft.folds}

    def final(name: str) -> str:
        while name in into:
            name = into[name]
        return numbered.names[name]

    folded = (Merge(final(kept), gone, reason) for gone, kept, reason in draft.folds)
    overruled = (
        Merge(final(newer), final(older), f"supersedes: {reason}")
        for newer, older, reason in draft.overruled
    )
    return (*folded, *overruled)


def _notices(draft: Draft, numbered: Numbered) -> tuple[Notice, ...]:
    return tuple(
        Notice(
            notice.code,
            numbered.names.get(notice.where, notice.where),
            renamed_text(notice.message, numbered.names),
            notice.count,
        )
        for notice in draft.notices
    )
