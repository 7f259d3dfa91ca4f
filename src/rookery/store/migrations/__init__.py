"""How tables of an older version become those of the next: a module for each version, read by Alembic."""
