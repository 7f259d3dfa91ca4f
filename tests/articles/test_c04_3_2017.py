"""C.04.3 (Dutch) as in force from July 2017 to January 2026: small positions that one rule decides, and facts by hand.

Each position stands in tests/golden/dutch-2017-positions.jsonl with the right answer and the answer without the rule;
it was found by tests/sweeps/dutch_2017_positions.py, and confirmed by a literal reading of the text that shares no code
with us.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.model import Bye, ByeKind, Colour, ForbiddenPair, Game, Player, Result, Round, Tournament
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.dutch_2017 import DUTCH_2017
from sweeps import dutch_2017_positions
from sweeps.dutch_positions import answer

HERE = Path(__file__).resolve().parent.parent
POSITIONS = [json.loads(line) for line in (HERE / "golden" / "dutch-2017-positions.jsonl").read_text().splitlines()]
WIN, DRAW, LOSS = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: f"{row['rule']}-{row['seed']}-{row['round']}")
def test_the_rule_decides(row: dict[str, Any]) -> None:
    """A.4, A.8, A.9, C.1 to C.19, E.1 to E.4: the right answer with the rule, another without it."""
    event = rookery.loads(row["trf"]).tournament
    right = (row["pairs"], row["bye"])
    assert answer(event, DUTCH_2017) == right
    assert answer(event, dutch_2017_positions.without_rule(row["rule"])) != right


def test_every_rule_has_positions() -> None:
    counted = Counter(row["rule"] for row in POSITIONS)
    assert not {rule: counted[rule] for rule in dutch_2017_positions.rules() if counted[rule] < 2}


def field(size: int, *rounds: Round, **more: Any) -> Tournament:
    players = tuple(Player(i, f"P{i}", 2400 - i) for i in range(1, size + 1))
    return Tournament(players=players, rounds=rounds, **{"planned_rounds": 9, "initial_colour": Colour.WHITE, **more})


def seats(event: Tournament, system: Any = DUTCH_2017) -> dict[int, Any]:
    return {entrant.id: entrant for entrant in system.field(event).entrants}


def test_a_round_without_a_game_is_a_downfloat() -> None:
    """A.4.b: whatever the reason; since 2026 only what gives more than a loss."""
    games = (Game(1, 2, Result.WHITE_BY_FORFEIT), Game(3, 4, WIN))
    first = Round(games=games, byes=(Bye(5, ByeKind.ZERO), Bye(6, ByeKind.HALF), Bye(7, ByeKind.PAIRING_ALLOCATED)))
    floats = {one: seat.floats[0].name for one, seat in seats(field(7, first)).items()}
    assert floats == {1: "DOWN", 2: "DOWN", 3: "NONE", 4: "NONE", 5: "DOWN", 6: "DOWN", 7: "DOWN"}
    now = {one: seat.floats[0].name for one, seat in seats(field(7, first), DUTCH_2026).items()}
    assert now == floats | {2: "NONE", 5: "NONE"}


def test_ineligible_recipients_of_the_bye() -> None:
    """C.2 (C.04.1.d): who had it, or won by forfeit; a full-point bye that was asked for does not bar from it."""
    games = (Game(1, 2, Result.WHITE_BY_FORFEIT), Game(3, 4, WIN))
    first = Round(games=games, byes=(Bye(5, ByeKind.FULL), Bye(6, ByeKind.PAIRING_ALLOCATED)))
    assert {one for one, seat in seats(field(6, first)).items() if seat.barred} == {1, 6}
    assert {one for one, seat in seats(field(6, first), DUTCH_2026).items() if seat.barred} == {1, 5, 6}


def test_the_bye_is_part_of_the_last_bracket() -> None:
    """A.9: the leaders meet, whatever is left over below; since 2026 [C5] the bye goes to the lowest score."""
    first = Round(games=(Game(1, 3, WIN), Game(4, 2, DRAW)), byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),))
    before, now = (rookery.pair(field(5, first), edition=year) for year in ("2017", "2026"))
    assert (before.pairs, before.bye) == (((5, 1), (3, 4)), 2)
    assert (now.pairs, now.bye) == (((2, 1), (5, 4)), 3)


@pytest.mark.parametrize("row", [row for row in POSITIONS if row["rule"] == "A.8"], ids=lambda row: str(row["seed"]))
def test_the_lower_brackets_collapse(row: dict[str, Any]) -> None:
    """A.9: the penultimate bracket, then everybody below it in one."""
    event = rookery.loads(row["trf"]).tournament
    score = {one: seat.score for one, seat in seats(event).items()}
    *_, penultimate, last = rookery.pair(event).decisions
    assert len({score[resident] for resident in last.residents}) > 1
    assert max(score[resident] for resident in last.residents) < penultimate.score
    assert set(last.moved_down) == set(penultimate.left)
    assert last.lowest == min(score[resident] for resident in last.residents)
    assert last.description != replace(last, lowest=None).description


def test_no_pairing_error_names_the_unpaired() -> None:
    """A.9: the arbiter decides; the causes are at hand."""
    with pytest.raises(rookery.NoPairingError) as caught:
        rookery.pair(field(4, forbidden_pairs=(ForbiddenPair((1, 2, 3, 4)),)), edition="2017")
    assert caught.value.causes


def test_the_first_round() -> None:
    """B.2, B.3, E.5: the upper half meets the lower; odd numbers of the upper half get the initial colour."""
    assert rookery.pair(field(8), edition="2017").pairs == ((1, 5), (6, 2), (3, 7), (8, 4))
