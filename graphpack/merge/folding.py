"""Folds nodes that state the same, within and across chunks, until none are left."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from graphpack.merge.draft import Draft, Position, latest, place_of
from graphpack.merge.identity import Likeness, compare
from graphpack.merge.statement import statement
from graphpack.model.codes import Importance, NodeType, RelationType
from graphpack.model.graph import Node

# a pair below this share of common terms is neither the same nor in doubt
_WORTH_COMPARING_RATIO = 0.4
_APART = (
    RelationType.RESOLVES,
    RelationType.DEPENDS_ON,
    RelationType.CAUSED_BY,
)
_IMPORTANCES = (Importance.LOW, Importance.MEDIUM, Importance.HIGH)
# of two nodes that say the same, the type that tells a successor more
_TYPES = (
    NodeType.PROBLEM,
    NodeType.GOAL,
    NodeType.DECISION,
    NodeType.FACT,
    NodeType.CONTEXT,
    NodeType.ASSUMPTION,
)

Pair = tuple[str, str]


def fold_duplicates(draft: Draft) -> list[Pair]:
    """Fold every node into an earlier one that states the same.

    The latest words and status win, unless the earlier words are more exact; sources of both
    stay. Nodes that an extractor tied as different things (one resolves, depends on or is caused
    by the other) are left apart; one that supersedes its own words is the same node.

    Args:
        draft: Changed in place.

    Returns:
        Pairs in doubt, earlier node first, most alike first.

    Source:
        Seed 002, "Chunked compression" (deduplicate, latest version wins).
    """
    while True:
        doubts, folds = _pass(draft)
        if not folds:
            return [pair for _, pair in sorted(doubts, key=lambda doubt: (-doubt[0], doubt[1]))]


def fold(draft: Draft, one: str, other: str, *, reason: str) -> str:
    """Fold two nodes that state the same.

    Args:
        draft: Changed in place.
        one: A node.
        other: Another one.
        reason: Which rule decided.

    Returns:
        The id that stays: the higher of the two in the tree, else the one read first.
    """
    order = list(draft.nodes)
    kept, gone = sorted(
        (one, other), key=lambda name: (len(list(draft.ancestors(name))), order.index(name))
    )
    united = _united(draft.nodes[kept], draft.nodes[gone])
    draft.fold(kept, gone, united=united, reason=reason)
    return kept


def importance_rank(importance: str) -> int:
    """Order importances.

    Args:
        importance: An ``Importance`` or a later version's.

    Returns:
        Larger is more; unknown ones stand in the middle.
    """
    return _IMPORTANCES.index(importance) if importance in _IMPORTANCES else 1


def _pass(draft: Draft) -> tuple[list[tuple[float, Pair]], int]:
    doubts: list[tuple[float, Pair]] = []
    folds = 0
    index = _Index()
    for name in sorted(draft.nodes, key=lambda n: _age(draft.nodes[n])):
        node = draft.nodes[name]
        best: tuple[float, str] | None = None
        for other in index.near(node):
            if draft.has_tie(name, other, *_APART):
                continue
            compared = compare(draft.nodes[other], node)
            if compared.likeness is Likeness.SAME:
                best = max(best or (0.0, other), (compared.ratio, other), key=lambda b: b[0])
            elif compared.likeness is Likeness.DOUBTFUL:
                doubts.append((compared.ratio, (other, name)))
        if best is not None:
            other = best[1]
            kept = fold(draft, other, name, reason="states the same")
            index.drop(other)
            index.add(kept, draft.nodes[kept])
            folds += 1
        else:
            index.add(name, node)
    return doubts, folds


class _Index:
    """Finds nodes that share terms with another one, without comparing all pairs."""

    def __init__(self) -> None:
        self._by_key: dict[str, list[str]] = defaultdict(list)
        self._keys: dict[str, frozenset[str]] = {}

    def near(self, node: Node) -> Iterator[str]:
        keys = _keys(node)
        shared = Counter(name for key in sorted(keys) for name in self._by_key[key])
        for name, count in shared.items():
            known = self._keys.get(name)
            if known and count >= _WORTH_COMPARING_RATIO * max(len(known), len(keys)):
                yield name

    def add(self, name: str, node: Node) -> None:
        self._keys[name] = _keys(node)
        for key in self._keys[name]:
            self._by_key[key].append(name)

    def drop(self, name: str) -> None:
        for key in self._keys.pop(name, frozenset()):
            self._by_key[key].remove(name)


def _keys(node: Node) -> frozenset[str]:
    if node.type == NodeType.CODE:
        # one key for all code: there is little of it, and a part of it may be the same
        return frozenset({"\0code"})
    return statement(node.summary).words or frozenset({"\0" + " ".join(node.summary.split())})


def _united(one: Node, other: Node) -> Node:
    newer, older = (one, other) if _age(one) >= _age(other) else (other, one)
    confidences = [c for c in (one.confidence, other.confidence) if c is not None]
    text = _telling(newer, older)
    sources = {(place_of(s), s.end): s for s in (*older.sources, *newer.sources)}
    return one.model_copy(
        update={
            "type": min((newer.type, older.type), key=_type_rank),
            "importance": max((newer.importance, older.importance), key=importance_rank),
            "summary": text.summary,
            "status": newer.status if newer.status is not None else older.status,
            "title": text.title or newer.title or older.title,
            # what one of them states outright is no longer inferred
            "confidence": max(confidences) if len(confidences) == 2 else None,
            "sources": tuple(sources[key] for key in sorted(sources)),
            "value": max(one.value, other.value),
            "extra": {**older.extra, **newer.extra},
        }
    )


def _age(node: Node) -> tuple[Position, int, str]:
    return (latest(node) or (-1, -1, -1), len(node.summary), node.summary)


def _telling(newer: Node, older: Node) -> Node:
    """Choose whose words stay: the latest, unless they are less exact than the earlier ones."""
    if newer.type == NodeType.CODE:
        return max(newer, older, key=lambda node: len(node.summary))
    exact, loose = statement(older.summary), statement(newer.summary)
    return older if loose.specifics < exact.specifics else newer


def _type_rank(kind: str) -> int:
    return _TYPES.index(kind) if kind in _TYPES else len(_TYPES)
