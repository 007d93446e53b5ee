"""Gives statements the time of their session where their message has none.

What was archived before had it looked up with each question.
"""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Fill the times in; those of sessions without any time stay empty."""
    op.execute(
        "UPDATE nodes SET said_at ="
        " (SELECT s.last_at FROM sessions AS s WHERE s.id = nodes.session_id)"
        " WHERE said_at IS NULL"
        " AND session_id IN (SELECT id FROM sessions WHERE last_at IS NOT NULL)"
    )
