"""Random tournaments for the Lim reference, and what must hold of it: printed examples, legality."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from literal import course
from literal.course import Games
from literal.events import Cell, Event, read_event, write_event
from literal.lim import DOWN, UP, Player, Readings, Round, next_round, player_of, sensitive, transferred

LARGEST = 12  # the field of a self-test


def new_event(rng: random.Random, smallest: int, largest: int) -> Event:
    size = rng.randint(smallest, largest)
    rounds = min(rng.choice([4, 5, 5, 6, 7, 7, 8, 9]), max(3, size - 1))
    ratings = sorted((rng.choice([0] + [rng.randint(1400, 2700)] * 9) for _ in range(size)), reverse=True)
    if rng.random() < 0.1:
        ratings[-2:] = reversed(ratings[-2:])  # the lowest rated is not the lowest ranked (7.1)
    event = Event(
        rounds, {tpn: [] for tpn in range(1, size + 1)}, initial=rng.choice("wb"), rating=dict(enumerate(ratings, 1))
    )
    if rng.random() < 0.15:
        event.points.pab = event.points.draw
    if rng.random() < 0.15 and size > 6:
        event.forbidden.append((2, rounds, frozenset(rng.sample(range(1, size + 1), 2))))
    return event


def result_of_game(rng: random.Random, gap: int, rate: float) -> str:
    """White's and Black's letter of a game; gap is White's rating advantage."""
    if rng.random() < rate:
        return rng.choice(["+-", "+-", "-+", "-+", "--"])
    expected = 1 / (1 + 10 ** (-gap / 400))
    draw = 0.35 * (1 - abs(2 * expected - 1))
    chance = rng.random()
    return "==" if chance < draw else "10" if chance < draw + (1 - draw) * expected else "01"


def play(event: Event, games, bye, rng: random.Random, rate: float) -> None:
    """Append a round with random results."""
    new = {tpn: Cell(0, "-", letter) for tpn, letter in event.absent.items()}
    for white, black in games:
        letters = result_of_game(rng, event.rating[white] - event.rating[black], rate)
        new[white], new[black] = Cell(black, "w", letters[0]), Cell(white, "b", letters[1])
    if bye:
        new[bye] = Cell(0, "-", "U")
    for tpn, row in event.cells.items():
        row.append(new[tpn])
    event.absent = {}


def simulate(seed: int, smallest: int, largest: int) -> Iterator[tuple[Event, Games | None]]:
    """Plays an event by this program; yields (event before the round, answer or None) round by round."""
    rng = random.Random(f"lim {seed}")
    event = new_event(rng, smallest, largest)
    return course.course(event, rng, rng.choice([0, 0, 0.03, 0.07]), next_round, play)


def told(event: Event) -> dict:
    """What is said of a position beside its answer."""
    return {"system": "lim", "round": course.number_of(event), "trf": write_event(event)}


def random_position(seed: int, smallest: int, largest: int) -> dict:
    """One position of one simulated event, with its answer."""
    return course.position(seed, simulate(seed, smallest, largest), 9, told, sensitive)


# ---------------------------------------------------------------------------------------------- checks


def card(tpn: int, met=(), score: int = 20, colours: str = "", floated: bool = False, rating: int = 0) -> Player:
    return Player(tpn, score, colours, frozenset(met), rating or 2600 - 10 * tpn, False, floated)


def cards(size: int, met: dict[int, list[int]]) -> list[Player]:
    """Players 1..size of one scoregroup without colours; met is made symmetric."""
    both = {
        t: {o for o in range(1, size + 1) if o in met.get(t, []) or t in met.get(o, [])} for t in range(1, size + 1)
    }
    return [card(t, both[t]) for t in both]


def shown(pairs) -> str:
    return " ".join(sorted("{}-{}".format(*sorted((a.tpn, b.tpn))) for a, b in pairs))


def check_handbook_examples() -> None:
    """4.2, 4.3, 4.4, 7.1, 7.2 and one case for each of 2.6.1, 3.2, 3.9, 3.10, 5.4, 6."""
    second = Round(2, median=5)
    table_42 = ["1-4 2-5 3-6", "1-5 2-4 3-6", "1-6 2-4 3-5", "1-3 2-5 4-6", "1-2 3-5 4-6"]
    for column, expected in enumerate(table_42):
        assert shown(Round(2).pair_all(cards(6, {1: [4, 5, 6, 3][:column]}), [], DOWN)) == expected, "4.2"
    for column, expected in enumerate(table_42):
        mirror = " ".join(sorted(f"{7 - int(pair[2])}-{7 - int(pair[0])}" for pair in expected.split()))
        assert shown(Round(2).pair_all(cards(6, {6: [3, 2, 1, 4][:column]}), [], UP)) == mirror, "4.1.2"
    table_43 = ["1-6 2-4 3-5", "1-6 2-5 3-4", "1-6 2-3 4-5", "1-3 2-6 4-5", "1-2 3-5 4-6"]
    for column, expected in enumerate(table_43):
        met = {1: [4, 5], 2: [4, 5, 3, 6][:column]}
        assert shown(Round(2).pair_all(cards(6, met), [], DOWN)) == expected, "4.3"
    below = [card(8, score=10), card(9, score=10)]
    group = second.pair_group(cards(6, {1: [2, 3, 4, 5], 2: [3, 4, 5]}), [], below, DOWN)
    assert shown(group.pairs) == "1-6 3-4", "4.4.2"
    assert {p.tpn for p in group.floaters} == {2, 5}, "4.4.2"
    group = Round(2).pair_group(cards(7, {1: [2, 3, 4, 5], 2: [3, 4, 5, 6, 7]}), [], below, DOWN)
    assert [p.tpn for p in group.floaters] == [2], "4.4.1"
    forty = [Player(t, rating=2600 - t) for t in range(1, 41)]
    games, _ = Round(1).pair(forty)
    assert games[:4] == [(1, 21), (22, 2), (3, 23), (24, 4)], "7.2"
    assert games[-1] == (40, 20), "7.2"
    games, _ = Round(1, initial="b").pair(forty)
    assert games[:4] == [(21, 1), (2, 22), (23, 3), (4, 24)], "7.2"
    assert games[-1] == (20, 40), "7.2"
    odd = [Player(t, rating=2600 - t if t != 4 else 1000) for t in range(1, 6)]
    assert Round(1).pair(odd) == ([(1, 3), (5, 2)], 4), "7.1"
    check_floater_rules(below)
    check_median_and_colours()


