"""The calls of @echecs/swiss, and standings from plain games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from rookery.compat.entries import Field, Games, Players, field, plain_errors
from rookery.compat.tiebreaks import MAKERS, Entered, coded
from rookery.pairing.systems import pair
from rookery.ranking.rank import Wish
from rookery.ranking.rank import standings as ranked
from rookery.ranking.table import Table

NINE = 9
"""The rounds of a tournament that does not say how many, where a system cannot do without."""

TieBreakFunction = Callable[[str, Games, list[object]], float]
"""A function of a player, the games and the players, of which more is better."""


class Pairing(NamedTuple):
    """Who has White against whom."""

    white: str
    black: str


class Bye(NamedTuple):
    """Who has no opponent in the round."""

    player: str


class Paired(NamedTuple):
    """A round: the pairings from the first board, and the byes."""

    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]


class Standing(NamedTuple):
    """One line of the standings; equal ranks are still tied, and a value is None where it is undefined."""

    rank: int
    player: str
    score: float
    tiebreaks: tuple[float | None, ...]


def dutch(players: Players, games: Games, round: int | None = None, *, rounds: int | None = None) -> Paired:
    """The next round by the Dutch system (C.04.3), or `round` again for those who were paired in it.

    `rounds` is how many are planned: the last one has rules of its own, and without it no round is the last.
    `rookery.pair` does the same with requested byes, forbidden pairs and the reasons. Raises ValueError for fewer than
    two players, an id that is in the games only, or a round that cannot be paired; NoPairing if there is no pairing.

    >>> four = [{"id": "alice", "rating": 2100}, {"id": "bob", "rating": 1950}]
    >>> dutch(four, [])
    Paired(pairings=(Pairing(white='alice', black='bob'),), byes=())
    """
    return _paired(players, games, round, rounds, "FIDE_DUTCH_2026")


def dubov(players: Players, games: Games, round: int | None = None, *, rounds: int | None = None) -> Paired:
    """The round by the Dubov system (C.04.4.1), in which nobody is without a rating; otherwise as `dutch`.

    Its rules need the number of planned rounds (1.8.2): nine unless told, and always more than are known.
    """
    return _paired(players, games, round, rounds or _planned(games), "FIDE_DUBOV")


def burstein(players: Players, games: Games, round: int | None = None, *, rounds: int | None = None) -> Paired:
    """The round by the Burstein system (C.04.4.2); otherwise as `dutch`.

    Half of the planned rounds, four at most, are seeding rounds (1.6.2): nine are planned unless told, and always more
    than are known.
    """
    return _paired(players, games, round, rounds or _planned(games), "FIDE_BURSTEIN")


def lim(players: Players, games: Games, round: int | None = None, *, rounds: int | None = None) -> Paired:
    """The round by the Lim system (C.04.4.3); otherwise as `dutch`."""
    return _paired(players, games, round, rounds, "LIM")


def double_swiss(players: Players, games: Games, round: int | None = None, *, rounds: int | None = None) -> Paired:
    """The round of two-game matches (C.04.5); both games of a match, or both halves of a bye, are entries of its round.

    `white` has White in the first game. Otherwise as `dutch`.
    """
    return _paired(players, games, round, rounds, "FIDE_DOUBLESWISS")


def swiss_team(players: Players, games: Games, round: int | None = None, *, rounds: int | None = None) -> Paired:
    """The round of teams (C.04.6, type A, match points first); a result is that of a whole match.

    Game points are not in such entries: `rookery.pair` pairs by both scores. Otherwise as `dutch`.
    """
    return _paired(players, games, round, rounds, "FIDE_TEAM_TYPEA_MP_GP")


def _planned(games: Games) -> int:
    """How many rounds there shall be if nobody says so."""
    return max(NINE, len(games) + 2)


def _paired(players: Players, games: Games, round: int | None, rounds: int | None, system: str) -> Paired:
    plain = field(players, games, system, complete=True)
    if round is not None and not 1 <= round <= len(plain.rounds) + 1:
        raise ValueError(f"round {round} cannot be paired: {len(plain.rounds)} rounds are known")
    with plain_errors():
        outcome = pair(replace(plain.tournament, planned=rounds), round=round)
    ids = plain.ids
    byes = () if outcome.bye is None else (Bye(ids[outcome.bye]),)
    return Paired(tuple(Pairing(ids[white], ids[black]) for white, black in outcome.pairs), byes)


def standings(
    players: Players, games: Games, tiebreaks: Sequence[str | TieBreakFunction] = ("BH/C1", "BH", "SB", "WIN")
) -> list[Standing]:
    """The players by points, then by these tie-breaks: functions, of this module or one's own, or TRF26 codes.

    A function is called with a player, the games and the players, and more is better. `direct_encounter` in the list is
    the code "DE": it orders those still tied, and shows their places. `rookery.standings` has the working of each
    value.

    >>> rows = standings([{"id": "a"}, {"id": "b"}], [[{"white": "a", "black": "b", "result": 0}]], ["WIN"])
    >>> [(row.rank, row.player, row.score, row.tiebreaks) for row in rows]
    [(1, 'b', 1.0, (1.0,)), (2, 'a', 0.0, (0.0,))]
    """
    everybody = list(players)
    plain = field(everybody, games, complete=True)
    with plain_errors():
        entered = Entered.of(plain)
        wishes = [_wish(one, plain, entered, games, everybody) for one in tiebreaks]
        rows = ranked(plain.tournament, wishes, len(plain.rounds)).rows
    ids = plain.ids
    return [
        Standing(row.rank, ids[row.id], row.points / 10, tuple(None if v is None else float(v) for v in row.values))
        for row in rows
    ]


def _wish(one: str | TieBreakFunction, plain: Field, entered: Entered, games: Games, players: list[object]) -> Wish:
    """A tie-break as the core takes it."""
    if isinstance(one, str):
        return coded(one)(entered)
    if one in MAKERS:
        return MAKERS[one](entered)
    function = one

    def values(table: Table) -> dict[int, Fraction | int | None]:
        return {number: Fraction(function(key, games, players)) for key, number in plain.numbers.items()}

    values.__name__ = "".join(c for c in getattr(function, "__name__", "") if c.isalnum() or c == "_") or "own"
    return values
