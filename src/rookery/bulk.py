"""Many frozen values at once.

A frozen dataclass sets each field through `object.__setattr__`, which is most of the cost of making one. Here a value
is filled in while it is still of an open class (the same slots, nothing frozen), and then becomes what it is. Nothing
that `__post_init__` checks is checked: the caller has checked it, for all of them together.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rookery.model import Bye, Date, Game, Player, Result, Round, Tournament


class _Open:
    """What takes the frost off a class: mixed in, the fields can be set (and making one asks for none of them)."""

    __slots__ = ()
    __init__ = object.__init__
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__


class _OpenGame(_Open, Game):
    __slots__ = ()


class _OpenDate(_Open, Date):
    __slots__ = ()


class _OpenPlayer(_Open, Player):
    __slots__ = ()


# The loops below set fields in their heads, where the value itself comes first: no name in between is the quickest.


def games(whites: Sequence[int], blacks: Sequence[int], results: Iterable[Result]) -> list[Game]:
    """Games with colours: nobody against themselves."""
    game: Any
    made: list[Any] = [_OpenGame() for _ in whites]
    for game, game.white, game.black, game.result in zip(made, whites, blacks, results, strict=True):
        game.coloured = True
        game.__class__ = Game
    return made


def dates(years: Sequence[int], months: Sequence[int], days: Sequence[int]) -> list[Date]:
    """Days that are in the calendar."""
    date: Any
    made: list[Any] = [_OpenDate() for _ in years]
    for date, date.year, date.month, date.day in zip(made, years, months, days, strict=True):
        date.__class__ = Date
    return made


_READ = ("id", "name", "rating", "federation", "title", "sex", "birth", "fide_id", "national_id", "points", "rank")


def players(columns: dict[str, Sequence[Any]]) -> tuple[Player, ...]:
    """Players out of the columns of a table, as the player rows name them: numbers from 1."""
    made: list[Any] = [_OpenPlayer() for _ in columns["id"]]
    for (
        one, one.id, one.name, one.rating, one.federation, one.title, one.sex, one.birth, one.fide_id, one.national_id,
        one.points, one.rank,
    ) in zip(made, *map(columns.__getitem__, _READ), strict=True):  # fmt: skip
        one.club, one.national = "", ()
        one.__class__ = Player
    return tuple(made)


def placed(players: Sequence[Player], points: Sequence[int], ranks: Sequence[int | None]) -> tuple[Player, ...]:
    """The same players with these points and ranks."""
    one: Any
    made: list[Any] = [_OpenPlayer() for _ in players]
    for one, old, one.points, one.rank in zip(made, players, points, ranks, strict=True):
        one.id, one.name, one.rating, one.federation = old.id, old.name, old.rating, old.federation
        one.title, one.sex, one.birth, one.fide_id = old.title, old.sex, old.birth, old.fide_id
        one.national_id, one.club, one.national = old.national_id, old.club, old.national
        one.__class__ = Player
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
