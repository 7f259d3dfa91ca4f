"""Whole periods by command: the same answer from CSV and from Parquet."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from support.command_line import Run


@pytest.fixture(autouse=True)
def _use_temporary_folder(ground: Path) -> None:
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


def test_several_processes_write_the_same_bytes(run: Run) -> None:
    pytest.importorskip("numpy")
    words = ("rate-period", "--list", "examples/period/list.csv", "--games", "examples/period/games.csv")
    assert run(*words, "--month", "2026-05", "-o", "one.csv").code == 0
    assert run(*words, "--month", "2026-05", "--jobs", "2", "-o", "two.csv").code == 0
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()
    refused = run(*words, "--jobs", "0", "-o", "none.csv")
    assert (refused.code, Path("none.csv").exists()) == (3, False)


def test_a_table_without_a_needed_column_is_refused(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("games.csv").write_text("white,black\n1,2\n", encoding="utf-8")
    done = run("rate-period", "--list", "examples/period/list.csv", "--games", "games.csv", "-o", "a.csv")
    assert done.code == 3
    assert done.err == snapshot


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
    ("name", "data"),
    [
        ("games.csv", b"white,black,result\n1,2,\xbd\n"),
        ("games.csv", b'white,black,result\n1,2,"1-0\n2,1,1-0\n'),
        ("games.csv", b"white,black,result\n1,2,1-0\n1,99999999999999999999,1-0\n"),
        ("list.csv", b"id,rating\n1,2000\n2," + b"9" * 5000),
        ("games.csv", GAMES.encode("utf-16")[:-1]),
        ("list.csv", b'id,rating\n1,"2000\n2,1900\n'),
    ],
    ids=["no UTF-8", "quotation in games", "long number", "longer number", "cut UTF-16", "quotation in a list"],
)
def test_a_damaged_table_is_refused_with_its_line(
    run: Run, name: str, data: bytes, snapshot: SnapshotAssertion
) -> None:
    Path(name).write_bytes(data)
    done = run(*PERIOD)
    assert done.code == 3
    assert done.err.startswith(f"rookery: {name}: ")
    assert done.err == snapshot


def test_a_damaged_list_is_refused_with_its_name(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("list.xml").write_text("<playerslist><player>", encoding="utf-8")
    for words in (("list", "import", "list.xml", "--list", "a.sqlite"), (*PERIOD[:2], "list.xml", *PERIOD[3:])):
        done = run(*words)
        assert done.code == 3
        assert "list.xml: " in done.err
        assert done.err == snapshot


def test_a_list_of_players_is_read_as_a_spreadsheet_writes_it(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("players.csv").write_text("Name\tRating\nMüller, Åse\t1800\nTwo, B\t1700\n", encoding="utf-16")
    assert run("new", "event.trf", "--players", "players.csv", "--rounds", "3").code == 0
    assert "Müller, Åse" in Path("event.trf").read_text(encoding="utf-8")
    Path("players.csv").write_text('Name,Rating\n"One,1800\nTwo,1700\nThree,1600\n', encoding="utf-8")
    done = run("new", "other.trf", "--players", "players.csv", "--rounds", "3")
    assert done.code == 3
    assert done.err == snapshot


# -- periods that follow each other ------------------------------------------------------------------------------------


def read_list(path: str) -> dict[str, dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return {row["fide_id"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_the_output_is_the_next_list(run: Run, form: str) -> None:
    """A first event without a point stays dropped, a pool grows, months advance, K drops in February only."""
    people = '1,"One, A",GER,2000,20,100,2008,\n2,"Two, B",GER,1900,20,100,1990,\n3,"Three, C",FRA,0,0,0,1990,\n'
    Path("list.csv").write_text(
        "fide_id,name,federation,standard,standard_k,standard_career,born,month\n"
        + people.replace(",\n", ",2026-11\n").replace("2000,20", "2000,40")
    )
    games = {
        "dec": "3,1,0-1,2026-11-02\n3,2,0-1,2026-11-02\n1,2,1-0,2026-11-05\n",
        "jan": "3,1,½-½,2026-12-02\n3,2,1-0,2026-12-02\n3,2,0-1,2026-12-02\n1,2,1-0,2026-12-05\n",
        "feb": "3,1,½-½,2027-01-02\n3,2,½-½,2027-01-02\n1,2,1-0,2027-01-05\n",
    }
    for name, text in games.items():
        Path(f"{name}.csv").write_text("white,black,result,start\n" + text, encoding="utf-8")
    before = "list.csv"
    for name in games:
        words = ("rate-period", "--list", before, "--games", f"{name}.csv", "--changes", f"did-{name}.csv")
        assert run(*words, "-o", f"after-{name}.{form}").code == 0
        before = f"after-{name}.{form}"
        if form == "parquet":
            arrow, parquet = pytest.importorskip("pyarrow.csv"), pytest.importorskip("pyarrow.parquet")
            arrow.write_csv(parquet.read_table(before), f"after-{name}.csv")
    one, _, three = read_list("after-dec.csv").values()
    assert (three["standard_begun"], three["standard_pool"], three["month"]) == ("1", "", "2026-12")
    assert (one["standard_k"], one["name"], one["federation"]) == ("40", "One, A", "GER")
    one, _, three = read_list("after-jan.csv").values()
    assert three["standard_pool"].startswith("2026-12:3:")
    assert (one["standard_k"], one["standard_career"], one["month"]) == ("20", "102", "2027-01")
    one, _, three = read_list("after-feb.csv").values()
    assert int(three["standard"]) > 1800
    assert (three["standard_k"], three["standard_career"], three["standard_pool"]) == ("40", "5", "")
    ks = [next(csv.DictReader(Path(f"did-{name}.csv").read_text().splitlines()))["k"] for name in games]
    assert ks == ["40", "40", "20"]


def test_a_list_is_not_rated_for_its_own_month(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text("fide_id,standard,month\n1,2000,2026-05\n2,1900,2026-05\n")
    Path("games.csv").write_text(GAMES, encoding="utf-8")
    done = run(*PERIOD, "--month", "2026-05")
    assert done.code == 3
    assert "2026-06" in done.err
    assert done.err == snapshot
    Path("list.csv").write_text("fide_id,standard,month\n1,2000,2026-05\n2,1900,2026-13\n")
    assert run(*PERIOD).code == 3


def test_unknown_players_in_a_table_are_reported_row_by_row(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text("id,rating\n1,2000\n2,1900\n", encoding="utf-8")
    Path("games.csv").write_text("white,black,result\n1,2,½-½\n1,99,1-0\n98,2,1-0\n", encoding="utf-8")
    done = run(*PERIOD)
    assert done.code == 1
    left = list(csv.DictReader(Path("new.not-counted.csv").read_text("utf-8").splitlines()))
    assert [(row["round"], row["white"], row["black"], row["article"]) for row in left] == [
        ("2", "1", "99", "B.03 1.2"),
        ("3", "98", "2", "B.03 1.2"),
    ]
    assert [row["why"] for row in left] == snapshot
    assert read_list("new.csv")["1"]["standard_games"] == "1"


PGN = """[Event "Open"]
[Date "2026.05.02"]
[Round "1.1"]
[White "A"]
[Black "B"]
[Result "1-0"]
[WhiteFideId "1"]
[BlackFideId "2"]

