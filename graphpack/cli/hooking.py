"""``graphpack hooks``: puts hooks into settings, takes them out, tells how it stands."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from platformdirs import user_state_path

from graphpack.cli.speak import harmless, put, say
from graphpack.cli.surroundings import working_folder
from graphpack.errors import UsageError
from graphpack.files import read_regular
from graphpack.hooks.hosts import HOSTS, Host
from graphpack.hooks.installing import (
    Change,
    Standing,
    command_for,
    install,
    packs_of,
    standing,
    uninstall,
)
from graphpack.hooks.notes import LOG
from graphpack.hooks.project import FOLDER, project_of

REACH = "put its folder on PATH, or install without --project, which names it by its whole path"
"""What helps where a host will not find the program."""

_SHOWN_LINES = 3
_SHOWN_PACKS = 3


def run_install(
    host: str, *, in_project: bool, with_prompts: bool, wait_s: float | None, is_quiet: bool
) -> None:
    """Put the hooks into a host's settings.

    Args:
        host: Its name.
        in_project: In the project's settings instead of the user's.
        with_prompts: The hook that speaks at every prompt, too.
        wait_s: How long the host may be kept waiting; None is the usual.
        is_quiet: True to say nothing but errors.
    """
    chosen = HOSTS[host]
    path = _settings(chosen, in_project=in_project)
    command = command_for(chosen, is_project=in_project, wait_s=wait_s)
    change = install(chosen, path, command, with_prompts=with_prompts)
    if is_quiet:
        return
    verb = "installed" if change.is_changed else "was installed already"
    say(f"{host}: {verb} in {path}: {', '.join(change.events)}")
    _say_backup(change)
    if change.lacks is not None:
        _warn(host, change.lacks)
    if chosen.advice:
        say(f"note: {chosen.advice}")


def run_uninstall(host: str, *, in_project: bool, is_quiet: bool) -> None:
    """Take the hooks out of a host's settings.

    Args:
        host: Its name.
        in_project: Out of the project's settings instead of the user's.
        is_quiet: True to say nothing but errors.
    """
    path = _settings(HOSTS[host], in_project=in_project)
    change = uninstall(path)
    if is_quiet:
        return
    say(f"{host}: {'removed from' if change.is_changed else 'nothing of graphpack in'} {path}")
    _say_backup(change)


def run_status(host: str | None) -> None:
    """Tell how it stands with the hosts and with the project of the current folder.

    Args:
        host: Its name; None for all.
    """
    project = current_project()
    found = standing(Path.home(), project, os.environ, hosts=(host,) if host else ())
    for one in found:
        put(harmless(_line(one)))
    for name, times in Counter(one.host for one in found if one.events).items():
        if times > 1:
            say(f"note: {name}: is installed twice, and packs each session twice")
    for one in found:
        if one.lacks is not None:
            _warn(one.host, one.lacks)
    packs = packs_of(project)
    put(harmless(f"packs: {len(packs)} in {project / FOLDER}"))
    for path in packs[:_SHOWN_PACKS]:
        put(harmless(f"  {path}"))
    for folder in (project / FOLDER, user_state_path("graphpack")):
        lines = _tail(folder / LOG)
        if lines:
            put(harmless(f"log: {folder / LOG}"))
            for line in lines:
                put(harmless(f"  {line}"))


def _line(one: Standing) -> str:
    whose = "project" if one.is_project else "user"
    if one.fault is not None:
        return f"{one.host} ({whose}): {one.fault}"
    events = ", ".join(one.events) or "not installed"
    off = "; all hooks are switched off there" if one.is_off else ""
    return f"{one.host} ({whose}): {events} ({one.path}){off}"


def _warn(host: str, program: str) -> None:
    """Say that a host will not find what its settings call."""
    say(f"warning: {host}: {program} is not found, and the hooks do nothing: {REACH}")


def _tail(path: Path) -> list[str]:
    try:
        text = read_regular(path).decode("utf-8", "replace")
    except OSError:
        return []
    return text.splitlines()[-_SHOWN_LINES:]


def _say_backup(change: Change) -> None:
    if change.backup is not None:
        say(f"what was there is kept in {change.backup}")


def _settings(host: Host, *, in_project: bool) -> Path:
    project = current_project() if in_project else None
    return host.settings(Path.home(), project, os.environ)


def current_project() -> Path:
    """Find the project of the current folder.

    Returns:
        Its folder.

    Raises:
        UsageError: The current folder is gone.
    """
    folder = working_folder()
    if folder is None:
        raise UsageError("the current folder is gone", hint="change into one that is there")
    return project_of(folder, {})
