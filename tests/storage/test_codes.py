"""Access codes: derived from a key, stored as hashes, listed, revoked; what copies carry of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from rookery.storage import log_file, open_store
from rookery.storage.codes import ALPHABET, EXPIRED_KEPT, LENGTH, SECRET_LENGTH
from rookery.storage.store import Store
from support.stores import DISKS, append_events, place_of

SCOPES = [(f"board {board}", {"round": 1, "board": board, "side": side}) for board in (1, 2) for side in "bw"]


@pytest.fixture(params=DISKS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return place_of(request.param, tmp_path, request)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with open_store(place) as opened:
        yield opened


def test_codes_differ_and_open_their_scope(store: Store) -> None:
    codes = store.codes.issue("t1", "side", SCOPES, 100, 900)
    assert len({code.secret for code in codes}) == len({code.letters for code in codes}) == 4
    for code, (label, scope) in zip(codes, SCOPES, strict=True):
        assert (code.stream, code.kind, code.label, code.scope) == ("t1", "side", label, scope)
        assert len(code.secret) == SECRET_LENGTH
        assert len(code.letters) == LENGTH
        assert set(code.letters) <= set(ALPHABET)
        assert store.codes.find(code.secret) == store.codes.find(code.letters) == code
        assert store.codes.find(f" {code.letters[:4].lower()}-{code.letters[4:].lower()}") == code


@pytest.mark.parametrize("text", ["", "A" * LENGTH, "A" * SECRET_LENGTH, "codes", "\udcff", "ABCDEFG1", "Ä" * LENGTH])
def test_other_texts_open_nothing(store: Store, text: str) -> None:
    assert store.codes.find(text) is None  # before there is a key
    (code, *_) = store.codes.issue("t1", "side", SCOPES, 100, 900)
    for entered in (text, code.id, code.secret[:-1], code.secret.swapcase(), code.letters[:-1]):
        assert store.codes.find(entered) is None


def test_a_code_is_the_same_when_it_is_issued_again(store: Store) -> None:
    first = store.codes.issue("t1", "side", SCOPES, 100, 900)
    assert store.codes.issue("t1", "side", SCOPES[::-1], 200, 1000) == first[::-1]
    assert store.codes.list_codes("t1") == first
    others = (*store.codes.issue("t2", "side", SCOPES, 100, 900), *store.codes.issue("t1", "range", SCOPES, 100, 900))
    assert not {code.secret for code in others} & {code.secret for code in first}
    assert len(store.codes.list_codes()) == 12
    assert len(store.codes.list_codes("t1", ("range", "deputy"))) == 4


def test_a_revoked_code_gets_a_successor(store: Store) -> None:
    first = store.codes.issue("t1", "side", SCOPES, 100, 900)
    assert store.codes.revoke([first[0].id, "unknown"], 150) == 1
    assert store.codes.revoke([first[0].id], 160) == 0
    found = store.codes.find(first[0].secret)
    assert found is not None
    assert found.revoked == 150
    assert [code.is_valid(200) for code in (found, first[1])] == [False, True]
    second = store.codes.issue("t1", "side", SCOPES, 200, 900)
    assert second[1:] == first[1:]
    assert second[0].secret != first[0].secret
    assert second[0].is_valid(200)
    assert store.codes.revoke([code.id for code in store.codes.list_codes()], 300) == 4
    assert not any(code.is_valid(300) for code in store.codes.list_codes())


def test_codes_expire_and_are_deleted_later(store: Store) -> None:
    (code,) = store.codes.issue("t1", "side", SCOPES[:1], 100, 900)
    assert code.is_valid(899)
    assert not code.is_valid(900)
    (successor,) = store.codes.issue("t1", "side", SCOPES[:1], 900, 2000)
    assert successor.secret != code.secret
    assert len(store.codes.list_codes()) == 2
    store.codes.issue("t2", "side", SCOPES[:1], 901 + EXPIRED_KEPT, 2**30)
    assert [kept.stream for kept in store.codes.list_codes()] == ["t1", "t2"]


def test_the_last_use_is_recorded(store: Store) -> None:
    (code,) = store.codes.issue("t1", "side", SCOPES[:1], 100, 900)
    store.codes.note_use(code.id, 123)
    assert [listed.used for listed in store.codes.list_codes()] == [123]


def test_uses_within_some_seconds_are_written_together(store: Store, place: str) -> None:
    codes = store.codes.issue("t1", "side", SCOPES, 100, 900)
    with open_store(place) as other:
        for now, code in enumerate(codes, 200):
            store.codes.note_use(code.id, now)
        assert [code.used for code in store.codes.list_codes()] == [200, 201, 202, 203]
        assert [code.used for code in other.codes.list_codes()] == [200, None, None, None]
        store.codes.write_uses()
        assert [code.used for code in other.codes.list_codes()] == [200, 201, 202, 203]


def test_concurrent_issuers_get_the_same_codes(store: Store) -> None:
    barrier = Barrier(4)

    def issue() -> object:
        barrier.wait()
        return store.codes.issue("t1", "side", SCOPES, 100, 900)

    with ThreadPoolExecutor(4) as pool:
        results = [future.result() for future in [pool.submit(issue) for _ in range(4)]]
    assert all(result == results[0] for result in results)
    assert len(store.codes.list_codes()) == 4


def test_no_code_is_stored_and_no_copy_can_derive_one(tmp_path: Path) -> None:
    path = tmp_path / "desk.sqlite"
    with open_store(path) as store:
        store.create("open", "tournament", "tea-party")
        append_events(store, "c1", {})
        codes = store.codes.issue("open", "side", SCOPES, 100, 900)
        with closing(sqlite3.connect(path)) as base:
            content = "\n".join(base.iterdump())
            (key,) = base.execute("SELECT name FROM pass WHERE kind = 'key'").fetchone()
        copy = store.backup(tmp_path / "copies")
        (stream,) = store.streams()
        file = log_file.dumps(stream, store.read("open")).decode()
        rescued = store.rescue()
        for secret in (text for code in codes for text in (code.secret, code.letters)):
            assert secret not in content
            assert secret not in file
        assert key not in file
        assert key.encode() not in rescued
        assert key.encode() not in copy.read_bytes()
        assert [code.id for code in codes if code.id in file] == []
        store.restore(copy)
        assert store.codes.list_codes() == codes
    with open_store(copy) as other:
        found = other.codes.find(codes[0].secret)
        assert found is not None
        assert (found.scope, found.secret, found.letters) == (codes[0].scope, "", "")
        assert other.codes.find(codes[0].letters) is None
        (renewed, *_) = other.codes.issue("open", "side", SCOPES, 200, 900)
        assert renewed.secret not in ("", codes[0].secret)


def test_a_copy_from_any_database_brings_no_codes_elsewhere(store: Store, tmp_path: Path) -> None:
    store.create("open", "tournament", "tea-party")
    store.codes.issue("open", "side", SCOPES, 100, 900)
    copy = store.backup(tmp_path / "copies")
    with open_store(tmp_path / "other.sqlite") as other:
        other.restore(copy)
        assert other.codes.list_codes() == ()
