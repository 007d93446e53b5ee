"""What a person may have meant: a wrong command line, said as every other error is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from graphpack.patterns import compiled

_CHOICE = compiled(
    r"\AInvalid value for '(?P<name>[^']++)'.*?'(?P<given>[^']*+)' is not one of (?P<known>.*)",
    re.DOTALL,
)
_COMMAND = compiled(r"No such command '(?P<given>.*?)'")
_QUOTED = compiled(r"'([^']*)'")


def is_help(error: Any) -> bool:
    """Whether a command was called with nothing, and answers with its help."""
    return type(error).__name__ == "NoArgsIsHelpError"


def said(error: Any) -> tuple[str, str]:
    """Word what is wrong with a command line, and what to try.

    Args:
        error: As typer's parser raises it.

    Returns:
        The error and its hint, without the words before them.
    """
    command = error.ctx.command_path if error.ctx is not None else "graphpack"
    look = f"{command} --help"
    option, told = getattr(error, "option_name", None), error.format_message()
    if option is not None and hasattr(error, "possibilities"):
        known = [] if error.ctx is None else _flags(error.ctx)
        meant = _meant_option(option, known)
        return f"{option}: {command} has no such option", _hint(meant, f"{look} lists them")
    wrong = _CHOICE.search(told)
    if wrong:
        known = _QUOTED.findall(wrong["known"])
        what = f"{wrong['name']}: {wrong['given']} is none of its values"
        return what, _hint(nearest(wrong["given"], known), f"one of {', '.join(known)}")
    unknown = _COMMAND.search(told)
    if unknown and error.ctx is not None:
        known = error.ctx.command.list_commands(error.ctx)
        given = unknown["given"]
        # a group's own command, written without the group, is meant for sure
        meant = [*_inside(given, error.ctx, known)] or nearest(given, known)
        return f"{given}: no such command", _hint(meant, f"{look} lists them")
    text = " ".join(told.split()).replace("Value error, ", "").rstrip(".")
    return f"{text[:1].lower()}{text[1:]}", look


def nearest(given: str, known: Iterable[str], *, most: int = 2) -> Sequence[str]:
    """Find what was probably meant.

    Args:
        given: What was written.
        known: What could have been.
        most: How many to name.

    Returns:
        The closest first; what begins or ends the same way counts, too.
    """
    names = sorted(set(known))
    close = get_close_matches(given, names, n=most, cutoff=0.6)
    alike = [name for name in names if len(given) > 2 and (given in name or name in given)]
    return tuple(dict.fromkeys([*close, *alike]))[:most]


def _inside(given: str, ctx: Any, known: Iterable[str]) -> Iterator[str]:
    """Name the commands of groups that are called so."""
    for name in known:
        group = ctx.command.get_command(ctx, name)
        if given in getattr(group, "commands", {}):
            yield f"{name} {given}"


def _hint(meant: Sequence[str], otherwise: str) -> str:
    return f"did you mean {' or '.join(meant)}?" if meant else otherwise


def _flags(ctx: Any) -> list[str]:
    """List what a command knows, ``--help`` too, which typer adds on its own."""
    params = ctx.command.get_params(ctx)
    return [
        flag
        for param in params
        if param.param_type_name == "option"
        for flag in (*param.opts, *param.secondary_opts)
        if flag.startswith("--")
    ]


def _meant_option(given: str, known: Sequence[str]) -> Sequence[str]:
    """Find the options meant: their dashes, which all begin with, make none alike."""
    names = {flag.lstrip("-"): flag for flag in known}
    word = given.lstrip("-")
    mistyped = [
        name for name in names if sorted(name) == sorted(word)
    ]  # two letters changed places
    return [names[name] for name in mistyped or nearest(word, names)]
