"""What holds of any event: the order of the lines does not matter, no float is made, parts make values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery import standings
from rookery.model import Match, Round, Tournament
from rookery.ranking.rules import MARCH_2026, TieBreakReadings
from rookery.trf.read import read
from support.random_trf import event

SWISS = ["BH/C1", "DE", "SB", "FB/M1", "AOB", "PS", "WIN", "WON", "BWG", "REP", "STD", "KS", "ARO/U1400", "PTP/U1400"]
FIXED = ["DE", "SB/C1", "KS", "WIN", "ARO/U1400"]
TEAM = ["MPvGP", "EDEBT", "EMGSB/C1", "SSSC", "BH:GP/C2", "BC", "TBR", "BBE", "DE:GP"]
TEAM_FIXED = ["EDEBB", "EGMSB", "TBR", "BC"]
LISTS = {"swiss": SWISS, "rr": FIXED, "team": TEAM, "teamrr": TEAM_FIXED}
EXACT = replace(MARCH_2026, readings=TieBreakReadings(averages="exact"))


def shuffled(text: str, draw: Random) -> str:
    """The lines of a file in another order; the head stays, so that it is still this file."""
    lines = text.splitlines()
    players = [line for line in lines if line[:3] in ("001", "310", "240", "330", "162", "362")]
    others = [line for line in lines if line not in players]
    draw.shuffle(players)
    return "\n".join(others + players) + "\n"


@given(st.sampled_from(sorted(LISTS)), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_order_of_the_lines_does_not_matter(kind: str, seed: int, draw: Random) -> None:
    text = event(kind, seed, small=True).text()
    straight, mixed = (read(each.encode()).tournament for each in (text, shuffled(text, draw)))
    codes = LISTS[kind]
    assert standings(straight, codes).rows == standings(mixed, codes).rows
    assert standings(straight, codes, lots=seed).rows == standings(mixed, codes, lots=seed).rows


@given(st.sampled_from(["swiss", "rr"]), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_order_of_the_games_does_not_matter(kind: str, seed: int, draw: Random) -> None:
    tournament = read(event(kind, seed, small=True).text().encode()).tournament

    def mixed(round: Round) -> Round:
        return replace(round, games=tuple(draw.sample(round.games, len(round.games))))

    other = replace(tournament, rounds=tuple(map(mixed, tournament.rounds)))
    assert standings(tournament, LISTS[kind]).rows == standings(other, LISTS[kind]).rows


@given(st.sampled_from(sorted(LISTS)), st.integers(0, 10**6), st.booleans())
def test_no_value_is_a_float(kind: str, seed: int, exact: bool) -> None:
    tournament = read(event(kind, seed, small=True).text().encode()).tournament
    found = standings(tournament, LISTS[kind], rules=EXACT if exact else MARCH_2026)
    for row in found:
        assert type(row.points) is int
        for value, working in zip(row.values, found.workings(row.id), strict=True):
            assert value is None or type(value) is Fraction
            assert value == working.value
            assert all(type(each.value) is int for each in working.counted)


@pytest.mark.parametrize("kind", sorted(LISTS))
def test_a_finer_list_only_splits(kind: str) -> None:
    """Whoever was ahead stays ahead when tie-breaks are added (4.2)."""
    for seed in range(30):
        tournament = read(event(kind, seed, small=True).text().encode()).tournament
        before = {row.id: row.rank for row in standings(tournament, [])}
        for length in range(1, len(LISTS[kind]) + 1):
            after = {row.id: row.rank for row in standings(tournament, LISTS[kind][:length])}
            assert all(before[one] <= after[one] for one in before)
            assert all(after[a] < after[b] for a in before for b in before if before[a] < before[b])
            before = after


def test_core_of_ranking_has_no_floats() -> None:
    """No division that could make one, no literal with a point, in any file of the package."""
    import ast

    folder = Path(__file__).resolve().parent.parent.parent / "src" / "rookery" / "ranking"
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{path.name}:{node.lineno}"
            assert not (isinstance(node, ast.Name) and node.id == "float"), f"{path.name}:{node.lineno}"


def test_matches_and_games_are_the_same_thing_in_a_double_swiss() -> None:
    """A round is two games: a match won 2-0 is a win, 1-1 a draw; ratings see both games."""
    from rookery.model import Game, Player, Result

    games = (Game(1, 2, Result.WHITE_WINS), Game(2, 1, Result.DRAW))
    tournament = Tournament(
        players=(Player(1, "A", 2000), Player(2, "B", 2100)),
        rounds=(Round(matches=(Match(1, 2, games),)),),
        planned_rounds=1,
        system="FIDE_DOUBLESWISS",
    )
    found = standings(tournament, ["BH", "WIN", "WON", "BPG", "ARO", "TPR"])
    assert found.row(1).points == 15
    assert found.row(1).values == (Fraction(1, 2), 0, 1, 1, 2100, 2100 + 193)
