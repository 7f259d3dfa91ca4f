"""Positions whose history is no system's: any legal games or matches may have been played before.

Virtual points, forbidden pairs, byes and forfeits come at random, so that every criterion gets its turn. They are the
events of the literal references; a seed gives the same position for ever.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from literal import double_swiss_events, team
from literal.events import Cell, Event, Points
from literal.team_events import TeamEvent


def random_position(seed: int, smallest: int, largest: int) -> Event:
    """A position whose history is no system's: random games without rematch, colours within the rules."""
    rng = random.Random(f"wild/{seed}")
    size, planned = rng.randint(smallest, largest), rng.randint(3, 12)
    done = rng.choice([rng.randint(1, min(planned - 1, size - 1)), max(1, min(planned - 2, size - 1))])
    points = rng.choice([Points(), Points(), Points(), Points(30, 10), Points(pab=5), Points(20, 10)])
    cells: dict[int, list[Cell]] = {i: [] for i in range(1, size + 1)}
    event = Event(planned, cells, initial=rng.choice("wb"), points=points)
    event.rating = {i: 2400 - 25 * i + rng.randint(-40, 40) for i in cells}
    byes, forfeits = rng.choice([0, 0.05, 0.15]), rng.choice([0, 0.05, 0.2])
    for _ in range(done):
        _random_round(rng, cells, byes, forfeits)
    if not all(any(row[r].opponent for row in cells.values()) for r in range(done)):
        return random_position(seed + 10_000_000, smallest, largest)  # a round without a game is none
    event.absent = {i: rng.choice("HZZF") for i in cells if rng.random() < byes}
    if rng.random() < 0.5:
        _stage(rng, event, done)
    walls = rng.choice([0, 0, 0.05, 0.2, 0.4])
    for pair in combinations(sorted(cells), 2):
        if rng.random() < walls:
            event.forbidden.append((done + 1, planned, frozenset(pair)))
    return event if size - len(event.absent) > 1 else random_position(seed + 10_000_000, smallest, largest)


def crowded_position(seed: int) -> Event:
    """A position of ten in which two at the top find below them mostly players who have come up often."""
    rng = random.Random(f"crowded/{seed}")
    cells: dict[int, list[Cell]] = {i: [] for i in range(1, 11)}
    event = Event(rng.choice([8, 9, 9]), cells, initial=rng.choice("wb"))
    event.rating = {i: 2400 - 25 * i + rng.randint(-40, 40) for i in cells}
    done = rng.randint(4, 6)
    for _ in range(done):
        _random_round(rng, cells, 0, 0.02)
    humble = {i: rng.choice([0, 0, 0.8, 1]) for i in cells}
    then = {i: [100 * (rng.random() >= humble[i]) for _ in range(done)] for i in cells}
    often = {
        i: sum(c.played and then[i][r] < then[c.opponent][r] for r, c in enumerate(row)) for i, row in cells.items()
    }
    by_upfloats = sorted(cells, key=lambda i: (often[i] + rng.random(), i))
    top, next_ = by_upfloats[: rng.choice([1, 2, 2, 2, 3])], by_upfloats[-rng.randint(3, 5) :]
    next_ += rng.sample(by_upfloats, rng.randint(0, 1))
    now = {i: 20 if i in top else 10 * (i in next_) for i in cells}
    event.virtual = {i: [400 + x - event.score(i, r) for r, x in enumerate([*then[i], now[i]])] for i in cells}
    walls = rng.choice([0, 0.1, 0.3])
    event.forbidden = [
        (done + 1, done + 1, frozenset(pair)) for pair in combinations(sorted(cells), 2) if rng.random() < walls
    ]
    return event


def _stage(rng: random.Random, event: Event, done: int) -> None:
    """Virtual points that make any score of anybody in any round: some have met higher scores all the time."""
    humble = {i: rng.choice([0, 0, 0.4, 0.7, 1]) for i in event.cells}
    levels = rng.choice([(0, 10), (0, 10, 10, 20), (0, 10, 20, 30)])
    for i in event.cells:
        wanted = [100 * (rng.random() >= humble[i]) for _ in range(done)] + [rng.choice(levels)]
        event.virtual[i] = [400 + score - event.score(i, r) for r, score in enumerate(wanted)]


def _random_round(rng: random.Random, cells: dict[int, list[Cell]], byes: float, forfeits: float) -> None:
    free = [i for i in cells if rng.random() >= byes]
    done = {i: Cell(0, "-", rng.choice("HZZF")) for i in cells if i not in free}
    rng.shuffle(free)
    while free:
        first = free.pop()
        fresh = [i for i in free if not any(c.opponent == i and c.played for c in cells[first])]
        if not fresh:
            done[first] = Cell(0, "-", "U" if not any(c.result == "U" for c in done.values()) else "Z")
            continue
        other = rng.choice(fresh)
        free.remove(other)
        white, black = _colours(rng, cells, first, other)
        mine, yours = rng.choice(["+-", "-+", "--"]) if rng.random() < forfeits else rng.choice(["10", "==", "01"])
        done[white], done[black] = Cell(black, "w", mine), Cell(white, "b", yours)
    for i, row in cells.items():
        row.append(done[i])


