"""Round robins from plain data: the documented examples, the table of any size, and what is refused."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import compat
from rookery.compat import Bye, Game, Pairing, round_robin
from rookery.pairing.schedules.tables import berger, three_in_a_row

FOUR = [{"id": "alice"}, {"id": "bob"}, {"id": "carol"}, {"id": "dave"}]


def ids(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def test_the_documented_examples() -> None:
    first = round_robin(FOUR, [])
    assert first.pairings == (Pairing("alice", "dave"), Pairing("bob", "carol"))
    games = [[Game("alice", "dave", 1), Game("bob", "carol", 0.5)]]
    assert round_robin(FOUR, games) == round_robin(FOUR, [], 2)
    assert round_robin(FOUR, games).pairings == (Pairing("dave", "carol"), Pairing("alice", "bob"))
    three = round_robin(FOUR[:3], [])
    assert three.byes == (Bye("alice"),)
    assert three.pairings == (Pairing("bob", "carol"),)


def test_the_place_in_the_list_is_the_seed() -> None:
    rated = [{**one, "rating": 1500 + 100 * place} for place, one in enumerate(FOUR)]
    assert round_robin(rated) == round_robin(FOUR)
    assert round_robin(FOUR[::-1]).pairings == (Pairing("dave", "alice"), Pairing("carol", "bob"))


def test_it_is_a_pairing_system_like_the_others() -> None:
    systems: list[compat.PairingSystem] = [compat.dutch, compat.round_robin]
    for system in systems:
        made = system(FOUR, [])
        assert {one for pairing in made.pairings for one in pairing} == {one["id"] for one in FOUR}


@pytest.mark.parametrize("count", [2, 3, 4, 15, 16, 17, 18, 31, 40])
def test_everybody_meets_everybody(count: int) -> None:
    """Beyond sixteen too; an odd field leaves everybody out once."""
    players, rounds = ids(count), count - 1 + count % 2
    met: list[frozenset[str]] = []
    free: list[str] = []
    for round in range(1, rounds + 1):
        made = round_robin(players, (), round)
        met += [frozenset(pairing) for pairing in made.pairings]
        free += [bye.player for bye in made.byes]
        boards = [(players.index(white) + 1, players.index(black) + 1) for white, black in made.pairings]
        assert tuple(boards) == berger(count)[round - 1]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    assert sorted(free) == (sorted(players) if count % 2 else [])


@pytest.mark.parametrize("count", [4, 5, 18])
def test_two_cycles(count: int) -> None:
    players, rounds = ids(count), 2 * (count - 1 + count % 2)
    made = [round_robin(players, [], round, double=True) for round in range(1, rounds + 1)]
    pairings = [pairing for round in made for pairing in round.pairings]
    assert len(set(pairings)) == len(pairings) == count * (count - 1)  # both colours against everybody
    assert not three_in_a_row([[tuple(pairing) for pairing in round.pairings] for round in made])


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param((["a"], []), id="one-player"),
        pytest.param(([], []), id="no-players"),
        pytest.param((FOUR, [], 4), id="round-beyond-the-table"),
        pytest.param((FOUR, [[], [], []]), id="all-rounds-known"),
        pytest.param((FOUR, [], 0), id="round-0"),
        pytest.param((FOUR, [], 1.5), id="round-1.5"),
        pytest.param((FOUR, [[Game("alice", "zoe", 1)]]), id="unknown-player"),
        pytest.param(([*FOUR, FOUR[0]], []), id="player-twice"),
        pytest.param((None, []), id="players-None"),
    ],
)
def test_what_is_refused(arguments: tuple[object, ...], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        round_robin(*arguments)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot
