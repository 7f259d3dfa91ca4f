"""Which games are ignored for a norm: the same as by trying every set, and soon found in long events too."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from rookery.model import Game, Player, Result, Round, Tournament, TournamentInfo
from rookery.rating import TITLES, NormGame, Terms, Title, norms
from rookery.rating.ignored_games import ignore_fewest
from rookery.rating.norm_conditions import check_conditions
from support.operations import count_calls


def choices(games: Sequence[NormGame], terms: Terms) -> Iterator[tuple[NormGame, ...]]:
    """The sets of games that may be put forward, fewest ignored first (B.01 1.4.1e, 1.4.1f).

    In a Swiss any tail of games may be ignored, in every event any games won, as long as enough remain.
    """
    n = len(games)
    for dropped in range(max(0, n - terms.minimum) + 1):
        for tail in range((dropped if terms.swiss else 0) + 1):
            head = games[: n - tail]
            won = [at for at, game in enumerate(head) if game.half_points == 2]
            for without in combinations(won, dropped - tail):
                yield tuple(game for at, game in enumerate(head) if at not in without)


def by_trial(title: Title, own: str, games: list[NormGame], terms: Terms) -> tuple[NormGame, ...] | None:
    """The first set with something ignored that meets every condition."""
    for kept in choices(games, terms):
        if len(kept) < len(games) and all(line.passed for line in check_conditions(title, own, kept, terms)):
            return kept
    return None


def random_case(r: random.Random) -> tuple[Title, list[NormGame], Terms]:
    """Games near a norm: each condition is now met, now just missed."""
    title, n, minimum = r.choice(TITLES), r.randint(4, 12), r.choice([3, 4, 5, 6, 9])
    middle, spread = title.performance - r.randint(-50, 320), r.choice([20, 150, 500])
    ratings = [None, title.floor - 60, *(r.randint(middle - spread, middle + spread) for _ in range(12))]
    federations = r.choice(["NNG", "NNNNGF", "GGGGGF", "GGGGFFFFD", "NGFDE", "NNNGGGF-"])
    titles = r.choice([["GM", "IM", ""], ["GM", "GM", "IM", "WGM", "FM", "CM"], ["WIM", "WGM", "GM", "", ""]])
    points = r.choice([[0, 1, 2, 2, 2], [2, 2, 2, 2, 0], [0, 1, 2]])
    names = {"N": "NOR", "G": "GER", "F": "FRA", "D": "FID", "E": "ESP", "-": ""}
    games = [
        NormGame(at, at, r.choice(ratings), r.choice(titles), names[r.choice(federations)], r.choice(points))
        for at in range(1, n + 1)
    ]
    waived, double = "asked" * (r.random() < 0.2), r.random() < 0.1
    terms = Terms(
        swiss=r.random() < 0.5, rounds=n, minimum=minimum, players=r.choice([5, 8]), double_round_robin=double,
        foreigners=waived,
    )  # fmt: skip
    return title, games, terms


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_the_same_games_as_by_trying_every_set(seed: int) -> None:
    r, made, beaten = random.Random(seed), 0, 0
    for _ in range(150):
        title, games, terms = random_case(r)
        found = ignore_fewest(title, "NOR", games, terms)
        assert found == by_trial(title, "NOR", games, terms)
        made += found is not None
        beaten += found is not None and found != tuple(games[: len(found)])
    assert made >= 10
    assert beaten >= 5, "the cases show too little"


def _round_robin(players: int, rating: int) -> Tournament:
    """A round robin in which the first beat everybody and each of the others those who come after."""
    titles, federations = ["GM", "IM", "FM", ""], ["NOR", "GER", "FRA"]
    people = tuple(
        Player(at, f"Player {at}", rating=rating - 7 * at, title=titles[at % 4], federation=federations[at % 3])
        for at in range(1, players + 1)
    )
    numbers, rounds = list(range(1, players + 1)), []
    for _ in range(players - 1):
        pairs = [sorted((numbers[at], numbers[-1 - at])) for at in range(players // 2)]
        rounds.append(Round(tuple(Game(white, black, Result.WHITE_WINS) for white, black in pairs)))
        numbers = [numbers[0], numbers[-1], *numbers[1:-1]]
    return Tournament(info=TournamentInfo(type="round robin"), players=people, rounds=tuple(rounds))


@pytest.mark.parametrize("rating", [2350, 2450, 2550])
@pytest.mark.parametrize("swiss", [True, False])
def test_long_events_are_soon_judged(rating: int, swiss: bool) -> None:
    """Three times as many players cost a hundred times as much at the most, not 2 to the power of the games."""

    def judge(players: int) -> int:
        event = _round_robin(players, rating)
        return len(norms(event, terms=Terms(swiss=swiss, rounds=players - 1, players=players)))

    assert judge(24) > 24
    assert count_calls(lambda: judge(24)) < 100 * count_calls(lambda: judge(8))
