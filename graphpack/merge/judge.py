"""What may be asked about pairs the rules leave in doubt; nothing here asks anybody."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from graphpack.model.graph import Node


class Verdict(StrEnum):
    """How the later node of a pair stands to the earlier one."""

    SAME = "same"
    SUPERSEDES = "supersedes"
    CONFLICT = "conflict"
    DIFFERENT = "different"


class Judge(Protocol):
    """Answers all doubtful pairs of one merge in one call.

    A verdict is advice: what the guard forbids (a statement folded into its negation, an
    incompatible type, a later node superseded by an earlier one) does not happen.
    """

    def __call__(self, pairs: Sequence[tuple[Node, Node]], /) -> Sequence[Verdict]:
        """Judge pairs.

        Args:
            pairs: Earlier node and later node.

        Returns:
            One verdict for each pair, in order.
        """
