"""The card of a player or team: rounds, byes, colours, floats, points, and the rating change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from rookery._record import record
from rookery.errors import RookeryError, UnfinishedError
from rookery.history.declared_points import current_points, player_points
from rookery.history.history import Float, History
from rookery.history.round_results import BYES, Kind, Meeting
from rookery.history.scoring import bye_points, outcome_table
from rookery.model import ByeKind, Colour, Ending, Game, Match, Points, Result, Round
from rookery.rating.report import rate
from rookery.regulations import parse_type_code
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import (
    Participant,
    describe_participant,
    participants,
    players,
    require_player_or_team,
    withdrawn,
)

_FLOATS: dict[Float, Literal["", "up", "down"]] = {Float.NONE: "", Float.UP: "up", Float.DOWN: "down"}


@record
class CardGame:
    """A game on a card: opponent, colour and result (White's first).

    `change` is the rating change before K, in hundredths; None if it is not rated.
    """

    opponent: Participant
    colour: Colour | None
    result: Result
    change: int | None = None


@record
class CardRound:
    """A round on a card: its kind, games, float, points and running total, in tenths."""

    round: int
    kind: str
    opponent: Participant | None = None
    colour: Colour | None = None
    games: tuple[CardGame, ...] = ()
    float: Literal["", "up", "down"] = ""
    points: Points = 0
    total: Points = 0


@record
class CardBye:
    """A requested bye in a future round."""

    round: int
    kind: ByeKind


@record
class RatingChange:
    """The rating change from this event alone; `change` is the sum before K, in hundredths, not rounded.

    An unrated player may get a `first` rating. `why` says why there is no change.
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


@record
class CardView:
    """The card of a player or a team: `team` is that of a player, `players` are those of a team.

    `withdrawn` and `expelled` are the first rounds not played; `barred` excludes half-point byes.
    """

    who: Participant
    points: Points
    rounds: tuple[CardRound, ...]
    byes: tuple[CardBye, ...] = ()
    withdrawn: int | None = None
    expelled: int | None = None
    barred: bool = False
    team: Participant | None = None
    players: tuple[Participant, ...] = ()
    rating: RatingChange | None = None
    club: str = ""
    fide_id: int | None = None


def player_card_view(state: State, key: str) -> CardView:
    """Return the card of a player or of a team."""
    require_player_or_team(state, key)
    if key in state.keys.teams:
        return _team_card(state, key)
    return _team_player_card(state, key) if state.tournament.team_event else _player_card(state, key)


def _player_card(state: State, key: str) -> CardView:
    t, number = state.tournament, state.keys.players[key]
    rating, changes = _rating_change(state, number)
    player = next(candidate for candidate in t.players if candidate.number == number)
    total = player_points(t)[number]
    person = participants(state, {number: total})[number]
    return CardView(
        person,
        total,
        tuple(_card_rounds(state, number, changes)),
        **_bye_and_withdrawal_fields(state, key, number),
        rating=rating,
        club=player.club,
        fide_id=player.fide_id,
    )


def _team_card(state: State, key: str) -> CardView:
    t, number = state.tournament, state.keys.teams[key]
    team = next(candidate for candidate in t.teams if candidate.number == number)
    everybody = players(state, player_points(t))
    roster = tuple(everybody[player_id] for player_id in team.players)
    if not t.team_event:
        return CardView(describe_participant(team), 0, (), players=roster)
    total = current_points(t)[number][parse_type_code(t.system).primary == "GP"]
    person = participants(state, {number: total})[number]
    return CardView(
        person,
        total,
        tuple(_card_rounds(state, number, {})),
        **_bye_and_withdrawal_fields(state, key, number),
        players=roster,
    )


def _team_player_card(state: State, key: str) -> CardView:
    """Return the card of a player of a team, with the games at the boards."""
    t, number = state.tournament, state.keys.players[key]
    rating, changes = _rating_change(state, number)
    total = player_points(t)[number]
    player = next(candidate for candidate in t.players if candidate.number == number)
    team = next(
        (describe_participant(candidate_team) for candidate_team in t.teams if number in candidate_team.players), None
    )
    return CardView(
        players(state, {number: total})[number],
        total,
        tuple(_team_player_rounds(state, number, changes)),
        team=team,
        rating=rating,
        club=player.club,
        fide_id=player.fide_id,
    )


def _bye_and_withdrawal_fields(state: State, key: str, number: int) -> dict[str, Any]:
    """Return the requested byes, withdrawal, expulsion and bar of a participant."""
    t = state.tournament
    return {
        "byes": tuple(CardBye(bye.round, bye.kind) for bye in t.requested_byes if bye.player == number),
        "withdrawn": withdrawn(state).get(number),
        "expelled": next((expulsion.round for expulsion in t.expelled if expulsion.player == number), None),
        "barred": key in state.barred,
    }


# -- rounds ------------------------------------------------------------------------------------------------------------


def _card_rounds(state: State, player: int, changes: dict[tuple[int, int], int]) -> Iterator[CardRound]:
    """Yield the rounds of a participant."""
    t, total = state.tournament, 0
    history, everybody, seats = History(t), participants(state), players(state)
    for number, column in enumerate(history.round_results, 1):
        result: Meeting = column[player]
        total += result.points
        opponent = everybody[result.opponent] if result.opponent is not None else None
        games = tuple(
            _card_games(_find_meeting(t.rounds[number - 1], player), player, seats, changes, number, t.team_event)
        )
        yield CardRound(
            number,
            str(result.kind.value),
            opponent,
            result.colour,
            games,
            _float_direction(history, number, player),
            result.points,
            total,
        )


def _float_direction(history: History, number: int, player: int) -> Literal["", "up", "down"]:
    """Return how a participant floated in a finished round."""
    if not parse_type_code(history.tournament.system).format.swiss:
        return ""
    try:
        return _FLOATS[history.before(number + 1).floats(1).get(player, Float.NONE)]
    except UnfinishedError:
        return ""


def _find_meeting(round: Round, player: int) -> Game | Match | None:
    meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
    return next((meeting for meeting in meetings if player in (meeting.white, meeting.black)), None)


def _card_games(
    meeting: Game | Match | None,
    player: int,
    seats: dict[int, Participant],
    changes: dict[tuple[int, int], int],
    round: int,
    of_teams: bool,
) -> Iterator[CardGame]:
    """Yield the games of a player's meeting; those of a team are on the cards of its players."""
    if meeting is None or of_teams:
        return
    for game in meeting.games if isinstance(meeting, Match) else (meeting,):
        yield _build_card_game(game, player, seats, changes, round)


def _build_card_game(
    game: Game, player: int, seats: dict[int, Participant], changes: dict[tuple[int, int], int], round: int
) -> CardGame:
    opponent = game.black if game.white == player else game.white
    colour = (Colour.WHITE if game.white == player else Colour.BLACK) if game.coloured else None
    return CardGame(seats[opponent], colour, game.result, changes.get((round, opponent)))


def _team_player_rounds(state: State, player: int, changes: dict[tuple[int, int], int]) -> Iterator[CardRound]:
    """Yield the rounds in which a player of a team played, or had no opponent."""
    t, total = state.tournament, 0
    seats, worth = players(state), outcome_table(t.points)
    for number, round in enumerate(t.rounds, 1):
        for game in (game for match in round.matches for game in match.games if player in (game.white, game.black)):
            card_game = _build_card_game(game, player, seats, changes, number)
            points = worth[game.result.white if game.white == player else game.result.black]
            total += points
            kind = "pending" if game.result is Result.PENDING else "played" if game.result.played else "forfeit"
            yield CardRound(number, kind, card_game.opponent, card_game.colour, (card_game,), "", points, total)
        if any(board.player == player for match in round.matches for board in match.vacant):
            total += worth[Ending.FORFEIT_WIN]
            yield CardRound(number, str(Kind.FORFEIT_WIN.value), points=worth[Ending.FORFEIT_WIN], total=total)
        for bye in round.player_byes:
            if bye.player == player:
                points = bye_points(t.points, bye.kind)
                total += points
                yield CardRound(number, str(BYES[bye.kind].value), points=points, total=total)


# -- rating ------------------------------------------------------------------------------------------------------------


def _rating_change(state: State, player: int) -> tuple[RatingChange, dict[tuple[int, int], int]]:
    """Return the rating change of a player, and that of each game by round and opponent."""
    try:
        report = rate(state.tournament)
    except RookeryError as error:
        return RatingChange(why=error.message), {}
    for row in report.rows:
        if row.player.number == player:
            changes = {(line.round, line.opponent): line.change for line in row.lines}
            change = RatingChange(row.rating, row.games, row.half_points, row.opponents, row.change, row.k, row.alone,
                                notes=report.notes)  # fmt: skip
            return change, changes
    for newcomer in report.newcomers:
        if newcomer.player.number == player:
            return RatingChange(first=newcomer.first.rating, why=newcomer.first.why, notes=report.notes), {}
    return RatingChange(why="no game counts for the rating", notes=report.notes), {}
