"""Puts graphpack's hooks among those of a host's settings, takes them out, and knows its own.

What stands there besides keeps its order, its keys and its values.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from graphpack.errors import UsageError
from graphpack.hooks.hosts import Host
from graphpack.patterns import compiled

__all__ = ["commands", "installed", "is_own", "with_hooks", "without_hooks"]

_PROGRAM = compiled(r"(?:^|\W)graphpack(?:\.exe)?$")
_PLAIN = compiled(r"[\w.=-]+")


def is_own(handler: object) -> bool:
    """Say whether an entry of the settings is graphpack's."""
    command = handler.get("command") if isinstance(handler, dict) else None
    return isinstance(command, str) and _is_call(command)


def _is_call(command: str) -> bool:
    """Say whether a command line calls the hooks and does nothing else: that is somebody's own."""
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    if words[1:4] == ["-P", "-m", "graphpack"]:
        words = words[3:]
    if not words or not _PROGRAM.search(words[0]):
        return False
    return words[1:3] == ["hooks", "run"] and all(map(_PLAIN.fullmatch, words[3:]))


def with_hooks(
    content: Mapping[str, Any],
    host: Host,
    command: str,
    *,
    timeout_s: int,
    with_prompts: bool,
    where: str,
) -> dict[str, Any]:
    """Add graphpack's hooks to a host's settings.

    Args:
        content: The settings.
        host: Whose.
        command: What the host is to call.
        timeout_s: After which the host may give up.
        with_prompts: Add the optional hook, which speaks at every prompt, too.
        where: What the settings are called in errors.

    Returns:
        The settings with exactly one entry for each event and case, after those of others; equal
        where they were there already.

    Raises:
        UsageError: An event's place holds something else than a list.
    """
    handler: dict[str, Any] = {"type": "command", "command": command}
    handler["timeout"] = timeout_s * host.timeout_unit
    if host.timeout_unit != 1:
        handler["name"] = "graphpack"
    wanted = [
        (event.name, matcher)
        for event in host.events
        if with_prompts or not event.is_optional
        for matcher in event.matchers
    ]
    if _entries(content, where) == [(*one, handler) for one in wanted]:
        return dict(content)
    bare = without_hooks(content, where=where)
    hooks = dict(_hooks(bare, where))
    for name, matcher in wanted:
        group: dict[str, Any] = {"matcher": matcher} if matcher is not None else {}
        before = hooks.get(name, [])
        if not isinstance(before, list):
            raise UsageError(f"{where}: /hooks/{name} is no list; left as it is")
        hooks[name] = [*before, {**group, "hooks": [handler]}]
    return {**bare, "hooks": hooks}


def without_hooks(content: Mapping[str, Any], *, where: str) -> dict[str, Any]:
    """Take graphpack's hooks out of a host's settings; those of others stay as they are.

    Args:
        content: The settings.
        where: What the settings are called in errors.

    Returns:
        The settings. What is empty without graphpack's entries goes with them.
    """
    hooks: dict[str, Any] = {}
    for name, groups in _hooks(content, where).items():
        if not isinstance(groups, list):
            hooks[name] = groups
            continue
        left = [one for group in groups for one in _without(group)]
        if left or not groups:
            hooks[name] = left
    if hooks or not content.get("hooks"):
        return {**content, "hooks": hooks} if "hooks" in content else dict(content)
    return {key: value for key, value in content.items() if key != "hooks"}


def installed(content: Mapping[str, Any], *, where: str) -> tuple[str, ...]:
    """List the events that graphpack is called at.

    Args:
        content: The settings.
        where: What the settings are called in errors.
    """
    return tuple(dict.fromkeys(name for name, _, _ in _entries(content, where)))


def commands(content: Mapping[str, Any], *, where: str) -> tuple[str, ...]:
    """List the command lines that graphpack is called by, each once.

    Args:
        content: The settings.
        where: What the settings are called in errors.
    """
    found = (str(handler["command"]) for _, _, handler in _entries(content, where))
    return tuple(dict.fromkeys(found))


def _without(group: Any) -> Iterator[Any]:
    """Take graphpack's entries out of a group; one of which nothing is left goes."""
    handlers = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(handlers, list) or not any(map(is_own, handlers)):
        yield group
        return
    left = [one for one in handlers if not is_own(one)]
    if left:
        yield {**group, "hooks": left}


def _entries(content: Mapping[str, Any], where: str) -> list[tuple[str, str | None, Any]]:
    """List graphpack's own entries: event, case, entry."""
    return [
        (name, matcher, handler)
        for name, groups in _hooks(content, where).items()
        if isinstance(groups, list)
        for matcher, handler in _own(groups)
    ]


def _own(groups: list[Any]) -> Iterator[tuple[str | None, Any]]:
    for group in groups:
        handlers = group.get("hooks") if isinstance(group, dict) else None
        for handler in handlers if isinstance(handlers, list) else ():
            if is_own(handler):
                yield group.get("matcher"), handler


def _hooks(content: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """Read the table of hooks; one of another form is not touched.

    Raises:
        UsageError: It has another form.
    """
    hooks = content.get("hooks", {})
    if not isinstance(hooks, dict):
        raise UsageError(f"{where}: /hooks is no table of events; left as it is")
    return hooks
