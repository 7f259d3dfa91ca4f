"""What the records outside the player rows say, collected while a file is read: each subject has a part of its own."""

from __future__ import annotations

from collections.abc import Callable

from rookery.errors import Severity
from rookery.model.limits import MOST_ROUNDS
from rookery.trf.layout import CODE, TEXT, Layout
from rookery.trf.notes import ERROR, NOTHING, WARNING, Notes, Spot
from rookery.trf.texts import Parsed, by_words, number, parsed, tenths
from rookery.typed import Any, TypeVar
from rookery.values import NamedTuple, Value
from rookery.wording import spoken

T = TypeVar("T")
_VALUE = TEXT["value"]
_AFTER_CODE = _VALUE.slice
_OF_CODE = CODE.slice

BEYOND = spoken("there are at most %(number)s rounds", number=MOST_ROUNDS)
"""Said of a line that goes on for more."""


class Here(NamedTuple):
    """The line being read: its number, its text, how it is laid out, and where to say what is odd about it."""

    line: int
    text: str
    layout: Layout
    notes: Notes

    @property
    def code(self) -> str:
        """The first three letters."""
        return self.text[_OF_CODE]

    @property
    def value(self) -> str:
        """What follows the code and the blank behind it."""
        return self.text[_AFTER_CODE].strip()

    def odd(
        self,
        code: str,
        said: str,
        read: str = "",
        used: str = NOTHING,
        *,
        severity: Severity = WARNING,
        columns: tuple[int, int] | None = None,
    ) -> None:
        """A problem of this line; of its whole value when no columns are given."""
        whole = (_VALUE.first, max(_VALUE.first, len(self.text.rstrip())))
        self.notes.add(severity, code, Spot(self.line, columns or whole, self.code), said, read, used)

    def odd_word(self, code: str, said: str, word: str, *, severity: Severity = WARNING) -> None:
        """A problem of one word of the value."""
        at = self.text.find(word, len(self.code)) + 1
        self.odd(code, said, word, severity=severity, columns=(at, at + len(word) - 1))

    def pieces(self) -> Parsed:
        """The fields of the line; word by word when the line does not keep to the columns."""
        found = parsed(self.layout, self.line, self.text)
        if not found.strays:
            return found
        at = found.strays[0]
        said = spoken("column %(column)s must be blank: the record is out of step and is read word by word", column=at)
        self.odd("misaligned", said, found.text[at - 1], "", columns=(at, at))
        return by_words(found)


class Said(Value, eq=False, repr=False):
    """A value with the line that says it."""

    line: int
    value: Any


class Draft:
    """The parts of all subjects, each empty until its records fill it; rounds are those of the file.

    `lines` has the numbers of the lines of each record.
    """

    def __init__(self) -> None:
        self.lines: dict[str, list[int]] = {}
        self._parts: dict[type[Any], Any] = {}

    def part(self, subject: type[T]) -> T:
        """What the records of a subject say."""
        found: T | None = self._parts.get(subject)
        if found is None:
            found = self._parts[subject] = subject()
        return found

    def first_line(self, code: str) -> int:
        """The first line with this record, 0 when there is none."""
        return self.lines.get(code, [0])[0]


class Numbers:
    """The numbers in a record of fixed columns; what is none is reported once and left out."""

    def __init__(self, here: Here, found: Parsed | None = None) -> None:
        self.here, self.found, self.sound = here, found or here.pieces(), True

    def text(self, name: str) -> str:
        """A field as it is."""
        return self.found.values[name]

    def whole(self, name: str, least: int = 0) -> int:
        """A whole number; blank is 0."""
        return self._read(name, number, least)

    def round(self, name: str, least: int = 0) -> int:
        """The number of a round; blank is 0."""
        return self._read(name, number, least, MOST_ROUNDS)

    def points(self, name: str) -> int:
        """Points in tenths; blank is 0."""
        return self._read(name, tenths, -10_000)

    def maybe(self, name: str) -> int | None:
        """Points in tenths; blank is nothing."""
        return self.points(name) if self.text(name) else None

    def _read(self, name: str, read: Callable[[str], int | None], least: int, most: float = float("inf")) -> int:
        text = self.text(name)
        value = read(text) if text else 0
        if value is None or not least <= value <= most:
            self.refuse(spoken("not a number that can stand here"), text, name)
            return 0
        return value

    def ids(self, least: int = 1) -> tuple[int, ...]:
        """The repeated numbers; blanks between are skipped."""
        found = []
        for index, texts in enumerate(self.found.group):
            value = number(texts[0])
            if texts[0] and value < least:
                self.refuse(spoken("not a start number"), texts[0], columns=self.found.group_columns(index))
            elif texts[0]:
                found.append(value)
        return tuple(found)

    def refuse(
        self, said: str, read: str, name: str = "", used: str = NOTHING, columns: tuple[int, int] | None = None
    ) -> None:
        """Reports a value that cannot stand."""
        self.sound = False
        where = columns or (self.found.columns(name) if name else None)
        told = spoken("record %(code)s: %(what)s", code=self.here.code, what=said)
        self.here.odd("value", told, read, used, severity=ERROR, columns=where)


def words_as_ids(here: Here) -> tuple[int, ...]:
    """Start numbers as free words."""
    words = here.value.split()
    for word in words:
        if number(word) < 1:
            here.odd_word("value", spoken("record %(code)s: not a start number", code=here.code), word, severity=ERROR)
    return tuple(number(word) for word in words if number(word) > 0)
