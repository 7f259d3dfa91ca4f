"""Inputs of extreme size, each with a limit: `python bench/bench_limits.py [--only TEXT] [--share 1]`.

Nonsense of fifty megabytes, archives that never end, thousands of problems in one line, virtual points of everybody,
long events to be judged for norms: seconds of processor time, and how many are allowed on a machine of today. Exit
code 1 when one takes longer. The tests count the calls of the same work on smaller inputs; SHARE makes these smaller.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import rookery
from rookery.cli.main import main as run_command
from rookery.errors import FormatError
from rookery.json_format import loads
from rookery.model import Game, Player, Result, Round, Tournament, TournamentInfo
from rookery.rating import Terms, norms
from rookery.rating_lists import import_list
from rookery.trf.read import read


class Case(NamedTuple):
    """Something to be done, and the seconds that it may take."""

    name: str
    limit: float
    action: Callable[[], object]


def cases(share: float, folder: Path) -> Iterator[Case]:
    """All of them; `share` of the full size."""
    for name, data in nonsense(int(50_000_000 * share)):
        yield Case(f"nonsense: {name}", 20, lambda data=data: refuse(lambda: read(data)))
    for name, start, piece in ENDLESS:
        path = folder / f"{len(list(folder.iterdir()))}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("list.xml", start + piece * (int(8_000_000 * share) // len(piece)))
        yield Case(f"a list without end: {name}", 5, lambda path=path: refuse(lambda: import_archive(path)))
    yield Case("problems in one line", 5, lambda: validate(int(4000 * share), folder))
    side = int(400 * share**0.5)
    yield Case("a late round of a large field", 5, lambda: rookery.loads(table(side, side)))
    lines = "250       1.0   1 999    1 9999\n" * int(300 * share)
    yield Case("virtual points of everybody", 5, lambda: read(f"{HEAD}{lines}XXA    1  1.0\n"))
    keys = ", ".join(f'"{key}": 0' for key in range(int(50_000 * share)))
    yield Case("a key twice", 5, lambda: refuse(lambda: loads(f'{{"rookery": 1, {keys}, "0": 1}}')))
    terms = Terms(swiss=True, rounds=23, players=24)
    for rating in (2350, 2450, 2550):
        event = round_robin(24, rating)
        yield Case(f"norms of a long event, {rating}", 10, lambda event=event: norms(event, terms=terms))


def nonsense(size: int) -> Iterator[tuple[str, bytes]]:
    """Bytes that are no tournament."""
    yield "random bytes", random.Random(1).randbytes(size)
    yield "zeros", bytes(size)
    yield "one line", b"x" * size
    yield "text", b"all work and no play 001 makes a dull file\n" * (size // 43)
    yield "many rows", b"001    1 nonsense\n" * (size // 18)
    yield "a row that never ends", b"001    x" * (size // 8)


ENDLESS = (
    ("name", "<playerslist><player><name>", "x"),
    ("comment", "<playerslist><!-- ", "x"),
    ("attribute", "<playerslist><player a='", "x"),
    ("space", "<playerslist>", "\n"),
    ("players", "<playerslist>", "<player>"),
)
ROW = "001 {:4}      P{:<33} 2000                             0.0 {:4}"
HEAD = f"012 x\n{ROW.format(1, 1, 1)}\n{ROW.format(2, 2, 2)}\n"


def refuse(action: Callable[[], object]) -> None:
    """Do it; that it is refused is expected."""
    with suppress(FormatError):
        action()


def import_archive(path: Path) -> int:
    """Import a rating list."""
    return import_list(path, path.with_suffix(".sqlite"))


def validate(problems: int, folder: Path) -> None:
    """Let the command line show so many problems of one line."""
    path = folder / "long.json"
    path.write_text('{"rookery": 1, "players": [' + ", ".join(['{"id": "x"}'] * problems) + "]}")
    with redirect_stdout(io.StringIO()):
        run_command(["validate", os.fspath(path)])


def table(players: int, rounds: int) -> str:
    """Players without a game, but for one with so many rounds."""
    rows = [ROW.format(number, number, number) for number in range(1, players + 1)]
    return "\n".join(["012 Open", *rows[:-1], rows[-1] + "  0000 - Z" * rounds]) + "\n"


def round_robin(players: int, rating: int) -> Tournament:
    """A round robin in which the first beat everybody and each of the others those who come after."""
    titles, federations = ["GM", "IM", "FM", ""], ["NOR", "GER", "FRA"]
    people = tuple(
        Player(at, f"Player {at}", rating=rating - 7 * at, title=titles[at % 4], federation=federations[at % 3])
        for at in range(1, players + 1)
    )
    numbers, rounds = list(range(1, players + 1)), []
    for _ in range(players - 1):
        pairs = [sorted((numbers[at], numbers[-1 - at])) for at in range(players // 2)]
        rounds.append(Round(tuple(Game(white, black, Result.WHITE_WINS) for white, black in pairs)))
        numbers = [numbers[0], numbers[-1], *numbers[1:-1]]
    return Tournament(info=TournamentInfo(type="round robin"), players=people, rounds=tuple(rounds))


def main() -> int:
    """Print one row for each case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="only cases in whose names this text stands")
    parser.add_argument("--share", type=float, default=1.0, help="share of the full size (default: 1)")
    options = parser.parse_args()
    over = 0
    with tempfile.TemporaryDirectory() as folder:
        print("| input | seconds | limit |")
        print("|---|---:|---:|")
        for name, limit, action in cases(options.share, Path(folder)):
            if options.only not in name:
                continue
            before = time.process_time()
            action()
            seconds = time.process_time() - before
            over += seconds > limit
            print(f"| {name} | {seconds:.2f} | {limit:g} |")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
