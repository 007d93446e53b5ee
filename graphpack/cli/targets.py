"""Where the packs of ``graphpack export`` are written, decided before anything is read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from graphpack.cli.inputs import check_inputs
from graphpack.cli.writing import check_output, evidence_path, is_same, make_output_folder
from graphpack.errors import UsageError
from graphpack.settings import Settings
from graphpack.text.counted import counted

Targets = list[tuple[tuple[str, ...], Path | None]]


def targets_of(inputs: Sequence[str], settings: Settings, output_path: str | None) -> Targets:
    """Say what is packed together, and into which file.

    Args:
        inputs: Paths, or ``-``.
        settings: How.
        output_path: A file or a directory; None is standard output.

    Returns:
        The inputs of each pack with its file; None is standard output.

    Raises:
        UsageError: An input would be overwritten, or one file cannot take all packs.
    """
    # decided before anything is read: a long run must not end at a target that was never right
    check_inputs(inputs)
    groups = [tuple(inputs)] if settings.pick else [(name,) for name in inputs]
    if output_path is None:
        return [(group, None) for group in groups]
    check_output(output_path)
    output = Path(output_path)
    if output.is_dir() or output_path.endswith(("/", os.sep)):
        return _in_folder(groups, output, settings)
    if len(groups) > 1:
        raise UsageError(
            f"{output_path}: one file cannot take {counted(len(groups), 'pack')}",
            hint=f"--output {output_path}/ writes one file for each",
        )
    targets: Targets = [(groups[0], output)]
    for written in (output, evidence_path(output)):
        if any(is_same(Path(name), written) for name in inputs):
            raise UsageError(f"{written}: is an input, and would be overwritten")
    return targets


def _in_folder(groups: Sequence[tuple[str, ...]], folder: Path, settings: Settings) -> Targets:
    make_output_folder(folder)
    suffix = ".paste.txt" if settings.paste else f".{settings.mode}.json"
    targets: Targets = []
    taken: set[str] = set()
    for group in groups:
        # of the name of a session, such as @codex/0199ab42, what stands last
        stem = "stdin" if group[0] == "-" else _stem(Path(group[0].lstrip("@") or "session"))
        name, number = stem, 1
        while name in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name)
        targets.append((group, folder / f"{name}{suffix}"))
    return targets


def _stem(path: Path) -> str:
    try:
        return path.resolve().stem or "pack"
    except (OSError, RuntimeError):  # a link to itself; reading it will say so
        return path.stem or "pack"


def numbered(target: Path | None, number: int) -> Path | None:
    """Name the file of a further pack, of a branch: ``pack.json`` → ``pack-branch-1.json``."""
    if target is None or not number:
        return target
    stem, dot, suffixes = target.name.partition(".")
    return target.with_name(f"{stem}-branch-{number}{dot}{suffixes}")
