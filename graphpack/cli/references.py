"""Inputs that name a session of this machine: ``@latest``, ``@codex/0199``, ``@here``."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from graphpack.cli.picking import answer_to
from graphpack.cli.session_table import ID_CHARS, described, references, table
from graphpack.cli.sessions import Wanted, agent_named, look_for, this_machine
from graphpack.cli.speak import is_terminal, say
from graphpack.errors import UsageError
from graphpack.readers.discover import agents
from graphpack.readers.machine import Machine
from graphpack.readers.sessions import Session
from graphpack.text.counted import counted

ANY, LATEST, HERE = "@", "@latest", "@here"
LISTED = 10
"""Sessions offered, or named in an error."""

_FORMS = "@latest, @here, @AGENT/latest or @AGENT/START-OF-ID; graphpack sessions lists them"


@dataclass(frozen=True, slots=True)
class Referred:
    """What a reference stands for.

    Args:
        path: The file or folder to read.
        format: What it is read as.
        id: The conversation that is meant; None where there is only one.
    """

    path: Path
    format: str
    id: str | None


def is_reference(name: str) -> bool:
    """Say whether an input names a session; ``./@latest`` is a file of that name.

    Args:
        name: As it was given.

    Returns:
        True for what begins with ``@``, but for a path that is there and no agent's name.
    """
    if not name.startswith("@"):
        return False
    head = name[1:].partition("/")[0]
    is_known = name in (ANY, LATEST, HERE) or head in agents()
    try:
        return is_known or not Path(name).exists()
    except (OSError, ValueError):
        return True


def resolve(name: str, *, is_quiet: bool) -> Referred:
    """Find the session that a reference names; say on standard error which one it is.

    Where the choice is open (``@``, or an agent's name alone), a person at a terminal is asked.

    Args:
        name: The reference.
        is_quiet: True to say nothing but errors.

    Returns:
        What to read.

    Raises:
        UsageError: No session is meant, or several are; the message lists them.
    """
    machine = this_machine()
    wanted, is_open = _wanted(name)
    found, _ = look_for(wanted, machine, is_quiet=is_quiet)
    now = datetime.now(UTC).astimezone()
    whole = [session for session in found.sessions if name.endswith(f"/{session.id}")]
    fitting = whole or found.sessions
    if not fitting:
        raise UsageError(f"{name}: no such session", hint=_FORMS)
    if len(fitting) == 1 or wanted.limit == 1:
        session = fitting[0]
    elif is_open and is_terminal(sys.stdin) and is_terminal(sys.stderr):
        session = _ask(fitting, now=now, machine=machine)
    else:
        lines = _listed(fitting, now=now, machine=machine)
        raise UsageError(
            f"{name}: {counted(len(fitting), 'session')} fit\n{lines}"
            if not is_open
            else f"{name}: no word which session\n{lines}",
            hint="give more of its id, or its path" if not is_open else _FORMS,
        )
    if not is_quiet:
        say(f"{name}: {described(session, now=now, home=machine.home)}")
    return Referred(session.path, session.format, None if session.is_alone else session.id)


def _wanted(name: str) -> tuple[Wanted, bool]:
    """Read a reference; say whether it leaves the choice open."""
    if name == ANY:
        return Wanted(limit=LISTED), True
    if name == LATEST:
        return Wanted(limit=1), False
    if name == HERE:
        return Wanted(is_here=True, limit=1), False
    head, _, start = name[1:].partition("/")
    agent = agent_named(head, flag=name)
    if not start:
        return Wanted(agent, limit=LISTED), True
    if start == "latest":
        return Wanted(agent, limit=1), False
    return Wanted(agent, keep=_begins(start)), False


def _begins(start: str) -> Callable[[Session], bool]:
    """Make what says whether a session's id, or its file's name, begins so."""
    text = start.casefold()

    def fits(session: Session) -> bool:
        if session.id.casefold().startswith(text):
            return True
        # short ones are what all of a kind are called, such as events.jsonl
        is_long = session.is_alone and len(text) >= ID_CHARS
        return is_long and session.path.stem.casefold().startswith(text)

    return fits


def _listed(sessions: Sequence[Session], *, now: datetime, machine: Machine) -> str:
    lines = table(sessions[:LISTED], now=now, home=machine.home, columns=100)
    more = len(sessions) - LISTED
    return "\n".join([*lines, f"and {more} more"] if more > 0 else lines)


def _ask(sessions: Sequence[Session], *, now: datetime, machine: Machine) -> Session:
    """Let a person choose by number, or by the start of an id."""
    head, *lines = table(sessions, now=now, home=machine.home, columns=_columns())
    say(f"     {head}")
    for number, line in enumerate(lines, start=1):
        say(f"{number:>3}  {line}")
    names = references(sessions)
    while True:
        answer = answer_to("Which one (number or start of an id)")
        if answer.isdecimal() and 1 <= int(answer) <= len(sessions):
            return sessions[int(answer) - 1]
        meant = [
            s for s, n in zip(sessions, names, strict=True) if n == answer or _begins(answer)(s)
        ]
        if len(meant) == 1:
            return meant[0]
        say(f"{answer}: {len(meant)} of these fit")


def _columns() -> int:
    return shutil.get_terminal_size().columns - 5
