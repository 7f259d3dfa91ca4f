"""How long standings take, and that the cost grows with the number of games: 100 to 10,000 players, 11 rounds.

    python bench/bench_standings.py [SIZE ...]

The events are random (not properly paired: tie-breaks do not mind); the seed is the size.
Times are CPU seconds, the best of three.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

from rookery import standings
from rookery._record import replace
from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament
from rookery.model.players import Rating

TEN = ("DE", "BH/C1", "BH", "BH/M1", "SB", "PS", "WIN", "BWG", "ARO", "TPR")
ROUNDS = 11
BYES = (ByeKind.HALF, ByeKind.ZERO, ByeKind.PAIRING_ALLOCATED)
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def event(size: int) -> Tournament:
    """A tournament in which neighbours by score meet, with a few byes and forfeits."""
    draw = Random(size)
    score = dict.fromkeys(range(1, size + 1), 0.0)
    rounds = []
    for _ in range(ROUNDS):
        order = sorted(score, key=lambda one: (-score[one], draw.random()))
        away = {one for one in order if draw.random() < 0.02}
        paired = [one for one in order if one not in away]
        byes = [Bye(one, draw.choice(BYES[:2])) for one in sorted(away)]
        if len(paired) % 2:
            byes.append(Bye(paired.pop(), ByeKind.PAIRING_ALLOCATED))
        games = []
        for white, black in zip(paired[::2], paired[1::2], strict=True):
            result = Result.WHITE_BY_FORFEIT if draw.random() < 0.01 else draw.choice(RESULTS)
            games.append(Game(white, black, result))
            score[white] += {Result.BLACK_WINS: 0, Result.DRAW: 0.5}.get(result, 1)
            score[black] += {Result.BLACK_WINS: 1, Result.DRAW: 0.5}.get(result, 0)
        rounds.append(Round(games=tuple(games), byes=tuple(byes)))
    players = tuple(Player(one, f"Player {one}", 2600 - one % 1200) for one in score)
    return Tournament(players=players, rounds=tuple(rounds), planned_rounds=ROUNDS, system="FIDE_DUTCH_2026")


def best(run: Callable[[], object], times: int = 3) -> float:
    """The shortest of some runs, in seconds."""
    found = []
    for _ in range(times):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def rated_by_round(tournament: Tournament) -> Tournament:
    """The same with three ratings of everybody, each counting from another round on."""
    lists = [(Rating(one.rating or 0), Rating(one.rating or 0, from_round=4), Rating(one.rating or 0, from_round=8))
             for one in tournament.players]  # fmt: skip
    players = [replace(one, ratings=some) for one, some in zip(tournament.players, lists, strict=True)]
    return replace(tournament, players=tuple(players), ratings_by_round=True)


def with_parts(tournament: Tournament) -> None:
    """Standings, and the working of every value."""
    table = standings(tournament, TEN)
    for row in table:
        table.workings(row.id)


def main(sizes: list[int]) -> None:
    """One line per size; the last column should stay level."""
    print(f"{ROUNDS} rounds, {', '.join(TEN)}")
    print("players   plain (s)   with parts (s)   ratings by round (s)   microseconds per game and tie-break, plain")
    for size in sizes:
        tournament = event(size)
        rated = rated_by_round(tournament)
        plain, parts = best(lambda t=tournament: standings(t, TEN)), best(lambda t=tournament: with_parts(t))
        by_round = best(lambda t=rated: standings(t, TEN))
        each = plain / (size * ROUNDS / 2 * len(TEN)) * 1e6
        print(f"{size:7,}   {plain:9.3f}   {parts:14.3f}   {by_round:20.3f}   {each:10.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="*", default=[100, 300, 1000, 3000, 10_000])
    main(parser.parse_args().players)
