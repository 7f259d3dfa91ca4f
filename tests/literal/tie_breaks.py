"""Reference values of the individual tie-breaks of C.07 (1 March 2026), exact fractions.

What it is: every tie-break written down as the text defines it, no caching, no shortcuts. Round robins (record 092
contains "Round") follow article 15.2, everything else article 16. Virtual (acceleration) points never count.
Limits: TRF as read by literal.events; the number of rounds is record 142; adjourned games and abnormal points (299)
are unknown. Unfinished event: give --after, else the rounds to come count as zero-point byes. Fore Buchholz (8.3)
changes the final round only: with --after an earlier round it is Buchholz.

Usage
  tie_breaks FILE.trf [--codes BH/C1,SB,...] [--standings PTS,DE,BH/C1,BH] [--after ROUND] [--readings q1=literal,...]
Output: JSON {name, mode, rounds, values: {code: {player: value}}, standings: {player: rank}}; a value is an integer,
a fraction written "27/2", or null (undefined). DE is the place inside the group tied on points (0 = not split; lower
is better).
Codes: PTS DE WIN WON BPG BWG PS REP STD TPN BH FB AOB SB KS ARO TPR PTP APRO APPO RTNG; ABH/AFB = adjusted score as
opponent (for BH / for FB); VUR = number of voluntarily unplayed rounds. Modifiers /C1 /C2 /M1 /M2 /P /F /L.. /U1400
/R.
Open readings, default first (q8, the loss worth more than an absence, has a single reading: awarded points):
  q1=otb|literal      WON BPG BWG in round robins: over-the-board games only | forfeit wins count as well (15.2)
  q2=text|draw        STD: compare with the opponent's points | with the points of a draw
  q6=counted|total    --after: rounds of the tournament in 16.4.2 = rounds counted so far | all rounds
  q7=halves|percent   KS/L5 without a sign: half points when below 10 | always percent
  q9=two|exact        AOB in standings: compared after rounding to two decimals | exactly
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from literal.events import Event, read_event
from literal.rating_tables import DP, PD_EDGES

HALF = Fraction(1, 2)
VOLUNTARY = {"HPB", "ZPB", "FL"}  # 16.1.2: voluntarily unplayed rounds
KIND = {"+": "FW", "-": "FL", "U": "PAB", "F": "FPB", "H": "HPB", "Z": "ZPB"}


def dp(percent: int) -> int:
    return DP[100 - percent] if percent >= 50 else -DP[percent]


def expectation(difference: int) -> int:
    """Percent expected by the player who is `difference` points stronger."""
    percent = 50 + sum(edge <= abs(difference) for edge in PD_EDGES)
    return percent if difference >= 0 else 100 - percent


def half_up(value: Fraction) -> int:
    return math.floor(value + HALF)


@dataclass(frozen=True)
class Readings:
    q1: str = "otb"
    q2: str = "text"
    q6: str = "counted"
    q7: str = "halves"
    q9: str = "two"


DEFAULT = Readings()


@dataclass
class Record:
    """One round of one player."""

    round: int
    opponent: int  # scheduled opponent, 0 = none
    colour: str
    kind: str  # GAME FW FL PAB FPB HPB ZPB
    points: Fraction  # awarded
    standard: Fraction  # 1, 1/2, 0 for a game, whatever the point system

    @property
    def voluntary(self) -> bool:
        return self.kind in VOLUNTARY


@dataclass
class Entrant:
    number: int
    rating: int | None
    records: list[Record]

    @property
    def score(self) -> Fraction:
        return sum((r.points for r in self.records), Fraction(0))


@dataclass
class Tournament:
    win: Fraction
    draw: Fraction
    rounds: int  # N of 16.4.2
    predetermined: bool  # 15.2
    entrants: dict[int, Entrant]
    readings: Readings = Readings()
    final: bool = True  # 8.3: the final round is among the rounds counted

    def opponent_record(self, record: Record) -> Record:
        return self.entrants[record.opponent].records[record.round - 1]


def tournament_of(event: Event, readings: Readings = DEFAULT, after: int | None = None) -> Tournament:
    counted = min(after or event.rounds, event.rounds)
    entrants = {}
    for number, row in event.cells.items():
        records = []
        for index in range(counted):
            cell = row[index] if index < len(row) else None
            letter = cell.result if cell else "Z"
            game = bool(cell and cell.played)
            records.append(
                Record(
                    index + 1,
                    cell.opponent if cell else 0,
                    cell.colour if cell else "-",
                    "GAME" if game else KIND[letter],
                    Fraction(event.points.of(letter), 10),
                    Fraction({"1": 2, "W": 2, "=": 1, "D": 1}.get(letter, 0), 2) if game else Fraction(0),
                )
            )
        entrants[number] = Entrant(number, event.rating.get(number) or None, records)
    rounds = counted if readings.q6 == "counted" else event.rounds
    return Tournament(
        Fraction(event.points.win, 10),
        Fraction(event.points.draw, 10),
        rounds,
        "round" in event.kind.lower(),
        entrants,
        readings,
        counted == event.rounds,
    )


# ------------------------------------------------------------------------------------- article 16: Buchholz and friends


@dataclass
class Contribution:
    """What one round adds: the opponent's score as seen by 16, and that score times the points for SB."""

    score: Fraction
    value: Fraction
    voluntary: bool


