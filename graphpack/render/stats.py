"""The one line of figures that follows a pack on standard error."""

from __future__ import annotations

from graphpack.text.counted import counted


def stats_line(*, tokens: int, nodes: int, relationships: int, input_tokens: int) -> str:
    """Write the line of figures.

    Args:
        tokens: Size of the written pack.
        nodes: Nodes written, children too.
        relationships: Relationships written.
        input_tokens: Size of the conversation, by the same counter; 0 where unknown.

    Returns:
        Such as ``~812 tokens | 14 nodes | 5 relationships | estimated 98% compression``; the
        percentage is rounded down, so that 100% is never claimed, and 0 where nothing was saved.

    Source:
        Seed 002, "COMPACT Schema".
    """
    saved = max(input_tokens - tokens, 0)
    percent = 100 * saved // input_tokens if input_tokens > 0 else 0
    return (
        f"~{tokens} tokens | {counted(nodes, 'node')} | {counted(relationships, 'relationship')} | "
        f"estimated {percent}% compression"
    )
