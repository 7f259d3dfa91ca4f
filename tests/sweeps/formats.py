"""Generate events that are no Swiss, and accelerated ones of teams, and judge them without asking the engine.

    python tests/sweeps formats [--count 200] [--seed 0] [KIND ...]

Every file must be valid, the same when read again, and check clean. Besides, a literal reading that shares nothing with
the pairing modules looks at who met whom, with which colours, who went on, and whether ranks, values and scores of a
Keizer agree with each other. Exit code 1 when something is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import rookery
from rookery import ByeKind, Game, GeneratorSettings, Match, Tournament
from rookery.errors import Severity

KINDS: dict[str, Callable[[int], dict[str, Any]]] = {
    "round-robin": lambda n: {"system": "round-robin", "players": 2 + n % 30, "withdrawals": n % 3},
    "double-round-robin": lambda n: {"system": "double-round-robin", "players": 2 + n % 16, "withdrawals": n % 2},
    "team-round-robin": lambda n: {"system": "round-robin", "teams": 2 + n % 11, "withdrawals": n % 2},
    "team-double-round-robin": lambda n: {"system": "double-round-robin", "teams": 2 + n % 7},
    "scheveningen": lambda n: {"system": "scheveningen", "boards": 1 + n % 14, "teams": 2 * (n % 2)},
    "double-scheveningen": lambda n: {"system": "double-scheveningen", "boards": 1 + n % 10, "teams": 2 * (n % 2)},
    "knockout": lambda n: {"system": "knockout", "players": 2 + n % 70, "withdrawals": n % 4},
    "team-knockout": lambda n: {"system": "knockout", "teams": 2 + n % 20},
    "keizer": lambda n: {"system": "keizer", "players": 3 + n % 25},
    "team-baku": lambda n: {"system": "team", "acceleration": "baku", "teams": 4 + n % 30},
    "team-written": lambda n: {"system": "team", "acceleration": "written", "teams": 4 + n % 30},
}


def complaints(made: Tournament, kind: str) -> Iterator[str]:
    """Everything that is wrong with a generated event."""
    for dialect in ("trf26", "json"):
        reading = rookery.loads(rookery.dumps(made, dialect))
        yield from (str(problem) for problem in reading.problems if problem.severity > Severity.INFO)
        if reading.tournament != made:
            yield f"not the same when read again as {dialect}"
    report = rookery.check(made)
    if not report.agree or report.notes:
        yield f"does not check clean: {report.wrong or report.standings} {report.faults} {report.notes}"
    if "robin" in kind:
        yield from all_play_all(made, 2 if "double" in kind else 1)
    elif "scheveningen" in kind:
        yield from two_sides(made, 2 if "double" in kind else 1)
    elif "knockout" in kind:
        yield from one_is_left(made)
    elif kind == "keizer":
        yield from values_agree(made)


# -- literal readings


def meetings(made: Tournament) -> list[Game | Match]:
    return [one for round in made.rounds for one in (*round.games, *round.matches)]


def all_play_all(made: Tournament, times: int) -> Iterator[str]:
    """C.05: everybody meets everybody, as often with White as with Black but for one."""
    met = Counter(frozenset((meeting.white, meeting.black)) for meeting in meetings(made))
    size = len(made.participants)
    if len(met) != size * (size - 1) // 2 or set(met.values()) != {times}:
        yield "somebody does not meet everybody"
    whites, blacks = (Counter(getattr(meeting, side) for meeting in meetings(made)) for side in ("white", "black"))
    if any(abs(whites[one] - blacks[one]) > (times == 1) for one in made.participants_by_number):
        yield "colours out of balance"


def two_sides(made: Tournament, times: int) -> Iterator[str]:
    """Everybody meets everybody of the other side, and nobody of their own."""
    half = len(made.players) // 2
    sides = [set(team.players) for team in made.teams] or [
        {player.number for player in made.players[:half]}, {player.number for player in made.players[half:]}
    ]  # fmt: skip
    games = [
        game for meeting in meetings(made) for game in (meeting.games if isinstance(meeting, Match) else (meeting,))
    ]
    met = Counter(frozenset((game.white, game.black)) for game in games)
    if len(met) != half * half or set(met.values()) != {times}:
        yield "somebody does not meet the other side"
    if any(pair <= side for pair in met for side in sides):
        yield "two of one side meet"


def one_is_left(made: Tournament) -> Iterator[str]:
    """Who is out stays out, who won goes on, each round halves the field, and seeds meet as late as they can."""
    here = set(made.participants_by_number)
    for number, round in enumerate(made.rounds, 1):
        named = {one for pair in round.pairs for one in pair}
        through = {bye.player for bye in round.byes if bye.kind is ByeKind.FULL}
        if named | through != here or (through and number > 1):
            yield f"round {number} is not played by those who are in"
        places = 2 ** (len(made.rounds) - number + 1)
        if number == 1 and any({a, b} <= set(range(1, places // 2 + 1)) for a, b in round.pairs):
            yield "two of the first half meet in round 1"
        later = [{one for pair in each.pairs for one in pair} for each in made.rounds[number : number + 1]]
        if later:
            for pair in round.pairs:
                if len(later[0] & set(pair)) != 1:
                    yield f"not one of {pair} goes on after round {number}"
            here = later[0]
    if len(here) != 2 or len(made.rounds[-1].pairs) != 1:
        yield "the last round is no final"


_OWN = {ByeKind.PAIRING_ALLOCATED: Fraction(1, 2), ByeKind.FULL: Fraction(2, 3), ByeKind.HALF: Fraction(1, 3)}


def values_agree(made: Tournament) -> Iterator[str]:
    """A ranking whose values make the scores that make the ranking; on a circle, the mean of the scores does."""
    order = [one.number for one in sorted(made.players, key=lambda one: one.rank or 0)]
    scores = [_scores(made, order)]
    if _by_score(made, scores[0]) == order:
        return
    seen = [[player.number for player in made.players]]
    while (after := _by_score(made, _scores(made, seen[-1]))) not in seen:
        seen.append(after)
    scores = [_scores(made, each) for each in seen[seen.index(after) :]]
    if len(scores) == 1 or _by_score(made, {one: sum(score[one] for score in scores) for one in order}) != order:
        yield "the ranking does not agree with itself"


def _by_score(made: Tournament, score: dict[int, Any]) -> list[int]:
    return sorted((player.number for player in made.players), key=lambda one: (-score[one], one))


def _scores(made: Tournament, order: list[int]) -> dict[int, Fraction]:
    """What everybody has when the values follow this order."""
    first = -(-3 * (len(order) - 1) // 2)
    value = {one: first - place for place, one in enumerate(order)}
    score = {one: Fraction(worth) for one, worth in value.items()}
    share = {"win": 1, "forfeit win": 1, "draw": Fraction(1, 2)}
    for round in made.rounds:
        for game in round.games:
            score[game.white] += share.get(game.result.white.value, 0) * value[game.black]
            score[game.black] += share.get(game.result.black.value, 0) * value[game.white]
        for bye in round.byes:
            score[bye.player] += _OWN.get(bye.kind, 0) * value[bye.player]
    return score


def main() -> int:
    """Try many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", default=list(KINDS))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    total = 0
    for kind in options.kinds:
        rounds = wrong = 0
        for seed in range(options.seed, options.seed + options.count):
            made = rookery.generate(GeneratorSettings(**KINDS[kind](seed)), seed)
            rounds += len(made.rounds)
            found = list(complaints(made, kind))
            wrong += bool(found)
            for text in found:
                print(f"{kind}, seed {seed}: {text}", flush=True)
        total += wrong
        print(f"{kind}: {options.count} events, {rounds} rounds, {wrong} wrong", flush=True)
    return int(total > 0)


if __name__ == "__main__":
    sys.exit(main())
