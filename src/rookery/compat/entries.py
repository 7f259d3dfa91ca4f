"""Plain games and players read into a Tournament: ids are strings, `games[n]` is round n + 1.

The only place that knows the shape of the plain data; everything after it speaks of pairing numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rookery.errors import RuleError, Unsupported
from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    Bye,
    ByeKind,
    Match,
    Player,
    PointSystem,
    Result,
    Round,
    Team,
    Tournament,
)
from rookery.model import Game as Board
from rookery.order import initial_order

GameKind = Literal["forfeit-loss", "forfeit-win", "full-bye", "half-bye", "pairing-bye", "zero-bye"]


@dataclass(frozen=True, slots=True)
class Game:
    """One entry of a round; `result` is White's score, `black` is empty for a bye, `kind` says why it was not played.

    >>> Game("alice", "", 0.5, "half-bye")
    Game(white='alice', black='', result=0.5, kind='half-bye')
    """

    white: str
    black: str
    result: float
    kind: GameKind | None = None


AnyGame = Game | Mapping[str, object]
"""A game, or a dict with the same fields."""
Games = Sequence[Sequence[AnyGame]]
"""The rounds, from the first."""
Players = Iterable[object]
"""Who takes part: dicts or objects with `id` and, if known, `name`, `rating` and `title`; or the bare ids."""


class Entry(NamedTuple):
    """One entry, checked: half points of White, `black` and `kind` empty where there is none."""

    white: str
    black: str
    halves: int
    kind: str


@dataclass(frozen=True)
class Field:
    """A tournament made of plain data, and the id of every number."""

    tournament: Tournament
    numbers: Mapping[str, int]
    rounds: tuple[tuple[Entry, ...], ...]

    @property
    def ids(self) -> dict[int, str]:
        """The ids by number."""
        return {number: one for one, number in self.numbers.items()}

    def number(self, player: str) -> int:
        """The pairing number of somebody who must be there."""
        if player not in self.numbers:
            raise ValueError(f"there is no player {player!r}")
        return self.numbers[player]


@contextmanager
def plain_errors() -> Iterator[None]:
    """What the core refuses is a ValueError here."""
    try:
        yield
    except (RuleError, Unsupported) as error:
        raise ValueError(str(error)) from error


# -- reading -----------------------------------------------------------------------------------------------------------


def attribute(thing: object, name: str) -> object:
    """A field of a dict or of an object; None when there is none."""
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)


def half_points(result: object) -> int:
    """The half points of a result 1, ½ or 0.

    >>> half_points(0.5)
    1
    """
    for halves in (0, 1, 2):
        if not isinstance(result, str) and result == halves / 2:
            return halves
    raise ValueError(f"a result is 1, 0.5 or 0, not {result!r}")


def whole(value: object, what: str) -> int:
    """A whole number that must be one, a rating for instance."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value % 1 != 0:
        raise ValueError(f"{what} is a whole number, not {value!r}")
    return int(value)


_BYES: dict[str, tuple[ByeKind, int | None]] = {
    "full-bye": (ByeKind.FULL, 2),
    "half-bye": (ByeKind.HALF, 1),
    "zero-bye": (ByeKind.ZERO, 0),
    "pairing-bye": (ByeKind.PAIRING_ALLOCATED, None),  # worth what the event says (C.04.1 3)
}
_FORFEITS = ("forfeit-win", "forfeit-loss")
_UNNAMED = {2: "pairing-bye", 1: "half-bye", 0: "zero-bye"}
"""Which bye an entry without a kind is, by its half points."""
_RESULTS = {2: Result.WHITE_WINS, 1: Result.DRAW, 0: Result.BLACK_WINS}
_BY_FORFEIT = {2: Result.WHITE_BY_FORFEIT, 0: Result.BLACK_BY_FORFEIT}


def _entry(game: AnyGame, round: int) -> Entry:
    """One entry; a bye may also be written with the same player on both sides."""
    white, black, kind = (attribute(game, name) or "" for name in ("white", "black", "kind"))
    if not isinstance(white, str) or not isinstance(black, str) or not white:
        raise ValueError(f"round {round}: ids are strings, and white is never empty: {game!r}")
    if kind not in ("", *_BYES, *_FORFEITS):
        raise ValueError(f"round {round}: {kind!r} is no kind: there are {', '.join([*_FORFEITS, *_BYES])}")
    black, halves = "" if black == white else black, half_points(attribute(game, "result"))
    if (kind in _BYES and black) or (kind in _FORFEITS and (not black or halves == 1)):
        raise ValueError(f"round {round}: a bye has no opponent, a forfeit has one and a winner: {game!r}")
    return Entry(white, black, halves, str(kind))


def _persons(players: Players) -> list[tuple[str, Player]]:
    """The ids, and the players with their places in the list as numbers."""
    found = []
    for place, one in enumerate(players, 1):
        given = {"id": one} if isinstance(one, str) else one
        key, name, title, rating = (attribute(given, field) for field in ("id", "name", "title", "rating"))
        if not isinstance(key, str) or not key:
            raise ValueError(f"a player has an id, a string that is not empty: {one!r}")
        strength = None if rating is None else whole(rating, f"the rating of {key}")
        found.append((key, Player(place, str(name or key), strength, title=str(title or ""))))
    if len({key for key, _ in found}) < len(found):
        raise ValueError("two players have the same id")
    return found


