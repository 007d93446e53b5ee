"""How often one client may ask: a bucket that fills with time, for each of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_CLIENTS = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """A limit.

    Args:
        per_s: Requests for each second, in the long run.
        burst: Requests at once.
    """

    per_s: float
    burst: int


class Limiter:
    """Counts the requests of each client.

    Args:
        rate: The limit of each.
        clock: Gives seconds that only grow.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str) -> float:
        """Count a request.

        Args:
            client: Whose.

        Returns:
            0 where it may pass, else after how many seconds one will.
        """
        now = self._clock()
        with self._lock:
            left, at = self._left.pop(client, (float(self._rate.burst), now))
            left = min(float(self._rate.burst), left + (now - at) * self._rate.per_s)
            passes = left >= 1
            self._left[client] = (left - 1 if passes else left, now)
            while len(self._left) > MOST_CLIENTS:
                self._left.popitem(last=False)
        return 0.0 if passes else (1 - left) / self._rate.per_s
