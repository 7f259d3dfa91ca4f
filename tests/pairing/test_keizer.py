"""Keizer: values, the fixed point, and the pairing of neighbours."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import NoPairingError, RuleError, UnfinishedError, UnsupportedError
from rookery.model import Bye, ByeKind, ForbiddenPair, Game, Player, RequestedBye, Result, Round, Team, Tournament
from rookery.pairing.keizer import KeizerRules, next_round, player_values_in_order, ranking

WIN, DRAW, LOSS = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def club(size: int, *rounds: Round, **more: object) -> Tournament:
    players = tuple(Player(i, f"P{i:02}") for i in range(1, size + 1))
    return Tournament(players=players, rounds=rounds, system="CUSTOM_KEIZER", **more)  # type: ignore[arg-type]


def season(size: int, length: int, seed: int) -> Tournament:
    """A club that plays and misses rounds by chance; seed 0 misses none."""
    lot, event = Random(seed), club(size)
    for number in range(1, length + 1):
        away = [one for one in range(1, size + 1) if seed and lot.random() < 0.15]
        asked = tuple(RequestedBye(number, one, lot.choice([ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL])) for one in away)
        event = club(size, *event.rounds, requested_byes=asked)
        round = next_round(event)
        games = tuple(Game(g.white, g.black, lot.choice([WIN, DRAW, LOSS])) for g in round.games)
        event = event.with_round(Round(games=games, byes=round.byes))
    return event


@pytest.mark.parametrize(("size", "first", "last"), [(1, 1, 1), (2, 2, 1), (3, 3, 1), (20, 29, 10), (35, 51, 17)])
def test_the_first_is_worth_about_three_of_the_last(size: int, first: int, last: int) -> None:
    worth = player_values_in_order(range(size))
    assert (worth[0], worth[size - 1]) == (first, last)


def test_a_ranking_by_hand() -> None:
    """3 beats 1, and 2 is left over: with values 3 2 1 they have 3, 3 and 4 points, so 3 is first, then 1, then 2."""
    event = club(3, Round(games=(Game(3, 1, WIN),), byes=(Bye(2, ByeKind.PAIRING_ALLOCATED),)))
    found = ranking(event)
    assert [(place.player, place.value, place.score) for place in found.places] == [
        (3, 3, Fraction(5)),  # 3 of its own, and the 2 of player 1
        (1, 2, Fraction(2)),
        (2, 1, Fraction(3, 2)),  # 1 of its own, and half of it
    ]
    assert found.circle == 1


@pytest.mark.parametrize(
    ("kind", "part"),
    [(ByeKind.PAIRING_ALLOCATED, "1/2"), (ByeKind.FULL, "2/3"), (ByeKind.HALF, "1/3"), (ByeKind.ZERO, "0")],
)
def test_a_missed_round_is_worth_a_part_of_ones_own(kind: ByeKind, part: str) -> None:
    event = club(3, Round(games=(Game(2, 3, DRAW),), byes=(Bye(1, kind),)))
    place = next(place for place in ranking(event).places if place.player == 1)
    assert place.score == place.value * (1 + Fraction(part))


def test_forfeits_count_as_games() -> None:
    played = ranking(club(2, Round(games=(Game(1, 2, WIN),))))
    assert ranking(club(2, Round(games=(Game(1, 2, Result.WHITE_BY_FORFEIT),)))) == played


@pytest.mark.parametrize("size", [5, 8, 13, 20])
@pytest.mark.parametrize("seed", range(8))
def test_the_ranking_agrees_with_itself(size: int, seed: int) -> None:
    """At a fixed point the scores worked out anew from the values are those of the ranking, and in its order."""
    event = season(size, 7, seed)
    found = ranking(event)
    scores = [place.score for place in found.places]
    assert scores == sorted(scores, reverse=True)
    assert sorted(place.player for place in found.places) == list(range(1, size + 1))
    if found.circle > 1:
        return
    worth = {place.player: Fraction(place.value) for place in found.places}
    again = dict(worth)
    share = {WIN: (1, 0), DRAW: (Fraction(1, 2), Fraction(1, 2)), LOSS: (0, 1)}
    part = {ByeKind.PAIRING_ALLOCATED: Fraction(1, 2), ByeKind.FULL: Fraction(2, 3), ByeKind.HALF: Fraction(1, 3)}
    for round in event.rounds:
        for game in round.games:
            again[game.white] += share[game.result][0] * worth[game.black]
            again[game.black] += share[game.result][1] * worth[game.white]
        for bye in round.byes:
            again[bye.player] += part.get(bye.kind, 0) * worth[bye.player]
    assert again == {place.player: place.score for place in found.places}


def test_a_circle_is_broken_by_the_mean() -> None:
    """Without a start of one's own rankings may go round in a circle; the mean of its scores decides."""
    rules = KeizerRules(start=Fraction(0))
    circles = [
        found
        for results in ((a, b, c) for a in (WIN, LOSS) for b in (WIN, LOSS) for c in (WIN, LOSS))
        for found in [ranking(club(4, *(Round(games=(Game(*pair, result),)) for pair, result in zip(
            ((1, 2), (2, 3), (3, 1)), results, strict=True))), rules)]
        if found.circle > 1
    ]  # fmt: skip
    assert circles
    for found in circles:
        scores = [place.score for place in found.places]
        assert scores == sorted(scores, reverse=True)


