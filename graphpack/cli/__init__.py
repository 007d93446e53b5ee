"""The command line: thin, it parses, calls and prints.

What a command needs is imported when the command runs, so that ``--help`` starts at once.
"""

from __future__ import annotations

import gc
import signal
import sys
from typing import NoReturn

__all__ = ["collect_seldom", "main"]

_NEW_OBJECTS = 20_000


def main() -> None:
    """Run the command of ``sys.argv`` and exit with its code; no traceback leaves here."""
    try:
        code = _run()
        _ignore_signals()  # within reach: Ctrl-C may come between a run's last step and this one
    except KeyboardInterrupt:
        code = 130
        _ignore_signals()
    sys.exit(code)


def collect_seldom() -> None:
    """Look for garbage in cycles after every 20,000 objects instead of every 700.

    Nothing here makes many of them, and looking took a seventh of a command's time. For a process
    of our own alone: how often others look is theirs to say.
    """
    gc.set_threshold(_NEW_OBJECTS, 20, 20)


def _run() -> int:
    from graphpack.cli.surroundings import hold_streams

    collect_seldom()
    hold_streams()
    is_asked = not {"-h", "--help"}.isdisjoint(sys.argv[3:])  # by a person, never by a host
    # a host waits: nothing is parsed, little is imported
    if sys.argv[1:3] == ["hooks", "run"] and not is_asked:
        from graphpack.hooks.entry import main as serve

        sys.exit(serve(sys.argv[3:]))
    for number in _stops():
        if signal.getsignal(number) is signal.SIG_DFL:  # what nohup ignores stays ignored
            signal.signal(number, _stop)
    from graphpack.cli.app import run

    code = run(sys.argv[1:])
    _keep_patterns()
    return code


def _keep_patterns() -> None:
    """Have the next run find compiled what this one had to compile; all is said by now."""
    patterns = sys.modules.get("graphpack.patterns")
    if patterns is not None:
        patterns.keep()


def _ignore_signals() -> None:
    """All is done: only the interpreter's end is left."""
    for number in (signal.SIGINT, *_stops()):
        signal.signal(number, signal.SIG_IGN)


def _stops() -> tuple[signal.Signals, ...]:
    """List the signals that end a run, besides Ctrl-C, which Python sees to."""
    # Windows has no SIGHUP
    return tuple(
        number
        for name in ("SIGTERM", "SIGHUP")
        if (number := getattr(signal, name, None)) is not None
    )


def _stop(number: int, _: object) -> NoReturn:
    # unwinds like Ctrl-C does: what lies half-written is removed, what was done is told
    raise SystemExit(128 + number)