def check_floater_rules(below: list[Player]) -> None:
    def floaters(members, direction=DOWN, **options):
        return [p.tpn for p in Round(2, **options).pair_group(members, [], below, direction).floaters]

    due = [
        card(1, colours="b", rating=2500),
        card(2, colours="w", rating=2400),
        card(3, colours="b", rating=2300),
        card(4, colours="b", rating=2200),
        card(5, colours="w", rating=2050),
    ]
    assert floaters(due) == [4], "3.2.2"
    assert floaters(due, UP) == [1], "3.2.2"
    assert floaters(due, maxi=True) == [5], "3.2.3"
    assert floaters([card(t) for t in range(1, 6)]) == [5], "3.2.4"
    assert floaters([card(t) for t in range(1, 6)], UP) == [1], "3.2.4"
    assert floaters([card(t, floated=t == 5) for t in range(1, 6)]) == [4], "3.10"
    assert floaters([card(1), card(2), card(3, met=[8, 9])]) == [2], "3.9"
    assert transferred(20, 10, 10), "3.10: down to the median"
    assert not transferred(10, 20, 10), "3.10: down to the median"
    assert transferred(0, 10, 10), "3.10: up to the median"
    assert not transferred(10, 0, 10), "3.10: up to the median"
    assert transferred(20, 0, 10), "3.10"
    assert transferred(0, 20, 10), "3.10"
    assert not transferred(10, 10, 0), "3.10"


def check_median_and_colours() -> None:
    crack = [
        card(1, [4], 20, "wb"),
        card(2, [4], 20, "bw"),
        card(3, [4], 20, "wb"),
        card(4, [1, 2, 3], 10, "bw"),
        card(5, [], 0, "wb"),
        card(6, [], 0, "bw"),
    ]
    games, _ = Round(3, median=10).pair(crack)
    assert {frozenset(g) for g in games} == {frozenset(g) for g in [(1, 2), (3, 6), (4, 5)]}, "2.6.1"
    third = Round(3, median=10)
    assert third.colours(card(3, colours="wb"), card(7, colours="wb"), True) == (3, 7), "5.4"
    assert third.colours(card(3, colours="wb"), card(7, colours="wb"), False) == (7, 3), "5.4"
    assert third.colours(card(4, colours="bwb"), card(8, colours="wbb"), True) == (8, 4), "5.4 history"
    a, b = card(1, colours="bww"), card(2, colours="wbww")
    assert not Round(5).compatible(a, b), "6"
    assert Round(9, last=True).compatible(a, b), "6"


def check_legality(event: Event, answer) -> None:
    """No rematch, the colour limits except in the last round, everybody paired once, the bye bar."""
    number = event.played_rounds + 1
    players = {t: player_of(event, t, Readings()) for t in event.cells if t not in event.absent}
    games, bye = answer
    seen = [t for game in games for t in game] + ([bye] if bye else [])
    assert sorted(seen) == sorted(players), "everybody exactly once"
    assert bye is None or not players[bye].barred
    for white, black in games:
        assert black not in players[white].met
        assert frozenset((white, black)) not in event.forbidden_pairs(number)
        if number != event.rounds:
            assert players[white].may_have("w")
            assert players[black].may_have("b")


def legal_pairing_exists(event: Event) -> bool:
    """By plain recursion, independent of the procedure."""
    last = event.played_rounds + 1 == event.rounds
    banned = event.forbidden_pairs(event.played_rounds + 1)
    players = [player_of(event, t, Readings()) for t in event.cells if t not in event.absent]

    def legal(a, b):
        colours = last or (a.may_have("w") and b.may_have("b")) or (a.may_have("b") and b.may_have("w"))
        return b.tpn not in a.met and frozenset((a.tpn, b.tpn)) not in banned and colours

    def complete(left, byes):
        if not left:
            return True
        first, rest = left[0], left[1:]
        if byes and not first.barred and complete(rest, 0):
            return True
        return any(legal(first, o) and complete([p for p in rest if p is not o], byes) for o in rest)

    return complete(players, len(players) % 2)


def check_random(first: int, last: int, smallest: int, largest: int) -> str:
    rounds = stopped = 0
    for seed in range(first, last):
        for event, answer in simulate(seed, smallest, largest):
            rounds += 1
            if answer is None:
                stopped += 1
                assert not legal_pairing_exists(event), f"seed {seed}: a legal pairing exists"
                continue
            check_legality(event, answer)
            shuffled = list(event.cells.items())
            random.Random(seed).shuffle(shuffled)
            assert next_round(replace(event, cells=dict(shuffled))) == answer, "order of input"
            assert next_round(read_event(write_event(event))) == answer, "through a file"
    return f"{rounds} rounds legal and independent of input order, {stopped} positions without any legal pairing"
