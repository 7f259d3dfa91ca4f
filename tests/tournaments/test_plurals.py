"""The log counts in English: one board, two boards."""

from __future__ import annotations

import pytest

from rookery.messages import Message
from rookery.model import Result
from rookery.tournaments.domain import lifecycle, results, rounds
from rookery.tournaments.event import event_text
from rookery.tournaments.keyed import Boards, KeyedGame
from rookery.tournaments.rules import TournamentRules


def pair_round(count: int) -> rounds.RoundPaired:
    games = tuple(KeyedGame(f"p{2 * number}", f"p{2 * number + 1}") for number in range(count))
    return rounds.RoundPaired(1, Boards(games))


@pytest.mark.parametrize(
    ("event", "phrase"),
    [
        (pair_round(1), "1 board"),
        (pair_round(2), "2 boards"),
        (lifecycle.TournamentOpened("Club", TournamentRules(system="dutch", rounds=1)), "1 round"),
        (results.PointsAdjusted(("p1",), points=10), "1 point"),
        (results.PointsAdjusted(("p1",), points=-15), "points"),
    ],
    ids=["one board", "two boards", "one round", "one point", "minus one and a half"],
)
def test_a_noun_follows_its_number(event: object, phrase: str) -> None:
    text = event_text(event)  # type: ignore[arg-type]
    assert phrase in text
    assert f"{phrase}s" not in text


def test_a_changed_result_is_translated_as_a_whole_sentence() -> None:
    text = event_text(results.ResultEntered(1, "p1", "p2", Result.DRAW, was=Result.WHITE_WINS))
    assert isinstance(text, Message)
    assert all(
        isinstance(value, int | str | Result) and not str(value).startswith(" ") for value in text.values.values()
    )
