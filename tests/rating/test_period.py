"""A whole period: plain Python and NumPy say the same, number by number, and what cannot be is refused by both."""

from __future__ import annotations

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from importlib import import_module
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError, UnsupportedError
from rookery.rating import ListGame, ListPlayer, PeriodResult, PoolMonth, rate_period
from rookery.rating.rows import month_number

numpy = pytest.importorskip("numpy")
arrays = pytest.importorskip("rookery.arrays")


def random_period(seed: int) -> tuple[list[ListPlayer], list[ListGame]]:
    """A period with everything in it: unrated players, carried pools, corrected bases, several rule sets."""
    r = random.Random(seed)
    size = r.randint(2, r.choice((60, 60, 600)))
    ids = r.sample(range(1, 10 ** r.randint(3, 9)), size)
    players = [
        ListPlayer(
            one, r.choice([0, *[r.randint(1400, 2850)] * 4]), r.choice([0, 10, 20, 40]), r.randint(0, 60),
            r.choice([0, r.randint(1950, 2016)]), r.choice([0, r.randint(1400, 2500)]), 0,
        )
        for one in ids
    ]  # fmt: skip
    players = [
        player._replace(base=r.choice([0, 0, player.rating + r.randint(-2, 2)])) if player.rating
        else player._replace(pool_games=(n := r.choice([0, 0, 3])), pool_sum=1700 * n, pool_half_points=n)
        for player in players
    ]  # fmt: skip
    players = [
        player._replace(begun=r.choice([0, 1]), lent=r.choice([0, 0, int(player.rating > 0)])) for player in players
    ]
    players = [
        player if (player.rating and not player.lent) or r.randint(0, 1) else player._replace(pool=months(r))
        for player in players
    ]
    days = [0, date(2024, 3, 1).toordinal(), date(2024, 12, 1).toordinal(), date(2025, 9, 30).toordinal(),
            date(2025, 10, 1).toordinal(), date(2026, 2, 3).toordinal()]  # fmt: skip
    games = []
    for _ in range(r.randint(0, max(400, 4 * size))):
        white, black = r.sample(ids, 2)
        rating = [r.choice([0, 0, 0, -1, r.randint(1400, 2850)]) for _ in range(2)]
        half = r.randint(0, 2)
        other = r.choice([-1, -1, 2 - half, 0])
        games.append(ListGame(white, black, half, other, *rating, r.choice(days), r.randint(0, 4)))
    return players, games


def months(r: random.Random) -> tuple[PoolMonth, ...]:
    """What an unrated player did in some months, the oldest of them too old for a list of March 2026."""
    chosen = sorted(r.sample(range(month_number(date(2023, 11, 1)), month_number(date(2026, 3, 1))), r.randint(0, 4)))
    return tuple(PoolMonth(month, n := r.randint(1, 4), 1700 * n, r.randint(0, 2 * n)) for month in chosen)


def columns(rows: list[Any], kind: type[Any]) -> dict[str, Any]:
    names = [name for name in kind._fields if name != "pool"]
    return {name: numpy.array([getattr(row, name) for row in rows], dtype=int) for name in names}


def pool_of(rows: list[Any]) -> dict[str, list[int]]:
    """The pools of players as a table."""
    flat = [(row.id, *part) for row in rows for part in row.pool]
    return {name: [row[at] for row in flat] for at, name in enumerate(("id", *PoolMonth._fields))}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
def test_plain_and_numpy_are_identical(kind: str) -> None:
    on = date(2026, 3, 1)
    for seed in range(120):
        players, games = random_period(seed)
        plain = rate_period(players, games, kind=kind, on=on)
        tables = columns(players, ListPlayer), columns(games, ListGame)
        made = arrays.rate_period(*tables, kind=kind, on=on, pool=pool_of(players))
        assert [*made.columns(), "pool"] == list(PeriodResult._fields)
        for name, column in made.columns().items():
            assert column.tolist() == [getattr(row, name) for row in plain], (seed, name)
        assert {name: column.tolist() for name, column in made.pool.items()} == pool_of(plain), seed


