"""Reads what a command line names: files, folders, ZIPs, sessions, standard input."""

from __future__ import annotations

import stat
import sys
import threading
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from graphpack.cli.speak import is_terminal, say, take
from graphpack.cli.writing import is_same
from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation
from graphpack.pipeline import Reading
from graphpack.readers import read
from graphpack.readers.beside import subagent_files
from graphpack.readers.limits import Limits
from graphpack.readers.pipes import read_pipe
from graphpack.settings import Settings

if TYPE_CHECKING:
    from graphpack.cli.references import Referred


WAIT_S = 2.0
"""Seconds after which a pipe that gives nothing is spoken of."""


def given(inputs: Sequence[str], *, is_here: bool) -> tuple[str, ...]:
    """Complete the names of a command line.

    Args:
        inputs: As they were given.
        is_here: True for the newest session of the current folder's project, too.

    Returns:
        The names; ``@`` where there are none and a person at the terminal can choose.

    Raises:
        UsageError: There are none, and nobody can be asked.
    """
    names = (*inputs, *(("@here",) if is_here else ()))
    if names:
        return names
    if is_terminal(sys.stdin) and is_terminal(sys.stderr):
        return ("@",)
    raise UsageError("INPUT: missing", hint="name a file, - for standard input, @latest or --here")


def check_inputs(inputs: Sequence[str]) -> None:
    """Refuse names that cannot be read.

    Args:
        inputs: Paths, or ``-``.

    Raises:
        UsageError: One is empty, or standard input stands there twice.
    """
    if inputs.count("-") > 1:
        raise UsageError("-: standard input can be read only once")
    if "" in inputs:
        raise UsageError("INPUT: the name is empty", hint="name a file, or - for standard input")


def reading(inputs: Sequence[str], settings: Settings, written: Sequence[Path] = ()) -> Reading:
    """Make what reads inputs, as often as it is called; standard input is taken once.

    Args:
        inputs: Paths, ``-``, or names of sessions such as ``@latest``.
        settings: The format, the branch, the sub-agents.
        written: Where the output goes; a session whose file is one of these is a UsageError.

    Returns:
        A function that reads them from the start, in their order.
    """
    piped: dict[str, bytes] = {}
    limits = Limits.of(settings)
    referred: dict[str, Referred] = {}  # found once: the latest may be another when read again

    def read_one(name: str) -> Iterator[Conversation]:
        source: Path | bytes
        session = referred.get(name) or _refer(name, settings)
        if session:
            _check_written(name, session, written)
            referred[name] = session
            return _read_session(session, settings, limits)
        if name == "-" or _is_pipe(name):
            if name not in piped:
                piped[name] = _take(name, settings, limits)
            source = piped[name]
        else:
            source = Path(name)
        return read(
            source,
            format=settings.format,
            name=Path(name).name,
            branch=settings.branch,
            subagents=settings.subagents,
            limits=limits,
        )

    return lambda: chain.from_iterable(map(read_one, inputs))


def _refer(name: str, settings: Settings) -> Referred | None:
    """Find the session an input names; None where it names none."""
    if not name.startswith("@"):
        return None
    from graphpack.cli.references import is_reference, resolve

    return resolve(name, is_quiet=settings.quiet) if is_reference(name) else None


def _check_written(name: str, session: Referred, written: Sequence[Path]) -> None:
    for path in written:
        if is_same(session.path, path):
            raise UsageError(f"{path}: is what {name} names, and would be overwritten")


def _read_session(referred: Referred, settings: Settings, limits: Limits) -> Iterator[Conversation]:
    format = settings.format or referred.format
    beside = subagent_files(referred.path, format=format) if settings.subagents else ()
    found = read(
        referred.path,
        format=format,
        branch=settings.branch,
        subagents=settings.subagents,
        beside=beside,
        limits=limits,
    )
    if beside:  # a sub-agent of another session is a conversation of its own
        found = (one for one in found if one.source.name == referred.path.name)
    if referred.id is None:
        return found
    branches = f"{referred.id}~" if settings.branch else None
    return (
        one
        for one in found
        if one.id == referred.id or (branches is not None and one.id.startswith(branches))
    )


def _is_pipe(name: str) -> bool:
    try:
        return stat.S_ISFIFO(Path(name).stat().st_mode)
    except (OSError, ValueError):  # reading it will say what is wrong
        return False


def _take(name: str, settings: Settings, limits: Limits) -> bytes:
    """Read what can be read only once; say so where it keeps a person waiting."""
    if name == "-":
        if is_terminal(sys.stdin) and not settings.quiet:
            say("reading from the terminal; end with Ctrl-D")
        return take(limits)
    waiting = threading.Timer(WAIT_S, say, [f"{name}: a pipe; waiting for what is written into it"])
    waiting.daemon = True
    waiting.start()
    try:
        return read_pipe(Path(name), limits)
    finally:
        waiting.cancel()
