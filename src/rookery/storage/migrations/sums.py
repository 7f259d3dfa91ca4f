"""Tables of version 2: every stream has the sum over its log, by which a change in it is found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from rookery.storage import log
from rookery.storage.records import chain_hash

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the column, and sum up the logs there are."""
    op.add_column("stream", sa.Column("sum", sa.String, nullable=False, server_default=""))
    stream = sa.table("stream", sa.column("id"), sa.column("version"), sa.column("sum"))
    connection = op.get_bind()
    for id, version in connection.execute(sa.select(stream.c.id, stream.c.version)).all():
        whole = chain_hash("", log.read(connection, id, 0, version))
        connection.execute(sa.update(stream).where(stream.c.id == id).values(sum=whole))
