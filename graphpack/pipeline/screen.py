"""Keeps what a transcript says to a model from becoming an instruction of a pack.

Both extractors' findings pass through here before they are merged: what gives orders to a model is
taken out and comes back as a quoted fact without ties, which no hand-off and no description names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphpack.model.chunk import ChunkGraph
from graphpack.model.codes import Importance, NodeType, RelationType, Status
from graphpack.model.conversation import Attachment, Conversation, Role, Text, ToolResult
from graphpack.model.graph import ContextGraph, Node, Relationship, Source
from graphpack.model.report import Gap, Notice
from graphpack.patterns import compiled
from graphpack.pipeline.attribution import WINDOW_CHARS, Places
from graphpack.text import normal
from graphpack.text.borrowed import borrowed_spans
from graphpack.text.injection import (
    QUOTED,
    is_binding,
    is_order,
    is_quoted,
    order_spans,
    passed_on,
    quoted,
)
from graphpack.text.invisible import visible, visible_in_place

QUOTED_VALUE_RATIO = 0.5
"""What a quoted order is worth beside what its extractor gave it: real statements go first."""

STATING = frozenset({NodeType.FACT, NodeType.PROBLEM, NodeType.CODE})
"""What says how things are, and binds nobody."""

_PIECE = compiled(r"(?<=[.!?。！？])\s+| — |; now: ")
_LEAST_PIECE_CHARS = 12
_LEAST_TITLE_CHARS = 24
_DESCRIBED_MESSAGES = 40
"""A description is made of what is said so near to the beginning or the end."""


@dataclass(frozen=True, slots=True)
class Screened:
    """What the extractors found, without orders.

    Args:
        parts: To be merged.
        orders: Orders, and what somebody only passed on, as quoted facts; each once, as found.
    """

    parts: tuple[ChunkGraph, ...]
    orders: tuple[Node, ...] = ()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Say how many orders were quoted."""
        count = sum(node.summary.startswith(QUOTED) for node in self.orders)
        if not count:
            return ()
        message = "text that gives orders to a model, kept as a quotation at most"
        return (Notice("order-quoted", "conversation", message, count=count),)


def screen(parts: Iterable[ChunkGraph], conversation: Conversation) -> Screened:
    """Take the orders out of what was found, and hidden characters out of all of it.

    Args:
        parts: What an extractor found in each chunk.
        conversation: That it was found in.

    Returns:
        The same graphs without orders, and those as quoted facts.
    """
    places = Places(conversation)
    cleaned, orders = [], []
    for part in parts:
        sieve = _Sieve(places)
        nodes = sieve.clean(part.nodes)
        ties = tuple(tie for tie in part.relationships if sieve.keeps(tie))
        undone = undone_by(sieve.gone, part.relationships)
        cleaned.append(
            replace(
                part,
                nodes=tuple(restored(node, undone) for node in nodes),
                relationships=ties,
                description=_described(part.description, places, sieve.orders),
                gaps=tuple(_plain_gap(gap) for gap in part.gaps),
                notices=tuple(plain_notice(_untold(one, sieve.said)) for one in part.notices),
            )
        )
        orders += sieve.orders
    return Screened(tuple(cleaned), tuple({node.summary: node for node in orders}.values()))


def with_orders(graph: ContextGraph, orders: Sequence[Node]) -> ContextGraph:
    """Put quoted facts behind a merged graph.

    Args:
        graph: Numbered.
        orders: What ``screen`` took out.

    Returns:
        The graph; where it has no other node, one of them at least is worth writing.
    """
    if not orders:
        return graph
    taken = [int(digits) for node in graph.walk() for digits in re.findall(r"^n(\d+)", node.id)]
    free = max(taken, default=0) + 1
    found = [
        node.model_copy(update={"id": f"n{free + place}"}) for place, node in enumerate(orders)
    ]
    if not graph.nodes:
        found[0] = found[0].model_copy(update={"importance": Importance.MEDIUM})
    return graph.model_copy(update={"nodes": (*graph.nodes, *found)})


def plain_notice(notice: Notice) -> Notice:
    """Take orders and hidden characters out of a notice, which may quote a transcript."""
    return replace(notice, where=_plain(notice.where), message=_plain(notice.message))


