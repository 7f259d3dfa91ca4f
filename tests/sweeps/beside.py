"""What the sweeps against the literal references share: positions, our answer, and the comparison.

Half of the positions are rounds of random tournaments played by the system itself, half are wild: any legal games may
have been played before, with virtual points and forbidden pairs at random, so that every criterion gets its turn.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import rookery
from rookery.pairing.system import System

Answer = tuple[list[list[int]] | None, int | None]


def ours(system: System, text: str) -> Answer:
    """Pairs (white first, sorted) and bye by Rookery; None when there is no pairing."""
    try:
        outcome = system.pair(rookery.load(text).tournament)
    except rookery.NoPairing:
        return None, None
    return sorted(map(list, outcome.pairs)), outcome.bye


def theirs(pairing: Any) -> Answer:
    """The answer of a reference in the same form."""
    return (None, None) if pairing is None else (sorted(map(list, pairing.pairs)), pairing.bye)


def wild(seed: int, least: int, most: int) -> Any:
    """A position whose history is no system's: random games without rematch, colours within the rules."""
    from trf_mini import Cell, Event, Points

    rng = random.Random(f"wild/{seed}")
    size, planned = rng.randint(least, most), rng.randint(3, 12)
    done = rng.choice([rng.randint(1, min(planned - 1, size - 1)), max(1, min(planned - 2, size - 1))])
    points = rng.choice([Points(), Points(), Points(), Points(30, 10), Points(pab=5), Points(20, 10)])
    cells: dict[int, list[Any]] = {i: [] for i in range(1, size + 1)}
    event = Event(planned, cells, initial=rng.choice("wb"), points=points)
    event.rating = {i: 2400 - 25 * i + rng.randint(-40, 40) for i in cells}
    byes, forfeits = rng.choice([0, 0.05, 0.15]), rng.choice([0, 0.05, 0.2])
    for _ in range(done):
        _wild_round(rng, cells, byes, forfeits, Cell)
    if not all(any(row[r].opponent for row in cells.values()) for r in range(done)):
        return wild(seed + 10_000_000, least, most)  # a round without a game is none
    event.absent = {i: rng.choice("HZZF") for i in cells if rng.random() < byes}
    if rng.random() < 0.5:
        _stage(rng, event, done)
    walls = rng.choice([0, 0, 0.05, 0.2, 0.4])
    for pair in combinations(sorted(cells), 2):
        if rng.random() < walls:
            event.forbidden.append((done + 1, planned, frozenset(pair)))
    return event if size - len(event.absent) > 1 else wild(seed + 10_000_000, least, most)


def crowded(seed: int) -> Any:
    """A position of ten in which two at the top find below them mostly players who have come up often."""
    from trf_mini import Cell, Event

    rng = random.Random(f"crowded/{seed}")
    cells: dict[int, list[Any]] = {i: [] for i in range(1, 11)}
    event = Event(rng.choice([8, 9, 9]), cells, initial=rng.choice("wb"))
    event.rating = {i: 2400 - 25 * i + rng.randint(-40, 40) for i in cells}
    done = rng.randint(4, 6)
    for _ in range(done):
        _wild_round(rng, cells, 0, 0.02, Cell)
    humble = {i: rng.choice([0, 0, 0.8, 1]) for i in cells}
    then = {i: [100 * (rng.random() >= humble[i]) for _ in range(done)] for i in cells}
    often = {
        i: sum(c.played and then[i][r] < then[c.opponent][r] for r, c in enumerate(row)) for i, row in cells.items()
    }
    most = sorted(cells, key=lambda i: (often[i] + rng.random(), i))
    top, next_ = most[: rng.choice([1, 2, 2, 2, 3])], most[-rng.randint(3, 5) :]
    next_ += rng.sample(most, rng.randint(0, 1))
    now = {i: 20 if i in top else 10 * (i in next_) for i in cells}
    event.virtual = {i: [400 + x - event.score(i, r) for r, x in enumerate([*then[i], now[i]])] for i in cells}
    walls = rng.choice([0, 0.1, 0.3])
    event.forbidden = [
        (done + 1, done + 1, frozenset(pair)) for pair in combinations(sorted(cells), 2) if rng.random() < walls
    ]
    return event


