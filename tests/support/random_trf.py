"""Random tournaments as TRF texts: unruly on purpose, and not conforming pairings, for tie-breaks do not mind.

Four kinds: `swiss`, `rr` (single, double, odd), `team`, `teamrr`. A seed gives the same text for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

KINDS = ("swiss", "rr", "team", "teamrr")
GAMES = ("10", "01", "==", "10", "01", "==", "WL", "LW", "DD")
ODD = ("=0", "0=", "00")
FORFEITS = ("+-", "-+", "--")
POINTS = ("", "162  W 3.0    D 1.0    L 0.0    P 3.0    A 0.0", "162  W 1.0    D 0.5    L 0.0    P 0.5    A 0.0",
          "162  W 3.0    D 2.0    L 1.0    P 3.0    A 0.0")  # fmt: skip


@dataclass
class Event:
    """A tournament to be written: cells by player and round, and the records above and below them."""

    name: str
    kind: str
    rounds: int
    cells: dict[int, list[str]]
    ratings: dict[int, int]
    head: list[str] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The file."""
        lines = [f"012 {self.name}", "042 2026/05/01", "052 2026/05/09", f"062 {len(self.cells)}", f"092 {self.kind}"]
        lines += [f"142 {self.rounds}", "152 W", *filter(None, self.head)]
        for player, cells in self.cells.items():
            rating = f"{self.ratings[player]:4}" if self.ratings[player] else "    "
            name = f"Player{player:03}, Test"
            start = f"001 {player:4} m    {name:33} {rating} NOR             1990/01/01  0.0 {player:4}"
            lines.append((start + "".join(cells)).rstrip())
        return "\n".join([*lines, *self.tail]) + "\n"


def game(white: int, black: int, letters: str) -> tuple[str, str]:
    """The cells of the two sides."""
    return f"  {black:4} w {letters[0]}", f"  {white:4} b {letters[1]}"


def event(kind: str, seed: int, small: bool = False) -> Event:
    """The event of this kind and seed."""
    draw = Random(f"{kind}/{seed}")
    build = {"swiss": _swiss, "rr": _round_robin, "team": _teams, "teamrr": _teams}[kind]
    return build(draw, kind, f"{kind}-{seed:04}", small)


def _ratings(draw: Random, size: int) -> dict[int, int]:
    unrated = draw.random() < 0.15
    return {i: 0 if unrated and draw.random() < 0.2 else draw.randint(1400, 2500) for i in range(1, size + 1)}


def _swiss(draw: Random, kind: str, name: str, small: bool) -> Event:
    size = draw.randint(4, 9 if small else 26)
    rounds = draw.randint(3, 5 if small else 9)
    away, odd = draw.choice((0.0, 0.05, 0.15, 0.3)), draw.choice((0.0, 0.0, 0.1))
    forfeit, again = draw.choice((0.0, 0.05, 0.2)), draw.random() < 0.15
    cells: dict[int, list[str]] = {i: [] for i in range(1, size + 1)}
    late = {i: draw.randint(1, 2) for i in cells if draw.random() < away / 2}
    gone = {i: draw.randint(2, rounds) for i in cells if draw.random() < away / 2}
    met: set[frozenset[int]] = set()
    for number in range(1, rounds + 1):
        present = []
        for player in cells:
            if number <= late.get(player, 0):
                cells[player].append("  0000 - Z" if draw.random() < 0.5 else " " * 10)
            elif number >= gone.get(player, 99):
                cells[player].append("  0000 - Z")
            elif draw.random() < away and player > 4:
                cells[player].append(f"  0000 - {draw.choice('HHHZZF')}")
            else:
                present.append(player)
        draw.shuffle(present)
        if len(present) % 2:
            cells[present.pop()].append("  0000 - U")
        while present:
            white = present.pop()
            fresh = [i for i in present if again or frozenset((white, i)) not in met]
            black = draw.choice(fresh or present)
            present.remove(black)
            met.add(frozenset((white, black)))
            letters = draw.choice(FORFEITS if draw.random() < forfeit else ODD if draw.random() < odd else GAMES)
            first, second = game(white, black, letters)
            cells[white].append(first)
            cells[black].append(second)
    head = [draw.choice(POINTS) if draw.random() < 0.3 else ""]
    return Event(name, "Individual: Swiss-System", rounds, cells, _ratings(draw, size), head)


def berger(size: int) -> list[list[tuple[int, int]]]:
    """Rounds of a round robin by the circle; 0 is the free seat of an odd field."""
    seats = [*range(1, size + 1), *[0] * (size % 2)]
    half, rounds = len(seats) // 2, []
    for number in range(len(seats) - 1):
        pairs = list(zip(seats[:half], reversed(seats[half:]), strict=True))
        rounds.append([(b, a) if number % 2 else (a, b) for a, b in pairs])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rounds


