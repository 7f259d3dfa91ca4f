"""Apply events of players, teams, pairing numbers and fixed seats."""

from __future__ import annotations

from typing import Any

from rookery._record import replace
from rookery._record import replace as with_values
from rookery.history.late_entries import renumber, renumber_remarks
from rookery.model import Bye, Team, Tournament
from rookery.model._construct import replace_unchecked
from rookery.tournaments.events import numbers, players, seats, teams
from rookery.tournaments.state import CheckIn, Stamp, State, with_tournament
from rookery.tournaments.stepping import applies, without_key


def _count_key(state: State, key: str) -> State:
    """Return the state in which this key counts as used."""
    number = int(key[1:]) if key[1:].isdecimal() else 0
    return replace(state, sticky=replace(state.sticky, keys=max(state.sticky.keys + 1, number)))


@applies(players.PlayerEntered)
def _player_entered(state: State, e: players.PlayerEntered, stamp: Stamp) -> State:
    t = state.tournament
    updated_players = (*t.players, e.facts.player(e.number, e.key))
    if t.team_event:
        return _count_key(with_tournament(state, with_values(t, players=updated_players)), e.key)
    bye = Bye(e.number, e.missed)
    missed = tuple(with_values(round, byes=(*round.byes, bye)) for round in t.rounds)
    return _count_key(with_tournament(state, with_values(t, players=updated_players, rounds=missed)), e.key)


def _player(state: State, key: str, **fields: Any) -> State:
    """Return the state with these fields of a player replaced."""
    number = state.keys.players[key]
    updated_players = tuple(
        with_values(player, **fields) if player.number == number else player for player in state.tournament.players
    )
    return with_tournament(state, with_values(state.tournament, players=updated_players))


@applies(players.PlayerChanged)
def _changed(state: State, e: players.PlayerChanged, stamp: Stamp) -> State:
    return _player(state, e.key, **e.facts.as_given())


@applies(players.CheckInMarked)
def _check_in(state: State, e: players.CheckInMarked, stamp: Stamp) -> State:
    old = state.sticky.check_in
    keys = old.keys if old.round == e.round else frozenset()
    keys = keys | set(e.keys) if e.present else keys - set(e.keys)
    return replace(state, sticky=replace(state.sticky, check_in=CheckIn(e.round, keys)))


@applies(players.PlayerRemoved)
def _removed(state: State, e: players.PlayerRemoved, stamp: Stamp) -> State:
    t, number = state.tournament, state.keys.players[e.key]
    fields: dict[str, Any] = {"players": tuple(player for player in t.players if player.number != number)}
    fields["teams"] = tuple(
        with_values(team, players=tuple(player for player in team.players if player != number)) for team in t.teams
    )
    if not t.team_event:
        fields |= _remove_requests(t, number)
    barred, withdrawn = state.barred - {e.key}, without_key(state.withdrawn, e.key)
    return replace(with_tournament(state, with_values(t, **fields)), barred=barred, withdrawn=withdrawn)


def _remove_requests(t: Tournament, number: int) -> dict[str, Any]:
    """Return the requests and rulings of a tournament without those of a participant."""
    apart = [with_values(entry, players=tuple(i for i in entry.players if i != number)) for entry in t.forbidden_pairs]
    return {
        "requested_byes": tuple(entry for entry in t.requested_byes if entry.player != number),
        "forbidden_pairs": tuple(entry for entry in apart if len(entry.players) > 1),
        "point_adjustments": tuple(
            with_values(entry, players=tuple(i for i in entry.players if i != number))
            for entry in t.point_adjustments
            if entry.players != (number,)
        ),
        "expelled": tuple(entry for entry in t.expelled if entry.player != number),
        "withdrawn": tuple(entry for entry in t.withdrawn if entry.player != number),
        "fixed_seats": tuple(entry for entry in t.fixed_seats if entry.player != number),
    }


@applies(players.RatingSet)
def _rating_set(state: State, e: players.RatingSet, stamp: Stamp) -> State:
    return _player(state, e.key, rating=e.rating, ratings=e.ratings)


