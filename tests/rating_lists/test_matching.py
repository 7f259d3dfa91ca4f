"""Who on a list is meant: by number, by the very name; several of one name are told, never chosen from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.collation import fold_name
from rookery.model import PartialDate, Player, Tournament
from rookery.rating_lists import (
    RatingList,
    differences,
    fill_from_list,
    import_list,
    list_facts,
    match_player,
    similar_entries,
)

STRONG = "".join(f'{number},"Li, Weiqi {number}",CHN,{2700 - number},1990,\n' for number in range(100, 140))
PEOPLE = (
    "fide_id,name,federation,standard,born,title\n"
    + STRONG
    + """1,"Li, Wei",CHN,2650,1985,GM
2,"Li, Wei",GER,1480,2011,
3,"Wang, Wei",SGP,1500,1970,
4,"Müller, Jörg",GER,1900,1980,
5,"Sorensen, Ase",DEN,1800,1990,
6,"Łukasz, Đuro",POL,1700,1991,
7,"Kurz, Uwe",GER,1893,1969,
"""
    + "".join(f'{number},"Wang, Weiming {number}",CHN,{2600 - number},1990,\n' for number in range(200, 240))
)


@pytest.fixture
def ratings(tmp_path: Path) -> Iterator[RatingList]:
    (tmp_path / "list.csv").write_text(PEOPLE, "utf-8")
    import_list(tmp_path / "list.csv", tmp_path / "list.sqlite")
    with RatingList(tmp_path / "list.sqlite") as found:
        yield found


def test_an_ambiguous_name_matches_no_player(ratings: RatingList, snapshot: SnapshotAssertion) -> None:
    event = Tournament(players=(Player(1, "Li, Wei"),))
    (told,) = differences(event, ratings)
    assert [
        (candidate.fide_id, candidate.born, candidate.federation, candidate.title)
        for candidate in told.match.candidates
    ] == [
        (1, 1985, "CHN", "GM"),
        (2, 2011, "GER", ""),
    ]
    assert told.match.why == snapshot
    assert fill_from_list(event, ratings) == event
    assert list_facts(event, ratings, "standard") == ({}, {})


def test_a_search_for_a_name_reaches_behind_stronger_namesakes(ratings: RatingList) -> None:
    match = match_player(Player(1, "Wang, Wei"), ratings)
    assert match.entry is not None
    assert match.entry.fide_id == 3


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Mueller, Joerg", 4),
        ("MULLER Jorg", 4),
        ("Müller,Jörg", 4),
        ("Sørensen, Åse", 5),
        ("Lukasz, Djuro", 6),
        ("Lukasz, Duro", 6),
        ("Łukasz, Đuro", 6),
    ],
)
def test_letters_fold(ratings: RatingList, name: str, number: int) -> None:
    match = match_player(Player(1, name), ratings)
    assert match.entry is not None, fold_name(name)
    assert match.entry.fide_id == number


def test_the_number_comes_first_and_is_not_replaced_by_a_name(ratings: RatingList) -> None:
    by_number = match_player(Player(1, "Li, Wei", fide_id=3), ratings)
    assert by_number.entry is not None
    assert by_number.entry.name == "Wang, Wei"
    unknown = match_player(Player(1, "Kurz, Uwe", fide_id=99), ratings)
    assert unknown.entry is None
    assert [candidate.fide_id for candidate in unknown.candidates] == [7]


def test_another_year_of_birth_is_another_player(ratings: RatingList, snapshot: SnapshotAssertion) -> None:
    match = match_player(Player(1, "Kurz, Uwe", birth=PartialDate(2001)), ratings)
    assert match.entry is None
    assert [candidate.fide_id for candidate in match.candidates] == [7]
    assert match.why == snapshot
    assert match_player(Player(1, "Kurz, Uwe", birth=PartialDate(1969, 5, 1)), ratings).entry is not None


def test_a_misspelling_is_offered_and_never_taken(ratings: RatingList) -> None:
    pytest.importorskip("rapidfuzz")
    match = match_player(Player(1, "Sorenson, Ase"), ratings)
    assert match.entry is None
    assert [one.fide_id for one in match.alike] == [5]
    assert [entry.fide_id for entry in similar_entries("Kurtz, Uwe", ratings)] == [7]
    assert similar_entries("Nobody, Atall", ratings) == ()
    event = Tournament(players=(Player(1, "Sorenson, Ase"),))
    assert fill_from_list(event, ratings) == event


def test_without_the_extra_nothing_is_offered(ratings: RatingList, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "rapidfuzz", None)
    assert similar_entries("Kurtz, Uwe", ratings) == ()


@pytest.mark.parametrize("limit", [-(10**30), -1, 0, 10**30])
def test_any_limit_is_answered(ratings: RatingList, limit: int) -> None:
    assert len(ratings.find("wei", limit)) <= max(0, limit)
    assert len(ratings.find_fide_ids_starting(1000, limit)) <= max(0, limit)


def test_odd_names_are_nobodys(ratings: RatingList) -> None:
    for name in ("", ", ", '" OR *', "9" * 400, "x " * 400):
        assert match_player(Player(1, name), ratings).entry is None
