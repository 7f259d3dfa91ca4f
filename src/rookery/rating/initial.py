"""The first rating of an unrated player by FIDE's rules (B.02 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from rookery.rating.days import first_day
from rookery.rating.fide import rules_for
from rookery.rating.rating_rules import First
from rookery.values import frozen


@frozen
class RatedEvent:
    """What an unrated player did in one event, against rated opponents only; `start` is its first day."""

    start: date
    opponents: tuple[int, ...]
    half_points: int


def initial(
    opponents: Sequence[int], half_points: int, *, kind: str = "standard", on: date | None = None
) -> int | None:
    """The first rating from these rated opponents, None while there is none to publish (B.02 8.2.2, 8.2.3).

    >>> initial([1902, 1877, 1884, 2012, 1832], 6)
    1922
    >>> initial([1902, 1877, 1884, 2012], 6) is None
    True
    """
    return first_rating(opponents, half_points, kind=kind, on=on).rating


def first_rating(
    opponents: Sequence[int], half_points: int, *, kind: str = "standard", on: date | None = None
) -> First:
    """The first rating with its parts: five games, two draws with 1800 added, at most 2200, published from 1400."""
    return rules_for(kind, on).first(opponents, half_points)


def pooled(events: Iterable[RatedEvent], until: date, *, kind: str = "standard") -> First:
    """The first rating from events of at most 26 months (B.02 7.1.4), a first one without a point left out (8.2.1).

    >>> start = RatedEvent(date(2026, 1, 3), (1800,) * 5, 0)
    >>> pooled([start, RatedEvent(date(2026, 2, 7), (1800,) * 5, 5)], date(2026, 3, 1)).rating
    1800
    """
    rules = rules_for(kind, until)
    played = sorted((event for event in events if event.opponents), key=lambda event: event.start)
    if played and not rules.first_event_counts(played[0].half_points):
        played = played[1:]
    earliest = rules.pool_since(first_day(until))
    counted = [event for event in played if event.start >= earliest]
    opponents = [rating for event in counted for rating in event.opponents]
    return rules.first(opponents, sum(event.half_points for event in counted))
