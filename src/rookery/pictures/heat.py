"""The crosstable as a map of heat: the stronger the opponent in the end, the deeper the colour of a round."""

from __future__ import annotations

from rookery.declared import points_so_far
from rookery.endings import endings
from rookery.history import History
from rookery.labels import person
from rookery.model import Tournament
from rookery.pictures.canvas import Drawing, box, drawing, label, wide, words
from rookery.shown.crosstable import Shown, crosstable

_ROW = 22
_FILLS = {"won": "baize", "drawn": "amber", "lost": "red"}
_LEGEND = (
    "Green is won, amber drawn, red lost, each with its sign; the deeper the colour, the more points the opponent has."
)


def heat(tournament: Tournament) -> Drawing:
    """Everybody in a row, a square for each round (or opponent, where everybody meets everybody)."""
    shown = crosstable(tournament)
    title = shown.title
    text = "\n".join(_told(tournament, shown, at) for at in range(len(shown.who)))
    names = 230.0
    cells = [row[shown.left :] for row in shown.table.rows]
    side = max([_ROW, *(wide(cell, 10) + 8 for row in cells for cell in row)])
    columns = shown.table.columns[shown.left :]
    width, height = names + 52 + side * len(columns) + 8, _ROW * (len(cells) + 1) + 10
    shapes = [
        words(names + 52 + side * (at + 0.5), 16, column.title, "ink-2", text_anchor="middle", font_size=10)
        for at, column in enumerate(columns)
    ]
    weight = _weights(tournament, shown)
    for at, one in enumerate(shown.who):
        y = _ROW * (at + 1) + 4
        shapes.append(words(8, y + 15, label(tournament.by_id[one], names - 12)))
        shapes.append(
            words(names + 42, y + 15, shown.table.rows[at][shown.left - 1], text_anchor="end", font_weight=600)
        )
        for place, cell in enumerate(cells[at]):
            shapes += _cell(names + 52 + side * place, y, side, cell, weight.get((at, place)))
    return drawing(title, text, width, height, shapes, f"{title}. {_LEGEND}")


def _told(t: Tournament, shown: Shown, at: int) -> str:
    row = shown.table.rows[at]
    rounds = ", ".join(cell or "–" for cell in row[shown.left :])
    return f"{person(t.by_id[shown.who[at]])}, {row[shown.left - 1]}: {rounds}"


def _weights(t: Tournament, shown: Shown) -> dict[tuple[int, int], tuple[str, float]]:
    """Colour and depth of each square with a result."""
    totals = {one: both[0] for one, both in points_so_far(t).items()}
    most, place = max([1, *totals.values()]), {one: at for at, one in enumerate(shown.who)}
    ended, found = endings(t), {}
    for number, column in enumerate(History(t).columns):
        for one, meeting in column.items():
            how = ended[one][number]
            if meeting.opponent is not None and how in _FILLS:
                at = place[meeting.opponent] if shown.matrix else number
                found[place[one], at] = _FILLS[how], 0.12 + 0.36 * max(0, totals[meeting.opponent]) / most
    return found


def _cell(x: float, y: float, side: float, text: str, weight: tuple[str, float] | None) -> list[str]:
    middle = [words(x + side / 2, y + 15, text, "ink", text_anchor="middle", font_size=10)] if text else []
    place = x + 1, y + 1, side - 2, _ROW - 2
    if weight is None:
        return [box(*place, "", "line", rx=4), *middle]
    return [box(*place, weight[0], rx=4, fill_opacity=f"{weight[1]:.2f}"), *middle]