def _round_robin(draw: Random, kind: str, name: str, small: bool) -> Event:
    size = draw.randint(3, 7 if small else 12)
    schedule = berger(size)
    double = draw.random() < 0.3
    if double:
        schedule += [[(b, a) for a, b in pairs] for pairs in schedule]
    forfeit, odd = draw.choice((0.0, 0.05, 0.15)), draw.choice((0.0, 0.0, 0.1))
    cells: dict[int, list[str]] = {i: [] for i in range(1, size + 1)}
    for pairs in schedule:
        for white, black in pairs:
            if not (white and black):
                cells[white or black].append("  0000 - Z")
                continue
            letters = draw.choice(FORFEITS if draw.random() < forfeit else ODD if draw.random() < odd else GAMES)
            first, second = game(white, black, letters)
            cells[white].append(first)
            cells[black].append(second)
    words = "Individual: Double Round-Robin" if double else "Individual: Round-Robin"
    return Event(name, words, len(schedule), cells, _ratings(draw, size), [draw.choice(POINTS[:2])])


def _team_round(
    draw: Random, size: int, rounds: int, away: float, met: set[frozenset[int]]
) -> tuple[list[tuple[int, int]], dict[int, str]]:
    """Pairs and byes of one round of a team Swiss; the bye U is the allocated one."""
    byes = {team: draw.choice("HZF") for team in range(3, size + 1) if draw.random() < away}
    present = [team for team in range(1, size + 1) if team not in byes]
    draw.shuffle(present)
    if len(present) % 2:
        byes[present.pop()] = "U"
    pairs = []
    while present:
        first = present.pop()
        fresh = [team for team in present if frozenset((first, team)) not in met]
        second = draw.choice(fresh or present)
        present.remove(second)
        met.add(frozenset((first, second)))
        pairs.append((first, second))
    return pairs, byes


def _teams(draw: Random, kind: str, name: str, small: bool) -> Event:
    size, boards = draw.randint(4, 6 if small else 12), draw.choice((2, 3, 4))
    fixed, met = kind == "teamrr", set[frozenset[int]]()
    rounds = draw.randint(3, 4 if small else 7)
    away, forfeit = draw.choice((0.0, 0.05, 0.15)), draw.choice((0.0, 0.03, 0.1))
    if fixed:
        table = [[pair for pair in pairs if all(pair)] for pairs in berger(size)]
        plan: list[tuple[list[tuple[int, int]], dict[int, str]]] = [(pairs, {}) for pairs in table]
    else:
        plan = [_team_round(draw, size, rounds, away, met) for _ in range(rounds)]
    cells: dict[int, list[str]] = {i: [] for i in range(1, size * boards + 1)}
    tail, pabs = [], []
    for number, (pairs, byes) in enumerate(plan, 1):
        pabs.append(next((team for team, letter in byes.items() if letter == "U"), 0))
        tail += [
            f"240 {letter} {number:3} " + " ".join(f"{team:4}" for team in teams)
            for letter in "FHZ"
            if (teams := [team for team, letter_given in byes.items() if letter_given == letter])
        ]
        for home, guests in pairs:
            if draw.random() < forfeit:
                tail.append(f"330 {(signs := draw.choice(FORFEITS))} {number:3} {home:3} {guests:3}")
                _match(cells, home, guests, boards, [signs] * boards)
            else:
                results = [draw.choice(FORFEITS[:2] if draw.random() < forfeit else GAMES[:6]) for _ in range(boards)]
                if all(letters in FORFEITS for letters in results):
                    results[0] = "=="
                _match(cells, home, guests, boards, results)
        for row in cells.values():
            row += [" " * 10] * (number - len(row))
    win = draw.choice(("2.0", "2.0", "3.0"))
    rosters = [
        f"310 {team:3} {f'Team{team:02}':32} {f'T{team:02}':5} {0:6} {0:6.1f} {0:6.1f} {team:3}  "
        + " ".join(f"{(team - 1) * boards + board:4}" for board in range(1, boards + 1))
        for team in range(1, size + 1)
    ]
    allocated = draw.choice((f" 1.0 {boards / 2:4.1f}", f" {win} {boards:4.1f}"))
    pab_lines = [f"320 {allocated} " + " ".join(f"{team:03}" for team in pabs)] if any(pabs) else []
    system = (
        "BERGER_TEAM_ROUNDROBIN" if fixed else draw.choice(("FIDE_TEAM_MP_GP", "FIDE_TEAM_MP_GP", "FIDE_TEAM_GP_MP"))
    )
    head = [f"192 {system}", "352 " + ("WB" * boards)[:boards], f"362 TW {win}   TD 1.0   TL 0.0"]
    words = "Team: Round-Robin" if fixed else "Team: Swiss-System"
    ratings = {i: 2400 - i for i in cells}
    return Event(name, words, len(plan), cells, ratings, head, [*rosters, *pab_lines, *tail])


def _match(cells: dict[int, list[str]], home: int, guests: int, boards: int, results: list[str]) -> None:
    """The boards of a match; the home team has White on the odd ones."""
    for board, letters in enumerate(results, 1):
        home_player, guest_player = (home - 1) * boards + board, (guests - 1) * boards + board
        if board % 2:
            first, second = game(home_player, guest_player, letters)
        else:
            second, first = game(guest_player, home_player, letters[::-1])
        cells[home_player].append(first)
        cells[guest_player].append(second)
