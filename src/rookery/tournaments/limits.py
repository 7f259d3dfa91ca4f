"""Bounds of the numbers, texts and rows of commands and events, and the characters that texts may have.

Records check themselves when they are built, so that pages, the API, the command line, imports and logs share one set
of bounds. A log may be older than a bound: `fit_data` makes its events fit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from rookery._record import fields, is_record
from rookery.errors import RuleError
from rookery.json_codec import parse_fraction
from rookery.messages import msg, msg_const
from rookery.model import Round
from rookery.model.validation import (
    MOST_BOARDS,
    MOST_CELLS,
    MOST_DIGITS,
    MOST_DRAWN,
    MOST_POINTS,
    MOST_RATING,
    MOST_ROUNDS,
)

MOST_GAMES = 100
"""Games of a match of two players: the longest match for the world title had 48."""

MOST_TIEBREAKS = 100
"""Tie-breaks of an event: FIDE defines about thirty, and most events announce five."""

MOST_TEXT = 1_000
"""Characters of a name, a place or another short text."""

MOST_PROSE = 100_000
"""Characters of a remark, a reason, a report or a list of prizes."""

MOST_DEPTH = 40
"""Levels of a value inside other values; a tournament has five."""

_ROUND = (0, MOST_ROUNDS)
_NUMBER = (0, MOST_DRAWN)
_POINTS = (-10 * MOST_POINTS, 10 * MOST_POINTS)
_ANY_NUMBER = (1 - 10**MOST_DIGITS, 10**MOST_DIGITS - 1)

_RANGES: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("round", "rounds", "planned", "planned_rounds", "after", "half_byes", "last_half_bye"), _ROUND),
    **dict.fromkeys(("first_round", "last_round", "from_round"), _ROUND),
    **dict.fromkeys(("number", "id", "player", "white", "black", "first", "last", "place", "rank"), _NUMBER),
    **dict.fromkeys(("points", "match_points", "game_points", "team_bye_points"), _POINTS),
    **dict.fromkeys(("win", "draw", "loss", "pab", "full_bye", "half_bye", "absence"), _POINTS),
    **dict.fromkeys(("forfeit_win", "forfeit_loss", "adjourned"), _POINTS),
    "rating": (0, MOST_RATING),
    "unrated": (0, MOST_RATING),
    "board": (0, MOST_BOARDS),
    "games": (0, MOST_GAMES),
    "game": (0, MOST_GAMES),
}
"""The smallest and the largest number of a field, by its name."""

_PROSE = frozenset(
    {
        "text", "reason", "why", "verdict", "prizes", "lines", "adjustments", "faults", "findings", "differences",
        "breaches",
    }
)  # fmt: skip
"""The fields that hold whole sentences."""

_MAX_ROWS = {"ranking": MOST_TIEBREAKS, "tiebreaks": MOST_TIEBREAKS, "round_dates": MOST_ROUNDS, "rounds": MOST_ROUNDS}
"""The most entries of a field that holds many, by its name."""

_LABELS = {
    "rounds": msg_const("the number of rounds"),
    "planned": msg_const("the number of rounds"),
    "planned_rounds": msg_const("the number of rounds"),
    "round": msg_const("the round"),
    "games": msg_const("the number of games"),
    "rating": msg_const("the rating"),
    "fide_id": msg_const("the FIDE number"),
    "name": msg_const("the name"),
    "city": msg_const("the city"),
    "club": msg_const("the club"),
    "ranking": msg_const("the list of tie-breaks"),
    "tiebreaks": msg_const("the list of tie-breaks"),
}
"""The labels of fields in messages; other fields have their JSON names."""

_CHECKED = ("TournamentRules", "Choices", "Facts", "Prizes")
"""The records that check their bounds when they are created."""


def check_bounds(record: object) -> None:
    """Raise RuleError when a field of a record, or of a value inside it, is out of its bounds."""
    _check_fields(record, 0)


def _check_fields(record: Any, depth: int) -> None:
    for name in _field_names(record.__class__):
        _check_value(name, getattr(record, name), depth)


@cache
def _field_names(record_type: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = getattr(record_type, "_fields", ())
    return names or (
        tuple(field.name for field in fields(record_type) if field.compare) if is_record(record_type) else ()
    )


def _check_value(name: str, value: Any, depth: int) -> None:
    kind = value.__class__
    if kind is str:
        _check_text(name, value)
    elif kind is int:
        low, high = _RANGES.get(name, _ANY_NUMBER)
        if not low <= value <= high:
            raise _number_error(name, value, low, high)
    elif kind is tuple or kind is list or kind is frozenset:
        _check_row_count(name, len(value))
        _check_depth(depth)
        for item in value:
            _check_value(name, item, depth + 1)
    elif isinstance(value, Mapping):
        _check_row_count(name, len(value))
        _check_depth(depth)
        for key, item in value.items():
            _check_text(name, str(key))
            _check_value(str(key), item, depth + 1)
    elif kind is not Round and kind.__name__ not in _CHECKED:  # the numbers of a round are those of its players
        _check_depth(depth)
        _check_fields(value, depth + 1)


def _check_text(name: str, text: str) -> None:
    limit = MOST_PROSE if name in _PROSE else MOST_TEXT
    if len(text) > limit:
        raise RuleError(msg("%(what)s has %(number)s characters: at most %(most)s fit", what=_field_label(name),
                            number=f"{len(text):,}", most=f"{limit:,}"))  # fmt: skip
    if not is_encodable(text):
        raise RuleError(msg("%(what)s %(text)s contains a character that cannot be shown", what=_field_label(name),
                            text=f"{text[:MOST_TEXT]!r}"))  # fmt: skip


def _check_row_count(name: str, number: int) -> None:
    limit = _MAX_ROWS.get(name, MOST_CELLS)
    if number > limit:
        raise RuleError(msg("%(what)s has %(number)s entries: at most %(most)s fit", what=_field_label(name),
                            number=f"{number:,}", most=f"{limit:,}"))  # fmt: skip


def _check_depth(depth: int) -> None:
    if depth > MOST_DEPTH:
        raise RuleError(msg("values are nested more than %(most)s deep", most=MOST_DEPTH))


def _number_error(name: str, value: int, low: int, high: int) -> RuleError:
    """Return the error for a number out of its bounds; a number of thousands of digits is not repeated."""
    if abs(value) > _ANY_NUMBER[1]:
        return RuleError(msg("%(what)s has more than %(most)s digits", what=_field_label(name), most=MOST_DIGITS))
    return RuleError(msg("%(what)s is %(value)s: choose a number from %(low)s to %(high)s", what=_field_label(name),
                         value=f"{value:,}", low=f"{low:,}", high=f"{high:,}"))  # fmt: skip


def _field_label(name: str) -> str:
    return _LABELS.get(name) or name[:MOST_TEXT]


# -- single values -----------------------------------------------------------------------------------------------------


def is_encodable(text: str) -> bool:
    r"""Return whether a text can be encoded and shown: without NUL and without lone surrogates.

    >>> is_encodable("Byng, Ada"), is_encodable("Ng\u1ecdc"), is_encodable("a\0"), is_encodable("\udfff")
    (True, True, False, False)
    """
    if "\0" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_HIDDEN = re.compile("[\0\ud800-\udfff]")


def check_fraction(text: str) -> None:
    """Raise RuleError when a text is no number such as 2, 2.5 or 5/2."""
    try:
        parse_fraction(text)
    except ValueError:
        raise RuleError(msg("%(value)s is not a number such as 2, 2.5 or 5/2", value=f"{text[:MOST_TEXT]!r}")) from None


# -- logs that are older than a bound ----------------------------------------------------------------------------------


def fit_data(data: Any, name: str = "") -> Any:
    r"""Return the JSON data of an event with every number, text and row cut to its bounds.

    >>> fit_data({"laws": {"rounds": 10**8}, "name": "Open\0"})
    {'laws': {'rounds': 999}, 'name': 'Open\ufffd'}
    """
    kind = data.__class__
    if kind is int:
        low, high = _RANGES.get(name, _ANY_NUMBER)
        return min(max(data, low), high)
    if kind is str:
        return _fit_text(data, name)
    if kind is list:
        return [fit_data(item, name) for item in data[: _MAX_ROWS.get(name, MOST_CELLS)]]
    if kind is dict:
        return {_fit_text(key, name): fit_data(item, key) for key, item in data.items()}
    return data


def _fit_text(text: str, name: str) -> str | None:
    if name == "value":
        try:
            parse_fraction(text)
        except ValueError:
            return None
    return _HIDDEN.sub("\ufffd", text)[: MOST_PROSE if name in _PROSE else MOST_TEXT]
