"""Small corrections of lists and reports: XML of a single kind, the floor, Rc, a huge number."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import FormatError
from rookery.model import Game, PartialDate, Player, Result, Round, Tournament, TournamentInfo
from rookery.rating import rate
from rookery.rating_lists import RatingList, import_list

ONE_KIND = """<?xml version='1.0' encoding='utf-8'?>
<playerslist>
<player>
<fideid>700001</fideid>
<name>Carlsen, Mia</name>
<country>DEN</country>
<sex>F</sex>
<title></title>
<w_title></w_title>
<o_title></o_title>
<foa_title></foa_title>
<rating>2050</rating>
<games>3</games>
<k>20</k>
<birthday>2001</birthday>
<flag></flag>
</player>
</playerslist>
"""


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize(
    ("file", "kind", "found"),
    [
        ("rapid_rating_list_xml.xml", None, (0, 2050, 0)),
        ("blitz_rating_list.xml", None, (0, 0, 2050)),
        ("list.xml", "rapid", (0, 2050, 0)),
        ("standard_rating_list.xml", None, (2050, 0, 0)),
        ("list.xml", None, (2050, 0, 0)),
    ],
)
def test_xml_of_a_single_kind(tmp_path: Path, file: str, kind: str | None, found: tuple[int, ...], odd: bool) -> None:
    text = ONE_KIND.replace("<player>", "<player >") if odd else ONE_KIND
    (tmp_path / file).write_text(text, "utf-8")
    import_list(tmp_path / file, tmp_path / "list.sqlite", kind=kind)
    with RatingList(tmp_path / "list.sqlite") as ratings:
        entry = ratings.find_fide_id(700001)
    assert entry is not None
    assert (entry.standard, entry.rapid, entry.blitz) == found
    games = entry.standard_games, entry.rapid_games, entry.blitz_games
    assert games == tuple(3 if rating else 0 for rating in found)
    assert entry.k(next(name for name in ("standard", "rapid", "blitz") if getattr(entry, name))) == 20
    assert entry.born == 2001


def event(*ratings: int, result: Result = Result.WHITE_WINS) -> Tournament:
    players = tuple(Player(number, rating=rating) for number, rating in enumerate(ratings, 1))
    return Tournament(
        players=players,
        rounds=(Round(games=(Game(1, 2, result),)),),
        info=TournamentInfo(start=PartialDate(2026, 5, 1)),
    )


def test_rc_counts_an_opponent_as_far_away_as_counts() -> None:
    high, low = rate(event(2100, 1500)).rows
    assert (high.opponents, low.opponents) == (1700, 1900)
    assert high.lines[0].rating == 1500
    lifted, _ = rate(event(2700, 2100)).rows
    assert lifted.opponents == 2100  # from 2650 on, the whole difference counts


def test_a_rating_below_the_floor_is_noted(snapshot: SnapshotAssertion) -> None:
    def notes(*ratings: int) -> list[str]:
        return [note for note in rate(event(*ratings)).notes if "7.2.1" in note]

    assert len(notes(1500, 1401)) == 1
    assert notes(1500, 1401) == snapshot
    assert len(notes(1500, 1350)) == 2
    assert notes(1500, 1350) == snapshot
    assert notes(1500, 1500) == []


ROWS = "fide_id,name,standard\n1,One,2000\n2,Two,high\n3,,1900\n1,Twin,1800\n4,Four,1700\n5,Five\n"


def test_malformed_rows_are_omitted_on_request_and_reported(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "list.csv").write_text(ROWS)
    with pytest.raises(FormatError) as caught:
        import_list(tmp_path / "list.csv", tmp_path / "list.sqlite")
    assert caught.value.problems[0].line == 3
    assert str(caught.value) == snapshot
    told: list[FormatError] = []
    assert import_list(tmp_path / "list.csv", tmp_path / "list.sqlite", on_skip=told.append) == 2
    assert sorted(error.problems[0].line for error in told) == [3, 4, 5, 7]
    with RatingList(tmp_path / "list.sqlite") as ratings:
        assert len(ratings) == 2
        assert [(entry.fide_id, entry.name) for entry in ratings] == [(1, "One"), (4, "Four")]


@pytest.mark.parametrize("odd", [False, True])
def test_malformed_entries_of_xml_are_left_out_once(tmp_path: Path, odd: bool) -> None:
    one = ONE_KIND[ONE_KIND.index("<player>") : ONE_KIND.index("</playerslist>")]
    bad = one.replace("<rating>2050", "<rating>high").replace("700001", "700002")
    last = one.replace("700001", "700003")
    text = ONE_KIND.replace(one, one + bad + (last.replace("<player>", "<player >") if odd else last))
    (tmp_path / "list.xml").write_text(text, "utf-8")
    told: list[FormatError] = []
    assert import_list(tmp_path / "list.xml", tmp_path / "list.sqlite", on_skip=told.append) == 2
    assert len(told) == 1


def test_duplicates_in_a_line_are_detected(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    one = ONE_KIND[ONE_KIND.index("<player>") : ONE_KIND.index("</playerslist>")]
    other = one.replace("700001", "700002")
    text = ONE_KIND.replace(one, one + other + one).replace("\n", "")
    (tmp_path / "list.xml").write_text(text, "utf-8")
    with pytest.raises(FormatError) as caught:
        import_list(tmp_path / "list.xml", tmp_path / "list.sqlite")
    assert str(caught.value) == snapshot
    told: list[FormatError] = []
    assert import_list(tmp_path / "list.xml", tmp_path / "list.sqlite", on_skip=told.append) == 2
    with RatingList(tmp_path / "list.sqlite") as ratings:
        assert sorted(entry.fide_id for entry in ratings) == [700001, 700002]
