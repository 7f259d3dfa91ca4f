"""Fresh random events against the reference programs: every code, random lists, random readings.

    python tests/sweeps tiebreaks [--count 1000] [--seed 0] [--kinds swiss,rr]

Prints how many events, values and lists were compared, and every difference; exit 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

from literal import team_tie_breaks, tie_breaks
from literal.events import read_event
from literal.team_events import read_team_event
from rookery import standings
from rookery.elo import round_half_up
from rookery.errors import RuleError
from rookery.model import Tournament
from rookery.ranking.codes import parse_tiebreak
from rookery.ranking.rules import MARCH_2026, TieBreakReadings
from rookery.trf.read import read
from support.random_trf import KINDS, Event, event

# Our readings beside the names the reference programs have for them; the first is the default.
READINGS: dict[str, dict[str, tuple[str, Any]]] = {
    "forfeit_wins_as_games": {"otb": ("q1", False), "literal": ("q1", True)},
    "standard_points": {"text": ("q2", "opponent"), "draw": ("q2", "draw")},
    "chain_boards": {"match": ("q3", "match"), "event": ("q3", "event")},
    "board_count": {"refuse": ("q4", "equal game points"), "sort": ("q4", "always")},
    "rounds": {"counted": ("q6", "counted"), "total": ("q6", "planned")},
    "averages": {"two": ("q9", "two decimals"), "exact": ("q9", "exact")},
}
TWO_DECIMALS = ("AOB", "SSSC")
BY_RATING = {"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"}
NOT_OURS = {"ABH", "AFB", "VUR"}


@dataclass
class Tally:
    """What was compared, and what differs."""

    events: int = 0
    values: int = 0
    lists: int = 0
    different: list[str] = field(default_factory=list)


def hurried(slow: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    """Nothing is worked out twice for one event; the programs themselves take their time."""
    known: dict[tuple[int, str], tuple[object, Any]] = {}

    def compute(table: object, code: str) -> Any:
        if (id(table), code) not in known:
            if len(known) > 500:
                known.clear()
            known[id(table), code] = table, slow(table, code)
        return known[id(table), code][1]

    return compute


@contextmanager
def in_a_hurry() -> Iterator[None]:
    """The references with a memory, for as long as this lasts."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(tie_breaks, "expectation", cache(tie_breaks.expectation)))
        for program in (tie_breaks, team_tie_breaks):
            stack.enter_context(patch.object(program, "compute", hurried(program.compute)))
        yield


def readings(draw: Random, team: bool) -> tuple[dict[str, Any], dict[str, str]]:
    """Some readings, as we name them and as the reference programs do."""
    ours, theirs = dict[str, Any](), dict[str, str]()
    for name, answers in READINGS.items():
        answer = draw.choice(sorted(answers))
        key, value = answers[answer]
        if key not in (("q2", "q3", "q4", "q6", "q9") if team else ("q1", "q2", "q6", "q9")):
            continue
        ours[name], theirs[key] = value, answer
    return ours, theirs