def last_is_paired(entrant) -> bool:
    return bool(entrant.records) and entrant.records[-1].opponent > 0


def adjusted_score(records: list, points: Callable, draw: Fraction, fore: bool) -> Fraction:
    """16.3: score as opponent. Byes with only voluntarily unplayed rounds behind them count as draws.
    fore (8.3): the last round, if paired, is a played draw."""
    fore = fore and bool(records) and records[-1].opponent > 0
    total = Fraction(0)
    for i, record in enumerate(records):
        if fore and i == len(records) - 1:
            total += draw
        elif record.kind in ("HPB", "ZPB"):
            behind = records[i + 1 :]
            comes_back = any(not r.voluntary for r in behind) or (fore and bool(behind))
            total += points(record) if comes_back else draw
        else:
            total += points(record)
    return total


def contributions(
    t: Tournament, entrant: Entrant, sonneborn: bool, fore: bool, forfeits_played: bool
) -> list[Contribution]:
    own = entrant.score
    fore = fore and t.final
    if fore and last_is_paired(entrant):
        own += t.draw - entrant.records[-1].points
    found = []
    for record in entrant.records:
        drawn = fore and record is entrant.records[-1] and record.opponent > 0
        points = t.draw if drawn else record.points
        voluntary = False
        if t.predetermined:
            if not record.opponent:
                continue
            score = t.entrants[record.opponent].score
        elif record.opponent and (record.kind == "GAME" or forfeits_played or drawn):
            score = score_as_opponent(t, record.opponent, fore)
        else:  # 16.4: game against a dummy
            cap = score_as_opponent(t, record.opponent, fore) if record.opponent else t.draw * t.rounds
            score, voluntary = min(own, cap), record.voluntary
        found.append(Contribution(score, score * points if sonneborn else score, voluntary))
    return found


def score_as_opponent(t: Tournament, number: int, fore: bool = False) -> Fraction:
    return adjusted_score(t.entrants[number].records, lambda r: r.points, t.draw, fore and t.final)


def cut(items: list[Contribution], low: int, high: int) -> Fraction:
    """14.1-14.4 and 16.5: lowest contributions first, voluntarily unplayed rounds preferred."""
    items = list(items)
    for _ in range(min(low, len(items))):
        lowest = min(items, key=lambda c: (c.score, c.value))
        unplayed = min((c for c in items if c.voluntary), key=lambda c: (c.value, c.score), default=None)
        items.remove(unplayed if unplayed and unplayed.value >= lowest.value else lowest)
    for _ in range(min(high, len(items))):
        items.remove(max(items, key=lambda c: (c.score, c.value)))
    return sum((c.value for c in items), Fraction(0))


# --------------------------------------------------------------------------------------------------- direct encounter


def places_by_encounter(
    group: list[int], results: Callable[[int, int], list[Fraction]], win: Fraction, all_met: bool
) -> list[list[int]]:
    """Article 6 on a tied group: subgroups from the best, unresolved ones stay together.
    results(a, b) = points of a in the counted games against b."""
    if len(group) < 2:
        return [list(group)]
    parts = encounter_step(group, results, win, all_met)
    if len(parts) == 1:
        return parts
    return [sub for part in parts for sub in places_by_encounter(part, results, win, all_met)]


