"""Which files the server may read for a client: those below named folders, and agents' sessions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from graphpack.errors import UsageError
from graphpack.readers.discover import SessionFile, session_files
from graphpack.readers.machine import Machine
from graphpack.readers.sessions import MemoryIndex, Sessions, find

__all__ = ["Reach"]


@dataclass(frozen=True, slots=True)
class Reach:
    """What may be read.

    Args:
        roots: Folders below which everything may be.
        machine: Whose agents' sessions may be; None where none of them may.
        look: Finds so many of its newest sessions, where another way than reading their files is
            known; None is that way.
    """

    roots: tuple[Path, ...] = ()
    machine: Machine | None = None
    look: Callable[[int], Sessions] | None = None

    def resolved(self, name: str) -> Path:
        """Find a file that may be read.

        Args:
            name: Its path.

        Returns:
            The path, without links.

        Raises:
            UsageError: It is not there, is neither file nor folder, or not within reach; all are
                said alike.
        """
        path = self._there(name)
        if path is not None and _is_readable(path) and self._is_within(path):
            return path
        allowed = ["transcripts below the folders of --root"] if self.roots else []
        allowed += ["sessions that list_sessions finds on the machine"] if self.machine else []
        raise UsageError(
            f"path: {name!r} is not there, or not to be read by this server",
            hint=f"it reads {' and '.join(allowed)}" if allowed else "give the transcript's text",
        )

    def sessions(self, limit: int, progress: Callable[[str, int, int], None]) -> Sessions:
        """Find the newest sessions of agents on the machine.

        Args:
            limit: How many.
            progress: Told before each file that is read.
        """
        if self.look is not None:
            return self.look(limit)
        return find(self._files(), index=MemoryIndex(), limit=limit, progress=progress)

    def _files(self) -> tuple[SessionFile, ...]:
        return session_files(self.machine) if self.machine is not None else ()

    def _is_within(self, path: Path) -> bool:
        if any(path.is_relative_to(root) for root in map(Path.resolve, self.roots)):
            return True
        return any(file.path.resolve() == path for file in self._files())

    @staticmethod
    def _there(name: str) -> Path | None:
        try:
            return Path(name).expanduser().resolve(strict=True)
        except (OSError, RuntimeError, ValueError):
            return None


def _is_readable(path: Path) -> bool:
    """Whether reading it ends: a pipe may never, and a device does anything."""
    return path.is_file() or path.is_dir()
