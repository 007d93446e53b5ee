"""How much of a source is read before it is taken for an attack or an accident.

The defaults are far above what any chat program exports; whoever has more can raise them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from graphpack.errors import ReadError

if TYPE_CHECKING:
    from graphpack.settings import Settings

SMALL_BYTES = 64 << 20
"""What unpacks to less than this is no bomb, however well it was packed."""

_ENTRY_BYTES = 128
"""What the directory of a ZIP takes for a file with a name of usual length."""


class LimitError(ReadError):
    """A source is over a limit; the hint says how to raise it.

    Args:
        name: The source's display name.
        reason: Ends with the name of the setting.
    """

    def __init__(self, name: str, reason: str) -> None:
        setting = reason.rpartition(" ")[2].upper()
        super().__init__(f"{name}: {reason}", hint=f"where you trust it, set GRAPHPACK_{setting}")


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest source; each is the setting of the same name.

    Args:
        max_input_bytes: Of one file, or one member of a ZIP.
        max_whole_bytes: Of what has to be held in memory: text, one JSON document, a pipe.
        max_unpacked_bytes: Of all members of one ZIP.
        max_zip_ratio: Times its packed size that a ZIP, or a member, may unpack to.
        max_files: In one folder or ZIP.
    """

    max_input_bytes: int = 4 << 30
    max_whole_bytes: int = 1 << 30
    max_unpacked_bytes: int = 16 << 30
    max_zip_ratio: int = 200
    max_files: int = 250_000

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """Read the limits off the settings."""
        return cls(**{one.name: getattr(settings, one.name) for one in fields(cls)})

    def refused_file(self, size_bytes: int) -> str | None:
        """Say why a file of a size is not read; None where it is."""
        return _over(size_bytes, self.max_input_bytes, "max_input_bytes")

    def refused_whole(self, size_bytes: int) -> str | None:
        """Say why a source of a size is not read into memory; None where it is."""
        return _over(size_bytes, self.max_whole_bytes, "max_whole_bytes")

    def refused_count(self, count: int) -> str | None:
        """Say why a container of so many files is not read; None where it is."""
        if count <= self.max_files:
            return None
        return f"more than {self.max_files} files, the limit max_files"

    def refused_directory(self, size_bytes: int) -> str | None:
        """Say why a ZIP with a directory of a size is not even listed; None where it is."""
        return self.refused_count(size_bytes // _ENTRY_BYTES)

    def refused_unpacked(self, packed_bytes: int, unpacked_bytes: int) -> str | None:
        """Say why what is packed is not unpacked; None where it is.

        Args:
            packed_bytes: Of the ZIP or the member.
            unpacked_bytes: What it says that it unpacks to; never more is read.

        Returns:
            The reason, with the setting's name.
        """
        large = _over(unpacked_bytes, self.max_unpacked_bytes, "max_unpacked_bytes")
        if large:
            return large
        if unpacked_bytes <= max(SMALL_BYTES, packed_bytes * self.max_zip_ratio):
            return None
        return (
            f"unpacks to {unpacked_bytes} bytes, more than {self.max_zip_ratio} times its size,"
            " the limit max_zip_ratio"
        )


def _over(size_bytes: int, limit: int, setting: str) -> str | None:
    if size_bytes <= limit:
        return None
    return f"{size_bytes} bytes, more than {limit}, the limit {setting}"
