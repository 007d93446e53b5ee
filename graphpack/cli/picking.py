"""Asks a person which conversation is meant, where there is a person to ask."""

from __future__ import annotations

import sys

import typer

from graphpack.cli.speak import is_terminal, say
from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation
from graphpack.pipeline import Shelf, candidates, listing, take, take_with_branches
from graphpack.readers.selection import ALL
from graphpack.settings import Settings
from graphpack.text.counted import counted


def choose(shelf: Shelf, wanted: str | None, *, name: str) -> Conversation:
    """Choose one conversation; ask on a terminal where the flags do not say which.

    Args:
        shelf: What the input holds, surveyed for ``wanted``.
        wanted: The value of ``--pick``.
        name: The input's name.

    Returns:
        The one that is meant; where that stays unclear, a UsageError lists what there is.
    """
    if shelf.found is not None:
        return shelf.found
    if wanted is None and len(shelf) > 1 and _is_terminal():
        return _ask(shelf, name=name)
    return take(shelf, wanted, name=name)


def choose_all(shelf: Shelf, settings: Settings, *, name: str) -> tuple[Conversation, ...]:
    """Choose one conversation, and its branches where all of them are asked for.

    Args:
        shelf: What the input holds, surveyed for ``wanted_of(settings)``.
        settings: What is asked for.
        name: The input's name.

    Returns:
        The one that is meant, then its branches.
    """
    if settings.branch == ALL and settings.pick is not None:
        return take_with_branches(shelf, settings.pick, name=name)
    return (choose(shelf, settings.pick, name=name),)


def wanted_of(settings: Settings) -> str | None:
    """Say what a survey may stop at: nothing where branches follow what is picked."""
    return None if settings.branch == ALL else settings.pick


def answer_to(question: str, *, default: str = "1") -> str:
    """Ask a person at a terminal; standard output stays untouched.

    Args:
        question: Without a mark at its end.
        default: Is taken where they only press Enter.

    Returns:
        What they typed, without spaces around it.

    Raises:
        UsageError: They ended the input.
    """
    typer.echo(f"{question} [{default}]: ", nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        raise UsageError("nothing chosen")
    return line.strip() or default


def _is_terminal() -> bool:
    return is_terminal(sys.stdin) and is_terminal(sys.stderr)


def _ask(shelf: Shelf, *, name: str) -> Conversation:
    say(f"{name} holds {counted(len(shelf), 'conversation')}:")
    say(listing(candidates(shelf)))
    while True:
        answer = answer_to("Which one (number, id or part of a title)")
        try:
            return take(shelf, answer.strip(), name=name)
        except UsageError as error:
            say(str(error))
