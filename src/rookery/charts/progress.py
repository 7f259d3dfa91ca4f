"""Points, ranks and ratings as lines over rounds and months, and the distribution of the ratings of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from rookery.charts.svg import (
    Drawing,
    Translate,
    build_drawing,
    css_token,
    display_name,
    format_number,
    path,
    rectangle,
    sentence_name,
    text_element,
    truncate,
)
from rookery.errors import RuleError
from rookery.formats.standings import standings
from rookery.formatting import format_points
from rookery.history.history import History
from rookery.history.pairing_numbers import ids_in_order
from rookery.messages import msg
from rookery.model import Tournament
from rookery.ranking.crosstable import find_last_complete
from rookery.regulations import EditionName

MOST = 8
"""The greatest number of lines that a reader can distinguish."""
_INKS = ("baize", "blue", "amber", "red", "ink", "ink-3")
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 5")
_LEFT, _TOP, _HIGH, _STEP, _NAMES, _ALONE = 44.0, 34.0, 300.0, 64.0, 230.0, 80.0

Row = list[int]
"""A value before the first round and after each."""


def draw_scores(
    tournament: Tournament,
    participants: Sequence[int] = (),
    *,
    edition: EditionName | None = None,
    say: Translate = str,
) -> Drawing:
    """Draw the points after each round of these participants, or of the best by an edition of C.07."""
    rounds, participant_ids, history = (
        _count_rounds(tournament),
        _select_participants(tournament, participants, edition),
        History(tournament),
    )
    views = [history.before(number) for number in range(1, rounds + 2)]
    scores = {participant_id: [view.score(participant_id) for view in views] for participant_id in participant_ids}
    highest = max([10, *(value for row in scores.values() for value in row)])
    marks = [
        (value, format_points(value).removesuffix(".0")) for value in range(0, highest + 1, 10 * -(-highest // 100))
    ]
    heads = say(msg("Points by round")), say(msg("Points by round, from the start on."))
    return _draw_lines(tournament, heads, scores, marks, (highest, 0), format_points, say)


def draw_ranks(
    tournament: Tournament,
    participants: Sequence[int] = (),
    *,
    edition: EditionName | None = None,
    say: Translate = str,
) -> Drawing:
    """Draw the rank after each round of these participants, or of the best, starting from the pairing number."""
    rounds, participant_ids = _count_rounds(tournament), _select_participants(tournament, participants, edition)
    start = {participant_id: place for place, participant_id in enumerate(ids_in_order(tournament), 1)}
    standings_by_round = [standings(tournament, after=number, edition=edition) for number in range(1, rounds + 1)]
    tables = [{row.id: row.rank for row in ranks} for ranks in standings_by_round]
    ranks = {
        participant_id: [table[participant_id] for table in (start, *tables) if participant_id in table]
        for participant_id in participant_ids
    }
    lowest = max([2, *(value for row in ranks.values() for value in row)])
    step = -(-lowest // 10)
    marks = [(value, str(value)) for value in (1, *range(max(2, step), lowest + 1, step))]
    heads = say(msg("Rank by round")), say(msg("Rank by round, from the start on."))
    return _draw_lines(tournament, heads, ranks, marks, (1, lowest), str, say)


def _count_rounds(t: Tournament) -> int:
    """Return the number of complete rounds."""
    rounds = find_last_complete(t, History(t), max(t.planned_rounds or 0, len(t.rounds)))
    if not rounds:
        raise RuleError(msg("no round is complete yet: there is nothing to draw"))
    return rounds


def _select_participants(t: Tournament, participant_ids: Sequence[int], edition: EditionName | None) -> list[int]:
    """Return the requested participants; otherwise the best ones, up to MOST."""
    for participant_id in participant_ids:
        if participant_id not in t.participants_by_number:
            raise RuleError(
                msg("there is no number %(number)s in this tournament", number=participant_id),
                participants=(participant_id,),
            )
    return list(participant_ids) or [row.id for row in standings(t, edition=edition).rows[:MOST]]


def _draw_lines(
    t: Tournament, heads: tuple[str, str], rows: dict[int, Row], marks: list[tuple[int, str]], ends: tuple[int, int],
    format_value: Callable[[int], str], say: Translate,
) -> Drawing:  # fmt: skip
    """Draw a line for each participant.

    `heads` are the title and the heading of the description, `ends` the values at the top and the bottom.
    """
    rounds, (top, bottom) = max(map(len, rows.values())) - 1, ends
    room = _NAMES if len(rows) > 1 else _ALONE
    right = _LEFT + _STEP * rounds

    def height_of(value: int) -> float:
        return _TOP + _HIGH * (value - top) / (bottom - top)

    shapes = [text_element(_LEFT, 18, heads[0], font_weight=600)]
    for value, text in marks:
        shapes.append(path(f"M{format_number(_LEFT)} {format_number(height_of(value))}H{format_number(right)}", "line"))
        shapes.append(text_element(_LEFT - 8, height_of(value) + 4, text, "ink-2", text_anchor="end", font_size=11))
    for place in range(rounds + 1):
        text = str(place) if place else say(msg("start"))
        shapes.append(
            text_element(_LEFT + _STEP * place, _TOP + _HIGH + 20, text, "ink-2", text_anchor="middle", font_size=11)
        )
    heights = _separate_labels([(height_of(row[-1]), participant_id) for participant_id, row in rows.items()])
    for place, (participant_id, row) in enumerate(rows.items()):
        shapes += _draw_line(place, [(_LEFT + _STEP * n, height_of(value)) for n, value in enumerate(row)])
        text = truncate(say(display_name(t.participants_by_number[participant_id])), room - 80) if len(rows) > 1 else ""
        shapes += _draw_line_end(place, right, height_of(row[-1]), heights[participant_id], format_value(row[-1]), text)
    lines = (
        f"{say(sentence_name(t.participants_by_number[participant_id]))}: {', '.join(map(format_value, row))}."
        for participant_id, row in rows.items()
    )
    height = max(_TOP + _HIGH + 32, max(heights.values()) + 16)
    return build_drawing(heads[0], "\n".join((heads[1], *lines)), right + room, height, shapes)


def _draw_line(place: int, spots: list[tuple[float, float]]) -> list[str]:
    """Return a line with a mark at each round, with its own dash and mark."""
    ink, dash = _INKS[place % len(_INKS)], _DASHES[place // 2 % len(_DASHES)]
    d = "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in spots)
    return [path(d, ink, stroke_width=2, stroke_linejoin="round", **({"stroke_dasharray": dash} if dash else {})),
            *(_draw_mark(place, x, y) for x, y in spots)]  # fmt: skip


def _draw_mark(place: int, x: float, y: float) -> str:
    """Return a small disc, square, diamond or triangle."""
    shapes = ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M-3.5 -3.5h7v7h-7z", "M0 -5l5 5l-5 5l-5 -5z", "M0 -5l5 9h-10z")
    fill = css_token(_INKS[place % len(_INKS)] if place % 2 == 0 else "sheet")
    where = f'transform="translate({format_number(x)} {format_number(y)})"'
    return (
        f'<path {where} d="{shapes[place % len(shapes)]}" fill="{fill}"'
        f' stroke="{css_token(_INKS[place % len(_INKS)])}" stroke-width="1.5"/>'
    )


def _draw_line_end(place: int, right: float, y: float, height: float, value: str, text: str) -> list[str]:
    """Return the value and the name at the end of a line, moved to avoid overlaps."""
    bend = path(
        f"M{format_number(right + 6)} {format_number(y)}L{format_number(right + 22)} {format_number(height)}", "line-2"
    )
    last = text_element(right + 66, height + 4, value, text_anchor="end", font_weight=600)
    return [bend, _draw_mark(place, right + 30, height), last, text_element(right + 74, height + 4, text)]


def _separate_labels(line_ends: list[tuple[float, int]]) -> dict[int, float]:
    """Return the heights of the names: as near to the end of their line as the labels above allow."""
    heights: dict[int, float] = {}
    lowest = _TOP - 16.0
    for y, participant_id in sorted(line_ends):
        lowest = max(y, lowest + 17)
        heights[participant_id] = lowest
    return heights


_SIDE, _HEAD, _TALL, _WIDE = 52.0, 40.0, 260.0, 620.0


def draw_rating_history(name: str, kind: str, rows: Sequence[tuple[str, int]]) -> Drawing:
    """Draw the ratings of a player by month ("2026-05"; 0: not on that list) as a step line."""
    points = [(_month_number(month), rating, month) for month, rating in rows if rating]
    if not points:
        raise RuleError(f"{name} has no {kind} rating on any list: there is nothing to draw")
    first, last = min(_month_number(month) for month, _ in rows), max(_month_number(month) for month, _ in rows)
    low, high = _axis_limits([rating for _, rating, _ in points])
    title = f"{name}, {kind} rating"

    def spot(month: int, rating: int) -> tuple[float, float]:
        return _SIDE + _WIDE * (month - first) / max(1, last - first), _HEAD + _TALL * (high - rating) / (high - low)

    shapes = [text_element(_SIDE, 20, title, font_weight=600), *_draw_scale(low, high)]
    shapes += _draw_steps([(_month_number(month), rating) for month, rating in rows], spot)
    shapes += [_draw_disc(*spot(month, rating)) for month, rating, _ in points]
    for month_number in dict.fromkeys((first, last)):
        text = f"{month_number // 12}-{month_number % 12 + 1:02}"
        anchor = "start" if month_number == first else "end"
        x = spot(month_number, low)[0]
        shapes.append(text_element(x, _HEAD + _TALL + 20, text, "ink-2", text_anchor=anchor, font_size=11))
    x, y = spot(points[-1][0], points[-1][1])
    shapes.append(text_element(x + 10, y + 4, str(points[-1][1]), font_weight=600))
    history_text = ", ".join(f"{month} {rating or 'none'}" for month, rating in rows)
    return build_drawing(
        title,
        f"{title}: {history_text}.",
        _SIDE + _WIDE + 60,
        _HEAD + _TALL + 32,
        shapes,
    )


def draw_rating_distribution(title: str, bars: Sequence[tuple[int, int]]) -> Drawing:
    """Draw a histogram of ratings: the number of players in each hundred."""
    if not bars:
        raise RuleError("nobody has a rating on this list: there is nothing to draw")
    highest, width = max(count for _, count in bars), _WIDE / len(bars)
    shapes = [text_element(_SIDE, 20, title, font_weight=600)]
    step = max(1, -(-highest // 4))
    for mark in range(0, highest + 1, step):
        y = _HEAD + _TALL * (1 - mark / highest)
        shapes.append(
            path(
                f"M{format_number(_SIDE)} {format_number(y)}H{format_number(_SIDE + _WIDE)}",
                "line",
            )
        )
        shapes.append(text_element(_SIDE - 8, y + 4, f"{mark:,}", "ink-2", text_anchor="end", font_size=11))
    label_step = -(-len(bars) // 12)
    for place, (low, count) in enumerate(bars):
        x, high = _SIDE + width * place, _TALL * count / highest
        shapes.append(rectangle(x + 1, _HEAD + _TALL - high, max(1, width - 2), high, "baize"))
        if place % label_step == 0:
            shapes.append(
                text_element(
                    x + width / 2,
                    _HEAD + _TALL + 18,
                    str(low),
                    "ink-2",
                    text_anchor="middle",
                    font_size=11,
                )
            )
    distribution_text = ", ".join(f"{low} to {low + 99}: {count:,}" for low, count in bars)
    return build_drawing(
        title,
        f"{title}. {distribution_text}.",
        _SIDE + _WIDE + 20,
        _HEAD + _TALL + 32,
        shapes,
    )


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
        y = _HEAD + _TALL * (high - mark) / (high - low)
        shapes.append(
            path(
                f"M{format_number(_SIDE)} {format_number(y)}H{format_number(_SIDE + _WIDE)}",
                "line",
            )
        )
        shapes.append(text_element(_SIDE - 8, y + 4, str(mark), "ink-2", text_anchor="end", font_size=11))
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
