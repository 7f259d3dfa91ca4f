"""`rookery desk person` and `rookery desk retention`: what is known, erased, and removed after its time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rookery._record import replace
from rookery.cli.errors import BAD_INPUT, DONE, UNANSWERED
from rookery.storage import open_store
from support.command_line import Run

CLUB = "examples/club.rookery"


@pytest.fixture
def hall(ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desk with the tournament of the examples."""
    monkeypatch.setenv("ROOKERY_DESK", "hall.sqlite")
    monkeypatch.delenv("ROOKERY_CONFIG", raising=False)
    assert run("desk", "import", CLUB).code == DONE
    return ground


def test_a_person_is_shown_exported_and_erased(hall: Path, run: Run) -> None:
    assert run("desk", "backup", "copies").code == DONE
    assert run("desk", "publish", "site").code == DONE
    shown = run("desk", "person", "show", "Isolde Heron").out
    assert "club-evening  p1  Heron, Isolde" in shown
    assert run("desk", "person", "export", "1", "-o", "isolde.json").code == DONE
    data = json.loads((hall / "isolde.json").read_text())
    assert data["tournaments"][0]["player"]["name"] == "Heron, Isolde"
    assert run("desk", "person", "erase", "Heron, Isolde").code == UNANSWERED
    done = run("desk", "person", "erase", "Heron, Isolde", "--yes", "erasure!")
    assert done.code == DONE
    assert "p1 is Player 1 in club-evening from now on" in " ".join(done.out.split())
    assert str(hall / "copies") in done.out
    assert str(hall / "site") in done.out
    checked = run("desk", "check")
    assert checked.code == DONE
    assert "club-evening: personal data was erased from" in " ".join(checked.out.split())
    assert "Heron" not in run("desk", "log").out
    assert run("desk", "export", "-o", "club.rookery").code == DONE
    for name in ("club.rookery", "hall.sqlite"):
        assert b"Heron" not in (hall / name).read_bytes(), name
    assert "was erased from club-evening before" in run("desk", "person", "erase", "1").out
    with open_store("hall.sqlite") as store:
        kinds = [event.kind for event in store.audit.list_events()]
    assert kinds == ["export", "person-erased", "person-export", "publish", "backup"]


def test_nobody_is_taken_for_another(hall: Path, run: Run) -> None:
    for who in ("Nobody", "99", "p99"):
        done = run("desk", "person", "show", who)
        assert (done.code, "nobody" in done.err) == (BAD_INPUT, True), who
    with open_store("hall.sqlite") as store:
        stream = store.streams()[0]
        records = [replace(record, stream="copy") for record in store.read(stream.id)]
        store.adopt(replace(stream, id="copy", slug="second"), records)
    assert len(run("desk", "person", "show", "Heron, Isolde").out.splitlines()) == 2
    assert "erase in one after the other" in run("desk", "person", "erase", "Heron, Isolde").err
    assert "needs --tournament" in run("desk", "person", "show", "1").err
    assert run("desk", "person", "erase", "1", "-t", "second", "--yes", "erasure!").code == DONE
    assert "Isolde" in run("desk", "person", "show", "1", "-t", "club-evening").out


def test_retention_lists_and_removes(hall: Path, run: Run) -> None:
    assert "Nothing is due" in run("desk", "retention").out
    with open_store("hall.sqlite") as store:
        store.audit.append("sign-in", "ada", 1_600_000_000)
        store.people.invite("Ben", 1_600_000_000)
    (hall / "rookery.toml").write_text("[retention]\nsecurity-log = 10\n")
    listed = run("desk", "retention", "--config", "rookery.toml").out
    assert "1  sessions and invitations" in listed
    assert "1  security events, older than 10 days" in listed
    assert "It is due" in listed
    assert "It was removed" in run("desk", "retention", "--apply", "--config", "rookery.toml").out
    assert "Nothing is due" in run("desk", "retention", "--config", "rookery.toml").out
    (hall / "rookery.toml").write_text("[retention]\nnames = 10\n")
    assert "there is no retention.names" in run("desk", "retention", "--config", "rookery.toml").err


def test_an_account_is_deleted(hall: Path, run: Run) -> None:
    with open_store("hall.sqlite") as store:
        assert store.accounts.create("Ada Wren", 100) is not None
    assert "The account of Ada Wren is deleted" in run("desk", "account", "delete", "ada wren").out
    assert "There is no account yet." in run("desk", "account", "list").out
    assert run("desk", "account", "delete", "ada wren").code == BAD_INPUT


def test_a_restored_copy_names_the_people_whom_it_brings_back(hall: Path, run: Run) -> None:
    assert run("desk", "backup", "copies").code == DONE
    assert run("desk", "person", "erase", "1", "--yes", "erasure!").code == DONE
    assert "Heron" not in run("desk", "log").out
    restored = run("desk", "restore", "copies", "--yes", "restore")
    assert restored.code == DONE
    assert "rookery desk person erase p1 --tournament club-evening" in restored.out
    assert run("desk", "person", "erase", "p1", "-t", "club-evening", "--yes", "erasure!").code == DONE
    assert run("desk", "backup", "later").code == DONE
    assert "are back" not in run("desk", "restore", "later", "--yes", "restore").out
