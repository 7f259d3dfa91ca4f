"""A request to the engine: one line of JSON, read with every mistake in it, and the tournament it carries."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial

from rookery.errors import FormatError, Problem, Severity
from rookery.json_form.places import located
from rookery.json_form.read import no_json, parsed, reading_of
from rookery.json_form.reader import UNKNOWN, Notes, Reader
from rookery.json_form.values import as_flag, as_ids, as_text, as_texts, as_whole
from rookery.model.limits import whole
from rookery.reading import refusals
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import NamedTuple

if TYPE_CHECKING:
    from rookery.pairing.outcome import Pair
    from rookery.reading import Reading

TOURNAMENT = "tournament"
_HALVES = re.compile("[\ud800-\udfff]")
"""Halves of characters: no file can hold them."""


class Key(NamedTuple):
    """What a key may hold: how it is read, and what to say when it is something else."""

    read: Callable[[Any], Any]
    expected: str


def _pairs(value: Any) -> list[Pair] | None:
    found = [as_ids(one) for one in value] if isinstance(value, list) else [None]
    pairs = [(one[0], one[1]) for one in found if one is not None and len(one) == 2]
    return pairs if len(pairs) == len(found) else None


def _by_number(value: Any) -> dict[int, int | None] | None:
    if not isinstance(value, dict):
        return None
    found: dict[int, int | None] = {}
    for text, given in value.items():
        one = whole(text)
        if one is None or one in found or not (given is None or as_whole(given) is not None):
            return None
        found[one] = given
    return found


def _values_of_k(value: Any) -> dict[int, int] | None:
    found = _by_number(value)
    values = None if found is None else {one: given for one, given in found.items() if given}
    return values if found is not None and values is not None and len(values) == len(found) else None


def _form(value: Any) -> Any:
    if isinstance(value, str) and _HALVES.search(value):
        return None
    return value if isinstance(value, str | dict) else None


def _seed(value: Any) -> int | str | None:
    return value if type(value) is int else as_text(value)


def _list_or_text(value: Any) -> Sequence[str] | None:
    return as_text(value) if isinstance(value, str) else as_texts(value)


_WHOLE = Key(as_whole, "a whole number is expected here")
_FLAG = Key(as_flag, "true or false is expected here")
_TEXT = Key(as_text, "a text of one line, in quotes, is expected here")
_IDS = Key(as_ids, "a list of numbers is expected here: [1, 2]")
_RATINGS = Key(_by_number, 'ratings by pairing number are expected here, null for none: {"7": 1920, "8": null}')
_K = Key(_values_of_k, 'values of K by pairing number are expected here, from 1 up: {"7": 20}')

KEYS: dict[str, Key] = {
    TOURNAMENT: Key(_form, "a tournament is expected here: an object in the JSON form, or the text of a file"),
    **dict.fromkeys(("round", "bye", "unrated", "games", "after", "player", "other"), _WHOLE),
    **dict.fromkeys(("ledger", "parts", "provisional", "strict", "for_rating", "approved", "lines"), _FLAG),
    **dict.fromkeys(("system", "edition", "kind", "title"), _TEXT),
    **dict.fromkeys(("rounds", "through", "exclude"), _IDS),
    "ratings": _RATINGS,
    "k": _K,
    "fixed": Key(_pairs, "a list of pairs is expected here: [[3, 7]]"),
    "boards": Key(_pairs, "a list of boards is expected here, White first, 0 for the bye: [[3, 7], [5, 0]]"),
    "tiebreaks": Key(_list_or_text, 'tie-breaks are expected here: ["BH/C1", "SB"] or "BH/C1,SB"'),
    "lots": Key(_seed, "a seed is expected here: a text or a whole number"),
}
"""Every key that a request may have beside `id` and `verb`."""


class Verb(NamedTuple):
    """Something that can be asked: the keys that must be there, those that may be, and who answers."""

    needs: tuple[str, ...]
    takes: tuple[str, ...]
    answer: Callable[[Asked], dict[str, object]]


class Asked(NamedTuple):
    """A request that was understood: the line, who asks for what, and the tournament before it is read."""

    line: str
    id: int | str | None
    verb: str
    given: dict[str, Any]
    tournament: Any

    def reading(self) -> Reading:
        """The tournament; FormatError when it is none. A text is what a file holds, an object the JSON form."""
        import rookery

        if isinstance(self.tournament, str):
            return rookery.load(self.tournament.encode())  # bytes: never the name of a file
        return reading_of(self.tournament, self.line, (TOURNAMENT,))

    def sound(self) -> Reading:
        """The tournament, which must have been understood; FormatError with every problem when it was not."""
        found = self.reading()
        if refusals(found.problems):
            raise FormatError(found.problems)
        return found

    @property
    def lines(self) -> list[str]:
        """The lines in which the problems of the tournament lie."""
        return re.split(r"\r\n|\r|\n", self.tournament) if isinstance(self.tournament, str) else [self.line]


class BadRequest(FormatError):
    """A request that cannot be answered, and who asked it."""

    def __init__(self, problems: Sequence[Problem], id: int | str | None = None) -> None:
        super().__init__(problems)
        self.id = id


def read(data: bytes, verbs: Mapping[str, Verb]) -> Asked:
    """The request in a line; BadRequest with every mistake in it."""
    notes = Notes()
    try:
        line = data.decode("utf-8-sig").rstrip("\r\n")
        top = parsed(line, "a request")
        if not isinstance(top, dict):
            raise no_json('a request is an object: {"id": 1, "verb": "hello"}')
        made = _understood(line, Reader(top, (), notes), verbs)
        problems = (*located(line, notes.found), *notes.rest())
    except UnicodeDecodeError as error:
        problem = Problem(Severity.ERROR, "json", 1, (error.start + 1,) * 2, "", "a request is written in UTF-8")
        raise BadRequest([problem]) from None
    except RecursionError:
        raise BadRequest(no_json("this is not a request: it is nested too deeply").problems) from None
    except FormatError as error:
        raise BadRequest(error.problems) from None
    if problems:
        raise BadRequest(problems, made.id)
    return made


def _understood(line: str, reader: Reader, verbs: Mapping[str, Verb]) -> Asked:
    """What the object asks for; what is wrong with it is among the notes of the reader."""
    notes, there = reader.notes, {key for key, value in reader.left.items() if value is not None}
    who = reader.take("id", _id, "a text or a whole number is expected here", None)
    verb = reader.take("verb", partial(_one_of, verbs), f"a verb is expected here: {', '.join(verbs)}", "")
    if not verb:
        if "verb" not in there:
            notes.add((), "missing", f'"verb" is missing here: {", ".join(verbs)}', used="")
        return Asked(line, who, "", {}, None)
    needs, takes, _ = verbs[verb]
    given = {key: reader.take(key, *KEYS[key], None) for key in (*needs, *takes)}
    for key in needs:
        if key not in there:
            notes.add((), "missing", f'"{key}" is missing here', used="")
    said = ", ".join((*needs, *takes)) or "nothing more"
    for key in reader.left:
        notes.add((key,), UNKNOWN, f'"{key}" has no meaning here: {verb} takes {said}', used="")
    tournament = given.pop(TOURNAMENT, None)
    return Asked(line, who, verb, {key: value for key, value in given.items() if value is not None}, tournament)


def _one_of(verbs: Container[str], value: Any) -> str | None:
    return value if isinstance(value, str) and value in verbs else None


def _id(value: Any) -> Any:
    return value if isinstance(value, str) or type(value) is int else None
