"""A synthetic federation: people, and two years of events that begin, drag on, come late, and end without a point."""

from __future__ import annotations

import random
from datetime import date, timedelta

Game = tuple[int, int, int, int, int, int]
"""List, first day, event, White, Black, half points of White."""


def month_start(month: int) -> date:
    return date(month // 12, month % 12 + 1, 1)


def federation(
    size: int, first: int, months: int, seed: int, events_a_month: int
) -> tuple[dict[int, list[int]], list[Game]]:
    """People by number (rating, K, career, highest, born), and the games by the list they are rated for."""
    r = random.Random(seed)
    people = {}
    for number in range(1, size + 1):
        rating = 0 if r.random() < 0.3 else min(2780, max(1400, round(r.gauss(1800, 260))))
        career = r.choice([0, 12, 28, 29, 60, 200]) if rating else 0
        highest = max(rating, rating + r.choice([0, 0, 60, 120])) if rating else 0
        people[number] = [rating, 0, career, highest, r.choice([0, r.randint(2006, 2012), r.randint(1950, 2004)])]
    strength = {player: facts[0] or round(r.gauss(1550, 200)) for player, facts in people.items()}
    games: list[Game] = []
    for event in range(1, months * events_a_month + 1):
        rated_for = first + 1 + (event - 1) // events_a_month
        ago = r.choice([1, 1, 1, 1, 2, 3])  # the event began in one of the months before the list
        day = (month_start(rated_for - ago) + timedelta(days=r.randrange(27))).toordinal()
        field = r.sample(range(1, size + 1), r.randint(4, 10))
        for round_number in range(r.randint(1, 7)):
            order = field[round_number % len(field) :] + field[: round_number % len(field)]
            for white, black in zip(order[::2], order[1::2], strict=False):
                better = 1 / (1 + 10 ** ((strength[black] - strength[white]) / 400))
                half = 1 if r.random() < 0.25 else 2 * (r.random() < better)
                games.append((rated_for, day, event, white, black, half))
    return people, games


def rapid_and_blitz(
    people: dict[int, list[int]], first: int, months: int, seed: int, events_a_month: int
) -> dict[str, tuple[dict[int, list[int]], list[Game]]]:
    """Rapid and blitz of the same people: some rated in both, some in one, and games of each kind."""
    other_kinds = {}
    for number, kind in enumerate(("rapid", "blitz"), 1):
        r = random.Random(f"{seed} {kind}")
        own, games = federation(len(people), first, months, 1000 * number + seed, events_a_month)
        for player, facts in own.items():
            if r.random() < 0.4:
                facts[:4] = [0, 0, 0, 0]
            facts[4] = people[player][4]
        other_kinds[kind] = own, games
    return other_kinds
