"""Puts very many statements into groups of those that share the most, each to be merged by itself.

A statement replaces, repeats or contradicts one that it shares rare words with. Each looks for its
nearest ones by these; the strongest ties are knotted first, until a group is full.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graphpack.merge.reading import terms_of
from graphpack.merge.statement import without_notes
from graphpack.model.chunk import ChunkGraph
from graphpack.model.codes import RelationType
from graphpack.model.graph import Node

TOGETHER = 300
"""So many statements are all compared with each other."""
GROUP = 100
"""So many at most are in a group where there are more."""
_MOST_SHARED = 60
_NEAREST = 4
_BINDING = frozenset({RelationType.SUPERSEDES, RelationType.RESOLVES})


@dataclass(slots=True)
class _Unit:
    part: int
    root: Node
    size: int
    words: frozenset[str]


def grouped(parts: Sequence[ChunkGraph]) -> list[list[ChunkGraph]]:
    """Cut graphs into groups.

    Args:
        parts: One for each session; ids are unique among all.

    Returns:
        In each group what belongs to it of each part, with the relationships inside of it; all in
        one where there are few. Every root is in one group, with all below it.
    """
    units = [_unit(place, root) for place, part in enumerate(parts) for root in part.nodes]
    if sum(unit.size for unit in units) <= TOGETHER:
        return [list(parts)] if parts else []
    knots = _Knots([unit.size for unit in units])
    for one, other in _tied(parts, units):
        knots.tie(one, other, most=TOGETHER)
    for one, other in _near(units):
        knots.tie(one, other, most=GROUP)
    groups: dict[int, list[int]] = defaultdict(list)
    for number in range(len(units)):
        groups[knots.top(number)].append(number)
    return [_part_of(parts, [units[number] for number in group]) for group in groups.values()]


def _unit(place: int, root: Node) -> _Unit:
    nodes = list(walk(root))
    words = frozenset[str]().union(*(_words(node.summary) for node in nodes))
    return _Unit(place, root, len(nodes), words)


def _words(text: str) -> frozenset[str]:
    # those of ``statement``, which looks for much more in a text
    return frozenset(term.key for term in terms_of(without_notes(text)).terms)


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all below it."""
    yield node
    for child in node.children:
        yield from walk(child)


def _tied(parts: Sequence[ChunkGraph], units: Sequence[_Unit]) -> Iterator[tuple[int, int]]:
    home = {node.id: place for place, unit in enumerate(units) for node in walk(unit.root)}
    for part in parts:
        for tie in part.relationships:
            if tie.type in _BINDING and tie.start in home and tie.end in home:
                yield home[tie.start], home[tie.end]


def _near(units: Sequence[_Unit]) -> list[tuple[int, int]]:
    """List each one's nearest, the nearest pairs first."""
    holders: dict[str, list[int]] = defaultdict(list)
    for place, unit in enumerate(units):
        for word in unit.words:
            holders[word].append(place)
    rare = {
        word: math.log(len(units) / len(places))
        for word, places in holders.items()
        if 2 <= len(places) <= _MOST_SHARED
    }
    pairs: dict[tuple[int, int], float] = {}
    for place, unit in enumerate(units):
        shared: Counter[int] = Counter()
        for word in sorted(unit.words & rare.keys()):
            for other in holders[word]:
                shared[other] += rare[word]  # type: ignore[assignment]  # a counter adds any number
        del shared[place]
        best = sorted(shared.items(), key=lambda pair: (-pair[1], pair[0]))[:_NEAREST]
        pairs |= {(min(place, other), max(place, other)): weight for other, weight in best}
    return sorted(pairs, key=lambda pair: (-pairs[pair], pair))


class _Knots:
    """Which belong together: each points to another of its group, the top one to itself."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._above = list(range(len(sizes)))
        self._sizes = list(sizes)

    def top(self, number: int) -> int:
        while self._above[number] != number:
            self._above[number] = self._above[self._above[number]]
            number = self._above[number]
        return number

    def tie(self, one: int, other: int, *, most: int) -> None:
        first, second = sorted((self.top(one), self.top(other)))
        if first != second and self._sizes[first] + self._sizes[second] <= most:
            self._above[second] = first
            self._sizes[first] += self._sizes[second]


def _part_of(parts: Sequence[ChunkGraph], units: Sequence[_Unit]) -> list[ChunkGraph]:
    roots: dict[int, list[Node]] = defaultdict(list)
    for unit in units:
        roots[unit.part].append(unit.root)
    found = []
    for place, nodes in sorted(roots.items()):
        inside = {node.id for root in nodes for node in walk(root)}
        ties = tuple(
            tie for tie in parts[place].relationships if tie.start in inside and tie.end in inside
        )
        found.append(replace(parts[place], nodes=tuple(nodes), relationships=ties, description=""))
    return found
