"""Play random Dutch tournaments of up to 300 players and check every round by rules that know nothing of the engine.

    python tests/sweeps dutch_legality [--seeds 0 5000] [--players 5 300]

Nobody missing or twice, no second meeting, no second bye, no third equal colour and no colour difference of three (but
for the last round). When no pairing is found, a plain search must agree that there is none. Exit code 1 on a fault.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

import rookery
from rookery.model import Bye, ByeKind, Colour, Game, Player, RequestedBye, Result, Round, Tournament

PLAYED = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]
FORFEITS = [Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT]


class Book:
    """What an arbiter with a pencil would keep."""

    def __init__(self, size: int) -> None:
        self.met: dict[int, set[int]] = {i: set() for i in range(1, size + 1)}
        self.colours = dict.fromkeys(self.met, "")
        self.barred: set[int] = set()

    def enter(self, round: Round) -> None:
        """Take note of a round."""
        for game in round.games:
            if game.result.played:
                self.met[game.white].add(game.black)
                self.met[game.black].add(game.white)
                self.colours[game.white] += "w"
                self.colours[game.black] += "b"
            elif game.result is Result.WHITE_BY_FORFEIT:
                self.barred.add(game.white)
            elif game.result is Result.BLACK_BY_FORFEIT:
                self.barred.add(game.black)
        self.barred |= {b.player for b in round.byes if b.kind in (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL)}

    def due(self, one: int) -> str:
        """The colour that somebody must have, if any."""
        line = self.colours[one]
        difference = line.count("w") - line.count("b")
        if abs(difference) > 1:
            return "b" if difference > 0 else "w"
        return {"ww": "b", "bb": "w"}.get(line[-2:], "")

    def may_meet(self, a: int, b: int) -> bool:
        """Whether two may meet before the last round."""
        return b not in self.met[a] and not (self.due(a) and self.due(a) == self.due(b))

    def faults(self, pool: list[int], outcome: rookery.Pairing, last: bool) -> list[str]:
        """Everything wrong with a pairing."""
        who = sorted([one for pair in outcome.pairs for one in pair] + ([outcome.bye] if outcome.bye else []))
        found = [] if who == sorted(pool) else ["somebody is missing or paired twice"]
        found += [f"{a}-{b} again" for a, b in outcome.pairs if b in self.met[a]]
        found += [f"{outcome.bye} may not have the bye"] if outcome.bye in self.barred else []
        for white, black in () if last else outcome.pairs:
            for one, colour in ((white, "w"), (black, "b")):
                if self.due(one) not in ("", colour):
                    found.append(f"{one} must not have {colour}")
        return found

    def can_be_paired(self, rest: list[int], byes: int) -> bool:
        """A plain search for any legal pairing."""
        if not rest:
            return True
        first, others = rest[0], rest[1:]
        if byes and first not in self.barred and self.can_be_paired(others, byes - 1):
            return True
        return any(
            self.may_meet(first, other) and self.can_be_paired([i for i in others if i != other], byes)
            for other in others
        )


def play(seed: int, smallest: int, largest: int) -> tuple[int, list[str]]:
    """One tournament: the number of rounds, and what was wrong."""
    rng = random.Random(seed)
    size = rng.randint(smallest, largest if rng.random() < 0.3 else min(largest, 40))
    planned, rate, forfeits = rng.randint(4, 11), rng.choice([0, 0.03, 0.1]), rng.choice([0, 0.03, 0.1])
    kinds = [ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL]
    players = tuple(Player(i) for i in range(1, size + 1))
    event = Tournament(players=players, planned_rounds=planned, initial_colour=rng.choice(list(Colour)))
    book = Book(size)
    for number in range(1, planned + 1):
        away = {i: rng.choice(kinds) for i in book.met if rng.random() < rate}
        pool = [i for i in book.met if i not in away]
        requested = tuple(RequestedBye(number, i, kind) for i, kind in away.items())
        event = Tournament(
            players=players,
            planned_rounds=planned,
            initial_colour=event.initial_colour,
            rounds=event.rounds,
            requested_byes=requested,
        )
        try:
            outcome = rookery.pair(event, "dutch")
        except rookery.NoPairingError:
            if number < planned and len(pool) < 13 and book.can_be_paired(pool, len(pool) % 2):
                return number, [f"seed {seed} round {number}: a pairing exists"]
            return number, [] if len(pool) < 25 else [f"seed {seed} round {number}: no pairing of {len(pool)}"]
        faults = book.faults(pool, outcome, number == planned)
        if faults:
            return number, [f"seed {seed} round {number}: {fault}" for fault in faults]
        games = [Game(w, b, rng.choice(FORFEITS if rng.random() < forfeits else PLAYED)) for w, b in outcome.pairs]
        byes = [Bye(i, kind) for i, kind in away.items()]
        byes += [Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED)] if outcome.bye else []
        round = Round(games=tuple(games), byes=tuple(byes))
        book.enter(round)
        event = event.with_round(round)
    return planned, []


def main() -> int:
    """Play and check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 5000))
    parser.add_argument("--players", nargs=2, type=int, default=(5, 300))
    options = parser.parse_args()
    rounds, faults, start = 0, 0, time.monotonic()
    for seed in range(*options.seeds):
        count, found = play(seed, *options.players)
        rounds, faults = rounds + count, faults + len(found)
        for fault in found:
            print(fault, flush=True)
    tournaments, spent = options.seeds[1] - options.seeds[0], time.monotonic() - start
    print(f"{tournaments} tournaments, {rounds} rounds, {faults} faults, {spent:.0f} s")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
