"""Tie-breaks from ratings (article 10): games over the board only, whatever the kind of tournament (15.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rookery import elo
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import Player
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.tiebreak import (
    Addends,
    Contribution,
    Key,
    Measure,
    Method,
    Modifiers,
    Why,
    make_addends,
    make_contribution,
)

Ratings = Mapping[int, int]
"""The ratings by player number, without unrated players."""


def _require_ratings(table: CrossTable, modifiers: Modifiers) -> Ratings:
    """Return the rating of each player; refuse the tie-break if one is unrated and no substitute is given (10)."""
    ratings = table.cached("ratings", lambda: _rating_by_id(table))
    unrated = [] if modifiers.unrated else [participant for participant in table.ids if participant not in ratings]
    if unrated:
        raise RuleError(
            msg(
                "ratings cannot break ties: %(unrated)s of %(all)s players have none (/U1400 would count them as 1400)",
                unrated=len(unrated),
                all=len(table.ids),
            ),
            article="C.07 10",
            participants=unrated,
        )
    return ratings


def _rating_by_id(table: CrossTable) -> Ratings:
    entrants = table.tournament.participants_by_number.items()
    return {
        participant: entrant.rating
        for participant, entrant in entrants
        if isinstance(entrant, Player) and entrant.rating
    }


def _ratings_by_round(table: CrossTable, modifiers: Modifiers) -> Sequence[Ratings]:
    """Return for each round the ratings in force of its players; a player without one is an error (10)."""
    from rookery.history.tournament_rating import parse_rating_method, ratings_by_round

    method = parse_rating_method(table.tournament.info.ranking_method)
    by_round: list[dict[int, int]] = [{} for _ in range(table.rounds)]
    for player in table.tournament.players:
        rounds = table.games(player.number).rounds
        for number, rating in zip(rounds, ratings_by_round(player, method, rounds), strict=True):
            if rating:
                by_round[number - 1][player.number] = rating
            elif not modifiers.unrated:
                text = f"ratings cannot break ties: {player.name or player.number} had none in round {number}"
                raise RuleError(msg("%(text)s (/U1400 would count it as 1400)", text=text), article="C.07 10",
                                participants=(player.number,))  # fmt: skip
    return by_round


def _rating_measure(table: CrossTable, modifiers: Modifiers, total: Callable[[Addends], Key | None]) -> Measure:
    """Return a measure that has the opponent's rating and the half points of each game over the board.

    If a rating changed during the event, the first counts, or where the event says so that of the round (10).
    """
    first = _require_ratings(table, modifiers)
    by_round = table.tournament.ratings_by_round
    substitute = modifiers.unrated or 0
    ratings_by_round: Sequence[Ratings] = [first] * table.rounds
    if by_round:
        ratings_by_round = table.cached(("ratings", modifiers.unrated), lambda: _ratings_by_round(table, modifiers))
    rating_by_id = {participant: first.get(participant, substitute) for participant in table.ids}

    def numbers(participant: int) -> Addends:
        rounds, opponents, _, half_points = table.games(participant)
        if by_round:
            ratings = [
                ratings_by_round[number - 1].get(opponent, substitute)
                for number, opponent in zip(rounds, opponents, strict=True)
            ]
        else:
            ratings = list(map(rating_by_id.__getitem__, opponents))
        return make_addends((ratings, ratings, (), half_points))

    def games(participant: int) -> list[Contribution]:
        rounds, opponents, _, half_points_of_games = table.games(participant)
        contributions = []
        for round, opponent, rating, half_points in zip(
            rounds, opponents, numbers(participant).values, half_points_of_games, strict=True
        ):
            reason = Why.RATING if opponent in ratings_by_round[round - 1] else Why.SUBSTITUTE
            contributions.append(make_contribution((round, opponent, rating, rating, reason, False, half_points, 0)))
        return contributions

    return Measure(games, total, numbers=numbers)


def _average(addends: Addends) -> int | None:
    return elo.average(addends.values) if addends.values else None


def _performance(games: Addends) -> int | None:
    return elo.performance(games.values, sum(games.points)) if games.values else None


def _perfect(games: Addends) -> int | None:
    return elo.perfect_performance(games.values, sum(games.points)) if games.values else None


def average_rating(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return ARO: the average rating of the opponents played over the board, rounded half up (10.1)."""
    return _rating_measure(table, modifiers, _average)


def performance(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return TPR: the average rating of the opponents plus the difference for the percentage scored (10.2)."""
    return _rating_measure(table, modifiers, _performance)


def perfect_performance(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return PTP: the lowest rating whose expected score is the score made (10.3)."""
    return _rating_measure(table, modifiers, _perfect)


def average_of_opponents(method: Method) -> Method:
    """Return APRO or APPO: the average performance of the opponents played over the board (10.4, 10.5).

    It is rounded half up.
    """

    def average(table: CrossTable, modifiers: Modifiers) -> Measure:
        measure = method(table, modifiers)
        values = table.cached(
            (method, modifiers.unrated), lambda: {participant: measure.number(participant) for participant in table.ids}
        )

        def opponents(participant: int) -> list[Contribution]:
            contributions = []
            rounds, opponents, *_ = table.games(participant)
            for round, opponent in zip(rounds, opponents, strict=True):
                value = values[opponent]
                if isinstance(value, int):
                    contributions.append(
                        make_contribution((round, opponent, value, value, Why.PERFORMANCE, False, 0, 0))
                    )
            return contributions

        return Measure(opponents, _average)

    return average


def player_rating(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return RTNG: the player's own rating (10.6)."""
    ratings = _require_ratings(table, modifiers)

    def rating_contributions(participant: int) -> tuple[Contribution, ...]:
        value = ratings.get(participant, modifiers.unrated or 0)
        return (Contribution(0, 0, value, value, Why.RATING if participant in ratings else Why.SUBSTITUTE),)

    return Measure(rating_contributions)
