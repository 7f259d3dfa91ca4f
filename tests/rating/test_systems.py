"""The systems of federations give the results that were published, each by its source."""

from __future__ import annotations

import random
from datetime import date

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RuleError
from rookery.model import Game, NationalRecord, Player, Round, Tournament, TournamentInfo
from rookery.model import Result as Score
from rookery.rating import (
    SYSTEMS,
    USCF,
    USCF_2004,
    DwzRules,
    EcfRules,
    EventResult,
    Glicko2Rules,
    ListGame,
    ListPlayer,
    UscfRules,
    get_system,
)
from rookery.rating.rating_rules import round_half_up

TODAY = date(2026, 5, 1)

# -- DWZ ---------------------------------------------------------------------------------------------------------------

# One player's events from 2011 to 2022 in the database of the Deutscher Schachbund (as www.mtsj.de shows them): the DWZ
# before, half points, games, the expectation it publishes, the DWZ after; the index was 28 and more, the age over 25.
OFFICIAL = [
    (1858, 14, 8, 6.263, 1875), (1875, 17, 9, 6.903, 1910), (1910, 2, 2, 1.356, 1901), (1901, 7, 7, 4.296, 1883),
    (1883, 10, 6, 4.665, 1891), (1891, 8, 8, 4.283, 1885), (1885, 7, 6, 3.924, 1875), (1875, 10, 8, 4.516, 1886),
    (1886, 0, 1, 0.770, 1865), (1865, 9, 7, 4.761, 1859), (1859, 5, 9, 4.441, 1816), (1816, 6, 6, 3.155, 1812),
    (1812, 8, 6, 3.096, 1835), (1835, 5, 8, 4.673, 1784),
]  # fmt: skip


@pytest.mark.parametrize(("before", "half_points", "games", "expected", "after"), OFFICIAL)
def test_dwz_as_the_federation_published_it(
    before: int, half_points: int, games: int, expected: float, after: int
) -> None:
    surplus = half_points / 2 - expected
    weight = DwzRules().development_coefficient(before, 40, 29, surplus)
    assert round_half_up(before + 800 * surplus / (weight + games)) == after


@pytest.mark.parametrize(("half_points", "ratings"), [(2, [1101, 1132]), (1, [1035, 1177]), (0, [985, 1232])])
def test_dwz_of_two_juniors(half_points: int, ratings: list[int]) -> None:
    """The example of SK Troisdorf (www.sk-troisdorf.de, "DWZ"): 1000 against 1200, gas and brake at work."""
    juniors = [ListPlayer(1, 1000, born=2012), ListPlayer(2, 1200, born=2012)]
    rated = DwzRules().rate(juniors, [ListGame(1, 2, half_points)], TODAY)
    assert [one.new for one in rated] == ratings


def test_dwz_expectations() -> None:
    """Those of an article of SC Ober-Ramstadt (24 October 2013), from FIDE's table: a hundredth off the curve."""
    published = {0: 50, 50: 57, 100: 64, 150: 70, 200: 76, 250: 81, 300: 85, 350: 89, 400: 92, 450: 94}
    own = ListPlayer(1, 1700)
    for difference, percent in published.items():
        score = DwzRules().expected_score(own, EventResult(2, 1700 - difference, 1))
        assert abs(100 * score - percent) <= 1


@pytest.mark.parametrize(
    ("rating", "age", "index", "surplus", "weight"),
    [
        (2300, 40, 6, 1.0, 30),  # 28 + 15, at most 30
        (1900, 40, 3, 1.0, 15),  # at most five times the index
        (1900, 25, 6, 1.0, 23),
        (1900, 20, 6, 1.0, 17),  # (13.03 + 5) x 0.95
        (1900, 20, 6, -1.0, 18),  # no gas for a bad event
        (500, 40, 6, -1.0, 150),  # the brake, at most 150
        (500, 40, 6, 1.0, 15),
        (1900, None, 6, 1.0, 28),  # an age not known is over 25
    ],
)
def test_dwz_development(rating: int, age: int | None, index: int, surplus: float, weight: int) -> None:
    """Annex 1.2 of the Wertungsordnung, bound by bound."""
    assert DwzRules().development_coefficient(rating, age, index, surplus) == weight


