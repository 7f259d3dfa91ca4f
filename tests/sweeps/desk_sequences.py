"""Any sequence of commands at a desk: memory is the fold of the log, sticky facts hold, refusals leave no trace.

    python tests/sweeps desk_sequences [--count 2000] [--steps 100] [--store memory|sqlite|postgresql]

Sequences of results, pairings, rules, late entries, boards by hand, undo, redo, returns and snapshots, for tournaments
of every format. Exit code 1 when a state is not what its log adds up to, something that can never be undone is gone, or
a command that was refused has left a trace.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from rookery.desk.memory import MemoryStore
from rookery.desk.ports import Log
from support.desk_walks import STREAM, Walk


@contextmanager
def stores(kind: str) -> Iterator[Callable[[], Log]]:
    """What makes an empty store for each sequence."""
    if kind == "memory":
        yield MemoryStore
        return
    from rookery.store import open_store

    numbers = count(1)
    if kind == "postgresql":
        from support.postgresql import Cluster

        with Cluster() as server:
            yield lambda: open_store(server.fresh())
        return
    with tempfile.TemporaryDirectory() as folder:
        yield lambda: open_store(Path(folder) / f"walk{next(numbers)}.sqlite")


def main() -> int:
    """Run the sequences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--store", choices=["memory", "sqlite", "postgresql"], default="memory")
    args = parser.parse_args()
    told = {"sequences": 0, "commands": 0, "events": 0}

    with stores(args.store) as make:

        class Counted(Walk):
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
            Counted,
            settings=settings(
                max_examples=args.count, stateful_step_count=args.steps, deadline=None, database=None,
                suppress_health_check=list(HealthCheck), phases=[Phase.generate], derandomize=False,
            ),
        )  # fmt: skip
    tried = f"{told['sequences']} sequences of {told['commands']} commands with {told['events']} events"
    print(f"{tried} on {args.store}: nothing was lost")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
