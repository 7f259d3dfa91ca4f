"""Colours, results and floats as small squares, round by round."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.endings import Ended, endings
from rookery.errors import RuleError
from rookery.history import Float, History
from rookery.labels import MARKS, byes_of
from rookery.meetings import BYES, Kind, Meeting
from rookery.model import Colour, Ending, Tournament
from rookery.pictures.canvas import Drawing, Say, box, drawing, label, name, words
from rookery.shown.tokens import token
from rookery.wording import Text, filled, joined, spoken

_SIDE, _NAMES = 24.0, 210.0
_SIGNS: dict[Ended, str] = {"won": MARKS[Ending.WIN], "drawn": MARKS[Ending.DRAW], "lost": MARKS[Ending.LOSS],
                            "open": MARKS[Ending.PENDING], "free": "–"}  # fmt: skip
_FLOATS = {
    Float.UP: ("▲", spoken("%(what)s, floated up")),
    Float.DOWN: ("▼", spoken("%(what)s, floated down")),
}
_AGAINST = {
    Colour.WHITE: spoken("White against %(number)s, %(ended)s"),
    Colour.BLACK: spoken("Black against %(number)s, %(ended)s"),
    None: spoken("against %(number)s, %(ended)s"),
}
_ENDED: dict[Ended, Text] = {"won": spoken("won"), "drawn": spoken("drawn"), "lost": spoken("lost"),
                             "open": spoken("open"), "free": spoken("free")}  # fmt: skip
_FORFEIT: dict[Ended, Text] = {"won": spoken("won by forfeit"), "lost": spoken("lost by forfeit"),
                               "drawn": spoken("drawn by forfeit")}  # fmt: skip


def histories(tournament: Tournament, who: Sequence[int] = (), *, say: Say = str) -> Drawing:
    """A row for each: White a light square, Black a dark one, dashed without a game; the sign of the result in it.

    A triangle above a square is a float, up or down.
    """
    for one in who:
        if one not in tournament.by_id:
            raise RuleError(spoken("there is no number %(number)s in this tournament", number=one), who=(one,))
    rows = list(who) or list(tournament.by_id)
    history, ended = History(tournament), endings(tournament)
    columns, floats = history.columns, _floats(history)
    shapes, told = [], []
    for at in range(len(tournament.rounds)):
        x = _NAMES + _SIDE * at
        shapes.append(words(x + 10, 14, str(at + 1), "ink-2", text_anchor="middle", font_size=10))
    for place, one in enumerate(rows):
        y, said = 24 + 36.0 * place, []
        shapes.append(words(8, y + 22, label(tournament.by_id[one], _NAMES - 16)))
        for at, column in enumerate(columns):
            floated = floats[at].get(one, Float.NONE)
            shapes += _square(_NAMES + _SIDE * at, y, column[one], ended[one][at], floated)
            said.append(_said(tournament, column[one], ended[one][at], floated))
        rounds = joined("; ", said) or spoken("no round yet")
        told.append(say(joined("", (name(tournament.by_id[one]), ": ", rounds, "."))))
    alone = name(tournament.by_id[rows[0]]) if len(rows) == 1 else ""
    title = say(spoken("Colours and floats of %(name)s" if alone else "Colours and floats", name=alone))
    width, height = _NAMES + _SIDE * len(tournament.rounds) + 8, 24 + 36.0 * len(rows) + 4
    short = "" if alone else say(_SHORT)
    return drawing(title, "\n".join(told), width, height, shapes, short)


_SHORT = spoken("Colours and floats, round by round: White light, Black dark, triangles for floats.")


def _floats(history: History) -> list[dict[int, Float]]:
    """Who floated, round by round; nobody from a round on that is being played."""
    found: list[dict[int, Float]] = []
    over = True
    for number, sheet in enumerate(history.sheets, 1):
        over = over and all(each.kind is not Kind.PENDING for each in sheet.others.values())
        found.append(history.before(number + 1).floats(1) if over else {})
    return found


def _square(x: float, y: float, meeting: Meeting, ended: Ended, floated: Float) -> list[str]:
    fill = {Colour.WHITE: "white-side", Colour.BLACK: "black-side", None: ""}[meeting.colour]
    played = meeting.kind is Kind.PLAYED or meeting.kind is Kind.PENDING
    dashes = {} if played else {"stroke_dasharray": "3 2"}
    ink = token("on-white" if meeting.colour is Colour.WHITE else "on-black")
    middle = f'x="{x + 10:g}" y="{y + 22:g}" text-anchor="middle" font-size="11" font-weight="600"'
    sign = _sign(meeting, ended)
    shapes = [box(x, y + 8, 20, 20, fill, "line-2" if played else "ink-3", rx=4, **dashes)]
    if meeting.colour is None:
        shapes.append(words(x + 10, y + 22, sign, "ink-3", text_anchor="middle", font_size=11))
    else:
        shapes.append(f'<text {middle} fill="{ink}">{sign}</text>')
    if floated in _FLOATS:
        shapes.append(words(x + 10, y + 6, _FLOATS[floated][0], "ink-2", text_anchor="middle", font_size=8))
    return shapes


def _sign(meeting: Meeting, ended: Ended) -> str:
    if meeting.kind is Kind.FORFEIT_WIN:
        return MARKS[Ending.FORFEIT_WIN]
    return MARKS[Ending.FORFEIT_LOSS] if meeting.kind is Kind.FORFEIT_LOSS else _SIGNS[ended]


def _said(t: Tournament, meeting: Meeting, ended: Ended, floated: Float) -> str:
    if meeting.opponent is None:
        bye = next(bye for bye, kind in BYES.items() if kind is meeting.kind)
        what = byes_of(t)[bye][1] or spoken("out")
    else:
        how = _FORFEIT if meeting.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS) else _ENDED
        what = filled(_AGAINST[meeting.colour], number=meeting.opponent, ended=how[ended])
    return filled(_FLOATS[floated][1], what=what) if floated in _FLOATS else what
