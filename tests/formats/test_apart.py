"""Why two do not meet where a table, a bracket or a ranking gives the round; and what is not said before round one."""

from __future__ import annotations

import pytest

import rookery
from rookery import Forbidden, Player, Tournament


def event(system: str, **given: object) -> Tournament:
    players = tuple(Player(one, f"P{one}", 2100 - 10 * one) for one in range(1, 8))
    return Tournament(players=players, system=system, **given)  # type: ignore[arg-type]


def played(tournament: Tournament, rounds: int) -> Tournament:
    for number in range(1, rounds + 1):
        tournament = tournament.with_round(rookery.pair(tournament).round)
        for game in tournament.rounds[-1].pending:
            tournament = tournament.with_result(number, game.white, game.black, "1-0")
    return tournament


@pytest.mark.parametrize(
    ("tournament", "both", "said"),
    [
        (event("round-robin"), (2, 3), "P2 (2) and P3 (3) do not: the table has them meet in round 4. (C.05)"),
        (
            event("double-round-robin"),
            (2, 3),
            "P2 (2) and P3 (3) do not: the table has them meet in rounds 4, 11. (C.05)",
        ),
        (
            event("knockout"),
            (2, 3),
            "P2 (2) and P3 (3) do not: neighbours along the bracket meet, and these two are none in this round.",
        ),
        (played(event("knockout"), 1), (2, 3), "P3 (3) went out before round 2."),
        (
            event("keizer"),
            (2, 4),
            "P2 (2) and P4 (4) do not: they stand at places 2 and 4, and from the top everybody meets the nearest below"
            " with whom all others can be paired as well.",
        ),
        (
            event("keizer", forbidden=(Forbidden((2, 4)),)),
            (2, 4),
            "P2 (2) and P4 (4) do not: the event forbids it.",
        ),
        (
            played(event("keizer"), 1),
            (1, 2),
            "P1 (1) and P2 (2) do not: they met in round 1, and who met in the last 3 rounds is kept apart where that"
            " can be.",
        ),
    ],
    ids=["table", "twice", "bracket", "out", "ranking", "forbidden", "met"],
)
def test_why_two_do_not_meet(tournament: Tournament, both: tuple[int, int], said: str) -> None:
    assert str(rookery.pair(tournament).why_not(*both)).splitlines()[-1] == said


def test_nothing_more_is_said_of_two_who_meet() -> None:
    assert len(rookery.pair(event("round-robin")).why_not(2, 7).reasons) == 1
    with pytest.raises(rookery.RuleError, match="there is no 9"):
        rookery.pair(event("round-robin")).why_not(2, 9)


def test_before_round_one_nobody_is_due_a_colour_or_has_played_in_every_round() -> None:
    outcome = rookery.pair(event("dubov", planned=5))
    said = "\n".join(str(outcome.explain(one)) for one in range(1, 8))
    assert "is due" not in said
    assert "every round" not in said
