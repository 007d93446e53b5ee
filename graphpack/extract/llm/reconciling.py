"""Asks once about the pairs of nodes that the merger's rules leave in doubt.

The reasoning comes before the verdict, and is not kept. What is not answered, or not understood,
leaves both nodes as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphpack.errors import ModelError
from graphpack.extract.llm.exchange import Prompt, Shape
from graphpack.extract.llm.prompting import template
from graphpack.extract.llm.purse import LimitReachedError
from graphpack.extract.llm.reply import decoded
from graphpack.extract.llm.sender import DeclinedError, Sender, TooLongError
from graphpack.extract.llm.shown import find_mark, sendable, shorten
from graphpack.extract.protocol import Reconciled, Relation
from graphpack.model.graph import Node
from graphpack.model.report import Notice, Usage

VERSION = "reconcile.v1"
TEXT_CHARS = 600
_WHERE = "merge"

Pair = tuple[Node, Node]


def reconcile(senders: Sequence[Sender], pairs: Sequence[Pair]) -> Reconciled:
    """Ask how the later node of each pair stands to the earlier one.

    Args:
        senders: One for each model, the preferred one first; the next one is asked where one
            cannot be reached.
        pairs: Earlier and later node; at least one pair.

    Returns:
        A relation for each pair.
    """
    prompt = _prompt(pairs)
    failure = ""
    for sender in senders:
        try:
            answer = sender.send(prompt, shape=Shape.VERDICTS)
        except (ModelError, DeclinedError, TooLongError, LimitReachedError) as error:
            failure = failure or str(error)
            continue
        found = _read(answer.text)
        if not found:
            sender.forget([answer.key])
            return _none(pairs, "the reply held no verdict", answer.usage)
        relations = tuple(found.get(at, Relation.UNRELATED) for at in range(1, len(pairs) + 1))
        return Reconciled(relations, answer.usage)
    return _none(pairs, failure, Usage())


def _prompt(pairs: Sequence[Pair]) -> Prompt:
    texts = [node.summary for pair in pairs for node in pair]
    mark = find_mark(*texts)
    told = [tuple(map(_told, pair)) for pair in pairs]
    system = template(VERSION, "system").render()
    user = template(VERSION, "user").render(mark=mark, pairs=told)
    return ({"role": "system", "content": system}, {"role": "user", "content": user})


def _told(node: Node) -> Mapping[str, str]:
    where = min((source.message for source in node.sources), default=None)
    about = [node.type, node.status or "", "" if where is None else f"message {where}"]
    return {
        "about": ", ".join(filter(None, about)),
        "text": shorten(sendable(node.summary), TEXT_CHARS),
    }


def _read(text: str) -> dict[int, Relation]:
    """The verdicts of a reply, by the pair's number."""
    known = {str(relation): relation for relation in Relation}
    for value in decoded(text):
        rows = value.get("pairs") if isinstance(value, dict) else value
        found: dict[int, Relation] = {}
        for row in rows if isinstance(rows, list) else []:
            number, verdict = _row(row)
            if number is not None and verdict in known:
                found.setdefault(number, known[verdict])
        if found:
            return found
    return {}


def _row(row: Any) -> tuple[int | None, str]:
    if not isinstance(row, dict):
        return None, ""
    number, verdict = row.get("pair"), row.get("verdict")
    is_whole = isinstance(number, int) and not isinstance(number, bool)
    return (number if is_whole else None), str(verdict).strip().casefold()


def _none(pairs: Sequence[Pair], reason: str, usage: Usage) -> Reconciled:
    notice = Notice(
        "not-reconciled", _WHERE, f"pairs in doubt stay as they are: {reason}", len(pairs)
    )
    return Reconciled((Relation.UNRELATED,) * len(pairs), usage, (notice,))
