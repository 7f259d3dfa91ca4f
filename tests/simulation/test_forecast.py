"""Forecasts: what is known stays, the last round exactly, and what was given p happens p of the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import GeneratorSettings, Result, Standings, Tournament, forecast, generate, standings
from rookery._record import replace
from rookery.errors import RuleError
from rookery.history.history import History
from rookery.model import Bye, ByeKind, Game, Player, Round
from rookery.simulation.estimate import Sums
from rookery.simulation.forecast import estimate_strengths, expected_chances
from rookery.simulation.play import Games, pair_by_tournament_rules, play_rounds, swiss_round
from rookery.simulation.population import SimulatedField
from rookery.simulation.result_models import MODELS
from rookery.simulation.rng import KeyedRandom
from rookery.simulation.study import Study
from support.norm_events import event as norm_event
from support.norm_events import line

PLAIN = {"system": "dutch", "acceleration": "none", "withdrawals": 0, "late_entries": 0, "forbidden": 0}


def running(players: int, rounds: int, play: int, seed: int = 1) -> Tournament:
    """A tournament in which so many rounds are played."""
    made = generate(GeneratorSettings(players=players, rounds=rounds, play=play, **PLAIN), seed=seed)  # type: ignore[arg-type]
    rated = tuple(rookery.Player(player.number, player.name, player.rating or 1500) for player in made.players)
    return Tournament(
        players=rated,
        rounds=made.rounds,
        planned_rounds=rounds,
        tiebreaks=("PTS", "BH"),
        initial_colour=made.initial_colour,
    )


LAST = running(8, 5, 4)


def every_outcome(event: Tournament, model: str) -> Iterator[tuple[Fraction, dict[tuple[int, int], Result], Standings]]:
    """Every way the last round can end, with its chance, the results, and whole standings."""
    outcome = rookery.pair(event)
    ratings = {player.number: player.rating or 0 for player in event.players}
    ends = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
    for results in product(range(3), repeat=len(outcome.pairs)):
        weight = Fraction(1)
        for (white, black), at in zip(outcome.pairs, results, strict=True):
            weight *= Fraction(MODELS[model].chances(ratings[white], ratings[black])[at], 1_000_000)
        ended = {pair: ends[at] for pair, at in zip(outcome.pairs, results, strict=True)}
        games = tuple(Game(*pair, end) for pair, end in ended.items())
        yield weight, ended, standings(event.with_round(Round(games, byes=outcome.round.byes)), "BH,SB")


@pytest.mark.parametrize("event", [LAST, running(7, 4, 3), running(6, 2, 1), running(8, 1, 0)])
def test_the_last_round_by_every_result_there_can_be(event: Tournament) -> None:
    """Counted here once more, with whole standings and exact fractions; equals have each of their places as often."""
    found = forecast(event, count=100, seed=4, outcomes="fide", spread=0, tiebreaks="BH,SB", top=2)
    assert found.exact
    points, places, turns = Counter[tuple[int, int]](), Counter[tuple[int, int]](), Counter[tuple[object, ...]]()
    ends, total = Counter[tuple[object, ...]](), Fraction(0)
    for weight, ended, table in every_outcome(event, "fide"):
        total += weight
        ends.update({(*pair, end): weight for pair, end in ended.items()})  # type: ignore[dict-item]
        ranks = Counter(row.rank for row in table.rows)
        for row in table.rows:
            points[row.id, row.points] += weight  # type: ignore[assignment]
            for place in range(row.rank, row.rank + ranks[row.rank]):
                places[row.id, place] += weight / ranks[row.rank]  # type: ignore[assignment]
                if place <= 2:
                    shares = {(*pair, end, row.id): weight / ranks[row.rank] for pair, end in ended.items()}
                    turns.update(shares)  # type: ignore[arg-type]
    assert total == 1
    for one in event.participants_by_number:
        for told, counted in ((found.points(one), points), (found.places(one), places)):
            assert told == pytest.approx({what: float(p) for (who, what), p in counted.items() if who == one and p})
        for point in found.turns_on(one):
            expected = {end: turns[point.white, point.black, end, one] for end, _ in point.chances}
            pair = (point.white, point.black)
            assert dict(point.chances) == pytest.approx({end: p / ends[*pair, end] for end, p in expected.items()})
    again = forecast(event, count=100, seed=5, outcomes="fide", spread=0, tiebreaks="BH,SB", top=2)
    assert again.digest == found.digest  # there is no rng in it


def test_luck_agrees_with_what_is_exact() -> None:
    exact = forecast(LAST, count=81, outcomes="fide", spread=50)
    drawn = forecast(LAST, count=600, seed=3, outcomes="fide", spread=50, exact=False)
    assert exact.exact
    assert not drawn.exact
    for one in LAST.participants_by_number:
        for counted, by_luck in ((exact.points(one), drawn.points(one)), (exact.places(one), drawn.places(one))):
            for what, chance in counted.items():
                assert by_luck.get(what, 0) == pytest.approx(chance, abs=0.08)


def test_more_ways_than_can_be_counted_out(snapshot: SnapshotAssertion) -> None:
    event = running(34, 1, 0)
    with pytest.raises(RuleError) as caught:
        forecast(event, exact=True)
    assert str(caught.value) == snapshot


def test_what_is_over_is_not_taken_otherwise(snapshot: SnapshotAssertion) -> None:
    event = running(8, 3, 2)
    first, second, *_ = rookery.pair(event).pairs
    begun = event.with_round(rookery.pair(event).round).with_result(3, *first, "1-0")
    found = forecast(begun, count=3, given={first: "1-0", second: "0-1"})
    assert found.given == ((*first, Result.WHITE_WINS), (*second, Result.BLACK_WINS))
    assert found.tiebreaks == ("BH",)
    for game, result in ((first, "0-1"), (second, "pending"), (second, "adjourned")):
        with pytest.raises(RuleError) as caught:
            forecast(begun, count=3, given={game: result})
        assert str(caught.value) == snapshot(name=result)


@pytest.mark.parametrize("count", [0, -1])
def test_a_forecast_of_nothing(count: int, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        forecast(running(8, 3, 1), count=count)
    assert str(caught.value) == snapshot


def test_what_turns_on_nothing_is_within_its_error() -> None:
    """Coins are tossed, and nobody's place hangs on a board at the other end of the table; 40 times over."""
    event = running(12, 3, 2)
    beyond = [
        point.swing > point.error
        for seed in range(40)
        for found in [forecast(event, count=60, seed=seed, outcomes="coin", spread=0, exact=False)]
        for point in found.turns_on(max(event.participants_by_number, key=lambda one: found.within(one, 1).value))
        if {point.white, point.black}
        <= {one for one in event.participants_by_number if not found.places(one).keys() & {1, 2, 3, 4}}
    ]
    assert beyond.count(True) <= 0.1 * len(beyond)


