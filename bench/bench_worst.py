"""Positions that are hard to pair: how much longer than a plain one they take, and how long others need for them.

    python bench/bench_worst.py [--sizes 20,50,100,200] [--systems dutch] [--families NAME,...] [--edition 2017]
                                [--engine PROGRAM] [--limit 20] [--against FOLDER] [--turns 3]

Events are played in which White always wins, all draw, nearly everybody has met, nine pairs in ten are forbidden, and
so on; the seeds are fixed. Several rounds of each are paired again and timed: CPU milliseconds of the call of
`rookery.pair`, the least of several. *median* and *most* are of these rounds; *times median* says how many times as
long as the median the longest took, *times plain* how many times as long as the median round of a plain event of that
size and system. The last row of a size is of all rounds of its events of nine rounds, of every family. FOLDER is
another checkout of Rookery, measured in turns with this one on the same positions: above 1 it takes longer than this
one. PROGRAM speaks the grammar of bbpPairings (`PROGRAM --dutch IN -p OUT`) or is a whole command with {input} and
{output}; it pairs the positions of the Dutch System, without the time of its start, and above 1 it takes longer than
Rookery. *same* counts the rounds in which it says what we say; that there is no pairing is an answer, too. After a
round beyond the limit, in seconds, it is asked about no larger field of that family.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from bench_peers import four, ms, ratio
from beside import State, printed

import rookery
from rookery import ForbiddenPair, GeneratorSettings, NoPairingError, PointSystem, Result, Tournament
from rookery._record import replace
from rookery.crosscheck.programs import Engine, EngineAnswer
from rookery.generator.generate import RandomPlay, play_round
from rookery.generator.random_players import AttendancePlan
from rookery.generator.settings import Ratings
from rookery.simulation.result_models import Chances

SYSTEMS = ("dutch", "dubov", "burstein", "lim", "double-swiss", "team")
ACCELERATED = ("dutch", "dubov", "burstein", "team")
"""The systems that the rules say how to accelerate."""
ROUNDS = 9
LONGEST = 99
"""The most rounds of an event here: a file has room for so many."""

# -- families ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """How games end, by the difference in strength seen from White; what `Chances` are for the generator."""

    result: Callable[[int], Result]

    def results(self, differences: Iterable[int], rng: Random) -> Iterator[Result]:
        """The results of games."""
        return map(self.result, differences)


class Family(NamedTuple):
    """A kind of event: how its games end, how long it is, which of its rounds are paired again, by which systems."""

    name: str
    rule: Any = Chances(0.4)
    rounds: Callable[[int], int] = lambda size: ROUNDS
    again: Callable[[int], Sequence[int]] = lambda rounds: range(2, rounds + 1)
    most: int = 10**6
    """The largest field for which it is played."""
    systems: tuple[str, ...] = SYSTEMS
    odd: bool = False
    forbidden: float = 0.0
    acceleration: str = "none"


def _late(rounds: int) -> Sequence[int]:
    return range(max(2, rounds - 5), rounds + 1)


def _quarters(rounds: int) -> Sequence[int]:
    return sorted({max(2, rounds * part // 4) for part in (1, 2, 3, 4)})


FAMILIES = (
    Family("plain"),
    Family("White wins", Rule(lambda _: Result.WHITE_WINS)),
    Family("Black wins", Rule(lambda _: Result.BLACK_WINS)),
    Family("favourites win", Rule(lambda gap: Result.WHITE_WINS if gap >= 0 else Result.BLACK_WINS)),
    Family("all draw", Rule(lambda _: Result.DRAW)),
    Family("odd field", odd=True),
    Family("half forbidden", forbidden=0.5, most=1000),
    Family("90 % forbidden", forbidden=0.9, most=1000),
    Family("accelerated", acceleration="baku", systems=ACCELERATED),
    Family("odd, accelerated", acceleration="baku", systems=ACCELERATED, odd=True),
    Family("saturated", rounds=lambda size: min(LONGEST, 3 * size // 4), again=_late, most=130),
    Family("nearly all met", rounds=lambda size: min(LONGEST, size - 1), again=_late, most=100),
    Family("long", rounds=lambda size: min(LONGEST, size // 2), again=_quarters, most=1000),
)


def field_of(family: Family, size: int, system: str, rounds: int) -> Tournament:
    """The event before round 1."""
    number = size + 1 - size % 2 if family.odd else size
    who: dict[str, Any] = {"teams": number, "boards": 1, "reserves": 0} if system == "team" else {"players": number}
    event = rookery.generate(
        GeneratorSettings(
            **who, rounds=rounds, play=0, system=system, points=PointSystem(), acceleration=family.acceleration,
            half_byes=0, full_byes=0, zero_byes=0, withdrawals=0, late_entries=0, forbidden=0, forfeits=0.0,
            double_forfeits=0.0, unusual=0.0, unrated=0.0, ratings=Ratings(), ranks=False,
        ),
        seed=size,
    )  # fmt: skip
    if family.forbidden:
        bans = tuple(map(ForbiddenPair, _banned(number, family.forbidden, Random(f"{family.name} {size}"))))
        event = replace(event, forbidden_pairs=bans)
    return event


def _banned(number: int, share: float, rng: Random) -> Iterator[tuple[int, int]]:
    """Pairs that may not meet, but for those of three rounds drawn by lot."""
    kept: set[tuple[int, int]] = set()
    for _ in range(3):
        order = rng.sample(range(1, number + 1), number)
        kept |= {(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=False)}
    pairs = [(one, other) for one in range(1, number + 1) for other in range(one + 1, number + 1)]
    free = [pair for pair in pairs if pair not in kept]
    yield from sorted(rng.sample(free, min(len(free), int(share * len(pairs)))))


def positions(family: Family, size: int, system: str, edition: str | None) -> Iterator[Tournament]:
    """The event before each of the rounds that are paired again; it ends where no pairing exists."""
    rounds = family.rounds(size)
    wanted = set(family.again(rounds))
    position = field_of(family, size, system, rounds)
    strengths = {one.number: one.rating or 0 for one in position.players}
    there = AttendancePlan(tuple(position.participants_by_number), {}, {}, ())
    play = RandomPlay(strengths, family.rule, 0.0, Random(f"{family.name} {size} {system}"))
    for number in range(1, rounds + 1):
        if number in wanted:
            yield position
        try:
            outcome = rookery.pair(position, edition=edition)
        except NoPairingError:
            return
        position = position.with_round(play_round(position, there, outcome.pairs, outcome.bye, play))


# -- who pairs ---------------------------------------------------------------------------------------------------------

CHILD = """
import gc, json, sys, time
import rookery
for line in sys.stdin:
    path, edition = json.loads(line)
    spent = []
    while len(spent) < 2 or (sum(spent) < 0.05 and len(spent) < 10):  # the first may have to import
        outcome = None  # which holds the tournament that it came from: letting go of that is not pairing
        tournament = rookery.load(path).tournament
        gc.collect()  # nor is looking through what was loaded
        start = time.process_time()
        try:
            outcome = rookery.pair(tournament, edition=edition)
            answer = sorted(outcome.pairs), outcome.bye
        except rookery.NoPairingError:
            answer = None
        spent.append(time.process_time() - start)
    print(json.dumps([1000 * min(spent), answer]), flush=True)
