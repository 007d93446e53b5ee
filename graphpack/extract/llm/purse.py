"""Holds a run to what it may cost: no request is sent that could exceed it."""

from __future__ import annotations

import threading

from graphpack.extract.llm.prices import Price


class LimitReachedError(Exception):
    """The next request might cost more than is left; the text says how much that is."""


class Purse:
    """What a run may still spend; one for all its threads.

    Args:
        limit_usd: None is no limit.
    """

    def __init__(self, limit_usd: float | None) -> None:
        self._limit_usd = limit_usd
        self._bound_usd = 0.0
        self._lock = threading.Lock()

    def reserve(self, price: Price | None, prompt_tokens: int, reply_tokens: int) -> float:
        """Set aside what a request may cost at most.

        Args:
            price: Of its model.
            prompt_tokens: As estimated.
            reply_tokens: The most that is allowed.

        Returns:
            US dollars, to be given back to ``settle``.

        Raises:
            LimitReachedError: It is more than is left, or cannot be known.
        """
        if self._limit_usd is None:
            return 0.0
        if price is None:
            raise LimitReachedError("the model's price is unknown, and a limit was set")
        most_usd = price.of(prompt_tokens, reply_tokens)
        with self._lock:
            left_usd = self._limit_usd - self._bound_usd
            if most_usd > left_usd:
                raise LimitReachedError(
                    f"the next request may cost ${most_usd:.4f}, and of ${self._limit_usd:g}"
                    f" ${max(0.0, left_usd):.4f} are left"
                )
            self._bound_usd += most_usd
        return most_usd

    def settle(self, reserved_usd: float, spent_usd: float | None) -> None:
        """Replace what was set aside by what was spent.

        Args:
            reserved_usd: What ``reserve`` returned.
            spent_usd: None where it is unknown: then all of it is taken as spent.
        """
        if self._limit_usd is not None and spent_usd is not None:
            with self._lock:
                self._bound_usd += spent_usd - reserved_usd
