"""How long every question about a round takes: all explanations, CPU time, beside the pairing of the round itself.

    python bench/bench_explanations.py [--sizes 50,200,201] [--seeds 3] [--system dutch] [--against FOLDER] [--times 3]

Round 6 of 9 of tournaments out of the generator. With `--against`, the source tree in that folder (its `src`) answers
the same questions in turn with this one, each in a process of its own, and the ratio of the best times is printed. On
a busy machine ask for more `--times`: each process takes the better of two itself, position by position.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import rookery
from rookery import GeneratorSettings

ROUNDS, ROUND = 9, 6
HERE = Path(__file__).resolve().parent.parent


def position(size: int, seed: int, system: str) -> rookery.Tournament:
    """A tournament of which five rounds are played and everybody is there for the sixth."""
    settled = GeneratorSettings(
        players=size, rounds=ROUNDS, system=system, half_byes=0, full_byes=0, zero_byes=0, withdrawals=0, late_entries=0
    )
    return rookery.generate(settled, seed).before_round(ROUND)


def measured(size: int, seeds: int, system: str, times: int) -> tuple[float, float]:
    """CPU seconds for pairing the rounds, and for explaining everybody in them: the best of several times each."""
    pairing = explaining = 0.0
    for seed in range(1, seeds + 1):
        event = position(size, seed, system)
        best = [1e9, 1e9]
        for _ in range(times):
            start = time.process_time()
            outcome = rookery.pair(event)
            paired = time.process_time()
            for player in event.players:
                str(outcome.explain(player.number))
            best = [min(best[0], paired - start), min(best[1], time.process_time() - paired)]
        pairing += best[0]
        explaining += best[1]
    return pairing, explaining


def by(tree: Path, arguments: list[str]) -> tuple[float, float]:
    """The same by the source tree in a folder, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command = [sys.executable, str(Path(__file__).resolve()), *arguments, "--times", "2", "--plain"]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    first, second = json.loads(answer.stdout)
    return first, second


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", default="50,200,201")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--system", default="dutch")
    parser.add_argument("--against", type=Path)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--plain", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    for size in map(int, asked.sizes.split(",")):
        rest = ["--sizes", str(size), "--seeds", str(asked.seeds), "--system", asked.system]
        if asked.plain:
            print(json.dumps(measured(size, asked.seeds, asked.system, asked.times)))
        elif asked.against is None:
            pairing, explaining = measured(size, asked.seeds, asked.system, asked.times)
            print(f"{size:5} players: all explanations cost as much as {explaining / pairing:.1f} rounds to pair")
        else:
            mine, theirs = zip(*((by(HERE, rest), by(asked.against, rest)) for _ in range(asked.times)), strict=True)
            for n, what in enumerate(("pairing", "explaining")):
                ratio = min(one[n] for one in mine) / min(one[n] for one in theirs)
                print(f"{size:5} players: {what} takes {ratio:.2f} of the time of the other tree")


if __name__ == "__main__":
    main()
