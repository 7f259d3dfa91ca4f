"""The choices of a round by the Lim System, put to a pairing one by one: which it makes, and what each of them says.

Either the pairing is made already, or it is any that keeps to a wish, and each choice leaves fewer of these. A choice
has options, the best by the procedure first: so the first choice that a pairing makes otherwise than ours is the one at
which it is lost. What the procedure itself has undone binds nobody: where it opens pairings (2.6), their players are in
the median, whatever they do there, and nobody else may leave a group than its floaters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from rookery.faces.face import Face, price
from rookery.faces.matching import EXPOSED, Mate, bits, join, mask_of
from rookery.faces.order import runs, settle_first
from rookery.model import Points
from rookery.pairing.criterion import Costs, Places, Step
from rookery.pairing.lim_readings import FLOATER, NUMBER, OPENED, OPPONENT, OPPONENT_OF_FLOATER
from rookery.pairing.lim_table import Group, Table
from rookery.pairing.outcome import Ledger, Line


class Pairing(Protocol):
    """A pairing of the round, or any of many."""

    def takes(self, i: int, whom: int) -> bool:
        """Whether the opponent is one of these; of many, only those are left in which it is so, if there are any."""
        ...

    def leaving(self, members: int) -> int:
        """How many of these meet nobody of them; of many, only those with the fewest are left."""
        ...


class Made:
    """A pairing that is made."""

    def __init__(self, pairs: Places, size: int) -> None:
        self.mate: Mate = [EXPOSED] * size
        for i, j in pairs:
            join(self.mate, i, j)

    def takes(self, i: int, whom: int) -> bool:
        """Whether the opponent is one of these."""
        return bool(whom >> self.mate[i] & 1)

    def leaving(self, members: int) -> int:
        """How many of these meet nobody of them."""
        return sum(not members >> self.mate[i] & 1 for i in bits(members))


class Wished:
    """Any pairing that keeps to a wish."""

    def __init__(self, face: Face) -> None:
        self.face = face

    def takes(self, i: int, whom: int) -> bool:
        """Whether the opponent can be one of these; then it is."""
        return self.face.prefer(i, whom)

    def leaving(self, members: int) -> int:
        """The fewest of these who meet nobody of them."""
        wish = [(1, members, self.face.alive & ~members)]
        self.face.minimise(wish)
        return price(wish, self.face.mate)


class Course:
    """The choices of a round as a pairing makes them."""

    def __init__(self, table: Table, steps: Mapping[str, Step], pairing: Pairing) -> None:
        self.table, self.steps, self.pairing = table, steps, pairing
        above, below, median = table.proposed()
        self.opened: dict[Points, list[int]] = {}  # pairings that the procedure opens, by the score of their group
        for group, pair in table.cracked(above, below, median):
            table.open(group, pair, median)
            self.opened.setdefault(group.score, []).append(mask_of(pair))
        self.next_to_it = set(self.opened)  # groups of which 2.6 may open a pairing
        for side in (above, below) if self.opened else ():
            self.next_to_it.update([group.score for group in side if group.pairs][-1:])

    def ledgers(self) -> Iterator[Ledger]:
        """Group by group, what every choice says."""
        return (Ledger(self.table.decision(n, group), lines) for n, (group, lines) in enumerate(self.groups(), 1))

    def groups(self) -> Iterator[tuple[Group, tuple[Line, ...]]]:
        """Every group of the pairing with its choices, the median last."""
        median = self.table.centre(0, 0)
        for groups in self.table.sides():
            came = 0
            for group in groups:
                group.take(came, group.downward)
                opened = sum(self.opened.get(group.score, ())) & group.members
                lines = *self.floating(group, group.members & ~opened), *self.meeting(group)
                came = mask_of(group.floaters)
                group.left = came | opened
                median.take(opened, group.downward)
                yield group, lines
            if groups:
                median.take(came, groups[-1].downward)
        yield median, tuple(self.meeting(median))

    def floating(self, group: Group, staying: int) -> list[Line]:
        """How many float of those whose pairing is not opened, and who."""
        number = self.pairing.leaving(staying)
        lines = []
        while len(group.floaters) < number:
            key = self.table.disadvantages(group, group.floaters)
            order = sorted(bits(staying & ~mask_of(group.floaters)), key=key)
            i = next(i for i in order if self.pairing.takes(i, ~staying))
            lines += self.lines(FLOATER, key(i), i)
            group.floaters.append(i)
        step = self.steps[OPENED if group.score in self.next_to_it else NUMBER]
        return [step.line((number,), tuple(self.names(i) for i in group.floaters)), *lines]

    def meeting(self, group: Group) -> Iterator[Line]:
        """Who meets whom in the group, turn by turn; pairings that are opened are passed over."""
        alive = group.members & ~mask_of(group.floaters)
        opened = []
        for both in self.opened.get(group.score, ()):
            if alive & both == both:
                opened.append(both)
            else:  # the procedure made this pair, but the pairing has left its way before
                alive &= ~both
        while alive:
            i, costs = self.turn(group, alive)
            both = next((both for both in opened if both >> i & 1), 0)
            if not both:
                j = next(j for j in sorted(costs, key=costs.__getitem__) if self.pairing.takes(i, 1 << j))
                both = 1 << i | 1 << j
                guest = (group.down | group.up) >> i & 1
                yield from self.lines(OPPONENT_OF_FLOATER if guest else OPPONENT, costs[j], i, j)
                group.pairs.append((i, j))
            alive &= ~both

    def turn(self, group: Group, alive: int) -> tuple[int, dict[int, Costs]]:
        """Whose turn it is, and what each opponent says: whether due another colour, and the place in order."""
        table = self.table
        i, candidates, exchangeable = table.turn(group, alive)
        wanted = exchangeable & table.suiting(i)
        if table.maxi:
            wanted = table.near(settle_first(table.face(alive, group.downward), i, runs(candidates)), wanted)
        return i, {j: (int(not wanted >> j & 1), place) for place, j in enumerate(candidates, 1)}

    def lines(self, names: tuple[str, ...], costs: Costs, *who: int) -> list[Line]:
        """What a choice says, step by step as they are declared."""
        declared = (step for name, step in self.steps.items() if name in names)
        return [step.line((cost,), (self.names(*who),)) for step, cost in zip(declared, costs, strict=True)]

    def names(self, *who: int) -> tuple[int, ...]:
        """The ids of those at these places."""
        return tuple(self.table.field.ids[i] for i in who)
