"""All commands, by subject. Importing this package fills `rookery.tournaments.command.COMMANDS` and `DECIDERS`."""

from __future__ import annotations

from rookery.tournaments.commands import (
    byes,
    club_mates,
    import_export,
    lifecycle,
    manual_pairing,
    manual_round,
    numbers,
    players,
    prizes,
    results,
    rounds,
    rules,
    seats,
    teams,
    tie_resolution,
)

__all__ = [
    "byes",
    "club_mates",
    "import_export",
    "lifecycle",
    "manual_pairing",
    "manual_round",
    "numbers",
    "players",
    "prizes",
    "results",
    "rounds",
    "rules",
    "seats",
    "teams",
    "tie_resolution",
]
