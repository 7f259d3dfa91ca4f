"""The crosstable as a map of heat: the stronger the opponent in the end, the deeper the colour of a round."""

from __future__ import annotations

from rookery.declared import points_so_far
from rookery.endings import Ended, endings
from rookery.history import History
from rookery.labels import person
from rookery.meetings import Kind, Meeting
from rookery.model import Colour, Points, Tournament
from rookery.pictures.canvas import Drawing, Say, box, drawing, label, told, wide, words
from rookery.regulations import EditionWish, scheme
from rookery.scoring import halves
from rookery.shown.crosstable import Shown, crosstable
from rookery.values import NamedTuple
from rookery.wording import Text, filled, joined, spoken

_ROW, _NAMES, _BAR, _TOP = 24, 218.0, 150.0, 58
_FILLS: dict[Ended, str] = {"won": "baize", "drawn": "amber", "lost": "red"}
_LEAST, _MOST = 0.1, 0.46
"""How deep a colour is at least and at most: any deeper, and the signs in it could not be read."""
_ENDED: dict[Ended, Text] = {"won": spoken("won"), "drawn": spoken("drawn"), "lost": spoken("lost")}
_LEGEND = spoken(
    "Green is won, amber drawn, red lost, each with its sign; the deeper the colour, the more points the opponent has."
)
_SIGNS = {Kind.PENDING: "·", Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "−"}
_AGAINST = {
    Colour.WHITE: spoken("Round %(round)s, White against %(name)s: %(result)s"),
    Colour.BLACK: spoken("Round %(round)s, Black against %(name)s: %(result)s"),
    None: spoken("Round %(round)s, against %(name)s: %(result)s"),
}


class Square(NamedTuple):
    """One square: its sign, what it tells, its colour (none where nobody was met, or the game is open), how deep."""

    sign: str
    told: str
    fill: str = ""
    depth: float = 0.0


def heat(tournament: Tournament, *, edition: EditionWish | None = None, say: Say = str) -> Drawing:
    """Everybody in a row: a square for each round (or opponent, where everybody meets everybody), a bar of points."""
    shown = crosstable(tournament, edition)
    squares = _squares(tournament, shown, say)
    side = max([26.0, *(wide(one.sign) + 10 for row in squares.values() for one in row)])
    columns = shown.table.columns[shown.left :]
    end = _NAMES + side * len(columns)
    shapes = _legend(9, say)
    for at, column in enumerate(columns):
        x = _NAMES + side * (at + 0.5)
        shapes.append(words(x, _TOP - 8, column.title.removeprefix("R"), "ink-2", text_anchor="middle", font_size=11))
    totals = _totals(tournament)
    for at, one in enumerate(shown.who):
        y = _TOP + _ROW * at
        shapes.append(words(8, y + 16, label(tournament.by_id[one], _NAMES - 16)))
        for place, square in enumerate(squares[one]):
            shapes.append(_drawn(_NAMES + side * place, y, side, square))
        shapes += _bar(end + 12, y, totals[one] / max([1, *totals.values()]), shown.table.rows[at][shown.left - 1])
    text = "\n".join(say(_told(tournament, shown, at)) for at in range(len(shown.who)))
    title = say(shown.title)
    height = _TOP + _ROW * len(shown.who) + 10
    return drawing(title, text, max(end + 12 + _BAR, 480), height, shapes, f"{title}. {say(_LEGEND)}")


def _told(t: Tournament, shown: Shown, at: int) -> str:
    row = shown.table.rows[at]
    rounds = joined(", ", [cell or "–" for cell in row[shown.left :]])
    return joined("", (f"{person(t.by_id[shown.who[at]])}, {row[shown.left - 1]}: ", rounds))


# -- what each square is -----------------------------------------------------------------------------------------------


def _totals(t: Tournament) -> dict[int, Points]:
    return {one: max(0, both[0]) for one, both in points_so_far(t).items()}


def _squares(t: Tournament, shown: Shown, say: Say) -> dict[int, list[Square]]:
    """Everybody's squares, as the table has its cells; who is out of a knock-out has none after it."""
    rows = {one: [*map(say, row[shown.left :])] for one, row in zip(shown.who, shown.table.rows, strict=True)}
    made = {one: [Square(cell, "") for cell in row] for one, row in rows.items()}
    totals, ended, place = _totals(t), endings(t), {one: at for at, one in enumerate(shown.who)}
    least, most = min(totals.values(), default=0), max([1, *totals.values()])
    for number, column in enumerate(History(t).columns):
        for one, meeting in column.items():
            other, fill = meeting.opponent, _FILLS.get(ended[one][number], "")
            at = number if not shown.matrix else place[other] if other is not None else None
            if at is None:
                continue
            text = rows[one][at]
            sign = text.partition(" ")[2] or text if shown.matrix or t.team_event else _sign(meeting)
            if other is None:
                made[one][at] = Square(sign, say(spoken("Round %(round)s: %(bye)s", round=number + 1, bye=text)), fill)
                continue
            whom = filled(_AGAINST[meeting.colour], round=number + 1, name=person(t.by_id[other]), result=sign)
            made[one][at] = Square(sign, say(whom), fill, (totals[other] - least) / max(1, most - least))
    if scheme(t.system).format.eliminates:
        return {one: row[: _in(row)] for one, row in made.items()}
    return made


def _in(row: list[Square]) -> int:
    """The last round in which there was something for somebody."""
    return max((at for at, one in enumerate(row, 1) if one.fill or one.sign not in ("", "0")), default=0)


def _sign(meeting: Meeting) -> str:
    """A round in one sign: what it brought, a sign of its own where nobody was met over a board."""
    return _SIGNS.get(meeting.kind) or halves(meeting.points)


# -- how it is drawn ---------------------------------------------------------------------------------------------------


def _drawn(x: float, y: float, side: float, square: Square) -> str:
    place, depth = (x + 1, y + 1, side - 2, _ROW - 2), _LEAST + (_MOST - _LEAST) * square.depth
    tile = box(*place, square.fill, rx=4, fill_opacity=f"{depth:.2f}") if square.fill else box(*place, "", "line", rx=4)
    ink, weight = ("ink", 600) if square.fill else ("ink-2", 400)
    sign = words(x + side / 2, y + 16, square.sign, ink, text_anchor="middle", font_weight=weight)
    return told(square.told, tile, sign) if square.told else tile + sign


def _bar(x: float, y: float, share: float, text: str) -> list[str]:
    """How many points somebody has, as long as they are many."""
    long = (_BAR - 52) * share
    return [
        box(x, y + 6, long, _ROW - 12, "baize", rx=3, fill_opacity="0.30"),
        words(x + long + 6, y + 16, text, font_weight=600),
    ]


def _legend(x: float, say: Say) -> list[str]:
    """What the colours mean: three of each, from the weakest opponent to the strongest."""
    shapes = []
    for ended, fill in _FILLS.items():
        how = say(_ENDED[ended])
        for at in range(3):
            depth = _LEAST + (_MOST - _LEAST) * at / 2
            shapes.append(box(x + 1 + 13 * at, 9, 12, 12, fill, rx=3, fill_opacity=f"{depth:.2f}"))
        shapes.append(words(x + 46, 19, how, "ink-2", font_size=11))
        x += 54 + wide(how, 11)
    return [*shapes, words(x + 4, 19, say(spoken("deeper: a stronger opponent")), "ink-2", font_size=11)]