@applies(numbers.NumbersGiven)
def _numbers(state: State, e: numbers.NumbersGiven, stamp: Stamp) -> State:
    t = state.tournament
    if e.teams:
        new_numbers = {number: e.numbers.get(key, number) for key, number in state.keys.teams.items()}
        updated_teams = tuple(with_values(team, number=new_numbers[team.number]) for team in t.teams)
        return with_tournament(state, with_values(t, teams=updated_teams, **_renumber_teams(t, new_numbers)))
    new_numbers = {number: e.numbers.get(key, number) for key, number in state.keys.players.items()}
    updated = renumber(with_values(t, acceleration=()), new_numbers)
    return with_tournament(state, replace_unchecked(updated, acceleration=e.acceleration))


def _renumber_teams(t: Tournament, new_numbers: dict[int, int]) -> dict[str, Any]:
    """Return the requests, rulings and rounds of a team event by the new numbers of the teams."""
    return {
        "requested_byes": tuple(with_values(entry, player=new_numbers[entry.player]) for entry in t.requested_byes),
        "forbidden_pairs": tuple(
            with_values(entry, players=tuple(new_numbers[i] for i in entry.players)) for entry in t.forbidden_pairs
        ),
        "point_adjustments": tuple(
            with_values(entry, players=tuple(new_numbers[i] for i in entry.players)) for entry in t.point_adjustments
        ),
        "expelled": tuple(with_values(entry, player=new_numbers[entry.player]) for entry in t.expelled),
        "withdrawn": tuple(with_values(entry, player=new_numbers[entry.player]) for entry in t.withdrawn),
        "fixed_seats": tuple(with_values(entry, player=new_numbers[entry.player]) for entry in t.fixed_seats),
        "remarks": renumber_remarks(t.remarks, {}, new_numbers),
        "rounds": tuple(
            with_values(
                round,
                matches=tuple(
                    with_values(m, white=new_numbers[m.white], black=new_numbers[m.black]) for m in round.matches
                ),
                byes=tuple(Bye(new_numbers[bye.player], bye.kind) for bye in round.byes),
            )
            for round in t.rounds
        ),
    }


@applies(teams.TeamEntered)
def _team(state: State, e: teams.TeamEntered, stamp: Stamp) -> State:
    t = state.tournament
    roster = tuple(state.keys.players[key] for key in e.roster)
    team = Team(e.number, e.name, roster, e.nickname, e.strength, key=e.key)
    bye = Bye(e.number, e.missed)
    missed = tuple(with_values(round, byes=(*round.byes, bye)) for round in t.rounds) if t.team_event else t.rounds
    return _count_key(with_tournament(state, with_values(t, teams=(*t.teams, team), rounds=missed)), e.key)


@applies(teams.TeamChanged)
def _team_changed(state: State, e: teams.TeamChanged, stamp: Stamp) -> State:
    roster = tuple(state.keys.players[key] for key in e.roster)
    fields: dict[str, Any] = {"name": e.name, "players": roster, "nickname": e.nickname, "strength": e.strength}
    updated_teams = tuple(with_values(team, **fields) if team.key == e.key else team for team in state.tournament.teams)
    return with_tournament(state, with_values(state.tournament, teams=updated_teams))


@applies(teams.TeamRemoved)
def _team_removed(state: State, e: teams.TeamRemoved, stamp: Stamp) -> State:
    t, number = state.tournament, state.keys.teams[e.key]
    remaining = tuple(team for team in t.teams if team.key != e.key)
    updated = with_values(t, teams=remaining, **_remove_requests(t, number))
    return replace(with_tournament(state, updated), withdrawn=without_key(state.withdrawn, e.key))


@applies(teams.LineupSet)
def _lineup(state: State, e: teams.LineupSet, stamp: Stamp) -> State:
    round_lineups = {team: keys for team, keys in state.lineups.get(e.round, {}).items() if team != e.team}
    round_lineups |= {e.team: e.keys} if e.keys else {}
    other_rounds = {number: lineups for number, lineups in state.lineups.items() if number != e.round}
    return replace(state, lineups={**other_rounds, e.round: round_lineups} if round_lineups else other_rounds)


@applies(seats.SeatFixed)
def _seat_fixed(state: State, e: seats.SeatFixed, stamp: Stamp) -> State:
    updated = state.tournament.seat(state.number(e.key), board=e.board, colour=e.colour, first=e.round)
    return with_tournament(state, updated)


@applies(seats.SeatFreed)
def _freed(state: State, e: seats.SeatFreed, stamp: Stamp) -> State:
    return with_tournament(state, state.tournament.seat(state.number(e.key), first=e.round))
