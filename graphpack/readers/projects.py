"""Which sessions belong to the project of the current folder, and what projects are called."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePath

from graphpack.readers.machine import Machine, project_root
from graphpack.readers.sessions import Session


def of_project(machine: Machine) -> Callable[[Session], bool]:
    """Make what says whether a session was held in the current folder's project.

    Args:
        machine: With its current folder.

    Returns:
        True of a session held in the project's root or anywhere below it.
    """
    roots = _roots(machine)
    hashes = {_sha256(str(root)) for root in roots}

    def is_here(session: Session) -> bool:
        if session.project is None:
            return session.project_hash in hashes
        project = PurePath(session.project)
        return any(project.is_relative_to(root) for root in roots)

    return is_here


def with_projects(sessions: Sequence[Session], machine: Machine) -> tuple[Session, ...]:
    """Name the projects of which only a hash is known, by those of the other sessions.

    Args:
        sessions: Of any agents.
        machine: Its current folder may be such a project, too.

    Returns:
        The same sessions, in their order.
    """
    names = {session.project for session in sessions if session.project}
    by_hash = {_sha256(name): name for name in (*names, *map(str, _roots(machine)))}
    return tuple(
        replace(session, project=by_hash.get(session.project_hash))
        if session.project is None and session.project_hash
        else session
        for session in sessions
    )


def _roots(machine: Machine) -> tuple[Path, ...]:
    """Give the paths of the current project's root, as it is called and as it really is."""
    if machine.folder is None:
        return ()
    root = project_root(machine.folder)
    # a home folder under version control would make everything one project
    root = machine.folder if root == machine.home else root
    with suppress(OSError, RuntimeError):
        return tuple(dict.fromkeys((root, root.resolve())))
    return (root,)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
