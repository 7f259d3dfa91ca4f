"""Cluster C from outside: FIDE mode is born with a tournament, left once in two steps, and never entered again."""

from __future__ import annotations

from pathlib import Path

from rookery.desk.commands.byes import ForbidPair
from rookery.desk.commands.rounds import PairRound
from rookery.desk.commands.rules import LeaveMode, SetRules
from rookery.desk.levels import ROWS
from rookery.desk.time import Return, Undo
from rookery.desk.wish import WISHES
from rookery.web.pages import PAGES
from support.outside import event


def test_a_tournament_is_born_in_fide_mode(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        assert "FIDE mode" in made.page()
        assert "Not in FIDE mode" not in made.page()


def test_it_is_left_in_two_steps_and_the_file_says_in_which_round(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(1)
        made.do(PairRound())
        assert made.asked(LeaveMode("a friendly")) == {"leave-mode": 4}
        assert made.remarks == []
        made.do(LeaveMode("a friendly"), "leave-mode")
        assert "FIDE mode exited @ Round 2" in "\n".join(made.remarks)


def test_every_way_out_is_asked_in_two_steps(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        assert made.refused(SetRules({"rounds": 6}))["code"] == "frozen"
        assert made.asked(SetRules({"rounds": 6}, leave=True))["leave-mode"] == 4


def test_nothing_brings_it_back(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(LeaveMode("a friendly"), "leave-mode")
        made.do(Undo())
        assert "Not in FIDE mode" in made.page()
        made.visitor.wish("open", Return(to=2))
        assert not made.state.fide
        assert "Not in FIDE mode" in made.page()
        assert not any("mode" in name and name != "mode.leave" for name in WISHES)


def test_every_page_and_every_file_says_that_it_was_left(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(1)
        made.do(LeaveMode("a friendly"), "leave-mode")
        for page in PAGES:
            if page.of_tournament and not page.part and "{" not in page.path.removeprefix("/t/{slug}"):
                answer = made.visitor.ask(page.path.replace("{slug}", "open"))
                assert answer.status_code != 200 or "Not in FIDE mode" in answer.text, page.name
        assert "Not in FIDE mode" in made.page("/round/1")
        for paper in ("pairings", "standings", "crosstable"):
            assert "Not in FIDE mode: it was left in round 1" in made.page(f"/papers/{paper}.html"), paper
        for dialect in ("trf26", "json"):
            assert "FIDE mode exited" in made.file(dialect)


def test_no_setting_weakens_a_level(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        for field in ("levels", "warnings", "level", "strict", "warn"):
            assert made.visitor.wish("open", SetRules({field: 0})).status_code == 422
            assert made.visitor.wish("open", SetRules({"choices": {field: False}})).status_code == 422
        assert made.asked(PairRound()) == {"adjourned-now": 2}
        assert made.refused(ForbidPair((made.key(1), made.key(2))))["code"] == "frozen"
        assert made.asked(LeaveMode("x")) == {"leave-mode": 4}
    assert not any("warning" in name or "level" in name for name in WISHES)
    levels = {row.code: row.level for row in ROWS}
    assert {levels["leave-mode"], levels["tie-breaks"], levels["by-hand"]} == {4}
