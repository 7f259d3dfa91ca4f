"""Pairing by bringing players up from lower scores (Dubov, double Swiss, team Swiss)."""
