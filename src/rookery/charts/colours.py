"""Drawing of colours, results and floats as small squares, round by round."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.charts.svg import (
    Drawing,
    Translate,
    build_drawing,
    css_token,
    label,
    rectangle,
    sentence_name,
    text_element,
)
from rookery.errors import RuleError
from rookery.formatting import MARKS, bye_labels
from rookery.history.history import Float, History, RoundOutcome, round_outcomes
from rookery.history.round_results import BYES, Kind, Meeting
from rookery.messages import Message, format_msg, join_texts, msg
from rookery.model import Colour, Ending, Tournament

_SIDE, _NAMES = 24.0, 210.0
_SIGNS: dict[RoundOutcome, str] = {"won": MARKS[Ending.WIN], "drawn": MARKS[Ending.DRAW], "lost": MARKS[Ending.LOSS],
                            "open": MARKS[Ending.PENDING], "free": "–"}  # fmt: skip
_FLOATS = {
    Float.UP: ("▲", msg("%(what)s, floated up")),
    Float.DOWN: ("▼", msg("%(what)s, floated down")),
}
_AGAINST = {
    Colour.WHITE: msg("White against %(number)s, %(ended)s"),
    Colour.BLACK: msg("Black against %(number)s, %(ended)s"),
    None: msg("against %(number)s, %(ended)s"),
}
_ENDED: dict[RoundOutcome, Message] = {"won": msg("won"), "drawn": msg("drawn"), "lost": msg("lost"),
                             "open": msg("open"), "free": msg("free")}  # fmt: skip
_FORFEIT: dict[RoundOutcome, Message] = {"won": msg("won by forfeit"), "lost": msg("lost by forfeit"),
                               "drawn": msg("drawn by forfeit")}  # fmt: skip


def draw_colour_histories(
    tournament: Tournament, participant_ids: Sequence[int] = (), *, say: Translate = str
) -> Drawing:
    """Draw a row for each participant: White light, Black dark, dashed without a game, with the result.

    A triangle above a square is a float, up or down.
    """
    for participant_id in participant_ids:
        if participant_id not in tournament.participants_by_number:
            raise RuleError(
                msg("there is no number %(number)s in this tournament", number=participant_id),
                participants=(participant_id,),
            )
    rows = list(participant_ids) or list(tournament.participants_by_number)
    history, ended = History(tournament), round_outcomes(tournament)
    columns, floats = history.round_results, _floats_by_round(history)
    shapes, lines = [], []
    for index in range(len(tournament.rounds)):
        x = _NAMES + _SIDE * index
        shapes.append(text_element(x + 10, 14, str(index + 1), "ink-2", text_anchor="middle", font_size=10))
    for place, participant_id in enumerate(rows):
        y, parts = 24 + 36.0 * place, []
        shapes.append(text_element(8, y + 22, label(tournament.participants_by_number[participant_id], _NAMES - 16)))
        for index, column in enumerate(columns):
            floated = floats[index].get(participant_id, Float.NONE)
            shapes += _draw_square(
                _NAMES + _SIDE * index, y, column[participant_id], ended[participant_id][index], floated
            )
            parts.append(_describe_meeting(tournament, column[participant_id], ended[participant_id][index], floated))
        rounds = join_texts("; ", parts) or msg("no round yet")
        lines.append(
            say(join_texts("", (sentence_name(tournament.participants_by_number[participant_id]), ": ", rounds, ".")))
        )
    alone = sentence_name(tournament.participants_by_number[rows[0]]) if len(rows) == 1 else ""
    title = say(msg("Colours and floats of %(name)s" if alone else "Colours and floats", name=alone))
    width, height = _NAMES + _SIDE * len(tournament.rounds) + 8, 24 + 36.0 * len(rows) + 4
    short = "" if alone else say(_SHORT_DESCRIPTION)
    return build_drawing(title, "\n".join(lines), width, height, shapes, short)


_SHORT_DESCRIPTION = msg("Colours and floats, round by round: White light, Black dark, triangles for floats.")


def _floats_by_round(history: History) -> list[dict[int, Float]]:
    """Return the floats by participant, round by round, for complete rounds."""
    floats: list[dict[int, Float]] = []
    over = True
    for number, sheet in enumerate(history.round_columns, 1):
        over = over and all(meeting.kind is not Kind.PENDING for meeting in sheet.unplayed.values())
        floats.append(history.before(number + 1).floats(1) if over else {})
    return floats


def _draw_square(x: float, y: float, meeting: Meeting, ended: RoundOutcome, floated: Float) -> list[str]:
    fill = {Colour.WHITE: "white-side", Colour.BLACK: "black-side", None: ""}[meeting.colour]
    is_played = meeting.kind is Kind.PLAYED or meeting.kind is Kind.PENDING
    dashes = {} if is_played else {"stroke_dasharray": "3 2"}
    ink = css_token("on-white" if meeting.colour is Colour.WHITE else "on-black")
    middle = f'x="{x + 10:g}" y="{y + 22:g}" text-anchor="middle" font-size="11" font-weight="600"'
    sign = _meeting_sign(meeting, ended)
    shapes = [rectangle(x, y + 8, 20, 20, fill, "line-2" if is_played else "ink-3", rx=4, **dashes)]
    if meeting.colour is None:
        shapes.append(text_element(x + 10, y + 22, sign, "ink-3", text_anchor="middle", font_size=11))
    else:
        shapes.append(f'<text {middle} fill="{ink}">{sign}</text>')
    if floated in _FLOATS:
        shapes.append(text_element(x + 10, y + 6, _FLOATS[floated][0], "ink-2", text_anchor="middle", font_size=8))
    return shapes


def _meeting_sign(meeting: Meeting, ended: RoundOutcome) -> str:
    if meeting.kind is Kind.FORFEIT_WIN:
        return MARKS[Ending.FORFEIT_WIN]
    return MARKS[Ending.FORFEIT_LOSS] if meeting.kind is Kind.FORFEIT_LOSS else _SIGNS[ended]


def _describe_meeting(t: Tournament, meeting: Meeting, ended: RoundOutcome, floated: Float) -> str:
    if meeting.opponent is None:
        bye = next(bye for bye, kind in BYES.items() if kind is meeting.kind)
        text = bye_labels(t)[bye][1] or msg("out")
    else:
        words_by_outcome = _FORFEIT if meeting.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS) else _ENDED
        text = format_msg(_AGAINST[meeting.colour], number=meeting.opponent, ended=words_by_outcome[ended])
    return format_msg(_FLOATS[floated][1], what=text) if floated in _FLOATS else text
