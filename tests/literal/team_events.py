"""Minimal TRF reader and writer of team events; see literal.events."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from literal.events import Cell, Points, lines_of, numbers, player_head, read_row, tenths


@dataclass
class TeamRound:
    """One round of one team. kind: match, FW, FL (whole match forfeited), PAB, FPB, HPB, ZPB or REST (free round).

    match_points and game_points are tenths; boards holds the team's points per board (tenths) of a played match.
    """

    kind: str
    opponent: int = 0
    colour: str = "-"
    match_points: int = 0
    game_points: int = 0
    boards: list[int] = field(default_factory=list)

    @property
    def played(self) -> bool:
        return self.kind == "match"


@dataclass
class TeamEvent:
    rounds: int
    size: int  # boards per match
    teams: dict[int, list[TeamRound]]
    win: int = 20  # match points, tenths
    draw: int = 10
    loss: int = 0
    pab: tuple[int, int] | None = None  # match and game points; None: a drawn match
    initial: str = "w"
    system: str = "FIDE_TEAM"
    round_robin: bool = False
    absent: dict[int, str] = field(default_factory=dict)
    name: str = ""

    @property
    def played_rounds(self) -> int:
        return max((len(row) for row in self.teams.values()), default=0)

    @property
    def pab_points(self) -> tuple[int, int]:
        return self.pab or (self.draw, 5 * self.size)


@dataclass
class Unplayed:
    """What the file says of rounds without a match: the team with the bye, announced byes, forfeited matches."""

    pabs: dict[int, int] = field(default_factory=dict)
    byes: dict[tuple[int, int], str] = field(default_factory=dict)
    forfeits: dict[tuple[int, int], tuple[int, str, str]] = field(default_factory=dict)

    def read(self, code: str, line: str, event: TeamEvent) -> None:
        """Records 320, 240 and 330."""
        if code == "320":
            event.pab = (tenths(line[4:8]), tenths(line[9:13]))
            self.pabs = {number: team for number, team in enumerate(numbers(line[13:]), 1) if team}
        elif code == "240":
            self.byes.update({(int(line[6:9]), team): line[4] for team in numbers(line[10:])})
        elif code == "330":
            number, white, black = int(line[7:10]), int(line[11:14]), int(line[15:18])
            self.forfeits[number, white] = (black, line[4], "w")
            self.forfeits[number, black] = (white, line[5], "b")

    def of(self, event: TeamEvent, team: int, number: int) -> TeamRound | None:
        """The round of a team without a match; None if there is one."""
        if (number, team) in self.forfeits:
            opponent, sign, colour = self.forfeits[number, team]
            if sign == "+":
                return TeamRound("FW", opponent, colour, event.win, 10 * event.size)
            return TeamRound("FL", opponent, colour)
        if self.pabs.get(number) == team:
            return TeamRound("PAB", 0, "-", *event.pab_points)
        if (number, team) in self.byes:
            return team_bye(event, self.byes[number, team])
        return None


def read_head(code: str, value: str, event: TeamEvent) -> None:
    """The records about the event itself."""
    if code in ("142", "XXR"):
        event.rounds = int(value.split()[0])
    elif code == "012":
        event.name = value
    elif code == "092":
        event.round_robin = "round" in value.lower()
    elif code == "152":
        event.initial = value[0].lower()
    elif code == "192":
        event.system = value
    elif code == "352":
        event.size = len(value)
    elif code == "362":
        for letter, points in re.findall(r"T([WDL])\s*(\d+\.\d)", value):
            setattr(event, {"W": "win", "D": "draw", "L": "loss"}[letter], tenths(points))


def read_team_event(text: str) -> TeamEvent:
    """Players' cells (001) + 310/320/330/240/352/362 -> one record per team and round."""
    lines = lines_of(text)
    cells = {int(line[4:8]): read_row(line) for line in lines if line.startswith("001")}
    rosters = {int(line[4:7]): numbers(line[73:]) for line in lines if line.startswith("310")}
    event, unplayed = TeamEvent(0, 0, {team: [] for team in rosters}), Unplayed()
    for line in lines:
        read_head(line[:3], line[4:].strip(), event)
        unplayed.read(line[:3], line, event)
    done = max([0, *map(len, cells.values()), *unplayed.pabs, *(number for number, _ in unplayed.forfeits)])
    team_of = {player: team for team, roster in rosters.items() for player in roster}
    for team, roster in rosters.items():
        for number in range(1, done + 1):
            row = [cells[p][number - 1] for p in roster if number <= len(cells[p])]
            event.teams[team].append(unplayed.of(event, team, number) or team_match(event, row, team_of))
    score_matches(event)
    event.absent = {team: letter for (number, team), letter in unplayed.byes.items() if number == done + 1}
    return event