def field(players: Players | None, games: Games, system: str = "", *, complete: bool = False) -> Field:
    """The tournament made of these players and games; equal strength and title leave the order of the list.

    `complete`: the list of players is the whole field, so that an id it does not hold is an error, and so are fewer
    than two; otherwise whoever is found in the games is added at its end.
    """
    rounds = tuple(tuple(_entry(game, at) for game in round) for at, round in enumerate(games, 1))
    persons = _persons(players or ())
    known = {key for key, _ in persons}
    named = dict.fromkeys(key for round in rounds for entry in round for key in (entry.white, entry.black) if key)
    strangers = [key for key in named if key not in known]
    if complete and strangers:
        raise ValueError(f"{strangers[0]!r} is in the games, and not among the players")
    persons += [(key, Player(place, key)) for place, key in enumerate(strangers, len(persons) + 1)]
    if complete and len(persons) < 2:
        raise ValueError("a tournament has two players or more")
    order = initial_order((player for _, player in persons), lambda player: "")
    ids = {player.id: key for key, player in persons}
    numbers = {ids[player.id]: number for number, player in enumerate(order, 1)}
    seated = tuple(replace(player, id=number) for number, player in enumerate(order, 1))
    with plain_errors():
        return Field(_tournament(seated, numbers, rounds, system), numbers, rounds)


# -- translating -------------------------------------------------------------------------------------------------------


def _tournament(
    players: tuple[Player, ...], numbers: Mapping[str, int], rounds: Sequence[Sequence[Entry]], system: str
) -> Tournament:
    """The same facts in the words of the core: games, two-game matches, or matches of teams of one board."""
    teams, matches = "TEAM" in system, "DOUBLESWISS" in system
    make: Callable[[Sequence[Entry], Mapping[str, int], int], Round]
    make = _matches if matches else _team_matches if teams else _boards
    made = tuple(make(round, numbers, at) for at, round in enumerate(rounds, 1))
    if not teams:
        return Tournament(
            players=players, rounds=made, system=system, points=CLASSIC if matches else _points(CLASSIC, rounds)
        )
    sides = tuple(Team(one.id, one.name, (one.id,)) for one in players)
    return Tournament(
        players=players,
        teams=sides,
        team_event=True,
        rounds=made,
        system=system,
        match_points=_points(MATCH_POINTS, rounds),
    )


def _kind(entry: Entry) -> str:
    return entry.kind or _UNNAMED[entry.halves]


def _points(system: PointSystem, rounds: Iterable[Iterable[Entry]]) -> PointSystem:
    """The point system with the one value of the pairing-allocated bye that the entries give it (C.04.1 3)."""
    byes = [entry for round in rounds for entry in round if not entry.black and _kind(entry) == "pairing-bye"]
    worth = {entry.halves for entry in byes}
    if len(worth) > 1:
        raise ValueError("the pairing-allocated bye has one value in the whole event (C.04.1 3)")
    return replace(system, pab=worth.pop() * system.win // 2) if worth else system


def _bye(entry: Entry, numbers: Mapping[str, int], round: int) -> Bye:
    kind, worth = _BYES[_kind(entry)]
    if worth not in (None, entry.halves):
        raise ValueError(f"round {round}: a {kind} of {entry.white!r} cannot give {entry.halves / 2}")
    return Bye(numbers[entry.white], kind)


def _board(entry: Entry, numbers: Mapping[str, int]) -> Board:
    results = _BY_FORFEIT if entry.kind else _RESULTS
    return Board(numbers[entry.white], numbers[entry.black], results[entry.halves])


def _must_be_single(entries: Sequence[Entry], round: int) -> None:
    """Nobody has two entries in a round."""
    named = [key for entry in entries for key in (entry.white, entry.black) if key]
    twice = sorted({key for key in named if named.count(key) > 1}) if len(set(named)) < len(named) else []
    if twice:
        raise ValueError(f"round {round}: {twice[0]!r} appears twice")


def _boards(entries: Sequence[Entry], numbers: Mapping[str, int], round: int) -> Round:
    """A round of single games."""
    _must_be_single(entries, round)
    boards = tuple(_board(entry, numbers) for entry in entries if entry.black)
    return Round(boards, byes=tuple(_bye(entry, numbers, round) for entry in entries if not entry.black))


def _team_matches(entries: Sequence[Entry], numbers: Mapping[str, int], round: int) -> Round:
    """A round of teams, each match a single board: all that a result 1, ½ or 0 says of it."""
    plain = _boards(entries, numbers, round)
    matches = tuple(
        Match(board.white, board.black, forfeit=board.result)
        if board.result.forfeit
        else Match(board.white, board.black, (board,))
        for board in plain.games
    )
    return Round(matches=matches, byes=plain.byes)


_TWO_BYES = {4: "full-bye", 3: "pairing-bye", 2: "half-bye", 0: "zero-bye"}
"""Which bye two entries are, by their half points together (C.04.5 1.4)."""


def _matches(entries: Sequence[Entry], numbers: Mapping[str, int], round: int) -> Round:
    """A round of two-game matches: the entries of the same two players, the first of them first."""
    pairs: dict[frozenset[str], list[Entry]] = {}
    for entry in entries:
        pairs.setdefault(frozenset((entry.white, entry.black)), []).append(entry)
    matches, byes = [], []
    for both in pairs.values():
        first, boards = both[0], tuple(_board(entry, numbers) for entry in both if entry.black)
        if len(both) > 2:
            raise ValueError(f"round {round}: a match has two games, not {len(both)}: {first.white!r}")
        if boards:
            matches.append(Match(numbers[first.white], numbers[first.black], boards))
            continue
        kind = next((entry.kind for entry in both if entry.kind), "")
        if not kind and len(both) == 2:
            kind = _TWO_BYES.get(sum(entry.halves for entry in both), "")
        byes.append(Bye(numbers[first.white], _BYES[kind or _kind(first)][0]))
    return Round(matches=tuple(matches), byes=tuple(byes))
