"""The people over HTTP: added, put right, absent, withdrawn, taken in from a table and from a rating list; teams."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.rounds import PairRound
from rookery.desk.commands.rules import OpenTournament
from rookery.desk.commands.teams import EnterTeam
from rookery.desk.facts import Facts
from rookery.desk.rules import Laws
from rookery.desk.state import State
from rookery.lists import import_list
from rookery.model import ByeKind
from rookery.web.filled import wish_fields
from rookery.web.site import Site
from support.visitors import HOST, Open, Visitor, opened, with_examples

NAMES = ("Ada", "Ben", "Cyd", "Dov", "<b>Eve</b>")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = opened(tmp_path)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club evening", Laws(system="dutch", rounds=4)))
    made.desk.do(stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(NAMES))))
    yield made
    made.store.close()


def state(house: Open) -> State:
    return house.desk.state(house.site.streams()[0].id)


def requested(house: Open) -> dict[tuple[str, int], ByeKind]:
    now = state(house)
    return {(now.keys.player[one.player], one.round): one.kind for one in now.tournament.requested}


def buttons(page: str, press: str) -> list[str]:
    """What the buttons that a key presses say, line by line."""
    found = re.findall(rf'<button[^>]*value="([^"]*)"[^>]*data-press="{press}"', page)
    found += re.findall(rf'<button[^>]*data-press="{press}"[^>]*value="([^"]*)"', page)
    return [unescape(one) for one in found]


def press(visitor: Visitor, value: str) -> httpx.Response:
    """What pressing a button of the grid sends."""
    return visitor.form("club", "bye.ask", **{"*:json": value})


def pair(house: Open) -> None:
    stream = house.site.streams()[0].id
    house.desk.do(stream, PairRound(), acknowledged=(f"draw-colour@{house.desk.version(stream)}",))


# -- the grid ----------------------------------------------------------------------------------------------------------


def test_the_grid_has_everybody_and_escapes_them(house: Open) -> None:
    page = house.visitor().ask("/t/club/players")
    assert page.status_code == 200
    assert page.text.count("<tr data-row=") == 5
    assert "<b>Eve" not in page.text
    assert "&lt;b&gt;Eve" in page.text


@pytest.mark.parametrize(("sort", "first"), [("name", "<b>Eve</b>"), ("rating", "Ada"), ("nonsense", "Ada")])
def test_the_grid_is_sorted(house: Open, sort: str, first: str) -> None:
    page = house.visitor().ask(f"/t/club/players?sort={sort}").text
    names = re.findall(r'data-press="Enter"><span>(.*?)</span>', page)
    assert unescape(names[0]) == first


def test_a_cell_goes_through_every_kind_of_bye(house: Open) -> None:
    visitor, seen = house.visitor(), []
    for _ in range(4):
        value = buttons(visitor.ask("/t/club/players").text, "2")[0]
        seen.append(json.loads(value)["kind"])
        assert press(visitor, value).status_code in (303, 409)
        if seen[-1] == "full":
            break
    assert seen == ["half", "zero", "full"]
    assert requested(house) == {("p1", 2): ByeKind.ZERO}


def test_space_says_that_somebody_is_absent_and_there_again(house: Open) -> None:
    visitor = house.visitor()
    for expected in ({("p3", 1): ByeKind.ZERO}, {}):
        value = buttons(visitor.ask("/t/club/players").text, " ")[2]
        assert press(visitor, value).status_code == 303
        assert requested(house) == expected
    press(visitor, buttons(visitor.ask("/t/club/players").text, " ")[2])
    assert "1 absent in round 1" in visitor.ask("/t/club/players").text


def test_w_withdraws_and_brings_back(house: Open) -> None:
    visitor = house.visitor()
    assert press(visitor, buttons(visitor.ask("/t/club/players").text, "w")[1]).status_code == 303
    assert state(house).withdrawn == {"p2": 1}
    assert "withdrawn, round 1" in visitor.ask("/t/club/players").text
    press(visitor, buttons(visitor.ask("/t/club/players").text, "w")[1])
    assert state(house).withdrawn == {}


def test_a_round_that_is_played_is_not_open(house: Open) -> None:
    pair(house)
    page = house.visitor().ask("/t/club/players").text
    assert buttons(page, "1") == []
    assert "Round 1: allocated bye" in page


def test_a_button_says_a_whole_wish() -> None:
    assert wish_fields("bye.ask", [("*:json", '{"key": "p1", "rounds": [2, 3], "kind": null}')]) == {
        "command": "bye.ask", "key": "p1", "rounds": [2, 3], "kind": None,
    }  # fmt: skip
    assert wish_fields("bye.ask", [("*:json", '{"command": "player.withdraw", "key": "p1"}')]) == {
        "command": "player.withdraw", "key": "p1",
    }  # fmt: skip


@pytest.mark.parametrize("wrong", ["[]", "{", '{"command": "nothing"}', '{"command": ["x"]}', '{"nobody": 1}'])
def test_a_button_that_lies_is_refused(house: Open, wrong: str) -> None:
    assert press(house.visitor(), wrong).status_code == 400


def test_every_page_of_people_has_its_chapter(house: Open) -> None:
    visitor = house.visitor()
    for page in ("players", "person", "check-in", "table", "review", "search", "arrival"):
        assert visitor.ask(f"/help/{page}").status_code == 200
    assert "Check-in" in visitor.ask("/help/person").text


# -- one of them -------------------------------------------------------------------------------------------------------


def test_whether_numbers_follow_a_rating_is_said_as_it_is(house: Open, tmp_path: Path) -> None:
    assert "Numbers follow it until round 4 is paired." in house.visitor().ask("/t/club/players/p4").text
    (tmp_path / "examples").mkdir()
    made = with_examples(tmp_path / "examples")
    said = {slug: made.visitor().ask(f"/t/{slug}/players/p4").text for slug in ("easter-open", "four-rivers")}
    made.store.close()
    assert "Numbers stay as they are: round 4 has been paired." in said["easter-open"]
    assert not re.search("Numbers (stay|follow)", said["four-rivers"])


def test_somebody_is_added(house: Open) -> None:
    visitor = house.visitor()
    said = {
        "players.0.name": "Fay, Fred", "players.0.rating": "2050", "players.0.title": "FM", "players.0.birth": "1999",
        "players.0.federation": "ENG", "players.0.fide_id": "", "players.0.sex": "m", "players.0.club": "",
    }  # fmt: skip
    assert visitor.form("club", "players.enter", **said).status_code == 303
    one = state(house).tournament.by_id[1]
    assert (one.name, one.rating, one.title, str(one.birth), one.sex) == ("Fay, Fred", 2050, "FM", "1999", "m")
    assert visitor.form("club", "players.enter", **said).status_code == 422
    assert visitor.form("club", "players.enter", **{**said, "players.0.birth": "yesterday"}).status_code == 400


def test_somebody_is_put_right(house: Open) -> None:
    visitor = house.visitor()
    page = visitor.ask("/t/club/players/p5").text
    assert "<b>Eve" not in page
    fields = {"fields.name": "Eve", "fields.fide_id:int": "", "fields.birth:maybe": "", "fields.title": ""}
    assert visitor.form("club", "player.edit", key="p5", **fields).status_code == 303
    assert state(house).name("p5") == "Eve"
    assert visitor.form("club", "player.edit", key="p5", **{"fields.birth:maybe": "2001-05-31"}).status_code == 303
    assert visitor.form("club", "ratings.correct", **{"ratings.p5:int": "2222"}).status_code == 303
    assert state(house).tournament.by_id[1].name == "Eve"
    assert visitor.ask("/t/club/players/nobody").status_code == 422


def test_somebody_leaves(house: Open) -> None:
    visitor = house.visitor()
    visitor.form("club", "players.enter", **{"players.0.name": "Fay"})
    assert visitor.form("club", "player.remove", key="p5").status_code == 303
    assert len(state(house).tournament.players) == 5
    assert "Take off the list" in visitor.ask("/t/club/players/p4").text
    pair(house)
    assert "Take off the list" not in visitor.ask("/t/club/players/p4").text
    asked = visitor.form("club", "player.expel", key="p4", reason="phone")
    assert asked.status_code == 409
    assert "Expelled" in asked.text
    value = json.dumps({"command": "half_byes.bar", "key": "p1", "barred": True})
    assert press(visitor, value).status_code == 303
    assert json.loads(buttons(visitor.ask("/t/club/players").text, "2")[0])["kind"] == "zero"


# -- check-in ----------------------------------------------------------------------------------------------------------


def test_who_is_not_ticked_is_absent(house: Open) -> None:
    visitor = house.visitor()
    visitor.form("club", "bye.ask", **{"*:json": '{"key": "p4", "rounds": [1], "kind": "half"}'})
    visitor.form("club", "bye.ask", **{"*:json": '{"key": "p2", "rounds": [1], "kind": "zero"}'})
    page = visitor.ask("/t/club/players/check-in").text
    assert "half-point bye" in page
    said = {"door": visitor.door, "round": "1", "there": ["p1", "p2"]}
    assert visitor.send("POST", "/t/club/absent", data=said).status_code == 303
    assert requested(house) == {("p4", 1): ByeKind.HALF, ("p3", 1): ByeKind.ZERO, ("p5", 1): ByeKind.ZERO}
    assert [one.name for one in state(house).sticky.marks] == ["before the check-in of round 1"]
    back = visitor.form("club", "time.return", point="before the check-in of round 1")
    assert back.status_code == 303, back.text
    assert requested(house) == {("p4", 1): ByeKind.HALF, ("p2", 1): ByeKind.ZERO}
    assert visitor.send("POST", "/t/club/absent", data={**said, "round": "2"}).status_code == 422
    assert visitor.send("POST", "/t/club/absent", data={**said, "door": ""}).status_code == 403


def test_where_no_round_is_to_come_nobody_is_ticked(tmp_path: Path) -> None:
    house = opened(tmp_path)
    house.desk.do(house.desk.create("club"), OpenTournament("Club", Laws(system="dutch", rounds=1)))
    house.desk.do(house.site.streams()[0].id, EnterPlayers((Facts("Ada"), Facts("Ben"))))
    pair(house)
    answer = house.visitor().ask("/t/club/players/check-in")
    assert (answer.status_code, "No round is to come" in answer.text) == (200, True)
    house.store.close()


# -- tables ------------------------------------------------------------------------------------------------------------

TABLE = "Spieler;Elo;Land;Tel;Bye\nRook, Ben;1990;WLS;12;2\n<i>Tern</i>;high;IRL;13;\nAda;2000;;14;\n"


def sent(visitor: Visitor, slug: str = "club", **fields: object) -> str:
    files = fields.pop("files", None)
    answer = visitor.send("POST", f"/t/{slug}/table", data={"door": visitor.door, **fields}, files=files)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_pasted_table_is_reviewed_and_entered(house: Open) -> None:
    visitor = house.visitor()
    place = sent(visitor, text=TABLE)
    page = visitor.ask(place).text
    assert "2 people can enter" in page
    assert "takes part already as Ada" in page
    assert "1 cell was not understood" in page
    assert "<i>Tern" not in page
    assert len(state(house).tournament.players) == 5
    word = place.rpartition("/")[2]
    columns = {f"c{at}": field for at, field in enumerate(("name", "rating", "federation", "", "bye"))}
    answer = visitor.send("POST", f"/t/club/table/{word}", data={"door": visitor.door, **columns})
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/club/players")
    names = {one.name for one in state(house).tournament.players}
    assert names == {*NAMES, "Rook, Ben", "<i>Tern</i>"}
    assert list(requested(house).values()) == [ByeKind.HALF]
    assert visitor.ask(place).status_code == 422


def test_the_columns_can_be_said_otherwise(house: Open) -> None:
    visitor = house.visitor()
    place = sent(visitor, text="Byng, Xenia;Newtown\nRook, Yves;Oldtown\n")
    assert 'name="c1"' in visitor.ask(place).text
    page = visitor.ask(f"{place}?c0=name&c1=club").text
    assert "<td>Newtown</td>" in page
    assert "No column has the names" in visitor.ask(f"{place}?c0=&c1=club").text


def test_a_workbook_is_read(house: Open) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (("Name", "Rating"), ("Sedge, Yara", 2464), ("Shrike, Gwen", 2501)):
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    visitor = house.visitor()
    place = sent(visitor, files={"file": ("entries.xlsx", data.getvalue())})
    assert "Sedge, Yara" in visitor.ask(place).text


@pytest.mark.parametrize(
    ("name", "data"),
    [("x.xlsx", b"PK\x03\x04 no workbook"), ("x.csv", b"\x00\x01\x02" * 100), ("x.xls", b"\xd0\xcf\x11\xe0" * 99)],
)
def test_a_table_that_lies_is_refused(house: Open, name: str, data: bytes) -> None:
    visitor = house.visitor()
    said = {"door": visitor.door}
    answer = visitor.send("POST", "/t/club/table", data=said, files={"file": (name, data)})
    if answer.status_code == 303:
        assert "0 people can enter" in visitor.ask(answer.headers["location"]).text
    else:
        assert answer.status_code == 422
    assert len(state(house).tournament.players) == 5


def test_tables_have_limits_and_doors(house: Open) -> None:
    visitor = house.visitor()
    large = {"file": ("x.csv", b"a;b\n" * (6 << 20))}
    assert visitor.send("POST", "/t/club/table", data={"door": visitor.door}, files=large).status_code == 413
    assert visitor.send("POST", "/t/club/table", data={"door": visitor.door}).status_code == 422
    assert visitor.send("POST", "/t/club/table", data={"text": TABLE}).status_code == 403
    assert visitor.send("POST", "/t/nowhere/table", data={"door": visitor.door, "text": "x"}).status_code == 404
    place, other = sent(visitor, text=TABLE), house.visitor("Ben")
    assert other.ask(place).status_code == 422


# -- rating lists ------------------------------------------------------------------------------------------------------


def test_somebody_comes_from_a_rating_list(house: Open, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text('fide_id,name,federation,standard\n99900401,"Rook, Benedict",ENG,2111\n')
    import_list(tmp_path / "list.csv", tmp_path / "lists" / "list.sqlite")
    site = Site(house.desk, house.store, frozenset({HOST}), lists=(tmp_path / "lists",))
    visitor = Visitor(site, house.visitor().cookies)
    assert "The beginning of a name" in visitor.ask("/t/club/players/search").text
    page = visitor.ask("/t/club/players/search?q=rook").text
    assert "Rook, Benedict" in page
    (value,) = buttons(page, "Enter")
    answer = visitor.form("club", "players.enter", **{"*:json": value})
    assert answer.status_code == 303, answer.text
    one = next(one for one in state(house).tournament.players if one.fide_id == 99900401)
    assert (one.name, one.rating, one.federation) == ("Rook, Benedict", 2111, "ENG")
    assert "takes part" in visitor.ask("/t/club/players/search?q=rook").text
    assert "Nobody is called so" in visitor.ask("/t/club/players/search?q=%3Cscript%3E").text


# -- teams -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def league(tmp_path: Path) -> Iterator[Open]:
    made = opened(tmp_path)
    stream = made.desk.create("league")
    made.desk.do(stream, OpenTournament("League", Laws(system="team", rounds=3), True))
    for name in ("Heron", "<b>Ibis</b>"):
        made.desk.do(stream, EnterTeam(name, tuple(Facts(f"{name} {at}", 2000 - at) for at in range(1, 4))))
    yield made
    made.store.close()


def test_teams_have_rosters_and_line_ups(league: Open) -> None:
    visitor = league.visitor()
    page = visitor.ask("/t/league/players").text
    assert "Rosters and line-ups" in page
    assert "<b>Ibis" not in page
    assert visitor.form("league", "team.enter", name="Jay", nickname="", strength="").status_code == 303
    said = {"player.name": "New, Nell", "player.rating": "1800", "player.birth": "", "place": ""}
    team = state(league).tournament.teams[2].key
    assert visitor.form("league", "team.join", team=team, **said).status_code == 303
    roster = [state(league).keys.player[one] for one in state(league).tournament.teams[0].players]
    first = state(league).tournament.teams[0].key
    line_up = {"round": "1", "team": first, "keys": [roster[0], roster[2], roster[1]]}
    assert visitor.form("league", "lineup.set", **line_up).status_code == 409
    assert visitor.ask(f"/t/league/players/{first}").status_code == 200
    assert visitor.ask(f"/t/league/players/{roster[0]}").status_code == 200
    change = {"fields.name": "Herons", "fields.nickname:text": "H", "fields.strength:int": ""}
    assert visitor.form("league", "team.change", key=first, **change).status_code == 303
    assert state(league).tournament.teams[0].name == "Herons"


def test_teams_come_from_a_table(league: Open) -> None:
    visitor = league.visitor()
    place = sent(visitor, "league", text="Name;Team;Board\nAlder, A;Kite;2\nBirch, B;Kite;1\nCedar, C;heron;\n")
    word = place.rpartition("/")[2]
    columns = {"c0": "name", "c1": "team", "c2": "board"}
    answer = visitor.send("POST", f"/t/league/table/{word}", data={"door": visitor.door, **columns})
    assert answer.status_code == 303, answer.text
    t = state(league).tournament
    names = {one.id: one.name for one in t.players}
    assert [[names[one] for one in team.players][-2:] for team in t.teams if team.name in ("Kite", "Heron")] == [
        ["Heron 3", "Cedar, C"], ["Birch, B", "Alder, A"],
    ]  # fmt: skip
    place = sent(visitor, "league", text="Name;Team\nElm, E;\n")
    assert "has no team" in visitor.ask(place).text
