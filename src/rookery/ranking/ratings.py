"""Tie-breaks from ratings (article 10): games over the board only, whatever the kind of tournament (15.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rookery import elo
from rookery.errors import RuleError
from rookery.model import Player
from rookery.ranking.contribution import Addends, Contribution, Why, added, contributed
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.measure import Key, Measure, Method, Modifiers
from rookery.wording import spoken

Ratings = Mapping[int, int]
"""What everybody is rated; who is not is not there."""


def _ratings(table: CrossTable, how: Modifiers) -> Ratings:
    """Everybody's rating; the tie-break must be dropped when somebody has none and no substitute is given (10)."""
    found = table.once("ratings", lambda: _rated(table))
    unrated = [] if how.unrated else [one for one in table.ids if one not in found]
    if unrated:
        raise RuleError(
            spoken(
                "ratings cannot break ties: %(unrated)s of %(all)s players have none (/U1400 would count them as 1400)",
                unrated=len(unrated),
                all=len(table.ids),
            ),
            article="C.07 10",
            who=unrated,
        )
    return found


def _rated(table: CrossTable) -> Ratings:
    everybody = table.tournament.by_id.items()
    return {one: each.rating for one, each in everybody if isinstance(each, Player) and each.rating}


def _ratings_by_round(table: CrossTable, how: Modifiers) -> Sequence[Ratings]:
    """Round by round the ratings that counted then, of those who played; nobody may play without one (10)."""
    from rookery.strengths import method_of, ratings_in

    chosen = method_of(table.tournament.event.ranking_method)
    found: list[dict[int, int]] = [{} for _ in range(table.rounds)]
    for player in table.tournament.players:
        rounds = table.games(player.id).rounds
        for number, rating in zip(rounds, ratings_in(player, chosen, rounds), strict=True):
            if rating:
                found[number - 1][player.id] = rating
            elif not how.unrated:
                text = f"ratings cannot break ties: {player.name or player.id} had none in round {number}"
                raise RuleError(spoken("%(text)s (/U1400 would count it as 1400)", text=text), article="C.07 10",
                                who=(player.id,))  # fmt: skip
    return found


def _opponents(table: CrossTable, how: Modifiers, total: Callable[[Addends], Key | None]) -> Measure:
    """One contribution for each game over the board: the opponent's rating, with the half points scored.

    Of somebody who got another on the way it is the first, or where the event says so that of the round (10).
    """
    first, by_round, substitute = _ratings(table, how), table.tournament.ratings_by_round, how.unrated or 0
    known: Sequence[Ratings] = [first] * table.rounds
    if by_round:
        known = table.once(("ratings", how.unrated), lambda: _ratings_by_round(table, how))
    worth = {one: first.get(one, substitute) for one in table.ids}

    def numbers(one: int) -> Addends:
        rounds, opponents, _, half_points = table.games(one)
        if by_round:
            ratings = [known[at - 1].get(other, substitute) for at, other in zip(rounds, opponents, strict=True)]
        else:
            ratings = list(map(worth.__getitem__, opponents))
        return added((ratings, ratings, (), half_points))

    def games(one: int) -> list[Contribution]:
        rounds, opponents, _, scored = table.games(one)
        found = []
        for round, opponent, rating, half_points in zip(rounds, opponents, numbers(one).values, scored, strict=True):
            why = Why.RATING if opponent in known[round - 1] else Why.SUBSTITUTE
            found.append(contributed((round, opponent, rating, rating, why, False, half_points, 0)))
        return found

    return Measure(games, total, numbers=numbers)


def _average(addends: Addends) -> int | None:
    return elo.average(addends.values) if addends.values else None


def _performance(games: Addends) -> int | None:
    return elo.performance(games.values, sum(games.points)) if games.values else None


def _perfect(games: Addends) -> int | None:
    return elo.perfect_performance(games.values, sum(games.points)) if games.values else None


def average_rating(table: CrossTable, how: Modifiers) -> Measure:
    """ARO: the average rating of the opponents played over the board, a half going up (10.1)."""
    return _opponents(table, how, _average)


def performance(table: CrossTable, how: Modifiers) -> Measure:
    """TPR: the average rating of the opponents, and the difference for the percentage scored (10.2)."""
    return _opponents(table, how, _performance)


def perfect_performance(table: CrossTable, how: Modifiers) -> Measure:
    """PTP: the lowest rating with which the score made would have been expected (10.3)."""
    return _opponents(table, how, _perfect)


def of_opponents(method: Method) -> Method:
    """APRO and APPO: the average performance of the opponents played over the board, a half going up (10.4, 10.5)."""

    def average(table: CrossTable, how: Modifiers) -> Measure:
        measure = method(table, how)
        values = table.once((method, how.unrated), lambda: {one: measure.number(one) for one in table.ids})

        def opponents(one: int) -> list[Contribution]:
            found = []
            rounds, opponents, *_ = table.games(one)
            for round, opponent in zip(rounds, opponents, strict=True):
                value = values[opponent]
                if isinstance(value, int):
                    found.append(contributed((round, opponent, value, value, Why.PERFORMANCE, False, 0, 0)))
            return found

        return Measure(opponents, _average)

    return average


def rating(table: CrossTable, how: Modifiers) -> Measure:
    """RTNG: the player's own rating (10.6)."""
    ratings = _ratings(table, how)

    def own(one: int) -> tuple[Contribution, ...]:
        value = ratings.get(one, how.unrated or 0)
        return (Contribution(0, 0, value, value, Why.RATING if one in ratings else Why.SUBSTITUTE),)

    return Measure(own)
