"""Conversion of plain games and players to a Tournament with pairing numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from rookery._record import record, replace
from rookery.compat.shapes import (
    BYES,
    DOUBLE_FORFEIT,
    Entry,
    Players,
    Rounds,
    abbreviate,
    get_by_any_name,
    require_integer,
    require_list,
)
from rookery.errors import RuleError, UnsupportedError
from rookery.history.pairing_numbers import initial_order
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
from rookery.regulations import parse_type_code


@record(slots=False)
class Field:
    """A tournament built from plain data, and the id of every number."""

    tournament: Tournament
    numbers: Mapping[str, int]
    rounds: Rounds

    @property
    def ids(self) -> dict[int, str]:
        """The ids by number."""
        return {number: key for key, number in self.numbers.items()}

    def number(self, player: object) -> int:
        """Return the pairing number of a player; raise ValueError for an unknown id."""
        if not isinstance(player, str) or player not in self.numbers:
            hint = "" if isinstance(player, str) else ": a player is named by the id, a string"
            raise ValueError(f"there is no player {abbreviate(player)}{hint}")
        return self.numbers[player]


@contextmanager
def plain_errors(ids: Mapping[int, str] | None = None) -> Iterator[None]:
    """Convert errors of the core to ValueError, with the ids of the players concerned."""
    try:
        yield
    except (RuleError, UnsupportedError) as error:
        participants = error.participants if isinstance(error, RuleError) else ()
        described = ", ".join(
            f"{number} is {ids[number]!r}" for number in participants if ids is not None and number in ids
        )
        raise ValueError(f"{error}: {described}" if described else str(error)) from error


# -- reading -----------------------------------------------------------------------------------------------------------


def _parse_persons(players: object, description: str = "players") -> list[tuple[str, Person]]:
    """Return ids and players, numbered by their position in the list."""
    persons: dict[str, Person] = {}
    for number, player in enumerate(require_list(players, description, "players"), 1):
        fields = {"id": player} if isinstance(player, str) else player
        key, name, title, rating = (get_by_any_name(fields, field) for field in ("id", "name", "title", "rating"))
        if not isinstance(key, str) or not key:
            raise ValueError(f"player {number}: a player has an id, a string that is not empty: {abbreviate(player)}")
        if key in persons:
            raise ValueError(f"players {persons[key].number} and {number} have the same id {key!r}")
        strength = None if rating is None else require_integer(rating, f"player {number}: the rating of {key!r}", 1)
        persons[key] = Person(number, str(name or key), strength, title=str(title or ""))
    return list(persons.items())


def seeds(players: Players, description: str = "players") -> list[str]:
    """Return the ids in the order of the list.

    >>> seeds([{"id": "bob", "rating": 1950}, {"id": "alice", "rating": 2100}])
    ['bob', 'alice']
    """
    return [key for key, _ in _parse_persons(players, description)]


def build_field(
    players: object, rounds: Rounds, system: str = "", *, complete: bool = False, absent: Players = ()
) -> Field:
    """Return the tournament made of these players and rounds; equal strength and title leave the order of the list.

    `complete`: the list of players is the whole field, so that an id it does not hold is an error, and so are fewer
    than two; otherwise whoever is found in the games is added at its end. The `absent` are players that the list need
    not hold.
    """
    persons = _parse_persons(() if players is None and not complete else players)
    listed_ids = {key for key, _ in persons}
    absent_persons = [(key, person) for key, person in _parse_persons(absent, "absent") if key not in listed_ids]
    mentioned = dict.fromkeys(key for round in rounds for entry in round for key in (entry.white, entry.black) if key)
    unknown = [key for key in mentioned if key not in listed_ids.union(key for key, _ in absent_persons)]
    if complete and unknown:
        at = next(at for at, round in enumerate(rounds, 1) for entry in round if unknown[0] in entry[:2])
        raise ValueError(f"round {at}: {unknown[0]!r} is in the games, and not among the players")
    if complete and len(persons) < 2:
        raise ValueError(f"a tournament has two players or more, not {len(persons)}")
    additional = [*absent_persons, *((key, Person(1, key)) for key in unknown)]
    persons += [
        (key, replace(person, number=number)) for number, (key, person) in enumerate(additional, len(persons) + 1)
    ]
    order = initial_order((player for _, player in persons), lambda player: "")
    ids = {player.number: key for key, player in persons}
    numbers = {ids[player.number]: number for number, player in enumerate(order, 1)}
    numbered = tuple(replace(player, number=number) for number, player in enumerate(order, 1))
    with plain_errors({number: key for key, number in numbers.items()}):
        return Field(_build_tournament(numbered, numbers, rounds, system), numbers, rounds)


def absent_ids(players: Players, absent: Players, rounds: Rounds) -> list[str]:
    """Return the ids of absent players: those listed, and those in the rounds but not among the players.

    Where a player has no entry in a round, an unknown id of that round may be a misspelling and raises ValueError.

    >>> absent_ids(["A", "B"], [], ((Entry("A", "B", 2, ""), Entry("C", "", 2, "")),))
    ['C']
    """
    player_ids, absent_ids = seeds(players), seeds(absent, "absent")
    present, missing = set(player_ids).difference(absent_ids), dict.fromkeys(absent_ids)
    ids_by_round = [
        dict.fromkeys(key for entry in round for key in (entry.white, entry.black) if key) for round in rounds
    ]
    for key in absent_ids:
        if key not in player_ids and not any(key in round_ids for round_ids in ids_by_round):
            raise ValueError(f"absent: {key!r} is neither among the players nor in the games")
    for number, round_ids in enumerate(ids_by_round, 1):
        unknown = [key for key in round_ids if key not in present and key not in absent_ids]
        if unknown and not present.issubset(round_ids):
            raise ValueError(
                f"round {number}: {unknown[0]!r} is in the games, and not among the players; if this is not a "
                f"typing error but a player who is not taking part now, list it in absent"
            )
        missing.update(dict.fromkeys(unknown))
    return list(missing)


# -- translating -------------------------------------------------------------------------------------------------------


def _build_tournament(
    players: tuple[Person, ...], numbers: Mapping[str, int], rounds: Sequence[Sequence[Entry]], system: str
) -> Tournament:
    """Build the core's tournament: games, two-game matches, or matches of teams of one board."""
    type_code = parse_type_code(system)
    teams, matches = type_code.team, type_code.two_game_matches
    build_round: Callable[[Sequence[Entry], Mapping[str, int], int], Round]
    build_round = _build_matches if matches else _build_team_matches if teams else _build_boards
    built = tuple(build_round(round, numbers, number) for number, round in enumerate(rounds, 1))
    if not teams:
        return Tournament(
            players=players,
            rounds=built,
            system=system,
            points=CLASSIC if matches else _point_system_with_bye_value(CLASSIC, rounds),
        )
    teams_of_one = tuple(Team(player.number, player.name, (player.number,)) for player in players)
    return Tournament(
        players=players,
        teams=teams_of_one,
        team_event=True,
        rounds=built,
        system=system,
        match_points=_point_system_with_bye_value(MATCH_POINTS, rounds),
    )


