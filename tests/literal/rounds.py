"""Random tournaments of the individual systems, and the command line that their references share."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from literal.dutch import Pairing
from literal.events import Cell, Event, Points, read_event, write_event


def random_settings(
    rng: random.Random, size: int, seed: int, features: bool, system: str, min_rounds: int = 4
) -> Event:
    rounds = rng.randint(min_rounds, max(min_rounds, min(9, size - 1 if size > 5 else 5)))
    event = Event(
        rounds, {i: [] for i in range(1, size + 1)}, initial=rng.choice("wb"), name=f"random {seed}", system=system
    )
    event.rating = {i: 2500 - 7 * i - rng.randint(0, 6) for i in event.cells}
    if not features:
        return event
    if rng.random() < 0.15:
        event.points = rng.choice([Points(30, 10), Points(20, 10), Points(pab=5), Points(pab=0), Points(30, 10, 10, 0)])
    if rng.random() < 0.15:
        for _ in range(rng.randint(1, 2)):
            event.forbidden.append((1, rounds, frozenset(rng.sample(sorted(event.cells), 2))))
    if rng.random() < 0.15:
        accelerated, win = (rounds + 1) // 2, event.points.win
        full = (accelerated + 1) // 2
        row = [win] * full + [win // 2] * (accelerated - full)
        event.virtual = {i: list(row) for i in range(1, 2 * -(-size // 4) + 1)}
    return event


def random_result(rng: random.Random, forfeit_rate: float) -> str:
    if rng.random() < forfeit_rate:
        return rng.choice(["+-", "-+", "--"])
    return rng.choices(["10", "==", "01"], [4, 3, 3])[0]


def random_tournament(
    seed: int,
    size_min: int,
    size_max: int,
    pair: Callable[[Event], Pairing | None],
    features: bool = True,
    system: str = "FIDE_DUTCH_2026",
    byes: str = "HHZZF",
    min_rounds: int = 4,
    max_rounds: int = 99,
) -> Iterator[tuple[Event, Pairing | None]]:
    """Yields (position, answer) for each round; the answers themselves are played on."""
    rng = random.Random(seed)
    size = rng.randint(size_min, size_max)
    event = random_settings(rng, size, seed, features, system, min_rounds)
    event.rounds = min(event.rounds, max_rounds)
    bye_rate, forfeit_rate = rng.choice([0, 0.1, 0.2]), rng.choice([0, 0.05, 0.15])
    for _ in range(event.rounds):
        event.absent = {i: rng.choice(byes) for i in event.cells if rng.random() < bye_rate}
        if len(event.cells) - len(event.absent) < 2:
            return
        answer = pair(event)
        yield event, answer
        if answer is None:
            return
        play(event, answer, rng, forfeit_rate)


def play(event: Event, answer: Pairing, rng: random.Random, forfeit_rate: float) -> None:
    cells = {i: Cell(0, "-", letter) for i, letter in event.absent.items()}
    for white, black in answer.pairs:
        mine, yours = random_result(rng, forfeit_rate)
        cells[white], cells[black] = Cell(black, "w", mine), Cell(white, "b", yours)
    if answer.bye:
        cells[answer.bye] = Cell(0, "-", "U")
    for player, row in event.cells.items():
        row.append(cells[player])
    event.absent = {}


def as_json(answer: Pairing | None, **facts) -> str:
    found = {"pairs": None, "bye": None} if answer is None else {"pairs": answer.pairs, "bye": answer.bye}
    return json.dumps(facts | found, separators=(",", ":"))


def replay(event: Event, pair: Callable[[Event], Pairing | None]) -> list[tuple[int, tuple, Pairing | None]]:
    """Rounds of a finished tournament that the reference pairs differently: (round, file, reference)."""
    different = []
    for number in range(1, event.played_rounds + 1):
        pairs, bye = event.pairing_of_round(number)
        answer = pair(event.before_round(number))
        if answer is None or set(answer.pairs) != pairs or answer.bye != bye:
            different.append((number, (sorted(pairs), bye), answer))
    return different


def command_line(
    doc: str,
    pair: Callable[[Event], Pairing | None],
    parser: argparse.ArgumentParser | None = None,
    args: argparse.Namespace | None = None,
    **random_options,
) -> None:
    """The command line shared by the three individual systems."""
    if args is None:
        args = (parser or arguments(doc)).parse_args()
    if args.random:
        first, last, size_min, size_max = args.random
        for seed in range(first, last):
            for event, answer in random_tournament(seed, size_min, size_max, pair, **random_options):
                print(as_json(answer, seed=seed, round=event.played_rounds + 1, trf=write_event(event)))
        return
    for name in args.files:
        event = read_event(Path(name).read_text(encoding="utf-8"))
        if args.replay:
            different = replay(event, pair)
            print(Path(name).name, event.played_rounds, "rounds,", len(different), "different", *different)
            continue
        answer = pair(event)
        if args.json:
            print(as_json(answer, file=Path(name).name, round=event.played_rounds + 1))
            continue
        if len(args.files) > 1:
            print("#", Path(name).name)
        if answer is None:
            print("no legal pairing")
            continue
        for white, black in answer.pairs:
            print(white, black)
        if answer.bye:
            print(answer.bye, 0)


def arguments(doc: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE.trf")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--replay", action="store_true")
    parser.add_argument("--random", nargs=4, type=int, metavar=("S0", "S1", "NMIN", "NMAX"))
    return parser
