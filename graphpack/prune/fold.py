"""Folds related siblings into one line: same type, same state, same topic, nothing lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from graphpack.model.codes import NodeType
from graphpack.model.graph import Node
from graphpack.model.line import dense_line
from graphpack.text import identifiers, normal, words
from graphpack.text.injection import is_quoted

MAX_WORDS, MAX_CHARS = 48, 320
"""A folded line stays short enough to be read as one statement."""

_MIN_SHARED = 2
_MIN_SHARED_RATIO = 0.34
_MIN_TERM_CHARS = 4
_FEW, _COMMON_RATIO = 3, 0.1
_UNNAMED = "User"


def fold_siblings(siblings: Iterable[Node]) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """Fold the siblings that speak of the same thing.

    Args:
        siblings: Nodes below one parent, in reading order, all of them free to be folded.

    Yields:
        Each folded node under the id of its first part, with the ids of the others.
    """
    rest = list(siblings)
    seen = Counter(term for node in rest for term in _terms(node)[1])
    # what many of them say is no topic
    limit = max(_FEW, len(rest) * _COMMON_RATIO)
    common = frozenset(term for term, times in seen.items() if times > limit)
    while rest:
        first = rest.pop(0)
        joined, gone = first, []
        for other in list(rest):
            if _is_same_topic(first, other, common) and _is_short(joined, other):
                joined = join(joined, other)
                gone.append(other.id)
                rest.remove(other)
        if gone:
            yield joined, tuple(gone)


def join(first: Node, second: Node) -> Node:
    """Make two nodes one.

    Args:
        first: Gives its id.
        second: Of the same type and status.

    Returns:
        A node that says both, with the evidence of both and the lower confidence. What no name
        stands before comes first: behind «Ana: …» it would look like Ana's words.
    """
    given = [each.confidence for each in (first, second) if each.confidence is not None]
    is_turned = first.speaker is not None and second.speaker is None
    start, end = (second, first) if is_turned else (first, second)
    return first.model_copy(
        update={
            "summary": _line(start, end),
            "speaker": end.speaker,
            "title": None,
            "sources": first.sources + second.sources,
            "confidence": min(given) if given else None,
            "value": 1 - (1 - first.value) * (1 - second.value),
        }
    )


def _line(start: Node, end: Node) -> str:
    """Put two lines into one; a second «User: » is not repeated.

    Of people who have names several may speak in one line, so each keeps theirs.
    """
    before, after = dense_line(start).rstrip(), dense_line(end)
    if start.speaker == end.speaker == _UNNAMED:
        after = after.removeprefix(f"{_UNNAMED}: ")
    if before[-1:] in {"?", "!"}:
        return f"{before} {after}"
    return "; ".join([before.rstrip(" .;。；"), after])


def is_foldable(node: Node) -> bool:
    """Tell whether a node's own shape allows folding.

    Args:
        node: Any node.

    Returns:
        False for code, for a node with children, for one with a later version's fields, and for
        a quoted order.
    """
    is_own = not node.children and not node.extra
    return node.type != NodeType.CODE and is_own and not is_quoted(node.summary)


def _is_same_topic(first: Node, second: Node, common: frozenset[str]) -> bool:
    if first.type != second.type or first.status != second.status:
        return False
    names, terms = _terms(first)
    other_names, other_terms = _terms(second)
    shared = (terms & other_terms) - common
    if not shared or len(shared) < min(len(terms), len(other_terms)) * _MIN_SHARED_RATIO:
        return False
    return len(shared) >= _MIN_SHARED or bool(names & other_names & shared)


def _terms(node: Node) -> tuple[frozenset[str], frozenset[str]]:
    return _line_terms(dense_line(node))


@lru_cache(maxsize=4096)
def _line_terms(line: str) -> tuple[frozenset[str], frozenset[str]]:
    names = frozenset(normal(name) for name in identifiers(line) if not name.isdigit())
    terms = {word for word in words(line) if len(word) >= _MIN_TERM_CHARS}
    return names, names | terms


def _is_short(first: Node, second: Node) -> bool:
    both = f"{dense_line(first)} {dense_line(second)}"
    return len(both) <= MAX_CHARS and len(both.split()) <= MAX_WORDS
