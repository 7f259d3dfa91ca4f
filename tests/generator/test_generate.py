"""The generator: the seed reproduces, the settings are kept, the files are valid and paired by the rules."""

from __future__ import annotations

import pytest

import rookery
from rookery import ByeKind, GeneratorSettings, PointSystem, Result
from rookery.generator.settings import Ratings
from rookery.model import Colour, Tournament
from rookery.regulations import parse_type_code
from support.generator_kinds import check_sound, quiet


def byes(made: Tournament, kind: ByeKind) -> list[int]:
    return [sum(bye.kind is kind for bye in round.byes) for round in made.rounds]


def test_the_seed_reproduces() -> None:
    assert rookery.dumps(rookery.generate(seed=5)) == rookery.dumps(rookery.generate(seed=5))
    assert rookery.generate(seed=5) != rookery.generate(seed=6)


def test_an_explicit_setting_changes_no_other_random_setting() -> None:
    free = rookery.generate(seed=11)
    given = rookery.generate(GeneratorSettings(initial_colour=free.initial_colour, rounds=free.planned_rounds), seed=11)
    assert given == free


@pytest.mark.parametrize("seed", range(40))
def test_generated_files_are_valid_the_same_when_read_and_check_clean(seed: int) -> None:
    check_sound(rookery.generate(GeneratorSettings(players=5 + seed), seed=seed))


def test_players_and_rounds() -> None:
    made = rookery.generate(quiet(players=30, rounds=6, play=4), seed=1)
    assert (len(made.players), made.planned_rounds, len(made.rounds)) == (30, 6, 4)


@pytest.mark.parametrize(
    ("amount", "expected"), [(2, [2, 2, 2]), ((1, 0, 3), [1, 0, 3]), ((4,), [4, 0, 0]), (0, [0, 0, 0])]
)
@pytest.mark.parametrize("name", ["half_byes", "full_byes", "zero_byes"])
def test_byes_by_number(name: str, amount: object, expected: list[int]) -> None:
    kind = {"half_byes": ByeKind.HALF, "full_byes": ByeKind.FULL, "zero_byes": ByeKind.ZERO}[name]
    made = rookery.generate(quiet(players=20, rounds=3, **{name: amount}), seed=2)
    assert byes(made, kind) == expected


def test_byes_by_rate() -> None:
    made = rookery.generate(quiet(players=200, rounds=6, half_byes=0.1), seed=3)
    assert sum(byes(made, ByeKind.HALF)) == pytest.approx(120, abs=40)


def test_withdrawals_and_late_entries() -> None:
    made = rookery.generate(quiet(players=40, rounds=6, withdrawals=5, late_entries=0.2), seed=4)
    last = {bye.player for bye in made.rounds[-1].byes if bye.kind is ByeKind.ZERO}
    assert len(last) == 5
    new = {bye.player for bye in made.rounds[0].byes if bye.kind is ByeKind.NOT_ENTERED}
    assert 1 <= len(new) <= 20
    assert not new & {bye.player for bye in made.rounds[-1].byes if bye.kind is ByeKind.NOT_ENTERED}


def test_at_least_two_are_always_paired() -> None:
    made = rookery.generate(quiet(players=40, rounds=3, half_byes=1.0), seed=5)
    assert [len(round.games) for round in made.rounds] == [1, 1, 1]


def test_results() -> None:
    made = rookery.generate(quiet(players=40, rounds=5, forfeits=1.0), seed=6)
    assert all(game.result.forfeit for round in made.rounds for game in round.games)
    drawn = rookery.generate(quiet(players=40, rounds=5, draws=1.0, ratings=Ratings(2000, 2000)), seed=6)
    assert {game.result for round in drawn.rounds for game in round.games} == {Result.DRAW}


def test_ratings() -> None:
    given = rookery.generate(quiet(ratings=Ratings(given=(2000, 2300, 2100, 1900)), rounds=2), seed=7)
    assert [player.rating for player in given.players] == [2300, 2100, 2000, 1900]
    spread = rookery.generate(quiet(players=100, ratings=Ratings(1500, 1600)), seed=7)
    assert all(1500 <= (player.rating or 0) <= 1600 for player in spread.players)
    bell = rookery.generate(quiet(players=300, rounds=1, ratings=Ratings(1, 3999, 2000, 100)), seed=7)
    assert sum(player.rating or 0 for player in bell.players) / 300 == pytest.approx(2000, abs=25)
    hidden = rookery.generate(quiet(players=20, ratings=Ratings(unrated=0.25)), seed=7)
    assert [player.rating for player in hidden.players].count(None) == 5


def test_forbidden_pairs_do_not_meet() -> None:
    made = rookery.generate(quiet(players=12, rounds=6, forbidden=4), seed=8)
    assert len(made.forbidden_pairs) == 4
    for number, round in enumerate(made.rounds, 1):
        for pair in round.pairs:
            assert not any(set(pair) <= set(one.players) and one.covers(number) for one in made.forbidden_pairs)


def test_acceleration() -> None:
    named = rookery.generate(quiet(players=40, rounds=7, acceleration="baku"), seed=9)
    assert parse_type_code(named.system).baku
    written = rookery.generate(quiet(players=40, rounds=7, acceleration="written"), seed=9)
    assert len(written.acceleration) == 2
    assert [round.pairs for round in written.rounds] == [round.pairs for round in named.rounds]


def test_points_tiebreaks_and_colour() -> None:
    wanted = quiet(players=9, points=PointSystem(win=30, draw=10), tiebreaks=("SB",), initial_colour=Colour.BLACK)
    made = rookery.generate(wanted, seed=10)
    assert made.points.win == made.points.pab == 30
    assert made.tiebreaks_after_points == ("SB",)
    assert 1 in {game.black for game in made.rounds[0].games}
    assert sorted(player.rank or 0 for player in made.players)[0] == 1


def test_it_ends_when_pairing_is_impossible() -> None:
    made = rookery.generate(quiet(players=4, rounds=6), seed=1)
    assert len(made.rounds) <= 3
    assert made.planned_rounds == 6
    assert rookery.check(made).agree
