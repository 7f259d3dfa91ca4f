"""Who may come in: a token opens the door once, and of every secret only a hash is kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rookery.store import open_store
from rookery.store.people import SESSION_LASTS, TOKEN_LASTS
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
        store.people.leave(session.secret)
        assert store.people.session(session.secret, now=104) is None


def test_what_is_too_old_opens_nothing(place: str) -> None:
    with open_store(place) as store:
        token = store.people.invite("Ada", now=100)
        assert store.people.admit(token, now=100 + TOKEN_LASTS) is None
        session = store.people.admit(store.people.invite("Ben", now=100), now=100)
        assert session is not None
        assert store.people.session(session.secret, now=99 + SESSION_LASTS) is not None
        assert store.people.session(session.secret, now=100 + SESSION_LASTS) is None


def test_no_secret_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "desk.sqlite"
    with open_store(path) as store:
        token = store.people.invite("Ada", now=100)
        session = store.people.admit(token, now=101)
        assert session is not None
    with closing(sqlite3.connect(path)) as base:
        kept = "\n".join(base.iterdump())
    assert token not in kept
    assert session.secret not in kept
