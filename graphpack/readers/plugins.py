"""Readers of other packages: entry points of the group ``graphpack.readers``.

Their code is not ours: what it raises, or returns against its contract, is a notice or a
``ReadError``, never a crash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation
from graphpack.readers.base import Certainty, Gathering, Opened, Probe, Reader

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "graphpack.readers"


@dataclass(frozen=True, slots=True)
class PlugIn:
    """A line of the table that another package brings.

    Args:
        name: The entry point's name, which is the format's.
        entry: Where its class is.
    """

    name: str
    entry: EntryPoint

    def load(self) -> Reader | str:
        """Import the reader; what is wrong with one that cannot be used is said instead."""
        return _load(self.entry)


@cache
def entries() -> tuple[EntryPoint, ...]:
    """List the entry points of the installed packages, by name."""
    from importlib.metadata import entry_points  # noqa: PLC0415  # --help needs no packages

    return tuple(sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)))


def plug_ins(taken: Sequence[str]) -> tuple[PlugIn, ...]:
    """List the readers of other packages.

    Args:
        taken: The names of the table, which a plug-in cannot take over.

    Returns:
        One line for each name, by name.
    """
    found: dict[str, PlugIn] = {}
    for entry in entries():
        if entry.name not in taken:
            found.setdefault(entry.name, PlugIn(entry.name, entry))
    return tuple(found.values())


@cache
def _load(entry: EntryPoint) -> Reader | str:
    try:
        inner = entry.load()()
        fault = _fault(inner, entry.name)
    except Exception as error:  # noqa: BLE001  # another package's code may raise anything
        fault = _told(error)
    if fault:
        return f"the plug-in {entry.name} ({entry.value}) cannot be used: {fault}"
    guard = GatheringGuard if hasattr(inner, "gather") else Guard
    return cast("Reader", guard(inner))


def _fault(inner: Any, name: str) -> str:
    if getattr(inner, "name", None) != name:
        return f"its class is called {getattr(inner, 'name', None)!r}"
    about = getattr(inner, "about", None)
    if not isinstance(about, str) or not about or "\n" in about:
        return "it has no line about itself"
    missing = [word for word in ("detect", "read") if not callable(getattr(inner, word, None))]
    return f"it has no method {missing[0]}" if missing else ""


def _told(error: Exception) -> str:
    words = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _checked(found: Any) -> Conversation:
    if not isinstance(found, Conversation):
        raise TypeError(f"it yields {type(found).__name__}, no Conversation")
    return found


class Guard:
    """Stands before another package's reader.

    Args:
        inner: The reader.
    """

    def __init__(self, inner: Reader) -> None:
        self.name = inner.name
        self.about = inner.about
        self.facts = getattr(inner, "facts", None)
        self._inner = inner

    def detect(self, probe: Probe) -> Certainty | str:
        """Ask the reader.

        Args:
            probe: The first look.

        Returns:
            Its answer; what is wrong with it where it is none.
        """
        try:
            answer = self._inner.detect(probe)
        except Exception as error:  # noqa: BLE001  # another package's code may raise anything
            return _told(error)
        return answer if isinstance(answer, Certainty) else f"{answer!r:.80} is no Certainty"

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Let the reader read.

        Args:
            source: What it claimed.

        Yields:
            Its conversations.

        Raises:
            ReadError: It cannot be read, or the reader failed.
        """
        try:
            for found in self._inner.read(source):
                yield _checked(found)
        except ReadError:
            raise
        except Exception as error:  # another package's code may raise anything
            raise ReadError(
                f"{source.name}: the plug-in {self.name} failed: {_told(error)}"
            ) from error


class GatheringGuard(Guard):
    """Stands before another package's reader that puts files together."""

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Let the reader put the files together.

        Args:
            sources: The members of its format.

        Returns:
            What it made of them.

        Raises:
            ReadError: The reader failed.
        """
        try:
            return list(cast("Gathering", self._inner).gather(sources))
        except Exception as error:  # another package's code may raise anything
            raise ReadError(f"the plug-in {self.name} failed: {_told(error)}") from error
