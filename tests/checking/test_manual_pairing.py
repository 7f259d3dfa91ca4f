"""Boards made by hand, one by one: every kind of breach, the exceptions of the systems, and the whole round at last."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import (
    Bye,
    ByeKind,
    ForbiddenPair,
    Game,
    GeneratorSettings,
    Match,
    PairingViolation,
    Player,
    RequestedBye,
    Result,
    Round,
    RuleError,
    Team,
    Tournament,
    UnfinishedError,
    as_data,
)
from rookery.checking.checker import position_before_round
from rookery.checking.manual_pairing import ManualBoard, ViolationKind
from rookery.checking.report import Verdict
from rookery.checking.text import describe_violation as told
from sweeps import changes

PAB = ByeKind.PAIRING_ALLOCATED
WON, LOST, DRAWN = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW


def event(size: int, *rounds: Round, planned: int = 9, system: str = "dutch", **more: object) -> Tournament:
    players = tuple(Player(one, f"P{one}", 2400 - one) for one in range(1, size + 1))
    return Tournament(players=players, rounds=rounds, planned_rounds=planned, system=system, **more)  # type: ignore[arg-type]


def build_round(*pairs: tuple[int, int], bye: int = 0, result: Result = DRAWN) -> Round:
    byes = (Bye(bye, PAB),) if bye else ()
    return Round(games=tuple(Game(white, black, result) for white, black in pairs), byes=byes)


def describe_violations(found: tuple[PairingViolation, ...]) -> list[tuple[str, tuple[int, ...], str, bool]]:
    return [(one.kind.value, one.participants, one.article, one.absolute) for one in found]


FIVE = event(
    5,
    build_round((1, 3), (4, 2), bye=5),
    build_round((2, 1), (5, 4), bye=3),
    requested_byes=(RequestedBye(3, 4, ByeKind.HALF),),
    forbidden_pairs=(ForbiddenPair((2, 5)),),
)
"""Two rounds played by five; 4 is away in the third."""

SINGLE: dict[str, tuple[list[ManualBoard], list[tuple[str, tuple[int, ...], str, bool]]]] = {
    "nothing wrong": ([(1, 5)], []),
    "a rematch": ([(3, 1)], [("rematch", (3, 1), "C.04.3 2.1.1", True)]),
    "a rematch, whoever has White": ([(1, 2)], [("rematch", (1, 2), "C.04.3 2.1.1", True)]),
    "a forbidden pair": ([(5, 2)], [("forbidden", (5, 2), "C.04.3 2.1.1", True)]),
    "a second bye": ([(3, 0)], [("bye again", (3,), "C.04.3 2.1.2", True), ("spare bye", (3,), "C.04.1 3", True)]),
    "a bye although the number is even": ([(1, 0)], [("spare bye", (1,), "C.04.1 3", True)]),
    "somebody away": ([(1, 4)], [("absent", (4,), "C.04.2 3.3", True)]),
    "somebody unknown": ([(9, 1)], [("unknown number", (9,), "C.04.2 3.3", True)]),
    "somebody twice": (
        [(1, 5), (3, 5)],
        [("twice", (5,), "C.04.1 3", True), ("twice", (5,), "C.04.1 3", True)],
    ),
    "somebody against themselves": ([(1, 1)], [("twice", (1,), "C.04.1 3", True)]),
    "games and byes as values": ([Game(3, 1), Bye(4, ByeKind.HALF)], [("rematch", (3, 1), "C.04.3 2.1.1", True)]),
}


@pytest.mark.parametrize("name", SINGLE)
def test_single_boards(name: str) -> None:
    boards, expected = SINGLE[name]
    found = rookery.check_pairing(FIVE, boards)
    assert describe_violations(found) == expected
    assert all(one.round == 3 for one in found)


def test_a_second_bye_in_a_round_is_refused() -> None:
    found = rookery.check_pairing(event(5), [(5, 0), (4, 0)])
    assert describe_violations(found) == [("spare bye", (4,), "C.04.1 3", True)]


def test_a_bye_of_another_kind_needs_confirmation() -> None:
    """Who gets a half-point bye by hand is not missing, and need not have asked before."""
    ours = event(5)
    assert rookery.check_pairing(ours, [(1, 3), (4, 2), Bye(5, ByeKind.HALF)]) == ()
    given = Round(games=(Game(1, 3), Game(4, 2)), byes=(Bye(5, ByeKind.ZERO),))
    assert rookery.check_pairing(ours, given) == ()


# -- colours

WHITES = event(
    6,
    build_round((1, 4), (2, 5), (3, 6)),
    build_round((1, 5), (2, 6), (3, 4)),
)
"""1, 2 and 3 had White twice, the others Black."""


def test_the_third_colour_and_a_difference_of_three() -> None:
    found = rookery.check_pairing(WHITES, [(1, 6)])
    third, far = ViolationKind.THIRD_COLOUR, ViolationKind.COLOUR_DIFFERENCE
    assert [(one.kind, one.participants, one.absolute) for one in found] == [
        (far, (1,), True),
        (third, (1,), True),
        (far, (6,), True),
        (third, (6,), True),
        (ViolationKind.BOTH_COLOURS, (1, 6), False),
    ]
    assert [one.article for one in found] == ["C.04.1 6", "C.04.1 7"] * 2 + ["C.04.3 5.2.1"]
    assert rookery.check_pairing(WHITES, [(6, 1)]) == ()


def test_two_with_fixed_black() -> None:
    """The ban on two with the same absolute preference is the article, whoever gets the colour."""
    assert describe_violations(rookery.check_pairing(WHITES, [(2, 1)])) == [
        ("colour difference", (2,), "C.04.3 2.1.3", True),
        ("third colour", (2,), "C.04.3 2.1.3", True),
    ]


def test_topscorers_may_in_the_last_round(snapshot: SnapshotAssertion) -> None:
    """C.04.3 2.1.3: a topscorer is no longer kept apart; the colour is told, and is not absolute."""
    rounds = (
        build_round((1, 4), (2, 5), (3, 6), result=WON),
        build_round((1, 5), (2, 6), (3, 4), result=WON),
    )
    last = event(6, *rounds, planned=3)
    found = rookery.check_pairing(last, [(2, 1)])
    assert [(one.kind.value, one.participants, one.absolute) for one in found] == [
        ("colour difference", (2,), False),
        ("third colour", (2,), False),
    ]
    assert found[1].article == "C.04.1 7"
    assert told(found[1], lambda one: f"P{one}") == snapshot
    before = rookery.check_pairing(replace(last, planned_rounds=4), [(2, 1)])
    assert all(one.absolute for one in before)
    assert len(before) == 2


def test_where_colours_make_no_pair_illegal() -> None:
    """C.04.5 and C.04.6: no limits of colours."""
    sides = tuple(Team(one, players=(one,)) for one in range(1, 5))

    def matches(*pairs: tuple[int, int]) -> Round:
        return Round(matches=tuple(Match(a, b, (Game(a, b, DRAWN),)) for a, b in pairs))

    teams = event(4, matches((1, 3), (2, 4)), matches((1, 4), (2, 3)), system="team", teams=sides, team_event=True)
    assert describe_violations(rookery.check_pairing(teams, [(1, 2)])) == []
    double = event(4, matches((1, 3), (2, 4)), matches((1, 4), (2, 3)), system="double-swiss")
    assert describe_violations(rookery.check_pairing(double, [(1, 2), (3, 1)])) == [
        ("twice", (1,), "C.04.1 3", True),
        ("twice", (1,), "C.04.1 3", True),
        ("rematch", (3, 1), "C.04.5 2.1.1", True),
    ]


def test_lim_has_limits_of_its_own() -> None:
    lim = replace(WHITES, system="LIM")
    assert {one.article for one in rookery.check_pairing(lim, [(2, 1)])} == {"C.04.4.3 2.1"}
    assert not any(one.absolute for one in rookery.check_pairing(replace(lim, planned_rounds=3), [(2, 1)]))


# -- the whole round


def test_a_complete_round_beside_ours(snapshot: SnapshotAssertion) -> None:
    ours = event(6)
    assert rookery.check_pairing(ours, [(1, 4), (5, 2), (3, 6)]) == ()
    (found,) = rookery.check_pairing(ours, [(1, 5), (4, 2), (3, 6)])
    assert (found.kind, found.absolute) == (ViolationKind.DIFFERENT_PAIRING, False)
    assert found.report is not None
    assert found.report.verdict is Verdict.WORSE
    assert found.article == found.report.decided_by.article  # type: ignore[union-attr]
    assert told(found) == snapshot
    turned = rookery.check_pairing(ours, [(4, 1), (5, 2), (3, 6)])
    assert [one.report.verdict for one in turned if one.report] == [Verdict.COLOURS]


def test_a_complete_round_that_breaks_rules() -> None:
    found = rookery.check_pairing(event(4, build_round((1, 3), (4, 2))), [(3, 1), (2, 4)])
    assert [one.kind.value for one in found] == ["rematch", "rematch", "not ours"]
    assert found[-1].report is not None
    assert found[-1].report.verdict is Verdict.ILLEGAL


def test_a_round_for_which_there_is_no_pairing() -> None:
    """It is still made by hand: what it breaks is said, and there is nothing to compare it with."""
    found = rookery.check_pairing(event(2, build_round((1, 2))), [(2, 1)])
    assert [one.kind.value for one in found] == ["rematch"]


@pytest.mark.parametrize("system", ["dutch", "dubov", "burstein", "lim", "double-swiss", "team"])
def test_our_own_rounds_are_clean(system: str) -> None:
    """Whatever we pair breaks nothing absolute, and is ours; half of its boards are as clean."""
    for seed in range(4):
        size = {"teams": 6 + seed} if system == "team" else {"players": 9 + seed}
        made = rookery.generate(GeneratorSettings(system=system, rounds=5, **size), seed=seed)  # type: ignore[arg-type]
        for number in range(1, len(made.rounds) + 1):
            before = position_before_round(made, number)
            outcome = rookery.pair(before)
            boards: list[ManualBoard] = [*outcome.pairs, *([(outcome.bye, 0)] if outcome.bye else [])]
            found = rookery.check_pairing(before, boards)
            assert [one for one in found if one.absolute or one.kind is ViolationKind.DIFFERENT_PAIRING] == []
            assert not [one for one in rookery.check_pairing(before, boards[::2]) if one.absolute]


# -- as data


def test_it_pickles_compares_and_becomes_json() -> None:
    found = [
        one
        for boards, _ in SINGLE.values()
        for one in rookery.check_pairing(FIVE, boards)
    ] + list(rookery.check_pairing(event(6), [(1, 5), (4, 2), (3, 6)]))  # fmt: skip
    assert pickle.loads(pickle.dumps(found)) == found
    data = as_data(found)
    assert json.loads(json.dumps(data)) == data
    assert as_data(rookery.check_pairing(FIVE, [(3, 1)])) == [
        {
            "form": "breach",
            "version": 1,
            "kind": "rematch",
            "round": 3,
            "who": [3, 1],
            "board": [3, 1],
            "article": "C.04.3 2.1.1",
            "code": "C1",
            "absolute": True,
            "report": None,
        }
    ]
    for one in found:
        sentence = told(one, lambda one: f"P{one}")
        assert sentence[0].isupper()
        assert sentence.endswith(")")


def test_what_is_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UnfinishedError):
        rookery.check_pairing(event(4, build_round((1, 3), (4, 2), result=Result.PENDING)), [(1, 2)])
    with pytest.raises(RuleError) as caught:
        rookery.check_pairing(event(4, system="round-robin"), [(1, 2)])
    assert str(caught.value) == snapshot


def test_beside_the_checker() -> None:
    """Of a round with one thing changed both say the same: whether it is ours, and whether a rule is broken."""
    seen = set()
    for seed in range(8):
        for trial in changes.trials(seed):
            (report,) = rookery.check(trial.tournament, [trial.round]).rounds
            found = rookery.check_pairing(
                position_before_round(trial.tournament, trial.round), trial.tournament.rounds[trial.round - 1]
            )
            assert any(each.kind is ViolationKind.DIFFERENT_PAIRING for each in found) is not report.agree
            absolute = {each.kind for each in found if each.absolute}
            if report.verdict is Verdict.ILLEGAL:
                assert absolute
            else:  # two who may meet, with the wrong colours
                assert absolute <= {ViolationKind.THIRD_COLOUR, ViolationKind.COLOUR_DIFFERENCE}
            seen.add(report.verdict)
    assert seen >= {Verdict.ILLEGAL, Verdict.WORSE, Verdict.COLOURS}


@pytest.mark.parametrize("board", [(1, 2, 3), (1, None), (0, 0), (0, 1), (1,), 5, (1.0, 2), (True, 2)], ids=str)
def test_what_is_no_board_is_refused(board: object, snapshot: SnapshotAssertion) -> None:
    event = Tournament(players=tuple(map(Player, range(1, 6))), planned_rounds=3)
    with pytest.raises(rookery.RuleError) as caught:
        rookery.check_pairing(event, [board])  # type: ignore[list-item]
    assert str(caught.value) == snapshot


def test_what_is_no_row_of_boards_is_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(rookery.RuleError) as caught:
        rookery.check_pairing(Tournament(players=tuple(map(Player, range(1, 6))), planned_rounds=3), None)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot
