"""How long a round of a team event takes to pair, and a round of a Double-Swiss: the whole call, CPU time.

    python bench/bench_team.py [--sizes 50,200,1000] [--rounds 9] [--seeds 3]

Strength falls with the number, results are drawn by it. Every pairing is checked: everybody once, nobody met again.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import median

from rookery.history.history import History
from rookery.history.team_matches import line_up
from rookery.model import Bye, ByeKind, Colour, Game, Match, Player, Result, Round, Team, Tournament
from rookery.pairing.double_swiss import DOUBLE_SWISS_2026
from rookery.pairing.outcome import Pairing
from rookery.pairing.system import System
from rookery.pairing.team import TEAM_2026

BOARDS = 4
CODES = {"team": "FIDE_TEAM_TYPEB_MP_GP", "double-swiss": "FIDE_DOUBLESWISS"}


def entered(name: str, size: int, rounds: int) -> Tournament:
    """The event before round one."""
    if name == "double-swiss":
        players = tuple(Player(i) for i in range(1, size + 1))
        return Tournament(players=players, planned_rounds=rounds, system=CODES[name], initial_colour=Colour.WHITE)
    players = tuple(Player(i) for i in range(1, BOARDS * size + 1))
    teams = tuple(Team(t, f"Team {t}", tuple(range(BOARDS * t - 3, BOARDS * t + 1))) for t in range(1, size + 1))
    return Tournament(players=players, teams=teams, team_event=True, planned_rounds=rounds, system=CODES[name],
                      board_colours="WB" * (BOARDS // 2), initial_colour=Colour.WHITE)  # fmt: skip


def result(rng: random.Random, edge: float) -> Result:
    """A game in which White is so much the stronger."""
    toss = rng.random()
    return Result.WHITE_WINS if toss < 0.35 + edge else Result.BLACK_WINS if toss > 0.65 + edge else Result.DRAW


def played(tournament: Tournament, outcome: Pairing, rng: random.Random) -> Tournament:
    """The event with one more round."""
    size, matches = len(tournament.participants), []
    for white, black in outcome.pairs:
        games = line_up(tournament, white, black) if tournament.team_event else (Game(white, black), Game(black, white))
        edge = 0.3 * (black - white) / size
        home = set(tournament.teams[white - 1].players) if tournament.team_event else {white}
        done = (Game(g.white, g.black, result(rng, edge if g.white in home else -edge)) for g in games)
        matches.append(Match(white, black, tuple(done)))
    byes = () if outcome.bye is None else (Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED),)
    return tournament.with_round(Round(matches=tuple(matches), byes=byes))


def check(tournament: Tournament, outcome: Pairing) -> None:
    """Everybody once, nobody met again."""
    seen = [one for pair in outcome.pairs for one in pair] + ([] if outcome.bye is None else [outcome.bye])
    assert sorted(seen) == sorted(tournament.participants_by_number)
    met = {frozenset(pair) for round in tournament.rounds for pair in round.pairs}
    assert not met & set(map(frozenset, outcome.pairs))


def measured(system: System, name: str, size: int, rounds: int, seed: int) -> list[float]:
    """Milliseconds of every round."""
    rng, tournament, times = random.Random(seed), entered(name, size, rounds), []
    history = History(tournament)
    for _ in range(rounds):
        start = time.process_time()
        history = history.extend(tournament)
        outcome = system.pair(tournament, history=history)
        times.append(1000 * (time.process_time() - start))
        check(tournament, outcome)
        tournament = played(tournament, outcome, rng)
    return times


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="50,200,1000")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    print(f"{'system':14}{'size':>6}{'median ms':>12}{'worst ms':>12}")
    for name, system in (("team", TEAM_2026), ("double-swiss", DOUBLE_SWISS_2026)):
        for size in map(int, options.sizes.split(",")):
            times = [t for seed in range(options.seeds) for t in measured(system, name, size, options.rounds, seed)]
            print(f"{name:14}{size:>6}{median(times):>12.1f}{max(times):>12.1f}", flush=True)


if __name__ == "__main__":
    main()
