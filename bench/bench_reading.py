"""How long reading takes against bare loops that only slice: `python bench/bench_reading.py [players] [rounds]`.

The bare loops take the same bytes to lines and cut every 001 line into its fields and every cell into opponent, colour
and result; they understand nothing. One lets the pieces go at once: the reader shall take at most twice its time. The
other keeps the pieces, as any reader must. The reader understands everything, checks every game against the other
player's row and every score against its cells, and builds the tournament. Times are processor times with the garbage
collector off for all, the least of several runs taken in turn, because machines are shared.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from rookery.model import Game, PartialDate, Player, Result, Round, Tournament, TournamentInfo
from rookery.trf.cells import COLOUR_AT, OPPONENT_WIDTH, RESULT_AT, START, STEP
from rookery.trf.fields import PLAYER_ROW
from rookery.trf.read import read
from rookery.trf.serialize import dump

FIELDS = [piece.slice for piece in PLAYER_ROW]
COLOUR, RESULT = OPPONENT_WIDTH + COLOUR_AT, OPPONENT_WIDTH + RESULT_AT


def discarding(data: bytes) -> None:
    """Every 001 line in pieces that nobody keeps."""
    for line in data.decode().splitlines():
        if line[:3] == "001":
            for piece in FIELDS:
                line[piece]
            for a in range(START, len(line), STEP):
                line[a : a + OPPONENT_WIDTH], line[a + COLOUR], line[a + RESULT]


def bare(data: bytes) -> list[tuple[list[str], list[tuple[str, str, str]]]]:
    """Every 001 line in pieces, and nothing more."""
    rows = []
    for line in data.decode().splitlines():
        if line[:3] == "001":
            fields = [line[piece] for piece in FIELDS]
            cells = []
            for a in range(START, len(line), STEP):
                cells.append((line[a : a + OPPONENT_WIDTH], line[a + COLOUR], line[a + RESULT]))
            rows.append((fields, cells))
    return rows


def tournament(players: int, rounds: int, seed: int = 7) -> Tournament:
    """A tournament of that size with games drawn at random; nothing in it is odd."""
    rng = random.Random(seed)
    points = [0] * (players + 1)
    played = []
    for _ in range(rounds):
        order = rng.sample(range(1, players + 1), players - players % 2)
        results = rng.choices((Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS), k=len(order) // 2)
        games = [Game(w, b, result) for w, b, result in zip(order[::2], order[1::2], results, strict=True)]
        for game in games:
            points[game.white] += {Result.WHITE_WINS: 10, Result.DRAW: 5}.get(game.result, 0)
            points[game.black] += {Result.BLACK_WINS: 10, Result.DRAW: 5}.get(game.result, 0)
        played.append(Round(games=tuple(games)))
    ranks = {id: rank for rank, id in enumerate(sorted(range(1, players + 1), key=lambda id: -points[id]), 1)}
    people = tuple(
        Player(
            id, f"Surname{id}, Name{id}", rating=2800 - id // 8, federation=rng.choice(("FRA", "IND", "NOR")),
            sex=rng.choice("mw"), title=rng.choice(("", "", "", "FM", "IM", "GM")),
            birth=PartialDate(rng.randint(1940, 2015), rng.randint(1, 12), rng.randint(1, 28)),
            fide_id=1_000_000 + id, points=points[id], rank=ranks[id],
        )
        for id in range(1, players + 1)
    )  # fmt: skip
    return Tournament(
        info=TournamentInfo(name="Bench"),
        players=people,
        rounds=tuple(played),
        planned_rounds=rounds,
        system="FIDE_DUTCH_2026",
    )


def least(data: bytes, runs: int = 30) -> list[float]:
    """The least processor time of both loops, of the reader, and of the reader without checks, in seconds."""
    works: tuple[Callable[[bytes], object], ...] = (discarding, bare, read, partial(read, checks=False))
    times: list[list[float]] = [[] for _ in works]
    gc.disable()
    for _ in range(runs):
        for kept, work in zip(times, works, strict=True):
            start = time.process_time()
            result = work(data)
            kept.append(time.process_time() - start)
            del result
    gc.enable()
    return [min(kept) for kept in times]


def memory(data: bytes) -> int:
    """The most bytes held while reading."""
    tracemalloc.start()
    read(data)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="?", default=2000)
    parser.add_argument("rounds", type=int, nargs="?", default=15)
    args = parser.parse_args()
    players, rounds = args.players, args.rounds
    data = dump(tournament(players, rounds))
    assert read(data).tournament.players
    gone, kept, reader, unchecked = least(data)
    print(f"{players} players, {rounds} rounds, {len(data) / 1000:.0f} kB")
    print(f"bare loop {1000 * gone:7.1f} ms, {1000 * kept:.1f} ms when it keeps the pieces")
    print(
        f"read      {1000 * reader:7.1f} ms   {reader / gone:.2f} times the bare loop, {reader / kept:.2f} the keeping"
    )
    print(f"unchecked {1000 * unchecked:7.1f} ms   {unchecked / reader:.2f} of that, without the checks")
    half = memory(dump(tournament(players // 2, rounds)))
    print(f"memory    {memory(data) / 1e6:7.1f} MB   {memory(data) / half:.2f} times that of half as many players")


if __name__ == "__main__":
    main()
