"""Cluster I from outside: the numbers of players, until round 4 is paired and after."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import NationalRecord
from rookery.tournaments.domain.lifecycle import SetHead
from rookery.tournaments.domain.numbers import (
    ChooseMethod,
    CorrectRatings,
    ExchangeNumbers,
    RegenerateNumbers,
    SetNumbers,
)
from rookery.tournaments.domain.players import EditPlayer, EnterPlayers
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.keyed import Facts
from support.http_event import FIELD, event

EQUALS = (*FIELD[:6], Facts("Gil", 2000), Facts("Hal", 2000))


def test_numbers_are_exchanged_among_equals_only_after_confirmation(tmp_path: Path) -> None:
    with event(tmp_path, players=EQUALS) as made:
        made.do(PairRound())
        assert made.refusal(ExchangeNumbers(made.key(1), made.key(2)))["article"] == "C.04.2 2.2"
        wanted = ExchangeNumbers(made.key(7), made.key(8))
        assert made.warnings(wanted) == {"numbers": 3}
        made.do(wanted, "numbers")
        assert [player.name for player in made.tournament.players[6:]] == ["Hal", "Gil"]
        assert [player.rating for player in made.tournament.players[6:]] == [2000, 2000]
        assert any(remark.startswith("TPN") for remark in made.remarks)


PEOPLE = (
    Facts("Ann", 1900, national=(NationalRecord(federation="GER", name="Ann", rating=1980),)),
    Facts("Ben", 1950),
    Facts("Cyd", national=(NationalRecord(federation="GER", name="Cyd", rating=1700),)),
    Facts("Dot", 1600),
)


@pytest.mark.parametrize(
    ("method", "order", "ratings"),
    [
        ("FIDE", ["Ben", "Ann", "Dot", "Cyd"], [1950, 1900, 1600, 0]),
        ("NRO", ["Ann", "Cyd", "Ben", "Dot"], [1980, 1700, 0, 0]),
        ("FIDON", ["Ben", "Ann", "Cyd", "Dot"], [1950, 1900, 1700, 1600]),
        ("GER NIDOF", ["Ann", "Ben", "Cyd", "Dot"], [1980, 1950, 1700, 1600]),
        ("HBFN", ["Ann", "Ben", "Cyd", "Dot"], [1980, 1950, 1700, 1600]),
        ("LBFN", ["Ben", "Ann", "Cyd", "Dot"], [1950, 1900, 1700, 1600]),
        ("OTHER", ["Ben", "Ann", "Dot", "Cyd"], [1950, 1900, 1600, 0]),
    ],
)
def test_the_rating_of_the_tournament_by_each_method(
    tmp_path: Path, method: str, order: list[str], ratings: list[int]
) -> None:
    late = Facts("Eve", 1500, national=(NationalRecord(federation="GER", name="Eve", rating=1650),))
    with event(tmp_path, players=PEOPLE, rounds=3) as made:
        assert f'<option value="{method.split()[-1]}"' in made.page("/rules")
        made.do(ChooseMethod(method))
        assert [player.name for player in made.tournament.players] == order
        assert [player.rating or 0 for player in made.tournament.players] == ratings
        assert [
            player.official_rating or 0 for player in made.tournament.players if player.name in ("Ann", "Ben")
        ].count(0) == 0
        assert f"172 {method}" in made.file().splitlines()
        made.do(PairRound())
        code = method.split()[-1]
        made.do(EnterPlayers((late,)))
        (eve,) = [player for player in made.tournament.players if player.name == "Eve"]
        assert eve.rating == (1650 if code in ("NRO", "NIDOF", "HBFN") else 1500)
        other = "HBFN" if method != "HBFN" else "FIDE"
        assert made.refusal(ChooseMethod(other))["article"] == "C.04.2 2.2"


def test_a_method_is_chosen_by_itself(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with event(tmp_path, players=PEOPLE) as made:
        assert made.refusal(ChooseMethod("by lot"))["detail"] == snapshot
        assert made.refusal(SetHead({"ranking_method": "HBFN"}))["instead"] == snapshot
        made.do(ChooseMethod("FIDON"))
        dot = next(player.key for player in made.tournament.players if player.name == "Cyd")
        made.do(EditPlayer(dot, {"national": [{"federation": "GER", "name": "Cyd", "rating": 2100}]}))
        assert made.tournament.players[0].name == "Cyd"


def test_equals_can_be_ordered_otherwise_than_by_the_alphabet(tmp_path: Path) -> None:
    with event(tmp_path, players=EQUALS) as made:
        line = [made.key(number) for number in (1, 2, 3, 4, 5, 6, 8, 7)]
        made.do(SetNumbers(tuple(line)))
        assert [player.name for player in made.tournament.players[6:]] == ["Hal", "Gil"]


def test_numbers_stay_once_round_4_is_paired(tmp_path: Path) -> None:
    with event(tmp_path, players=EQUALS, rounds=6) as made:
        made.rounds(3)
        made.do(PairRound())
        assert made.refusal(ExchangeNumbers(made.key(7), made.key(8)))["code"] == "numbers-late"
        before = [player.name for player in made.tournament.players]
        made.do(CorrectRatings({made.key(8): 2500}))
        assert [player.name for player in made.tournament.players] == before
        assert made.refusal(RegenerateNumbers())["code"] == "numbers-late"


def test_renumbering_before_round_4_needs_confirmation_and_preserves_the_order_of_equals(tmp_path: Path) -> None:
    with event(tmp_path, players=EQUALS) as made:
        made.do(PairRound())
        made.do(ExchangeNumbers(made.key(7), made.key(8)), "numbers")
        key = made.key(6)
        assert made.warnings(CorrectRatings({key: 2450})) == {"numbers": 3}
        made.do(CorrectRatings({key: 2450}), "numbers")
        names = [player.name for player in made.tournament.players]
        assert names[0] == "Fay"
        assert names[6:] == ["Hal", "Gil"]


def test_a_late_entry_after_round_4_gets_the_number_of_the_rating(tmp_path: Path) -> None:
    with event(tmp_path, players=FIELD[:6], rounds=6) as made:
        for _ in range(4):
            answer = made.visitor.wish("open", PairRound())
            if answer.status_code == 409:
                made.do(PairRound(), *{one["code"] for one in answer.json()["warnings"]})
            made.play()
        made.do(EnterPlayers((Facts("Zoe", 2310),)))
        ratings = [player.rating or 0 for player in made.tournament.players]
        assert ratings == sorted(ratings, reverse=True)
        assert [player.name for player in made.tournament.players][:3] == ["Ada", "Zoe", "Ben"]
