"""The gate for a pack that was read: anybody may have made it, and it may say anything.

Secrets become placeholders, characters that steer or cannot be seen go, and what gives orders to a
model becomes a quoted fact without ties. A pack that graphpack has made passes as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from graphpack.merge import restate
from graphpack.model.codes import Importance, NodeType
from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.model.report import Notice
from graphpack.model.strings import strings_in, with_strings
from graphpack.packs.loading import Loaded
from graphpack.patterns import compiled
from graphpack.pipeline.safety import hidden_in, seal
from graphpack.pipeline.screen import QUOTED_VALUE_RATIO, STATING, restored, undone_by
from graphpack.redact import Policy, Vault
from graphpack.redact.policy import LEVELS
from graphpack.text.injection import (
    MAX_READ_CHARS,
    PARAGRAPH_END,
    QUOTED,
    is_order,
    is_reported,
    order_spans,
    quoted,
)
from graphpack.text.invisible import visible, visible_in_place
from graphpack.verify import Finding, Receipt

__all__ = ["guarded", "holds_order", "let_out", "shown", "shown_receipt", "stricter"]

_OVERLAP_CHARS = 1_000
"""So much of a long text is read twice, that no order is cut in two."""

_LEAST_ORDER_CHARS = 8
_LEAST_PIECE_CHARS = 4
_QUOTES = frozenset({"Source.quote"})
_IDS = frozenset({
    "Node.id", "Relationship.start", "Relationship.end", "Cut.node", "Merge.kept", "Merge.folded",
    "Notice.where",
})  # fmt: skip
_PLAIN_ID = compiled(r"[\w.-]{1,24}", re.ASCII)


def guarded(loaded: Loaded, policy: Policy) -> Loaded:
    """Make a pack that was read safe to be written, shown and handed on.

    Args:
        loaded: As it was read.
        policy: What is hidden; orders are quoted whatever it says.

    Returns:
        The same pack where nothing in it has to be changed; else the safe one, with a notice of
        what was hidden and what was quoted. Ids stay, but for those that are no names.
    """
    vault = Vault()
    graph, record = loaded.graph, loaded.record
    texts = strings_in((graph, record))
    for text in texts:
        vault.reserve(text)
    hidden = hidden_in(texts, policy, vault)
    if hidden:
        graph, record = with_strings((graph, record), lambda text, _: hidden.get(text, text))
    graph, orders = _without_orders(graph)
    if record is not None:
        record = replace(record, pruned=_sifted(record.pruned, set()))
    ids = _names(node.id for node in graph.walk())
    counted: list[str] = []
    known: dict[str, str] = {}  # a type or an id stands in many places

    def reword(text: str, place: str) -> str:
        if place in _QUOTES:
            return visible_in_place(text)
        if place in _IDS and text in ids:  # of a plain name itself
            return ids[text]
        if place == "Node.summary":
            return shown(text, is_order_known=True)
        if text not in known:
            known[text] = shown(text)
        told = known[text]
        if told != text and told.startswith(QUOTED):
            counted.append(text)
        return told

    graph, record = with_strings((graph, record), reword)
    notices = _notices(loaded.name, len(hidden), orders + len(counted))
    return replace(loaded, graph=graph, record=record, notices=(*loaded.notices, *notices))


def shown(text: str, *, is_order_known: bool = False) -> str:
    """Give a text of a pack as it may be shown.

    Args:
        text: Such as a title; without secrets.
        is_order_known: True where it was looked at for orders before.

    Returns:
        The text without what cannot be seen; as a quotation where it gives orders to a model.
    """
    plain = visible(text)
    if not plain.strip():
        return "…" if text.strip() else text
    if is_order_known or is_reported(plain):
        return plain
    return quoted(plain) if holds_order(plain) else plain


def shown_receipt(receipt: Receipt, loaded: Loaded, policy: Policy, vault: Vault) -> Receipt:
    """Give what was found in a pack as it may be shown: findings hold its words.

    Args:
        receipt: Of the pack as it is, for its quotes are compared to the letter.
        loaded: The pack.
        policy: What is hidden.
        vault: With the transcript's secrets, where these were not hidden when it was compared.

    Returns:
        The receipt without secrets, also without pieces of one that nothing but the pack tells
        from a word, and with orders quoted.
    """
    hidden_in(strings_in((loaded.graph, loaded.record)), policy, vault)
    known = [(secret, vault.name(family, secret)) for family, secret in vault.secrets()]
    known.sort(key=lambda pair: -len(pair[0]))

    def hidden(finding: Finding) -> Finding:
        detail = finding.detail

        def hide(text: str, _: str) -> str:
            for secret, name in known:
                if len(detail) >= _LEAST_PIECE_CHARS and detail in secret:
                    text = text.replace(detail, name)
                if len(secret) >= _LEAST_PIECE_CHARS:
                    text = text.replace(secret, name)
            return shown(text)

        made: Finding = with_strings(finding, hide)
        return made

    return replace(receipt, findings=tuple(map(hidden, receipt.findings)))


def stricter(policy: Policy, other: Policy) -> Policy:
    """Give the policy that hides more: what a pack says of itself loosens nothing.

    Args:
        policy: The user's own.
        other: The one that a pack says it was made with.

    Returns:
        The user's, at the higher of both levels.
    """
    return replace(policy, level=max(policy.level, other.level, key=LEVELS.index))


def let_out(text: str, policy: Policy, *, name: str = "pack") -> str:
    """Look once more at a text that was made of guarded packs, as a whole.

    Args:
        text: About to be written.
        policy: What is hidden.
        name: What it is called in an error.

    Returns:
        The text; what only came together in it is hidden, or a RedactionError says that it is not.
    """
    vault = Vault()
    vault.reserve(text)
    return seal(text, policy, vault, name=name)


def holds_order(text: str, *, is_code: bool = False) -> bool:
    """Tell whether a text gives orders to a model anywhere in it, however long it is.

    Args:
        text: Of a pack.
        is_code: True for code, which holds tags and calls for good reasons.

    Returns:
        True for what ``is_order`` finds in it, or ``order_spans`` in one of its paragraphs.
    """
    if len(text) < _LEAST_ORDER_CHARS:
        return False
    step = MAX_READ_CHARS - _OVERLAP_CHARS
    for start in range(0, max(1, len(text) - _OVERLAP_CHARS), step):
        piece = text[start : start + MAX_READ_CHARS]
        if is_order(piece, is_code=is_code):
            return True
        if not is_code and PARAGRAPH_END.search(piece) and order_spans(piece):
            return True
    return False


def _without_orders(graph: ContextGraph) -> tuple[ContextGraph, int]:
    """Put quoted facts where orders stood; a pack's own lines are written anew without them."""
    gone: set[str] = set()
    nodes = _sifted(graph.nodes, gone)
    is_ordering = any(map(_orders, (graph.description, graph.handoff)))
    if not gone and not is_ordering:
        return (graph if nodes == graph.nodes else graph.model_copy(update={"nodes": nodes})), 0
    undone = undone_by(gone, graph.relationships)
    left = graph.model_copy(
        update={
            "nodes": tuple(restored(node, undone) for node in nodes),
            "relationships": tuple(tie for tie in graph.relationships if _is_left(tie, gone)),
            "description": "" if _orders(graph.description) else graph.description,
        }
    )
    return restate(left), len(gone) + is_ordering


