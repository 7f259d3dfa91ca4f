"""What taking a rating list in costs beside reading its bytes line by line, and how long searches take.

    python bench/bench_lists.py [--players 20000] [--turns 3]

A list of people who do not exist is written as FIDE's TXT and XML. Processor time of one process, the least of several
turns, as a multiple of reading the same file line by line (`for line in open(file, "rb")`), which is done in each turn.
Beside the whole import stand what SQLite takes for the same rows alone (a table of one column, and of all, with no
index: the floor of a list that keeps a row for each player), the reading cell by cell, and the import without NumPy and
with it. Use `--players 1900000` for a list as long as FIDE's; `--quick` leaves all but the import with NumPy out.
"""

from __future__ import annotations

import argparse
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bench_rating import write_lists

from rookery.rating_lists import RatingList, alike, import_list
from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.matching import can_find_similar
from rookery.rating_lists.sources import open_list, source_of

QUERIES = ("kari m", "kar", "ka", "k", "k m s", "nobody")
MISSPELT = ("Karritoma, Senov", "Morganis, Elurda", "Vochelenn, Ma")


def spent(run: Callable[[], object]) -> float:
    """Processor time of a call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def lines(path: Path) -> None:
    """Read a file line by line."""
    with open(path, "rb") as file:
        for _ in file:
            pass


def parsed(path: Path) -> list[tuple[object, ...]]:
    """The players of a list."""
    with open_list(path) as (file, inside):
        return [one for block in source_of(file, inside, None, None).blocks for one in block.players]


def inserted(rows: Sequence[tuple[object, ...]], path: Path) -> None:
    """The rows in a bare table of SQLite."""
    path.unlink(missing_ok=True)
    columns = ", ".join(f"c{at}" for at in range(len(rows[0])))
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE t ({columns}); BEGIN")
        base.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(rows[0]))})", rows)
        base.execute("COMMIT")


def without_numpy(path: Path, target: Path) -> None:
    """The import as it is where NumPy is not installed."""
    held = sys.modules.get("numpy")
    sys.modules["numpy"] = None  # type: ignore[assignment]
    try:
        import_list(path, target)
    finally:
        del sys.modules["numpy"]
        if held is not None:
            sys.modules["numpy"] = held


def imports(folder: Path, paths: tuple[Path, ...], turns: int, quick: bool) -> None:
    """A table of both formats."""
    print(f"{'multiples of reading line by line':36}" + "".join(f"{path.suffix[1:].upper():>10}" for path in paths))
    rows = parsed(paths[0]) if not quick else [tuple(ListEntry())]
    name = ListEntry._fields.index("name")
    names = [(row[name],) for row in rows]
    parts: tuple[tuple[str, Callable[[Path], object]], ...] = (
        ("SQLite, one column of the rows", lambda path: inserted(names, folder / "bare.sqlite")),
        ("SQLite, all columns", lambda path: inserted(rows, folder / "bare.sqlite")),
        ("reading cell by cell", parsed),
        ("the import without NumPy", lambda path: without_numpy(path, folder / "slow.sqlite")),
        ("the import", lambda path: import_list(path, folder / "list.sqlite")),
    )
    shown = [("", lines), *(parts[-1:] if quick else parts)]
    took = [[[spent(lambda path=path, run=run: run(path)) for _, run in shown] for _ in range(turns)] for path in paths]  # type: ignore[misc]
    least = [[min(times) for times in zip(*one, strict=True)] for one in took]
    print(f"{'reading line by line, seconds':36}" + "".join(f"{one[0]:10.2f}" for one in least))
    for at, (told, _) in enumerate(shown[1:], 1):
        print(f"{told:36}" + "".join(f"{one[at] / one[0]:10.1f}" for one in least))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform != "darwin" else 1 << 20)
    print(f"peak memory {peak} MB")


def searches(path: Path) -> None:
    """How long it takes to find somebody."""
    with RatingList(path) as ratings:
        made = 1000 * spent(lambda: ratings.find(QUERIES[0]))
        print(f"the first search, which makes what all others look in: {made:.0f} ms")
        for query in QUERIES:
            times = [1000 * spent(lambda query=query: ratings.find(query)) for _ in range(7)]  # type: ignore[misc]
            print(f"search {query!r:20} {times[0]:8.2f} ms the first time, {median(times):8.2f} ms")
        for name in MISSPELT if can_find_similar() else ():
            times = [1000 * spent(lambda name=name: alike(name, ratings)) for _ in range(3)]  # type: ignore[misc]
            print(f"nearly {name!r:20} {times[0]:8.2f} ms the first time, {median(times):8.2f} ms")


def main() -> None:
    """Write the lists, take them in, search."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = folder / "list.txt", folder / "list.xml"
        write_lists(options.players, *paths)
        print(f"a list of {options.players:,} players")
        imports(folder, paths, options.turns, options.quick)
        searches(folder / "list.sqlite")


if __name__ == "__main__":
    main()
