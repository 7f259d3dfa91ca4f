"""Reading of one JSON object, key by key, and the problems found, with the line and columns of each."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple, TypeVar

from rookery.errors import Problem, RuleError, Severity
from rookery.json_codec import BYES, COLOURS, Object
from rookery.messages import msg
from rookery.model import ByeKind, Colour, PartialDate, Points, Result
from rookery.model.validation import MOST_DIGITS, MOST_POINTS, MOST_PROBLEMS, MOST_RATING, MOST_ROUNDS

T = TypeVar("T")
U = TypeVar("U")
Path = tuple[str | int, ...]
"""The path to a value from the outermost object: keys, and indices in lists."""


# -- single values: None if a value has another form -------------------------------------------------------------------

_LONGEST = 2 * MOST_DIGITS
"""The longest text that is converted to a number; the caller checks the bounds of the number."""

_TOO_LARGE = 10**MOST_DIGITS
_UNWRITABLE = re.compile("[\r\n\ud800-\udfff]")
"""Line ends, which other formats cannot contain, and lone surrogates, which no file can contain."""


class OversizedNumber:
    """A number with more digits than any in a tournament; only its text is kept."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


def whole(text: str) -> int | OversizedNumber:
    """Return a whole number, or an OversizedNumber."""
    return int(text) if len(text) <= _LONGEST else OversizedNumber(text)


def decimal(text: str) -> Decimal | OversizedNumber:
    """Return a number with a point or an exponent, or an OversizedNumber."""
    try:
        number = Decimal(text) if len(text) <= _LONGEST else None
    except ArithmeticError:  # an exponent without end
        number = None
    return OversizedNumber(text) if number is None or abs(number.adjusted()) > _LONGEST else number


def as_text(value: Any) -> str | None:
    """Return a text of one line."""
    return value if isinstance(value, str) and not _UNWRITABLE.search(value) else None


def as_texts(value: Any) -> tuple[str, ...] | None:
    """Return a list of texts of one line."""
    return tuple(value) if isinstance(value, list) and all(as_text(text) is not None for text in value) else None


def as_flag(value: Any) -> bool | None:
    """Return true or false."""
    return value if isinstance(value, bool) else None


def as_whole(value: Any) -> int | None:
    """Return a whole number from 0."""
    return value if type(value) is int and 0 <= value < _TOO_LARGE else None


def as_planned(value: Any) -> int | None:
    """Return a number of rounds from 1."""
    return value if type(value) is int and 1 <= value <= MOST_ROUNDS else None


def as_id(value: Any) -> int | None:
    """Return a whole number from 1."""
    number = as_whole(value)
    return number if number is not None and number >= 1 else None


def as_rating(value: Any) -> int | None:
    """Return a rating from 1."""
    return value if type(value) is int and 1 <= value <= MOST_RATING else None


def as_points(value: Any) -> Points | None:
    """Return points in tenths."""
    if type(value) not in (int, Decimal) or not -MOST_POINTS <= value <= MOST_POINTS:
        return None
    tenths = value * 10
    return int(tenths) if tenths == int(tenths) else None


def as_date(value: Any) -> PartialDate | None:
    """Return a date, of which the day or month may be missing."""
    match = re.fullmatch(r"(\d{1,4})(?:-(\d\d))?(?:-(\d\d))?", value) if isinstance(value, str) else None
    return None if match is None else PartialDate(*(int(part or 0) for part in match.groups()))


def as_dates(value: Any) -> tuple[PartialDate | None, ...] | None:
    """Return a list of dates, with None where there is none."""
    if not isinstance(value, list):
        return None
    dates = tuple(None if text is None else as_date(text) for text in value)
    return dates if all(text is None or day is not None for text, day in zip(value, dates, strict=True)) else None


def as_list(value: Any) -> list[Any] | None:
    """Return a list."""
    return value if isinstance(value, list) else None


def as_ids(value: Any) -> tuple[int, ...] | None:
    """Return a list of whole numbers."""
    return tuple(value) if isinstance(value, list) and all(as_whole(number) is not None for number in value) else None


def as_colour(value: Any) -> Colour | None:
    """Return the colour of a word."""
    return COLOURS.get(value) if isinstance(value, str) else None


def as_result(value: Any) -> Result | None:
    """Return the result of a text."""
    return Result.parse(value) if isinstance(value, str) else None


def as_bye(value: Any) -> ByeKind | None:
    """Return the kind of bye of a word."""
    return BYES.get(value) if isinstance(value, str) else None


# -- problems ----------------------------------------------------------------------------------------------------------


class MissingKeyError(RuleError):
    """Raised when an object lacks a required value."""


