"""What commands ask of a state before anything else."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.desk.decision import Refused
from rookery.desk.events.tournament import RulesSet
from rookery.desk.happening import Happening
from rookery.desk.state import State
from rookery.model import Player, Team
from rookery.wording import spoken


def must_be_known(state: State, key: str) -> None:
    """Refuse a key that nobody who is paired has; of a player of a team it says whose."""
    if key in state.keys.participants:
        return
    if key in state.keys.players:
        one = state.keys.players[key]
        team = next((each.name for each in state.tournament.teams if one in each.players), "")
        text = spoken("%(name)s is a player, and here teams are paired", name=state.name(key))
        if team:
            text = spoken("%(name)s is a player of %(team)s, and here teams are paired", name=state.name(key),
                          team=team)  # fmt: skip
        raise Refused(text, keys=(key,))
    raise Refused(spoken("nobody here has the key %(key)s", key=f"{key!r}"))


def player_of(state: State, key: str) -> Player:
    """The player with a key."""
    found = state.tournament.by_key.get(key) if key in state.keys.players else None
    if not isinstance(found, Player):
        one = state.keys.players.get(key)
        found = next((each for each in state.tournament.players if each.id == one), None)
    if found is None:
        raise Refused(spoken("no player here has the key %(key)s", key=f"{key!r}"))
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
        text = spoken("round 1 has been paired: %(name)s can withdraw, and stays on the list", name=one.name)
        instead = spoken("withdraw the team") if isinstance(one, Team) else spoken("withdraw the player")
        raise Refused(text, article="C.04.2 3.2", keys=(one.key,), instead=instead)


def team_of(state: State, key: str) -> Team:
    """The team with a key."""
    for one in state.tournament.teams:
        if one.key == key:
            return one
    raise Refused(spoken("no team here has the key %(key)s", key=f"{key!r}"))
