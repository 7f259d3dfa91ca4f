"""Comparison of Rookery with other pairing and tie-break programs on random tournaments."""
