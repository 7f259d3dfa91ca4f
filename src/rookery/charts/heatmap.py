"""The crosstable as a heat map: the stronger the opponent in the end, the deeper the colour of a round."""

from __future__ import annotations

from typing import NamedTuple

from rookery.charts.svg import (
    Drawing,
    Translate,
    build_drawing,
    label,
    rectangle,
    text_element,
    text_width,
    with_tooltip,
)
from rookery.formatting import participant_label
from rookery.history.declared_points import current_points
from rookery.history.history import History, RoundOutcome, round_outcomes
from rookery.history.round_results import Kind, Meeting
from rookery.history.scoring import halves
from rookery.messages import Message, format_msg, join_texts, msg
from rookery.model import Colour, Points, Tournament
from rookery.presentation.standings import Crosstable, crosstable
from rookery.regulations import EditionName, parse_type_code

_ROW, _NAMES, _BAR, _TOP = 24, 218.0, 150.0, 58
_FILLS: dict[RoundOutcome, str] = {"won": "baize", "drawn": "amber", "lost": "red"}
_LEAST, _MOST = 0.1, 0.46
"""The least and the greatest opacity of a colour; a higher one would make the signs in a cell illegible."""
_ENDED: dict[RoundOutcome, Message] = {"won": msg("won"), "drawn": msg("drawn"), "lost": msg("lost")}
_LEGEND = msg(
    "Green is won, amber drawn, red lost, each with its sign; the deeper the colour, the more points the opponent has."
)
_SIGNS = {Kind.PENDING: "·", Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "−"}
_AGAINST = {
    Colour.WHITE: msg("Round %(round)s, White against %(name)s: %(result)s"),
    Colour.BLACK: msg("Round %(round)s, Black against %(name)s: %(result)s"),
    None: msg("Round %(round)s, against %(name)s: %(result)s"),
}


class Square(NamedTuple):
    """One square: its sign, tooltip, colour (none without an opponent or with an open game), and depth of colour."""

    sign: str
    tooltip: str
    fill: str = ""
    depth: float = 0.0


def draw_heatmap(tournament: Tournament, *, edition: EditionName | None = None, say: Translate = str) -> Drawing:
    """Draw a row per participant: a square for each round (or opponent, in a round robin), and a bar of points."""
    table_data = crosstable(tournament, edition)
    squares = _build_squares(tournament, table_data, say)
    side = max([26.0, *(text_width(square.sign) + 10 for row in squares.values() for square in row)])
    columns = table_data.table.columns[table_data.left :]
    end = _NAMES + side * len(columns)
    shapes = _draw_legend(9, say)
    for index, column in enumerate(columns):
        x = _NAMES + side * (index + 0.5)
        shapes.append(
            text_element(x, _TOP - 8, column.title.removeprefix("R"), "ink-2", text_anchor="middle", font_size=11)
        )
    totals = _total_points(tournament)
    for index, participant_id in enumerate(table_data.participants):
        y = _TOP + _ROW * index
        shapes.append(text_element(8, y + 16, label(tournament.participants_by_number[participant_id], _NAMES - 16)))
        for place, square in enumerate(squares[participant_id]):
            shapes.append(_draw_table(_NAMES + side * place, y, side, square))
        shapes += _draw_points_bar(
            end + 12,
            y,
            totals[participant_id] / max([1, *totals.values()]),
            table_data.table.rows[index][table_data.left - 1],
        )
    text = "\n".join(say(_describe_row(tournament, table_data, index)) for index in range(len(table_data.participants)))
    title = say(table_data.title)
    height = _TOP + _ROW * len(table_data.participants) + 10
    return build_drawing(title, text, max(end + 12 + _BAR, 480), height, shapes, f"{title}. {say(_LEGEND)}")


def _describe_row(t: Tournament, table_data: Crosstable, index: int) -> str:
    row = table_data.table.rows[index]
    rounds = join_texts(", ", [cell or "–" for cell in row[table_data.left :]])
    name = participant_label(t.participants_by_number[table_data.participants[index]])
    return join_texts("", (f"{name}, {row[table_data.left - 1]}: ", rounds))


# -- what each square is -----------------------------------------------------------------------------------------------


