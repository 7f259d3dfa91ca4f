"""The report of a tournament: rows, first ratings, and the games that do not count."""

from __future__ import annotations

from datetime import date

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError, UnsupportedError
from rookery.model import Game, Match, PartialDate, Player, Result, Round, Team, Tournament, TournamentInfo
from rookery.rating import NotRated, rate
from rookery.rating.rating_rules import rate_of_play

W, D, B = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def event(*games: Game, ratings: list[int | None], time: str = "5400+30", **more: object) -> Tournament:
    """Each game is a round of its own."""
    players = tuple(Player(n, f"P{n}", rating, birth=PartialDate(1980)) for n, rating in enumerate(ratings, 1))
    about = TournamentInfo(name="E", start=PartialDate(2026, 3, 1), encoded_time_control=time)
    return Tournament(info=about, players=players, rounds=tuple(Round((game,)) for game in games), **more)  # type: ignore[arg-type]


def test_a_row_as_fide_shows_it() -> None:
    """The published calculation of F-P01: 2813 with 4½ of 5."""
    games = [Game(1, n, W) for n in (2, 3, 4, 5)] + [Game(6, 1, D)]
    report = rate(event(*games, ratings=[2813, 1787, 2025, 2310, 2400, 2505], time="7200+30"))
    row = report.rows[0]
    assert (row.rating, row.opponents, row.half_points, row.games) == (2813, 2205, 9, 5)
    assert (row.change, row.k, row.k_change, row.alone) == (-25, 10, -250, 2810)
    assert [line.change for line in row.lines] == [0, 0, 4, 7, -36]
    assert not any(line.limited for line in row.lines)
    assert report.rows[1].lines[0].limited


def test_games_that_do_not_count() -> None:
    games = [
        Game(1, 2, Result.WHITE_BY_FORFEIT), Game(1, 2, Result.PENDING), Game(1, 2, Result.UNRATED_DRAW), Game(1, 3, W),
        Game(3, 4, D), Game(1, 2, Result.ADJOURNED), Game(1, 2, W),
    ]  # fmt: skip
    report = rate(event(*games, ratings=[2000, 1900, None, None]))
    assert [game.reason for game in report.games] == [
        NotRated.NOT_PLAYED, NotRated.NO_RESULT, NotRated.MARKED, NotRated.ONE_UNRATED, NotRated.BOTH_UNRATED,
        NotRated.NO_RESULT, None,
    ]  # fmt: skip
    assert [row.games for row in report.rows] == [1, 1]
    assert report.newcomers[0].first.games == 1
    assert report.newcomers[0].zero
    assert report.newcomers[1].first.games == 0


def test_the_rate_of_play_is_checked_for_each_game() -> None:
    fast = event(Game(1, 2, W), Game(2, 3, W), Game(3, 4, W), ratings=[2400, 2000, 1700, 1600], time="3600")
    assert [game.reason for game in rate(fast).games] == [NotRated.RATE_OF_PLAY, NotRated.RATE_OF_PLAY, None]
    assert not rate(fast, approved=True).not_counted
    middle = event(Game(1, 2, W), Game(2, 3, W), ratings=[2400, 2000, 1700], time="5400")
    assert [game.reason for game in rate(middle).games] == [NotRated.RATE_OF_PLAY, None]


@pytest.mark.parametrize("digits", ["9" * 10, "9" * 5000])
def test_a_time_control_of_thousands_of_digits_is_none(digits: str) -> None:
    for head in (
        TournamentInfo(time_control=digits),
        TournamentInfo(time_control=f"90+{digits}"),
        TournamentInfo(encoded_time_control=digits),
        TournamentInfo(encoded_time_control=f"40/6000+{digits}"),
    ):
        assert rate_of_play(head) is None


@pytest.mark.parametrize(
    ("time", "kind"), [("900+10", "rapid"), ("180+2", "blitz"), ("5400+30", "standard"), ("600", "blitz")]
)
def test_the_list_by_the_time_control(time: str, kind: str) -> None:
    report = rate(event(Game(1, 2, W), ratings=[1500, 1500], time=time))
    assert report.kind == kind
    assert not report.not_counted


def test_a_kind_against_the_time_control() -> None:
    games = rate(event(Game(1, 2, W), ratings=[1500, 1500], time="900+10"), kind="standard").games
    assert games[0].reason is NotRated.RATE_OF_PLAY


def test_uneven_games_of_rapid() -> None:
    uneven = event(Game(1, 2, W), Game(1, 3, W), ratings=[2601, 2001, 2002], time="900+10")
    assert [game.reason for game in rate(uneven).games] == [NotRated.TOO_UNEVEN, None]
    assert [game.reason for game in rate(uneven, on=date(2024, 11, 30)).games] == [None, None]
    assert not rate(event(Game(1, 2, W), ratings=[2601, 2001], time="7200")).not_counted


def test_a_match_between_two_players() -> None:
    decided = event(*[Game(1, 2, W)] * 4, ratings=[2000, 1900], planned_rounds=4)
    assert [game.reason for game in rate(decided).games] == [None, None, None, NotRated.MATCH_DECIDED]
    unrated = event(Game(1, 2, W), ratings=[2000, None])
    assert rate(unrated).games[0].reason is NotRated.MATCH_UNRATED
    assert rate(unrated).newcomers[0].first.games == 0


def test_one_sided_results_count_for_each_side() -> None:
    report = rate(event(Game(1, 2, Result.BOTH_LOSE), ratings=[2000, 2000]))
    assert [row.change for row in report.rows] == [-50, -50]


def test_first_rating() -> None:
    games = [Game(1, n, result) for n, result in zip(range(2, 7), (D, D, W, B, W), strict=True)]
    report = rate(event(*games, ratings=[None, 1902, 1877, 1884, 2012, 1832]))
    assert report.newcomers[0].first.rating == 1922
    assert all(row.games == 0 for row in report.rows)


def test_overrides() -> None:
    base = event(Game(1, 2, W), ratings=[2000, 1900])
    assert rate(base, k={1: 40}).rows[0].k == 40
    assert rate(base, ratings={1: 2100}).rows[0].rating == 2100
    assert rate(base, ratings={2: None}).games[0].reason is NotRated.MATCH_UNRATED


def test_many_games_lower_k() -> None:
    report = rate(event(*[Game(1, 2, D), Game(2, 1, D)] * 18, ratings=[2000, 2000], planned_rounds=36))
    assert report.rows[0].k == 19


def test_boards_of_a_team_match() -> None:
    players = tuple(Player(n, f"P{n}", 2000) for n in range(1, 5))
    match = Match(1, 2, (Game(1, 3, W), Game(4, 2, D)))
    sides = (Team(1, "A", (1, 2)), Team(2, "B", (3, 4)))
    teams = Tournament(players=players, teams=sides, team_event=True, rounds=(Round(matches=(match,)),))
    assert [row.change for row in rate(teams).rows] == [50, 0, -50, 0]


def test_assumptions_are_reported(snapshot: SnapshotAssertion) -> None:
    bare = Tournament(players=(Player(1, "A", 2000), Player(2, "B", 2000)), rounds=(Round((Game(1, 2, W),)),))
    assert rate(bare).notes == snapshot


def test_what_cannot_be_done(snapshot: SnapshotAssertion) -> None:
    old = event(Game(1, 2, W), ratings=[2000, 1900])
    with pytest.raises(UnsupportedError, match="2024-03-01"):
        rate(old, on=date(2024, 2, 29))
    with pytest.raises(RuleError) as caught:
        rate(old, kind="bullet")
    assert str(caught.value) == snapshot
