"""Meaning of the columns of a table: guessed from titles and cells, and changed by the user."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from rookery._record import record, replace
from rookery.messages import msg, msg_const, msg_plural
from rookery.spreadsheets.detection import (
    LOOK_TESTS,
    count_look_alikes,
    count_readable,
    is_running_numbers,
    likely_fields,
)
from rookery.spreadsheets.headings import FIELDS, fields_for_title
from rookery.spreadsheets.sheet import Sheet

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
    def at(self) -> Mapping[str, int]:
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
        return bool({"name", "last_name", "first_name"} & set(self.at))

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
    taken_titles: dict[str, str] = {}
    for index, (title, choices, column) in enumerate(zip(titles, meanings, columns, strict=True)):
        field = _choose_field(choices, column, plain)
        if not field:
            why = msg("heading not recognised" if title else "no heading")
            yield Guess(index, title, why=_COUNT if is_running_numbers(column) else why)
        elif field in taken_titles:
            why = msg(
                "%(column)s is used as %(field)s already",
                column=taken_titles[field],
                field=msg_const(FIELDS.get(field, field)),
            )
            yield Guess(index, title, why=why, rival=taken_titles[field])
        else:
            taken_titles[field] = title
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
        candidates, key=lambda field: count_look_alikes(field, column) if field in ("fide_id", "rating") else (0, 0)
    )


def _guess_from_title(index: int, title: str, field: str, column: Sequence[str], is_ambiguous: bool) -> Guess:
    fitting, total = count_readable(field, column)
    if fitting * 2 < total:
        why = msg("recognised by its heading, but only %(number)s of %(of)s cells fit", number=fitting, of=total)
        return Guess(index, title, field, "unsure", why)
    why = msg("recognised by its heading and its cells" if is_ambiguous else "recognised by its heading")
    return Guess(index, title, field, "likely" if is_ambiguous else "sure", why)


# -- by cells ----------------------------------------------------------------------------------------------------------


def _guess_by_cells(titles: Sequence[str], columns: Sequence[Sequence[str]], fields: Sequence[str]) -> Iterator[Guess]:
    """Yield a guess for each column from its cells; the first of two similar columns gets the field."""
    looks = [[field for field in likely_fields(column) if field in fields] for column in columns]
    candidates = [field for field in LOOK_TESTS if field in fields and field != "name"]
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
    matching, total = count_look_alikes(field, column)
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


_COUNT = msg("running numbers")


def _unknown_reason(column: Sequence[str]) -> str:
    return _COUNT if is_running_numbers(column) else msg("not recognised" if any(column) else "empty")


def _guess_name(guess: Guess, column: Sequence[str], guesses: Sequence[Guess]) -> Guess:
    """Take the first column of words as the name in a table whose other titles are known."""
    first = next((candidate.at for candidate in guesses if not candidate.field and candidate.title), None)
    if guess.at == first and "name" in likely_fields(column):
        why = msg("heading not recognised, but the cells look like names")
        return replace(guess, field="name", sure="unsure", why=why)
    return guess
