"""Why two players do not meet in predetermined and ranked rounds; and nothing before round 1."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import ForbiddenPair, Player, Tournament
from rookery.pairing.explain import facts as facts


def event(system: str, **given: object) -> Tournament:
    players = tuple(Player(one, f"P{one}", 2100 - 10 * one) for one in range(1, 8))
    return Tournament(players=players, system=system, **given)  # type: ignore[arg-type]


def play_rounds(tournament: Tournament, rounds: int) -> Tournament:
    for number in range(1, rounds + 1):
        tournament = tournament.with_round(rookery.pair(tournament).round)
        for game in tournament.rounds[-1].pending:
            tournament = tournament.with_result(number, game.white, game.black, "1-0")
    return tournament


@pytest.mark.parametrize(
    ("tournament", "both"),
    [
        (event("round-robin"), (2, 3)),
        (
            event("double-round-robin"),
            (2, 3),
        ),
        (
            event("knockout"),
            (2, 3),
        ),
        (play_rounds(event("knockout"), 1), (2, 3)),
        (
            event("keizer"),
            (2, 4),
        ),
        (
            event("keizer", forbidden_pairs=(ForbiddenPair((2, 4)),)),
            (2, 4),
        ),
        (
            play_rounds(event("keizer"), 1),
            (1, 2),
        ),
    ],
    ids=["table", "twice", "bracket", "out", "ranking", "forbidden", "met"],
)
def test_why_two_do_not_meet(tournament: Tournament, both: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    assert str(rookery.pair(tournament).why_not(*both)) == snapshot


def test_two_who_meet_get_no_further_explanation(snapshot: SnapshotAssertion) -> None:
    assert len(rookery.pair(event("round-robin")).why_not(2, 7).reasons) == 1
    with pytest.raises(rookery.RuleError) as caught:
        rookery.pair(event("round-robin")).why_not(2, 9)
    assert str(caught.value) == snapshot


def test_before_round_1_no_player_has_a_due_colour_or_played_every_round(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(event("dubov", planned_rounds=5))
    found = [reason.fact for one in range(1, 8) for reason in outcome.explain(one).reasons]
    assert not [fact for fact in found if isinstance(fact, facts.ColourDue) and fact.preference.colour is not None]
    assert not [fact for fact in found if isinstance(fact, facts.ByeAsksFor) and fact.named.unit == "missed"]
    assert "\n".join(str(outcome.explain(one)) for one in range(1, 8)) == snapshot
