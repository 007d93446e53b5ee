"""Makes the table of what statements mean, which a search for likeness fills."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table; its rows go with their statements."""
    op.create_table(
        "vectors",
        sa.Column("node_id", _ID, autoincrement=False, nullable=False),
        sa.Column("model", sa.String(64), nullable=False),
        sa.Column("vector", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("node_id", name="pk_vectors"),
        sa.ForeignKeyConstraint(
            ["node_id"], ["nodes.id"], "fk_vectors_node_id", ondelete="CASCADE"
        ),
    )
    if op.get_context().dialect.name == "postgresql":
        # the server's statistics hold samples of what columns hold
        op.execute("ALTER TABLE vectors ALTER COLUMN vector SET STATISTICS 0")
