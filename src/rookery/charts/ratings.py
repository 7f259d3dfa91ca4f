"""Ratings as pictures: the history of a player over months, and how the ratings of a list are distributed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from rookery.charts.svg import Drawing, build_drawing, format_number, path, rectangle, text_element
from rookery.errors import RuleError
from rookery.presentation.theme import css_token

_LEFT, _TOP, _HIGH, _WIDE = 52.0, 40.0, 260.0, 620.0


def draw_rating_history(name: str, kind: str, rows: Sequence[tuple[str, int]]) -> Drawing:
    """Draw the ratings of a player by month ("2026-05"; 0: not on that list) as a step line."""
    points = [(_month_number(month), rating, month) for month, rating in rows if rating]
    if not points:
        raise RuleError(f"{name} has no {kind} rating on any list: there is nothing to draw")
    first, last = min(_month_number(month) for month, _ in rows), max(_month_number(month) for month, _ in rows)
    low, high = _axis_limits([rating for _, rating, _ in points])
    title = f"{name}, {kind} rating"

    def spot(month: int, rating: int) -> tuple[float, float]:
        return _LEFT + _WIDE * (month - first) / max(1, last - first), _TOP + _HIGH * (high - rating) / (high - low)

    shapes = [text_element(_LEFT, 20, title, font_weight=600), *_draw_scale(low, high)]
    shapes += _draw_steps([(_month_number(month), rating) for month, rating in rows], spot)
    shapes += [_draw_disc(*spot(month, rating)) for month, rating, _ in points]
    for month_number in dict.fromkeys((first, last)):
        text = f"{month_number // 12}-{month_number % 12 + 1:02}"
        anchor = "start" if month_number == first else "end"
        x = spot(month_number, low)[0]
        shapes.append(text_element(x, _TOP + _HIGH + 20, text, "ink-2", text_anchor=anchor, font_size=11))
    x, y = spot(points[-1][0], points[-1][1])
    shapes.append(text_element(x + 10, y + 4, str(points[-1][1]), font_weight=600))
    history_text = ", ".join(f"{month} {rating or 'none'}" for month, rating in rows)
    return build_drawing(title, f"{title}: {history_text}.", _LEFT + _WIDE + 60, _TOP + _HIGH + 32, shapes)


def draw_rating_distribution(title: str, bars: Sequence[tuple[int, int]]) -> Drawing:
    """Draw a histogram of ratings: the number of players in each hundred."""
    if not bars:
        raise RuleError("nobody has a rating on this list: there is nothing to draw")
    highest, width = max(count for _, count in bars), _WIDE / len(bars)
    shapes = [text_element(_LEFT, 20, title, font_weight=600)]
    step = max(1, -(-highest // 4))
    for mark in range(0, highest + 1, step):
        y = _TOP + _HIGH * (1 - mark / highest)
        shapes.append(path(f"M{format_number(_LEFT)} {format_number(y)}H{format_number(_LEFT + _WIDE)}", "line"))
        shapes.append(text_element(_LEFT - 8, y + 4, f"{mark:,}", "ink-2", text_anchor="end", font_size=11))
    label_step = -(-len(bars) // 12)
    for place, (low, count) in enumerate(bars):
        x, high = _LEFT + width * place, _HIGH * count / highest
        shapes.append(rectangle(x + 1, _TOP + _HIGH - high, max(1, width - 2), high, "baize"))
        if place % label_step == 0:
            shapes.append(
                text_element(x + width / 2, _TOP + _HIGH + 18, str(low), "ink-2", text_anchor="middle", font_size=11)
            )
    distribution_text = ", ".join(f"{low} to {low + 99}: {count:,}" for low, count in bars)
    return build_drawing(title, f"{title}. {distribution_text}.", _LEFT + _WIDE + 20, _TOP + _HIGH + 32, shapes)


def _month_number(text: str) -> int:
    year, month = text.split("-")
    return 12 * int(year) + int(month) - 1


def _axis_limits(ratings: Sequence[int]) -> tuple[int, int]:
    """Return the limits of the rating axis, rounded to multiples of 50."""
    return (min(ratings) - 20) // 50 * 50, -(-(max(ratings) + 20) // 50) * 50


def _draw_scale(low: int, high: int) -> list[str]:
    step = 50 * -(-(high - low) // 300)
    shapes = []
    for mark in range(low, high + 1, step):
        y = _TOP + _HIGH * (high - mark) / (high - low)
        shapes.append(path(f"M{format_number(_LEFT)} {format_number(y)}H{format_number(_LEFT + _WIDE)}", "line"))
        shapes.append(text_element(_LEFT - 8, y + 4, str(mark), "ink-2", text_anchor="end", font_size=11))
    return shapes


def _draw_steps(rows: Sequence[tuple[int, int]], spot: Callable[[int, int], tuple[float, float]]) -> list[str]:
    """Return the steps from list to list, with gaps where there is no rating."""
    pieces, is_open = [], False
    for (month, rating), (then, after) in pairwise(rows):
        if not rating:
            is_open = False
            continue
        x, y = spot(month, rating)
        pieces.append(
            f"{'L' if is_open else 'M'}{format_number(x)} {format_number(y)}H{format_number(spot(then, rating)[0])}"
        )
        if after:
            pieces.append(f"V{format_number(spot(then, after)[1])}")
        is_open = bool(after)
    return [path("".join(pieces), "baize", stroke_width=2, stroke_linejoin="round")] if pieces else []


def _draw_disc(x: float, y: float) -> str:
    return f'<circle cx="{format_number(x)}" cy="{format_number(y)}" r="3.5" fill="{css_token("baize")}"/>'