@pytest.mark.slow
@pytest.mark.parametrize(("chance", "often"), [(0.01, 0.95), (0.3, 0.5), (0.6, 0.8)])
def test_among_many_games_hardly_any_changes_a_chance_by_luck(chance: float, often: float) -> None:
    """Nothing hangs on any of thirty games, whose ends are drawn: no more than about 5 of 100 forecasts name one."""
    drawn, count, beyond = Random(1), 200, 0
    games = tuple((2 * at + 1, 2 * at + 2) for at in range(30))
    ends = ("1-0", "½-½", "0-1")
    blank = forecast(LAST, count=1, exact=False)
    for _ in range(60):
        seen = Counter[tuple[str | int, ...]]()
        for _ in range(count):
            first = drawn.random() < chance
            seen["place", 1, 1 if first else 2] += 1
            for game in games:
                end = drawn.choices(ends, (often, (1 - often) * 0.7, (1 - often) * 0.3))[0]
                seen["ended", *game, end] += 1
                seen["turn", *game, end, 1] += first
        sums = Sums({key: (times, times, times) for key, times in seen.items()})
        found = replace(blank, open=games, count=count, whole=count, sums=sums)
        beyond += any(point.swing > point.error for point in found.turns_on(1))
    assert beyond <= 6


def test_a_paired_round_stays_and_entered_results_count(snapshot: SnapshotAssertion) -> None:
    event = running(10, 6, 3)
    outcome = rookery.pair(event)
    white, black = outcome.pairs[0]
    begun = event.with_round(outcome.round).with_result(4, *outcome.pairs[1], "0-1")
    by_us, by_file = forecast(event, count=5), forecast(begun, count=5)
    assert by_us.round.pairs == by_file.round.pairs
    assert len(by_us.open) == len(by_file.open) + 1
    fixed = forecast(begun, count=12, given={(white, black): "1-0"})
    assert (white, black) not in fixed.open
    assert fixed.opponents(white, round=4) == {black: 1.0}
    with pytest.raises(RuleError) as caught:
        forecast(begun, count=5, given={(white, white + 1 if white + 1 != black else white + 2): "1-0"})
    assert str(caught.value) == snapshot


