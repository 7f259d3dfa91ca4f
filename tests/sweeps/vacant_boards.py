"""Team events with vacant boards against the literal references: every pairing, every tie-break, some lists.

    python tests/sweeps vacant_boards [--count 300] [--seed 0]

Each round is paired by the reference and by us, from the event itself and from its TRF; then come the values of every
team tie-break of C.07. Every fifth event is a round robin. Exit 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from random import Random

import rookery
from rookery.history.team_matches import board_results
from rookery.model import Ending
from support.references import theirs
from support.swiss import SWISS, answer
from support.vacant_board_events import VacantBoardEvent, pair_by_reference
from sweeps import tiebreaks

MORE_CODES = (
    "TPN", "DE:GP", "DE:MP/P", "DE:GP/P", "EDEC/P", "EDET/P", "EDEB/P", "EDEBT/P", "EDEBB/P", "PS:MP/C1", "PS:GP/C2",
    "EMMSB/P", "EMGSB/C1/P", "EGMSB/P", "EGGSB/C2/P", "KS:MP/L40",
)  # fmt: skip
"""Codes that the reference knows beside those it lists."""


@dataclass
class Tally(tiebreaks.Tally):
    """What was compared, with the rounds paired and the boards and matches that somebody left vacant."""

    rounds: int = 0
    vacant: int = 0
    unplayed: int = 0


def compare(seed: int, tally: Tally) -> None:
    """Compare one event."""
    made = VacantBoardEvent(seed, 4, 8, fixed=seed % 5 == 4)
    for want in made.positions(pair_by_reference):
        tally.rounds += 1
        for form in ("event", "trf26"):
            position = made.tournament if form == "event" else rookery.loads(rookery.dumps(made.tournament)).tournament
            ours = answer(SWISS["team"].system, position)
            if ours != theirs(want):
                number = made.tournament.next_round
                tally.different.append(f"{made.name} round {number} ({form}): ours {ours}, theirs {theirs(want)}")
    for round in made.tournament.rounds:
        for match in round.matches:
            tally.vacant += len(match.vacant)
            ends = {end for pair in board_results(made.tournament, match) for end in pair}
            tally.unplayed += bool(match.vacant) and ends <= {Ending.FORFEIT_WIN, Ending.FORFEIT_LOSS}
    draw = Random(seed)
    comparison = tiebreaks.Comparison(made.name, made.tournament, made.event, draw)
    comparison.codes += MORE_CODES
    tiebreaks.tally_differences(comparison, draw, tally)


def main() -> int:
    """Compare, and print the count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    tally = Tally()
    for seed in range(args.seed, args.seed + args.count):
        compare(seed, tally)
    print("".join(f"  {line}\n" for line in tally.different[:20]), end="")
    print(f"{tally.events} events, {tally.vacant} vacant boards, {tally.unplayed} matches of which no board was played,"
          f" {tally.rounds} rounds, {tally.values} values, {tally.lists} lists,"
          f" {len(tally.different)} different")  # fmt: skip
    return bool(tally.different)


if __name__ == "__main__":
    sys.exit(main())
