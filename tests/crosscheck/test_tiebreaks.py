"""Tie-breaks beside those of another program: what agrees, what another reading gives, what is to be judged."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import GeneratorSettings
from rookery._record import replace
from rookery.crosscheck.pairings import Case, Lead, Logbook
from rookery.crosscheck.programs import (
    RANK_COLUMN,
    GeneratorProgram,
    TieBreakProgram,
    TieBreakTable,
    is_same_value,
    parse_table,
)
from rookery.crosscheck.tiebreaks import UNEXPLAINED, Columns, comparable_codes, compare_tiebreaks, compute_columns
from rookery.errors import RookeryError
from rookery.generator.generate import generate
from rookery.model import Player, Tournament
from rookery.ranking.rules import AUGUST_2024, MARCH_2026, TieBreakRules, with_answer

PLAIN = GeneratorSettings(players=12, rounds=5, ratings=None, acceleration="none")
FORFEITED = replace(PLAIN, double_forfeits=0.2)
ABSENT = replace(PLAIN, half_byes=2, zero_byes=2, forfeits=0.2)


def format_table(columns: Columns) -> dict[str, dict[int, str]]:
    """A table as another program prints it: three decimals, or a hyphen."""
    return {
        code: {one: "-" if value is None else f"{float(value):.3f}" for one, value in column.items()}
        for code, column in columns.items()
    }


def says(
    monkeypatch: pytest.MonkeyPatch,
    rules: TieBreakRules | None = None,
    change: Callable[[dict[str, dict[int, str]]], None] | None = None,
) -> TieBreakProgram:
    """A program that gives our values by these rules, or what is made of them."""

    def rank(self: TieBreakProgram, tournament: Tournament, codes: Sequence[str]) -> TieBreakTable:
        assert codes[0] == "PTS"
        found = format_table(compute_columns(tournament, codes[1:], rules))
        for code in codes[1:]:
            found.setdefault(code, dict.fromkeys(found[RANK_COLUMN], "0"))
        if change:
            change(found)
        return TieBreakTable(found)

    monkeypatch.setattr(TieBreakProgram, "compute", rank)
    return TieBreakProgram("nobody {input}")


def ours(seed: int) -> Case:
    return Case(seed, Lead.OURS)


def test_programs_that_agree_have_no_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(6):
        found = compare_tiebreaks(ours(seed), ABSENT, says(monkeypatch))
        assert found.findings == ()
        assert found.values >= 12 * 20
        assert found.seconds >= 0


def test_another_interpretation_is_recognised(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    other = says(monkeypatch, with_answer(MARCH_2026, "standard_points=draw"))
    found = [finding for seed in range(8) for finding in compare_tiebreaks(ours(seed), FORFEITED, other).findings]
    assert found
    assert {(one.code, one.article, one.unexplained) for one in found} == {("STD", "C.07 7.7", False)}
    assert sorted({one.verdict for one in found}) == snapshot


@pytest.mark.slow
def test_another_edition_is_recognised(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    other = says(monkeypatch, AUGUST_2024)
    found = [finding for seed in range(8) for finding in compare_tiebreaks(ours(seed), ABSENT, other).findings]
    assert not any(one.unexplained for one in found)
    assert sorted({one.verdict for one in found}) == snapshot
    assert {"BH", "SB"} <= {one.code for one in found}


def test_what_nothing_gives_is_to_be_judged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def wrong(table: dict[str, dict[int, str]]) -> None:
        table["BH"][3] = "99.5"
        table[RANK_COLUMN][3] = "7"

    other = says(monkeypatch, change=wrong)
    comparison = compare_tiebreaks(ours(1), PLAIN, other)
    (found,) = comparison.findings
    assert (found.code, found.verdict, found.unexplained) == ("BH", UNEXPLAINED, True)
    (cell,) = found.cells
    assert (cell[0], cell[2]) == (3, "99.5")
    with Logbook(tmp_path, PLAIN, other) as book:
        book.enter(comparison)
        assert book.sums["unexplained"] == book.differences == 1
    with Logbook(tmp_path, PLAIN, other) as again:
        assert (again.done, again.sums) == (book.done, book.sums)
    kept = rookery.load(tmp_path / "1-ours-tiebreak-BH.trf").tournament
    assert str(next(row for row in rookery.standings(kept, "BH").rows if row.id == 3).values[-1]) == cell[1]


def test_places_are_compared_where_all_values_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    def swapped(table: dict[str, dict[int, str]]) -> None:
        first, second = (
            next(one for one, at in table[RANK_COLUMN].items() if at == place) for place in ("1.000", "2.000")
        )
        table[RANK_COLUMN][first], table[RANK_COLUMN][second] = "2", "1"

    (found,) = compare_tiebreaks(ours(2), PLAIN, says(monkeypatch, change=swapped)).findings
    assert (found.code, len(found.cells), found.verdict) == (RANK_COLUMN, 2, UNEXPLAINED)


def test_a_column_that_is_not_there(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    other = says(monkeypatch, change=lambda table: table.pop("KS") and None)
    found = compare_tiebreaks(ours(1), PLAIN, other)
    assert found.findings == ()
    assert found.failure == snapshot
    assert [(name, told["verdict"]) for name, _, told in found.files()] == [("tiebreak-none", found.failure)]


def test_ratings_are_not_compared_with_unrated_players() -> None:
    rated = Tournament(players=(Player(1, rating=2000), Player(2, rating=1900)))
    unrated = Tournament(players=(Player(1, rating=2000), Player(2)))
    assert {"ARO", "TPR", "RTNG", "ARO/C1"} == {"ARO", "TPR", "RTNG", "ARO/C1"} & set(comparable_codes(rated))
    assert not {"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG", "ARO/C1"} & set(comparable_codes(unrated))


def test_tie_breaks_of_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    teams = GeneratorSettings(system="team", teams=8, boards=2, rounds=4, scores="MP_GP")
    found = compare_tiebreaks(ours(3), teams, says(monkeypatch))
    assert (found.findings, found.failure, found.players) == ((), "", 8)
    assert {"EMMSB", "SSSC", "MPvGP"} <= set(comparable_codes(generate(teams, 3)))


@pytest.mark.parametrize(
    ("value", "text", "same"),
    [
        (Fraction(27, 2), "13.5", True),
        (Fraction(27, 2), "13.50", True),
        (Fraction(27, 2), "13", False),
        (Fraction(1, 8), "0.13", True),
        (Fraction(1, 8), "0.12", True),
        (Fraction(1, 8), "0.14", False),
        (None, "-0", True),
        (None, "0", False),
        (Fraction(0), "-", False),
        (Fraction(5), "5e0", False),
        (Fraction(5), "none", False),
    ],
)
def test_values_as_they_are_written(value: Fraction | None, text: str, same: bool) -> None:
    assert is_same_value(value, text) is same


@pytest.mark.parametrize(
    "text",
    ["", "No\tBH", "No\n1", "No\tBH\nx\t1", "No\tBH\n1\t2\t3", "### Error 510\nno"],
    ids=["empty", "no rows", "no columns", "no number", "too many cells", "error message"],
)
def test_what_is_no_table(text: str, snapshot: SnapshotAssertion) -> None:
    assert parse_table(text).failure == snapshot


COPIED = "import sys, shutil; shutil.copy('made.trf', sys.argv[1]); print(sys.argv[2])"


def test_the_other_way_another_generator_makes_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.chdir(tmp_path)
    made = generate(GeneratorSettings(players=9, rounds=4), 77)
    Path("made.trf").write_bytes(rookery.dumps(made))
    maker = GeneratorProgram(f'{sys.executable} -c "{COPIED}" {{output}} {{seed}}')
    assert maker.generate(5).participants_by_number.keys() == made.participants_by_number.keys()
    other = says(monkeypatch)
    found = compare_tiebreaks(Case(5, Lead.THEIRS), PLAIN, other, maker)
    assert (found.players, found.rounds, found.findings) == (9, 4, ())
    assert compare_tiebreaks(ours(5), PLAIN, other, maker).players == 12
    failing = GeneratorProgram(f'{sys.executable} -c "import sys; sys.exit(3)" {{output}}')
    with pytest.raises(RookeryError) as caught:
        failing.generate(5)
    assert str(caught.value) == snapshot
    nothing = compare_tiebreaks(Case(5, Lead.THEIRS), PLAIN, other, failing)
    assert (nothing.rounds, nothing.values, nothing.line["differences"]) == (0, 0, 0)
