"""One byte more, less or other, many times, in small files with the habits of many programs.

    python tests/sweeps mutations [--count 20000] [--seed 1] [FILE ...]

Without files: those of tests/golden/trf-habits and, where ROOKERY_CORPUS leads to them, real ones.

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
from support.mutants import random_mutant, verdict, where

HABITS = Path(__file__).resolve().parent.parent / "golden" / "trf-habits"


def known() -> list[Path]:
    """The files that are taken when none is named."""
    real = os.environ.get("ROOKERY_CORPUS")
    return sorted(HABITS.glob("*.t*")) + (sorted(Path(real, "trf-real").glob("*/*.*")) if real else [])


def main() -> int:
    """Change, read, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    files = [(path.name, data, read(data)) for path in wanted.files or known() for data in [path.read_bytes()]]
    rng, seen, unsound = random.Random(wanted.seed), Counter[str](), 0
    for _ in range(wanted.count):
        name, data, before = rng.choice(files)
        mutant = random_mutant(data, rng)
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
