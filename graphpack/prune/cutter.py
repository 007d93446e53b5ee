"""The steps between "too large" and "fits", from the mildest to the hardest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from graphpack.model.codes import Importance, NodeType
from graphpack.model.graph import ContextGraph, Node
from graphpack.prune.draft import Draft, Scale
from graphpack.prune.fold import fold_siblings, is_foldable
from graphpack.prune.history import behind, replacements
from graphpack.prune.shorten import shorten
from graphpack.prune.worth import density, history_ids, is_standing
from graphpack.text.injection import is_quoted

_ROUNDS = 8
_THRIFT = 0.8
"""How much its length counts against a high node: 0 not at all, 1 in full."""
_FAILURES = 10
_STANDING = 1.5
"""What waits for a successor is long by nature: it names the matter and what it waits for."""


class Cutter:
    """Finds the draft of one graph that fits.

    Args:
        graph: Without low nodes, and over the target.
        pinned: Ids that no step may touch.
        scale: Weighs.
        target_tokens: Limit for everything but high and pinned nodes.
        cap_tokens: Limit for high nodes.
    """

    def __init__(
        self,
        graph: ContextGraph,
        pinned: Collection[str],
        scale: Scale,
        *,
        target_tokens: int,
        cap_tokens: int,
    ) -> None:
        self.nodes = {node.id: node for node in graph.walk()}
        self.whole = Draft(graph, frozenset(self.nodes))
        self.scale = scale
        self.demoted: tuple[str, ...] = ()
        self.folds: dict[str, str] = {}
        self._pinned = frozenset(pinned)
        self._target, self._cap = target_tokens, cap_tokens
        self._place = {node_id: place for place, node_id in enumerate(self.nodes)}
        self._parent = {child.id: node.id for node in graph.walk() for child in node.children}
        self._history = history_ids(graph)
        self.replaced = replacements(graph, pinned)
        self._links = _links(graph)
        self._link_tokens = scale.relationship_tokens(graph)

    def cut(self) -> Draft:
        """Take as many steps as it needs."""
        draft, is_fitting = self._shorten(self.whole)
        if not is_fitting:
            draft, is_fitting = self._fold(draft)
        if is_fitting:
            return self._restore(draft)
        core = draft.without(set(self.nodes) - self._with_parents(self._fixed()))
        if self.scale.settle(core)[1] > self._cap:
            core = self._demote(core)
        free = [node_id for node_id in self.nodes if self._is_free(node_id, core)]
        draft = self._fill(core, self.by_worth(free, core), limit=self._target)
        return self._restore(self._unfold(draft))

    def told(self, draft: Draft) -> int:
        """Count the nodes whose statements a draft still holds."""
        return sum(
            node_id in draft.kept or self.folds.get(node_id) in draft.kept for node_id in self.nodes
        )

    def value(self, draft: Draft) -> float:
        """Add up what the statements of a draft are worth."""
        return sum(
            node.value
            for node_id, node in self.nodes.items()
            if node_id in draft.kept or self.folds.get(node_id) in draft.kept
        )

    def in_order(self) -> list[str]:
        """Sort the root nodes, the last to go first: pinned, then high, then the others."""
        roots = [node.id for node in self.whole.graph.nodes]
        fixed = self._fixed()
        pinned = [node_id for node_id in roots if node_id in self._pinned]
        high = [node_id for node_id in roots if node_id in fixed - self._pinned]
        others = [node_id for node_id in roots if node_id not in fixed]
        ranked = [*pinned, *self._by_value(high), *self.by_worth(others, self.whole)]
        return behind(ranked, self.replaced)

    def by_worth(self, ids: Iterable[str], draft: Draft) -> list[str]:
        """Sort nodes, the last to go first."""

        def key(node_id: str) -> tuple[bool, float, int, int]:
            node = draft.node(node_id, self.nodes)
            tokens = self.scale.node_tokens(node)
            worth = density(node, tokens, self._history)
            return is_standing(node), worth, -tokens, -self._place[node_id]

        return sorted(ids, key=key, reverse=True)

    def _fixed(self) -> set[str]:
        return {
            node_id
            for node_id, node in self.nodes.items()
            if node.importance == Importance.HIGH
            or node_id in self._pinned
            or node_id in self.replaced
        }

    def _is_free(self, node_id: str, core: Draft) -> bool:
        return node_id not in core.kept and node_id not in self.folds

    def _with_parents(self, ids: Iterable[str]) -> frozenset[str]:
        found: set[str] = set()
        for node_id in ids:
            place: str | None = node_id
            while place is not None and place not in found:
                found.add(place)
                place = self._parent.get(place)
        return frozenset(found)

    def _shorten(self, draft: Draft) -> tuple[Draft, bool]:
        """Shorten medium summaries, least worth first, until the target is met."""
        fixed = self._fixed()
        tokens = self.scale.settle(draft)[1]
        for node_id in reversed(self.by_worth(set(self.nodes) - fixed, draft)):
            node = self.nodes[node_id]
            version = self._shorter(node)
            if version is node:
                continue
            draft = draft.reworded([version])
            tokens -= self.scale.node_tokens(node) - self.scale.node_tokens(version)
            if tokens <= self._target:
                tokens = self.scale.settle(draft)[1]
                if tokens <= self._target:
                    return draft, True
        return draft, False

    def _shorter(self, node: Node) -> Node:
        if node.type == NodeType.CODE or is_quoted(node.summary):
            return node
        text = shorten(node.summary)
        return node if text == node.summary else node.model_copy(update={"summary": text})

    def _fold(self, draft: Draft) -> tuple[Draft, bool]:
        """Fold related siblings wherever there are some."""
        fixed = self._fixed()

        def is_free(node_id: str) -> bool:
            node = self.nodes[node_id]
            return node_id not in fixed and node_id not in self._links and is_foldable(node)

        families = [draft.graph.nodes, *(node.children for node in self.nodes.values())]
        for family in families:
            members = [draft.node(node.id, self.nodes) for node in family if is_free(node.id)]
            for joined, gone in fold_siblings(members):
                draft = draft.reworded([joined]).without(gone)
                self.folds.update(dict.fromkeys(gone, joined.id))
        return draft, bool(self.folds) and self.scale.settle(draft)[1] <= self._target

    def _demote(self, core: Draft) -> Draft:
        """Tighten high nodes; make the least valuable ones medium until the rest fits the cap."""
        floor = core.without(set(self.nodes) - self._with_parents(self._pinned))
        if self.scale.settle(floor)[1] > self._cap:
            if self._pinned:
                return core  # pinned nodes alone are too much: no cut would help
            self.demoted = tuple(reversed(self._by_value(core.kept & self._fixed())))
            return floor  # the frame alone is the least there is
        ranked = self._by_value((core.kept - floor.kept) & self._fixed())
        ranked = behind(ranked, self.replaced)
        tight = [self._shorter(self.nodes[node_id]) for node_id in ranked]
        floor = floor.reworded(node for node in tight if node is not self.nodes[node.id])
        kept = self._fill(floor, ranked, limit=self._cap, is_with_parents=True)
        kept = kept.without(old for old, new in self.replaced.items() if new not in kept.kept)
        gone = [node_id for node_id in reversed(ranked) if node_id not in kept.kept]
        self.demoted = tuple(each for each in gone if each not in self.replaced)
        lower = {"importance": Importance.MEDIUM}
        kept = kept.reworded(
            self._shorter(self.nodes[node_id].model_copy(update=lower)) for node_id in self.demoted
        )
        again = [node_id for node_id in ranked if node_id in kept.kept and node_id in kept.words]
        return self._try_each(kept, again, Draft.unworded, limit=self._cap)

    def _by_value(self, ids: Iterable[str]) -> list[str]:
        def key(node_id: str) -> tuple[float, bool, int, int]:
            node = self.nodes[node_id]
            tokens = self.scale.node_tokens(node)
            worth = node.value / max(tokens, 1) ** _THRIFT
            worth *= _STANDING if is_standing(node) else 1.0
            return worth, is_standing(node), -tokens, -self._place[node_id]

        return sorted(ids, key=key, reverse=True)

    def _fill(
        self, base: Draft, order: Sequence[str], *, limit: int, is_with_parents: bool = False
    ) -> Draft:
        """Add nodes in order wherever they fit, first by estimate, the last ones exactly."""
        best, tokens = base, self.scale.settle(base)[1]
        if tokens >= limit:
            return base
        frame = tokens - self._sum(base)
        for _ in range(_ROUNDS):
            chosen = self._greedy(base, order, limit - frame, is_with_parents=is_with_parents)
            if chosen.kept == best.kept:
                break
            size = self.scale.settle(chosen)[1]
            frame = size - self._sum(chosen)
            if tokens < size <= limit:
                best, tokens = chosen, size
        rest = [node_id for node_id in order if node_id not in best.kept]
        return self._try_each(best, rest, Draft.with_node, limit=limit)

    def _try_each(
        self,
        draft: Draft,
        ids: Sequence[str],
        change: Callable[[Draft, str], Draft],
        *,
        limit: int,
    ) -> Draft:
        tokens = self.scale.settle(draft)[1]
        before, failures = self._sum(draft), 0
        for node_id in ids:
            parent = self._parent.get(node_id)
            if parent is not None and parent not in draft.kept:
                continue
            changed = change(draft, node_id)
            after = self._sum(changed)
            if tokens + after - before > limit:
                continue
            size = self.scale.settle(changed)[1]
            if size <= limit:
                draft, tokens, before = changed, size, after
                continue
            failures += 1
            if failures == _FAILURES:
                break
        return draft

    def _greedy(
        self, base: Draft, order: Sequence[str], limit: int, *, is_with_parents: bool
    ) -> Draft:
        kept, tokens = set(base.kept), self._sum(base)
        rest = list(order)
        while rest:
            waiting = []
            for node_id in rest:
                missing = self._with_parents([node_id]) - kept
                if len(missing) > 1 and not is_with_parents:
                    waiting.append(node_id)
                    continue
                cost = sum(self._cost(each, kept, base) for each in missing)
                if missing and tokens + cost <= limit:
                    kept |= missing
                    tokens += cost
            # a child waits for its parent, which may have come after it
            rest = [node_id for node_id in waiting if self._parent[node_id] in kept]
        return base.with_nodes(kept)

    def _cost(self, node_id: str, kept: Collection[str], draft: Draft) -> int:
        links = sum(other in kept for other in self._links.get(node_id, ()))
        tokens = self.scale.node_tokens(draft.node(node_id, self.nodes))
        return tokens + links * self._link_tokens

    def _unfold(self, draft: Draft) -> Draft:
        """Try the parts of the folded lines that were too long to stay."""
        gone = list(dict.fromkeys(x for x in self.folds.values() if x not in draft.kept))
        if not gone:
            return draft
        parts = [part for part, into in self.folds.items() if into in gone]
        self.folds = {part: into for part, into in self.folds.items() if into not in gone}
        for node_id in gone:
            draft = draft.unworded(node_id)
        draft = draft.reworded(self._shorter(self.nodes[each]) for each in [*gone, *parts])
        order = self.by_worth([*gone, *parts], draft)
        return self._try_each(draft, order, Draft.with_node, limit=self._target)

    def _restore(self, draft: Draft) -> Draft:
        """Give shortened nodes their own words back where there is room."""
        kept = [node_id for node_id in draft.words if node_id in draft.kept]
        plain = [node_id for node_id in kept if node_id not in set(self.folds.values())]
        own = [node_id for node_id in plain if node_id not in self.demoted]
        order = self.by_worth(own, draft)
        return self._try_each(draft, order, Draft.unworded, limit=self._target)

    def _sum(self, draft: Draft) -> int:
        nodes = sum(self.scale.node_tokens(draft.node(each, self.nodes)) for each in draft.kept)
        links = sum(1 for rel in draft.graph.relationships if {rel.start, rel.end} <= draft.kept)
        return nodes + links * self._link_tokens


def _links(graph: ContextGraph) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for rel in graph.relationships:
        found.setdefault(rel.start, []).append(rel.end)
        found.setdefault(rel.end, []).append(rel.start)
    return found
