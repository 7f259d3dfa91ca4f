"""Tables of version 1: streams, events, snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "stream",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("slug", sa.String, nullable=False, unique=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "event",
        sa.Column("stream", sa.String, sa.ForeignKey("stream.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column("kind", sa.String, nullable=False), sa.Column("form", sa.Integer, nullable=False)),
        *(sa.Column("data", sa.Text, nullable=False), sa.Column("command", sa.String, nullable=False)),
        *(sa.Column("actor", sa.String, nullable=False), sa.Column("at", sa.String, nullable=False)),
        sa.Column("acknowledged", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "command", "version", name="event_command"),
    )
    op.create_table(
        "snapshot",
        sa.Column("stream", sa.String, sa.ForeignKey("stream.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
