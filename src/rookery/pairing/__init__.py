"""Pairing of the next round by the systems of the FIDE Handbook, and by other formats."""
