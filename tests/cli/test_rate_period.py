"""Whole periods by command: the same answer from CSV and from Parquet."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command_line import Run


@pytest.fixture(autouse=True)
def _here(ground: Path) -> None:
    """Every test works in a folder of its own."""


def test_parquet_is_read_and_written_as_csv_is(run: Run) -> None:
    arrow = pytest.importorskip("pyarrow.csv")
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("list", "games"):
        parquet.write_table(arrow.read_csv(f"examples/period/{name}.csv"), f"{name}.parquet")
    plain = ("rate-period", "--list", "examples/period/list.csv", "--games", "examples/period/games.csv", "-o", "a.csv")
    columns = ("rate-period", "--list", "list.parquet", "--games", "games.parquet")
    assert run(*plain).code == 0
    assert run(*columns, "-o", "b.csv").code == 0
    assert Path("a.csv").read_bytes() == Path("b.csv").read_bytes()
    assert run(*columns, "-o", "b.parquet").code == 0
    written = parquet.read_table("b.parquet").to_pydict()
    head, *rows = Path("a.csv").read_text(encoding="utf-8").splitlines()
    assert list(written) == head.split(",")
    assert [",".join(map(str, row)) for row in zip(*written.values(), strict=True)] == rows


def test_a_table_without_a_needed_column_is_refused(run: Run) -> None:
    Path("games.csv").write_text("white,black\n1,2\n", encoding="utf-8")
    done = run("rate-period", "--list", "examples/period/list.csv", "--games", "games.csv", "-o", "a.csv")
    assert done.code == 3
    assert "there is no column 'half_points'" in done.err
