"""Reads what a command line names: files, folders, ZIPs, standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from graphpack.cli.speak import is_terminal, say, take
from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation
from graphpack.pipeline import Reading
from graphpack.readers import read
from graphpack.settings import Settings


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
        inputs: Paths, or ``-``.
        settings: The format, the branch, the sub-agents.

    Returns:
        A function that reads them from the start, in their order.
    """
    piped: list[bytes] = []

    def read_one(name: str) -> Iterator[Conversation]:
        source: Path | bytes
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


def _take(settings: Settings) -> bytes:
    if is_terminal(sys.stdin) and not settings.quiet:
        say("reading from the terminal; end with Ctrl-D")
    return take()
