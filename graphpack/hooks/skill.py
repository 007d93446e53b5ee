"""The skill, the plugin folder, and the block for files that agents read: written and kept up."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from graphpack import __version__
from graphpack.atomic import Staging, make_folder
from graphpack.errors import ResourceError, UsageError
from graphpack.hooks.editing import with_hooks
from graphpack.hooks.hosts import HOSTS
from graphpack.hooks.installing import TIMEOUT_S, command_for
from graphpack.patterns import compiled

__all__ = [
    "BLOCK_VERSION",
    "FOLDERS",
    "Written",
    "add_block",
    "agent_files",
    "plugin",
    "skill_text",
    "take_block",
    "write_all",
]

NAME = "graphpack"
BLOCK_VERSION = 1
"""Goes up with every change of the block that an older graphpack must not undo."""
FOLDERS: Mapping[str, str] = MappingProxyType(
    {"claude-code": ".claude/skills", "codex": ".agents/skills", "gemini": ".gemini/skills"}
)
"""Where each host looks for skills, in the user's home and in a project."""
AGENT_FILES = ("AGENTS.md", "CLAUDE.md")
_BEGIN = compiled(r"^[ \t]*<!-- graphpack:begin (\d+) -->[ \t]*\r?$", re.MULTILINE)
_END = compiled(r"^[ \t]*<!-- graphpack:end -->[ \t]*\r?$", re.MULTILINE)
_ABOUT = "Hand a conversation on: pack it, resume it, audit a compaction, brief a sub-agent."


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a file.

    Args:
        path: The file.
        is_changed: Whether it was written.
        backup: The copy of what was there; None where nothing was, or nothing was changed.
    """

    path: Path
    is_changed: bool
    backup: Path | None = None


def skill_text() -> str:
    """Give the text of the skill."""
    return _text("SKILL.md")


def block_text() -> str:
    """Give the block for files that agents read, between its marks, without a final line feed."""
    body = _text("agents.md").strip("\n")
    return f"<!-- graphpack:begin {BLOCK_VERSION} -->\n{body}\n<!-- graphpack:end -->"


def plugin() -> Mapping[str, str]:
    """Give the files of a plugin folder, and of the catalogue that offers it.

    Returns:
        Texts by path, ``/`` between folders. The plugin has the skill, the hooks and the server.
    """
    host = HOSTS["claude-code"]
    command = command_for(host, is_project=True)
    hooks = with_hooks(
        {}, host, command, timeout_s=TIMEOUT_S, with_prompts=False, where="hooks.json"
    )
    manifest = {
        "name": NAME, "version": __version__, "description": _ABOUT, "license": "MIT",
        "keywords": ["handoff", "context", "compaction"],
    }  # fmt: skip
    entry = {"name": NAME, "source": f"./{NAME}", "description": _ABOUT, "version": __version__}
    catalogue = {"name": NAME, "owner": {"name": NAME}, "plugins": [entry]}
    server = {"mcpServers": {NAME: {"command": NAME, "args": ["mcp"]}}}
    return {
        ".claude-plugin/marketplace.json": _json(catalogue),
        f"{NAME}/.claude-plugin/plugin.json": _json(manifest),
        f"{NAME}/skills/{NAME}/SKILL.md": skill_text(),
        f"{NAME}/hooks/hooks.json": _json(hooks),
        f"{NAME}/.mcp.json": _json(server),
    }


def write_all(
    folder: Path, texts: Mapping[str, str], *, keeps_copy: bool = True
) -> tuple[Written, ...]:
    """Write files below a folder.

    Args:
        folder: Is made where it is missing.
        texts: By path, ``/`` between folders.
        keeps_copy: Whether what stood there in another form is kept beside it.

    Returns:
        What became of each, in order.

    Raises:
        UsageError: The disk does not take one.
    """
    done = []
    for name, text in texts.items():
        path = folder.joinpath(*name.split("/"))
        try:
            done.append(_write(path, text.encode("utf-8"), keeps_copy=keeps_copy))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"{path}: cannot be written: {reason}") from error
    return tuple(done)


def agent_files(project: Path, named: Iterable[str] = ()) -> tuple[Path, ...]:
    """Choose the files that get the block.

    Args:
        project: The project's folder.
        named: Files that were asked for; empty for those that the project has.

    Returns:
        Each once, though another may be a link to it; ``AGENTS.md`` where there is none.
    """
    wanted = [Path(name) for name in named]
    if not wanted:
        wanted = [project / name for name in AGENT_FILES if (project / name).is_file()]
    wanted = wanted or [project / AGENT_FILES[0]]
    return tuple(dict.fromkeys(path.resolve() for path in wanted))


def add_block(text: str, *, where: str) -> str:
    """Put the block into a text: in the place of an older one, else at the end.

    Args:
        text: Of a file that agents read.
        where: What it is called in errors.

    Returns:
        The text with the block of this version; all else as it was, ends of lines, too.

    Raises:
        UsageError: The marks are not a pair, or a newer graphpack has written the block.
    """
    ending = "\r\n" if "\r\n" in text else "\n"
    block = block_text().replace("\n", ending)
    place = _place(text, where)
    if place is None:
        before = text.rstrip("\r\n \t")
        return f"{before}{ending * 2 if before else ''}{block}{ending}"
    start, end, version = place
    if version > BLOCK_VERSION:
        raise UsageError(
            f"{where}: a newer graphpack has written its block (version {version})",
            hint="upgrade graphpack, or take the block out by hand",
        )
    return text[:start] + block + text[end:]


def take_block(text: str, *, where: str) -> str:
    """Take the block out of a text.

    Args:
        text: Of a file that agents read.
        where: What it is called in errors.

    Returns:
        The text without it.
    """
    place = _place(text, where)
    if place is None:
        return text
    start, end, _ = place
    ending = "\r\n" if "\r\n" in text else "\n"
    before, after = text[:start].rstrip("\r\n"), text[end:].lstrip("\r\n")
    if not before:
        return after
    return f"{before}{ending * 2}{after}" if after else f"{before}{ending}"


def _place(text: str, where: str) -> tuple[int, int, int] | None:
    """Find the block: where it begins and ends, and its version.

    Raises:
        UsageError: The marks are not one pair.
    """
    begins, ends = list(_BEGIN.finditer(text)), list(_END.finditer(text))
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        raise UsageError(
            f"{where}: the marks of the block are not one pair; left as it is",
            hint="<!-- graphpack:begin 1 --> and <!-- graphpack:end -->, each once, or none",
        )
    end = ends[0].end()
    return begins[0].start(), end - (text[end - 1] == "\r"), int(begins[0][1])


def _write(path: Path, data: bytes, *, keeps_copy: bool) -> Written:
    target = path.resolve() if path.is_symlink() else path
    before = target.read_bytes() if target.is_file() else None
    if before == data:
        return Written(path, is_changed=False)
    make_folder(target.parent)
    with Staging() as staging:
        staging.add(target, data)
        backup = None
        if before is not None and keeps_copy:
            digest = hashlib.sha256(before).hexdigest()[:8]
            backup = target.with_name(f"{target.name}.graphpack-{digest}.bak")
            staging.add(backup, before)
        staging.commit()
    return Written(path, is_changed=True, backup=backup)


def _json(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"


def _text(name: str) -> str:
    try:
        return (files("graphpack.hooks") / "texts" / name).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ResourceError(f"hooks/texts/{name}: not shipped") from error