_BYE_KINDS = {
    "full-bye": ByeKind.FULL,
    "half-bye": ByeKind.HALF,
    "zero-bye": ByeKind.ZERO,
    "pairing-bye": ByeKind.PAIRING_ALLOCATED,
}
_DEFAULT_KINDS = {2: "pairing-bye", 1: "half-bye", 0: "zero-bye"}
"""The kind of bye of an entry without a kind, by its half points."""
_RESULTS = {2: Result.WHITE_WINS, 1: Result.DRAW, 0: Result.BLACK_WINS}
_UNRATED = {2: Result.UNRATED_WHITE_WINS, 1: Result.UNRATED_DRAW, 0: Result.UNRATED_BLACK_WINS}
_BY_FORFEIT = {2: Result.WHITE_BY_FORFEIT, 0: Result.BLACK_BY_FORFEIT}


def _bye_kind(entry: Entry) -> str:
    return entry.kind or _DEFAULT_KINDS[entry.halves]


def _point_system_with_bye_value(system: PointSystem, rounds: Iterable[Iterable[Entry]]) -> PointSystem:
    """Return the point system with the value of the pairing-allocated bye that the entries give it (C.04.1 3)."""
    byes = [entry for round in rounds for entry in round if not entry.black and _bye_kind(entry) == "pairing-bye"]
    worth = {entry.halves for entry in byes}
    if len(worth) > 1:
        raise ValueError("the pairing-allocated bye has one value in the whole event (C.04.1 3)")
    return replace(system, pab=worth.pop() * system.win // 2) if worth else system


def _build_bye(entry: Entry, numbers: Mapping[str, int], round: int) -> Bye:
    kind, worth = _BYE_KINDS[_bye_kind(entry)], BYES[_bye_kind(entry)]
    if worth not in (None, entry.halves):
        raise ValueError(f"round {round}: a {kind} of {entry.white!r} cannot give {entry.halves / 2}")
    return Bye(numbers[entry.white], kind)


def _build_board(entry: Entry, numbers: Mapping[str, int]) -> Board:
    white, black = numbers[entry.white], numbers[entry.black]
    if entry.kind == DOUBLE_FORFEIT:
        return Board(white, black, Result.DOUBLE_FORFEIT)
    results = _BY_FORFEIT if entry.kind else _RESULTS if entry.rated else _UNRATED
    return Board(white, black, results[entry.halves])


def _check_single_entries(entries: Sequence[Entry], round: int) -> None:
    """Raise ValueError when a player has two entries in a round."""
    ids = [key for entry in entries for key in (entry.white, entry.black) if key]
    repeated = sorted({key for key in ids if ids.count(key) > 1}) if len(set(ids)) < len(ids) else []
    if repeated:
        raise ValueError(f"round {round}: {repeated[0]!r} appears twice")


def _build_boards(entries: Sequence[Entry], numbers: Mapping[str, int], round: int) -> Round:
    """Build a round of single games."""
    _check_single_entries(entries, round)
    boards = tuple(_build_board(entry, numbers) for entry in entries if entry.black)
    return Round(boards, byes=tuple(_build_bye(entry, numbers, round) for entry in entries if not entry.black))


def _build_team_matches(entries: Sequence[Entry], numbers: Mapping[str, int], round: int) -> Round:
    """Build a round of teams whose matches have a single board."""
    plain = _build_boards(entries, numbers, round)
    matches = tuple(
        Match(board.white, board.black, forfeit=board.result)
        if board.result.forfeit
        else Match(board.white, board.black, (board,))
        for board in plain.games
    )
    return Round(matches=matches, byes=plain.byes)


_TWO_GAME_BYES = {"full-bye": 4, "pairing-bye": 3, "half-bye": 2, "zero-bye": 0}
"""The half points of the two entries of a bye together (C.04.5 1.4)."""


def _build_matches(entries: Sequence[Entry], numbers: Mapping[str, int], round: int) -> Round:
    """Build a round of two-game matches from the entries of each pair, in order."""
    pairs: dict[frozenset[str], list[Entry]] = {}
    for entry in entries:
        pairs.setdefault(frozenset((entry.white, entry.black)), []).append(entry)
    _check_single_entries([entries_of_pair[0] for entries_of_pair in pairs.values()], round)
    matches, byes = [], []
    for entries_of_pair in pairs.values():
        first = entries_of_pair[0]
        boards = tuple(_build_board(entry, numbers) for entry in entries_of_pair if entry.black)
        if len(entries_of_pair) > 2:
            raise ValueError(f"round {round}: a match has two games, not {len(entries_of_pair)}: {first.white!r}")
        if boards:
            matches.append(Match(numbers[first.white], numbers[first.black], boards))
        else:
            byes.append(
                _build_two_game_bye(entries_of_pair, numbers, round)
                if len(entries_of_pair) == 2
                else _build_bye(first, numbers, round)
            )
    return Round(matches=tuple(matches), byes=tuple(byes))


def _build_two_game_bye(pair: Sequence[Entry], numbers: Mapping[str, int], round: int) -> Bye:
    """Return the bye that two entries make, by their points together."""
    halves, kinds = sum(entry.halves for entry in pair), {entry.kind for entry in pair if entry.kind}
    matching = [kind for kind, worth in _TWO_GAME_BYES.items() if worth == halves and kinds <= {kind}]
    if not matching:
        description = f"{' and '.join(sorted(kinds)) or 'bye'} of {pair[0].white!r}"
        raise ValueError(f"round {round}: a {description} cannot give {halves / 2} in two games")
    return Bye(numbers[pair[0].white], _BYE_KINDS[matching[0]])
