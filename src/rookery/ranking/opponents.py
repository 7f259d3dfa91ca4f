"""Tie-breaks from the results of the opponents (articles 8 and 9); unplayed rounds are the business of `unplayed`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import mul

from rookery.attendance import meetings_due
from rookery.elo import half_up
from rookery.errors import RuleError
from rookery.ranking.contribution import Addends, Contribution, Why, added, contributed
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.measure import Key, Measure, Method, Modifiers
from rookery.ranking.unplayed import rounds_of, schedule
from rookery.values import replace
from rookery.wording import spoken


def buchholz(table: CrossTable, how: Modifiers) -> Measure:
    """BH: the sum of the scores of the opponents (8.1); with /F as if the final round had been drawn (8.3)."""
    if table.predetermined and not table.rules.buchholz_in_round_robins:
        raise RuleError(spoken("Buchholz and what is built on it must not be used in a round robin"), article="C.07 8")
    sheet = table.sheet(how.score)
    known = schedule(table, sheet, how.fore, how.forfeits)

    def numbers(one: int) -> Addends:
        scores, _ = known.counted(one, known.scores[one])
        return added((scores, scores, known.voluntary.get(one, ()), ()))

    def rounds(one: int) -> list[Contribution]:
        return rounds_of(table, sheet, one, how.fore, how.forfeits)

    def many(some: Sequence[int], how: Modifiers) -> Iterable[int]:
        return known.sums(some, how.low, how.high)

    return Measure(rounds, unit=10, part_unit=10, numbers=numbers, many=None if known.gaps else many)


def fore_buchholz(table: CrossTable, how: Modifiers) -> Measure:
    """FB: Buchholz as if all paired games of the final round had been drawn (8.3)."""
    return buchholz(table, replace(how, fore=True))


def average_buchholz(table: CrossTable, how: Modifiers) -> Measure:
    """AOB: the average Buchholz of the opponents played over the board (8.2)."""
    plain = buchholz(table, how)
    sums = table.once(
        ("buchholz", table.sheet(how.score).name, how.fore and table.final),
        lambda: {one: plain.number(one) for one in table.ids},
    )

    def opponents(one: int) -> list[Contribution]:
        found = []
        for number, opponent in enumerate(table.opponents[one], 1):
            if opponent:
                score = sums[opponent]
                assert isinstance(score, int)
                found.append(contributed((number, opponent, score, score, Why.BUCHHOLZ, False, 0, 0)))
        return found

    return Measure(opponents, mean(table), unit=100, part_unit=10)


def mean(table: CrossTable) -> Callable[[Addends], Key | None]:
    """The average of contributions in tenths, in hundredths: rounded, or exact if Q9 is read so."""
    exact = table.rules.readings.averages == "exact"

    def total(addends: Addends) -> Key | None:
        if not addends.values:
            return None
        tenths, number = sum(addends.values), len(addends.values)
        if not exact:
            return half_up(10 * tenths, number)
        from fractions import Fraction

        return Fraction(10 * tenths, number)

    return total


def sonneborn_berger(opponents: str, own: str) -> Method:
    """SB and its kin: for each round, the score of the opponent times the points scored (9.1, 13.2).

    `opponents` and `own` name the two scores (MP, GP; empty: the one asked for).
    """

    def method(table: CrossTable, how: Modifiers) -> Measure:
        sheet, points = table.sheet(opponents or how.score), table.sheet(own or how.score).points
        known = schedule(table, sheet, False, how.forfeits)

        def numbers(one: int) -> Addends:
            scores, won = known.counted(one, points[one])
            return added((list(map(mul, scores, won)), scores, known.voluntary.get(one, ()), won))

        def products(one: int) -> list[Contribution]:
            rounds, (values, _, _, points) = rounds_of(table, sheet, one, False, how.forfeits), numbers(one)
            return [
                contributed((number, other, value, score, why, voluntary, won, 0))
                for (number, other, _, score, why, voluntary, _, _), value, won in zip(
                    rounds, values, points, strict=True
                )
            ]

        def many(some: Sequence[int], how: Modifiers) -> Iterable[int]:
            return [sum(map(mul, known.scores[one], points[one])) for one in some]

        plain = not (known.gaps or how.low or how.high)
        return Measure(products, unit=100, part_unit=100, numbers=numbers, many=many if plain else None)

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
        row = enumerate(zip(table.scheduled[one], sheet.points[one], strict=True), 1)
        return [
            contributed((number, opponent, won, won, Why.KOYA, False, 0, 0))
            for number, (opponent, won) in row
            if opponent in strong
        ]

    return Measure(rounds, unit=10, part_unit=10)


def rounds_open(table: CrossTable) -> int:
    """In how many rounds one can be paired: all, but for the free rounds of pre-determined pairings."""
    if not table.predetermined:
        return table.length
    if table.length > table.rounds:
        return meetings_due(table.tournament)[0]
    return max((len(row) - row.count(0) for row in table.scheduled.values()), default=0)
