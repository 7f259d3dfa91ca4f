"""Tie-breaks from the results of the opponents (articles 8 and 9); unplayed rounds are the business of `unplayed`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from rookery.attendance import meetings_due
from rookery.elo import half_up
from rookery.errors import RuleError
from rookery.history import Kind
from rookery.ranking.contribution import Contribution, Why, contributed
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.measure import Key, Measure, Method, Modifiers, summed
from rookery.ranking.unplayed import schedule
from rookery.values import replace


def buchholz(table: CrossTable, how: Modifiers) -> Measure:
    """BH: the sum of the scores of the opponents (8.1); with /F as if the final round had been drawn (8.3)."""
    if table.predetermined and not table.rules.buchholz_in_round_robins:
        raise RuleError("Buchholz and what is built on it must not be used in a round robin", article="C.07 8")
    rounds = schedule(table, table.sheet(how.score), how.fore, how.forfeits)
    return Measure(rounds.__getitem__, unit=10, part_unit=10)


def fore_buchholz(table: CrossTable, how: Modifiers) -> Measure:
    """FB: Buchholz as if all paired games of the final round had been drawn (8.3)."""
    return buchholz(table, replace(how, fore=True))


def average_buchholz(table: CrossTable, how: Modifiers) -> Measure:
    """AOB: the average Buchholz of the opponents played over the board (8.2)."""
    plain = buchholz(table, how)
    sums = table.once(
        ("buchholz", table.sheet(how.score).name, how.fore and table.final),
        lambda: {one: summed(plain.contributions(one)) for one in table.meetings},
    )

    def opponents(one: int) -> list[Contribution]:
        found = []
        for number, meeting in enumerate(table.meetings[one], 1):
            if meeting.kind is Kind.PLAYED and meeting.opponent is not None:
                score = sums[meeting.opponent]
                assert isinstance(score, int)
                found.append(contributed((number, meeting.opponent, score, score, Why.BUCHHOLZ, False, 0, 0)))
        return found

    return Measure(opponents, mean(table), unit=100, part_unit=10)


def mean(table: CrossTable) -> Callable[[Sequence[Contribution]], Key | None]:
    """The average of contributions in tenths, in hundredths: rounded, or exact if Q9 is read so."""
    exact = table.rules.readings.averages == "exact"

    def total(contributions: Sequence[Contribution]) -> Key | None:
        if not contributions:
            return None
        tenths, number = sum(each.value for each in contributions), len(contributions)
        return Fraction(10 * tenths, number) if exact else half_up(10 * tenths, number)

    return total


def sonneborn_berger(opponents: str, own: str) -> Method:
    """SB and its kin: for each round, the score of the opponent times the points scored (9.1, 13.2).

    `opponents` and `own` name the two scores (MP, GP; empty: the one asked for).
    """

    def method(table: CrossTable, how: Modifiers) -> Measure:
        rounds = schedule(table, table.sheet(opponents or how.score), False, how.forfeits)
        points = table.sheet(own or how.score).points

        def products(one: int) -> list[Contribution]:
            row = points[one]
            return [
                contributed((number, other, score * row[number - 1], score, why, voluntary, row[number - 1], 0))
                for number, other, _, score, why, voluntary, _, _ in rounds[one]
            ]

        return Measure(products, unit=100, part_unit=100)

    return method


def koya(table: CrossTable, how: Modifiers) -> Measure:
    """KS: the points against participants with at least half of the points one could have (9.2, 14.5)."""
    sheet = table.sheet(how.score)
    percent = 50 if how.percent is None else how.percent
    each, extra = percent * sheet.win, 500 * how.halves  # in hundredths of a tenth
    limit = each * rounds_open(table) + extra
    still = {one: each * (table.length - table.rounds_of(one)) for one in table.waiting}
    strong = {one for one, score in sheet.totals.items() if 100 * score >= limit - still.get(one, 0)}

    def rounds(one: int) -> list[Contribution]:
        row = enumerate(zip(table.meetings[one], sheet.points[one], strict=True), 1)
        return [
            contributed((number, meeting.opponent, won, won, Why.KOYA, False, 0, 0))
            for number, (meeting, won) in row
            if meeting.opponent is not None and meeting.opponent in strong
        ]

    return Measure(rounds, unit=10, part_unit=10)


def rounds_open(table: CrossTable) -> int:
    """In how many rounds one can be paired: all, but for the free rounds of pre-determined pairings."""
    if not table.predetermined:
        return table.length
    if table.length > table.rounds:
        return meetings_due(table.tournament)[0]
    return max((sum(m.opponent is not None for m in row) for row in table.meetings.values()), default=0)
