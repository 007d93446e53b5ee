"""Makes the tables of the first version, and what full text is searched in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_SEARCHED = {"nodes": ("title", "text", "terms"), "messages": ("text", "terms")}
_WEIGHTS = {"title": "A", "text": "B", "terms": "D"}
_INDEXED_CHARS = 50_000
# what the server's parser would make names of hosts, files, tags and numbers of
_SEPARATORS = "<>&/-.@:_+=#~"
_TEXTS = {
    "projects": ("name",),
    "authors": ("name",),
    "sessions": ("title", "description", "source_name", "conversation"),
    "nodes": ("title", "text", "terms", "said_by", "search"),
    "messages": ("text", "terms", "author", "document", "search"),
    "blobs": ("content",),
    "tags": ("tag",),
    "files": ("name", "error"),
    "audit": ("actor", "detail"),
}


def upgrade() -> None:
    """Make the tables."""
    _names()
    _sessions()
    _nodes()
    _messages()
    _blobs()
    _accounts()
    if op.get_context().dialect.name == "postgresql":
        _search_on_postgresql()
    else:
        _search_on_sqlite()


def _id() -> sa.Column[int]:
    return sa.Column("id", _ID, autoincrement=True, nullable=False)


def _session() -> sa.Column[int]:
    return sa.Column("session_id", _ID, nullable=False)


def _of_session(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_session_id"
    return sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name, ondelete="CASCADE")


def _index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def _names() -> None:
    for table in ("projects", "authors"):
        op.create_table(
            table,
            _id(),
            sa.Column("name", sa.Text, nullable=False),
            sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
            sa.UniqueConstraint("name", name=f"uq_{table}_name"),
        )


def _sessions() -> None:
    op.create_table(
        "sessions",
        _id(),
        sa.Column("ref", sa.String(16), nullable=False),
        sa.Column("project_id", _ID, nullable=False),
        sa.Column("author_id", _ID),
        sa.Column("format", sa.Text, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("first_sha256", sa.String(64), nullable=False),
        sa.Column("trail", sa.LargeBinary, nullable=False),
        sa.Column("origin_sha256", sa.String(64), nullable=False),
        sa.Column("source_sha256", sa.String(64), nullable=False),
        sa.Column("settings_sha256", sa.String(64), nullable=False),
        sa.Column("generator", sa.Text, nullable=False),
        sa.Column("title", sa.Text),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("source_name", sa.Text, nullable=False),
        sa.Column("started_at", sa.String(27)),
        sa.Column("last_at", sa.String(27)),
        sa.Column("added_at", sa.String(27), nullable=False),
        sa.Column("updated_at", sa.String(27), nullable=False),
        sa.Column("message_count", sa.Integer, nullable=False),
        sa.Column("node_count", sa.Integer, nullable=False),
        sa.Column("input_tokens", sa.Integer, nullable=False),
        sa.Column("has_transcript", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("ref", name="uq_sessions_ref"),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], "fk_sessions_project_id"),
        sa.ForeignKeyConstraint(["author_id"], ["authors.id"], "fk_sessions_author_id"),
    )
    _index("sessions", "project_id", "conversation")
    _index("sessions", "author_id")
    _index("sessions", "last_at")
    _index("sessions", "source_sha256")
    _index("sessions", "origin_sha256")


def _nodes() -> None:
    op.create_table(
        "nodes",
        _id(),
        _session(),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("parent", sa.Text),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("status", sa.String(32)),
        sa.Column("importance", sa.String(32), nullable=False),
        sa.Column("confidence", sa.Float),
        sa.Column("title", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("is_cut", sa.Boolean, nullable=False),
        sa.Column("message", sa.Integer),
        sa.Column("part", sa.Integer),
        sa.Column("start", sa.Integer),
        sa.Column("end", sa.Integer),
        sa.Column("said_by", sa.Text),
        sa.Column("said_at", sa.String(27)),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
        sa.UniqueConstraint("session_id", "node", name="uq_nodes_session_id_node"),
        _of_session("nodes"),
    )
    _index("nodes", "type", "status")
    _index("nodes", "said_at")
    op.create_table(
        "relationships",
        _session(),
        sa.Column("position", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("end", sa.Text, nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "position", name="pk_relationships"),
        _of_session("relationships"),
    )
    _index("relationships", "type")


def _messages() -> None:
    op.create_table(
        "messages",
        _id(),
        _session(),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("author", sa.Text),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.Column("at", sa.String(27)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
        sa.UniqueConstraint("session_id", "position", name="uq_messages_session_id_position"),
        _of_session("messages"),
    )
    _index("messages", "at")


def _blobs() -> None:
    op.create_table(
        "blobs",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size_bytes", sa.Integer, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_blobs"),
    )
    op.create_table(
        "blob_uses",
        _session(),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "purpose", "name", name="pk_blob_uses"),
        sa.ForeignKeyConstraint(["sha256"], ["blobs.sha256"], "fk_blob_uses_sha256"),
        _of_session("blob_uses"),
    )
    _index("blob_uses", "sha256")


def _accounts() -> None:
    op.create_table(
        "tags",
        _session(),
        sa.Column("tag", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "tag", name="pk_tags"),
        _of_session("tags"),
    )
    _index("tags", "tag")
    op.create_table(
        "files",
        sa.Column("project_id", _ID, autoincrement=False, nullable=False),
        sa.Column("origin_sha256", sa.String(64), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("settings_sha256", sa.String(64), nullable=False),
        sa.Column("generator", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("sessions", sa.Integer, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("project_id", "origin_sha256", name="pk_files"),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], "fk_files_project_id"),
    )
    _index("files", "sha256")
    op.create_table(
        "audit",
        _id(),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("actor", sa.Text),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("session_id", _ID),
        sa.Column("detail", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        _of_session("audit"),
    )
    _index("audit", "session_id")
    op.create_table(
        "pace",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("next_s", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_pace"),
    )


def _search_on_sqlite() -> None:
    for table, columns in _SEARCHED.items():
        names = ", ".join(columns)
        old = ", ".join(f"old.{column}" for column in columns)
        new = ", ".join(f"new.{column}" for column in columns)
        full = f"{table}_fts"
        op.execute(
            f"CREATE VIRTUAL TABLE {full} USING fts5({names}, content='{table}',"
            " content_rowid='id', tokenize='unicode61 remove_diacritics 2')"
        )
        drop = f"INSERT INTO {full}({full}, rowid, {names}) VALUES ('delete', old.id, {old});"
        take = f"INSERT INTO {full}(rowid, {names}) VALUES (new.id, {new});"
        for event, steps in (("insert", take), ("delete", drop), ("update", drop + take)):
            op.execute(
                f"CREATE TRIGGER {full}_{event} AFTER {event.upper()} ON {table} BEGIN {steps} END"
            )


def _search_on_postgresql() -> None:
    spaces = " " * len(_SEPARATORS)
    for table, columns in _SEARCHED.items():
        parts = (
            f"setweight(to_tsvector('simple', translate(left(coalesce({column}, ''),"
            f" {_INDEXED_CHARS}), '{_SEPARATORS}', '{spaces}')), '{_WEIGHTS[column]}')"
            for column in columns
        )
        # not ``op.execute``, which takes a colon for a parameter
        op.get_bind().exec_driver_sql(
            f"ALTER TABLE {table} ADD COLUMN search tsvector"
            f" GENERATED ALWAYS AS ({' || '.join(parts)}) STORED"
        )
        op.execute(f"CREATE INDEX ix_{table}_search ON {table} USING gin (search)")
    # the server's statistics hold samples of what columns hold: none of what may be forgotten
    for table, columns in _TEXTS.items():
        for column in columns:
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")
