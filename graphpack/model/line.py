"""A node's words as one dense line: what the compact form writes for title and summary."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from graphpack.model.codes import NodeType
from graphpack.model.graph import Node
from graphpack.text import words

_STEM_CHARS, _ENDING_CHARS = 4, 3
_SMALL_WORDS = frozenset(
    ["a", "an", "and", "by", "for", "in", "is", "of", "on", "or", "the", "to", "with"]
)


def dense_line(node: Node) -> str:
    """Join a node's title and summary, the title only where it adds words.

    Args:
        node: Any node; a code node's text is never touched.

    Returns:
        The summary, after ``title: `` where the title says something that the summary lacks.
    """
    if not node.title or node.type == NodeType.CODE:
        return node.summary
    return _joined(node.title, node.summary)


@lru_cache(maxsize=4096)
def _joined(title: str, summary: str) -> str:
    known = set(words(summary))
    if all(word in _SMALL_WORDS or _is_said(word, known) for word in words(title)):
        return summary
    return f"{title.rstrip(' .:')}: {summary}"


def _is_said(word: str, known: Collection[str]) -> bool:
    """Whether a word stands there, perhaps with another ending."""
    if word in known or word + "s" in known or word.removesuffix("s") in known:
        return True
    stem = word[: max(_STEM_CHARS, len(word) - _ENDING_CHARS)]
    return len(stem) < len(word) and any(other.startswith(stem) for other in known)
