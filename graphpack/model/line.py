"""A node's words as one dense line: what the compact form writes for title and summary."""

from __future__ import annotations

from functools import lru_cache

from graphpack.model.codes import NodeType
from graphpack.model.graph import Node
from graphpack.text import words

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
    known = set(words(summary)) | _SMALL_WORDS
    if all(word in known for word in words(title)):
        return summary
    return f"{title.rstrip(' .:')}: {summary}"
