"""Positions with explanations that were once false: their text now, and its proof."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Colour, ForbiddenPair, Game, Player, Result, Round, Tournament
from rookery.pairing.explain import facts as facts
from rookery.pairing.outcome import Pairing

NOR = """\
012 random 2204
042 2026/05/01
052 2026/05/09
062 6
092 Individual: Swiss-System
142 4
152 B
192 FIDE_DUTCH_2026
001    1      Player001, Test                   2487                             1.5    1     4 b =     6 w 1
001    2      Player002, Test                   2485                             1.0    2     5 w 0     3 b 1
001    3      Player003, Test                   2477                             0.5    3     6 b =     2 w 0
001    4      Player004, Test                   2472                             1.5    4     1 w =     5 b 1
001    5      Player005, Test                   2464                             1.0    5     2 b 1     4 w 0
001    6      Player006, Test                   2455                             0.5    6     3 w =     1 b 0
"""

ORDER = """\
012 random 2080
042 2026/05/01
052 2026/05/09
062 6
092 Individual: Swiss-System
142 5
152 B
192 FIDE_DUTCH_2026
001    1      Player001, Test                   2487                             1.0    1     4 b 1
001    2      Player002, Test                   2482                             0.0    2     5 w 0
001    3      Player003, Test                   2476                             0.0    3     6 b 0
001    4      Player004, Test                   2470                             0.0    4     1 w 0
001    5      Player005, Test                   2464                             1.0    5     2 b 1
001    6      Player006, Test                   2455                             1.0    6     3 w 1
"""

AHEAD = """\
012 random 1000
042 2026/05/01
052 2026/05/09
062 9
092 Individual: Swiss-System
142 4
152 B
192 FIDE_DUTCH_2026
001    1      Player001, Test                   2491                             0.0    1     6 b 0     8 w 0
001    2      Player002, Test                   2486                             0.5    2     7 w 0  0000 - H
001    3      Player003, Test                   2476                             1.0    3  0000 - Z     4 b +
001    4      Player004, Test                   2471                             0.0    4  0000 - Z     3 w -
001    5      Player005, Test                   2461                             1.0    5     8 b 0  0000 - U
001    6      Player006, Test                   2455                             1.5    6     1 w 1     9 b 0  0000 - H
001    7      Player007, Test                   2450                             1.0    7     2 b 1  0000 - Z
001    8      Player008, Test                   2443                             2.0    8     5 w 1     1 b 1
001    9      Player009, Test                   2432                             2.0    9  0000 - U     6 w 1
240 H   3    6
"""

ABOVE = """\
012 random 1373
042 2026/05/01
052 2026/05/09
062 6
092 Individual: Swiss-System
142 4
152 W
192 FIDE_DUTCH_2026
001    1      Player001, Test                   2491                             0.5    1     4 w =     2 b 0
001    2      Player002, Test                   2485                             1.0    2     5 b 0     1 w 1
001    3      Player003, Test                   2475                             1.5    3     6 w 1     5 b =
001    4      Player004, Test                   2468                             1.5    4     1 b =     6 w 1
001    5      Player005, Test                   2461                             1.5    5     2 w 1     3 w =
001    6      Player006, Test                   2457                             0.0    6     3 b 0     4 b 0
"""


def paired(text: str) -> Pairing:
    return rookery.pair(rookery.loads(text.encode()).tournament)


def explain_briefly(outcome: Pairing, one: int) -> str:
    return str(outcome.explain(one)).replace("Player00", "P").replace(", Test", "")


def test_a_lost_criterion_is_not_called_impossible(snapshot: SnapshotAssertion) -> None:
    """4 could have met 2 in the group of 1 point, at the expense of colours."""
    outcome = paired(NOR)
    assert explain_briefly(outcome, 4) == snapshot
    stay = [reason.fact for reason in outcome.explain(4).reasons if isinstance(reason.fact, facts.Worse)]
    assert [(fact.condition.kind, fact.ours.code) for fact in stay] == [(facts.ConditionKind.STAY, "C12")]


def test_both_players_of_a_pair_get_the_same_answer(snapshot: SnapshotAssertion) -> None:
    """That 1 meets 6 and not 5 is a matter of colours for 1; without this pair the halves would have to change."""
    outcome = paired(ORDER)
    assert explain_briefly(outcome, 1) == snapshot
    assert explain_briefly(outcome, 6) == snapshot


def test_a_look_ahead_is_described_by_players(snapshot: SnapshotAssertion) -> None:
    fact = paired(AHEAD).why_not(1, 7).reasons[-1].fact
    assert isinstance(fact, facts.AheadWorse)
    assert (fact.next, fact.floaters, fact.instead) == (5, 0, 2)
    assert str(paired(AHEAD).why_not(1, 7)) == snapshot


def test_a_loss_of_data_is_reported_at_its_place() -> None:
    """The wish leaves the group above as it is."""
    fact = paired(ABOVE).why_not(2, 6).reasons[-1].fact
    assert isinstance(fact, facts.Worse)
    assert (fact.bracket.score, fact.ours.code) == (10, "C6")
    assert [(named.participants, named.number) for named in fact.instead] == [((3,), 15), ((2,), 10)]


def test_the_bye_of_a_team_goes_by_its_rules(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(rookery.load("examples/team-swiss.trf").tournament)
    assert str(outcome.why_not(3)) == snapshot
    first, second = (reason.fact for reason in outcome.why_not(6, 4).reasons)
    assert isinstance(first, facts.ByeBound)
    assert first.participant == 4
    assert isinstance(second, facts.Worse)
    assert second.ours.kind == "bye"


def event(*rounds: Round, **more: object) -> Tournament:
    players = tuple(Player(i, name) for i, name in enumerate(("Ada", "Ben", "Cy", "Dora"), 1))
    return Tournament(players=players, planned_rounds=5, rounds=rounds, **more)  # type: ignore[arg-type]


def test_a_pair_that_breaks_two_rules_reports_both(snapshot: SnapshotAssertion) -> None:
    """Not the same reason twice, under two articles."""
    met = Round(games=(Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW)))
    outcome = rookery.pair(event(met, forbidden_pairs=(ForbiddenPair((1, 2)),)))
    first, second = outcome.why_not(1, 2).reasons
    assert isinstance(first.fact, facts.Illegal)
    assert isinstance(second.fact, facts.Illegal)
    assert (first.fact.met_in, second.fact.met_in) == (1, None)
    assert [str(first), str(second)] == snapshot


def test_a_forfeited_game_was_no_meeting(snapshot: SnapshotAssertion) -> None:
    forfeit = Round(games=(Game(1, 3, Result.WHITE_BY_FORFEIT), Game(4, 2, Result.WHITE_BY_FORFEIT)))
    outcome = rookery.pair(event(forfeit, forbidden_pairs=(ForbiddenPair((1, 2)), ForbiddenPair((1, 4)))))
    assert facts.PairedBefore(1, 3, 1) in [reason.fact for reason in outcome.explain(1).reasons]
    assert str(outcome.explain(1)) == snapshot


def test_a_third_colour_in_a_row_is_reported(snapshot: SnapshotAssertion) -> None:
    lim = rookery.pair(rookery.load("examples/complaints/lim.trf").tournament, round=5)
    third = [reason for reason in lim.explain(8).reasons if isinstance(reason.fact, facts.ThirdTime)]
    assert [reason.fact for reason in third] == [facts.ThirdTime(8, Colour.BLACK, last=True)]
    assert [reason.text for reason in third] == snapshot
