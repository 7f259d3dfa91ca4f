"""C.07 (March 2026), articles 11 to 13: teams."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rookery import standings
from rookery.model import Bye, ByeKind, Game, Match, Player, Result, Round, Team, Tournament
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rules import SEPTEMBER_2023
from rookery.ranking.teams import match_boards, schedule_strength_divisor
from rookery.ranking.tiebreak import Modifiers
from rookery.serialize.reports import working_data
from support.tiebreaks import golden, ranks, reading, values

SIGNS = {
    "1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS, "+": Result.WHITE_BY_FORFEIT,
    "-": Result.BLACK_BY_FORFEIT,
}  # fmt: skip


def book() -> Tournament:
    return golden("tec-team")


def match(home: int, guests: int, results: str) -> Match:
    """A match on two boards; the results are the home team's."""
    first, second = (Game(2 * home - 1, 2 * guests - 1, SIGNS[results[0]]), SIGNS[results[1]].reversed)
    return Match(home, guests, (first, Game(2 * guests, 2 * home, second)))


def teams(size: int, *rounds: Round, system: str = "FIDE_TEAM_MP_GP") -> Tournament:
    return Tournament(
        players=tuple(Player(one, f"P{one}", 2000) for one in range(1, 2 * size + 1)),
        teams=tuple(Team(one, f"T{one}", (2 * one - 1, 2 * one)) for one in range(1, size + 1)),
        team_event=True,
        rounds=rounds,
        planned_rounds=len(rounds),
        system=system,
        board_colours="WB",
    )


TWO = teams(
    4, Round(matches=(match(1, 2, "1="), match(3, 4, "=="))), Round(matches=(match(1, 3, "01"), match(4, 2, "10")))
)


def test_two_scores() -> None:
    """11.1."""
    found = standings(TWO, ["MPTS", "GPTS"])
    assert {row.id: (row.points, row.values[0]) for row in found} == {
        1: (30, Fraction(5, 2)), 2: (10, Fraction(3, 2)), 3: (20, 2), 4: (20, 2)
    }  # fmt: skip


def test_forfeits_and_byes_on_boards() -> None:
    """12: a board won by forfeit is won; the allocated bye is a win on every board."""
    event = teams(3, Round(matches=(match(1, 2, "+="),), byes=(Bye(3, ByeKind.PAIRING_ALLOCATED),)))
    assert match_boards(CrossTable.for_tournament(event)) == {1: [(10, 5)], 2: [(0, 5)], 3: [(10, 10)]}


def test_board_count() -> None:
    """12.1: the lower the better, and only between equal game points (Q4)."""
    assert values(TWO, "BC") == {
        1: 1 * 1 + 2 * Fraction(3, 2),
        2: 2 * Fraction(3, 2),
        3: Fraction(3, 2) + 1,
        4: Fraction(5, 2),
    }
    event = teams(4, Round(matches=(match(1, 2, "1="), match(3, 4, "11"))))
    assert ranks(event, "BC") == {1: 1, 3: 1, 2: 3, 4: 3}
    always = reading(board_count="always")
    assert [row.id for row in standings(event, ["BC"], rules=always)] == [1, 3, 4, 2]


def test_the_addends_of_a_board_count() -> None:
    """12.1: each addend is the board's number times the points on it, and the addends make up the value."""
    table = standings(TWO, ["BC"])
    working = table.working(1, 0)
    assert [(each.board, each.points, each.value) for each in working.counted] == [(1, 10, 10), (2, 15, 30)]
    assert working_data(working)[1]["value"] == "3"
    for row in table:
        working = table.working(row.id, 0)
        assert Fraction(sum(each.value for each in working.counted), working.unit) == working.value


@pytest.mark.parametrize("code", ["TBR", "BBE"])
def test_board_by_board(code: str) -> None:
    """12.2: board one, then board two; 12.3: without the last board."""
    event = teams(4, Round(matches=(match(1, 2, "1="), match(3, 4, "=1"))))
    assert ranks(event, code) == {1: 1, 3: 2, 4: 3, 2: 4}


def test_the_primary_score_unless_another_is_named() -> None:
    """13."""
    event = book()
    assert values(event, "BH") == values(event, "BH:MP") != values(event, "BH:GP")


