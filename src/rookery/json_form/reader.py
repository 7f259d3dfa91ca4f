"""One object of the text, read key by key, and the problems found on the way."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from decimal import Decimal

from rookery.errors import Problem, RuleError, Severity
from rookery.json_form.form import Object, Path
from rookery.json_form.values import (
    Endless,
    as_date,
    as_dates,
    as_flag,
    as_ids,
    as_list,
    as_points,
    as_result,
    as_text,
    as_texts,
    as_whole,
)
from rookery.model import Date, Points, Result
from rookery.model.limits import MOST_PROBLEMS
from rookery.typed import Any, TypeVar
from rookery.values import NamedTuple
from rookery.wording import spoken

T = TypeVar("T")
U = TypeVar("U")


class Missing(RuleError):
    """An object lacks a value it makes no sense without."""


class Told(RuleError):
    """An object lacks a value it makes no sense without, and what is there instead has been told of."""


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
        """The path of what is wrong: the value, or its key."""
        return (*self.path, KEY) if self.code == UNKNOWN else self.path


UNKNOWN_RESULT = spoken("unknown, as adjourned")
"""What becomes of a result that nobody can read, as in TRF."""


NOTHING = spoken("nothing")
_OBJECT = spoken("an object {...} is expected here")
_RESULT = spoken("a result is expected here")
_TEXT = spoken("a text of one line, in quotes, is expected here")
_WHOLE = spoken("a whole number is expected here")
_POINTS = spoken("points are expected here, in whole tenths (1, 0.5)")
_DATE = spoken('a date is expected here: "2026-03-14", "2026-03" or "2026"')
_FLAG = spoken("true or false is expected here")
_IDS = spoken("a list of numbers is expected here: [1, 2]")
_TEXTS = spoken('a list of texts is expected here: ["one", "two"]')
_DATES = spoken("a list of dates (or null) is expected here")
_LIST = spoken("a list [...] is expected here")
"""What is expected of a value, each made once: every key is read with one of them."""


class Notes:
    """The problems found so far, by path."""

    def __init__(self) -> None:
        self.found: list[Note] = []
        self.more: list[Severity] = []

    def add(self, path: Path, code: str, text: str, read: Any = "", used: str = NOTHING, warn: bool = False) -> None:
        severity = Severity.WARNING if warn else Severity.ERROR
        if len(self.found) >= MOST_PROBLEMS:
            self.more.append(severity)
            return
        shown = _shown(read) if read != "" else ""
        self.found.append(Note(path, severity, code, text, shown, used))

    def rest(self) -> tuple[Problem, ...]:
        """One problem in the place of all that are too many to tell, as grave as the gravest of them."""
        if not self.more:
            return ()
        said = spoken("and %(number)s more problems", number=len(self.more))
        return (Problem(max(self.more), "value", 0, (0, 0), "", said),)


def _shown(value: Any) -> str:
    text = str(value) if isinstance(value, Decimal | Endless) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def _used(default: object) -> str:
    """What is used in the place of something that is no good."""
    if default is Result.ADJOURNED:
        return UNKNOWN_RESULT
    return str(default) if isinstance(default, bool) else NOTHING


class Reader:
    """One object of the text, read key by key; says at the end which keys nobody asked for."""

    def __init__(self, value: Any, path: Path, notes: Notes) -> None:
        self.path, self.notes, self.value = path, notes, value
        self.left: Object = dict(value) if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            notes.add(path, "value", _OBJECT, value)

    def take(self, key: str, read: Callable[[Any], T | None], expected: str, default: U) -> T | U:
        """The value of the key, or the default, with a problem when it is not what is expected."""
        value = self.left.pop(key, None)
        if value is None:
            return default
        try:
            found = read(value)
        except RuleError as error:
            found, expected = None, error.said
        if found is None:
            self.notes.add((*self.path, key), "value", expected, value, _used(default))
            return default
        return found

    def result(self, key: str) -> Result:
        """How a game ended: not yet, where nothing is said; what nobody can read is a result that is not known."""
        if self.left.get(key) is None:
            self.left.pop(key, None)
            return Result.PENDING
        return self.take(key, as_result, _RESULT, Result.ADJOURNED)

    def text(self, key: str) -> str:
        return self.take(key, as_text, _TEXT, "")

    def whole(self, key: str) -> int | None:
        return self.take(key, as_whole, _WHOLE, None)

    def points(self, key: str) -> Points | None:
        return self.take(key, as_points, _POINTS, None)

    def date(self, key: str) -> Date | None:
        return self.take(key, as_date, _DATE, None)

    def flag(self, key: str, default: bool = False) -> bool:
        return self.take(key, as_flag, _FLAG, default)

    def ids(self, key: str) -> tuple[int, ...]:
        return self.take(key, as_ids, _IDS, ())

    def texts(self, key: str) -> tuple[str, ...]:
        return self.take(key, as_texts, _TEXTS, ())

    def dates(self, key: str) -> tuple[Date | None, ...]:
        return self.take(key, as_dates, _DATES, ())

    def list(self, key: str) -> list[Any]:
        nothing: list[Any] = []
        return self.take(key, as_list, _LIST, nothing)

    def number(self, key: str) -> int:
        """A number that must be there."""
        found = as_whole(self.left.get(key))
        if found is None:
            return self.needed(key, self.whole)
        del self.left[key]
        return found

    def needed(self, key: str, take: Callable[[str], T | None]) -> T:
        """A value that must be there; one that is there and no good has been told of."""
        given = self.left.get(key) is not None
        found = take(key)
        if found is None:
            if given:
                raise Told(spoken('"%(key)s" is no good here', key=key))
            raise Missing(spoken('"%(key)s" is missing here', key=key))
        return found

    def each(self, key: str, read: Callable[[Reader], T]) -> Iterator[T]:
        """What the objects of a list say; one that says nothing possible is left out with a problem."""
        for index, value in enumerate(self.list(key)):
            inner = Reader(value, (*self.path, key, index), self.notes)
            made = inner.made(read) if isinstance(value, dict) else None
            if made is not None:
                yield made

    def made(self, read: Callable[[Reader], T]) -> T | None:
        """What this object says, or None with a problem when it says something impossible."""
        try:
            made = read(self)
        except Told:
            return None
        except RuleError as error:
            code = "missing" if isinstance(error, Missing) else "impossible"
            self.notes.add(self.path, code, error.said, self.value)
            return None
        self.finish()
        return made

    def finish(self) -> None:
        for key in self.left:
            said = spoken('"%(key)s" has no meaning here', key=key)
            self.notes.add((*self.path, key), UNKNOWN, said, used="", warn=True)
