"""Months that follow each other in a store: equal to one literal pass, and a late report is as one in time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from literal import periods as literal
from rookery.errors import RuleError
from rookery.rating_periods.full_list import FullList, month_text
from rookery.rating_periods.queries import audit, difference, history
from rookery.rating_periods.recalculation import add_late_report, rate_list, rate_month
from rookery.rating_periods.store import MonthStore
from support.federation import Game, federation, rapid_and_blitz
from support.periods import build_store, find_differences, reports, start_store

FIRST = 2024 * 12 + 10  # the list of November 2024: the limit of 2650 and January lists lie in between


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_chain_is_one_pass_over_all_games(tmp_path: Path, seed: int) -> None:
    people, games = federation(60, FIRST, 30, seed, 3)
    wanted = literal.lists(people, games, FIRST, FIRST + 30)
    first = sum(1 for one in people if not people[one][0] and wanted[FIRST + 30][one][0])
    assert first > 3  # there are first ratings
    with build_store(tmp_path / "months.sqlite", people, games, FIRST, FIRST + 30) as store:
        assert find_differences(store, wanted) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_rapid_and_blitz_chain_beside_standard(tmp_path: Path, seed: int) -> None:
    last = FIRST + 30
    people, games = federation(60, FIRST, 30, seed, 3)
    others = rapid_and_blitz(people, FIRST, 30, seed, 3)
    standard = literal.lists(people, games, FIRST, last)
    lent = {month: {one: row[0] for one, row in rows.items()} for month, rows in standard.items()}
    lent[FIRST] = {one: facts[0] for one, facts in people.items()}
    with build_store(tmp_path / "months.sqlite", people, games, FIRST, last, others) as store:
        assert find_differences(store, standard) == []
        for kind, (own, some) in others.items():
            wanted = literal.lists(own, some, FIRST, last, kind, lent)
            borrowed = [one for one in own if not own[one][0] and people[one][0] and wanted[last][one][0]]
            assert len(borrowed) > 3  # rated first by the standard rating
            assert find_differences(store, wanted, kind) == []


def test_without_numpy_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    import rookery

    people, games = federation(30, FIRST, 6, 7, 3)
    wanted = literal.lists(people, games, FIRST, FIRST + 6)
    monkeypatch.setitem(sys.modules, "rookery.arrays", None)
    monkeypatch.delattr(rookery, "arrays", raising=False)
    with build_store(tmp_path / "months.sqlite", people, games, FIRST, FIRST + 6) as store:
        assert find_differences(store, wanted) == []


@pytest.mark.parametrize("seed", range(4))
def test_a_late_report_is_as_if_it_had_come_in_time(tmp_path: Path, seed: int) -> None:
    last = FIRST + 8
    people, games = federation(80, FIRST, 8, seed, 4)
    late = [game for game in games if game[2] == 6]
    (report,) = reports(late)[late[0][0]]
    wanted = literal.lists(people, games, FIRST, last)
    rest = [game for game in games if game[2] != 6]
    with build_store(tmp_path / "late.sqlite", people, rest, FIRST, last) as store:
        before = {month: store.standings("standard", month) for month in store.months()}
        changes = add_late_report(store, report, late[0][0])
        assert find_differences(store, wanted) == []
        told = {(change.month, change.id) for change in changes}
        for month in store.months()[1:]:
            now = store.standings("standard", month)
            rows = {one for one, standing in now.items() if standing.month == month}
            assert {row for row in rows if before[month].get(row) != now[row]} == {
                who for at, who in told if at == month
            }
        assert len({change.id for change in changes}) < len(people)
        assert all(change.before != change.after for change in changes)


def test_history_difference_and_audit_tell_the_same(tmp_path: Path) -> None:
    people, games = federation(40, FIRST, 6, 3, 4)
    with build_store(tmp_path / "months.sqlite", people, games, FIRST, FIRST + 6) as store:
        for moved in difference(store, FIRST, FIRST + 6):
            rows = history(store, moved.id)
            assert rows[-1].rating == moved.after
            assert people[moved.id][0] == moved.before
        checked = 0
        for one in people:
            for before, after in zip(rows := history(store, one), rows[1:], strict=False):
                month = next(m for m in store.months() if month_text(m) == after.month)
                lines, standing = audit(store, one, month)
                assert standing.rating == after.rating
                counted = [line for line in lines if line.counts == "rating"]
                assert len(counted) == after.games
                if before.rating and after.rating:
                    k = min(before.k or 40, 700 // max(1, after.games)) if before.k else None
                    total = sum(line.change for line in counted)
                    assert k is None or abs(k * total - 100 * (after.rating - before.rating)) <= 50
                    checked += 1
        assert checked > 20


def test_what_a_store_refuses(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    people, games = federation(10, FIRST, 2, 1, 2)
    path = tmp_path / "months.sqlite"
    with pytest.raises(RuleError) as caught:
        MonthStore(path)
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot
    with start_store(path, people, FIRST) as store:
        (report, *_) = reports(games)[FIRST + 1]
        with pytest.raises(RuleError) as caught:
            add_late_report(store, report, FIRST + 1)
        assert str(caught.value) == snapshot
        with pytest.raises(RuleError) as caught:
            difference(store, FIRST, FIRST + 5)
        assert str(caught.value) == snapshot
        with pytest.raises(RuleError) as caught:
            history(store, 99)
        assert str(caught.value) == snapshot
        assert rate_month(store) == FIRST + 1  # a month without games has a list too
        assert store.full_list(FIRST + 1).columns["standard"] == [facts[0] for facts in people.values()]
    with pytest.raises(RuleError) as caught:
        MonthStore(path, fresh=True)
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot
    (tmp_path / "other.sqlite").write_text("no store")
    with pytest.raises(RuleError) as caught:
        MonthStore(tmp_path / "other.sqlite")
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot


def _games_of_player(month: int, event: int, opponents: Sequence[int], score: int) -> list[Game]:
    """Games of player 1 in an event that began in the month before a list, with so many half points, won first."""
    day = date((month - 1) // 12, (month - 1) % 12 + 1, 3).toordinal()
    halves = [min(2, max(0, score - 2 * at)) for at in range(len(opponents))]
    return [(month, day, event, 1, other, half) for other, half in zip(opponents, halves, strict=True)]


OTHERS = {number: [1500, 20, 100, 1500, 1980] for number in range(2, 14)}
POOL = [*_games_of_player(FIRST + 2, 1, range(2, 8), 1), *_games_of_player(FIRST + 10, 2, range(8, 13), 2)]


def test_a_first_rating_without_a_game_when_bad_results_are_too_old(tmp_path: Path) -> None:
    """B.02 7.1.4: results of 26 months are pooled; without those that are older the rest is enough for 1400."""
    last = FIRST + 30
    people = {1: [0, 0, 0, 0, 1990], **OTHERS}
    wanted = literal.lists(people, POOL, FIRST, last)
    rated = [month for month in wanted if wanted[month][1][0]]
    assert rated == [FIRST + 28, FIRST + 29, FIRST + 30]  # the first event began in FIRST + 1
    with build_store(tmp_path / "months.sqlite", people, POOL, FIRST, last) as store:
        assert find_differences(store, wanted) == []


def test_a_late_report_counts_for_a_pool_that_becomes_too_old(tmp_path: Path) -> None:
    last = FIRST + 30
    people = {1: [0, 0, 0, 0, 1990], **OTHERS}
    for number, score in enumerate((0, 2)):
        late = _games_of_player(FIRST + 5, 3, [13], score)
        (report,) = reports(late)[FIRST + 5]
        with build_store(tmp_path / f"{number}.sqlite", people, POOL, FIRST, last) as store:
            add_late_report(store, report, FIRST + 5)
            wanted = literal.lists(people, [*POOL, *late], FIRST, last)
            assert find_differences(store, wanted) == []
            assert wanted[last][1][0] != literal.lists(people, POOL, FIRST, last)[last][1][0]


def test_games_with_a_lent_rating_are_completed_though_none_was_published(tmp_path: Path) -> None:
    """Lost at 1400 with the standard rating: no rapid rating, but games that count for K when there is one."""
    last = FIRST + 6
    people = {1: [1400, 20, 100, 1520, 1990], **OTHERS}
    rapid = {1: [0, 0, 0, 0, 1990], **OTHERS}
    games = _games_of_player(FIRST + 2, 1, range(2, 8), 0)
    quick = [*_games_of_player(FIRST + 1, 2, range(2, 7), 0), *_games_of_player(FIRST + 4, 3, range(7, 13), 6)]
    standard = literal.lists(people, games, FIRST, last)
    lent = {FIRST: {one: facts[0] for one, facts in people.items()}}
    lent |= {month: {one: row[0] for one, row in rows.items()} for month, rows in standard.items()}
    wanted = literal.lists(rapid, quick, FIRST, last, "rapid", lent)
    assert [wanted[month][1][2] for month in (FIRST + 1, FIRST + 3, last)] == [5, 5, 11]
    assert wanted[last][1][0] > 1400
    with build_store(tmp_path / "months.sqlite", people, games, FIRST, last, {"rapid": (rapid, quick)}) as store:
        assert find_differences(store, standard) == []
        assert find_differences(store, wanted, "rapid") == []
        full = store.full_list(FIRST + 3)
    monthly = advanced_by(full, quick, FIRST + 4)
    assert monthly.columns["rapid_career"][0] == 11


def advanced_by(full: FullList, games: Sequence[Game], month: int) -> FullList:
    """The next list by `rate-period`'s way: from the complete list before it alone."""
    some = [game for game in games if game[0] == month]
    columns = {"white": [], "black": [], "half_points": [], "start": [], "event": []}
    for _, day, event, white, black, half in some:
        for name, cell in zip(columns, (white, black, half, day, event), strict=True):
            columns[name].append(cell)
    return rate_list(full, {"rapid": columns}, month_text(month))[0]


@pytest.mark.parametrize("number", [0, -3, 999, 10**19, 10**40])
def test_an_unknown_number_is_reported(tmp_path: Path, number: int, snapshot: SnapshotAssertion) -> None:
    with start_store(tmp_path / "months.sqlite", OTHERS, FIRST) as store:
        with pytest.raises(RuleError) as caught:
            store.person(number)
        assert str(caught.value) == snapshot
        with pytest.raises(RuleError) as caught:
            history(store, number)
        assert str(caught.value) == snapshot
