"""Tie-breaks for teams (articles 12 and 13): boards, the two scores together, extended direct encounter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.elo import round_half_up
from rookery.errors import RuleError
from rookery.history.history import Kind
from rookery.history.scoring import outcome_table
from rookery.history.team_matches import board_results
from rookery.messages import msg
from rookery.model import Points
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.direct import Groups, Split, direct_encounter
from rookery.ranking.results import buchholz
from rookery.ranking.tiebreak import Addends, Contribution, Key, Measure, Modifiers, Why

if TYPE_CHECKING:
    from fractions import Fraction

Boards = tuple[Points, ...]
"""Game points on board one, two, three, ..."""


def secondary_score(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return MPvGP: game points where match points decide, and the other way round (13.1)."""
    totals = table.sheet(table.secondary).totals
    return Measure(lambda team: (Contribution(0, 0, totals[team], totals[team], Why.SECONDARY),), unit=10, part_unit=10)


# -- boards (article 12) -----------------------------------------------------------------------------------------------


def match_boards(table: CrossTable) -> dict[int, list[Boards]]:
    """Return the game points of every round of every team, board by board.

    Forfeits on a board are wins and losses; a pairing-allocated bye is a win on every board. Whole matches forfeited
    and other byes give every board what they give a player (the text names only the allocated bye).
    """
    return table.cached("boards by round", lambda: _match_boards(table))


def _match_boards(table: CrossTable) -> dict[int, list[Boards]]:
    points_of_ending = outcome_table(table.tournament.points)
    rounds = table.tournament.rounds[: table.rounds]
    width = max([table.boards, *(match.board_count for round in rounds for match in round.matches)])
    boards_by_team = {
        team: [_pad_boards(_boards_without_games(table, meeting.kind), width) for meeting in row]
        for team, row in table.meetings.items()
    }
    for place, round in enumerate(rounds):
        for match in round.matches:
            row = table.meetings[match.white]
            if match.forfeit is None and place < len(row) and row[place].opponent is not None:
                home, away = zip(*board_results(table.tournament, match), strict=True)
                boards_by_team[match.white][place] = _pad_boards([points_of_ending[meeting] for meeting in home], width)
                boards_by_team[match.black][place] = _pad_boards([points_of_ending[meeting] for meeting in away], width)
    return boards_by_team


def _boards_without_games(table: CrossTable, kind: Kind) -> Boards:
    """Return the board points of a round without games."""
    system = table.tournament.points
    counts_as_win = {Kind.ALLOCATED_BYE, Kind.FORFEIT_WIN, Kind.FULL_BYE}
    points = system.win if kind in counts_as_win else system.draw if kind is Kind.HALF_BYE else 0
    return (points,) * table.boards


def _pad_boards(points: Sequence[Points], boards: int) -> Boards:
    """Return the points with zeros for the boards left out at the end."""
    return (*points, *[0] * (boards - len(points)))


def _sum_boards(rounds: Sequence[Boards]) -> Boards:
    return tuple(map(sum, zip(*rounds, strict=True)))


def _board_contributions(table: CrossTable) -> Callable[[int], list[Contribution]]:
    rounds = match_boards(table)

    def boards(team: int) -> list[Contribution]:
        row = enumerate(_sum_boards(rounds[team]), 1)
        return [Contribution(0, 0, points, points, Why.BOARD, board=board) for board, points in row]

    return boards


def _board_count(boards: Sequence[Points]) -> int:
    return sum(number * points for number, points in enumerate(boards, 1))


def _sums_without_bottom_boards(boards: Sequence[Points]) -> tuple[Points, ...]:
    return tuple(sum(boards[:end]) for end in range(len(boards) - 1, 0, -1))