def team_bye(event: TeamEvent, letter: str) -> TeamRound:
    if letter == "F":
        return TeamRound("FPB", 0, "-", event.win, 10 * event.size)
    if letter == "H":
        return TeamRound("HPB", 0, "-", event.draw, 5 * event.size)
    return TeamRound("ZPB")


def team_match(event: TeamEvent, row: list[Cell], team_of: dict[int, int]) -> TeamRound:
    """The boards of one match in roster order (board 1 first); match points are filled in by score_matches."""
    games = [cell for cell in row if cell.opponent]
    if not games:
        return TeamRound("REST" if event.round_robin else "ZPB")
    boards = [Points().of(cell.result) for cell in games]
    return TeamRound("match", team_of[games[0].opponent], games[0].colour, 0, sum(boards), boards)


def score_matches(event: TeamEvent) -> None:
    for row in event.teams.values():
        for number, record in enumerate(row):
            if record.kind == "match":
                other = event.teams[record.opponent][number].game_points
                own = record.game_points
                record.match_points = event.win if own > other else event.loss if own < other else event.draw


def write_team_event(event: TeamEvent) -> str:
    """Teams of `size` players each, no reserves: team t has players (t-1)*size+1 .. t*size."""
    size = event.size
    out = [
        f"012 {event.name or 'reference position'}",
        "042 2026/05/01",
        "052 2026/05/09",
        f"062 {size * len(event.teams)}",
        f"082 {len(event.teams)}",
        "092 Team: Swiss-System",
        f"142 {event.rounds}",
        f"152 {event.initial.upper()}",
        f"192 {event.system}",
        "352 " + ("WB" * size)[:size],
        "362 "
        + "   ".join(
            f"T{letter}{v / 10:4.1f}" for letter, v in zip("WDL", (event.win, event.draw, event.loss), strict=False)
        ),
    ]
    for team in sorted(event.teams):
        for board in range(size):
            out.append(write_team_player(event, team, board))
    for team, row in sorted(event.teams.items()):
        points = f"{sum(r.match_points for r in row) / 10:6.1f} {sum(r.game_points for r in row) / 10:6.1f}"
        roster = " ".join(f"{(team - 1) * size + board + 1:4d}" for board in range(size))
        out.append(f"310 {team:3d} {f'Team{team:02d}':32s} {f'T{team:02d}':5s} {0:6d} {points} {team:3d}  {roster}")
    out += write_team_specials(event)
    return "\n".join(out) + "\n"


def write_team_player(event: TeamEvent, team: int, board: int) -> str:
    player = (team - 1) * event.size + board + 1
    points, cells = 0, ""
    for record in event.teams[team]:
        if record.kind not in ("match", "FW", "FL"):
            cells += " " * 10
            continue
        colour = record.colour if board % 2 == 0 else "wb"[record.colour == "w"]
        if record.kind == "match":
            letter = {10: "1", 5: "=", 0: "0"}[record.boards[board]]
            points += record.boards[board]
        else:
            letter = "+" if record.kind == "FW" else "-"
            points += 10 if record.kind == "FW" else 0
        cells += f"  {(record.opponent - 1) * event.size + board + 1:4d} {colour} {letter}"
    return (player_head(player, f"P{player:03d}, Team{team:02d}", 2400 - player, points / 10) + cells).rstrip()


def write_team_specials(event: TeamEvent) -> list[str]:
    out, pabs, done = [], [], event.played_rounds
    letters = {"HPB": "H", "ZPB": "Z", "FPB": "F"}
    for number in range(done):
        pabs.append(next((team for team, row in event.teams.items() if row[number].kind == "PAB"), 0))
    out.append(
        "320 " + " ".join(f"{v / 10:4.1f}" for v in event.pab_points) + " " + " ".join(f"{team:03d}" for team in pabs)
    )
    for number in range(done + 1):
        for letter in "FHZ":
            if number < done:
                ids = [t for t, row in sorted(event.teams.items()) if letters.get(row[number].kind) == letter]
            else:
                ids = [t for t, code in sorted(event.absent.items()) if code == letter]
            if ids:
                out.append(f"240 {letter} {number + 1:3d} " + " ".join(f"{t:4d}" for t in ids))
    for number in range(done):
        for team, row in sorted(event.teams.items()):
            record = row[number]
            if record.kind in ("FW", "FL") and record.colour == "w":
                other = event.teams[record.opponent][number]
                signs = "".join("+" if r.kind == "FW" else "-" for r in (record, other))
                out.append(f"330 {signs} {number + 1:3d} {team:3d} {record.opponent:3d}")
    return out
