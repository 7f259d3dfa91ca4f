"""Any sequence of commands at a desk: memory is the fold of the log, permanent facts hold, refusals leave no trace.

    python tests/sweeps desk_sequences [--seeds 0 100] [--each 50] [--steps 100] [--jobs 2] [--log FILE]
                                       [--store memory|sqlite|postgresql]

Sequences of results, pairings, rules, late entries, boards by hand, undo, redo, returns and snapshots, for tournaments
of every format; so many for each seed, the same for the same seed. Exit code 1 when a state is not what its log adds up
to, FIDE mode comes back, a round before the window changes, lots or the colour are drawn anew, a final file is written
while something is open, or a command that was refused has left a trace.

A seed that is done is a line of the log, with a sum over the code that it was tried on: whoever begins again goes on
behind it, and lines of several machines can be put together. What was tried on other code does not count.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TypedDict

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from rookery.tournaments.store import EventStore, MemoryStore
from support.service_machine import STREAM, ServiceMachine

ROOT = Path(__file__).resolve().parents[2]
WALK = ROOT / "tests" / "support" / "service_machine.py"


class Tried(TypedDict):
    """A line of the log: what was tried with a seed, on which code, and what it came to."""

    seed: int
    store: str
    each: int
    steps: int
    code: str
    sequences: int
    commands: int
    events: int


@cache
def code() -> str:
    """A short sum over the program and the walk."""
    whole = sha256()
    for path in (*sorted((ROOT / "src").rglob("*.py")), WALK):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


@contextmanager
def stores(kind: str) -> Iterator[Callable[[], EventStore]]:
    """What makes an empty store for each sequence."""
    if kind == "memory":
        yield MemoryStore
        return
    from rookery.storage import open_store

    numbers = count(1)
    if kind == "postgresql":
        from support.postgresql import Cluster

        with Cluster() as server:
            yield lambda: open_store(server.fresh())
        return
    with tempfile.TemporaryDirectory() as folder:
        yield lambda: open_store(Path(folder) / f"walk{next(numbers)}.sqlite")


def tried(number: int, kind: str, each: int, steps: int) -> Tried:
    """The sequences of a seed; AssertionError, or whatever went wrong, with the sequence that led there."""
    told: Tried = {"seed": number, "store": kind, "each": each, "steps": steps, "code": code(),
                   "sequences": 0, "commands": 0, "events": 0}  # fmt: skip
    with stores(kind) as make:

        class Counted(ServiceMachine):
            def __init__(self) -> None:
                type(self).make = staticmethod(make)  # type: ignore[assignment]
                super().__init__()

            def teardown(self) -> None:
                super().teardown()
                told["sequences"] += 1
                told["commands"] += self.commands
                told["events"] += self.store.version(STREAM) if self.store.streams() else 0
                getattr(self.store, "close", lambda: None)()

        run_state_machine_as_test(  # type: ignore[no-untyped-call]
            seed(number)(Counted),
            settings=settings(
                max_examples=each, stateful_step_count=steps, deadline=None, database=None,
                suppress_health_check=list(HealthCheck), phases=[Phase.generate], derandomize=False,
            ),
        )  # fmt: skip
    return told


def known(log: Path | None, args: argparse.Namespace) -> dict[int, Tried]:
    """What the log has of these very sequences, on this very code."""
    asked = {"store": args.store, "each": args.each, "steps": args.steps, "code": code()}
    lines = log.read_text("utf-8").splitlines() if log and log.exists() else []
    found: list[Tried] = [json.loads(line) for line in lines]
    return {one["seed"]: one for one in found if asked.items() <= one.items()}


def summed(done: dict[int, Tried], store: str) -> str:
    """What all seeds come to."""
    numbers = {name: sum(int(one[name]) for one in done.values())  # type: ignore[literal-required]
               for name in ("sequences", "commands", "events")}  # fmt: skip
    told = f"{numbers['sequences']} sequences of {numbers['commands']} commands with {numbers['events']} events"
    return f"{told} on {store} ({len(done)} seeds, code {code()}): nothing was lost"


def main() -> int:
    """Run the sequences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 40), metavar=("FIRST", "END"))
    parser.add_argument("--each", type=int, default=50, help="so many sequences for each seed")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", type=Path, help="the lines of the seeds that are done; they are not tried again")
    parser.add_argument("--store", choices=["memory", "sqlite", "postgresql"], default="memory")
    args = parser.parse_args()
    done = known(args.log, args)
    left = [number for number in range(*args.seeds) if number not in done]
    failed = 0
    with ProcessPoolExecutor(args.jobs) as workers:
        running = {workers.submit(tried, number, args.store, args.each, args.steps): number for number in left}
        for one in as_completed(running):
            try:
                told = one.result()
            except Exception:
                failed += 1
                print(f"seed {running[one]}:", file=sys.stderr)
                traceback.print_exc()
                continue
            done[told["seed"]] = told
            if args.log:
                with args.log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(told) + "\n")
    print(
        f"{failed} seeds with a fault; the others: {summed(done, args.store)}" if failed else summed(done, args.store)
    )
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