def test_numbers_add_up() -> None:
    event = running(11, 5, 2)
    found = forecast(event, count=30, seed=2, top=2)
    for place in range(1, 12):
        assert sum(found.places(one).get(place, 0) for one in event.participants_by_number) == pytest.approx(1)
    assert sum(found.within(one, 2).value for one in event.participants_by_number) == pytest.approx(2)
    for round in (4, 5):
        assert sum(sum(found.opponents(one, round).values()) for one in event.participants_by_number) == pytest.approx(
            10
        )
    for point in found.turns_on(1):
        assert 0 <= point.swing <= 1
    turning = found.turns_on(1)[0]
    weights = {r: found.sums.cells["ended", turning.white, turning.black, r.value][1] / 30 for r, _ in turning.chances}
    assert sum(weights[r] * chance for r, chance in turning.chances) == pytest.approx(found.within(1, 2).value)


def test_norms_and_prizes(snapshot: SnapshotAssertion) -> None:
    event = running(10, 3, 2)
    money = {"": {1: Fraction(100), 2: Fraction(50)}}
    found = forecast(event, count=250, norms=[(1, "GM")], prizes=money)
    assert found.norm(1, "GM").value == 0
    assert sum(found.prize(one).value for one in event.participants_by_number) == pytest.approx(150)
    with pytest.raises(RuleError) as caught:
        found.norm(2, "GM")
    assert str(caught.value) == snapshot


@pytest.mark.parametrize("results", ["11111==1", "1111=1=0", "111=====", "00000000"])
def test_the_chance_of_a_norm_by_every_result_there_can_be(results: str) -> None:
    """Eight games are over: with the ninth, counted by the audit of each way it can end, the norm is made or not."""
    whole = norm_event(line(f"{results}1", "GGGIIIFFF", "GFNGFNGFN", 2500))
    away = tuple(Bye(one, ByeKind.ZERO) for one in range(2, 10))

    def ended(result: Result = Result.PENDING) -> Tournament:
        return replace(whole, rounds=(*whole.rounds[:-1], Round((Game(1, 10, result),), byes=away)))

    found = forecast(ended(), count=10, norms=[(1, "GM"), (1, "IM")], outcomes="fide", spread=0)
    assert found.exact
    chances = MODELS["fide"].chances(2400, 2500)
    ways = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
    for title in ("GM", "IM"):
        met = [rookery.norms(ended(way), player=1, title=title)[0].is_met for way in ways]
        expected = sum(chance for chance, made in zip(chances, met, strict=True) if made)
        assert found.norm(1, title).value == pytest.approx(expected / 1_000_000)


def test_strengths_follow_rating_and_score() -> None:
    players = (Player(1, rating=2000), Player(2, rating=2000), Player(3, rating=2000), Player(4))
    games = Round((Game(1, 2, Result.WHITE_WINS), Game(3, 4, Result.DRAW)))
    known = estimate_strengths(Tournament(players=players, rounds=(games,), planned_rounds=3), 100)
    assert known[1].mean > 2000 > known[2].mean
    assert known[1].mean - 2000 == pytest.approx(2000 - known[2].mean)
    assert known[1].width < 100
    assert known[4].mean == 2000
    assert estimate_strengths(Tournament(players=players, rounds=(games,)), 0)[1] == (2000, 0.0)


