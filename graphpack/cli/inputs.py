"""Reads what a command line names: files, folders, ZIPs, sessions, standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from graphpack.cli.speak import is_terminal, say, take
from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation
from graphpack.pipeline import Reading
from graphpack.readers import read
from graphpack.settings import Settings

if TYPE_CHECKING:
    from graphpack.cli.references import Referred


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


def reading(inputs: Sequence[str], settings: Settings) -> Reading:
    """Make what reads inputs, as often as it is called; standard input is taken once.

    Args:
        inputs: Paths, ``-``, or names of sessions such as ``@latest``.
        settings: The format, the branch, the sub-agents.

    Returns:
        A function that reads them from the start, in their order.
    """
    piped: list[bytes] = []
    referred: dict[str, Referred] = {}  # found once: the latest may be another when read again

    def read_one(name: str) -> Iterator[Conversation]:
        source: Path | bytes
        session = referred.get(name) or _refer(name, settings)
        if session:
            referred[name] = session
            return _read_session(session, settings)
        if name == "-":
            if not piped:
                piped.append(_take(settings))
            source = piped[0]
        else:
            source = Path(name)
        return read(
            source,
            format=settings.format,
            name="-" if name == "-" else None,
            branch=settings.branch,
            subagents=settings.subagents,
        )

    return lambda: chain.from_iterable(map(read_one, inputs))


def _refer(name: str, settings: Settings) -> Referred | None:
    """Find the session an input names; None where it names none."""
    if not name.startswith("@"):
        return None
    from graphpack.cli.references import is_reference, resolve

    return resolve(name, is_quiet=settings.quiet) if is_reference(name) else None


def _read_session(referred: Referred, settings: Settings) -> Iterator[Conversation]:
    found = read(
        referred.path,
        format=settings.format or referred.format,
        branch=settings.branch,
        subagents=settings.subagents,
    )
    if referred.id is None:
        return found
    branches = f"{referred.id}~" if settings.branch else None
    return (
        one
        for one in found
        if one.id == referred.id or (branches is not None and one.id.startswith(branches))
    )


def _take(settings: Settings) -> bytes:
    if is_terminal(sys.stdin) and not settings.quiet:
        say("reading from the terminal; end with Ctrl-D")
    return take()
