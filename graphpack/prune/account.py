"""The account of a cut graph: one ``Cut`` for each thing that is no longer in the pack."""

from __future__ import annotations

from difflib import SequenceMatcher

from graphpack.model.codes import Importance
from graphpack.model.graph import ContextGraph, Node
from graphpack.model.report import Cut
from graphpack.prune.cutter import Cutter
from graphpack.prune.draft import Draft, Measure, Scale
from graphpack.prune.packing import Packed


def low_cuts(before: ContextGraph, after: ContextGraph, *, measure: Measure) -> tuple[Cut, ...]:
    """Account for the low nodes.

    Args:
        before: With them.
        after: Without them.
        measure: Exact size of a rendered graph.

    Returns:
        One cut each, in reading order; 0 tokens where the form never writes them.
    """
    kept = {node.id for node in after.walk()}
    gone = [node for node in before.walk() if node.id not in kept]
    if not gone:
        return ()
    empty = measure(ContextGraph(description="", nodes=()))
    cuts = []
    for node in gone:
        alone = ContextGraph(description="", nodes=(node.model_copy(update={"children": ()}),))
        cuts.append(Cut(node.id, "dropped", "low importance", node.summary, measure(alone) - empty))
    return tuple(cuts)


def handoff_cuts(before: ContextGraph, after: ContextGraph, *, measure: Measure) -> tuple[Cut, ...]:
    """Account for a hand-off that was cut.

    Args:
        before: As it was written for the nodes that are left.
        after: As it stands in the pack.
        measure: Exact size of a rendered graph.

    Returns:
        One cut, or none.
    """
    if before.handoff == after.handoff:
        return ()
    text = before.handoff[len(after.handoff) :].strip()
    longer = after.model_copy(update={"handoff": before.handoff})
    saved = measure(longer) - measure(after)
    return (Cut("handoff", "shortened", "takes half of the cap alone", text, saved),)


def cutter_cuts(cutter: Cutter, draft: Draft, *, target_tokens: int) -> tuple[Cut, ...]:
    """Account for what a cutter did.

    Args:
        cutter: After its work.
        draft: What it chose.
        target_tokens: For the reasons.

    Returns:
        Demoted, shortened, folded and dropped nodes, each group in the order made.
    """
    nodes, tokens = cutter.nodes, cutter.scale.node_tokens
    reason = "high nodes alone are over the cap, this one is worth least"
    cuts = [Cut(each, "demoted", reason, "", 0) for each in cutter.demoted]
    grown = {kept for kept in cutter.folds.values() if kept in draft.kept}
    for node_id, version in draft.words.items():
        own = nodes[node_id]
        if node_id in draft.kept and node_id not in grown and version.summary != own.summary:
            text = _removed(own.summary, version.summary)
            saved = tokens(own) - tokens(version)
            cuts.append(Cut(node_id, "shortened", "holds no hard fact", text, saved))
    for node_id, kept in cutter.folds.items():
        if kept in grown:
            cuts.append(_folded(nodes[node_id], kept, cutter, draft))
    gone = [
        each for each in nodes if each not in draft.kept and cutter.folds.get(each) not in grown
    ]
    why = f"over the target of {target_tokens} tokens, lowest value per token"
    cuts.extend(
        Cut(node_id, "dropped", why, nodes[node_id].summary, tokens(nodes[node_id]))
        for node_id in reversed(cutter.by_worth(gone, draft))
    )
    return tuple(cuts)


def brief_cuts(before: ContextGraph, brief: ContextGraph, scale: Scale) -> tuple[Cut, ...]:
    """Account for what was replaced and is said in few words.

    Args:
        before: In full words.
        brief: The same nodes, before any cut.
        scale: Weighs.

    Returns:
        One cut for each node that says less.
    """
    return tuple(
        Cut(
            node.id,
            "shortened",
            "it was replaced: one clause says what it was",
            _removed(node.summary, less.summary),
            scale.node_tokens(node) - scale.node_tokens(less),
        )
        for node, less in zip(before.walk(), brief.walk(), strict=True)
        if node.summary != less.summary
    )


def packed_cuts(
    graph: ContextGraph, packed: Packed, scale: Scale, *, target_tokens: int
) -> tuple[Cut, ...]:
    """Account for statements that went into another node's line, and for those that found no room.

    Args:
        graph: Before.
        packed: With fuller lines.
        scale: Weighs.
        target_tokens: For the reasons.

    Returns:
        One cut for each, a node's children after it.
    """
    nodes = {node.id: node for node in graph.nodes}
    cuts = [
        Cut(
            gone,
            "folded",
            f"same type and state as {keeper}, now in its line",
            nodes[gone].summary,
            scale.node_tokens(nodes[gone]),
        )
        for gone, keeper in packed.folds.items()
    ]
    why = f"over the target of {target_tokens} tokens, worth least"
    lost = ContextGraph(description="", nodes=tuple(nodes[each] for each in packed.dropped))
    reason = "high nodes alone are over the cap, this one is worth least"
    cuts += (
        Cut(node.id, "demoted", reason, "", 0)
        for node in lost.walk()
        if node.importance == Importance.HIGH
    )
    cuts += (
        Cut(node.id, "dropped", why, node.summary, scale.node_tokens(node)) for node in lost.walk()
    )
    return tuple(cuts)


def _folded(node: Node, kept: str, cutter: Cutter, draft: Draft) -> Cut:
    others = [each for each, into in cutter.folds.items() if into == kept]
    before = sum(cutter.scale.node_tokens(cutter.nodes[each]) for each in [kept, *others])
    saved = before - cutter.scale.node_tokens(draft.words[kept])
    reason = f"same type and topic as {kept}, now in its line"
    return Cut(node.id, "folded", reason, node.summary, saved // len(others))


def _removed(before: str, after: str) -> str:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    gone = [before[a:b].strip() for tag, a, b, _, _ in matcher.get_opcodes() if tag != "equal"]
    return " … ".join(piece for piece in gone if piece)
