"""Berger tables and two cycles of them: the published tables, and what must hold for any size."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from literal import schedules
from rookery.errors import RuleError
from rookery.pairing.schedules.tables import berger, colours, three_in_a_row, two_cycles

# C.05 Annex 1, White first.
PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
    ],
}  # fmt: skip


@pytest.mark.parametrize("size", PUBLISHED)
def test_the_published_tables(size: int) -> None:
    assert [" ".join(f"{white}-{black}" for white, black in boards) for boards in berger(size)] == PUBLISHED[size]


def test_all_the_tables_we_have(golden: Path) -> None:
    tables = json.loads((golden / "round-robin" / "berger.json").read_text())["tables"]
    assert set(map(int, tables)) == set(range(4, 25, 2))
    for size, rounds in tables.items():
        assert [set(map(tuple, boards)) for boards in rounds] == [set(boards) for boards in berger(int(size))]


def test_another_generator_agrees() -> None:
    for size in range(4, 41, 2):
        assert [set(boards) for boards in berger(size)] == [set(boards) for boards in schedules.berger(size)]


@pytest.mark.parametrize("size", range(2, 201))
def test_everybody_meets_everybody_with_colours_in_balance(size: int) -> None:
    table = berger(size)
    everybody = set(range(1, size + 1))
    assert len(table) == size - 1 + size % 2
    for boards in table:
        seated = [seat for pair in boards for seat in pair]
        assert len(set(seated)) == len(seated) == size - size % 2
    met = [frozenset(pair) for boards in table for pair in boards]
    assert len(met) == len(set(met)) == size * (size - 1) // 2
    rows = colours(table)
    assert set(rows) == everybody
    balance = {seat: row.count("w") - row.count("b") for seat, row in rows.items()}
    if size % 2:  # an even number of games each
        assert set(balance.values()) <= {0}
    else:
        assert [seat for seat in sorted(balance) if balance[seat] == 1] == list(range(1, size // 2 + 1))
        assert set(balance.values()) == {1, -1}
    assert three_in_a_row(table) == ()


@pytest.mark.parametrize("size", [*range(3, 41), 64, 99, 100, 199, 200])
@pytest.mark.parametrize("reverse", [True, False])
def test_two_cycles(size: int, reverse: bool) -> None:
    table = berger(size)
    double = two_cycles(table, reverse=reverse)
    met = [pair for boards in double for pair in boards]
    assert sorted(met) == sorted((a, b) for pair in combinations(range(1, size + 1), 2) for a, b in (pair, pair[::-1]))
    assert {row.count("w") - row.count("b") for row in colours(double).values()} == {0}
    first, second = double[: len(table)], double[len(table) :]
    assert first == ((*table[:-2], table[-1], table[-2]) if reverse else table)
    assert second == tuple(tuple((black, white) for white, black in boards) for boards in table)
    if reverse or size % 2:
        assert three_in_a_row(double) == ()
    else:
        assert sorted(three_in_a_row(double)) == [1, size // 2 + 1]


def test_too_few(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        berger(1)
    assert str(caught.value) == snapshot
