"""The groups of a Swiss round as it was paired: everybody with the points they had, pairs, and floats as arrows."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.history import History
from rookery.model import Points, Tournament
from rookery.pictures.canvas import Drawing, Say, box, drawing, name, number, path, safe, words
from rookery.regulations import announced
from rookery.scoring import in_words
from rookery.shown.rounds import without_game
from rookery.shown.tokens import token
from rookery.values import NamedTuple
from rookery.wording import joined, spoken

_CHIP, _HIGH, _ROW, _WIDE = 100.0, 24.0, 32.0, 760.0
_PAIRS, _LETTERS = 3, 14
"""Pairs in a row, and letters in a chip."""

Spots = dict[int, tuple[float, float]]
"""Where everybody stands."""


class Group(NamedTuple):
    """Those with as many points: who meet each other, who meet somebody below, and somebody above; who meets nobody.

    `black` are those of the whole round who have Black.
    """

    score: Points
    pairs: list[tuple[int, int]]
    down: list[int]
    up: list[int]
    alone: list[int]
    black: frozenset[int]


def groups(tournament: Tournament, round: int | None = None, say: Say = str) -> Drawing:
    """The groups of a round from the top; who meets somebody of another group has an arrow to them."""
    asked = len(tournament.rounds) if round is None else round
    format = announced(tournament.system, tournament.event.type)
    if format.predetermined or format.eliminates or format.club_rules:
        raise RuleError(spoken("only a Swiss has groups"))
    if not 1 <= asked <= len(tournament.rounds):
        raise RuleError(spoken("there is no round %(round)s: %(number)s are paired", round=asked,
                               number=len(tournament.rounds)))  # fmt: skip
    opponent = {one: other for both in tournament.rounds[asked - 1].pairs for one, other in (both, both[::-1])}
    made, spots = _groups(tournament, asked, opponent), Spots()
    called = {one: _called(one, who.name) for one, who in tournament.by_id.items()}
    title = say(spoken("Groups of round %(round)s", round=asked))
    shapes, y = [words(12, 20, title, font_weight=600)], 32.0
    for group in made:
        drawn, high = _drawn(group, y, spots, called, say)
        shapes += drawn
        y += high + 14
    shapes += [_arrow(spots[one], spots[opponent[one]]) for group in made for one in group.down]
    free = without_game(tournament, asked)
    text = "\n".join(say(_told(tournament, group, opponent, free)) for group in made)
    return drawing(title, text, _WIDE + 16, y, shapes)


def _groups(t: Tournament, asked: int, opponent: dict[int, int]) -> list[Group]:
    scores = History(t.until(asked)).before(asked).pairing_scores()
    found, black = [], frozenset(both[1] for both in t.rounds[asked - 1].pairs)
    for score in sorted(set(scores.values()), reverse=True):
        here = [one for one in scores if scores[one] == score]
        met = {one: scores[opponent[one]] for one in here if one in opponent}
        pairs = [both for both in t.rounds[asked - 1].pairs if scores[both[0]] == scores[both[1]] == score]
        down, up = [one for one in met if met[one] < score], [one for one in met if met[one] > score]
        found.append(Group(score, pairs, down, up, [one for one in here if one not in opponent], black))
    return found


def _told(t: Tournament, group: Group, opponent: dict[int, int], free: dict[int, str]) -> str:
    """A group in words."""
    called = {one: name(t.by_id[one]) for both in group.pairs for one in both}
    met = {one: (name(t.by_id[one]), name(t.by_id[opponent[one]])) for one in (*group.down, *group.up)}
    said = [spoken("%(one)s meets %(other)s", one=called[white], other=called[black]) for white, black in group.pairs]
    said += [spoken("%(one)s floats down to %(other)s", one=met[one][0], other=met[one][1]) for one in group.down]
    said += [spoken("%(one)s meets %(other)s from above", one=met[one][0], other=met[one][1]) for one in group.up]
    said += [spoken("%(name)s has no game (%(bye)s)", name=name(t.by_id[one]), bye=free.get(one) or spoken("absent"))
             for one in group.alone]  # fmt: skip
    return spoken("Group of %(points)s: %(what)s.", points=in_words(group.score), what=joined("; ", said))


def _called(one: int, name: str) -> str:
    """A number and a surname, as much as a chip takes.

    >>> _called(7, "Featherstonehaugh, Ann")
    '7 Featherston…'
    """
    return _fitting(f"{one} {name.partition(',')[0]}".strip())


def _fitting(text: str) -> str:
    return text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1].rstrip('…')}…"


def _drawn(group: Group, y: float, spots: Spots, called: dict[int, str], say: Say) -> tuple[list[str], float]:
    """The box of a group, and how high it is: those from above first, pairs, who has no game, who floats down."""
    left, right = 96.0, _WIDE
    columns = int((right - left) // (_CHIP + 6))
    first = [[one] for one in group.up]
    last = [[one] for one in (*group.alone, *group.down)]
    shapes: list[str] = []
    top = y + 6
    for row, some in enumerate((first, [list(both) for both in group.pairs], last)):
        x, per = left, columns if row != 1 else _PAIRS
        for at, chips in enumerate(some):
            if at and at % per == 0:
                x, top = left, top + _ROW
            sign = "" if chips[0] in group.alone else ("▲", "", "▼")[row]
            shapes += _chips(chips, x, top, spots, group, {one: f"{sign}{called[one]}" for one in chips})
            x += (_CHIP + 6) * len(chips) + (8 if len(chips) > 1 else 0)
        top += _ROW * bool(some)
    high = max(top - y, _ROW + 6) + 2
    frame = box(8, y, _WIDE, high, "paper", "line", rx=8)
    return [frame, words(18, y + 22, say(in_words(group.score)), "ink", font_weight=600), *shapes], high


def _chips(chips: list[int], x: float, y: float, spots: Spots, group: Group, called: dict[int, str]) -> list[str]:
    """One who floats, or two who meet: White light, Black dark; dashed, and of no colour, who has no game."""
    shapes = []
    for at, one in enumerate(chips):
        spot = x + at * (_CHIP + 4)
        dashes, ground, ink = {}, "white-side", "on-white"
        if one in group.alone:
            dashes, ground, ink = {"stroke_dasharray": "3 2"}, "sheet", "ink"
        elif one in group.black:
            ground, ink = "black-side", "on-black"
        shapes.append(box(spot, y, _CHIP, _HIGH, ground, "ink-3", rx=5, **dashes))
        text = safe(_fitting(called[one]))
        middle = f'x="{number(spot + _CHIP / 2)}" y="{number(y + 16)}" text-anchor="middle" font-size="11"'
        shapes.append(f'<text {middle} fill="{token(ink)}">{text}</text>')
        spots[one] = spot + _CHIP / 2, y
    return shapes


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From who floats down to whom they meet."""
    (x, y), (to, below) = (start[0], start[1] + _HIGH), (end[0], end[1] - 1)
    bend = max(10.0, (below - y) / 2)
    way = (x, y), (x, y + bend), (to, below - bend), (to, below - 5)
    first, *others = (f"{number(across)} {number(down)}" for across, down in way)
    head, curve = f"M{number(to)} {number(below)}l-4 -7h8z", f"M{first}C{' '.join(others)}"
    return path(curve, "baize", stroke_width=1.8) + f'<path d="{head}" fill="{token("baize")}"/>'
