"""Rating lists over HTTP: taken in, searched, and laid beside a tournament, which changes when somebody says so."""

from __future__ import annotations

import asyncio
import html
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.rating_lists import RatingList
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.web import rate_limits
from rookery.web.addresses import Addresses
from rookery.web.context import AppContext
from rookery.web.routes.rating_lists import ListUpload
from support.html_elements import select_text, select_texts
from support.visitors import OpenDesk, Visitor, open_desk

LIST = (
    b'fide_id,name,federation,standard,rapid,born\n99900401,"Rook, Benedict",ENG,2111,2050,1990\n'
    b'99900402,"Heron, <b>Isolde</b>",ESP,1999,,2001\n'
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    site = AppContext(made.desk, made.store, Addresses(8000), lists=(tmp_path / "lists",))
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club", TournamentRules(rounds=3)))
    people = (Facts("Rook, Benedict", 2000, fide_id=99900401), Facts("Kestrel, Tom", 1700), Facts("Wren, Ada", 1600))
    made.desk.do(stream, EnterPlayers(people))
    yield OpenDesk(made.store, made.desk, site)
    made.store.close()


def take(visitor: Visitor, name: str = "FIDE", data: bytes = LIST, file: str = "nov26.csv", **more: str) -> int:
    fields = {"csrf_token": visitor.csrf_token, "name": name, **more}
    answer = visitor.send("POST", "/lists", data=fields, files={"file": (file, data)})
    return int(answer.status_code)


def test_a_list_is_taken_in_and_searched(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    assert select_text(visitor.ask("/lists").text, ".card.empty") == snapshot
    assert take(visitor) == 303
    page = visitor.ask("/lists?q=heron").text
    assert "2026-11" in page
    assert "Heron, &lt;b&gt;Isolde&lt;/b&gt;" in page
    assert select_text(visitor.ask("/lists?q=nobody").text, ".card.empty") == snapshot
    assert 'href="/lists"' in visitor.ask("/").text
    assert visitor.ask("/t/club/players/search?q=rook").text.count("Rook, Benedict") == 1


def test_an_invalid_list_is_refused_and_the_old_list_stays(house: OpenDesk) -> None:
    visitor = house.visitor()
    assert take(visitor) == 303
    assert take(visitor, data=b"\x00\x01 no list") == 422
    assert take(visitor, data=b"") == 422
    assert "Rook, Benedict" in visitor.ask("/lists?q=rook").text
    assert visitor.send("POST", "/lists", data={"csrf_token": "00"}, files={"file": ("a.csv", LIST)}).status_code == 403
    assert house.outside().ask("/lists").status_code == 403


FIDE_ENTRY = """<player>
<fideid>123456789</fideid>
<name>Abcdefghijklmnopq, Rstuvwxyzabcdef</name>
<country>NOR</country>
<sex>M</sex>
<title>WGM</title>
<w_title>WGM</w_title>
<o_title>FT,IA,IO</o_title>
<foa_title></foa_title>
<rating>2700</rating>
<games>0</games>
<k>10</k>
<rapid_rating>2700</rapid_rating>
<rapid_games>0</rapid_games>
<rapid_k>10</rapid_k>
<blitz_rating>2700</blitz_rating>
<blitz_games>0</blitz_games>
<blitz_k>10</blitz_k>
<birthday>1990</birthday>
<flag>wi</flag>
</player>
"""


def test_the_whole_list_of_fide_may_be_sent() -> None:
    """Its XML of 1.9 million players, unpacked, is the longest file; an entry as long as this one is rare."""
    assert 1_900_000 * len(FIDE_ENTRY) < rate_limits.LIST_BODY


def test_a_list_longer_than_other_uploads_is_taken(house: OpenDesk, root: Path) -> None:
    pytest.importorskip("numpy")
    head, first = (root / "examples" / "list.txt").read_bytes().splitlines(keepends=True)[:2]
    number = rate_limits.BODY // len(first) + 1_000
    rows = (b"%-15d" % (100_000 + at) + first[15:] for at in range(number))
    data = head + b"".join(rows)
    assert len(data) > rate_limits.BODY
    visitor = house.visitor()
    assert take(visitor, data=data, file="standard_nov26.txt") == 303
    assert f"{number:,}" in visitor.ask("/lists").text


def test_a_list_that_is_too_long_is_refused(house: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "LIST_BODY", 100_000)
    visitor = house.visitor()
    assert take(visitor, data=LIST + b"\n" * (100_000 - len(LIST))) == 303
    assert take(visitor, data=b"x" * 300_000) == 413
    assert "Rook, Benedict" in visitor.ask("/lists?q=rook").text


@pytest.mark.parametrize(
    "head",
    [
        "FIDE ID,Name,Fed,Std,Rapid,Born",
        "fide_id,Name,Federation,SRtng,RRtng,B-day",
        "ID,Spieler,Land,Elo,Schnellschach,Jahr",
        "FIDE-Nr.,Jméno,Země,Standard,Rapid,Rok narození",
    ],
)
def test_a_list_with_ordinary_headings_is_taken(house: OpenDesk, head: str) -> None:
    visitor = house.visitor()
    data = f'{head}\n99900401,"Rook, Benedict",Germany,2111,2050,31.5.1990\n'
    assert take(visitor, data=data.encode()) == 303
    with closing(RatingList(house.site.lists[0] / "list-fide.sqlite")) as ratings:
        entry = ratings.find_fide_id(99900401)
    assert entry is not None
    assert (entry.name, entry.federation, entry.standard, entry.rapid, entry.born) == (
        "Rook, Benedict", "GER", 2111, 2050, 1990,
    )  # fmt: skip


def test_columns_are_chosen_where_the_headings_are_not_recognised(house: OpenDesk) -> None:
    visitor = house.visitor()
    fields, data = (
        {"csrf_token": visitor.csrf_token, "name": "Club"},
        b"Kod;<b>Kdo</b>;Body;Body\n11;Rook, Ben;1988;7\n12;Wren;0;8\n",
    )
    answer = visitor.send("POST", "/lists", data=fields, files={"file": ("club.csv", data)})
    place = str(answer.headers["location"])
    page = visitor.ask(place).text
    assert select_texts(page, ".field span.one-line")[::2] == ["Kod", "<b>Kdo</b>", "Body", "Body"]
    assert "<b>Kdo" not in page
    assert house.visitor("Ben").ask(place).status_code == 422
    assert visitor.send("POST", place, data={"csrf_token": "00"}).status_code == 403
    chosen = {"c0": "national_id", "c1": "name"}
    assert (
        visitor.send("POST", place, data={"csrf_token": visitor.csrf_token, "c1": "name"}).status_code == 422
    )  # no number
    answer = visitor.send("POST", place, data={"csrf_token": visitor.csrf_token, **chosen, "c2": "standard"})
    assert answer.status_code == 303, answer.text
    with closing(RatingList(house.site.lists[0] / "list-club.sqlite")) as ratings:
        entry = ratings.find_national_id("11")
    assert entry is not None
    assert (entry.name, entry.standard) == ("Rook, Ben", 1988)
    assert visitor.ask(place).status_code == 422


def test_an_uploaded_file_is_removed_when_it_has_been_read(
    house: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uploads = tmp_path / "uploads"
    uploads.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(uploads))
    visitor = house.visitor()
    assert take(visitor) == 303
    assert take(visitor, data=b"FIDE ID,Name,Elo\n1,A,high\n") == 422
    assert list(uploads.iterdir()) == []
    fields = {"csrf_token": visitor.csrf_token, "name": "Club"}
    file = ("club.csv", b"Kod;Kdo;Body\n11;Rook, Ben;1988\n")
    place = str(visitor.send("POST", "/lists", data=fields, files={"file": file}).headers["location"])
    assert len(list(uploads.iterdir())) == 1  # until its columns are chosen
    columns = {"c0": "national_id", "c1": "name", "c2": "standard"}
    assert visitor.send("POST", place, data={**fields, **columns}).headers["location"] == "/lists"
    assert list(uploads.iterdir()) == []


def test_an_upload_is_discarded_without_a_thread() -> None:
    """The garbage collector may run in the middle of `submit`, whose lock cannot be acquired a second time."""

    class Executor(ThreadPoolExecutor):
        def submit(self, *_: object, **__: object) -> Any:
            raise AssertionError("work was submitted")

    async def discard() -> Path:
        asyncio.get_running_loop().set_default_executor(Executor())
        upload = ListUpload("club.csv", "Club", "", BytesIO(b"name\n"))
        path = upload.path
        assert path.exists()
        del upload
        return path

    assert not asyncio.run(discard()).parent.exists()


def test_a_list_that_cannot_be_read_names_its_line(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    fields = {"csrf_token": visitor.csrf_token, "name": "Club"}
    answer = visitor.send(
        "POST", "/lists", data=fields, files={"file": ("club.csv", b"FIDE ID,Name,Elo\n1,A,2000\n2,B,high\n")}
    )
    assert answer.status_code == 422
    assert select_texts(answer.text, "main p")[0] == snapshot


def test_a_file_of_that_name_that_is_no_list_is_not_replaced(house: OpenDesk) -> None:
    folder = house.site.lists[0]
    folder.mkdir(exist_ok=True)
    (folder / "list-fide.sqlite").write_bytes(b"something else")
    assert take(house.visitor()) == 422
    assert (folder / "list-fide.sqlite").read_bytes() == b"something else"


def test_a_list_of_another_version_is_replaced(house: OpenDesk) -> None:
    visitor, path = house.visitor(), house.site.lists[0] / "list-fide.sqlite"
    assert take(visitor) == 303
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE about SET form = 5")
    page = visitor.ask("/lists?q=rook").text
    assert "Rook, Benedict" not in page
    assert "The list fide was imported by another version of Rookery. Import it again." in page
    assert take(visitor) == 303
    page = visitor.ask("/lists?q=rook").text
    assert "Rook, Benedict" in page
    assert "Import it again" not in page


def test_differences_are_offered_and_accepted_separately(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    assert select_text(visitor.ask("/t/club/ratings").text, "section.card p") == snapshot
    take(visitor)
    page = visitor.ask("/t/club/ratings").text
    assert select_text(page, "section:has(.meant) h2") == snapshot
    assert "Wren, Ada" in select_text(page, "section:has(.meant)")
    for value in re.findall(r'name="\*:json"\s+value="([^"]+)"', page):
        answer = visitor.form("club", "ratings.correct", **{"*:json": html.unescape(value)})
        assert answer.status_code == 303, answer.text
    one = next(
        player for player in house.desk.state(house.site.store.streams()[0].id).tournament.players if player.fide_id
    )
    assert (one.rating, one.federation, str(one.birth)[:4]) == (2111, "ENG", "1990")
    assert "Rook" not in visitor.ask("/t/club/ratings").text.partition('id="work"')[2]
    rapid = visitor.ask("/t/club/ratings?kind=rapid").text
    assert "2050" in rapid


def test_the_kind_of_a_list_follows_from_the_file_name(house: OpenDesk, root: Path) -> None:
    visitor, file = house.visitor(), "rapid_nov26frl.txt"
    source = next((root / "examples" / "kinds").glob("*rapid*"))
    assert take(visitor, "Quick", source.read_bytes(), file, kind="") == 303
    assert "<td>rapid</td>" in visitor.ask("/lists").text
    assert take(visitor, "Quick", source.read_bytes(), file, kind="blitz") == 303
    assert "<td>blitz</td>" in visitor.ask("/lists").text


def test_possible_matches_are_offered_and_selected_by_number(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    """Two of a name: neither is taken until somebody says which; then what the list has otherwise is shown."""
    visitor = house.visitor()
    assert (
        take(visitor, data=LIST + b'99900410,"Wren, Ada",ENG,1650,,1988\n99900411,"Wren, Ada",SCO,1580,,2004\n') == 303
    )
    page = visitor.ask("/t/club/ratings").text
    assert select_text(page, "section:has(.meant) h2") == snapshot
    assert select_texts(page, ".meant p") == snapshot
    meant = page[page.index('class="meant"') :]
    assert re.search(r"Wren, Ada.*?SCO · 2004 · 1580 · 99900411", meant, re.S)
    wish = next(one for one in re.findall(r'value="([^"]*player\.edit[^"]*)"', meant) if "99900411" in one)
    sent = {"csrf_token": visitor.csrf_token, "command": "player.edit", "*:json": html.unescape(wish)}
    assert visitor.send("POST", "/t/club/do", data=sent).status_code == 303
    state = house.desk.state(next(stream.id for stream in house.store.streams()))
    assert [player.fide_id for player in state.tournament.players if player.name == "Wren, Ada"] == [99900411]
    after = visitor.ask("/t/club/ratings").text
    assert select_texts(after, ".meant p") == snapshot
    assert "<b>1580</b>" in after
