"""Lists of entries on the command line: workbooks, titles in any language or none, and what is remarked on."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Tournament
from rookery.rating_lists import RatingList
from support.command_line import Run


def new(run: Run, path: str, *words: object) -> tuple[Tournament, str]:
    """The tournament made of a list, and the output of the command."""
    done = run("new", "club.json", "--players", path, "--rounds", 3, "--overwrite", *words)
    assert done.code == 0, done.err
    return rookery.load(Path("club.json")).tournament, done.out


@pytest.mark.usefixtures("ground")
def test_a_workbook_is_a_list_like_any_other(run: Run, snapshot: SnapshotAssertion) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["Harbour Open"], ["Nachname", "Vorname", "Elo", "Telefon"], ["Byng", "Ada", 2105, 1], ["Rook", "Ben"]):
        book.active.append(row)
    book.create_sheet("Fees")
    book.save("list.xlsx")
    made, text = new(run, "list.xlsx")
    assert [(player.name, player.rating) for player in made.players] == [("Byng, Ada", 2105), ("Rook, Ben", None)]
    assert text == snapshot
    book.active.append(["Tern", "Tom", "high"])
    book.save("list.xlsx")
    done = run("new", "other.trf", "--players", "list.xlsx", "--rounds", 3)
    assert done.err == snapshot


@pytest.mark.usefixtures("ground")
def test_columns_without_titles_are_guessed_and_reported(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text("Byng, Ada;2105;ENG;x\nRook, Ben;unr;WLS;y\n")
    made, text = new(run, "list.csv")
    assert [(player.name, player.rating, player.federation) for player in made.players] == [
        ("Byng, Ada", 2105, "ENG"),
        ("Rook, Ben", None, "WLS"),
    ]
    assert text == snapshot


@pytest.mark.usefixtures("ground")
def test_a_name_in_two_columns_loses_no_part(run: Run) -> None:
    Path("list.csv").write_text("Name,First name\nByng,Ada\nRook,Ben\n")
    made, _ = new(run, "list.csv")
    assert [player.name for player in made.players] == ["Byng, Ada", "Rook, Ben"]


@pytest.mark.usefixtures("ground")
def test_a_list_of_names_alone_needs_no_quotes(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text("Name\nByng, Ada\nRook, Ben\n")
    made, text = new(run, "list.csv")
    assert [player.name for player in made.players] == ["Byng, Ada", "Rook, Ben"]
    assert text == snapshot


@pytest.mark.usefixtures("ground")
def test_boards_of_a_team_are_preserved(run: Run, snapshot: SnapshotAssertion) -> None:
    rows = "Tern,Tom,Rooks,2\nByng,Ada,Rooks,1\nWren,Dora,Knights,\nLinnet,Odile,Knights,1\n"
    Path("list.csv").write_text("last name,first name,team,board\n" + rows)
    made, _ = new(run, "list.csv", "--boards", 2)
    names = {player.number: player.name.split(",")[0] for player in made.players}
    assert [(team.name, [names[player] for player in team.players]) for team in made.teams] == [
        ("Rooks", ["Byng", "Tern"]),
        ("Knights", ["Linnet", "Wren"]),
    ]
    Path("list.csv").write_text("name,board,bye\nByng,1,2\n")
    made, text = new(run, "list.csv")
    assert text == snapshot


@pytest.mark.usefixtures("ground")
def test_a_duplicate_name_gets_a_remark(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text('name,rating,birth\n"Müller, Åse",2000,\nAse Muller,1900,\nB,1,1950\nB,2,1990\n')
    _, text = new(run, "list.csv")
    assert text == snapshot


@pytest.mark.usefixtures("ground")
def test_a_rating_list_keeps_its_name_and_month(run: Run) -> None:
    words = ("list", "import", "examples/list.txt", "--list", "x.sqlite", "--name", "Club", "--month", "2026-09")
    assert run(*words).code == 0
    with RatingList("x.sqlite") as made:
        assert (made.name, made.month) == ("Club", "2026-09")
