"""Tie-breaks from a participant's own record (article 7), and the points themselves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from rookery.history import Kind
from rookery.model import Colour
from rookery.ranking.contribution import Addends, Contribution, Why, added, contributed
from rookery.ranking.crosstable import CrossTable, PlayedGames
from rookery.ranking.measure import Many, Measure, Modifiers
from rookery.ranking.unplayed import VOLUNTARY

_FORFEITS = {Kind.FORFEIT_WIN: 2, Kind.FORFEIT_LOSS: 0}
"""The half points of a forfeit that is taken as a game."""


def points(table: CrossTable, how: Modifiers) -> Measure:
    """The score: the points of every round."""
    sheet = table.sheet(how.score)

    def rounds(one: int) -> list[Contribution]:
        row = zip(table.scheduled[one], sheet.points[one], strict=True)
        found = [
            contributed((number, opponent, won, won, Why.POINTS, False, 0, 0))
            for number, (opponent, won) in enumerate(row, 1)
        ]
        for number, more in sheet.extra.items():
            if one in more:
                found.append(Contribution(number, 0, more[one], more[one], Why.EXTERNAL))
        return found

    return Measure(rounds, unit=10, part_unit=10, sums=sheet.totals)


def _counted(table: CrossTable, why: Why, places: Callable[[int], list[int]], many: Many | None = None) -> Measure:
    """One for each of these rounds, which are given as places in the row."""

    def numbers(one: int) -> Addends:
        ones = [1] * len(places(one))
        return added((ones, ones, (), ()))

    def rounds(one: int) -> list[Contribution]:
        opponents = table.scheduled[one]
        return [contributed((at + 1, opponents[at], 1, 1, why, False, 0, 0)) for at in places(one)]

    return Measure(rounds, numbers=numbers, many=many)


def wins(table: CrossTable, how: Modifiers) -> Measure:
    """WIN: the rounds that gave, with or without playing, as many points as a win (7.1)."""
    points, win = table.sheet(how.score).points, table.sheet(how.score).win

    def places(one: int) -> list[int]:
        return [at for at, won in enumerate(points[one]) if won == win]

    return _counted(table, Why.WIN, places, lambda some, how: [points[one].count(win) for one in some])


def won(table: CrossTable, how: Modifiers) -> Measure:
    """WON: the games, or matches, won over the board (7.2)."""
    if not table.tournament.team_event:
        return _games(table, Why.WON, won=True)
    points, win = table.sheet(how.score).points, table.sheet(how.score).win

    def matches(one: int) -> list[int]:
        row = enumerate(zip(table.opponents[one], points[one], strict=True))
        return [at for at, (opponent, won) in row if opponent and won == win]

    return _counted(table, Why.WON, matches)


def black(table: CrossTable, how: Modifiers) -> Measure:
    """BPG: the games played over the board with Black (7.3)."""
    return _games(table, Why.BLACK, colour=Colour.BLACK)


def won_with_black(table: CrossTable, how: Modifiers) -> Measure:
    """BWG: the games won over the board with Black (7.4)."""
    return _games(table, Why.BLACK_WON, colour=Colour.BLACK, won=True)


def _games(table: CrossTable, why: Why, *, colour: Colour | None = None, won: bool = False) -> Measure:
    """The games over the board with this colour, or only those won."""
    forfeits = _forfeits(table)

    def places(one: int) -> list[int]:
        games = table.games(one), *forfeits.get(one, ())
        return [
            round - 1
            for rounds, _, colours, scored in games
            for round, had, half_points in zip(rounds, colours, scored, strict=True)
            if (colour is None or had is colour) and (not won or half_points == 2)
        ]

    return _counted(table, why, places)


def _forfeits(table: CrossTable) -> dict[int, list[PlayedGames]]:
    """Forfeits read as games: only with pre-determined pairings, and only if Q1 is read so (15.2)."""
    found: dict[int, list[PlayedGames]] = {}
    if table.predetermined and table.rules.readings.forfeit_wins_as_games:
        worth = {Kind.FORFEIT_WIN: 2} if table.rules.forfeit_losses_unplayed else _FORFEITS
        for one, rounds in table.unplayed.items():
            for at, (kind, opponent, colour, *_) in rounds.items():
                if kind in worth and opponent is not None:
                    game = PlayedGames([at + 1], [opponent], [colour or Colour.WHITE], [worth[kind]])
                    found.setdefault(one, []).append(game)
    return found


def progressive(table: CrossTable, how: Modifiers) -> Measure:
    """PS: the sum of the scores after each round (7.5); the first rounds are the least significant (14.1.2)."""
    sheet = table.sheet(how.score)

    def numbers(one: int) -> Addends:
        row = sheet.points[one]
        if sheet.extra:
            row = tuple(won + sheet.extra.get(number, {}).get(one, 0) for number, won in enumerate(row, 1))
        return added((list(accumulate(row)), range(1, len(row) + 1), (), ()))

    def rounds(one: int) -> list[Contribution]:
        values, rounds, *_ = numbers(one)
        return [
            contributed((round, opponent, running, round, Why.RUNNING, False, 0, 0))
            for round, opponent, running in zip(rounds, table.scheduled[one], values, strict=True)
        ]

    return Measure(rounds, unit=10, part_unit=10, numbers=numbers)


def elected(table: CrossTable, how: Modifiers) -> Measure:
    """REP: the rounds, without half-point byes, zero-point byes and forfeit losses (7.6)."""

    def rounds(one: int) -> list[int]:
        unplayed = table.unplayed.get(one, {})
        everything = range(len(table.opponents[one]))
        return [at for at in everything if at not in unplayed or unplayed[at].kind not in VOLUNTARY]

    return _counted(table, Why.ELECTED, rounds)


def standard(table: CrossTable, how: Modifiers) -> Measure:
    """STD: one for each round with more points than the scheduled opponent, or without one more than a draw; half of
    that for as many (7.7)."""
    sheet = table.sheet(how.score)
    against_opponent = table.rules.readings.standard_points == "opponent"

    def rounds(one: int) -> list[Contribution]:
        found = []
        for at, (opponent, won) in enumerate(zip(table.scheduled[one], sheet.points[one], strict=True)):
            paired = bool(opponent) and against_opponent
            other = sheet.points[opponent][at] if paired else sheet.draw
            if won >= other:
                ahead = won > other
                why = (Why.LEVEL, Why.BEATEN) if paired else (Why.LIKE_DRAW, Why.ABOVE_DRAW)
                found.append(Contribution(at + 1, opponent, 1 + ahead, 1, why[ahead]))
        return found

    return Measure(rounds, unit=2, part_unit=2)


def pairing_number(table: CrossTable, how: Modifiers) -> Measure:
    """TPN: the pairing number (7.8)."""
    return Measure(lambda one: (Contribution(0, 0, one, one, Why.NUMBER),))
