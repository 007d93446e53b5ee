"""``graphpack sessions``: what agents have kept on this machine, the newest first."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from graphpack import __version__
from graphpack.cli.caching import cache_folder
from graphpack.cli.moments import moment
from graphpack.cli.progress import ProgressBar
from graphpack.cli.session_index import DiskIndex
from graphpack.cli.session_table import document, table
from graphpack.cli.speak import hidden, is_terminal, put, say
from graphpack.errors import UsageError
from graphpack.readers.discover import agents, session_files
from graphpack.readers.machine import Machine
from graphpack.readers.projects import of_project, with_projects
from graphpack.readers.sessions import Session, Sessions, find
from graphpack.text.counted import counted

LIMIT = 20
"""Sessions listed where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sessions are asked for.

    Args:
        agent: An agent's name or the unique start of one; None is all.
        is_here: True for those of the current folder's project alone.
        since: Aware; only those that went on after it.
        limit: How many at most; None is all.
        keep: What else is asked of a session.
    """

    agent: str | None = None
    is_here: bool = False
    since: datetime | None = None
    limit: int | None = None
    keep: Callable[[Session], bool] = lambda _: True


def run_sessions(wanted: Wanted, *, since: str | None, now: str | None, as_json: bool) -> None:
    """List sessions.

    Args:
        wanted: Which; a limit of 0 is none.
        since: As it was given, see ``moments.moment``.
        now: The time that ages are told from; the clock's where None.
        as_json: True to write JSON.

    Raises:
        UsageError: The agent, a time or the limit makes no sense.
    """
    if wanted.limit is not None and wanted.limit < 0:
        raise UsageError("--limit: is below zero", hint="--limit 0 lists all")
    clock = datetime.now(UTC).astimezone()
    present = moment(now, now=clock, flag="--now") if now else clock
    start = moment(since, now=present, flag="--since") if since else None
    machine = this_machine()
    wanted = replace(wanted, since=start, limit=wanted.limit or None)
    found, files = look_for(wanted, machine, is_quiet=False)
    if as_json:
        # an id or a path may hold a secret, too; what stands for it is written as JSON writes it
        put(hidden(document(found, files=files)).encode("ascii", "backslashreplace").decode())
        return
    columns = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else None
    lines = table(found.sessions, now=present, home=machine.home, columns=columns)
    if lines:
        put(hidden("\n".join(lines)))
    _tell(found, files, limit=wanted.limit)


def this_machine() -> Machine:
    """Describe the machine that the process runs on.

    Returns:
        Its variables, home and current folder.

    Raises:
        UsageError: There is no home, or the current folder is gone.
    """
    try:
        return Machine(dict(os.environ), Path.home(), sys.platform, Path.cwd())
    except (RuntimeError, OSError) as error:
        raise UsageError(f"the home or the current folder cannot be found: {error}") from error


def agent_named(text: str, *, flag: str) -> str:
    """Find an agent by its name or the start of it.

    Args:
        text: As it was given.
        flag: Where, for the error.

    Returns:
        Its name.

    Raises:
        UsageError: None is called so, or several are.
    """
    names = agents()
    meant = [name for name in names if name == text] or [n for n in names if n.startswith(text)]
    if len(meant) == 1 and text:
        return meant[0]
    what = f"{text!r} could be {' or '.join(meant)}" if meant else f"no agent is called {text!r}"
    raise UsageError(f"{flag}: {what}", hint=f"one of {', '.join(names)}")


def look_for(wanted: Wanted, machine: Machine, *, is_quiet: bool) -> tuple[Sessions, int]:
    """Find sessions, by what is remembered of their files as far as that goes.

    Args:
        wanted: Which.
        machine: Where.
        is_quiet: True to show no progress.

    Returns:
        The sessions, and how many session files there are.
    """
    agent = agent_named(wanted.agent, flag="--agent") if wanted.agent is not None else None
    is_here = of_project(machine) if wanted.is_here else None

    def keep(session: Session) -> bool:
        return (is_here is None or is_here(session)) and wanted.keep(session)

    files = session_files(machine, agent=agent)
    clean = _cleaner()
    index = DiskIndex(cache_folder(), release=__version__, clean=clean)
    try:
        with ProgressBar(is_shown=False if is_quiet else None) as progress:
            found = find(
                files,
                index=index,
                keep=keep,
                limit=wanted.limit,
                since=wanted.since,
                progress=progress,
            )
    finally:  # also after Ctrl-C: what was read need not be read again
        _save(index)
    known = with_projects(found.sessions, machine)
    shown = tuple(replace(one, title=one.title and clean(one.title)) for one in known)
    return replace(found, sessions=shown), len(files)


def _cleaner() -> Callable[[str], str]:
    """Make what hides the secrets of a title: many are the first words that somebody typed."""
    from graphpack.redact import clean
    from graphpack.redact.placeholders import Vault
    from graphpack.redact.policy import Policy

    policy = Policy()
    return lambda title: clean(title, policy, Vault())


def _save(index: DiskIndex) -> None:
    try:
        index.save()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        say(f"note: what was found cannot be remembered for the next time: {reason}")


def _tell(found: Sessions, files: int, *, limit: int | None) -> None:
    if not found.sessions:
        say(f"no sessions found, in {counted(files, 'file')}" if files else "no sessions found")
    elif found.unread and len(found.sessions) == limit:
        say(f"older ones are in {counted(found.unread, 'file')} more; --limit 0 lists all")
    if found.broken:
        names = ", ".join(map(str, found.broken[:3]))
        more = f" and {len(found.broken) - 3} more" if len(found.broken) > 3 else ""
        say(f"note: {counted(len(found.broken), 'file')} could not be read: {names}{more}")
    if found.unknown:
        say(f"note: {counted(found.unknown, 'file')} of a format that is not read yet")
