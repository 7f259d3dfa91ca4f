"""Playing the remaining rounds of a tournament: paired by the rules or by a given function.

Simulations, forecasts and the generator of random tournaments use this module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from rookery._record import record
from rookery.errors import NoPairingError
from rookery.formats.pair import pair
from rookery.formats.resolve import resolve
from rookery.history.history import History
from rookery.history.team_matches import build_open_round
from rookery.model import Bye, ByeKind, Game, Match, RequestedBye, Result, Round, Tournament
from rookery.model._construct import construct, construct_many
from rookery.pairing.system import System
from rookery.regulations import parse_type_code
from rookery.simulation.result_models import WHOLE, Thresholds
from rookery.simulation.rng import KeyedRandom

Pairing = tuple[Sequence[tuple[int, int]], int | None]
"""White and Black of every board, and the player with the pairing-allocated bye."""

Pairer = Callable[[Tournament, History], Pairing]
"""A function that pairs the next round; raises NoPairingError if that is impossible."""

_bye = lru_cache(1 << 12)(Bye)
"""Returns a bye, cached because the same byes recur in every tournament."""

NextRound = Callable[[Tournament, History], tuple[Round, tuple[RequestedBye, ...] | None]]
"""Returns the next round as played, and the byes requested afterwards (None: those of the tournament)."""


def play_rounds(history: History, last: int, next_round: NextRound, *, known_to_fit: bool = False) -> History:
    """Return the history after round `last`, or after the last round that can be paired.

    Complete rounds of players paired by the rules may be `known_to_fit`; other rounds are validated.
    """
    while len(history.round_columns) < last:
        try:
            round, requested = next_round(history.tournament, history)
        except NoPairingError:
            break
        if known_to_fit:
            history = history.append_round(round, requested)
        else:
            history = history.extend(history.tournament.with_round(round, requested))
    return history


def play_swiss_rounds(history: History, last: int, games: Games, system: System) -> History:
    """Return the history of a Swiss of single games after round `last`; its rounds need no check."""
    return play_swiss_futures([history], last, [games], system)[0]


def play_swiss_futures(
    histories: Sequence[History], last: int, games: Sequence[Games], system: System
) -> list[History]:
    """Return the histories of several futures of one tournament after round `last`, each with its own games.

    They advance together, round by round, because caches filled for one future serve the next. The requested byes are
    equal in all of them.
    """
    results = list(histories)
    player_ids = frozenset(results[0].tournament.participants_by_number) if results else frozenset()
    active: Sequence[int] = range(len(results))
    while active and len(results[active[0]].round_columns) < last:
        position = results[active[0]].tournament
        requested_byes = tuple(
            [_bye(player_id, kind) for player_id, kind in position.absent(position.next_round).items()]
        )
        remaining_byes: tuple[RequestedBye, ...] | None = None
        pairings = [(index, pairing) for index in active if (pairing := _try_pair(results[index], system)) is not None]
        for index, (pairs, bye) in pairings:
            byes = requested_byes if bye is None else (*requested_byes, _bye(bye, ByeKind.PAIRING_ALLOCATED))
            round = construct(Round, games=games[index].play(pairs), byes=byes, participants=player_ids)
            results[index] = results[index].append_round(round, remaining_byes)
            remaining_byes = results[index].tournament.requested_byes
        active = [index for index, _ in pairings]
    return results


def _try_pair(history: History, system: System) -> Pairing | None:
    """Return the next round of a Swiss, or None if it has no legal pairing."""
    try:
        return system.pair_boards(history)
    except NoPairingError:
        return None


def pair_by_tournament_rules(position: Tournament, history: History) -> Pairing:
    """Return the pairing of the next round by the system of the tournament."""
    if not parse_type_code(position.system).format.swiss:
        outcome = pair(position)
    else:
        outcome = resolve(position).pair(position, history=history)
    return outcome.pairs, outcome.bye


def swiss_pairer(system: System) -> Pairer:
    """Return a pairing function for one Swiss system."""

    def pair_boards(position: Tournament, history: History) -> Pairing:
        return system.pair_boards(history)

    return pair_boards


# -- games -------------------------------------------------------------------------------------------------------------


@record
class Games:
    """The results of the games of one tournament: strengths, chances, random numbers and irregular results.

    `forfeits`, `double_forfeits` and `unusual` (½-0, 0-½ or 0-0) are the shares of such games, in millionths.
    """

    strengths: Mapping[int, int]
    thresholds: Thresholds
    rng: KeyedRandom
    forfeits: int = 0
    double_forfeits: int = 0
    unusual: int = 0

    def results(self, pairs: Sequence[tuple[int, int]], again: int = 0) -> list[Result]:
        """Return the results of these games, the `again`-th between each pair."""
        strengths, thresholds = self.strengths, self.thresholds
        results: list[Result] = []
        won, draw, lost = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
        for (white, black), position in zip(pairs, self.rng.pair_millionths(pairs, again), strict=True):
            win, draw_end = thresholds(strengths[white], strengths[black])
            if white < black:
                results.append(won if position < win else draw if position < draw_end else lost)
            else:
                results.append(lost if position < WHOLE - draw_end else draw if position < WHOLE - win else won)
        has_irregular = self.forfeits or self.double_forfeits or self.unusual
        return results if not has_irregular else self._with_irregular_results(pairs, results, again)

    def _with_irregular_results(
        self, pairs: Sequence[tuple[int, int]], results: list[Result], again: int
    ) -> list[Result]:
        """Return the results with some replaced by forfeits and other irregular ones, independent of colours."""
        forfeits = (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT)
        one_sided_draws = (Result.WHITE_DRAWS_ALONE, Result.BLACK_DRAWS_ALONE)
        forfeited = self.forfeits + self.double_forfeits
        for index, (white, black) in enumerate(pairs):
            low, high = min(white, black), max(white, black)
            position = self.rng.millionth(f"forfeit {low}", high, again)
            if position < self.forfeits:
                stays = self.rng.happens(f"stays {low}", high, WHOLE // 2, again)
                results[index] = forfeits[stays is (white < black)]
            elif position < forfeited:
                results[index] = Result.DOUBLE_FORFEIT
            elif position < forfeited + self.unusual:
                third = 3 * (position - forfeited) // self.unusual
                results[index] = Result.BOTH_LOSE if third == 2 else one_sided_draws[(third == 1) is (white < black)]
        return results

    def play(self, pairs: Sequence[tuple[int, int]], again: int = 0) -> tuple[Game, ...]:
        """Return the games of these pairs with their results."""
        if not pairs:
            return ()
        whites, blacks = zip(*pairs, strict=True)
        return tuple(construct_many(Game, white=whites, black=blacks, result=self.results(pairs, again)))


def swiss_round(games: Games, pairer: Pairer, two_games: bool = False) -> NextRound:
    """Return a function that pairs and plays the next round of a Swiss, with all byes."""

    def next_round(position: Tournament, history: History) -> tuple[Round, None]:
        pairs, bye = pairer(position, history)
        absences = position.absent(position.next_round)
        byes = [Bye(player_id, kind) for player_id, kind in absences.items()]
        if bye is not None:
            byes.append(Bye(bye, ByeKind.PAIRING_ALLOCATED))
        if two_games:
            first_games, second_games = games.play(pairs), games.play([(black, white) for white, black in pairs], 1)
            matches = [
                Match(first.white, first.black, (first, second))
                for first, second in zip(first_games, second_games, strict=True)
            ]
            return Round(matches=tuple(matches), byes=tuple(byes)), None
        return Round(games=games.play(pairs), byes=tuple(byes)), None

    return next_round


def team_round(games: Games, pairer: Pairer) -> NextRound:
    """Return a function that pairs and plays the next round of a team Swiss, boards in roster order."""

    def next_round(position: Tournament, history: History) -> tuple[Round, None]:
        pairs, bye = pairer(position, history)
        round = build_open_round(position, pairs, bye)
        boards = [(game.white, game.black) for match in round.matches for game in match.games]
        games_left = iter(games.play(boards))
        matches = tuple(
            Match(match.white, match.black, tuple(islice(games_left, len(match.games))), vacant=match.vacant)
            for match in round.matches
        )
        return Round(matches=matches, byes=round.byes), None

    return next_round
