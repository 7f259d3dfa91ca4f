"""Fields of a line: their columns, their texts, and the numbers, points and dates written in them.

Columns count characters from 1, both ends included, as the handbook prints them; `last=0` means to the end of the
line. The columns of each record are declared with the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from rookery._record import record
from rookery.errors import RuleError
from rookery.model import PartialDate
from rookery.model.validation import MOST_DIGITS, MOST_POINTS


@record(eq=False, repr=False)
class Field:
    """A field of a line: its name, its columns, its alignment, and whether a longer text may be cut."""

    name: str
    first: int
    last: int = 0
    right: bool = False
    cut: bool = False

    @property
    def slice(self) -> slice:
        """The columns as a Python slice."""
        return slice(self.first - 1, self.last or None)

    @property
    def width(self) -> int:
        """The number of characters that fit; 0 for no limit."""
        return self.last - self.first + 1 if self.last else 0

    def shifted(self, offset: int) -> Field:
        """Return the field further right."""
        return Field(self.name, self.first + offset, self.last + offset, self.right, self.cut)


@record(eq=False, repr=False)
class Group:
    """Fields that repeat to the end of the line, every `step` columns; `whole` when none is cut short at the end."""

    fields: tuple[Field, ...]
    step: int
    whole: bool = False

    def repetition(self, index: int) -> tuple[Field, ...]:
        """Return the fields of one repetition, counted from 0."""
        return tuple(field.shifted(index * self.step) for field in self.fields)

    def count(self, length: int) -> int:
        """Return how many repetitions a line of this length reaches into."""
        return max(0, -(-(length - self.fields[0].first + 1) // self.step))


@record(eq=False, repr=False)
class Layout:
    """The fields of a line behind its code, and those that repeat."""

    fields: tuple[Field, ...] = ()
    group: Group | None = None

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __getitem__(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)


CODE = Field("code", 1, 3)
"""The code at the start of every line; a blank follows."""

TEXT = Layout((Field("value", 5),))
"""One text to the end of the line."""


def id_group(first: int) -> Group:
    """Return a group of start numbers from this column on, four columns each with a blank between."""
    return Group((Field("id", first, first + 3, True),), 5)


PERSON = (
    Field("id", 5, 8, True), Field("sex", 10, 10), Field("title", 11, 13, True, True), Field("name", 15, 47, cut=True),
    Field("rating", 49, 52, True), Field("federation", 54, 56, cut=True), Field("number", 58, 68, True),
    Field("birth", 70, 79),
)  # fmt: skip
"""The fields of a person in record 001 and in national records."""

PLAYER_ROW = Layout(
    (*PERSON, Field("points", 81, 84, True), Field("rank", 86, 89, True)),
    Group((Field("opponent", 92, 95, True), Field("colour", 97, 97), Field("result", 99, 99)), 10, whole=True),
)
"""The row of a player, which every round makes longer by a cell."""


def parse_number(text: str) -> int:
    """Parse a non-negative whole number; -1 for any other text, or one with too many digits.

    (int() also takes signs, underscores and other scripts.)
    """
    digits = text.strip(" ")
    return int(digits) if len(digits) <= MOST_DIGITS and digits.isascii() and digits.isdigit() else -1


def parse_tenths(text: str) -> int | None:
    """Parse points in tenths; None for any other text.

    >>> parse_tenths(" 4.5"), parse_tenths("12"), parse_tenths("-0.5"), parse_tenths("4.25"), parse_tenths("+1")
    (45, 120, -5, None, 10)
    """
    plain = text.strip(" ").replace(",", ".")
    sign = -1 if plain.startswith("-") else 1
    whole, _, decimals = plain.removeprefix("-" if sign < 0 else "+").partition(".")
    decimals = decimals.rstrip("0")
    digits = whole + decimals
    if (
        not (digits or plain.endswith("0"))
        or not (digits + "0").isascii()
        or not (digits + "0").isdigit()
        or len(decimals) > 1
        or len(whole) > MOST_DIGITS
    ):
        return None
    tenths = int(whole or "0") * 10 + int(decimals or "0")
    return sign * tenths if tenths <= 10 * MOST_POINTS else None


def points_text(points: int | None) -> str:
    """Format points as the standard requires.

    >>> points_text(45), points_text(-5), points_text(None)
    ('4.5', '-0.5', '')
    """
    return "" if points is None else f"{'-' * (points < 0)}{abs(points) // 10}.{abs(points) % 10}"


@record(eq=False, repr=False)
class ParsedLine:
    """The texts of one line by field, stripped.

    `group` has the repeated fields, `stray_columns` the columns with text outside all fields.
    """

    layout: Layout
    line: int
    text: str
    values: Mapping[str, str]
    group: tuple[tuple[str, ...], ...]
    stray_columns: tuple[int, ...]

    def columns(self, name: str) -> tuple[int, int]:
        """Return the columns of a field of this line."""
        field = self.layout[name]
        return field.first, field.last or max(field.first, len(self.text))

    def group_columns(self, index: int) -> tuple[int, int]:
        """Return the columns of a repetition."""
        assert self.layout.group is not None
        fields = self.layout.group.repetition(index)
        return fields[0].first, fields[-1].last


def parse_line(layout: Layout, line: int, text: str) -> ParsedLine:
    """Parse the texts of a line by their columns."""
    text = text.rstrip()
    values = {field.name: text[field.slice].strip() for field in layout.fields}
    group: list[tuple[str, ...]] = []
    covered = bytearray(len(text))
    covered[CODE.slice] = b"\1" * len(text[CODE.slice])
    fields: list[Field] = list(layout.fields)
    if layout.group is not None:
        for index in range(layout.group.count(len(text))):
            group_fields = layout.group.repetition(index)
            group.append(tuple(text[field.slice].strip() for field in group_fields))
            fields += group_fields
    for field in fields:
        covered[field.slice] = b"\1" * len(covered[field.slice])
    strays = tuple(column for column, is_covered in enumerate(covered, 1) if not is_covered and text[column - 1] != " ")
    return ParsedLine(layout, line, text, values, tuple(group), strays)


def parse_words(fields: ParsedLine) -> ParsedLine:
    """Parse the line word by word, for writers that ignore the columns: each word is the next field."""
    words = fields.text[CODE.last :].split()
    names = [field.name for field in fields.layout.fields]
    values = dict(zip(names, words, strict=False))
    rest = words[len(names) :]
    size = len(fields.layout.group.fields) if fields.layout.group else 1
    group = tuple(tuple(rest[start : start + size]) for start in range(0, len(rest), size))
    return ParsedLine(fields.layout, fields.line, fields.text, dict.fromkeys(names, "") | values, group, ())


def render_line(layout: Layout, head: str, values: Mapping[str, str], group: Sequence[Sequence[str]] = ()) -> str:
    """Render a line from its code and texts; a text too long for its field is cut."""
    repeated, head = layout.group, head[: layout.fields[0].first - 1] if layout.fields else head
    texts = [values.get(field.name, "") for field in layout.fields]
    if repeated is None:
        return (head + _line_template(layout, len(head), 0) % tuple(texts)).rstrip()
    form = _line_template(layout, len(head), len(group))
    return (head + form % (*texts, *chain.from_iterable(group))).rstrip().ljust(_minimum_width(repeated, group))


@lru_cache(512)
def _line_template(layout: Layout, length: int, repetitions: int) -> str:
    """Return a template for the texts of a line behind a head of this length, each field as wide as its columns."""
    fields = list(layout.fields)
    for index in range(repetitions):
        assert layout.group is not None
        fields += layout.group.repetition(index)
    pieces: list[str] = []
    for field in fields:
        assert field.first > length, "the fields of a line follow each other"
        side, width = "" if field.right else "-", field.width
        pieces += " " * (field.first - 1 - length), f"%{side}{width}.{width}s" if width else "%s"
        length = field.last
    return "".join(pieces)


def _minimum_width(group: Group, texts: Sequence[Sequence[str]]) -> int:
    """Return the width of a line whose last non-empty repetition must be whole."""
    if group.whole:
        for index in reversed(range(len(texts))):
            if any(texts[index]):
                return group.fields[-1].last + index * group.step
    return 0


def replace_field(line: str, field: Field, text: str, offset: int = 0) -> str:
    """Return the line with this text in this field, or `offset` columns further right."""
    start = field.first - 1 + offset
    if not field.width:
        return line[:start].ljust(start) + text
    fitted = (text.rjust if field.right else text.ljust)(field.width)[: field.width]
    if not text and len(line) <= start:
        return line
    return line[:start].ljust(start) + fitted + line[start + field.width :]


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TO_BLANKS = str.maketrans("/.-,", "    ")


class ParsedDate(NamedTuple):
    """A date parsed from text; `fault` describes the problem.

    Nothing, `spelling`, `guess`, `no day` (of this month: the month is kept), or `no date`.
    """

    date: PartialDate | None
    fault: str = ""


def parse_date(text: str) -> ParsedDate:
    """Parse a date in any usual spelling.

    Year first when the year has four digits or all three parts have two; `28. 07. 2005`, `May 10, 2020` and a bare year
    are read too. Only zeros and signs mean: not known.

    >>> str(parse_date("1990/00/00").date), str(parse_date("28. 07. 2005").date), str(parse_date("May 10, 2020").date)
    ('1990', '2005-07-28', '2020-05-10')
    >>> str(parse_date("11.09.26").date), parse_date("soon")
    ('2011-09-26', ParsedDate(date=None, fault='no date'))
    """
    if len(text) == 10 and text[4] == "/" == text[7] and (text[:4] + text[5:7] + text[8:]).isdigit() and text.isascii():
        return _build_date(text[:4], text[5:7], text[8:]) if text.strip("0/") else ParsedDate(None)
    parts = text.translate(_TO_BLANKS).split()
    if not any(part.strip("0") for part in parts):
        return ParsedDate(None)
    months = [index for index, part in enumerate(parts) if part[:3].lower() in _MONTHS]
    for index in months[:1]:
        parts[index] = f"{_MONTHS.index(parts[index][:3].lower()) + 1:02}"
    if not all(len(part) <= 4 and part.isascii() and part.isdigit() for part in parts) or len(parts) > 3:
        return ParsedDate(None, "no date")
    if months == [0] and len(parts) == 3:  # May 10, 2020
        parts = [parts[1], parts[0], parts[2]]
    lengths = [len(part) for part in parts]
    if lengths[0] == 4:
        date = _build_date(*parts, *["0"] * (3 - len(parts)))
        return date if text.strip() == format_date(date.date) or date.fault else ParsedDate(date.date, "spelling")
    if len(parts) == 3 and lengths[2] == 4 and max(lengths[:2]) <= 2:
        return _build_date(parts[2], parts[1], parts[0], "spelling")
    if lengths == [2, 2, 2]:
        return _build_date(str((1900 if int(parts[0]) >= 70 else 2000) + int(parts[0])), parts[1], parts[2], "spelling")
    return ParsedDate(None, "no date")


def _build_date(year: str, month: str, day: str, fault: str = "") -> ParsedDate:
    """Build the date of these parts; month and day are exchanged when only that makes sense."""
    month_number, day_number = int(month), int(day)
    if month_number > 12 and 1 <= day_number <= 12:
        month_number, day_number, fault = day_number, month_number, "guess"
    try:
        month_only = PartialDate(int(year), month_number, 0 if month_number else day_number)
    except RuleError:
        return ParsedDate(None, "no date")
    if day_number <= month_only.last_day.day:
        return ParsedDate(PartialDate(month_only.year, month_number, day_number), fault)
    return ParsedDate(month_only, "no day") if day_number <= 31 else ParsedDate(None, "no date")


def format_date(date: PartialDate | None) -> str:
    """Format as YYYY/MM/DD, zeros for unknown parts, empty for no date."""
    return "" if date is None else f"{date.year:04}/{date.month:02}/{date.day:02}"


def format_short_date(date: PartialDate | None) -> str:
    """Format as YY/MM/DD, as record 132 requires."""
    return "" if date is None else f"{date.year % 100:02}/{date.month:02}/{date.day:02}"
