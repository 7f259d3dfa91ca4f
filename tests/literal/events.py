"""Minimal TRF reader and writer shared by the reference programs of this folder.

It knows just what the reference programs need, in the TRF-2026 column layout:
  001 players, 142/XXR rounds, 152/XXC initial colour, 162/BB* points, 192 type, 240 byes, XXZ absentees,
  250/XXA virtual points, 260/XXP forbidden pairs, 310 teams, 320 team PAB, 330 forfeited matches, 352 boards, 362
  match points.
It is not a validating reader: files are expected to be well formed.

Conventions
  * points are integers in tenths of a point (win = 10, draw = 5);
  * a cell is (opponent, colour, result); blank cells are read as zero-point byes (0, '-', 'Z');
  * a round is complete when at least one of its cells has an opponent or is a pairing-allocated bye ('U');
    bye cells behind the last complete round announce absences from the round to be paired.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

PLAYED = frozenset("1=0WDL")


class Cell(NamedTuple):
    opponent: int
    colour: str
    result: str

    @property
    def played(self) -> bool:
        return self.opponent != 0 and self.result in PLAYED


@dataclass
class Points:
    """Values in tenths of a point. pab=None means: as a win."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absent: int = 0
    pab: int | None = None

    def of(self, result: str) -> int:
        if result in "1W+F":
            return self.win
        if result in "=DH":
            return self.draw
        if result in "0L":
            return self.loss
        if result == "U":
            return self.win if self.pab is None else self.pab
        return self.absent

    @property
    def standard(self) -> bool:
        return self == Points()


@dataclass
class Event:
    """An individual tournament before the next round (or a finished one)."""

    rounds: int
    cells: dict[int, list[Cell]]  # player -> complete rounds
    absent: dict[int, str] = field(default_factory=dict)  # player -> H, F or Z in the next round
    initial: str = "w"
    points: Points = field(default_factory=Points)
    forbidden: list[tuple[int, int, frozenset[int]]] = field(default_factory=list)  # first round, last round, ids
    virtual: dict[int, list[int]] = field(default_factory=dict)  # player -> virtual points of round 1, 2, ...
    rating: dict[int, int] = field(default_factory=dict)
    name: str = ""
    kind: str = ""  # text of record 092
    system: str = ""  # code of record 192

    @property
    def played_rounds(self) -> int:
        return max((len(row) for row in self.cells.values()), default=0)

    def score(self, player: int, rounds: int | None = None) -> int:
        return sum(self.points.of(c.result) for c in self.cells[player][:rounds])

    def pairing_score(self, player: int, rounds: int) -> int:
        """Score with which the player was (will be) paired after `rounds` rounds: standings + virtual points."""
        extra = self.virtual.get(player, [])
        return self.score(player, rounds) + (extra[rounds] if rounds < len(extra) else 0)

    def forbidden_pairs(self, round_number: int) -> set[frozenset[int]]:
        found = set()
        for first, last, ids in self.forbidden:
            if first <= round_number <= last:
                found |= {frozenset((a, b)) for a in ids for b in ids if a < b}
        return found

    def before_round(self, round_number: int) -> Event:
        """The position from which a finished round was paired."""
        done = round_number - 1
        away = {}
        for player, row in self.cells.items():
            cell = row[done]
            if cell.opponent == 0 and cell.result != "U":
                away[player] = cell.result
        cut = {player: row[:done] for player, row in self.cells.items()}
        return Event(
            self.rounds,
            cut,
            away,
            self.initial,
            self.points,
            self.forbidden,
            self.virtual,
            self.rating,
            self.name,
            self.kind,
            self.system,
        )

    def pairing_of_round(self, round_number: int) -> tuple[set[tuple[int, int]], int | None]:
        """What the file says about a finished round: {(white, black)}, player with the bye or None."""
        pairs, bye = set(), None
        for player, row in self.cells.items():
            cell = row[round_number - 1]
            if cell.result == "U":
                bye = player
            elif cell.opponent and cell.colour == "w":
                pairs.add((player, cell.opponent))
        return pairs, bye


def lines_of(text: str) -> list[str]:
    return [line for line in re.split(r"\r\n|\r|\n", text) if line.strip()]


def tenths(text: str) -> int:
    return round(float(text) * 10)


def numbers(text: str) -> list[int]:
    return [int(token) for token in text.split()]


def read_row(line: str) -> list[Cell]:
    row = []
    line = line.rstrip()
    for start in range(91, len(line), 10):
        text = line[start : start + 8].ljust(8)
        opponent = int(text[:4]) if text[:4].strip().isdigit() else 0
        result = text[7].upper().replace(" ", "Z")
        if opponent == 0:
            result = {"+": "F", "=": "H", "-": "Z"}.get(result, result)
        row.append(Cell(opponent, text[5].lower() if opponent else "-", result))
    return row


