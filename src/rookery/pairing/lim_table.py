"""One round of the Lim System on the arbiter's table: from the top down to the median, from the bottom up to it (2.2).

A procedure of choices, "the first player that ...", each with the question whether the others can still be paired: one
search on a matching answers it for all candidates. Pairing number 1 is the highest number, a large one is low; downward
the highest number comes first, upwards the lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from rookery.faces.face import Face
from rookery.faces.matching import EXPOSED, Mate, barrier, bits, deficit, join, largest, mask_of
from rookery.faces.order import each_run, settle_first
from rookery.history import Float
from rookery.model import Points
from rookery.pairing.criterion import Places
from rookery.pairing.field import Field, impossible
from rookery.pairing.lim_readings import Readings, particulars
from rookery.pairing.outcome import Decision
from rookery.values import field, mutable

Place = tuple[int, int]
"""Two who meet, by their places in the field."""

MAXI = 100
"""In a Maxi-tournament ratings may differ by so much where colours are asked after (3.2.3, 3.8, 5.7)."""


@mutable
class Group:
    """A scoregroup while it is paired: who lives there, who came from above (`down`) and below (`up`), who leaves."""

    score: Points
    downward: bool
    residents: int
    down: int = 0
    up: int = 0
    adjacent: int = 0  # the residents of the group to which its floaters go
    floaters: list[int] = field(default_factory=list)  # in the order in which they were chosen
    left: int = 0  # the floaters, and who left it with a cracked pairing
    pairs: Places = field(default_factory=list)

    @property
    def members(self) -> int:
        """Everybody in the group."""
        return self.residents | self.down | self.up

    def take(self, who: int, downward: bool) -> None:
        """Take in some who come from above, or from below."""
        if downward:
            self.down |= who
        else:
            self.up |= who


class Table:
    """One round on the arbiter's table."""

    def __init__(self, field: Field, readings: Readings, maxi: bool) -> None:
        self.readings, self.maxi = readings, maxi
        self.field, self.rows, self.seats = field, list(field.rows), field.seats
        self.numbers = [seat.number for seat in field.seats]
        self.median = particulars(self.seats[0]).median if self.seats else 0

    # -- 2.2: the round

    def paired(self) -> Iterator[Group]:
        """All groups in the order in which they are paired; a cracked pairing is found in the median."""
        above, below, median = self.proposed()
        for group, pair in self.cracked(above, below, median):
            self.open(group, pair, median)
        median.pairs = self.pairing(median)
        return iter([*above, *below, median])

    def proposed(self) -> tuple[list[Group], list[Group], Group]:
        """Both sides as they are paired, and the median with those who come to it, not yet paired."""
        self.whole()
        sides = self.sides()
        for groups in sides:
            came = 0
            for group in groups:
                group.take(came, group.downward)
                group.floaters = self.floaters(group)
                group.left = came = mask_of(group.floaters)
                group.pairs = self.pairing(group)
        return *sides, self.centre(*(groups[-1].left if groups else 0 for groups in sides))

    def whole(self) -> Mate:
        """A complete pairing of the round, whatever it is like."""
        mate, exposed = self.matching(self.field.full, True)
        if exposed:
            raise impossible(self.field, barrier(self.rows, deficit(self.rows, mate, self.field.full, exposed)))
        return mate

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

    def cracked(self, above: list[Group], below: list[Group], median: Group) -> Iterator[tuple[Group, Place]]:
        """While the median cannot be paired, the next pairing to be opened, whose players then join it (2.6)."""
        counted = median.down.bit_count(), median.up.bit_count()
        while self.matching(median.members, True)[1]:
            if self.readings.crack_count == "recount":
                counted = median.down.bit_count(), median.up.bit_count()
            yield next(self.nearest(above, below, *counted))

    def nearest(self, above: list[Group], below: list[Group], down: int, up: int) -> Iterator[tuple[Group, Place]]:
        """The pairings of both sides, those next to the median first.

        One of the lower side comes first if more floaters came from above than from below, otherwise one of the higher.
        """
        for side in (below, above) if down > up else (above, below):
            for group in reversed(side):
                for pair in group.pairs[::-1] if self.readings.crack == "last" else group.pairs[:]:
                    yield group, pair

    def open(self, group: Group, pair: Place, median: Group) -> None:
        """The players of a pairing join the median."""
        both = mask_of(pair)
        group.pairs.remove(pair)
        group.left |= both
        median.take(both, group.downward)

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
        return sorted(bits(members), key=self.numbers.__getitem__, reverse=not downward)

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
        return sorted(bits(deficit(self.rows, mate, staying, exposed).outer), key=self.disadvantages(group, chosen))

    def disadvantages(self, group: Group, chosen: Sequence[int]) -> Callable[[int], tuple[int, ...]]:
        """What speaks against somebody as the next floater after those chosen, in order."""
        staying = group.members & ~mask_of(chosen)
        equalising, known = self.equalising(staying, group.downward), dict[int, int]()

        def key(i: int) -> tuple[int, ...]:
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

        return key

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
        face = self.face(group.members & ~group.left, group.downward)
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
        wanted = exchangeable & self.suiting(i)
        if self.maxi:
            wanted = self.near(settle_first(face.copy(), i, each_run(candidates)), wanted)
        suited = wanted if face.find(i, wanted) else face.alive
        return settle_first(face, i, (run & suited for run in each_run(candidates)))

    def face(self, members: int, downward: bool) -> Face:
        """All pairings of these, who can be paired."""
        return Face(self.rows[:], self.matching(members, downward)[0], members)

    def suiting(self, i: int) -> int:
        """With whom both can have the colour due to them (5.2)."""
        white, black = self.field.white, self.field.black
        return ~white if white >> i & 1 else ~black if black >> i & 1 else self.field.full

    # -- what was decided

    def decision(self, number: int, group: Group) -> Decision:
        """The decision on a group, by the ids of those concerned."""
        ids = self.field.ids

        def names(who: int) -> tuple[int, ...]:
            return tuple(ids[i] for i in bits(who))

        pairs = tuple((ids[min(pair)], ids[max(pair)]) for pair in group.pairs)
        return Decision(number, group.score, names(group.down), names(group.residents), pairs, names(group.left),
                        names(group.up))  # fmt: skip
