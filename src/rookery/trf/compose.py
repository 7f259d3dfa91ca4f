"""A tournament as records: what each record would say, in canonical form. Writing is these records line by line."""

from __future__ import annotations

from rookery.model import Tournament
from rookery.trf.compose_event import EVENT
from rookery.trf.compose_rows import ROWS
from rookery.trf.compose_teams import TEAMS
from rookery.trf.entry import Entry, Voice, pace, too_large
from rookery.trf.fields import MOST_PLAYERS, MOST_ROUNDS, MOST_TEAMS, RECORDS

_COMPOSERS = {**EVENT, **ROWS, **TEAMS}
_ALSO = frozenset({"XXS", "XXC", "###"})
"""Records in which every dialect may have to say what its own cannot."""


def composed(tournament: Tournament, voice: Voice) -> list[Entry]:
    """Every record of the tournament, in the order of writing; TooLarge when the format has no room for a number."""
    highest = {
        "players": (max((player.id for player in tournament.players), default=0), MOST_PLAYERS),
        "teams": (max((team.id for team in tournament.teams), default=0), MOST_TEAMS),
        "rounds": (pace(tournament) * max(len(tournament.rounds), tournament.planned or 0), MOST_ROUNDS),
    }
    for name, (here, most) in highest.items():
        if here > most:
            raise too_large(f"the format has room for {most} {name}, not for {here}", name)
    codes = [code for code in RECORDS if code in _COMPOSERS and code in voice.codes | _ALSO]
    return [entry for code in codes for entry in _COMPOSERS[code](tournament, voice)]
