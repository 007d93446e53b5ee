"""The smallest pack that tells something: what a cap may not be below."""

from __future__ import annotations

from collections.abc import Callable

from graphpack.errors import UsageError
from graphpack.model.graph import ContextGraph

Fit = Callable[[int], ContextGraph]
"""Cuts the graph to a cap, in tokens."""

_TRIES = 8


def check_told(
    whole: ContextGraph,
    fitted: ContextGraph,
    cap_tokens: int,
    *,
    fit: Fit,
    measure: Callable[[ContextGraph], int],
) -> None:
    """Refuse a cap into which nothing of a conversation fits: an empty pack helps nobody.

    Args:
        whole: Before the cuts.
        fitted: After them.
        cap_tokens: What it was cut to.
        fit: Cuts the whole graph to another cap.
        measure: Tokens of a graph as it is written.

    Raises:
        UsageError: Every node was cut; the hint names a cap that leaves one.
    """
    if fitted.nodes or not whole.nodes:
        return
    least = _least(whole, fitted, cap_tokens, fit=fit, measure=measure)
    raise UsageError(
        f"cap: no statement fits into {cap_tokens} tokens",
        hint=f"--cap {least} holds one" if least else "raise --cap, or leave it away",
    )


def _least(
    whole: ContextGraph,
    frame: ContextGraph,
    cap_tokens: int,
    *,
    fit: Fit,
    measure: Callable[[ContextGraph], int],
) -> int | None:
    """Find the smallest cap that leaves a node, None where no single one does.

    The cutter keeps what is worth most, so that a cap for the shortest node may not be enough.
    """
    sizes = sorted({
        measure(frame.model_copy(update={"nodes": (node,), "relationships": (), "meta": {}}))
        for node in whole.nodes
    })  # fmt: skip
    tried = [size for size in sizes if size > cap_tokens][:_TRIES] or [cap_tokens * 2]
    return next((size for size in tried if fit(size).nodes), None)
