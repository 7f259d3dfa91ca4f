"""How values look on a page: points, results, times, ranks. Rounding for show happens here and nowhere before."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from markupsafe import Markup

from rookery.desk.form import written
from rookery.desk.phrases import point
from rookery.desk.views.card import CardGame
from rookery.desk.views.cells import RoundCell
from rookery.labels import MARKS, count, day, points, span
from rookery.model import ByeKind, Colour, Ending, Result
from rookery.scoring import halves
from rookery.shown.standings import money
from rookery.wording import capital, finished, spoken

_RESULT = re.compile(r"(?<![\w½])([01½])-([01½])(?![\w½-])")
_SIDES = {**MARKS, Ending.FORFEIT_LOSS: "−", Ending.PENDING: "", Ending.ADJOURNED: ""}

_SHORT = (
    spoken("Jan"), spoken("Feb"), spoken("Mar"), spoken("Apr"), spoken("May"), spoken("Jun"), spoken("Jul"),
    spoken("Aug"), spoken("Sep"), spoken("Oct"), spoken("Nov"), spoken("Dec"),
)  # fmt: skip


def sides(result: Result) -> tuple[str, str]:
    """What stands at either side of a result.

    >>> sides(Result.DRAW), sides(Result.WHITE_BY_FORFEIT), sides(Result.PENDING)
    (('½', '½'), ('+', '−'), ('', ''))
    """
    return _SIDES[result.white], _SIDES[result.black]


def clock(at: str) -> str:
    """The time of day here of a time in UTC, as ISO 8601 writes it; nothing of none."""
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M") if at else ""


def moment(at: str) -> str:
    """Day and time here of a time in UTC."""
    if not at:
        return ""
    here = datetime.fromisoformat(at).astimezone()
    return spoken("%(day)s %(month)s %(time)s", day=here.day, month=_SHORT[here.month - 1],
                  time=here.strftime("%H:%M"))  # fmt: skip


def ordinal(rank: int) -> str:
    """A rank as it is said.

    >>> [ordinal(one) for one in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '111th']
    """
    if rank // 10 % 10 != 1 and rank % 10 in (1, 2, 3):
        first, second = spoken("%(rank)sst", rank=rank), spoken("%(rank)snd", rank=rank)
        return (first, second, spoken("%(rank)srd", rank=rank))[rank % 10 - 1]
    return spoken("%(rank)sth", rank=rank)


def in_points(tenths: int) -> str:
    """So many points, as it is said.

    >>> [in_points(one) for one in (0, 5, 10, 15, 20)]
    ['0 points', '½ point', '1 point', '1½ points', '2 points']
    """
    return f"{halves(tenths)} {'point' if tenths in (5, 10) else 'points'}"


_BYES = {
    ByeKind.PAIRING_ALLOCATED: spoken("allocated bye"),
    ByeKind.FULL: spoken("full-point bye"),
    ByeKind.HALF: spoken("half-point bye"),
    ByeKind.ZERO: spoken("absent"),
    ByeKind.NOT_ENTERED: spoken("not yet entered"),
}


def bye(kind: ByeKind) -> str:
    """What a bye is called in a list of a round."""
    return _BYES[kind]


def letter(colour: Colour | None) -> str:
    """White and Black as classes of a square: w, b, or nothing."""
    return {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}[colour]


def mark(cell: RoundCell) -> str:
    """A round in one sign: what it brought, a sign of its own where nobody was met over a board."""
    if cell.ended == "open":
        return "·"
    if cell.kind == "forfeit win":
        return "+"
    if cell.kind == "forfeit loss":
        return "−"
    return halves(cell.points)


def change(hundredths: int, k: int) -> str:
    """What a sum of changes in hundredths, times K, does to a rating; one decimal.

    >>> change(-65, 20), change(140, 10), change(0, 40)
    ('−13.0', '+14.0', '0.0')
    """
    made = hundredths * k / 100
    return f"{made:+.1f}".replace("-", "−") if made else "0.0"


def own_result(game: CardGame) -> str:
    """How a game ended for whose card it is."""
    white, black = sides(game.result)
    if game.result is Result.PENDING:
        return "·"
    return spoken("adjourned") if game.result is Result.ADJOURNED else black if game.colour is Colour.BLACK else white


def dashed(text: str) -> str:
    """A line of the log with real dashes; a result is not broken at the end of a line.

    >>> dashed("Ash, Bo - Elm-Oak, Di ended 1-0.").replace("\\u2060", "|")
    'Ash, Bo – Elm-Oak, Di ended 1|–|0.'
    """
    return finished(text, _with_dashes)


def _with_dashes(text: str) -> str:
    return _RESULT.sub("\\1\u2060–\u2060\\2", text.replace(" - ", " – "))


def wish(data: object) -> str:
    """What a button says of a wish, as JSON: `<button name="*:json" value="...">`.

    >>> wish({"key": "p1", "kind": ByeKind.HALF})
    '{"key":"p1","kind":"half"}'
    """
    return json.dumps(data, ensure_ascii=False, default=written, separators=(",", ":"))


def qr(text: str) -> Markup:
    """A text as a QR code, where the library for it is installed; its colours are those that every reader knows."""
    try:
        import segno
    except ModuleNotFoundError:
        return Markup()
    return Markup(segno.make(text, micro=False).svg_inline(scale=4, light="#fff", svgclass="qr", lineclass=None))


FILTERS: dict[str, Callable[..., Any]] = {
    "points": points, "worth": halves, "in_points": in_points, "sides": sides, "clock": clock,
    "moment": moment, "ordinal": ordinal, "bye": bye, "day": day, "letter": letter, "mark": mark, "money": money,
    "change": change, "own_result": own_result, "qr": qr, "sentence": capital,
    "wish": wish, "dashed": dashed, "point": point,
}  # fmt: skip
"""What templates may do to a value."""

TESTS: dict[str, Callable[..., Any]] = {"pending": lambda result: result is Result.PENDING}

GLOBALS: dict[str, Callable[..., Any]] = {"count": count, "span": span}
"""What templates may ask besides."""
