"""Tie-breaks from a participant's own results (article 7), and the points themselves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from rookery.history.history import Kind
from rookery.model import Colour
from rookery.ranking.contribution import Addends, Contribution, Why, make_addends, make_contribution
from rookery.ranking.crosstable import CrossTable, PlayedGames
from rookery.ranking.tiebreak import Measure, Modifiers, NumbersFunction
from rookery.ranking.unplayed_rounds import VOLUNTARY

_FORFEITS = {Kind.FORFEIT_WIN: 2, Kind.FORFEIT_LOSS: 0}
"""The half points of a forfeit that is taken as a game."""


def points(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return the measure of the score: the points of every round."""
    sheet = table.sheet(modifiers.score)

    def rounds(participant: int) -> list[Contribution]:
        row = zip(table.scheduled[participant], sheet.points[participant], strict=True)
        contributions = [
            make_contribution((number, opponent, points, points, Why.POINTS, False, 0, 0))
            for number, (opponent, points) in enumerate(row, 1)
        ]
        for number, bonus in sheet.extra.items():
            if participant in bonus:
                contributions.append(Contribution(number, 0, bonus[participant], bonus[participant], Why.EXTERNAL))
        return contributions

    return Measure(rounds, unit=10, part_unit=10, sums=sheet.totals)


def _count_rounds(
    table: CrossTable, why: Why, places: Callable[[int], list[int]], many: NumbersFunction | None = None
) -> Measure:
    """Return the measure that counts rounds, given by their places in a participant's row."""

    def numbers(participant: int) -> Addends:
        ones = [1] * len(places(participant))
        return make_addends((ones, ones, (), ()))

    def rounds(participant: int) -> list[Contribution]:
        opponents = table.scheduled[participant]
        return [
            make_contribution((place + 1, opponents[place], 1, 1, why, False, 0, 0)) for place in places(participant)
        ]

    return Measure(rounds, numbers=numbers, many=many)


def count_wins(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return WIN: the number of rounds, played or not, that gave as many points as a win (7.1)."""
    points, win = table.sheet(modifiers.score).points, table.sheet(modifiers.score).win

    def places(participant: int) -> list[int]:
        return [place for place, round_points in enumerate(points[participant]) if round_points == win]

    return _count_rounds(
        table, Why.WIN, places, lambda some, modifiers: [points[participant].count(win) for participant in some]
    )


def games_won(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return WON: the number of games, or matches, won over the board (7.2)."""
    if not table.tournament.team_event:
        return _games(table, Why.WON, won=True)
    points, win = table.sheet(modifiers.score).points, table.sheet(modifiers.score).win

    def matches(participant: int) -> list[int]:
        row = enumerate(zip(table.opponents[participant], points[participant], strict=True))
        return [place for place, (opponent, round_points) in row if opponent and round_points == win]

    return _count_rounds(table, Why.WON, matches)


def games_with_black(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return BPG: the number of games played over the board with Black (7.3)."""
    return _games(table, Why.BLACK, colour=Colour.BLACK)


def games_won_with_black(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return BWG: the number of games won over the board with Black (7.4)."""
    return _games(table, Why.BLACK_WON, colour=Colour.BLACK, won=True)


def _games(table: CrossTable, why: Why, *, colour: Colour | None = None, won: bool = False) -> Measure:
    """Return the measure that counts games over the board with a colour, or only those won."""
    forfeits = _forfeit_games(table)

    def places(participant: int) -> list[int]:
        games = table.games(participant), *forfeits.get(participant, ())
        return [
            round - 1
            for rounds, _, colours, half_points_of_games in games
            for round, game_colour, half_points in zip(rounds, colours, half_points_of_games, strict=True)
            if (colour is None or game_colour is colour) and (not won or half_points == 2)
        ]

    return _count_rounds(table, why, places)


def _forfeit_games(table: CrossTable) -> dict[int, list[PlayedGames]]:
    """Return the forfeits read as games: only with pre-determined pairings, and only if Q1 is read so (15.2)."""
    forfeit_games: dict[int, list[PlayedGames]] = {}
    if table.predetermined and table.rules.readings.forfeit_wins_as_games:
        half_points = {Kind.FORFEIT_WIN: 2} if table.rules.forfeit_losses_unplayed else _FORFEITS
        for participant, rounds in table.unplayed.items():
            for place, (kind, opponent, colour, *_) in rounds.items():
                if kind in half_points and opponent is not None:
                    game = PlayedGames([place + 1], [opponent], [colour or Colour.WHITE], [half_points[kind]])
                    forfeit_games.setdefault(participant, []).append(game)
    return forfeit_games


def progressive_score(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return PS: the sum of the scores after each round (7.5); the first rounds are least significant (14.1.2)."""
    sheet = table.sheet(modifiers.score)

    def numbers(participant: int) -> Addends:
        row = sheet.points[participant]
        if sheet.extra:
            row = tuple(
                points + sheet.extra.get(number, {}).get(participant, 0) for number, points in enumerate(row, 1)
            )
        return make_addends((list(accumulate(row)), range(1, len(row) + 1), (), ()))

    def rounds(participant: int) -> list[Contribution]:
        values, rounds, *_ = numbers(participant)
        return [
            make_contribution((round, opponent, running, round, Why.RUNNING, False, 0, 0))
            for round, opponent, running in zip(rounds, table.scheduled[participant], values, strict=True)
        ]

    return Measure(rounds, unit=10, part_unit=10, numbers=numbers)


def rounds_elected(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return REP: the number of rounds without half-point byes, zero-point byes and forfeit losses (7.6)."""

    def rounds(participant: int) -> list[int]:
        unplayed = table.unplayed.get(participant, {})
        places = range(len(table.opponents[participant]))
        return [place for place in places if place not in unplayed or unplayed[place].kind not in VOLUNTARY]

    return _count_rounds(table, Why.ELECTED, rounds)


def standard_points(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return STD: one for each round with more points than the scheduled opponent (than a draw if there is none),
    half of that for as many (7.7).
    """
    sheet = table.sheet(modifiers.score)
    against_opponent = table.rules.readings.standard_points == "opponent"

    def rounds(participant: int) -> list[Contribution]:
        contributions = []
        for place, (opponent, points) in enumerate(
            zip(table.scheduled[participant], sheet.points[participant], strict=True)
        ):
            paired = bool(opponent) and against_opponent
            threshold = sheet.points[opponent][place] if paired else sheet.draw
            if points >= threshold:
                ahead = points > threshold
                reasons = (Why.LEVEL, Why.BEATEN) if paired else (Why.LIKE_DRAW, Why.ABOVE_DRAW)
                contributions.append(Contribution(place + 1, opponent, 1 + ahead, 1, reasons[ahead]))
        return contributions

    return Measure(rounds, unit=2, part_unit=2)


def pairing_number(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return TPN: the pairing number (7.8)."""
    return Measure(lambda participant: (Contribution(0, 0, participant, participant, Why.NUMBER),))