class AlreadyReportedError(RuleError):
    """Raised when a required value is invalid and the problem has already been noted."""


UNKNOWN = "unknown-key"
KEY = -1
"""After the path of a value: the key before it. No list has such a place."""


class Note(NamedTuple):
    """A problem before its place in the text is known."""

    path: Path
    severity: Severity
    code: str
    text: str
    read: str
    used: str

    @property
    def place(self) -> Path:
        """The path of the problem: the value, or its key."""
        return (*self.path, KEY) if self.code == UNKNOWN else self.path


UNKNOWN_RESULT = msg("unknown, as adjourned")
"""The treatment of a result that cannot be parsed, as in TRF."""


NOTHING = msg("nothing")
_OBJECT = msg("an object {...} is expected here")
_RESULT = msg("a result is expected here")
_TEXT = msg("a text of one line, in quotes, is expected here")
_WHOLE = msg("a whole number is expected here")
_ID = msg("a whole number from 1 is expected here")
_POINTS = msg("points are expected here, in whole tenths (1, 0.5)")
_DATE = msg('a date is expected here: "2026-03-14", "2026-03" or "2026"')
_FLAG = msg("true or false is expected here")
_IDS = msg("a list of numbers is expected here: [1, 2]")
_TEXTS = msg('a list of texts is expected here: ["one", "two"]')
_DATES = msg("a list of dates (or null) is expected here")
_LIST = msg("a list [...] is expected here")
"""The expected forms of values, created once and shared by all keys."""


class Notes:
    """The problems found so far, by path."""

    def __init__(self) -> None:
        self.found: list[Note] = []
        self.more: list[Severity] = []

    def add(self, path: Path, code: str, text: str, read: Any = "", used: str = NOTHING, warn: bool = False) -> None:
        """Add a problem, or count it where there are too many."""
        severity = Severity.WARNING if warn else Severity.ERROR
        if len(self.found) >= MOST_PROBLEMS:
            self.more.append(severity)
            return
        excerpt = _format_value(read) if read != "" else ""
        self.found.append(Note(path, severity, code, text, excerpt, used))

    def rest(self) -> tuple[Problem, ...]:
        """Return one problem in place of those beyond the limit, with the highest severity of them."""
        if not self.more:
            return ()
        message = msg("and %(number)s more problems", number=len(self.more))
        return (Problem(max(self.more), "value", 0, (0, 0), "", message),)


def _format_value(value: Any) -> str:
    text = (
        str(value)
        if isinstance(value, Decimal | OversizedNumber)
        else json.dumps(value, ensure_ascii=False, default=str)
    )
    return text if len(text) <= 60 else text[:57] + "..."


def _used(default: object) -> str:
    """Return what replaces an invalid value, as text."""
    if default is Result.ADJOURNED:
        return UNKNOWN_RESULT
    return str(default) if isinstance(default, bool) else NOTHING


# -- objects -----------------------------------------------------------------------------------------------------------


