"""The tree of a knock-out: who met whom, who went on, and what is still open."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.labels import points
from rookery.model import Game, Match, Points, Result, Round, Tournament
from rookery.pairing.knockout import STAGES, reached, rounds_needed, survivors
from rookery.pictures.canvas import Drawing, box, drawing, label, name, number, path, words
from rookery.regulations import scheme
from rookery.scoring import match_points, outcome_table

_WIDE, _HIGH, _GAP, _ACROSS = 190.0, 44.0, 12.0, 40.0

Slots = list[int | None]
Pair = tuple[int | None, int | None]


def tree(tournament: Tournament) -> Drawing:
    """Every round in a column, from the first to the final; who went on is bold, and has a tick."""
    if not scheme(tournament.system).format.eliminates:
        raise RuleError("only a knock-out has a tree")
    stages = _stages(tournament)
    shapes, told = [], []
    for column, slots in enumerate(stages[:-1]):
        pairs, called = list(zip(slots[::2], slots[1::2], strict=True)), _called(column, len(stages) - 1)
        shapes.append(words(8 + column * (_WIDE + _ACROSS), 20, called, font_weight=600))
        for place, pair in enumerate(pairs):
            shapes += _meeting(tournament, column, place, pair, stages[column + 1][place])
        told.append(f"{called}: {'; '.join(_told(tournament, column, pairs, stages[column + 1])) or 'still open'}.")
    winner = stages[-1][0]
    if winner is not None:
        told.append(f"{name(tournament.by_id[winner])} has won.")
    width = 16 + (len(stages) - 1) * (_WIDE + _ACROSS) - _ACROSS
    height = 36 + len(stages[0]) / 2 * (_HIGH + _GAP)
    return drawing("Knock-out", "\n".join(told), width, height, shapes)


def _stages(t: Tournament) -> list[Slots]:
    """Who is in before each round, along the bracket, and at last who has won; None where nobody is known."""
    came = reached(t)
    found: list[Slots] = [list(survivors(t.until(1)))]
    for far in range(1, rounds_needed(len(t.participants)) + 1):
        pairs = list(zip(found[-1][::2], found[-1][1::2], strict=True))
        through = [[one for one in pair if one is not None and came.get(one, 0) >= far] for pair in pairs]
        found.append([next(iter(some), None) for some in through])
    return found


def _called(column: int, rounds: int) -> str:
    left = rounds - column - 1
    return STAGES[left].capitalize() if left < len(STAGES) else f"Round {column + 1}"


def _told(t: Tournament, column: int, pairs: list[Pair], through: Slots) -> list[str]:
    """The meetings of a round in words; those of which nobody is known are left out."""
    said = []
    for (upper, lower), on in zip(pairs, through, strict=True):
        first, second = (name(t.by_id[one]) if one is not None else "" for one in (upper, lower))
        if on is not None and upper is not None and lower is not None:
            beaten = second if on == upper else first
            said.append(f"{name(t.by_id[on])} beat {beaten}")
        elif upper is not None and lower is not None:
            said.append(f"{first} meets {second}")
        elif first or second:
            said.append(f"{first or second} has a bye" if column == 0 else f"{first or second} waits")
    return said


def _scored(t: Tournament, column: int, pair: Pair) -> dict[int, str]:
    """What both have made of their meeting, as far as it is played."""
    round = t.rounds[column] if column < len(t.rounds) else Round()
    meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
    for one in meetings:
        if {one.white, one.black} == set(pair):
            made = _made(t, round, one)
            return {one.white: points(made[0]), one.black: points(made[1])} if made else {}
    return {}


def _made(t: Tournament, round: Round, one: Game | Match) -> tuple[Points, Points] | None:
    """The points of both sides; None where nothing is over yet."""
    if isinstance(one, Match):
        (_, first), (_, second) = match_points(t, one, round.player_byes)
        return None if one.open and first == second == 0 else (first, second)
    worth = outcome_table(t.points)
    return None if one.result is Result.PENDING else (worth[one.result.white], worth[one.result.black])


def _meeting(t: Tournament, column: int, place: int, pair: Pair, on: int | None) -> list[str]:
    """A box with two lines, and the way to the next one."""
    step = (_HIGH + _GAP) * 2**column
    x, y = 8 + column * (_WIDE + _ACROSS), 36 + step * (place + 0.5) - (_HIGH + _GAP) / 2
    scored = _scored(t, column, pair)
    shapes = [
        box(x, y, _WIDE, _HIGH, "sheet", "line-2", rx=5),
        path(f"M{number(x)} {number(y + _HIGH / 2)}h{number(_WIDE)}", "line"),
    ]
    for at, one in enumerate(pair):
        base = y + 15.5 + at * _HIGH / 2
        if one is None:
            shapes.append(words(x + 8, base, "bye" if column == 0 else "", "ink-3", font_style="italic"))
            continue
        weight = {"font_weight": 700} if one == on else {}
        shapes.append(
            words(x + 8, base, label(t.by_id[one], _WIDE - 52), "ink" if on in (None, one) else "ink-2", **weight)
        )
        tick = "✓" * (one == on)
        shapes.append(
            words(x + _WIDE - 8, base, f"{scored.get(one, '')} {tick}".strip(), "ink-2", text_anchor="end", **weight)
        )
    if column + 1 < rounds_needed(len(t.participants)):
        turn = step / 2 if place % 2 == 0 else -step / 2
        d = f"M{number(x + _WIDE)} {number(y + _HIGH / 2)}h{number(_ACROSS / 2)}v{number(turn)}h{number(_ACROSS / 2)}"
        shapes.append(path(d, "baize" if on is not None else "line-2"))
    return shapes
