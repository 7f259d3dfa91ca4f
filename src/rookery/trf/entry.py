"""What a line is to say, in canonical form, before it is one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rookery.model import Tournament
from rookery.regulations import scheme
from rookery.values import NamedTuple

Cells = tuple[tuple[str, ...], ...]


class Texts(NamedTuple):
    """What one line says: what it speaks of (`key`), its texts; `head` stands for the code of a national record."""

    key: tuple[object, ...] = ()
    values: Mapping[str, str] = {}
    group: Cells = ()
    head: str = ""


class Voice(NamedTuple):
    """How a file speaks: the records it uses, and whether byes asked for stand in the player rows too.

    `with_points` says that rows without declared points have those of their cells, for engines that take no others.
    """

    codes: frozenset[str]
    request_cells: bool
    with_points: bool = False


def value(text: str, *key: object) -> list[Texts]:
    """A line with one text; none when there is nothing to say."""
    return [Texts(key, {"value": text})] if text else []


def each(numbers: Iterable[int]) -> Cells:
    """Start numbers, each a repetition of its own."""
    return tuple((str(number),) for number in numbers)


def pace(tournament: Tournament) -> int:
    """How many columns of a player row a round takes."""
    return 2 if scheme(tournament.system).two_game_matches and not tournament.team_event else 1


def shown(number: int | None) -> str:
    """A number, or nothing."""
    return "" if number is None else str(number)
