"""People out of tables: what the columns mean, whom the rows describe, what was not understood, who is there twice."""

from __future__ import annotations

import csv
import datetime
import io
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from rookery.model import ByeKind, PartialDate, Player
from rookery.spreadsheets import cells
from rookery.spreadsheets.cells import find_federation, is_federation
from rookery.spreadsheets.columns import Columns, guess_columns
from rookery.spreadsheets.entries import Entries, is_total, parse_entries
from rookery.spreadsheets.read import read_text
from rookery.spreadsheets.sheet import FIELDS
from rookery.tournaments.keyed import Facts


def fields(text: str) -> list[str]:
    """What each column of a table is taken for."""
    return [guess.field for guess in guess_columns(read_text(text)).guesses]


def read(text: str, *present: Player) -> Entries:
    """The people of a text, with the columns as they are guessed."""
    sheet = read_text(text)
    return parse_entries(sheet, guess_columns(sheet), present)


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


def test_a_guess_says_how_sure_it_is_and_why(snapshot: SnapshotAssertion) -> None:
    columns = guess_columns(read_text("Name;Elo;Fed;Rating;Phone\nByng;high;ENG;2105;1\nRook;low;WLS;1990;22"))
    name, elo, _, second, phone = columns.guesses
    assert (name.sure, name.sample) == ("sure", ("Byng", "Rook"))
    assert (elo.sure, second.field, phone.field) == ("unsure", "", "")
    assert {one.title: one.why for one in (name, elo, second, phone)} == snapshot
    assert [one.title for one in columns.unused] == ["Rating", "Phone"]
    assert [one.title for one in columns.doubtful] == ["Elo"]


def test_years_and_ratings_look_alike(snapshot: SnapshotAssertion) -> None:
    (_, year) = guess_columns(read_text("Byng, Ada\t1985\nRook, Ben\t2003")).guesses
    assert (year.field, year.sure) == ("birth", "unsure")
    assert year.why == snapshot


def test_a_person_changes_what_a_column_is() -> None:
    columns = guess_columns(read_text("Name;Elo;Rating\nByng;2105;2000"))
    changed = columns.with_choice(2, "rating")
    assert changed.positions == {"name": 0, "rating": 2}
    assert [guess.sure for guess in changed.guesses] == ["sure", "unused", "chosen"]
    assert changed.with_choice(2, "").positions == {"name": 0}
    assert not columns.with_choice(0, "").has_names


# -- people ------------------------------------------------------------------------------------------------------------


def test_everything_a_table_can_say() -> None:
    found = read(
        "Surname\tFirst name\tElo\tTitle\tFed\tFIDE ID\tBorn\tSex\tClub\tNational ID\tTeam\tBoard\tBye\n"
        "Byng\tAda\t2105\twfm\teng\t1503014\t31.5.2001\tF\tHarbour\tX-7\tRooks\t2\t1, 3 zero\n"
    )
    facts = Facts("Byng, Ada", 2105, "ENG", "WFM", "w", PartialDate(2001, 5, 31), 1503014, "X-7", "Harbour")
    (one,) = found.people
    assert one.facts == facts
    assert (one.line, one.team, one.board, one.byes) == (2, "Rooks", 2, ((1, ByeKind.HALF), (3, ByeKind.ZERO)))
    assert not found.problems
    assert not found.unused
    assert set(guess_columns(read_text("\t".join(FIELDS))).positions) == set(FIELDS)


@pytest.mark.parametrize(
    ("cells", "sexes"),
    [("MFm", "mwm"), ("MWM", "mwm"), ("HFH", "mwm"), ("HMH", "mwm"), ("MKM", "mwm"), ("EKE", "mwm"), ("МЖМ", "mwm")],
)
def test_sexes_as_a_whole_column_means_them(cells: str, sexes: str) -> None:
    found = read("Name;Sex\n" + "\n".join(f"Player {n};{cell}" for n, cell in enumerate(cells)))
    assert ("".join(fact.sex for fact in found.facts), found.problems) == (sexes, ())


