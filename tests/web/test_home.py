"""The first page: tournaments with what is next, a new one by a short form, one from a file after a review."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import rookery
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.rules import OpenTournament
from rookery.desk.facts import Facts
from rookery.model import Event, Game, Player, Round, Tournament
from rookery.regulations import FORMATS
from rookery.store import carried
from support.visitors import Open, Visitor, opened

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = opened(tmp_path)
    yield made
    made.store.close()


def begin(visitor: Visitor, **fields: object) -> httpx.Response:
    said = {"door": visitor.door, "name": "Spring Open", "kind": "dutch", "rounds": "5", **fields}
    return visitor.send("POST", "/begin", data=said)


def take(visitor: Visitor, name: str, data: bytes, door: str | None = None) -> httpx.Response:
    said = {"door": visitor.door if door is None else door}
    return visitor.send("POST", "/take", data=said, files={"file": (name, data)})


def reviewed(visitor: Visitor, name: str, data: bytes) -> tuple[str, httpx.Response]:
    answer = take(visitor, name, data)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"], visitor.ask(answer.headers["location"])


def test_a_tournament_begins_with_a_short_form(house: Open) -> None:
    visitor = house.visitor()
    answer = begin(visitor, city="Puddleford", start="2026-04-02", end="2026-04-06", time_control="90 min + 30 s")
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/spring-open")
    (stream,) = house.site.streams()
    t = house.desk.state(stream.id).tournament
    assert (t.event.name, t.event.city, t.event.time_control, t.planned) == (
        "Spring Open", "Puddleford", "90 min + 30 s", 5,
    )  # fmt: skip
    assert (str(t.event.start), str(t.event.end), t.system) == ("2026-04-02", "2026-04-06", "FIDE_DUTCH_2026")
    page = visitor.ask("/").text
    assert "Spring Open" in page
    assert "Enter the players." in page
    assert "2 to 6 April 2026" in page


def test_every_kind_there_is_can_begin(house: Open) -> None:
    page = house.visitor().ask("/").text
    for name, format in FORMATS.items():
        assert f'value="{name}"' in page
        assert format.title in page
    assert 'value="round-robin:teams"' in page


def answers(page: str) -> list[str]:
    """What saying yes on a page would send."""
    return re.findall(r'name="yes" value="([^"]+)"', page)


def test_a_kind_of_teams(house: Open) -> None:
    visitor = house.visitor()
    assert begin(visitor, kind="round-robin:teams", rounds="").status_code == 303
    t = house.desk.state(house.site.streams()[0].id).tournament
    assert (t.team_event, t.system) == (True, "BERGER_TEAM_ROUNDROBIN")


def test_a_kind_that_fide_has_no_rules_for_is_asked_about_twice(house: Open) -> None:
    visitor = house.visitor()
    first = begin(visitor, kind="keizer")
    assert first.status_code == 409
    assert 'action="/begin"' in first.text
    assert "step 1 of 2" in first.text
    once = answers(first.text)
    second = begin(visitor, kind="keizer", yes=once)
    assert "step 2 of 2" in second.text
    both = [*once, *answers(second.text)]
    assert begin(visitor, kind="knockout", yes=both).status_code == 409  # an answer fits what was asked about
    assert house.site.streams() == ()
    assert begin(visitor, kind="keizer", yes=both).status_code == 303
    assert not house.desk.state(house.site.streams()[0].id).fide


def test_two_of_one_name_have_addresses_of_their_own(house: Open) -> None:
    visitor = house.visitor()
    found = [begin(visitor, name="Über / Open").headers["location"] for _ in range(2)]
    assert found == ["/t/%C3%BCber-open", "/t/%C3%BCber-open-2"]
    assert all(visitor.ask(one).status_code == 200 for one in found)


@pytest.mark.parametrize(
    "wrong", [{"name": " "}, {"kind": "tiddlywinks"}, {"rounds": "many"}, {"start": "soon"}, {"rounds": "0"}]
)
def test_what_cannot_begin_is_refused_and_leaves_nothing(house: Open, wrong: dict[str, str]) -> None:
    assert begin(house.visitor(), **wrong).status_code == 422
    assert house.store.streams() == ()


def test_names_are_escaped(house: Open) -> None:
    visitor = house.visitor()
    begin(visitor, name="<script>alert(1)</script>", city='"><img src=x>')
    page = visitor.ask("/").text
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page


# -- from a file -------------------------------------------------------------------------------------------------------


def test_a_file_is_reviewed_and_then_taken_in(house: Open) -> None:
    visitor = house.visitor()
    place, page = reviewed(visitor, "swiss.trf", (EXAMPLES / "swiss.trf").read_bytes())
    assert house.store.streams() == ()
    assert "Shall it be taken in" in page.text
    asked = [part.partition('"')[0] for part in page.text.split('name="yes" value="')[1:]]
    answer = visitor.send("POST", place, data={"door": visitor.door, "slug": "Open A", "yes": asked})
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/open-a")
    assert house.site.streams()[0].slug == "open-a"
    assert visitor.ask("/t/open-a").status_code == 200
    assert visitor.ask(place).status_code == 422


def test_what_is_not_by_the_rules_is_listed_and_asked(house: Open) -> None:
    visitor = house.visitor()
    players = tuple(Player(number, f"<i>{number}", rating=2000 - number) for number in range(1, 5))
    round = Round((Game(1, 2), Game(3, 4)))
    odd = Tournament(event=Event(name="Odd"), players=players, rounds=(round,), system="FIDE_DUTCH_2026", planned=3)
    place, page = reviewed(visitor, "odd.trf", rookery.dump(odd))
    assert "Round 1 is not the one that the rules give" in page.text
    assert "Level 3" in page.text
    assert "### Import" in page.text
    assert "<i>" not in page.text
    assert visitor.send("POST", place, data={"door": visitor.door}).headers["location"] == place
    assert house.store.streams() == ()
    answer = visitor.send("POST", place, data={"door": visitor.door, "yes": answers(page.text)})
    assert answer.headers["location"] == "/t/odd"
    assert [str(one.text) for one in house.desk.state(house.site.streams()[0].id).tournament.remarks]


def test_a_log_of_another_desk_goes_on_here(house: Open, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = opened(tmp_path / "other")
    stream = other.desk.create("club")
    other.desk.do(stream, OpenTournament("Club evening"))
    first = carried.dumps(other.store.streams()[0], other.store.read(stream))
    other.desk.do(stream, EnterPlayers((Facts("Ada", 2000), Facts("Ben", 1900))))
    second = carried.dumps(other.store.streams()[0], other.store.read(stream))
    other.store.close()
    visitor = house.visitor()
    for data, players in ((first, 0), (second, 2)):
        place, page = reviewed(visitor, "club.rookery", data)
        assert "events are new here" in page.text
        assert visitor.send("POST", place, data={"door": visitor.door}).headers["location"] == "/t/club"
        assert len(house.desk.state(stream).tournament.players) == players
    _, page = reviewed(visitor, "club.rookery", first)
    assert "nothing in it is new" in page.text


LIES = {
    "empty.trf": b"",
    "picture.trf": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
    "broken.json": b'{"players": [',
    "other.json": b'[{"<b>": 1}]',
    "log.rookery": b'{"rookery":"log","form":1,"id":"x","kind":"tournament","slug":"../x","version":1,"sum":"0"}\n{}\n',
    "strange.rookery": b'{"rookery":"log","form":1,"id":"x","kind":"desk","slug":"x","version":0,"sum":""}\n',
    "zip.trf": b"PK\x03\x04" + b"\0" * 500,
}


@pytest.mark.parametrize("name", LIES)
def test_an_upload_that_lies_is_told_and_leaves_nothing(house: Open, name: str) -> None:
    visitor = house.visitor()
    place, page = reviewed(visitor, name, LIES[name])
    assert page.status_code == 200
    assert "cannot be taken in" in page.text
    assert '<b>"' not in page.text
    assert visitor.send("POST", place, data={"door": visitor.door}).status_code == 404
    assert house.store.streams() == ()


def test_an_upload_that_is_too_large_is_refused(house: Open) -> None:
    visitor = house.visitor()
    assert take(visitor, "large.trf", b"0" * (21 << 20)).status_code == 413
    assert begin(visitor, name="x" * (21 << 20)).status_code == 413


def test_only_a_page_of_this_visit_sends(house: Open) -> None:
    visitor, other = house.visitor(), house.visitor("Ben")
    data = (EXAMPLES / "swiss.trf").read_bytes()
    assert take(visitor, "swiss.trf", data, door="").status_code == 403
    assert visitor.send("POST", "/begin", data={"name": "X", "kind": "dutch"}).status_code == 403
    assert visitor.send("POST", "/begin", {"origin": "http://evil.example"}, data={}).status_code == 403
    assert visitor.send("POST", "/take", {"content-type": "text/plain"}, content=b"door=").status_code == 403
    place, _ = reviewed(visitor, "swiss.trf", data)
    assert other.ask(place).status_code == 422
    assert other.send("POST", place, data={"door": other.door}).status_code == 404
    assert house.outside().ask(place).status_code == 403