def test_dwz_index_of_a_player() -> None:
    rules = DwzRules(indices=((1, 1),))
    pair = [ListPlayer(1, 1900, born=1980), ListPlayer(2, 1900, born=1980)]
    one, two = rules.rate(pair, [ListGame(1, 2, 2)], TODAY)
    assert (one.points, two.points) == (67, -14)  # 400 / (5 + 1), -400 / (28 + 1)


# -- US Chess ----------------------------------------------------------------------------------------------------------


def test_uscf_effective_games() -> None:
    """Glickman's example of 2004 (math.bu.edu/people/mg/ratings/rs/node3.html): 1700 after 30 games, N' = 26.7."""
    assert round(USCF_2004.effective_games(ListPlayer(1, 1700, games=30)), 1) == 26.7
    assert USCF_2004.effective_games(ListPlayer(1, 2201, games=80)) == 50
    assert USCF_2004.effective_games(ListPlayer(1, 2201, games=20)) == 20


# Glickman's table of K (rs/node5.html): effective games, games of the event, K.
TABLE = [(6, 4, 80), (6, 6, 66.67), (6, 10, 50), (20, 4, 33.33), (20, 6, 30.77), (20, 10, 26.67), (50, 4, 14.81),
         (50, 6, 14.29), (50, 10, 13.33)]  # fmt: skip


@pytest.mark.parametrize(("effective", "games", "k"), TABLE)
def test_uscf_k(effective: int, games: int, k: float) -> None:
    assert round(USCF.k(effective, games), 2) == k


def test_uscf_special_formula() -> None:
    """The example of "Approximating Formulas" (2015, 2017): 1500 after 6 games; 1400 beaten, 1550 lost, 1650 drawn."""
    results = [EventResult(2, 1400, 1), EventResult(3, 1550, 0), EventResult(4, 1650, 0.5)]
    for rules in (USCF, USCF_2004):
        after = rules.rate_results(ListPlayer(1, 1500, games=6), results, None)
        assert round(after, 3) == 1511.111


@pytest.mark.parametrize(("score", "expected"), [(1, 2000), (0, 1000)])
def test_uscf_special_formula_of_a_perfect_score_and_of_none(score: int, expected: int) -> None:
    """Somebody without games: 400 points above the best opponent, or below the weakest."""
    results = [EventResult(2, 1400, score), EventResult(3, 1600, score)]
    assert USCF.rate_results(ListPlayer(1, 1500, games=0), results, None) == pytest.approx(expected)


def test_uscf_bonus() -> None:
    """A bonus begins at 10 sqrt(4) in three games (rgcp, April 2005): what is above 20 counts twice."""
    player = ListPlayer(1, 1500, games=100)
    results = [EventResult(other, 1700, 1) for other in (2, 3, 4)]
    plain = 3 * (1 - 1 / (1 + 10 ** (200 / 400))) * USCF_2004.k(USCF_2004.effective_games(player), 3)
    assert plain > 20
    assert USCF_2004.rate_results(player, results, None) == pytest.approx(1500 + 2 * plain - 20)
    thrice = [EventResult(2, 1700, 1)] * 3
    assert USCF_2004.rate_results(player, thrice, None) == pytest.approx(1500 + plain)
    assert UscfRules(bonus=1000).rate_results(player, results, None) < USCF.rate_results(player, results, None)


def test_uscf_opponents_count_as_after_a_first_pass() -> None:
    """Two passes: whoever meets somebody who does well in the event has met a stronger player."""
    three = [ListPlayer(1, 1500, games=50), ListPlayer(2, 1500, games=50), ListPlayer(3, 1500, games=50)]
    lone = USCF.rate(three, [ListGame(1, 2, 1)])
    with_third = USCF.rate(three, [ListGame(1, 2, 1), ListGame(2, 3, 2)])
    assert lone[0].new == 1500
    assert with_third[0].new > 1500


