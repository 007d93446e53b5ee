"""Edits a host's settings in place: only what is graphpack's own, with a copy of what was there.

What stands there besides keeps its order, its keys and its values; what is not understood is not
touched at all.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import shlex
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from graphpack.atomic import Staging, make_folder
from graphpack.errors import UsageError
from graphpack.files import read_regular
from graphpack.hooks.hosts import Host

__all__ = ["Document", "installed", "is_own", "with_hooks", "without_hooks"]

_PROGRAM = re.compile(r"(?:^|\W)graphpack(?:\.exe)?$")
_PLAIN = re.compile(r"[\w.=-]+")
_INDENT = re.compile(r"\n([ \t]+)\S")
_USUAL_INDENT = 2
_BACKUP = ".graphpack-{}.bak"


class Document:
    """A host's settings: one JSON file, which may be missing.

    Args:
        path: The file; a link is followed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.target = path.resolve() if path.is_symlink() else path
        self.data = self._data()
        self.content = self._content()

    def write(self, content: Mapping[str, Any]) -> Path | None:
        """Put other content in its place.

        Args:
            content: All of it. Empty, in the place of a file that only graphpack has made,
                removes the file.

        Returns:
            The copy of what was there; None where nothing was.

        Raises:
            UsageError: The disk does not take it.
        """
        if content == self.content and self.data is not None:
            return None
        try:
            return self._write(content)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"{self.path}: cannot be written: {reason}") from error

    def _write(self, content: Mapping[str, Any]) -> Path | None:
        earlier = self._earlier(content)
        backup = self._backup()
        if not content and earlier is None and not self._others(backup):
            self.target.unlink()
            return backup
        make_folder(self.target.parent)
        with Staging() as staging:
            staging.add(self.target, earlier or self._text(content))
            staging.commit()
        return backup

    def _text(self, content: Mapping[str, Any]) -> bytes:
        """Write JSON as the file was indented."""
        before = (self.data or b"").decode("utf-8-sig")
        found = _INDENT.search(before)
        indent = found[1] if found else _USUAL_INDENT
        text = json.dumps(content, indent=indent, ensure_ascii=False)
        return text.encode("utf-8", "surrogatepass") + b"\n"

    def _backup(self) -> Path | None:
        """Keep a copy, named after its content: the same content is kept once."""
        if self.data is None:
            return None
        digest = hashlib.sha256(self.data).hexdigest()[:8]
        copy = self.target.with_name(self.target.name + _BACKUP.format(digest))
        if not copy.exists():
            with Staging() as staging:
                staging.add(copy, self.data, keeps_mode=False)
                staging.commit()
        return copy

    def _others(self, backup: Path | None) -> list[Path]:
        pattern = self.target.name + _BACKUP.format("*")
        return [path for path in sorted(self.target.parent.glob(pattern)) if path != backup]

    def _earlier(self, content: Mapping[str, Any]) -> bytes | None:
        """Find a copy that says the same: then the file is again what it was, to the byte."""
        for path in self._others(None):
            try:
                data = read_regular(path)
                if _bare(json.loads(data.decode("utf-8-sig"))) == _bare(content):
                    return data
            except (OSError, ValueError):
                continue
        return None

    def _data(self) -> bytes | None:
        try:
            return read_regular(self.target)
        except FileNotFoundError:
            return None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"{self.path}: cannot be read: {reason}") from error

    def _content(self) -> dict[str, Any]:
        if self.data is None or not self.data.strip():
            return {}
        hint = "add the hooks by hand, as docs/hooks.md shows, or mend the file"
        try:
            content = json.loads(
                self.data.decode("utf-8-sig"),
                object_pairs_hook=_unique,
                parse_float=_exact,
                parse_constant=_refused,
            )
            json.dumps(content, ensure_ascii=False).encode("utf-8")  # no half characters
        except (ValueError, RecursionError) as error:
            what = str(error) if isinstance(error, _LossError) else "not JSON"
            raise UsageError(f"{self.path}: {what}; left as it is", hint=hint) from None
        if not isinstance(content, dict):
            raise UsageError(f"{self.path}: not a JSON object; left as it is", hint=hint)
        return content


def _bare(content: Any) -> Any:
    """Leave away events without hooks, and a table without events: they say nothing."""
    hooks = content.get("hooks") if isinstance(content, dict) else None
    if not isinstance(hooks, dict):
        return content
    left = {name: groups for name, groups in hooks.items() if groups != []}
    rest = {key: value for key, value in content.items() if key != "hooks"}
    return {**rest, "hooks": left} if left else rest


class _LossError(ValueError):
    """What would not be the same when it is written back: a key that stands twice, a number."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise _LossError(f"the key {json.dumps(key)} stands in an object twice")
        made[key] = value
    return made


def _exact(text: str) -> float:
    value = float(text)
    if not math.isfinite(value) or Decimal(repr(value)) != Decimal(text):
        raise _LossError(f"the number {text[:40]} could not be written back as it is")
    return value


def _refused(name: str) -> NoReturn:
    raise _LossError(f"{name} is no JSON")


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
        left = [one for group in groups if (one := _without(group)) is not None]
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


def _without(group: Any) -> Any | None:
    """Take graphpack's entries out of a group; None where nothing is left of it."""
    handlers = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(handlers, list) or not any(map(is_own, handlers)):
        return group
    left = [one for one in handlers if not is_own(one)]
    return {**group, "hooks": left} if left else None


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
