"""Callers who check their types: what the documents show passes mypy --strict, and slips are found."""

from __future__ import annotations

from pathlib import Path

import pytest

CALLER = """
from collections.abc import Sequence

from rookery import compat
from rookery.compat import (
    CompletedRound, FlatGame, Game, GameDict, PairingOptions, ParseWarning, Player, PlayerOptions, Report, Tiebreak,
)

players: list[Player] = [{"id": "alice", "rating": 2100}, {"id": "bob"}]
dicts: list[list[GameDict]] = [[{"white": "alice", "black": "bob", "result": 0.5}]]
entries: list[list[Game]] = [[Game("alice", "bob", 1), Game("carol", "", 0.5, "half-bye")]]
loose = [[{"white": "alice", "black": "bob", "result": 1}]]
flat: list[FlatGame] = [{"whiteId": "alice", "blackId": "bob", "result": 1, "round": 1}]
completed: list[CompletedRound] = [
    {"games": [{"white": "alice", "black": "bob", "result": "draw"}], "byes": [{"player": "carol", "kind": "half"}]}
]
nine: PairingOptions = {"expectedRounds": 9}

def rating(player: str, games: compat.Games, players: list[object]) -> float:
    return 0.0

def most_cut(player: str, players: list[object], games: compat.Games) -> float:
    return compat.buchholz_cut(player, games, players)

def paired(system: compat.PairingSystem, games: compat.Games) -> Sequence[tuple[str, str]]:
    result: compat.PairingResult = system(players, games)
    byes: list[str] = [bye.player for bye in result.byes]
    return [(pairing.white, pairing.black) for pairing in result.pairings]

mine: list[str | Tiebreak] = ["BH", compat.buchholz, rating, most_cut, compat.direct_encounter]
for every in (flat, completed):
    median: float = compat.median_buchholz("alice", players, every)
    again: float = compat.median_buchholz("alice", every, players)
    compat.dutch(players, every, 2, absent=["bob"]).games
    compat.dutch(players, every, nine, absent=players[:1])
    compat.standings(players, every, mine)
compat.direct_encounter("alice", players, flat)
for games in (dicts, entries, loose):
    score: float = compat.buchholz("alice", games)
    wins: int = compat.number_of_wins("alice", games, players)
paired(compat.dutch, dicts)
paired(compat.round_robin, entries)
compat.standings(players, dicts, mine)[0].tiebreaks
compat.standings(["alice", "bob"], loose, ["BH", "SB"])
young: PlayerOptions = {"rating": 1400, "age": 15}
new: tuple[int, int] = compat.update(young, 1400, {"result": 1, "game_type": "blitz"})
compat.performance([{"opponent_rating": 1600, "result": 1}])
compat.update({"rating": 1400, "gamesPlayed": 10}, 1400, {"result": 1, "gameType": "blitz"})
compat.k_factor({"rating": 1400, "gamesPlayed": 10})

def hear(warning: ParseWarning) -> None:
    print(warning.line, warning.message)

report: Report = compat.parse("001    1")
maybe: Report | None = compat.parse(b"001    1", on_error=hear, on_warning=hear)
text: str = compat.stringify(report)
compat.dutch(compat.to_players(report), compat.to_games(report))
colour: str = report["players"][0]["results"][0]["color"]
"""

SLIPS = """
from rookery import compat
from rookery.compat import CompletedRound, FlatGame, Game, GameDict, Player, Report

Game("alice", "bob", 1, "fullBye")
player: Player = {"id": 7}
game: GameDict = {"white": "alice", "result": 1}
compat.buchholz("alice", [Game("alice", "bob", 1)])
flat: FlatGame = {"whiteId": "alice", "blackId": "bob", "result": 1}
completed: CompletedRound = {"games": [{"white": "alice", "black": "bob", "result": 1}]}
compat.dutch([], [], {"expectedRounds": "nine"})
compat.average_rating("alice", [])
wrong: Report = compat.parse("", on_error=print)
compat.standings(["a", "b"], [], [7])
"""


ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_callers_under_strict_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the options of `make lint`, so that what mypy knows of Rookery from there need not be found out again."""
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(ROOT)
    (tmp_path / "caller.py").write_text(CALLER)
    (tmp_path / "slips.py").write_text(SLIPS)
    said, _, _ = api.run(["--strict", str(tmp_path / "caller.py")])
    assert said.startswith("Success"), said
    said, _, _ = api.run(["--strict", str(tmp_path / "slips.py")])
    lines = sorted({int(line.split(":")[1]) for line in said.splitlines() if ": error:" in line})
    assert lines == [number for number, line in enumerate(SLIPS.splitlines(), 1) if line and "import" not in line], said
