"""Players of a list out of the texts of its fields, and the refusal of what is malformed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from rookery.errors import FormatError, Problem, Severity
from rookery.lists.entry import ListEntry, title_of
from rookery.rating.fide import KINDS
from rookery.typed import Any
from rookery.values import NamedTuple
from rookery.wording import spoken

Row = tuple[int, ListEntry]
"""A line number and the player on it."""
Cells = tuple[Any, ...]
"""The values of a player in the order of ListEntry."""
HIGHEST = 4000
PIECE = 1 << 18
"""So much of a file is read at a time."""
LONGEST_ENTRY = 1 << 20
"""No entry of a list is longer than this."""
_MOST_DIGITS = 18
_BATCH = 2_000
_FIRST = ListEntry._fields.index("standard")
_IDENTITY, _BORN = spoken("identity number"), spoken("year of birth")
_RATING = spoken("rating, number of games or K")


class Block(NamedTuple):
    """Some players of a list that stand one after another, and the line of each."""

    lines: Sequence[int]
    players: list[Cells]


class ListSource(NamedTuple):
    """What a file holds: the kinds of ratings, and the players block by block."""

    kinds: tuple[str, ...]
    blocks: Iterator[Block]


TWICE = spoken("this player was on the list before")


def refuse(line: int, text: str, read: str = "", columns: tuple[int, int] = (0, 0), field: str = "") -> FormatError:
    """The error for a malformed list."""
    return FormatError([Problem(Severity.ERROR, "list", line, columns, field, text, read)])


class Maker:
    """Makes entries out of the texts of these fields, in this order; ValueError says what is wrong with one."""

    def __init__(self, fields: Sequence[str]) -> None:
        at = {name: place for place, name in enumerate(fields)}
        self.texts = tuple(at.get(name, -1) for name in ("national_id", "name", "federation", "sex"))
        self.titles = at.get("title", -1), at.get("wtitle", -1)
        self.identity, self.born, self.flag = (at.get(name, -1) for name in ("fide_id", "born", "flag"))
        self.ratings = tuple(at.get(name, -1) for name in ListEntry._fields[_FIRST : _FIRST + 9])

    def __call__(self, found: list[str]) -> ListEntry:
        found.append("")  # what is not in the list is found at -1
        identity = _number(found[self.identity], _IDENTITY)
        national, name, federation, sex = (found[at] for at in self.texts)
        title = found[self.titles[0]] or found[self.titles[1]]
        born, flag = found[self.born][:4], found[self.flag]
        if not name:
            raise ValueError(spoken("there is no name"))
        if not identity and not national:
            raise ValueError(spoken("there is no identity number"))
        ratings = [_number(found[at], _RATING) for at in self.ratings]
        if max(ratings) > HIGHEST:
            raise ValueError(spoken("no rating is as high as %(rating)s", rating=max(ratings)))
        year = _number(born, _BORN)
        texts = national, name, federation, sex, title_of(title) if title else ""
        return ListEntry._make((identity, *texts, *ratings, year, int("i" in flag)))


def _number(text: str, name: str) -> int:
    """A number of the list; empty is 0."""
    if not text:
        return 0
    if text.isdigit() and text.isascii():
        if len(text) > _MOST_DIGITS:
            raise ValueError(spoken("the %(name)s has %(digits)s digits", name=name, digits=len(text)))
        return int(text)
    raise ValueError(spoken("the %(name)s is not a number", name=name))


Skipped = Callable[[FormatError], None]
"""Who hears of a row that is malformed and left out; without one, the whole list is refused."""


def left_out(error: FormatError, skipped: Skipped | None) -> None:
    """Tell of a row that is left out, or refuse the list."""
    if skipped is None:
        raise error
    skipped(error)


def made(make: Maker, texts: list[str], line: int, skipped: Skipped | None = None) -> ListEntry | None:
    """The player of a row; None for one that is left out."""
    try:
        return make(texts)
    except ValueError as wrong:
        left_out(refuse(line, wrong.args[0]), skipped)
        return None


def kinds_among(fields: Iterable[str]) -> tuple[str, ...]:
    """The kinds of which there are ratings among these fields."""
    known = set(fields)
    return tuple(kind for kind in KINDS if kind in known)


def in_blocks(rows: Iterable[Row]) -> Iterator[Block]:
    """Players that come one by one."""
    source = iter(rows)
    while some := list(islice(source, _BATCH)):
        yield Block([line for line, _ in some], [tuple(entry) for _, entry in some])


# -- many at once ------------------------------------------------------------------------------------------------------


class _Known(dict[Any, Any]):
    """What a cell means, worked out once for each that differs."""

    def __init__(self, meaning: Callable[[str], Any]) -> None:
        self.meaning = meaning

    def __missing__(self, cell: Any) -> Any:
        self[cell] = found = self.meaning(_text(cell))
        return found


def _text(cell: str | bytes) -> str:
    return (cell if isinstance(cell, str) else cell.decode("ascii")).strip()


def _rating(text: str) -> int:
    number = _number(text, "rating")
    if number > HIGHEST:
        raise ValueError
    return number


_MEANINGS: Mapping[str, Callable[[str], Any]] = {
    "federation": str, "sex": str, "title": title_of, "wtitle": title_of,
    "born": lambda text: _number(text[:4], _BORN), "flag": lambda text: int("i" in text),
}  # fmt: skip


class QuickMaker:
    """Makes what Maker makes of FIDE's fields, column by column; None where any row is not as most are."""

    def __init__(self, fields: Sequence[str]) -> None:
        self.at = {name: place for place, name in enumerate(fields)}
        self.known = {name: _Known(_MEANINGS.get(name, _rating)) for name in fields}

    def __call__(self, found: Sequence[Sequence[str | bytes]]) -> list[Cells] | None:
        """The players of some rows of cells, blanks around them or not."""
        self.columns, self.number = list(zip(*found, strict=True)), len(found)
        numbers, names = (self._texts(field) for field in ("fide_id", "name"))
        every = "".join(numbers)
        if not (all(numbers) and all(names) and every.isdigit() and every.isascii()):
            return None
        if max(map(len, numbers)) > _MOST_DIGITS or 0 in (whole := list(map(int, numbers))):
            return None
        try:
            titles = [one or other for one, other in zip(self._of("title", ""), self._of("wtitle", ""), strict=True)]
            ratings = (self._of(name, 0) for name in ListEntry._fields[_FIRST : _FIRST + 9])
            persons = (whole, [""] * self.number, names, self._of("federation", ""))
            rest = (self._of("sex", ""), titles, *ratings, self._of("born", 0), self._of("flag", 0))
            return list(zip(*persons, *rest, strict=True))
        except ValueError:
            return None

    def _texts(self, field: str) -> list[str]:
        """The cells of a field without the blanks around them."""
        cells = self.columns[self.at[field]]
        return list(map(str.strip, cells if isinstance(cells[0], str) else map(bytes.decode, cells)))

    def _of(self, field: str, none: Any) -> Sequence[Any]:
        """What the cells of a field mean."""
        if field not in self.at:
            return [none] * self.number
        return list(map(self.known[field].__getitem__, self.columns[self.at[field]]))
