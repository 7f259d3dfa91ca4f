"""The card of one player or team: rounds, byes, colours, floats, points, and what the event does to the rating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from rookery.declared import player_points, points_so_far
from rookery.desk.state import State
from rookery.desk.views.who import Who, must_be_here, named, participants, players, withdrawn
from rookery.errors import RookeryError, Unfinished
from rookery.history import Float, History
from rookery.meetings import BYES, Meeting
from rookery.model import ByeKind, Colour, Game, Match, Points, Result, Round
from rookery.rating.report import rate
from rookery.regulations import scheme
from rookery.scoring import bye_points, outcome_table
from rookery.values import frozen

_FLOATS: dict[Float, Literal["", "up", "down"]] = {Float.NONE: "", Float.UP: "up", Float.DOWN: "down"}


@frozen
class CardGame:
    """A game on a card: against whom, with which colour, and how it ended, White's result first.

    `change` is what it changes of the rating, before K, in hundredths; none where it is not rated.
    """

    opponent: Who
    colour: Colour | None
    result: Result
    change: int | None = None


@frozen
class CardRound:
    """A round on a card: what it was, its games, the float, its points and those gathered with it, in tenths."""

    round: int
    kind: str
    opponent: Who | None = None
    colour: Colour | None = None
    games: tuple[CardGame, ...] = ()
    float: Literal["", "up", "down"] = ""
    points: Points = 0
    total: Points = 0


@frozen
class CardBye:
    """A bye that somebody has asked for, in a round to come."""

    round: int
    kind: ByeKind


@frozen
class RatingChange:
    """What the event does to a rating, were it alone; `change` is the sum before K, in hundredths, not rounded.

    Who has no rating may get a first one. `why` says why there is nothing, where there is nothing.
    """

    rating: int | None = None
    games: int = 0
    half_points: int = 0
    opponents: int | None = None
    change: int = 0
    k: int = 0
    alone: int | None = None
    first: int | None = None
    why: str = ""
    notes: tuple[str, ...] = ()


@frozen
class CardView:
    """Everything of one player, or of one team: `team` is that of a player, `players` are those of a team.

    `withdrawn` and `expelled` are the first rounds not played any more; who is `barred` may have no half-point bye.
    """

    who: Who
    points: Points
    rounds: tuple[CardRound, ...]
    byes: tuple[CardBye, ...] = ()
    withdrawn: int | None = None
    expelled: int | None = None
    barred: bool = False
    team: Who | None = None
    players: tuple[Who, ...] = ()
    rating: RatingChange | None = None
    club: str = ""
    fide_id: int | None = None


def card(state: State, key: str) -> CardView:
    """The card of a player or of a team."""
    must_be_here(state, key)
    if key in state.keys.teams:
        return _of_team(state, key)
    return _of_member(state, key) if state.tournament.team_event else _of_player(state, key)


def _of_player(state: State, key: str) -> CardView:
    t, one = state.tournament, state.keys.players[key]
    rating, changes = _rating(state, one)
    found = next(each for each in t.players if each.id == one)
    total = player_points(t)[one]
    who = participants(state, {one: total})[one]
    return CardView(who, total, tuple(_rounds(state, one, changes)), **_standing(state, key, one), rating=rating,
                    club=found.club, fide_id=found.fide_id)  # fmt: skip


def _of_team(state: State, key: str) -> CardView:
    t, one = state.tournament, state.keys.teams[key]
    team = next(each for each in t.teams if each.id == one)
    everybody = players(state, player_points(t))
    roster = tuple(everybody[each] for each in team.players)
    if not t.team_event:
        return CardView(named(team), 0, (), players=roster)
    total = points_so_far(t)[one][scheme(t.system).primary == "GP"]
    who = participants(state, {one: total})[one]
    return CardView(who, total, tuple(_rounds(state, one, {})), **_standing(state, key, one), players=roster)


def _of_member(state: State, key: str) -> CardView:
    """A player of a team: the games at the boards."""
    t, one = state.tournament, state.keys.players[key]
    rating, changes = _rating(state, one)
    total = player_points(t)[one]
    found = next(each for each in t.players if each.id == one)
    team = next((named(each) for each in t.teams if one in each.players), None)
    return CardView(players(state, {one: total})[one], total, tuple(_boards(state, one, changes)), team=team,
                    rating=rating, club=found.club, fide_id=found.fide_id)  # fmt: skip


def _standing(state: State, key: str, one: int) -> dict[str, Any]:
    """Whether somebody is still there, and what was asked for."""
    t = state.tournament
    return {
        "byes": tuple(CardBye(bye.round, bye.kind) for bye in t.requested if bye.player == one),
        "withdrawn": withdrawn(state).get(one),
        "expelled": next((each.round for each in t.expelled if each.player == one), None),
        "barred": key in state.barred,
    }


# -- rounds ------------------------------------------------------------------------------------------------------------


def _rounds(state: State, one: int, changes: dict[tuple[int, int], int]) -> Iterator[CardRound]:
    """The rounds of somebody who is paired."""
    t, total = state.tournament, 0
    history, everybody, seats = History(t), participants(state), players(state)
    for number, column in enumerate(history.columns, 1):
        met: Meeting = column[one]
        total += met.points
        opponent = everybody[met.opponent] if met.opponent is not None else None
        games = tuple(_games(_meeting(t.rounds[number - 1], one), one, seats, changes, number, t.team_event))
        yield CardRound(number, str(met.kind.value), opponent, met.colour, games, _float(history, number, one),
                        met.points, total)  # fmt: skip


def _float(history: History, number: int, one: int) -> Literal["", "up", "down"]:
    """How somebody floated in a round that is over."""
    if not scheme(history.tournament.system).format.swiss:
        return ""
    try:
        return _FLOATS[history.before(number + 1).floats(1).get(one, Float.NONE)]
    except Unfinished:
        return ""


def _meeting(round: Round, one: int) -> Game | Match | None:
    meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
    return next((each for each in meetings if one in (each.white, each.black)), None)


def _games(
    meeting: Game | Match | None,
    one: int,
    seats: dict[int, Who],
    changes: dict[tuple[int, int], int],
    round: int,
    of_teams: bool,
) -> Iterator[CardGame]:
    """The games of a player's meeting; those of a team are on the cards of its players."""
    if meeting is None or of_teams:
        return
    for game in meeting.games if isinstance(meeting, Match) else (meeting,):
        yield _game(game, one, seats, changes, round)


