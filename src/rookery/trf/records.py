"""Lines and records: which record a line is, the texts in its fields, and a line made of texts. No meaning yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rookery.trf.fields import CODE, RECORDS, Field, Record

BLANK, RULER, UNKNOWN = "", "ruler", "unknown"
_LONGEST_VALUE_OF_DIGITS = 40
_VENDOR = {"DAT"}


def kind(line: str) -> str:
    """The code of a line; or that it is blank, a ruler for human eyes, or not known.

    >>> kind("012 Spring Open"), kind("DDD SSSS sTTT"), kind("9" * 60), kind("TNR 10")
    ('012', 'ruler', 'ruler', 'unknown')
    """
    code, follows = line[CODE.slice], line[CODE.last : CODE.last + 1]
    if follows in ("", " ") and code in RECORDS and code != "NRS":
        return code
    if not line.strip():
        return BLANK
    if line.startswith("###"):
        return "###"
    if len(line) > _LONGEST_VALUE_OF_DIGITS and not line.strip("0123456789 "):
        return RULER
    if follows == " " and len(set(code)) == 1 and code.isalpha() and code.isupper():
        return RULER
    return code if code in RECORDS and code != "NRS" else UNKNOWN


def may_be_national(line: str) -> bool:
    """Whether a line has the form of a national record: three capitals, a start number, a name."""
    code = line[CODE.slice]
    if not (code.isalpha() and code.isupper() and code not in _VENDOR and line[CODE.last : CODE.last + 1] == " "):
        return False
    head = RECORDS["NRS"]
    return number(line[head["id"].slice]) > 0 and line[head["name"].slice].strip() != ""


def number(text: str) -> int:
    """A whole number from 0 up; -1 when the text is none. (int() also takes signs, underscores and other scripts.)"""
    digits = text.strip(" ")
    return int(digits) if digits.isascii() and digits.isdigit() else -1


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
    ):
        return None
    return sign * (int(whole or "0") * 10 + int(part or "0"))


def points_text(points: int | None) -> str:
    """Points as the standard writes them.

    >>> points_text(45), points_text(-5), points_text(None)
    ('4.5', '-0.5', '')
    """
    return "" if points is None else f"{'-' * (points < 0)}{abs(points) // 10}.{abs(points) % 10}"


@dataclass(frozen=True, slots=True)
class Parsed:
    """The texts of one line by field, stripped; `group` has the repeated ones, `strays` the columns outside all."""

    record: Record
    line: int
    text: str
    values: Mapping[str, str]
    group: tuple[tuple[str, ...], ...]
    strays: tuple[int, ...]

    def columns(self, name: str) -> tuple[int, int]:
        """Where a field of this line stands."""
        field = self.record[name]
        return field.first, field.last or max(field.first, len(self.text))

    def group_columns(self, index: int) -> tuple[int, int]:
        """Where a repetition stands."""
        assert self.record.group is not None
        fields = self.record.group.at(index)
        return fields[0].first, fields[-1].last


def parsed(record: Record, line: int, text: str) -> Parsed:
    """The texts of a line by the columns of its record."""
    text = text.rstrip()
    values = {field.name: text[field.slice].strip() for field in record.fields}
    group: list[tuple[str, ...]] = []
    covered = bytearray(len(text))
    covered[CODE.slice] = b"\1" * len(text[CODE.slice])
    fields: list[Field] = list(record.fields)
    if record.group is not None:
        for index in range(record.group.count(len(text))):
            repeated = record.group.at(index)
            group.append(tuple(text[field.slice].strip() for field in repeated))
            fields += repeated
    for field in fields:
        covered[field.slice] = b"\1" * len(covered[field.slice])
    strays = tuple(column for column, inside in enumerate(covered, 1) if not inside and text[column - 1] != " ")
    return Parsed(record, line, text, values, tuple(group), strays)


def by_words(found: Parsed) -> Parsed:
    """The same line read word by word, for writers that do not keep to the columns: each word is the next field."""
    words = found.text[CODE.last :].split()
    names = [field.name for field in found.record.fields]
    values = dict(zip(names, words, strict=False))
    rest = words[len(names) :]
    size = len(found.record.group.fields) if found.record.group else 1
    group = tuple(tuple(rest[start : start + size]) for start in range(0, len(rest), size))
    return Parsed(found.record, found.line, found.text, dict.fromkeys(names, "") | values, group, ())


def rendered(code: str, values: Mapping[str, str], group: Sequence[Iterable[str]] = (), head: str = "") -> str:
    """A line made of texts; a text too long for its field is cut."""
    record = RECORDS[code]
    line = head or code
    for field in record.fields:
        line = put(line, field, values.get(field.name, ""))
    for index, texts in enumerate(group):
        assert record.group is not None
        for field, text in zip(record.group.at(index), texts, strict=True):
            line = put(line, field, text)
    return line.rstrip()


def put(line: str, field: Field, text: str) -> str:
    """The line with this text in this field, the rest as it was."""
    start = field.first - 1
    if not field.width:
        return line[:start].ljust(start) + text
    fitted = (text.rjust if field.right else text.ljust)(field.width)[: field.width]
    if not text and len(line) <= start:
        return line
    return line[:start].ljust(start) + fitted + line[start + field.width :]
