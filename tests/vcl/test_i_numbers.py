"""Cluster I from outside: the numbers of players, until round 4 is paired and after."""

from __future__ import annotations

from pathlib import Path

from rookery.desk.commands.numbers import CorrectRatings, ExchangeNumbers, RegenerateNumbers, SetNumbers
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.rounds import PairRound
from rookery.desk.facts import Facts
from support.outside import FIELD, event

EQUALS = (*FIELD[:6], Facts("Gil", 2000), Facts("Hal", 2000))


def test_numbers_are_exchanged_among_equals_only_and_it_is_asked(tmp_path: Path) -> None:
    with event(tmp_path, players=EQUALS) as made:
        made.do(PairRound())
        assert made.refused(ExchangeNumbers(made.key(1), made.key(2)))["article"] == "C.04.2 2.2"
        wanted = ExchangeNumbers(made.key(7), made.key(8))
        assert made.asked(wanted) == {"numbers": 3}
        made.do(wanted, "numbers")
        assert [one.name for one in made.tournament.players[6:]] == ["Hal", "Gil"]
        assert [one.rating for one in made.tournament.players[6:]] == [2000, 2000]
        assert any(one.startswith("TPN") for one in made.remarks)


def test_equals_can_be_ordered_otherwise_than_by_the_alphabet(tmp_path: Path) -> None:
    with event(tmp_path, players=EQUALS) as made:
        line = [made.key(number) for number in (1, 2, 3, 4, 5, 6, 8, 7)]
        made.do(SetNumbers(tuple(line)))
        assert [one.name for one in made.tournament.players[6:]] == ["Hal", "Gil"]


def test_numbers_stay_once_round_4_is_paired(tmp_path: Path) -> None:
    with event(tmp_path, players=EQUALS, rounds=6) as made:
        made.rounds(3)
        made.do(PairRound())
        assert made.refused(ExchangeNumbers(made.key(7), made.key(8)))["code"] == "numbers-late"
        before = [one.name for one in made.tournament.players]
        made.do(CorrectRatings({made.key(8): 2500}))
        assert [one.name for one in made.tournament.players] == before
        assert made.refused(RegenerateNumbers())["code"] == "numbers-late"


def test_numbers_made_anew_before_round_4_ask_and_keep_the_order_of_equals(tmp_path: Path) -> None:
    with event(tmp_path, players=EQUALS) as made:
        made.do(PairRound())
        made.do(ExchangeNumbers(made.key(7), made.key(8)), "numbers")
        key = made.key(6)
        assert made.asked(CorrectRatings({key: 2450})) == {"numbers": 3}
        made.do(CorrectRatings({key: 2450}), "numbers")
        names = [one.name for one in made.tournament.players]
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
        ratings = [one.rating or 0 for one in made.tournament.players]
        assert ratings == sorted(ratings, reverse=True)
        assert [one.name for one in made.tournament.players][:3] == ["Ada", "Zoe", "Ben"]
