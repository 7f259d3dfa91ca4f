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
from syrupy.assertion import SnapshotAssertion

from rookery.model import ByeKind, Colour
from rookery.rating_lists import import_list
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import LeaveMode
from rookery.tournaments.domain.teams import EnterTeam
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.state import State
from rookery.web.addresses import Addresses
from rookery.web.context import AppContext
from rookery.web.forms import parse_command_form
from rookery.web.pages.entries import ROWS_PER_PAGE
from support.html_elements import has_element, parse_html, select_text, select_texts
from support.visitors import OpenDesk, Visitor, open_desk, with_examples

NAMES = ("Ada", "Ben", "Cyd", "Dov", "<b>Eve</b>")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club evening", TournamentRules(system="dutch", rounds=4)))
    made.desk.do(stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(NAMES))))
    yield made
    made.store.close()


def state(house: OpenDesk) -> State:
    return house.desk.state(house.site.store.streams()[0].id)


def requested(house: OpenDesk) -> dict[tuple[str, int], ByeKind]:
    now = state(house)
    return {(now.keys.player[bye.player], bye.round): bye.kind for bye in now.tournament.requested_byes}


def buttons(page: str, press: str) -> list[str]:
    """What the buttons that a key presses say, line by line."""
    found = re.findall(rf'<button[^>]*value="([^"]*)"[^>]*data-press="{press}"', page)
    found += re.findall(rf'<button[^>]*data-press="{press}"[^>]*value="([^"]*)"', page)
    return [unescape(one) for one in found]


def press(visitor: Visitor, value: str) -> httpx.Response:
    """What pressing a button of the grid sends."""
    return visitor.form("club", "bye.ask", **{"*:json": value})


def pair(house: OpenDesk) -> None:
    stream = house.site.store.streams()[0].id
    house.desk.do(stream, PairRound(), acknowledged=(f"draw-colour@{house.desk.version(stream)}",))


# -- the grid ----------------------------------------------------------------------------------------------------------


def test_the_grid_has_everybody_and_escapes_them(house: OpenDesk) -> None:
    page = house.visitor().ask("/t/club/players")
    assert page.status_code == 200
    assert page.text.count("<tr data-row=") == 5
    assert "<b>Eve" not in page.text
    assert "&lt;b&gt;Eve" in page.text


@pytest.mark.parametrize(("sort", "first"), [("name", "<b>Eve</b>"), ("rating", "Ada"), ("nonsense", "Ada")])
def test_the_grid_is_sorted(house: OpenDesk, sort: str, first: str) -> None:
    page = house.visitor().ask(f"/t/club/players?sort={sort}").text
    names = re.findall(r'data-press="Enter"><span>(.*?)</span>', page)
    assert unescape(names[0]) == first


def test_a_cell_gives_a_bye_and_takes_it_away_again(house: OpenDesk) -> None:
    visitor, kinds = house.visitor(), []
    for _ in range(2):
        value = buttons(visitor.ask("/t/club/players").text, "2")[0]
        kinds.append(json.loads(value)["kind"])
        assert press(visitor, value).status_code == 303, "no full-point bye on the way"
    assert kinds == ["half", None]
    assert requested(house) == {}
    assert 'data-kinds=" half zero full"' in visitor.ask("/t/club/players").text


def test_a_bye_is_chosen_without_a_script(house: OpenDesk) -> None:
    visitor = house.visitor()
    assert has_element(visitor.ask("/t/club/players/p1").text, 'select[name="kind:maybe"]')
    for kind, expected in (("zero", {("p1", 2): ByeKind.ZERO}), ("", {})):
        assert visitor.form("club", "bye.ask", key="p1", rounds="2", **{"kind:maybe": kind}).status_code == 303
        assert requested(house) == expected


