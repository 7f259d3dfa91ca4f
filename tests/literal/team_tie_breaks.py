"""Reference values of the team tie-breaks of C.07 (1 March 2026, articles 11-14 and 16), exact fractions.

What it is: every tie-break written down as the text defines it. Round robins (record 092 contains "Round") follow
15.2. The primary score is read from record 192 (..._MP_.. or ..._GP_..; default match points).
Limits: TRF as read by literal.events (310, 320, 330, 240, 352, 362); full line-ups; individual tie-breaks of team
players are not computed here.

Usage
  team_tie_breaks FILE.trf [--codes EDE,BH:MP/C1,...] [--standings MPTS,GPTS,EDE] [--after ROUND] [--readings q3=...]
Output: as tie_breaks. DE, EDE*, TBR and BBE are places inside the groups tied on the primary score (0 = not split).
Codes: PTS MPTS GPTS MPvGP WIN WON REP STD PS KS DE BH FB AOB ABH AFB EMMSB EMGSB EGMSB EGGSB EDE EDEC EDET EDEB
EDEBT EDEBB BC TBR BBE SSSC, with :MP or :GP and /C1 /C2 /M1 /M2 /P /F /L.. /K..
Open readings, default first:
  q2=text|draw         STD: compare with the opponent's match points | with a drawn match
  q3=match|event       EDExx chain: boards of the match between the two teams | of the whole event
  q4=refuse|sort       BC in standings when game points differ: leave the group tied | sort anyway
  q5=one|error         SSSC with a divisor of 0: use 1 | refuse
  q6, q7, q9           as in tie_breaks (q9 also for SSSC)
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from literal.team_events import TeamEvent, read_team_event
from literal.tie_breaks import (
    VOLUNTARY,
    Code,
    Contribution,
    adjusted_score,
    arguments,
    as_places,
    average,
    cut,
    groups_by,
    half_up,
    last_is_paired,
    parse_code,
    places_by_encounter,
    read_readings,
    standings,
    told,
)

CHAINS = {"EDE": "", "EDEC": "C", "EDET": "T", "EDEB": "B", "EDEBT": "CT", "EDEBB": "CB"}


@dataclass(frozen=True)
class Readings:
    q2: str = "text"
    q3: str = "match"
    q4: str = "refuse"
    q5: str = "one"
    q6: str = "counted"
    q7: str = "halves"
    q9: str = "two"


DEFAULT = Readings()


@dataclass
class Record:
    round: int
    opponent: int
    kind: str  # match FW FL PAB FPB HPB ZPB REST
    match: Fraction
    game: Fraction
    boards: list[Fraction]

    def points(self, score: str) -> Fraction:
        return self.match if score == "MP" else self.game

    @property
    def voluntary(self) -> bool:
        return self.kind in VOLUNTARY


@dataclass
class Team:
    number: int
    records: list[Record]

    def score(self, score: str) -> Fraction:
        return sum((r.points(score) for r in self.records), Fraction(0))


@dataclass
class TeamTournament:
    teams: dict[int, Team]
    rounds: int
    size: int
    win: dict[str, Fraction]  # per score MP / GP
    draw: dict[str, Fraction]
    predetermined: bool
    primary: str
    readings: Readings
    final: bool = True  # 8.3: the final round is among the rounds counted

    @property
    def secondary(self) -> str:
        return "GP" if self.primary == "MP" else "MP"


def tournament_of(event: TeamEvent, readings: Readings = DEFAULT, after: int | None = None) -> TeamTournament:
    counted = min(after or event.rounds, event.played_rounds)
    teams = {}
    for number, row in event.teams.items():
        teams[number] = Team(
            number,
            [
                Record(
                    i,
                    r.opponent,
                    r.kind,
                    Fraction(r.match_points, 10),
                    Fraction(r.game_points, 10),
                    [Fraction(b, 10) for b in r.boards],
                )
                for i, r in enumerate(row[:counted], 1)
            ],
        )
    size = event.size
    primary = next((part for part in event.system.split("_") if part in ("MP", "GP")), "MP")
    return TeamTournament(
        teams,
        counted if readings.q6 == "counted" else event.rounds,
        size,
        {"MP": Fraction(event.win, 10), "GP": Fraction(size)},
        {"MP": Fraction(event.draw, 10), "GP": Fraction(size, 2)},
        event.round_robin,
        primary,
        readings,
        counted == event.rounds,
    )


# ---------------------------------------------------------------------------------- article 16 on one of the two scores


def score_as_opponent(t: TeamTournament, number: int, score: str, fore: bool = False) -> Fraction:
    return adjusted_score(t.teams[number].records, lambda r: r.points(score), t.draw[score], fore and t.final)


def contributions(
    t: TeamTournament, team: Team, score: str, factor: str | None, fore: bool, forfeits_played: bool
) -> list:
    """score: which score of the opponents counts; factor: own points it is multiplied with (None: Buchholz)."""
    own = team.score(score)
    fore = fore and t.final
    if fore and last_is_paired(team):
        own += t.draw[score] - team.records[-1].points(score)
    found = []
    for record in team.records:
        drawn = fore and record is team.records[-1] and record.opponent > 0
        voluntary = False
        if t.predetermined:
            if not record.opponent:
                continue
            value = t.teams[record.opponent].score(score)
        elif record.opponent and (record.kind == "match" or forfeits_played or drawn):
            value = score_as_opponent(t, record.opponent, score, fore)
        else:
            cap = score_as_opponent(t, record.opponent, score, fore) if record.opponent else t.draw[score] * t.rounds
            value, voluntary = min(own, cap), record.voluntary
        times = Fraction(1)
        if factor:
            times = t.draw[factor] if drawn else record.points(factor)
        found.append(Contribution(value, value * times, voluntary))
    return found


# ---------------------------------------------------------------------------------------------- articles 12 and 13.3


def board_points(t: TeamTournament, team: Team) -> list[Fraction]:
    """Article 12: points per board; a PAB is a win on every board, whole-match forfeits and byes accordingly.

    A match of which no board was played has the points of its boards where they are known.
    """
    whole = {"PAB": 1, "FW": 1, "FPB": 1, "HPB": Fraction(1, 2)}
    total = [Fraction(0)] * t.size
    for record in team.records:
        boards = record.boards or [Fraction(whole.get(record.kind, 0))] * t.size
        total = [a + b for a, b in zip(total, boards, strict=False)]
    return total


def board_count(boards: list[Fraction]) -> Fraction:
    return sum((i * b for i, b in enumerate(boards, 1)), Fraction(0))


def bottom_elimination(boards: list[Fraction]) -> tuple:
    return tuple(sum(boards[: len(boards) - j]) for j in range(1, len(boards)))


def encounter(t: TeamTournament, group: list[int], score: str, forfeits_played: bool) -> list[list[int]]:
    def results(a: int, b: int) -> list[Fraction]:
        return [
            r.points(score)
            for r in t.teams[a].records
            if r.opponent == b and (r.kind == "match" or forfeits_played or t.predetermined)
        ]

    return places_by_encounter(sorted(group), results, t.win[score], t.predetermined)


def extended_encounter(t: TeamTournament, group: list[int], forfeits_played: bool, chain: str) -> list[list[int]]:
    if len(group) < 2:
        return [list(group)]
    parts = encounter(t, group, t.primary, forfeits_played)
    if len(parts) == 1:
        parts = encounter(t, group, t.secondary, forfeits_played)
    if len(parts) == 1:
        return apply_chain(t, group, chain) if len(group) == 2 and chain else parts
    return [sub for part in parts for sub in extended_encounter(t, part, forfeits_played, chain)]  # 13.3.3


def apply_chain(t: TeamTournament, group: list[int], chain: str) -> list[list[int]]:
    """13.3.2 for exactly two teams: Board Count, Top Board Results, Bottom Board Elimination as the chain says."""
    a, b = sorted(group)
    if t.readings.q3 == "event":
        mine, yours = board_points(t, t.teams[a]), board_points(t, t.teams[b])
    else:
        mine, yours = mutual_boards(t, a, b), mutual_boards(t, b, a)
    if mine:
        for letter in chain:
            measure = {"C": lambda boards: (-board_count(boards),), "T": tuple, "B": bottom_elimination}[letter]
            if measure(mine) != measure(yours):
                return [[a], [b]] if measure(mine) > measure(yours) else [[b], [a]]
    return [[a, b]]


def mutual_boards(t: TeamTournament, a: int, b: int) -> list[Fraction]:
    matches = [r.boards for r in t.teams[a].records if r.opponent == b and r.kind == "match"]
    return [sum(column) for column in zip(*matches, strict=False)]


# ------------------------------------------------------------------------------------------------------------- codes


class TeamCode:
    """One method per code, each returns {team: value}."""

    def __init__(self, t: TeamTournament, code: Code):
        self.t, self.code = t, code
        self.score = code.score or t.primary

    def each(self, value: Callable[[Team], object]) -> dict[int, object]:
        return {n: value(team) for n, team in self.t.teams.items()}

    def PTS(self):
        return self.each(lambda team: team.score(self.t.primary))

    def MPTS(self):
        return self.each(lambda team: team.score("MP"))

    def GPTS(self):
        return self.each(lambda team: team.score("GP"))

    def MPVGP(self):
        return self.each(lambda team: team.score(self.t.secondary))

    def TPN(self):
        return self.each(lambda team: team.number)

    def WIN(self):
        return self.each(lambda team: sum(r.match == self.t.win["MP"] for r in team.records))

    def WON(self):
        return self.each(lambda team: sum(r.kind == "match" and r.match == self.t.win["MP"] for r in team.records))

    def REP(self):
        return self.each(lambda team: len(team.records) - sum(r.voluntary for r in team.records))

    def STD(self):
        def of_round(r: Record) -> Fraction:
            other = self.t.draw["MP"]
            if r.opponent and self.t.readings.q2 == "text":
                other = self.t.teams[r.opponent].records[r.round - 1].match
            return Fraction((r.match > other) + (r.match >= other), 2)

        return self.each(lambda team: sum((of_round(r) for r in team.records), Fraction(0)))

    def PS(self):
        def progressive(team: Team) -> Fraction:
            points = [r.points(self.score) for r in team.records]
            return sum((sum(points[: i + 1]) for i in range(self.code.low, len(points))), Fraction(0))

        return self.each(progressive)

    def KS(self):
        games = len(self.t.teams) - 1 if self.t.predetermined else self.t.rounds
        limit = Fraction(self.code.percent, 100) * self.t.win[self.score] * games + Fraction(self.code.halves, 2)
        return self.each(
            lambda team: sum(
                (
                    r.points(self.score)
                    for r in team.records
                    if r.opponent and self.t.teams[r.opponent].score(self.score) >= limit
                ),
                Fraction(0),
            )
        )

    def sums(self, score: str, factor: str | None, fore: bool):
        c = self.code
        return self.each(
            lambda team: cut(contributions(self.t, team, score, factor, fore, c.forfeits_played), c.low, c.high)
        )

    def BH(self):
        return self.sums(self.score, None, self.code.fore)

    def FB(self):
        return self.sums(self.score, None, True)

    def EMMSB(self):
        return self.sums("MP", "MP", self.code.fore)

    def EMGSB(self):
        return self.sums("MP", "GP", self.code.fore)

    def EGMSB(self):
        return self.sums("GP", "MP", self.code.fore)

    def EGGSB(self):
        return self.sums("GP", "GP", self.code.fore)

    def ABH(self):
        return self.each(lambda team: score_as_opponent(self.t, team.number, self.score))

    def AFB(self):
        return self.each(lambda team: score_as_opponent(self.t, team.number, self.score, True))

    def AOB(self):
        values = TeamCode(self.t, Code("BH", self.score, fore=self.code.fore)).BH()
        return self.each(lambda team: average([values[r.opponent] for r in team.records if r.kind == "match"]))

    def SSSC(self):
        t, c = self.t, self.code
        strength = TeamCode(t, Code("BH", t.primary, forfeits_played=c.forfeits_played, fore=c.fore)).BH()
        divisor = c.factor or math.floor(t.rounds * t.win[t.primary] / t.win[t.secondary])
        if divisor == 0 and t.readings.q5 == "one":
            divisor = 1
        return self.each(lambda team: team.score(t.secondary) + strength[team.number] / divisor)

    def BC(self):
        return self.each(lambda team: board_count(board_points(self.t, team)))

    def boards(self):
        """The vectors TBR and BBE compare (larger is better)."""
        measure = tuple if self.code.name == "TBR" else bottom_elimination
        return self.each(lambda team: measure(board_points(self.t, team)))

    def in_groups(self, split: Callable[[list[int]], list[list[int]]]):
        places = {}
        for group in groups_by(self.PTS()):
            places |= as_places(split(sorted(group)))
        return places

    def TBR(self):
        values = self.boards()
        return self.in_groups(
            lambda g: [sorted(n for n in g if values[n] == v) for v in sorted({values[n] for n in g}, reverse=True)]
        )

    BBE = TBR

    def DE(self):
        return self.in_groups(lambda g: encounter(self.t, g, self.score, self.code.forfeits_played))

    def EDE(self):
        return self.in_groups(
            lambda g: extended_encounter(self.t, g, self.code.forfeits_played, CHAINS[self.code.name])
        )

    EDEC = EDET = EDEB = EDEBT = EDEBB = EDE


def compute(t: TeamTournament, text: str) -> dict[int, object]:
    code = parse_code(text, t.readings)
    return getattr(TeamCode(t, code), code.name)()


def ranked(t: TeamTournament, codes: list[str]) -> dict[int, int]:
    def value_of(text: str, group: list[int]) -> dict[int, object]:
        code = parse_code(text, t.readings)
        if code.name == "DE":
            return as_places(encounter(t, group, code.score or t.primary, code.forfeits_played))
        if code.name in CHAINS:
            return as_places(extended_encounter(t, group, code.forfeits_played, CHAINS[code.name]))
        if code.name in ("TBR", "BBE"):
            return TeamCode(t, code).boards()
        values = compute(t, text)
        if code.name in ("AOB", "SSSC") and t.readings.q9 == "two":
            values = {n: None if v is None else Fraction(half_up(v * 100), 100) for n, v in values.items()}
        if code.name == "BC" and t.readings.q4 == "refuse" and len({t.teams[n].score("GP") for n in group}) > 1:
            values = dict.fromkeys(group, 0)
        return values

    def lower(text: str) -> bool:
        code = parse_code(text, t.readings)
        return (code.name in {"DE", "BC", "TPN", *CHAINS}) != code.reverse

    return standings(list(t.teams), codes, value_of, lower)


def all_codes(predetermined: bool) -> list[str]:
    codes = [
        "PTS",
        "MPTS",
        "GPTS",
        "MPvGP",
        "WIN:MP",
        "WON:MP",
        "REP:MP",
        "STD:MP",
        "PS:MP",
        "PS:GP",
        "KS:MP",
        "KS:GP",
        "DE:MP",
        *CHAINS,
        "BC",
        "TBR",
        "BBE",
    ]
    codes += [name + cuts for name in ("EMMSB", "EMGSB", "EGMSB", "EGGSB") for cuts in ("", "/C1", "/C2")]
    if not predetermined:
        codes += [
            f"{name}:{score}{cuts}{p}"
            for name in ("BH", "FB")
            for score in ("MP", "GP")
            for p in ("", "/P")
            for cuts in ("", "/C1", "/C2", "/M1", "/M2")
        ]
        codes += ["AOB:MP", "AOB:GP", "AOB:MP/F", "AOB:GP/F", "SSSC", "SSSC/F", "SSSC/P", "EDE/P"]
    return codes


def main() -> None:
    """The command line."""
    from literal import team_tie_breaks

    args = arguments(__doc__).parse_args()
    event = read_team_event(Path(args.file).read_text(encoding="utf-8"))
    readings = read_readings(args.readings, team_tie_breaks.Readings())
    print(json.dumps(told(event, team_tie_breaks.tournament_of(event, readings, args.after), args, team_tie_breaks)))


if __name__ == "__main__":
    main()
