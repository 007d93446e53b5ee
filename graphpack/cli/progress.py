"""A progress bar with an ETA, for work of more than two seconds and only on a terminal."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import Any

from graphpack.cli.speak import is_terminal

AFTER_S = 2.0


class ProgressBar:
    """Shows what the chain does, once it takes long enough to be worth showing.

    Args:
        is_shown: False to never show anything; by default where standard error is a terminal.
    """

    def __init__(self, *, is_shown: bool | None = None) -> None:
        self._is_shown = is_terminal(sys.stderr) if is_shown is None else is_shown
        self._lock = threading.Lock()
        self._state: tuple[str, int, int] = ("reading", 0, 0)
        self._bar: Any = None
        self._task: Any = None
        self._timer: threading.Timer | None = None

    def __enter__(self) -> ProgressBar:
        if self._is_shown:
            self._timer = threading.Timer(AFTER_S, self._show)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._is_shown = False
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Take note of what is being done.

        Args:
            stage: One word for it.
            done: How much of it is done.
            total: How much there is; 0 where unknown.
        """
        with self._lock:
            self._state = (stage, done, total)
            self._draw()

    def _show(self) -> None:
        # rich takes as long to import as a short run; a run that comes here is not short
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        with self._lock:
            if not self._is_shown:
                return
            self._bar, self._task = bar, bar.add_task("", total=None)
            self._draw()
            bar.start()

    def _draw(self) -> None:
        if self._bar is not None:
            stage, done, total = self._state
            self._bar.update(self._task, description=stage, completed=done, total=total or None)
