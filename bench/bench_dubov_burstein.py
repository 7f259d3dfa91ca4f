"""How fast rounds of Dubov and Burstein are paired, and how the time grows with the field.

    python bench/bench_dubov_burstein.py [--sizes 50,100,200,500,1000,2000]

A typical open of nine rounds: round 7, from the history to the boards (seats, average ratings or the Index, pairs,
colours); no reading of files. Then small fields in which nearly everybody has met nearly everybody.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from statistics import median

from rookery.errors import NoPairingError
from rookery.history.history import History
from rookery.model import Bye, ByeKind, Colour, Game, Player, Result, Round, Tournament
from rookery.pairing.burstein import BURSTEIN_2026
from rookery.pairing.dubov import DUBOV_2026
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.outcome import Pairing
from rookery.pairing.system import System

ROUNDS, ROUND = 9, 7
SYSTEMS = (DUBOV_2026, BURSTEIN_2026)


def entered(size: int, planned: int) -> Tournament:
    """A tournament before round one."""
    players = tuple(Player(i, rating=2400 - 1000 * i // size) for i in range(1, size + 1))
    return Tournament(players=players, planned_rounds=planned, initial_colour=Colour.WHITE)


def after(event: Tournament, outcome: Pairing, rng: random.Random) -> Tournament:
    """The event with this round played."""
    games = []
    for white, black in outcome.pairs:
        difference = 1000 * (black - white) / len(event.players) + 35
        expected, toss = 1 / (1 + 10 ** (-difference / 400)), rng.random()
        won, lost = toss < expected - 0.15, toss > expected + 0.15
        games.append(Game(white, black, Result.WHITE_WINS if won else Result.BLACK_WINS if lost else Result.DRAW))
    byes = () if outcome.bye is None else (Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED),)
    return event.with_round(Round(games=tuple(games), byes=byes))


def timed(system: System, event: Tournament, history: History) -> float:
    """CPU seconds of one round, nothing of it known before."""
    start = time.process_time()
    system.pair(event, history=history)
    return time.process_time() - start


def by_size(system: System, sizes: list[int]) -> None:
    """Milliseconds a round for each size, the growth, and the ratio to the Dutch System on the same history."""
    print(f"{system.name}: round {ROUND} of {ROUNDS} of a typical open, median CPU ms a round")
    last = None
    for size in sizes:
        spent, dutch = [], []
        for seed in range(max(1, min(5, 1000 // size))):
            rng = random.Random(seed)
            event = entered(size + seed % 2, ROUNDS)
            for _ in range(ROUND - 1):
                event = after(event, system.pair(event), rng)
            history = History(event)
            history.before(ROUND)
            for _ in range(3):
                spent.append(timed(system, event, history))
                dutch.append(timed(DUTCH_2026, event, history))
        now = 1000 * median(spent)
        said = f"  {size:>5} players {now:8.1f}   {median(spent) / median(dutch):4.1f} times a Dutch round"
        if last:
            said += f"   growth n^{math.log(now / last[1]) / math.log(size / last[0]):.2f}"
        print(said, flush=True)
        last = size, now


def saturated(system: System, size: int, rounds: int) -> None:
    """Mean and worst of all rounds of a field in which nearly everybody meets nearly everybody."""
    rng, event, spent = random.Random(size), entered(size, rounds), []
    for _ in range(rounds):
        history = History(event)
        history.before(event.next_round)
        start = time.process_time()
        try:
            outcome = system.pair(event, history=history)
        except NoPairingError:
            break
        spent.append(time.process_time() - start)
        event = after(event, outcome, rng)
    mean, worst = 1000 * sum(spent) / len(spent), 1000 * max(spent)
    print(f"  saturated {size} x {rounds}: {len(spent)} rounds, mean {mean:.1f} ms, worst {worst:.1f} ms")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="50,100,200,500,1000,2000")
    options = parser.parse_args()
    for system in SYSTEMS:
        by_size(system, [int(size) for size in options.sizes.split(",") if size])
        for size, rounds in ((20, 16), (30, 22), (100, 30)):
            saturated(system, size, rounds)


if __name__ == "__main__":
    main()
