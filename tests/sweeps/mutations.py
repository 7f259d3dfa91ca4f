"""One byte more, less or other, many times, in all the real files:

    python tests/sweeps mutations [--corpus ../shared/corpus] [--count 20000] [--seed 1] [--files 10]

Prints what became of the mutants and every unsound one; exit 1 if there is one. See tests/support/mutants.py.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from pathlib import Path

from rookery.trf.read import read
from support.mutants import drawn, verdict, where

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--corpus", type=Path, default=os.environ.get("ROOKERY_CORPUS", ROOT.parent / "shared" / "corpus")
    )
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=48, help="so many of the files, the smallest first")
    wanted = parser.parse_args()
    paths = sorted((Path(wanted.corpus) / "trf-real").glob("*/*.*"), key=lambda path: path.stat().st_size)[
        : wanted.files
    ]
    files = [(path.name, data, read(data)) for path in paths for data in [path.read_bytes()]]
    rng, seen, unsound = random.Random(wanted.seed), Counter[str](), 0
    for _ in range(wanted.count):
        name, data, before = rng.choice(files)
        mutant = drawn(data, rng)
        try:
            found = verdict(data, before, mutant)
        except Exception as error:
            found = f"raised {error!r}"
        seen[found.split(":")[0].split(" ")[0]] += 1
        if found not in ("same", "reported", "field"):
            unsound += 1
            print(f"{name}: {found}: {where(data, mutant)}", flush=True)
    print(f"{wanted.count} mutants of {len(files)} files: {dict(seen.most_common())}")
    return 1 if unsound else 0


if __name__ == "__main__":
    sys.exit(main())
