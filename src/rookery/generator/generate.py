"""Generation of random tournaments, paired by the rules and reproducible from a seed.

The settings, the field and the play have separate random streams derived from the seed, so that giving a setting
does not change what else is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from random import Random
from types import NoneType

from rookery._record import record, replace
from rookery._version import __version__
from rookery.elo import expected_score
from rookery.formats.handlers import NO_REQUEST, PairingRequest
from rookery.formats.resolve import get_handlers, handlers_for
from rookery.formats.standings import allowed_ranks, standings
from rookery.generator.random_players import (
    AttendancePlan,
    Strengths,
    draw_attendance,
    draw_forbidden_pairs,
    draw_players,
    draw_teams,
)
from rookery.generator.settings import GeneratorSettings
from rookery.history.acceleration import baku_records
from rookery.history.history import History
from rookery.history.scoring import outcome_table
from rookery.history.team_matches import boards_per_match, team_match
from rookery.model import (
    MATCH_POINTS,
    Bye,
    ByeKind,
    Game,
    Match,
    Points,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    TournamentInfo,
)
from rookery.model._construct import construct_many, pause_gc, replace_columns
from rookery.model.validation import require_argument
from rookery.regulations import parse_type_code
from rookery.simulation.play import Pairer, Pairing, pair_by_tournament_rules, play_rounds
from rookery.simulation.result_models import Chances

__all__ = ["Pairer", "Pairing", "generate", "pair_by_tournament_rules"]

_MAX_REPLAYS = 20
"""The greatest number of replays of a drawn final."""


@record
class RandomPlay:
    """Parameters of random play: strengths, chances of results, share of forfeited matches, random generator."""

    strengths: Strengths
    chances: Chances
    match_forfeits: float
    rng: Random


def generate(settings: GeneratorSettings | None = None, seed: int = 0, *, pairer: Pairer | None = None) -> Tournament:
    """Return a random tournament, paired round by round by the rules (or by `pairer`), with all results.

    It ends early, with as many rounds as could be paired, if a round has no legal pairing; the number of planned
    rounds stays.

    Args:
        settings: What the tournament is like; what is left open is drawn.
        seed: The seed of all random numbers.
        pairer: The function that pairs each round instead of `pair`.

    Returns:
        The tournament.

    Raises:
        RuleError: The settings contradict each other.

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
    return _with_final_points(history, ranks=complete_settings.ranks and bool(history.round_columns))


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


# -- one round: games, matches and byes in the order in which a file is read back


def play_round(
    position: Tournament,
    attendance: AttendancePlan,
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    play: RandomPlay,
) -> Round:
    """Return the round of these pairs with random results."""
    games: list[Game] = []
    matches: list[Match] = []
    if position.team_event:
        matches = [_play_team_match(position, white, black, play) for white, black in pairs]
    elif parse_type_code(position.system).two_game_matches:
        first_games, second_games = (
            _play_games(pairs, play),
            _play_games([(black, white) for white, black in pairs], play),
        )
        matches = [
            Match(player.white, player.black, (player, two))
            for player, two in zip(first_games, second_games, strict=True)
        ]
    else:
        games = _play_games(pairs, play)
    byes = [Bye(player.player, player.kind) for player in position.requested_byes]
    if bye is not None:
        byes.append(Bye(bye, ByeKind.PAIRING_ALLOCATED))
    if not parse_type_code(position.system).format.swiss:
        busy = {player for pair in pairs for player in pair}
        byes = [
            Bye(player, ByeKind.ZERO) for player in position.participants_by_number if player not in busy
        ]  # the free round
    return _build_round(games, matches, _mark_not_entered(byes, attendance, position.next_round))


