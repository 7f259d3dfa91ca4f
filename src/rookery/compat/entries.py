"""Plain games and players read into a Tournament: ids are strings, `games[n]` is round n + 1.

The only place that knows the shape of the plain data; everything after it speaks of pairing numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, NotRequired, SupportsFloat, TypedDict

from rookery.errors import RuleError, Unsupported
from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    Bye,
    ByeKind,
    Match,
    PointSystem,
    Result,
    Round,
    Team,
    Tournament,
)
from rookery.model import Game as Board
from rookery.model import Player as Person
from rookery.order import initial_order
from rookery.regulations import scheme

GameKind = Literal["forfeit-loss", "forfeit-win", "full-bye", "half-bye", "pairing-bye", "zero-bye"]
"""Why an entry was not played over the board."""


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


class GameDict(TypedDict):
    """The same entry as a dict.

    >>> bye: GameDict = {"white": "alice", "black": "", "result": 1, "kind": "pairing-bye"}
    """

    white: str
    black: str
    result: float
    kind: NotRequired[GameKind | None]


class Player(TypedDict):
    """Who takes part, as a dict; what is not known is left out.

    >>> alice: Player = {"id": "alice", "rating": 2100}
    """

    id: str
    name: NotRequired[str]
    rating: NotRequired[int | None]
    title: NotRequired[str]


AnyGame = Game | GameDict | Mapping[str, object]
"""A game, or a dict with the same fields."""
Games = Sequence[Sequence[AnyGame]]
"""The rounds, from the first."""
Players = Iterable[object]
"""Who takes part: dicts as `Player`, objects with the same attributes, or the bare ids."""


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

    def number(self, player: object) -> int:
        """The pairing number of somebody who must be there."""
        if not isinstance(player, str) or player not in self.numbers:
            hint = "" if isinstance(player, str) else ": a player is named by the id, a string"
            raise ValueError(f"there is no player {brief(player)}{hint}")
        return self.numbers[player]


@contextmanager
def plain_errors(ids: Mapping[int, str] | None = None) -> Iterator[None]:
    """What the core refuses is a ValueError here, with the ids of those whom it concerns."""
    try:
        yield
    except (RuleError, Unsupported) as error:
        who = error.who if isinstance(error, RuleError) else ()
        named = ", ".join(f"{one} is {ids[one]!r}" for one in who if ids is not None and one in ids)
        raise ValueError(f"{error}: {named}" if named else str(error)) from error


# -- reading -----------------------------------------------------------------------------------------------------------


def attribute(thing: object, name: str) -> object:
    """A field of a dict or of an object; None when there is none."""
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)


def brief(thing: object) -> str:
    """How a wrong value is shown in an error.

    >>> brief("x" * 200)[-8:]
    'xxxx...'
    """
    text = repr(thing)
    return text if len(text) <= 80 else f"{text[:77]}..."


def listed(things: object, what: str, of: str) -> list[object]:
    """The members of a list; a text or a dict, which could be read as one, is an error.

    >>> listed({"white": "a"}, "round 1", "games")
    Traceback (most recent call last):
    ValueError: round 1 is a list of games, not {'white': 'a'}
    """
    if isinstance(things, str | bytes | Mapping) or not isinstance(things, Iterable):
        raise ValueError(f"{what} is a list of {of}, not {brief(things)}")
    return list(things)


def half_points(result: object, where: str = "") -> int:
    """The half points of a result 1, ½ or 0.

    >>> half_points(0.5)
    1
    """
    for halves in (0, 1, 2):
        if isinstance(result, SupportsFloat) and not isinstance(result, bool) and float(result) == halves / 2:
            return halves
    raise ValueError(f"{where}{': ' * bool(where)}a result is 1, 0.5 or 0, not {brief(result)}")


def whole(value: object, what: str, least: int | None = None) -> int:
    """A whole number that must be one, a rating for instance.

    >>> whole(2100.0, "a rating")
    2100
    """
    if isinstance(value, bool) or not isinstance(value, SupportsFloat):
        raise ValueError(f"{what} is a whole number, not {brief(value)}")
    if not isinstance(value, int) and not float(value).is_integer():
        raise ValueError(f"{what} is a whole number, not {brief(value)}")
    number = value if isinstance(value, int) else int(float(value))
    if least is not None and number < least:
        raise ValueError(f"{what} is at least {least}, not {number}")
    return number


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


def _entry(game: object, round: int, place: int) -> Entry:
    """One entry; a bye may also be written with the same player on both sides."""
    where = f"round {round}, game {place}"
    white, black, kind = (attribute(game, name) for name in ("white", "black", "kind"))
    if not isinstance(white, str) or not isinstance(black, str) or not white:
        said = "ids are strings, and white is never empty; black is empty for a bye"
        raise ValueError(f"{where}: {said}: {brief(game)}")
    if kind is not None and kind not in ("", *_BYES, *_FORFEITS):
        kinds = ", ".join([*_FORFEITS, *_BYES])
        raise ValueError(f"{where}: {brief(kind)} is no kind: there are {kinds}")
    black, halves = "" if black == white else black, half_points(attribute(game, "result"), where)
    if (kind in _BYES and black) or (kind in _FORFEITS and (not black or halves == 1)):
        raise ValueError(f"{where}: a bye has no opponent, a forfeit has one and a winner: {brief(game)}")
    return Entry(white, black, halves, str(kind or ""))


def _persons(players: object) -> list[tuple[str, Person]]:
    """The ids, and the players with their places in the list as numbers."""
    found: dict[str, Person] = {}
    for place, one in enumerate(listed(players, "players", "players"), 1):
        given = {"id": one} if isinstance(one, str) else one
        key, name, title, rating = (attribute(given, field) for field in ("id", "name", "title", "rating"))
        if not isinstance(key, str) or not key:
            raise ValueError(f"player {place}: a player has an id, a string that is not empty: {brief(one)}")
        if key in found:
            raise ValueError(f"players {found[key].id} and {place} have the same id {key!r}")
        strength = None if rating is None else whole(rating, f"player {place}: the rating of {key!r}", 1)
        found[key] = Person(place, str(name or key), strength, title=str(title or ""))
    return list(found.items())


def seeds(players: Players) -> list[str]:
    """The ids in the order of the list.

    >>> seeds([{"id": "bob", "rating": 1950}, {"id": "alice", "rating": 2100}])
    ['bob', 'alice']
    """
    return [key for key, _ in _persons(players)]


def field(players: Players | None, games: Games, system: str = "", *, complete: bool = False) -> Field:
    """The tournament made of these players and games; equal strength and title leave the order of the list.

    `complete`: the list of players is the whole field, so that an id it does not hold is an error, and so are fewer
    than two; otherwise whoever is found in the games is added at its end.
    """
    rounds = tuple(
        tuple(_entry(game, at, place) for place, game in enumerate(listed(round, f"round {at}", "games"), 1))
        for at, round in enumerate(listed(games, "games", "rounds"), 1)
    )
    persons = _persons(() if players is None and not complete else players)
    known = {key for key, _ in persons}
    named = dict.fromkeys(key for round in rounds for entry in round for key in (entry.white, entry.black) if key)
    strangers = [key for key in named if key not in known]
    if complete and strangers:
        at = next(at for at, round in enumerate(rounds, 1) for entry in round if strangers[0] in entry[:2])
        raise ValueError(f"round {at}: {strangers[0]!r} is in the games, and not among the players")
    persons += [(key, Person(place, key)) for place, key in enumerate(strangers, len(persons) + 1)]
    if complete and len(persons) < 2:
        raise ValueError(f"a tournament has two players or more, not {len(persons)}")
    order = initial_order((player for _, player in persons), lambda player: "")
    ids = {player.id: key for key, player in persons}
    numbers = {ids[player.id]: number for number, player in enumerate(order, 1)}
    seated = tuple(replace(player, id=number) for number, player in enumerate(order, 1))
    with plain_errors({number: key for key, number in numbers.items()}):
        return Field(_tournament(seated, numbers, rounds, system), numbers, rounds)


# -- translating -------------------------------------------------------------------------------------------------------


def _tournament(
    players: tuple[Person, ...], numbers: Mapping[str, int], rounds: Sequence[Sequence[Entry]], system: str
) -> Tournament:
    """The same facts in the words of the core: games, two-game matches, or matches of teams of one board."""
    plan = scheme(system)
    teams, matches = plan.team, plan.two_game_matches
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


_TWO_BYES = {"full-bye": 4, "pairing-bye": 3, "half-bye": 2, "zero-bye": 0}
"""The half points of the two entries of a bye together (C.04.5 1.4)."""


def _matches(entries: Sequence[Entry], numbers: Mapping[str, int], round: int) -> Round:
    """A round of two-game matches: the entries of the same two players, the first of them first."""
    pairs: dict[frozenset[str], list[Entry]] = {}
    for entry in entries:
        pairs.setdefault(frozenset((entry.white, entry.black)), []).append(entry)
    _must_be_single([both[0] for both in pairs.values()], round)
    matches, byes = [], []
    for both in pairs.values():
        first, boards = both[0], tuple(_board(entry, numbers) for entry in both if entry.black)
        if len(both) > 2:
            raise ValueError(f"round {round}: a match has two games, not {len(both)}: {first.white!r}")
        if boards:
            matches.append(Match(numbers[first.white], numbers[first.black], boards))
        else:
            byes.append(_bye_of_two(both, numbers, round) if len(both) == 2 else _bye(first, numbers, round))
    return Round(matches=tuple(matches), byes=tuple(byes))


def _bye_of_two(both: Sequence[Entry], numbers: Mapping[str, int], round: int) -> Bye:
    """The bye that two entries are, by their points together."""
    halves, said = sum(entry.halves for entry in both), {entry.kind for entry in both if entry.kind}
    fitting = [kind for kind, worth in _TWO_BYES.items() if worth == halves and said <= {kind}]
    if not fitting:
        named = f"{' and '.join(sorted(said)) or 'bye'} of {both[0].white!r}"
        raise ValueError(f"round {round}: a {named} cannot give {halves / 2} in two games")
    return Bye(numbers[both[0].white], _BYES[fitting[0]][0])
