"""Limits of size, each with its reason: values beyond them are refused when read or built."""

from __future__ import annotations

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


def whole(text: str) -> int | None:
    """Return the whole number in a text of plain digits, or None if it is anything else or has too many digits.

    >>> whole("12"), whole("²"), whole("-1"), whole("9" * 5000)
    (12, None, None, None)
    """
    return int(text) if len(text) <= MOST_DIGITS and text.isascii() and text.isdigit() else None
