"""The first page: tournaments with what is next, a new one by a short form, one from a file after a review."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace
from rookery.model import Game, Player, Round, Tournament, TournamentInfo
from rookery.regulations import FORMATS
from rookery.storage import Record, log_file
from rookery.storage.records import chain_hash
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.keyed import Facts
from support.html_elements import has_element, select_text, select_texts
from support.visitors import OpenDesk, Visitor, open_desk

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    yield made
    made.store.close()


def begin(visitor: Visitor, **fields: object) -> httpx.Response:
    said = {"csrf_token": visitor.csrf_token, "name": "Spring Open", "kind": "dutch", "rounds": "5", **fields}
    return visitor.send("POST", "/begin", data=said)


def take(visitor: Visitor, name: str, data: bytes, csrf_token: str | None = None) -> httpx.Response:
    said = {"csrf_token": visitor.csrf_token if csrf_token is None else csrf_token}
    return visitor.send("POST", "/take", data=said, files={"file": (name, data)})


def reviewed(visitor: Visitor, name: str, data: bytes) -> tuple[str, httpx.Response]:
    answer = take(visitor, name, data)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"], visitor.ask(answer.headers["location"])


def test_a_tournament_begins_with_a_short_form(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    answer = begin(visitor, city="Puddleford", start="2026-04-02", end="2026-04-06", time_control="90 min + 30 s")
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/spring-open")
    (stream,) = house.site.store.streams()
    t = house.desk.state(stream.id).tournament
    assert (t.info.name, t.info.city, t.info.time_control, t.planned_rounds) == (
        "Spring Open", "Puddleford", "90 min + 30 s", 5,
    )  # fmt: skip
    assert (str(t.info.start), str(t.info.end), t.system) == ("2026-04-02", "2026-04-06", "FIDE_DUTCH_2026")
    page = visitor.ask("/").text
    assert "Spring Open" in page
    assert select_text(page, ".events .next") == snapshot
    assert "2 to 6 April 2026" in page


def test_every_kind_there_is_can_begin(house: OpenDesk) -> None:
    page = house.visitor().ask("/").text
    for name, format in FORMATS.items():
        assert f'value="{name}"' in page
        assert format.title in page
    assert 'value="round-robin:teams"' in page


def answers(page: str) -> list[str]:
    """What saying yes on a page would send."""
    return re.findall(r'name="yes" value="([^"]+)"', page)


def test_a_kind_of_teams(house: OpenDesk) -> None:
    visitor = house.visitor()
    assert begin(visitor, kind="round-robin:teams", rounds="").status_code == 303
    t = house.desk.state(house.site.store.streams()[0].id).tournament
    assert (t.team_event, t.system) == (True, "BERGER_TEAM_ROUNDROBIN")


@pytest.mark.parametrize("kind", ["keizer", "knockout", "knockout:teams"])
def test_a_kind_that_fide_has_no_rules_for_begins_outside_fide_mode(
    house: OpenDesk, kind: str, snapshot: SnapshotAssertion
) -> None:
    visitor = house.visitor()
    page = visitor.ask("/").text
    assert has_element(page, f'option.own-rules[value="{kind}"]')
    assert select_text(page, "#own-rules") == snapshot
    assert begin(visitor, kind=kind).status_code == 303
    assert not house.desk.state(house.site.store.streams()[0].id).fide


def test_namesakes_have_separate_addresses(house: OpenDesk) -> None:
    visitor = house.visitor()
    found = [begin(visitor, name="Über / Open").headers["location"] for _ in range(2)]
    assert found == ["/t/%C3%BCber-open", "/t/%C3%BCber-open-2"]
    assert all(visitor.ask(one).status_code == 200 for one in found)


@pytest.mark.parametrize(
    "wrong", [{"name": " "}, {"kind": "tiddlywinks"}, {"rounds": "many"}, {"start": "soon"}, {"rounds": "0"}]
)
def test_what_cannot_begin_is_refused_and_leaves_nothing(house: OpenDesk, wrong: dict[str, str]) -> None:
    assert begin(house.visitor(), **wrong).status_code == 422
    assert house.store.streams() == ()


def test_names_are_escaped(house: OpenDesk) -> None:
    visitor = house.visitor()
    begin(visitor, name="<script>alert(1)</script>", city='"><img src=x>')
    page = visitor.ask("/").text
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page


# -- from a file -------------------------------------------------------------------------------------------------------


def test_a_file_is_reviewed_and_then_taken_in(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    place, page = reviewed(visitor, "swiss.trf", (EXAMPLES / "swiss.trf").read_bytes())
    assert house.store.streams() == ()
    assert select_text(page.text, "form.question h2") == snapshot
    asked = [part.partition('"')[0] for part in page.text.split('name="yes" value="')[1:]]
    answer = visitor.send("POST", place, data={"csrf_token": visitor.csrf_token, "slug": "Open A", "yes": asked})
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/open-a")
    assert house.site.store.streams()[0].slug == "open-a"
    assert visitor.ask("/t/open-a").status_code == 200
    assert visitor.ask(place).status_code == 422


def test_violations_of_the_rules_are_listed_and_need_confirmation(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    players = tuple(Player(number, f"<i>{number}", rating=2000 - number) for number in range(1, 5))
    round = Round((Game(1, 2), Game(3, 4)))
    odd = Tournament(
        info=TournamentInfo(name="Odd"), players=players, rounds=(round,), system="FIDE_DUTCH_2026", planned_rounds=3
    )
    place, page = reviewed(visitor, "odd.trf", rookery.dumps(odd))
    assert has_element(page.text, "form.question.l3")
    assert select_text(page.text, "form.question .lvl") == snapshot
    assert select_texts(page.text, "ul.list li") == snapshot
    assert select_text(page.text, "form.question .remarks li").startswith("Import @ Round 1: ")
    assert "<i>" not in page.text
    assert visitor.send("POST", place, data={"csrf_token": visitor.csrf_token}).headers["location"] == place
    assert house.store.streams() == ()
    answer = visitor.send("POST", place, data={"csrf_token": visitor.csrf_token, "yes": answers(page.text)})
    assert answer.headers["location"] == "/t/odd"
    assert [str(remark.text) for remark in house.desk.state(house.site.store.streams()[0].id).tournament.remarks]


def test_a_log_of_another_desk_goes_on_here(house: OpenDesk, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "other").mkdir()
    other = open_desk(tmp_path / "other")
    stream = other.desk.create("club")
    other.desk.do(stream, OpenTournament("Club evening"))
    first = log_file.dumps(other.store.streams()[0], other.store.read(stream))
    other.desk.do(stream, EnterPlayers((Facts("Ada", 2000), Facts("Ben", 1900))))
    second = log_file.dumps(other.store.streams()[0], other.store.read(stream))
    other.store.close()
    visitor = house.visitor()
    for data, players in ((first, 0), (second, 2)):
        place, page = reviewed(visitor, "club.rookery", data)
        assert select_text(page.text, ".figures") == snapshot
        assert visitor.send("POST", place, data={"csrf_token": visitor.csrf_token}).headers["location"] == "/t/club"
        assert len(house.desk.state(stream).tournament.players) == players
    _, page = reviewed(visitor, "club.rookery", first)
    assert select_texts(page.text, "ul.list li") == snapshot


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
def test_a_false_upload_is_reported_and_stores_nothing(house: OpenDesk, name: str, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    place, page = reviewed(visitor, name, LIES[name])
    assert page.status_code == 200
    assert select_text(page.text, ".note.red") == snapshot
    assert '<b>"' not in page.text
    assert visitor.send("POST", place, data={"csrf_token": visitor.csrf_token}).status_code == 404
    assert house.store.streams() == ()


def test_an_upload_that_is_too_large_is_refused(house: OpenDesk) -> None:
    visitor = house.visitor()
    assert take(visitor, "large.trf", b"0" * (21 << 20)).status_code == 413
    assert begin(visitor, name="x" * (21 << 20)).status_code == 413


def test_only_a_page_of_this_visit_sends(house: OpenDesk) -> None:
    visitor, other = house.visitor(), house.visitor("Ben")
    data = (EXAMPLES / "swiss.trf").read_bytes()
    assert take(visitor, "swiss.trf", data, csrf_token="").status_code == 403
    assert visitor.send("POST", "/begin", data={"name": "X", "kind": "dutch"}).status_code == 403
    assert visitor.send("POST", "/begin", {"origin": "http://evil.example"}, data={}).status_code == 403
    assert visitor.send("POST", "/take", {"content-type": "text/plain"}, content=b"csrf_token=").status_code == 403
    place, _ = reviewed(visitor, "swiss.trf", data)
    assert other.ask(place).status_code == 422
    assert other.send("POST", place, data={"csrf_token": other.csrf_token}).status_code == 404
    assert house.outside().ask(place).status_code == 403


# -- a log that goes on in a file --------------------------------------------------------------------------------------


def continued(house: OpenDesk, *events: tuple[str, dict[str, object]]) -> tuple[bytes, bytes]:
    """The log of a new tournament, and the same with events behind it that somebody wrote into the file."""
    slug = begin(house.visitor()).headers["location"].removeprefix("/t/")
    (stream,) = (one for one in house.store.streams() if one.slug == slug)
    records = list(house.store.read(stream.id))
    whole = log_file.dumps(stream, records)
    for version, (kind, data) in enumerate(events, len(records) + 1):
        records.append(Record(stream.id, version, kind, 1, dict(data), f"c{version}", "eve", "2020-01-01T00:00:00Z"))
    longer = replace(stream, version=len(records), sum=chain_hash("", records))
    return whole, log_file.dumps(longer, records)


def test_every_new_line_of_a_log_is_shown_with_its_author(house: OpenDesk) -> None:
    remark = ("remark.added", {"text": "The clocks were late.", "round": 1})
    whole, longer = continued(house, ("fide.left", {"round": 1, "reason": "a game of go"}), remark)
    visitor = house.visitor()
    page = visitor.ask(take(visitor, "open.rookery", longer).headers["location"]).text
    rows = select_texts(page, "table.log tbody tr")
    assert len(rows) == 2
    assert all("eve" in row for row in rows)
    assert "a game of go" in rows[0]
    assert len(select_texts(page, "ul.warnings li")) == 2  # FIDE mode is left, and dates of before
    same = visitor.ask(take(visitor, "open.rookery", whole).headers["location"]).text
    assert select_texts(same, "table.log tbody tr") == []


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("tournament.opened", {"name": "Other", "laws": {}}),
        ("rules.set", {"laws": {"rounds": 10**8}, "was": {}}),
        ("head.set", {"event": {"name": "Open", "city": "\udfff"}, "was": {}}),
    ],
)
def test_a_log_that_goes_on_with_what_cannot_be_is_not_taken_in(
    house: OpenDesk, kind: str, data: dict[str, object]
) -> None:
    visitor, (_, longer) = house.visitor(), continued(house, (kind, data))
    page = visitor.ask(take(visitor, "open.rookery", longer).headers["location"])
    assert (page.status_code, has_element(page.text, ".note.red")) == (200, True)
    assert not has_element(page.text, "form.question")
