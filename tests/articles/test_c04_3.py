"""C.04.3 (Dutch), article by article: small positions that one rule decides, confirmed by a literal program.

Each position stands in tests/golden/dutch-positions.jsonl with the right answer and the answer without the rule; it was
found by tests/sweeps/dutch_positions.py and confirmed by an exhaustive reading of the text that shares no code with us.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.model import Bye, ByeKind, Colour, ForbiddenPair, Game, Player, Result, Round, Tournament, VirtualPoints
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.outcome import first_differing_lines
from sweeps import dutch_positions

HERE = Path(__file__).resolve().parent.parent
POSITIONS = [json.loads(line) for line in (HERE / "golden" / "dutch-positions.jsonl").read_text().splitlines()]


def names(row: dict[str, Any]) -> str:
    return f"{row['rule']}-{row['seed']}-{row['round']}"


@pytest.mark.parametrize("row", POSITIONS, ids=names)
def test_the_rule_decides(row: dict[str, Any]) -> None:
    """2.1.1 [C1] to 2.4.16 [C21], 5.2.1 to 5.2.4: the right answer with the rule, another without it."""
    event = rookery.loads(row["trf"]).tournament
    right = (row["pairs"], row["bye"])
    assert dutch_positions.answer(event) == right
    assert dutch_positions.answer(event, dutch_positions.without(row["rule"])) != right


def test_every_rule_has_positions() -> None:
    counted = Counter(row["rule"] for row in POSITIONS)
    assert not {rule: counted[rule] for rule in dutch_positions.rules() if counted[rule] < 5}


def field(size: int, *rounds: Round, **more: Any) -> Tournament:
    players = tuple(Player(i, f"P{i}", 2400 - i) for i in range(1, size + 1))
    return Tournament(players=players, rounds=rounds, **{"planned_rounds": 9, "initial_colour": Colour.WHITE, **more})


def test_the_first_round() -> None:
    """3.2, 3.3, 5.2.5: the upper half meets the lower; odd numbers of the upper half get the initial colour."""
    outcome = rookery.pair(field(8))
    assert outcome.pairs == ((1, 5), (6, 2), (3, 7), (8, 4))
    assert rookery.pair(field(8, initial_colour=None)).pairs == outcome.pairs
    assert rookery.pair(field(8, initial_colour=Colour.BLACK)).pairs == ((5, 1), (2, 6), (7, 3), (4, 8))


def test_the_bye() -> None:
    """2.1.2 [C2], 2.3.1 [C5]: never twice, and to the lowest score that leaves a pairing."""
    first = Round(
        games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS)), byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),)
    )
    assert rookery.pair(field(5)).bye == 5
    second = rookery.pair(field(5, first))
    assert second.bye == 4
    kept = rookery.pair(
        field(5, first, forbidden_pairs=(ForbiddenPair((3, 1)), ForbiddenPair((3, 2)), ForbiddenPair((3, 5))))
    )
    assert kept.bye == 3  # 3 may meet only 4 otherwise, and so may nobody else be left over


def test_no_pairing_error_names_the_unpaired() -> None:
    """1.9.3: the Chief Arbiter decides; the causes are at hand."""
    event = field(4, forbidden_pairs=(ForbiddenPair((1, 2, 3, 4)),))
    with pytest.raises(rookery.NoPairingError) as caught:
        rookery.pair(event)
    assert caught.value.causes


def worse_by(event: Tournament, *pairs: tuple[int, int]) -> str:
    """The article by which this pairing is worse than ours."""
    mine = DUTCH_2026.pair(event).ledger
    found = first_differing_lines(mine, DUTCH_2026.price(DUTCH_2026.field(event), pairs, None))
    assert found is not None
    assert found[1].cost < found[2].cost
    return found[1].article


def winners(half: int, **more: Any) -> Tournament:
    """An event in which the upper half has won round one."""
    return field(2 * half, Round(tuple(Game(i, i + half, Result.WHITE_WINS) for i in range(1, half + 1))), **more)


def test_completion() -> None:
    """2.2.1 [C4]: two who could meet do not, if those below could then not be paired."""
    assert set(map(frozenset, rookery.pair(winners(2)).pairs)) == {frozenset((1, 2)), frozenset((3, 4))}
    kept = rookery.pair(winners(2, forbidden_pairs=(ForbiddenPair((3, 4)),)))
    assert set(map(frozenset, kept.pairs)) == {frozenset((1, 4)), frozenset((2, 3))}


def test_few_downfloaters() -> None:
    """2.4.1 [C6]: as many pairs as possible in the bracket."""
    event = winners(4)
    assert all((a < 5) == (b < 5) for a, b in rookery.pair(event).pairs)
    assert worse_by(event, (1, 2), (3, 6), (4, 5), (7, 8)) == "C.04.3 2.4.1"


def test_low_downfloaters() -> None:
    """2.4.2 [C7]: of three, one floats down: a resident, not the one who has come down already."""
    virtual = (VirtualPoints(1, 1, 1, 1, 20), VirtualPoints(2, 3, 1, 1, 10))
    event = field(6, acceleration=virtual)
    assert set(map(frozenset, rookery.pair(event).pairs)) == set(map(frozenset, ((1, 2), (3, 4), (5, 6))))
    assert worse_by(event, (2, 3), (1, 4), (5, 6)) == "C.04.3 2.4.2"


def test_the_order_of_the_candidates() -> None:
    """4: where nothing else decides, the first transposition, and any of them before an exchange."""
    event = field(6)
    assert worse_by(event, (1, 4), (2, 6), (3, 5)).startswith("C.04.3 4.2")
    assert worse_by(event, (1, 3), (2, 5), (4, 6)).startswith("C.04.3 4.3")