def _colours(rng: random.Random, cells: dict[int, list[Cell]], first: int, second: int) -> tuple[int, int]:
    """Who has fewer Whites, or ended with Black, gets White."""
    had = {i: "".join(c.colour for c in cells[i] if c.played) for i in (first, second)}
    due = {i: (row.count("w") - row.count("b"), row[-2:].count("w"), rng.random()) for i, row in had.items()}
    return (first, second) if due[first] < due[second] else (second, first)


# -- matches


def rounds_at_random(
    rng: random.Random, ids: list[int], rounds: int, byes: float
) -> Iterator[tuple[list[tuple[int, int]], list[int], list[int]]]:
    """Rounds of nobody's system, without rematch: pairs (White first), who is left over, who is absent."""
    met: set[frozenset[int]] = set()
    for _ in range(rounds):
        free = [i for i in ids if rng.random() >= byes]
        absent, left, pairs = [i for i in ids if i not in free], [], []
        rng.shuffle(free)
        while free:
            first = free.pop()
            fresh = [i for i in free if frozenset((first, i)) not in met]
            if not fresh:
                left.append(first)
                continue
            other = rng.choice(fresh)
            free.remove(other)
            met.add(frozenset((first, other)))
            pairs.append((first, other))
        yield pairs, left, absent


def random_double_swiss(seed: int, smallest: int, largest: int) -> Event:
    """An event whose history is no system's."""
    rng = random.Random(f"wild double/{seed}")
    size, matches = rng.randint(smallest, largest), rng.randint(3, 7)
    done = rng.choice([rng.randint(1, min(matches - 1, size - 1)), min(matches - 1, size - 1)])
    event = Event(2 * matches, {p: [] for p in range(1, size + 1)}, initial=rng.choice("wb"), system="FIDE_DOUBLESWISS")
    event.rating = {p: 2400 - 10 * p for p in event.cells}
    byes, forfeits = rng.choice([0, 0.05, 0.15]), rng.choice([0, 0.05, 0.2])
    for pairs, left, absent in rounds_at_random(rng, list(event.cells), done, byes):
        if not pairs:
            break
        event.absent = {p: rng.choice("HZZF") for p in absent} | dict.fromkeys(left[1:], "Z")
        double_swiss_events.play(event, pairs, left[0] if left else None, rng, forfeits)
    event.absent = {p: rng.choice("HZZF") for p in event.cells if rng.random() < byes}
    walls = rng.choice([0, 0, 0.1, 0.3])
    for pair in combinations(event.cells, 2):
        if rng.random() < walls:
            event.forbidden.append((1, 2 * matches, frozenset(pair)))
    if not event.played_rounds or size - len(event.absent) < 2:
        return random_double_swiss(seed + 10_000_000, smallest, largest)
    return event


def random_team_event(seed: int, smallest: int, largest: int) -> TeamEvent:
    """A team event whose history is no system's."""
    rng = random.Random(f"wild team/{seed}")
    size, boards = rng.randint(smallest, largest), rng.choice([1, 2, 2, 4])
    rounds = rng.randint(3, 8)
    done = rng.choice([rng.randint(1, min(rounds - 1, size - 1)), min(rounds - rng.choice([1, 2, 3]), size - 1)])
    primary = rng.choice(["MP", "MP", "MP", "GP"])
    code = "FIDE_TEAM" + rng.choice(["_TYPEA_", "_TYPEB_", "_TYPEB_", "_"]) + primary
    code += rng.choice(["", "_GP" if primary == "MP" else "_MP"])
    event = TeamEvent(rounds, boards, {t: [] for t in range(1, size + 1)}, initial=rng.choice("wb"), system=code)
    event.pab = rng.choice([(event.draw, 5 * boards), (event.win, 10 * boards), (0, 0)])
    byes, forfeits = rng.choice([0, 0.05, 0.15]), rng.choice([0, 0.05, 0.2])
    for pairs, left, absent in rounds_at_random(rng, list(event.teams), max(done, 1), byes):
        if not pairs:
            break
        event.absent = {t: rng.choice("HZZF") for t in absent} | dict.fromkeys(left[1:], "Z")
        team.play(event, team.Pairing(pairs, left[0] if left else None), rng, forfeits)
    event.absent = {t: rng.choice("HZZF") for t in event.teams if rng.random() < byes}
    if not event.played_rounds or size - len(event.absent) < 2:
        return random_team_event(seed + 10_000_000, smallest, largest)
    return event


def random_lim_position(seed: int, smallest: int, largest: int) -> Event:
    """A position whose history is no system's, as far as Lim knows such things."""
    event = random_position(seed, max(smallest, 5), largest)
    event.virtual, event.system = {}, "CUSTOM_SWISS"
    if seed % 2:
        event.forbidden = []
    if seed % 3 == 0:
        event.rounds = event.played_rounds + 1  # the last round
    return event