def test_space_marks_a_player_absent_and_present_again(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    for expected in ({("p3", 1): ByeKind.ZERO}, {}):
        value = buttons(visitor.ask("/t/club/players").text, " ")[2]
        assert press(visitor, value).status_code == 303
        assert requested(house) == expected
    press(visitor, buttons(visitor.ask("/t/club/players").text, " ")[2])
    assert select_texts(visitor.ask("/t/club/players").text, ".strip span.muted") == snapshot


def test_w_withdraws_and_brings_back(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    assert press(visitor, buttons(visitor.ask("/t/club/players").text, "w")[1]).status_code == 303
    assert state(house).withdrawn == {"p2": 1}
    assert select_text(visitor.ask("/t/club/players").text, 'tr[data-row="p2"] .chip.amber') == snapshot
    press(visitor, buttons(visitor.ask("/t/club/players").text, "w")[1])
    assert state(house).withdrawn == {}


def test_a_round_that_is_played_is_not_open(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    pair(house)
    page = house.visitor().ask("/t/club/players").text
    assert buttons(page, "1") == []
    assert select_text(page, ".bye.had .sr") == snapshot


def test_a_button_says_a_whole_wish() -> None:
    assert parse_command_form("bye.ask", [("*:json", '{"key": "p1", "rounds": [2, 3], "kind": null}')]) == {
        "command": "bye.ask", "key": "p1", "rounds": [2, 3], "kind": None,
    }  # fmt: skip
    assert parse_command_form("bye.ask", [("*:json", '{"command": "player.withdraw", "key": "p1"}')]) == {
        "command": "player.withdraw", "key": "p1",
    }  # fmt: skip


@pytest.mark.parametrize("wrong", ["[]", "{", '{"command": "nothing"}', '{"command": ["x"]}', '{"nobody": 1}'])
def test_a_button_that_lies_is_refused(house: OpenDesk, wrong: str) -> None:
    assert press(house.visitor(), wrong).status_code == 400


def test_every_page_of_people_has_its_chapter(house: OpenDesk) -> None:
    visitor = house.visitor()
    for page in ("players", "person", "check-in", "table", "review", "entered", "search", "arrival"):
        assert visitor.ask(f"/help/{page}").status_code == 200
    assert "Check-in" in visitor.ask("/help/person").text


# -- one of them -------------------------------------------------------------------------------------------------------


def test_whether_numbers_follow_a_rating_is_stated(
    house: OpenDesk, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    note = 'form:has([value="player.edit"]) .muted.small'
    assert select_text(house.visitor().ask("/t/club/players/p4").text, note) == snapshot
    (tmp_path / "examples").mkdir()
    made = with_examples(tmp_path / "examples")
    said = {slug: made.visitor().ask(f"/t/{slug}/players/p4").text for slug in ("easter-open", "four-rivers")}
    made.store.close()
    assert select_text(said["easter-open"], note) == snapshot
    assert select_texts(said["four-rivers"], note) == []


def test_a_player_is_added(house: OpenDesk) -> None:
    visitor = house.visitor()
    said = {
        "players.0.name": "Fay, Fred", "players.0.rating": "2050", "players.0.title": "FM", "players.0.birth": "1999",
        "players.0.federation": "ENG", "players.0.fide_id": "", "players.0.sex": "m", "players.0.club": "",
    }  # fmt: skip
    assert visitor.form("club", "players.enter", **said).status_code == 303
    one = state(house).tournament.participants_by_number[1]
    assert (one.name, one.rating, one.title, str(one.birth), one.sex) == ("Fay, Fred", 2050, "FM", "1999", "m")
    assert visitor.form("club", "players.enter", **said).status_code == 422
    assert visitor.form("club", "players.enter", **{**said, "players.0.birth": "yesterday"}).status_code == 400


def test_a_player_is_corrected(house: OpenDesk) -> None:
    visitor = house.visitor()
    page = visitor.ask("/t/club/players/p5").text
    assert "<b>Eve" not in page
    fields = {"fields.name": "Eve", "fields.fide_id:int": "", "fields.birth:maybe": "", "fields.title": ""}
    assert visitor.form("club", "player.edit", key="p5", **fields).status_code == 303
    assert state(house).name("p5") == "Eve"
    assert visitor.form("club", "player.edit", key="p5", **{"fields.birth:maybe": "2001-05-31"}).status_code == 303
    assert visitor.form("club", "ratings.correct", **{"ratings.p5:int": "2222"}).status_code == 303
    assert state(house).tournament.participants_by_number[1].name == "Eve"
    assert visitor.ask("/t/club/players/nobody").status_code == 422


def fields_of_edit(visitor: Visitor) -> dict[str, str]:
    """The fields of the form with the details of a player."""
    return _fields(visitor.ask("/t/club/players/p5").text, "fields.")


def fields_of_entry(visitor: Visitor) -> dict[str, str]:
    """The fields of the form that enters a player."""
    return _fields(visitor.ask("/t/club/players").text, "players.0.")


def _fields(page: str, prefix: str) -> dict[str, str]:
    """The names of the fields of a page that begin so, by what follows: a name may end with its kind, after a colon."""
    names = [element.attributes.get("name") or "" for element in parse_html(page).select("input")]
    return {name.removeprefix(prefix).partition(":")[0]: name for name in names if name.startswith(prefix)}


@pytest.mark.parametrize(
    ("federation", "birth", "expected"),
    [
        ("Czech Republic", "31.5.2001", ("CZE", "2001-05-31")),
        ("ger", "2001/05/31", ("GER", "2001-05-31")),
        ("", "2001", ("", "2001")),
        ("", "", ("", "None")),
    ],
)
def test_forms_take_countries_and_days_as_tables_do(
    house: OpenDesk, federation: str, birth: str, expected: tuple[str, str]
) -> None:
    visitor = house.visitor()
    edit, enter = fields_of_edit(visitor), fields_of_entry(visitor)
    fields = {edit["federation"]: federation, edit["birth"]: birth}
    assert visitor.form("club", "player.edit", key="p5", **fields).status_code == 303
    changed = next(player for player in state(house).tournament.players if player.key == "p5")
    assert (changed.federation, str(changed.birth)) == expected
    new = {enter["name"]: "Wren, Dora", enter["federation"]: federation, enter["birth"]: birth}
    assert visitor.form("club", "players.enter", **new).status_code == 303
    entered = next(player for player in state(house).tournament.players if player.name == "Wren, Dora")
    assert (entered.federation, str(entered.birth)) == expected


@pytest.mark.parametrize(
    ("field", "text"), [("federation", "Atlantis"), ("birth", "1602"), ("birth", "2999"), ("birth", "soon")]
)
def test_forms_refuse_what_is_no_federation_and_no_birth(house: OpenDesk, field: str, text: str) -> None:
    visitor = house.visitor()
    edit, enter = fields_of_edit(visitor), fields_of_entry(visitor)
    answer = visitor.form("club", "player.edit", key="p5", **{edit[field]: text})
    assert answer.status_code == 400
    new = {enter["name"]: "Wren", enter[field]: text}
    assert visitor.form("club", "players.enter", **new).status_code == 400
    assert len(state(house).tournament.players) == 5


def test_the_fields_of_a_player_take_countries_and_days(house: OpenDesk) -> None:
    for page, before in (("players", "players.0."), ("players/p5", "fields.")):
        text = house.visitor().ask(f"/t/club/{page}").text
        assert has_element(text, f'input[name="{before}federation:federation"]')
        assert has_element(text, f'input[name="{before}birth:birth"]')


def test_a_namesake_needs_confirmation(house: OpenDesk) -> None:
    """Accents and the order of words aside; who was born in another year is somebody else."""
    visitor = house.visitor()
    fields = fields_of_entry(visitor)
    first = {fields["name"]: "Dvořák, Jiří", fields["birth"]: "1988"}
    assert visitor.form("club", "players.enter", **first).status_code == 303
    other = {fields["name"]: "DVORAK Jiri", fields["birth"]: "1999"}
    assert visitor.form("club", "players.enter", **other).status_code == 303
    same = {fields["name"]: "Jiri Dvorak"}
    answer = visitor.form("club", "players.enter", **same)
    assert answer.status_code == 409
    assert "namesake@" in answer.text
    token = re.search(r"namesake@[\w-]+", answer.text)
    assert token
    assert len(state(house).tournament.players) == 7
    assert visitor.form("club", "players.enter", **same, yes=token[0]).status_code == 303


def test_details_and_rating_are_saved_together(house: OpenDesk) -> None:
    visitor, stream = house.visitor(), house.site.store.streams()[0].id
    page = visitor.ask("/t/club/players/p5").text
    assert has_element(page, 'form:has([value="player.edit"]) [name="ratings.p5:int"]')
    before = house.desk.version(stream)
    fields = {"fields.name": "Eve", "fields.birth:maybe": "2001-05-31", "ratings.p5:int": "2222"}
    assert visitor.form("club", "player.edit", key="p5", **fields).status_code == 303
    player = state(house).tournament.participants_by_number[1]
    assert (player.name, str(player.birth), player.rating) == ("Eve", "2001-05-31", 2222)
    assert len({record.command for record in house.store.read(stream, before)}) == 1
    assert visitor.form("club", "player.edit", key="p5", **{"ratings.p5:int": ""}).status_code == 303
    assert {player.key: player.rating for player in state(house).tournament.players}["p5"] is None
    assert visitor.form("club", "player.edit", key="p5", **{"ratings.p4:int": "2300"}).status_code == 422


def test_an_unchanged_rating_changes_no_number(house: OpenDesk) -> None:
    visitor = house.visitor()
    visitor.form("club", "ratings.correct", **{"ratings.p5:int": "1970"})
    visitor.form("club", "player.edit", key="p4", **{"fields.title": "GM"})
    fields = {"fields.club": "Quay", "ratings.p4:int": "1970"}
    assert visitor.form("club", "player.edit", key="p4", **fields).status_code == 303
    assert {player.key: player.number for player in state(house).tournament.players}["p4"] == 5


def test_a_user_signs_out(house: OpenDesk) -> None:
    visitor = house.visitor()
    visitor.form("club", "players.enter", **{"players.0.name": "Fay"})
    assert visitor.form("club", "player.remove", key="p5").status_code == 303
    assert len(state(house).tournament.players) == 5
    assert has_element(visitor.ask("/t/club/players/p4").text, '[value="player.remove"]')
    pair(house)
    assert not has_element(visitor.ask("/t/club/players/p4").text, '[value="player.remove"]')
    asked = visitor.form("club", "player.expel", key="p4", reason="phone")
    assert asked.status_code == 409
    assert has_element(asked.text, "form.question")
    value = json.dumps({"command": "half_byes.bar", "key": "p1", "barred": True})
    assert press(visitor, value).status_code == 303
    assert json.loads(buttons(visitor.ask("/t/club/players").text, "2")[0])["kind"] == "zero"


# -- check-in ----------------------------------------------------------------------------------------------------------


def test_unmarked_players_are_absent(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    visitor.form("club", "bye.ask", **{"*:json": '{"key": "p4", "rounds": [1], "kind": "half"}'})
    visitor.form("club", "bye.ask", **{"*:json": '{"key": "p2", "rounds": [1], "kind": "zero"}'})
    page = visitor.ask("/t/club/players/check-in").text
    assert "half-point bye" in page
    said = {"csrf_token": visitor.csrf_token, "round": "1", "there": ["p1", "p2"]}
    assert visitor.send("POST", "/t/club/absent", data=said).status_code == 303
    assert requested(house) == {("p4", 1): ByeKind.HALF, ("p3", 1): ByeKind.ZERO, ("p5", 1): ByeKind.ZERO}
    (mark,) = state(house).permanent.marks
    assert mark.name == snapshot
    back = visitor.form("club", "time.return", point=mark.name)
    assert back.status_code == 303, back.text
    assert requested(house) == {("p4", 1): ByeKind.HALF, ("p2", 1): ByeKind.ZERO}
    assert visitor.send("POST", "/t/club/absent", data={**said, "round": "2"}).status_code == 422
    assert visitor.send("POST", "/t/club/absent", data={**said, "csrf_token": ""}).status_code == 403


def ticks(visitor: Visitor) -> list[str]:
    """The keys that the check-in page shows as ticked."""
    page = visitor.ask("/t/club/players/check-in").text
    return re.findall(r'name="there"\s+value="(\w+)"\s+checked', page)


def check_in(visitor: Visitor, **fields: object) -> httpx.Response:
    return visitor.send("POST", "/t/club/absent", data={"csrf_token": visitor.csrf_token, "round": "1", **fields})


def test_check_in_marks_are_stored_and_shown_to_all(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    ada, ben = house.visitor(), house.visitor("Ben")
    mark = ada.form("club", "checkin.mark", round="1", keys="p1")
    assert mark.status_code == 303
    assert ticks(ada) == ticks(ben) == ["p1"]
    assert (
        check_in(ben, shown=["p1"], there=["p1", "p3"], tick="keep").headers["location"] == "/t/club/players/check-in"
    )
    assert ticks(ada) == ["p1", "p3"]
    assert check_in(ada, tick="all").status_code == 303
    assert len(ticks(ben)) == 5
    assert check_in(ada, tick="none").status_code == 303
    assert ticks(ben) == []
    assert requested(house) == {}
    assert ada.form("club", "checkin.mark", round="2", keys="p1").status_code == 422
    assert ada.form("club", "checkin.mark", round="1", keys="nobody").status_code == 422
    assert re.findall(r"<td>\s*(Check-in[^<]*?)\s*<", ada.ask("/t/club/log").text) == snapshot


def test_an_older_check_in_page_takes_no_tick_of_another_away(house: OpenDesk) -> None:
    ada, ben = house.visitor(), house.visitor("Ben")
    for key in ("p1", "p2"):
        ada.form("club", "checkin.mark", round="1", keys=key)
    assert check_in(ben, shown=["p1"], there=["p4"]).status_code == 303
    assert requested(house) == {(key, 1): ByeKind.ZERO for key in ("p1", "p3", "p5")}


def test_undo_and_redo_pass_over_ticks(house: OpenDesk) -> None:
    ada, ben = house.visitor(), house.visitor("Ben")
    ada.form("club", "bye.ask", **{"*:json": '{"key": "p4", "rounds": [2], "kind": "half"}'})
    ben.form("club", "checkin.mark", round="1", keys="p1")
    ada.form("club", "checkin.mark", round="1", keys="p2")
    assert ada.form("club", "time.undo").status_code == 303, "nobody is asked about ticks"
    assert requested(house) == {}
    assert ticks(ada) == ["p1", "p2"]
    ben.form("club", "checkin.mark", round="1", keys="p3")
    assert ada.form("club", "time.redo").status_code == 303
    assert requested(house) == {("p4", 2): ByeKind.HALF}
    assert ticks(ada) == ["p1", "p2", "p3"]
    assert "taken back" not in select_texts(ada.ask("/t/club/log").text, "#log tr")[2]


def test_without_a_coming_round_there_is_no_check_in(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    house = open_desk(tmp_path)
    house.desk.do(house.desk.create("club"), OpenTournament("Club", TournamentRules(system="dutch", rounds=1)))
    house.desk.do(house.site.store.streams()[0].id, EnterPlayers((Facts("Ada"), Facts("Ben"))))
    pair(house)
    answer = house.visitor().ask("/t/club/players/check-in")
    assert answer.status_code == 200
    assert not has_element(answer.text, '[action="/t/club/absent"]')
    assert select_text(answer.text, ".card.empty") == snapshot
    house.store.close()


# -- tables ------------------------------------------------------------------------------------------------------------

TABLE = "Spieler;Elo;Land;Tel;Bye\nRook, Ben;1990;WLS;12;2\n<i>Tern</i>;high;IRL;13;\nAda;2000;;14;\n"


def submit(visitor: Visitor, slug: str = "club", **fields: object) -> str:
    files = fields.pop("files", None)
    answer = visitor.send("POST", f"/t/{slug}/table", data={"csrf_token": visitor.csrf_token, **fields}, files=files)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_pasted_table_is_reviewed_and_entered(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    place = submit(visitor, text=TABLE)
    page = visitor.ask(place).text
    assert select_texts(page, "section.card h2") == snapshot
    assert select_texts(page, "section.card ul.list li") == snapshot
    assert select_texts(page, ".entry-rows small") == snapshot
    assert "<i>Tern" not in page
    assert len(state(house).tournament.players) == 5
    word = place.rpartition("/")[2]
    columns = {f"c{at}": field for at, field in enumerate(("name", "rating", "federation", "", "bye"))}
    answer = visitor.send("POST", f"/t/club/table/{word}", data={"csrf_token": visitor.csrf_token, **columns})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{place}/entered")
    names = {player.name for player in state(house).tournament.players}
    assert names == {*NAMES, "Rook, Ben", "<i>Tern</i>"}
    assert list(requested(house).values()) == [ByeKind.HALF]
    assert visitor.ask(place).status_code == 422
    report = visitor.ask(f"{place}/entered").text
    assert [select_texts(report, part) for part in ("main h2", "main li", ".card p")] == snapshot
    key = next(player.key for player in state(house).tournament.players if "Tern" in player.name)
    assert has_element(report, f'li a[href="/t/club/players/{key}"]')
    assert house.visitor("Ben").ask(f"{place}/entered").status_code == 422


def test_a_table_without_problems_leads_to_the_players(house: OpenDesk) -> None:
    visitor = house.visitor()
    place = submit(visitor, text="Name;Elo\nRook, Ben;1990\n")
    answer = visitor.send("POST", place.replace("/players/", "/"), data={"csrf_token": visitor.csrf_token})
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/club/players")
    assert visitor.ask(place).status_code == 422


ROWS = "Name;Elo;Land;Born\nDvořák, Jiří;high;Czech Republic;1988\nDvorak Jiri;2280;DEU;1988\nAda;1500;;\nTotal 3;;;\n"


def values(page: str) -> dict[str, str]:
    """Return the fields of the rows of a table as a browser would send them."""
    tree = parse_html(page)
    texts = {one.attributes["name"]: one.attributes.get("value", "") for one in tree.select(".entry-rows input")}
    for one in tree.select(".entry-rows select"):
        chosen = one.select("option[selected]")
        texts[one.attributes["name"]] = chosen[0].attributes["value"] if chosen else ""
    return texts


def test_rows_of_a_table_are_changed_and_left_out(house: OpenDesk) -> None:
    """The same person twice waits for a choice; who takes part already, and a total, are left out."""
    visitor = house.visitor()
    place = submit(visitor, text=ROWS)
    action = place.replace("/players/", "/")
    fields = values(visitor.ask(place).text)
    assert [fields[f"row.{line}"] for line in (2, 3, 4, 5)] == ["enter", "", "leave", "leave"]
    assert [fields[f"row.{line}.federation"] for line in (2, 3)] == ["CZE", "GER"]
    assert fields["row.2.rating"] == "high"
    answer = visitor.send("POST", action, data={"csrf_token": visitor.csrf_token, **fields})
    assert answer.headers["location"] == f"{place}?page=1"  # a row is open: nobody has entered
    assert len(state(house).tournament.players) == 5
    changed = fields | {"row.2.rating": "2280", "row.3": "leave", "row.5": "enter", "row.5.name": "<b>Tern</b>"}
    answer = visitor.send("POST", action, data={"csrf_token": visitor.csrf_token, **changed, "go": "1"})
    page = visitor.ask(answer.headers["location"]).text
    assert values(page) | {"row.5.name": ""} == changed | {"row.5.name": ""}  # kept, and shown again
    assert "<b>Tern" not in page
    answer = visitor.send("POST", action, data={"csrf_token": visitor.csrf_token, **values(page)})
    assert answer.headers["location"] == f"{place}/entered"
    found = {player.name: player for player in state(house).tournament.players}
    assert set(found) == {*NAMES, "Dvořák, Jiří", "<b>Tern</b>"}
    assert (found["Dvořák, Jiří"].rating, found["Dvořák, Jiří"].federation) == (2280, "CZE")


def test_both_of_a_pair_enter_when_that_is_chosen(house: OpenDesk) -> None:
    visitor = house.visitor()
    place = submit(visitor, text=ROWS)
    answer = visitor.send(
        "POST", place.replace("/players/", "/"), data={"csrf_token": visitor.csrf_token, "row.3": "enter"}
    )
    assert answer.headers["location"] == f"{place}/entered"
    assert {"Dvořák, Jiří", "Dvorak Jiri"} < {player.name for player in state(house).tournament.players}


def test_a_column_and_a_row_are_changed_together(house: OpenDesk) -> None:
    visitor = house.visitor()
    place = submit(visitor, text="Name;Verein;Town\nByng, Ada;Harbour;Hull\nRook, Ben;Castle;York\n")
    fields = {"c1": "", "c2": "club", "row.3.name": "Rook, Benedict", "row.2.rating": "2000", "go": "1"}
    visitor.send("POST", place.replace("/players/", "/"), data={"csrf_token": visitor.csrf_token, **fields})
    shown = values(visitor.ask(place).text)
    assert [shown[f"row.{line}.club"] for line in (2, 3)] == ["Hull", "York"]
    assert (shown["row.3.name"], shown["row.2.rating"]) == ("Rook, Benedict", "2000")


def test_another_table_keeps_the_text(house: OpenDesk) -> None:
    visitor = house.visitor()
    word = submit(visitor, text=TABLE).rpartition("/")[2]
    page = visitor.ask(f"/t/club/players/table?from={word}").text
    assert select_text(page, "textarea").split() == TABLE.split()
    other = house.visitor("Ben").ask(f"/t/club/players/table?from={word}").text
    assert not select_text(other, "textarea")


@pytest.mark.slow
def test_a_long_table_has_pages_that_preserve_changes(house: OpenDesk) -> None:
    visitor = house.visitor()
    place = submit(visitor, text="Name;Elo\n" + "".join(f"Player {n:03};1500\n" for n in range(450)))
    action, csrf_token = place.replace("/players/", "/"), visitor.csrf_token
    first, second = (values(visitor.ask(f"{place}?page={page}").text) for page in (1, 2))
    assert len(first) == len(second) == 5 * ROWS_PER_PAGE
    answer = visitor.send("POST", action, data={"csrf_token": csrf_token, **first, "row.2.name": "Byng", "go": "3"})
    assert answer.headers["location"] == f"{place}?page=3"
    answer = visitor.send("POST", action, data={"csrf_token": csrf_token, "row.450": "leave", "page": "3"})
    assert answer.headers["location"] == f"{place}/entered"
    names = {player.name for player in state(house).tournament.players}
    assert "Byng" in names
    assert "Player 448" not in names
    assert len(names) == 5 + 449


def test_a_bye_of_a_table_goes_to_the_right_namesake(house: OpenDesk) -> None:
    visitor = house.visitor()
    table = "Name;Rating;Birth;Bye\nNovák, Petr;1988;1970;2\nNovák, Petr;1790;1990;\nZelenka, Jan;1500;1980;3\n"
    word = submit(visitor, text=table).rpartition("/")[2]
    columns = {f"c{at}": field for at, field in enumerate(("name", "rating", "birth", "bye"))}
    answer = visitor.send("POST", f"/t/club/table/{word}", data={"csrf_token": visitor.csrf_token, **columns})
    assert answer.status_code == 303
    players = {player.key: player for player in state(house).tournament.players}
    byes = {(players[key].name, players[key].rating, number) for key, number in requested(house)}
    assert byes == {("Novák, Petr", 1988, 2), ("Zelenka, Jan", 1500, 3)}


def test_the_columns_can_be_reassigned(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    place = submit(visitor, text="Byng, Xenia;Newtown\nRook, Yves;Oldtown\n")
    assert 'name="c1"' in visitor.ask(place).text
    page = visitor.ask(f"{place}?c0=name&c1=club").text
    assert values(page)["row.1.club"] == "Newtown"
    assert select_text(visitor.ask(f"{place}?c0=&c1=club").text, "div.note.red") == snapshot


def test_a_workbook_is_read(house: OpenDesk) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (("Name", "Rating"), ("Sedge, Yara", 2464), ("Shrike, Gwen", 2501)):
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    visitor = house.visitor()
    place = submit(visitor, files={"file": ("entries.xlsx", data.getvalue())})
    assert "Sedge, Yara" in visitor.ask(place).text


@pytest.mark.parametrize(
    ("name", "data"),
    [("x.xlsx", b"PK\x03\x04 no workbook"), ("x.csv", b"\x00\x01\x02" * 100), ("x.xls", b"\xd0\xcf\x11\xe0" * 99)],
)
def test_a_table_that_lies_is_refused(house: OpenDesk, name: str, data: bytes) -> None:
    visitor = house.visitor()
    said = {"csrf_token": visitor.csrf_token}
    answer = visitor.send("POST", "/t/club/table", data=said, files={"file": (name, data)})
    if answer.status_code == 303:
        page = visitor.ask(answer.headers["location"]).text
        assert has_element(page, 'button[data-key="Enter"][disabled]')
        assert not any(text == "enter" for text in values(page).values())
    else:
        assert answer.status_code == 422
    assert len(state(house).tournament.players) == 5


def test_tables_have_limits_and_doors(house: OpenDesk) -> None:
    visitor = house.visitor()
    large = {"file": ("x.csv", b"a;b\n" * (6 << 20))}
    assert (
        visitor.send("POST", "/t/club/table", data={"csrf_token": visitor.csrf_token}, files=large).status_code == 413
    )
    assert visitor.send("POST", "/t/club/table", data={"csrf_token": visitor.csrf_token}).status_code == 422
    assert visitor.send("POST", "/t/club/table", data={"text": TABLE}).status_code == 403
    assert (
        visitor.send("POST", "/t/nowhere/table", data={"csrf_token": visitor.csrf_token, "text": "x"}).status_code
        == 404
    )
    place, other = submit(visitor, text=TABLE), house.visitor("Ben")
    assert other.ask(place).status_code == 422


# -- rating lists ------------------------------------------------------------------------------------------------------


def test_a_player_is_added_from_a_rating_list(house: OpenDesk, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "list.csv").write_text('fide_id,name,federation,standard\n99900401,"Rook, Benedict",ENG,2111\n')
    import_list(tmp_path / "list.csv", tmp_path / "lists" / "list.sqlite")
    site = AppContext(house.desk, house.store, Addresses(8000), lists=(tmp_path / "lists",))
    visitor = Visitor(site, house.visitor().cookies)
    assert select_text(visitor.ask("/t/club/players/search").text, 'form[role="search"] label') == snapshot
    page = visitor.ask("/t/club/players/search?q=rook").text
    assert "Rook, Benedict" in page
    (value,) = buttons(page, "Enter")
    answer = visitor.form("club", "players.enter", **{"*:json": value})
    assert answer.status_code == 303, answer.text
    one = next(player for player in state(house).tournament.players if player.fide_id == 99900401)
    assert (one.name, one.rating, one.federation) == ("Rook, Benedict", 2111, "ENG")
    assert select_text(visitor.ask("/t/club/players/search?q=rook").text, "tbody .chip") == snapshot
    assert select_text(visitor.ask("/t/club/players/search?q=%3Cscript%3E").text, ".card.empty") == snapshot


# -- teams -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def league(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    stream = made.desk.create("league")
    made.desk.do(stream, OpenTournament("League", TournamentRules(system="team", rounds=3), True))
    for name in ("Heron", "<b>Ibis</b>"):
        made.desk.do(stream, EnterTeam(name, tuple(Facts(f"{name} {at}", 2000 - at) for at in range(1, 4))))
    yield made
    made.store.close()


def test_teams_have_rosters_and_line_ups(league: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = league.visitor()
    page = visitor.ask("/t/league/players").text
    assert len(select_texts(page, "section.roster")) == 2
    assert select_text(page, "h2.section-title") == snapshot
    assert 'href="/t/league/round/1/lineups"' in page
    assert "<b>Ibis" not in page
    assert visitor.form("league", "team.enter", name="Jay", nickname="", strength="").status_code == 303
    said = {"player.name": "New, Nell", "player.rating": "1800", "player.birth": "", "place": ""}
    team = state(league).tournament.teams[2].key
    assert visitor.form("league", "team.join", team=team, **said).status_code == 303
    roster = [state(league).keys.player[player] for player in state(league).tournament.teams[0].players]
    first = state(league).tournament.teams[0].key
    line_up = {"round": "1", "team": first, "keys": [roster[0], roster[2], roster[1]]}
    assert visitor.form("league", "lineup.set", **line_up).status_code == 409
    assert visitor.ask(f"/t/league/players/{first}").status_code == 200
    assert visitor.ask(f"/t/league/players/{roster[0]}").status_code == 200
    change = {"fields.name": "Herons", "fields.nickname:text": "H", "fields.strength:int": ""}
    assert visitor.form("league", "team.change", key=first, **change).status_code == 303
    assert state(league).tournament.teams[0].name == "Herons"


def test_teams_come_from_a_table(league: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = league.visitor()
    place = submit(visitor, "league", text="Name;Team;Board\nAlder, A;Kite;2\nBirch, B;Kite;1\nCedar, C;heron;\n")
    word = place.rpartition("/")[2]
    columns = {"c0": "name", "c1": "team", "c2": "board"}
    answer = visitor.send("POST", f"/t/league/table/{word}", data={"csrf_token": visitor.csrf_token, **columns})
    assert answer.status_code == 303, answer.text
    t = state(league).tournament
    names = {player.number: player.name for player in t.players}
    assert [[names[player] for player in team.players][-2:] for team in t.teams if team.name in ("Kite", "Heron")] == [
        ["Heron 3", "Cedar, C"], ["Birch, B", "Alder, A"],
    ]  # fmt: skip
    place = submit(visitor, "league", text="Name;Team\nElm, E;\n")
    assert select_text(visitor.ask(place).text, "div.note.red") == snapshot


# -- fixed boards ------------------------------------------------------------------------------------------------------


def test_a_board_can_be_hidden_on_the_page_of_a_player(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor, stream = house.visitor(), house.site.store.streams()[0].id
    page = visitor.ask("/t/club/players/p2").text
    assert has_element(page, '#seat [value="seat.fix"]')
    assert not has_element(page, '#seat [value="seat.free"]')
    assert not has_element(page, '#seat [name="colour"]'), "a colour of one's own is not by FIDE's rules"
    assert visitor.form("club", "seat.fix", key="p2", board="2", round="1").status_code == 303
    assert state(house).tournament.seats_in(1)[2].board == 2
    assert select_texts(visitor.ask("/t/club/players/p2").text, "#seat p") == snapshot
    assert select_texts(visitor.ask("/t/club/rules").text, "#seats .list div") == snapshot
    asked = visitor.form("club", "seat.fix", key="p1", board="2", round="1")
    assert asked.status_code == 422, "two cannot keep one board"
    house.desk.do(stream, PairRound())
    page = visitor.ask("/t/club/round/1").text
    assert [select_text(page, 'tr[data-board="2"] .kept .sr')] == snapshot
    assert not has_element(page, 'tr[data-board="1"] .kept')
    assert "Fixed boards: Ben (board 2)." in visitor.ask("/t/club/papers/pairings.html").text
    assert visitor.form("club", "seat.free", key="p2").status_code == 303
    assert 2 in state(house).tournament.seats_in(1), "a round that is paired stays as it is"
    assert 2 not in state(house).tournament.seats_in(2)
    assert not has_element(visitor.ask("/t/club/rules").text, "#seats")
    assert not has_element(visitor.ask("/t/club/players/p2").text, '#seat [value="seat.free"]')
    visitor.form("club", "time.undo")
    assert state(house).tournament.seats_in(2)[2].board == 2


def test_colours_are_fixed_outside_fide_mode_only(house: OpenDesk) -> None:
    visitor, stream = house.visitor(), house.site.store.streams()[0].id
    assert visitor.form("club", "seat.fix", key="p2", colour="white").status_code == 422
    wanted = LeaveMode("blindfold")
    with pytest.raises(ConfirmationRequiredError) as asked:
        house.desk.do(stream, wanted)
    house.desk.do(stream, wanted, acknowledged=asked.value.tokens)
    assert has_element(visitor.ask("/t/club/players/p2").text, '#seat [name="colour"]')
    assert visitor.form("club", "seat.fix", key="p2", board="", colour="white", round="2").status_code == 303
    seat = state(house).tournament.seats_in(2)[2]
    assert (seat.board, seat.colour) == (None, Colour.WHITE)
    page = visitor.ask("/t/club/players/p2").text
    assert has_element(page, '#seat option[value="white"][selected]')
