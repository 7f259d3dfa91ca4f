"""Article 10 of C.07 for events in which players get other ratings on the way, by the rating of each round.

What goes in is plain: for everybody the ratings as (first round, rating), and the games over the board as (round,
white, black, half points of White). A rating counts from its round until the next one of that player does. Without
`by_round` the first rating counts throughout, as the article has it unless the regulations of the event say otherwise.
"""

from __future__ import annotations

from fractions import Fraction

from literal.tie_breaks import dp, expectation, half_up

Ratings = dict[int, list[tuple[int, int]]]
Games = list[tuple[int, int, int, int]]


def rating_then(ratings: list[tuple[int, int]], round: int, by_round: bool, substitute: int) -> int:
    """Walk through the rounds; what was reached last counts."""
    counting = 0
    history = dict(ratings)
    for number in range(1, round + 1):
        counting = history.get(number, counting)
    if not by_round:
        counting = next((rating for _, rating in sorted(ratings) if rating), 0)
    return counting or substitute


def met(one: int, ratings: Ratings, games: Games, by_round: bool, substitute: int) -> list[tuple[int, int, int]]:
    """Opponent, the opponent's rating and half points of each game of a player."""
    found = []
    for round, white, black, half in games:
        if one == white:
            found.append((black, rating_then(ratings[black], round, by_round, substitute), half))
        if one == black:
            found.append((white, rating_then(ratings[white], round, by_round, substitute), 2 - half))
    return found


def mean(numbers: list[int]) -> int | None:
    return half_up(Fraction(sum(numbers), len(numbers))) if numbers else None


def aro(games: list[tuple[int, int, int]], low: int = 0, high: int = 0) -> int | None:
    """10.1, with the lowest and the highest cut away (14)."""
    kept = sorted(rating for _, rating, _ in games)
    for _ in range(low):
        kept = kept[1:]
    for _ in range(high):
        kept = kept[:-1]
    return mean(kept)


def tpr(games: list[tuple[int, int, int]]) -> int | None:
    """10.2."""
    average = aro(games)
    if average is None:
        return None
    return average + dp(half_up(Fraction(100 * sum(half for _, _, half in games), 2 * len(games))))


def ptp(games: list[tuple[int, int, int]]) -> int | None:
    """10.3: try the whole numbers from below, by fifties and then one by one."""
    if not games:
        return None
    opponents = [rating for _, rating, _ in games]
    score = 50 * sum(half for _, _, half in games)
    if not score:
        return min(opponents) - 800
    tried = min(opponents) - 900
    for step in (50, 1):
        while sum(expectation(tried + step - opponent) for opponent in opponents) < score:
            tried += step
    tried += 1
    return tried


def values(ratings: Ratings, games: Games, by_round: bool, substitute: int = 0) -> dict[str, dict[int, int | None]]:
    """Every tie-break of everybody, by its code; who has it not has None."""
    rows = {rating: met(rating, ratings, games, by_round, substitute) for rating in ratings}
    found: dict[str, dict[int, int | None]] = {
        code: {one: aro(row, low, high) for one, row in rows.items()}
        for code, low, high in (("ARO", 0, 0), ("ARO/C1", 1, 0), ("ARO/C2", 2, 0), ("ARO/M1", 1, 1))
    }
    for code, of_others, performance in (("TPR", "APRO", tpr), ("PTP", "APPO", ptp)):
        performed = found[code] = {one: performance(row) for one, row in rows.items()}
        lists = {one: [performed[other] for other, _, _ in row] for one, row in rows.items()}
        found[of_others] = {one: mean([each for each in those if each is not None]) for one, those in lists.items()}
    return found