def plain_title(title: str | None) -> str | None:
    """Take orders and hidden characters out of a conversation's title."""
    if title is None:
        return None
    shown = visible(title)
    return quoted(shown) if is_order(shown, is_foreign=True) else shown


def _plain(text: str) -> str:
    shown = visible(text)
    return quoted(shown) if is_order(shown) and not is_quoted(shown) else shown


def _untold(notice: Notice, said: Iterable[str]) -> Notice:
    """Cut from a notice what an order made an extractor say, and what stands behind it."""
    places = (notice.message.find(words[:_LEAST_TITLE_CHARS]) for words in said)
    first = min((place for place in places if place >= 0), default=-1)
    if first < 0:
        return notice
    # the reason alone: a name out of the order may stand before its words
    return replace(notice, message=notice.message[:first].partition(":")[0].rstrip() or "…")


def _plain_gap(gap: Gap) -> Gap:
    return replace(gap, reason=_plain(gap.reason))


@dataclass(slots=True)
class _Sieve:
    """One chunk's orders, taken out of its tree."""

    places: Places
    orders: list[Node] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    said: list[str] = field(default_factory=list)

    def clean(self, nodes: Iterable[Node]) -> tuple[Node, ...]:
        """Give the tree without orders; what hung below one hangs where it hung."""
        kept: list[Node] = []
        for node in nodes:
            children = self.clean(node.children)
            if self._is_order(node):
                self.gone.add(node.id)
                self.said.append(node.summary)
                self.orders.append(self._quoted(node))
                kept.extend(children)
            elif self._is_passed_on(node):
                self.gone.add(node.id)
                self.orders.append(self._passed_on(node))
                kept.extend(children)
            else:
                kept.append(_shown(node.model_copy(update={"children": children})))
        return tuple(kept)

    def keeps(self, tie: Relationship) -> bool:
        """Whether neither end is an order."""
        return tie.start not in self.gone and tie.end not in self.gone

    def _is_order(self, node: Node) -> bool:
        is_code = node.type == NodeType.CODE
        is_foreign = self._is_foreign(node)
        if is_order(node.summary, is_foreign=is_foreign, is_code=is_code):
            return True
        if any(map(self.places.is_ordered, node.sources)):
            # a file with an order in it may still state facts
            is_near = any(is_order(s.quote, is_foreign=is_foreign) for s in node.sources)
            return not is_foreign or is_near or node.type not in STATING or _is_bound(node)
        if not node.sources or is_code or not _is_bound(node):
            return False
        if all(map(self.places.is_comment, node.sources)):
            return True
        return node.type not in STATING and all(map(self.places.is_result, node.sources))

    def _is_foreign(self, node: Node) -> bool:
        """Whether nobody said it. A message's own code is judged as what it is, wherever from."""
        places = self.places
        return bool(node.sources) and all(
            places.is_foreign(source) or (node.type != NodeType.CODE and places.is_borrowed(source))
            for source in node.sources
        )

    def _is_passed_on(self, node: Node) -> bool:
        """Whether nobody in the conversation states it: it stands in what they read or pasted."""
        if not node.sources or node.type == NodeType.CODE:
            return False
        if all(map(self.places.is_borrowed, node.sources)):
            return True
        places = self.places
        if not all(places.is_output(s) or places.is_borrowed(s) for s in node.sources):
            return False
        if node.type == NodeType.PROBLEM:
            return not any(map(places.is_trouble, node.sources))
        return node.type not in STATING

    def _passed_on(self, node: Node) -> Node:
        """A fact of what a file or a quotation says: no decision, no goal, no hand-off."""
        name = next(filter(None, map(self.places.name_of, node.sources)), None)
        is_high = node.importance == Importance.HIGH
        shown = _shown(node)
        return Node(
            id=node.id,
            type=NodeType.FACT,
            importance=Importance.MEDIUM if is_high else node.importance,
            summary=passed_on(shown.summary, name),
            sources=shown.sources,
            value=node.value,
        )

    def _quoted(self, node: Node) -> Node:
        words = node.summary
        if not is_order(words, is_foreign=True):
            # a fooled model's own wording is nobody's; what it rests on was said
            words = next((s.quote for s in node.sources if self.places.is_ordered(s)), words)
        is_foreign = self._is_foreign(node)
        least = Importance.LOW if is_foreign else node.importance
        return Node(
            id=node.id,
            type=NodeType.FACT,
            importance=Importance.MEDIUM if least == Importance.HIGH else least,
            summary=quoted(words),
            sources=tuple(map(_shown_source, node.sources)),
            value=round(node.value * QUOTED_VALUE_RATIO, 4),
        )