class Comparison:
    """One event as we have it and as they do."""

    def __init__(self, name: str, tournament: Tournament, parsed: Any, draw: Random, plain: bool = False) -> None:
        self.name, self.tournament = name, tournament
        team = tournament.team_event
        self.reference: Any = team_tie_breaks if team else tie_breaks
        ours, theirs = ({}, {}) if plain or draw.random() < 0.7 else readings(draw, team)
        self.after = None if plain or draw.random() < 0.7 else draw.randint(1, len(tournament.rounds))
        fixed = name.startswith(("rr", "teamrr"))
        if fixed:
            self.after = None  # their Koya limit is that of a finished round robin
        self.rules = replace(MARCH_2026, readings=TieBreakReadings(**ours, withdrawn_early="ranked"))
        self.table = self.reference.tournament_of(parsed, self.reference.Readings(**theirs), self.after)
        self.codes = [code for code in self.reference.all_codes(fixed) if code not in NOT_OURS]
        self.codes += ["KS/L40", "KS/L-2", "KS/L+1"] if not team else ["KS:MP/L-2", "SSSC/K3"] * (not fixed)
        unrated = not all(player.rating for player in self.tournament.players)
        self.codes += ["ARO/U1400", "TPR/U1400", "PTP/U1400", "APRO/U1400", "APPO/U1400", "RTNG/U1400"] * unrated
        if name.startswith("teamrr") and len(self.tournament.teams) % 2:
            self.codes.remove("REP:MP")  # a free round counts as a bye asked for (7.6); they do not count it

    def values(self) -> dict[str, dict[int, Fraction | None]]:
        """Ours, by code. What compares within a tied group is asked for alone, right after the points."""
        alone = [code for code in self.codes if parse_tiebreak(code).definition.by_place]
        found = {
            code: self._columns([code]).get(code, dict.fromkeys(self.tournament.participants_by_number))
            for code in alone
        }
        unrated = not all(player.rating for player in self.tournament.players)
        refused = [
            c for c in self.codes if unrated and parse_tiebreak(c).definition.name in BY_RATING and "/U" not in c
        ]
        together = ["PTS", *(code for code in self.codes if code not in (*alone, *refused))]
        for code in refused:
            found[code] = self._columns([code])[code]
        return found | self._columns(together)

    def _columns(self, codes: list[str]) -> dict[str, dict[int, Fraction | None]]:
        try:
            made = standings(self.tournament, codes, self.after, rules=self.rules)
        except RuleError:
            return {codes[0]: dict.fromkeys(self.tournament.participants_by_number)}
        found = {code: {row.id: row.values[at] for row in made} for at, code in enumerate(codes[codes[0] == "PTS" :])}
        if codes[0] == "PTS":
            found["PTS"] = {row.id: Fraction(row.points, 10) for row in made}
        return found

    def expected(self, code: str) -> dict[int, Fraction | None]:
        """Theirs."""
        rounded = (
            parse_tiebreak(code).definition.name in TWO_DECIMALS and self.rules.readings.averages == "two decimals"
        )
        found = {}
        for one, value in self.reference.compute(self.table, code).items():
            exact = None if value is None else Fraction(value)
            if rounded and exact is not None:
                exact = Fraction(round_half_up(100 * exact.numerator, exact.denominator), 100)
            found[one] = exact
        return found

    def ranks(self, codes: list[str]) -> tuple[dict[int, int], dict[int, int]]:
        """Ours and theirs for a list."""
        theirs = self.reference.ranked(self.table, codes)
        ours = standings(self.tournament, codes, self.after, rules=self.rules)
        return {row.id: row.rank for row in ours}, theirs


def lists(draw: Random, comparison: Comparison) -> list[list[str]]:
    """Some lists of tie-breaks."""
    rated = all(player.rating for player in comparison.tournament.players)
    codes = [code for code in comparison.codes if rated or parse_tiebreak(code).definition.name not in BY_RATING]
    first = ["MPTS", "GPTS", "PTS"] if comparison.tournament.team_event else ["PTS"]
    return [[draw.choice(first), *draw.sample(codes, draw.randint(1, 5))] for _ in range(4)]


def compare(made: Event, seed: int, tally: Tally, plain: bool = False) -> Comparison:
    """Every value of every code, and some lists, of an event that both read from one text."""
    draw, text = Random(seed), made.text()
    tournament = read(text.encode()).tournament
    parsed = read_team_event(text) if tournament.team_event else read_event(text)
    comparison = Comparison(made.name, tournament, parsed, draw, plain)
    tally_differences(comparison, draw, tally)
    return comparison


@in_a_hurry()
def tally_differences(comparison: Comparison, draw: Random, tally: Tally) -> None:
    """Compare every value of every code, and some lists."""
    values = comparison.values()
    for code in comparison.codes:
        ours, theirs = values[code], comparison.expected(code)
        tally.values += len(theirs)
        if ours != theirs:
            differs = {one: (str(ours.get(one)), str(theirs[one])) for one in theirs if ours.get(one) != theirs[one]}
            tally.different.append(f"{comparison.name} {code} after {comparison.after}: ours, theirs {differs}")
    for codes in lists(draw, comparison):
        ours_ranked, theirs_ranked = comparison.ranks(codes)
        tally.lists += 1
        if ours_ranked != theirs_ranked:
            tally.different.append(f"{comparison.name} {codes}: ranks {ours_ranked} {theirs_ranked}")
    tally.events += 1


def main() -> int:
    """Compare, and say the count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", default=",".join(KINDS))
    args = parser.parse_args()
    bad = 0
    for kind in args.kinds.split(","):
        tally = Tally()
        for seed in range(args.seed, args.seed + args.count):
            compare(event(kind, seed), seed, tally)
        bad += len(tally.different)
        print(f"{kind}: {tally.events} events, {tally.values} values, {tally.lists} lists,", end=" ")
        print(f"{len(tally.different)} different", flush=True)
        print("".join(f"  {line}\n" for line in tally.different[:20]), end="")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
