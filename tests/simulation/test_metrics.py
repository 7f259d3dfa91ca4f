"""Metrics by brute force: each is computed again in the simplest way."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

from rookery import standings
from rookery.history.history import History
from rookery.model import Tournament
from rookery.simulation import Absences, Field
from rookery.simulation.metrics import MEASURES, Measurement, PlayedOut, concordance, order_by_lot, ranking_orders
from rookery.simulation.study import Study, play_tournament

LISTS = ("PTS", "BH", "BH/C1,BH,SB", "DE,WIN,BH", "SB", "PS,BH/M1", "ARO", "TPR", "WON", "BPG")


def games(tournament: Tournament) -> list[tuple[int, int, int]]:
    """Round, White and Black of every board, forfeits too."""
    return [(number, *pair) for number, round in enumerate(tournament.rounds, 1) for pair in round.pairs]


def measure_by_cell(measure: str, played: PlayedOut) -> dict[tuple[str, str, int], int]:
    return {(one.column, one.order, one.round): one.value for one in map(Measurement._make, MEASURES[measure](played))}


@pytest.fixture(scope="module", params=["plain", "absent"])
def played(request: pytest.FixtureRequest) -> PlayedOut:
    away = Absences(half_byes=0.1, forfeits=0.1, withdrawals=0.1) if request.param == "absent" else None
    study = Study(
        field=Field.uniform(23, 1500, 2300, noise=120, absences=away), rounds=7, systems=("dutch+baku",), orders=LISTS
    )
    return play_tournament(study, "dutch+baku", seed=4, number=11)


def test_concordance_of_all_orders_of_five() -> None:
    strengths = {1: 50, 2: 40, 3: 40, 4: 20, 5: 10}
    for order in permutations(strengths):
        right = sum(
            (strengths[one] > strengths[other]) - (strengths[one] < strengths[other])
            for one, other in combinations(order, 2)
        )
        assert concordance(order, strengths) == right


def test_concordance_of_equal_and_reversed_orders() -> None:
    strengths = {one: -one for one in range(1, 101)}
    assert concordance(range(1, 101), strengths) == 4950
    assert concordance(range(100, 0, -1), strengths) == -4950


def test_orders_are_those_of_standings(played: PlayedOut) -> None:
    made = played.history.tournament
    for code in LISTS:
        rows = standings(made, [] if code == "PTS" else code).rows
        ranks = {row.id: row.rank for row in rows}
        found, place = {}, 1
        for group in played.orders[code]:
            found |= dict.fromkeys(group, place)
            place += len(group)
        assert found == ranks, code
    for after in (1, 4):
        ranks = {row.id: row.rank for row in standings(made, "BH", after=after).rows}
        groups = ranking_orders(History.for_tournament(made), ["BH"], after)["BH"]
        assert [len(group) for group in groups] == [
            list(ranks.values()).count(rank) for rank in sorted(set(ranks.values()))
        ]


def test_tau(played: PlayedOut) -> None:
    found = measure_by_cell("tau", played)
    for code, groups in played.orders.items():
        order = order_by_lot(groups, played.lots.__getitem__)
        assert sorted(order) == sorted(played.strengths)
        right = sum(
            (played.strengths[a] > played.strengths[b]) - (played.strengths[a] < played.strengths[b])
            for a, b in combinations(order, 2)
        )
        assert found["tau", code, 0] == right


def test_first(played: PlayedOut) -> None:
    found = measure_by_cell("first", played)
    rows = standings(played.history.tournament, []).rows
    assert found["shared", "PTS", 0] == sum(row.rank == 1 for row in rows)
    assert found["alone", "PTS", 0] == (rows[1].rank == 2)
    assert found["perfect", "", 0] == sum(row.points == 70 for row in rows)
    strongest = max(played.strengths.values())
    leaders = [row.id for row in rows if row.rank == 1]
    if len(leaders) == 1:
        assert found["best", "PTS", 0] == (played.strengths[leaders[0]] == strongest)


def test_colours(played: PlayedOut) -> None:
    colours: dict[int, str] = dict.fromkeys(played.strengths, "")
    for round in played.history.tournament.rounds:
        for game in round.games:
            if game.result.played:
                colours[game.white] += "w"
                colours[game.black] += "b"
    found = measure_by_cell("colours", played)
    more = {one: row.count("w") - row.count("b") for one, row in colours.items()}
    assert found["difference", "", 0] == sum(map(abs, more.values()))
    runs = [size for row in colours.values() for size in range(1, 8) if "w" * size in row or "b" * size in row]
    assert found["run", "", 0] == max(runs)
    told = measure_by_cell("colour_histogram", played)
    for many, column in enumerate(("black_3", "black_2", "black_1", "even", "white_1", "white_2", "white_3"), -3):
        assert told[column, "", 0] == sum(max(-3, min(3, each)) == many for each in more.values())
    points = {row.id: row.points for row in standings(played.history.tournament, []).rows}
    ahead, behind = ([points[one] for one in more if more[one] == each] for each in (1, -1))
    plain = (sum(ahead) / len(ahead) - sum(behind) / len(behind)) / 10
    assert found["white", "", 0] / 1_000_000 == pytest.approx(plain, abs=1e-6)


def test_the_regression_finds_what_was_put_in() -> None:
    """Points made of one third for a White and a hundredth for a point of strength: both are found again."""
    from rookery.simulation.metrics import _regression_slope

    rng = Random(3)
    rows = [(colour, strength, 6 * colour + strength // 10) for colour in (1, -1) for strength in range(1000, 2000, 10)]
    rng.shuffle(rows)
    assert _regression_slope(rows) == 6
    assert _regression_slope([(1, 5, 3), (-1, 5, 1)]) == 1
    assert _regression_slope([(1, 5, 3), (1, 5, 1)]) is None


def test_floats_and_gaps(played: PlayedOut) -> None:
    made, history = played.history.tournament, played.history
    unequal = points = virtual = 0
    floats: dict[int, int] = {}
    gaps: dict[int, list[int]] = {}
    for number, white, black in games(made):
        before = {row.id: row.points for row in standings(made, [], after=number - 1).rows}
        gaps.setdefault(number, []).append(
            abs((made.participants_by_number[white].rating or 0) - (made.participants_by_number[black].rating or 0))
        )  # type: ignore[union-attr]
        more = history.virtual_points(number)
        virtual += before[white] + more.get(white, 0) != before[black] + more.get(black, 0)
        if before[white] != before[black]:
            unequal, points = unequal + 1, points + abs(before[white] - before[black])
            for one in (white, black):
                floats[one] = floats.get(one, 0) + 1
    found = measure_by_cell("floats", played)
    assert (found["floats", "", 0], found["floated", "", 0]) == (unequal, points)
    assert (found["most_floats", "", 0], found["virtual", "", 0]) == (max(floats.values()), virtual)
    often = measure_by_cell("float_histogram", played)
    for many in range(7):
        assert often[f"floats_{many}", "", 0] == sum(
            min(6, floats.get(strength, 0)) == many for strength in played.strengths
        )
    told = measure_by_cell("gaps", played)
    for number, differences in gaps.items():
        assert told["gap", "", number] == pytest.approx(1000 * sum(differences) / len(differences), abs=0.51)