def _is_bound(node: Node) -> bool:
    return is_binding(node.summary) or any(is_binding(source.quote) for source in node.sources)


def undone_by(gone: Collection[str], ties: Iterable[Relationship]) -> dict[str, str]:
    """Tell which nodes an order would have replaced or settled, and by what.

    Args:
        gone: Ids of orders.
        ties: Of the graph they stood in.

    Returns:
        By the node's id, the type of the relationship.
    """
    undoing = {RelationType.SUPERSEDES, RelationType.RESOLVES}
    return {tie.end: tie.type for tie in ties if tie.start in gone and tie.type in undoing}


def restored(node: Node, undone: Mapping[str, str]) -> Node:
    """Give a node, and those below it, back the standing that an order would have taken from it.

    Args:
        node: Of the graph.
        undone: What ``undone_by`` tells.
    """
    status = node.status
    if undone.get(node.id) == RelationType.SUPERSEDES and status == Status.ABANDONED:
        status = None
    elif undone.get(node.id) == RelationType.RESOLVES and status == Status.RESOLVED:
        status = Status.OPEN
    children = tuple(restored(child, undone) for child in node.children)
    return node.model_copy(update={"status": status, "children": children})


def _shown(node: Node) -> Node:
    title = visible(node.title) if node.title else node.title
    if title and (is_order(title) or _is_cited(title, node.sources)):
        title = None
    return node.model_copy(
        update={
            "summary": visible(node.summary).strip() or "…",
            "title": title,
            "sources": tuple(map(_shown_source, node.sources)),
        }
    )


def _is_cited(title: str, sources: Sequence[Source]) -> bool:
    """Whether a title is a sentence of the evidence, rather than a name for it."""
    if len(title) < _LEAST_TITLE_CHARS:
        return False
    words = normal(title).rstrip(".…")
    return any(words in normal(source.quote) for source in sources)


def _shown_source(source: Source) -> Source:
    # one character for one: the span stays right
    return source.model_copy(update={"quote": visible_in_place(source.quote)})


def _described(text: str, places: Places, orders: Sequence[Node]) -> str:
    """A description without orders; where one stood in it, what is left is not trusted either."""
    shown = visible(text).strip()
    if not shown or is_order(shown) or is_quoted(shown):
        return ""
    told = [normal(node.summary.removeprefix(QUOTED)).strip("“”") for node in orders]
    pieces = [normal(piece).rstrip(".…") for piece in _PIECE.split(shown)]
    for piece in pieces:
        if len(piece) >= _LEAST_PIECE_CHARS and any(piece in order for order in told):
            return ""
    return "" if _stands_in_orders(pieces, places) else shown


def _stands_in_orders(pieces: Sequence[str], places: Places) -> bool:
    """Whether a piece of a description is taken from an order, or from what was passed on."""
    wanted = [piece[:60] for piece in pieces if len(piece) >= _LEAST_PIECE_CHARS]
    for text, is_said in _near(places.conversation):
        said = _line(text)
        if any(piece in said for piece in wanted):
            if not is_said:
                return True
            stretches = (*order_spans(text), *borrowed_spans(text))
            under = [_line(text[start:end]) for start, end in stretches]
            if any(piece in stretch for stretch in under for piece in wanted):
                return True
    return False


def _line(text: str) -> str:
    return " ".join(text.casefold().split())


def _near(conversation: Conversation) -> Iterator[tuple[str, bool]]:
    """The texts near the beginning and the end, and whether people and assistants say them."""
    messages = conversation.messages
    near = [*messages[:_DESCRIBED_MESSAGES], *messages[_DESCRIBED_MESSAGES:][-_DESCRIBED_MESSAGES:]]
    for message in near:
        for part in message.parts if message.role != Role.SYSTEM else ():
            if isinstance(part, Text | Attachment | ToolResult):
                yield part.text[:WINDOW_CHARS], isinstance(part, Text)
