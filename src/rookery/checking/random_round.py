"""A round of a random tournament as it is played: the boards get results, matches are forfeited, byes are taken.

Everything stands in the order in which a file gives it back: written and read again, it is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from random import Random

from rookery.checking.entrants import Calendar, Strengths
from rookery.checking.random_results import Chances
from rookery.elo import expectation
from rookery.formats.catalogue import conduct_of
from rookery.formats.conduct import NOTHING, Wishes
from rookery.formats.standings import standings
from rookery.matches import boards_per_match, line_up
from rookery.model import Bye, ByeKind, Game, Match, Result, Round, Team, Tournament
from rookery.model.unchecked import many
from rookery.regulations import scheme
from rookery.values import frozen, replace

_REPLAYS = 20
"""So often a level final is played again."""


@frozen
class Play:
    """How it goes: the strengths of the players, the chances of every game, the share of matches forfeited, the lot."""

    strengths: Strengths
    chances: Chances
    match_forfeits: float
    rng: Random


def played(
    position: Tournament, when: Calendar, pairs: Sequence[tuple[int, int]], bye: int | None, play: Play
) -> Round:
    """The round of these pairs."""
    games: list[Game] = []
    matches: list[Match] = []
    if position.team_event:
        matches = [_team_match(position, white, black, play) for white, black in pairs]
    elif scheme(position.system).two_game_matches:
        there, back = _games(pairs, play), _games([(black, white) for white, black in pairs], play)
        matches = [Match(one.white, one.black, (one, two)) for one, two in zip(there, back, strict=True)]
    else:
        games = _games(pairs, play)
    byes = [Bye(one.player, one.kind) for one in position.requested]
    if bye is not None:
        byes.append(Bye(bye, ByeKind.PAIRING_ALLOCATED))
    if not scheme(position.system).format.swiss:
        busy = {one for pair in pairs for one in pair}
        byes = [Bye(one, ByeKind.ZERO) for one in position.by_id if one not in busy]  # the free round
    return _in_order(games, matches, _entered(byes, when, position.next_round))


def played_by_format(position: Tournament, when: Calendar, play: Play) -> Round:
    """The next round of a round robin, a Scheveningen match, a knock-out or a Keizer.

    Of a level match of a knock-out somebody goes through by lot, the stronger more often; a final is played again.
    """
    conduct, wishes = conduct_of(position), NOTHING
    if conduct.format.eliminates and position.rounds:
        lots = (_by_lot(position, pair, play) for pair in position.rounds[-1].pairs)
        wishes = Wishes(through=tuple(lots))
    given = conduct.round(position, wishes)
    found = _with_results(position, given, play)
    if conduct.format.eliminates and position.next_round == conduct.length(len(position.by_id)):
        for _ in range(_REPLAYS):
            if standings(position.with_round(found)).rows[1].rank == 2:
                break
            found = _with_results(position, given, play)
    named = found.participants
    byes = [*given.byes, *(Bye(one, ByeKind.ZERO) for one in position.by_id if one not in named)]
    return _in_order(found.games, found.matches, _entered(byes, when, position.next_round))


def _with_results(position: Tournament, given: Round, play: Play) -> Round:
    """The round with a result wherever none is known yet."""
    open_games = [game for game in given.games if game.result is Result.PENDING]
    games = _games([(game.white, game.black) for game in open_games], play)
    known = [game for game in given.games if game.result is not Result.PENDING]
    sides = scheme(position.system).format.sides  # the boards are given, too
    matches = []
    for match in given.matches:
        if match.forfeit is None and sides:
            match = replace(match, games=tuple(_games([(game.white, game.black) for game in match.games], play)))
        elif match.forfeit is None:
            match = _team_match(position, match.white, match.black, play)
        matches.append(match)
    return replace(given, games=(*known, *games), matches=tuple(matches))


def _by_lot(position: Tournament, pair: tuple[int, int], play: Play) -> int:
    """Who of two goes through when they are level; of teams, either as likely."""
    white, black = pair
    expected = 50 if position.team_event else expectation(play.strengths[white] - play.strengths[black])
    return white if 100 * play.rng.random() < expected else black


def _entered(byes: Iterable[Bye], when: Calendar, number: int) -> Iterable[Bye]:
    """The byes, with those who have not arrived yet as such."""
    return (bye if when.entered(bye.player, number) else Bye(bye.player, ByeKind.NOT_ENTERED) for bye in byes)


def _in_order(games: Iterable[Game], matches: Iterable[Match], byes: Iterable[Bye]) -> Round:
    return Round(
        games=tuple(sorted(games, key=attrgetter("white"))),
        matches=tuple(sorted(matches, key=lambda match: min(match.white, match.black))),
        byes=tuple(sorted(byes, key=attrgetter("player"))),
    )


# -- games and matches


def _games(pairs: Sequence[tuple[int, int]], play: Play) -> list[Game]:
    """Every pair with its result."""
    strengths = play.strengths
    whites, blacks = [white for white, _ in pairs], [black for _, black in pairs]
    results = play.chances.results([strengths[white] - strengths[black] for white, black in pairs], play.rng)
    return many(Game, white=whites, black=blacks, result=list(results))


def _team_match(position: Tournament, white: int, black: int, play: Play) -> Match:
    """A match of two teams: forfeited as a whole, one time in five by both, or played board by board."""
    if play.rng.random() < play.match_forfeits:
        at = play.rng.random()
        lost = (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT)[at < 0.4] if at < 0.8 else Result.DOUBLE_FORFEIT
        return Match(white, black, (), lost)
    boards = boards_per_match(position)
    sides = tuple(_seated(team, boards, play.rng) for team in position.teams if team.id in (white, black))
    seats = line_up(Tournament(teams=sides, board_colours=position.board_colours), white, black)
    return Match(white, black, tuple(_games([(game.white, game.black) for game in seats], play)))


def _seated(team: Team, boards: int, rng: Random) -> Team:
    """Those of a team who sit down, in the order of the roster: one in seven stays out if there are reserves."""
    spare = len(team.players) - boards
    out = [one for one in team.players if rng.random() < 1 / 7][:spare] if spare else []
    return replace(team, players=tuple(one for one in team.players if one not in out)[:boards])
