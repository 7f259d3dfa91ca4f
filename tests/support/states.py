"""Tournaments of every format as states of a desk."""

from __future__ import annotations

from rookery._record import replace
from rookery.model import Tournament
from rookery.tournaments.state import State, keys_of
from support.sample_tournaments import events


def state_of(t: Tournament) -> State:
    """A file as a state."""
    players = tuple(replace(one, key=f"p{one.number}") for one in t.players)
    made = replace(t, players=players, teams=tuple(replace(one, key=f"t{one.number}") for one in t.teams))
    return State(made, keys=keys_of(made))


STATES = {name: state_of(t) for name, t in events().items() if name != "large"}
"""Every one of them but the large one."""
