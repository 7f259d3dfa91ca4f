"""What the import of a rating list costs, and how long searches take.

    python bench/bench_lists.py [--players 20000] [--turns 3]

A list of people who do not exist is written as FIDE's TXT and XML and imported: processor time, the least of several
turns, beside that of reading the same file line by line (`for line in open(file, "rb")`), and the peak of memory. Then
searches in a list that was just opened: the first of each, and the least of seven. Use `--players 1900000` for a list
as long as FIDE's.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from rookery.rating_lists import RatingList, import_list, similar_entries
from rookery.rating_lists.matching import can_find_similar

QUERIES = ("kari m", "kar", "ka", "k", "k m s", "karilin", "nobody")
MISSPELT = ("Karritoma, Senov", "Morganis, Elurda", "Vochelenn, Ma")

HEADS = (
    ("ID Number", 15), ("Name", 61), ("Fed", 4), ("Sex", 4), ("Tit", 5), ("WTit", 5), ("OTit", 15), ("FOA", 4),
    ("SRtng", 6), ("SGm", 4), ("SK", 3), ("RRtng", 6), ("RGm", 4), ("Rk", 3), ("BRtng", 6), ("BGm", 4), ("BK", 3),
    ("B-day", 6), ("Flag", 4),
)  # fmt: skip
TAGS = (
    "fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title", "rating", "games", "k",
    "rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games", "blitz_k", "birthday", "flag",
)  # fmt: skip


PARTS = (
    "ka", "ri", "to", "ma", "sen", "ov", "ski", "ber", "lin", "da", "vo", "che", "len", "ist", "gra", "mor", "an",
    "el", "is", "ur",
)  # fmt: skip


def write_lists(number: int, text: Path, xml: Path) -> None:
    """A list as FIDE writes it, of people who do not exist."""
    rng = Random(3)
    names = ["".join(rng.choices(PARTS, k=rng.randint(1, 4))).capitalize() for _ in range(40_000)]
    with open(text, "w", newline="") as one, open(xml, "w") as two:
        one.write("".join(head.ljust(wide) for head, wide in HEADS) + "\r\n")
        two.write("<playerslist>\n")
        for identity in rng.sample(range(100_000, 600_000_000), number):
            cells = somebody(rng, identity, names)
            one.write("".join(cell.ljust(wide) for cell, (_, wide) in zip(cells, HEADS, strict=True)) + "\r\n")
            fields = "".join(f"<{tag}>{cell}</{tag}>\n" for tag, cell in zip(TAGS, cells, strict=True))
            two.write(f"<player>\n{fields}</player>\n")
        two.write("</playerslist>\n")


def somebody(rng: Random, identity: int, names: list[str]) -> list[str]:
    """The cells of one player."""
    ratings = [rng.choice((0, rng.randint(1400, 2700))) for _ in range(3)]
    name = f"{rng.choice(names)}, {rng.choice(names)}"
    cells = [str(identity), name, "NOR", rng.choice("MF"), "", "", "", ""]
    cells += [cell for rating in ratings for cell in ((str(rating), "0", "20") if rating else ("", "", ""))]
    return [*cells, str(rng.randint(1940, 2018)), rng.choice(("", "i", "w", "wi"))]


def least_time(turns: int, run: Callable[[], object]) -> float:
    """The least processor time of several calls."""
    return min(spent(run) for _ in range(turns))


def spent(run: Callable[[], object]) -> float:
    """Processor time of a call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def read_lines(path: Path) -> None:
    """Read a file line by line."""
    with open(path, "rb") as file:
        for _ in file:
            pass


def imports(paths: tuple[Path, ...], target: Path, turns: int) -> None:
    """The costs of both formats."""
    for path in paths:
        reading = least_time(turns, lambda path=path: read_lines(path))  # type: ignore[misc]
        importing = least_time(turns, lambda path=path: import_list(path, target))  # type: ignore[misc]
        ratio = importing / max(reading, 1e-3)
        print(
            f"{path.suffix[1:]}: the import takes {importing:.1f} s of processor, {ratio:.0f} times reading the lines"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform != "darwin" else 1 << 20)
    print(f"peak memory {peak} MB")


def searches(path: Path) -> None:
    """How long it takes to find somebody."""
    with RatingList(path) as ratings:
        for query in QUERIES:
            show_times(f"search {query!r}", lambda query=query: ratings.find(query))  # type: ignore[misc]
        for name in MISSPELT if can_find_similar() else ():
            show_times(f"nearly {name!r}", lambda name=name: similar_entries(name, ratings))  # type: ignore[misc]


def show_times(label: str, run: Callable[[], object]) -> None:
    """Print the time of the first call, and the least of more."""
    first, least = 1000 * spent(run), 1000 * least_time(7, run)
    print(f"{label:30} {first:8.2f} ms the first time, {least:8.2f} ms")


def main() -> None:
    """Write the lists, import them, search."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = folder / "list.txt", folder / "list.xml"
        write_lists(options.players, *paths)
        print(f"a list of {options.players:,} players")
        imports(paths, folder / "list.sqlite", options.turns)
        searches(folder / "list.sqlite")


if __name__ == "__main__":
    main()
