"""Jinja filters, tests and globals: how points, results, times and ranks are displayed. Values are rounded only
here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from markupsafe import Markup

from rookery.formatting import MARKS, count, format_date, format_date_range, format_points
from rookery.history.scoring import format_score, halves
from rookery.messages import capitalize_first, map_text, msg
from rookery.model import ByeKind, Colour, Ending, Result
from rookery.presentation.standings import format_money, format_prize
from rookery.tournaments.domain.restore_points import restore_point_label
from rookery.tournaments.manual_pairing_check import VERDICT_LABELS
from rookery.tournaments.serialization import to_json_data
from rookery.tournaments.views.crosstable import RoundCell
from rookery.tournaments.views.player_card import CardGame
from rookery.tournaments.warning_table import LEVEL_LABELS

_RESULT = re.compile(r"(?<![\w½])([01½])-([01½])(?![\w½-])")
_SIDES = {**MARKS, Ending.FORFEIT_LOSS: "−", Ending.PENDING: "", Ending.ADJOURNED: ""}

_SHORT = (
    msg("Jan"), msg("Feb"), msg("Mar"), msg("Apr"), msg("May"), msg("Jun"), msg("Jul"),
    msg("Aug"), msg("Sep"), msg("Oct"), msg("Nov"), msg("Dec"),
)  # fmt: skip


def sides(result: Result) -> tuple[str, str]:
    """Return what is shown on each side of a result.

    >>> sides(Result.DRAW), sides(Result.WHITE_BY_FORFEIT), sides(Result.PENDING)
    (('½', '½'), ('+', '−'), ('', ''))
    """
    return _SIDES[result.white], _SIDES[result.black]


def clock(timestamp: str) -> str:
    """Return the local time of day of a UTC timestamp; an empty string for an invalid one."""
    local_time = _local_time(timestamp)
    return local_time.strftime("%H:%M") if local_time else ""


def _local_time(timestamp: str) -> datetime | None:
    """Return a UTC timestamp as local time, or None for an invalid one, as in old logs."""
    try:
        return datetime.fromisoformat(timestamp).astimezone()
    except (ValueError, OverflowError):
        return None


def moment(timestamp: str) -> str:
    """Return local date and time of a UTC timestamp; an invalid one is returned as it is."""
    local_time = _local_time(timestamp)
    if local_time is None:
        return timestamp
    return msg("%(day)s %(month)s %(time)s", day=local_time.day, month=_SHORT[local_time.month - 1],
                  time=local_time.strftime("%H:%M"))  # fmt: skip


def ordinal(rank: int) -> str:
    """Return a rank as an ordinal number.

    >>> [ordinal(one) for one in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '111th']
    """
    if rank // 10 % 10 != 1 and rank % 10 in (1, 2, 3):
        first, second = msg("%(rank)sst", rank=rank), msg("%(rank)snd", rank=rank)
        return (first, second, msg("%(rank)srd", rank=rank))[rank % 10 - 1]
    return msg("%(rank)sth", rank=rank)


def in_points(tenths: int) -> str:
    """Return a score in words, translatable.

    >>> [in_points(tenths) for tenths in (0, 5, 10, 15, 20)]
    ['0 points', '½ point', '1 point', '1½ points', '2 points']
    """
    return format_score(tenths)


_BYES = {
    ByeKind.PAIRING_ALLOCATED: msg("allocated bye"),
    ByeKind.FULL: msg("full-point bye"),
    ByeKind.HALF: msg("half-point bye"),
    ByeKind.ZERO: msg("absent"),
    ByeKind.NOT_ENTERED: msg("not yet entered"),
}


def bye(kind: ByeKind) -> str:
    """Return the name of a bye as shown in the list of a round."""
    return _BYES[kind]


def letter(colour: Colour | None) -> str:
    """Return the CSS class of a colour: w, b, or nothing."""
    return {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}[colour]


def mark(cell: RoundCell) -> str:
    """Return the short sign of a round: the points, or a sign for rounds without a game."""
    if cell.ended == "open":
        return "·"
    if cell.kind == "forfeit win":
        return "+"
    if cell.kind == "forfeit loss":
        return "−"
    return halves(cell.points)


def change(hundredths: int, k: int) -> str:
    """Return the rating change for a sum of changes in hundredths and a factor K, with one decimal.

    >>> change(-65, 20), change(140, 10), change(0, 40)
    ('−13.0', '+14.0', '0.0')
    """
    points = hundredths * k / 100
    return f"{points:+.1f}".replace("-", "−") if points else "0.0"


def own_result(game: CardGame) -> str:
    """Return the result of a game from the card owner's side."""
    white, black = sides(game.result)
    if game.result is Result.PENDING:
        return "·"
    return msg("adjourned") if game.result is Result.ADJOURNED else black if game.colour is Colour.BLACK else white


def dashed(text: str) -> str:
    r"""Return a log line with typographic dashes; a result is not broken at the end of a line.

    >>> dashed("Ash, Bo - Elm-Oak, Di ended 1-0.").replace("\u2060", "|")
    'Ash, Bo – Elm-Oak, Di ended 1|–|0.'
    """
    return map_text(text, _with_dashes)


def _with_dashes(text: str) -> str:
    return _RESULT.sub("\\1\u2060–\u2060\\2", text.replace(" - ", " – "))


def bye_name(kind: ByeKind | None) -> str:
    """Return the name of a kind of bye as used in forms; an empty string for no bye.

    >>> bye_name(ByeKind.HALF), bye_name(None)
    ('half', '')
    """
    return "" if kind is None else str(to_json_data(kind))


def weight(level: int) -> str:
    """Return the label of a warning level."""
    return LEVEL_LABELS.get(level, "")


def verdict(text: str) -> str:
    """Return the label of the comparison of a round with the one by the rules."""
    return VERDICT_LABELS.get(text, text)


def command_json(data: object) -> str:
    """Return a command's data as JSON for a button: `<button name="*:json" value="...">`.

    >>> command_json({"key": "p1", "kind": ByeKind.HALF})
    '{"key":"p1","kind":"half"}'
    """
    return json.dumps(data, ensure_ascii=False, default=to_json_data, separators=(",", ":"))


def qr(text: str) -> Markup:
    """Return a QR code as SVG if the library is installed; its colours are fixed so that scanners can read it."""
    try:
        import segno
    except ModuleNotFoundError:
        return Markup()
    return Markup(segno.make(text, micro=False).svg_inline(scale=4, light="#fff", svgclass="qr", lineclass=None))


FILTERS: dict[str, Callable[..., Any]] = {
    "points": format_points,
    "worth": halves,
    "in_points": in_points,
    "sides": sides,
    "clock": clock,
    "moment": moment,
    "ordinal": ordinal,
    "bye": bye,
    "day": format_date,
    "letter": letter,
    "mark": mark,
    "money": format_money,
    "prize": format_prize,
    "change": change,
    "own_result": own_result,
    "qr": qr,
    "sentence": capitalize_first,
    "wish": command_json,
    "bye_name": bye_name,
    "dashed": dashed,
    "point": restore_point_label,
    "weight": weight,
    "verdict": verdict,
}
"""Filters of the templates."""

TESTS: dict[str, Callable[..., Any]] = {"pending": lambda result: result is Result.PENDING}

GLOBALS: dict[str, Callable[..., Any]] = {"count": count, "span": format_date_range}
"""Global functions of the templates."""
