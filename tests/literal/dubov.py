"""Literal reference of the Dubov System, C.04.4.1 (2026), for small fields.

What it is: every set of upfloaters, every legal pairing of a bracket, every shift between the colour groups and every
transposition is listed and judged in the order of the text. Slow: usable up to about 10 players.
Ratings are read from the 001 records (ARO, 1.7). Supported: byes, forfeits, forbidden pairs, virtual points, point
systems. Open readings (defaults first):
  --c9 sum|lex               C9: sum of the upfloats of the chosen maximum upfloaters, or their counts from the
  highest
  --shifters seekers|all     3.2.4 (ii): may a player shifted in step (i) be shifted back
The PAB bar is C2 of the basic rules (pairing-allocated bye, or an unplayed round worth a win).

Usage and API: as dutch (FILE..., --json, --replay, --random S0 S1 NMIN NMAX; pair_next_round(event)).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from literal.dutch import (
    ABSOLUTE,
    MILD,
    OTHER,
    Field,
    Pair,
    Pairing,
    Player,
    finish,
    ids_of,
    players_to_pair,
)
from literal.events import Event
from literal.rounds import arguments, command_line


@dataclass(frozen=True)
class Readings:
    c9: str = "sum"
    shifters: str = "seekers"


DEFAULT = Readings()


@dataclass
class Extra:
    """Dubov data of a player that the Dutch System does not need."""

    aro: int
    upfloats: int
    upfloated_last: bool
    maximum: bool  # maximum upfloater (1.8)


def colours_clash(a: Player, b: Player) -> bool:
    return a.strength == b.strength == ABSOLUTE and a.preference == b.preference


def extra_data(event: Event, player: Player) -> Extra:
    row = event.cells[player.id]
    ratings = [event.rating[c.opponent] for c in row if c.played]
    aro = (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0  # rounded half up
    up = [
        c.played and event.pairing_score(c.opponent, r) > event.pairing_score(player.id, r) for r, c in enumerate(row)
    ]
    return Extra(aro, sum(up), bool(up and up[-1]), sum(up) >= 2 + event.rounds // 5)


def middle_out(players: list[Player]) -> list[Player]:
    """4.3.3: the middle of the remaining list first (of two middles the higher placed one)."""
    left, order = list(players), []
    while left:
        order.append(left.pop((len(left) - 1) // 2))
    return order


def allocate_colours(higher: Player, lower: Player, initial: str) -> Pair:
    """Article 5.2: returns (white, black)."""

    def give(colour: str) -> Pair:
        return (higher, lower) if colour == "w" else (lower, higher)

    if not higher.colours and not lower.colours:
        return give(initial if higher.tpn % 2 else OTHER[initial])
    if higher.preference is None:
        return give(OTHER[lower.preference])
    if lower.preference is None or higher.preference != lower.preference:
        return give(higher.preference)
    if higher.strength != lower.strength:
        return give(higher.preference if higher.strength > lower.strength else OTHER[lower.preference])
    for mine, yours in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine != yours:
            return give(yours)
    return give(higher.preference)


class DubovRound:
    def __init__(self, event: Event, readings: Readings):
        self.event, self.readings = event, readings
        players = players_to_pair(event)
        for p in players:
            if not p.colours:  # 1.6.4: yet to play = mild preference for Black
                p.preference, p.strength = "b", MILD
        self.players = players
        self.extra = {p.id: extra_data(event, p) for p in players}
        self.field = Field(players, event, colours_clash)
        self.last_round = event.played_rounds == event.rounds - 1

    def pair(self) -> Pairing | None:
        ids = frozenset(self.field.by_id)
        bye, left = None, list(self.players)
        if len(left) % 2:  # 3.1
            able = [p for p in left if p.may_have_bye and self.field.all_paired(ids - {p.id})]
            if not able:
                return None
            bye = min(able, key=lambda p: (p.score, -p.games, -p.tpn))
            left.remove(bye)
        elif not self.field.all_paired(ids):
            return None
        pairs: list[Pair] = []
        while left:
            bracket, misplaced = self.choose_bracket(left)
            pairs += self.pair_bracket(bracket, misplaced)
            left = [p for p in left if p not in bracket]
        return finish(pairs, bye, self.event.initial, allocate_colours)

    # 3.2.1-3.2.2: which upfloaters
    def choose_bracket(self, left: list[Player]) -> tuple[list[Player], int]:
        residents = [p for p in left if p.score == left[0].score]
        lower = [p for p in left if p.score < left[0].score]
        everybody = ids_of(left)
        for number in range(len(residents) % 2, len(lower) + 1, 2):  # C5: as few upfloaters as possible
            best = None
            for places in combinations(range(len(lower)), number):
                upfloaters = [lower[i] for i in places]
                bracket = residents + upfloaters
                if not self.field.all_paired(everybody - ids_of(bracket)):  # C4
                    continue
                misplaced = min((self.equal_preferences(m) for m in self.perfect_pairings(bracket)), default=None)
                if misplaced is None:
                    continue
                value = (self.upfloater_value(upfloaters, misplaced), places)
                if best is None or value < best[0]:
                    best = value, bracket, misplaced
            if best:
                return best[1], best[2]
        raise AssertionError("a complete pairing exists, so some set of upfloaters must work")

    def upfloater_value(self, upfloaters: list[Player], misplaced: int) -> tuple:
        """C6-C10 of a set of upfloaters of the right size."""
        c6 = [-score for score in sorted(p.score for p in upfloaters)]
        if self.last_round:
            return c6, misplaced
        extra = [self.extra[p.id] for p in upfloaters]
        counts = sorted((e.upfloats for e in extra if e.maximum), reverse=True)
        c9 = [sum(counts)] if self.readings.c9 == "sum" else counts
        return c6, misplaced, len(counts), c9, sum(e.upfloated_last for e in extra)

    def perfect_pairings(self, players: list[Player]) -> Iterator[list[Pair]]:
        if not players:
            yield []
            return
        first, rest = players[0], players[1:]
        for i, other in enumerate(rest):
            if self.field.legal(first, other):
                for pairs in self.perfect_pairings(rest[:i] + rest[i + 1 :]):
                    yield [(first, other), *pairs]

    @staticmethod
    def equal_preferences(pairs: list[Pair]) -> int:  # C7
        return sum(a.preference == b.preference for a, b in pairs)

    # 3.2.3-3.2.5: the pairing of a bracket
    def white_order(self, players: list[Player]) -> list[Player]:
        return sorted(players, key=lambda p: (self.extra[p.id].aro, p.tpn))

    @staticmethod
    def black_order(players: list[Player]) -> list[Player]:
        return sorted(players, key=lambda p: p.tpn)

    def pair_bracket(self, bracket: list[Player], misplaced: int) -> list[Pair]:
        pairings = list(self.perfect_pairings(bracket))
        if any(p.colours for p in bracket):
            pairings = [m for m in pairings if self.equal_preferences(m) == misplaced]
            g1 = [p for p in bracket if p.preference == "w"]
            g2 = [p for p in bracket if p.preference != "w"]
        else:  # nobody has played: upper half against lower half
            half = len(bracket) // 2
            g1, g2 = self.black_order(bracket)[:half], self.black_order(bracket)[half:]
        g1, g2 = self.recompose(g1, g2, pairings)
        s1 = self.white_order(g1)
        for t2 in permutations(self.black_order(g2)):
            if all(self.field.legal(a, b) for a, b in zip(s1, t2, strict=False)):
                return list(zip(s1, t2, strict=False))
        raise AssertionError("recompose only returns groups that can be paired")

    def recompose(self, g1: list[Player], g2: list[Player], pairings: list[list[Pair]]) -> tuple[list, list]:
        """3.2.4: shift players until G1 and G2 have the same size and can be paired with each other."""
        first_is_smaller = len(g1) <= len(g2)
        small, large = (g1, g2) if first_is_smaller else (g2, g1)
        small_order, large_order = self.white_order, self.black_order
        if not first_is_smaller:
            small_order, large_order = large_order, small_order

        def across(group: list[Player]) -> bool:
            return any(all((a in group) != (b in group) for a, b in pairs) for pairs in pairings)

        def balance(out: tuple[Player, ...]) -> tuple[list, list] | None:
            """Step (ii) after moving `out` from the smaller to the larger group."""
            smaller = [p for p in small if p not in out]
            larger = large + list(out)
            excess = (len(larger) - len(smaller)) // 2
            pool = [p for p in larger if self.readings.shifters == "all" or p not in out]
            for shifted in combinations(middle_out(large_order(pool)), excess):
                if across(smaller + list(shifted)):
                    return smaller + list(shifted), [p for p in larger if p not in shifted]
            return None

        unavoidable = min(sum(a in small and b in small for a, b in pairs) for pairs in pairings)
        for out in combinations(middle_out(small_order(small)), unavoidable):
            balanced = balance(out)
            if balanced:
                return balanced if first_is_smaller else balanced[::-1]
        raise AssertionError("some shift must work")


def pair_next_round(event: Event, readings: Readings = DEFAULT) -> Pairing | None:
    return DubovRound(event, readings).pair()


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--c9", choices=["sum", "lex"], default="sum")
    parser.add_argument("--shifters", choices=["seekers", "all"], default="seekers")
    chosen = parser.parse_args()
    command_line(
        __doc__,
        lambda event: pair_next_round(event, Readings(chosen.c9, chosen.shifters)),
        args=chosen,
        system="FIDE_DUBOV",
    )
