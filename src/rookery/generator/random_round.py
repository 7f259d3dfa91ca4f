"""Random rounds: boards get results, matches are forfeited, byes are taken.

Games, matches and byes are in the order in which a file is read back, so that writing and reading changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from random import Random

from rookery._record import record, replace
from rookery.elo import expected_score
from rookery.formats.handlers import NO_REQUEST, PairingRequest
from rookery.formats.resolve import handlers_for
from rookery.formats.standings import standings
from rookery.generator.random_players import AttendancePlan, Strengths
from rookery.generator.random_results import Chances
from rookery.history.team_matches import boards_per_match, team_match
from rookery.model import Bye, ByeKind, Game, Match, Result, Round, Team, Tournament
from rookery.model._construct import construct_many
from rookery.regulations import parse_type_code

_MAX_REPLAYS = 20
"""The greatest number of replays of a drawn final."""


@record
class RandomPlay:
    """Parameters of random play: strengths, chances of results, share of forfeited matches, random generator."""

    strengths: Strengths
    chances: Chances
    match_forfeits: float
    rng: Random


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


# -- games and matches


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