def read_points(lines: list[str]) -> Points:
    points = Points()
    names = {"W": "win", "D": "draw", "L": "loss", "A": "absent", "Z": "absent", "P": "pab", "U": "pab"}
    for line in lines:
        if line.startswith("162"):
            found = re.findall(r"([WDLAZP])\s*(\d+\.\d)", line[4:])
        elif re.match("BB[WDLZU]", line):
            found = [(line[2], line[4:].strip())]
        else:
            continue
        for letter, value in found:
            setattr(points, names[letter], tenths(value))
    return points


def read_event(text: str) -> Event:
    lines = lines_of(text)
    rows = {int(line[4:8]): read_row(line) for line in lines if line.startswith("001")}
    event = Event(0, rows, points=read_points(lines))
    away: list[tuple[int, str, list[int]]] = []
    for line in lines:
        code, value = line[:3], line[4:].strip()
        if code == "001":
            rating = line[48:52].strip()
            event.rating[int(line[4:8])] = int(rating) if rating.isdigit() else 0
        elif code == "012":
            event.name = value
        elif code == "092":
            event.kind = value
        elif code == "192":
            event.system = value
        elif code in ("142", "XXR"):
            event.rounds = int(value.split()[0])
        elif code == "152":
            event.initial = value[0].lower()
        elif code == "XXC" and "1" in value:
            event.initial = "w" if "white1" in value else "b"
        elif code == "240":
            away.append((int(line[6:9]), line[4], numbers(line[10:])))
        elif code == "XXZ":
            away.append((0, "Z", numbers(value)))
        elif code == "250":
            read_250(line, event)
        elif code == "XXA":
            event.virtual[int(line[4:8])] = [tenths(x) for x in line[9:].split()]
        elif code == "260":
            event.forbidden.append((int(line[4:7]), int(line[8:11]), frozenset(numbers(line[12:]))))
        elif code == "XXP":
            event.forbidden.append((1, 999, frozenset(numbers(value))))
    split_rounds(event, away)
    return event


def read_250(line: str, event: Event) -> None:
    first, last = int(line[14:17]), int(line[18:21])
    for player in range(int(line[22:26]), int(line[27:31]) + 1):
        row = event.virtual.setdefault(player, [])
        row += [0] * (last - len(row))
        for r in range(first, last + 1):
            row[r - 1] += tenths(line[9:13])


def split_rounds(event: Event, away: list[tuple[int, str, list[int]]]) -> None:
    """Cut the rows behind the last complete round; the rest are absences of the next one."""
    done = 0
    for row in event.cells.values():
        for number, cell in enumerate(row, 1):
            if cell.opponent or cell.result == "U":
                done = max(done, number)
    for player, row in event.cells.items():
        if len(row) > done:
            event.absent[player] = row[done].result
        event.cells[player] = row[:done] + [Cell(0, "-", "Z")] * (done - len(row))
    for number, letter, ids in away:
        if number in (0, done + 1):
            event.absent.update(dict.fromkeys(ids, letter))


def write_event(event: Event, with_absences: bool = True) -> str:
    out = [
        f"012 {event.name or 'reference position'}",
        "042 2026/05/01",
        "052 2026/05/09",
        f"062 {len(event.cells)}",
        "092 Individual: Swiss-System",
        f"142 {event.rounds}",
        f"152 {event.initial.upper()}",
    ]
    if not event.points.standard:
        p = event.points
        values = [("W", p.win), ("D", p.draw), ("L", p.loss), ("A", p.absent), ("P", p.win if p.pab is None else p.pab)]
        out.append("162 " + "".join(f" {letter}{value / 10:4.1f}   " for letter, value in values).rstrip())
    if event.system:
        out.append(f"192 {event.system}")
    for player in sorted(event.cells):
        out.append(write_player(event, player, with_absences))
    if with_absences and event.absent:
        for letter in "FHZ":
            ids = sorted(p for p, code in event.absent.items() if code == letter)
            if ids:
                out.append(f"240 {letter} {event.played_rounds + 1:3d} " + " ".join(f"{p:4d}" for p in ids))
    for player, row in sorted(event.virtual.items()):
        for number, value in enumerate(row, 1):
            if value:
                out.append(f"250      {value / 10:4.1f} {number:3d} {number:3d} {player:4d} {player:4d}")
    for first, last, ids in event.forbidden:
        out.append(f"260 {first:3d} {last:3d} " + " ".join(f"{p:4d}" for p in sorted(ids)))
    return "\n".join(out) + "\n"


def player_head(player: int, name: str, rating: int, points: float) -> str:
    """Columns 1-89 of a 001 record: no sex, title, federation, FIDE number or birth date."""
    return f"001 {player:4d}      {name:33s} {rating:4d} {'':26s} {points:4.1f} {player:4d}"


def write_player(event: Event, player: int, with_absences: bool) -> str:
    row = list(event.cells[player])
    if with_absences and player in event.absent:
        row.append(Cell(0, "-", event.absent[player]))
    points = sum(event.points.of(c.result) for c in row) / 10
    rating = event.rating.get(player, 0)
    text = player_head(player, f"Player{player:03d}, Test", rating, points)
    for cell in row:
        opponent = f"{cell.opponent:4d}" if cell.opponent else "0000"
        text += f"  {opponent} {cell.colour} {cell.result}"
    return text
