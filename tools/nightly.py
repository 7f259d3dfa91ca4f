"""Compare the engine with the literal references and search for crashes, with fresh seeds every night.

    python tools/nightly.py [--seed 20261118] [--share 1.0]

The seed is the date unless one is named, so that every finding can be repeated. Other people's files in the folder that
ROOKERY_CORPUS names are imported too. Each line is one sweep of `tests/sweeps`; the exit code is 1 when any of them
reports a difference.
"""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = ("dutch", "dutch-2017", "dubov", "burstein", "lim", "double-swiss", "team")


def sweeps(seed: int, share: float) -> list[list[str]]:
    """Return the command lines of the sweeps, scaled by `share`."""

    def scaled(count: int) -> str:
        return str(max(1, round(count * share)))

    def seeds(count: int) -> list[str]:
        return ["--seeds", str(seed), str(seed + int(scaled(count)))]

    corpus = os.environ.get("ROOKERY_CORPUS")
    real_files = [str(Path(corpus) / "trf-real")] if corpus else []
    return [
        *(["pairings", system, *seeds(250)] for system in SYSTEMS),
        ["tiebreaks", "--count", scaled(1000), "--seed", str(seed)],
        ["vacant_boards", "--count", scaled(200), "--seed", str(seed)],
        ["imports", "--count", scaled(300), *real_files],
        ["formats", "--count", scaled(200), "--seed", str(seed)],
        *(["fuzz", kind, *seeds(2000)] for kind in ("trf", "json", "csv", "commands", "engine")),
        ["mutations", "--count", scaled(20_000), "--seed", str(seed)],
        ["kills", "--count", scaled(300), "--seed", str(seed)],
        ["store_kills", "--count", scaled(100), "--seed", str(seed)],
        ["desk_sequences", *seeds(20)],
    ]


def main() -> int:
    """Run every sweep, print a line for each, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(datetime.date.today().strftime("%Y%m%d")))
    parser.add_argument("--share", type=float, default=1.0, help="scale the number of cases")
    options = parser.parse_args()
    failed = 0
    for words in sweeps(options.seed, options.share):
        start = time.monotonic()
        done = subprocess.run([sys.executable, "tests/sweeps", *words], cwd=ROOT, capture_output=True, text=True)
        lines = (done.stdout + done.stderr).strip().splitlines() or [""]
        status = "ok" if done.returncode == 0 else f"FAILED ({done.returncode})"
        print(f"{status:10} {' '.join(words)}: {lines[-1]} [{time.monotonic() - start:.0f} s]", flush=True)
        if done.returncode:
            failed += 1
            print("\n".join(lines[-30:]), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
