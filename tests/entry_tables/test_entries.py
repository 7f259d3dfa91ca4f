"""People out of tables: what the columns mean, whom the rows describe, what was not understood, who is there twice."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rookery.desk.facts import Facts
from rookery.entry_tables.columns import Columns, guessed
from rookery.entry_tables.entries import Entries, entries
from rookery.entry_tables.headings import FIELDS
from rookery.entry_tables.table import pasted
from rookery.model import ByeKind, Date, Player


def fields(text: str) -> list[str]:
    """What each column of a table is taken for."""
    return [one.field for one in guessed(pasted(text)).guesses]


def read(text: str, *present: Player) -> Entries:
    """The people of a text, with the columns as they are guessed."""
    sheet = pasted(text)
    return entries(sheet, guessed(sheet), present)


# -- columns -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("titles", "found"),
    [
        ("No;Name;FideID;FED;Rtg;RtgN;Club", ["", "name", "fide_id", "federation", "rating", "", "club"]),
        ("Nachname;Vorname;Titel;Elo;Verein;Geburtsjahr;Geschlecht;Brett;Mannschaft",
         ["last_name", "first_name", "title", "rating", "club", "birth", "sex", "board", "team"]),
        ("Nom;Prénom;Fédération;Né le;Date de naissance", ["last_name", "first_name", "federation", "", "birth"]),
        ("Cognome;Nome;Anno di nascita", ["last_name", "first_name", "birth"]),
        ("Nombre;Apellidos;País;Año de nacimiento", ["first_name", "last_name", "federation", "birth"]),
        ("Nome;Elo", ["name", "rating"]),
        ("Achternaam;Voornaam;Geboortedatum", ["last_name", "first_name", "birth"]),
        ("Nazwisko i imię;Ranking;Płeć", ["name", "rating", "sex"]),
        ("Příjmení;Jméno;Klub", ["last_name", "first_name", "club"]),
        ("Efternavn;Fornavn;Fødselsår;Køn", ["last_name", "first_name", "birth", "sex"]),
        ("ФИО;Рейтинг;Год рождения;Пол", ["name", "rating", "birth", "sex"]),
        ("DATE_OF_BIRTH;full-name;Licence;Half-point byes", ["birth", "name", "national_id", "bye"]),
    ],
)  # fmt: skip
def test_titles_in_many_languages(titles: str, found: list[str]) -> None:
    assert fields(titles) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Name;FIDE\nByng;1503014", ["name", "fide_id"]),
        ("Name;FIDE\nByng;2105", ["name", "rating"]),
        ("Name;ID\nByng;1503014", ["name", "fide_id"]),
        ("Name;FIDE ID;ID\nByng;1503014;77", ["name", "fide_id", "national_id"]),
        ("Who;Elo\nByng, Ada;2105", ["name", "rating"]),
        ("Phone;Elo\n1234567;2105", ["", "rating"]),
        ("Name;Phone;Code\nByng;1234567;ENG", ["name", "", "national_id"]),
        ("1;Byng, Ada;2105;ENG\n2;Rook, Ben;1990;WLS", ["", "name", "rating", "federation"]),
        ("Byng\tAda\t2105\nRook\tBen\t0", ["last_name", "first_name", "rating"]),
        ("GM\tByng, Ada\t2510\t1503014\tw\t1990\n\tRook, Ben\tunr\t\tm\t2001",
         ["title", "name", "rating", "fide_id", "sex", "birth"]),
        ("Byng, Ada\t1985\tEast\nRook, Ben\t2003\tEast", ["name", "birth", ""]),
        ("Byng, Ada\t31.5.2001\t2105\nRook, Ben\t1.12.1990\t1800", ["name", "birth", "rating"]),
        ("Byng, Ada\nRook, Ben", ["last_name", "first_name"]),
        ("Ada Byng\nBen Rook", ["name"]),
        ("12\n13", [""]),
    ],
)  # fmt: skip
def test_what_the_cells_say(text: str, found: list[str]) -> None:
    assert fields(text) == found


def test_a_guess_says_how_sure_it_is_and_why() -> None:
    columns = guessed(pasted("Name;Elo;Fed;Rating;Phone\nByng;high;ENG;2105;1\nRook;low;WLS;1990;22"))
    name, elo, _, second, phone = columns.guesses
    assert (name.sure, name.why, name.sample) == ("sure", "the title", ("Byng", "Rook"))
    assert (elo.sure, elo.why) == ("unsure", "the title says so, but only 0 of 2 cells can be read so")
    assert (second.field, second.why) == ("", "Elo is the rating already")
    assert (phone.field, phone.why) == ("", "the title is not known")
    assert [one.title for one in columns.unused] == ["Rating", "Phone"]
    assert [one.title for one in columns.doubtful] == ["Elo"]


def test_years_and_ratings_look_alike() -> None:
    (_, year) = guessed(pasted("Byng, Ada\t1985\nRook, Ben\t2003")).guesses
    assert (year.field, year.sure, year.why) == ("birth", "unsure", "all cells look so; it could be the rating too")


def test_a_person_changes_what_a_column_is() -> None:
    columns = guessed(pasted("Name;Elo;Rating\nByng;2105;2000"))
    changed = columns.chosen(2, "rating")
    assert changed.at == {"name": 0, "rating": 2}
    assert [one.sure for one in changed.guesses] == ["sure", "unused", "chosen"]
    assert changed.chosen(2, "").at == {"name": 0}
    assert not columns.chosen(0, "").named


# -- people ------------------------------------------------------------------------------------------------------------


def test_everything_a_table_can_say() -> None:
    found = read(
        "Surname\tFirst name\tElo\tTitle\tFed\tFIDE ID\tBorn\tSex\tClub\tNational ID\tTeam\tBoard\tBye\n"
        "Byng\tAda\t2105\twfm\teng\t1503014\t31.5.2001\tF\tHarbour\tX-7\tRooks\t2\t1, 3 zero\n"
    )
    facts = Facts("Byng, Ada", 2105, "ENG", "WFM", "w", Date(2001, 5, 31), 1503014, "X-7", "Harbour")
    (one,) = found.people
    assert one.facts == facts
    assert (one.line, one.team, one.board, one.byes) == (2, "Rooks", 2, ((1, ByeKind.HALF), (3, ByeKind.ZERO)))
    assert not found.problems
    assert not found.unused
    assert set(guessed(pasted("\t".join(FIELDS))).at) == set(FIELDS)


@pytest.mark.parametrize(
    ("cells", "sexes"),
    [("MFm", "mwm"), ("MWM", "mwm"), ("HFH", "mwm"), ("HMH", "mwm"), ("MKM", "mwm"), ("EKE", "mwm"), ("МЖМ", "mwm")],
)
def test_sexes_as_a_whole_column_means_them(cells: str, sexes: str) -> None:
    found = read("Name;Sex\n" + "\n".join(f"Player {n};{cell}" for n, cell in enumerate(cells)))
    assert ("".join(one.sex for one in found.facts), found.problems) == (sexes, ())


@pytest.mark.parametrize("cells", ["MD", "HH", "KKM?"])
def test_letters_that_may_mean_anything_are_problems(cells: str) -> None:
    assert read("Name;Sex\n" + "\n".join(f"Player {n};{cell}" for n, cell in enumerate(cells))).problems


def test_what_is_not_understood_is_told_and_nobody_is_lost() -> None:
    found = read(
        "Name;Elo;Born;Board;Bye;Phone\n"
        "Byng;high;1990;1;;1\n;2000;1991;;;2\nRook;1990;yesterday;0;soon;3\nTern;1800;1992;;;4;5\nWren;1700;1993;;2;\n"
    )
    assert [one.name for one in found.facts] == ["Byng", "Rook", "Wren"]
    assert [(one.line, one.place, one.field, one.read) for one in found.problems] == [
        (2, "line 2, column 2", "rating", "high"),
        (3, "line 3, column 1", "name", ""),
        (4, "line 4, column 3", "birth", "yesterday"),
        (4, "line 4, column 4", "board", "0"),
        (4, "line 4, column 5", "bye", "soon"),
        (5, "line 5, column 7", "", "5"),
    ]
    assert [one.title for one in found.unused] == ["Phone", ""]
    assert all(one.expected for one in found.problems)


def test_who_is_there_twice() -> None:
    present = (
        Player(1, "Rook, Benedict", fide_id=77, key="p1"),
        Player(2, "Müller, Åse", birth=Date(1990), key="p2"),
    )
    found = read(
        "Name;FIDE ID;Born\nByng, Ada;12;\nBYNG Ada;;\nSmith, John;;1950\nSmith, John;;1990\nBishop;12;\nRook, B;77;\n"
        "Ase Muller;;1990",
        *present,
    )
    assert [(one.line, one.by, one.sure, one.other, one.other_line, one.key) for one in found.twins] == [
        (3, "name", True, "Byng, Ada", 2, ""),
        (5, "name", False, "Smith, John", 4, ""),
        (6, "fide_id", True, "Byng, Ada", 2, ""),
        (7, "fide_id", True, "Rook, Benedict", 0, "p1"),
        (8, "name", True, "Müller, Åse", 0, "p2"),
    ]


def test_a_table_without_names_has_nobody() -> None:
    sheet = pasted("Elo\n2105")
    found = entries(sheet, Columns(guessed(sheet).guesses))
    assert not found.people
    assert [one.field for one in found.problems] == ["name"]


CELL = st.text(alphabet='aZé ,;"0129-½\u2028', max_size=8)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=6), st.sampled_from(",;\t"))
def test_every_row_is_a_person_or_a_problem(rows: list[list[str]], delimiter: str) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["Name", "Elo", "Club"])
    writer.writerows(rows)
    sheet = pasted(text.getvalue())
    found = entries(sheet, guessed(sheet))
    told = {one.line for one in found.people} | {one.line for one in found.problems}
    assert told == set(sheet.row_lines)
    assert len(sheet.rows) == sum(any(cell.split() for cell in row) for row in rows)
