"""Finds the shipped folders (schemas, prompts, examples) in a wheel or a checkout."""

from __future__ import annotations

from functools import cache
from importlib.abc import Traversable
from importlib.resources import files
from pathlib import Path
from typing import Literal

from graphpack.errors import ResourceError

Folder = Literal["schemas", "prompts", "examples"]


@cache
def folder(name: Folder) -> Traversable:
    """Locate a shipped folder.

    Args:
        name: Which one.

    Returns:
        The folder, inside the package or beside it.

    Raises:
        ResourceError: The installation lacks it.
    """
    packaged = files("graphpack") / name
    if packaged.is_dir():
        return packaged
    root = Path(__file__).resolve().parents[1]
    # pyproject.toml proves a checkout: in a broken wheel the parent is site-packages, where
    # another project's folder of the same name may lie
    if (root / "pyproject.toml").is_file() and (root / name).is_dir():
        return root / name
    raise ResourceError(
        f"graphpack was installed without its {name}/",
        hint="pip install --force-reinstall graphpack-context",
    )


def read_text(name: Folder, file: str) -> str:
    """Read one shipped file.

    Args:
        name: Its folder.
        file: Its name inside the folder.

    Returns:
        Its text.

    Raises:
        ResourceError: It is not there.
    """
    try:
        return (folder(name) / file).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ResourceError(f"{name}/{file}: not shipped") from error
