"""What a server's threads work with: the desk, made when it is needed, and word of progress."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import anyio.from_thread

from graphpack.errors import GraphpackError

if TYPE_CHECKING:
    from graphpack.mcp.desk import Desk
    from graphpack.mcp.toolbox import Toolbox

__all__ = ["Bench", "Teller", "end_by"]

_EVERY_S = 0.2


def end_by(seconds: float, code: int) -> None:
    """End the process after a while, whatever it does then.

    Nothing ends a thread, and one that hangs would keep the process. What was answered is in the
    store.

    Args:
        seconds: After which it ends, if it has not ended by itself.
        code: Its exit code.
    """
    last = threading.Timer(seconds, os._exit, [code])
    last.daemon = True
    last.start()


class Bench:
    """The desk and the tools on it, made when they are first needed.

    Args:
        open_desk: Makes the desk.
    """

    def __init__(self, open_desk: Callable[[], Desk]) -> None:
        self._open_desk = open_desk
        self._made: tuple[Desk, Toolbox] | None = None
        self._lock = threading.Lock()
        self._is_warm = False

    def get(self) -> tuple[Desk, Toolbox]:
        """Give the desk and the tools; to be called in a thread."""
        with self._lock:
            if self._made is None:
                from graphpack.mcp.toolbox import Toolbox

                desk = self._open_desk()
                self._made = desk, Toolbox(desk)
            return self._made

    def warm_up(self) -> None:
        """Begin to make them, and do not wait for it."""
        if not self._is_warm:
            self._is_warm = True
            threading.Thread(target=self._try, daemon=True).start()

    def _try(self) -> None:
        with suppress(GraphpackError):  # the first call says what is wrong
            self.get()


class Teller:
    """Sends notifications of progress from a thread: one for each stage, few within one.

    Args:
        report: Sends one; does nothing where the client has not asked.
    """

    def __init__(
        self, report: Callable[[float, float | None, str | None], Coroutine[Any, Any, None]]
    ) -> None:
        self._report = report
        self._count = 0
        self._stage = ""
        self._last_s = 0.0

    def tell(self, stage: str, done: int, total: int) -> None:
        """Say what is being done; a call that was given up ends here."""
        anyio.from_thread.check_cancelled()
        now_s = time.monotonic()
        if stage == self._stage and now_s - self._last_s < _EVERY_S:
            return
        self._stage, self._last_s = stage, now_s
        self._count += 1  # has to grow over all stages, of which nobody knows how many there are
        message = f"{stage} {done}/{total}" if total else stage
        anyio.from_thread.run(self._report, float(self._count), None, message)
