"""This Rookery beside another state of it: the same calls in turns, the least of many, as ratios.

    python bench/bench_before.py [FOLDER] [--sizes 20,50,200,1000] [--turns 10]

FOLDER is another checkout of Rookery, such as one of an earlier commit. *pair* is the whole call of `rookery.pair`
in a running process, *engine* what of it goes from the field to the pairs, both of the opens before
round 6 of 9 of `bench_peers.py`; *standings*, *check* and *generate* (without ranks) are of such opens to the end, of
100 players at most. Milliseconds of CPU time in one process, the least of all turns, the mean of the events.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from bench_peers import ROUNDS, position
from beside import State, printed

import rookery

WHOLE = ("standings", "check", "generate")
"""The calls that are about whole tournaments."""
MOST = 100
"""Of larger fields these take long, and say nothing new."""

SCRIPT = """
import gc, json, sys, time
import rookery
from rookery.pairing.dutch import DUTCH_2026

def prepared(call, path, size, seed):
    if call == "generate":
        settings_type = getattr(rookery, "GeneratorSettings", None) or rookery.Settings  # its name before 1.0
        settings = settings_type(players=size, rounds=9, system="dutch", acceleration="none", ranks=False)
        return lambda: rookery.generate(settings, seed)
    tournament = rookery.load(path).tournament
    if call == "engine":
        field = DUTCH_2026.field(tournament)
        if not hasattr(DUTCH_2026, "procedure"):  # before 1.0
            return lambda: list(DUTCH_2026.walk.decisions(field.restricted()))
        return lambda: list(DUTCH_2026.procedure.pair(field.with_edges()))
    return lambda: getattr(rookery, call)(tournament)

for line in sys.stdin:
    runs = kept = None
    runs = [prepared(*json.loads(line)) for _ in range(3)]  # what is known of a tournament is of no use to the next
    gc.collect()
    spent, kept = [], []  # letting go of an answer is not counted
    for run in runs:
        start = time.process_time()
        kept.append(run())
        spent.append(time.process_time() - start)
    print(json.dumps(1000 * min(spent)), flush=True)
"""
"""A Rookery that times itself."""


def events(folder: Path, size: int, whole: bool) -> list[Path]:
    """The files of a size: opens before the round that is paired, or to their end."""
    found = []
    for seed in range(3 if whole else max(4, min(40, 2000 // size))):
        path = folder / f"{size}-{seed}{'-whole' * whole}.trf"
        if not path.exists():
            path.write_bytes(rookery.dumps(position(size, seed, play=ROUNDS) if whole else position(size, seed)))
        found.append(path)
    return found


def rows(states: Sequence[State], folder: Path, sizes: Sequence[int], turns: int) -> Iterator[list[str]]:
    """A row for each call and size: what it takes, here and elsewhere."""
    for size in sizes:
        engine = 0.0
        for call in ("engine", "pair", *(WHOLE if size <= MOST else ())):
            paths = events(folder, size, call in WHOLE)
            least = [[float("inf")] * len(paths) for _ in states]
            for _ in range(turns + 1):  # the first has to import
                for seed, path in enumerate(paths):
                    for known, state in zip(least, states, strict=True):
                        known[seed] = min(known[seed], state.ask(call, str(path), size, seed))
            ours, *others = [sum(known) / len(known) for known in least]
            engine = engine or ours
            row = [f"{call} {size:,}", str(len(paths)), f"{ours:.2f}", f"{ours / engine:.2f}"]
            yield [*row, *(cell for other in others for cell in (f"{other:.2f}", f"{ours / other:.2f}"))]


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("against", metavar="FOLDER", nargs="?", help="another checkout of Rookery")
    parser.add_argument("--sizes", default="20,50,200,1000", help="players, with commas between")
    parser.add_argument("--turns", type=int, default=10, help="how often each is asked (default: 10)")
    options = parser.parse_args()
    here = Path(__file__).resolve().parents[1]
    folders = [here, *([Path(options.against)] if options.against else [])]
    heads = ["call", "events", "now", "in engine time", *(["before", "now : before"] if options.against else [])]
    with tempfile.TemporaryDirectory(prefix="rookery-") as folder, ExitStack() as stack:
        states = [stack.enter_context(State(each, SCRIPT)) for each in folders]
        sizes = sorted({int(size) for size in options.sizes.split(",")})
        printed(heads, rows(states, Path(folder), sizes, options.turns), len("standings 1,000"))


if __name__ == "__main__":
    main()
