"""Cluster E from outside: the rules before round 1, and what is frozen with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.main import main
from rookery.model import ByeKind, PointSystem
from rookery.tournaments.command import Command
from rookery.tournaments.domain.byes import AskBye
from rookery.tournaments.domain.manual_pairing import ClosePhase, OpenPhase, SetBoards
from rookery.tournaments.domain.pairing_constraints import ForbidPair
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import SetRules
from rookery.tournaments.keyed import Boards, Facts, KeyedGame
from rookery.tournaments.rules import TournamentRules
from support.html_elements import select_texts
from support.http_event import FIELD, event


@pytest.mark.parametrize(
    "fields",
    [
        {"rounds": 6},
        {"points": {"win": 30, "draw": 10}},
        {"points": {"pab": 5}},
        {"system": "dubov"},
        {"system": "dutch-baku"},
        {"acceleration": [{"first": 1, "last": 4, "first_round": 1, "last_round": 2, "points": 10}]},
    ],
    ids=["rounds", "points", "bye", "system", "baku", "acceleration"],
)
def test_what_is_frozen_with_round_1_is_refused_and_says_why(tmp_path: Path, fields: dict[str, object]) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        said = made.refusal(SetRules(dict(fields)))
        assert (said["code"] in ("frozen", "not-fide"), bool(said["article"])) == (True, True), said


def test_an_acceleration_neither_ends_nor_changes_after_round_1(tmp_path: Path) -> None:
    with event(tmp_path, TournamentRules(system="dutch-baku", rounds=5)) as made:
        made.do(PairRound())
        assert made.refusal(SetRules({"system": "dutch"}))["code"] == "frozen"
        records = [{"first": 1, "last": 2, "first_round": 1, "last_round": 1, "points": 10}]
        assert made.visitor.wish("open", SetRules({"acceleration": records})).status_code == 422


def test_the_page_of_rules_looks_frozen(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        assert select_texts(made.page("/rules"), "p.frozen") == snapshot


def test_incompletable_rounds_are_reported_before_the_first(tmp_path: Path) -> None:
    with event(tmp_path, players=FIELD[:4], rounds=5) as made:
        assert made.warnings(PairRound()) == {"not-feasible": 2}


def test_a_round_without_a_legal_pairing_is_completed_by_hand(tmp_path: Path) -> None:
    with event(tmp_path, players=FIELD[:2], rounds=2) as made:
        made.do(PairRound(), "not-feasible")
        made.play()
        assert made.visitor.wish("open", PairRound()).status_code == 422
        made.do(OpenPhase(2))
        one, other = made.key(2), made.key(1)
        made.do(SetBoards(Boards((KeyedGame(one, other),))), "rematch")
        wanted = ClosePhase()
        asked = made.warnings(wanted)
        made.do(wanted, *asked)
        made.play()
        assert made.file(final=True)


def test_points_by_default_and_by_choice(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        assert made.tournament.points == PointSystem()
        made.do(SetRules({"points": {"win": 30, "draw": 10}}))
        assert "162 " in made.file()
        made.do(SetRules({"points": {"win": 40, "draw": 20, "pab": 20}}))
        assert made.visitor.wish("open", SetRules({"points": {"win": 10, "draw": 8}})).status_code == 422


@pytest.mark.parametrize(
    ("points", "fine"),
    [
        ({"pab": 10}, True),
        ({"pab": 5}, True),
        ({"pab": 0}, True),
        ({"pab": 7}, False),
        ({"pab": 15}, False),
        ({"win": 30, "draw": 10, "pab": 30}, True),
        ({"win": 30, "draw": 10, "pab": 20}, True),
        ({"win": 30, "draw": 10, "pab": 40}, False),
        ({"adjourned": 10}, False),
    ],
)
def test_the_worth_of_a_bye_and_of_an_adjourned_game(tmp_path: Path, points: dict[str, int], fine: bool) -> None:
    with event(tmp_path) as made:
        wanted = SetRules({"points": points})
        answer = made.visitor.wish("open", wanted)
        assert answer.status_code == (200 if fine else 422), answer.text


@pytest.mark.parametrize("system", ["dubov", "burstein", "lim", "double-swiss", "dutch-baku", "BERGER_ROUNDROBIN"])
def test_other_systems_are_there(tmp_path: Path, system: str) -> None:
    with event(tmp_path, TournamentRules(system=system, rounds=7)) as made:
        answer = made.visitor.wish("open", PairRound())
        if answer.status_code == 409:
            made.do(PairRound(), "not-feasible")
        assert made.tournament.rounds[0].pairs


def test_rules_of_systems_and_accelerations_without_a_text_of_fide_can_be_printed(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    with event(tmp_path, players=()) as made:
        page = made.visitor.ask("/help/systems").text
        assert select_texts(page, ".prose h2") == snapshot(name="headings")
        assert select_texts(page, ".prose p") == snapshot(name="rules")
        assert "/help/systems" in made.visitor.ask("/help/rules").text


def test_other_accelerations_are_there_outside_fide_mode(tmp_path: Path) -> None:
    record = {"first": 1, "last": 4, "first_round": 1, "last_round": 2, "points": 10}
    with event(tmp_path) as made:
        assert made.refusal(SetRules({"acceleration": [record]}))["code"] == "not-fide"
        made.do(SetRules({"acceleration": [record]}, leave=True), "leave-mode")
        made.do(PairRound())
        pairs = {frozenset(pair) for pair in made.tournament.rounds[0].pairs}
        assert {frozenset((1, 3)), frozenset((2, 4))} < pairs
        assert any(line.startswith("250 ") and line.endswith("1    4") for line in made.file().splitlines())


def test_baku_pairs_the_upper_half_separately_and_omits_players_without_a_number(tmp_path: Path) -> None:
    with event(tmp_path, TournamentRules(system="dutch-baku", rounds=5)) as made:
        made.rounds(1)
        assert {frozenset(pair) for pair in made.tournament.rounds[0].pairs} == {
            frozenset((1, 3)), frozenset((2, 4)), frozenset((5, 7)), frozenset((6, 8)),
        }  # fmt: skip
        path = tmp_path / "open.trf"
        path.write_bytes(made.visitor.ask("/t/open/files/trf26").content)
        assert main(["check", str(path)]) == 0
    with event(tmp_path / "bye", TournamentRules(system="dutch-baku", rounds=5), (*FIELD, Facts("Ivo", 1500))) as made:
        made.do(AskBye(made.key(1), (1,), ByeKind.HALF))
        made.do(PairRound())
        assert {frozenset(pair) for pair in made.tournament.rounds[0].pairs} == {
            frozenset((2, 4)), frozenset((3, 5)), frozenset((6, 8)), frozenset((7, 9)),
        }  # fmt: skip


def test_forbidden_pairs_are_set_before_round_1(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(ForbidPair((made.key(1), made.key(5))))
        made.do(PairRound())
        pairs = {frozenset(pair) for pair in made.tournament.rounds[0].pairs}
        assert frozenset((1, 5)) not in pairs
        assert "260 " in made.file()
        said = made.refusal(ForbidPair((made.key(2), made.key(3))))
        assert (said["code"], bool(said["article"])) == ("frozen", True)


def test_the_tie_breaks_change_in_two_steps_and_the_file_says_what_they_were(tmp_path: Path) -> None:
    with event(tmp_path, TournamentRules(system="dutch", rounds=5, ranking=("PTS", "BH", "SB"))) as made:
        made.do(PairRound())
        wanted: Command = SetRules({"ranking": ["PTS", "BH/C1", "SB"]})
        assert made.warnings(wanted) == {"tie-breaks": 4}
        made.do(wanted, "tie-breaks")
        assert any("Tie-breaks" in remark and "BH, SB" in remark and "@ Round" in remark for remark in made.remarks), (
            made.remarks
        )
