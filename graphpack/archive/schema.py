"""The tables of an archive, the same on SQLite and PostgreSQL, and what full text is searched in.

``migrations`` makes them; a test holds the two together. What is searched:

* ``nodes``: ``title``, ``text`` and ``terms``. On SQLite the table ``nodes_fts`` (FTS5, external
  content: its ``rowid`` is ``nodes.id``), on PostgreSQL the column ``nodes.search`` (tsvector of
  the configuration ``simple``; titles weigh ``A``, texts ``B``, terms ``D``).
* ``messages``: ``text`` and ``terms``, in ``messages_fts`` and ``messages.search``.

``terms`` holds what neither database would find in the text by itself, as ``terms.index_terms``
gives it: pairs of characters of scripts without spaces, words without their accents, the parts of
identifiers. A query is cut into words by ``terms.query_terms``, so that both find the same.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from graphpack.archive.columns import ID, METADATA, Moment, numbered, of_session, one_for_each

__all__ = [
    "METADATA",
    "Moment",
    "audit",
    "authors",
    "blob_uses",
    "blobs",
    "files",
    "messages",
    "nodes",
    "pace",
    "projects",
    "relationships",
    "sessions",
    "tags",
    "vectors",
    "woven",
]

projects = Table(
    "projects", METADATA, numbered(), Column("name", Text, nullable=False, unique=True)
)

authors = Table("authors", METADATA, numbered(), Column("name", Text, nullable=False, unique=True))

sessions = Table(
    "sessions",
    METADATA,
    numbered(),
    # what people and other archives call it; ``id`` is this database's alone
    Column("ref", String(16), nullable=False, unique=True),
    Column("project_id", ID, ForeignKey("projects.id"), nullable=False),
    # who added it; who says what is with nodes and messages
    Column("author_id", ID, ForeignKey("authors.id")),
    Column("format", Text, nullable=False),
    # the conversation's id, as the reader gives it
    Column("conversation", Text, nullable=False),
    Column("first_sha256", String(64), nullable=False),
    # eight bytes for each message, over it and all before it: tells a session that grew
    Column("trail", LargeBinary, nullable=False),
    # where its file lies, hashed: tells a file that was changed in place
    Column("origin_sha256", String(64), nullable=False),
    Column("source_sha256", String(64), nullable=False),
    Column("settings_sha256", String(64), nullable=False),
    Column("generator", Text, nullable=False),
    Column("title", Text),
    Column("description", Text, nullable=False),
    Column("source_name", Text, nullable=False),
    Column("started_at", Moment),
    Column("last_at", Moment),
    Column("added_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("message_count", Integer, nullable=False),
    Column("node_count", Integer, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("has_transcript", Boolean, nullable=False),
    Index(None, "project_id", "conversation"),
    Index(None, "author_id"),
    Index(None, "last_at"),
    Index(None, "source_sha256"),
    Index(None, "origin_sha256"),
)

nodes = Table(
    "nodes",
    METADATA,
    numbered(),
    of_session(),
    Column("position", Integer, nullable=False),
    # its id in the session's graph, and its parent's
    Column("node", Text, nullable=False),
    Column("parent", Text),
    Column("type", String(32), nullable=False),
    Column("status", String(32)),
    Column("importance", String(32), nullable=False),
    Column("confidence", Float),
    Column("title", Text),
    Column("text", Text, nullable=False),
    Column("terms", Text, nullable=False),
    # what the pack had no room for: found by a search, and no part of the graph
    Column("is_cut", Boolean, nullable=False),
    # its first evidence: 0-based message and part, half-open span in the part's text
    Column("message", Integer),
    Column("part", Integer),
    Column("start", Integer),
    Column("end", Integer),
    # who said so, and when: of that message; the session's time where it has none; null where
    # nothing of the session tells a time
    Column("said_by", Text),
    Column("said_at", Moment),
    UniqueConstraint("session_id", "node"),
    Index(None, "type", "status"),
    Index(None, "said_at"),
)

# what a statement means, as numbers; made by a search for likeness, and made anew at any time
vectors = Table(
    "vectors",
    METADATA,
    one_for_each("node"),
    Column("model", String(64), nullable=False),
    Column("vector", LargeBinary, nullable=False),
)

# what holds in a project, as numbers of rows (``kept``); made anew at any time
woven = Table(
    "woven",
    METADATA,
    one_for_each("project"),
    # of the project's sessions as they were
    Column("version", String(64), nullable=False),
    Column("content", LargeBinary, nullable=False),
)

relationships = Table(
    "relationships",
    METADATA,
    of_session(is_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    # node ids of the session's graph; ``start`` is the newer, dependent or fixing side
    Column("start", Text, nullable=False),
    Column("end", Text, nullable=False),
    Column("type", String(32), nullable=False),
    Index(None, "type"),
)

messages = Table(
    "messages",
    METADATA,
    numbered(),
    of_session(),
    # 0-based, as sources cite it
    Column("position", Integer, nullable=False),
    Column("role", String(16), nullable=False),
    Column("author", Text),
    Column("origin", String(16), nullable=False),
    Column("at", Moment),
    # the words, and the beginnings of what tools were asked and answered
    Column("text", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("sha256", String(64), nullable=False),
    # the message as ``read --to jsonl`` writes it, packed; long texts are blobs (``documents``)
    Column("document", LargeBinary, nullable=False),
    UniqueConstraint("session_id", "position"),
    Index(None, "at"),
)

blobs = Table(
    "blobs",
    METADATA,
    # of the content as it was before it was packed
    Column("sha256", String(64), primary_key=True),
    Column("size_bytes", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

blob_uses = Table(
    "blob_uses",
    METADATA,
    of_session(is_key=True),
    # ``pack``: the archive form of the graph; ``original``: a long text of the transcript, or one
    # of which the extractor was shown less, named by ``message/part``
    Column("purpose", String(16), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("sha256", String(64), ForeignKey("blobs.sha256"), nullable=False),
    Index(None, "sha256"),
)

tags = Table(
    "tags",
    METADATA,
    of_session(is_key=True),
    Column("tag", Text, primary_key=True),
    Index(None, "tag"),
)

# what a run has read to its end, so that the next one need not; what could not be read
files = Table(
    "files",
    METADATA,
    Column("project_id", ID, ForeignKey("projects.id"), primary_key=True, autoincrement=False),
    Column("origin_sha256", String(64), primary_key=True),
    Column("sha256", String(64), nullable=False),
    Column("settings_sha256", String(64), nullable=False),
    Column("generator", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("sessions", Integer, nullable=False),
    Column("error", Text),
    Column("at", Moment, nullable=False),
    Index(None, "sha256"),
)

# who did what; no row outlives the session it is about, but for the count of what was forgotten
audit = Table(
    "audit",
    METADATA,
    numbered(),
    Column("at", Moment, nullable=False),
    Column("actor", Text),
    Column("action", String(32), nullable=False),
    Column("session_id", ID, ForeignKey("sessions.id", ondelete="CASCADE")),
    Column("detail", Text, nullable=False),
    Index(None, "session_id"),
)

# when the next request to a model may go out, for all that fill this archive together
pace = Table(
    "pace",
    METADATA,
    Column("name", String(32), primary_key=True),
    # seconds since 1970, by the database's clock
    Column("next_s", Float, nullable=False),
)

FULL_TEXT: dict[str, tuple[tuple[str, str], ...]] = {
    "nodes": (("title", "A"), ("text", "B"), ("terms", "D")),
    "messages": (("text", "B"), ("terms", "D")),
}
"""The columns that are searched, each with its weight on PostgreSQL."""
