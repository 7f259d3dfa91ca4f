"""Tie-breaks from ratings (article 10): games over the board only, whatever the kind of tournament (15.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rookery import elo
from rookery.errors import RuleError
from rookery.model import Player
from rookery.ranking.contribution import Contribution, Why, contributed
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.measure import Measure, Method, Modifiers


def _ratings(table: CrossTable, how: Modifiers) -> dict[int, tuple[int, Why]]:
    """Everybody's rating; the tie-break must be dropped when somebody has none and no substitute is given (10)."""
    found = {}
    unrated = []
    for one, player in table.tournament.by_id.items():
        rating = player.rating if isinstance(player, Player) else None
        if not rating and not how.unrated:
            unrated.append(one)
        found[one] = (rating, Why.RATING) if rating else (how.unrated or 0, Why.SUBSTITUTE)
    if unrated:
        raise RuleError(
            f"ratings cannot break ties: {len(unrated)} of {len(found)} players have none"
            " (/U1400 would count them as 1400)",
            article="C.07 10",
            who=unrated,
        )
    return found


def _ratings_by_round(table: CrossTable, how: Modifiers) -> dict[int, dict[int, tuple[int, Why]]]:
    """Round by round the ratings that counted then, of those who played; nobody may play without one (10)."""
    from rookery.strengths import method_of, tournament_rating

    chosen = method_of(table.tournament.event.ranking_method)
    found: dict[int, dict[int, tuple[int, Why]]] = {number: {} for number in range(1, table.rounds + 1)}
    for player in table.tournament.players:
        for number, *_ in table.games(player.id):
            rating = tournament_rating(player, chosen, number)
            if not rating and not how.unrated:
                text = f"ratings cannot break ties: {player.name or player.id} had none in round {number}"
                raise RuleError(f"{text} (/U1400 would count it as 1400)", article="C.07 10", who=(player.id,))
            found[number][player.id] = (rating, Why.RATING) if rating else (how.unrated or 0, Why.SUBSTITUTE)
    return found


def _opponents(table: CrossTable, how: Modifiers) -> Measure:
    """One contribution for each game over the board: the opponent's rating, with the half points scored.

    Of somebody who got another on the way it is the first, or where the event says so that of the round (10).
    """
    ratings, then = _ratings(table, how), None
    if table.tournament.ratings_by_round:
        then = table.once(("ratings", how.unrated), lambda: _ratings_by_round(table, how))

    def games(one: int) -> list[Contribution]:
        found = []
        for number, opponent, _, scored in table.games(one):
            rating, why = ratings[opponent] if then is None else then[number][opponent]
            found.append(contributed((number, opponent, rating, rating, why, False, scored, 0)))
        return found

    return Measure(games)


def _average(contributions: Sequence[Contribution]) -> int | None:
    return elo.average([each.value for each in contributions]) if contributions else None


def _performance(games: Sequence[Contribution]) -> int | None:
    if not games:
        return None
    return elo.performance([each.value for each in games], sum(each.points for each in games))


def _perfect(games: Sequence[Contribution]) -> int | None:
    if not games:
        return None
    return elo.perfect_performance([each.value for each in games], sum(each.points for each in games))


def average_rating(table: CrossTable, how: Modifiers) -> Measure:
    """ARO: the average rating of the opponents played over the board, a half going up (10.1)."""
    return Measure(_opponents(table, how).contributions, _average)


def performance(table: CrossTable, how: Modifiers) -> Measure:
    """TPR: the average rating of the opponents, and the difference for the percentage scored (10.2)."""
    return Measure(_opponents(table, how).contributions, _performance)


def perfect_performance(table: CrossTable, how: Modifiers) -> Measure:
    """PTP: the lowest rating with which the score made would have been expected (10.3)."""
    return Measure(_opponents(table, how).contributions, _perfect)


def of_opponents(method: Method) -> Method:
    """APRO and APPO: the average performance of the opponents played over the board, a half going up (10.4, 10.5)."""

    def average(table: CrossTable, how: Modifiers) -> Measure:
        measure = method(table, how)
        values = table.once(
            (method, how.unrated), lambda: {one: measure.total(measure.contributions(one)) for one in table.meetings}
        )

        def opponents(one: int) -> list[Contribution]:
            found = []
            for round, opponent, _, _ in table.games(one):
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
        value, why = ratings[one]
        return (Contribution(0, 0, value, value, why),)

    return Measure(own)
