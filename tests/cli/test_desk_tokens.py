"""Tokens of programs on the command line: created, listed, revoked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rookery.cli.main import main
from rookery.storage import open_store
from rookery.storage.tokens import is_secret


@pytest.fixture
def desk(tmp_path: Path) -> str:
    place = str(tmp_path / "desk.sqlite")
    with open_store(place) as store:
        store.create("s1", "tournament", "club")
        assert store.accounts.create("Ada Wren", 1)
    return place


def run(desk: str, *words: str) -> int:
    return main(["desk", "token", *words, "--desk", desk])


def test_a_token_is_created_listed_and_revoked(desk: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--scope", "results", "--scope", "read", "--account", "ada wren", "--tournament", "club", "--days", "7")
    assert run(desk, "Results app", *words) == 0
    secret = capsys.readouterr().out.strip()
    assert is_secret(secret)
    with open_store(desk) as store:
        (token,) = store.tokens.list_tokens()
        assert (token.name, token.scopes, token.stream) == ("Results app", ("read", "results"), "s1")
        assert token.expires - token.made == 7 * 86400
        assert [(event.kind, event.subject) for event in store.audit.list_events()] == [("token", "Results app")]
    assert run(desk, "--list") == 0
    listed = capsys.readouterr().out
    assert "Results app: read+results, Ada Wren, club, never used, until " in listed
    assert secret not in listed
    assert run(desk, "--revoke", "Results app") == 0
    with open_store(desk) as store:
        assert store.tokens.find_session(secret, token.made) is None
    assert run(desk, "--list") == 0
    assert "revoked" in capsys.readouterr().out


def test_a_desk_without_tokens(desk: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(desk, "--list") == 0
    assert capsys.readouterr().out == "There are no tokens.\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["X", "--account", "Ben"], "there is no account Ben"),
        (["X", "--tournament", "other"], "there is no tournament other at this desk"),
        (["X", "--days", "0"], "--days 0: expected 1 to 3650"),
        (["--revoke", "X"], "there is no valid token X"),
    ],
)
def test_what_is_no_token(desk: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(desk, *words) == 3
    assert message in capsys.readouterr().err
