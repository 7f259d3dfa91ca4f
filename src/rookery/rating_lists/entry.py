"""Players of rating lists, and the parsing of the fields of a list into players with errors for malformed rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rookery.errors import FormatError, Problem, Severity
from rookery.messages import msg
from rookery.model import PartialDate
from rookery.rating.fide import KINDS


class ListEntry(NamedTuple):
    """A player as a list has them; 0 or an empty text is "none". Each kind has a rating, games of the period and K."""

    fide_id: int = 0
    national_id: str = ""
    name: str = ""
    federation: str = ""
    sex: str = ""
    title: str = ""
    standard: int = 0
    standard_games: int = 0
    standard_k: int = 0
    rapid: int = 0
    rapid_games: int = 0
    rapid_k: int = 0
    blitz: int = 0
    blitz_games: int = 0
    blitz_k: int = 0
    born: int = 0
    inactive: int = 0

    def rating(self, kind: str = "standard") -> int:
        """Return the rating of this kind; the standard rating replaces a missing rapid or blitz one (B.02 7.1)."""
        assert kind in KINDS
        return int(getattr(self, kind)) or self.standard

    def k(self, kind: str = "standard") -> int:
        """Return the published K of this kind; 0 if there is none."""
        return int(getattr(self, f"{kind}_k"))


def player_facts(entry: ListEntry, kind: str) -> dict[str, Any]:
    """Return the facts of an entry, by the fields of Player."""
    return {
        "name": entry.name, "rating": entry.rating(kind) or None, "federation": entry.federation, "title": entry.title,
        "sex": entry.sex.lower().replace("f", "w"), "birth": PartialDate(entry.born) if entry.born else None,
        "fide_id": entry.fide_id or None,
    }  # fmt: skip


NUMBERS = frozenset(name for name in ListEntry._fields if isinstance(ListEntry._field_defaults[name], int))
_OLD_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip


def title_of(text: str) -> str:
    """Return a title in its present form; lists also have old one-letter codes.

    >>> title_of("GM"), title_of("wm"), title_of("")
    ('GM', 'WIM', '')
    """
    return _OLD_TITLES.get(text, text.upper())


HIGHEST = 4000
"""The highest rating that a list may have."""
LONGEST_ENTRY = 1 << 20
"""The most bytes of one entry of a list."""
_MOST_DIGITS, _CACHED_DIGITS = 18, 4
_RATING_FIELDS = tuple(f"{kind}{suffix}" for kind in KINDS for suffix in ("", "_games", "_k"))
_IDENTITY, _BORN = msg("identity number"), msg("year of birth")
_RATING = msg("rating, number of games or K")

Row = tuple[int, ListEntry]
"""A line number and the player on it."""

OnSkip = Callable[[FormatError], None]
"""Called for each malformed or duplicate row, which is then left out; without it, the list is refused."""


class ListSource(NamedTuple):
    """The content of a file: the kinds of ratings, and the players."""

    kinds: tuple[str, ...]
    rows: Iterator[Row]


def list_error(line: int, text: str, read: str = "", columns: tuple[int, int] = (0, 0), field: str = "") -> FormatError:
    """Return the error for a malformed list."""
    return FormatError([Problem(Severity.ERROR, "list", line, columns, field, text, read)])


def skip_or_raise(error: FormatError, on_skip: OnSkip | None) -> None:
    """Report a row that is left out, or raise the error without a callback."""
    if on_skip is None:
        raise error
    on_skip(error)


def rated_kinds(fields: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds that have ratings among these fields."""
    names = set(fields)
    return tuple(kind for kind in KINDS if kind in names)


class RowParser:
    """Parser of entries from the texts of these fields; raises ValueError for a malformed entry."""

    def __init__(self, fields: Sequence[str]) -> None:
        positions = {name: position for position, name in enumerate(fields)}
        self.texts = tuple(positions.get(name, -1) for name in ("national_id", "name", "federation", "sex"))
        self.titles = positions.get("title", -1), positions.get("wtitle", -1)
        self.identity, self.born, self.flag = (positions.get(name, -1) for name in ("fide_id", "born", "flag"))
        self.ratings = tuple(positions.get(name, -1) for name in _RATING_FIELDS)
        self.numbers = _RatingNumbers()

    def __call__(self, cells: list[str]) -> ListEntry:
        """Return the entry of a row."""
        cells.append("")  # position -1: a field that the list does not have
        identity = _parse_number(cells[self.identity], _IDENTITY)
        national, name, federation, sex = [cells[position] for position in self.texts]
        title = cells[self.titles[0]] or cells[self.titles[1]]
        if not name:
            raise ValueError(msg("there is no name"))
        if not identity and not national:
            raise ValueError(msg("there is no identity number"))
        numbers = self.numbers
        ratings = [numbers[cells[position]] for position in self.ratings]
        if max(ratings) > HIGHEST:
            raise ValueError(msg("no rating is as high as %(rating)s", rating=max(ratings)))
        born = _parse_number(cells[self.born][:4], _BORN)
        texts = national, name, federation, sex, title_of(title) if title else ""
        return ListEntry._make((identity, *texts, *ratings, born, int("i" in cells[self.flag])))

    def parse_or_skip(self, texts: list[str], line: int, on_skip: OnSkip | None = None) -> ListEntry | None:
        """Return the player of a row; None if the row is left out."""
        try:
            return self(texts)
        except ValueError as error:
            skip_or_raise(list_error(line, error.args[0]), on_skip)
            return None


class _RatingNumbers(dict[str, int]):
    """Ratings, numbers of games and K by their text; the short ones are parsed once."""

    def __missing__(self, text: str) -> int:
        number = _parse_number(text, _RATING)
        if len(text) <= _CACHED_DIGITS:
            self[text] = number
        return number


def _parse_number(text: str, name: str) -> int:
    """Parse a number; an empty text is 0."""
    if not text:
        return 0
    if text.isdigit() and text.isascii():
        if len(text) > _MOST_DIGITS:
            raise ValueError(msg("the %(name)s has %(digits)s digits", name=name, digits=len(text)))
        return int(text)
    raise ValueError(msg("the %(name)s is not a number", name=name))
