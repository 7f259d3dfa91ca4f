"""Arguments of another type: a TypeError that names the function, the argument and what it takes."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Game, Player, Result, Round, RuleError, Team, Tournament, UnsupportedError

EVENT: Any = Tournament(
    players=tuple(map(Player, range(1, 5))),
    rounds=(Round((Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))),),
    planned_rounds=3,
)
CALLS = {
    "pair-system": lambda: rookery.pair(EVENT, 4),  # type: ignore[arg-type]
    "pair-system-list": lambda: rookery.pair(EVENT, ["dutch"]),  # type: ignore[arg-type]
    "pair-round": lambda: rookery.pair(EVENT, round="2"),  # type: ignore[arg-type]
    "pair-bye": lambda: rookery.pair(EVENT, bye="2"),  # type: ignore[arg-type]
    "pair-unrated": lambda: rookery.pair(EVENT, unrated="1400"),  # type: ignore[arg-type]
    "pair-fixed": lambda: rookery.pair(EVENT, fixed=[1, 2]),  # type: ignore[list-item]
    "pair-fixed-texts": lambda: rookery.pair(EVENT, fixed=[("1", "2")]),  # type: ignore[list-item]
    "pair-fixed-number": lambda: rookery.pair(EVENT, fixed=1),  # type: ignore[arg-type]
    "pair-through": lambda: rookery.pair(EVENT, through=["1"]),  # type: ignore[list-item]
    "explain": lambda: rookery.pair(EVENT).explain("1"),  # type: ignore[arg-type]
    "why-not": lambda: rookery.pair(EVENT).why_not(1, "2"),  # type: ignore[arg-type]
    "check-rounds": lambda: rookery.check(EVENT, 1),  # type: ignore[arg-type]
    "check-round": lambda: rookery.check(EVENT, ["1"]),  # type: ignore[list-item]
    "check-system": lambda: rookery.check(EVENT, system=1),  # type: ignore[arg-type]
    "standings-after": lambda: rookery.standings(EVENT, after="1"),  # type: ignore[arg-type]
    "standings-row": lambda: rookery.standings(EVENT).row("1"),  # type: ignore[arg-type]
    "standings-working": lambda: rookery.standings(EVENT, ["BH"]).working(1, 1.5),  # type: ignore[arg-type]
    "standings-tiebreaks": lambda: rookery.standings(EVENT, 3),  # type: ignore[arg-type]
    "rate-kind": lambda: rookery.rate(EVENT, kind=4),  # type: ignore[arg-type]
    "rate-on": lambda: rookery.rate(EVENT, on="2026-03-01"),  # type: ignore[arg-type]
    "rate-ratings": lambda: rookery.rate(EVENT, ratings=[2000]),  # type: ignore[arg-type]
    "rate-k": lambda: rookery.rate(EVENT, k=20),  # type: ignore[arg-type]
    "rate-rules": lambda: rookery.rate(EVENT, rules=4),  # type: ignore[arg-type]
    "norms-player": lambda: rookery.norms(EVENT, player="1"),  # type: ignore[arg-type]
    "norms-title": lambda: rookery.norms(EVENT, title=4),  # type: ignore[arg-type]
    "generate-settings": lambda: rookery.generate("4"),  # type: ignore[arg-type]
    "boards-round": lambda: rookery.boards(EVENT, "1"),  # type: ignore[arg-type]
    "boards-tournament": lambda: rookery.boards("a.trf", 1),  # type: ignore[arg-type]
    "board-numbers-round": lambda: rookery.board_numbers(EVENT, "1"),  # type: ignore[arg-type]
    "enter-round": lambda: rookery.enter(EVENT, "1", 1, "1-0"),  # type: ignore[arg-type]
    "enter-board": lambda: rookery.enter(EVENT, 1, "1", "1-0"),  # type: ignore[arg-type]
    "enter-match": lambda: rookery.enter(EVENT, 1, (1, "2"), "1-0"),  # type: ignore[arg-type]
    "enter-result": lambda: rookery.enter(EVENT, 1, 1, 1.0),  # type: ignore[arg-type]
    "with-result-round": lambda: EVENT.with_result("1", 1, 3, "1-0"),
    "with-result-white": lambda: EVENT.with_result(1, "1", 3, "1-0"),
    "with-result-result": lambda: EVENT.with_result(1, 1, 3, 1),
    "withdraw-player": lambda: EVENT.withdraw("1"),
    "withdraw-first": lambda: EVENT.withdraw(1, "2"),
    "expel-player": lambda: EVENT.expel("1"),
    "seat-player": lambda: EVENT.seat("1", board=2),
    "dumps-format": lambda: rookery.dumps(EVENT, 26),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_argument_of_another_type(call: Any, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == snapshot


def test_a_check_is_true_when_everything_agrees() -> None:
    assert rookery.check(rookery.generate(rookery.GeneratorSettings(players=8, rounds=3), seed=1))
    wrong = Tournament(players=EVENT.players, rounds=(Round((Game(1, 2), Game(3, 4))),), planned_rounds=3)
    report = rookery.check(wrong)
    assert (bool(report), report.agree) == (False, False)


def test_a_team_system_says_that_team_event_is_missing(snapshot: SnapshotAssertion) -> None:
    teams = (Team(1, "A", (1, 2)), Team(2, "B", (3, 4)))
    of_players = (Round((Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW))),)
    event = Tournament(players=EVENT.players, teams=teams, rounds=of_players, system="team")
    with pytest.raises(RuleError) as caught:
        rookery.pair(event)
    assert str(caught.value) == snapshot
    whole = Tournament(players=EVENT.players, teams=teams, system="team", team_event=True)
    assert rookery.pair(whole).pairs == ((1, 2),)
    assert rookery.pair(Tournament(players=EVENT.players, teams=teams, system="team")).pairs == ((1, 2),)
    with pytest.raises(RuleError) as caught:
        rookery.pair(Tournament(players=EVENT.players, system="team"))
    assert str(caught.value) == snapshot


def test_no_players_to_pair(snapshot: SnapshotAssertion) -> None:
    for event in (Tournament(), Tournament(system="team", team_event=True), Tournament(system="round-robin")):
        with pytest.raises(RuleError) as caught:
            rookery.pair(event)
        assert str(caught.value) == snapshot


@pytest.mark.parametrize("name", ["xml", "TRF16", "JSON", ""])
def test_a_format_that_no_file_has(name: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UnsupportedError) as caught:
        rookery.dumps(EVENT, name)
    assert str(caught.value) == snapshot
