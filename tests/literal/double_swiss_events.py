"""Random tournaments for the Double-Swiss reference, and what must hold of it: printed examples, legality."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from literal import course
from literal.course import Games
from literal.double_swiss import (
    Match,
    Player,
    Readings,
    Round,
    ascending_scores,
    identifier,
    next_round,
    players_of,
    sensitive,
    write_matches,
)
from literal.events import Cell, Event, read_event

LARGEST = 11  # the field of a self-test


def new_event(rng: random.Random, smallest: int, largest: int) -> Event:
    size = rng.randint(smallest, largest)
    matches = min(rng.choice([3, 4, 5, 5, 6, 7, 8]), max(3, size - 1))
    ratings = sorted((rng.randint(1400, 2700) for _ in range(size)), reverse=True)
    event = Event(
        2 * matches,
        {p: [] for p in range(1, size + 1)},
        initial=rng.choice("wb"),
        rating=dict(enumerate(ratings, 1)),
        system="FIDE_DOUBLESWISS",
    )
    if rng.random() < 0.15 and size > 6:
        event.forbidden.append((1, 2 * matches, frozenset(rng.sample(range(1, size + 1), 2))))
    return event


def result_of_game(rng: random.Random, gap: int, rate: float) -> str:
    """White's and Black's letter of a game; gap is White's rating advantage."""
    if rng.random() < rate / 3:
        return rng.choice(["+-", "-+", "--"])
    if rng.random() < rate / 6:
        return rng.choice(["=0", "0=", "00"])
    expected = 1 / (1 + 10 ** (-gap / 400))
    draw = 0.4 * (1 - abs(2 * expected - 1))
    chance = rng.random()
    return "==" if chance < draw else "10" if chance < draw + (1 - draw) * expected else "01"


def result_of_match(rng: random.Random, gap: int, rate: float) -> tuple[str, str]:
    """Letters of game 1 (White of the match first) and game 2 (same order of players)."""
    if rng.random() < rate:
        return rng.choice([("+-", "+-"), ("-+", "-+"), ("--", "--"), ("+-", "-+")])
    second = result_of_game(rng, -gap, rate)
    return result_of_game(rng, gap, rate), second[::-1]


def play(event: Event, games, bye, rng: random.Random, rate: float) -> None:
    """Append a match round with random results."""
    new = {p: [Cell(0, "-", letter)] * 2 for p, letter in event.absent.items()}
    for white, black in games:
        first, second = result_of_match(rng, event.rating[white] - event.rating[black], rate)
        new[white] = [Cell(black, "w", first[0]), Cell(black, "b", second[0])]
        new[black] = [Cell(white, "b", first[1]), Cell(white, "w", second[1])]
    if bye:
        new[bye] = [Cell(0, "-", "U")] * 2
    for player, row in event.cells.items():
        row += new[player]
    event.absent = {}


def simulate(seed: int, smallest: int, largest: int) -> Iterator[tuple[Event, Games | None]]:
    """Plays an event by this program; yields (event before the round, answer or None) round by round."""
    rng = random.Random(f"double {seed}")
    event = new_event(rng, smallest, largest)
    return course.course(event, rng, rng.choice([0, 0, 0.04, 0.08]), next_round, play)


def told(event: Event) -> dict:
    """What is said of a position beside its answer."""
    return {"system": "double-swiss", "match": course.number_of(event), "trf": write_matches(event)}


def random_position(seed: int, smallest: int, largest: int) -> dict:
    """One position of one simulated event, with its answer."""
    return course.position(seed, simulate(seed, smallest, largest), 8, told, sensitive)


# ---------------------------------------------------------------------------------------------- checks


def card(tpn: int, points: int = 0, met=(), colours: str = "", floated: bool = False, matches: int = 0) -> Player:
    return Player(tpn, tpn, points, colours, frozenset(met), matches, False, floated)


