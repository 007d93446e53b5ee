"""``graphpack skill``: writes the skill, the plugin folder and the block for agents' files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from graphpack.cli.hooking import current_project
from graphpack.cli.speak import say
from graphpack.errors import ReadError
from graphpack.files import read_regular
from graphpack.hooks.skill import (
    FOLDERS,
    NAME,
    Written,
    add_block,
    agent_files,
    plugin,
    skill_text,
    take_block,
    write_all,
)


def run_skill_install(host: str, *, in_project: bool, into: str | None, is_quiet: bool) -> None:
    """Write the skill where a host looks for it.

    Args:
        host: Whose folder.
        in_project: In the project's instead of the user's.
        into: A folder of skills, instead of a host's; None for a host's.
        is_quiet: True to say nothing but errors.
    """
    base = current_project() if in_project else Path.home()
    folder = Path(into) if into is not None else base / FOLDERS[host]
    _tell(write_all(folder, {f"{NAME}/SKILL.md": skill_text()}), is_quiet=is_quiet)


def run_plugin(folder: str, *, is_quiet: bool) -> None:
    """Write a plugin folder, and the catalogue that offers it.

    Args:
        folder: Where.
        is_quiet: True to say nothing but errors.
    """
    _tell(write_all(Path(folder), plugin()), is_quiet=is_quiet)


def run_agents_md(names: Sequence[str], *, is_removed: bool, is_quiet: bool) -> None:
    """Put the block into files that agents read, bring it up to date, or take it out.

    Args:
        names: The files; empty for those of the project.
        is_removed: Take it out.
        is_quiet: True to say nothing but errors.
    """
    changed = []
    for path in agent_files(current_project(), names):
        text = _read(path)
        change = take_block if is_removed else add_block
        after = change(text, where=str(path))
        if after or text:
            changed.append((path, after))
    for path, text in changed:  # all were looked at before the first is written
        if text or not is_removed:
            # between its marks the block is graphpack's: nobody's words are written over
            done = write_all(path.parent, {path.name: text}, keeps_copy=False)
            _tell(done, is_quiet=is_quiet)
        else:
            path.unlink()  # the block was all that stood in it


def _read(path: Path) -> str:
    try:
        return read_regular(path).decode("utf-8")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ReadError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        raise ReadError(f"{path}: is no UTF-8 text: byte {error.start} is not") from error


def _tell(done: Iterable[Written], *, is_quiet: bool) -> None:
    if is_quiet:
        return
    for one in done:
        kept = f"; what was there is kept in {one.backup}" if one.backup else ""
        say(f"{'wrote' if one.is_changed else 'is up to date:'} {one.path}{kept}")