@pytest.mark.parametrize("cells", ["MD", "HH", "KKM?"])
def test_letters_that_may_mean_anything_are_problems(cells: str) -> None:
    assert read("Name;Sex\n" + "\n".join(f"Player {n};{cell}" for n, cell in enumerate(cells))).problems


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Czech Republic", "CZE"), ("Česko", "CZE"), ("Tschechien", "CZE"), ("CZ", "CZE"), ("Germany", "GER"),
        ("Deutschland", "GER"), ("DEU", "GER"), ("ger", "GER"), ("Poland", "POL"), ("Polska", "POL"), ("Norway", "NOR"),
        ("Norge", "NOR"), ("Norvège", "NOR"), ("U.S.A.", "USA"), ("Holland", "NED"), ("NLD", "NED"), ("CHE", "SUI"),
        ("Schweiz", "SUI"), ("Россия", "RUS"), ("Ελλάδα", "GRE"), ("SIN", "SGP"), ("England", "ENG"), ("Cymru", "WLS"),
        ("BRN", "BRN"), ("FID", "FID"),
        ("Great Britain", None), ("GBR", None), ("Kongo", None), ("Atlantis", None), ("none", None), ("", None),
    ],
)  # fmt: skip
def test_federations_by_codes_and_by_names_of_countries(text: str, code: str | None) -> None:
    """BRN is Bahrain for FIDE and Brunei for ISO: FIDE's own codes come first."""
    assert find_federation(text) == code


def test_no_spelling_of_a_federation_is_lost_to_another() -> None:
    rows = [
        line.split(";")
        for line in files("rookery.spreadsheets").joinpath("federations.csv").read_text("utf-8").splitlines()
    ]
    assert len(rows) > 200
    assert all(is_federation(code) and code.isascii() and code.isupper() and len(code) == 3 for code, _, _ in rows)
    for code, others, names in rows:
        for spelling in filter(None, (*others.split(), *names.split("|"))):
            assert find_federation(spelling) == code, spelling


def test_federations_of_a_table() -> None:
    """A country becomes its code, three letters that FIDE does not have are taken and told, anything else is not."""
    found = read("Name;Land\nByng;Czech Republic\nRook;deu\nTern;XYZ\nWren;Atlantis\n")
    assert [fact.federation for fact in found.facts] == ["CZE", "GER", "XYZ", ""]
    assert [(doubt.line, doubt.read) for doubt in found.doubts] == [(4, "XYZ")]
    assert [(problem.line, problem.field, problem.read) for problem in found.problems] == [
        (5, "federation", "Atlantis")
    ]


def test_a_column_of_countries_needs_no_title() -> None:
    assert fields("Ada Byng;Germany;2105\nBen Rook;Poland;1990\nTove Tern;Norway;1800") == [
        "name",
        "federation",
        "rating",
    ]


def test_births_that_cannot_be_are_not_taken() -> None:
    year = datetime.date.today().year
    found = read(f"Name;Born\nByng;1602\nRook;{year + 1}\nTern;31.12.{year + 1}\nWren;{year}\nKite;1900\n")
    assert [fact.birth and fact.birth.year for fact in found.facts] == [None, None, None, year, 1900]
    assert [(problem.line, problem.field, problem.read) for problem in found.problems] == [
        (2, "birth", "1602"), (3, "birth", str(year + 1)), (4, "birth", f"31.12.{year + 1}"),
    ]  # fmt: skip
    born = PartialDate(2001, 5, 31)
    assert cells.is_possible_birth(born, datetime.date(2001, 5, 31))
    assert not cells.is_possible_birth(born, datetime.date(2001, 5, 30))


@pytest.mark.parametrize(
    "row", [["Total 23"], ["", "Summe:", "23"], ["Celkem"], ["Total players: 23"], ["23 players"], ["", "Итого", "23"]]
)
def test_rows_that_count_players(row: list[str]) -> None:
    assert is_total(row)


@pytest.mark.parametrize("row", [["Total, Ada"], ["Totalis, Bo", "2000"], ["Players"], ["Summer, Ann"], ["24"], [""]])
def test_rows_that_do_not_count_players(row: list[str]) -> None:
    assert not is_total(row)


