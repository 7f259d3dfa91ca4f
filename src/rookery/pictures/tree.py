"""The tree of a knock-out: who met whom, who went on, and what is still open."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.model import Tournament
from rookery.pairing.knockout_tree import TreeMeeting, TreeStage, tree_of
from rookery.pictures.canvas import Drawing, Say, box, drawing, label, name, number, path, words
from rookery.regulations import scheme
from rookery.scoring import halves
from rookery.wording import joined, spoken

_WIDE, _HIGH, _GAP, _ACROSS = 212.0, 44.0, 12.0, 28.0


def tree(tournament: Tournament, *, say: Say = str) -> Drawing:
    """Every round in a column, from the first to the final; who went on is bold, and has a tick."""
    if not scheme(tournament.system).format.eliminates:
        raise RuleError(spoken("only a knock-out has a tree"))
    stages = tree_of(tournament)
    shapes, told = [], []
    for column, stage in enumerate(stages):
        shapes.append(words(8 + column * (_WIDE + _ACROSS), 20, say(stage.called), font_weight=600))
        for place, one in enumerate(stage.meetings):
            shapes += _meeting(tournament, column, place, one, column + 1 == len(stages), say)
        meetings = joined("; ", _told(tournament, stage, column == 0)) or spoken("still open")
        told.append(say(joined("", (stage.called, ": ", meetings, "."))))
    winner = stages[-1].meetings[0].through
    if winner is not None:
        told.append(say(spoken("%(name)s has won.", name=name(tournament.by_id[winner]))))
    width = 16 + len(stages) * (_WIDE + _ACROSS) - _ACROSS
    height = 36 + len(stages[0].meetings) * (_HIGH + _GAP)
    return drawing(say(spoken("Knock-out")), "\n".join(told), width, height, shapes)


def _told(t: Tournament, stage: TreeStage, first_round: bool) -> list[str]:
    """The meetings of a round in words; those of which nobody is known are left out."""
    said: list[str] = []
    for upper, lower, on, _ in stage.meetings:
        first, second = (name(t.by_id[one]) if one is not None else "" for one in (upper, lower))
        if on is not None and upper is not None and lower is not None:
            beaten = second if on == upper else first
            said.append(spoken("%(one)s beat %(other)s", one=name(t.by_id[on]), other=beaten))
        elif upper is not None and lower is not None:
            said.append(spoken("%(one)s meets %(other)s", one=first, other=second))
        elif first or second:
            said.append(spoken("%(name)s has a bye" if first_round else "%(name)s waits", name=first or second))
    return said


def _meeting(t: Tournament, column: int, place: int, meeting: TreeMeeting, final: bool, say: Say) -> list[str]:
    """A box with two lines, and the way to the next one."""
    step = (_HIGH + _GAP) * 2**column
    x, y = 8 + column * (_WIDE + _ACROSS), 36 + step * (place + 0.5) - (_HIGH + _GAP) / 2
    made, on = meeting.points or (), meeting.through
    shapes = [
        box(x, y, _WIDE, _HIGH, "sheet", "line-2", rx=5),
        path(f"M{number(x)} {number(y + _HIGH / 2)}h{number(_WIDE)}", "line"),
    ]
    for at, one in enumerate((meeting.upper, meeting.lower)):
        base = y + 15.5 + at * _HIGH / 2
        if one is None:
            shapes.append(words(x + 8, base, say(spoken("bye")) if column == 0 else "", "ink-3", font_style="italic"))
            continue
        weight = {"font_weight": 700} if one == on else {}
        shapes.append(
            words(x + 8, base, label(t.by_id[one], _WIDE - 54), "ink" if on in (None, one) else "ink-2", **weight)
        )
        tick, scored = "✓" * (one == on), halves(made[at]) if made else ""
        shapes.append(words(x + _WIDE - 8, base, f"{scored} {tick}".strip(), "ink-2", text_anchor="end", **weight))
    if not final:
        turn = step / 2 if place % 2 == 0 else -step / 2
        d = f"M{number(x + _WIDE)} {number(y + _HIGH / 2)}h{number(_ACROSS / 2)}v{number(turn)}h{number(_ACROSS / 2)}"
        shapes.append(path(d, "baize" if on is not None else "line-2"))
    return shapes
