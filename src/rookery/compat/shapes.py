"""Coercion of plain values, and parsers of the forms in which the packages document games: checked entries by round.

Values are numbers, lists, and fields of dicts or objects under the names of either language. Games are a list of
rounds, each a list of games or a dict of games and byes, or one flat list of games that say their round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, NotRequired, SupportsFloat, TypedDict

from rookery._record import record
from rookery.model.validation import MOST_ROUNDS


def get_by_any_name(source: object, *names: str) -> object:
    """Return a field of a dict or object under the only one of these names that it has; None when there is none.

    >>> get_by_any_name({"whiteId": "alice"}, "white", "white_id", "whiteId")
    'alice'
    """
    get = source.get if isinstance(source, Mapping) else partial(getattr, source)
    value = get(names[0], None)
    for name in names[1:]:
        alternative = get(name, None)
        if alternative is not None:
            if value is not None:
                first_name = next(field_name for field_name in names if get(field_name, None) is not None)
                raise ValueError(f"{first_name!r} and {name!r} are the same field: {abbreviate(source)}")
            value = alternative
    return value


def snake_case(name: str) -> str:
    """Convert the JavaScript name of a field to its Python name.

    >>> snake_case("everHigher2400"), snake_case("fide_id")
    ('ever_higher_2400', 'fide_id')
    """
    if not name.isalnum() or not name[0].islower():
        return name
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-zA-Z])(?=[0-9])", "_", name).lower()


def normalize_fields(fields: Mapping[Any, object]) -> dict[str, object]:
    """Return the fields of a dict under their Python names; raise ValueError for duplicates.

    >>> normalize_fields({"rating": 1400, "gamesPlayed": 10})
    {'rating': 1400, 'games_played': 10}
    """
    normalized: dict[str, object] = {}
    original_names: dict[str, object] = {}
    for key, value in fields.items():
        name = snake_case(key) if isinstance(key, str) else str(key)
        if name in normalized:
            raise ValueError(f"{original_names[name]!r} and {key!r} are the same field: {abbreviate(fields)}")
        normalized[name], original_names[name] = value, key
    return normalized


def normalize_nested(thing: object) -> object:
    """Return data with the fields of all nested dicts under their Python names.

    >>> normalize_nested({"players": [{"pairingNumber": 1}]})
    {'players': [{'pairing_number': 1}]}
    """
    if isinstance(thing, Mapping):
        return {name: normalize_nested(value) for name, value in normalize_fields(thing).items()}
    return [normalize_nested(member) for member in thing] if isinstance(thing, list | tuple) else thing


def abbreviate(value: object) -> str:
    """Return the representation of a value for an error message, shortened.

    >>> abbreviate("x" * 200)[-8:]
    'xxxx...'
    """
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def require_list(values: object, description: str, members: str) -> list[object]:
    """Return the members of a list; raise ValueError for a text or a dict.

    >>> require_list({"white": "a"}, "round 1", "games")
    Traceback (most recent call last):
    ValueError: round 1 is a list of games, not {'white': 'a'}
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise ValueError(f"{description} is a list of {members}, not {abbreviate(values)}")
    return list(values)


_HALVES: dict[object, int] = {0: 0, 0.5: 1, 1: 2}


def parse_half_points(result: object, location: str = "") -> int:
    """Return the half points of a result 1, ½ or 0.

    >>> parse_half_points(0.5)
    1
    """
    if result.__class__ in (int, float) and result in _HALVES:
        return _HALVES[result]
    for halves in (0, 1, 2):
        if isinstance(result, SupportsFloat) and not isinstance(result, bool) and float(result) == halves / 2:
            return halves
    raise ValueError(f"{location}{': ' * bool(location)}a result is 1, 0.5 or 0, not {abbreviate(result)}")


def require_integer(value: object, description: str, minimum: int | None = None) -> int:
    """Return a number that must be whole, for instance a rating.

    >>> require_integer(2100.0, "a rating")
    2100
    """
    if isinstance(value, bool) or not isinstance(value, SupportsFloat):
        raise ValueError(f"{description} is a whole number, not {abbreviate(value)}")
    if not isinstance(value, int) and not float(value).is_integer():
        raise ValueError(f"{description} is a whole number, not {abbreviate(value)}")
    number = value if isinstance(value, int) else int(float(value))
    if minimum is not None and number < minimum:
        raise ValueError(f"{description} is at least {minimum}, not {number}")
    return number


GameKind = Literal["forfeit-loss", "forfeit-win", "full-bye", "half-bye", "pairing-bye", "zero-bye"]
"""Why an entry was not played over the board."""


@record
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


class FlatGame(TypedDict):
    """An entry that says its round, in a list that is not divided into rounds.

    >>> bye: FlatGame = {"whiteId": "bob", "blackId": "", "result": 1, "round": 1}
    """

    whiteId: str
    blackId: str
    result: float
    round: int
    kind: NotRequired[GameKind | None]


class CompletedGame(TypedDict):
    """A game of a `CompletedRound`: who won it, and who forfeited it.

    >>> absent: CompletedGame = {"white": "alice", "black": "bob", "result": "white", "forfeit": "black"}
    """

    white: str
    black: str
    result: Literal["black", "draw", "none", "white"]
    forfeit: NotRequired[Literal["black", "both", "white"]]
    rated: NotRequired[bool]


class CompletedBye(TypedDict):
    """A bye of a `CompletedRound`.

    >>> bye: CompletedBye = {"player": "carol", "kind": "pairing"}
    """

    player: str
    kind: Literal["full", "half", "pairing", "zero"]


class CompletedRound(TypedDict):
    """A round as a dict, its byes apart.

    >>> first: CompletedRound = {
    ...     "games": [{"white": "alice", "black": "bob", "result": "draw"}],
    ...     "byes": [{"player": "carol", "kind": "pairing"}],
    ... }
    """

    games: Sequence[CompletedGame]
    byes: NotRequired[Sequence[CompletedBye]]


class Player(TypedDict):
    """A player as a dict; leave out what is not known.

    >>> alice: Player = {"id": "alice", "rating": 2100}
    """

    id: str
    name: NotRequired[str]
    rating: NotRequired[int | None]
    title: NotRequired[str]


AnyGame = Game | GameDict | Mapping[str, object]
"""A game, or a dict with the same fields."""
Games = Sequence[Sequence[AnyGame]] | Sequence[Mapping[str, object]]
"""The rounds from the first, as lists of games or as `CompletedRound`; or all games in one list, as `FlatGame`."""
Players = Iterable[object]
"""Participants: dicts as `Player`, objects with the same attributes, or the bare ids."""


class Entry(NamedTuple):
    """One entry, checked: half points of White, `black` and `kind` empty where there is none."""

    white: str
    black: str
    halves: int
    kind: str
    rated: bool = True


Rounds = tuple[tuple[Entry, ...], ...]
BYES = {"full-bye": 2, "half-bye": 1, "zero-bye": 0, "pairing-bye": None}
"""The half points of each kind of bye; the pairing-allocated one has what the event says (C.04.1 3)."""
FORFEITS = ("forfeit-win", "forfeit-loss")
DOUBLE_FORFEIT = "double-forfeit"
_WHITE, _BLACK = ("white", "white_id", "whiteId"), ("black", "black_id", "blackId")
_HALVES_OF_WORD = {"white": 2, "draw": 1, "black": 0, "none": 0}
"""The half points of White in a result that is a word."""
_FORFEIT_FORMS = {
    "black": ("white", "forfeit-win"),
    "white": ("black", "forfeit-loss"),
    "both": ("none", DOUBLE_FORFEIT),
}
"""The result and the kind of an entry, by the side that forfeited."""
_ROUNDS_NEEDED = "games come round by round, or each with its round"


def order_arguments(games: object, players: object) -> tuple[object, object, bool]:
    """Return the games and the players of a call, and whether it named the players first, as the page of swiss did.

    >>> order_arguments(["A", "B"], [[{"white": "A", "black": "B", "result": 1}]])
    ([[{'white': 'A', 'black': 'B', 'result': 1}]], ['A', 'B'], True)
    """
    first, second = (_materialize(argument) for argument in (games, players))
    if _are_games(second) and not _are_games(first):
        return second, first, True
    return first, second, False


def _materialize(argument: object) -> object:
    """Return an iterable that can be read only once as a list."""
    return (
        list(argument)
        if isinstance(argument, Iterable) and not isinstance(argument, str | bytes | Mapping)
        else argument
    )


def _are_games(things: object) -> bool:
    return isinstance(things, list) and bool(things) and _detect_form(things[0]) != "neither"


def _detect_form(member: object) -> Literal["game", "dict", "list", "neither"]:
    """Return what a member of a list of games is: a game, a round as a dict or as a list, or none of them."""
    if any(get_by_any_name(member, name) is not None for name in _WHITE):
        return "game"
    if get_by_any_name(member, "games") is not None:
        return "dict"
    return "neither" if isinstance(member, str | bytes | Mapping) or not isinstance(member, Iterable) else "list"


def parse_rounds(games: object, next_round: object = None) -> Rounds:
    """Return the checked entries of every round; a flat list has no empty rounds before the next one.

    >>> parse_rounds([{"whiteId": "A", "blackId": "B", "result": 1, "round": 2}])
    ((), (Entry(white='A', black='B', halves=2, kind='', rated=True),))
    """
    members = require_list(games, "games", "rounds")
    if any(_detect_form(member) == "game" for member in members):
        return _group_by_round(members, next_round - 1 if isinstance(next_round, int) else 0)
    return tuple(tuple(_parse_round(member, number)) for number, member in enumerate(members, 1))


