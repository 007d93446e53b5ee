"""The machine that sessions are looked for on: its variables, its home, its folders.

An argument wherever it is needed, so that nothing depends on the process it runs in.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_ROOT_MARKS = (".git", ".hg", ".svn", ".jj")


@dataclass(frozen=True, slots=True)
class Machine:
    """What decides where agents keep their files.

    Args:
        environment: The variables of the process.
        home: The person's home folder.
        platform: As ``sys.platform`` says: ``linux``, ``darwin`` or ``win32``.
        folder: The current folder; None where histories kept inside projects are not looked for.
    """

    environment: Mapping[str, str] = field(repr=False)
    home: Path
    platform: str
    folder: Path | None = None

    def variable(self, name: str) -> Path | None:
        """Give the folder a variable names, with ``~`` as the home; None where it is not set."""
        value = self.environment.get(name, "").strip()
        return self._path(value) if value else None

    def folders(self, name: str) -> tuple[Path, ...]:
        """Give the folders of a variable that may name several, between commas."""
        value = self.environment.get(name, "").strip()
        with suppress(OSError, ValueError):
            if value and self._path(value).is_dir():  # a comma may be part of a name
                return (self._path(value),)
        return tuple(self._path(one.strip()) for one in value.split(",") if one.strip())

    def config(self) -> Path:
        """Give the folder of settings that Linux programs use on every platform."""
        return self.variable("XDG_CONFIG_HOME") or self.home / ".config"

    def data(self) -> Path:
        """Give the folder of data that Linux programs use on every platform."""
        return self.variable("XDG_DATA_HOME") or self.home / ".local" / "share"

    def applications(self) -> tuple[Path, Path]:
        """Give where desktop programs keep settings, and where data; on macOS it is one."""
        if self.platform == "darwin":
            support = self.home / "Library" / "Application Support"
            return support, support
        if self.platform == "win32":
            roaming = self.variable("APPDATA") or self.home / "AppData" / "Roaming"
            local = self.variable("LOCALAPPDATA") or self.home / "AppData" / "Local"
            return roaming, local
        return self.config(), self.data()

    def _path(self, value: str) -> Path:
        if value == "~" or value.startswith(("~/", "~\\")):
            return self.home / value[2:]
        return Path(value)


def project_root(folder: Path) -> Path:
    """Find the project a folder belongs to.

    Args:
        folder: An absolute path.

    Returns:
        The nearest folder upwards that is under version control, else the folder itself.
    """
    for place in (folder, *folder.parents):
        if any((place / mark).exists() for mark in _ROOT_MARKS):
            return place
    return folder
