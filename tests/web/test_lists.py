"""Rating lists over HTTP: taken in, searched, and laid beside a tournament, which changes when somebody says so."""

from __future__ import annotations

import html
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.rules import OpenTournament
from rookery.desk.facts import Facts
from rookery.desk.rules import Laws
from rookery.web.site import Site
from support.visitors import HOST, Open, Visitor, opened

LIST = (
    b'fide_id,name,federation,standard,rapid,born\n99900401,"Rook, Benedict",ENG,2111,2050,1990\n'
    b'99900402,"Heron, <b>Isolde</b>",ESP,1999,,2001\n'
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = opened(tmp_path)
    site = Site(made.desk, made.store, frozenset({HOST}), lists=(tmp_path / "lists",))
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club", Laws(rounds=3)))
    people = (Facts("Rook, Benedict", 2000, fide_id=99900401), Facts("Kestrel, Tom", 1700), Facts("Wren, Ada", 1600))
    made.desk.do(stream, EnterPlayers(people))
    yield Open(made.store, made.desk, site)
    made.store.close()


def take(visitor: Visitor, name: str = "FIDE", data: bytes = LIST, file: str = "nov26.csv", **more: str) -> int:
    fields = {"door": visitor.door, "name": name, **more}
    answer = visitor.send("POST", "/lists", data=fields, files={"file": (file, data)})
    return int(answer.status_code)


def test_a_list_is_taken_in_and_searched(house: Open) -> None:
    visitor = house.visitor()
    assert "No rating list yet" in visitor.ask("/lists").text
    assert take(visitor) == 303
    page = visitor.ask("/lists?q=heron").text
    assert "2026-11" in page
    assert "Heron, &lt;b&gt;Isolde&lt;/b&gt;" in page
    assert "Nobody is called so" in visitor.ask("/lists?q=nobody").text
    assert 'href="/lists"' in visitor.ask("/").text
    assert visitor.ask("/t/club/players/search?q=rook").text.count("Rook, Benedict") == 1


def test_what_is_no_list_is_refused_and_leaves_the_old_one(house: Open) -> None:
    visitor = house.visitor()
    assert take(visitor) == 303
    assert take(visitor, data=b"\x00\x01 no list") == 422
    assert take(visitor, data=b"") == 422
    assert "Rook, Benedict" in visitor.ask("/lists?q=rook").text
    assert take(visitor, data=b"x" * (21 << 20)) == 413
    assert visitor.send("POST", "/lists", data={"door": "00"}, files={"file": ("a.csv", LIST)}).status_code == 403
    assert house.outside().ask("/lists").status_code == 403


def test_a_file_of_that_name_that_is_no_list_is_not_replaced(house: Open) -> None:
    folder = house.site.lists[0]
    folder.mkdir(exist_ok=True)
    (folder / "list-fide.sqlite").write_bytes(b"something else")
    assert take(house.visitor()) == 422
    assert (folder / "list-fide.sqlite").read_bytes() == b"something else"


def test_a_list_that_another_version_has_made_is_replaced(house: Open) -> None:
    visitor, path = house.visitor(), house.site.lists[0] / "list-fide.sqlite"
    assert take(visitor) == 303
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE about SET form = 5")
    assert "Rook, Benedict" not in visitor.ask("/lists?q=rook").text
    assert take(visitor) == 303
    assert "Rook, Benedict" in visitor.ask("/lists?q=rook").text


def test_differences_are_offered_and_taken_one_by_one(house: Open) -> None:
    visitor = house.visitor()
    assert "There is no rating list yet" in visitor.ask("/t/club/ratings").text
    take(visitor)
    page = visitor.ask("/t/club/ratings").text
    assert "Not told for sure by the list" in page
    assert "Wren, Ada" in page.partition("Not told for sure by the list")[2]
    for value in re.findall(r'name="\*:json" value="([^"]+)"', page):
        answer = visitor.form("club", "ratings.correct", **{"*:json": html.unescape(value)})
        assert answer.status_code == 303, answer.text
    one = next(one for one in house.desk.state(house.site.streams()[0].id).tournament.players if one.fide_id)
    assert (one.rating, one.federation, str(one.birth)[:4]) == (2111, "ENG", "1990")
    assert "Rook" not in visitor.ask("/t/club/ratings").text.partition('id="work"')[2]
    rapid = visitor.ask("/t/club/ratings?kind=rapid").text
    assert "2050" in rapid


def test_a_list_of_one_kind_is_what_its_file_is_called(house: Open, root: Path) -> None:
    visitor, file = house.visitor(), "rapid_nov26frl.txt"
    source = next((root / "examples" / "kinds").glob("*rapid*"))
    assert take(visitor, "Quick", source.read_bytes(), file, kind="") == 303
    assert "<td>rapid</td>" in visitor.ask("/lists").text
    assert take(visitor, "Quick", source.read_bytes(), file, kind="blitz") == 303
    assert "<td>blitz</td>" in visitor.ask("/lists").text


def test_who_may_be_meant_is_offered_and_taken_by_number(house: Open) -> None:
    """Two of a name: neither is taken until somebody says which; then what the list has otherwise is shown."""
    visitor = house.visitor()
    assert (
        take(visitor, data=LIST + b'99900410,"Wren, Ada",ENG,1650,,1988\n99900411,"Wren, Ada",SCO,1580,,2004\n') == 303
    )
    page = visitor.ask("/t/club/ratings").text
    meant = page[page.index("Not told for sure by the list") :]
    assert "2 have this name" in meant
    assert re.search(r"Wren, Ada.*?SCO · 2004 · 1580 · 99900411", meant, re.S)
    wish = next(one for one in re.findall(r'value="([^"]*player\.edit[^"]*)"', meant) if "99900411" in one)
    sent = {"door": visitor.door, "command": "player.edit", "*:json": html.unescape(wish)}
    assert visitor.send("POST", "/t/club/do", data=sent).status_code == 303
    state = house.desk.state(next(one.id for one in house.store.streams()))
    assert [one.fide_id for one in state.tournament.players if one.name == "Wren, Ada"] == [99900411]
    after = visitor.ask("/t/club/ratings").text
    assert "2 have this name" not in after
    assert "<b>1580</b>" in after
