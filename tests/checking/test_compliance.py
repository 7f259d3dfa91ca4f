"""What is not by FIDE's rules: each kind once, with its article, in words and as data; and what is left alone."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import (
    Colour,
    Game,
    GeneratorSettings,
    PartialDate,
    Player,
    PointAdjustment,
    PointSystem,
    Result,
    Round,
    Team,
    Tournament,
    TournamentInfo,
    VirtualPoints,
    as_data,
)
from rookery.checking.compliance import ComplianceIssue, ComplianceKind
from rookery.checking.text import describe_issue as told
from rookery.history.acceleration import with_recorded_group_a
from rookery.history.late_entries import correct_ratings
from rookery.model import THREE_ONE_NIL

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def event(size: int = 8, planned: int | None = 5, system: str = "dutch", **more: object) -> Tournament:
    players = tuple(Player(one, f"P{one}", 2400 - one) for one in range(1, size + 1))
    return Tournament(players=players, planned_rounds=planned, system=system, **more)  # type: ignore[arg-type]


def round_of(*pairs: tuple[int, int]) -> Round:
    return Round(games=tuple(Game(white, black, Result.DRAW) for white, black in pairs))


FULL, HALF = VirtualPoints(1, 4, 1, 2, 10), VirtualPoints(1, 4, 3, 3, 5)
"""Eight players and five rounds by the Baku method, written out."""

AGAINST: dict[str, tuple[Tournament, str, str]] = {
    "keizer": (event(system="keizer"), "system", "C.04.2 1.1"),
    "knock-out": (event(8, 3, "knockout"), "system", "C.04.2 1.1"),
    "a Swiss of which nothing is said": (
        event(system="CUSTOM_SWISS"),
        "system not named",
        "C.04.2 1.3",
    ),
    "a colour that somebody keeps": (
        event().seat(3, colour=Colour.WHITE),
        "fixed colour",
        "C.04.1 8",
    ),
    "a code that nobody knows": (event(system="OTHER_LADDERS"), "system not named", "C.04.2 1.3"),
    "rules no longer in force": (
        event(system="FIDE_DUTCH_2017", info=TournamentInfo(start=PartialDate(2026, 5, 1))),
        "edition",
        "C.04.3",
    ),
    "rules not yet in force": (
        event(system="FIDE_DUTCH_2026", info=TournamentInfo(start=PartialDate(2019, 5, 1))), "edition", "C.04.3",
    ),
    "virtual points of one's own": (
        event(acceleration=(VirtualPoints(1, 4, 1, 2, 10),)),
        "acceleration",
        "C.04.2 1.1",
    ),
    "Baku where a draw is not half a win": (
        event(system="FIDE_DUTCH_2026_BAKU", points=THREE_ONE_NIL), "baku", "C.04.7 1.4",
    ),
    "Baku in a system without it": (event(system="LIM_BAKU"), "baku", "C.04.7 1.4"),
    "rounds not declared": (
        event(planned=None), "rounds not declared", "C.04.1 1",
    ),
    "more rounds than declared": (
        event(4, 1, rounds=(round_of((1, 3), (4, 2)), round_of((3, 4), (2, 1)))),
        "too many rounds",
        "C.04.1 1",
    ),
    "half a round robin": (
        event(8, 5, "round-robin"), "rounds of the table", "C.05",
    ),
    "a bye of 0.7": (
        event(points=PointSystem(pab=7)),
        "bye value",
        "C.04.1 3",
    ),
    "byes of different worth": (
        event(7, point_adjustments=(PointAdjustment((7,), "U", 5, round=2),)),
        "bye values",
        "C.04.1 3",
    ),
    "an adjourned game as a win": (
        event(points=PointSystem(adjourned=10)),
        "adjourned",
        "C.04.2 3.1",
    ),
    "Dubov without ratings": (
        replace(event(system="dubov"), players=(Player(1, "P1", 2000), Player(2, "P2"))),
        "unrated",
        "C.04.4.1 1.1",
    ),
    "Buchholz in a round robin": (
        event(8, 7, "round-robin", tiebreaks=("PTS", "BH", "SB")),
        "tie-break",
        "C.07",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", AGAINST)
def test_what_is_not_by_the_rules(name: str, snapshot: SnapshotAssertion) -> None:
    given, kind, article = AGAINST[name]
    (found,) = rookery.check_compliance(given)
    assert (found.kind.value, found.article) == (kind, article)
    text = told(found, lambda one: f"P{one}")
    assert text.endswith(f" ({article})")
    assert text == snapshot


FINE = {
    "a plain Swiss": event(),
    "nothing said of the system": event(system=""),
    "a bye of half a point": event(points=PointSystem(pab=5)),
    "a bye worth nothing": event(points=PointSystem(pab=0)),
    "other points": event(points=PointSystem(win=30, draw=10, pab=20)),
    "points for who is away": event(points=PointSystem(absence=5)),
    "Baku by its code": event(system="FIDE_DUTCH_2026_BAKU"),
    "Baku written out": event(acceleration=(FULL, HALF)),
    "older rules in their time": event(system="FIDE_DUTCH_2017", info=TournamentInfo(start=PartialDate(2019, 5, 1))),
    "older rules of an event without days": event(system="FIDE_DUTCH_2017"),
    "a round robin": event(8, 7, "round-robin"),
    "a round robin whose length follows": event(8, None, "round-robin"),
    "a round robin in words": event(8, None, "", info=TournamentInfo(type="Individual: Round-Robin")),
    "Dubov with a rating for all": replace(event(system="dubov"), players=(Player(1, "P1"),), unrated=1400),
    "teams": Tournament(
        teams=tuple(Team(one) for one in (1, 2)), team_event=True, planned_rounds=1, system="FIDE_TEAM_TYPEB_MP_GP"
    ),
    "nobody yet": event(0, 5, "round-robin"),
    "a Scheveningen match that cannot be": event(7, 3, "scheveningen"),
}  # fmt: skip


@pytest.mark.parametrize("name", FINE)
def test_what_is_by_the_rules(name: str) -> None:
    assert rookery.check_compliance(FINE[name]) == ()


def test_what_we_generate_is_by_the_rules() -> None:
    for system in ("dutch", "dubov", "burstein", "lim", "double-swiss", "team", "round-robin", "scheveningen"):
        for seed in range(3):
            made = rookery.generate(
                GeneratorSettings(system=system, acceleration="none" if system != "dutch" else "baku"), seed
            )
            assert rookery.check_compliance(made) == (), (system, seed)


def test_the_examples_are_by_the_rules() -> None:
    for path in sorted(EXAMPLES.glob("*.trf")):
        found = rookery.check_compliance(rookery.load(path).tournament)
        kinds = {one.kind for one in found}
        assert kinds <= {ComplianceKind.SYSTEM, ComplianceKind.EDITION, ComplianceKind.ROUNDS_NOT_DECLARED}, path


def test_several_at_once_in_order() -> None:
    odd = event(system="keizer", points=PointSystem(pab=7, adjourned=0))
    assert [one.kind.value for one in rookery.check_compliance(odd)] == ["system", "bye value", "adjourned"]


def test_it_pickles_compares_and_becomes_json() -> None:
    found = tuple(one for given, *_ in AGAINST.values() for one in rookery.check_compliance(given))
    assert pickle.loads(pickle.dumps(found)) == found
    data = as_data(found)
    assert json.loads(json.dumps(data)) == data
    assert as_data(ComplianceIssue(ComplianceKind.BYE_VALUE, "C.04.1 3", "", 7, (10, 5, 0))) == {
        "form": "objection",
        "version": 1,
        "kind": "bye value",
        "article": "C.04.1 3",
        "given": "",
        "value": "0.7",
        "expected": ["1", "0.5", "0"],
        "rounds": [],
        "who": [],
    }


def test_every_kind_has_a_case_and_a_sentence() -> None:
    assert {kind for _, kind, _ in AGAINST.values()} == {kind.value for kind in ComplianceKind}


def test_a_baku_group_that_was_written_down_is_still_bakus_after_numbers_have_changed() -> None:
    event = Tournament(
        players=tuple(Player(number, f"P{number}", 2500 - 50 * number) for number in range(1, 9)),
        system="FIDE_DUTCH_2026_BAKU",
        planned_rounds=5,
    )
    event = with_recorded_group_a(event.with_round(rookery.pair(event).round))
    moved = correct_ratings(event, {2: 1500}).tournament
    assert moved.acceleration
    assert ComplianceKind.ACCELERATION not in {one.kind for one in rookery.check_compliance(moved)}
    wrong = replace(moved, acceleration=(replace(moved.acceleration[0], points=7), *moved.acceleration[1:]))
    assert ComplianceKind.ACCELERATION in {one.kind for one in rookery.check_compliance(wrong)}