"""
"""A Rookery that times itself: it is asked about files."""


class Peer:
    """Another program, and what it needs for its start."""

    def __init__(self, command: str, limit: float) -> None:
        whole = command if "{input}" in command else f"{command} --dutch {{input}} -p {{output}}"
        self.engine, self.limit, self.weary = Engine(whole, timeout=4 * limit), limit, set[str]()
        self.name = Path(command.split()[0]).stem
        self.start = median(self._timed(four())[0] for _ in range(5))

    def pair(self, position: Tournament, family: str, turns: int) -> tuple[float, Any] | None:
        """Milliseconds without the start, and the pairing; None when it is not asked any more."""
        if family in self.weary:
            return None
        spent, answer = self._timed(position)
        for _ in range(turns - 1 if spent < 1000 else 0):
            spent = min(spent, self._timed(position)[0])
        if spent > 1000 * self.limit:
            self.weary.add(family)
        if answer.failure:
            return spent - self.start, answer.failure
        pairs, bye = answer.pairing or ((), None)
        told = [sorted(map(list, pairs)), bye] if pairs or bye else None  # some print a list without boards for none
        return max(0.1, spent - self.start), told

    def _timed(self, position: Tournament) -> tuple[float, EngineAnswer]:
        before = children()
        answer = self.engine.pair(position)
        return children() - before, answer


def children() -> float:
    """CPU milliseconds of the programs that have ended; what we spend on writing their files is not theirs."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (spent.ru_utime + spent.ru_stime)


# -- measuring ---------------------------------------------------------------------------------------------------------


@dataclass
class Measured:
    """What one of them needed for the rounds of a family and size, and how often it said what we say."""

    spent: list[float] = field(default_factory=list)
    same: int = 0

    def add(self, told: tuple[float, Any], ours: Any) -> None:
        """One more round."""
        self.spent.append(told[0])
        self.same += told[1] == ours