def _orders(text: str) -> bool:
    return not is_reported(text) and holds_order(text)


def _is_left(tie: Relationship, gone: set[str]) -> bool:
    return tie.start not in gone and tie.end not in gone


def _sifted(nodes: Iterable[Node], gone: set[str]) -> tuple[Node, ...]:
    kept = []
    for node in nodes:
        below = _sifted(node.children, gone)
        is_code = node.type == NodeType.CODE
        title = node.title
        if title and holds_order(title, is_code=is_code):
            title = None
        is_told = node.type == NodeType.FACT and is_reported(node.summary)
        # what binds and rests on an order is told as one, as it is where a pack is made
        quotes = () if node.type in STATING else (source.quote for source in node.sources)
        words = (node.summary, *quotes)
        if is_told or not any(holds_order(each, is_code=is_code) for each in words):
            kept.append(node.model_copy(update={"children": below, "title": title}))
            continue
        gone.add(node.id)
        is_low = node.importance == Importance.LOW
        kept.append(
            Node(
                id=node.id,
                type=NodeType.FACT,
                importance=Importance.LOW if is_low else Importance.MEDIUM,
                summary=quoted(_order_in(node.summary, is_code=is_code)),
                sources=node.sources,
                children=below,
                value=round(node.value * QUOTED_VALUE_RATIO, 4),
            )
        )
    return tuple(kept)


def _order_in(text: str, *, is_code: bool) -> str:
    """The sentence from which on a text gives orders, where one alone does; else all of it."""
    spans = () if is_code else order_spans(text[:MAX_READ_CHARS])
    return text[spans[0][0] :] if spans else text


def _names(ids: Iterable[str]) -> Mapping[str, str]:
    """Give each id a name that is one, and no two the same."""
    taken: set[str] = set()
    names: dict[str, str] = {}
    odd = []
    for name in ids:
        if _PLAIN_ID.fullmatch(name):
            taken.add(name)
            names[name] = name
        else:
            odd.append(name)
    for name in odd:
        plain = shown(name)
        number = 1
        while plain in taken or is_reported(plain):
            plain, number = f"n{len(taken) + number}", number + 1
        taken.add(plain)
        names[name] = plain
    return names


def _notices(name: str, hidden: int, orders: int) -> Iterable[Notice]:
    if hidden:
        yield Notice("secret-hidden", name, "texts with secrets in them, hidden", count=hidden)
    if orders:
        what = "text that gives orders to a model, shown as a quotation"
        yield Notice("order-quoted", name, what, count=orders)
