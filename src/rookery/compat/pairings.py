"""The calls of @echecs/swiss and @echecs/round-robin, and standings from plain games."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, NotRequired, Protocol, SupportsFloat, TypedDict

from rookery._record import replace
from rookery.compat.entries import Field, absent_ids, build_field, plain_errors, seeds
from rookery.compat.rounds import EnteredRounds, tiebreak_factory
from rookery.compat.shapes import (
    Games,
    Players,
    abbreviate,
    normalize_fields,
    parse_rounds,
    require_integer,
    require_list,
)
from rookery.compat.tiebreaks import TIEBREAK_FACTORIES
from rookery.formats.pair import pair as pair_tournament
from rookery.formats.standings import standings as tournament_standings
from rookery.messages import count
from rookery.model import Player, RequestedBye, Tournament
from rookery.pairing.schedules.schedule import boards
from rookery.ranking.columns import TieBreakRequest
from rookery.ranking.crosstable import CrossTable
from rookery.regulations.formats import DOUBLE_ROUND_ROBIN, ROUND_ROBIN

DEFAULT_ROUNDS = 9
"""The rounds of a tournament that does not say how many, where a system cannot do without."""

Tiebreak = Callable[[str, Games, list[object]], float] | Callable[[str, list[object], Games], float]
"""A function of a player, the games and the players, or of a player, the `players` and the `games`: more is better."""


class Pairing(NamedTuple):
    """A pairing: the player with White and the player with Black.

    >>> Pairing("alice", "carol").black
    'carol'
    """

    white: str
    black: str


class Bye(NamedTuple):
    """A player without an opponent in the round.

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
    """The signature of every pairing function of this module.

    >>> system: PairingSystem = dutch
    >>> system(["alice", "bob"], []).pairings
    (Pairing(white='alice', black='bob'),)
    """

    def __call__(self, players: Players, games: Games, round: int | None = None) -> Paired:
        """Return the pairings of a round."""


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
    """Return the next round by the Dutch system (C.04.3), or `round` again for those who were paired in it.

    `rounds` is how many are planned: the last one has rules of its own, and without it no round is the last. The
    `absent` are not paired; whoever is in the games and not among the players is absent too, as long as that can be no
    slip of the pen. `rookery.pair` does the same with forbidden pairs and the reasons. Raises ValueError for fewer than
    two players, an id that may be a slip, or a round that cannot be paired; NoPairingError if there is no pairing.

    >>> three = [{"id": "alice", "rating": 2100}, {"id": "bob", "rating": 1950}, {"id": "carol", "rating": 1870}]
    >>> dutch(three, [])
    Paired(pairings=(Pairing(white='alice', black='bob'),), byes=(Bye(player='carol'),))
    >>> dutch(three, [], absent=["bob"])
    Paired(pairings=(Pairing(white='alice', black='carol'),), byes=())
    """
    return _pair(players, games, round, rounds, absent, "FIDE_DUTCH_2026")


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
    """Return the round by the Dubov system (C.04.4.1), which requires a rating of every player; otherwise as `dutch`.

    The number of planned rounds decides who has been upfloated too often (1.8.2: 2, and 1 for every five rounds) and
    in which round that is not asked, the last. The package takes the round in hand for the number, and never for the
    last one. Here nine are planned unless `rounds` says otherwise: the limit is that of every event of five to nine
    rounds. From the tenth on one more than the round in hand is taken.

    >>> dubov([{"id": "alice", "rating": 2100}, {"id": "bob", "rating": 1950}], [], rounds=5)
    Paired(pairings=(Pairing(white='alice', black='bob'),), byes=())
    """
    return _pair(players, games, round, rounds, absent, "FIDE_DUBOV", DEFAULT_ROUNDS)


