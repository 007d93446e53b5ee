"""Cuts a graph to a budget, least worth first, and keeps an account of every cut.

Ties that words tell go first. Then the order is the seed's: low nodes go, medium summaries are
shortened, related siblings folded, then medium nodes go by value per token. High nodes stay as
they are, unless they alone are over the cap: then they are tightened, and the least valuable of
them become medium.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from graphpack.model.codes import Importance
from graphpack.model.graph import ContextGraph, Node
from graphpack.model.report import Cut
from graphpack.model.subset import without_low
from graphpack.prune.account import brief_cuts, cutter_cuts, handoff_cuts, low_cuts, packed_cuts
from graphpack.prune.budget import Budget, Pruned
from graphpack.prune.cutter import Cutter
from graphpack.prune.draft import Draft, Measure, Restate, Scale
from graphpack.prune.history import in_brief, replacements
from graphpack.prune.packing import pack_lines
from graphpack.prune.ties import loosened, tied_again
from graphpack.prune.worth import pinned_ids, unweighed, weighed

CONFLICT = "budget_conflict"
_ROUNDS = 8


def prune(
    graph: ContextGraph,
    budget: Budget,
    *,
    measure: Measure,
    restate: Restate,
    keep: Iterable[str] = (),
    keep_low: bool = False,
) -> Pruned:
    """Cut a graph until it fits its budget.

    Over the target: low nodes are dropped, ties that words tell, medium summaries shortened,
    related siblings folded, medium nodes dropped, lowest value per token first and what is open,
    blocked, deferred or an active goal last. High nodes are never cut, but where they alone are
    over the cap they are shortened, and the least valuable ones become medium until the rest fits.
    Only pinned nodes can leave a pack over its cap. Order is kept; relationships go with their
    ends.

    Args:
        graph: A valid graph (see ``model.check``).
        budget: Target and hard cap.
        measure: Exact size of a graph in tokens, as it will be rendered.
        restate: Writes the hand-off anew for the nodes that are left.
        keep: Texts or ids; nodes that hold one are never cut.
        keep_low: True to keep low nodes where everything fits the target.

    Returns:
        The smaller graph with its account; pruning it again changes nothing.

    Source:
        Seed 002, "Token budget".
    """
    pinned = pinned_ids(graph, keep)
    start = _without_conflict(_raised(graph, pinned))
    target = min(budget.target_tokens, budget.cap_tokens)
    light = start if keep_low and measure(start) <= target else without_low(start)
    if light is not start:
        light = restate(light)
    low = low_cuts(start, light, measure=measure)
    if measure(light) <= target:
        return Pruned(light, low)
    scale = Scale(measure, restate, budget.cap_tokens)
    brief = in_brief(weighed(light), replacements(light, pinned))
    loose, gone = loosened(brief)
    fitted, cuts = _cut(loose, pinned, scale, target, budget.cap_tokens)
    fitted, ties = tied_again(fitted, gone, measure, target)
    cuts = brief_cuts(light, brief, scale) + cuts + ties
    fitted = unweighed(fitted, light)
    fitted, over = _with_conflict(fitted, budget.cap_tokens, measure)
    return Pruned(fitted, low + cuts, over)


def _cut(
    graph: ContextGraph, pinned: Collection[str], scale: Scale, target: int, cap: int
) -> tuple[ContextGraph, tuple[Cut, ...]]:
    """Cut a graph, and where nodes would go choose lines instead: the one that tells more stays."""
    cutter = Cutter(graph, pinned, scale, target_tokens=target, cap_tokens=cap)
    draft = cutter.cut()
    fitted = scale.settle(draft)[0]
    if cutter.told(draft) < len(cutter.nodes):
        best = cutter.value(draft)
        found: tuple[ContextGraph, tuple[Cut, ...]] | None = None
        # a node below another one can be part of no line: beside it, it can
        flat = _side_by_side(graph.nodes)
        for shape in (graph.nodes,) if flat == graph.nodes else (graph.nodes, flat):
            whole = graph.model_copy(update={"nodes": shape})
            dense, cuts, told = _dense(whole, pinned, scale, target, cap)
            if told > best:
                best, found = told, (dense, cuts)
        if found is not None:
            return found
    cuts = cutter_cuts(cutter, draft, target_tokens=target)
    whole = scale.restate(draft.build())
    return fitted, cuts + handoff_cuts(whole, fitted, measure=scale.measure)


def _dense(
    graph: ContextGraph, pinned: Collection[str], scale: Scale, target: int, cap: int
) -> tuple[ContextGraph, tuple[Cut, ...], float]:
    """Choose lines; returns the graph, the account of it and what it tells, 0 where it is over."""
    cutter = Cutter(graph, pinned, scale, target_tokens=target, cap_tokens=cap)
    packed = pack_lines(
        graph, cutter.in_order(), pinned, scale, target_tokens=target, replaced=cutter.replaced
    )
    kept = frozenset(node.id for node in packed.graph.walk())
    fitted, tokens = scale.settle(Draft(packed.graph, kept))
    told = sum(n.value for n in graph.walk() if n.id in kept or n.id in packed.folds)
    cuts = packed_cuts(graph, packed, scale, target_tokens=target)
    return fitted, cuts, told if tokens <= target else 0.0


def _side_by_side(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Put the nodes below others behind them."""
    flat: list[Node] = []
    for node in nodes:
        flat.append(node.model_copy(update={"children": ()}) if node.children else node)
        flat.extend(_side_by_side(node.children))
    return tuple(flat)


def _raised(graph: ContextGraph, pinned: Collection[str]) -> ContextGraph:
    """Make pinned low nodes medium, because low ones are not written."""
    if not pinned:
        return graph
    nodes = tuple(_raised_node(node, pinned) for node in graph.nodes)
    return graph.model_copy(update={"nodes": nodes}) if nodes != graph.nodes else graph


def _raised_node(node: Node, pinned: Collection[str]) -> Node:
    is_raised = node.id in pinned and node.importance == Importance.LOW
    return node.model_copy(
        update={
            "importance": Importance.MEDIUM if is_raised else node.importance,
            "children": tuple(_raised_node(child, pinned) for child in node.children),
        }
    )


def _without_conflict(graph: ContextGraph) -> ContextGraph:
    if CONFLICT not in graph.meta:
        return graph
    meta = {key: value for key, value in graph.meta.items() if key != CONFLICT}
    return graph.model_copy(update={"meta": meta})


def _with_conflict(
    graph: ContextGraph, cap_tokens: int, measure: Measure
) -> tuple[ContextGraph, int]:
    """Say in the graph by how much it is over the cap, the words that say so included."""
    over = measure(graph) - cap_tokens
    if over <= 0:
        return graph, 0
    for _ in range(_ROUNDS):
        meta = {**graph.meta, CONFLICT: {"over_cap_tokens": over}}
        marked = graph.model_copy(update={"meta": meta})
        now = measure(marked) - cap_tokens
        if now == over:
            break
        over = now
    return marked, over