def _stage(rng: random.Random, event: Any, done: int) -> None:
    """Virtual points that make any score of anybody in any round: some have met higher scores all the time."""
    humble = {i: rng.choice([0, 0, 0.4, 0.7, 1]) for i in event.cells}
    levels = rng.choice([(0, 10), (0, 10, 10, 20), (0, 10, 20, 30)])
    for i in event.cells:
        wanted = [100 * (rng.random() >= humble[i]) for _ in range(done)] + [rng.choice(levels)]
        event.virtual[i] = [400 + score - event.score(i, r) for r, score in enumerate(wanted)]


def _wild_round(rng: random.Random, cells: dict[int, list[Any]], byes: float, forfeits: float, cell: Any) -> None:
    free = [i for i in cells if rng.random() >= byes]
    done = {i: cell(0, "-", rng.choice("HZZF")) for i in cells if i not in free}
    rng.shuffle(free)
    while free:
        one = free.pop()
        fresh = [i for i in free if not any(c.opponent == i and c.played for c in cells[one])]
        if not fresh:
            done[one] = cell(0, "-", "U" if not any(c.result == "U" for c in done.values()) else "Z")
            continue
        other = rng.choice(fresh)
        free.remove(other)
        white, black = _colours(rng, cells, one, other)
        mine, yours = rng.choice(["+-", "-+", "--"]) if rng.random() < forfeits else rng.choice(["10", "==", "01"])
        done[white], done[black] = cell(black, "w", mine), cell(white, "b", yours)
    for i, row in cells.items():
        row.append(done[i])


def _colours(rng: random.Random, cells: dict[int, list[Any]], one: int, other: int) -> tuple[int, int]:
    """Who has fewer Whites, or ended with Black, gets White."""
    had = {i: "".join(c.colour for c in cells[i] if c.played) for i in (one, other)}
    due = {i: (row.count("w") - row.count("b"), row[-2:].count("w"), rng.random()) for i, row in had.items()}
    return (one, other) if due[one] < due[other] else (other, one)


def positions(options: argparse.Namespace, pair: Callable[[Any], Any], code: str) -> Iterator[tuple[Any, Any]]:
    """Positions with the answer of the reference, tame and wild in turn."""
    from dutch_literal import random_tournament

    for seed in range(*options.seeds):
        for event, answer in random_tournament(seed, *options.players, pair, system=code):
            yield event, answer
        for n in range(options.wild):
            number = seed * 1000 + n
            event = crowded(number) if n % 4 == 3 and options.players[1] > 9 else wild(number, *options.players)
            yield event, pair(event)


def sweep(doc: str, code: str, reference: Callable[[], dict[str, tuple[System, Callable[[Any], Any]]]]) -> int:
    """Compare: the first of the readings on every position, the others on every fourth."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 2000))
    parser.add_argument("--players", nargs=2, type=int, default=(5, 9))
    parser.add_argument("--wild", type=int, default=4, help="wild positions for each tournament")
    options = parser.parse_args()
    folder = os.environ.get("ROOKERY_ORACLES")
    if not folder:
        print("ROOKERY_ORACLES names no folder: nothing to compare with")
        return 0
    sys.path.insert(0, folder)
    from trf_mini import write_event

    readings = reference()
    first, *others = readings
    count, different, impossible = dict.fromkeys(readings, 0), 0, 0
    start = time.monotonic()
    for event, answer in positions(options, readings[first][1], code):
        text = write_event(event)
        impossible += answer is None
        asked = [(first, answer)]
        if count[first] % 4 == 0:
            asked += [(name, readings[name][1](event)) for name in others]
        for name, said in asked:
            count[name] += 1
            if (got := ours(readings[name][0], text)) != theirs(said):
                different += 1
                print(f"{name}: ours {got}, reference {theirs(said)}\n{text}", flush=True)
        if count[first] % 1000 == 0:
            print(f"... {count[first]} rounds, {different} different", flush=True)
    told = ", ".join(f"{number} {name}" for name, number in count.items())
    print(f"{told} rounds ({impossible} without a pairing), {different} different, {time.monotonic() - start:.0f} s")
    return int(different > 0)
