"""Pairing from the top score down: players who cannot be paired float down (Dutch, Burstein)."""