def _game(game: Game, one: int, seats: dict[int, Who], changes: dict[tuple[int, int], int], round: int) -> CardGame:
    other = game.black if game.white == one else game.white
    colour = (Colour.WHITE if game.white == one else Colour.BLACK) if game.coloured else None
    return CardGame(seats[other], colour, game.result, changes.get((round, other)))


def _boards(state: State, one: int, changes: dict[tuple[int, int], int]) -> Iterator[CardRound]:
    """The rounds in which a player of a team sat at a board, or had nobody to meet there."""
    t, total = state.tournament, 0
    seats, worth = players(state), outcome_table(t.points)
    for number, round in enumerate(t.rounds, 1):
        for game in (game for match in round.matches for game in match.games if one in (game.white, game.black)):
            made = _game(game, one, seats, changes, number)
            points = worth[game.result.white if game.white == one else game.result.black]
            total += points
            kind = "pending" if game.result is Result.PENDING else "played" if game.result.played else "forfeit"
            yield CardRound(number, kind, made.opponent, made.colour, (made,), "", points, total)
        for bye in round.player_byes:
            if bye.player == one:
                points = bye_points(t.points, bye.kind)
                total += points
                yield CardRound(number, str(BYES[bye.kind].value), points=points, total=total)


# -- rating ------------------------------------------------------------------------------------------------------------


def _rating(state: State, one: int) -> tuple[RatingChange, dict[tuple[int, int], int]]:
    """What the event does to somebody's rating, and each game, by round and opponent."""
    try:
        report = rate(state.tournament)
    except RookeryError as error:
        return RatingChange(why=error.said), {}
    for row in report.rows:
        if row.player.id == one:
            changes = {(line.round, line.opponent): line.change for line in row.lines}
            made = RatingChange(row.rating, row.games, row.half_points, row.opponents, row.change, row.k, row.alone,
                                notes=report.notes)  # fmt: skip
            return made, changes
    for each in report.newcomers:
        if each.player.id == one:
            return RatingChange(first=each.first.rating, why=each.first.why, notes=report.notes), {}
    return RatingChange(why="no game counts for the rating", notes=report.notes), {}