def board_count(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return BC: board numbers times the game points made on them, lower is better (12.1)."""
    rounds = match_boards(table)

    def products(team: int) -> list[Contribution]:
        return [
            Contribution(0, 0, board * points, points, Why.BOARD_PRODUCT, points=points, board=board)
            for board, points in enumerate(_sum_boards(rounds[team]), 1)
        ]

    return Measure(products, unit=10, part_unit=10)


def have_equal_game_points(table: CrossTable, group: Sequence[int]) -> bool:
    """Return whether BC can be used: only if all tied teams have the same game points (12.1; Q4)."""
    totals = table.sheet("GP").totals
    return table.rules.readings.board_count == "always" or len({totals[team] for team in group}) == 1


def top_boards(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return TBR: the game points on board one, then on board two, and so on (12.2)."""
    return Measure(_board_contributions(table), lambda boards: tuple(boards.values), unit=10, part_unit=10)


def bottom_boards(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return BBE: the game points without the last board, then without the last two, and so on (12.3)."""
    return Measure(
        _board_contributions(table), lambda boards: _sums_without_bottom_boards(boards.values), unit=10, part_unit=10
    )


# -- extended direct encounter (13.3) ----------------------------------------------------------------------------------

_CHAIN: dict[str, Callable[[Boards], tuple[Points, ...]]] = {
    "BC": lambda boards: (-_board_count(boards),),
    "TBR": tuple,
    "BBE": _sums_without_bottom_boards,
}


def extended_direct_encounter(*chain: str) -> Split:
    """Return the split of EDE: direct encounter on the primary score, else on the secondary (13.3).

    Each new tied subset starts again.

    `chain` names what decides between exactly two teams that are still tied (13.3.2).
    """

    def split(table: CrossTable, modifiers: Modifiers, group: Sequence[int]) -> Groups:
        parts = [sorted(group)]
        for score in (table.primary, table.secondary):
            if len(parts) == 1:
                parts = direct_encounter(table, replace(modifiers, score=score), group)
        if len(parts) > 1:
            return [last for part in parts for last in (split(table, modifiers, part) if len(part) > 1 else [part])]
        return _split_by_chain(table, parts[0], chain) if len(group) == 2 else parts

    return split


def _split_by_chain(table: CrossTable, pair: list[int], chain: Sequence[str]) -> Groups:
    """Split two teams by the boards of their match, or of the event (Q3); they stay tied if they never met."""
    first, second = pair
    first_boards, second_boards = (
        _board_points_against(table, first, second),
        _board_points_against(table, second, first),
    )
    for name in chain if first_boards else ():
        a, b = _CHAIN[name](first_boards), _CHAIN[name](second_boards)
        if a != b:
            return [[first], [second]] if a > b else [[second], [first]]
    return [pair]


def _board_points_against(table: CrossTable, team: int, opponent: int) -> Boards:
    rounds = match_boards(table)[team]
    if table.rules.readings.chain_boards == "event":
        return _sum_boards(rounds)
    meetings = table.meetings[team]
    boards_of_matches = [
        rounds[place]
        for place, meeting in enumerate(meetings)
        if meeting.opponent == opponent and meeting.kind is Kind.PLAYED
    ]
    return _sum_boards(boards_of_matches)


# -- scores and schedule strength (13.4) -------------------------------------------------------------------------------


def schedule_strength_divisor(table: CrossTable, modifiers: Modifiers) -> Fraction:
    """Return the most primary points of the event by the most secondary points of one match, rounded down (13.4.2)."""
    if modifiers.factor is not None:
        return modifiers.factor
    quotient = table.length * table.sheet(table.primary).win // table.sheet(table.secondary).win
    if not quotient and table.rules.readings.zero_divisor == "refuse":
        raise RuleError(msg("the divisor of SSSC is zero: give one (SSSC/K2)"), article="C.07 13.4.2")
    from fractions import Fraction

    return Fraction(quotient or 1)


def schedule_strength(table: CrossTable, modifiers: Modifiers) -> Measure:
    """Return SSSC: the secondary score plus the Buchholz on the primary score divided by a factor (13.4)."""
    factor = schedule_strength_divisor(table, modifiers)
    secondary = secondary_score(table, modifiers)
    primary_buchholz = buchholz(table, replace(modifiers, score=table.primary))
    exact = table.rules.readings.averages == "exact"

    def total(addends: Addends) -> Key:
        first, *rest = addends.values
        hundredths = 10 * (first + sum(rest) / factor)
        return hundredths if exact else round_half_up(hundredths.numerator, hundredths.denominator)

    def parts(team: int) -> list[Contribution]:
        return [*secondary.contributions(team), *primary_buchholz.contributions(team)]

    return Measure(parts, total, unit=100, part_unit=10)
