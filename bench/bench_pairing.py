"""How fast a round is paired: engine only, CPU time, as ratios where there is something to compare with.

    python bench/bench_pairing.py [--sizes 50,200,1000] [--prototype FOLDER] [--nasty 2000]

A typical open: ratings spread evenly, results by the usual expectation with draws; round 6 of 9. Engine only means from
the seats of the participants to the pairs of the round: no reading, no history, no colours.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from types import ModuleType

from rookery.history.history import Float, History
from rookery.matching.blossom import EXPOSED, complete_matching
from rookery.matching.optimal_matchings import OptimalMatchings
from rookery.matching.small_cases import total_cost
from rookery.model import Bye, ByeKind, Colour, Game, Player, RequestedBye, Result, Round, Tournament
from rookery.pairing.clauses import legal_rows
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.field import Entrant, Field

ROUNDS, ROUND = 9, 6


# -- positions ---------------------------------------------------------------------------------------------------------


def played(tournament: Tournament, rng: random.Random, strength: dict[int, float], forfeits: float = 0.0) -> Tournament:
    """The tournament with one more round, paired and played."""
    outcome = DUTCH_2026.pair(tournament)
    games = []
    for white, black in outcome.pairs:
        expected = 1 / (1 + 10 ** ((strength[black] - strength[white] - 35) / 400))
        toss = rng.random()
        won, lost = toss < expected - 0.15, toss > expected + 0.15
        result = Result.WHITE_WINS if won else Result.BLACK_WINS if lost else Result.DRAW
        if rng.random() < forfeits:
            result = rng.choice([Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT])
        games.append(Game(white, black, result))
    byes = [Bye(one, kind) for one, kind in tournament.absent(tournament.next_round).items()]
    if outcome.bye is not None:
        byes.append(Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED))
    return tournament.with_round(Round(games=tuple(games), byes=tuple(byes)))


def opened(size: int, seed: int, planned: int = ROUNDS, requested: tuple[RequestedBye, ...] = ()) -> Tournament:
    """A tournament before round one."""
    players = tuple(Player(i) for i in range(1, size + 1))
    return Tournament(players=players, planned_rounds=planned, initial_colour=Colour.WHITE, requested_byes=requested)


def typical_open(size: int, seed: int) -> list[Entrant]:
    """The seats before round 6 of 9."""
    rng = random.Random(seed)
    strength = {i: 2400 - 1000 * i / size + rng.gauss(0, 30) for i in range(1, size + 1)}
    tournament = opened(size, seed)
    for _ in range(ROUND - 1):
        tournament = played(tournament, rng, strength)
    return seats_of(tournament)


def seats_of(tournament: Tournament) -> list[Entrant]:
    """The seats for the next round."""
    pool = [one.number for one in tournament.players if one.number not in tournament.absent(tournament.next_round)]
    return DUTCH_2026.entrants(History(tournament).before(tournament.next_round), pool)


def nasty_fields(count: int) -> Iterator[tuple[list[Entrant], int, int]]:
    """Small fields with many rounds, byes and forfeits, at every round that can be paired."""
    seed = 0
    while count > 0:
        rng = random.Random(seed)
        seed += 1
        size, planned = rng.randint(5, 24), rng.randint(5, 13)
        rate = rng.choice([0, 0.05, 0.15])
        kinds = [ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL]
        requested = tuple(
            RequestedBye(r, i, rng.choice(kinds))
            for i in range(1, size + 1)
            for r in range(1, planned + 1)
            if rng.random() < rate
        )
        tournament = opened(size, seed, planned, requested)
        for _ in range(planned):
            seats = seats_of(tournament)
            if len(seats) > 1:
                yield seats, tournament.next_round, planned
                count -= 1
            try:
                tournament = played(tournament, rng, dict.fromkeys(range(1, size + 1), 2000.0), 0.05)
            except Exception:
                break
            if not count:
                return


def saturated(size: int, rounds: int) -> Iterator[tuple[list[Entrant], int, int]]:
    """A field in which nearly everybody has met nearly everybody."""
    rng = random.Random(size)
    tournament = opened(size, size, rounds)
    for _ in range(rounds):
        yield seats_of(tournament), tournament.next_round, rounds
        try:
            tournament = played(tournament, rng, dict.fromkeys(range(1, size + 1), 2000.0))
        except Exception:
            return


# -- engines -----------------------------------------------------------------------------------------------------------


def ours(seats: list[Entrant], round: int, planned: int) -> set[frozenset[int]]:
    """The pairs by this engine."""
    field = Field(seats, round, planned)
    field = field.with_edges(legal_rows(field, DUTCH_2026.bans))
    return {frozenset(pair) for decision in DUTCH_2026.procedure.pair(field) for pair in decision.pairs}


def prototype(folder: Path) -> Callable[[list[Entrant], int, int], set[frozenset[int]]]:
    """The pairs by the laboratory's prototype in this folder."""
    sys.path.insert(0, str(folder))
    import dutch
    import facts

    return lambda seats, round, planned: by_prototype(dutch, facts, seats, round, planned)


