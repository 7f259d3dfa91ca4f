"""The calls of @echecs/swiss, and standings from plain games."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NotRequired, Protocol, SupportsFloat, TypedDict

from rookery.compat.entered import Entered, coded
from rookery.compat.entries import Field, field, left_out, plain_errors, seeds
from rookery.compat.shapes import Games, Players, rounds_of
from rookery.compat.tiebreaks import MAKERS
from rookery.compat.values import brief, fields_of, listed, whole
from rookery.formats.pairing import pair as paired_by_core
from rookery.model import RequestedBye
from rookery.ranking.choice import Wish
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rank import standings as ranked
from rookery.values import NamedTuple, replace
from rookery.wording import count

NINE = 9
"""The rounds of a tournament that does not say how many, where a system cannot do without."""

Tiebreak = Callable[[str, Games, list[object]], float] | Callable[[str, list[object], Games], float]
"""A function of a player, the games and the players, or of a player, the `players` and the `games`: more is better."""


class Pairing(NamedTuple):
    """Who has White against whom.

    >>> Pairing("alice", "carol").black
    'carol'
    """

    white: str
    black: str


class Bye(NamedTuple):
    """Who has no opponent in the round.

    >>> Bye("carol").player
    'carol'
    """

    player: str


class Paired(NamedTuple):
    """A round: the pairings from the first board, and the byes.

    >>> Paired((Pairing("alice", "bob"),), (Bye("carol"),)).pairings[0].white
    'alice'
    """

    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]

    @property
    def games(self) -> tuple[Pairing, ...]:
        """The pairings, by the name that they have in the newest packages."""
        return self.pairings


PairingResult = Paired
"""The name that the packages use."""


class PairingOptions(TypedDict):
    """The third argument of the newest packages, in the place of `round`; the trace is that of `rookery.pair`.

    >>> nine: PairingOptions = {"expectedRounds": 9}
    """

    expectedRounds: NotRequired[int]


class PairingSystem(Protocol):
    """What every call here that pairs can be called with.

    >>> system: PairingSystem = dutch
    >>> system(["alice", "bob"], []).pairings
    (Pairing(white='alice', black='bob'),)
    """

    def __call__(self, players: Players, games: Games, round: int | None = None) -> Paired:
        """The pairings of a round."""


class Standing(NamedTuple):
    """One line of the standings; equal ranks are still tied, and a value is None where it is undefined.

    >>> Standing(1, "alice", 2.5, (4.0, None)).rank
    1
    """

    rank: int
    player: str
    score: float
    tiebreaks: tuple[float | None, ...]


def dutch(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """The next round by the Dutch system (C.04.3), or `round` again for those who were paired in it.

    `rounds` is how many are planned: the last one has rules of its own, and without it no round is the last. The
    `absent` are not paired; whoever is in the games and not among the players is absent too, as long as that can be no
    slip of the pen. `rookery.pair` does the same with forbidden pairs and the reasons. Raises ValueError for fewer than
    two players, an id that may be a slip, or a round that cannot be paired; NoPairing if there is no pairing.

    >>> three = [{"id": "alice", "rating": 2100}, {"id": "bob", "rating": 1950}, {"id": "carol", "rating": 1870}]
    >>> dutch(three, [])
    Paired(pairings=(Pairing(white='alice', black='bob'),), byes=(Bye(player='carol'),))
    >>> dutch(three, [], absent=["bob"])
    Paired(pairings=(Pairing(white='alice', black='carol'),), byes=())
    """
    return _paired(players, games, round, rounds, absent, "FIDE_DUTCH_2026")


pair = dutch
"""The name under which @echecs/swiss has its default, the Dutch system."""


def dubov(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """The round by the Dubov system (C.04.4.1), in which nobody is without a rating; otherwise as `dutch`.

    The number of planned rounds decides who has been upfloated too often (1.8.2: 2, and 1 for every five rounds) and
    in which round that is not asked, the last. The package takes the round in hand for the number, and never for the
    last one. Here nine are planned unless `rounds` says otherwise: the limit is that of every event of five to nine
    rounds. From the tenth on one more than the round in hand is taken.

    >>> dubov([{"id": "alice", "rating": 2100}, {"id": "bob", "rating": 1950}], [], rounds=5)
    Paired(pairings=(Pairing(white='alice', black='bob'),), byes=())
    """
    return _paired(players, games, round, rounds, absent, "FIDE_DUBOV", NINE)


def burstein(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """The round by the Burstein system (C.04.4.2); otherwise as `dutch`.

    Half of the planned rounds, four at most, are seeding rounds, paired by the Dutch system (1.6.2). The package knows
    no seeding rounds. Here nine are planned unless `rounds` says otherwise: four seeding rounds, as in every event of
    eight or more. From the tenth on one more than the round in hand is taken.

    >>> four = [{"id": "alice"}, {"id": "bob"}, {"id": "carol"}, {"id": "dave"}]
    >>> burstein(four, []).pairings  # a seeding round: the upper half against the lower
    (Pairing(white='alice', black='carol'), Pairing(white='dave', black='bob'))
    >>> burstein(four, [], rounds=1).pairings  # no seeding round: the first against the last
    (Pairing(white='alice', black='dave'), Pairing(white='carol', black='bob'))
    """
    return _paired(players, games, round, rounds, absent, "FIDE_BURSTEIN", NINE)


def lim(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """The round by the Lim system (C.04.4.3); otherwise as `dutch`.

    >>> lim(["alice", "bob", "carol"], [])
    Paired(pairings=(Pairing(white='alice', black='bob'),), byes=(Bye(player='carol'),))
    """
    return _paired(players, games, round, rounds, absent, "LIM")


def double_swiss(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """The round of two-game matches (C.04.5); both games of a match, or both halves of a bye, are entries of its round.

    `white` has White in the first game. Otherwise as `dutch`.

    >>> match = [{"white": "alice", "black": "bob", "result": 1}, {"white": "bob", "black": "alice", "result": 0.5}]
    >>> bye = [{"white": "carol", "black": "", "result": 1}, {"white": "carol", "black": "", "result": 0.5}]
    >>> double_swiss(["alice", "bob", "carol"], [match + bye])
    Paired(pairings=(Pairing(white='carol', black='alice'),), byes=(Bye(player='bob'),))
    """
    return _paired(players, games, round, rounds, absent, "FIDE_DOUBLESWISS")


def swiss_team(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """The round of teams (C.04.6, type A, match points first); a result is that of a whole match.

    Game points are not in such entries: `rookery.pair` pairs by both scores. Otherwise as `dutch`.

    >>> swiss_team([{"id": "Knights"}, {"id": "Rooks"}], [])
    Paired(pairings=(Pairing(white='Knights', black='Rooks'),), byes=())
    """
    return _paired(players, games, round, rounds, absent, "FIDE_TEAM_TYPEA_MP_GP")


def _paired(
    players: Players,
    games: Games,
    round: int | PairingOptions | None,
    rounds: int | None,
    absent: Players,
    system: str,
    planned: int | None = None,
) -> Paired:
    """The pairings by a system; `planned` is how many rounds it takes there to be if nobody says so."""
    asked, rounds = _asked(round, rounds)
    played, everybody = rounds_of(games, asked), listed(players, "players", "players")
    known = len(played)
    number = known + 1 if asked is None else whole(asked, "round")
    away = listed(absent, "absent", "players")
    if away and number != known + 1:
        raise ValueError(f"round {number} is not the next one: who was absent stands in its entries")
    missing = left_out(everybody, away, played) if number == known + 1 else []
    strangers = [one for one in missing if one not in seeds(away)]
    plain = field(everybody, played, system, complete=True, absent=[*away, *strangers])
    if not 1 <= number <= known + 1:
        raise ValueError(f"round {number} cannot be paired: {count(known, 'round is', 'rounds are')} known")
    if rounds is not None:
        planned = whole(rounds, "rounds", 1)
    elif planned is not None and max(number, known) > planned:
        planned = max(number, known) + 1
    if planned is not None and known > planned:
        raise ValueError(f"{count(known, 'round is', 'rounds are')} known: the tournament has {planned}")
    ids = plain.ids
    with plain_errors(ids):
        requests = tuple(RequestedBye(number, plain.number(one)) for one in missing)
        outcome = paired_by_core(replace(plain.tournament, planned=planned, requested=requests), round=number)
    byes = () if outcome.bye is None else (Bye(ids[outcome.bye]),)
    return Paired(tuple(Pairing(ids[white], ids[black]) for white, black in outcome.pairs), byes)


def _asked(round: object, rounds: int | None) -> tuple[object, int | None]:
    """The round asked for and the number of all, which the newest packages give as options."""
    if not isinstance(round, Mapping):
        return round, rounds
    options = fields_of(round)
    unknown = sorted(options.keys() - {"expected_rounds"})
    if unknown or rounds is not None:
        said = f"there is no option {unknown[0]!r} here" if unknown else "expectedRounds and rounds are the same"
        raise ValueError(f"{said}: the options are expectedRounds, and the reasons are those of rookery.pair")
    expected = options.get("expected_rounds")
    return None, None if expected is None else whole(expected, "expectedRounds", 1)


def standings(
    players: Players, games: Games, tiebreaks: Sequence[str | Tiebreak] = ("BH/C1", "BH", "SB", "WIN")
) -> list[Standing]:
    """The players by points, then by these tie-breaks: functions, of this module or one's own, or TRF26 codes.

    A function is called with a player, the games and the players, and more is better; one whose parameters are named
    `players` and `games`, in that order, is called so. `direct_encounter` in the list is the code "DE": it orders those
    still tied, and shows their places. `rookery.standings` has the working of each value.

    >>> rows = standings([{"id": "a"}, {"id": "b"}], [[{"white": "a", "black": "b", "result": 0}]], ["WIN"])
    >>> [(row.rank, row.player, row.score, row.tiebreaks) for row in rows]
    [(1, 'b', 1.0, (1.0,)), (2, 'a', 0.0, (0.0,))]
    """
    everybody = listed(players, "players", "players")
    plain = field(everybody, rounds_of(games), complete=True)
    ids = plain.ids
    with plain_errors(ids):
        entered = Entered.of(plain)
        wishes = [
            _wish(one, plain, entered, games, everybody) for one in listed(tiebreaks, "tiebreaks", "functions or codes")
        ]
        rows = ranked(plain.tournament, wishes, len(plain.rounds)).rows
    return [
        Standing(row.rank, ids[row.id], row.points / 10, tuple(None if v is None else float(v) for v in row.values))
        for row in rows
    ]


def _wish(one: object, plain: Field, entered: Entered, games: Games, players: list[object]) -> Wish:
    """A tie-break as the core takes it."""
    if isinstance(one, str):
        return coded(one)(entered)
    if not callable(one):
        raise ValueError(f"a tie-break is a function or a code, not {brief(one)}")
    if one in MAKERS:
        return MAKERS[one](entered)
    function = one
    name = "".join(c for c in getattr(function, "__name__", "") if c.isalnum() or c == "_") or "own"

    def values(table: CrossTable) -> dict[int, Fraction | int | None]:
        given = (players, games) if _players_first(function) else (games, players)
        return {number: _exact(function(key, *given), name, key) for key, number in plain.numbers.items()}

    values.__name__ = name
    return values


def _players_first(function: Callable[..., object]) -> bool:
    """Whether a function of one's own names the players before the games, as the page of swiss did."""
    try:
        names = [name.strip("_") for name in inspect.signature(function).parameters]
    except (TypeError, ValueError):
        return False
    return names[1:3] == ["players", "games"]


def _exact(value: object, function: str, player: str) -> Fraction:
    """What somebody's own function says of a player."""
    if isinstance(value, Fraction | int):
        return Fraction(value)
    if not isinstance(value, SupportsFloat) or not math.isfinite(float(value)):
        raise ValueError(f"the tie-break {function} gives {player!r} no number but {brief(value)}")
    return Fraction(float(value))
