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


PERIOD = ("rate-period", "--list", "list.csv", "--games", "games.csv", "-o", "new.csv")
GAMES = "white,black,result\n1,2,½-½\n2,1,1\u20130\n"


@pytest.fixture
def tables() -> None:
    """A list of two players, and two games."""
    Path("list.csv").write_text("id,rating\n1,2000\n2,1900\n", encoding="utf-8")
    Path("games.csv").write_text(GAMES, encoding="utf-8")


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_tables_of_a_spreadsheet_are_read(run: Run, encoding: str) -> None:
    assert run(*PERIOD).code == 0
    before = Path("new.csv").read_bytes()
    Path("games.csv").write_text(GAMES, encoding=encoding)
    assert run(*PERIOD).code == 0
    assert Path("new.csv").read_bytes() == before


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("games.csv", b"white,black,result\n1,2,\xbd\n", "games.csv: line 2, byte 5: this is not UTF-8"),
        ("games.csv", b'white,black,result\n1,2,"1-0\n2,1,1-0\n', "games.csv: line 2: error: a quotation mark"),
        (
            "games.csv",
            b"white,black,result\n1,2,1-0\n1,99999999999999999999,1-0\n",
            "games.csv: line 3: '9999999",
        ),
        ("list.csv", b"id,rating\n1,2000\n2," + b"9" * 5000, "list.csv: line 3: '99999999"),
        ("games.csv", GAMES.encode("utf-16")[:-1], "games.csv: this is not UTF-16 throughout"),
        ("list.csv", b'id,rating\n1,"2000\n2,1900\n', "list.csv: line 2: error: a quotation mark"),
    ],
)
def test_a_damaged_table_is_refused_with_its_line(run: Run, name: str, data: bytes, says: str) -> None:
    Path(name).write_bytes(data)
    done = run(*PERIOD)
    assert done.code == 3
    assert says in " ".join(done.err.split())


def test_a_damaged_list_is_refused_with_its_name(run: Run) -> None:
    Path("list.xml").write_text("<playerslist><player>", encoding="utf-8")
    for words in (("list", "import", "list.xml", "--list", "a.sqlite"), (*PERIOD[:2], "list.xml", *PERIOD[3:])):
        done = run(*words)
        assert done.code == 3
        assert "list.xml: line 1" in done.err


def test_a_list_of_players_is_read_as_a_spreadsheet_writes_it(run: Run) -> None:
    Path("players.csv").write_text("Name\tRating\nMüller, Åse\t1800\nTwo, B\t1700\n", encoding="utf-16")
    assert run("new", "event.trf", "--players", "players.csv", "--rounds", "3").code == 0
    assert "Müller, Åse" in Path("event.trf").read_text(encoding="utf-8")
    Path("players.csv").write_text('Name,Rating\n"One,1800\nTwo,1700\nThree,1600\n', encoding="utf-8")
    done = run("new", "other.trf", "--players", "players.csv", "--rounds", "3")
    assert done.code == 3
    assert "players.csv: line 2: a quotation mark" in " ".join(done.err.split())