def test_expected_chances_are_less_sure_than_those_of_the_ratings() -> None:
    players = (Player(1, rating=2400), Player(2, rating=2000))
    narrow, wide = (estimate_strengths(Tournament(players=players), spread) for spread in (0, 150))
    sure, unsure = (expected_chances(MODELS["fide"], known, 1, 2) for known in (narrow, wide))
    assert sure == MODELS["fide"].chances(2400, 2000)
    assert sum(unsure) == 1_000_000
    assert unsure[0] < sure[0]


@pytest.mark.slow
def test_an_event_of_probability_p_happens_with_frequency_p() -> None:
    """Calibration: tournaments by the true model are forecast before the last two rounds; chi-square by fifths."""
    study = Study(field=SimulatedField.uniform(10, 1500, 2300), rounds=4, outcomes="fide")
    bins = {at: [0, 0.0, 0] for at in range(5)}  # how many, chances together, how often it happened
    for number in range(40):
        rng = KeyedRandom(77, number)
        entry = study.field.draw(rng, 4)
        games = Games(entry.strengths, study.model.thresholds, rng)
        start = study.initial_tournament("dutch", entry)
        half = play_rounds(History.for_tournament(start), 2, swiss_round(games, pair_by_tournament_rules))
        whole = play_rounds(half, 4, swiss_round(games, pair_by_tournament_rules))
        found = forecast(half.tournament, count=40, seed=number + 1000, outcomes="fide", spread=0)
        final = whole.before(5)
        for one in start.participants_by_number:
            chance = sum(p for score, p in found.points(one).items() if score >= 25)
            into = bins[min(4, int(5 * chance))]
            into[0], into[1] = into[0] + 1, into[1] + chance
            into[2] += final.score(one) >= 25
    chi = 0.0
    for many, together, happened in bins.values():
        if many and 0.5 < together < many - 0.5:
            chi += (happened - together) ** 2 / (together * (1 - together / many) + many * 0.25 / 40)
    assert chi < 20.5, bins  # five fifths: 1 in 1,000


def test_a_round_robin() -> None:
    event = Tournament(players=tuple(Player(one, rating=2300 - 50 * one) for one in range(1, 6)), system="round-robin",
                       planned_rounds=5)  # fmt: skip
    found = forecast(event, count=10)
    assert sum(found.within(one).value for one in event.participants_by_number) == pytest.approx(1)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: forecast(running(6, 3, 3)), id="finished-event"),
        pytest.param(lambda: forecast(Tournament(players=LAST.players)), id="number-of-rounds-unknown"),
        pytest.param(lambda: forecast(Tournament(players=(Player(1), Player(2)), planned_rounds=3)), id="no-ratings"),
        pytest.param(lambda: forecast(LAST, spread=-1), id="negative-spread"),
        pytest.param(lambda: forecast(LAST, top=0), id="top-0"),
        pytest.param(lambda: forecast(LAST, top=2.5), id="top-2.5"),  # type: ignore[arg-type]
        pytest.param(lambda: forecast(LAST, tiebreaks="XX"), id="unknown-tie-break"),
        pytest.param(lambda: forecast(LAST, norms=[(99, "GM")]), id="norm-of-an-unknown-player"),
        pytest.param(lambda: forecast(LAST, outcomes="dice"), id="unknown-outcomes"),
        pytest.param(lambda: forecast(running(6, 5, 2), exact=True), id="exact-before-the-last-round"),
        pytest.param(
            lambda: forecast(generate(GeneratorSettings(system="team", teams=6, boards=2, rounds=3, play=1), 1)),
            id="teams",
        ),
        pytest.param(lambda: forecast(LAST, count=5).places(99), id="places-of-an-unknown-player"),
    ],
)
def test_what_is_refused(make: object, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == snapshot
