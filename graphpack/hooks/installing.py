"""Puts the hooks into a host's settings, takes them out, and tells how it stands."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from graphpack.errors import UsageError
from graphpack.hooks.document import Document
from graphpack.hooks.editing import commands, installed, with_hooks, without_hooks
from graphpack.hooks.hosts import HOSTS, Host
from graphpack.hooks.project import FOLDER, PACKS, every

__all__ = ["Change", "Standing", "command_for", "install", "standing", "uninstall", "unreachable"]

TIMEOUT_S = 30


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a host's settings.

    Args:
        path: The settings.
        events: At which graphpack is called now.
        backup: The copy of what was there; None where nothing was changed, or nothing was there.
        is_changed: Whether anything was written.
        lacks: The program that they call and that is not found; None where it is.
    """

    path: Path
    events: tuple[str, ...]
    backup: Path | None
    is_changed: bool
    lacks: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How it stands with a host.

    Args:
        host: Which.
        path: The settings that were looked at.
        events: At which graphpack is called.
        is_project: Whether they are a project's.
        fault: Why they could not be read; None where they could.
        is_off: Whether the settings switch all hooks off.
        lacks: The program that they call and that is not found; None where it is.
    """

    host: str
    path: Path
    events: tuple[str, ...]
    is_project: bool
    fault: str | None = None
    is_off: bool = False
    lacks: str | None = None


def install(host: Host, path: Path, command: str, *, with_prompts: bool = False) -> Change:
    """Put the hooks into settings.

    Args:
        host: Whose settings.
        path: The settings.
        command: What the host is to call.
        with_prompts: Add the hook that speaks at every prompt, too.

    Returns:
        What was done; nothing where they were there already.
    """
    document = Document(path)
    content = with_hooks(
        document.content,
        host,
        command,
        timeout_s=TIMEOUT_S,
        with_prompts=with_prompts,
        where=str(path),
    )
    is_changed = content != document.content
    backup = document.write(content) if is_changed else None
    events = installed(content, where=str(path))
    return Change(path, events, backup, is_changed, unreachable(commands(content, where=str(path))))


def uninstall(path: Path) -> Change:
    """Take the hooks out of settings.

    Args:
        path: The settings; may be missing.

    Returns:
        What was done.
    """
    document = Document(path)
    content = without_hooks(document.content, where=str(path))
    is_changed = content != document.content
    backup = document.write(content) if is_changed else None
    return Change(path, (), backup, is_changed)


def standing(
    home: Path, project: Path, environment: Mapping[str, str], *, hosts: tuple[str, ...] = ()
) -> tuple[Standing, ...]:
    """Tell how it stands with hosts, in the user's settings and in a project's.

    Args:
        home: The user's home.
        project: The project's folder.
        environment: Where hosts' own variables are looked up.
        hosts: Which; empty for all.

    Returns:
        Two for each host; the user's own first.
    """
    return tuple(
        _standing(HOSTS[name], HOSTS[name].settings(home, place, environment), place is not None)
        for name in hosts or tuple(HOSTS)
        for place in (None, project)
    )


def _standing(host: Host, path: Path, is_project: bool) -> Standing:
    try:
        content = Document(path).content
        events = installed(content, where=str(path))
    except UsageError as error:
        return Standing(host.name, path, (), is_project, str(error))
    is_off = content.get("disableAllHooks") is True
    lacks = unreachable(commands(content, where=str(path)))
    return Standing(host.name, path, events, is_project, is_off=is_off, lacks=lacks)


def command_for(host: Host, *, is_project: bool, wait_s: float | None = None) -> str:
    """Write the command that a host is to call.

    Args:
        host: Who calls.
        is_project: True where the settings may be shared: then no path of this machine.
        wait_s: How long the host may be kept waiting; None is the usual.

    Returns:
        A command line for a shell.
    """
    tail = f"hooks run {host.name}" + (f" --wait {wait_s:g}" if wait_s is not None else "")
    if is_project:
        return f"graphpack {tail}"
    beside = Path(sys.executable).with_name("graphpack")
    found = str(beside) if beside.is_file() else shutil.which("graphpack")
    if found is None:
        return f"{shlex.quote(sys.executable)} -P -m graphpack {tail}"
    return f"{shlex.quote(found)} {tail}"


def unreachable(commands: Iterable[str]) -> str | None:
    """Name the program that settings call and a host would not find.

    A host starts commands with the search path that it was started with; that of this process is
    taken for it, which holds where both are started from one terminal.

    Args:
        commands: Command lines that a host's settings hold.

    Returns:
        The program's name or path; None where each is there.
    """
    programs = (shlex.split(command)[0] for command in commands)
    return next((program for program in programs if shutil.which(program) is None), None)


def packs_of(project: Path) -> tuple[str, ...]:
    """Tell of the packs that the hooks have written in a project, the newest first."""
    folder = project / FOLDER / PACKS
    return tuple(str(one.path) for one in every(folder)) if folder.is_dir() else ()
