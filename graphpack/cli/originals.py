"""Originals of shortened texts on the disk, and ``graphpack retrieve``.

They are redacted before they are written: what a command prints may be seen once, a file stays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphpack.cli.asked import count_returned
from graphpack.cli.caching import ORIGINALS, KeyedFolder, cache_folder
from graphpack.cli.speak import put
from graphpack.compress.originals import reference, references
from graphpack.errors import ReadError


@dataclass(frozen=True, slots=True)
class FolderOriginals:
    """Keeps texts in private files named by their content.

    Args:
        folder: Where.
        clean: Takes the secrets out of a text before it is written.
    """

    folder: KeyedFolder
    clean: Callable[[str], str] = str

    def store(self, text: str) -> str:
        """Keep a text; see ``compress.originals.Originals``. A full disk is an ``OSError``."""
        text = self.clean(text)
        ref, data = reference(text), text.encode("utf-8", "surrogatepass")
        if self.folder.get(ref) != data:
            self.folder.put(ref, data)
            if ref[0] == "0":  # one in sixteen looks whether there is room
                self.folder.trim()
        return ref

    def retrieve(self, ref: str) -> str | None:
        """Give a text back; see ``compress.originals.Originals``.

        A file that does not hold what its name says is damaged: it is removed.
        """
        data = self.folder.get(ref)
        if data is None:
            return None
        try:
            text = data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            text = ""
        if reference(text) != ref:
            self.folder.drop(ref)
            return None
        return text


def kept_originals(clean: Callable[[str], str] = str) -> FolderOriginals:
    """Open the originals in the cache.

    Args:
        clean: Takes the secrets out of a text before it is written.
    """
    return FolderOriginals(KeyedFolder(cache_folder() / ORIGINALS), clean)


def run_retrieve(ref: str) -> None:
    """Write an original to standard output, byte for byte.

    Args:
        ref: A reference, or the whole mark that names it.

    Raises:
        ReadError: It is not kept.
    """
    ref = next(iter(references(ref)), ref).strip().lower()
    text = kept_originals().retrieve(ref)
    if text is None:
        raise ReadError(
            f"{ref}: not kept", hint="graphpack cache size says what is; old originals make room"
        )
    put(text, end="")
    count_returned(text)
