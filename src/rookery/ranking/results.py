"""Tie-breaks from results: a participant's own (article 7), and those of the opponents (articles 8 and 9).

Unplayed rounds are valued in `unplayed_rounds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from operator import mul

from rookery._record import replace
from rookery.elo import round_half_up
from rookery.errors import RuleError
from rookery.history.completion import meetings_due
from rookery.history.history import Kind
from rookery.messages import msg
from rookery.model import Colour
from rookery.ranking.crosstable import CrossTable, PlayedGames
from rookery.ranking.tiebreak import (
    Addends,
    Contribution,
    Key,
    Measure,
    Method,
    Modifiers,
    NumbersFunction,
    Why,
    make_addends,
    make_contribution,
)
from rookery.ranking.unplayed_rounds import VOLUNTARY, contributions_of_rounds, opponent_scores

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
    table: CrossTable, why: Why, places: Callable[[int], list[int]], bulk_numbers: NumbersFunction | None = None
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

    return Measure(rounds, numbers=numbers, bulk_numbers=bulk_numbers)


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
    """Return STD: one for each round with more points than the scheduled opponent, half for as many (7.7).

    Without an opponent the points are compared with those of a draw.
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


def buchholz(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return BH: the sum of the scores of the opponents (8.1); with /F as if the final round had been drawn (8.3)."""
    if table.predetermined and not table.rules.buchholz_in_round_robins:
        raise RuleError(msg("Buchholz and what is built on it must not be used in a round robin"), article="C.07 8")
    sheet = table.sheet(modifiers.score)
    rounds_schedule = opponent_scores(table, sheet, modifiers.fore, modifiers.forfeits)

    def numbers(participant: int) -> Addends:
        scores, _ = rounds_schedule.contributing_scores(participant, rounds_schedule.scores[participant])
        return make_addends((scores, scores, rounds_schedule.voluntary.get(participant, ()), ()))

    def rounds(participant: int) -> list[Contribution]:
        return contributions_of_rounds(table, sheet, participant, modifiers.fore, modifiers.forfeits)

    def sums(participants: Sequence[int], modifiers: Modifiers) -> Iterable[int]:
        return rounds_schedule.sums_after_cuts(participants, modifiers.low, modifiers.high)

    return Measure(rounds, unit=10, part_unit=10, numbers=numbers, bulk_numbers=None if rounds_schedule.gaps else sums)


def fore_buchholz(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return FB: Buchholz as if all paired games of the final round had been drawn (8.3)."""
    return buchholz(table, replace(modifiers, fore=True))


def average_buchholz(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return AOB: the average Buchholz of the opponents played over the board (8.2)."""
    plain = buchholz(table, modifiers)
    sums = table.cached(
        ("buchholz", table.sheet(modifiers.score).name, modifiers.fore and table.final),
        lambda: {participant: plain.number(participant) for participant in table.ids},
    )

    def opponents(participant: int) -> list[Contribution]:
        contributions = []
        for number, opponent in enumerate(table.opponents[participant], 1):
            if opponent:
                score = sums[opponent]
                assert isinstance(score, int)
                contributions.append(make_contribution((number, opponent, score, score, Why.BUCHHOLZ, False, 0, 0)))
        return contributions

    return Measure(opponents, average_measure(table), unit=100, part_unit=10)


def average_measure(table: CrossTable) -> Callable[[Addends], Key | None]:
    """Return a function that averages contributions in tenths to hundredths: rounded, or exact if Q9 is read so."""
    exact = table.rules.readings.averages == "exact"

    def total(addends: Addends) -> Key | None:
        if not addends.values:
            return None
        tenths, number = sum(addends.values), len(addends.values)
        if not exact:
            return round_half_up(10 * tenths, number)
        from fractions import Fraction

        return Fraction(10 * tenths, number)

    return total


def sonneborn_berger(opponents: str, own_score: str) -> Method:
    """Return SB or a variant: for each round, the opponent's score times the points scored (9.1, 13.2).

    `opponents` and `own_score` name the two scores (MP, GP; empty: the one that the modifiers name).
    """

    def method(table: CrossTable, modifiers: Modifiers) -> Measure:
        sheet, points = table.sheet(opponents or modifiers.score), table.sheet(own_score or modifiers.score).points
        rounds_schedule = opponent_scores(table, sheet, False, modifiers.forfeits)

        def numbers(participant: int) -> Addends:
            scores, own_points = rounds_schedule.contributing_scores(participant, points[participant])
            return make_addends(
                (list(map(mul, scores, own_points)), scores, rounds_schedule.voluntary.get(participant, ()), own_points)
            )

        def products(participant: int) -> list[Contribution]:
            rounds, (values, _, _, points) = (
                contributions_of_rounds(table, sheet, participant, False, modifiers.forfeits),
                numbers(participant),
            )
            return [
                make_contribution((number, opponent, value, score, reason, voluntary, own_points, 0))
                for (number, opponent, _, score, reason, voluntary, _, _), value, own_points in zip(
                    rounds, values, points, strict=True
                )
            ]

        def sums(participants: Sequence[int], modifiers: Modifiers) -> Iterable[int]:
            return [
                sum(map(mul, rounds_schedule.scores[participant], points[participant])) for participant in participants
            ]

        plain = not (rounds_schedule.gaps or modifiers.low or modifiers.high)
        return Measure(products, unit=100, part_unit=100, numbers=numbers, bulk_numbers=sums if plain else None)

    return method


def koya(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return KS: the points against participants with at least half of the possible points (9.2, 14.5)."""
    sheet = table.sheet(modifiers.score)
    percent = 50 if modifiers.percent is None else modifiers.percent
    per_round, extra = percent * sheet.win, 500 * modifiers.halves  # in hundredths of a tenth
    limit = per_round * pairable_rounds(table) + extra
    open_rounds = {
        participant: per_round * (table.length - table.rounds_for(participant)) for participant in table.pending
    }
    strong = {
        participant
        for participant, score in sheet.totals.items()
        if 100 * score >= limit - open_rounds.get(participant, 0)
    }

    def rounds(participant: int) -> list[Contribution]:
        row = enumerate(zip(table.scheduled[participant], sheet.points[participant], strict=True), 1)
        return [
            make_contribution((number, opponent, points, points, Why.KOYA, False, 0, 0))
            for number, (opponent, points) in row
            if opponent in strong
        ]

    return Measure(rounds, unit=10, part_unit=10)


def pairable_rounds(table: CrossTable) -> int:
    """Return in how many rounds a participant can be paired: all but the free rounds of pre-determined pairings."""
    if not table.predetermined:
        return table.length
    if table.length > table.rounds:
        return meetings_due(table.tournament)[0]
    return max((len(row) - row.count(0) for row in table.scheduled.values()), default=0)