def literal_uscf(players: list[ListPlayer], games: list[ListGame]) -> list[int]:
    """The standard formula twice over: against ratings as they came, then as the first pass left them."""
    met: dict[int, list[tuple[int, float]]] = {player.id: [] for player in players}
    for white, black, half, *_ in games:
        met[white].append((black, half / 2))
        met[black].append((white, 1 - half / 2))
    before = {player.id: player for player in players}
    seen = {player.id: float(player.rating) for player in players}
    for _ in range(2):
        passed = dict(seen)
        for one, rows in met.items():
            rating, m = before[one].rating, len(rows)
            if not m:
                continue
            most = 50 if rating > 2355 else 50 / (0.662 + 0.00000739 * (2569 - rating) ** 2) ** 0.5
            k = 800 / (min(before[one].games, most) + m)
            change = k * sum(score - 1 / (1 + 10 ** ((seen[other] - rating) / 400)) for other, score in rows)
            extra = max(0.0, change - 10 * max(m, 4) ** 0.5) if m >= 3 else 0.0
            passed[one] = rating + change + extra
        seen = passed
    return [int(seen[player.id] + 0.5) for player in players]


def test_uscf_against_a_literal_reading() -> None:
    r = random.Random(11)
    for _ in range(200):
        players = [ListPlayer(n, r.randint(800, 2700), games=r.randint(9, 120)) for n in range(1, r.randint(4, 9))]
        pairs = [(a.id, b.id) for a in players for b in players if a.id < b.id and r.random() < 0.7]
        games = [ListGame(a, b, r.choice([0, 1, 2, 2])) for a, b in pairs]
        assert [one.new for one in USCF.rate(players, games)] == literal_uscf(players, games)


# -- ECF ---------------------------------------------------------------------------------------------------------------


def test_ecf_equal_players() -> None:
    """The example of the Mid-Sussex league: whoever beats an equal gains 10, k being 20 (a junior 20, k being 40)."""
    won = EcfRules().rate([ListPlayer(1, 1800), ListPlayer(2, 1800, k=40)], [ListGame(1, 2, 2)])
    assert [one.new for one in won] == [1810, 1780]


def test_ecf_goes_by_the_whole_difference() -> None:
    assert EcfRules().expected(2000, 1500) == 96  # FIDE's table; not limited to 400


# -- Glicko-2 ----------------------------------------------------------------------------------------------------------


def test_glicko_2_on_the_same_door() -> None:
    """The example of Glickman's paper."""
    rules = Glicko2Rules(deviations=((1, 200), (2, 30), (3, 100), (4, 300)))
    four = [ListPlayer(1, 1500), ListPlayer(2, 1400), ListPlayer(3, 1550), ListPlayer(4, 1700)]
    assert rules.rate(four, [ListGame(1, 2, 2), ListGame(1, 3, 0), ListGame(1, 4, 0)])[0].new == 1464


# -- all of them -------------------------------------------------------------------------------------------------------


def little() -> Tournament:
    """Three players and a game each with the first."""
    players = (Player(1, "A", 1900), Player(2, "B", 1800), Player(3, "C"))
    rounds = (Round((Game(1, 2, Score.BLACK_WINS),)), Round((Game(3, 1, Score.DRAW),)))
    return Tournament(info=TournamentInfo(), players=players, rounds=rounds, planned_rounds=2)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_report_by_every_system(name: str, snapshot: SnapshotAssertion) -> None:
    report = rookery.rate(little(), rules=get_system(name).rules)
    one, two = report.rows
    assert one.alone < 1900
    assert two.alone > 1800
    assert report.notes == snapshot
    assert report.newcomers[0].first.rating is None
    assert rookery.as_data(report)["players"][0]["new_rating_if_alone"] == one.alone


def test_no_such_system(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        get_system("ingo")
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        DwzRules().rate([ListPlayer(1, 1900)], [ListGame(1, 9, 2)])
    assert str(caught.value) == snapshot


def test_national_ratings_are_taken(capsys: pytest.CaptureFixture[str], tmp_path) -> None:
    from rookery.cli.main import main

    at_home = replace_national(little(), 1750)
    (tmp_path / "home.trf").write_bytes(rookery.dumps(at_home))
    assert main(["rate", str(tmp_path / "home.trf"), "--system", "dwz"]) == 0
    assert " 1  A     1750" in capsys.readouterr().out


def replace_national(tournament: Tournament, rating: int) -> Tournament:
    """The same with a DWZ of the first player."""
    from rookery._record import replace

    first = replace(tournament.players[0], national=(NationalRecord(federation="GER", rating=rating),))
    return replace(tournament, players=(first, *tournament.players[1:]))