1. e4 e5 1-0

[Event "Open"]
[Date "2026.05.03"]
[Round "2.1"]
[White "B"]
[Black "Nobody"]
[Result "1/2-1/2"]
[WhiteFideId "2"]

1. d4 1/2-1/2

[Event "Open"]
[Date "2026.05.03"]
[White "A"]
[Black "B"]
[WhiteFideId "1"]
[BlackFideId "2"]
[Result "*"]

*
"""


@pytest.mark.usefixtures("tables")
def test_pgn_is_a_source_of_games(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("month").mkdir()
    Path("month/open.pgn").write_text(PGN)
    Path("month/rapid.pgn").write_text(PGN.replace('[Date "2026.05.02"]', '[TimeControl "900+10"]'))
    Path("month/notes.doc").write_text("x")
    done = run("rate-period", "--list", "list.csv", "--games", "month", "--month", "2026-06", "-o", "new.csv")
    assert done.code == 1
    row = read_list("new.csv")["1"]
    assert (row["standard"], row["standard_games"], row["rapid"], row["rapid_games"]) == ("2007", "1", "2014", "1")
    left = list(csv.DictReader(Path("new.not-counted.csv").read_text("utf-8").splitlines()))
    reasons = sorted({(row["file"], row["why"]) for row in left})
    assert [file for file, _ in reasons] == ["month/notes.doc", *["month/open.pgn"] * 2, *["month/rapid.pgn"] * 2]
    assert [f"{file}: {why}" for file, why in reasons] == snapshot


def test_copies_of_a_report_and_folders_inside_are_reported(run: Run, snapshot: SnapshotAssertion) -> None:
    """Each game counts once; nothing in the folder is passed over in silence."""
    Path("reports/more").mkdir(parents=True)
    words = ("rate-period", "--list", "examples/list.txt", "--games", "reports", "--month", "2026-05", "-o")
    Path("reports/a.trf").write_bytes(Path("examples/swiss.trf").read_bytes())
    run(*words, "one.csv")
    Path("reports/b.trf").write_bytes(Path("examples/swiss.trf").read_bytes())
    assert run(*words, "two.csv").code == 1
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()
    lines = Path("two.not-counted.csv").read_text().splitlines()
    assert sorted(line for line in lines if line.startswith(("reports/b.trf,", "reports/more,"))) == snapshot


@pytest.mark.usefixtures("tables")
def test_a_field_is_called_with_its_article(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("games.csv").write_text("event,white,black,result\nx,1,2,1-0\n")
    done = run("rate-period", "--list", "list.csv", "--games", "games.csv", "-o", "new.csv", "--month", "2026-05")
    assert done.err == snapshot


@pytest.mark.usefixtures("tables")
def test_a_game_after_the_date_of_the_list_is_reported(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("one.csv").write_text("start,white,black,result\n2026-04-03,1,2,1-0\n")
    Path("two.csv").write_text("start,white,black,result\n2026-04-03,1,2,1-0\n2026-05-01,2,1,1-0\n")
    words = ("rate-period", "--list", "list.csv", "--month", "2026-05")
    assert run(*words, "--games", "one.csv", "-o", "a.csv").code == 0
    done = run(*words, "--games", "two.csv", "-o", "b.csv")
    assert done.code == 1
    assert Path("a.csv").read_bytes() == Path("b.csv").read_bytes()
    lines = Path("b.not-counted.csv").read_text().splitlines()
    assert [line for line in lines if line.startswith("two.csv,2,2,1,,")] == snapshot
