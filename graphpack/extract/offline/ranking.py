"""Scores units with linear models whose weights were learned from labelled conversations.

Three models share one set of features: what a successor loses without a unit, what kind of node it
is, and where the matter stands. ``bench/train_offline.py`` makes ``weights.json``.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graphpack.extract.offline.features import Features


@dataclass(frozen=True, slots=True)
class Linear:
    """One linear model: an intercept and a weight for each feature."""

    intercept: float
    weights: dict[str, float]

    def score(self, row: Features) -> float:
        """Score a row.

        Args:
            row: Named features.

        Returns:
            The sum, in log-odds.
        """
        weights = self.weights
        return self.intercept + sum(
            value * weights[name] for name, value in row.items() if name in weights
        )


@dataclass(frozen=True, slots=True)
class Ranker:
    """The learned models.

    Args:
        value: What a successor loses without the unit.
        kinds: One model for each node type.
        statuses: One model for each status; ``none`` stands for unknown.
    """

    value: Linear
    kinds: dict[str, Linear]
    statuses: dict[str, Linear]

    def value_of(self, row: Features) -> float:
        """Expected loss without a unit.

        Args:
            row: Its features.

        Returns:
            0 to 1.
        """
        return 1.0 / (1.0 + math.exp(-self.value.score(row)))

    def kind_of(self, row: Features) -> dict[str, float]:
        """Score each node type.

        Args:
            row: A unit's features.

        Returns:
            Log-odds by ``NodeType`` value.
        """
        return {name: model.score(row) for name, model in self.kinds.items()}

    def status_of(self, row: Features) -> dict[str, float]:
        """Score each status.

        Args:
            row: A unit's features.

        Returns:
            Log-odds by ``Status`` value, and ``none``.
        """
        return {name: model.score(row) for name, model in self.statuses.items()}


@cache
def ranker() -> Ranker:
    """Load the shipped weights.

    Returns:
        The models, one object for the process.
    """
    data = json.loads((files(__package__) / "weights.json").read_text(encoding="utf-8"))

    def linear(row: dict[str, float]) -> Linear:
        row = dict(row)
        return Linear(row.pop("intercept"), row)

    return Ranker(
        linear(data["value"]),
        {name: linear(row) for name, row in data["kinds"].items()},
        {name: linear(row) for name, row in data["statuses"].items()},
    )
