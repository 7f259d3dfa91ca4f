"""Accounts over HTTP: signing in and out, passwords, links, sessions, and who manages accounts and members."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rookery.storage.sessions import ACCOUNT_IDLE, ACCOUNT_LASTS, LINK_LASTS, USE_NOTED
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.roles import Role
from rookery.tournaments.rules import TournamentRules
from rookery.web.pages.accounts import describe_browser
from rookery.web.passwords import COMMON, LONGEST, SHORTEST, hash_password, password_problem, verify_password
from rookery.web.rate_limits import TRIES
from support.accounts import sign_in
from support.visitors import OpenDesk, Visitor, open_desk

pytest.importorskip("argon2", reason="argon2-cffi is not installed: pip install 'rookery-chess[server]'")

PASSWORD = "the rook on the seventh rank"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    desk = open_desk(tmp_path)
    stream = desk.desk.create("club", "club")
    desk.desk.do(stream, OpenTournament("Club", TournamentRules(system="dutch", rounds=3)))
    yield desk
    desk.store.close()


@pytest.fixture(scope="module")
def password_hash() -> str:
    return hash_password(PASSWORD)


def add(desk: OpenDesk, name: str, password_hash: str, *roles: tuple[str, Role]) -> str:
    account = desk.store.accounts.create(name, int(time.time()), password=password_hash)
    assert account is not None
    for stream, role in roles:
        desk.store.accounts.grant(account.id, stream, role, {}, 0)
    return account.id


def enter(visitor: Visitor, name: str, password: str, then: str = "/") -> httpx.Response:
    return visitor.send("POST", "/enter/account", data={"name": name, "password": password, "then": then})


def post(visitor: Visitor, path: str, **fields: str) -> httpx.Response:
    return visitor.send("POST", path, data={"csrf_token": visitor.csrf_token, **fields})


# -- passwords ---------------------------------------------------------------------------------------------------------


def test_which_passwords_are_accepted() -> None:
    assert password_problem("x" * (SHORTEST - 1), "Ada")
    assert password_problem("abcdefg" * 64, "Ada")
    assert all(password_problem(word, "Ada") for word in COMMON)
    assert password_problem("Sunshine1", "Ada")
    assert password_problem("aaaaaaaaaaaa", "Ada")
    assert password_problem("ada lovelace", "Ada Lovelace")
    for password in (
        "correct horse battery",
        "żółw-żółw-ćma",
        "ab" * 20 + "c" * 24,
        "12 rooks & 3 kings",
        "q" * 60 + "wer",
    ):
        assert password_problem(password, "Ada") is None
    assert LONGEST >= 64


def test_a_hash_is_argon2id_and_salted(password_hash: str) -> None:
    assert password_hash.startswith("$argon2id$")
    assert hash_password(PASSWORD) != password_hash
    assert verify_password(password_hash, PASSWORD)
    assert not verify_password(password_hash, PASSWORD + " ")
    assert not verify_password(password_hash, "x" * 100_000)
    assert not verify_password("", PASSWORD)
    assert not verify_password("no hash", PASSWORD)


def test_one_password_written_in_two_ways_of_unicode() -> None:
    assert verify_password(hash_password("caf\u00e9-caf\u00e9"), "cafe\u0301-cafe\u0301")


# -- signing in --------------------------------------------------------------------------------------------------------


def test_signing_in_and_out(house: OpenDesk, password_hash: str) -> None:
    add(house, "Ada Wren", password_hash, ("club", Role.READER))
    visitor = house.outside()
    page = visitor.ask("/t/club", {"accept": "text/html"})
    assert (page.status_code, page.headers["location"]) == (303, "/enter/account?then=%2Ft%2Fclub")
    form = visitor.ask(page.headers["location"]).text
    assert 'autocomplete="current-password"' in form
    answer = enter(visitor, " ada  wren", PASSWORD, "/t/club")
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/club")
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    page = visitor.ask("/t/club")
    assert page.status_code == 200
    assert "Ada Wren" in page.text
    assert 'action="/leave"' in page.text
    cookies = dict(visitor.cookies)
    assert visitor.send("POST", "/leave").status_code == 303
    visitor.cookies = cookies
    assert visitor.ask("/t/club").status_code == 403


def test_a_desk_without_accounts_shows_nothing_of_them(house: OpenDesk) -> None:
    assert house.outside().ask("/", {"accept": "text/html"}).status_code == 403
    page = house.visitor().ask("/t/club").text
    assert "/members" not in page


@pytest.mark.parametrize(
    ("name", "password"), [("Ada", "wrong password"), ("Nobody", PASSWORD), ("", ""), ("Ben", PASSWORD)]
)
def test_a_wrong_name_and_a_wrong_password_look_alike(
    house: OpenDesk, password_hash: str, name: str, password: str
) -> None:
    add(house, "Ada", password_hash)
    house.store.accounts.disable(add(house, "Ben", password_hash), 1)
    answer = enter(house.outside(), name, password)
    assert answer.status_code == 403
    assert "The name or the password is wrong." in answer.text
    assert not answer.headers.get("set-cookie")


def test_wrong_passwords_are_limited_by_address_and_by_account(house: OpenDesk, password_hash: str) -> None:
    add(house, "Ada", password_hash)
    visitor = house.outside()
    for _ in range(TRIES):
        assert enter(visitor, "Ada", "wrong password").status_code == 403
    assert enter(visitor, "Ada", PASSWORD).status_code == 429
    house.site.sign_in_attempts._recent.clear()  # another address
    assert enter(visitor, "Ada", PASSWORD).status_code == 429
    assert enter(visitor, "Ben", PASSWORD).status_code == 403
    house.site.account_attempts._recent.clear()  # some minutes later
    assert enter(visitor, "Ada", PASSWORD).status_code == 303


def test_signing_in_gives_a_new_session(house: OpenDesk, password_hash: str) -> None:
    """A cookie that the browser had before is not the session afterwards."""
    add(house, "Ada", password_hash)
    visitor = Visitor(house.site, {house.site.addresses.cookie: "planted"})
    assert enter(visitor, "Ada", PASSWORD).status_code == 303
    assert visitor.cookies[house.site.addresses.cookie] != "planted"


@pytest.mark.parametrize("then", ["https://evil.example/", "//evil.example/x", "javascript:alert(1)"])
def test_after_signing_in_nobody_is_led_elsewhere(house: OpenDesk, password_hash: str, then: str) -> None:
    add(house, "Ada", password_hash)
    assert "evil" not in enter(house.outside(), "Ada", PASSWORD, then).headers["location"].partition("/")[0]
    assert enter(house.outside(), "Ada", PASSWORD, then).headers["location"].startswith("/")


# -- sessions ----------------------------------------------------------------------------------------------------------


def test_a_session_ends_when_it_is_not_used_and_after_its_time(house: OpenDesk, password_hash: str) -> None:
    people, account = house.store.people, add(house, "Ada", password_hash)
    session = people.open_session(account, "Ada", 1000, "a browser")
    assert people.session(session.secret, 1000 + ACCOUNT_IDLE - 1) is not None
    assert people.session(session.secret, 1000 + 2 * ACCOUNT_IDLE - 2) is not None, "its use was not noted"
    assert people.session(session.secret, 1000 + 4 * ACCOUNT_IDLE) is None
    busy = people.open_session(account, "Ada", 1000)
    for moment in range(1000, 1000 + ACCOUNT_LASTS, ACCOUNT_IDLE // 2):
        assert people.session(busy.secret, moment) is not None
    assert people.session(busy.secret, 1000 + ACCOUNT_LASTS) is None
    assert USE_NOTED < ACCOUNT_IDLE


def test_sessions_are_listed_and_ended(house: OpenDesk, password_hash: str) -> None:
    add(house, "Ada", password_hash)
    firefox = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
    first, second = house.outside(), house.outside()
    data = {"name": "Ada", "password": PASSWORD}
    first.send("POST", "/enter/account", firefox, data=data)
    second.send("POST", "/enter/account", data=data)
    page = second.ask("/account").text
    assert "Firefox, Linux" in page
    assert page.count('name="which"') == 3
    other = next(
        which for which in re.findall(r'name="which" value="(\w{64})"', page) if which not in _own(house, second)
    )
    assert post(second, "/account/sessions", which=other).status_code == 303
    assert first.ask("/").status_code == 403
    assert second.ask("/").status_code == 200
    assert second.ask("/account").text.count('name="which"') == 1


def _own(desk: OpenDesk, visitor: Visitor) -> str:
    session = desk.store.people.session(visitor.cookies[desk.site.addresses.cookie], int(time.time()))
    assert session is not None
    return session.id


def test_a_session_of_another_account_is_not_ended(house: OpenDesk, password_hash: str) -> None:
    add(house, "Ada", password_hash)
    add(house, "Ben", password_hash)
    ada, ben = house.outside(), house.outside()
    enter(ada, "Ada", PASSWORD)
    enter(ben, "Ben", PASSWORD)
    post(ben, "/account/sessions", which=_own(house, ada))
    assert ada.ask("/").status_code == 200


def test_changing_the_password(house: OpenDesk, password_hash: str) -> None:
    add(house, "Ada", password_hash)
    visitor, other = house.outside(), house.outside()
    enter(visitor, "Ada", PASSWORD)
    enter(other, "Ada", PASSWORD)
    new = "four knights and a pawn"
    before = visitor.cookies[house.site.addresses.cookie]
    assert post(visitor, "/account/password", present="wrong", password=new, again=new).status_code == 403
    assert post(visitor, "/account/password", present=PASSWORD, password=new, again="x").status_code == 422
    assert post(visitor, "/account/password", present=PASSWORD, password="short", again="short").status_code == 422
    assert post(visitor, "/account/password", present=PASSWORD, password=new, again=new).status_code == 303
    assert visitor.cookies[house.site.addresses.cookie] != before, "the session has a new secret"
    assert visitor.ask("/account").status_code == 200
    assert other.ask("/").status_code == 403
    assert enter(house.outside(), "Ada", PASSWORD).status_code == 403
    assert enter(house.outside(), "Ada", new).status_code == 303


# -- managing accounts -------------------------------------------------------------------------------------------------


def link_of(page: str) -> str:
    found = re.search(r"<code>http://[^<]*?(/enter/link\?key=[\w-]+)</code>", page)
    assert found, page
    return html.unescape(found[1])


def test_an_administrator_creates_an_account_with_a_link(house: OpenDesk) -> None:
    owner = house.visitor()
    answer = post(owner, "/accounts", name="Ada Wren", email="ada@example.org", role="organiser")
    assert answer.status_code == 200
    link = link_of(answer.text)
    ada = house.outside()
    assert "Welcome, Ada Wren" in ada.ask(link).text
    key = link.partition("key=")[2]
    assert (
        ada.send("POST", "/enter/link", data={"key": key, "password": "password", "again": "password"}).status_code
        == 422
    )
    data = {"key": key, "password": PASSWORD, "again": PASSWORD}
    assert ada.send("POST", "/enter/link", data=data).status_code == 303
    assert ada.ask("/").status_code == 200
    assert house.outside().ask(link).status_code == 403, "the link works once"
    assert enter(house.outside(), "Ada Wren", PASSWORD).status_code == 303
    page = owner.ask("/accounts").text
    assert "Ada Wren" in page
    assert "Organiser" in page


def test_a_link_expires_and_a_new_one_replaces_it(house: OpenDesk) -> None:
    people, account = house.store.people, add(house, "Ada", "")
    first = people.create_link(account, "Ada", 1000)
    assert people.find_link(first, 1000 + LINK_LASTS) is None
    second = people.create_link(account, "Ada", 1000)
    assert people.find_link(first, 1001) is None
    assert people.use_link(second, 1001) == account
    assert people.use_link(second, 1001) is None


def test_names_in_the_log_are_unique(house: OpenDesk, password_hash: str) -> None:
    owner = house.visitor("Ada")
    add(house, "Ben", password_hash)
    assert post(owner, "/accounts", name="BEN").status_code == 409
    assert post(owner, "/accounts", name="Ada").status_code == 409
    assert post(owner, "/invite", name="ben", then="/").status_code == 409
    assert post(owner, "/name", name="Ben").status_code == 422


def test_an_account_is_changed(house: OpenDesk, password_hash: str) -> None:
    owner, account = house.visitor("Olga"), add(house, "Ada", password_hash, ("club", Role.READER))
    ada = house.outside()
    enter(ada, "Ada", PASSWORD)
    path = f"/accounts/{account}"
    assert post(owner, path, action="rename", name="Ada Wren").status_code == 303
    assert "Ada Wren" in ada.ask("/t/club").text
    assert post(owner, path, action="grant", role="chief-arbiter").status_code == 303
    assert ada.ask("/").status_code == 403, "a session does not gain roles"
    enter(ada, "Ada Wren", PASSWORD)
    assert post(ada, "/t/club/do", command="remark.add", text="x").status_code == 303
    assert post(owner, path, action="withdraw", role="chief-arbiter", stream="").status_code == 303
    assert post(owner, path, action="disable").status_code == 303
    assert ada.ask("/").status_code == 403
    assert enter(house.outside(), "Ada Wren", PASSWORD).status_code == 403
    assert post(owner, path, action="enable").status_code == 303
    assert enter(house.outside(), "Ada Wren", PASSWORD).status_code == 303
    assert post(owner, "/accounts/unknown", action="enable").status_code == 404


def test_an_administrator_is_not_locked_out(house: OpenDesk) -> None:
    admin = sign_in(house, "Ada", ("", Role.ADMINISTRATOR))
    account = house.store.accounts.find_name("Ada")
    assert account is not None
    for fields in ({"action": "disable"}, {"action": "withdraw", "role": "administrator", "stream": ""}):
        assert post(admin, f"/accounts/{account.id}", **fields).status_code == 409
    assert admin.ask("/accounts").status_code == 200


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ADMINISTRATOR])
def test_only_administrators_manage_accounts(house: OpenDesk, role: Role) -> None:
    visitor = sign_in(house, "Ada", ("", role))
    account = house.store.accounts.find_name("Ada")
    assert account is not None
    assert visitor.ask("/accounts").status_code == 403
    assert post(visitor, "/accounts", name="Eve", role="administrator").status_code == 403
    assert post(visitor, f"/accounts/{account.id}", action="grant", role="administrator").status_code == 403
    assert [member.role for member in house.store.accounts.memberships(account.id)] == [role]


# -- members -----------------------------------------------------------------------------------------------------------


def test_a_chief_arbiter_gives_roles(house: OpenDesk, password_hash: str) -> None:
    chief, ben = sign_in(house, "Cid", ("club", Role.CHIEF_ARBITER)), add(house, "Ben", password_hash)
    assert (
        post(chief, "/t/club/members", action="grant", name="ben", role="arbiter", first="5", last="9").status_code
        == 303
    )
    (membership,) = house.store.accounts.memberships(ben)
    assert (membership.stream, membership.role, membership.scope) == ("club", "arbiter", {"first": 5, "last": 9})
    page = chief.ask("/t/club/members").text
    assert "Arbiter of boards 5 to 9" in " ".join(page.split())
    answer = post(chief, "/t/club/members", action="grant", name="New Person", role="reader")
    assert "A link for New Person" in answer.text
    assert post(chief, "/t/club/members", action="withdraw", account=ben, role="arbiter").status_code == 303
    assert house.store.accounts.memberships(ben) == ()
    assert post(chief, "/t/club/members", action="withdraw", account=ben, role="arbiter").status_code == 404


def test_nobody_gives_more_than_they_may(house: OpenDesk) -> None:
    chief = sign_in(house, "Cid", ("club", Role.CHIEF_ARBITER))
    assert post(chief, "/t/club/members", action="grant", name="Cid", role="administrator").status_code == 403
    deputy = sign_in(house, "Dan", ("club", Role.DEPUTY))
    assert deputy.ask("/t/club/members").status_code == 403
    assert post(deputy, "/t/club/members", action="grant", name="Dan", role="chief-arbiter").status_code == 403
    assert post(chief, "/t/club/members", action="grant", name="Dan", role="owner").status_code == 400
    assert (
        post(chief, "/t/club/members", action="grant", name="Dan", role="arbiter", first="9", last="5").status_code
        == 422
    )


def test_security_events_name_the_account(house: OpenDesk, password_hash: str) -> None:
    add(house, "Ada", password_hash)
    visitor = house.outside()
    enter(visitor, "Ada", "wrong password")
    enter(visitor, "Ada", PASSWORD)
    events = [(event.kind, event.actor, event.subject) for event in house.store.audit.list_events()]
    assert ("sign-in-failed", "", "Ada") in events
    assert ("sign-in", "Ada", "") in events


def test_browsers_are_described() -> None:
    chrome = (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
    )
    assert describe_browser(chrome) == "Chrome, Windows"
    assert describe_browser("curl/8") == "curl/8"


def test_every_page_has_a_way_to_sign_out(house: OpenDesk) -> None:
    visitors = (house.visitor(), sign_in(house, "Ada", ("", Role.ADMINISTRATOR)))
    for visitor in visitors:
        for path in (
            "/",
            "/people",
            "/lists",
            "/accounts",
            "/account",
            "/t/club",
            "/t/club/members",
            "/help/home",
            "/vcl",
        ):
            page = visitor.ask(path)
            assert page.status_code == 200, path
            assert page.text.count('action="/leave"') >= 1, path
    assert 'action="/leave"' not in house.outside().ask("/enter/account").text
