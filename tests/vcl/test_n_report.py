"""Cluster N from outside: the file holds what happened, and Chess960 has its positions."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import rookery
from rookery.model import ByeKind, Result
from rookery.tournaments.command import Command
from rookery.tournaments.domain.byes import AskBye, BarHalfByes, Expel, Withdraw
from rookery.tournaments.domain.lifecycle import AddRemark, SetHead
from rookery.tournaments.domain.manual_pairing import Swap
from rookery.tournaments.domain.numbers import ExchangeNumbers
from rookery.tournaments.domain.pairing_constraints import ForbidPair
from rookery.tournaments.domain.results import AdjustPoints, CorrectReport, EnterResult
from rookery.tournaments.domain.rounds import DrawPosition, PairRound
from rookery.tournaments.domain.rules import LeaveMode, SetRules
from rookery.tournaments.domain.tie_resolution import DrawOrder, EnterValue, SetOrder
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import Choices, TournamentRules
from support.http_event import FIELD, Event, event

PEOPLE = (*FIELD[:6], Facts("Gil", 2000), Facts("Hal", 2000), Facts("Ivo", 1900), Facts("Jan", 1800))


def whatever(made: Event, wanted: Command) -> None:
    """Do it, whatever is asked."""
    answer = made.visitor.wish("open", wanted)
    if answer.status_code == 409:
        made.do(wanted, *{one["code"] for one in answer.json()["warnings"]})
    else:
        assert answer.status_code == 200, answer.text


def test_events_are_read_back_from_the_final_file(tmp_path: Path) -> None:
    choices = Choices(chess960=True, last_half_bye=2)
    laws = TournamentRules(system="dutch", rounds=4, ranking=("PTS", "BH", "SB", "OTHER_X"), choices=choices)
    with event(tmp_path, laws, PEOPLE) as made:
        whatever(made, SetHead({"city": "Hay", "federation": "ENG"}))
        whatever(made, ForbidPair((made.key(1), made.key(2))))
        whatever(made, AskBye(made.key(10), (2,), ByeKind.HALF))
        whatever(made, BarHalfByes(made.key(1)))
        whatever(made, DrawPosition(1))
        whatever(made, AskBye(made.key(9), (3,), ByeKind.FULL))
        made.rounds(1)
        whatever(made, ExchangeNumbers(made.key(7), made.key(8)))
        made.do(PairRound())
        pair = made.tournament.rounds[-1].pairs[0]
        whatever(made, Swap(made.key(pair[0]), made.key(pair[1])))
        made.play()
        whatever(made, SetRules({"ranking": ["PTS", "BH/C1", "OTHER_X"]}))
        whatever(made, Withdraw(made.key(10)))
        made.do(PairRound())
        game = made.tournament.rounds[2].games[0]
        made.enter(3, game.white, game.black, Result.ADJOURNED)
        made.play()
        whatever(made, Expel(made.key(9), "a telephone"))
        whatever(made, PairRound())
        made.play()
        whatever(made, EnterResult(3, made.key(game.white), made.key(game.black), Result.WHITE_WINS))
        one = made.tournament.rounds[0].games[0]
        whatever(made, CorrectReport(1, made.key(one.white), made.key(one.black), Result.DRAW))
        whatever(made, AdjustPoints((made.key(5),), -5, why="late"))
        whatever(made, AddRemark("the lights went out", 2))
        whatever(made, EnterValue("OTHER_X", made.key(3), "5/2"))
        whatever(made, DrawOrder(4))
        rows = rookery.standings(made.tournament).rows
        level = [(one.id, other.id) for one, other in pairwise(rows) if one.rank == other.rank]
        whatever(made, SetOrder(4, tuple(tuple(made.key(one) for one in both[::-1]) for both in level[:1])))
        by_hand = " ".join(map(str, level[0][::-1])) if level else ""
        whatever(made, LeaveMode("a friendly"))
        file = made.file(final=True)
    heads = ("012 Tea Party", "022 Hay", "032 ENG", "260 ", "0000 - F", "### TPN", "### MPA @ Round 2",
             "### Tie-breaks", "### FPB", "### Expelled", "### Adjournment @ Round 3",
             "### Rating correction @ Round 1",
             "### Points @ Round", "### No half-point byes: 1 ", "### Chess960 @ Round 1: start position ",
             "### Half-point byes: until round 2", "### Value OTHER_X: 3 5/2", "### Lots @ Round 4: ",
             *([f"### Order by hand @ Round 4: {by_hand}"] if by_hand else []),
             "299 ", "the lights went out", "### FIDE mode exited")  # fmt: skip
    assert [head for head in heads if head not in file] == []
    reading = rookery.loads(file)
    assert not [problem for problem in reading.problems if problem.severity is rookery.Severity.ERROR]
    assert rookery.check(reading.tournament).rounds


def test_chess960_draws_a_position_for_a_round_once(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        assert made.visitor.wish("open", DrawPosition(1)).status_code == 422
        made.do(SetRules({"choices": {"chess960": True}}))
        made.do(DrawPosition(1))
        assert 0 <= made.state.positions[1] < 960
        assert made.visitor.wish("open", DrawPosition(1)).status_code == 422
        made.do(PairRound())
        assert str(made.state.positions[1]) in made.page("/round/1")
