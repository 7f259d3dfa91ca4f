"""What events of players, teams, numbers and seats make of a state."""

from __future__ import annotations

from typing import Any

from rookery.desk.events import numbers, players, seats, teams
from rookery.desk.state import Stamp, State, with_tournament
from rookery.desk.stepping import less, of
from rookery.entries import renumbered
from rookery.model import Bye, Team, Tournament
from rookery.model.unchecked import changed
from rookery.remark_numbers import with_numbers
from rookery.values import replace
from rookery.values import replace as with_values


def _counted(state: State, key: str) -> State:
    """The state in which this key has been given."""
    given = int(key[1:]) if key[1:].isdecimal() else 0
    return replace(state, sticky=replace(state.sticky, keys=max(state.sticky.keys + 1, given)))


@of(players.PlayerEntered)
def _entered(state: State, e: players.PlayerEntered, stamp: Stamp) -> State:
    t = state.tournament
    some = (*t.players, e.facts.player(e.number, e.key))
    if t.team_event:
        return _counted(with_tournament(state, with_values(t, players=some)), e.key)
    bye = Bye(e.number, e.missed)
    missed = tuple(with_values(round, byes=(*round.byes, bye)) for round in t.rounds)
    return _counted(with_tournament(state, with_values(t, players=some, rounds=missed)), e.key)


def _player(state: State, key: str, **fields: Any) -> State:
    """The state in which a player has other fields."""
    number = state.keys.players[key]
    some = tuple(with_values(one, **fields) if one.id == number else one for one in state.tournament.players)
    return with_tournament(state, with_values(state.tournament, players=some))


@of(players.PlayerChanged)
def _changed(state: State, e: players.PlayerChanged, stamp: Stamp) -> State:
    return _player(state, e.key, **e.facts.as_given())


@of(players.PlayerRemoved)
def _removed(state: State, e: players.PlayerRemoved, stamp: Stamp) -> State:
    t, number = state.tournament, state.keys.players[e.key]
    fields: dict[str, Any] = {"players": tuple(one for one in t.players if one.id != number)}
    fields["teams"] = tuple(
        with_values(team, players=tuple(one for one in team.players if one != number)) for team in t.teams
    )
    if not t.team_event:
        fields |= _without(t, number)
    barred, withdrawn = state.barred - {e.key}, less(state.withdrawn, e.key)
    return replace(with_tournament(state, with_values(t, **fields)), barred=barred, withdrawn=withdrawn)


def _without(t: Tournament, number: int) -> dict[str, Any]:
    """What is announced, without somebody."""
    apart = [with_values(one, players=tuple(i for i in one.players if i != number)) for one in t.forbidden]
    return {
        "requested": tuple(one for one in t.requested if one.player != number),
        "forbidden": tuple(one for one in apart if len(one.players) > 1),
        "abnormal": tuple(
            with_values(one, players=tuple(i for i in one.players if i != number))
            for one in t.abnormal
            if one.players != (number,)
        ),
        "expelled": tuple(one for one in t.expelled if one.player != number),
        "withdrawn": tuple(one for one in t.withdrawn if one.player != number),
        "fixed_seats": tuple(one for one in t.fixed_seats if one.player != number),
    }


@of(players.RatingSet)
def _rated(state: State, e: players.RatingSet, stamp: Stamp) -> State:
    return _player(state, e.key, rating=e.rating, ratings=e.ratings)


@of(numbers.NumbersGiven)
def _numbers(state: State, e: numbers.NumbersGiven, stamp: Stamp) -> State:
    t = state.tournament
    if e.teams:
        moved = {number: e.numbers.get(key, number) for key, number in state.keys.teams.items()}
        some = tuple(with_values(team, id=moved[team.id]) for team in t.teams)
        return with_tournament(state, with_values(t, teams=some, **_moved_teams(t, moved)))
    moved = {number: e.numbers.get(key, number) for key, number in state.keys.players.items()}
    made = renumbered(with_values(t, acceleration=()), moved)
    return with_tournament(state, changed(made, acceleration=e.acceleration))


def _moved_teams(t: Tournament, moved: dict[int, int]) -> dict[str, Any]:
    """What is announced of teams, by their new numbers; rounds are renumbered with them."""
    return {
        "requested": tuple(with_values(one, player=moved[one.player]) for one in t.requested),
        "forbidden": tuple(with_values(one, players=tuple(moved[i] for i in one.players)) for one in t.forbidden),
        "abnormal": tuple(with_values(one, players=tuple(moved[i] for i in one.players)) for one in t.abnormal),
        "expelled": tuple(with_values(one, player=moved[one.player]) for one in t.expelled),
        "withdrawn": tuple(with_values(one, player=moved[one.player]) for one in t.withdrawn),
        "fixed_seats": tuple(with_values(one, player=moved[one.player]) for one in t.fixed_seats),
        "remarks": with_numbers(t.remarks, {}, moved),
        "rounds": tuple(
            with_values(
                round,
                matches=tuple(with_values(m, white=moved[m.white], black=moved[m.black]) for m in round.matches),
                byes=tuple(Bye(moved[bye.player], bye.kind) for bye in round.byes),
            )
            for round in t.rounds
        ),
    }


@of(teams.TeamEntered)
def _team(state: State, e: teams.TeamEntered, stamp: Stamp) -> State:
    t = state.tournament
    roster = tuple(state.keys.players[key] for key in e.roster)
    team = Team(e.number, e.name, roster, e.nickname, e.strength, key=e.key)
    bye = Bye(e.number, e.missed)
    missed = tuple(with_values(round, byes=(*round.byes, bye)) for round in t.rounds) if t.team_event else t.rounds
    return _counted(with_tournament(state, with_values(t, teams=(*t.teams, team), rounds=missed)), e.key)


@of(teams.TeamChanged)
def _team_changed(state: State, e: teams.TeamChanged, stamp: Stamp) -> State:
    roster = tuple(state.keys.players[key] for key in e.roster)
    fields: dict[str, Any] = {"name": e.name, "players": roster, "nickname": e.nickname, "strength": e.strength}
    some = tuple(with_values(one, **fields) if one.key == e.key else one for one in state.tournament.teams)
    return with_tournament(state, with_values(state.tournament, teams=some))


@of(teams.TeamRemoved)
def _team_removed(state: State, e: teams.TeamRemoved, stamp: Stamp) -> State:
    t, number = state.tournament, state.keys.teams[e.key]
    some = tuple(one for one in t.teams if one.key != e.key)
    made = with_values(t, teams=some, **_without(t, number))
    return replace(with_tournament(state, made), withdrawn=less(state.withdrawn, e.key))


@of(teams.LineupSet)
def _lineup(state: State, e: teams.LineupSet, stamp: Stamp) -> State:
    here = {team: keys for team, keys in state.lineups.get(e.round, {}).items() if team != e.team}
    here |= {e.team: e.keys} if e.keys else {}
    others = {number: some for number, some in state.lineups.items() if number != e.round}
    return replace(state, lineups={**others, e.round: here} if here else others)


@of(seats.SeatFixed)
def _seated(state: State, e: seats.SeatFixed, stamp: Stamp) -> State:
    made = state.tournament.seat(state.number(e.key), board=e.board, colour=e.colour, first=e.round)
    return with_tournament(state, made)


@of(seats.SeatFreed)
def _freed(state: State, e: seats.SeatFreed, stamp: Stamp) -> State:
    return with_tournament(state, state.tournament.seat(state.number(e.key), first=e.round))
