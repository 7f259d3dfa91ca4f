"""The walk of the Lim System: from the top down to the median, from the bottom up to it, the median last (2.2).

A procedure of choices, "the first player that ...", each with the question whether the others can still be paired: one
search on a matching answers it for all candidates. Pairing number 1 is the highest number, a large one is low; downward
the highest number comes first, upwards the lowest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import ClassVar, cast

from rookery.faces.face import Face
from rookery.faces.matching import EXPOSED, Mate, barrier, bits, deficit, join, largest, mask_of
from rookery.faces.order import runs, settle_first
from rookery.history import Float
from rookery.model import Points
from rookery.pairing.bracket import Members
from rookery.pairing.criterion import Clause, Places, Role, Step, in_order, picked
from rookery.pairing.field import Field, impossible
from rookery.pairing.lim_readings import DEFAULT, STEPS, Readings, particulars
from rookery.pairing.outcome import Decision, Ledger, Pair
from rookery.pairing.walk import Criteria, paired_anew

MAXI = 100
"""In a Maxi-tournament ratings may differ by so much where colours are asked after (3.2.3, 3.8, 5.7)."""


@dataclass(slots=True)
class Group:
    """A scoregroup while it is paired: who lives there, who came from above (`down`) and below (`up`), who leaves."""

    score: Points
    downward: bool
    residents: int
    down: int = 0
    up: int = 0
    adjacent: int = 0  # the residents of the group to which its floaters go
    left: int = 0
    pairs: Places = field(default_factory=list)

    @property
    def members(self) -> int:
        """Everybody in the group."""
        return self.residents | self.down | self.up


@dataclass(frozen=True, slots=True)
class TowardsMedian:
    """The walk by these readings; `maxi`: a Maxi-tournament, by the word of the organiser."""

    bye_last: ClassVar[bool] = False
    criteria: tuple[Clause[Members], ...] = STEPS
    readings: Readings = DEFAULT
    maxi: bool = False

    def __post_init__(self) -> None:
        in_order(self.criteria, (Role.ORDER, Step))

    @property
    def steps(self) -> tuple[Step, ...]:
        """What is chosen in a group: how many float, who they are, who meets whom, which pairing is opened."""
        return picked(self.criteria, Step, Role.ORDER)

    def asking(self, criteria: Criteria) -> TowardsMedian:
        """The same walk with other priorities."""
        return replace(self, criteria=cast("tuple[Clause[Members], ...]", criteria))

    def decisions(self, field: Field) -> Iterator[Decision]:
        """Pair the round, group by group in the order of 2.2; nobody is left over."""
        table = Table(self, field)
        return (table.decision(n, group) for n, group in enumerate(table.paired(), 1))

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """At every choice of the procedure, the how manieth possibility any complete pairing of the field takes."""
        table = Table(self, field)
        own = [pair for group in table.paired() for pair in group.pairs]
        groups = enumerate(table.groups_of([(field.place[a], field.place[b]) for a, b in pairs]), 1)
        ours = table.groups_of(own)
        yield from (
            table.beside(n, group, mine) if mine.left & table.cracked else table.ledger(n, group)
            for (n, group), mine in zip(groups, ours, strict=True)
        )

    def granting(self, field: Field, wished: Field, ours: Sequence[Ledger]) -> Iterator[Ledger]:
        """What the best pairing pays that keeps to what is wished, group by group."""
        return paired_anew(self, field, wished)


class Table:
    """One round on the arbiter's table."""

    def __init__(self, walk: TowardsMedian, field: Field) -> None:
        self.readings, self.maxi, self.steps = walk.readings, walk.maxi, walk.steps
        self.field, self.rows, self.seats = field, list(field.rows), field.seats
        self.median = particulars(self.seats[0]).median if self.seats else 0
        self.cracked = 0  # who had a pairing next to the median, and lost it

    # -- 2.2: the round

    def paired(self) -> Iterator[Group]:
        """All groups in the order in which they are paired; a cracked pairing is found in the median."""
        mate, exposed = self.matching(self.field.full, True)
        if exposed:
            raise impossible(self.field, barrier(self.rows, deficit(self.rows, mate, self.field.full, exposed)))
        sides = []
        for groups in self.sides():
            came = 0
            for group in groups:
                group.down, group.up = (came, 0) if group.downward else (0, came)
                group.left = came = mask_of(self.floaters(group))
                group.pairs = self.pairing(group)
            sides.append(groups)
        median = self.centre(*(groups[-1].left if groups else 0 for groups in sides))
        self.crack(median, *sides)
        median.pairs = self.pairing(median)
        return iter([*sides[0], *sides[1], median])

    def sides(self) -> tuple[list[Group], list[Group]]:
        """The groups above the median from the top, and those below it from the bottom."""
        bounds, scores = self.field.bounds, self.field.scores
        groups = {scores[a]: (1 << b) - (1 << a) for a, b in pairwise(bounds)}

        def side(chosen: list[Points], downward: bool) -> list[Group]:
            following = pairwise([*chosen, self.median])
            return [Group(s, downward, groups[s], adjacent=groups.get(next_, 0)) for s, next_ in following]

        above = [score for score in groups if score > self.median]
        below = [score for score in reversed(groups) if score < self.median]
        return side(above, True), side(below, False)

    def centre(self, down: int, up: int) -> Group:
        """The median group with those who come to it; it exists even if nobody lives there."""
        residents = mask_of(i for i, score in enumerate(self.field.scores) if score == self.median)
        return Group(self.median, True, residents, down, up)

    def crack(self, median: Group, above: list[Group], below: list[Group]) -> None:
        """While the median cannot be paired, the players of a pairing next to it join it (2.6).

        It is one of the lower side if more floaters came from above than from below, otherwise of the higher side.
        """
        counted = median.down.bit_count(), median.up.bit_count()
        while self.matching(median.members, True)[1]:
            if self.readings.crack_count == "recount":
                counted = median.down.bit_count(), median.up.bit_count()
            order = (below, above) if counted[0] > counted[1] else (above, below)
            side = next(side for side in order if any(group.pairs for group in side))
            nearest = [group for group in side if group.pairs][-1]
            both = mask_of(nearest.pairs.pop(-1 if self.readings.crack == "last" else 0))
            nearest.left |= both
            self.cracked |= both
            if nearest.downward:
                median.down |= both
            else:
                median.up |= both

    def matching(self, members: int, downward: bool) -> tuple[Mate, int]:
        """A largest matching, begun with the halves of 2.4, and who stays exposed."""
        mate = [EXPOSED] * self.field.size
        line = self.arranged(members, downward)
        free, half = members, len(line) // 2
        for i, j in zip(line[:half], line[half:], strict=False):
            if self.rows[i] >> j & 1:
                join(mate, i, j)
                free ^= 1 << i | 1 << j
        return mate, largest(self.rows, mate, members, free)

    def arranged(self, members: int, downward: bool) -> list[int]:
        """By pairing number, from the highest downward, from the lowest upwards (2.4)."""
        return sorted(bits(members), key=lambda i: self.seats[i].number, reverse=not downward)

    # -- 2.3, 3: who floats

    def floaters(self, group: Group) -> list[int]:
        """As many as a largest number of pairs leaves over, one by one, each the first in order (2.3, 3.10.2, 4.4)."""
        chosen: list[int] = []
        while order := self.able_to_float(group, chosen):
            chosen.append(order[0])
        return chosen

    def able_to_float(self, group: Group, chosen: Sequence[int]) -> list[int]:
        """Who can float next without a pair less, in the order of 3.9, 3.10, 3.2.2 and 3.2.4."""
        staying = group.members & ~mask_of(chosen)
        mate, exposed = self.matching(staying, group.downward)
        if not exposed:
            return []
        able = bits(deficit(self.rows, mate, staying, exposed).outer)
        equalising, known = self.equalising(staying, group.downward), dict[int, int]()

        def key(i: int) -> tuple[int, int, int, int]:
            ahead = mask_of(j for j in chosen if self.before(j, group.downward) < self.before(i, group.downward))
            if ahead not in known:
                known[ahead] = self.open_to(ahead, group.adjacent)
            came = (group.down | group.up) >> i & 1
            kind = 2 * came + (not self.rows[i] & known[ahead])  # 3.9.1: d, c, b, a
            previous = int(self.seats[i].floats[0] is not Float.NONE)
            colour = int(not equalising >> i & 1)
            number = self.seats[i].number * (-1 if group.downward else 1)
            if self.readings.floater_order == "previous":
                return previous, kind, colour, number
            if self.readings.floater_order == "colour":
                return kind, colour, previous, number
            return kind, previous, colour, number

        return sorted(able, key=key)

    def before(self, i: int, downward: bool) -> tuple[int, int]:
        """When a floater is paired: from the highest score and number downward, the mirror upwards (3.6, 3.7)."""
        seat = self.seats[i]
        return (-seat.score, seat.number) if downward else (seat.score, -seat.number)

    def open_to(self, ahead: int, adjacent: int) -> int:
        """Who of the adjacent group can be had besides the opponents of the floaters paired before (3.3, 3.4)."""
        if not ahead:
            return adjacent
        rows = [0] * self.field.size
        for i in bits(ahead):
            rows[i] = self.rows[i] & adjacent
        for i in bits(adjacent):
            rows[i] = self.rows[i] & ahead
        mate, both = [EXPOSED] * self.field.size, ahead | adjacent
        exposed = largest(rows, mate, both, both)
        return deficit(rows, mate, both & ~(exposed & ahead), exposed & adjacent).outer & adjacent

    def equalising(self, staying: int, downward: bool) -> int:
        """Who is due the colour that more players are due (3.2.2); in a Maxi-tournament within 100 points (3.2.3)."""
        white, black = self.field.white & staying, self.field.black & staying
        if white.bit_count() == black.bit_count():
            return 0
        due = white if white.bit_count() > black.bit_count() else black
        return self.near(self.arranged(staying, downward)[-1], due)

    def near(self, i: int, who: int) -> int:
        """Those of a set whose rating is within reach, where that is asked."""
        if not self.maxi:
            return who
        rating = particulars(self.seats[i]).rating
        return mask_of(j for j in bits(who) if abs(rating - particulars(self.seats[j]).rating) <= MAXI)

    # -- 2.4, 3.6-3.8, 4: who meets whom

    def pairing(self, group: Group) -> Places:
        """Floaters first (3.6, 3.7), then the first of the arranged list, again and again (4.1)."""
        members = group.members & ~group.left
        face = Face(self.rows[:], self.matching(members, group.downward)[0], members)
        pairs = []
        while face.alive:
            i, candidates, exchangeable = self.turn(group, face.alive)
            pairs.append((i, self.give(face, i, candidates, exchangeable)))
        return pairs

    def turn(self, group: Group, alive: int) -> tuple[int, list[int], int]:
        """Whose turn it is, whom they try in order, and with whom they may be exchanged for the sake of colours."""
        first, then = (group.down, group.up) if group.downward else (group.up, group.down)
        for guests in (first & alive, then & alive):
            if guests:
                down = bool(guests & group.down)
                i = min(bits(guests), key=lambda i: self.before(i, down))
                look = group.downward if self.readings.upfloater_opponent == "highest" else down
                candidates = self.arranged(alive & ~(1 << i), look)
                if self.readings.median_opponents == "residents":
                    candidates.sort(key=lambda j: (group.down | group.up) >> j & 1)
                return i, candidates, alive
        line = self.arranged(alive, group.downward)
        half = len(line) // 2
        bottom = line[half:]
        exchangeable = mask_of(bottom) if self.readings.colour_exchange == "bottom" else alive
        return line[0], bottom + line[half - 1 : 0 : -1], exchangeable

    def give(self, face: Face, i: int, candidates: Sequence[int], exchangeable: int) -> int:
        """The first possible opponent due another colour, or else the first possible one (3.8, 4.1, 4.4, 5.2)."""
        order = runs(candidates)
        wanted = exchangeable & self.suiting(i)
        if self.maxi:
            wanted = self.near(settle_first(face.copy(), i, order), wanted)
        face.prefer(i, wanted)
        return settle_first(face, i, order)

    def suiting(self, i: int) -> int:
        """With whom both can have the colour due to them (5.2)."""
        white, black = self.field.white, self.field.black
        return ~white if white >> i & 1 else ~black if black >> i & 1 else self.field.full

    # -- decisions, and what a pairing pays

    def decision(self, number: int, group: Group) -> Decision:
        """The decision on a group, by the ids of those concerned."""
        ids = self.field.ids

        def names(who: int) -> tuple[int, ...]:
            return tuple(ids[i] for i in bits(who))

        pairs = tuple((ids[min(pair)], ids[max(pair)]) for pair in group.pairs)
        return Decision(number, group.score, names(group.down), names(group.residents), pairs, names(group.left),
                        names(group.up))  # fmt: skip

    def groups_of(self, pairs: Places) -> Iterator[Group]:
        """A complete pairing group by group: who meets in it, who leaves it."""
        partner = [EXPOSED] * self.field.size
        for i, j in pairs:
            join(partner, i, j)
        came, above, below = [0, 0], *self.sides()
        for side, groups in enumerate((above, below)):
            for group in groups:
                group.down, group.up = (came[side], 0) if group.downward else (0, came[side])
                self._met(group, partner)
                came[side] = group.left
                yield group
        median = self.centre(*came)
        self._met(median, partner)
        yield median

    def _met(self, group: Group, partner: Mate) -> None:
        """Fill in who meets in the group, in the order in which the pairs would be made."""
        here = mask_of(i for i in bits(group.members) if group.members >> partner[i] & 1)
        group.left = group.members & ~here
        while here:
            i, *_ = self.turn(group, here)
            group.pairs.append((i, partner[i]))
            here &= ~(1 << i | 1 << partner[i])

    def ledger(self, number: int, group: Group) -> Ledger:
        """The price of one group: how many float, who they are, whom each takes."""
        ids = self.field.ids
        met = tuple((ids[i], ids[j]) for i, j in group.pairs)
        floated, who = self._floated(group)
        costs = ((group.left.bit_count(),), ()), (floated, tuple((ids[i],) for i in who)), (self._chosen(group), met)
        lines = tuple(step.line(cost, turns) for step, (cost, turns) in zip(self.steps, costs, strict=False))
        return Ledger(self.decision(number, group), lines)

    def beside(self, number: int, group: Group, ours: Group) -> Ledger:
        """A group that those of a cracked pairing left: no choice in it stands for itself, but what remains of it."""
        other = int(set(map(frozenset, group.pairs)) != set(map(frozenset, ours.pairs)))
        return Ledger(self.decision(number, group), (self.steps[-1].line((other,)),))

    def _floated(self, group: Group) -> tuple[tuple[int, ...], list[int]]:
        """The place of each floater among those who could float, who could not being last; and who they are."""
        chosen: list[int] = []
        found = []
        while left := group.left & ~mask_of(chosen):
            order = self.able_to_float(group, chosen)
            place = next((n for n, i in enumerate(order) if left >> i & 1), len(order))
            chosen.append(order[place] if place < len(order) else bits(left)[0])
            found.append(place + 1)
        return tuple(found), chosen

    def _chosen(self, group: Group) -> tuple[int, ...]:
        """The place of each opponent among those tried, who suit by colour before the others."""
        alive, found = mask_of(i for pair in group.pairs for i in pair), []
        for i, j in group.pairs:
            _, candidates, exchangeable = self.turn(group, alive)
            wanted = exchangeable & self.suiting(i)
            order = sorted(candidates, key=lambda k: not wanted >> k & 1)
            found.append(1 + order.index(j))
            alive &= ~(1 << i | 1 << j)
        return tuple(found)
