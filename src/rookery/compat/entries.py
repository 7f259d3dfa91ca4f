"""Plain games and players as a Tournament: everything after this speaks of pairing numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from rookery.compat.shapes import BYES, DOUBLE_FORFEIT, Entry, Players, Rounds
from rookery.compat.values import attribute, brief, listed, whole
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
from rookery.values import frozen, replace


@frozen(slots=False)
class Field:
    """A tournament made of plain data, and the id of every number."""

    tournament: Tournament
    numbers: Mapping[str, int]
    rounds: Rounds

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


def _persons(players: object, what: str = "players") -> list[tuple[str, Person]]:
    """The ids, and the players with their places in the list as numbers."""
    found: dict[str, Person] = {}
    for place, one in enumerate(listed(players, what, "players"), 1):
        given = {"id": one} if isinstance(one, str) else one
        key, name, title, rating = (attribute(given, field) for field in ("id", "name", "title", "rating"))
        if not isinstance(key, str) or not key:
            raise ValueError(f"player {place}: a player has an id, a string that is not empty: {brief(one)}")
        if key in found:
            raise ValueError(f"players {found[key].id} and {place} have the same id {key!r}")
        strength = None if rating is None else whole(rating, f"player {place}: the rating of {key!r}", 1)
        found[key] = Person(place, str(name or key), strength, title=str(title or ""))
    return list(found.items())


def seeds(players: Players, what: str = "players") -> list[str]:
    """The ids in the order of the list.

    >>> seeds([{"id": "bob", "rating": 1950}, {"id": "alice", "rating": 2100}])
    ['bob', 'alice']
    """
    return [key for key, _ in _persons(players, what)]


def field(players: object, rounds: Rounds, system: str = "", *, complete: bool = False, absent: Players = ()) -> Field:
    """The tournament made of these players and rounds; equal strength and title leave the order of the list.

    `complete`: the list of players is the whole field, so that an id it does not hold is an error, and so are fewer
    than two; otherwise whoever is found in the games is added at its end. The `absent` are players that the list need
    not hold.
    """
    persons = _persons(() if players is None and not complete else players)
    known = {key for key, _ in persons}
    besides = [(key, person) for key, person in _persons(absent, "absent") if key not in known]
    named = dict.fromkeys(key for round in rounds for entry in round for key in (entry.white, entry.black) if key)
    strangers = [key for key in named if key not in known.union(key for key, _ in besides)]
    if complete and strangers:
        at = next(at for at, round in enumerate(rounds, 1) for entry in round if strangers[0] in entry[:2])
        raise ValueError(f"round {at}: {strangers[0]!r} is in the games, and not among the players")
    if complete and len(persons) < 2:
        raise ValueError(f"a tournament has two players or more, not {len(persons)}")
    added = [*besides, *((key, Person(1, key)) for key in strangers)]
    persons += [(key, replace(person, id=place)) for place, (key, person) in enumerate(added, len(persons) + 1)]
    order = initial_order((player for _, player in persons), lambda player: "")
    ids = {player.id: key for key, player in persons}
    numbers = {ids[player.id]: number for number, player in enumerate(order, 1)}
    seated = tuple(replace(player, id=number) for number, player in enumerate(order, 1))
    with plain_errors({number: key for key, number in numbers.items()}):
        return Field(_tournament(seated, numbers, rounds, system), numbers, rounds)


def left_out(players: Players, absent: Players, rounds: Rounds) -> list[str]:
    """Who is absent: by name, or in the rounds and not among the players, as long as that can be no slip of the pen.

    It could be one where one of the players has no entry in a round of theirs.

    >>> left_out(["A", "B"], [], ((Entry("A", "B", 2, ""), Entry("C", "", 2, "")),))
    ['C']
    """
    everybody, named = seeds(players), seeds(absent, "absent")
    known, found = set(everybody).difference(named), dict.fromkeys(named)
    places = [dict.fromkeys(key for entry in round for key in (entry.white, entry.black) if key) for round in rounds]
    for key in named:
        if key not in everybody and not any(key in there for there in places):
            raise ValueError(f"absent: {key!r} is neither among the players nor in the games")
    for at, there in enumerate(places, 1):
        strangers = [key for key in there if key not in known and key not in named]
        if strangers and not known.issubset(there):
            raise ValueError(
                f"round {at}: {strangers[0]!r} is in the games, and not among the players; if that is somebody who "
                f"does not play now, and no slip of the pen, say so in absent"
            )
        found.update(dict.fromkeys(strangers))
    return list(found)


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


_BYE_KINDS = {
    "full-bye": ByeKind.FULL,
    "half-bye": ByeKind.HALF,
    "zero-bye": ByeKind.ZERO,
    "pairing-bye": ByeKind.PAIRING_ALLOCATED,
}
_UNNAMED = {2: "pairing-bye", 1: "half-bye", 0: "zero-bye"}
"""Which bye an entry without a kind is, by its half points."""
_RESULTS = {2: Result.WHITE_WINS, 1: Result.DRAW, 0: Result.BLACK_WINS}
_UNRATED = {2: Result.UNRATED_WHITE_WINS, 1: Result.UNRATED_DRAW, 0: Result.UNRATED_BLACK_WINS}
_BY_FORFEIT = {2: Result.WHITE_BY_FORFEIT, 0: Result.BLACK_BY_FORFEIT}


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
    kind, worth = _BYE_KINDS[_kind(entry)], BYES[_kind(entry)]
    if worth not in (None, entry.halves):
        raise ValueError(f"round {round}: a {kind} of {entry.white!r} cannot give {entry.halves / 2}")
    return Bye(numbers[entry.white], kind)


def _board(entry: Entry, numbers: Mapping[str, int]) -> Board:
    white, black = numbers[entry.white], numbers[entry.black]
    if entry.kind == DOUBLE_FORFEIT:
        return Board(white, black, Result.DOUBLE_FORFEIT)
    results = _BY_FORFEIT if entry.kind else _RESULTS if entry.rated else _UNRATED
    return Board(white, black, results[entry.halves])


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
    return Bye(numbers[both[0].white], _BYE_KINDS[fitting[0]])
