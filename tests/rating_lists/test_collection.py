"""Searching rating lists: beginnings of names and numbers, spellings, several lists, and of what month each is."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError
from rookery.model import PartialDate
from rookery.rating_lists import RatingList, import_list, open_lists, search
from rookery.rating_lists.rating_list import age
from rookery.tournaments.keyed import Facts

FIDE = """fide_id,name,federation,sex,title,standard,rapid,blitz,born
1503014,"Carlsen, Magnus",NOR,M,GM,2840,2824,2886,1990
1503030,"Carlsson, Magna",SWE,F,,2100,,,1995
15030,"Short, Number",ENG,M,,1500,,,1950
4600000,"Mueller, Karsten",GER,M,GM,2500,,,1970
"""
NATIONAL = """national_id,fide_id,name,federation,standard
77,,"Sørensen, Åse",DEN,1800
78,1503014,"Carlsen, Magnus",NOR,2700
79,,"Łukasz, Öz",POL,1700
"""


@pytest.fixture
def lists(tmp_path: Path) -> Iterator[tuple[RatingList, ...]]:
    for name, text in (("standard_oct26frl", FIDE), ("own-2026-08", NATIONAL)):
        (tmp_path / f"{name}.csv").write_text(text, "utf-8")
    import_list(tmp_path / "standard_oct26frl.csv", tmp_path / "a.sqlite", name="FIDE standard")
    import_list(tmp_path / "own-2026-08.csv", tmp_path / "own.sqlite")
    (tmp_path / "none.sqlite").write_text("no list")
    found = open_lists(tmp_path)
    yield found
    for one in found:
        one.close()


def test_lists_say_what_they_are_and_how_old(lists: tuple[RatingList, ...], snapshot: SnapshotAssertion) -> None:
    assert [(one.name, one.month, len(one)) for one in lists] == [
        ("FIDE standard", "2026-10", 4),
        ("own", "2026-08", 3),
    ]
    assert [age(one.month, "2026-11-16") for one in lists] == snapshot


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("carl mag", ["Carlsen, Magnus", "Carlsson, Magna"]),
        ("MAG carls", ["Carlsen, Magnus", "Carlsson, Magna"]),
        ("Müller", ["Mueller, Karsten"]),
        ("muel k", ["Mueller, Karsten"]),
        ("soren", ["Sørensen, Åse"]),
        ("Sør a", ["Sørensen, Åse"]),
        ("lukasz oz", ["Łukasz, Öz"]),
        ("1503014", ["Carlsen, Magnus"]),
        ("15030", ["Short, Number", "Carlsen, Magnus", "Carlsson, Magna"]),
        ("150", []),
        ("77", ["Sørensen, Åse"]),
        ("9" * 40, []),
        ("", []),
        ('" OR *', []),
        ("nobody", []),
    ],
)
def test_search_results(lists: tuple[RatingList, ...], text: str, found: list[str]) -> None:
    assert [one.entry.name for one in search(lists, text)] == found


def test_a_search_result_names_its_source_and_what_to_enter(lists: tuple[RatingList, ...]) -> None:
    (hit,) = search(lists, "carl magnus")
    assert (hit.list, hit.month) == ("FIDE standard", "2026-10")
    assert [(name, month, entry.standard) for name, month, entry in hit.also] == [("own", "2026-08", 2700)]
    assert Facts(**hit.facts()) == Facts("Carlsen, Magnus", 2840, "NOR", "GM", "m", PartialDate(1990), 1503014)
    assert hit.facts("blitz")["rating"] == 2886
    (first, *_) = search(tuple(reversed(lists)), "carl magnus")
    assert (first.list, first.entry.standard) == ("own", 2700)
    assert len(search(lists, "carl", 1)) == 1


def test_another_thread_may_search(lists: tuple[RatingList, ...]) -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(len(search(lists, "carl"))))
    thread.start()
    thread.join()
    assert found == [2]


def test_numbers_are_looked_up_in_an_index(lists: tuple[RatingList, ...], tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.sqlite")) as base:
        asked: list[str] = []
        lists[0]._connection.set_trace_callback(asked.append)
        search(lists[:1], "1503014")
        plans = [str(base.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()) for sql in asked if "fide_id" in sql]
    assert len(plans) >= 2
    assert not [plan for plan in plans if "SCAN" in plan]


def test_a_list_of_the_form_before_is_read(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(FIDE)
    import_list(tmp_path / "list.csv", tmp_path / "old.sqlite")
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as base, base:
        base.execute("DROP TABLE about")
        base.execute("CREATE TABLE about (form INTEGER, source TEXT, players INTEGER)")
        base.execute("INSERT INTO about VALUES (1, 'list.csv', 4)")
    with RatingList(tmp_path / "old.sqlite") as old:
        assert (old.name, old.month, old.source) == ("old", "", "list.csv")
        assert [one.month for one in search([old], "carl mag")] == ["", ""]


def test_a_month_is_a_month(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "list.csv").write_text(FIDE)
    with pytest.raises(RuleError) as caught:
        import_list(tmp_path / "list.csv", tmp_path / "x.sqlite", month="October")
    assert str(caught.value) == snapshot
