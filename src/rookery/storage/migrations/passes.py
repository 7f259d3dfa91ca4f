"""Tables of version 3: who may come in by the browser."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "pass",
        sa.Column("id", sa.String, primary_key=True),
        *(sa.Column("kind", sa.String, nullable=False), sa.Column("name", sa.String, nullable=False)),
        *(sa.Column("made", sa.Integer, nullable=False), sa.Column("expires", sa.Integer, nullable=False)),
    )
