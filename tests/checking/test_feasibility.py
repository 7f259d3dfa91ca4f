"""Whether the rounds that are left can be paired: every cause once, beside every sequence, as data and in words."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import (
    Bye,
    ByeKind,
    ForbiddenPair,
    Game,
    Match,
    Player,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    as_data,
)
from rookery.checking import feasibility as facts
from rookery.checking.feasibility import MAX_PARTICIPANTS, Feasibility, Possibility
from rookery.checking.text import describe_feasibility as told
from rookery.pairing.outcome import Cause
from support.exhaustive_feasibility import random_tournament
from sweeps import feasible as sweep

PAB = ByeKind.PAIRING_ALLOCATED


def field(size: int, planned: int | None, **more: object) -> Tournament:
    return Tournament(players=tuple(map(Player, range(1, size + 1))), planned_rounds=planned, **more)  # type: ignore[arg-type]


def away(player: int, *rounds: int, kind: ByeKind = ByeKind.ZERO) -> tuple[RequestedBye, ...]:
    return tuple(RequestedBye(round, player, kind) for round in rounds)


def played(*pairs: tuple[int, int], bye: int = 0, result: Result = Result.DRAW) -> Round:
    byes = (Bye(bye, PAB),) if bye else ()
    return Round(games=tuple(Game(white, black, result) for white, black in pairs), byes=byes)


@pytest.mark.slow
def test_beside_every_sequence() -> None:
    """A short run of `python tests/sweeps feasible`."""
    counted = Counter[str]()
    for seed in (897, *range(20_000, 20_150)):  # of two, who meet again
        assert list(sweep.wrong(random_tournament(seed), counted)) == []
    assert counted["yes"] > 60
    assert counted["no"] > 20


def test_what_was_played_can_be_paired() -> None:
    counted = Counter[str]()
    for seed in (3, 8, 144):  # in the last, two who did not play when they were paired meet later
        assert list(sweep.check_answers(seed, counted)) == []
    assert set(counted) == {"yes of what was played"}


# -- yes

FINE = {
    "a round robin without its table": field(8, 7),
    "odd": field(7, 7),
    "one alone has the bye": field(1, 1),
    "nobody": field(0, 3),
    "all rounds paired": field(2, 1, rounds=(played((1, 2)),)),
    "more rounds than planned": field(4, 1, rounds=(played((1, 2), (3, 4)), played((1, 3), (2, 4)))),
    "a forfeit may be repeated": field(2, 2, rounds=(played((1, 2), result=Result.DOUBLE_FORFEIT),)),
    "who is away does not wait": field(4, 4, requested_byes=(*away(4, 1), *away(3, 2), *away(2, 3), *away(1, 4))),
    "a ban that has ended": field(2, 2, rounds=(Round(),), forbidden_pairs=(ForbiddenPair((1, 2), 1, 1),)),
    "a large field": field(1000, 9),
    "a large field with byes": field(1001, 11, requested_byes=away(7, *range(1, 12)) + away(8, 3, kind=ByeKind.HALF)),
    "a tight field": field(40, 38, forbidden_pairs=(ForbiddenPair((1, 2)), ForbiddenPair((3, 4)))),
}


@pytest.mark.parametrize("name", FINE)
def test_yes(name: str) -> None:
    event = FINE[name]
    found = rookery.check_feasibility(event)
    assert (found.answer, found.causes, found.is_known) == (Possibility.YES, (), True)
    assert found.reached == found.last == event.planned_rounds
    assert found.first == event.next_round


# -- no, and why

SEVEN = field(7, 7, requested_byes=(*away(6, 3, 4),))
IMPOSSIBLE: dict[str, tuple[Tournament, int, tuple[facts.Obstacle, ...]]] = {
    "too many rounds": (
        field(6, 7),
        5,
        (facts.TooManyRounds(6, 7, 5),),
    ),
    "too few opponents": (
        field(6, 4, forbidden_pairs=(ForbiddenPair((1, 2)), ForbiddenPair((1, 3)))),
        3,
        (facts.TooFewOpponents(1, (1, 2, 3, 4), (4, 5, 6)),),
    ),
    "too few opponents, the bye counted": (
        field(5, 4, forbidden_pairs=(ForbiddenPair((1, 2)), ForbiddenPair((1, 3)))),
        3,
        (facts.TooFewOpponents(1, (1, 2, 3, 4), (4, 5), True),),
    ),
    "an open game counts as a meeting": (
        field(2, 2, rounds=(played((1, 2), result=Result.PENDING),)),
        1,
        (facts.TooManyRounds(2, 2, 1),),
    ),
    "nobody is left for the bye": (
        field(3, 2, rounds=(played((1, 2), bye=3),), requested_byes=away(1, 2)),
        2,
        (),
    ),
    "the bye has gone round": (
        field(3, 4, requested_byes=(*away(2, 2, 3, 4), *away(3, 2, 3, 4))),
        2,
        (facts.TooFewOpponents(1, (2, 3, 4), (), True), facts.TooFewForTheBye((2, 3, 4), (1,))),
    ),
    "claims": (
        SEVEN,
        6,
        (
            facts.TooManyClaims(6, (1, 2, 5, 6, 7), (1, 2, 3, 4, 5, 7)),
            facts.TooManyClaims(None, (1, 2, 5, 6, 7), (1, 2, 3, 4, 5, 7)),
        ),
    ),
    "four of a club among six": (
        field(6, 2, forbidden_pairs=(ForbiddenPair((1, 2, 3, 4)),)),
        0,
        (facts.NoLegalPairing((1, 2), Cause(((1,), (2,), (3,), (4,)), (5, 6))),),
    ),
    "teams: a match is one meeting": (
        Tournament(
            teams=tuple(Team(one, players=(one,)) for one in (1, 2)),
            players=tuple(map(Player, (1, 2))),
            team_event=True,
            planned_rounds=2,
            system="FIDE_TEAM",
            rounds=(Round(matches=(Match(1, 2, (Game(1, 2, Result.DRAW),)),)),),
        ),
        1,
        (facts.TooManyRounds(2, 2, 1),),
    ),
    "a table is as long as it is": (
        field(6, 6, system="round-robin"),
        5,
        (facts.TableTooShort(6, 5, "C.05"),),
    ),
    "a table asks nobody": (
        field(4, 3, system="round-robin", forbidden_pairs=(ForbiddenPair((1, 4)),)),
        0,
        (facts.GivenMeeting(1, (1, 4)),),
    ),
    "a knock-out ends": (field(8, 4, system="knockout"), 3, (facts.TableTooShort(4, 3),)),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_no(name: str, snapshot: SnapshotAssertion) -> None:
    event, reached, causes = IMPOSSIBLE[name]
    found = rookery.check_feasibility(event)
    assert found.causes == causes
    assert found.answer is (Possibility.NO if causes else Possibility.YES)
    assert found.reached == reached
    assert list(told(found, lambda one: f"P{one}")) == snapshot


def test_not_in_sequence(snapshot: SnapshotAssertion) -> None:
    """Two triangles and one edge between them: either round is possible, and both need that edge."""
    apart = tuple(ForbiddenPair((a, b)) for a in (1, 2, 3) for b in (4, 5, 6) if (a, b) != (1, 4))
    found = rookery.check_feasibility(field(6, 2, forbidden_pairs=apart))
    assert (found.answer, found.reached, found.causes) == (Possibility.NO, 1, (facts.NotAllTogether((1, 2)),))
    assert list(told(found)) == snapshot


def test_no_more_rounds_are_named_than_it_takes() -> None:
    """Two fields of five and one pair between them: two rounds are enough to see it, and three are planned."""
    fives = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    apart = tuple(ForbiddenPair((a, b)) for a in fives[0] for b in fives[1] if (a, b) != (1, 6))
    found = rookery.check_feasibility(field(10, 3, forbidden_pairs=apart))
    assert (found.answer, found.reached, found.causes) == (Possibility.NO, 1, (facts.NotAllTogether((1, 2)),))


def test_a_full_point_bye_to_come_bars_from_the_bye_after_it() -> None:
    """C.04.1 4: who will have had a win's worth without a game may not have the allocated bye then."""
    base = field(2, 3, rounds=(played((1, 2)),))
    half = replace(base, requested_byes=(*away(1, 2, kind=ByeKind.HALF), *away(2, 3)))
    full = replace(base, requested_byes=(*away(1, 2, kind=ByeKind.FULL), *away(2, 3)))
    assert rookery.check_feasibility(half).answer is Possibility.YES
    found = rookery.check_feasibility(full)
    assert (found.answer, found.reached) == (Possibility.NO, 2)
    assert facts.TooFewForTheBye((3,), ()) in found.causes


