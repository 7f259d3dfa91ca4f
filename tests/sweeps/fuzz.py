"""Spoilt files and random command lines: no traceback, no run over 10 s or 500 MB, nothing lost in silence.

    python tests/sweeps fuzz trf|json|csv|lists|commands|engine [--seeds 0 1000] [--minutes 10] [--jobs 1] [--show]

Every seed is one case, the same on every machine. Prints what became of them and every finding; exit 1 if there is one.
With --show the case of the first seed is run in this process, so that a traceback can be seen.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from importlib import import_module
from itertools import takewhile
from pathlib import Path

from support.fuzz import pool

KINDS = ("trf", "json", "csv", "lists", "commands", "engine")


def main() -> int:
    """Run, count, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 1000), metavar=("FIRST", "END"))
    parser.add_argument("--minutes", type=float, default=0, help="stop after so many (default: when all are done)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    wanted = parser.parse_args()
    if wanted.show:
        return show(wanted.kind, wanted.seeds[0])
    started, seen, wrong = time.monotonic(), Counter[str](), 0
    due = started + 60 * wanted.minutes if wanted.minutes else float("inf")
    seeds = takewhile(lambda _: time.monotonic() < due, range(*wanted.seeds))
    for case in pool.run(((wanted.kind, seed) for seed in seeds), wanted.jobs):
        seen[case.outcome] += 1
        for finding in case.findings:
            wrong += 1
            print(f"{case.kind} {case.seed}: {finding}", flush=True)
    took = time.monotonic() - started
    print(f"{sum(seen.values())} cases in {took:.0f} s, {wrong} findings: {dict(seen.most_common())}")
    return 1 if wrong else 0


def show(kind: str, seed: int) -> int:
    """One case, in this process and without limits; its folder stays."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    os.chdir(folder)
    print(f"in {folder}")
    print(import_module(f"support.fuzz.{kind}_cases").case(seed, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