def check_handbook_examples() -> None:
    """3.5.4, 3.6.2 and one case for each rule of 3.4, 4.3 and the Preface."""
    example = [(card(11), card(24)), (card(6), card(16)), (card(9), card(10)), (card(4), card(8))]
    assert identifier(example) == [4, 6, 9, 11, 8, 16, 10, 24], "3.6.2"
    potential = sorted(
        [card(p, 30) for p in (2, 6, 8)] + [card(p, 25) for p in (1, 3, 5)], key=lambda p: (-p.score, p.tpn)
    )
    sets = [
        [p.tpn for p in chosen] for chosen in combinations(potential, 3) if ascending_scores(chosen) == [25, 30, 30]
    ]
    assert (
        sets
        == sorted(sets)
        == [[2, 6, 1], [2, 6, 3], [2, 6, 5], [2, 8, 1], [2, 8, 3], [2, 8, 5], [6, 8, 1], [6, 8, 3], [6, 8, 5]]
    ), "3.5.4"
    top = [card(10, 40, [11, 12]), card(11, 40, [10, 12]), card(12, 40, [10, 11])]
    zero = card(13, 0, [1, 3, 5])
    low = [card(p, 30) for p in (2, 6, 8)] + [card(p, 25, [13]) for p in (1, 3, 5)] + [zero]
    assert [p.tpn for p in Round(top + low).upfloaters(top, low)] == [2, 6, 1], "3.5.5"
    paired = Round([card(p) for p in range(1, 7)])
    assert shown(paired.pair()[0]) == "1-4 2-5 3-6", "3.6"
    five = [card(1, 20), card(2, 20), card(3, 10, matches=2), card(4, 10, matches=2), card(5, 10, matches=1)]
    assert Round(five).bye().id == 4, "3.4.3, 3.4.4"
    check_colours()
    check_matches()


def shown(games) -> str:
    return " ".join(sorted("{}-{}".format(*sorted(game)) for game in games))


def check_colours() -> None:
    white, black = Round([]), Round([], initial="b")
    assert white.colours(card(1), card(4)) == (1, 4), "4.3.1"
    assert white.colours(card(2), card(5)) == (5, 2), "4.3.1"
    assert black.colours(card(1), card(4)) == (4, 1), "4.3.1"
    assert white.colours(card(1, colours="wbb"), card(2, colours="bb")) == (2, 1), "4.3.2: Whites, not difference"
    assert white.colours(card(1, colours="bwb"), card(2, colours="wbb")) == (2, 1), "4.3.3"
    assert white.colours(card(1, colours="wbb"), card(2, colours="wb")) == (1, 2), "4.3.3: aligned at the end"
    assert white.colours(card(1, colours="wb"), card(2, colours="wb")) == (1, 2), "4.3.4"
    assert white.colours(card(5, 20, colours="wb"), card(2, 10, colours="wb")) == (5, 2), "4.3.4: score ranks first"
    assert white.colours(card(1), card(2, colours="b")) == (2, 1), "4.3.5"


def check_matches() -> None:
    """Preface, 1.6 and [C2]: match forfeited, single games forfeited, no game played."""

    def match(mine: str, theirs: str) -> Match:
        return Match((Cell(2, "w", mine[0]), Cell(2, "b", mine[1])), (Cell(1, "b", theirs[0]), Cell(1, "w", theirs[1])))

    facts = {
        ("++", "--"): (False, "", True),
        ("--", "++"): (False, "", False),
        ("--", "--"): (False, "", False),
        ("+1", "-0"): (True, "w", False),
        ("+-", "-+"): (True, "", False),
        ("=0", "0="): (True, "w", False),
        ("-=", "-="): (True, "w", False),
    }
    for letters, expected in facts.items():
        found = match(*letters)
        assert (found.played, found.colour, found.bars) == expected, letters
    assert Match((Cell(0, "-", "U"),) * 2).bars
    assert Match((Cell(0, "-", "F"),) * 2).bars
    assert not Match((Cell(0, "-", "H"),) * 2).bars


def check_legality(event: Event, answer) -> None:
    """Everybody once, no rematch, the bye bar."""
    players = {p.id: p for p in players_of(event, Readings())}
    games, bye = answer
    seen = [p for game in games for p in game] + ([bye] if bye else [])
    assert sorted(seen) == sorted(players), "everybody exactly once"
    assert bye is None or not players[bye].barred
    for a, b in games:
        assert b not in players[a].met
        assert frozenset((a, b)) not in event.forbidden_pairs(event.played_rounds + 1)


def legal_pairing_exists(event: Event) -> bool:
    """By plain recursion, independent of the procedure."""
    players = players_of(event, Readings())
    banned = event.forbidden_pairs(event.played_rounds + 1)

    def complete(left, byes):
        if not left:
            return True
        first, rest = left[0], left[1:]
        if byes and not first.barred and complete(rest, 0):
            return True
        return any(
            o.id not in first.met
            and frozenset((o.id, first.id)) not in banned
            and complete([p for p in rest if p is not o], byes)
            for o in rest
        )

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
            assert next_round(read_event(write_matches(event))) == answer, f"seed {seed}: through a file"
    return f"{rounds} rounds legal and independent of input order, {stopped} positions without any legal pairing"
