"""Scores units with small models whose weights were learned from labelled conversations.

One set of features serves three questions: what a successor loses without a unit (boosted trees),
what kind of node it is and where the matter stands (linear). ``bench/train_offline.py`` makes
``weights.json``; nothing of the labelled texts is in it.
"""

from __future__ import annotations

import json
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
        # by hand: a row is scored for each type of node, and a generator takes twice the time
        total = 0.0
        for name, value in row.items():
            if name in weights:
                total += value * weights[name]
        return self.intercept + total


@dataclass(frozen=True, slots=True)
class Trees:
    """Boosted regression trees.

    Args:
        base: Added to the sum of the leaves.
        names: Feature names, by number.
        trees: Each a tuple of nodes ``(feature, threshold, left, right)``; a leaf is
            ``(-1, value, 0, 0)``.
    """

    base: float
    names: tuple[str, ...]
    trees: tuple[tuple[tuple[int, float, int, int], ...], ...]

    def score(self, row: Features) -> float:
        """Score a row.

        Args:
            row: Named features; an absent one is 0.

        Returns:
            The expected value, about 0 to 1.
        """
        values = list({**dict.fromkeys(self.names, 0.0), **row}.values())
        total = self.base
        for tree in self.trees:
            feature, threshold, left, right = tree[0]
            while feature >= 0:
                feature, threshold, left, right = tree[
                    left if values[feature] <= threshold else right
                ]
            total += threshold
        return total


@dataclass(frozen=True, slots=True)
class Ranker:
    """The learned models.

    Args:
        value: What a successor loses without the unit.
        kinds: One model for each node type.
    """

    value: Trees
    kinds: dict[str, Linear]

    def value_of(self, row: Features) -> float:
        """Expected loss without a unit.

        Args:
            row: Its features.

        Returns:
            0 to 1.
        """
        return min(max(self.value.score(row), 0.0), 1.0)

    def kind_of(self, row: Features) -> dict[str, float]:
        """Score each node type.

        Args:
            row: A unit's features.

        Returns:
            Log-odds by ``NodeType`` value.
        """
        return {name: model.score(row) for name, model in self.kinds.items()}


@cache
def ranker() -> Ranker:
    """Load the shipped weights.

    Returns:
        The models, one object for the process.
    """
    data = json.loads((files(__package__) / "weights.json").read_text(encoding="utf-8"))
    value = data["value"]

    def linear(row: dict[str, float]) -> Linear:
        row = dict(row)
        return Linear(row.pop("intercept"), row)

    return Ranker(
        Trees(
            value["base"],
            tuple(value["names"]),
            tuple(tuple(tuple(node) for node in tree) for tree in value["trees"]),
        ),
        {name: linear(row) for name, row in data["kinds"].items()},
    )
