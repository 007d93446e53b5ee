"""What the server's store keeps beside records, and how much it holds."""

from __future__ import annotations

from dataclasses import dataclass

from graphpack.compress.originals import MAX_ENTRIES

__all__ = ["ON_DISK", "Bounds", "Session", "StoredPack", "StoredTranscript"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a store holds; what is asked for beyond it makes room or is refused.

    Args:
        chars: Of all records and transcripts.
        originals: Shortened texts whose originals are kept.
        originals_chars: All of them together.
    """

    chars: int = 64 << 20
    originals: int = MAX_ENTRIES
    originals_chars: int = 32 << 20


@dataclass(frozen=True, slots=True)
class Session:
    """One session of a store.

    Args:
        name: As it was given.
        title: Of its transcript; None where it has none.
        records: How many.
        chars: Of its records and its transcript.
        has_transcript: Whether it was ingested as a transcript.
        packs: The forms in which it was packed.
    """

    name: str
    title: str | None
    records: int
    chars: int
    has_transcript: bool
    packs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredPack:
    """A pack of a session.

    Args:
        session: Whose.
        mode: Its form.
        about: Its description.
        tokens: Its size.
        text: As it was written.
    """

    session: str
    mode: str
    about: str
    tokens: int
    text: str


@dataclass(frozen=True, slots=True)
class StoredTranscript:
    """A session's transcript.

    Args:
        id: Of the conversation.
        text: Redacted, in graphpack's own lines.
        title: None where it has none.
    """

    id: str
    text: str
    title: str | None = None


ON_DISK = Bounds(chars=2 << 30, originals_chars=256 << 20)
"""Of a file."""