def compared(other: Measured, ours: Measured) -> list[str]:
    """Median and longest of another as ratios to ours, and how often it said the same."""
    if not other.spent:
        return ["-", "-", "-"]
    mine = ours.spent[: len(other.spent)]
    times = ratio(median(other.spent), median(mine)), ratio(max(other.spent), max(mine))
    return [*times, f"{other.same} of {len(other.spent)}"]


def told(size: int, found: Sequence[Measured], plain: float) -> list[str]:
    """What a row says: our own numbers, then the others beside them."""
    ours, *others = found
    middle, most = median(ours.spent), max(ours.spent)
    row = [f"{size:,}", str(len(ours.spent)), ms(middle), ms(most), ratio(most, middle), ratio(most, plain)]
    return [*row, *(cell for one in others for cell in compared(one, ours))]


@dataclass
class Bench:
    """Who is measured, and how."""

    states: list[State]
    peer: Peer | None
    edition: str | None
    turns: int
    folder: Path

    def measure(self, family: Family, size: int, system: str) -> list[Measured]:
        """Everybody on the same positions: this Rookery, the other one, the other program."""
        found = [Measured() for _ in (*self.states, *([self.peer] if self.peer else []))]
        for position in positions(family, size, system, self.edition):
            path = self.folder / "position.json"
            path.write_bytes(rookery.dumps(position, "json"))
            turns = [[state.ask(str(path), self.edition) for state in self.states] for _ in range(self.turns)]
            told = [min(each, key=lambda one: one[0]) for each in zip(*turns, strict=True)]
            for one, answer in zip(found, told, strict=False):
                one.add(answer, told[0][1])
            if self.peer is not None and system == "dutch":
                theirs = self.peer.pair(position, family.name, self.turns)
                if theirs is not None:
                    found[-1].add(theirs, told[0][1])
        return found

    def rows(self, system: str, families: Sequence[Family], sizes: Sequence[int]) -> Iterator[list[str]]:
        """The rows of a table, size by size; the first family is the one the others are compared with."""
        for size in sizes:
            plain, together = 0.0, [Measured() for _ in (*self.states, *([self.peer] if self.peer else []))]
            for family in families:
                if size > family.most or system not in family.systems:
                    continue
                found = self.measure(family, size, system)
                plain = plain or median(found[0].spent)
                yield [family.name, *told(size, found, plain)]
                for whole, one in zip(together, found, strict=True) if family.rounds(size) == ROUNDS else ():
                    whole.spent += one.spent
                    whole.same += one.same
            yield [
                f"all of {ROUNDS} rounds",
                *told(size, together[: len(self.states)], plain),
                *["-"] * 3 * bool(self.peer),
            ]


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="20,50,100,200", help="players, or teams, with commas between")
    parser.add_argument("--systems", default="dutch", help=f"with commas between, or all: {', '.join(SYSTEMS)}")
    parser.add_argument("--families", help="only these, beside plain, with commas between")
    parser.add_argument("--edition", help="the edition of the rules, such as 2017")
    parser.add_argument("--engine", metavar="PROGRAM", help="another program that pairs by the Dutch System")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds of it for one round (default: 20)")
    parser.add_argument("--turns", type=int, default=3, help="how often each is asked about a position (default: 3)")
    parser.add_argument("--against", metavar="FOLDER", help="another checkout of Rookery")
    options = parser.parse_args()
    sizes = sorted({int(size) for size in options.sizes.split(",")})
    chosen = SYSTEMS if options.systems == "all" else options.systems.split(",")
    wanted = options.families.split(",") if options.families else [family.name for family in FAMILIES]
    families = [family for family in FAMILIES if family.name in ("plain", *wanted)]
    here = Path(__file__).resolve().parents[1]
    folders = [here, *([Path(options.against)] if options.against else [])]
    peer = Peer(options.engine, options.limit) if options.engine else None
    heads = ["family", "size", "rounds", "median", "most", "times median", "times plain"]
    heads += ["before, median", "most", "same"] if options.against else []
    heads += [f"{peer.name}, median", "most", "same"] if peer else []
    with tempfile.TemporaryDirectory(prefix="rookery-") as folder, ExitStack() as stack:
        states = [stack.enter_context(State(each, CHILD)) for each in folders]
        bench = Bench(states, peer, options.edition, options.turns, Path(folder))
        for system in chosen:
            print(f"{system}\n")
            printed(heads, bench.rows(system, families, sizes), max(len(family.name) for family in FAMILIES))


if __name__ == "__main__":
    main()
