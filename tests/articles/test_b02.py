"""The articles of the rating regulations (B.02), one test each."""

from __future__ import annotations

from datetime import date

import pytest

from rookery.elo import DIFFERENCE_BY_PERCENT, expected_score
from rookery.errors import UnsupportedError
from rookery.model import Game, Player, Result, Round, Tournament, TournamentInfo
from rookery.rating import (
    ListGame,
    ListPlayer,
    NotRated,
    RateOfPlay,
    first_rating_from_events,
    rate,
    rate_period,
    rules_for,
)
from rookery.rating.fide import RatedEvent as Pool

FIDE = rules_for()


def match(*results: Result, ratings: tuple[int | None, int | None] = (2000, 2000)) -> Tournament:
    players = (Player(1, "A", ratings[0]), Player(2, "B", ratings[1]))
    rounds = tuple(Round((Game(1, 2, result),)) for result in results)
    return Tournament(players=players, rounds=rounds, planned_rounds=len(results))


def test_editions() -> None:
    assert [rules_for("rapid", day).since for day in (date(2024, 3, 1), date(2025, 1, 1), date(2026, 1, 1))] == [
        date(2024, 3, 1), date(2024, 12, 1), date(2025, 10, 1),
    ]  # fmt: skip
    with pytest.raises(UnsupportedError):
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


def test_the_standard_rating_is_the_substitute() -> None:
    from rookery.rating_lists import ListEntry

    assert ListEntry(1, standard=1900).rating("rapid") == 1900
    assert ListEntry(1, standard=1900, rapid=1850).rating("rapid") == 1850


def test_below_the_floor() -> None:
    assert rate_period([ListPlayer(1, 1400, 40), ListPlayer(2, 1400, 40)], [ListGame(1, 2, 0)])[0].new == 0


def test_percentage_table() -> None:
    assert len(DIFFERENCE_BY_PERCENT) == 101
    assert (DIFFERENCE_BY_PERCENT[0], DIFFERENCE_BY_PERCENT[50], DIFFERENCE_BY_PERCENT[83]) == (-800, 0, 273)


def test_difference_table() -> None:
    assert [expected_score(d) for d in (3, 4, 735, 736, -3, -4, -736)] == [50, 51, 99, 100, 50, 49, 0]


def test_zero_in_the_first_event() -> None:
    lost, drawn = Pool(date(2026, 1, 1), (1800,) * 5, 0), Pool(date(2026, 2, 1), (1800,) * 5, 5)
    assert first_rating_from_events([lost, drawn], date(2026, 3, 1)).games == 5
    assert first_rating_from_events([drawn, Pool(date(2026, 2, 8), (1800,) * 5, 0)], date(2026, 3, 1)).games == 10


def test_first_rating() -> None:
    first = FIDE.first_rating([1902, 1877, 1884, 2012, 1832], 6)
    assert (first.games, first.percent, first.rating) == (5, 57, 1922)
    assert FIDE.first_rating([1800] * 4, 8).rating is None
    old = Pool(date(2023, 12, 31), (1800,) * 5, 5)
    assert first_rating_from_events([Pool(date(2024, 1, 1), (1800,) * 5, 5)], date(2026, 3, 1)).rating == 1800
    assert first_rating_from_events([old], date(2026, 3, 1)).rating is None


def test_first_rating_limits() -> None:
    assert FIDE.first_rating([2500] * 5, 10).rating == 2200
    assert FIDE.first_rating([1400] * 10, 1).rating is None


def test_published_after_the_start() -> None:
    one, two = rate_period([ListPlayer(1, 1900, 40), ListPlayer(2, 1900, 20)], [ListGame(1, 2, 2, white_rating=-1)])
    assert (one.games, two.games) == (1, 0)


def test_unrated_since_the_start() -> None:
    """8.3.1: whoever was rated when the event began counts for the opponent with that rating.

    For themselves they are, since the list that leaves them out, "as any unrated player" (7.2.1): the game belongs to
    the games of a new first rating (8.2), and no change is added to a rating that is no longer there.
    """
    listed, games = (
        [ListPlayer(1, 0, highest=1410, begun=1), ListPlayer(2, 1500, 20)],
        [ListGame(1, 2, 2, white_rating=1410)],
    )
    white, black = rate_period(listed, games)
    assert (white.new, white.points, white.pool_games, white.pool_sum) == (0, 0, 1, 1500)
    assert (black.games, black.change, black.points) == (1, -62, -12)  # D is 90, not that of an unrated player
    other_way = [ListGame(2, 1, 0, black_rating=1410)]
    assert rate_period(listed, other_way) == [white, black]


def test_difference_of_400() -> None:
    assert FIDE.expected(2649, 2100) == FIDE.expected(2500, 2100) == 92
    assert (FIDE.expected(2650, 2100), FIDE.expected(2100, 2650)) == (97, 8)
    assert rules_for(on=date(2025, 9, 30)).expected(2650, 2100) == 92
    assert rules_for("rapid").expected(2650, 2100) == 92


def test_only_games_between_rated_players() -> None:
    players = (Player(1, "A", 2000), Player(2, "B"), Player(3, "C", 1900))
    rounds = (Round((Game(1, 2, Result.BLACK_WINS),)), Round((Game(1, 3, Result.DRAW),)))
    report = rate(Tournament(info=TournamentInfo(), players=players, rounds=rounds))
    assert [row.games for row in report.rows] == [1, 1]
    assert report.newcomers[0].first.games == 1


def test_change_of_a_game() -> None:
    assert [FIDE.change(2000, 1900, half) for half in (0, 1, 2)] == [-64, -14, 36]


def test_k() -> None:
    assert FIDE.k(2400, 5, age=15) == 10
    assert FIDE.k(2000, 100, age=15, highest=2400) == 10
    assert (FIDE.k(2299, 100, age=18), FIDE.k(2299, 100, age=19), FIDE.k(2300, 100, age=18)) == (40, 20, 20)
    assert (FIDE.k(2000, 29), FIDE.k(2000, 30)) == (40, 20)
    assert (FIDE.limited_k(20, 35), FIDE.limited_k(20, 36), FIDE.limited_k(20, 39)) == (20, 19, 17)


def test_a_single_rounding() -> None:
    assert FIDE.new_rating(2000, [25, 25], 10) == 2005
    assert FIDE.new_rating(2000, [-25], 10) == 1997
    assert FIDE.new_rating(2000, [25], 10) == 2003


def test_uneven_games() -> None:
    assert not rules_for("rapid").is_rated(2601, 2001)
    assert rules_for("rapid").is_rated(2600, 2000)
    assert rules_for("rapid", date(2024, 11, 30)).is_rated(2601, 2001)
    assert FIDE.is_rated(2601, 2001)