@pytest.mark.parametrize("parts", [1, 3, 10_000])
def test_split_over_workers_the_list_is_the_same(parts: int, snapshot: SnapshotAssertion) -> None:
    on = date(2026, 3, 1)
    with ThreadPoolExecutor(2) as executor:
        for seed in range(5 if parts > 3 else 25):
            players, games = random_period(seed)
            tables, pool = (columns(players, ListPlayer), columns(games, ListGame)), pool_of(players)
            whole = arrays.rate_period(*tables, on=on, pool=pool)
            assert arrays.rate_period(*tables, on=on, pool=pool, executor=executor, parts=parts) == whole, seed
        tables[1]["half_points"][len(games) // 2] = 3
        with pytest.raises(RuleError) as caught:
            arrays.rate_period(*tables, on=on, pool=pool, executor=executor, parts=parts)
        assert str(caught.value) == snapshot


def test_more_games_than_a_chunk() -> None:
    r = random.Random(1)
    players = [ListPlayer(n, r.randint(1400, 2700), 20) for n in range(300)]
    games = [ListGame(*r.sample(range(300), 2), r.randint(0, 2)) for _ in range(70_000)]
    made = arrays.rate_period(columns(players, ListPlayer), columns(games, ListGame))
    assert made.new.tolist() == [row.new for row in rate_period(players, games)]


def test_several_tournaments_with_a_single_rounding() -> None:
    """Twice +2.4 is +5, not +2 and +2."""
    players = [ListPlayer(1, 2000, 10), ListPlayer(2, 2043, 10)]
    games = [ListGame(1, 2, 1, start=date(2026, 1, day).toordinal(), event=day) for day in (3, 10, 17, 24)]
    assert rate_period(players, games)[0].points == 2
    assert rate_period(players, games[:1])[0].points == 1


def test_a_first_event_without_a_point_is_dropped() -> None:
    rated = [ListPlayer(n, 1800, 20) for n in range(2, 12)]
    lost = [ListGame(1, n, 0, event=1, start=date(2026, 1, 3).toordinal()) for n in range(2, 7)]
    drawn = [ListGame(1, n, 1, event=2, start=date(2026, 1, 9).toordinal()) for n in range(2, 7)]
    assert rate_period([ListPlayer(1), *rated], [*drawn, *lost])[0].new == 1800
    assert rate_period([ListPlayer(1), *rated], lost)[0] == PeriodResult(1, 0, 0, 0, 0, 0, 0, begun=1)
    waiting = rate_period([ListPlayer(1), *rated], drawn[:3])[0]
    assert (waiting.new, waiting.pool_games, waiting.pool_sum, waiting.pool_half_points) == (0, 3, 5400, 3)
    carried = ListPlayer(1, pool_games=3, pool_sum=5400, pool_half_points=3)
    assert rate_period([carried, *rated], drawn[3:])[0].new == 1800


def test_a_dropped_event_stays_dropped_in_the_next_period() -> None:
    """8.2.1: a first event without a point is disregarded; the second one, without a point too, counts."""
    rated = [ListPlayer(n, 1800, 20) for n in range(2, 12)]
    lost = [ListGame(1, n, 0, event=1, start=date(2026, 1, 3).toordinal()) for n in range(2, 5)]
    after = rate_period([ListPlayer(1), *rated], lost, on=date(2026, 2, 1))[0]
    assert (after.begun, after.pool_games) == (1, 0)
    again = [game._replace(start=date(2026, 2, 3).toordinal()) for game in lost]
    (later, *_) = rate_period([ListPlayer(1, begun=after.begun, pool=after.pool), *rated], again, on=date(2026, 3, 1))
    assert later.pool == (PoolMonth(month_number(date(2026, 2, 1)), 3, 5400, 0),)


def test_results_count_for_26_months() -> None:
    """7.1.4: what is older is no part of a first rating."""
    pool = PoolMonth(month_number(date(2024, 1, 1)), 4, 7200, 4)
    rated = [ListPlayer(n, 1800, 20) for n in range(2, 12)]
    game = [ListGame(1, 2, 1, start=date(2026, 2, 3).toordinal())]
    (last, *_) = rate_period([ListPlayer(1, begun=1, pool=(pool,)), *rated], game, on=date(2026, 3, 1))
    assert (last.new, last.career, last.next_k, last.highest) == (1800, 5, 40, 1800)
    (late, *_) = rate_period([ListPlayer(1, begun=1, pool=(pool,)), *rated], game, on=date(2026, 4, 1))
    assert (late.new, late.pool_games) == (0, 1)


@pytest.mark.parametrize(
    ("on", "k", "published"),
    [(date(2026, 12, 1), 40, 40), (date(2027, 1, 1), 40, 20), (date(2027, 2, 1), 20, 20)],
)
def test_a_junior_has_their_k_until_the_end_of_the_year(on: date, k: int, published: int) -> None:
    """8.3.3: the January list is made with the K of December's, and publishes the new one."""
    players = [ListPlayer(1, 2000, games=100, born=2008), ListPlayer(2, 2000, games=100, born=1990)]
    one, other = rate_period(players, [ListGame(1, 2, 2)], on=on)
    assert (one.k, one.points, one.next_k) == (k, k // 2, published)
    assert (other.k, other.next_k) == (20, 20)


def test_a_lent_rating_is_published_with_a_game_only() -> None:
    players = [ListPlayer(1, 2000, lent=1, games=0), ListPlayer(2, 1900, lent=1, games=0), ListPlayer(3, 2000, 20)]
    one, two, _ = rate_period(players, [ListGame(1, 3, 1)], kind="rapid", on=date(2026, 3, 1))
    assert (one.new, one.career, one.highest, one.next_k) == (2000, 1, 2000, 40)
    assert (two.new, two.career, two.highest, two.next_k) == (0, 0, 0, 0)


def test_an_event_with_a_lent_rating_comes_first_and_a_month_without_events_changes_nothing() -> None:
    """8.2.1: only a first event can be lost; what waits for a rating goes on waiting while a standard one stands in."""
    waiting = (PoolMonth(month_number(date(2026, 1, 1)), 3, 5100, 2),)
    players = [
        ListPlayer(1, 2000, lent=1, games=0), ListPlayer(2, 1900, lent=1, games=0),
        ListPlayer(3, 1800, lent=1, games=0, pool=waiting), ListPlayer(4, 2000, 20),
    ]  # fmt: skip
    played, idle, patient, _ = rate_period(players, [ListGame(1, 4, 0)], kind="rapid", on=date(2026, 3, 1))
    assert (played.begun, idle.begun, patient.begun) == (1, 0, 1)
    assert (patient.pool, patient.pool_games, patient.pool_sum, patient.pool_half_points) == (waiting, 3, 5100, 2)
    old = rate_period(players, [], kind="rapid", on=date(2028, 5, 1))[2]
    assert (old.pool, old.pool_games) == ((), 0)  # 7.1.4: too old meanwhile
    for begun, games in ((0, 0), (1, 4)):  # an event without half a point: lost if it is the first, else waiting
        lost = [ListPlayer(1, begun=begun), *(ListPlayer(n, 1500, 20) for n in range(2, 6))]
        assert rate_period(lost, [ListGame(1, n, 0) for n in range(2, 6)], kind="rapid")[0].pool_games == games


def test_a_player_below_the_floor_begins_again_with_a_history() -> None:
    players = [ListPlayer(1, 1402, 40, games=12, highest=1500), *(ListPlayer(n, 1402, 40) for n in range(2, 9))]
    fallen = rate_period(players, [ListGame(1, 2, 0)], on=date(2026, 3, 1))[0]
    assert (fallen.new, fallen.begun, fallen.career, fallen.highest, fallen.next_k) == (0, 1, 13, 1500, 0)
    listed = ListPlayer(1, 0, games=fallen.career, highest=fallen.highest, begun=1)
    games = [ListGame(1, n, 1) for n in range(2, 8)]
    back = rate_period([listed, *players[1:]], games, on=date(2026, 4, 1))[0]
    assert (back.new, back.career) == (1502, 19)


def test_a_rating_below_the_floor_is_none() -> None:
    assert rate_period([ListPlayer(1, 1402, 40), ListPlayer(2, 1402, 40)], [ListGame(1, 2, 0)])[0].new == 0


def test_published_since_the_start() -> None:
    """8.2.4: rated with the new rating, unrated for the opponent."""
    one, two = rate_period([ListPlayer(1, 1900, 40), ListPlayer(2, 1900, 20)], [ListGame(1, 2, 2, white_rating=-1)])
    assert (one.games, one.points, two.games, two.points) == (1, 20, 0, 0)


@pytest.mark.parametrize("rating", [1410, 0, -1])
def test_unrated_since_the_start(rating: int) -> None:
    """8.3.1, 7.2.1: rated for the opponent with the rating of the first day, and only with one."""
    players = [ListPlayer(1, 0, highest=1410, begun=1), ListPlayer(2, 1500, 20)]
    games = [ListGame(1, 2, 2, white_rating=rating)]
    white, black = rate_period(players, games)
    assert (white.pool_games, black.games) == (1, int(rating > 0))


WRONG = [
    ([ListPlayer(1, 2000), ListPlayer(1, 2100)], []),
    ([ListPlayer(1, 2000)], [ListGame(1, 2, 1)]),
    ([ListPlayer(1, 2000), ListPlayer(5, 2000)], [ListGame(1, 5, 1), ListGame(1, 1, 1)]),
    ([ListPlayer(1, 2000), ListPlayer(5, 2000)], [ListGame(1, 5, 3)]),
    ([ListPlayer(1, 2000), ListPlayer(5, 2000)], [ListGame(1, 5, 0, 3)]),
    ([ListPlayer(1, 2000, born=2010), ListPlayer(5, 2000)], [ListGame(1, 5, 0)]),
]


@pytest.mark.parametrize(
    ("players", "games"),
    WRONG,
    ids=["listed twice", "not listed", "own opponent", "half points", "half points of Black", "no day"],
)
def test_what_cannot_be(players: list[ListPlayer], games: list[ListGame], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        rate_period(players, games)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        arrays.rate_period(columns(players, ListPlayer), columns(games, ListGame))
    assert str(caught.value) == snapshot


def test_every_player_on_the_list_twice_is_named() -> None:
    players = [ListPlayer(number, 2000) for number in (7, 3, 1, 3, 7, 7)]
    with pytest.raises(RuleError) as caught:
        rate_period(players, [])
    assert tuple(caught.value.participants) == (3, 7)


def test_rules_that_are_not_there() -> None:
    players, early = [ListPlayer(1, 2000, 20), ListPlayer(2, 2000, 20)], date(2024, 2, 1).toordinal()
    for rate, games in ((rate_period, [ListGame(1, 2, 1, start=early)]),):
        with pytest.raises(UnsupportedError):
            rate(players, games)
    with pytest.raises(UnsupportedError):
        arrays.rate_period(columns(players, ListPlayer), columns([ListGame(1, 2, 1, start=early)], ListGame))


# -- what gives columns ------------------------------------------------------------------------------------------------


def test_any_table_will_do() -> None:
    ids, ratings = [101, 55], [2000, 1900]
    games = {"white": [101], "black": [55], "half_points": [2]}
    expected = arrays.rate_period({"id": ids, "rating": ratings, "k": [20, 20]}, games).new.tolist()
    record = numpy.array([(101, 2000, 20), (55, 1900, 20)], dtype=[("id", int), ("rating", int), ("k", int)])
    assert arrays.rate_period(record, games).new.tolist() == expected

    class Frame:
        """The outside of a Polars frame: names in `columns`, columns by name."""

        columns = ("id", "rating", "k", "name")

        def __getitem__(self, name: str) -> object:
            return {"id": ids, "rating": [2000.0, 1900.0], "k": [20, 20], "name": ["a", "b"]}[name]

    assert arrays.rate_period(Frame(), games).new.tolist() == expected
    days = {**games, "start": numpy.array(["2026-01-03"], dtype="datetime64[D]")}
    assert arrays.rate_period(record, days).new.tolist() == expected


def test_columns_that_are_wrong(snapshot: SnapshotAssertion) -> None:
    games = {"white": [1], "black": [2], "half_points": [2]}
    with pytest.raises(RuleError) as caught:
        arrays.rate_period({"rating": [2000]}, games)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError, match="half_points"):
        arrays.rate_period({"id": [1, 2], "rating": [1, 2]}, {**games, "half_points": [0.5]})
    with pytest.raises(RuleError) as caught:
        arrays.rate_period({"id": [1, 2], "rating": [1]}, games)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        arrays.rate_period({"id": ["a", "b"], "rating": [1, 2]}, games)
    assert str(caught.value) == snapshot


def test_without_numpy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    monkeypatch.delitem(sys.modules, "rookery.arrays", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError) as caught:
        import_module("rookery.arrays")
    assert str(caught.value) == snapshot
