"""Meaning of the columns of a table: guessed from titles and cells, and changed by the user."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from rookery._record import record, replace
from rookery.history.pairing_numbers import TITLES
from rookery.messages import msg, msg_const, msg_plural
from rookery.model.validation import whole
from rookery.spreadsheets import cells
from rookery.spreadsheets.sheet import FIELDS, Sheet, fields_for_title

Confidence = Literal["sure", "likely", "unsure", "chosen", "unused"]
"""The confidence in the field of a column: by title, by cells, contradicted by cells, chosen by the user, or unused."""

_SAMPLE_SIZE = 3


@record
class Guess:
    """The field that one column is taken for (empty: none), with confidence, reason and some of its cells.

    `rival` is the column before it whose title means the same.
    """

    at: int
    title: str
    field: str = ""
    sure: Confidence = "unused"
    why: str = ""
    sample: tuple[str, ...] = ()
    rival: str = ""


@record
class Columns:
    """The guesses of all columns of a table."""

    guesses: tuple[Guess, ...]

    @property
    def positions(self) -> Mapping[str, int]:
        """Index of the column of each field."""
        return {guess.field: guess.at for guess in self.guesses if guess.field}

    @property
    def unused(self) -> tuple[Guess, ...]:
        """The columns with contents that are not used."""
        return tuple(guess for guess in self.guesses if not guess.field and (guess.title or guess.sample))

    @property
    def doubtful(self) -> tuple[Guess, ...]:
        """The columns whose guess should be reviewed."""
        return tuple(guess for guess in self.guesses if guess.field and guess.sure in ("likely", "unsure"))

    @property
    def has_names(self) -> bool:
        """Whether the table contains names."""
        return bool({"name", "last_name", "first_name"} & set(self.positions))

    def with_choice(self, index: int, field: str) -> Columns:
        """Return the columns with one column assigned to a field (empty: none); no other column keeps the field."""
        guesses = [
            replace(guess, field="", sure="unused", why=msg("another column was chosen"))
            if field and guess.field == field
            else guess
            for guess in self.guesses
        ]
        sure: Confidence = "chosen" if field else "unused"
        guesses[index] = replace(self.guesses[index], field=field, sure=sure, why=msg("chosen by you") if field else "")
        return Columns(tuple(guesses))


def guess_columns(sheet: Sheet, fields: Iterable[str] = FIELDS) -> Columns:
    r"""Guess what the columns mean: from titles where known, else from the cells.

    >>> from rookery.spreadsheets.read import read_text
    >>> [(guess.field, guess.sure) for guess in guess_columns(read_text("Spieler;Elo;Tel\nByng, Ada;2105;12")).guesses]
    [('name', 'sure'), ('rating', 'sure'), ('', 'unused')]
    >>> [(guess.field, guess.sure) for guess in guess_columns(read_text("Byng, Ada;2105;ENG")).guesses]
    [('name', 'likely'), ('rating', 'likely'), ('federation', 'likely')]
    """
    columns = [sheet.column(index) for index in range(sheet.width)]
    titles = sheet.header or ("",) * sheet.width
    field_names = tuple(fields)
    guesses = list(_guess_by_titles(titles, columns, field_names))
    if not any(guess.field for guess in guesses):
        guesses = list(_guess_by_cells(titles, columns, field_names))
    elif "name" in field_names and not Columns(tuple(guesses)).has_names:
        guesses = [_guess_name(guess, columns[guess.at], guesses) for guess in guesses]
    samples = (tuple([cell for cell in column if cell][:_SAMPLE_SIZE]) for column in columns)
    return Columns(tuple(replace(guess, sample=sample) for guess, sample in zip(guesses, samples, strict=True)))


# -- by titles ---------------------------------------------------------------------------------------------------------


def _guess_by_titles(titles: Sequence[str], columns: Sequence[Sequence[str]], fields: Sequence[str]) -> Iterator[Guess]:
    """Yield a guess for each column; of two columns for one field the first gets it."""
    meanings = [[field for field in fields_for_title(title) if field in fields] for title in titles]
    plain = {fields_meant[0] for fields_meant in meanings if len(fields_meant) == 1}
    titles_by_field: dict[str, str] = {}
    for index, (title, choices, column) in enumerate(zip(titles, meanings, columns, strict=True)):
        field = _choose_field(choices, column, plain)
        if not field:
            why = msg("heading not recognised" if title else "no heading")
            yield Guess(index, title, why=_RUNNING_NUMBERS if _is_running_numbers(column) else why)
        elif field in titles_by_field:
            why = msg(
                "%(column)s is used as %(field)s already",
                column=titles_by_field[field],
                field=msg_const(FIELDS.get(field, field)),
            )
            yield Guess(index, title, why=why, rival=titles_by_field[field])
        else:
            titles_by_field[field] = title
            yield _guess_from_title(index, title, field, column, len(choices) > 1)


def _choose_field(choices: Sequence[str], column: Sequence[str], plain: set[str]) -> str:
    """Return the field, among those a title may mean, that is still free and fits most cells."""
    if len(choices) < 2:
        return choices[0] if choices else ""
    if "name" in choices:
        second = choices[1]
        return second if {"last_name": "first_name", "first_name": "last_name"}[second] in plain else "name"
    candidates = [field for field in choices if field not in plain] or list(choices)
    return max(
        candidates, key=lambda field: _count_look_alikes(field, column) if field in ("fide_id", "rating") else (0, 0)
    )


def _guess_from_title(index: int, title: str, field: str, column: Sequence[str], is_ambiguous: bool) -> Guess:
    fitting, total = _count_readable(field, column)
    if fitting * 2 < total:
        why = msg("recognised by its heading, but only %(number)s of %(of)s cells fit", number=fitting, of=total)
        return Guess(index, title, field, "unsure", why)
    why = msg("recognised by its heading and its cells" if is_ambiguous else "recognised by its heading")
    return Guess(index, title, field, "likely" if is_ambiguous else "sure", why)


# -- by cells ----------------------------------------------------------------------------------------------------------


def _guess_by_cells(titles: Sequence[str], columns: Sequence[Sequence[str]], fields: Sequence[str]) -> Iterator[Guess]:
    """Yield a guess for each column from its cells; the first of two similar columns gets the field."""
    looks = [[field for field in _likely_fields(column) if field in fields] for column in columns]
    candidates = [field for field in _LOOK_TESTS if field in fields and field != "name"]
    assigned: dict[int, str] = {}
    for field in sorted(candidates, key=lambda field: sum(field in fields_shown for fields_shown in looks)):
        index = next(
            (index for index, fields_shown in enumerate(looks) if field in fields_shown and index not in assigned), None
        )
        if index is not None:
            assigned[index] = field
    assigned |= _assign_names(
        [index for index, fields_shown in enumerate(looks) if "name" in fields_shown and index not in assigned], columns
    )
    for index, (title, column) in enumerate(zip(titles, columns, strict=True)):
        field = assigned.get(index, "")
        yield (
            _guess_from_cells(index, title, field, column, looks[index])
            if field
            else Guess(index, title, why=_unknown_reason(column))
        )


def _assign_names(places: Sequence[int], columns: Sequence[Sequence[str]]) -> dict[int, str]:
    """Return the fields of the name columns: the first, or two adjacent columns of single words."""
    if not places:
        return {}
    first = places[0]
    is_pair = first + 1 in places and all(_has_single_words(columns[index]) for index in (first, first + 1))
    return {first: "last_name", first + 1: "first_name"} if is_pair else {first: "name"}


def _has_single_words(column: Sequence[str]) -> bool:
    """Return whether most cells are single words."""
    nonempty = [cell for cell in column if cell]
    return sum(" " not in cell and "," not in cell for cell in nonempty) * 2 > len(nonempty)


def _guess_from_cells(index: int, title: str, field: str, column: Sequence[str], looks: Sequence[str]) -> Guess:
    other_fields = [FIELDS[other_field] for other_field in looks if other_field not in (field, "name")]
    if field in ("last_name", "first_name"):
        why = msg("two columns of single words: family name first, then given name")
        return Guess(index, title, field, "unsure", why)
    matching, total = _count_look_alikes(field, column)
    if matching == total:
        why = msg("recognised by its cells")
    else:
        why = msg_plural(
            matching,
            "%(num)s of %(of)s cells looks like it",
            "%(num)s of %(of)s cells look like it",
            num=matching,
            of=total,
        )
    if other_fields:
        why = msg("%(why)s; it could also be %(field)s", why=why, field=msg_const(other_fields[0]))
    return Guess(index, title, field, "unsure" if other_fields else "likely", why)


_RUNNING_NUMBERS = msg("running numbers")


def _unknown_reason(column: Sequence[str]) -> str:
    return _RUNNING_NUMBERS if _is_running_numbers(column) else msg("not recognised" if any(column) else "empty")


def _guess_name(guess: Guess, column: Sequence[str], guesses: Sequence[Guess]) -> Guess:
    """Take the first column of words as the name in a table whose other titles are known."""
    first = next((candidate.at for candidate in guesses if not candidate.field and candidate.title), None)
    if guess.at == first and "name" in _likely_fields(column):
        why = msg("heading not recognised, but the cells look like names")
        return replace(guess, field="name", sure="unsure", why=why)
    return guess


# -- looks of cells ---------------------------------------------------------------------------------------------------

_MIN_SHARE = 0.8
"""The part of the cells of a column that must look alike; mistakes happen."""

_YEARS = range(1900, 2036)
_RATINGS = range(1000, 2901)


def _is_name(text: str) -> bool:
    return len(text) > 1 and any(map(str.isalpha, text)) and not any(map(str.isdigit, text)) and "@" not in text


def _is_number_in(text: str, numbers: range) -> bool:
    number = whole(text)
    return number is not None and number in numbers


_LOOK_TESTS: dict[str, Callable[[str], bool]] = {
    "title": lambda text: text in TITLES,
    "sex": lambda text: text.lower() in ("m", "w", "f"),
    "federation": lambda text: (
        re.fullmatch("[A-Z]{3}", text) is not None or (len(text) > 3 and cells.find_federation(text) is not None)
    ),
    "fide_id": lambda text: text.isascii() and text.isdigit() and 6 <= len(text) <= 9,
    "birth": lambda text: (
        _is_number_in(text, _YEARS) if len(text) == 4 else len(text) > 7 and cells.parse_date(text) is not None
    ),
    "rating": lambda text: cells.parse_rating(text) == 0 or _is_number_in(text, _RATINGS),
    "name": _is_name,
}
"""Tests whether a cell looks like a field; the most distinctive fields come first."""

_CELL_PARSERS: dict[str, Callable[[str], object]] = {
    "rating": cells.parse_rating,
    "title": cells.parse_title,
    "federation": cells.parse_federation,
    "fide_id": cells.parse_fide_id,
    "birth": cells.parse_date,
    "board": cells.parse_board,
    "bye": cells.parse_byes,
    "name": lambda text: text if any(map(str.isalpha, text)) else None,
}
"""The parsers that the cells of a field must pass; other fields accept any text."""


def _count_look_alikes(field: str, column: Sequence[str]) -> tuple[int, int]:
    """Return how many cells of a column look like this field, and how many are not empty."""
    nonempty = [cell for cell in column if cell]
    return sum(map(_LOOK_TESTS[field], nonempty)), len(nonempty)


def _count_readable(field: str, column: Sequence[str]) -> tuple[int, int]:
    """Return how many cells of a column can be parsed as this field, and how many are not empty."""
    nonempty = [cell for cell in column if cell]
    if field == "sex":
        meanings = cells.map_sexes(column)
        return sum(cell in meanings for cell in nonempty), len(nonempty)
    read = _CELL_PARSERS.get(field)
    return len(nonempty) if read is None else sum(read(cell) is not None for cell in nonempty), len(nonempty)


def is_same_kind(first: str, rest: Sequence[str]) -> bool:
    """Return whether a cell looks like those below it, in a way that column titles do not."""
    for field in ("title", "sex", "federation", "fide_id", "birth", "rating"):
        matching, total = _count_look_alikes(field, rest)
        if _LOOK_TESTS[field](first) and matching >= _MIN_SHARE * total:
            return True
    return "," in first and sum("," in cell for cell in rest) >= _MIN_SHARE * len(rest)


def _is_running_numbers(column: Sequence[str]) -> bool:
    """Return whether the cells are running numbers."""
    numbers = [whole(cell.rstrip(".")) for cell in column if cell]
    return len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1))


def _likely_fields(column: Sequence[str]) -> list[str]:
    """Return every field that a column looks like, the likeliest first.

    Years of birth look like ratings too; a column in which all are years is one of years.
    """
    if not any(column) or _is_running_numbers(column):
        return []
    shares = {field: _count_look_alikes(field, column) for field in _LOOK_TESTS}
    fields = [field for field, (matching, total) in shares.items() if matching >= _MIN_SHARE * total]
    if "birth" in fields and "rating" in fields and shares["birth"][0] < shares["birth"][1]:
        fields.remove("birth")
    return fields
