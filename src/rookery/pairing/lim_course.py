"""The choices of a round by the Lim System, put to a pairing one by one: which it makes, and what each of them says.

Either the pairing is made already, or it is any that keeps to a wish, and each choice leaves fewer of these. A choice
has options, the best by the procedure first: so the first choice that a pairing makes otherwise than ours is the one at
which it is lost. What the procedure itself has undone binds nobody: where it opens pairings (2.6), their players are in
the median, whatever they do there, and nobody else may leave a group than its floaters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rookery.faces.matching import EXPOSED, Mate, bits, join, mask_of
from rookery.faces.order import runs, settle_first
from rookery.model import Points
from rookery.pairing.criterion import Costs, Places, Step
from rookery.pairing.lim_readings import FLOATER, NUMBER, OPENED, OPPONENT, OPPONENT_OF_FLOATER
from rookery.pairing.lim_table import Group, Table
from rookery.pairing.outcome import Decision, Ledger, Line
from rookery.typed import Protocol
from rookery.values import NamedTuple


class Leaving(NamedTuple):
    """Who leaves a group, by one way to look at it.

    `takes`: whether one does; of many pairings, only those are left in which it is so, if there are any. `stands`:
    whether nothing was left out that matters if these leave.
    """

    number: int
    takes: Callable[[int], bool]
    stands: Callable[[int], bool]


class Pairing(Protocol):
    """A pairing of the round, or any of many."""

    def leaving(self, members: int) -> Iterator[Leaving]:
        """Who of these meets nobody of them, as few as can be: one way to look at it after another."""
        ...

    def meeting(self, members: int) -> Callable[[int, int], bool]:
        """Whether two of these meet, who all meet each other; of many pairings, only those where they do are left."""
        ...

    def allows(self, pairs: Places) -> bool:
        """Whether all these meet; of many pairings, only those are left in which they do, if there are any."""
        ...


class Made:
    """A pairing that is made."""

    def __init__(self, pairs: Places, size: int) -> None:
        self.mate: Mate = [EXPOSED] * size
        for i, j in pairs:
            join(self.mate, i, j)

    def leaving(self, members: int) -> Iterator[Leaving]:
        """Who of these meets nobody of them."""
        left = mask_of(i for i in bits(members) if not members >> self.mate[i] & 1)
        yield Leaving(left.bit_count(), lambda i: bool(left >> i & 1), lambda _: True)

    def meeting(self, members: int) -> Callable[[int, int], bool]:
        """Whether two meet."""
        return lambda i, j: self.mate[i] == j

    def allows(self, pairs: Places) -> bool:
        """Whether all these meet."""
        return all(self.mate[i] == j for i, j in pairs)


class Course:
    """The choices of a round as a pairing makes them; `ours` is what the best of all says, where that is known."""

    def __init__(self, table: Table, steps: Mapping[str, Step], pairing: Pairing, ours: Sequence[Ledger] = ()) -> None:
        self.table, self.steps, self.pairing = table, steps, pairing
        self.ours = [ledger for ledger in ours if ledger.bracket]
        self.opened: dict[Points, list[int]] = {}  # pairings that the procedure opens, by the score of their group
        self.next_to_it: set[Points] = set()  # groups of which 2.6 may open a pairing
        self.median = table.centre(0, 0)
        if not ours or any(line.criterion == OPENED for ledger in ours for line in ledger.lines[:1]):
            self.crack()

    def crack(self) -> None:
        """Find the pairings that the procedure opens."""
        above, below, median = self.table.proposed()
        for group, pair in self.table.cracked(above, below, median):
            self.table.open(group, pair, median)
            self.opened.setdefault(group.score, []).append(mask_of(pair))
        self.next_to_it.update(self.opened)
        for side in (above, below) if self.opened else ():
            self.next_to_it.update([group.score for group in side if group.pairs][-1:])

    def ledgers(self) -> Iterator[Ledger]:
        """Group by group, what every choice says; as long as the pairing can be the best of all, it is that one."""
        known = iter(self.ours)
        for number, group in enumerate(self.groups(), 1):
            ours = next(known, None)
            if ours is not None and self.follows(group, ours.decision):
                yield ours
            else:
                known = iter(())
                lines = *self.floating(group), *self.meeting(group)
                yield Ledger(self.table.decision(number, group), lines)

    def groups(self) -> Iterator[Group]:
        """The groups in their order, each with those who come to it from the ones before; the median last."""
        for groups in self.table.sides():
            came = 0
            for group in groups:
                group.take(came, group.downward)
                yield group
                came = mask_of(group.floaters)
                self.median.take(group.left & ~came, group.downward)
            if groups:
                self.median.take(came, groups[-1].downward)
        yield self.median

    def follows(self, group: Group, decision: Decision) -> bool:
        """Whether the pairing can be so in this group; then it is."""
        place = self.table.field.place
        if not self.pairing.allows([(place[a], place[b]) for a, b in decision.pairs]):
            return False
        group.left = self.table.field.among(decision.left)
        group.floaters = list(bits(group.left & ~self.leavers(group)))
        return True

    def leavers(self, group: Group) -> int:
        """Those of the group whose pairing is opened."""
        return sum(self.opened.get(group.score, ())) & group.members

    # -- who floats

    def floating(self, group: Group) -> list[Line]:
        """How many float of those whose pairing is not opened, and who."""
        if group is self.median:
            return []
        opened = self.leavers(group)
        for leaving in self.pairing.leaving(group.members & ~opened):
            lines = self.chosen(group, group.members & ~opened, leaving)
            group.left = mask_of(group.floaters) | opened
            if leaving.stands(group.left):
                break
        step = self.steps[OPENED if group.score in self.next_to_it else NUMBER]
        return [step.line((len(group.floaters),), tuple(self.names(i) for i in group.floaters)), *lines]

    def chosen(self, group: Group, staying: int, leaving: Leaving) -> list[Line]:
        """Who floats, one after the other."""
        lines, group.floaters = [], []
        while len(group.floaters) < leaving.number:
            key = self.table.disadvantages(group, group.floaters)
            order = sorted(bits(staying & ~mask_of(group.floaters)), key=key)
            i = next(i for i in order if leaving.takes(i))
            lines += self.lines(FLOATER, key(i), i)
            group.floaters.append(i)
        return lines

    # -- who meets whom

    def meeting(self, group: Group) -> Iterator[Line]:
        """Who meets whom in the group, turn by turn; pairings that are opened are passed over."""
        takes = self.pairing.meeting(group.members & ~group.left)
        alive, opened = group.members & ~mask_of(group.floaters), []
        for both in self.opened.get(group.score, ()):
            if alive & both == both:
                opened.append(both)
            else:  # the procedure made this pair, but the pairing has left its way before
                alive &= ~both
        while alive:
            i, costs = self.turn(group, alive)
            both = next((both for both in opened if both >> i & 1), 0)
            if not both:
                j = next(j for j in sorted(costs, key=costs.__getitem__) if takes(i, j))
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

    # -- what is said

    def lines(self, names: tuple[str, ...], costs: Costs, *who: int) -> list[Line]:
        """What a choice says, step by step as they are declared."""
        declared = (step for name, step in self.steps.items() if name in names)
        return [step.line((cost,), (self.names(*who),)) for step, cost in zip(declared, costs, strict=True)]

    def names(self, *who: int) -> tuple[int, ...]:
        """The ids of those at these places."""
        return tuple(self.table.field.ids[i] for i in who)
