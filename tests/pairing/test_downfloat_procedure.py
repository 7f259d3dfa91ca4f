"""The downfloat procedure: a bracket alone, or with the next one, agrees with the complete search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from pairing.test_dutch import entered, played
from rookery.errors import NoPairingError
from rookery.matching.blossom import EXPOSED, complete_matching, mask_of
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.model import ByeKind, RequestedBye, Tournament
from rookery.pairing.bracket import Bracket
from rookery.pairing.downfloat.remaining import RemainingMatchings
from rookery.pairing.downfloat.search import DownfloatSearch
from rookery.pairing.downfloat.what_if import split_into_brackets
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.outcome import Decision


def crowded(seed: int) -> Tournament:
    """A field in which many have met: brackets that cannot stand by themselves."""
    rng = random.Random(seed)
    size, planned = rng.randint(8, 24), rng.randint(6, 11)
    kinds = [ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL]
    requested = tuple(
        RequestedBye(r, i, rng.choice(kinds))
        for i in range(1, size + 1)
        for r in range(1, planned + 1)
        if rng.random() < 0.06
    )
    event = entered(size, planned, requested_byes=requested)
    for number in range(rng.randint(planned // 2, planned - 1)):
        try:
            event = played(event, 1, 100 * seed + number, forfeits=0.05)
        except NoPairingError:
            break
    return event


def decisions(event: Tournament) -> list[Decision] | None:
    try:
        return list(DUTCH_2026.procedure.pair(DUTCH_2026.field(event)))
    except NoPairingError:
        return None


@pytest.mark.parametrize("part", range(8))
def test_every_view_finds_the_same(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [crowded(seed) for seed in range(40 * part, 40 * part + 40)]
    usual = [decisions(event) for event in positions]

    def everybody(self: DownfloatSearch, above: Sequence[int], group: int) -> list[tuple[int, int]]:
        return self.search_with_all(above, group)

    monkeypatch.setattr(DownfloatSearch, "decide", everybody)
    for event, found in zip(positions, usual, strict=True):
        want = decisions(event)
        assert (want is None) is (found is None)
        for ours, theirs in zip(found or (), want or (), strict=True):
            assert set(ours.pairs) == set(theirs.pairs)
            assert ours.left == theirs.left


@pytest.mark.parametrize("size", [20, 21, 26, 27])
def test_what_a_bracket_leaves_is_what_the_next_would_look_for(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    event, used = entered(size, size - 2), 0
    resumed = DownfloatSearch.resume

    def counted(
        self: DownfloatSearch, above: Sequence[int], group: int
    ) -> tuple[Bracket, OptimalMatchings | None, list[Cost]]:
        nonlocal used
        found = resumed(self, above, group)
        used += found[1] is not None
        return found

    def never(
        self: DownfloatSearch, above: Sequence[int], group: int
    ) -> tuple[Bracket, OptimalMatchings | None, list[Cost]]:
        return resumed(self, above, group)[0], None, []

    for number in range(size - 3):
        found = []
        for way in (counted, never):
            monkeypatch.setattr(DownfloatSearch, "resume", way)
            found.append(decisions(event))
        assert found[0] == found[1]
        if found[0] is None:
            break
        event = played(event, 1, number)
    assert used > 9


def test_the_sample_takes_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    ways: Counter[str] = Counter()
    for name in ("bracket_with_slots", "search_with_all"):
        method = getattr(DownfloatSearch, name)

        def counted(self: DownfloatSearch, *rest: object, name: str = name, method: object = method) -> object:
            ways[name] += 1
            return method(self, *rest)  # type: ignore[operator]

        monkeypatch.setattr(DownfloatSearch, name, counted)
    for seed in range(60):
        decisions(crowded(seed))
    assert min(ways.values()) > 10, ways


@pytest.mark.parametrize("seed", range(30))
def test_completion_tells_what_a_fresh_matching_tells(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(6, 20)
    rows = [0] * size
    for v in range(size):
        for w in range(v + 1, size):
            if rng.random() < 0.35:
                rows[v] |= 1 << w
                rows[w] |= 1 << v
    bounds = [0, *sorted(rng.sample(range(1, size), 3)), size]
    known = RemainingMatchings(rows, bounds)

    def pairable(members: int) -> bool:
        return complete_matching(rows, [EXPOSED] * size, members, members)

    assert known.is_perfect is pairable((1 << size) - 1)
    for group, start in enumerate(bounds[1:3], 1):
        tail = (1 << size) - (1 << start)
        assert known.can_complete(group) is pairable(tail)
        one = rng.randrange(start)
        if known.can_absorb([one], group):
            assert pairable(tail | 1 << one)
        more = rng.sample(range(start), min(2, start))
        apart = list(rows)
        for i in more:
            apart[i] &= ~mask_of(more)
        members = tail | mask_of(more)
        assert known.can_complete_with(more, group) is complete_matching(apart, [EXPOSED] * size, members, members)


def test_a_pairing_falls_into_brackets() -> None:
    event = played(entered(10, planned=7), 3, 1)
    field = DUTCH_2026.field(event)
    outcome = DUTCH_2026.pair(event)
    found = list(split_into_brackets(field, outcome.pairs))
    assert [{frozenset(field.ids[i] for i in pair) for pair in pairs} for _, _, pairs, _ in found] == [
        {frozenset(pair) for pair in decision.pairs} for decision in outcome.decisions
    ]
    assert [tuple(field.ids[i] for i in left) for *_, left in found] == [one.left for one in outcome.decisions]