def _group_by_round(games: list[object], least: int) -> Rounds:
    """Group a flat list of games by round, with a minimum number of rounds."""
    rounds: dict[int, list[Entry]] = {}
    for number, game in enumerate(games, 1):
        if _detect_form(game) != "game" or get_by_any_name(game, "round") is None:
            raise ValueError(f"game {number} has no round: {_ROUNDS_NEEDED}: {abbreviate(game)}")
        round = require_integer(get_by_any_name(game, "round"), f"game {number}: round", 1)
        if round > MOST_ROUNDS:
            raise ValueError(f"game {number}: round is at most {MOST_ROUNDS}, not {round}")
        rounds.setdefault(round, []).append(_parse_entry(game, f"game {number}, round {round}"))
    last = max(*rounds, min(least, MOST_ROUNDS))
    return tuple(tuple(rounds.get(round, ())) for round in range(1, last + 1))


def _parse_round(member: object, number: int) -> Iterable[Entry]:
    """Yield the entries of one round."""
    as_dict = _detect_form(member) == "dict"
    for index, game in enumerate(
        require_list(get_by_any_name(member, "games") if as_dict else member, f"round {number}", "games"), 1
    ):
        where = f"round {number}, game {index}"
        own_round = None if game.__class__ is Game else get_by_any_name(game, "round")
        if own_round is not None and require_integer(own_round, f"{where}: round") != number:
            raise ValueError(f"{where}: the game says round {own_round}")
        yield _parse_entry(game, where)
    if as_dict:
        byes = get_by_any_name(member, "byes")
        for index, bye in enumerate(require_list(() if byes is None else byes, f"round {number}: byes", "byes"), 1):
            yield _parse_bye(bye, f"round {number}, bye {index}")


def _parse_bye(bye: object, where: str) -> Entry:
    """Parse a bye of a round that is a dict."""
    player, kind = get_by_any_name(bye, "player", "player_id", "playerId"), get_by_any_name(bye, "kind")
    if not isinstance(player, str) or not player:
        raise ValueError(f"{where}: a bye has a player, an id that is not empty: {abbreviate(bye)}")
    name = f"{kind}-bye"
    if not isinstance(kind, str) or name not in BYES:
        kinds = ", ".join(kind_name.removesuffix("-bye") for kind_name in BYES)
        raise ValueError(f"{where}: {abbreviate(kind)} is no kind: there are {kinds}")
    worth = BYES[name]
    return Entry(player, "", 2 if worth is None else worth, name)


def _parse_entry(game: object, where: str) -> Entry:
    """Parse one entry; a bye may also have the same player on both sides."""
    white, black = _sides(game, where)
    if not isinstance(white, str) or not isinstance(black, str) or not white:
        rule = "ids are strings, and white is never empty; black is empty for a bye"
        raise ValueError(f"{where}: {rule}: {abbreviate(game)}")
    halves, kind = _parse_result(game, where)
    black = "" if black == white else black
    if (kind in BYES and black) or (kind in (*FORFEITS, DOUBLE_FORFEIT) and (not black or halves == 1)):
        raise ValueError(f"{where}: a bye has no opponent, a forfeit has one and a winner: {abbreviate(game)}")
    rated = isinstance(game, Game) or get_by_any_name(game, "rated") is not False
    return Entry(white, black, halves, kind, rated)


def _sides(game: object, where: str) -> tuple[object, object]:
    """Return the players with White and with Black."""
    if isinstance(game, Game):
        return game.white, game.black
    try:
        return get_by_any_name(game, *_WHITE), get_by_any_name(game, *_BLACK)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


def _parse_result(game: object, where: str) -> tuple[int, str]:
    """Return the half points of White, and the kind of an unplayed game."""
    result, kind = get_by_any_name(game, "result"), get_by_any_name(game, "kind")
    forfeit = None if isinstance(game, Game) else get_by_any_name(game, "forfeit")
    if kind is not None and kind not in ("", *BYES, *FORFEITS):
        kinds = ", ".join([*FORFEITS, *BYES])
        raise ValueError(f"{where}: {abbreviate(kind)} is no kind: there are {kinds}")
    if forfeit is None and not (isinstance(result, str) and result in _HALVES_OF_WORD):
        return parse_half_points(result, where), str(kind or "")
    if forfeit is None:
        if result == "none":
            raise ValueError(f"{where}: a game without a winner is a draw, or forfeited by both: {abbreviate(game)}")
        return _HALVES_OF_WORD[str(result)], str(kind or "")
    if not isinstance(forfeit, str) or forfeit not in _FORFEIT_FORMS or kind:
        raise ValueError(
            f"{where}: forfeit is one of {', '.join(_FORFEIT_FORMS)}, and no kind goes with it: {abbreviate(game)}"
        )
    expected, name = _FORFEIT_FORMS[forfeit]
    if result != expected:
        raise ValueError(f"{where}: when forfeit is {forfeit!r} the result is {expected!r}, not {abbreviate(result)}")
    return _HALVES_OF_WORD[expected], name