def _total_points(t: Tournament) -> dict[int, Points]:
    return {participant_id: max(0, scores[0]) for participant_id, scores in current_points(t).items()}


def _build_squares(t: Tournament, table_data: Crosstable, say: Translate) -> dict[int, list[Square]]:
    """Return the squares of all participants as in the crosstable; in a knock-out they end with the elimination."""
    rows = {
        participant_id: [*map(say, row[table_data.left :])]
        for participant_id, row in zip(table_data.participants, table_data.table.rows, strict=True)
    }
    squares = {participant_id: [Square(cell, "") for cell in row] for participant_id, row in rows.items()}
    totals, ended, place = (
        _total_points(t),
        round_outcomes(t),
        {participant_id: index for index, participant_id in enumerate(table_data.participants)},
    )
    lowest, highest = min(totals.values(), default=0), max([1, *totals.values()])
    for number, column in enumerate(History(t).round_results):
        for participant_id, meeting in column.items():
            opponent_id, fill = meeting.opponent, _FILLS.get(ended[participant_id][number], "")
            index = number if not table_data.matrix else place[opponent_id] if opponent_id is not None else None
            if index is None:
                continue
            text = rows[participant_id][index]
            sign = text.partition(" ")[2] or text if table_data.matrix or t.team_event else _meeting_sign(meeting)
            if opponent_id is None:
                squares[participant_id][index] = Square(
                    sign, say(msg("Round %(round)s: %(bye)s", round=number + 1, bye=text)), fill
                )
                continue
            tooltip = format_msg(
                _AGAINST[meeting.colour],
                round=number + 1,
                name=participant_label(t.participants_by_number[opponent_id]),
                result=sign,
            )
            squares[participant_id][index] = Square(
                sign, say(tooltip), fill, (totals[opponent_id] - lowest) / max(1, highest - lowest)
            )
    if parse_type_code(t.system).format.eliminates:
        return {participant_id: row[: _last_active_round(row)] for participant_id, row in squares.items()}
    return squares


def _last_active_round(row: list[Square]) -> int:
    """Return the last round with a game or another result."""
    return max((index for index, square in enumerate(row, 1) if square.fill or square.sign not in ("", "0")), default=0)


def _meeting_sign(meeting: Meeting) -> str:
    """Return the sign of a round: its points, or a sign of its own where no game was played."""
    return _SIGNS.get(meeting.kind) or halves(meeting.points)


# -- how it is drawn ---------------------------------------------------------------------------------------------------


def _draw_table(x: float, y: float, side: float, square: Square) -> str:
    place, depth = (x + 1, y + 1, side - 2, _ROW - 2), _LEAST + (_MOST - _LEAST) * square.depth
    tile = (
        rectangle(*place, square.fill, rx=4, fill_opacity=f"{depth:.2f}")
        if square.fill
        else rectangle(*place, "", "line", rx=4)
    )
    ink, weight = ("ink", 600) if square.fill else ("ink-2", 400)
    sign = text_element(x + side / 2, y + 16, square.sign, ink, text_anchor="middle", font_weight=weight)
    return with_tooltip(square.tooltip, tile, sign) if square.tooltip else tile + sign


def _draw_points_bar(x: float, y: float, share: float, text: str) -> list[str]:
    """Return the bar of a participant's points."""
    long = (_BAR - 52) * share
    return [
        rectangle(x, y + 6, long, _ROW - 12, "baize", rx=3, fill_opacity="0.30"),
        text_element(x + long + 6, y + 16, text, font_weight=600),
    ]


def _draw_legend(x: float, say: Translate) -> list[str]:
    """Return the legend of the colours: three shades of each, from the weakest opponent to the strongest."""
    shapes = []
    for ended, fill in _FILLS.items():
        meaning = say(_ENDED[ended])
        for step in range(3):
            depth = _LEAST + (_MOST - _LEAST) * step / 2
            shapes.append(rectangle(x + 1 + 13 * step, 9, 12, 12, fill, rx=3, fill_opacity=f"{depth:.2f}"))
        shapes.append(text_element(x + 46, 19, meaning, "ink-2", font_size=11))
        x += 54 + text_width(meaning, 11)
    return [*shapes, text_element(x + 4, 19, say(msg("deeper: a stronger opponent")), "ink-2", font_size=11)]
