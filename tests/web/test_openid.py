"""Sign-in at a provider of OpenID Connect: the whole flow, and every answer that must not sign in."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from rookery._record import replace
from rookery.tournaments.roles import Role
from rookery.web.config import Config, OpenIdConnect
from rookery.web.openid import OpenIdError, Provider
from support.visitors import OpenDesk, Visitor, open_desk

pytest.importorskip("authlib", reason="Authlib is not installed: pip install 'rookery-chess[oidc]'")

from joserfc.jwk import RSAKey

from support.openid_provider import CLIENT, SECRET, run_provider

if TYPE_CHECKING:
    from support.openid_provider import OpenIdProvider


@pytest.fixture(scope="module")
def running() -> Iterator[OpenIdProvider]:
    with run_provider() as provider:
        yield provider


@pytest.fixture
def provider(running: OpenIdProvider) -> OpenIdProvider:
    running.claims, running.published_key = {}, None
    return running


@pytest.fixture
def house(tmp_path: Path, provider: OpenIdProvider) -> Iterator[OpenDesk]:
    desk = open_desk(tmp_path)
    settings = OpenIdConnect(provider.issuer, CLIENT, SECRET, "The federation", ("federation.org",))
    desk.site = replace(desk.site, config=Config(oidc=settings))
    yield desk
    desk.store.close()


def go(visitor: Visitor, then: str = "/") -> str:
    """Go to the provider; return its address."""
    answer = visitor.send("GET", f"/enter/openid?then={then}")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def come_back(visitor: Visitor, query: dict[str, str]) -> httpx.Response:
    return visitor.send("GET", "/enter/openid/callback", params=query)


def is_signed_in(desk: OpenDesk, visitor: Visitor) -> bool:
    secret = visitor.cookies.get(desk.site.addresses.cookie, "")
    return bool(secret) and desk.store.find_session(secret, int(time.time())) is not None


def test_a_person_signs_in(house: OpenDesk, provider: OpenIdProvider) -> None:
    visitor = house.outside()
    assert "Sign in with The federation" in visitor.ask("/enter/account").text
    answer = visitor.send("GET", "/enter/openid?then=/account")
    assert "samesite=lax" in answer.headers["set-cookie"].lower()
    answer = come_back(visitor, provider.authorize(answer.headers["location"]))
    assert answer.status_code == 200
    assert 'href="/account"' in answer.text
    assert is_signed_in(house, visitor)
    account = house.store.accounts.find_subject(provider.issuer, "s-1")
    assert account is not None
    assert (account.name, account.email, account.has_password) == ("Ada Wren", "ada@federation.org", False)
    assert house.store.accounts.memberships(account.id) == (), "roles do not come from the provider"
    assert provider.requests[-1]["grant_type"] == ["authorization_code"]
    provider.claims = {"name": "Renamed", "email": "other@example.org"}
    again = house.outside()
    come_back(again, provider.authorize(go(again)))
    assert is_signed_in(house, again)
    assert len(house.store.accounts.list_accounts()) == 1, "issuer and subject are the person"


def test_an_account_is_linked_by_its_verified_mail_address(house: OpenDesk, provider: OpenIdProvider) -> None:
    account = house.store.accounts.create("Bea", 1, email="Bea@club.org")
    assert account is not None
    house.store.accounts.grant(account.id, "", Role.ORGANISER, {}, 1)
    provider.claims = {"email": "bea@club.org", "sub": "s-2"}
    visitor = house.outside()
    come_back(visitor, provider.authorize(go(visitor)))
    assert is_signed_in(house, visitor)
    linked = house.store.accounts.find(account.id)
    assert linked is not None
    assert (linked.issuer, linked.subject) == (provider.issuer, "s-2")


@pytest.mark.parametrize(
    "claims",
    [
        {"email": "eve@elsewhere.org"},
        {"email": "eve@federation.org", "email_verified": False},
        {"email": "eve@federation.org", "email_verified": None},
        {"email": None},
        {"email": "eve@federation.org.evil.org"},
    ],
)
def test_people_of_other_domains_have_no_account(
    house: OpenDesk, provider: OpenIdProvider, claims: dict[str, Any]
) -> None:
    provider.claims = claims
    visitor = house.outside()
    answer = come_back(visitor, provider.authorize(go(visitor)))
    assert answer.status_code == 403
    assert not is_signed_in(house, visitor)
    assert house.store.accounts.list_accounts() == ()


def test_a_disabled_account_does_not_sign_in(house: OpenDesk, provider: OpenIdProvider) -> None:
    account = house.store.accounts.create("Ada", 1, issuer=provider.issuer, subject="s-1")
    assert account is not None
    house.store.accounts.disable(account.id, 2)
    visitor = house.outside()
    assert come_back(visitor, provider.authorize(go(visitor))).status_code == 403
    assert not is_signed_in(house, visitor)


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://other.example"},
        {"aud": "another client"},
        {"nonce": "another nonce"},
        {"nonce": None},
        {"exp": int(time.time()) - 3600},
        {"exp": None},
        {"iat": int(time.time()) + 3600},
        {"sub": None},
    ],
    ids=lambda claims: "-".join(claims),
)
def test_a_wrong_token_does_not_sign_in(house: OpenDesk, provider: OpenIdProvider, claims: dict[str, Any]) -> None:
    provider.claims = claims
    visitor = house.outside()
    assert come_back(visitor, provider.authorize(go(visitor))).status_code == 403
    assert not is_signed_in(house, visitor)


def test_a_token_signed_by_another_key_does_not_sign_in(house: OpenDesk, provider: OpenIdProvider) -> None:
    provider.published_key = RSAKey.generate_key(2048, {"kid": "k1"})
    visitor = house.outside()
    assert come_back(visitor, provider.authorize(go(visitor))).status_code == 403
    assert not is_signed_in(house, visitor)


def test_an_answer_belongs_to_the_browser_that_began(house: OpenDesk, provider: OpenIdProvider) -> None:
    visitor, other = house.outside(), house.outside()
    query = provider.authorize(go(visitor))
    assert come_back(other, query).status_code == 403, "no cookie"
    go(other)
    assert come_back(other, query).status_code == 403, "the state of another browser"
    assert come_back(visitor, {**query, "state": "x"}).status_code == 403
    assert come_back(visitor, {**query, "iss": "https://other.example"}).status_code == 403
    assert come_back(visitor, {"state": query["state"], "error": "access_denied"}).status_code == 403
    assert come_back(visitor, {**query, "code": "another code"}).status_code == 403
    assert not is_signed_in(house, visitor)
    assert come_back(visitor, query).status_code == 200
    assert is_signed_in(house, visitor)
    assert come_back(house.outside(), query).status_code == 403


@pytest.mark.parametrize("then", ["https://evil.example/", "//evil.example"])
def test_the_way_on_stays_here(house: OpenDesk, provider: OpenIdProvider, then: str) -> None:
    visitor = house.outside()
    page = come_back(visitor, provider.authorize(go(visitor, then))).text
    assert "evil.example" not in page


def test_a_provider_without_https_is_refused() -> None:
    with pytest.raises(OpenIdError):
        Provider(OpenIdConnect("http://id.example", CLIENT))


def test_a_desk_without_a_provider_has_no_such_page(tmp_path: Path) -> None:
    desk = open_desk(tmp_path)
    assert desk.outside().send("GET", "/enter/openid").status_code == 404
    assert "openid" not in desk.outside().ask("/enter/account").text
    desk.store.close()
