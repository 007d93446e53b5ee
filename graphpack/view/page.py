"""What a page tells of one pack: its statements by where they stand, and the plane they are on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphpack.model.codes import Importance, NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node, Source
from graphpack.model.resume import to_prompt
from graphpack.model.standing import Standing, earlier, standings, superseded
from graphpack.packs import Explanation, Loaded, explain_all
from graphpack.render import render
from graphpack.verify import Places
from graphpack.view.layout import CARD_HEIGHT, CARD_WIDTH, GAP_X, GAP_Y, Card, Layout, arrange
from graphpack.view.moments import first_said, moments_of, stretch

WIDE, TALL = 1.45, 0.8
"""Width to height of the two planes: beside a list, and on a phone."""
LABEL_CHARS = 54
MOST_CUT = 200
"""Statements that were cut are listed up to so many."""

_DAY_CHARS = 10
_LANES = (
    NodeType.GOAL,
    NodeType.DECISION,
    NodeType.FACT,
    NodeType.PROBLEM,
    NodeType.ASSUMPTION,
    NodeType.CODE,
    NodeType.CONTEXT,
)
_RANK: Mapping[str, int] = {Importance.HIGH: 0, Importance.MEDIUM: 1, Importance.LOW: 2}
_SIGNS = {
    Status.OPEN: "○",
    Status.BLOCKED: "■",
    Status.DEFERRED: "…",
    Status.RESOLVED: "✓",
    Status.ABANDONED: "✕",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """One node as a page tells it.

    Args:
        told: Its evidence, relationships and fate.
        standing: Where it stands; None where it was cut from the pack.
        label: Its words on one short line.
        before: What it replaced, the latest first, with how many steps back.
        by: The node that stands in its place.
    """

    told: Explanation
    standing: Standing | None
    label: str
    before: tuple[tuple[Node, int], ...] = ()
    by: Node | None = None

    @property
    def node(self) -> Node:
        """The node itself."""
        return self.told.node


@dataclass(frozen=True, slots=True)
class Page:
    """Everything a page shows of one pack.

    Args:
        name: Of the pack.
        graph: What it holds.
        groups: The reading list: heading and statements, important ones first.
        cut: What did not fit into the pack, as far as its evidence tells.
        cut_count: How many there are of these.
        kinds: Types that occur, in the order of the lanes.
        handoff: The prompt for who goes on.
        paste: The block to paste into a new chat.
        plane: For the script that draws: cards, ties and the two layouts.
        has_evidence: Whether any statement says where it comes from.
        has_transcript: Whether evidence is shown in its place.
    """

    name: str
    graph: ContextGraph
    groups: tuple[tuple[Standing, str, tuple[Statement, ...]], ...]
    cut: tuple[Statement, ...]
    cut_count: int
    kinds: tuple[str, ...]
    handoff: str
    paste: str
    plane: Mapping[str, Any]
    has_evidence: bool
    has_transcript: bool

    @property
    def facts(self) -> tuple[str, ...]:
        """What is known of the pack, in a few words each."""
        about, source = self.graph.about, self.graph.about.source
        counts = self.counts["type"]
        known = (
            f"{_counted(sum(counts.values()), 'statement')}",
            f"{_counted(len(self.graph.relationships), 'relationship')}",
            source.title if source else None,
            f"from {_counted(source.messages, 'message')}" if source and source.messages else None,
            source.format if source else None,
            f"packed on {about.compressed_at[:_DAY_CHARS]}" if about.compressed_at else None,
        )
        return tuple(fact for fact in known if fact)

    @property
    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """How many statements of each type, status and importance there are."""
        nodes = list(self.graph.walk())
        types = Counter(node.type for node in nodes)
        statuses = Counter(node.status or "none" for node in nodes)
        importances = Counter(node.importance for node in nodes)
        return {
            "type": {kind: types[kind] for kind in self.kinds},
            "status": {name: statuses[name] for name in _ordered(statuses, [*Status, "none"])},
            "importance": {n: importances[n] for n in _ordered(importances, list(Importance))},
        }

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All of the pack, in the order of the reading list, then those that were cut."""
        return (*(one for _, _, group in self.groups for one in group), *self.cut)


