"""What must happen in a last round: every statement held against all results there can be, by whole standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import GeneratorSettings, Result, Tournament, forecast, generate
from rookery._record import replace
from rookery.errors import RuleError
from rookery.model import Game, Player, Round
from rookery.simulation.chances import Forecast
from rookery.simulation.conditions import (
    RESULTS,
    MustHappen,
    ResultClause,
    ResultCondition,
    format_clause,
    must_happen,
    short_names,
    statements,
)

Ends = dict[tuple[int, int], Result]


def last_round(players: int, rounds: int, seed: int) -> Tournament:
    """A tournament before its last round."""
    made = generate(
        GeneratorSettings(
            players=players,
            rounds=rounds,
            play=rounds - 1,
            system="dutch",
            acceleration="none",
            withdrawals=0,
            late_entries=0,
        ),
        seed=seed,
    )
    rated = tuple(Player(player.number, player.name, player.rating or 1500) for player in made.players)
    return replace(made, players=rated)


def every_outcome(found: Forecast, tiebreaks: str) -> Iterator[tuple[Ends, dict[int, tuple[int, int]]]]:
    """Every way the round can end, with the best and the worst place that the lot may give everybody."""
    over = tuple(game for game in found.round.games if game.result is not Result.PENDING)
    for ends in product(RESULTS, repeat=len(found.open)):
        ended = dict(zip(found.open, ends, strict=True))
        games = tuple(Game(*two, end) for two, end in ended.items())
        table = rookery.standings(
            found.tournament.with_round(Round((*over, *games), byes=found.round.byes)), tiebreaks
        )  # fmt: skip
        ranks = Counter(row.rank for row in table.rows)
        yield ended, {row.id: (row.rank, row.rank + ranks[row.rank] - 1) for row in table.rows}


def holds(clauses: tuple[ResultClause, ...], ended: Ends) -> bool:
    return all(ended[clause.white, clause.black] in clause.results for clause in clauses)


def wider(condition: ResultCondition) -> Iterator[tuple[ResultClause, ...]]:
    """The condition without one of its clauses, or with one more result in it."""
    for at, each in enumerate(condition.clauses):
        before, after = condition.clauses[:at], condition.clauses[at + 1 :]
        yield (*before, *after)
        for more in each.otherwise.results if len(each.results) == 1 else ():
            yield (*before, ResultClause(each.white, each.black, (*each.results, more)), *after)


@pytest.mark.parametrize("tiebreaks", ["BH,SB", "none"])
@pytest.mark.parametrize(("players", "rounds", "seed"), [(6, 4, 1), (7, 4, 2), (8, 5, 3), (9, 3, 4), (10, 4, 5)])
def test_every_statement_is_true_minimal_and_complete(players: int, rounds: int, seed: int, tiebreaks: str) -> None:
    event, codes = last_round(players, rounds, seed), "" if tiebreaks == "none" else tiebreaks
    found = forecast(event, count=3**5, outcomes="fide", tiebreaks=codes, top=3, watched=event.participants_by_number)
    assert found.exact
    ways = list(every_outcome(found, codes))
    for one, places in product(event.participants_by_number, (1, 3)):
        told = found.must_happen(one, places)
        sure = [ended for ended, ranks in ways if one in ranks and ranks[one][1] <= places]
        never = [ended for ended, ranks in ways if one not in ranks or ranks[one][0] > places]
        assert (told.ways, told.certain_ways, told.impossible_ways) == (len(ways), len(sure), len(never))
        for conditions, true, left in (
            (told.certain, sure, told.certain_left),
            (told.impossible, never, told.impossible_left),
        ):
            for condition in conditions:
                assert all(ended in true for ended, _ in ways if holds(condition.clauses, ended))
                for clauses in wider(condition):
                    assert any(ended not in true for ended, _ in ways if holds(clauses, ended))
            untold = [ended for ended in true if not any(holds(each.clauses, ended) for each in conditions)]
            assert left == len(untold)
            assert not left or len(found.open) > 3  # of three games every condition speaks of three at the most
            assert sorted(conditions, key=lambda each: (len(each.clauses), -each.likely)) == list(conditions)


def test_a_condition_is_as_likely_as_its_games_make_it() -> None:
    event = last_round(8, 5, 3)
    found = forecast(event, count=81, outcomes="fide", top=2, watched=event.participants_by_number)
    for one in event.participants_by_number:
        for each in (*found.must_happen(one).certain, *found.must_happen(one).impossible):
            expected = 1.0
            for clause in each.clauses:
                chances = found.ended(clause.white, clause.black)
                assert sum(chances.values()) == pytest.approx(1)
                expected *= sum(chances[result] for result in clause.results)
            assert each.likely == pytest.approx(expected)


def test_what_is_not_likely_by_the_model_may_happen_all_the_same() -> None:
    """Coins are never drawn and the stronger always wins, but the statements are of all results there can be."""
    event = last_round(8, 5, 3)
    by_chance, by_coin, by_strength = (
        forecast(event, count=81, outcomes=model, top=2, watched=event.participants_by_number)
        for model in ("fide", "coin", "stronger")
    )
    assert by_chance.ways == by_coin.ways == by_strength.ways
    plain = forecast(event, count=81, outcomes="coin", top=2)
    assert plain.digest == by_coin.digest  # nobody's numbers are others because somebody is watched


def test_by_hand() -> None:
    """Two games: 1 has a point more than 3, 4 and 5 half; who is level is decided by lot."""
    open = {(1, 2): (0.5, 0.3, 0.2), (3, 4): (0.25, 0.5, 0.25)}
    combined = [(a, b) for b in range(3) for a in range(3)]  # the first game is the last digit
    sure = sum(1 << at for at, (a, b) in enumerate(combined) if a == 0 or (a == 1 and b == 1))
    may = sum(1 << at for at, (a, b) in enumerate(combined) if a != 2 or b == 1)
    own, other = ResultClause(1, 2, RESULTS[:1]), ResultClause(3, 4, (Result.DRAW,))
    told = must_happen(1, 1, sure, may, open)
    assert told.certain == (
        ResultCondition((own,), 0.5),
        ResultCondition((ResultClause(1, 2, RESULTS[:2]), other), pytest.approx(0.4)),
    )  # fmt: skip
    assert told.impossible == (ResultCondition((ResultClause(1, 2, RESULTS[2:]), other.otherwise), pytest.approx(0.1)),)
    assert (told.certain_ways, told.impossible_ways, told.certain_left, told.impossible_left) == (4, 2, 0, 0)
    always = must_happen(1, 1, 2**9 - 1, 2**9 - 1, open)
    assert (always.certain, always.impossible) == ((ResultCondition((), 1.0),), ())
    never = must_happen(1, 1, 0, 0, open)
    assert (never.certain, never.impossible) == ((), (ResultCondition((), 1.0),))
    assert isinstance(never, MustHappen)


def test_in_parts_by_others_and_from_a_file(tmp_path: Path) -> None:
    event = last_round(10, 4, 5)
    whole = forecast(event, count=243, top=2, watched=(1, 2, 3))
    for chunk, jobs in ((7, 1), (50, 2)):
        kept = tmp_path / f"{chunk}.sqlite"
        for _ in range(2):
            parts = forecast(event, count=243, top=2, watched=(3, 2, 1), chunk=chunk, jobs=jobs, checkpoint=kept)
            assert [parts.must_happen(one) for one in (1, 2, 3)] == [whole.must_happen(one) for one in (1, 2, 3)]


def test_what_is_refused(snapshot: SnapshotAssertion) -> None:
    event = last_round(8, 5, 3)
    found = forecast(event, count=81, top=2, watched=[1])
    for asked in ((2, 2), (1, 3)):
        with pytest.raises(RuleError) as caught:
            found.must_happen(*asked)
        assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        forecast(event, count=10, watched=[1]).must_happen(1)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        forecast(event, count=10, watched=[99])
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "results",
    [
        pytest.param((0,), id="win"),
        pytest.param((1,), id="draw"),
        pytest.param((2,), id="loss"),
        pytest.param((0, 1), id="win-or-draw"),
        pytest.param((1, 2), id="draw-or-loss"),
        pytest.param((0, 2), id="win-or-loss"),
    ],
)
def test_how_a_game_ends_in_words(results: tuple[int, ...], snapshot: SnapshotAssertion) -> None:
    names = short_names({1: "Hatter, Max", 2: "Hare, Mia"})
    assert format_clause(ResultClause(1, 2, tuple(RESULTS[at] for at in results)), names) == snapshot


def test_what_rules_out_in_words(snapshot: SnapshotAssertion) -> None:
    """1 is first only if 1 beats 2, and never if 3 and 4 draw: the one result that is needed is named as such."""
    combined = [(a, b) for b in range(3) for a in range(3)]
    may = sum(1 << at for at, (a, b) in enumerate(combined) if a == 0 and b != 1)
    names = short_names(dict.fromkeys(range(1, 5), ""))
    certain, ruled_out = statements(
        must_happen(1, 1, may, may, {(1, 2): (0.5, 0.3, 0.2), (3, 4): (0.25, 0.5, 0.25)}), names
    )
    assert [[likely for *_, likely in lines] for lines in (certain, ruled_out)] == [[0.25], [0.5, 0.5]]
    assert [[tuple(line) for line in lines] for lines in (certain, ruled_out)] == snapshot
    always, never = (statements(must_happen(1, 1, ways, ways, {(1, 2): (0.5, 0.3, 0.2)}), names) for ways in (7, 0))
    assert [[likely for *_, likely in lines] for lines in (*always, *never)] == [[1.0], [], [], [1.0]]
    assert [[tuple(line) for line in lines] for lines in (*always, *never)] == snapshot
