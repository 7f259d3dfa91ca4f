"""Migrations of the tables to the next version, a module for each; read by Alembic."""