def burstein(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """Return the round by the Burstein system (C.04.4.2); otherwise as `dutch`.

    Half of the planned rounds, four at most, are seeding rounds, paired by the Dutch system (1.6.2). The package knows
    no seeding rounds. Here nine are planned unless `rounds` says otherwise: four seeding rounds, as in every event of
    eight or more. From the tenth on one more than the round in hand is taken.

    >>> four = [{"id": "alice"}, {"id": "bob"}, {"id": "carol"}, {"id": "dave"}]
    >>> burstein(four, []).pairings  # a seeding round: the upper half against the lower
    (Pairing(white='alice', black='carol'), Pairing(white='dave', black='bob'))
    >>> burstein(four, [], rounds=1).pairings  # no seeding round: the first against the last
    (Pairing(white='alice', black='dave'), Pairing(white='carol', black='bob'))
    """
    return _pair(players, games, round, rounds, absent, "FIDE_BURSTEIN", DEFAULT_ROUNDS)


def lim(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """Return the round by the Lim system (C.04.4.3); otherwise as `dutch`.

    >>> lim(["alice", "bob", "carol"], [])
    Paired(pairings=(Pairing(white='alice', black='bob'),), byes=(Bye(player='carol'),))
    """
    return _pair(players, games, round, rounds, absent, "LIM")


def double_swiss(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """Return the round of two-game matches (C.04.5); both games, or both halves of a bye, are entries of its round.

    `white` has White in the first game. Otherwise as `dutch`.

    >>> match = [{"white": "alice", "black": "bob", "result": 1}, {"white": "bob", "black": "alice", "result": 0.5}]
    >>> bye = [{"white": "carol", "black": "", "result": 1}, {"white": "carol", "black": "", "result": 0.5}]
    >>> double_swiss(["alice", "bob", "carol"], [match + bye])
    Paired(pairings=(Pairing(white='carol', black='alice'),), byes=(Bye(player='bob'),))
    """
    return _pair(players, games, round, rounds, absent, "FIDE_DOUBLESWISS")


def swiss_team(
    players: Players,
    games: Games,
    round: int | PairingOptions | None = None,
    *,
    rounds: int | None = None,
    absent: Players = (),
) -> Paired:
    """Return the round of teams (C.04.6, type A, match points first); a result is that of a whole match.

    Game points are not in such entries: `rookery.pair` pairs by both scores. Otherwise as `dutch`.

    >>> swiss_team([{"id": "Knights"}, {"id": "Rooks"}], [])
    Paired(pairings=(Pairing(white='Knights', black='Rooks'),), byes=())
    """
    return _pair(players, games, round, rounds, absent, "FIDE_TEAM_TYPEA_MP_GP")


def _pair(
    players: Players,
    games: Games,
    round: int | PairingOptions | None,
    rounds: int | None,
    absent: Players,
    system: str,
    planned: int | None = None,
) -> Paired:
    """Return the pairings by a system; `planned` is the number of rounds assumed if none is given."""
    requested, rounds = _parse_options(round, rounds)
    entries, player_list = parse_rounds(games, requested), require_list(players, "players", "players")
    played_rounds = len(entries)
    number = played_rounds + 1 if requested is None else require_integer(requested, "round")
    absent_list = require_list(absent, "absent", "players")
    if absent_list and number != played_rounds + 1:
        raise ValueError(f"round {number} is not the next one: who was absent stands in its entries")
    absent_players = absent_ids(player_list, absent_list, entries) if number == played_rounds + 1 else []
    unlisted = [player for player in absent_players if player not in seeds(absent_list)]
    field = build_field(player_list, entries, system, complete=True, absent=[*absent_list, *unlisted])
    if not 1 <= number <= played_rounds + 1:
        raise ValueError(f"round {number} cannot be paired: {count(played_rounds, 'round is', 'rounds are')} known")
    if rounds is not None:
        planned = require_integer(rounds, "rounds", 1)
    elif planned is not None and max(number, played_rounds) > planned:
        planned = max(number, played_rounds) + 1
    if planned is not None and played_rounds > planned:
        raise ValueError(f"{count(played_rounds, 'round is', 'rounds are')} known: the tournament has {planned}")
    ids = field.ids
    with plain_errors(ids):
        requests = tuple(RequestedBye(number, field.number(player)) for player in absent_players)
        outcome = pair_tournament(
            replace(field.tournament, planned_rounds=planned, requested_byes=requests), round=number
        )
    byes = () if outcome.bye is None else (Bye(ids[outcome.bye]),)
    return Paired(tuple(Pairing(ids[white], ids[black]) for white, black in outcome.pairs), byes)


def _parse_options(round: object, rounds: int | None) -> tuple[object, int | None]:
    """Return the requested round and the number of rounds, which the newest packages pass as options."""
    if not isinstance(round, Mapping):
        return round, rounds
    options = normalize_fields(round)
    unknown = sorted(options.keys() - {"expected_rounds"})
    if unknown or rounds is not None:
        reason = f"there is no option {unknown[0]!r} here" if unknown else "expectedRounds and rounds are the same"
        raise ValueError(f"{reason}: the options are expectedRounds, and the reasons are those of rookery.pair")
    expected = options.get("expected_rounds")
    return None, None if expected is None else require_integer(expected, "expectedRounds", 1)


def standings(
    players: Players, games: Games, tiebreaks: Sequence[str | Tiebreak] = ("BH/C1", "BH", "SB", "WIN")
) -> list[Standing]:
    """Return the players by points, then by these tie-breaks: functions, of this module or one's own, or TRF26 codes.

    A function is called with a player, the games and the players, and more is better; one whose parameters are named
    `players` and `games`, in that order, is called so. `direct_encounter` in the list is the code "DE": it orders those
    still tied, and shows their places. `rookery.standings` has the working of each value.

    >>> rows = standings([{"id": "a"}, {"id": "b"}], [[{"white": "a", "black": "b", "result": 0}]], ["WIN"])
    >>> [(row.rank, row.player, row.score, row.tiebreaks) for row in rows]
    [(1, 'b', 1.0, (1.0,)), (2, 'a', 0.0, (0.0,))]
    """
    player_list = require_list(players, "players", "players")
    field = build_field(player_list, parse_rounds(games), complete=True)
    ids = field.ids
    with plain_errors(ids):
        entered_rounds = EnteredRounds.from_field(field)
        wishes = [
            _convert_tiebreak(tiebreak, field, entered_rounds, games, player_list)
            for tiebreak in require_list(tiebreaks, "tiebreaks", "functions or codes")
        ]
        rows = tournament_standings(field.tournament, wishes, len(field.rounds)).rows
    return [
        Standing(row.rank, ids[row.id], row.points / 10, tuple(None if v is None else float(v) for v in row.values))
        for row in rows
    ]


def _convert_tiebreak(
    tiebreak: object, field: Field, entered_rounds: EnteredRounds, games: Games, players: list[object]
) -> TieBreakRequest:
    """Convert a tie-break to the form of the core."""
    if isinstance(tiebreak, str):
        return tiebreak_factory(tiebreak)(entered_rounds)
    if not callable(tiebreak):
        raise ValueError(f"a tie-break is a function or a code, not {abbreviate(tiebreak)}")
    if tiebreak in TIEBREAK_FACTORIES:
        return TIEBREAK_FACTORIES[tiebreak](entered_rounds)
    function = tiebreak
    name = "".join(c for c in getattr(function, "__name__", "") if c.isalnum() or c == "_") or "own"

    def values(table: CrossTable) -> dict[int, Fraction | int | None]:
        arguments = (players, games) if _takes_players_first(function) else (games, players)
        return {number: _to_fraction(function(key, *arguments), name, key) for key, number in field.numbers.items()}

    values.__name__ = name
    return values


def _takes_players_first(function: Callable[..., object]) -> bool:
    """Return whether a function of the caller takes the players before the games, as the page of swiss did."""
    try:
        names = [name.strip("_") for name in inspect.signature(function).parameters]
    except (TypeError, ValueError):
        return False
    return names[1:3] == ["players", "games"]


def _to_fraction(value: object, function: str, player: str) -> Fraction:
    """Return the value of a caller's function as a fraction."""
    if isinstance(value, Fraction | int):
        return Fraction(value)
    if not isinstance(value, SupportsFloat) or not math.isfinite(float(value)):
        raise ValueError(f"the tie-break {function} gives {player!r} no number but {abbreviate(value)}")
    return Fraction(float(value))


def round_robin(players: Players, games: Games = (), round: int | None = None, *, double: bool = False) -> Paired:
    """Return the next round of the Berger table (C.05 Annex 1), or `round`; the place in the list is the seed.

    Nothing depends on the results: the number of rounds in `games` only says which is next, and who is in them must be
    among the players. The package stops at sixteen players and wants three; here two are enough, and there is no end.
    `double` plays the table twice, colours exchanged in the second cycle. `rookery.pair` pairs the round robins of
    files, with absences, teams and rounds out of order.

    >>> four = [{"id": "alice"}, {"id": "bob"}, {"id": "carol"}, {"id": "dave"}]
    >>> round_robin(four, [])
    Paired(pairings=(Pairing(white='alice', black='dave'), Pairing(white='bob', black='carol')), byes=())
    >>> round_robin(four[:3], []).byes
    (Bye(player='alice'),)
    """
    player_list = require_list(players, "players", "players")
    played_rounds = len(build_field(player_list, parse_rounds(games), complete=True).rounds)
    ids = seeds(player_list)
    system = (DOUBLE_ROUND_ROBIN if double else ROUND_ROBIN).code
    table = boards(Tournament(players=tuple(map(Player, range(1, len(ids) + 1))), system=system))
    number = played_rounds + 1 if round is None else require_integer(round, "round")
    if not 1 <= number <= len(table):
        raise ValueError(
            f"round {number} cannot be paired: the table of {len(ids)} players has {count(len(table), 'round')}"
        )
    pairings = tuple(Pairing(ids[white - 1], ids[black - 1]) for white, black in table[number - 1])
    playing = {player for pairing in pairings for player in pairing}
    return Paired(pairings, tuple(Bye(player) for player in ids if player not in playing))
