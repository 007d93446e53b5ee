"""Asks a person which conversation is meant, where there is a person to ask."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from graphpack.cli.speak import is_terminal, say
from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation
from graphpack.pipeline import candidates, listing, pick


def choose(found: Sequence[Conversation], wanted: str | None, *, name: str) -> Conversation:
    """Choose one conversation; ask on a terminal where the flags do not say which.

    Args:
        found: What the input holds.
        wanted: The value of ``--pick``.
        name: The input's name.

    Returns:
        The one that is meant; where that stays unclear, a UsageError lists what there is.
    """
    if wanted is None and len(found) > 1 and _is_terminal():
        return _ask(found, name=name)
    return pick(found, wanted, name=name)


def _is_terminal() -> bool:
    return is_terminal(sys.stdin) and is_terminal(sys.stderr)


def _ask(found: Sequence[Conversation], *, name: str) -> Conversation:
    say(f"{name} holds {len(found)} conversations:")
    say(listing(candidates(found)))
    while True:
        answer = typer.prompt("Which one (number, id or part of a title)", default="1", err=True)
        try:
            return pick(found, answer.strip(), name=name)
        except UsageError as error:
            say(str(error))
