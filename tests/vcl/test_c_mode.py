"""Cluster C from outside: FIDE mode is born with a tournament, left once in two steps, and never entered again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.documents import PAPERS
from rookery.tournaments.command import COMMANDS
from rookery.tournaments.domain.pairing_constraints import ForbidPair
from rookery.tournaments.domain.restore_points import Return, Undo
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import LeaveMode, SetRules
from rookery.tournaments.warning_table import WARNING_RULES
from rookery.web.pages import PAGES
from support.html_elements import has_element, select_text, select_texts
from support.http_event import do_confirmed, event
from support.page_addresses import OPEN, TEAMS, addresses
from support.visitors import with_examples


def test_a_tournament_is_born_in_fide_mode(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with event(tmp_path) as made:
        assert has_element(made.page(), ".foot .chip")
        assert not has_element(made.page(), ".foot .chip.amber")
        assert select_texts(made.page(), ".foot .chip")[0] == snapshot


def test_it_is_left_in_two_steps_and_the_file_says_in_which_round(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(1)
        made.do(PairRound())
        assert made.warnings(LeaveMode("a friendly")) == {"leave-mode": 4}
        assert made.remarks == []
        made.do(LeaveMode("a friendly"), "leave-mode")
        assert "FIDE mode exited @ Round 2" in "\n".join(made.remarks)


def test_every_exit_needs_two_confirmations(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        assert made.refusal(SetRules({"rounds": 6}))["code"] == "frozen"
        assert made.warnings(SetRules({"rounds": 6}, leave=True))["leave-mode"] == 4


def test_nothing_brings_it_back(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with event(tmp_path) as made:
        made.do(LeaveMode("a friendly"), "leave-mode")
        made.do(Undo())
        assert select_text(made.page(), ".foot .chip.amber") == snapshot
        made.visitor.wish("open", Return(to=2))
        assert not made.state.fide
        assert select_text(made.page(), ".foot .chip.amber") == snapshot
        assert not any("mode" in name and name != "mode.leave" for name in COMMANDS)


def notices_of_mode(page: str) -> list[str]:
    """What a page of the desk or of the hall says of a tournament that has left FIDE mode."""
    return [*select_texts(page, ".foot .chip.amber"), *select_texts(page, "p.note.above")]


@pytest.mark.slow
def test_every_page_and_every_file_says_that_it_was_left(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """Every page of the desk and of the hall, every paper, every file; of players and of teams (Q46)."""
    house = with_examples(tmp_path, shared=True)
    ada, guest = house.visitor(), house.outside()
    parts = {page.name for page in PAGES if page.part}
    pages = [path for name, path in addresses() if name not in parts and re.match("/[tp]/[a-z]", path)]
    before = {path: (guest if path.startswith("/p/") else ada).ask(path).text for path in pages}
    for slug in (OPEN, TEAMS):
        do_confirmed(ada, slug, LeaveMode("a friendly"))
    notices: set[str] = set()
    for path, text in before.items():
        answer = (guest if path.startswith("/p/") else ada).ask(path)
        assert answer.status_code == 200, path
        assert notices_of_mode(answer.text), path
        assert not notices_of_mode(text), path
        notices.update(notices_of_mode(answer.text))
    assert sorted(notices) == snapshot
    states = {}
    for paper in PAPERS:
        answer = ada.ask(f"/t/{OPEN}/papers/{paper}.html")
        assert answer.status_code in (200, 422), paper  # some are for others: no prizes, no norm, nobody chosen
        if answer.status_code == 200:
            states[paper] = select_texts(answer.text, "p.state")
    assert len(states) >= 7
    assert states == snapshot(name="papers")
    for dialect in ("trf26", "trf16", "json"):
        assert "FIDE mode exited" in ada.ask(f"/t/{OPEN}/files/{dialect}").text
    house.store.close()


def test_no_setting_weakens_a_level(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        for field in ("levels", "warnings", "level", "strict", "warn"):
            assert made.visitor.wish("open", SetRules({field: 0})).status_code == 422
            assert made.visitor.wish("open", SetRules({"choices": {field: False}})).status_code == 422
        assert made.warnings(PairRound()) == {"adjourned-now": 2}
        assert made.refusal(ForbidPair((made.key(1), made.key(2))))["code"] == "frozen"
        assert made.warnings(LeaveMode("x")) == {"leave-mode": 4}
    assert not any("warning" in name or "level" in name for name in COMMANDS)
    levels = {row.code: row.level for row in WARNING_RULES}
    assert {levels["leave-mode"], levels["tie-breaks"], levels["by-hand"]} == {4}
