"""Ratings as pictures: the history of a player over months, and how the ratings of a list are distributed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from rookery.errors import RuleError
from rookery.pictures.canvas import Drawing, box, drawing, number, path, words
from rookery.shown.tokens import token

_LEFT, _TOP, _HIGH, _WIDE = 52.0, 40.0, 260.0, 620.0


def rating_history(name: str, kind: str, rows: Sequence[tuple[str, int]]) -> Drawing:
    """The ratings of a player by months ("2026-05", 0: none on that list), a step at each list that changed one."""
    rated = [(_month(month), rating, month) for month, rating in rows if rating]
    if not rated:
        raise RuleError(f"{name} has no {kind} rating on any list: there is nothing to draw")
    first, last = min(_month(month) for month, _ in rows), max(_month(month) for month, _ in rows)
    low, high = _ends([rating for _, rating, _ in rated])
    title = f"{name}, {kind} rating"

    def spot(month: int, rating: int) -> tuple[float, float]:
        return _LEFT + _WIDE * (month - first) / max(1, last - first), _TOP + _HIGH * (high - rating) / (high - low)

    shapes = [words(_LEFT, 20, title, font_weight=600), *_scale(low, high)]
    shapes += _line([(_month(month), rating) for month, rating in rows], spot)
    shapes += [_disc(*spot(month, rating)) for month, rating, _ in rated]
    for at in dict.fromkeys((first, last)):
        text, anchor = f"{at // 12}-{at % 12 + 1:02}", "start" if at == first else "end"
        x = spot(at, low)[0]
        shapes.append(words(x, _TOP + _HIGH + 20, text, "ink-2", text_anchor=anchor, font_size=11))
    x, y = spot(rated[-1][0], rated[-1][1])
    shapes.append(words(x + 10, y + 4, str(rated[-1][1]), font_weight=600))
    told = ", ".join(f"{month} {rating or 'none'}" for month, rating in rows)
    return drawing(title, f"{title}: {told}.", _LEFT + _WIDE + 60, _TOP + _HIGH + 32, shapes)


def rating_distribution(title: str, bars: Sequence[tuple[int, int]]) -> Drawing:
    """How many players there are in each hundred of ratings."""
    if not bars:
        raise RuleError("nobody has a rating on this list: there is nothing to draw")
    most, width = max(count for _, count in bars), _WIDE / len(bars)
    shapes = [words(_LEFT, 20, title, font_weight=600)]
    step = max(1, -(-most // 4))
    for mark in range(0, most + 1, step):
        y = _TOP + _HIGH * (1 - mark / most)
        shapes.append(path(f"M{number(_LEFT)} {number(y)}H{number(_LEFT + _WIDE)}", "line"))
        shapes.append(words(_LEFT - 8, y + 4, f"{mark:,}", "ink-2", text_anchor="end", font_size=11))
    every = -(-len(bars) // 12)
    for place, (low, count) in enumerate(bars):
        x, high = _LEFT + width * place, _HIGH * count / most
        shapes.append(box(x + 1, _TOP + _HIGH - high, max(1, width - 2), high, "baize"))
        if place % every == 0:
            shapes.append(
                words(x + width / 2, _TOP + _HIGH + 18, str(low), "ink-2", text_anchor="middle", font_size=11)
            )
    told = ", ".join(f"{low} to {low + 99}: {count:,}" for low, count in bars)
    return drawing(title, f"{title}. {told}.", _LEFT + _WIDE + 20, _TOP + _HIGH + 32, shapes)


def _month(text: str) -> int:
    year, month = text.split("-")
    return 12 * int(year) + int(month) - 1


def _ends(ratings: Sequence[int]) -> tuple[int, int]:
    """The lines between which all ratings lie."""
    return (min(ratings) - 20) // 50 * 50, -(-(max(ratings) + 20) // 50) * 50


def _scale(low: int, high: int) -> list[str]:
    step = 50 * -(-(high - low) // 300)
    shapes = []
    for mark in range(low, high + 1, step):
        y = _TOP + _HIGH * (high - mark) / (high - low)
        shapes.append(path(f"M{number(_LEFT)} {number(y)}H{number(_LEFT + _WIDE)}", "line"))
        shapes.append(words(_LEFT - 8, y + 4, str(mark), "ink-2", text_anchor="end", font_size=11))
    return shapes


def _line(rows: Sequence[tuple[int, int]], spot: Callable[[int, int], tuple[float, float]]) -> list[str]:
    """Steps from list to list; broken where there is no rating."""
    pieces, begun = [], False
    for (month, rating), (then, after) in pairwise(rows):
        if not rating:
            begun = False
            continue
        x, y = spot(month, rating)
        pieces.append(f"{'L' if begun else 'M'}{number(x)} {number(y)}H{number(spot(then, rating)[0])}")
        if after:
            pieces.append(f"V{number(spot(then, after)[1])}")
        begun = bool(after)
    return [path("".join(pieces), "baize", stroke_width=2, stroke_linejoin="round")] if pieces else []


def _disc(x: float, y: float) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="3.5" fill="{token("baize")}"/>'
