"""No cell of a CSV that a command writes is taken for a formula by a spreadsheet."""

from __future__ import annotations

import csv
from pathlib import Path

from rookery.cli.period_tables import save_table
from rookery.cli.tables import data_table, format_csv

FORMULAS = ['=HYPERLINK("http://x")', "+1+2", "-1+2", "@SUM(A1)", "\t=1"]


def test_results_of_a_simulation() -> None:
    rows = list(csv.reader(format_csv(data_table(["name", "share"], [[name, -0.5] for name in FORMULAS])).splitlines()))
    assert [row[1] for row in rows] == ["share", *["-0.5"] * len(FORMULAS)]
    assert all(row[0].startswith("'") for row in rows[1:])


def test_table_of_a_rating_period(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    save_table(str(path), {"fide_id": range(len(FORMULAS)), "name": FORMULAS})
    rows = list(csv.reader(path.read_text("utf-8").splitlines()))
    assert [row[0] for row in rows] == ["fide_id", "0", "1", "2", "3", "4"]
    assert all(row[1].startswith("'") for row in rows[1:])
