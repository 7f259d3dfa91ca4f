"""Sessions: a token signs in once, and only hashes of secrets are stored."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from rookery.storage import open_store
from rookery.storage.sessions import SESSION_LASTS, TOKEN_LASTS, Invitation, Session
from support.stores import DISKS, place_of


@pytest.fixture(params=DISKS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return place_of(request.param, tmp_path, request)


def test_a_token_opens_the_door_once(place: str) -> None:
    with open_store(place) as store:
        token = store.people.invite("Ada", now=100)
        session = store.people.admit(token, now=101)
        assert session is not None
        assert (session.name, session.made) == ("Ada", 101)
        assert store.people.admit(token, now=102) is None
        assert store.people.session(session.secret, now=103) == session
        assert store.people.session(token, now=103) is None
        assert store.people.admit(session.secret, now=103) is None
        store.people.end_session(session.secret)
        assert store.people.session(session.secret, now=104) is None


def test_what_is_too_old_opens_nothing(place: str) -> None:
    with open_store(place) as store:
        token = store.people.invite("Ada", now=100)
        assert store.people.admit(token, now=100 + TOKEN_LASTS) is None
        session = store.people.admit(store.people.invite("Ben", now=100), now=100)
        assert session is not None
        assert store.people.session(session.secret, now=99 + SESSION_LASTS) is not None
        assert store.people.session(session.secret, now=100 + SESSION_LASTS) is None


def test_no_secret_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "desk.sqlite"
    with open_store(path) as store:
        token = store.people.invite("Ada", now=100)
        session = store.people.admit(token, now=101)
        assert session is not None
    with closing(sqlite3.connect(path)) as base:
        kept = "\n".join(base.iterdump())
    assert token not in kept
    assert session.secret not in kept


def test_a_token_used_concurrently_admits_a_single_session(place: str) -> None:
    with open_store(place) as store, ThreadPoolExecutor(6) as pool:
        for _ in range(15):
            token = store.people.invite("Ada", now=100)
            together = Barrier(6)

            def enter(token: str = token, together: Barrier = together) -> Session | None:
                together.wait()
                return store.people.admit(token, now=101)

            came = [future.result() for future in [pool.submit(enter) for _ in range(6)]]
            assert sum(session is not None for session in came) == 1
        assert len(store.people.list_accesses(now=102)) == 15


def test_a_new_invitation_replaces_an_unused_invitation(place: str) -> None:
    with open_store(place) as store:
        first, other = store.people.invite("Ada", now=100), store.people.invite("Ben", now=100)
        second = store.people.invite("ADA", now=101)
        assert store.people.admit(first, now=102) is None
        assert store.people.admit(second, now=102) is not None
        assert store.people.admit(other, now=102) is not None


def test_the_token_of_a_start_takes_the_place_of_the_last(place: str) -> None:
    with open_store(place) as store:
        first = store.people.invite_owner("Ada", now=100)
        second = store.people.invite_owner("Ben", now=101, alone=False)
        assert store.people.invitation(first, now=102) == Invitation("Ada", is_owner=True)
        third = store.people.invite_owner("Cyd", now=103)
        assert [store.people.invitation(one, now=104) is None for one in (first, second, third)] == [True, True, False]


def test_sessions_are_listed_without_their_secrets_and_ended(place: str) -> None:
    with open_store(place) as store:
        store.people.register_address("http://127.0.0.1:8000", now=100)
        ada = store.people.admit(store.people.invite("Ada", now=100), now=101)
        assert ada
        store.people.invite("Ben", now=102)
        every = store.people.list_accesses(now=103)
        assert [(one.kind, one.name) for one in every] == [("session", "Ada"), ("token", "Ben")]
        assert every[0].id == ada.id
        assert store.people.session(every[0].id, now=103) is None
        assert store.people.end([one.id for one in every]) == 2
        assert store.people.list_accesses(now=103) == ()
        assert store.people.addresses(now=103) == ("http://127.0.0.1:8000",)
