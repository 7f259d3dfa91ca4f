"""Tie-breaks beside those of another program: what agrees, what another reading gives, what is to be judged."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

import rookery
from rookery import Settings
from rookery.checking.crosscheck import Case, Lead, Logbook
from rookery.checking.generator import generate
from rookery.checking.ranker import RANK, Ranker, Ranking, TournamentMaker, read_table, same_value
from rookery.checking.rankings import Columns, codes_of, compare_rankings, ranked
from rookery.errors import RookeryError
from rookery.model import Player, Tournament
from rookery.ranking.rules import AUGUST_2024, MARCH_2026, TieBreakRules, read_so
from rookery.values import replace

PLAIN = Settings(players=12, rounds=5, ratings=None, acceleration="none")
FORFEITED = replace(PLAIN, double_forfeits=0.2)
ABSENT = replace(PLAIN, half_byes=2, zero_byes=2, forfeits=0.2)


def written(columns: Columns) -> dict[str, dict[int, str]]:
    """A table as another program prints it: three decimals, or a hyphen."""
    return {
        code: {one: "-" if value is None else f"{float(value):.3f}" for one, value in column.items()}
        for code, column in columns.items()
    }


def says(
    monkeypatch: pytest.MonkeyPatch,
    rules: TieBreakRules | None = None,
    change: Callable[[dict[str, dict[int, str]]], None] | None = None,
) -> Ranker:
    """A program that gives our values by these rules, or what is made of them."""

    def rank(self: Ranker, tournament: Tournament, codes: Sequence[str]) -> Ranking:
        assert codes[0] == "PTS"
        found = written(ranked(tournament, codes[1:], rules))
        for code in codes[1:]:
            found.setdefault(code, dict.fromkeys(found[RANK], "0"))
        if change:
            change(found)
        return Ranking(found)

    monkeypatch.setattr(Ranker, "rank", rank)
    return Ranker("nobody {input}")


def ours(seed: int) -> Case:
    return Case(seed, Lead.OURS)


def test_two_that_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(6):
        found = compare_rankings(ours(seed), ABSENT, says(monkeypatch))
        assert found.findings == ()
        assert found.values >= 12 * 20
        assert found.seconds > 0


def test_another_reading_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    other = says(monkeypatch, read_so(MARCH_2026, "standard_points=draw"))
    found = [one for seed in range(8) for one in compare_rankings(ours(seed), FORFEITED, other).findings]
    assert found
    assert {(one.code, one.article, one.verdict) for one in found} == {
        ("STD", "C.07 7.7", "another reading: standard_points=draw")
    }


def test_another_edition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    other = says(monkeypatch, AUGUST_2024)
    found = [one for seed in range(8) for one in compare_rankings(ours(seed), ABSENT, other).findings]
    assert {one.verdict for one in found} == {"another edition: C.07 (2024-08)"}
    assert {"BH", "SB"} <= {one.code for one in found}


def test_what_nothing_gives_is_to_be_judged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def wrong(table: dict[str, dict[int, str]]) -> None:
        table["BH"][3] = "99.5"
        table[RANK][3] = "7"

    other = says(monkeypatch, change=wrong)
    comparison = compare_rankings(ours(1), PLAIN, other)
    (found,) = comparison.findings
    assert (found.code, found.verdict, found.unexplained) == ("BH", "another value", True)
    (cell,) = found.cells
    assert (cell[0], cell[2]) == (3, "99.5")
    book = Logbook(tmp_path, PLAIN, other)
    book.enter(comparison)
    assert book.sums["unexplained"] == book.differences == 1
    again = Logbook(tmp_path, PLAIN, other)
    assert (again.done, again.sums) == (book.done, book.sums)
    kept = rookery.load(tmp_path / "1-ours-tiebreak-BH.trf").tournament
    assert str(next(row for row in rookery.standings(kept, "BH").rows if row.id == 3).values[-1]) == cell[1]


def test_places_are_compared_where_all_values_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    def swapped(table: dict[str, dict[int, str]]) -> None:
        first, second = (next(one for one, at in table[RANK].items() if at == place) for place in ("1.000", "2.000"))
        table[RANK][first], table[RANK][second] = "2", "1"

    (found,) = compare_rankings(ours(2), PLAIN, says(monkeypatch, change=swapped)).findings
    assert (found.code, len(found.cells), found.verdict) == (RANK, 2, "another value")


def test_a_column_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    other = says(monkeypatch, change=lambda table: table.pop("KS") and None)
    found = compare_rankings(ours(1), PLAIN, other)
    assert (found.failure, found.findings) == ("no column for KS", ())
    assert [(name, told["verdict"]) for name, _, told in found.files()] == [("tiebreak-none", "no column for KS")]


def test_ratings_are_not_compared_where_somebody_has_none() -> None:
    rated = Tournament(players=(Player(1, rating=2000), Player(2, rating=1900)))
    unrated = Tournament(players=(Player(1, rating=2000), Player(2)))
    assert {"ARO", "TPR", "RTNG", "ARO/C1"} == {"ARO", "TPR", "RTNG", "ARO/C1"} & set(codes_of(rated))
    assert not {"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG", "ARO/C1"} & set(codes_of(unrated))


def test_tie_breaks_of_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    teams = Settings(system="team", teams=8, boards=2, rounds=4, scores="MP_GP")
    found = compare_rankings(ours(3), teams, says(monkeypatch))
    assert (found.findings, found.failure, found.players) == ((), "", 8)
    assert {"EMMSB", "SSSC", "MPvGP"} <= set(codes_of(generate(teams, 3)))


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
    assert same_value(value, text) is same


@pytest.mark.parametrize("text", ["", "No\tBH", "No\n1", "No\tBH\nx\t1", "No\tBH\n1\t2\t3", "### Error 510\nno"])
def test_what_is_no_table(text: str) -> None:
    assert read_table(text).failure.startswith("not a table")


COPIED = "import sys, shutil; shutil.copy('made.trf', sys.argv[1]); print(sys.argv[2])"


def test_the_other_way_another_generator_makes_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    made = generate(Settings(players=9, rounds=4), 77)
    Path("made.trf").write_bytes(rookery.dump(made))
    maker = TournamentMaker(f'{sys.executable} -c "{COPIED}" {{output}} {{seed}}')
    assert maker.make(5).by_id.keys() == made.by_id.keys()
    other = says(monkeypatch)
    found = compare_rankings(Case(5, Lead.THEIRS), PLAIN, other, maker)
    assert (found.players, found.rounds, found.findings) == (9, 4, ())
    assert compare_rankings(ours(5), PLAIN, other, maker).players == 12
    failing = TournamentMaker(f'{sys.executable} -c "import sys; sys.exit(3)" {{output}}')
    with pytest.raises(RookeryError, match="exit code 3"):
        failing.make(5)
    nothing = compare_rankings(Case(5, Lead.THEIRS), PLAIN, other, failing)
    assert (nothing.rounds, nothing.values, nothing.line["differences"]) == (0, 0, 0)
