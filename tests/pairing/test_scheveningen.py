"""Scheveningen tables: the published ones, and what must hold for any number of boards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rookery.errors import RuleError
from rookery.pairing.schedules.tables import PUBLISHED, colours, double_scheveningen, scheveningen, three_in_a_row

TABLES = {
    3: ["A1-B1 A2-B2 B3-A3", "B2-A1 A2-B3 B1-A3", "A1-B3 B1-A2 A3-B2"],
    4: [
        "A1-B1 A2-B2 B3-A3 B4-A4", "B2-A1 B1-A2 A3-B4 A4-B3", "A1-B3 A2-B4 B1-A3 B2-A4", "B4-A1 B3-A2 A3-B2 A4-B1",
    ],
    6: [
        "A1-B1 B2-A2 B3-A3 A4-B4 B5-A5 A6-B6", "B2-A1 A2-B3 A3-B5 B6-A4 A5-B4 B1-A6",
        "A1-B3 B5-A2 B1-A3 A4-B2 A5-B6 B4-A6", "B4-A1 B6-A2 A3-B2 A4-B1 B3-A5 A6-B5",
        "A1-B5 A2-B4 A3-B6 B3-A4 B1-A5 B2-A6", "B6-A1 A2-B1 B4-A3 B5-A4 A5-B2 A6-B3",
    ],
}  # fmt: skip


@pytest.mark.parametrize("boards", TABLES)
def test_published_tables(boards: int) -> None:
    assert [" ".join(f"{white}-{black}" for white, black in each) for each in scheveningen(boards)] == TABLES[boards]


def test_all_the_published_tables(golden: Path) -> None:
    tables = json.loads((golden / "round-robin" / "scheveningen.json").read_text())["tables"]
    assert tuple(map(int, tables)) == PUBLISHED
    for boards, rounds in tables.items():
        assert [set(map(tuple, each)) for each in rounds] == [set(each) for each in scheveningen(int(boards))]


@pytest.mark.parametrize("boards", range(1, 41))
def test_what_holds_for_any_number_of_boards(boards: int) -> None:
    table = scheveningen(boards)
    assert len(table) == boards
    met = {frozenset(pair) for each in table for pair in each}
    assert met == {frozenset((f"A{a}", f"B{b}")) for a in range(1, boards + 1) for b in range(1, boards + 1)}
    for each in table:
        assert len({player for pair in each for player in pair}) == 2 * boards
    assert three_in_a_row(table) == ()
    assert {abs(row.count("w") - row.count("b")) for row in colours(table).values()} == {boards % 2}


@pytest.mark.parametrize("boards", range(1, 41))
def test_both_sides_have_white_on_half_of_the_boards(boards: int) -> None:
    """On 2, 10, 14, ... boards one more or less: two published boards have no other table, and ten none we know of."""
    surplus = {sum(white[0] == "A" for white, _ in each) * 2 - boards for each in scheveningen(boards)}
    if boards % 2:
        assert surplus <= {1, -1}
    else:
        assert surplus == ({0} if boards % 4 == 0 or boards == 6 else {2, -2})


@pytest.mark.parametrize("boards", range(10, 41, 4))
def test_the_side_with_an_extra_white_takes_turns(boards: int) -> None:
    """One side, the other twice, and the first again: neither begins both rounds of two couples with the advantage."""
    surplus = [sum(white[0] == "A" for white, _ in each) * 2 - boards for each in scheveningen(boards)]
    assert surplus == [2 if number % 4 in (0, 3) else -2 for number in range(boards)]


@pytest.mark.parametrize("boards", range(1, 41))
def test_twice(boards: int) -> None:
    double = double_scheveningen(boards)
    met = [pair for each in double for pair in each]
    assert len(met) == len(set(met)) == 2 * boards**2
    assert three_in_a_row(double) == ()
    assert {row.count("w") - row.count("b") for row in colours(double).values()} == {0}


def test_no_boards() -> None:
    with pytest.raises(RuleError):
        scheveningen(0)
