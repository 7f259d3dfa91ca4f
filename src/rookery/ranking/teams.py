"""Tie-breaks for teams (articles 12 and 13): boards, the two scores together, extended direct encounter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rookery.elo import half_up
from rookery.errors import RuleError
from rookery.history import Kind
from rookery.matches import sides
from rookery.model import Points
from rookery.ranking.contribution import Addends, Contribution, Why
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.direct import Groups, Split, direct_encounter
from rookery.ranking.measure import Key, Measure, Modifiers
from rookery.ranking.opponents import buchholz
from rookery.scoring import outcome_table
from rookery.typed import TYPE_CHECKING
from rookery.values import replace
from rookery.wording import spoken

if TYPE_CHECKING:
    from fractions import Fraction

Boards = tuple[Points, ...]
"""Game points on board one, two, three, ..."""


def other_score(table: CrossTable, how: Modifiers) -> Measure:
    """MPvGP: game points where match points decide, and the other way round (13.1)."""
    totals = table.sheet(table.secondary).totals
    return Measure(lambda one: (Contribution(0, 0, totals[one], totals[one], Why.SECONDARY),), unit=10, part_unit=10)


# -- boards (article 12) -----------------------------------------------------------------------------------------------


def match_boards(table: CrossTable) -> dict[int, list[Boards]]:
    """Every round of every team, board by board.

    Forfeits on a board are wins and losses; a pairing-allocated bye is a win on every board. Whole matches forfeited
    and other byes give every board what they give a player (the text names only the allocated bye).
    """
    return table.once("boards by round", lambda: _match_boards(table))


def _match_boards(table: CrossTable) -> dict[int, list[Boards]]:
    worth = outcome_table(table.tournament.points)
    found = {one: [_whole(table, each.kind) for each in row] for one, row in table.meetings.items()}
    for at, round in enumerate(table.tournament.rounds[: table.rounds]):
        for match in round.matches:
            row = table.meetings[match.white]
            if match.forfeit is None and at < len(row) and row[at].opponent is not None:
                home, away = zip(*sides(table.tournament, match), strict=True)
                found[match.white][at] = _filled(table, [worth[each] for each in home])
                found[match.black][at] = _filled(table, [worth[each] for each in away])
    return found


def _whole(table: CrossTable, kind: Kind) -> Boards:
    """The boards of a round without games."""
    system = table.tournament.points
    full = {Kind.ALLOCATED_BYE, Kind.FORFEIT_WIN, Kind.FULL_BYE}
    each = system.win if kind in full else system.draw if kind is Kind.HALF_BYE else 0
    return (each,) * table.boards


def _filled(table: CrossTable, points: list[Points]) -> Boards:
    """A match in which boards were left out below."""
    return (*points, *[0] * (table.boards - len(points)))


def _sums(rounds: Sequence[Boards]) -> Boards:
    return tuple(map(sum, zip(*rounds, strict=True)))


def _board_points(table: CrossTable) -> Callable[[int], list[Contribution]]:
    rounds = match_boards(table)

    def boards(one: int) -> list[Contribution]:
        row = enumerate(_sums(rounds[one]), 1)
        return [Contribution(0, 0, points, points, Why.BOARD, board=board) for board, points in row]

    return boards


def _count(boards: Sequence[Points]) -> int:
    return sum(number * points for number, points in enumerate(boards, 1))


def _from_the_bottom(boards: Sequence[Points]) -> tuple[Points, ...]:
    return tuple(sum(boards[:end]) for end in range(len(boards) - 1, 0, -1))


def board_count(table: CrossTable, how: Modifiers) -> Measure:
    """BC: board numbers times the game points made on them, the lower the better (12.1)."""
    return Measure(_board_points(table), lambda boards: _count(boards.values), unit=10, part_unit=10)


def equal_game_points(table: CrossTable, group: Sequence[int]) -> bool:
    """BC can only be used when all tied teams have the same game points (12.1; Q4)."""
    totals = table.sheet("GP").totals
    return table.rules.readings.board_count == "always" or len({totals[one] for one in group}) == 1


def top_boards(table: CrossTable, how: Modifiers) -> Measure:
    """TBR: the game points on board one, then on board two, and so on (12.2)."""
    return Measure(_board_points(table), lambda boards: tuple(boards.values), unit=10, part_unit=10)


def bottom_boards(table: CrossTable, how: Modifiers) -> Measure:
    """BBE: the game points without the last board, then without the last two, and so on (12.3)."""
    return Measure(_board_points(table), lambda boards: _from_the_bottom(boards.values), unit=10, part_unit=10)


# -- extended direct encounter (13.3) ----------------------------------------------------------------------------------

_CHAIN: dict[str, Callable[[Boards], tuple[Points, ...]]] = {
    "BC": lambda boards: (-_count(boards),),
    "TBR": tuple,
    "BBE": _from_the_bottom,
}


def extended(*chain: str) -> Split:
    """EDE: direct encounter on the primary score, else on the secondary; each new tied subset starts again (13.3).

    `chain` names what decides between exactly two teams that are still tied (13.3.2).
    """

    def split(table: CrossTable, how: Modifiers, group: Sequence[int]) -> Groups:
        parts = [sorted(group)]
        for score in (table.primary, table.secondary):
            if len(parts) == 1:
                parts = direct_encounter(table, replace(how, score=score), group)
        if len(parts) > 1:
            return [last for part in parts for last in (split(table, how, part) if len(part) > 1 else [part])]
        return _chained(table, parts[0], chain) if len(group) == 2 else parts

    return split


def _chained(table: CrossTable, pair: list[int], chain: Sequence[str]) -> Groups:
    """Two teams by the boards of their match, or of the event (Q3); tied still if they never met."""
    first, second = pair
    mine, yours = _boards_between(table, first, second), _boards_between(table, second, first)
    for name in chain if mine else ():
        a, b = _CHAIN[name](mine), _CHAIN[name](yours)
        if a != b:
            return [[first], [second]] if a > b else [[second], [first]]
    return [pair]


def _boards_between(table: CrossTable, one: int, other: int) -> Boards:
    rounds = match_boards(table)[one]
    if table.rules.readings.chain_boards == "event":
        return _sums(rounds)
    meetings = table.meetings[one]
    played = [rounds[at] for at, each in enumerate(meetings) if each.opponent == other and each.kind is Kind.PLAYED]
    return _sums(played)


# -- scores and schedule strength (13.4) -------------------------------------------------------------------------------


def divisor(table: CrossTable, how: Modifiers) -> Fraction:
    """The most primary points of the tournament by the most secondary points of one match, rounded down (13.4.2)."""
    if how.factor is not None:
        return how.factor
    whole = table.length * table.sheet(table.primary).win // table.sheet(table.secondary).win
    if not whole and table.rules.readings.zero_divisor == "refuse":
        raise RuleError(spoken("the divisor of SSSC is zero: give one (SSSC/K2)"), article="C.07 13.4.2")
    from fractions import Fraction

    return Fraction(whole or 1)


def schedule_strength(table: CrossTable, how: Modifiers) -> Measure:
    """SSSC: the secondary score, and the Buchholz on the primary score divided by a normalising factor (13.4)."""
    by = divisor(table, how)
    other, strength = other_score(table, how), buchholz(table, replace(how, score=table.primary))
    exact = table.rules.readings.averages == "exact"

    def total(addends: Addends) -> Key:
        first, *rest = addends.values
        hundredths = 10 * (first + sum(rest) / by)
        return hundredths if exact else half_up(hundredths.numerator, hundredths.denominator)

    def parts(one: int) -> list[Contribution]:
        return [*other.contributions(one), *strength.contributions(one)]

    return Measure(parts, total, unit=100, part_unit=10)
