"""Limits of size, each with its reason, and checks of types: wrong values are refused where they are read or built."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.errors import RuleError
from rookery.messages import format_msg, msg, msg_const

MOST_PLAYERS, MOST_TEAMS = 9999, 999
"""Participants of a TRF file: its numbers have four columns, those of teams three. The JSON form has no such limit."""

MOST_DRAWN = 100_000
"""Participants of a random tournament, in memory and in JSON: several times what any event has had."""

MOST_ROUNDS = 999
"""Rounds of any event: a TRF file counts them in three columns, and no event has come near it."""

MOST_BOARDS = 9999
"""The number of a board: no hall has more."""

MOST_RATING = 9999
"""A rating has four columns."""

MOST_CELLS = 1_000_000
"""Players times rounds of a file, the cells of its crosstable: the largest opens have come to twenty thousand."""

MOST_DIGITS = 12
"""Digits of a whole number: FIDE numbers have eight, the widest column of a TRF file has eleven."""

MOST_POINTS = 1_000_000
"""Points of one value, in whole points: a thousand times what the widest column can hold of a round robin of all."""

MOST_SHOWN = 200
"""The number of characters of a TRF file that a problem quotes: more than two lines, so that it can be found."""

MOST_PROBLEMS = 5000
"""The number of problems of a JSON text that are reported one by one; each must be located in the text."""

TWO_GAMES = 2
"""Games of a match where each round is a match of two (C.04.4.2)."""

MOST = 60
"""The greatest number of characters of a value that an error message shows."""


def fits(value: object, *kinds: type) -> bool:
    """Return whether a value is an instance of one of these types."""
    return isinstance(value, kinds)


def type_error(subject: str, expected: str, value: object, hint: str = "") -> RuleError:
    """Return the error for a value of the wrong type or range.

    >>> type_error("the rating of player 1", "a whole number", "2000")
    RuleError("the rating of player 1 must be a whole number, not '2000'")
    """
    text = repr(value)
    text = text if len(text) <= MOST else f"{text[: MOST - 3]}..."
    subject, expected = _as_message(subject), _as_message(expected)
    return RuleError(msg("%(what)s must be %(expected)s, not %(shown)s: %(hint)s" if hint else
                            "%(what)s must be %(expected)s, not %(shown)s", what=subject, expected=expected, shown=text,
                            hint=hint))  # fmt: skip


def _as_message(text: str) -> str:
    """Return a text of several words as a catalogue message, and the name of a field as it is."""
    return msg_const(text) if " " in text else text


def require_argument(function: str, name: str, value: object, kinds: tuple[type, ...], expected: str) -> None:
    """Raise TypeError unless an argument of a public function is of one of these types.

    A whole number of NumPy is taken for an int; True is no number.

    >>> require_argument("pair", "round", "4", (int,), "a whole number")
    Traceback (most recent call last):
    TypeError: rookery.pair: round must be a whole number, not '4'
    """
    number = hasattr(value, "__index__") and not isinstance(value, bool)
    if not (number if int in kinds and hasattr(value, "__index__") else isinstance(value, kinds)):
        text = repr(value)
        text = text if len(text) <= MOST else f"{text[: MOST - 3]}..."
        raise TypeError(f"rookery.{function}: {name} must be {expected}, not {text}")


def require_number(description: str, *numbers: object, **values: object) -> None:
    """Raise RuleError unless these are participant numbers: integers from 1, neither 1.0, '1' nor True.

    `values` stand in the text of `what`, which is made only when it is needed.

    >>> require_number("a player of a game", 1.0)
    Traceback (most recent call last):
    rookery.errors.RuleError: a player of a game must be a whole number from 1, not 1.0
    """
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise type_error(format_msg(msg_const(description), **values), "a whole number from 1", number)


def require_round(description: str, number: object, **values: object) -> None:
    """Raise RuleError unless this is the number of a round; `values` stand in the description."""
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_ROUNDS:
        subject = format_msg(msg_const(description), **values)
        raise type_error(subject, msg("a number from 1 to %(most)s", most=MOST_ROUNDS), number)


def require_tenths(description: str, *amounts: object, **values: object) -> None:
    """Raise RuleError unless these points are whole tenths; None is allowed.

    >>> require_tenths("the points of player 7", 1.5)
    Traceback (most recent call last):
    rookery.errors.RuleError: the points of player 7 must be whole tenths, not 1.5: in tenths that is 15
    """
    for points in amounts:
        if points is not None and (not isinstance(points, int) or isinstance(points, bool)):
            tenths = round(10 * points) if isinstance(points, float) and abs(points) < 1e6 else None
            hint = "" if tenths is None else msg("in tenths that is %(tenths)s", tenths=tenths)
            raise type_error(format_msg(msg_const(description), **values), "whole tenths", points, hint)


def coerce_tuple(owner: object, name: str) -> None:
    """Convert a field given as another sequence to a tuple, so that a frozen value cannot change with a list."""
    value = getattr(owner, name)
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | dict):
        raise type_error(name, "a tuple", value)
    object.__setattr__(owner, name, tuple(value))


def whole(text: str) -> int | None:
    """Return the whole number in a text of plain digits, or None if it is anything else or has too many digits.

    >>> whole("12"), whole("²"), whole("-1"), whole("9" * 5000)
    (12, None, None, None)
    """
    return int(text) if len(text) <= MOST_DIGITS and text.isascii() and text.isdigit() else None
