"""The shapes in which the packages document games, and what each says: checked entries, round by round.

Games are a list of rounds, each a list of games or a dict of games and byes, or one flat list of games that say their
round. The only place that knows these shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from rookery.compat.values import attribute, brief, half_points, listed, whole
from rookery.model.limits import MOST_ROUNDS
from rookery.values import NamedTuple, frozen

GameKind = Literal["forfeit-loss", "forfeit-win", "full-bye", "half-bye", "pairing-bye", "zero-bye"]
"""Why an entry was not played over the board."""


@frozen
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
    """Who takes part, as a dict; what is not known is left out.

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
"""Who takes part: dicts as `Player`, objects with the same attributes, or the bare ids."""


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
_NAMED = {"white": 2, "draw": 1, "black": 0, "none": 0}
"""The half points of White in a result that is a word."""
_FORFEITED = {"black": ("white", "forfeit-win"), "white": ("black", "forfeit-loss"), "both": ("none", DOUBLE_FORFEIT)}
"""Who forfeited, the result that goes with it, and the kind of such an entry."""
_NEITHER = "games come round by round, or each with its round"


def in_order(games: object, players: object) -> tuple[object, object, bool]:
    """The games and the players of a call, and whether it named the players first, as the page of swiss did.

    >>> in_order(["A", "B"], [[{"white": "A", "black": "B", "result": 1}]])
    ([[{'white': 'A', 'black': 'B', 'result': 1}]], ['A', 'B'], True)
    """
    first, second = (_once(each) for each in (games, players))
    if _are_games(second) and not _are_games(first):
        return second, first, True
    return first, second, False


def _once(things: object) -> object:
    """What can be read only once, as a list."""
    return list(things) if isinstance(things, Iterable) and not isinstance(things, str | bytes | Mapping) else things


def _are_games(things: object) -> bool:
    return isinstance(things, list) and bool(things) and _form(things[0]) != "neither"


def _form(member: object) -> Literal["game", "dict", "list", "neither"]:
    """What a member of a list of games is: a game, a round as a dict or as a list, or none of them."""
    if any(attribute(member, name) is not None for name in _WHITE):
        return "game"
    if attribute(member, "games") is not None:
        return "dict"
    return "neither" if isinstance(member, str | bytes | Mapping) or not isinstance(member, Iterable) else "list"


def rounds_of(games: object, before: object = None) -> Rounds:
    """The checked entries of every round; a flat list does not tell of empty rounds `before` the round to come.

    >>> rounds_of([{"whiteId": "A", "blackId": "B", "result": 1, "round": 2}])
    ((), (Entry(white='A', black='B', halves=2, kind='', rated=True),))
    """
    members = listed(games, "games", "rounds")
    if any(_form(member) == "game" for member in members):
        return _divided(members, before - 1 if isinstance(before, int) else 0)
    return tuple(tuple(_round(member, at)) for at, member in enumerate(members, 1))


def _divided(games: list[object], least: int) -> Rounds:
    """A flat list of games, by rounds, of which there are at least so many."""
    found: dict[int, list[Entry]] = {}
    for place, game in enumerate(games, 1):
        if _form(game) != "game" or attribute(game, "round") is None:
            raise ValueError(f"game {place} has no round: {_NEITHER}: {brief(game)}")
        round = whole(attribute(game, "round"), f"game {place}: round", 1)
        if round > MOST_ROUNDS:
            raise ValueError(f"game {place}: round is at most {MOST_ROUNDS}, not {round}")
        found.setdefault(round, []).append(_entry(game, f"game {place}, round {round}"))
    last = max(*found, min(least, MOST_ROUNDS))
    return tuple(tuple(found.get(round, ())) for round in range(1, last + 1))


def _round(member: object, at: int) -> Iterable[Entry]:
    """The entries of one round."""
    as_dict = _form(member) == "dict"
    for place, game in enumerate(listed(attribute(member, "games") if as_dict else member, f"round {at}", "games"), 1):
        where = f"round {at}, game {place}"
        said = None if game.__class__ is Game else attribute(game, "round")
        if said is not None and whole(said, f"{where}: round") != at:
            raise ValueError(f"{where}: the game says round {said}")
        yield _entry(game, where)
    if as_dict:
        byes = attribute(member, "byes")
        for place, bye in enumerate(listed(() if byes is None else byes, f"round {at}: byes", "byes"), 1):
            yield _bye(bye, f"round {at}, bye {place}")


def _bye(bye: object, where: str) -> Entry:
    """A bye of a round that is a dict."""
    player, kind = attribute(bye, "player", "player_id", "playerId"), attribute(bye, "kind")
    if not isinstance(player, str) or not player:
        raise ValueError(f"{where}: a bye has a player, an id that is not empty: {brief(bye)}")
    name = f"{kind}-bye"
    if not isinstance(kind, str) or name not in BYES:
        kinds = ", ".join(each.removesuffix("-bye") for each in BYES)
        raise ValueError(f"{where}: {brief(kind)} is no kind: there are {kinds}")
    worth = BYES[name]
    return Entry(player, "", 2 if worth is None else worth, name)


def _entry(game: object, where: str) -> Entry:
    """One entry; a bye may also be written with the same player on both sides."""
    white, black = _sides(game, where)
    if not isinstance(white, str) or not isinstance(black, str) or not white:
        said = "ids are strings, and white is never empty; black is empty for a bye"
        raise ValueError(f"{where}: {said}: {brief(game)}")
    halves, kind = _ending(game, where)
    black = "" if black == white else black
    if (kind in BYES and black) or (kind in (*FORFEITS, DOUBLE_FORFEIT) and (not black or halves == 1)):
        raise ValueError(f"{where}: a bye has no opponent, a forfeit has one and a winner: {brief(game)}")
    rated = isinstance(game, Game) or attribute(game, "rated") is not False
    return Entry(white, black, halves, kind, rated)


def _sides(game: object, where: str) -> tuple[object, object]:
    """Who has White, and who has Black."""
    if isinstance(game, Game):
        return game.white, game.black
    try:
        return attribute(game, *_WHITE), attribute(game, *_BLACK)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


def _ending(game: object, where: str) -> tuple[int, str]:
    """The half points of White, and why it was not played."""
    result, kind = attribute(game, "result"), attribute(game, "kind")
    forfeit = None if isinstance(game, Game) else attribute(game, "forfeit")
    if kind is not None and kind not in ("", *BYES, *FORFEITS):
        kinds = ", ".join([*FORFEITS, *BYES])
        raise ValueError(f"{where}: {brief(kind)} is no kind: there are {kinds}")
    if forfeit is None and not (isinstance(result, str) and result in _NAMED):
        return half_points(result, where), str(kind or "")
    if forfeit is None:
        if result == "none":
            raise ValueError(f"{where}: a game without a winner is a draw, or forfeited by both: {brief(game)}")
        return _NAMED[str(result)], str(kind or "")
    if not isinstance(forfeit, str) or forfeit not in _FORFEITED or kind:
        raise ValueError(f"{where}: forfeit is one of {', '.join(_FORFEITED)}, and no kind goes with it: {brief(game)}")
    expected, name = _FORFEITED[forfeit]
    if result != expected:
        raise ValueError(f"{where}: when forfeit is {forfeit!r} the result is {expected!r}, not {brief(result)}")
    return _NAMED[expected], name
