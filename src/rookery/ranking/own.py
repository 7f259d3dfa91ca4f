"""Tie-breaks from a participant's own record (article 7), and the points themselves."""

from __future__ import annotations

from rookery.history import Kind
from rookery.model import Colour
from rookery.ranking.contribution import Contribution, Why, contributed
from rookery.ranking.crosstable import CrossTable, PlayedGame
from rookery.ranking.measure import Measure, Modifiers
from rookery.ranking.unplayed import VOLUNTARY

_FORFEITS = {Kind.FORFEIT_WIN: 2, Kind.FORFEIT_LOSS: 0}
"""The half points of a forfeit that is taken as a game."""


def points(table: CrossTable, how: Modifiers) -> Measure:
    """The score: the points of every round."""
    sheet = table.sheet(how.score)

    def rounds(one: int) -> list[Contribution]:
        row = zip(table.meetings[one], sheet.points[one], strict=True)
        found = [
            contributed((number, meeting.opponent or 0, won, won, Why.POINTS, False, 0, 0))
            for number, (meeting, won) in enumerate(row, 1)
        ]
        for number, more in sheet.extra.items():
            if one in more:
                found.append(Contribution(number, 0, more[one], more[one], Why.EXTERNAL))
        return found

    return Measure(rounds, unit=10, part_unit=10, sums=sheet.totals)


def wins(table: CrossTable, how: Modifiers) -> Measure:
    """WIN: the rounds that gave, with or without playing, as many points as a win (7.1)."""
    sheet = table.sheet(how.score)

    def rounds(one: int) -> list[Contribution]:
        meetings = table.meetings[one]
        return [
            contributed((at + 1, meetings[at].opponent or 0, 1, 1, Why.WIN, False, 0, 0))
            for at, won in enumerate(sheet.points[one])
            if won == sheet.win
        ]

    return Measure(rounds)


def won(table: CrossTable, how: Modifiers) -> Measure:
    """WON: the games, or matches, won over the board (7.2)."""
    if not table.tournament.team_event:
        return _games(table, Why.WON, won=True)
    sheet = table.sheet(how.score)

    def matches(one: int) -> list[Contribution]:
        row = enumerate(zip(table.meetings[one], sheet.points[one], strict=True), 1)
        return [
            Contribution(number, meeting.opponent or 0, 1, 1, Why.WON)
            for number, (meeting, won) in row
            if meeting.kind is Kind.PLAYED and won == sheet.win
        ]

    return Measure(matches)


def black(table: CrossTable, how: Modifiers) -> Measure:
    """BPG: the games played over the board with Black (7.3)."""
    return _games(table, Why.BLACK, colour=Colour.BLACK)


def won_with_black(table: CrossTable, how: Modifiers) -> Measure:
    """BWG: the games won over the board with Black (7.4)."""
    return _games(table, Why.BLACK_WON, colour=Colour.BLACK, won=True)


def _games(table: CrossTable, why: Why, *, colour: Colour | None = None, won: bool = False) -> Measure:
    """The games over the board with this colour, or only those won."""
    also = _forfeits(table)

    def games(one: int) -> list[Contribution]:
        return [
            contributed((round, opponent, 1, 1, why, False, 0, 0))
            for round, opponent, had, half_points in [*table.games(one), *also.get(one, ())]
            if (colour is None or had is colour) and (not won or half_points == 2)
        ]

    return Measure(games)


def _forfeits(table: CrossTable) -> dict[int, list[PlayedGame]]:
    """Forfeits read as games: only with pre-determined pairings, and only if Q1 is read so (15.2)."""
    found: dict[int, list[PlayedGame]] = {}
    if table.predetermined and table.rules.readings.forfeit_wins_as_games:
        worth = {Kind.FORFEIT_WIN: 2} if table.rules.forfeit_losses_unplayed else _FORFEITS
        for one, row in table.meetings.items():
            for number, meeting in enumerate(row, 1):
                if meeting.kind in worth and meeting.opponent is not None:
                    game = PlayedGame(number, meeting.opponent, meeting.colour or Colour.WHITE, worth[meeting.kind])
                    found.setdefault(one, []).append(game)
    return found


def progressive(table: CrossTable, how: Modifiers) -> Measure:
    """PS: the sum of the scores after each round (7.5); the first rounds are the least significant (14.1.2)."""
    sheet = table.sheet(how.score)

    def rounds(one: int) -> list[Contribution]:
        found, running = [], 0
        for number, (meeting, won) in enumerate(zip(table.meetings[one], sheet.points[one], strict=True), 1):
            running += won
            if number in sheet.extra:
                running += sheet.extra[number].get(one, 0)
            found.append(contributed((number, meeting.opponent or 0, running, number, Why.RUNNING, False, 0, 0)))
        return found

    return Measure(rounds, unit=10, part_unit=10)


def elected(table: CrossTable, how: Modifiers) -> Measure:
    """REP: the rounds, without half-point byes, zero-point byes and forfeit losses (7.6)."""

    def rounds(one: int) -> list[Contribution]:
        return [
            contributed((number, meeting.opponent or 0, 1, 1, Why.ELECTED, False, 0, 0))
            for number, meeting in enumerate(table.meetings[one], 1)
            if meeting.kind not in VOLUNTARY
        ]

    return Measure(rounds)


def standard(table: CrossTable, how: Modifiers) -> Measure:
    """STD: one for each round with more points than the scheduled opponent, or without one more than a draw; half of
    that for as many (7.7)."""
    sheet = table.sheet(how.score)
    against_opponent = table.rules.readings.standard_points == "opponent"

    def rounds(one: int) -> list[Contribution]:
        found = []
        for at, (meeting, won) in enumerate(zip(table.meetings[one], sheet.points[one], strict=True)):
            opponent = meeting.opponent
            paired = opponent is not None and against_opponent
            other = sheet.points[opponent][at] if paired and opponent is not None else sheet.draw
            if won >= other:
                ahead = won > other
                why = (Why.LEVEL, Why.BEATEN) if paired else (Why.LIKE_DRAW, Why.ABOVE_DRAW)
                found.append(Contribution(at + 1, opponent or 0, 1 + ahead, 1, why[ahead]))
        return found

    return Measure(rounds, unit=2, part_unit=2)


def pairing_number(table: CrossTable, how: Modifiers) -> Measure:
    """TPN: the pairing number (7.8)."""
    return Measure(lambda one: (Contribution(0, 0, one, one, Why.NUMBER),))