def encounter_step(group: list[int], results: Callable, win: Fraction, all_met: bool) -> list[list[int]]:
    score, missing = {}, {}
    for a in group:
        games = [results(a, b) for b in group if b != a]
        score[a] = sum((sum(g, Fraction(0)) / len(g) for g in games if g), Fraction(0))
        missing[a] = sum(not g for g in games)
    if all_met or not any(missing.values()):
        return [sorted(n for n in group if score[n] == value) for value in sorted(set(score.values()), reverse=True)]
    ahead, rest = [], sorted(group, key=lambda n: (-score[n], n))
    while len(rest) > 1 and all(score[rest[0]] > score[n] + missing[n] * win for n in rest[1:]):
        ahead.append([rest.pop(0)])
    return [*ahead, sorted(rest)]


def as_places(parts: list[list[int]]) -> dict[int, int]:
    """Place inside the group, 0 for everybody if the group is not split."""
    places, position = {}, 1
    for part in parts:
        places.update(dict.fromkeys(part, 0 if len(parts) == 1 else position))
        position += len(part)
    return places


def direct_encounter(t: Tournament, group: list[int], forfeits_played: bool) -> dict[int, int]:
    def results(a: int, b: int) -> list[Fraction]:
        return [
            r.points
            for r in t.entrants[a].records
            if r.opponent == b and (r.kind == "GAME" or forfeits_played or t.predetermined)
        ]

    return as_places(places_by_encounter(sorted(group), results, t.win, t.predetermined))


def groups_by(values: dict[int, object]) -> list[list[int]]:
    groups: dict[object, list[int]] = {}
    for number, value in values.items():
        groups.setdefault(value, []).append(number)
    return list(groups.values())


# ------------------------------------------------------------------------------------------------------------- codes


@dataclass
class Code:
    """A tie-break code such as BH/C1/P taken apart."""

    name: str
    score: str = ""  # MP or GP (teams)
    low: int = 0
    high: int = 0
    forfeits_played: bool = False
    fore: bool = False
    reverse: bool = False
    percent: int = 50
    halves: int = 0
    factor: int | None = None
    unrated: int | None = None


def parse_code(text: str, readings: Readings = DEFAULT) -> Code:
    head, *modifiers = text.upper().split("/")
    name, _, score = head.partition(":")
    code = Code(name, score)
    for m in modifiers:
        number = m[1:]
        if m == "P":
            code.forfeits_played = True
        elif m == "F":
            code.fore = True
        elif m == "R":
            code.reverse = True
        elif m[0] == "C":
            code.low = int(number)
        elif m[0] == "M":
            code.low = code.high = int(number)
        elif m[0] == "K":
            code.factor = int(number)
        elif m[0] == "U":
            code.unrated = int(number)
        elif m[0] == "L" and (number[0] in "+-" or (readings.q7 == "halves" and int(number) < 10)):
            code.halves = int(number)
        elif m[0] == "L":
            code.percent = int(number)
        else:
            raise ValueError(f"unknown modifier {m} in {text}")
    return code