def players(facts: ModuleType, seats: list[Entrant]) -> list[object]:
    """The seats as the prototype wants them."""
    colour = {None: facts.NONE, Colour.WHITE: facts.WHITE, Colour.BLACK: facts.BLACK}
    floats = {Float.NONE: facts.FLOAT_NONE, Float.DOWN: facts.FLOAT_DOWN, Float.UP: facts.FLOAT_UP}
    found = []
    for seat in sorted(seats, key=lambda seat: seat.rank):
        p = facts.Player()
        p.id, p.score, p.rank = seat.id, seat.score, seat.number - 1
        p.pref, p.strength = colour[seat.preference.colour], int(seat.preference.strength)
        p.imbalance, p.repeated = abs(seat.preference.difference), colour[seat.preference.repeated]
        p.f1, p.f2 = (floats[side] for side in seat.floats)
        p.bye_ok, p.unplayed, p.opps = not seat.barred, seat.unplayed, list(seat.opponents)
        found.append(p)
    return found


def by_prototype(
    dutch: ModuleType, facts: ModuleType, seats: list[Entrant], round: int, planned: int
) -> set[frozenset[int]]:
    """One round by the prototype; making its players is not counted."""
    global _PAUSE
    start = time.process_time()
    line = players(facts, seats)
    _PAUSE = time.process_time() - start
    pairs = dutch.Round(line, round - 1, planned).pair()
    return {frozenset((line[i].id, line[j].id)) for i, j in pairs if j is not None}


_PAUSE = 0.0


def timed(engine: Callable[..., set[frozenset[int]]], *position: object) -> tuple[float, set[frozenset[int]] | None]:
    """CPU seconds of one round, and its pairs (None: no pairing)."""
    global _PAUSE
    _PAUSE = 0.0
    start = time.process_time()
    try:
        found: set[frozenset[int]] | None = engine(*position)
    except Exception as error:
        if type(error).__name__ != "NoPairingError":
            raise
        found = None
    return time.process_time() - start - _PAUSE, found


# -- measurements ------------------------------------------------------------------------------------------------------


def by_size(sizes: list[int], other: Callable[..., set[frozenset[int]]] | None) -> None:
    """Milliseconds a round for each size, the growth exponent, and the ratio to the prototype."""
    print(f"round {ROUND} of {ROUNDS} of a typical open, median CPU ms a round")
    last = None
    for size in sizes:
        mine, theirs, different = [], [], 0
        for seed in range(max(1, min(12, 3000 // size))):
            seats = typical_open(size, seed)
            for _ in range(3 if size > 500 else 9):
                spent, pairs = timed(ours, seats, ROUND, ROUNDS)
                mine.append(spent)
                if other:
                    spent, against = timed(other, seats, ROUND, ROUNDS)
                    theirs.append(spent)
                    different += pairs != against
        now = 1000 * median(mine)
        said = f"  {size:>6} players {now:9.2f}"
        if last:
            said += f"   growth n^{math.log(now / last[1]) / math.log(size / last[0]):.2f}"
        if theirs:
            said += f"   prototype {1000 * median(theirs):9.2f}   {median(theirs) / median(mine):.2f} times as fast"
            said += f"   {different} different"
        print(said, flush=True)
        last = size, now


def by_list(
    title: str, positions: list[tuple[list[Entrant], int, int]], other: Callable[..., set[frozenset[int]]] | None
) -> None:
    """Mean and worst of many positions."""
    for name, engine in (("ours", ours), ("prototype", other)):
        if engine:
            spent = [min(timed(engine, *position)[0] for _ in range(2)) for position in positions]
            print(
                f"  {title}: {name:<9} mean {1000 * sum(spent) / len(spent):6.2f} ms, worst {1000 * max(spent):6.2f} ms"
            )


def forced_gap(size: int) -> None:
    """A wish that an odd set must break, in a view of everybody."""
    full, odd = (1 << size) - 1, size // 2 | 1
    rows = [full ^ 1 << v for v in range(size)]
    mate = [EXPOSED] * size
    complete_matching(rows, mate, full, full)
    face, part = OptimalMatchings(rows, mate, full), (1 << odd) - 1
    wish = [(1, part, full ^ part)]
    start = time.process_time()
    face.minimize(wish)
    assert total_cost(wish, face.mate) == 1
    assert face.odd_sets
    print(f"  a gap among {size} vertices: {1000 * (time.process_time() - start):.1f} ms")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="50,200,1000,5000,10000")
    parser.add_argument("--prototype", type=Path, help="folder of the laboratory's prototype, to measure beside it")
    parser.add_argument("--nasty", type=int, default=2000)
    options = parser.parse_args()
    other = prototype(options.prototype) if options.prototype else None
    by_size([int(size) for size in options.sizes.split(",") if size], other)
    print("hard positions")
    if options.nasty:
        by_list(f"{options.nasty} nasty small fields", list(nasty_fields(options.nasty)), other)
    for size, rounds in ((20, 16), (30, 22)):
        by_list(f"saturated {size} x {rounds}", list(saturated(size, rounds)), other)
    forced_gap(1000)


if __name__ == "__main__":
    main()
