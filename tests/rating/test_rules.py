"""Rules are an argument: FIDE's, and systems that are unlike it, through the same doors, in rows and in arrays."""

from __future__ import annotations

import json
import pickle
import random
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import as_data
from rookery.errors import RuleError, UnsupportedError
from rookery.model import Game, Player, Result, Round, Tournament, TournamentInfo
from rookery.rating import (
    RULES,
    EloRules,
    KStep,
    ListGame,
    ListPlayer,
    NotRated,
    PeriodResult,
    RatingRules,
    norms,
    rate,
    rate_period,
    rules_for,
    rules_of,
)
from rookery.rating.glicko import Glicko, update_rating
from rookery.rating.rows import UNRATED_THEN
from support.rating_systems import DATED, Club, Formula, GlickoRules, WholeEvent

SYSTEMS: list[RatingRules] = [Club(), Formula(), WholeEvent(), GlickoRules(), *RULES]
NAMES = [str(system) for system in SYSTEMS]


def games_of(*ratings: int | None) -> Tournament:
    """Player 1 beats player 2 and draws with player 3."""
    rounds = (Round((Game(1, 2, Result.WHITE_WINS),)), Round((Game(3, 1, Result.DRAW),)))
    players = tuple(Player(at, f"P{at}", rating) for at, rating in enumerate(ratings or (2000, 1900, 2100), 1))
    return Tournament(info=TournamentInfo(name="Three"), players=players, rounds=rounds)


def a_period(seed: int, size: int) -> tuple[list[ListPlayer], list[ListGame]]:
    r = random.Random(seed)
    players = [
        ListPlayer(
            at, r.choice([0, *(r.randint(1200, 2850) for _ in range(4))]), r.choice([0, 0, 20]), r.randint(0, 60),
            r.choice([0, 1980, 2010]), r.choice([0, 2310, 2420]),
        )
        for at in range(1, size + 1)
    ]  # fmt: skip
    days = [0, date(2024, 4, 1).toordinal(), date(2025, 5, 1).toordinal(), date(2025, 12, 1).toordinal()]
    games = [
        ListGame(
            *r.sample(range(1, size + 1), 2), r.randint(0, 2), -1, 0, r.choice([0, 0, UNRATED_THEN]), r.choice(days)
        )
        for _ in range(5 * size)
    ]
    return players, games


def columns(rows: list[Any]) -> dict[str, list[int]]:
    return {name: [getattr(row, name) for row in rows] for name in type(rows[0])._fields if name != "pool"}


# -- the same door -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS, ids=NAMES)
def test_every_system_rates_a_tournament(system: RatingRules) -> None:
    report = rate(games_of(), rules=system)
    assert report.rules is system
    assert (report.kind, [row.player.number for row in report.rows]) == (system.kind, [1, 2, 3])
    assert [line.half_points for line in report.rows[0].lines] == [2, 1]
    assert pickle.loads(pickle.dumps(report)) == report
    data = json.loads(json.dumps(as_data(report, lines=True)))
    assert [len(player["lines"]) for player in data["players"]] == [2, 1, 1]


@pytest.mark.parametrize("system", [*SYSTEMS, DATED, *map(rules_of, ("standard", "rapid"))], ids=str)
def test_rows_and_arrays_say_the_same(system: RatingRules) -> None:
    arrays = pytest.importorskip("rookery.arrays")
    on = date(2026, 3, 1)
    for seed, size in enumerate((20, 40, 40, 300, 400)):  # few are asked one by one, many by tables
        players, games = a_period(seed, size)
        if system is DATED:
            games = [game for game in games if not 0 < game.start < date(2025, 1, 1).toordinal()]
        plain = rate_period(players, games, rules=system, on=on)
        made = arrays.rate_period(columns(players), columns(games), rules=system, on=on)
        assert {name: column.tolist() for name, column in made.columns().items()} == columns(plain), seed


@pytest.mark.parametrize("rules", [*RULES, Club(), Formula()], ids=str)
def test_arrays_know_expectations_at_every_edge(rules: EloRules) -> None:
    questions = pytest.importorskip("rookery.arrays.columns")
    numpy = pytest.importorskip("numpy")
    near = [1, 900, 1400, 1999, 2000, 2001, *(e + d for e in (2600, 2650) for d in (-600, -1, 0, 1)), 3100]
    pairs = [(one, other) for one in near for other in near] * 2  # few are asked one by one
    found = questions.expected_scores(rules, *(numpy.array(column) for column in zip(*pairs, strict=True)))
    right = [rules.expected(*pair) if rules.is_rated(*pair) else questions.NOT_RATED for pair in pairs]
    assert found.tolist() == right


def test_a_kind_and_a_day_choose_fides_rules(snapshot: SnapshotAssertion) -> None:
    assert rate(games_of(), kind="rapid", on=date(2025, 1, 5)).rules == rules_for("rapid", date(2025, 1, 5))
    assert rules_of("blitz").on(None) is rules_for("blitz")
    with pytest.raises(RuleError) as caught:
        rules_of("bullet")
    assert str(caught.value) == snapshot
    old = rules_for("standard", date(2024, 3, 1))
    assert rate(games_of(), rules=old, on=date(2026, 1, 1)).rules is old  # what is given is taken, whatever the day


def test_dated_rules_choose_by_the_day(snapshot: SnapshotAssertion) -> None:
    assert rate(games_of(), rules=DATED, on=date(2025, 7, 1)).rows[0].k == 24
    assert rate(games_of(), rules=DATED, on=date(2026, 7, 1)).rows[0].k == 12
    with pytest.raises(UnsupportedError) as caught:
        rate(games_of(), rules=DATED, on=date(2024, 7, 1))
    assert str(caught.value) == snapshot


# -- what each of them is for ------------------------------------------------------------------------------------------


def test_a_club() -> None:
    row = rate(games_of(), rules=Club()).rows[0]  # 2000 against 1900 (64) and 2100 (36)
    assert (row.change, row.k, row.k_change, row.alone) == (36 + 14, 24, 1200, 2012)
    low = rate_period([ListPlayer(1, 801), ListPlayer(2, 801)], [ListGame(1, 2, 0)], rules=Club())
    assert [one.new for one in low] == [800, 813]
    new = rate_period([ListPlayer(1), ListPlayer(2, 1500)], [ListGame(1, 2, 2)] * 3, rules=Club())
    assert new[0].new == 1900
    assert Club().k(2000, 5, age=17) == 32


def test_unrated_players_may_count() -> None:
    with_a_newcomer = games_of(2000, None, 2100)
    assert [game.reason for game in rate(with_a_newcomer).games] == [NotRated.ONE_UNRATED, None]
    report = rate(with_a_newcomer, rules=WholeEvent())
    assert [game.reason for game in report.games] == [None, None]
    assert (report.rows[0].games, report.newcomers[0].first.rating) == (2, 2000)
    assert report.rows[0].points == 16  # K 25; 50 against the newcomer, who is 2000 by now, 14 against 2100; no bonus
    assert report.rows[0].opponents == 2100


def test_a_deviation_changes_what_is_expected() -> None:
    sure = GlickoRules(known_players=tuple((at, Glicko(deviation=30)) for at in (1, 2, 3)))
    vague, exact = (rate(games_of(), rules=rules).rows[0].lines[0].change for rules in (GlickoRules(), sure))
    assert (vague, exact) == (40, 36)
    new = rate_period([ListPlayer(1, 2000), ListPlayer(2, 1900)], [ListGame(1, 2, 0)], rules=sure)[0].new
    assert new == round(update_rating(Glicko(2000, 30), [(Glicko(1900, 30), 0)]).rating)


def test_omitted_values_have_defaults(snapshot: SnapshotAssertion) -> None:
    class Bare(EloRules):
        def expected(self, own: int, opponent: int) -> int:
            return 50

    bare = Bare(name="bare", k_steps=(KStep(10, games=range(5, 100)),))
    assert (str(bare), bare.is_rated(1, 3000), bare.limited_k(10, 999), bare.publishable_rating(3)) == (
        "bare standard",
        True,
        10,
        3,
    )
    assert (bare.new_rating(2000, [50, 50, -50], 10), bare.change(1, 2, 2), bare.first_event_counts(0)) == (
        2005,
        50,
        True,
    )
    assert bare.first_rating([], 0).rating is None
    assert bare.first_rating([1500], 1).why == snapshot
    assert (bare.on(date(1999, 1, 1)), bare.assumptions([ListPlayer(1, 1)])) == (bare, ())
    with pytest.raises(UnsupportedError) as caught:
        bare.k(2000, 4)
    assert str(caught.value) == snapshot
    arrays = pytest.importorskip("rookery.arrays")
    with pytest.raises(UnsupportedError) as caught:
        arrays.rate_period(
            {"id": [1, 2], "rating": [2000, 2000], "games": [4, 5]}, columns([ListGame(1, 2, 1)]), rules=bare
        )
    assert str(caught.value) == snapshot


def test_k_is_a_ladder_whose_order_matters() -> None:
    strong, junior, new, usual = rules_for().k_steps
    assert [step.k for step in (strong, junior, new, usual)] == [10, 40, 40, 20]
    swapped = replace(rules_for(), k_usual=15)
    assert swapped.k(2000, 30) == 15


# -- what comes back ---------------------------------------------------------------------------------------------------


def test_audits_pickle_compare_and_become_json() -> None:
    found = norms(games_of(), title="GM")
    assert pickle.loads(pickle.dumps(found)) == found
    data = json.loads(json.dumps(as_data(found, games=True)))
    assert [(each["id"], len(each["games_counted"])) for each in data] == [(1, 2), (2, 1), (3, 1)]


def test_a_period_of_arrays_compares_and_pickles() -> None:
    arrays = pytest.importorskip("rookery.arrays")
    players, games = columns([ListPlayer(1, 2000, 20), ListPlayer(2, 1900, 20)]), columns([ListGame(1, 2, 1)])
    made = arrays.rate_period(players, games)
    assert made == pickle.loads(pickle.dumps(made)) == arrays.rate_period(players, games)
    assert made != arrays.rate_period(players, columns([ListGame(1, 2, 2)]))
    assert made != "a period"
    assert PeriodResult(*(column[0] for column in made.columns().values())).new == 1997


def test_an_empty_period() -> None:
    arrays = pytest.importorskip("rookery.arrays")
    nobody, nothing = dict.fromkeys(ListPlayer._fields, ()), dict.fromkeys(ListGame._fields, ())
    assert arrays.rate_period(nobody, nothing).new.tolist() == []
    assert arrays.rate_period({"id": [5], "rating": [2000], "k": [20]}, nothing).new.tolist() == [2000]
    assert [row.new for row in rate_period([ListPlayer(5, 2000, 20)], [])] == [2000]
    assert rate(Tournament(players=(Player(1, rating=2000),))).rows[0].alone == 2000
