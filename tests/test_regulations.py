"""Codes of tournament types are read."""

from __future__ import annotations

import pickle
from datetime import date

import pytest

from rookery.errors import UnsupportedError
from rookery.regulations import (
    DUTCH,
    FORMATS,
    Edition,
    EditionName,
    edition_named,
    format_for,
    parse_type_code,
)


@pytest.mark.parametrize(
    ("code", "name", "year"),
    [
        ("FIDE_DUTCH", "dutch", ""),
        ("FIDE_DUTCH_2017", "dutch", "2017"),
        ("FIDE_DUTCH_2025_BAKU", "dutch", "2025"),
        ("FIDE_DUBOV_BAKU", "dubov", ""),
        ("FIDE_BURSTEIN", "burstein", ""),
        ("CUSTOM_SWISS", "swiss", ""),
        ("LIM", "lim", ""),
        ("FIDE_DOUBLESWISS", "double-swiss", ""),
        ("BERGER_ROUNDROBIN_G2", "round-robin", ""),
        ("FIDE_DOUBLEROUNDROBIN", "double-round-robin", ""),
        ("BERGER_TEAM_ROUNDROBIN", "round-robin", ""),
        ("CUSTOM_TEAM_SWISS_GP", "team", ""),
        ("SOMETHING_ELSE", "", ""),
        ("", "", ""),
    ],
)
def test_formats(code: str, name: str, year: str) -> None:
    assert (parse_type_code(code).format.name, parse_type_code(code).year) == (name, year)
    assert parse_type_code(code).baku is code.endswith("BAKU")


@pytest.mark.parametrize(
    ("year", "since"),
    [
        ("2017", date(2017, 7, 1)),
        ("2017-07", date(2017, 7, 1)),
        (2026, date(2026, 2, 1)),
        ("2019-05-01", date(2017, 7, 1)),
        (date(2026, 1, 31), date(2017, 7, 1)),
        (date(2026, 2, 1), date(2026, 2, 1)),
        (date(2031, 1, 1), date(2026, 2, 1)),
        (Edition(DUTCH, date(2017, 7, 1)), date(2017, 7, 1)),
    ],
)
def test_editions_of_the_dutch_system(year: EditionName, since: date) -> None:
    assert edition_named(DUTCH, year) == Edition(DUTCH, since)


@pytest.mark.parametrize(
    "year", ["2029", 2018, "2016", "2025", "26", "2017-06-30", date(2017, 6, 30), Edition(DUTCH, date(2016, 1, 1))]
)
def test_an_edition_that_is_not_known_is_refused(year: EditionName) -> None:
    with pytest.raises(UnsupportedError, match=r"C\.04\.3"):
        edition_named(DUTCH, year)


def test_the_edition_of_a_code_comes_before_the_day() -> None:
    day = date(2026, 6, 1)
    assert parse_type_code("FIDE_DUTCH_2017").edition(DUTCH, day).since == date(2017, 7, 1)
    assert parse_type_code("FIDE_DUTCH").edition(DUTCH, day).since == date(2026, 2, 1)
    assert parse_type_code("FIDE_DUTCH").edition(DUTCH, date(2019, 1, 1)).since == date(2017, 7, 1)


@pytest.mark.parametrize(
    ("code", "type", "name"),
    [
        ("", "Individual: Round-Robin", "round-robin"),
        ("", "Double Round Robin", "double-round-robin"),
        ("", "All-play-all", "round-robin"),
        ("", "Berger", "round-robin"),
        ("CUSTOM_SWISS", "Schiller", "schiller"),
        ("", "Scheveningen", "scheveningen"),
        ("", "Swiss, then a round robin", ""),
        ("LIM", "Round robin", "lim"),
    ],
)
def test_words_of_the_type_speak_where_the_code_is_silent(code: str, type: str, name: str) -> None:
    assert format_for(code, type).name == name


@pytest.mark.parametrize("name", FORMATS)
def test_an_everyday_name_says_what_its_code_says(name: str) -> None:
    assert parse_type_code(name) == parse_type_code(FORMATS[name].code)._replace(
        year=""
    )  # the edition is that of the day
    assert parse_type_code(name).format is FORMATS[name]
    assert parse_type_code(FORMATS[name].code_for(teams=True)).format is FORMATS[name]


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("FIDE_TEAM", ("A", "MP", "GP")),
        ("FIDE_TEAM_BAKU", ("A", "MP", "GP")),
        ("FIDE_TEAM_TYPEB_GP_MP", ("B", "GP", "MP")),
        ("FIDE_TEAM_MP", ("", "MP", "")),
        ("FIDE_TEAM_TYPEA", ("A", "MP", "")),
    ],
)
def test_team_options(code: str, options: tuple[str, str, str]) -> None:
    plan = parse_type_code(code)
    assert (plan.colour_type, plan.primary, plan.secondary) == options


def test_every_system_has_a_code_that_leads_back() -> None:
    assert {name: parse_type_code(each.code).format for name, each in FORMATS.items()} == FORMATS


@pytest.mark.parametrize(
    ("code", "since"), [("FIDE_DUTCH_2025", 2026), ("FIDE_DUTCH_2026_BAKU", 2026), ("FIDE_DUTCH_2017", 2017)]
)
def test_the_year_in_a_code(code: str, since: int) -> None:
    assert parse_type_code(code).edition(DUTCH).since.year == since


@pytest.mark.parametrize("code", ["FIDE_DUTCH_2029", "FIDE_DUTCH_26", "FIDE_DUTCH_02026"])
def test_an_unknown_year_in_a_code_is_refused(code: str) -> None:
    with pytest.raises(UnsupportedError, match=r"C\.04\.3"):
        parse_type_code(code).edition(DUTCH)


@pytest.mark.parametrize("code", ["", "FOO", "LIM", "FIDE_DUTCH_2026_BAKU", "CUSTOM_SWISS"])
def test_a_scheme_survives_pickling(code: str) -> None:
    copy = pickle.loads(pickle.dumps(parse_type_code(code)))
    assert copy == parse_type_code(code)
    assert copy.is_unspecified is parse_type_code(code).is_unspecified
