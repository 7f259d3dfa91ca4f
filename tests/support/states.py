"""Tournaments of every format as states of a desk."""

from __future__ import annotations

from rookery._record import replace
from rookery.model import Tournament
from rookery.tournaments.state import State, index_participant_keys
from support.sample_tournaments import events


def build_state(t: Tournament) -> State:
    """A file as a state."""
    players = tuple(replace(player, key=f"p{player.number}") for player in t.players)
    keyed = replace(t, players=players, teams=tuple(replace(team, key=f"t{team.number}") for team in t.teams))
    return State(keyed, keys=index_participant_keys(keyed))


STATES = {name: build_state(t) for name, t in events().items() if name != "large"}
"""Every one of them but the large one."""