def page_of(loaded: Loaded, places: Places | None = None) -> Page:
    """Make the page of a pack.

    Args:
        loaded: The pack.
        places: Its transcript, redacted as the pack's was; None shows the bare quotes.

    Returns:
        The page.
    """
    graph = loaded.graph
    where = standings(graph)
    nodes = {node.id: node for node in graph.walk()}
    gone = superseded(graph)
    told = tuple(explain_all(loaded, places))
    statements = [
        Statement(
            each,
            where[each.node.id],
            label(each.node),
            before=tuple((nodes[one], steps) for one, steps in earlier(graph, each.node.id)),
            by=nodes.get(gone.get(each.node.id, "")),
        )
        for each in told
        if not each.is_cut
    ]
    missing = [each for each in told if each.is_cut]
    return Page(
        name=loaded.name,
        graph=graph,
        groups=tuple(_groups(statements)),
        cut=tuple(Statement(each, None, label(each.node)) for each in missing[:MOST_CUT]),
        cut_count=len(missing),
        kinds=tuple(_lanes(nodes.values())),
        handoff=to_prompt(graph.handoff, nodes.values()),
        paste=render(graph, to="paste", count=len).text,
        plane=_plane(graph, where, loaded),
        has_evidence=loaded.has_evidence,
        has_transcript=places is not None,
    )


def label(node: Node) -> str:
    """Put a node's words on one short line.

    Args:
        node: Any.

    Returns:
        At most ``LABEL_CHARS`` characters.
    """
    words = " ".join((node.title or node.summary).split())
    if len(words) <= LABEL_CHARS:
        return words
    cut = words[: LABEL_CHARS - 1]
    return (cut.rpartition(" ")[0] if " " in cut[LABEL_CHARS // 2 :] else cut).rstrip(",.;: ") + "…"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _ordered(there: Iterable[str], known: Sequence[str]) -> list[str]:
    names = list(there)
    return [*(str(one) for one in known if one in names), *(n for n in names if n not in known)]


def _groups(
    statements: Sequence[Statement],
) -> Iterable[tuple[Standing, str, tuple[Statement, ...]]]:
    for standing in Standing:
        found = [one for one in statements if one.standing is standing]
        if found:
            found.sort(key=lambda one: _RANK.get(one.node.importance, len(_RANK)))
            yield standing, standing.capitalize(), tuple(found)


def _lanes(nodes: Iterable[Node]) -> list[str]:
    """The types that occur; those of a later version come last, in reading order."""
    there = list(dict.fromkeys(node.type for node in nodes))
    known = [str(kind) for kind in _LANES if kind in there]
    return [*known, *(kind for kind in there if kind not in known)]


def _plane(graph: ContextGraph, where: Mapping[str, Standing], loaded: Loaded) -> Mapping[str, Any]:
    nodes = list(graph.walk())
    lanes = _lanes(nodes)
    record = loaded.record
    sessions = [one.name for one in record.sessions] if record else []
    firsts = {node.id: first_said(node.sources, sessions) for node in nodes}
    moments = moments_of(firsts, sessions)
    cards = [Card(node.id, node.type, moments[node.id]) for node in nodes]
    wide, tall = (arrange(cards, lanes, ratio=ratio) for ratio in (WIDE, TALL))
    return {
        "nodes": [
            {
                "id": node.id,
                "type": node.type,
                "label": _signed(node, where[node.id]),
                "importance": node.importance,
                "status": node.status or "",
                "standing": where[node.id],
                "words": f"{node.title or ''} {node.summary}".lower(),
            }
            for node in nodes
        ],
        "ties": [
            {"from": tie.start, "to": tie.end, "type": tie.type} for tie in graph.relationships
        ],
        "under": [{"from": node.id, "to": child.id} for node in nodes for child in node.children],
        "wide": _drawn(wide, firsts),
        "tall": _drawn(tall, firsts),
        "known": [str(kind) for kind in NodeType],
        "supersedes": RelationType.SUPERSEDES,
        "card": [CARD_WIDTH, CARD_HEIGHT],
        "gap": [GAP_X, GAP_Y],
    }


def _drawn(layout: Layout, firsts: Mapping[str, Source | None]) -> Mapping[str, Any]:
    return {
        "places": layout.places,
        "lanes": [
            {"name": lane.name, "top": lane.top, "height": lane.height} for lane in layout.lanes
        ],
        "columns": [
            {"left": column.left, "head": stretch([firsts[name] for name in column.cards])}
            for column in layout.columns
        ],
        "width": layout.width,
        "height": layout.height,
    }


def _signed(node: Node, standing: Standing) -> str:
    sign = next((sign for status, sign in _SIGNS.items() if node.status == status), "")
    if standing is Standing.DROPPED:
        sign = _SIGNS[Status.ABANDONED]
    return f"{sign} {label(node)}" if sign else label(node)