def test_totals_are_omitted_by_default() -> None:
    text = "No;Name;Elo\n1;Byng;2105\n2;Rook;1990\n;Total 2;\nCelkem;;2\n"
    found = read(text)
    assert [fact.name for fact in found.facts] == ["Byng", "Rook"]
    assert [(total.line, total.facts.name) for total in found.totals] == [(4, "Total 2"), (5, "Celkem 2")]
    assert not found.problems
    sheet = read_text(text)
    kept = parse_entries(sheet, guess_columns(sheet), keep=[4])
    assert [fact.name for fact in kept.facts] == ["Byng", "Rook", "Total 2"]


def test_cells_can_be_changed_row_by_row() -> None:
    sheet = read_text("Surname;First name;Elo;Fed\nByng;Ada;high;Atlantis\nRook;Ben;1990;WLS\n;;;\nTotal 2;;;\n")
    changes = {
        2: {"name": "Byng, Adela", "rating": "2105", "federation": "Poland", "birth": "2001"},
        5: {"name": "Tern"},
    }
    found = parse_entries(sheet, guess_columns(sheet), changes=changes)
    assert [(fact.name, fact.rating, fact.federation) for fact in found.facts] == [
        ("Byng, Adela", 2105, "POL"), ("Rook, Ben", 1990, "WLS"), ("Tern", None, ""),
    ]  # fmt: skip
    assert found.facts[0].birth == PartialDate(2001)
    assert not found.problems


def test_unreadable_rows_are_reported_and_no_player_is_lost() -> None:
    found = read(
        "Name;Elo;Born;Board;Bye;Phone\n"
        "Byng;high;1990;1;;1\n;2000;1991;;;2\nRook;1990;yesterday;0;soon;3\nTern;1800;1992;;;4;5\nWren;1700;1993;;2;\n"
    )
    assert [fact.name for fact in found.facts] == ["Byng", "Rook", "Wren"]
    assert [(problem.line, problem.place, problem.field, problem.read) for problem in found.problems] == [
        (2, "line 2, column 2", "rating", "high"),
        (3, "line 3, column 1", "name", ""),
        (4, "line 4, column 3", "birth", "yesterday"),
        (4, "line 4, column 4", "board", "0"),
        (4, "line 4, column 5", "bye", "soon"),
        (5, "line 5, column 7", "", "5"),
    ]
    assert [one.title for one in found.unused] == ["Phone", ""]
    assert all(problem.expected for problem in found.problems)


def test_duplicate_players() -> None:
    present = (
        Player(1, "Rook, Benedict", fide_id=77, key="p1"),
        Player(2, "Müller, Åse", birth=PartialDate(1990), key="p2"),
    )
    found = read(
        "Name;FIDE ID;Born\nByng, Ada;12;\nBYNG Ada;;\nSmith, John;;1950\nSmith, John;;1990\nBishop;12;\nRook, B;77;\n"
        "Ase Muller;;1990",
        *present,
    )
    assert [(twin.line, twin.by, twin.sure, twin.other, twin.other_line, twin.key) for twin in found.twins] == [
        (3, "name", True, "Byng, Ada", 2, ""),
        (5, "name", False, "Smith, John", 4, ""),
        (6, "fide_id", True, "Byng, Ada", 2, ""),
        (7, "fide_id", True, "Rook, Benedict", 0, "p1"),
        (8, "name", True, "Müller, Åse", 0, "p2"),
    ]


def test_a_table_without_names_has_no_players() -> None:
    sheet = read_text("Elo\n2105")
    found = parse_entries(sheet, Columns(guess_columns(sheet).guesses))
    assert not found.people
    assert [problem.field for problem in found.problems] == ["name"]


CELL = st.text(alphabet='aZé ,;"0129-½\u2028', max_size=8)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=6), st.sampled_from(",;\t"))
def test_every_row_is_a_person_or_a_problem(rows: list[list[str]], delimiter: str) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["Name", "Elo", "Club"])
    writer.writerows(rows)
    sheet = read_text(text.getvalue())
    found = parse_entries(sheet, guess_columns(sheet))
    told = {one.line for one in found.people} | {problem.line for problem in found.problems}
    assert told == set(sheet.row_lines)
    assert len(sheet.rows) == sum(any(cell.split() for cell in row) for row in rows)