def play_format_round(position: Tournament, attendance: AttendancePlan, play: RandomPlay) -> Round:
    """Return the next round of a round robin, a Scheveningen match, a knock-out or a Keizer with random results.

    The winner of a drawn knock-out match is drawn by lot, weighted by strength; a final is replayed.
    """
    handlers, request = handlers_for(position), NO_REQUEST
    if handlers.format.eliminates and position.rounds:
        lots = (_draw_winner(position, pair, play) for pair in position.rounds[-1].pairs)
        request = PairingRequest(through=tuple(lots))
    pairing = handlers.pair_round(position, request)
    completed = _fill_in_results(position, pairing, play)
    if handlers.format.eliminates and position.next_round == handlers.count_rounds(
        len(position.participants_by_number)
    ):
        for _ in range(_MAX_REPLAYS):
            if standings(position.with_round(completed)).rows[1].rank == 2:
                break
            completed = _fill_in_results(position, pairing, play)
    participants = completed.participants
    byes = [
        *pairing.byes,
        *(Bye(player, ByeKind.ZERO) for player in position.participants_by_number if player not in participants),
    ]
    return _build_round(completed.games, completed.matches, _mark_not_entered(byes, attendance, position.next_round))


def _fill_in_results(position: Tournament, pairing: Round, play: RandomPlay) -> Round:
    """Return the round with a random result for every board that has none."""
    open_games = [game for game in pairing.games if game.result is Result.PENDING]
    games = _play_games([(game.white, game.black) for game in open_games], play)
    finished_games = [game for game in pairing.games if game.result is not Result.PENDING]
    sides = parse_type_code(position.system).format.sides  # the boards are given, too
    matches = []
    for match in pairing.matches:
        if match.forfeit is not None:
            matches.append(match)
        elif sides:
            boards = [(game.white, game.black) for game in match.games]
            matches.append(replace(match, games=tuple(_play_games(boards, play))))
        else:
            matches.append(_play_team_match(position, match.white, match.black, play))
    return replace(pairing, games=(*finished_games, *games), matches=tuple(matches))


def _draw_winner(position: Tournament, pair: tuple[int, int], play: RandomPlay) -> int:
    """Draw the participant of a level match who advances; teams have equal chances."""
    white, black = pair
    expected = 50 if position.team_event else expected_score(play.strengths[white] - play.strengths[black])
    return white if 100 * play.rng.random() < expected else black


def _mark_not_entered(byes: Iterable[Bye], attendance: AttendancePlan, round_number: int) -> Iterable[Bye]:
    """Yield the byes, with those of participants who have not arrived marked as not entered."""
    return (
        bye if attendance.has_arrived(bye.player, round_number) else Bye(bye.player, ByeKind.NOT_ENTERED)
        for bye in byes
    )


def _build_round(games: Iterable[Game], matches: Iterable[Match], byes: Iterable[Bye]) -> Round:
    return Round(
        games=tuple(sorted(games, key=attrgetter("white"))),
        matches=tuple(sorted(matches, key=lambda match: min(match.white, match.black))),
        byes=tuple(sorted(byes, key=attrgetter("player"))),
    )


def _play_games(pairs: Sequence[tuple[int, int]], play: RandomPlay) -> list[Game]:
    """Return a game with a random result for every pair."""
    strengths = play.strengths
    whites, blacks = [white for white, _ in pairs], [black for _, black in pairs]
    results = play.chances.results([strengths[white] - strengths[black] for white, black in pairs], play.rng)
    return construct_many(Game, white=whites, black=blacks, result=list(results))


def _play_team_match(position: Tournament, white: int, black: int, play: RandomPlay) -> Match:
    """Return a team match: forfeited as a whole, one time in five by both teams, or played board by board."""
    if play.rng.random() < play.match_forfeits:
        share = play.rng.random()
        result = (
            (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT)[share < 0.4] if share < 0.8 else Result.DOUBLE_FORFEIT
        )
        return Match(white, black, (), result)
    boards = boards_per_match(position)
    sides = tuple(_draw_lineup(team, boards, play.rng) for team in position.teams if team.number in (white, black))
    lineups = Tournament(teams=sides, team_event=True, board_colours=position.board_colours)
    match = team_match(lineups, white, black)
    return replace(match, games=tuple(_play_games([(game.white, game.black) for game in match.games], play)))


def _draw_lineup(team: Team, boards: int, rng: Random) -> Team:
    """Return the team with a random line-up in roster order: one in seven sits out if there are reserves."""
    spare = len(team.players) - boards
    absent = [player for player in team.players if rng.random() < 1 / 7][:spare] if spare else []
    return replace(team, players=tuple(player for player in team.players if player not in absent)[:boards])


# -- the end


def _with_final_points(history: History, ranks: bool) -> Tournament:
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
