"""What alembic runs: the steps in the transaction that is handed to it."""

from __future__ import annotations

from alembic import context

from graphpack.archive.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=False,  # the transaction is the caller's
)
context.run_migrations()
