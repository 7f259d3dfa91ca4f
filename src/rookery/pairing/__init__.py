"""Pairing: who meets whom in the next round, by one of the systems of the FIDE Handbook."""
