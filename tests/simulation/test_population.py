"""Fields: absences, unrated players and forbidden pairs as frequent as requested; their rounds pass the checker."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RookeryError, RuleError
from rookery.model import ByeKind, Player, PointSystem, Result, Tournament
from rookery.simulation import Absences, Field, Study, simulate
from rookery.simulation.play import Games
from rookery.simulation.result_models import MODELS
from rookery.simulation.rng import KeyedRandom
from rookery.simulation.study import play_tournament

AWAY = Absences(
    half_byes=(2, 0, 1), full_byes=1, zero_byes=0.1, late_entries=2, withdrawals=1, forfeits=0.1, double_forfeits=0.05,
    unusual=0.1,
)  # fmt: skip
FULL = Field.uniform(17, 1400, 2200, noise=60, absences=AWAY, unrated=0.2, forbidden=3)


def byes(field: object, kind: ByeKind, rounds: int = 5, number: int = 1) -> Counter[int]:
    """How many have such a bye in each round."""
    entry = field.draw(KeyedRandom(3, number), rounds)  # type: ignore[attr-defined]
    return Counter(bye.round for bye in entry.requested if bye.kind is kind)


def test_so_many_ask_for_a_bye_in_each_round() -> None:
    field = Field.uniform(20, 1400, 2200, absences=Absences(half_byes=2, full_byes=(0, 3), zero_byes=1))
    for number in range(5):
        assert byes(field, ByeKind.HALF, number=number) == dict.fromkeys(range(1, 6), 2)
        assert byes(field, ByeKind.FULL, number=number) == {2: 3}
        assert byes(field, ByeKind.ZERO, number=number) == dict.fromkeys(range(1, 6), 1)
    asking = Counter(bye.player for number in range(300) for bye in field.draw(KeyedRandom(1, number), 1).requested)
    assert len(asking) == 20  # each as likely: 45 of 900, three standard errors either way
    assert all(25 <= times <= 65 for times in asking.values())


def test_so_many_arrive_late_or_leave() -> None:
    field = Field.uniform(20, 1400, 2200, absences=Absences(late_entries=3, withdrawals=2))
    for number in range(5):
        asked = field.draw(KeyedRandom(1, number), 6).requested
        assert len([bye for bye in asked if bye.round == 1]) == 3
        assert {bye.kind for bye in asked} == {ByeKind.ZERO}
    small = Field.uniform(4, 1400, 2200, absences=Absences(half_byes=9))
    assert byes(small, ByeKind.HALF) == dict.fromkeys(range(1, 6), 2)  # two are always there


def test_unusual_games_are_as_frequent_as_requested_in_both_colours() -> None:
    pairs = [(a, b) for a in range(1, 80) for b in range(a + 1, 80)]
    games = Games(
        dict.fromkeys(range(1, 80), 2000), MODELS["coin"].thresholds, KeyedRandom(1, 1), 60_000, 30_000, 90_000
    )
    found = Counter(games.results(pairs))
    turned = Counter(games.results([(b, a) for a, b in pairs]))
    other_way = {
        Result.WHITE_BY_FORFEIT: Result.BLACK_BY_FORFEIT, Result.WHITE_DRAWS_ALONE: Result.BLACK_DRAWS_ALONE,
    }  # fmt: skip
    swap = other_way | {to: at for at, to in other_way.items()}
    for result in (*swap, Result.DOUBLE_FORFEIT, Result.BOTH_LOSE):
        assert found[result] == turned[swap.get(result, result)]
        assert 0.02 < found[result] / len(pairs) < 0.04  # each is 3 per cent
    only = Games(games.strengths, games.thresholds, games.rng, 60_000)
    forfeits = (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT)
    alike = [
        one in forfeits and one is other for one, other in zip(games.results(pairs), only.results(pairs), strict=True)
    ]
    assert sum(alike) == sum(result in forfeits for result in only.results(pairs))  # one switch moves no other


def test_unrated_players_come_last_and_keep_their_strength() -> None:
    plain, hidden = (Field.given(range(1500, 2000), unrated=share) for share in (0.0, 0.2))
    known, entry = plain.draw(KeyedRandom(1, 1), 5), hidden.draw(KeyedRandom(1, 1), 5)
    assert sorted(entry.strengths.values()) == sorted(known.strengths.values())
    unrated = [player.number for player in entry.players if player.rating is None]
    assert 70 < len(unrated) < 130
    assert unrated == list(range(501 - len(unrated), 501))
    behind = [entry.strengths[one] for one in unrated]
    falling = sum(one > other for one, other in pairwise(behind))
    assert 0.3 < falling / len(behind) < 0.7  # by lot: their numbers do not give the truth away


def test_groups_of_forbidden_pairs() -> None:
    field = Field.uniform(30, 1400, 2200, forbidden=4)
    groups = [group for number in range(50) for group in field.draw(KeyedRandom(1, number), 6).forbidden]
    assert len(groups) == 200
    assert {len(group.players) for group in groups} == {2, 3}
    assert 1 == min(group.first_round for group in groups) < max(group.first_round for group in groups) <= 6
    plain = Field.uniform(30, 1400, 2200)
    assert plain.draw(KeyedRandom(1, 1), 6) == field.draw(KeyedRandom(1, 1), 6)._replace(forbidden=())


@pytest.mark.parametrize("points", [PointSystem(), PointSystem(win=30, draw=10), PointSystem(pab=5)])
@pytest.mark.parametrize("system", ["dutch", "burstein", "lim", "double-swiss"])
def test_what_is_played_passes_the_checker(system: str, points: PointSystem) -> None:
    """Every round is paired by the rules, with its byes, forfeits, late entries and those who may not meet."""
    study = Study(field=FULL, rounds=4, systems=(system,), points=points)
    for number in range(3):
        made = play_tournament(study, system, 1, number).history.tournament
        assert made.points == points
        assert rookery.check(made).agree
        assert len(made.rounds) == 4
        for at, round in enumerate(made.rounds, 1):
            for group in made.forbidden_pairs:
                assert not any(group.covers(at) and set(pair) <= set(group.players) for pair in round.pairs)


def test_a_bye_worth_less_and_matches_worth_more() -> None:
    odd = Study(field=Field.given([2000] * 7), rounds=3, points=PointSystem(pab=5), outcomes="stronger")
    made = play_tournament(odd, "dutch", 1, 1).history.tournament
    scores = {row.id: row.points for row in rookery.standings(made).rows}
    free = [bye.player for round in made.rounds for bye in round.byes]
    for one in free:
        wins = sum((g.result is Result.WHITE_WINS) == (g.white == one) for r in made.rounds for g in r.games
                   if one in (g.white, g.black) and g.result is not Result.DRAW)  # fmt: skip
        draws = sum(g.result is Result.DRAW for r in made.rounds for g in r.games if one in (g.white, g.black))
        assert scores[one] == 10 * wins + 5 * draws + 5 * free.count(one)
    teams = Study(
        field=Field.uniform(6, 1800, 2400, forbidden=2).in_teams(4), rounds=3, systems=("team",),
        match_points=PointSystem(win=30, draw=10, pab=10),
    )  # fmt: skip
    for number in range(3):
        made = play_tournament(teams, "team", 1, number).history.tournament
        assert made.match_points.win == 30
        assert rookery.check(made).agree


def test_rating_gaps_count_boards_with_two_rated_players() -> None:
    study = Study(field=Field.given([2000] * 12, unrated=0.3), rounds=3, measures=("gaps",))
    assert simulate(study, count=5).mean("gap").value == 0


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        pytest.param(lambda: Absences(half_byes=-1), RuleError, id="negative-half-byes"),
        pytest.param(lambda: Absences(half_byes=(1, 2.5)), RuleError, id="half-byes-beyond-1"),
        pytest.param(lambda: Absences(withdrawals=(1, 2)), RuleError, id="withdrawals-by-round"),  # type: ignore[arg-type]
        pytest.param(lambda: Absences(half_byes="some"), RuleError, id="half-byes-a-text"),  # type: ignore[arg-type]
        pytest.param(lambda: Absences(forfeits=2), RuleError, id="forfeits-beyond-1"),
        pytest.param(lambda: Absences(unusual=2), RuleError, id="unusual-results-beyond-1"),
        pytest.param(
            lambda: Field.like(Tournament(players=(Player(1), Player(2)))), RuleError, id="tournament-without-ratings"
        ),
        pytest.param(lambda: Absences(forfeits=0.6, unusual=0.6), RuleError, id="shares-beyond-1-together"),
        pytest.param(lambda: Field.uniform(8, 1400, 2200, unrated=1.5), RuleError, id="unrated-beyond-1"),
        pytest.param(lambda: Field.uniform(8, 1400, 2200, forbidden=-1), RuleError, id="negative-forbidden"),
        pytest.param(lambda: Field.uniform(8, 1400, 2200, unrated=0.1).in_teams(4), RuleError, id="unrated-in-teams"),
        pytest.param(
            lambda: Study(field=Field.uniform(8, 1400, 2200, unrated=0.1), rounds=3, systems=("dubov",)),
            RuleError,
            id="unrated-with-dubov",
        ),
        pytest.param(
            lambda: Study(
                field=Field.uniform(8, 1400, 2200),
                rounds=3,
                systems=("dutch+baku",),
                points=PointSystem(win=30, draw=10),
            ),
            RookeryError,
            id="baku-with-three-points",
        ),
    ],
)
def test_what_is_refused(make: object, kind: type[RookeryError], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(kind) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == snapshot


def test_pairs_of_a_field_can_be_forbidden_as_in_a_tournament() -> None:
    event = Tournament(players=tuple(rookery.Player(one, rating=2000 + one) for one in range(1, 9)))
    assert len(Field.like(event, forbidden=2).draw(KeyedRandom(1, 1), 3).forbidden) == 2