class Individual:
    """All individual tie-breaks: one method per code, each returns {player: value}."""

    def __init__(self, t: Tournament, code: Code):
        self.t, self.code = t, code
        self.entrants = t.entrants

    def each(self, value: Callable[[Entrant], object]) -> dict[int, object]:
        return {n: value(e) for n, e in self.entrants.items()}

    # article 7
    def PTS(self):
        return self.each(lambda e: e.score)

    def WIN(self):
        return self.each(lambda e: sum(r.points == self.t.win for r in e.records))

    def on_board(self, r: Record) -> bool:
        literal = self.t.predetermined and self.t.readings.q1 == "literal" and r.kind == "FW"
        return r.opponent > 0 and (r.kind == "GAME" or literal)

    def WON(self):
        return self.each(lambda e: sum(self.on_board(r) and r.points == self.t.win for r in e.records))

    def BPG(self):
        return self.each(lambda e: sum(self.on_board(r) and r.colour == "b" for r in e.records))

    def BWG(self):
        return self.each(
            lambda e: sum(self.on_board(r) and r.colour == "b" and r.points == self.t.win for r in e.records)
        )

    def PS(self):
        def progressive(e: Entrant) -> Fraction:
            running = [sum((r.points for r in e.records[: i + 1]), Fraction(0)) for i in range(len(e.records))]
            return sum(running[self.code.low :], Fraction(0))

        return self.each(progressive)

    def REP(self):
        return self.each(lambda e: len(e.records) - sum(r.voluntary for r in e.records))

    def VUR(self):
        return self.each(lambda e: sum(r.voluntary for r in e.records))

    def STD(self):
        def of_round(r: Record) -> Fraction:
            other = self.t.draw
            if r.opponent and self.t.readings.q2 == "text":
                other = self.t.opponent_record(r).points
            return Fraction((r.points > other) + (r.points >= other), 2)

        return self.each(lambda e: sum((of_round(r) for r in e.records), Fraction(0)))

    def TPN(self):
        return self.each(lambda e: e.number)

    # article 6 (shown for the groups tied on points)
    def DE(self):
        places = {}
        for group in groups_by(self.PTS()):
            places |= direct_encounter(self.t, group, self.code.forfeits_played)
        return places

    # articles 8 and 9
    def sums(self, sonneborn: bool, fore: bool):
        c = self.code
        return self.each(lambda e: cut(contributions(self.t, e, sonneborn, fore, c.forfeits_played), c.low, c.high))

    def BH(self):
        return self.sums(False, self.code.fore)

    def FB(self):
        return self.sums(False, True)

    def SB(self):
        return self.sums(True, self.code.fore)

    def ABH(self):
        return self.each(lambda e: score_as_opponent(self.t, e.number))

    def AFB(self):
        return self.each(lambda e: score_as_opponent(self.t, e.number, True))

    def AOB(self):
        plain = Individual(self.t, Code("BH", fore=self.code.fore)).BH()
        return self.each(lambda e: average([plain[r.opponent] for r in e.records if r.kind == "GAME"]))

    def KS(self):
        t, size = self.t, len(self.entrants)
        games = t.rounds
        if t.predetermined:  # rounds in which one can be paired
            games = (size - 1) * (t.rounds // max(1, size - 1 + size % 2))
        limit = Fraction(self.code.percent, 100) * games * t.win + Fraction(self.code.halves, 2)
        return self.each(
            lambda e: sum(
                (r.points for r in e.records if r.opponent and self.entrants[r.opponent].score >= limit), Fraction(0)
            )
        )

    # article 10: over-the-board games only; dropped when somebody is unrated and no substitute is given
    def rating(self, number: int) -> int | None:
        return self.entrants[number].rating or self.code.unrated

    def rated_games(self, e: Entrant) -> list[Record]:
        return [r for r in e.records if r.kind == "GAME"]

    def each_rated(self, value: Callable[[Entrant], object]) -> dict[int, object]:
        complete = all(self.rating(n) for n in self.entrants)
        return self.each(value if complete else lambda e: None)

    def RTNG(self):
        return self.each_rated(lambda e: self.rating(e.number))

    def ARO(self):
        def mean(e: Entrant) -> int | None:
            ratings = sorted(self.rating(r.opponent) for r in self.rated_games(e))
            return rounded(average(ratings[self.code.low : len(ratings) - self.code.high]))

        return self.each_rated(mean)

    def TPR(self):
        def performance(e: Entrant) -> int | None:
            games = self.rated_games(e)
            if not games:
                return None
            percent = half_up(100 * sum(r.standard for r in games) / len(games))
            return half_up(Fraction(sum(self.rating(r.opponent) for r in games), len(games))) + dp(percent)

        return self.each_rated(performance)

    def PTP(self):
        def perfect(e: Entrant) -> int | None:
            games = self.rated_games(e)
            if not games:
                return None
            ratings = [self.rating(r.opponent) for r in games]
            score = 100 * sum(r.standard for r in games)
            if score == 0:
                return min(ratings) - 800
            guess = min(ratings) - 801
            while sum(expectation(guess - r) for r in ratings) < score:
                guess += 1
            return guess

        return self.each_rated(perfect)

    def mean_of_opponents(self, values: dict[int, int | None]):
        return self.each(
            lambda e: rounded(
                average([values[r.opponent] for r in self.rated_games(e) if values[r.opponent] is not None])
            )
        )

    def APRO(self):
        return self.mean_of_opponents(self.TPR())

    def APPO(self):
        return self.mean_of_opponents(self.PTP())


def average(values: list) -> Fraction | None:
    return Fraction(sum(values)) / len(values) if values else None


def rounded(value: Fraction | None) -> int | None:
    return None if value is None else half_up(value)


def compute(t: Tournament, text: str) -> dict[int, object]:
    code = parse_code(text, t.readings)
    return getattr(Individual(t, code), code.name)()


# --------------------------------------------------------------------------------------------------------- standings

LOWER_IS_BETTER = {"DE", "TPN"}


def standings(
    numbers: list[int],
    codes: list[str],
    value_of: Callable[[str, list[int]], dict[int, object]],
    lower: Callable[[str], bool],
) -> dict[int, int]:
    """4.2-4.4: every still tied group separately; undefined values last. value_of(code, tied group)."""
    groups = [sorted(numbers)]
    for text in codes:
        groups = [part for group in groups for part in split_group(group, value_of(text, group), lower(text))]
    ranks, position = {}, 1
    for group in groups:
        ranks.update(dict.fromkeys(group, position))
        position += len(group)
    return ranks


def split_group(group: list[int], values: dict[int, object], lower_is_better: bool) -> list[list[int]]:
    sign = 1 if lower_is_better else -1

    def key(number: int) -> tuple:
        value = values[number]
        if value is None:
            return 1, ()
        return 0, tuple(sign * x for x in value) if isinstance(value, tuple) else (sign * value,)

    return [[n for n in group if key(n) == k] for k in sorted({key(n) for n in group})]


def ranked(t: Tournament, codes: list[str]) -> dict[int, int]:
    def value_of(text: str, group: list[int]) -> dict[int, object]:
        code = parse_code(text, t.readings)
        if code.name == "DE":
            return direct_encounter(t, group, code.forfeits_played)
        values = compute(t, text)
        if code.name == "AOB" and t.readings.q9 == "two":
            values = {n: None if v is None else Fraction(half_up(v * 100), 100) for n, v in values.items()}
        return values

    def lower(text: str) -> bool:
        code = parse_code(text, t.readings)
        return (code.name in LOWER_IS_BETTER) != code.reverse

    return standings(list(t.entrants), codes, value_of, lower)


# ------------------------------------------------------------------------------------------------------ command line


def all_codes(predetermined: bool) -> list[str]:
    codes = [
        "PTS",
        "WIN",
        "WON",
        "BPG",
        "BWG",
        "REP",
        "STD",
        "TPN",
        "PS",
        "PS/C1",
        "PS/C2",
        "DE",
        "KS",
        "SB",
        "SB/C1",
        "SB/C2",
        "ARO",
        "ARO/C1",
        "ARO/C2",
        "ARO/M1",
        "ARO/M2",
        "TPR",
        "PTP",
        "APRO",
        "APPO",
        "RTNG",
    ]
    if not predetermined:
        codes += [
            name + cuts + p for name in ("BH", "FB") for p in ("", "/P") for cuts in ("", "/C1", "/C2", "/M1", "/M2")
        ]
        codes += ["SB/P", "SB/C1/P", "SB/C2/P", "DE/P", "AOB", "AOB/F", "ABH", "AFB", "VUR"]
    return codes


def plain(value: object) -> object:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    return list(map(plain, value)) if isinstance(value, tuple) else value


def read_readings(text: str | None, default):
    changes = dict(item.split("=") for item in (text or "").split(",") if item)
    return replace(default, **changes)


def arguments(doc: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE.trf")
    parser.add_argument("--codes", help="comma separated; default: all")
    parser.add_argument("--standings", help="comma separated list, the first is normally PTS")
    parser.add_argument("--after", type=int, help="standings after this round")
    parser.add_argument("--readings", help="q1=literal,q2=draw,...")
    return parser


def told(event: Any, t: Any, args: argparse.Namespace, program: Any) -> dict[str, Any]:
    """What was asked of an event, by this program or by that of teams."""
    codes = args.codes.split(",") if args.codes else program.all_codes(t.predetermined)
    result = {"name": event.name, "mode": "pre-determined" if t.predetermined else "swiss", "rounds": t.rounds}
    result["values"] = {c: {n: plain(v) for n, v in program.compute(t, c).items()} for c in codes}
    if args.standings:
        result["standings"] = program.ranked(t, args.standings.split(","))
    return result


def main() -> None:
    """The command line."""
    from literal import tie_breaks

    args = arguments(__doc__).parse_args()
    event = read_event(Path(args.file).read_text(encoding="utf-8"))
    t = tie_breaks.tournament_of(event, tie_breaks.read_readings(args.readings, tie_breaks.Readings()), args.after)
    print(json.dumps(told(event, t, args, tie_breaks)))


if __name__ == "__main__":
    main()
