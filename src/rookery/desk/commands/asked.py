"""What commands ask of a state before anything else."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.desk.decision import Refused
from rookery.desk.events.tournament import RulesSet
from rookery.desk.happening import Happening
from rookery.desk.state import State
from rookery.model import Player, Team


def must_be_known(state: State, key: str) -> None:
    """Refuse a key that nobody who is paired has; of a player of a team it says whose."""
    if key in state.keys.participants:
        return
    if key in state.keys.players:
        one = state.keys.players[key]
        team = next((each.name for each in state.tournament.teams if one in each.players), "")
        of = f" of {team}" if team else ""
        raise Refused(f"{state.name(key)} is a player{of}, and here teams are paired", keys=(key,))
    raise Refused(f"nobody here has the key {key!r}")


def player_of(state: State, key: str) -> Player:
    """The player with a key."""
    found = state.tournament.by_key.get(key) if key in state.keys.players else None
    if not isinstance(found, Player):
        one = state.keys.players.get(key)
        found = next((each for each in state.tournament.players if each.id == one), None)
    if found is None:
        raise Refused(f"no player here has the key {key!r}")
    return found


def counted_anew(state: State) -> Iterator[Happening]:
    """Before round 1, the tie-breaks with the rating that counts for those who have none, as the field is now."""
    was = state.laws
    now = was.with_unrated(state.tournament.players)
    if now != was and not state.tournament.rounds:
        yield RulesSet(now, was)


def must_not_be_in_play(state: State, one: Player | Team) -> None:
    """Refuse to take somebody off the list once round 1 is paired."""
    if state.tournament.rounds:
        text = f"round 1 has been paired: {one.name} can withdraw, and stays on the list"
        who = "team" if isinstance(one, Team) else "player"
        raise Refused(text, article="C.04.2 3.2", keys=(one.key,), instead=f"withdraw the {who}")


def team_of(state: State, key: str) -> Team:
    """The team with a key."""
    for one in state.tournament.teams:
        if one.key == key:
            return one
    raise Refused(f"no team here has the key {key!r}")
