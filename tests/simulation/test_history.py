"""Forecasts by round: only what was known then, and the same numbers with any executor."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import GeneratorSettings, Result, Tournament, forecast, generate
from rookery._record import replace
from rookery.errors import RuleError
from rookery.model import Bye, ByeKind, Game, Player, Round
from rookery.simulation import forecast_by_round
from rookery.simulation.jobs import Checkpoint
from rookery.simulation.result_models import MODELS

ENDS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def running(players: int, rounds: int, play: int, seed: int = 1) -> Tournament:
    """A tournament in which so many rounds are played, with forfeits and byes as they come."""
    made = generate(
        GeneratorSettings(players=players, rounds=rounds, play=play, system="dutch", acceleration="none"), seed=seed
    )
    rated = tuple(Player(player.number, player.name, player.rating or 1500) for player in made.players)
    return replace(made, players=rated, tiebreaks=("PTS", "BH"))


EVENT = running(9, 5, 3, seed=6)


def with_open_games(round: Round) -> Round:
    """A round before its games."""
    return Round(tuple(Game(game.white, game.black) for game in round.games), byes=round.byes)


def test_each_is_the_forecast_of_its_day() -> None:
    """Told once more by hand: the rounds before as they ended, the round itself paired, nothing after it."""
    plain = replace(EVENT, requested_byes=())
    course = forecast_by_round(plain, count=12, seed=3, top=2)
    assert course.rounds == (1, 2, 3, 4)
    for found, number in zip(course.forecasts[:-1], course.rounds, strict=False):
        then = replace(plain, rounds=(*plain.rounds[: number - 1], with_open_games(plain.rounds[number - 1])))
        assert found.digest == forecast(then, count=12, seed=3, top=2).digest
    now = forecast(plain, count=12, seed=3, top=2)
    assert course.last.digest == now.digest
    for one in plain.participants_by_number:
        assert course.within(one, 2)[4] == now.within(one, 2)
        assert course.score(one)[4].value == pytest.approx(now.mean_points(one))


def test_what_came_later_changes_nothing() -> None:
    ended = [Game(game.white, game.black, Result.DRAW) for game in EVENT.rounds[2].games]
    other = replace(EVENT, rounds=(*EVENT.rounds[:2], Round(tuple(ended), byes=EVENT.rounds[2].byes)))
    one, two = (forecast_by_round(event, count=8, seed=1).forecasts for event in (EVENT, other))
    assert [found.digest for found in one[:3]] == [found.digest for found in two[:3]]
    assert one[3].digest != two[3].digest


def test_the_current_round_has_its_entered_results() -> None:
    outcome = rookery.pair(EVENT)
    first, second, *_ = outcome.pairs
    begun = EVENT.with_round(outcome.round).with_result(4, *first, "1-0")
    course = forecast_by_round(begun, count=8, since=3, given={second: "0-1"})
    assert course.rounds == (3, 4)
    assert not {first, second} & set(course.last.open)
    assert course.last.digest == forecast(begun, count=8, given={second: "0-1"}).digest
    assert len(course.forecasts[0].open) == len(EVENT.rounds[2].games)


def test_an_event_that_is_over_by_every_result_its_last_round_could_have() -> None:
    """Before the last round, counted here once more with whole standings and exact fractions."""
    event = replace(running(6, 3, 3, seed=2), requested_byes=())
    course = forecast_by_round(event, count=100, outcomes="fide", spread=0, top=2, tiebreaks="BH")
    assert course.rounds == (1, 2, 3)
    assert course.last.exact
    before, last, top = event.before_round(3), event.rounds[2], Counter[int]()
    points: Counter[int] = Counter()
    ratings = {player.number: player.rating or 0 for player in event.players}
    for ends in product(range(3), repeat=len(last.games)):
        weight = Fraction(1)
        for game, at in zip(last.games, ends, strict=True):
            weight *= Fraction(MODELS["fide"].chances(ratings[game.white], ratings[game.black])[at], 1_000_000)
        games = tuple(Game(game.white, game.black, ENDS[at]) for game, at in zip(last.games, ends, strict=True))
        table = rookery.standings(before.with_round(Round(games, byes=last.byes)), "BH")
        ranks = Counter(row.rank for row in table.rows)
        for row in table.rows:
            points[row.id] += weight * row.points  # type: ignore[assignment]
            within = max(0, min(ranks[row.rank], 3 - row.rank))
            top[row.id] += weight * Fraction(within, ranks[row.rank])  # type: ignore[assignment]
    for one in event.participants_by_number:
        assert course.within(one, 2)[3].value == pytest.approx(float(top[one]))
        assert course.score(one)[3].value == pytest.approx(points[one] / 10)
        assert course.score(one)[3].margin == 0


def test_withdrawn_players_stay_withdrawn_and_future_withdrawals_are_unknown() -> None:
    """Player 6 left after round 2: known from round 3 on, when the bye was there; also where the event goes on."""
    players = tuple(Player(one, rating=2000 - 10 * one) for one in range(1, 11))
    event = Tournament(players=players, planned_rounds=5)
    for number in range(1, 5):
        outcome = rookery.pair(event)
        games = tuple(Game(*two, Result.WHITE_WINS) for two in outcome.pairs)
        event = event.with_round(Round(games, byes=outcome.round.byes))
        event = event.withdraw(6) if number == 2 else event
    assert Bye(6, ByeKind.ZERO) in event.rounds[2].byes
    for whole in (event, event.with_round(rookery.pair(event).round)):
        before = dict(zip((1, 2, 3, 4, 5), forecast_by_round(whole, count=10).forecasts, strict=True))
        for number in (3, 4):
            assert [before[number].opponents(6, round) for round in range(number, 6)] == [{}] * (6 - number)
        assert before[2].opponents(6, 3)
    back = replace(event, requested_byes=())  # who comes back had not withdrawn
    assert forecast_by_round(back, count=10).forecasts[2].opponents(6, 4)


def test_the_numbers_do_not_depend_on_the_executor(tmp_path: Path) -> None:
    asked = {"count": 9, "seed": 2}
    here = forecast_by_round(EVENT, **asked)  # type: ignore[arg-type]
    with ThreadPoolExecutor(2) as executor:
        there = forecast_by_round(EVENT, executor=executor, chunk=4, **asked)  # type: ignore[arg-type]
    told: list[tuple[int, int]] = []
    kept = tmp_path / "kept.sqlite"
    for _ in range(2):
        told.clear()
        again = forecast_by_round(
            EVENT, checkpoint=kept, chunk=5, progress=lambda *done: told.append(done), **asked  # type: ignore[arg-type]
        )  # fmt: skip
        assert here.digest == there.digest == again.digest
    assert told == []  # nothing was done again
    with Checkpoint(kept, "") as held:
        assert len(held.works) == 4
    forecast_by_round(EVENT, progress=lambda *done: told.append(done), **asked)  # type: ignore[arg-type]
    assert told[-1] == (36, 36)
    assert told == sorted(told)


@pytest.mark.parametrize(
    ("event", "asked"),
    [
        pytest.param(EVENT, {"since": 5}, id="since-a-later-round"),
        pytest.param(EVENT, {"since": 0}, id="since-round-0"),
        pytest.param(running(6, 3, 3), {"given": {(1, 2): "1-0"}}, id="result-of-a-finished-event"),
        pytest.param(running(6, 3, 3), {"since": 4}, id="since-after-the-last-round"),
        pytest.param(replace(EVENT, planned_rounds=None), {}, id="number-of-rounds-unknown"),
    ],
)
def test_what_is_refused(event: Tournament, asked: dict[str, object], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        forecast_by_round(event, count=2, **asked)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


def test_a_course_shows_what_it_is() -> None:
    event = Tournament(players=tuple(Player(one, rating=2000) for one in range(1, 5)), planned_rounds=2)
    found = forecast_by_round(event, count=3, outcomes="coin")
    assert repr(found) == f"ForecastCourse(rounds=(1,), outcomes='coin', digest={found.digest[:16]!r})"
