"""A process that is kept beside a start for every round: `rookery serve-engine` and `rookery pair`, per round.

    python bench/bench_serving.py [--sizes 20,50,200,1000] [--count 40] [--turns 3]

The same rounds (6 of 9, generated with fixed seeds) are paired both ways, the tournament sent as TRF and as JSON. Times
are CPU time of the children in milliseconds, the least of some turns that are taken alternately; of the process that
is kept, what a request costs beyond the first, which loads the modules, and what the first costs with the start. Python
finds its modules compiled, as they are after `pip install`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import rookery
from rookery import GeneratorSettings

PYTHON = [sys.executable, "-m", "rookery"]


def cpu() -> float:
    """CPU milliseconds of the children that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (spent.ru_utime + spent.ru_stime)


def kept(tournament: object, count: int) -> float:
    """CPU milliseconds of a process that is asked so often."""
    line = json.dumps({"verb": "pair", "tournament": tournament}) + "\n"
    start = cpu()
    done = subprocess.run([*PYTHON, "serve-engine"], input=line * count, capture_output=True, text=True, check=True)
    assert done.stdout.count('{"id":null,"answer":') == count, done.stdout[:300]
    return cpu() - start


def started(path: Path, count: int) -> float:
    """CPU milliseconds of so many processes that pair a file each."""
    start = cpu()
    for _ in range(count):
        subprocess.run([*PYTHON, "pair", str(path), "--format", "list"], capture_output=True, check=True)
    return cpu() - start


def measured(size: int, count: int, turns: int, folder: Path) -> dict[str, float]:
    """Milliseconds of a round, each way."""
    position = rookery.generate(
        GeneratorSettings(players=size, rounds=9, play=5, system="dutch", acceleration="none"), 1
    )
    path = folder / f"{size}.trf"
    path.write_bytes(rookery.dumps(position))
    given = {"TRF": path.read_text("utf-8"), "JSON": json.loads(rookery.dumps(position, "json"))}
    spent: dict[str, list[float]] = {}
    for _ in range(turns):
        for name, tournament in given.items():
            spent.setdefault(f"first, {name}", []).append(kept(tournament, 1))
            spent.setdefault(f"all, {name}", []).append(kept(tournament, count + 1))
        spent.setdefault("a start each", []).append(started(path, 3) / 3)
    least = {name: min(each) for name, each in spent.items()}  # before anything is taken off: noise only adds
    return least | {name: (least[f"all, {name}"] - least[f"first, {name}"]) / count for name in given}


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="20,50,200,1000", help="players, with commas between")
    parser.add_argument("--count", type=int, default=40, help="requests that a process is kept for (default: 40)")
    parser.add_argument("--turns", type=int, default=3, help="how often everything is measured (default: 3)")
    options = parser.parse_args()
    print("| players | a start each | kept, TRF | ratio | kept, JSON | ratio | the first request, with the start |")
    print("| ------: | -----------: | --------: | ----: | ---------: | ----: | --------------------------------: |")
    with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
        os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)  # children see what we see
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "compiled"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        started(Path(__file__).parents[1] / "examples" / "swiss.trf", 1)  # compiles what is not compiled yet
        for size in map(int, options.sizes.split(",")):
            count = max(4, options.count if size < 500 else options.count // 5)
            ms = measured(size, count, options.turns, Path(folder))
            each, trf, form = ms["a start each"], ms["TRF"], ms["JSON"]
            cells = (f"{size:,}", f"{each:.0f}", f"{trf:.1f}", f"{each / trf:.1f}", f"{form:.1f}", f"{each / form:.1f}")
            print(f"| {' | '.join(cells)} | {ms['first, TRF']:.0f} |", flush=True)


if __name__ == "__main__":
    main()
