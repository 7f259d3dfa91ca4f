"""Points and ranks round by round, as lines: each with a dash and a mark of its own, and its name at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rookery.errors import RuleError
from rookery.formats.standings import standings
from rookery.history import History
from rookery.labels import points
from rookery.model import Tournament
from rookery.order import sequence
from rookery.pictures.canvas import Drawing, Say, called, cut, drawing, name, number, path, words
from rookery.ranking.crosstable import last_complete
from rookery.regulations import EditionWish
from rookery.shown.tokens import token
from rookery.wording import spoken

MOST = 8
"""So many lines can be told apart."""
_INKS = ("baize", "blue", "amber", "red", "ink", "ink-3")
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 5")
_LEFT, _TOP, _HIGH, _STEP, _NAMES, _ALONE = 44.0, 34.0, 300.0, 64.0, 230.0, 80.0

Row = list[int]
"""A value before the first round and after each."""


def scores(
    tournament: Tournament, who: Sequence[int] = (), *, edition: EditionWish | None = None, say: Say = str
) -> Drawing:
    """The points of some, or of the best by an edition of C.07, after each round."""
    rounds, chosen, history = _rounds(tournament), _chosen(tournament, who, edition), History(tournament)
    views = [history.before(number) for number in range(1, rounds + 2)]
    found = {one: [view.score(one) for view in views] for one in chosen}
    most = max([10, *(value for row in found.values() for value in row)])
    marks = [(value, points(value).removesuffix(".0")) for value in range(0, most + 1, 10 * -(-most // 100))]
    heads = say(spoken("Points by round")), say(spoken("Points by round, from the start on."))
    return _drawn(tournament, heads, found, marks, (most, 0), points, say)


def ranks(
    tournament: Tournament, who: Sequence[int] = (), *, edition: EditionWish | None = None, say: Say = str
) -> Drawing:
    """The rank of some, or of the best, after each round; at the left the place in which they started."""
    rounds, chosen = _rounds(tournament), _chosen(tournament, who, edition)
    start = {one: at for at, one in enumerate(sequence(tournament), 1)}
    each = [standings(tournament, after=number, edition=edition) for number in range(1, rounds + 1)]
    tables = [{row.id: row.rank for row in found} for found in each]
    found = {one: [table[one] for table in (start, *tables) if one in table] for one in chosen}
    lowest = max([2, *(value for row in found.values() for value in row)])
    step = -(-lowest // 10)
    marks = [(value, str(value)) for value in (1, *range(max(2, step), lowest + 1, step))]
    heads = say(spoken("Rank by round")), say(spoken("Rank by round, from the start on."))
    return _drawn(tournament, heads, found, marks, (1, lowest), str, say)


def _rounds(t: Tournament) -> int:
    """How many rounds are complete."""
    rounds = last_complete(t, History(t), max(t.planned or 0, len(t.rounds)))
    if not rounds:
        raise RuleError(spoken("no round is complete yet: there is nothing to draw"))
    return rounds


def _chosen(t: Tournament, who: Sequence[int], edition: EditionWish | None) -> list[int]:
    """Those asked for; else the best, as many as can be told apart."""
    for one in who:
        if one not in t.by_id:
            raise RuleError(spoken("there is no number %(number)s in this tournament", number=one), who=(one,))
    return list(who) or [row.id for row in standings(t, edition=edition).rows[:MOST]]


def _drawn(
    t: Tournament, heads: tuple[str, str], found: dict[int, Row], marks: list[tuple[int, str]], ends: tuple[int, int],
    said: Callable[[int], str], say: Say,
) -> Drawing:  # fmt: skip
    """The lines between the value at the top and the one at the bottom, under the title and under that of the words."""
    rounds, (top, bottom) = max(map(len, found.values())) - 1, ends
    room = _NAMES if len(found) > 1 else _ALONE
    right = _LEFT + _STEP * rounds

    def at(value: int) -> float:
        return _TOP + _HIGH * (value - top) / (bottom - top)

    shapes = [words(_LEFT, 18, heads[0], font_weight=600)]
    for value, text in marks:
        shapes.append(path(f"M{number(_LEFT)} {number(at(value))}H{number(right)}", "line"))
        shapes.append(words(_LEFT - 8, at(value) + 4, text, "ink-2", text_anchor="end", font_size=11))
    for place in range(rounds + 1):
        text = str(place) if place else say(spoken("start"))
        shapes.append(
            words(_LEFT + _STEP * place, _TOP + _HIGH + 20, text, "ink-2", text_anchor="middle", font_size=11)
        )
    heights = _apart([(at(row[-1]), one) for one, row in found.items()])
    for place, (one, row) in enumerate(found.items()):
        shapes += _line(place, [(_LEFT + _STEP * n, at(value)) for n, value in enumerate(row)])
        text = cut(say(called(t.by_id[one])), room - 80) if len(found) > 1 else ""
        shapes += _named(place, right, at(row[-1]), heights[one], said(row[-1]), text)
    lines = (f"{say(name(t.by_id[one]))}: {', '.join(map(said, row))}." for one, row in found.items())
    height = max(_TOP + _HIGH + 32, max(heights.values()) + 16)
    return drawing(heads[0], "\n".join((heads[1], *lines)), right + room, height, shapes)


def _line(place: int, spots: list[tuple[float, float]]) -> list[str]:
    """A line with a mark at each round; a dash and a mark of its own tell it from the others."""
    ink, dash = _INKS[place % len(_INKS)], _DASHES[place // 2 % len(_DASHES)]
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots)
    return [path(d, ink, stroke_width=2, stroke_linejoin="round", **({"stroke_dasharray": dash} if dash else {})),
            *(_mark(place, x, y) for x, y in spots)]  # fmt: skip


def _mark(place: int, x: float, y: float) -> str:
    """A small disc, square, diamond or triangle."""
    shapes = ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M-3.5 -3.5h7v7h-7z", "M0 -5l5 5l-5 5l-5 -5z", "M0 -5l5 9h-10z")
    filled = token(_INKS[place % len(_INKS)] if place % 2 == 0 else "sheet")
    where = f'transform="translate({number(x)} {number(y)})"'
    return (
        f'<path {where} d="{shapes[place % len(shapes)]}" fill="{filled}"'
        f' stroke="{token(_INKS[place % len(_INKS)])}" stroke-width="1.5"/>'
    )


def _named(place: int, right: float, y: float, height: float, value: str, text: str) -> list[str]:
    """The value and the name at the end of a line, moved so that no two stand on each other."""
    bend = path(f"M{number(right + 6)} {number(y)}L{number(right + 22)} {number(height)}", "line-2")
    last = words(right + 66, height + 4, value, text_anchor="end", font_weight=600)
    return [bend, _mark(place, right + 30, height), last, words(right + 74, height + 4, text)]


def _apart(wished: list[tuple[float, int]]) -> dict[int, float]:
    """Where the names stand: as near to the end of their line as those above leave room."""
    found: dict[int, float] = {}
    lowest = _TOP - 16.0
    for y, one in sorted(wished):
        lowest = max(y, lowest + 17)
        found[one] = lowest
    return found
