"""Literal reference of the Swiss Team Pairing System, C.04.6 (2026), for small fields.

What it is: upfloater sets, bracket pairings and identifiers are listed exhaustively and judged by C4-C10 in the
order of the text. Slow: usable up to about 10 teams. The teams' TPN is the number of their 310 record.
The variant is read from record 192: FIDE_TEAM[_TYPEA|_TYPEB][_MP|_GP][_GP|_MP] (primary, secondary score); plain
FIDE_TEAM is TYPEA_MP_GP, no TYPEx means no colour preferences. Supported: team byes (240), PAB (320), forfeited
matches (330). Not supported: acceleration, forbidden pairs, matches in which every board was forfeited without a 330
record.
Open readings (defaults first):
  --c6 parity|graded    next scoregroup needs no more upfloaters than its parity asks for, or as few as possible
  --a1 strong|none      type B, last round, colour difference 0 with two equal colours at the end: strong, or none
  --seats tpn|score     3.6.1: seats of a bracket by TPN, or by score and then TPN

Usage
  team [--json|--replay] FILE.trf ...       as dutch, with team numbers
  team --random S0 S1 NMIN NMAX             random positions with their answer (JSON lines)
API: pair_next_round(event) -> Pairing or None; event = events.read_team_event(text)
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from literal.team_events import TeamEvent, TeamRound, read_team_event, score_matches, team_bye, write_team_event

OTHER = {"w": "b", "b": "w"}
NONE, WEAK, STRONG = 0, 1, 2


class Pairing(NamedTuple):
    pairs: list[tuple[int, int]]  # (white, black)
    bye: int | None


class Variant(NamedTuple):
    colour_type: str  # "A", "B" or "" (no preferences)
    primary: str  # "MP" or "GP"
    secondary: str  # "MP", "GP" or "" (not used for colours)


@dataclass(frozen=True)
class Readings:
    c6: str = "parity"
    a1: str = "strong"
    seats: str = "tpn"


DEFAULT = Readings()


@dataclass(eq=False)
class Team:
    tpn: int
    score: int  # primary score
    secondary: int
    colours: str
    met: frozenset[int]
    may_have_bye: bool
    floated: bool  # met a team with another score in the previous round
    preference: str | None = None
    strength: int = NONE

    @property
    def difference(self) -> int:
        return self.colours.count("w") - self.colours.count("b")


Pair = tuple[Team, Team]


def variant_of(code: str) -> Variant:
    parts = code.split("_")[2:]
    if not parts:
        return Variant("A", "MP", "GP")
    colour_type = next((part[-1] for part in parts if part.startswith("TYPE")), "")
    scores = [part for part in parts if part in ("MP", "GP")] or ["MP"]
    return Variant(colour_type, scores[0], scores[1] if len(scores) > 1 else "")


# ----------------------------------------------------------------------------------------------------- data per team


def points(row: list[TeamRound], score: str) -> int:
    return sum(r.match_points if score == "MP" else r.game_points for r in row)


def teams_to_pair(event: TeamEvent, variant: Variant, readings: Readings) -> list[Team]:
    teams = []
    for number in sorted(set(event.teams) - set(event.absent)):
        row = event.teams[number]
        team = Team(
            tpn=number,
            score=points(row, variant.primary),
            secondary=points(row, variant.secondary) if variant.secondary else 0,
            colours="".join(r.colour for r in row if r.played),
            met=frozenset(r.opponent for r in row if r.played),
            may_have_bye=not any(r.kind in ("PAB", "FW", "FPB") for r in row),
            floated=floated_last_round(event, number, variant),
        )
        last_round = event.played_rounds == event.rounds - 1
        team.preference, team.strength = preference(team, variant.colour_type, last_round, readings)
        teams.append(team)
    return sorted(teams, key=lambda t: (-t.score, t.tpn))


def floated_last_round(event: TeamEvent, number: int, variant: Variant) -> bool:
    row = event.teams[number]
    if not row or not row[-1].played:
        return False
    other = event.teams[row[-1].opponent]
    return points(row[:-1], variant.primary) != points(other[:-1], variant.primary)


def preference(team: Team, colour_type: str, last_round: bool, readings: Readings) -> tuple[str | None, int]:
    """1.7: simple preferences (type A), strong and mild ones (type B)."""
    difference, last_two = team.difference, team.colours[-2:]
    if not colour_type:
        return None, NONE
    if colour_type == "B" and readings.a1 == "none" and last_round and difference == 0:
        return None, NONE
    if difference < -1 or (difference in (0, -1) and last_two == "bb"):
        return "w", STRONG
    if difference > 1 or (difference in (0, 1) and last_two == "ww"):
        return "b", STRONG
    if colour_type == "A":
        return None, NONE
    if difference:
        return ("w" if difference < 0 else "b"), WEAK
    if team.colours and not last_round:
        return OTHER[team.colours[-1]], WEAK
    return None, NONE


# --------------------------------------------------------------------------------------------------------- the round


class TeamPairing:
    def __init__(self, event: TeamEvent, readings: Readings):
        self.event, self.readings = event, readings
        self.variant = variant_of(event.system)
        self.teams = teams_to_pair(event, self.variant, readings)
        self.by_tpn = {t.tpn: t for t in self.teams}
        self.levels = sorted({t.score for t in self.teams}, reverse=True)
        self.float_criteria = event.played_rounds + 1 <= event.rounds - 2  # C7, C10 not in the last two rounds
        self.all_paired = lru_cache(None)(self._all_paired)

    def _all_paired(self, tpns: frozenset[int]) -> bool:
        if not tpns:
            return True
        if len(tpns) % 2:
            return False
        first = min(tpns)
        return any(
            other not in self.by_tpn[first].met and self.all_paired(tpns - {first, other}) for other in tpns - {first}
        )

    def pair(self) -> Pairing | None:
        tpns = frozenset(self.by_tpn)
        left, bye = list(self.teams), None
        if len(left) % 2:  # 3.4
            able = [t for t in left if t.may_have_bye and self.all_paired(tpns - {t.tpn})]
            if not able:
                return None
            bye = min(able, key=lambda t: (t.score, -len(t.colours), -t.tpn))
            left.remove(bye)
        elif not self.all_paired(tpns):
            return None
        pairs: list[Pair] = []
        while left:
            top = [t for t in left if t.score == left[0].score]
            upfloaters = self.choose_upfloaters(top, left)
            bracket = top + upfloaters
            pairs += min(
                self.perfect_pairings(self.seats(bracket)),
                key=lambda m: self.pairing_value(m, self.seats(bracket), upfloaters),
            )
            left = [t for t in left if t not in bracket]
        return Pairing([self.colours(*pair) for pair in pairs], bye.tpn if bye else None)

    # 3.5: upfloaters
    def choose_upfloaters(self, top: list[Team], left: list[Team]) -> list[Team]:
        lower = [t for t in left if t.score < top[0].score]
        everybody = frozenset(t.tpn for t in left)
        for number in range(len(top) % 2, len(lower) + 1, 2):  # C4
            profiles: dict[tuple[int, ...], list[tuple[Team, ...]]] = {}
            for chosen in combinations(lower, number):
                profiles.setdefault(tuple(sorted(t.score for t in chosen)), []).append(chosen)
            for profile in sorted(profiles, reverse=True):  # C5
                able = []
                for chosen in sorted(profiles[profile], key=lambda c: [t.tpn for t in c]):  # 3.5.4
                    bracket = frozenset(t.tpn for t in top + list(chosen))
                    if self.all_paired(bracket) and self.all_paired(everybody - bracket):
                        c7 = sum(t.floated for t in chosen) if self.float_criteria else 0
                        able.append((self.next_group_value(top[0].score, everybody - bracket), c7, len(able), chosen))
                if able:
                    return list(min(able)[3])
        raise AssertionError("a complete pairing exists, so some set of upfloaters must work")

    def next_group_value(self, top_score: int, rest: frozenset[int]) -> int:
        """C6: does the following scoregroup need more upfloaters than its parity asks for?"""
        following = max((level for level in self.levels if level < top_score), default=None)
        group = frozenset(t for t in rest if self.by_tpn[t].score == following)
        if not group:
            return 0
        lower = sorted(t for t in rest if self.by_tpn[t].score < following)
        for number in range(len(group) % 2, len(lower) + 1, 2):
            for chosen in combinations(lower, number):
                bracket = group | frozenset(chosen)
                if self.all_paired(bracket) and self.all_paired(rest - bracket):
                    return int(number > len(group) % 2) if self.readings.c6 == "parity" else number
        raise AssertionError("rest can be paired")

    # 3.6: pairing of a bracket
    def seats(self, bracket: list[Team]) -> list[Team]:
        if self.readings.seats == "tpn":
            return sorted(bracket, key=lambda t: t.tpn)
        return sorted(bracket, key=lambda t: (-t.score, t.tpn))

    def perfect_pairings(self, teams: list[Team]) -> Iterator[list[Pair]]:
        if not teams:
            yield []
            return
        first, rest = teams[0], teams[1:]
        for i, other in enumerate(rest):
            if other.tpn not in first.met:
                for pairs in self.perfect_pairings(rest[:i] + rest[i + 1 :]):
                    yield [(first, other), *pairs]

    def pairing_value(self, pairs: list[Pair], seats: list[Team], upfloaters: list[Team]) -> tuple:
        """C8, C9, C10 and the identifier of 3.6.2 (top members, then their opponents)."""
        c8 = c9 = c10 = 0
        for a, b in pairs:
            if a.preference and a.preference == b.preference:
                c8 += 1
                c9 += self.variant.colour_type == "B" and a.strength == b.strength == STRONG
            if self.float_criteria:
                c10 += (a in upfloaters and b.floated) + (b in upfloaters and a.floated)  # two upfloaters never meet
        seat = {t: n for n, t in enumerate(seats)}
        ordered = sorted(sorted((seat[a], seat[b])) for a, b in pairs)
        return c8, c9, c10, [top for top, _ in ordered] + [bottom for _, bottom in ordered]

    # article 4: colours
    def colours(self, a: Team, b: Team) -> tuple[int, int]:
        def order(t: Team) -> tuple[int, int, int]:
            return -t.score, -t.secondary, t.tpn

        first, other = sorted((a, b), key=order)

        def give(colour: str) -> tuple[int, int]:
            return (first.tpn, other.tpn) if colour == "w" else (other.tpn, first.tpn)

        if not first.colours and not other.colours:  # 4.3.1
            return give(self.event.initial if first.tpn % 2 else OTHER[self.event.initial])
        if bool(first.preference) != bool(other.preference):  # 4.3.2
            return give(first.preference or OTHER[other.preference])
        if first.preference and first.preference != other.preference:  # 4.3.3
            return give(first.preference)
        if self.variant.colour_type == "B" and first.preference and first.strength != other.strength:  # 4.3.4
            return give(first.preference if first.strength == STRONG else OTHER[other.preference])
        if first.difference != other.difference:  # 4.3.5
            return give("w" if first.difference < other.difference else "b")
        for mine, yours in zip(reversed(first.colours), reversed(other.colours), strict=False):  # 4.3.6
            if mine != yours:
                return give(OTHER[mine])
        if first.preference:  # 4.3.7
            return give(first.preference)
        if first.colours:  # 4.3.8
            return give(OTHER[first.colours[-1]])
        return give(other.colours[-1])  # 4.3.9


def pair_next_round(event: TeamEvent, readings: Readings = DEFAULT) -> Pairing | None:
    return TeamPairing(event, readings).pair()


def before_round(event: TeamEvent, number: int) -> TeamEvent:
    """The position from which a finished round was paired."""
    position = deepcopy(event)
    letters = {"HPB": "H", "ZPB": "Z", "FPB": "F"}
    position.absent = {
        t: letters[row[number - 1].kind] for t, row in event.teams.items() if row[number - 1].kind in letters
    }
    position.teams = {t: row[: number - 1] for t, row in position.teams.items()}
    return position


def pairing_of_round(event: TeamEvent, number: int) -> tuple[set[tuple[int, int]], int | None]:
    records = {t: row[number - 1] for t, row in event.teams.items()}
    pairs = {(t, r.opponent) for t, r in records.items() if r.opponent and r.colour == "w"}
    return pairs, next((t for t, r in records.items() if r.kind == "PAB"), None)


# --------------------------------------------------------------------------------- random tournaments, command line


def random_tournament(
    seed: int, size_min: int, size_max: int, readings: Readings = DEFAULT, min_rounds: int = 3, max_rounds: int = 7
) -> Iterator[tuple[TeamEvent, Pairing | None]]:
    rng = random.Random(seed)
    number = rng.randint(size_min, size_max)
    boards = rng.choice([2, 3, 4])
    rounds = rng.randint(min_rounds, max(min_rounds, min(max_rounds, number - 1)))
    primary = rng.choice(["MP", "MP", "GP"])
    secondary = rng.choice(["", "_GP" if primary == "MP" else "_MP"])
    system = "FIDE_TEAM" + rng.choice(["_TYPEA_", "_TYPEB_", "_"]) + primary + secondary
    event = TeamEvent(
        rounds,
        boards,
        {t: [] for t in range(1, number + 1)},
        initial=rng.choice("wb"),
        system=system,
        name=f"random team {seed}",
    )
    event.win, event.draw = rng.choice([(20, 10), (20, 10), (30, 10)])
    event.pab = rng.choice([(event.draw, 5 * boards), (event.draw, 5 * boards), (event.win, 10 * boards), (0, 0)])
    bye_rate, forfeit_rate = rng.choice([0, 0, 0.1]), rng.choice([0, 0, 0.08])
    for _ in range(rounds):
        event.absent = {t: rng.choice("HZZF") for t in event.teams if rng.random() < bye_rate}
        if number - len(event.absent) < 2:
            return
        answer = pair_next_round(event, readings)
        yield event, answer
        if answer is None:
            return
        play(event, answer, rng, forfeit_rate)


def play(event: TeamEvent, answer: Pairing, rng: random.Random, forfeit_rate: float) -> None:
    records = {t: team_bye(event, letter) for t, letter in event.absent.items()}
    if answer.bye:
        records[answer.bye] = TeamRound("PAB", 0, "-", *event.pab_points)
    for white, black in answer.pairs:
        if rng.random() < forfeit_rate:
            kinds = rng.choice([("FW", "FL"), ("FL", "FW"), ("FL", "FL")])
            for team, other, colour, kind in ((white, black, "w", kinds[0]), (black, white, "b", kinds[1])):
                won = kind == "FW"
                records[team] = TeamRound(kind, other, colour, event.win * won, 10 * event.size * won)
            continue
        own = rng.choices([10, 5, 0], [4, 3, 3], k=event.size)
        records[white] = TeamRound("match", black, "w", 0, sum(own), own)
        other = [10 - v for v in own]
        records[black] = TeamRound("match", white, "b", 0, sum(other), other)
    for team, row in event.teams.items():
        row.append(records[team])
    event.absent = {}
    score_matches(event)


def as_json(answer: Pairing | None, **facts) -> str:
    found = {"pairs": None, "bye": None} if answer is None else {"pairs": answer.pairs, "bye": answer.bye}
    return json.dumps(facts | found, separators=(",", ":"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE.trf")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--replay", action="store_true")
    parser.add_argument("--random", nargs=4, type=int, metavar=("S0", "S1", "NMIN", "NMAX"))
    parser.add_argument("--c6", choices=["parity", "graded"], default="parity")
    parser.add_argument("--a1", choices=["strong", "none"], default="strong")
    parser.add_argument("--seats", choices=["tpn", "score"], default="tpn")
    args = parser.parse_args()
    readings = Readings(args.c6, args.a1, args.seats)
    if args.random:
        for seed in range(*args.random[:2]):
            for event, answer in random_tournament(seed, *args.random[2:], readings):
                print(as_json(answer, seed=seed, round=event.played_rounds + 1, trf=write_team_event(event)))
    for name in args.files:
        event = read_team_event(Path(name).read_text(encoding="utf-8"))
        if args.replay:
            different = []
            for number in range(1, event.played_rounds + 1):
                answer = pair_next_round(before_round(event, number), readings)
                if answer is None or (set(answer.pairs), answer.bye) != pairing_of_round(event, number):
                    different.append((number, pairing_of_round(event, number), answer))
            print(Path(name).name, event.played_rounds, "rounds,", len(different), "different", *different)
            continue
        answer = pair_next_round(event, readings)
        if args.json:
            print(as_json(answer, file=Path(name).name, round=event.played_rounds + 1))
            continue
        if len(args.files) > 1:
            print("#", Path(name).name)
        for white, black in answer.pairs if answer else []:
            print(white, black)
        if answer is None:
            print("no legal pairing")
        elif answer.bye:
            print(answer.bye, 0)


if __name__ == "__main__":
    main()
