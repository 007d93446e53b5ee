"""What the server has done since it started: calls, tokens, what shortening has brought."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphpack.compress.base import Kind
from graphpack.compress.levels import Asked
from graphpack.compress.metrics import Metric, Totals

__all__ = ["Tally"]


@dataclass(slots=True)
class Tally:
    """Counts; of bounded size, whatever happens.

    Args:
        tokens_sent: Of all results.
    """

    tokens_sent: int = 0
    _calls: Counter[str] = field(default_factory=Counter)
    _details: Counter[str] = field(default_factory=Counter)
    _errors: Counter[str] = field(default_factory=Counter)
    _totals: Totals = field(default_factory=Totals)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def call(self, tool: str, tokens: int, *, is_detail: bool, is_error: bool) -> None:
        """Count a call.

        Args:
            tool: Its name.
            tokens: Size of its result.
            is_detail: Whether the whole was asked for.
            is_error: Whether it failed.
        """
        with self._lock:
            self.tokens_sent += tokens
            self._calls[tool] += 1
            self._details[tool] += is_detail
            self._errors[tool] += is_error

    def shortened(self, metric: Metric) -> None:
        """Add what became of a text."""
        with self._lock:
            self._totals = self._totals.plus(metric)

    def totals(self) -> Totals:
        """Give the sums over texts."""
        return self._totals

    def asked(self) -> Mapping[Kind, Asked]:
        """How often originals of each kind were asked back."""
        return {Kind(name): row.asked for name, row in self._totals.kinds.items()}

    def calls(self) -> dict[str, tuple[int, int, int]]:
        """Give calls, calls for detail and errors, by tool in the order of their names."""
        with self._lock:
            return {
                tool: (count, self._details[tool], self._errors[tool])
                for tool, count in sorted(self._calls.items())
            }
