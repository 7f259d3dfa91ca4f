"""The nouns of a tournament: each module has the commands, events, apply functions and log texts of one.

Importing this package fills the registries of commands and events.
"""

from __future__ import annotations

from rookery.tournaments.domain import (
    byes,
    check_in,
    claims,
    import_export,
    lifecycle,
    manual_pairing,
    manual_round,
    numbers,
    pairing_constraints,
    players,
    privacy,
    prizes,
    publication,
    restore_points,
    results,
    rounds,
    rules,
    sections,
    teams,
    tie_resolution,
)

__all__ = [
    "byes",
    "check_in",
    "claims",
    "import_export",
    "lifecycle",
    "manual_pairing",
    "manual_round",
    "numbers",
    "pairing_constraints",
    "players",
    "privacy",
    "prizes",
    "publication",
    "restore_points",
    "results",
    "rounds",
    "rules",
    "sections",
    "teams",
    "tie_resolution",
]
