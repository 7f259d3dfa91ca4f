"""Cluster D from outside: files that come in are judged round by round, and everything made of them is told."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace
from rookery.cli.main import main
from support.html_elements import has_element, select_text, select_texts
from support.http_event import event
from support.visitors import import_file, open_desk, upload_file

ROWS = (
    "001    1      Ada                               2000 ENG                         1.0    1     2 w 1\n"
    "001    2      Ben                               1900 ENG                         0.0    2     1 b 0\n"
)
OLD = f"012 Club\n{ROWS}"
OLDER = f"012 Club\nXXR 5\nXXC white1\n{ROWS}"


@pytest.mark.parametrize(("text", "records"), [(OLD, {"142", "152", "162", "172", "192", "202", "222"}),
                                             (OLDER, {"162", "172", "192", "202", "222"})],
                         ids=["trf06", "trf16"])  # fmt: skip
def test_older_files_are_read_and_every_default_is_reported(tmp_path: Path, text: str, records: set[str]) -> None:
    house = open_desk(tmp_path)
    _, page = upload_file(house.visitor(), "old.trf", text.replace("\n", "\r\n").encode())
    told = [problem for problem in rookery.loads(text).problems if problem.code == "default"]
    assert {problem.field for problem in told} == records
    assert [problem.text for problem in told if unescape(page).count(problem.used) < 1] == []
    slug = import_file(house.visitor(), "old.trf", text.encode())
    assert "Ada" in house.visitor().ask(f"/t/{slug}/standings").text
    house.store.close()


def test_a_defective_file_is_imported_and_the_adjustments_are_listed(tmp_path: Path) -> None:
    text = OLDER.replace("1.0    1     2 w 1", "7.0    1     2 w V").replace("1 b 0", "1 b V")
    reading = rookery.loads(text)
    told = [problem for problem in reading.problems if problem.severity is not rookery.Severity.INFO]
    assert {one.code for one in told} >= {"points", "result"}
    house = open_desk(tmp_path)
    _, page = upload_file(house.visitor(), "odd.trf", text.encode())
    shown = unescape(page)
    assert [one for one in told if not (one.place in shown and one.text in shown and one.used in shown)] == []
    slug = import_file(house.visitor(), "odd.trf", text.encode())
    assert "Ada" in house.visitor().ask(f"/t/{slug}/players").text
    house.store.close()


@pytest.fixture
def spoilt(tmp_path: Path) -> str:
    """A file whose second round is not by the rules."""
    with event(tmp_path / "first") as made:
        made.rounds(2)
        t = made.tournament
    games = list(t.rounds[1].games)
    one, two = games[0], games[1]
    games[0] = rookery.Game(one.white, two.black, one.result)
    games[1] = rookery.Game(two.white, one.black, two.result)
    wrong = replace(t, rounds=(t.rounds[0], rookery.Round(tuple(games))))
    players = tuple(replace(player, key="", points=None) for player in wrong.players)
    return rookery.dumps(replace(wrong, players=players)).decode()


def test_rounds_that_break_the_rules_need_confirmation_and_are_recorded(
    tmp_path: Path, spoilt: str, snapshot: SnapshotAssertion
) -> None:
    made = open_desk(tmp_path)
    visitor = made.visitor()
    place, page = upload_file(visitor, "spoilt.trf", spoilt.encode())
    assert has_element(page, "form.question.l3")
    (finding,) = (text for text in select_texts(page, "ul.list li") if "(C.04.3" in text)
    assert finding == snapshot
    assert select_texts(page, "form.question li") == snapshot
    assert select_text(page, "form.question .lvl") == snapshot
    visitor.send("POST", place, data={"csrf_token": visitor.csrf_token})
    assert made.store.streams() == ()
    slug = import_file(visitor, "spoilt.trf", spoilt.encode())
    file = visitor.ask(f"/t/{slug}/files/trf26").text
    (remark,) = (line for line in file.splitlines() if line.startswith("### Import"))
    assert remark.startswith("### Import @ Round 2: ")
    assert remark == snapshot
    page = visitor.ask(f"/t/{slug}").text
    assert has_element(page, ".foot .chip")
    assert not has_element(page, ".foot .chip.amber")
    made.store.close()


def test_the_command_asks_the_same(
    tmp_path: Path, spoilt: str, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    path, desk = tmp_path / "spoilt.trf", str(tmp_path / "desk.sqlite")
    path.write_text(spoilt, newline="")
    assert main(["desk", "import", str(path), "--desk", desk]) != 0
    assert " ".join(capsys.readouterr().err.split()).replace(str(tmp_path), "<folder>") == snapshot
    assert main(["desk", "import", str(path), "--desk", desk, "--yes", "import-broken"]) == 0