def test_the_first_round_pairs_neighbours() -> None:
    assert next_round(club(6)).pairs == ((1, 2), (4, 3), (5, 6))


def test_the_lowest_with_the_fewest_byes_is_left_over() -> None:
    first = next_round(club(5))
    assert first.byes == (Bye(5, ByeKind.PAIRING_ALLOCATED),)
    games = tuple(Game(g.white, g.black, DRAW) for g in first.games)
    event = club(5, Round(games=games, byes=first.byes))
    last = [place.player for place in ranking(event).places if place.player != 5][-1]
    assert next_round(event).byes == (Bye(last, ByeKind.PAIRING_ALLOCATED),)


@pytest.mark.parametrize("size", [6, 9, 16])
def test_opponents_do_not_meet_again_soon(size: int) -> None:
    event = season(size, 9, seed=0)
    for number in range(len(event.rounds)):
        window = [frozenset(pair) for round in event.rounds[max(0, number - 3) : number + 1] for pair in round.pairs]
        assert len(window) == len(set(window))


def test_the_nearest_that_leaves_the_others_a_pairing() -> None:
    """Nobody else than 4 may meet 3, so 1 and 2 meet although 1 might meet 3 in another field."""
    banned = (ForbiddenPair((2, 3)), ForbiddenPair((1, 2)))
    assert {frozenset(pair) for pair in next_round(club(4, forbidden_pairs=banned)).pairs} == {
        frozenset((1, 3)), frozenset((2, 4)),
    }  # fmt: skip


def test_a_small_club_meets_again_when_it_must() -> None:
    event = season(4, 8, seed=0)
    met = [frozenset(pair) for round in event.rounds for pair in round.pairs]
    assert all(met.count(frozenset(pair)) >= 2 for pair in combinations(range(1, 5), 2))


def test_colours_stay_in_balance() -> None:
    event = season(12, 11, seed=0)
    whites = dict.fromkeys(range(1, 13), 0)
    for white, black in (pair for round in event.rounds for pair in round.pairs):
        whites[white] += 1
        whites[black] -= 1
    assert max(map(abs, whites.values())) <= 3


def test_absent_members_have_the_requested_bye() -> None:
    event = club(4, requested_byes=(RequestedBye(1, 2, ByeKind.HALF), RequestedBye(1, 3)))
    round = next_round(event)
    assert round.pairs == ((1, 4),)
    assert set(round.byes) == {Bye(2, ByeKind.HALF), Bye(3, ByeKind.ZERO)}


def test_what_stops_it(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UnfinishedError):
        next_round(club(2, Round(games=(Game(1, 2),))))
    with pytest.raises(NoPairingError):
        next_round(club(2, forbidden_pairs=(ForbiddenPair((1, 2)),)))
    with pytest.raises(RuleError) as caught:
        ranking(club(5), KeizerRules(top=4))
    assert str(caught.value) == snapshot
    with pytest.raises(UnsupportedError):
        ranking(Tournament(teams=(Team(1), Team(2)), team_event=True))
