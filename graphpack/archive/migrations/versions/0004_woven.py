"""Makes the table of what holds in a project, so that it is not woven anew with each question."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table; its rows go with their projects."""
    op.create_table(
        "woven",
        sa.Column("project_id", _ID, autoincrement=False, nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("project_id", name="pk_woven"),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], "fk_woven_project_id", ondelete="CASCADE"
        ),
    )
