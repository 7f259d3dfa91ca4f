"""Accounts on the command line: added, listed, disabled, and their passwords."""

from __future__ import annotations

import getpass
import io
import sys
from pathlib import Path

import pytest

from rookery.cli.errors import BAD_INPUT
from rookery.cli.main import main
from rookery.storage import open_store
from rookery.tournaments.roles import Role
from rookery.web.passwords import verify_password

pytest.importorskip("argon2", reason="argon2-cffi is not installed: pip install 'rookery-chess[server]'")

PASSWORD = "the rook on the seventh rank"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def desk(tmp_path: Path) -> str:
    return str(tmp_path / "new" / "desk.sqlite")


@pytest.fixture
def password_file(tmp_path: Path) -> str:
    path = tmp_path / "password.txt"
    path.write_text(f"{PASSWORD}\n", "utf-8")
    return str(path)


def run(desk: str, *words: str) -> int:
    return main(["desk", "account", *words, "--desk", desk])


def test_the_first_administrator(desk: str, password_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(desk, "add", "Ada  Wren", "--admin", "--email", "ada@club.org", "--password-file", password_file) == 0
    assert capsys.readouterr().out == "Ada Wren has an account as administrator.\n"
    with open_store(desk) as store:
        (account,) = store.accounts.list_accounts()
        assert (account.name, account.email) == ("Ada Wren", "ada@club.org")
        assert verify_password(store.accounts.password_hash(account.id), PASSWORD)
        assert [member.role for member in store.accounts.memberships(account.id)] == [Role.ADMINISTRATOR]
        assert [(event.kind, event.subject) for event in store.audit.list_events()] == [("account", "Ada Wren")]
    assert run(desk, "list") == 0
    assert capsys.readouterr().out == "Ada Wren: administrator\n"


def test_an_account_is_disabled_and_enabled(desk: str, password_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(desk, "add", "Ada", "--password-file", password_file)
    with open_store(desk) as store:
        (account,) = store.accounts.list_accounts()
        session = store.people.open_session(account.id, "Ada", account.made)
    assert run(desk, "disable", "ada") == 0
    with open_store(desk) as store:
        assert store.people.session(session.secret, account.made) is None
    run(desk, "list")
    assert "Ada (disabled): no role" in capsys.readouterr().out
    assert run(desk, "enable", "Ada") == 0
    with open_store(desk) as store:
        assert [known.disabled for known in store.accounts.list_accounts()] == [None]


def test_the_password_is_typed_twice(desk: str, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter((PASSWORD, PASSWORD, "four knights here", "four knights there"))
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(getpass, "getpass", lambda prompt: next(typed))
    assert run(desk, "add", "Ada") == 0
    assert run(desk, "password", "Ada") == BAD_INPUT
    with open_store(desk) as store:
        (account,) = store.accounts.list_accounts()
        assert verify_password(store.accounts.password_hash(account.id), PASSWORD)


def test_a_new_password_signs_out(desk: str, password_file: str, tmp_path: Path) -> None:
    run(desk, "add", "Ada", "--password-file", password_file)
    with open_store(desk) as store:
        (account,) = store.accounts.list_accounts()
        session = store.people.open_session(account.id, "Ada", account.made)
    (tmp_path / "new.txt").write_text("four knights and a pawn", "utf-8")
    assert run(desk, "password", "Ada", "--password-file", str(tmp_path / "new.txt")) == 0
    with open_store(desk) as store:
        assert store.people.session(session.secret, account.made) is None
        assert verify_password(store.accounts.password_hash(account.id), "four knights and a pawn")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["add"], "rookery desk account add needs a NAME"),
        (["add", "ada"], "there is an account or a session of ada already"),
        (["add", "Ben"], "there is no terminal to type the password"),
        (["password", "Ben"], "there is no account 'Ben'"),
        (["add", "x" * 81], "a name has at most 80 printable characters"),
    ],
)
def test_what_cannot_be_done(
    desk: str,
    password_file: str,
    words: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run(desk, "add", "Ada", "--password-file", password_file)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert run(desk, *words) == BAD_INPUT
    assert message in " ".join(capsys.readouterr().err.split())


def test_a_common_password_is_refused(desk: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "common.txt").write_text("password123\n", "utf-8")
    assert run(desk, "add", "Ada", "--password-file", str(tmp_path / "common.txt")) == BAD_INPUT
    assert "too common" in capsys.readouterr().err
