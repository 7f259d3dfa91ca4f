"""What the columns of a table mean: guessed by their titles and by what stands in them, and changed by a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rookery.entry_tables.contents import LOOKS, is_count, looking, looks_like, reading
from rookery.entry_tables.headings import FIELDS, fields_of
from rookery.entry_tables.sheet import Sheet
from rookery.typed import Literal
from rookery.values import frozen, replace
from rookery.wording import counted, spoken, word

Sureness = Literal["sure", "likely", "unsure", "chosen", "unused"]
"""How sure it is what a column means: by its title, by its cells, against its cells; or a person has said so."""

_WRITTEN = 3


@frozen
class Guess:
    """What one column is taken for (no `field`: for nothing), how sure that is, and why; some of its cells.

    `rival` is the column before it whose title means the same.
    """

    at: int
    title: str
    field: str = ""
    sure: Sureness = "unused"
    why: str = ""
    sample: tuple[str, ...] = ()
    rival: str = ""


@frozen
class Columns:
    """What every column of a table is taken for."""

    guesses: tuple[Guess, ...]

    @property
    def at(self) -> Mapping[str, int]:
        """Where each field stands."""
        return {one.field: one.at for one in self.guesses if one.field}

    @property
    def unused(self) -> tuple[Guess, ...]:
        """The columns that are read for nothing although something stands in them."""
        return tuple(one for one in self.guesses if not one.field and (one.title or one.sample))

    @property
    def doubtful(self) -> tuple[Guess, ...]:
        """The columns that somebody should look at."""
        return tuple(one for one in self.guesses if one.field and one.sure in ("likely", "unsure"))

    @property
    def named(self) -> bool:
        """Whether the table says who the people are."""
        return bool({"name", "last_name", "first_name"} & set(self.at))

    def chosen(self, at: int, field: str) -> Columns:
        """The same with a column that a person has given this field, or none; no other column keeps the field."""
        free = [
            replace(one, field="", sure="unused", why=spoken("another column was chosen for it"))
            if field and one.field == field
            else one
            for one in self.guesses
        ]
        sure: Sureness = "chosen" if field else "unused"
        free[at] = replace(self.guesses[at], field=field, sure=sure, why=spoken("chosen by hand"))
        return Columns(tuple(free))


def guessed(sheet: Sheet, fields: Iterable[str] = FIELDS) -> Columns:
    """What the columns mean: by titles where these are known, else by what stands in the cells.

    >>> from rookery.entry_tables.table import pasted
    >>> [(one.field, one.sure) for one in guessed(pasted("Spieler;Elo;Tel\\nByng, Ada;2105;12")).guesses]
    [('name', 'sure'), ('rating', 'sure'), ('', 'unused')]
    >>> [(one.field, one.sure) for one in guessed(pasted("Byng, Ada;2105;ENG")).guesses]
    [('name', 'likely'), ('rating', 'likely'), ('federation', 'likely')]
    """
    columns = [sheet.column(at) for at in range(sheet.width)]
    titles = sheet.header or ("",) * sheet.width
    wanted = tuple(fields)
    guesses = list(_by_titles(titles, columns, wanted))
    if not any(one.field for one in guesses):
        guesses = list(_by_cells(titles, columns, wanted))
    elif "name" in wanted and not Columns(tuple(guesses)).named:
        guesses = [_nameless(one, columns[one.at], guesses) for one in guesses]
    samples = (tuple([cell for cell in column if cell][:_WRITTEN]) for column in columns)
    return Columns(tuple(replace(one, sample=sample) for one, sample in zip(guesses, samples, strict=True)))


# -- by titles ---------------------------------------------------------------------------------------------------------


def _by_titles(titles: Sequence[str], columns: Sequence[Sequence[str]], fields: Sequence[str]) -> Iterator[Guess]:
    """A guess for each column; of two for one field the first has it."""
    meant = [[field for field in fields_of(title) if field in fields] for title in titles]
    plain = {each[0] for each in meant if len(each) == 1}
    taken: dict[str, str] = {}
    for at, (title, choices, column) in enumerate(zip(titles, meant, columns, strict=True)):
        field = _best(choices, column, plain)
        if not field:
            why = spoken("the title is not known" if title else "there is no title")
            yield Guess(at, title, why=_COUNT if is_count(column) else why)
        elif field in taken:
            why = spoken("%(column)s is the %(field)s already", column=taken[field],
                         field=word(FIELDS.get(field, field)))  # fmt: skip
            yield Guess(at, title, why=why, rival=taken[field])
        else:
            taken[field] = title
            yield _titled(at, title, field, column, len(choices) > 1)


def _best(choices: Sequence[str], column: Sequence[str], plain: set[str]) -> str:
    """Of the fields that a title may mean, the one that is left and that most cells can be read as."""
    if len(choices) < 2:
        return choices[0] if choices else ""
    if "name" in choices:
        other = choices[1]
        return other if {"last_name": "first_name", "first_name": "last_name"}[other] in plain else "name"
    left = [field for field in choices if field not in plain] or list(choices)
    return max(left, key=lambda field: looking(field, column) if field in ("fide_id", "rating") else (0, 0))


def _titled(at: int, title: str, field: str, column: Sequence[str], several: bool) -> Guess:
    fit, of = reading(field, column)
    if fit * 2 < of:
        why = spoken("the title says so, but only %(number)s of %(of)s cells can be read so", number=fit, of=of)
        return Guess(at, title, field, "unsure", why)
    why = spoken("the title and the cells" if several else "the title")
    return Guess(at, title, field, "likely" if several else "sure", why)


# -- by cells ----------------------------------------------------------------------------------------------------------


def _by_cells(titles: Sequence[str], columns: Sequence[Sequence[str]], fields: Sequence[str]) -> Iterator[Guess]:
    """A guess for each column by what stands in it; a field that two columns look like is the first one's."""
    looks = [[field for field in looks_like(column) if field in fields] for column in columns]
    free = [field for field in LOOKS if field in fields and field != "name"]
    given: dict[int, str] = {}
    for field in sorted(free, key=lambda field: sum(field in each for each in looks)):
        at = next((at for at, each in enumerate(looks) if field in each and at not in given), None)
        if at is not None:
            given[at] = field
    given |= _names([at for at, each in enumerate(looks) if "name" in each and at not in given], columns)
    for at, (title, column) in enumerate(zip(titles, columns, strict=True)):
        field = given.get(at, "")
        yield _seen(at, title, field, column, looks[at]) if field else Guess(at, title, why=_unknown(column))


