"""Endpoints other than pages, one module per subject."""
