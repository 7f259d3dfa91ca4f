"""Accounts and their roles are stored; copies contain them, but no secret in plain text."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from rookery.storage import open_store
from rookery.storage.store import Store
from rookery.storage.tables import DELIVERY, WEBHOOK
from support.stores import DISKS, place_of


@pytest.fixture(params=DISKS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with open_store(place_of(request.param, tmp_path, request)) as opened:
        yield opened


def test_an_account_is_found_by_id_name_and_subject(store: Store) -> None:
    ada = store.accounts.create("Ada Wren", 100, email="ada@example.org", password="hash")
    ben = store.accounts.create("Ben", 101, issuer="https://id.example", subject="b-1")
    assert ada is not None
    assert ben is not None
    assert store.accounts.find(ada.id) == ada
    assert store.accounts.find("other") is None
    assert store.accounts.find_name(" ada  WREN") == ada
    assert store.accounts.find_subject("https://id.example", "b-1") == ben
    assert store.accounts.find_subject("https://id.example", "b-2") is None
    assert store.accounts.find_subject("", "") is None
    assert store.accounts.list_accounts() == (ada, ben)
    assert (ada.has_password, ben.has_password) == (True, False)
    assert store.accounts.password_hash(ada.id) == "hash"
    assert store.accounts.password_hash("other") == ""


def test_names_of_accounts_are_unique(store: Store) -> None:
    ada, ben = store.accounts.create("Ada", 100), store.accounts.create("Ben", 100)
    assert ada is not None
    assert ben is not None
    assert store.accounts.create("ADA ", 101) is None
    assert not store.accounts.rename(ben.id, "ada")
    assert store.accounts.rename(ada.id, "ADA")
    assert [account.name for account in store.accounts.list_accounts()] == ["ADA", "Ben"]
    assert not store.accounts.rename("other", "Cem")


def test_an_account_changes(store: Store) -> None:
    ada = store.accounts.create("Ada", 100)
    assert ada is not None
    assert store.accounts.set_password(ada.id, "new")
    assert store.accounts.set_email(ada.id, "a@example.org")
    assert store.accounts.link(ada.id, "https://id.example", "a-1")
    changed = store.accounts.find(ada.id)
    assert changed is not None
    assert (changed.has_password, changed.email, changed.subject) == (True, "a@example.org", "a-1")
    assert store.accounts.disable(ada.id, 200)
    assert not store.accounts.disable(ada.id, 201)
    disabled = store.accounts.find(ada.id)
    assert disabled is not None
    assert disabled.disabled == 200
    assert store.accounts.enable(ada.id)
    assert not store.accounts.set_password("other", "new")


def test_roles_are_given_and_taken(store: Store) -> None:
    ada = store.accounts.create("Ada", 100)
    assert ada is not None
    store.accounts.grant(ada.id, "", "administrator", {}, 100)
    store.accounts.grant(ada.id, "t1", "arbiter", {"first": 1, "last": 9}, 101)
    store.accounts.grant(ada.id, "t1", "arbiter", {"first": 1, "last": 20}, 102)
    assert [(m.stream, m.role, m.scope) for m in store.accounts.memberships(ada.id)] == [
        ("", "administrator", {}),
        ("t1", "arbiter", {"first": 1, "last": 20}),
    ]
    assert [member.role for member in store.accounts.members("t1")] == ["arbiter"]
    assert [member.role for member in store.accounts.members("")] == ["administrator"]
    assert store.accounts.withdraw(ada.id, "t1", "arbiter")
    assert not store.accounts.withdraw(ada.id, "t1", "arbiter")
    assert len(store.accounts.list_memberships()) == 1


def test_a_copy_has_accounts_and_roles_but_no_webhook(store: Store, tmp_path: Path) -> None:
    ada = store.accounts.create("Ada", 100, password="hash")
    assert ada is not None
    store.accounts.grant(ada.id, "", "administrator", {}, 100)
    values = {"id": "w", "stream": "", "url": "https://example.org", "secret": "plain-secret", "kinds": "[]"}
    with store._database.writing() as connection:
        connection.execute(insert(WEBHOOK).values(made=1, position="{}", **values))
        connection.execute(
            insert(DELIVERY).values(webhook="w", stream="t", version=1, attempts=0, next=1, status=0, error="", made=1)
        )
    copy = store.backup(tmp_path / "copies")
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM delivery").fetchone() == (0,)
    assert b"plain-secret" not in copy.read_bytes()
    store.accounts.rename(ada.id, "Eve")
    store.restore(copy)
    assert [(account.name, account.has_password) for account in store.accounts.list_accounts()] == [("Ada", True)]
    assert [member.role for member in store.accounts.memberships(ada.id)] == ["administrator"]
    with store._database.selecting() as connection:
        assert connection.execute(select(WEBHOOK.c.id)).scalars().all() == ["w"]


def test_a_copy_without_accounts_leaves_those_here(store: Store, tmp_path: Path) -> None:
    copy = store.backup(tmp_path / "copies")
    assert store.accounts.create("Ada", 100) is not None
    store.restore(copy)
    assert [account.name for account in store.accounts.list_accounts()] == ["Ada"]


def test_a_deleted_account_leaves_nothing_that_opens(store: Store) -> None:
    ada, ben = store.accounts.create("Ada", 100, email="ada@example.org"), store.accounts.create("Ben", 100)
    assert ada is not None
    assert ben is not None
    for account in (ada, ben):
        store.accounts.grant(account.id, "", "reader", {}, 100)
    secret, _ = store.tokens.create("bot", ["read"], 100, 9999, account=ada.id)
    other, _ = store.tokens.create("bot", ["read"], 100, 9999, account=ben.id)
    assert store.accounts.delete(ada.id)
    assert not store.accounts.delete(ada.id)
    assert store.accounts.list_accounts() == (ben,)
    assert [membership.account for membership in store.accounts.list_memberships()] == [ben.id]
    assert store.tokens.find_session(secret, 200) is None
    assert store.tokens.find_session(other, 200) is not None
    assert store.accounts.create("Ada", 300) is not None
