"""From the text a model sent to findings: tolerant of the wrapping, strict about the content.

Fences, prose around the object and a cut end are survived; an item is taken whole or not at all.
Whether an item is true is decided in ``grounding``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphpack.extract.llm.fields import InvalidFieldError, RawNode, raw_nodes
from graphpack.extract.llm.wash import shortened, washed
from graphpack.patterns import compiled

_THOUGHT = compiled(r"\A\s*<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_NODES = compiled(r'"(?:nodes|n)"\s*:\s*\[')
_BETWEEN = compiled(r"[\s,]*")
_DESCRIPTION_KEYS = ("description", "desc")


def _united(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys may stand there twice: lists are joined, else the first that says more.

    JSON's own way, the last one wins, would let an empty list undo a full one.
    """
    made: dict[str, Any] = {}
    for key, value in pairs:
        known = made.get(key)
        if isinstance(known, list) and isinstance(value, list):
            made[key] = known + value
        elif not known:
            made[key] = value
    return made


# raw line breaks inside strings are common
_DECODER = json.JSONDecoder(strict=False, object_pairs_hook=_united)

_OPENING = compiled(r'\{\s*"|\[\s*\{')
MAX_STARTS = 24
"""Places tried as the start of the object; each costs a read of the rest."""

MAX_NODES = 200
"""Nodes taken from one reply; one that has more does not choose."""

DESCRIPTION_CHARS = 300

MAX_PROBLEMS = 8
"""Problems named to the model when it is asked again."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What was read from one answer.

    Args:
        nodes: Items that have every field they need, in the order given.
        description: One sentence, may be empty.
        problems: What was wrong with the items left out, one line each.
        is_cut: True where the text ends before its object does.
        extra: Nodes left out because there were too many.
    """

    nodes: tuple[RawNode, ...] = ()
    description: str = ""
    problems: tuple[str, ...] = ()
    is_cut: bool = False
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer nothing can be read from, and why; ``reason`` is said to the model as well."""

    reason: str


def parse(text: str) -> Reply | Unusable:
    """Read an answer.

    Args:
        text: As it came.

    Returns:
        Its items, possibly none; Unusable where it holds no object with a list of nodes.
    """
    text = _THOUGHT.sub("", text.lstrip("\ufeff")).strip()
    if not text:
        return Unusable("the reply was empty")
    document = _whole(text)
    if document is not None:
        nodes, description = document
        return _reply(nodes, description, is_cut=False)
    start = _NODES.search(text)
    if start is not None:
        return _reply(list(_items(text, start.end())), "", is_cut=True)
    if text.lstrip("`json \n").startswith(("{", "[")):
        return Unusable("the reply was no complete JSON object with a list named nodes")
    return Unusable("the reply was prose, not a JSON object")


def decoded(text: str) -> Iterator[Any]:
    """Find the complete JSON values in a text, whatever stands around them.

    Args:
        text: As a model sent it.

    Yields:
        Objects and lists of objects, in order.
    """
    at, failed = 0, 0
    while failed < MAX_STARTS and (opening := _OPENING.search(text, at)) is not None:
        try:
            value, at = _DECODER.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            at = opening.start() + 1
            failed += 1
            continue
        yield value


def _whole(text: str) -> tuple[list[Any], str] | None:
    """The first complete value in the text that has a list of nodes."""
    return next((found for value in decoded(text) if (found := _nodes_of(value))), None)


def _nodes_of(value: Any) -> tuple[list[Any], str] | None:
    if isinstance(value, list):
        # a list on its own is the nodes only if it reads like them: evidence is a list too
        return (value, "") if value and all(map(_is_like_a_node, value)) else None
    if not isinstance(value, dict):
        return None
    value = value.get("context_graph", value)
    if not isinstance(value, dict):
        return None
    nodes = value.get("nodes", value.get("n"))
    if not isinstance(nodes, list):
        return None
    said = next((value[key] for key in _DESCRIPTION_KEYS if isinstance(value.get(key), str)), "")
    return nodes, shortened(" ".join(washed(said).split()), DESCRIPTION_CHARS)


def _is_like_a_node(item: Any) -> bool:
    return isinstance(item, dict) and bool({"summary", "s"} & item.keys())


def _items(text: str, at: int) -> Iterator[Any]:
    """Yield the complete items of a list that may break off."""
    while True:
        at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return
        yield value


def _reply(items: list[Any], description: str, *, is_cut: bool) -> Reply:
    nodes: list[RawNode] = []
    problems: list[str] = []
    for position, item in enumerate(items[:MAX_NODES]):
        if not isinstance(item, Mapping):
            problems.append(f"nodes[{position}]: not an object")
            continue
        try:
            nodes.extend(raw_nodes(item, position))
        except InvalidFieldError as error:
            problems.append(str(error))
    extra = max(0, len(items) - MAX_NODES) + max(0, len(nodes) - MAX_NODES)
    return Reply(tuple(nodes[:MAX_NODES]), description, tuple(problems), is_cut, extra)
