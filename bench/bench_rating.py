"""How long a rating period and a rating list take: ratios beside the bare NumPy expression, and seconds.

    python bench/bench_rating.py [--players 100000] [--games 1000000] [--list 1500000] [--plain]

The bare expression looks up, clips and adds: no rules but one, no ids, no checks. --plain runs the plain Python way on
the same games and holds the numbers equal. --list N makes a FIDE list of N players (TXT and XML) and imports it.
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
from statistics import median

import numpy as np

from rookery.arrays import rate_period
from rookery.elo import expected_score
from rookery.rating import ListGame, ListPlayer
from rookery.rating import rate_period as plain_period
from rookery.rating_lists import RatingList, import_list

_TABLE = np.array([expected_score(difference) for difference in range(-400, 401)])


def bare(rating: np.ndarray, k: np.ndarray, white: np.ndarray, black: np.ndarray, half: np.ndarray) -> np.ndarray:
    """What any NumPy user would write: table look-up, clip, add.at, one rounding."""
    change = 50 * half - _TABLE[np.clip(rating[white] - rating[black], -400, 400) + 400]
    total = np.zeros(len(rating), np.int64)
    np.add.at(total, white, change)
    np.add.at(total, black, -change)
    points = total * k
    return rating + np.sign(points) * ((np.abs(points) + 50) // 100)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def period(number: int, size: int, plain: bool) -> None:
    """The period on places and on FIDE numbers, in turn with the bare expression; ratios are medians of the turns."""
    rng = np.random.default_rng(7)
    rating, k = rng.integers(1400, 2650, number), rng.choice([10, 20, 40], number)
    white = rng.integers(0, number, size)
    black = (white + 1 + rng.integers(0, number - 1, size)) % number
    half = rng.integers(0, 3, size)
    ids = rng.permutation(np.unique(rng.integers(100_000, 600_000_000, 2 * number))[:number])
    places = {"id": np.arange(number), "rating": rating, "k": k}, {"white": white, "black": black, "half_points": half}
    numbers = {**places[0], "id": ids}, {**places[1], "white": ids[white], "black": ids[black]}
    turns = []
    for _ in range(15):
        turns.append(
            (
                seconds(lambda: bare(rating, k, white, black, half)),
                seconds(lambda: rate_period(*places)),
                seconds(lambda: rate_period(*numbers)),
            )
        )
    print(f"{size:,} games of {number:,} players")
    for name, at in (("bare NumPy expression", 0), ("rate_period, players by place", 1), ("by FIDE number", 2)):
        best, ratio = min(turn[at] for turn in turns), median(turn[at] / turn[0] for turn in turns)
        print(f"  {name:32}{1000 * best:8.1f} ms best {ratio:8.2f} x bare (median of {len(turns)})")
    made = rate_period(*numbers)
    simple = bare(rating, k, white, black, half)
    same = (made.new == np.where(simple >= 1400, simple, 0))[made.games * k <= 700].all()
    print(f"  where K is not lowered, equal to the bare expression: {bool(same)}")
    if plain:
        players = [ListPlayer(*row) for row in zip(ids.tolist(), rating.tolist(), k.tolist(), strict=True)]
        games = [ListGame(*row) for row in zip(ids[white].tolist(), ids[black].tolist(), half.tolist(), strict=True)]
        start = time.perf_counter()
        rows = plain_period(players, games)
        took = time.perf_counter() - start
        equal = all(column.tolist() == [getattr(row, name) for row in rows] for name, column in made.columns().items())
        print(f"  plain Python {took:19.1f} s; all numbers identical: {equal}")


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


def lists(number: int) -> None:
    """Import both formats, and search."""
    with tempfile.TemporaryDirectory() as folder:
        text, xml, base = (Path(folder) / name for name in ("list.txt", "list.xml", "list.sqlite"))
        write_lists(number, text, xml)
        print(f"a list of {number:,} players")
        for source in (text, xml):
            before = time.process_time()
            took = seconds(lambda source=source: import_list(source, base))  # type: ignore[misc]
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform != "darwin" else 1 << 20)
            size = source.stat().st_size >> 20
            processor = time.process_time() - before
            about = f"{took:.1f} s, {processor:.1f} s of processor, peak {peak} MB"
            print(f"  import {source.suffix[1:]} ({size} MB): {about}")
        with RatingList(base) as ratings:
            for query in ("kari m", "kar", "ka", "k", "k m s", "nobody"):
                times = [seconds(lambda query=query: ratings.find(query)) for _ in range(7)]  # type: ignore[misc]
                print(f"  search {query!r:10} {1000 * times[0]:7.2f} ms the first time, {1000 * median(times):6.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=100_000, metavar="N", help="players of the period")
    parser.add_argument("--games", type=int, default=1_000_000, metavar="N", help="games of the period")
    parser.add_argument("--list", type=int, default=0, metavar="N", help="also import a list of N players")
    parser.add_argument("--plain", action="store_true", help="also the plain Python way")
    args = parser.parse_args()
    period(args.players, args.games, args.plain)
    if args.list:
        lists(args.list)


if __name__ == "__main__":
    main()