# -- not known

UNKNOWN = {
    "rounds": (field(6, None), facts.RoundsNotAnnounced()),
    "keizer": (
        field(6, 30, system="keizer"),
        facts.OwnRules("keizer"),
    ),
    "knockout": (
        field(8, 3, system="knockout", forbidden_pairs=(ForbiddenPair((1, 2)),)),
        facts.ResultsDecide(),
    ),
    "by hand": (
        field(6, 5, system="round-robin", rounds=(played((1, 2), (3, 4), (5, 6)),)),
        facts.PairedByHand(),
    ),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_not_known(name: str, snapshot: SnapshotAssertion) -> None:
    event, cause = UNKNOWN[name]
    found = rookery.check_feasibility(event)
    assert (found.answer, found.causes, found.is_known) == (Possibility.NOT_KNOWN, (cause,), False)
    assert list(told(found)) == snapshot


def test_a_field_without_a_graph() -> None:
    """So many that everybody's opponents would fill the memory: clear at once, or not known."""
    size = MAX_PARTICIPANTS + 1
    huge = field(size, 9, requested_byes=away(5, 2, kind=ByeKind.HALF))
    assert rookery.check_feasibility(huge).answer is Possibility.YES
    found = rookery.check_feasibility(replace(huge, forbidden_pairs=(ForbiddenPair(tuple(range(1, size // 2 + 9))),)))
    assert (found.answer, found.causes) == (Possibility.NOT_KNOWN, (facts.TooMuchToTry(tuple(range(1, 10))),))


def test_too_much_to_try(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    monkeypatch.setattr("rookery.matching.disjoint_matchings.BACKTRACKING_STEPS", 10)
    monkeypatch.setattr("rookery.matching.disjoint_matchings.CLIMBING_STEPS", 10)
    found = rookery.check_feasibility(field(12, 10, forbidden_pairs=(ForbiddenPair((1, 2)),)))
    assert found == Feasibility(Possibility.NOT_KNOWN, 1, 10, None, (facts.TooMuchToTry(tuple(range(1, 11))),))
    assert next(told(found)) == snapshot


def test_tables_that_can_be_played() -> None:
    for system, size in (("round-robin", 7), ("double-round-robin", 4), ("scheveningen", 6), ("knockout", 9)):
        found = rookery.check_feasibility(field(size, None, system=system))
        assert (found.answer, found.causes) == (Possibility.YES, ()), system


# -- as data


def test_it_pickles_compares_and_becomes_json() -> None:
    for event, *_ in IMPOSSIBLE.values():
        found = rookery.check_feasibility(event)
        assert pickle.loads(pickle.dumps(found)) == found
        data = as_data(found)
        assert json.loads(json.dumps(data)) == data
    assert as_data(rookery.check_feasibility(field(6, 7))) == {
        "form": "feasibility",
        "version": 1,
        "answer": "no",
        "known": True,
        "first": 1,
        "last": 7,
        "reached": 5,
        "causes": [{"fact": "TooManyRounds", "participants": 6, "planned": 7, "most": 5, "article": "C.04.1 2"}],
    }


def test_every_cause_has_its_sentence() -> None:
    from typing import get_args

    from rookery.checking.text import _CAUSE_SENTENCES

    assert set(get_args(facts.Obstacle)) == set(_CAUSE_SENTENCES)


def test_what_is_on_record_of_others_is_not_in_the_way_of_byes() -> None:
    """A seat kept for one, or an expulsion, does not stop the pairing when another has asked for a bye."""
    away = (RequestedBye(2, 5, ByeKind.FULL),)
    six = replace(field(6, 3), requested_byes=away).seat(3, board=1)
    played = six.with_round(rookery.pair(six).round).expel(6, "a telephone")
    for event in (six, played):
        assert rookery.check_feasibility(event).answer is Possibility.YES
