"""Reference schedules: Berger tables in closed form, checks of the tables in data/round-robin, and the worked order
examples of the Swiss regulations.

Usage
  schedules berger N             rounds of the Berger table for N players (an odd N gives a free round to seat N+1)
  schedules check FOLDER         compare berger.json, varma.json, scheveningen.json with their defining properties
  schedules orders               first elements of the orders used by the Swiss systems
Verified: berger(n) equals the published tables for 4-16 players and another generator for up to 40 (round by round,
with colours); Varma: no two seats of a group meet in the last three rounds (published exception: 12 players, seats
6 and 12); Scheveningen: everybody meets every opponent once, colour difference at most 1, never three equal colours in
a row.
"""

from __future__ import annotations

import json
import sys
from itertools import combinations
from pathlib import Path


def berger(players: int) -> list[list[tuple[int, int]]]:
    """Rounds of (white, black). In round r the last seat meets x; the others meet where their sum is 2x modulo n-1."""
    n = players + players % 2
    rounds = []
    for number in range(1, n):
        odd = number % 2 == 1
        x = (number + 1) // 2 if odd else n // 2 + number // 2
        games = [(x, n) if odd else (n, x)]  # the last seat is Black in odd rounds
        for k in range(1, n // 2):
            games.append(((x + k - 1) % (n - 1) + 1, (x - k - 1) % (n - 1) + 1))
        rounds.append(games)
    return rounds


def check_berger(tables: dict[str, list]) -> list[str]:
    wrong = []
    for size, rounds in tables.items():
        mine = [set(games) for games in berger(int(size))]
        if [set(map(tuple, games)) for games in rounds] != mine:
            wrong.append(f"berger {size} differs")
        if len({frozenset(g) for games in mine for g in games}) != int(size) * (int(size) - 1) // 2:
            wrong.append(f"berger {size} is not complete")
    return wrong


def check_varma(tables: dict[str, list[list[int]]]) -> list[str]:
    wrong = []
    for row, groups in tables.items():
        size = int(row.split("/")[1])
        if sorted(seat for group in groups for seat in group) != list(range(1, size + 1)):
            wrong.append(f"varma {row}: seats missing")
        for number, games in enumerate(berger(size)[-3:], size - 3):
            wrong += [
                f"varma {row}: {game} in round {number}"
                for game in games
                for group in groups
                if set(game) <= set(group)
            ]
    return wrong


def check_scheveningen(tables: dict[str, list]) -> list[str]:
    wrong = []
    for boards, rounds in tables.items():
        colours: dict[str, str] = {}
        met = set()
        for games in rounds:
            for white, black in games:
                met.add(frozenset((white, black)))
                colours[white] = colours.get(white, "") + "w"
                colours[black] = colours.get(black, "") + "b"
        if len(met) != int(boards) ** 2 or len(rounds) != int(boards):
            wrong.append(f"scheveningen {boards}: not everybody meets everybody")
        for player, row in colours.items():
            if abs(row.count("w") - row.count("b")) > 1 or "www" in row or "bbb" in row:
                wrong.append(f"scheveningen {boards}: colours of {player} {row}")
    return wrong


def middle_out(items: list) -> list:
    left, order = list(items), []
    while left:
        order.append(left.pop((len(left) - 1) // 2))
    return order


def dutch_exchanges(s1: range, s2: range) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """C.04.3 4.3: (S1 members leaving, S2 members entering) in the order of the text, sizes 1 and 2."""
    found = []
    for size in (1, 2):
        for leaving in combinations(s1, size):
            for entering in combinations(s2, size):
                key = (
                    size,
                    sum(entering) - sum(leaving),
                    [-x for x in sorted(leaving, reverse=True)],
                    sorted(entering),
                )
                found.append((key, leaving, entering))
    return [(leaving, entering) for _, leaving, entering in sorted(found)]


def burstein_orders(size: int, floaters: int) -> list[list[int]]:
    """C.04.4.2 article 4: opponents of 1..size (0 = floater) in the order of the text."""

    def matchings(left: list[int]):
        if not left:
            yield []
        for i in range(1, len(left)):
            for rest in matchings(left[1:i] + left[i + 1 :]):
                yield [(left[0], left[i]), *rest]

    found = []
    for out in combinations(range(1, size + 1), floaters):
        for pairs in matchings([p for p in range(1, size + 1) if p not in out]):
            opponent = dict.fromkeys(range(1, size + 1), 0)
            for a, b in pairs:
                opponent[a], opponent[b] = b, a
            found.append(list(opponent.values()))
    return sorted(found, reverse=True)


def main() -> None:
    what = sys.argv[1:2]
    if what == ["berger"]:
        for number, games in enumerate(berger(int(sys.argv[2])), 1):
            print(f"R{number}:", ", ".join(f"{w}-{b}" for w, b in games))
    elif what == ["check"]:
        folder = Path(sys.argv[2])
        wrong = []
        for name, test in (("berger", check_berger), ("varma", check_varma), ("scheveningen", check_scheveningen)):
            wrong += test(json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["tables"])
        print(*(wrong or ["everything as it should be"]), sep="\n")
    elif what == ["orders"]:
        print("Dutch 4.3, 11 players, single exchanges:", dutch_exchanges(range(1, 6), range(6, 12))[:8])
        print(
            "Dutch 4.3, double exchanges:",
            [e for e in dutch_exchanges(range(1, 6), range(6, 12)) if len(e[0]) == 2][:3],
        )
        print("Burstein, 6 players, 2 floaters:", len(burstein_orders(6, 2)), burstein_orders(6, 2)[:3])
        print("Dubov 4.3.3:", middle_out(list("ABCDEFG")), middle_out(list("ABCDEF")))
    else:
        print(__doc__)


if __name__ == "__main__":
    main()
