"""Whether the rounds that are left can be paired: every cause once, beside every sequence, as data and in words."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from dataclasses import replace

import pytest

import rookery
from rookery import Bye, ByeKind, Forbidden, Game, Match, Player, RequestedBye, Result, Round, Team, Tournament, as_data
from rookery.checking import feasibility as facts
from rookery.checking.feasibility import Feasibility, Possibility
from rookery.checking.feasible import MOST
from rookery.checking.told import feasibility as told
from rookery.pairing.outcome import Cause
from support.every_sequence import drawn
from sweeps import feasible as sweep

PAB = ByeKind.PAIRING_ALLOCATED


def field(size: int, planned: int | None, **more: object) -> Tournament:
    return Tournament(players=tuple(map(Player, range(1, size + 1))), planned=planned, **more)  # type: ignore[arg-type]


def away(player: int, *rounds: int, kind: ByeKind = ByeKind.ZERO) -> tuple[RequestedBye, ...]:
    return tuple(RequestedBye(round, player, kind) for round in rounds)


def played(*pairs: tuple[int, int], bye: int = 0, result: Result = Result.DRAW) -> Round:
    byes = (Bye(bye, PAB),) if bye else ()
    return Round(games=tuple(Game(white, black, result) for white, black in pairs), byes=byes)


def test_beside_every_sequence() -> None:
    """A short run of `python tests/sweeps feasible`."""
    counted = Counter[str]()
    for seed in (897, *range(20_000, 20_150)):  # of two, who meet again
        assert list(sweep.wrong(drawn(seed), counted)) == []
    assert counted["yes"] > 60
    assert counted["no"] > 20


def test_what_was_played_can_be_paired() -> None:
    counted = Counter[str]()
    for seed in (3, 8, 144):  # in the last, two who did not play when they were paired meet later
        assert list(sweep.played(seed, counted)) == []
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
    "who is away does not wait": field(4, 4, requested=(*away(4, 1), *away(3, 2), *away(2, 3), *away(1, 4))),
    "a ban that has ended": field(2, 2, rounds=(Round(),), forbidden=(Forbidden((1, 2), 1, 1),)),
    "a large field": field(1000, 9),
    "a large field with byes": field(1001, 11, requested=away(7, *range(1, 12)) + away(8, 3, kind=ByeKind.HALF)),
    "a tight field": field(40, 38, forbidden=(Forbidden((1, 2)), Forbidden((3, 4)))),
}


@pytest.mark.parametrize("name", FINE)
def test_yes(name: str) -> None:
    event = FINE[name]
    found = rookery.feasible(event)
    assert (found.answer, found.causes, found.known) == (Possibility.YES, (), True)
    assert found.reached == found.last == event.planned
    assert found.first == event.next_round


# -- no, and why

SEVEN = field(7, 7, requested=(*away(6, 3, 4),))
IMPOSSIBLE: dict[str, tuple[Tournament, int, tuple[facts.Obstacle, ...], str]] = {
    "too many rounds": (
        field(6, 7),
        5,
        (facts.TooManyRounds(6, 7, 5),),
        "After round 5 nobody has enough opponents left for 7 rounds. (C.04.1 2)",
    ),
    "too few opponents": (
        field(6, 4, forbidden=(Forbidden((1, 2)), Forbidden((1, 3)))),
        3,
        (facts.TooFewOpponents(1, (1, 2, 3, 4), (4, 5, 6)),),
        "P1 is to be paired in rounds 1 to 4 and may meet only P4, P5 and P6, which is too few. (C.04.1 2)",
    ),
    "too few opponents, the bye counted": (
        field(5, 4, forbidden=(Forbidden((1, 2)), Forbidden((1, 3)))),
        3,
        (facts.TooFewOpponents(1, (1, 2, 3, 4), (4, 5), True),),
        "P1 is to be paired in rounds 1 to 4 and may meet only P4 and P5, which is too few even with the bye"
        ". (C.04.1 2)",
    ),
    "an open game counts as a meeting": (
        field(2, 2, rounds=(played((1, 2), result=Result.PENDING),)),
        1,
        (facts.TooManyRounds(2, 2, 1),),
        "After round 1 nobody has enough opponents left for 2 rounds. (C.04.1 2)",
    ),
    "nobody is left for the bye": (
        field(3, 2, rounds=(played((1, 2), bye=3),), requested=away(1, 2)),
        2,
        (),
        "",
    ),
    "the bye has gone round": (
        field(3, 4, requested=(*away(2, 2, 3, 4), *away(3, 2, 3, 4))),
        2,
        (facts.TooFewOpponents(1, (2, 3, 4), (), True), facts.TooFewForTheBye((2, 3, 4), (1,))),
        "In rounds 2 to 4 the number to be paired is odd, and only P1 may still have the bye. (C.04.1 4)",
    ),
    "claims": (
        SEVEN,
        6,
        (
            facts.TooManyClaims(6, (1, 2, 5, 6, 7), (1, 2, 3, 4, 5, 7)),
            facts.TooManyClaims(None, (1, 2, 5, 6, 7), (1, 2, 3, 4, 5, 7)),
        ),
        "Each of P1, P2, P3, P4, P5 and P7 has nobody to spare and must have the bye, but there is one in rounds"
        " 1, 2, 5, 6 and 7 only. (C.04.1 2)",
    ),
    "four of a club among six": (
        field(6, 2, forbidden=(Forbidden((1, 2, 3, 4)),)),
        0,
        (facts.NoLegalPairing((1, 2), Cause(((1,), (2,), (3,), (4,)), (5, 6))),),
        "Rounds 1 and 2 cannot be paired: P1, P2, P3 and P4 may meet nobody but P5 and P6. (C.04.1 2)",
    ),
    "teams: a match is one meeting": (
        Tournament(
            teams=tuple(Team(one, players=(one,)) for one in (1, 2)),
            players=tuple(map(Player, (1, 2))),
            team_event=True,
            planned=2,
            system="FIDE_TEAM",
            rounds=(Round(matches=(Match(1, 2, (Game(1, 2, Result.DRAW),)),)),),
        ),
        1,
        (facts.TooManyRounds(2, 2, 1),),
        "",
    ),
    "a table is as long as it is": (
        field(6, 6, system="round-robin"),
        5,
        (facts.TableTooShort(6, 5, "C.05"),),
        "6 rounds are planned, and with this field there are 5. (C.05)",
    ),
    "a table asks nobody": (
        field(4, 3, system="round-robin", forbidden=(Forbidden((1, 4)),)),
        0,
        (facts.GivenMeeting(1, (1, 4)),),
        "The table has P1 and P4 meet in round 1, which is forbidden. (C.05)",
    ),
    "a knock-out ends": (field(8, 4, system="knockout"), 3, (facts.TableTooShort(4, 3),), ""),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_no(name: str) -> None:
    event, reached, causes, sentence = IMPOSSIBLE[name]
    found = rookery.feasible(event)
    assert found.causes == causes
    assert found.answer is (Possibility.NO if causes else Possibility.YES)
    assert found.reached == reached
    assert not sentence or sentence in list(told(found, lambda one: f"P{one}"))


def test_not_one_after_the_other() -> None:
    """Two triangles and one edge between them: either round is possible, and both need that edge."""
    apart = tuple(Forbidden((a, b)) for a in (1, 2, 3) for b in (4, 5, 6) if (a, b) != (1, 4))
    found = rookery.feasible(field(6, 2, forbidden=apart))
    assert (found.answer, found.reached, found.causes) == (Possibility.NO, 1, (facts.NotAllTogether((1, 2)),))
    assert list(told(found)) == [
        "Rounds 1 and 2 cannot all be paired: no further than round 1.",
        "Each of rounds 1 and 2 could be paired, but not one after the other. (C.04.1 2)",
    ]


def test_no_more_rounds_are_named_than_it_takes() -> None:
    """Two fields of five and one pair between them: two rounds are enough to see it, and three are planned."""
    fives = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    apart = tuple(Forbidden((a, b)) for a in fives[0] for b in fives[1] if (a, b) != (1, 6))
    found = rookery.feasible(field(10, 3, forbidden=apart))
    assert (found.answer, found.reached, found.causes) == (Possibility.NO, 1, (facts.NotAllTogether((1, 2)),))


def test_a_full_point_bye_to_come_bars_from_the_bye_after_it() -> None:
    """C.04.1 4: who will have had a win's worth without a game may not have the allocated bye then."""
    base = field(2, 3, rounds=(played((1, 2)),))
    half = replace(base, requested=(*away(1, 2, kind=ByeKind.HALF), *away(2, 3)))
    full = replace(base, requested=(*away(1, 2, kind=ByeKind.FULL), *away(2, 3)))
    assert rookery.feasible(half).answer is Possibility.YES
    found = rookery.feasible(full)
    assert (found.answer, found.reached) == (Possibility.NO, 2)
    assert facts.TooFewForTheBye((3,), ()) in found.causes


