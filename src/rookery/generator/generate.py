"""Generation of random tournaments, paired by the rules and reproducible from a seed.

The settings, the field and the play have separate random streams derived from the seed, so that giving a setting
does not change what else is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import NoneType

from rookery._record import replace
from rookery._version import __version__
from rookery.formats.resolve import get_handlers
from rookery.formats.standings import allowed_ranks
from rookery.generator.random_players import (
    AttendancePlan,
    Strengths,
    draw_attendance,
    draw_forbidden_pairs,
    draw_players,
    draw_teams,
)
from rookery.generator.random_round import RandomPlay, play_format_round, play_round
from rookery.generator.settings import GeneratorSettings
from rookery.history.acceleration import baku_records
from rookery.history.history import History
from rookery.history.scoring import outcome_table
from rookery.model import MATCH_POINTS, Points, RequestedBye, Round, Tournament, TournamentInfo
from rookery.model._construct import pause_gc, replace_columns
from rookery.model.validation import require_argument
from rookery.regulations import parse_type_code
from rookery.simulation.play import Pairer, Pairing, pair_by_tournament_rules, play_rounds

__all__ = ["Pairer", "Pairing", "generate", "pair_by_tournament_rules"]


def generate(settings: GeneratorSettings | None = None, seed: int = 0, *, pairer: Pairer | None = None) -> Tournament:
    """Return a random tournament, paired round by round by the rules (or by `pairer`), with all results.

    It ends early, with as many rounds as could be paired, if a round has no legal pairing; the number of planned
    rounds stays.

    >>> made = generate(GeneratorSettings(players=8, rounds=5), seed=7)
    >>> made == generate(GeneratorSettings(players=8, rounds=5), seed=7), len(made.rounds), made.planned_rounds
    (True, 5, 5)
    """
    require_argument("generate", "settings", settings, (GeneratorSettings, NoneType), "Settings or None")
    with pause_gc():
        return _generate(settings or GeneratorSettings(), seed, pairer)


def _generate(settings: GeneratorSettings, seed: int, pairer: Pairer | None) -> Tournament:
    """Generate the tournament of these settings and this seed."""
    complete_settings = settings.draw_missing(Random(f"{seed} settings"))
    rng = Random(f"{seed} field")
    players, strengths = draw_players(complete_settings, rng)
    announced = replace(
        _build_tournament(complete_settings, seed),
        players=players,
        forbidden_pairs=draw_forbidden_pairs(complete_settings, rng),
    )
    attendance = draw_attendance(complete_settings, rng)
    if complete_settings.teams:
        announced = _add_teams(announced, complete_settings, strengths, rng)
    play = RandomPlay(
        strengths, complete_settings.chances(), complete_settings.match_forfeits or 0, Random(f"{seed} play")
    )
    history = _play_rounds(announced, complete_settings, attendance, play, pairer)
    return _finished(history, ranks=complete_settings.ranks and bool(history.round_columns))


def _build_tournament(settings: GeneratorSettings, seed: int) -> Tournament:
    """Return the tournament without participants."""
    assert settings.points is not None
    code = _type_code(settings)
    info = TournamentInfo(
        name=f"Random tournament {seed}", type=parse_type_code(code).description, controller=f"Rookery {__version__}"
    )
    return Tournament(
        info=info,
        planned_rounds=settings.rounds,
        system=code,
        points=settings.points,
        tiebreaks=("PTS", *(settings.tiebreaks or ()))
        if settings.tiebreaks or not settings.format.ranks_itself
        else (),
        initial_colour=settings.initial_colour,
    )


def _type_code(settings: GeneratorSettings) -> str:
    """Return the type code of the system, including the format's own settings."""
    handlers = get_handlers(settings.format.name)
    values = {name: getattr(settings, name) for name in handlers.own_settings}
    code = handlers.code_with_settings(values, settings.format.code_for(teams=bool(settings.teams)))
    return f"{code}_BAKU" if settings.acceleration == "baku" else code


def _add_teams(tournament: Tournament, settings: GeneratorSettings, strengths: Strengths, rng: Random) -> Tournament:
    """Return the tournament with teams; colours alternate between boards except in a Scheveningen match."""
    boards, has_sides = settings.boards or 1, settings.format.sides
    return replace(
        tournament,
        teams=draw_teams(settings, strengths, rng),
        team_event=True,
        match_points=settings.match_points or MATCH_POINTS,
        board_colours="" if has_sides else ("WB" * boards)[:boards],
    )


# -- the rounds


def _play_rounds(
    announced: Tournament,
    settings: GeneratorSettings,
    attendance: AttendancePlan,
    play: RandomPlay,
    pairer: Pairer | None,
) -> History:
    """Play all rounds, or those that can be paired, and return the history."""
    position = replace(announced, requested_byes=attendance.draw_absences(1, play.rng))
    if settings.acceleration == "written":
        position = replace(position, acceleration=baku_records(position))
    by_format = pairer is None and not settings.format.swiss
    paired_by = pairer or pair_by_tournament_rules
    known_to_fit = pairer is None and settings.format.swiss and not settings.teams

    def next_round(position: Tournament, history: History) -> tuple[Round, tuple[RequestedBye, ...]]:
        if by_format:
            round = play_format_round(position, attendance, play)
        else:
            pairs, bye = paired_by(position, history)
            round = play_round(position, attendance, pairs, bye, play)
        return round, attendance.draw_absences(position.next_round + 1, play.rng)

    return play_rounds(History(position), settings.play or 0, next_round, known_to_fit=known_to_fit)


# -- the end


def _finished(history: History, ranks: bool) -> Tournament:
    """Return the tournament with the points of its players and optionally their ranks by the announced tie-breaks."""
    tournament = history.tournament
    totals = history.before(tournament.next_round)
    places = {participant: first for participant, (first, _) in allowed_ranks(tournament).items()} if ranks else {}
    if tournament.team_event:
        return _with_team_points(tournament, history, places)
    ids = [participant.number for participant in tournament.players]
    players = replace_columns(tournament.players, points=list(map(totals.score, ids)), rank=list(map(places.get, ids)))
    return replace(tournament, players=tuple(players), requested_byes=())


def _with_team_points(tournament: Tournament, history: History, places: Mapping[int, int]) -> Tournament:
    """Return the team event with points and ranks of the teams and the points of the players."""
    tallies = history.before(tournament.next_round).totals
    by_games = parse_type_code(tournament.system).primary == "GP"
    teams = []
    for team in tournament.teams:
        first, second = tallies[team.number].score, tallies[team.number].secondary
        matches, games = (second, first) if by_games else (first, second)
        teams.append(replace(team, match_points=matches, game_points=games, rank=places.get(team.number)))
    board_points = _board_points(tournament)
    players = replace_columns(
        tournament.players,
        points=[board_points[player.number] for player in tournament.players],
        rank=[None] * len(tournament.players),
    )
    return replace(tournament, players=tuple(players), teams=tuple(teams), requested_byes=())


def _board_points(tournament: Tournament) -> dict[int, Points]:
    """Return the board points of every player of a team event."""
    values, points = (
        outcome_table(tournament.points),
        dict.fromkeys((player.number for player in tournament.players), 0),
    )
    for game in (game for round in tournament.rounds for match in round.matches for game in match.games):
        points[game.white] += values[game.result.white]
        points[game.black] += values[game.result.black]
    return points
