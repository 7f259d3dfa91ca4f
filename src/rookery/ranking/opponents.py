"""Tie-breaks from the results of the opponents (articles 8 and 9); unplayed rounds are valued in `unplayed_rounds`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import mul

from rookery._record import replace
from rookery.elo import round_half_up
from rookery.errors import RuleError
from rookery.history.completion import meetings_due
from rookery.messages import msg
from rookery.ranking.contribution import Addends, Contribution, Why, make_addends, make_contribution
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.tiebreak import Key, Measure, Method, Modifiers
from rookery.ranking.unplayed_rounds import contributions_of_rounds, opponent_scores


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
        return rounds_schedule.sums(participants, modifiers.low, modifiers.high)

    return Measure(rounds, unit=10, part_unit=10, numbers=numbers, many=None if rounds_schedule.gaps else sums)


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
    """Return a function that averages contributions in tenths, giving hundredths: rounded, or exact if Q9 is read
    so.
    """
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
        return Measure(products, unit=100, part_unit=100, numbers=numbers, many=sums if plain else None)

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