def test_match_points_or_game_points() -> None:
    """13.1: whichever does not decide."""
    assert values(TWO, "MPvGP") == {1: Fraction(5, 2), 2: Fraction(3, 2), 3: 2, 4: 2}
    other = teams(4, *TWO.rounds, system="FIDE_TEAM_GP_MP")
    assert values(other, "MPvGP") == {1: 3, 2: 1, 3: 2, 4: 2}


@pytest.mark.parametrize(
    ("code", "printed", "now"),
    [("BH:MP", 64, 61), ("BH:MP/C1", 57, 54), ("BH:GP", 114, 109), ("EMMSB", 88, 82), ("EGMSB", 158, 148),
     ("EMGSB", "158.5", "146.5"), ("EGGSB", 283, 263), ("SSSC", "38.83", "37.83")],
)  # fmt: skip
def test_extended_sonneborn_berger(code: str, printed: str, now: str) -> None:
    """13.2 (and 8.1, 13.4) in the book: team 1 won by forfeit against 6, worth 7 and not 10 since March 2026."""
    old, new = values(book(), code, SEPTEMBER_2023), values(book(), code)
    assert (old[1], new[1]) == (Fraction(printed), Fraction(now))
    assert {one for one in old if old[one] != new[one]} == {1}


def test_direct_encounter_on_both_scores() -> None:
    """13.3.1, 13.3.3 in the book: five teams on 10 match points, order 4, 2, 1, 3, 5 by game points, twice."""
    found = values(book(), "EDE")
    assert sorted((1, 2, 3, 4, 5), key=lambda one: found[one] or 0) == [4, 2, 1, 3, 5]
    assert sorted(found[one] or 0 for one in (1, 2, 3, 4, 5)) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("code", ["EDEBT", "EDEBB", "EDET", "EDEB", "EDEC"])
def test_two_teams_level_on_everything(code: str) -> None:
    """13.3.2 in the book: 11 and 14 drew 2-2 with boards 1, ½, ½, 0; 11 comes first whichever way."""
    assert values(book(), "EDE")[11] == values(book(), "EDE")[14]
    found = values(book(), code)
    assert (found[11] or 0) < (found[14] or 0)


def test_the_boards_of_the_match_or_of_the_event() -> None:
    """13.3.2, Q3."""
    event = teams(2, Round(matches=(match(1, 2, "10"),)), Round(matches=(match(2, 1, "10"),)))
    assert values(event, "EDET") == {1: 0, 2: 0}
    once = teams(2, Round(matches=(match(1, 2, "10"),)))
    whole = reading(chain_boards="event")
    assert values(once, "EDET") == values(once, "EDET", whole) == {1: 1, 2: 2}


@pytest.mark.parametrize(
    ("rounds", "system", "factor"), [(11, "FIDE_TEAM_MP_GP", 5), (9, "FIDE_TEAM_GP_MP", 18), (7, "FIDE_TEAM_MP_GP", 3)]
)
def test_the_divisor_of_schedule_strength(rounds: int, system: str, factor: int) -> None:
    """13.4.2: the most primary points of the event by the most secondary points of a match, on four boards."""
    event = Tournament(
        players=tuple(Player(one) for one in range(1, 9)),
        teams=(Team(1, "A", (1, 2, 3, 4)), Team(2, "B", (5, 6, 7, 8))),
        team_event=True,
        planned_rounds=rounds,
        system=system,
        board_colours="WBWB",
    )
    rules = reading(rounds="planned")
    assert schedule_strength_divisor(CrossTable.for_tournament(event, rules=rules), Modifiers()) == factor


def test_scores_and_schedule_strength() -> None:
    """13.4: the secondary score and a share of the Buchholz; a divisor of zero becomes one (Q5)."""
    found = standings(TWO, ["SSSC", "BH", "SSSC/K2"])
    assert schedule_strength_divisor(found.table, Modifiers()) == 2
    for row in found:
        other = Fraction(found.table.sheet("GP").totals[row.id], 10)
        assert row.values[0] == row.values[2] == other + Fraction(row.values[1] or 0) / 2
    single = teams(2, Round(matches=(match(1, 2, "10"),)))
    assert schedule_strength_divisor(CrossTable.for_tournament(single), Modifiers()) == 1
