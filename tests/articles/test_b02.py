"""The articles of the rating regulations (B.02), one test each."""

from __future__ import annotations

from datetime import date

import pytest

from rookery.elo import DIFFERENCE_BY_PERCENT, expectation
from rookery.errors import Unsupported
from rookery.model import Event, Game, Player, Result, Round, Tournament
from rookery.rating import (
    Listed,
    NotRated,
    Played,
    RateOfPlay,
    change,
    expected,
    first_rating,
    is_rated,
    k_factor,
    limited_k,
    new_rating,
    pooled,
    rate,
    rate_period,
    rules_for,
)
from rookery.rating.initial import RatedEvent as Pool


def match(*results: Result, ratings: tuple[int | None, int | None] = (2000, 2000)) -> Tournament:
    players = (Player(1, "A", ratings[0]), Player(2, "B", ratings[1]))
    rounds = tuple(Round((Game(1, 2, result),)) for result in results)
    return Tournament(players=players, rounds=rounds, planned=len(results))


def test_editions() -> None:
    assert [rules_for("rapid", day).since for day in (date(2024, 3, 1), date(2025, 1, 1), date(2026, 1, 1))] == [
        date(2024, 3, 1), date(2024, 12, 1), date(2025, 10, 1),
    ]  # fmt: skip
    with pytest.raises(Unsupported):
        rules_for("standard", date(2024, 2, 29))


def test_rate_of_play() -> None:
    minutes = {2400: 120, 2399: 90, 1800: 90, 1799: 60}
    for rating, needed in minutes.items():
        assert RateOfPlay(60 * needed).allows("standard", rating)
        assert not RateOfPlay(60 * needed - 1).allows("standard", rating)
    assert not RateOfPlay(7200, first_control=29).allows("standard", 2000)


def test_rapid_and_blitz() -> None:
    kinds = {3600: "standard", 3599: "rapid", 601: "rapid", 600: "blitz", 181: "blitz", 180: None}
    assert {seconds: RateOfPlay(seconds).kind for seconds in kinds} == kinds
    assert RateOfPlay(900, equal=False).kind is None


def test_unplayed_games() -> None:
    report = rate(match(Result.WHITE_BY_FORFEIT, Result.DOUBLE_FORFEIT, Result.DRAW))
    assert [game.reason for game in report.games] == [NotRated.NOT_PLAYED, NotRated.NOT_PLAYED, None]


def test_matches() -> None:
    decided = rate(match(*[Result.WHITE_WINS] * 4))
    assert [game.reason for game in decided.games] == [None, None, None, NotRated.MATCH_DECIDED]
    assert rate(match(Result.DRAW, ratings=(2000, None))).games[0].reason is NotRated.MATCH_UNRATED


def test_standard_rating_stands_in() -> None:
    from rookery.lists import ListEntry

    assert ListEntry(1, standard=1900).rating("rapid") == 1900
    assert ListEntry(1, standard=1900, rapid=1850).rating("rapid") == 1850


def test_below_the_floor() -> None:
    assert rate_period([Listed(1, 1400, 40), Listed(2, 1400, 40)], [Played(1, 2, 0)])[0].new == 0


def test_percentage_table() -> None:
    assert len(DIFFERENCE_BY_PERCENT) == 101
    assert (DIFFERENCE_BY_PERCENT[0], DIFFERENCE_BY_PERCENT[50], DIFFERENCE_BY_PERCENT[83]) == (-800, 0, 273)


def test_difference_table() -> None:
    assert [expectation(d) for d in (3, 4, 735, 736, -3, -4, -736)] == [50, 51, 99, 100, 50, 49, 0]


def test_zero_in_the_first_event() -> None:
    lost, drawn = Pool(date(2026, 1, 1), (1800,) * 5, 0), Pool(date(2026, 2, 1), (1800,) * 5, 5)
    assert pooled([lost, drawn], date(2026, 3, 1)).games == 5
    assert pooled([drawn, Pool(date(2026, 2, 8), (1800,) * 5, 0)], date(2026, 3, 1)).games == 10


def test_first_rating() -> None:
    first = first_rating([1902, 1877, 1884, 2012, 1832], 6)
    assert (first.games, first.percent, first.rating) == (5, 57, 1922)
    assert first_rating([1800] * 4, 8).rating is None
    old = Pool(date(2023, 12, 31), (1800,) * 5, 5)
    assert pooled([Pool(date(2024, 1, 1), (1800,) * 5, 5)], date(2026, 3, 1)).rating == 1800
    assert pooled([old], date(2026, 3, 1)).rating is None


def test_first_rating_limits() -> None:
    assert first_rating([2500] * 5, 10).rating == 2200
    assert first_rating([1400] * 10, 1).rating is None


def test_published_after_the_start() -> None:
    one, two = rate_period([Listed(1, 1900, 40), Listed(2, 1900, 20)], [Played(1, 2, 2, white_rating=-1)])
    assert (one.games, two.games) == (1, 0)


def test_difference_of_400() -> None:
    assert expected(2649, 2100) == expected(2500, 2100) == 92
    assert (expected(2650, 2100), expected(2100, 2650)) == (97, 8)
    assert expected(2650, 2100, on=date(2025, 9, 30)) == 92
    assert expected(2650, 2100, kind="rapid") == 92


def test_only_games_between_rated_players() -> None:
    players = (Player(1, "A", 2000), Player(2, "B"), Player(3, "C", 1900))
    rounds = (Round((Game(1, 2, Result.BLACK_WINS),)), Round((Game(1, 3, Result.DRAW),)))
    report = rate(Tournament(event=Event(), players=players, rounds=rounds))
    assert [row.games for row in report.rows] == [1, 1]
    assert report.newcomers[0].first.games == 1


def test_change_of_a_game() -> None:
    assert [change(2000, 1900, half) for half in (0, 1, 2)] == [-64, -14, 36]


def test_k() -> None:
    assert k_factor(2400, 5, age=15) == 10
    assert k_factor(2000, 100, age=15, highest=2400) == 10
    assert (k_factor(2299, 100, age=18), k_factor(2299, 100, age=19), k_factor(2300, 100, age=18)) == (40, 20, 20)
    assert (k_factor(2000, 29), k_factor(2000, 30)) == (40, 20)
    assert (limited_k(20, 35), limited_k(20, 36), limited_k(20, 39)) == (20, 19, 17)


def test_one_rounding() -> None:
    assert new_rating(2000, [25, 25], 10) == 2005
    assert new_rating(2000, [-25], 10) == 1997
    assert new_rating(2000, [25], 10) == 2003


def test_uneven_games() -> None:
    assert not is_rated(2601, 2001, kind="rapid")
    assert is_rated(2600, 2000, kind="rapid")
    assert is_rated(2601, 2001, kind="rapid", on=date(2024, 11, 30))
    assert is_rated(2601, 2001)
