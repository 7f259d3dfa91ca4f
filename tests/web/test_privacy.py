"""Personal data over HTTP: what is known, the file for the person, erasure, and the security log."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.errors import RookeryError
from rookery.model import PartialDate
from rookery.storage import log_file
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.privacy import ErasePerson
from rookery.tournaments.domain.restore_points import Return, Undo
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.roles import Authority, Role
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.service import create_service
from rookery.web.access_codes import issue_deputy, issue_player_codes, side_codes
from rookery.web.audit import KINDS, record_place
from rookery.web.pages.privacy import AT_ONCE
from support.accounts import sign_in
from support.html_elements import select_text, select_texts
from support.visitors import OpenDesk, Visitor, import_file, open_desk, upload_file

PERSON = Facts("Zimmerwald, Ottilie", 1985, birth=PartialDate(1988, 3, 9), fide_id=987654321, club="Turm Linz")
TRACES = (b"Zimmerwald", b"987654321", b"Turm Linz", b"1988-03", b"March 1988", b"1988/03")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    for slug, name in (("club", "Club evening"), ("open", "Town open")):
        stream = made.desk.create(slug)
        made.desk.do(stream, OpenTournament(name, TournamentRules(system="dutch", rounds=4)))
        others = tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(("Ada", "Ben", "Cyd")))
        made.desk.do(stream, EnterPlayers((*others, PERSON)))
        try:
            made.desk.do(stream, PairRound())
        except ConfirmationRequiredError as pending:
            made.desk.do(stream, PairRound(), acknowledged=pending.tokens)
    yield made
    made.store.close()


def stream_of(house: OpenDesk, slug: str = "club") -> str:
    found = house.store.find_stream(slug)
    assert found is not None
    return found.id


def key_of(house: OpenDesk, slug: str = "club") -> str:
    players = house.desk.state(stream_of(house, slug)).tournament.players
    return next(player.key for player in players if player.name == PERSON.name)


def erase(house: OpenDesk, visitor: Visitor, slug: str = "club") -> None:
    """Erase the person as a page does: two questions, then nothing more."""
    command = ErasePerson(key_of(house, slug))
    tokens: list[str] = []
    for _ in range(3):
        answer = visitor.wish(slug, command, tokens)
        if answer.status_code == 200:
            break
        tokens = answer.json()["tokens"]
    assert answer.status_code == 200
    assert len(tokens) == 2, "asked twice"


def test_the_page_shows_what_is_known_and_where_else(house: OpenDesk) -> None:
    visitor, key = house.visitor(), key_of(house)
    assert f"/t/club/players/{key}/data" in visitor.ask(f"/t/club/players/{key}").text
    page = visitor.ask(f"/t/club/players/{key}/data").text
    for text in ("Zimmerwald, Ottilie", "9 March 1988", "987654321", "Turm Linz", "1985"):
        assert text in page
    assert f"/t/open/players/{key_of(house, 'open')}/data" in page
    assert "Town open" in page
    assert visitor.ask("/t/club/players/p99/data").status_code == 422


def test_the_file_for_the_person_has_everything_of_all_tournaments(house: OpenDesk) -> None:
    visitor, key, now = house.visitor(), key_of(house), int(time.time())
    issue_player_codes(house.site, stream_of(house), house.desk.state(stream_of(house)), [key])
    account = house.store.accounts.create("Ottilie Zimmerwald", now, email="ottilie@example.org")
    house.store.accounts.grant(account.id, "", "reader", {}, now)
    answer = visitor.send("POST", f"/t/club/players/{key}/data", data={"csrf_token": visitor.csrf_token})
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["cache-control"] == "no-store"
    data = json.loads(answer.content)
    assert [each["slug"] for each in data["tournaments"]] == ["club", "open"]
    club = data["tournaments"][0]
    assert (club["player"]["name"], club["player"]["fide_id"]) == ("Zimmerwald, Ottilie", 987654321)
    assert {entry["kind"] for entry in club["log"]} >= {"player.entered", "round.paired"}
    assert [code["kind"] for code in club["codes"]] == ["player"]
    assert [(each["email"], each["roles"][0]["role"]) for each in data["accounts"]] == [
        ("ottilie@example.org", "reader")
    ]
    assert "secret" not in answer.text
    event = house.store.audit.list_events(kinds=["person-export"])[0]
    assert (event.actor, event.subject) == ("Ada", f"club {key}")
    assert visitor.send("POST", f"/t/club/players/{key}/data").status_code == 403  # no token of the session


def test_an_erasure_leaves_nothing_in_pages_files_and_caches(house: OpenDesk, tmp_path: Path) -> None:
    visitor, key, stream = house.visitor(), key_of(house), stream_of(house)
    state = house.desk.state(stream)
    card = issue_player_codes(house.site, stream, state, [key])[key]
    side_codes(house.site, stream, state, 1)
    pages = ("", "/players", f"/player/{key}", f"/players/{key}", "/round/1", "/standings", "/log", "/players/cards")
    before = [visitor.ask(f"/t/club{page}").text for page in pages]
    assert any("Zimmerwald" in text for text in before)
    versions = house.desk.version(stream)
    erase(house, visitor)
    erase(house, visitor, "open")
    for page in (*pages, f"/players/{key}/data", "/papers/standings.html", "/files/json", "/files/rookery"):
        content = visitor.ask(f"/t/club{page}").content
        assert not any(trace in content for trace in TRACES), page
    for file in tmp_path.glob("desk.sqlite*"):
        assert not any(trace in file.read_bytes() for trace in TRACES), file
    assert not any("Zimmerwald" in str(value) for value in house.site.cache._slots.values())
    assert house.store.codes.find(card.secret).revoked is not None  # type: ignore[union-attr]
    assert house.store.check() == ()
    for command in (Undo(), Return(to=versions)):
        answer = visitor.wish("club", command)
        visitor.wish("club", command, answer.json().get("tokens", ()))
        assert b"Zimmerwald" not in visitor.ask("/t/club/players").content
    log = visitor.ask("/t/club/log").text
    assert "personal data erased" in log
    assert house.store.audit.list_events(kinds=["person-erased"])[0].subject.startswith("open ")


def test_the_form_asks_twice_with_plain_consequences(house: OpenDesk) -> None:
    visitor, key = house.visitor(), key_of(house)
    first = visitor.form("club", "person.erase", key=key)
    assert "Erase this person for good?" in first.text
    assert "nothing brings them back" in first.text
    assert select_text(first.text, ".lvl") == "For good"
    assert house.desk.state(stream_of(house)).permanent.erased == frozenset()


def test_an_erased_person_and_the_copies_are_shown(house: OpenDesk, tmp_path: Path) -> None:
    visitor, key = house.visitor(), key_of(house)
    copies, site = tmp_path / "stick", tmp_path / "site"
    house.store.backup(copies)
    site.mkdir()
    record_place(house.store, "backup", "ada", copies)
    record_place(house.store, "backup", "ada", copies)
    record_place(house.store, "publish", "ada", site, stream_of(house))
    record_place(house.store, "publish", "ada", tmp_path / "gone", stream_of(house))
    record_place(house.store, "publish", "ada", site, stream_of(house, "open"))
    visitor.ask("/t/club/files/rookery")
    erase(house, visitor)
    page = visitor.ask(f"/t/club/players/{key}/data").text
    assert "The personal data was erased." in page
    assert select_texts(page, ".copies code") == ["club.rookery", str(site), str(copies)]
    assert "1 copy" in page
    assert 'value="person.erase"' not in page


def log_of(house: OpenDesk) -> bytes:
    stream = house.store.find_stream("club")
    assert stream is not None
    return log_file.dumps(stream, house.store.read(stream.id))


def test_a_file_from_before_brings_nobody_back_and_an_erasure_travels(house: OpenDesk, tmp_path: Path) -> None:
    before = log_of(house)
    erase(house, house.visitor())
    with pytest.raises(RookeryError):
        house.store.adopt(*log_file.loads(before))  # an older log is not the same log
    (tmp_path / "other").mkdir()
    other = open_desk(tmp_path / "other")
    visitor = other.visitor()
    assert import_file(visitor, "club.rookery", before) == "club"
    assert "Zimmerwald" in visitor.ask("/t/club/players").text
    assert import_file(visitor, "club.rookery", log_of(house)) == "club"
    assert "Zimmerwald" not in visitor.ask("/t/club/players").text
    assert "Zimmerwald" not in str(list(other.store.read(stream_of(house))))
    assert "Zimmerwald" not in str(create_service(other.store).state(stream_of(house)))
    assert other.store.check() == ()
    other.store.close()


def test_a_file_erases_nobody_for_whom_the_role_does_not(house: OpenDesk, tmp_path: Path) -> None:
    before = log_of(house)
    erase(house, house.visitor())
    (tmp_path / "other").mkdir()
    other = open_desk(tmp_path / "other")
    assert import_file(other.visitor(), "club.rookery", before) == "club"
    chief = sign_in(other, "Cleo", ("", Role.CHIEF_ARBITER))
    place, page = upload_file(chief, "club.rookery", log_of(house))
    assert "personal data of Player" in page
    assert chief.send("POST", place, data={"csrf_token": chief.csrf_token}).status_code == 403
    assert "Zimmerwald" in str(list(other.store.read(stream_of(house))))
    other.store.close()


def test_only_administrators_see_personal_data_and_the_security_log(house: OpenDesk) -> None:
    key = key_of(house)
    paths = [f"/t/club/players/{key}/data", "/audit", "/audit.csv", "/api/v1/audit"]
    assert [house.outside().ask(path).status_code for path in paths[:3]] == [403] * 3
    visitor = Visitor(house.site)  # a deputy, who may do what a chief arbiter may
    visitor.cookies[house.site.addresses.cookie] = issue_deputy(house.site, stream_of(house), "Dee").secret
    assert visitor.ask("/t/club/players").status_code == 200
    assert [visitor.ask(path).status_code for path in paths] == [403] * 4
    assert f"/players/{key}/data" not in visitor.ask(f"/t/club/players/{key}").text
    assert visitor.send("POST", paths[0], data={"csrf_token": "x"}).status_code == 403
    assert house.desk.state(stream_of(house)).permanent.erased == frozenset()


def test_a_refused_action_is_recorded(house: OpenDesk) -> None:
    visitor = Visitor(house.site)
    visitor.cookies[house.site.addresses.cookie] = issue_deputy(house.site, stream_of(house), "Dee").secret
    key, page = key_of(house), visitor.ask("/t/club").text
    visitor.csrf_tokens[str(visitor.cookies)] = page.partition('data-csrf-token="')[2].partition('"')[0]
    assert visitor.wish("club", ErasePerson(key)).status_code == 403
    assert visitor.ask(f"/t/club/players/{key}/data").status_code == 403
    events = house.store.audit.list_events(kinds=["refused"])
    assert [(event.actor, event.subject) for event in events] == [
        ("Dee", f"GET /t/club/players/{key}/data"), ("Dee", "POST /t/club/commands"),
    ]  # fmt: skip


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ADMINISTRATOR])
def test_no_other_role_erases(house: OpenDesk, role: Role) -> None:
    for authority in (Authority(frozenset({role})), Authority(frozenset({role}), installation=frozenset({role}))):
        assert not any(authority.may(name) for name in ("person.erase", "details.erase", "person.export", "audit"))
        with pytest.raises(CommandRejectedError) as caught:
            house.desk.do(stream_of(house), ErasePerson(key_of(house)), authority=authority)
        assert caught.value.code == "role"


# -- the security log --------------------------------------------------------------------------------------------------


def test_the_security_log_has_who_did_what(house: OpenDesk) -> None:
    ada = house.visitor("Ada")
    for _ in range(2):
        assert house.outside().enter("token=wrong").status_code == 403
    ada.send("POST", "/invite", data={"csrf_token": ada.csrf_token, "name": "Ben"})
    ada.send("POST", "/t/club/phones", data={"csrf_token": ada.csrf_token, "action": "deputy", "name": "Dee"})
    house.outside().ask("/b/ABCD2345")
    ada.ask("/t/club/files/json")
    ada.send("POST", "/name", data={"csrf_token": ada.csrf_token, "name": "Ada Wren"})
    ada.send("POST", "/leave", data={"csrf_token": ada.csrf_token})
    kinds = [event.kind for event in house.store.audit.list_events()]
    assert kinds == [
        "sign-out", "renamed", "export", "code-failed", "codes", "invitation", "sign-in-failed", "sign-in-failed",
        "sign-in",
    ]  # fmt: skip
    owner = house.visitor("Eve")
    page = owner.ask("/audit").text
    assert list(select_texts(page, "tbody .chip"))[:2] == ["Signed in", "Signed out"]
    only = owner.ask("/audit?kind=sign-in-failed").text
    assert select_texts(only, "tbody .chip") == ["Sign-in failed"] * 2
    assert set(select_texts(owner.ask("/audit?who=Eve").text, "tbody b")) == {"Eve"}
    rows = list(csv.DictReader(io.StringIO(owner.ask("/audit.csv").text)))
    assert len(rows) == 10
    assert rows[0]["actor"] == "Eve"
    assert {row["kind"] for row in rows} <= set(KINDS)


def test_the_security_log_has_pages_and_no_secrets(house: OpenDesk) -> None:
    visitor = house.visitor()
    for number in range(AT_ONCE + 5):
        house.store.audit.append("sign-in-failed", f"=cmd|{number}", 1_700_000_000 + number, address="192.0.2.7")
    page = visitor.ask("/audit?kind=sign-in-failed").text
    assert len(select_texts(page, "tbody tr")) == AT_ONCE
    earlier = visitor.ask(f"/audit?kind=sign-in-failed&before={select_before(page)}").text
    assert len(select_texts(earlier, "tbody tr")) == 5
    assert "'=cmd|" in visitor.ask("/audit.csv").text
    assert "token=" not in visitor.ask("/audit.csv").text


def select_before(page: str) -> str:
    return page.rpartition("before=")[2].partition("&")[0]


def test_a_store_that_cannot_be_written_to_stops_nobody(house: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    from rookery.storage.audit import AuditLog
    from rookery.storage.database import StoreError

    def fail(*_: object, **__: object) -> int:
        raise StoreError("full", "no room", "desk.sqlite")

    visitor = house.visitor()
    monkeypatch.setattr(AuditLog, "append", fail)
    assert visitor.ask("/t/club/files/json").status_code == 200
