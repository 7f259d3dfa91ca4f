"""Tokens of programs: stored as hashes, valid until they expire, are revoked, or their account is disabled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.storage import open_store
from rookery.storage.store import Store
from rookery.storage.tokens import PREFIX, USE_INTERVAL, create_secret, is_secret
from support.stores import DISKS, place_of


@pytest.fixture(params=DISKS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with open_store(place_of(request.param, tmp_path, request)) as opened:
        yield opened


def test_a_token_opens_a_session_until_it_expires(store: Store) -> None:
    secret, token = store.tokens.create("Results app", ["results", "read"], 100, 200, stream="s1")
    session = store.tokens.find_session(secret, 150)
    assert session is not None
    assert (session.name, session.means, session.stream, session.account) == ("token Results app", "token", "s1", "")
    assert session.token_scopes == {"results", "read"}
    assert session.id == token.id
    assert store.tokens.find_session(secret, 200) is None
    assert store.tokens.find_session(create_secret(), 150) is None
    assert store.tokens.find_session(token.id, 150) is None


def test_a_token_of_an_account_ends_with_the_account(store: Store) -> None:
    ada = store.accounts.create("Ada Wren", 100)
    assert ada is not None
    secret, _ = store.tokens.create("Site", ["read"], 100, 10_000, account=ada.id)
    session = store.tokens.find_session(secret, 101)
    assert session is not None
    assert (session.name, session.account) == ("Ada Wren (token Site)", ada.id)
    store.accounts.disable(ada.id, 102)
    assert store.tokens.find_session(secret, 103) is None
    store.accounts.enable(ada.id)
    assert store.tokens.find_session(secret, 104)


def test_a_revoked_token_ends_at_once(store: Store) -> None:
    secret, token = store.tokens.create("Site", ["read"], 100, 200)
    other, _ = store.tokens.create("Other", ["read"], 101, 200)
    assert store.tokens.revoke(token.id, 120)
    assert not store.tokens.revoke(token.id, 121)
    assert store.tokens.find_session(secret, 122) is None
    assert store.tokens.find_session(other, 122)
    assert [known.revoked for known in store.tokens.list_tokens()] == [120, None]
    assert store.tokens.list_tokens("other") == ()


def test_the_last_use_is_written_once_a_minute(store: Store) -> None:
    secret, _ = store.tokens.create("Site", ["read"], 100, 10_000)
    seen = []
    for now in (110, 111, 110 + USE_INTERVAL - 1, 110 + USE_INTERVAL):
        store.tokens.record_use(secret, now)
        seen.append(store.tokens.list_tokens()[0].used)
    assert seen == [110, 110, 110, 110 + USE_INTERVAL]


def test_no_secret_is_stored(tmp_path: Path) -> None:
    with open_store(tmp_path / "desk.sqlite") as store:
        secret, _ = store.tokens.create("Site", ["read"], 100, 200)
        copy = store.backup(tmp_path / "copies")
    data = b"".join(path.read_bytes() for path in tmp_path.glob("desk.sqlite*"))
    assert b"Site" in data
    assert secret.encode() not in data
    with open_store(copy) as restored:  # a token that was revoked since would be valid there
        assert restored.tokens.list_tokens() == ()


def test_secrets_differ_and_have_a_prefix() -> None:
    secrets = {create_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert all(secret.startswith(PREFIX) and is_secret(secret) and secret.isascii() for secret in secrets)


@given(st.integers(0, 41), st.characters())
def test_a_changed_secret_is_none(place: int, letter: str) -> None:
    secret = create_secret()
    at = len(PREFIX) + place
    changed = secret[:at] + letter + secret[at + 1 :]
    assert is_secret(changed) == (changed == secret)
    assert not is_secret(secret[:-1])
    assert not is_secret(f"{secret}a")
