"""What starting costs: the import, the help and four short commands, beside the bare interpreter's own start.

    python bench/bench_startup.py [--count 10]

Medians of wall time; the runs take turns, so that a busy moment of the machine meets all of them. The targets are 60 ms
for the import and 120 ms for the help; they are printed beside what was measured, and nothing fails by them. Python
finds its modules compiled, as they are after `pip install`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

EVENT = str(Path(__file__).parent.parent / "examples" / "swiss.trf")
"""Twelve players after three rounds: next to nothing to do."""

INSTALLED = ["-c", "import sys; from rookery.cli.main import main; sys.exit(main())"]
"""What the installed command `rookery` runs; `python -m rookery` looks for the package first, by other modules."""

# What is started, and how many milliseconds it may take beyond the bare interpreter.
STARTS: dict[str, tuple[list[str], int | None]] = {
    "the bare interpreter": (["-c", "pass"], None),
    "import rookery": (["-c", "import rookery"], 60),
    "rookery --help": ([*INSTALLED, "--help"], 120),
    "rookery --version": ([*INSTALLED, "--version"], None),
    "rookery pair": ([*INSTALLED, "pair", EVENT], None),
    "python -m rookery pair": (["-m", "rookery", "pair", EVENT], None),
    "rookery --dutch": ([*INSTALLED, "--dutch", EVENT, "-p", os.devnull], None),
    "rookery standings": ([*INSTALLED, "standings", EVENT], None),
    "rookery check": ([*INSTALLED, "check", EVENT], None),
}


def wall(words: list[str]) -> float:
    """Milliseconds from start to end of one interpreter."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - start)


def measured(count: int) -> dict[str, list[float]]:
    """Milliseconds of every start, after one that does not count."""
    spent: dict[str, list[float]] = {name: [] for name in STARTS}
    for turn in range(count + 1):
        for name, (words, _) in STARTS.items():
            took = wall(words)
            if turn:
                spent[name].append(took)
    return spent


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10, help="how often each is started (default: 10)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "compiled"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        spent = measured(options.count)
    bare = median(spent["the bare interpreter"])
    print(f"median of {options.count} starts, wall time")
    for name, (_, target) in STARTS.items():
        now = median(spent[name])
        said = f"  {name:<22} {now:7.1f} ms"
        if name != "the bare interpreter":
            said += f"   beyond the bare interpreter {now - bare:6.1f} ms, {now / bare:.2f} times its start"
        if target is not None:
            said += f"   target {target} ms: {'kept' if now - bare < target else 'missed'}"
        print(said)


if __name__ == "__main__":
    main()