def _names(places: Sequence[int], columns: Sequence[Sequence[str]]) -> dict[int, str]:
    """Where the name stands: in the first column of words; in two beside each other, if each has one word."""
    if not places:
        return {}
    first = places[0]
    beside = first + 1 in places and all(_single(columns[at]) for at in (first, first + 1))
    return {first: "last_name", first + 1: "first_name"} if beside else {first: "name"}


def _single(column: Sequence[str]) -> bool:
    """Whether the cells are parts of names: mostly one word each."""
    filled = [cell for cell in column if cell]
    return sum(" " not in cell and "," not in cell for cell in filled) * 2 > len(filled)


def _seen(at: int, title: str, field: str, column: Sequence[str], looks: Sequence[str]) -> Guess:
    others = [FIELDS[other] for other in looks if other not in (field, "name")]
    if field in ("last_name", "first_name"):
        why = spoken("two columns of single words: family name first, then the given one")
        return Guess(at, title, field, "unsure", why)
    alike, of = looking(field, column)
    if alike == of:
        why = spoken("all cells look so")
    else:
        why = counted(alike, "%(num)s of %(of)s cells look so", "%(num)s of %(of)s cells look so", num=alike, of=of)
    if others:
        why = spoken("%(why)s; it could be the %(field)s too", why=why, field=word(others[0]))
    return Guess(at, title, field, "unsure" if others else "likely", why)


_COUNT = spoken("running numbers")


def _unknown(column: Sequence[str]) -> str:
    return _COUNT if is_count(column) else spoken("nothing tells what it is" if any(column) else "empty")


def _nameless(guess: Guess, column: Sequence[str], guesses: Sequence[Guess]) -> Guess:
    """In a table whose titles are known but for the name: the first column of words has it."""
    first = next((one.at for one in guesses if not one.field and one.title), None)
    if guess.at == first and "name" in looks_like(column):
        why = spoken("the title is not known, but the cells look like names")
        return replace(guess, field="name", sure="unsure", why=why)
    return guess
