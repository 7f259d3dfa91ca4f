"""The texts in the fields of a line, and a line made of texts; numbers and points as texts. No meaning yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from rookery.model.limits import MOST_DIGITS, MOST_POINTS
from rookery.trf.layout import CODE, Field, Group, Layout
from rookery.values import Value


def number(text: str) -> int:
    """A whole number from 0 up; -1 when the text is none, or one without end.

    (int() also takes signs, underscores and other scripts.)
    """
    digits = text.strip(" ")
    return int(digits) if len(digits) <= MOST_DIGITS and digits.isascii() and digits.isdigit() else -1


def tenths(text: str) -> int | None:
    """Points in tenths; None when the text is no such number.

    >>> tenths(" 4.5"), tenths("12"), tenths("-0.5"), tenths("4.25"), tenths("+1")
    (45, 120, -5, None, 10)
    """
    plain = text.strip(" ").replace(",", ".")
    sign = -1 if plain.startswith("-") else 1
    whole, _, part = plain.removeprefix("-" if sign < 0 else "+").partition(".")
    part = part.rstrip("0")
    digits = whole + part
    if (
        not (digits or plain.endswith("0"))
        or not (digits + "0").isascii()
        or not (digits + "0").isdigit()
        or len(part) > 1
        or len(whole) > MOST_DIGITS
    ):
        return None
    found = int(whole or "0") * 10 + int(part or "0")
    return sign * found if found <= 10 * MOST_POINTS else None


def points_text(points: int | None) -> str:
    """Points as the standard writes them.

    >>> points_text(45), points_text(-5), points_text(None)
    ('4.5', '-0.5', '')
    """
    return "" if points is None else f"{'-' * (points < 0)}{abs(points) // 10}.{abs(points) % 10}"


class Parsed(Value, eq=False, repr=False):
    """The texts of one line by field, stripped; `group` has the repeated ones, `strays` the columns outside all."""

    layout: Layout
    line: int
    text: str
    values: Mapping[str, str]
    group: tuple[tuple[str, ...], ...]
    strays: tuple[int, ...]

    def columns(self, name: str) -> tuple[int, int]:
        """Where a field of this line stands."""
        field = self.layout[name]
        return field.first, field.last or max(field.first, len(self.text))

    def group_columns(self, index: int) -> tuple[int, int]:
        """Where a repetition stands."""
        assert self.layout.group is not None
        fields = self.layout.group.at(index)
        return fields[0].first, fields[-1].last


def parsed(layout: Layout, line: int, text: str) -> Parsed:
    """The texts of a line by their columns."""
    text = text.rstrip()
    values = {field.name: text[field.slice].strip() for field in layout.fields}
    group: list[tuple[str, ...]] = []
    covered = bytearray(len(text))
    covered[CODE.slice] = b"\1" * len(text[CODE.slice])
    fields: list[Field] = list(layout.fields)
    if layout.group is not None:
        for index in range(layout.group.count(len(text))):
            repeated = layout.group.at(index)
            group.append(tuple(text[field.slice].strip() for field in repeated))
            fields += repeated
    for field in fields:
        covered[field.slice] = b"\1" * len(covered[field.slice])
    strays = tuple(column for column, inside in enumerate(covered, 1) if not inside and text[column - 1] != " ")
    return Parsed(layout, line, text, values, tuple(group), strays)


def by_words(found: Parsed) -> Parsed:
    """The same line read word by word, for writers that do not keep to the columns: each word is the next field."""
    words = found.text[CODE.last :].split()
    names = [field.name for field in found.layout.fields]
    values = dict(zip(names, words, strict=False))
    rest = words[len(names) :]
    size = len(found.layout.group.fields) if found.layout.group else 1
    group = tuple(tuple(rest[start : start + size]) for start in range(0, len(rest), size))
    return Parsed(found.layout, found.line, found.text, dict.fromkeys(names, "") | values, group, ())


def rendered(layout: Layout, head: str, values: Mapping[str, str], group: Sequence[Sequence[str]] = ()) -> str:
    """A line made of texts behind its code; a text too long for its field is cut."""
    repeated, head = layout.group, head[: layout.fields[0].first - 1] if layout.fields else head
    texts = [values.get(field.name, "") for field in layout.fields]
    if repeated is None:
        return (head + _form(layout, len(head), 0) % tuple(texts)).rstrip()
    form = _form(layout, len(head), len(group))
    return (head + form % (*texts, *chain.from_iterable(group))).rstrip().ljust(_reach(repeated, group))


@lru_cache(512)
def _form(layout: Layout, length: int, repetitions: int) -> str:
    """A template for the texts of a line behind a head of this length: every field as wide as its columns."""
    fields = list(layout.fields)
    for index in range(repetitions):
        assert layout.group is not None
        fields += layout.group.at(index)
    pieces: list[str] = []
    for field in fields:
        assert field.first > length, "the fields of a line follow each other"
        side, width = "" if field.right else "-", field.width
        pieces += " " * (field.first - 1 - length), f"%{side}{width}.{width}s" if width else "%s"
        length = field.last
    return "".join(pieces)


def _reach(group: Group, texts: Sequence[Sequence[str]]) -> int:
    """The column up to which the line must go, for the last repetition that says something to be whole."""
    if group.whole:
        for index in reversed(range(len(texts))):
            if any(texts[index]):
                return group.fields[-1].last + index * group.step
    return 0


def put(line: str, field: Field, text: str, by: int = 0) -> str:
    """The line with this text in this field, or so many columns further right; the rest as it was."""
    start = field.first - 1 + by
    if not field.width:
        return line[:start].ljust(start) + text
    fitted = (text.rjust if field.right else text.ljust)(field.width)[: field.width]
    if not text and len(line) <= start:
        return line
    return line[:start].ljust(start) + fitted + line[start + field.width :]
