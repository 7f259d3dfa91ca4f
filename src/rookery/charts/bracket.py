"""Drawing of the bracket of a knock-out."""

from __future__ import annotations

from rookery.charts.svg import (
    Drawing,
    Translate,
    build_drawing,
    format_number,
    label,
    path,
    rectangle,
    sentence_name,
    text_element,
)
from rookery.errors import RuleError
from rookery.history.scoring import halves
from rookery.messages import join_texts, msg
from rookery.model import Tournament
from rookery.pairing.knockout import TreeMeeting, TreeStage, build_tree
from rookery.regulations import parse_type_code

_WIDE, _HIGH, _GAP, _ACROSS = 212.0, 44.0, 12.0, 28.0


def draw_bracket(tournament: Tournament, *, say: Translate = str) -> Drawing:
    """Draw every round in a column; winners are bold, with a tick."""
    if not parse_type_code(tournament.system).format.eliminates:
        raise RuleError(msg("only a knock-out has a bracket"))
    stages = build_tree(tournament)
    shapes, lines = [], []
    for column, stage in enumerate(stages):
        shapes.append(text_element(8 + column * (_WIDE + _ACROSS), 20, say(stage.called), font_weight=600))
        for place, meeting in enumerate(stage.meetings):
            shapes += _draw_meeting(tournament, column, place, meeting, column + 1 == len(stages), say)
        meetings = join_texts("; ", _describe_stage(tournament, stage, column == 0)) or msg("still open")
        lines.append(say(join_texts("", (stage.called, ": ", meetings, "."))))
    winner = stages[-1].meetings[0].through
    if winner is not None:
        lines.append(say(msg("%(name)s has won.", name=sentence_name(tournament.participants_by_number[winner]))))
    width = 16 + len(stages) * (_WIDE + _ACROSS) - _ACROSS
    height = 36 + len(stages[0].meetings) * (_HIGH + _GAP)
    return build_drawing(say(msg("Knock-out")), "\n".join(lines), width, height, shapes)


def _describe_stage(t: Tournament, stage: TreeStage, first_round: bool) -> list[str]:
    """Return the known meetings of a round in words."""
    sentences: list[str] = []
    for upper, lower, on, _ in stage.meetings:
        first, second = (
            sentence_name(t.participants_by_number[participant_id]) if participant_id is not None else ""
            for participant_id in (upper, lower)
        )
        if on is not None and upper is not None and lower is not None:
            beaten = second if on == upper else first
            sentences.append(
                msg("%(one)s beat %(other)s", one=sentence_name(t.participants_by_number[on]), other=beaten)
            )
        elif upper is not None and lower is not None:
            sentences.append(msg("%(one)s meets %(other)s", one=first, other=second))
        elif first or second:
            sentences.append(msg("%(name)s has a bye" if first_round else "%(name)s waits", name=first or second))
    return sentences


def _draw_meeting(
    t: Tournament, column: int, place: int, meeting: TreeMeeting, final: bool, say: Translate
) -> list[str]:
    """Return a box with two lines, and the line to the next one."""
    step = (_HIGH + _GAP) * 2**column
    x, y = 8 + column * (_WIDE + _ACROSS), 36 + step * (place + 0.5) - (_HIGH + _GAP) / 2
    points_scored, on = meeting.points or (), meeting.through
    shapes = [
        rectangle(x, y, _WIDE, _HIGH, "sheet", "line-2", rx=5),
        path(f"M{format_number(x)} {format_number(y + _HIGH / 2)}h{format_number(_WIDE)}", "line"),
    ]
    for line, participant_id in enumerate((meeting.upper, meeting.lower)):
        base = y + 15.5 + line * _HIGH / 2
        if participant_id is None:
            shapes.append(
                text_element(x + 8, base, say(msg("bye")) if column == 0 else "", "ink-3", font_style="italic")
            )
            continue
        weight = {"font_weight": 700} if participant_id == on else {}
        shapes.append(
            text_element(
                x + 8,
                base,
                label(t.participants_by_number[participant_id], _WIDE - 54),
                "ink" if on in (None, participant_id) else "ink-2",
                **weight,
            )
        )
        tick, scored = "✓" * (participant_id == on), halves(points_scored[line]) if points_scored else ""
        shapes.append(
            text_element(x + _WIDE - 8, base, f"{scored} {tick}".strip(), "ink-2", text_anchor="end", **weight)
        )
    if not final:
        turn = step / 2 if place % 2 == 0 else -step / 2
        half = format_number(_ACROSS / 2)
        start = f"M{format_number(x + _WIDE)} {format_number(y + _HIGH / 2)}"
        d = f"{start}h{half}v{format_number(turn)}h{half}"
        shapes.append(path(d, "baize" if on is not None else "line-2"))
    return shapes
