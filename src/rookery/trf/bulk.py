"""Many frozen values at once.

A frozen dataclass sets each field through `object.__setattr__`, which is most of the cost of making one. Here a value
is filled in while it is still an open twin (the same slots, nothing frozen), and then becomes what it is. Nothing that
`__post_init__` checks is checked: the caller has checked it, for all of them together.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rookery.model import Bye, Date, Game, Player, Result, Round, Tournament


class _OpenGame:
    __slots__ = ("black", "coloured", "result", "white")

    white: int
    black: int
    result: Result
    coloured: bool


class _OpenDate:
    __slots__ = ("day", "month", "year")

    year: int
    month: int
    day: int


def games(whites: Iterable[int], blacks: Iterable[int], results: Iterable[Result]) -> list[Game]:
    """Games with colours: nobody against themselves."""
    made: list[Game] = []
    keep = made.append
    for white, black, result in zip(whites, blacks, results, strict=True):
        game = _OpenGame()
        game.white, game.black, game.result, game.coloured = white, black, result, True
        game.__class__ = Game  # type: ignore[assignment]
        keep(game)  # type: ignore[arg-type]
    return made


def dates(years: Iterable[int], months: Iterable[int], days: Iterable[int]) -> list[Date]:
    """Days that are in the calendar."""
    made: list[Date] = []
    for year, month, day in zip(years, months, days, strict=True):
        date = _OpenDate()
        date.year, date.month, date.day = year, month, day
        date.__class__ = Date  # type: ignore[assignment]
        made.append(date)  # type: ignore[arg-type]
    return made


class _OpenPlayer:
    __slots__ = (
        "birth", "club", "federation", "fide_id", "id", "name", "national", "national_id", "points", "rank", "rating",
        "sex", "title",
    )  # fmt: skip

    if TYPE_CHECKING:
        id: Any
        name: Any
        rating: Any
        federation: Any
        title: Any
        sex: Any
        birth: Any
        fide_id: Any
        national_id: Any
        club: Any
        national: Any
        points: Any
        rank: Any


def players(columns: dict[str, Iterable[object]]) -> tuple[Player, ...]:
    """Players out of the columns of a table, as the player rows name them: numbers from 1."""
    names = ("id", "name", "rating", "federation", "title", "sex", "birth", "fide_id", "national_id", "points", "rank")
    made: list[Player] = []
    for row in zip(*(columns[name] for name in names), strict=True):
        one = _OpenPlayer()
        one.id, one.name, one.rating, one.federation, one.title, one.sex, one.birth = row[:7]
        one.fide_id, one.national_id, one.points, one.rank = row[7:]
        one.club, one.national = "", ()
        one.__class__ = Player  # type: ignore[assignment]
        made.append(one)  # type: ignore[arg-type]
    return tuple(made)


def round(games: Iterable[Game], byes: Iterable[Bye]) -> Round:
    """A round in which nobody appears twice."""
    made = object.__new__(Round)
    for name, value in (("games", tuple(games)), ("matches", ()), ("byes", tuple(byes)), ("player_byes", ())):
        object.__setattr__(made, name, value)
    return made


def with_rounds(tournament: Tournament, rounds: tuple[Round, ...]) -> Tournament:
    """The tournament, still without rounds, with these; they name nobody who does not take part."""
    object.__setattr__(tournament, "rounds", rounds)
    return tournament


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without the cycle collector, which would walk over every new value again and again; values have no cycles."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
