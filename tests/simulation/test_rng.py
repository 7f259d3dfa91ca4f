"""Keyed random numbers: reproducible, uniform and independent."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, pstdev

from rookery.simulation.rng import KeyedRandom


def test_numbers_follow_from_their_keys_alone() -> None:
    """They are part of the promise that a study can be repeated: these never change."""
    rng = KeyedRandom(1, 7)
    assert [rng.number("lot", one) for one in (1, 2, 200)] == [LOTS[one] for one in (1, 2, 200)]
    asked_late = KeyedRandom(1, 7)
    assert asked_late.number("strength", 5) != asked_late.number("lot", 5)
    assert asked_late.number("lot", 200) == rng.number("lot", 200)


LOTS = {1: 1438994210, 2: 82879878, 200: 2037826161}


def test_how_many_are_drawn_at_once_changes_none() -> None:
    """Of a block only a beginning is drawn where few are likely to be asked about; more come when they are."""
    whole = KeyedRandom(1, 7)
    few, places = KeyedRandom(1, 7, largest_id=3), [0, 3, 4, 127, 128, 300, 2]
    assert few.numbers("lot", places) == [whole.number("lot", place) for place in places]
    pairs = [(1, 2), (2, 9), (1, 120), (130, 1), (300, 299), (1, 3)]
    assert (
        KeyedRandom(1, 7, largest_id=3).pair_millionths(pairs)
        == whole.pair_millionths(pairs)
        == [few.pair_millionth(*pair) for pair in pairs]
    )
    assert whole.number(1, 120) == KeyedRandom(1, 7, largest_id=200).number(1, 120)
    assert few.numbers("lot", []) == []


def test_two_who_meet_share_a_random_number() -> None:
    rng = KeyedRandom(3, 1)
    pairs = [(a, b) for a in range(1, 40) for b in range(1, 300) if a != b]
    found = rng.pair_millionths(pairs)
    assert found == [rng.pair_millionth(b, a) for a, b in pairs]
    assert found != rng.pair_millionths(pairs, again=1)
    assert 0 <= min(found) <= max(found) < 1_000_000


def test_numbers_are_even() -> None:
    rng = KeyedRandom(5, 2)
    found = Counter(rng.between("strength", one, 1, 10) for one in range(20_000))
    assert set(found) == set(range(1, 11))
    assert sum((times - 2000) ** 2 / 2000 for times in found.values()) < 28  # chi-square, 9 degrees: 1 in 1,000


def test_a_bell_curve() -> None:
    rng = KeyedRandom(5, 2)
    found = [rng.around("error", one, 1500, 100) for one in range(20_000)]
    assert abs(fmean(found) - 1500) < 3
    assert abs(pstdev(found) - 100) < 2
    assert rng.around("error", 1, 1500, 0) == 1500