class Reader:
    """One JSON object, read key by key; at the end it reports the keys that were not read."""

    def __init__(self, value: Any, path: Path, notes: Notes) -> None:
        self.path, self.notes, self.value = path, notes, value
        self.left: Object = dict(value) if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            notes.add(path, "value", _OBJECT, value)

    def take(self, key: str, read: Callable[[Any], T | None], expected: str, default: U) -> T | U:
        """Return the value of the key; add a problem and return the default if it has the wrong form."""
        value = self.left.pop(key, None)
        if value is None:
            return default
        try:
            result = read(value)
        except RuleError as error:
            result, expected = None, error.message
        if result is None:
            self.notes.add((*self.path, key), "value", expected, value, _used(default))
            return default
        return result

    def result(self, key: str) -> Result:
        """Return the result of a game: pending if none is given, adjourned if it cannot be read."""
        if self.left.get(key) is None:
            self.left.pop(key, None)
            return Result.PENDING
        return self.take(key, as_result, _RESULT, Result.ADJOURNED)

    def text(self, key: str) -> str:
        """Return a text, or an empty one."""
        return self.take(key, as_text, _TEXT, "")

    def whole(self, key: str) -> int | None:
        """Return a whole number, or None."""
        return self.take(key, as_whole, _WHOLE, None)

    def id(self, key: str) -> int | None:
        """Return a whole number from 1, or None."""
        return self.take(key, as_id, _ID, None)

    def points(self, key: str) -> Points | None:
        """Return points in tenths, or None."""
        return self.take(key, as_points, _POINTS, None)

    def date(self, key: str) -> PartialDate | None:
        """Return a date, or None."""
        return self.take(key, as_date, _DATE, None)

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        return self.take(key, as_flag, _FLAG, default)

    def ids(self, key: str) -> tuple[int, ...]:
        """Return a tuple of whole numbers."""
        return self.take(key, as_ids, _IDS, ())

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a tuple of texts."""
        return self.take(key, as_texts, _TEXTS, ())

    def dates(self, key: str) -> tuple[PartialDate | None, ...]:
        """Return a tuple of dates."""
        return self.take(key, as_dates, _DATES, ())

    def list(self, key: str) -> list[Any]:
        """Return a list."""
        nothing: list[Any] = []
        return self.take(key, as_list, _LIST, nothing)

    def number(self, key: str) -> int:
        """Return a required number."""
        number = as_whole(self.left.get(key))
        if number is None:
            return self.needed(key, self.whole)
        del self.left[key]
        return number

    def needed(self, key: str, take: Callable[[str], T | None]) -> T:
        """Return a required value; raise RuleError if it is missing or invalid."""
        is_present = self.left.get(key) is not None
        value = take(key)
        if value is None:
            if is_present:
                raise AlreadyReportedError(msg('"%(key)s" is no good here', key=key))
            raise MissingKeyError(msg('"%(key)s" is missing here', key=key))
        return value

    def iter_objects(self, key: str, read: Callable[[Reader], T]) -> Iterator[T]:
        """Yield the values read from the objects of a list; an invalid one is left out with a problem."""
        for index, value in enumerate(self.list(key)):
            inner = Reader(value, (*self.path, key, index), self.notes)
            result = inner.read_object(read) if isinstance(value, dict) else None
            if result is not None:
                yield result

    def read_object(self, read: Callable[[Reader], T]) -> T | None:
        """Return the value read from this object; add a problem and return None if it is invalid."""
        try:
            result = read(self)
        except AlreadyReportedError:
            return None
        except RuleError as error:
            code = "missing" if isinstance(error, MissingKeyError) else "impossible"
            self.notes.add(self.path, code, error.message, self.value)
            return None
        self.finish()
        return result

    def finish(self) -> None:
        """Report the keys that were not read."""
        for key in self.left:
            message = msg('"%(key)s" has no meaning here', key=key)
            self.notes.add((*self.path, key), UNKNOWN, message, used="", warn=True)


def locate_problems(text: str, notes: list[Note], within: Path = ()) -> tuple[Problem, ...]:
    """Return problems with the line and columns of the value that each note's path leads to, or of its key.

    The paths start where `within` leads to.
    """
    if not notes:
        return ()
    tree: dict[str | int, Any] = {}
    for note in notes:
        node = tree
        for step in (*within, *note.path):
            node = node.setdefault(step, {})
    spans = dict(_spans(text, _skip_blanks(text, 0), (), tree))
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    places = [_line_and_columns(starts, spans.get((*within, *problem_note.place)), text) for problem_note in notes]
    return tuple(
        Problem(
            problem_note.severity,
            problem_note.code,
            *place,
            _format_path(problem_note.path),
            problem_note.text,
            problem_note.read,
            problem_note.used,
        )
        for problem_note, place in zip(notes, places, strict=True)
    )


def _spans(text: str, position: int, path: Path, tree: Mapping[Any, Any]) -> Iterator[tuple[Path, tuple[int, int]]]:
    """Yield path and span of every value of the tree below the value that starts at `position`."""
    decoder = json.JSONDecoder(parse_int=len, parse_float=len)  # only where they end matters
    yield path, (position, decoder.raw_decode(text, position)[1])
    if not tree:
        return
    keyed, position = text[position] == "{", _skip_blanks(text, position + 1)
    index = 0
    while text[position] not in "}]":
        step: str | int = index
        if keyed:
            start = position
            step, position = scanstring(text, position + 1)
            if step in tree:
                yield (*path, step, KEY), (start, position)
            position = _skip_blanks(text, _skip_blanks(text, position) + 1)
        if step in tree:
            yield from _spans(text, position, (*path, step), tree[step])
        position = _skip_blanks(text, decoder.raw_decode(text, position)[1])
        position = _skip_blanks(text, position + 1) if text[position] == "," else position
        index += 1


_BLANKS = re.compile(r"[ \t\r\n]*")


def _skip_blanks(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    return match.end() if match else position


def _line_and_columns(starts: list[int], span: tuple[int, int] | None, text: str) -> tuple[int, tuple[int, int]]:
    if span is None:
        return 0, (0, 0)
    line = bisect_right(starts, span[0])
    first = span[0] - starts[line - 1]
    inside = re.split(r"[\r\n]", text[span[0] : span[1]], maxsplit=1)[0]
    return line, (first + 1, first + max(len(inside), 1))


def _format_path(path: Path) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.lstrip(".")