# -- not known

UNKNOWN = {
    "rounds": (field(6, None), facts.RoundsNotAnnounced(), "The number of rounds is not announced. (C.04.1 1)"),
    "keizer": (
        field(6, 30, system="keizer"),
        facts.OwnRules("keizer"),
        "This format lets people meet again, so that there is nothing to run out of.",
    ),
    "knockout": (
        field(8, 3, system="knockout", forbidden=(Forbidden((1, 2)),)),
        facts.ResultsDecide(),
        "Results decide whether two meet who are forbidden to.",
    ),
    "by hand": (
        field(6, 5, system="round-robin", rounds=(played((1, 2), (3, 4), (5, 6)),)),
        facts.PairedByHand(),
        "The rounds so far are not those of the table. (C.05)",
    ),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_not_known(name: str) -> None:
    event, cause, sentence = UNKNOWN[name]
    found = rookery.feasible(event)
    assert (found.answer, found.causes, found.known) == (Possibility.NOT_KNOWN, (cause,), False)
    assert list(told(found))[1:] == [sentence]


def test_a_field_of_which_no_graph_is_made() -> None:
    """So many that everybody's opponents would fill the memory: clear at once, or not known."""
    size = MOST + 1
    huge = field(size, 9, requested=away(5, 2, kind=ByeKind.HALF))
    assert rookery.feasible(huge).answer is Possibility.YES
    found = rookery.feasible(replace(huge, forbidden=(Forbidden(tuple(range(1, size // 2 + 9))),)))
    assert (found.answer, found.causes) == (Possibility.NOT_KNOWN, (facts.TooMuchToTry(tuple(range(1, 10))),))


def test_too_much_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.faces.families.STEPS", 10)
    monkeypatch.setattr("rookery.faces.families.HEIGHT", 10)
    found = rookery.feasible(field(12, 10, forbidden=(Forbidden((1, 2)),)))
    assert found == Feasibility(Possibility.NOT_KNOWN, 1, 10, None, (facts.TooMuchToTry(tuple(range(1, 11))),))
    assert next(told(found)) == "It is not known whether rounds 1 to 10 can all be paired."


def test_tables_that_can_be_played() -> None:
    for system, size in (("round-robin", 7), ("double-round-robin", 4), ("scheveningen", 6), ("knockout", 9)):
        found = rookery.feasible(field(size, None, system=system))
        assert (found.answer, found.causes) == (Possibility.YES, ()), system


# -- as data


def test_it_pickles_compares_and_becomes_json() -> None:
    for event, *_ in IMPOSSIBLE.values():
        found = rookery.feasible(event)
        assert pickle.loads(pickle.dumps(found)) == found
        data = as_data(found)
        assert json.loads(json.dumps(data)) == data
    assert as_data(rookery.feasible(field(6, 7))) == {
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

    from rookery.checking.told import _SAID

    assert set(get_args(facts.Obstacle)) == set(_SAID)


def test_what_is_on_record_of_others_is_not_in_the_way_of_byes() -> None:
    """A seat kept for one, or an expulsion, does not stop the pairing when another has asked for a bye."""
    away = (RequestedBye(2, 5, ByeKind.FULL),)
    six = replace(field(6, 3), requested=away).seat(3, board=1)
    played = six.with_round(rookery.pair(six).round).expel(6, "a telephone")
    for event in (six, played):
        assert rookery.feasible(event).answer is Possibility.YES
