"""The rounds that are left of a tournament: paired by the rules, or by whoever is given, and played.

Simulations, forecasts and the generator of random tournaments all play on here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from rookery.errors import NoPairing
from rookery.formats.pairing import pair, system_of
from rookery.history import History
from rookery.matches import open_round
from rookery.model import Bye, ByeKind, Game, Match, RequestedBye, Result, Round, Tournament
from rookery.model.unchecked import many, new
from rookery.pairing.system import System
from rookery.regulations import scheme
from rookery.simulation.luck import Luck
from rookery.simulation.outcomes import WHOLE, Thresholds
from rookery.values import frozen

Pairing = tuple[Sequence[tuple[int, int]], int | None]
"""White and Black of every board, and who receives the allocated bye."""

Pairer = Callable[[Tournament, History], Pairing]
"""Whoever pairs the next round; NoPairing when that cannot be done."""

_bye = lru_cache(1 << 12)(Bye)
"""A bye; the same ones come again in every tournament."""

NextRound = Callable[[Tournament, History], tuple[Round, tuple[RequestedBye, ...] | None]]
"""The next round as it is played, and the byes asked for afterwards (None: those of the tournament)."""


def played_on(history: History, last: int, next_round: NextRound, *, known_to_fit: bool = False) -> History:
    """The history after this round, or after as many as could be paired.

    Rounds of players in which everybody is, as the rules have paired them, are `known_to_fit`; others are checked.
    """
    while len(history.sheets) < last:
        try:
            round, requested = next_round(history.tournament, history)
        except NoPairing:
            break
        if known_to_fit:
            history = history.followed_by(round, requested)
        else:
            history = history.extended(history.tournament.with_round(round, requested))
    return history


def swiss_played_on(history: History, last: int, games: Games, system: System) -> History:
    """The same of a Swiss of single games by its own system, whose rounds need no check: everybody is in them."""
    return all_played_on([history], last, [games], system)[0]


def all_played_on(histories: Sequence[History], last: int, games: Sequence[Games], system: System) -> list[History]:
    """The same of several futures of one tournament after the same round, each with games of its own.

    They go on together, round by round: what has just been done for one is done sooner for the next, and the byes that
    were asked for are the same.
    """
    found = list(histories)
    everybody = frozenset(found[0].tournament.by_id) if found else frozenset()
    going: Sequence[int] = range(len(found))
    while going and len(found[going[0]].sheets) < last:
        position = found[going[0]].tournament
        asked = tuple([_bye(one, kind) for one, kind in position.absent(position.next_round).items()])
        left: tuple[RequestedBye, ...] | None = None
        paired = [(at, pairing) for at in going if (pairing := _paired(found[at], system)) is not None]
        for at, (pairs, bye) in paired:
            byes = asked if bye is None else (*asked, _bye(bye, ByeKind.PAIRING_ALLOCATED))
            round = new(Round, games=games[at].played(pairs), byes=byes, participants=everybody)
            found[at] = found[at].followed_by(round, left)
            left = found[at].tournament.requested
        going = [at for at, _ in paired]
    return found


def _paired(history: History, system: System) -> Pairing | None:
    """The next round of a Swiss, if it can be paired."""
    try:
        return system.boards_alone(history)
    except NoPairing:
        return None


def by_the_rules(position: Tournament, history: History) -> Pairing:
    """The pairing of the next round by the system of the tournament."""
    if not scheme(position.system).format.swiss:
        outcome = pair(position)
    else:
        outcome = system_of(position).pair(position, history=history)
    return outcome.pairs, outcome.bye


def by_system(system: System) -> Pairer:
    """A pairer by the rules of one Swiss system, which is looked up once."""

    def paired(position: Tournament, history: History) -> Pairing:
        return system.boards_alone(history)

    return paired


# -- games -------------------------------------------------------------------------------------------------------------


@frozen
class Games:
    """How games end in one tournament: everybody's strength, the chances, the luck, and what is out of the ordinary.

    Of all games so many millionths are won by `forfeits`, are `double_forfeits`, or end ½-0, 0-½ or 0-0 (`unusual`).
    """

    strengths: Mapping[int, int]
    thresholds: Thresholds
    luck: Luck
    forfeits: int = 0
    double_forfeits: int = 0
    unusual: int = 0

    def results(self, pairs: Sequence[tuple[int, int]], again: int = 0) -> list[Result]:
        """How the games of these end, the so-many-th between each two."""
        strengths, thresholds = self.strengths, self.thresholds
        found: list[Result] = []
        won, drew, lost = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
        for (white, black), at in zip(pairs, self.luck.of_pairs(pairs, again), strict=True):
            win, drawn = thresholds(strengths[white], strengths[black])
            if white < black:
                found.append(won if at < win else drew if at < drawn else lost)
            else:
                found.append(lost if at < WHOLE - drawn else drew if at < WHOLE - win else won)
        odd = self.forfeits or self.double_forfeits or self.unusual
        return found if not odd else self._out_of_the_ordinary(pairs, found, again)

    def _out_of_the_ordinary(self, pairs: Sequence[tuple[int, int]], results: list[Result], again: int) -> list[Result]:
        """The results, some of them out of the ordinary, whatever the colours: either is as likely to stay away."""
        ways, alone = (
            (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT),
            (Result.WHITE_DRAWS_ALONE, Result.BLACK_DRAWS_ALONE),
        )
        both = self.forfeits + self.double_forfeits
        for at, (white, black) in enumerate(pairs):
            low, high = min(white, black), max(white, black)
            where = self.luck.millionth(f"forfeit {low}", high, again)
            if where < self.forfeits:
                stays = self.luck.happens(f"stays {low}", high, WHOLE // 2, again)
                results[at] = ways[stays is (white < black)]
            elif where < both:
                results[at] = Result.DOUBLE_FORFEIT
            elif where < both + self.unusual:
                third = 3 * (where - both) // self.unusual
                results[at] = Result.BOTH_LOSE if third == 2 else alone[(third == 1) is (white < black)]
        return results

    def played(self, pairs: Sequence[tuple[int, int]], again: int = 0) -> tuple[Game, ...]:
        """Every pair with its result."""
        if not pairs:
            return ()
        whites, blacks = zip(*pairs, strict=True)
        return tuple(many(Game, white=whites, black=blacks, result=self.results(pairs, again)))


def swiss_round(games: Games, pairer: Pairer, two_games: bool = False) -> NextRound:
    """What makes the next round of a Swiss: paired, played, with the byes of everybody who has one."""

    def next_round(position: Tournament, history: History) -> tuple[Round, None]:
        pairs, bye = pairer(position, history)
        asked = position.absent(position.next_round)
        byes = [Bye(one, kind) for one, kind in asked.items()]
        if bye is not None:
            byes.append(Bye(bye, ByeKind.PAIRING_ALLOCATED))
        if two_games:
            there, back = games.played(pairs), games.played([(black, white) for white, black in pairs], 1)
            matches = [Match(one.white, one.black, (one, two)) for one, two in zip(there, back, strict=True)]
            return Round(matches=tuple(matches), byes=tuple(byes)), None
        return Round(games=games.played(pairs), byes=tuple(byes)), None

    return next_round


def team_round(games: Games, pairer: Pairer) -> NextRound:
    """The same of a Swiss of teams: a match for each two, its boards in the order of the rosters."""

    def next_round(position: Tournament, history: History) -> tuple[Round, None]:
        pairs, bye = pairer(position, history)
        round = open_round(position, pairs, bye)
        boards = [(game.white, game.black) for match in round.matches for game in match.games]
        left = iter(games.played(boards))
        matches = tuple(Match(one.white, one.black, tuple(islice(left, len(one.games)))) for one in round.matches)
        return Round(matches=matches, byes=round.byes), None

    return next_round
