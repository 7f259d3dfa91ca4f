"""Memory: many tournaments one after another, and one large event; in megabytes, beside another checkout if given.

    python bench/bench_memory.py [--count 10000] [--players 10000] [--against FOLDER]

Each tournament is generated, paired, ranked, checked, written and read, and forgotten; the resident memory of the
process is told after every tenth of them, and should not grow after the first. The large event is played for five
rounds and paired: what the tournament, its outcome and its standings hold is what Python has allocated (`tracemalloc`),
and the peak is the most while it was paired. FOLDER is another checkout of Rookery, measured in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

SMALL = """
import os, sys
import rookery

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

count = int(sys.argv[1])
told = []
for seed in range(count):
    made = rookery.generate(rookery.GeneratorSettings(players=6 + seed % 7, rounds=4, play=3), seed)
    rookery.standings(made)
    try:
        rookery.pair(made).explain(1)
    except rookery.RookeryError:
        pass
    rookery.check(made, [len(made.rounds)] if made.rounds else None)
    rookery.loads(rookery.dumps(made, "json"))
    rookery.loads(rookery.dumps(made))
    if (seed + 1) % max(1, count // 10) == 0:
        told.append(round(resident(), 1))
print(told)
"""
LARGE = """
import gc, sys, tracemalloc
import rookery

made = rookery.generate(
    rookery.GeneratorSettings(
        players=int(sys.argv[1]), rounds=9, play=5, system="dutch", acceleration="none", ranks=False
    ),
    1,
)
text = rookery.dumps(made, "json")
del made
gc.collect()
tracemalloc.start()

def held():
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 2**20

one = rookery.loads(text).tournament
told = {"tournament": held()}
tracemalloc.reset_peak()
outcome = rookery.pair(one)
told["peak of pairing"] = tracemalloc.get_traced_memory()[1] / 2**20
told["with its outcome"] = held()
del outcome
tracemalloc.reset_peak()
table = rookery.standings(one, ["BH", "SB"])
told["peak of ranking"] = tracemalloc.get_traced_memory()[1] / 2**20
told["with its standings"] = held()
import json
print(json.dumps({name: round(value, 1) for name, value in told.items()}))
"""


def told(program: str, word: int, folder: Path) -> str:
    """What a program prints that runs with the Rookery of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    words = [sys.executable, "-c", program, str(word)]
    return subprocess.run(words, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="small tournaments, one after another")
    parser.add_argument("--players", type=int, default=10_000, help="players of the large event")
    parser.add_argument("--against", metavar="FOLDER", help="another checkout of Rookery (its generator ends at 9,999)")
    options = parser.parse_args()
    here = Path(__file__).resolve().parents[1]
    if Path("/proc/self/statm").exists():
        print(f"resident after each tenth of {options.count:,} tournaments, MB: {told(SMALL, options.count, here)}")
    size = min(options.players, 9_999) if options.against else options.players
    ours = json.loads(told(LARGE, size, here))
    theirs = json.loads(told(LARGE, size, Path(options.against))) if options.against else {}
    print(f"{size:,} players, five rounds played, MB of Python objects")
    for name, value in ours.items():
        beside = f"   {theirs[name]:8.1f} before, {value / theirs[name]:.2f} of it" if theirs else ""
        print(f"  {name:<20} {value:8.1f}{beside}")


if __name__ == "__main__":
    main()
