"""The Lim System is a procedure, not a list of priorities: the choices it takes, and which of them a pairing leaves.

The choices of a group are how many float (3.10.2), who (3.9), and who meets whom, turn by turn (4.2). A pairing next to
the median may be opened later (2.6), so a complete pairing keeps to the choices of a group as well where some pairs of
it are opened and their players meet in the median. Of all pairings with a wish the best keeps to the most choices; the
first that it leaves is where the wish is lost. Several may keep to the same choices: each of them is as true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from literal import lim
from literal.events import Event
from support import colour_articles
from support.all_pairings import ORDER, Item, Judge, Pair, Part, Parting, Whole, halves, once, ordered
from support.colour_articles import Side


class Stage(NamedTuple):
    """A group as the procedure has paired it, before anything was opened."""

    score: int
    direction: str
    residents: list[lim.Player]
    incoming: list[lim.Floater]
    adjacent: list[lim.Player]
    floaters: list[lim.Player]
    pairs: list[tuple[lim.Player, lim.Player]]
    opened: list[tuple[lim.Player, lim.Player]]

    @property
    def members(self) -> list[lim.Player]:
        """Everybody in the group."""
        return self.residents + [floater.player for floater in self.incoming]

    @property
    def ids(self) -> set[int]:
        """The same by number."""
        return {p.tpn for p in self.members}


class Leaving(NamedTuple):
    """The first choice that a pairing leaves: how far it kept to them, and how far down the list its own choice is."""

    kept: int
    place: Any
    rule: str
    score: int | None
    ours: Item
    theirs: Item


Split = tuple[frozenset[int], frozenset[Pair], frozenset[Pair]]
"""Who floats, who was paired in the group, and which of these pairs are opened."""


class Lim(Judge):
    """C.04.4.3 (2026)."""

    completion, barring = "4.4", "C.04.1 4"

    def __init__(self, event: Event) -> None:
        self.event = event
        self.round, players = lim.round_of(event)
        self.players = sorted(players, key=lambda p: (-p.score, p.tpn))
        self.by_id = {p.tpn: p for p in self.players}
        self.ids = tuple(self.by_id)
        self.scores = {p.tpn: p.score for p in self.players}
        self.rules_of_colours = colour_articles.LIM if self.round.number > 1 else colour_articles.LIM_FIRST
        self.left: dict[Whole, Leaving | None] = {}

    # -- facts of one or two

    def legal(self, a: int, b: int) -> bool:
        return self.round.compatible(self.by_id[a], self.by_id[b])

    def may_have_bye(self, one: int) -> bool:
        return not self.by_id[one].barred

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The pairing numbers: whoever was never paired has none yet (C.04.2 2.4)."""
        cells = self.event.cells
        known = [p for p in sorted(cells) if p in self.by_id or any(c.opponent or c.result == "U" for c in cells[p])]
        return {one: number for number, one in enumerate(known, 1)}

    def number(self, one: int) -> int:
        return self.numbers[one]

    def upwards(self, part: Part) -> bool:
        return part.score is not None and part.score < self.round.median

    def side(self, one: int) -> Side:
        player = self.by_id[one]
        due = self.round.due(player)
        return Side(player.colours, due, 1 if due else 0)

    def rounds_met(self, a: int, b: int) -> list[int]:
        return [n for n, cell in enumerate(self.event.cells[a], 1) if cell.played and cell.opponent == b]

    def broken(self, a: int, b: int) -> set[str]:
        return set() if self.legal(a, b) else {"2.1"}

    def missed(self, one: int) -> int:
        return self.event.played_rounds - len(self.by_id[one].colours)

    def colour_article(self, a: int, b: int, part: Part) -> str:
        """The higher number decides, in a group below the median the lower one."""
        higher, lower = sorted((a, b), reverse=part.score is not None and part.score < self.round.median)
        return colour_articles.article(self.rules_of_colours, self.side(higher), self.side(lower))

    def plain(self, part: Part, one: int) -> int | None:
        """Of residents without a floater, the upper half meets the lower half by number (2.4)."""
        guests = {*part.down, *part.up}
        busy = {i for pair in part.pairs if guests & set(pair) for i in pair} | set(part.left)
        return halves(sorted(i for i in part.residents if i not in busy), one)

    # -- the procedure

    @cached_property
    def bye(self) -> lim.Player | None:
        """Who receives the bye."""
        return self.round.bye(self.players)

    @cached_property
    def stages(self) -> list[Stage]:
        """The groups in their order, the median last."""
        players = [p for p in self.players if p != self.bye]
        scores = sorted({p.score for p in players})
        above = self.side_of(players, [s for s in reversed(scores) if s > self.round.median], lim.DOWN)
        below = self.side_of(players, [s for s in scores if s < self.round.median], lim.UP)
        return [*above, *below, self.median(players, above, below)]

    def side_of(self, players: list[lim.Player], scores: list[int], direction: str) -> list[Stage]:
        """The groups of one side in turn."""
        kind, found, floaters = "DF" if direction == lim.DOWN else "UF", [], []
        for score, following in zip(scores, [*scores[1:], self.round.median], strict=False):
            residents = [p for p in players if p.score == score]
            adjacent = [p for p in players if p.score == following]
            incoming = [lim.Floater(p, kind) for p in floaters]
            group = self.round.pair_group(residents, incoming, adjacent, direction)
            floaters = group.floaters
            found.append(Stage(score, direction, residents, incoming, adjacent, floaters, group.pairs, []))
        return found

    def median(self, players: list[lim.Player], above: list[Stage], below: list[Stage]) -> Stage:
        """The median, with the pairs next to it that are opened (2.6)."""
        residents = [p for p in players if p.score == self.round.median]
        came = [list(side[-1].floaters) if side else [] for side in (above, below)]
        while not self.round.can_pair_all(residents + came[0] + came[1]):
            first = 1 if len(came[0]) > len(came[1]) else 0
            sides = [(above, came[0]), (below, came[1])]
            for side, joins in (sides[first], sides[1 - first]):
                open_to = [stage for stage in side if len(stage.opened) < len(stage.pairs)]
                if open_to:
                    pair = open_to[-1].pairs[-1 - len(open_to[-1].opened)]
                    open_to[-1].opened.append(pair)
                    joins += pair
                    break
        incoming = [lim.Floater(p, kind) for kind, many in zip(("DF", "UF"), came, strict=True) for p in many]
        pairs = self.round.pair_all(residents, incoming, lim.DOWN)
        return Stage(self.round.median, lim.DOWN, residents, incoming, [], [], pairs, [])

    # -- a complete pairing beside it

    def parts(self, whole: Whole) -> Iterator[Part]:
        """Ours group by group; of any other pairing the same groups, as they come out."""
        yield Part(None, (), once(self.ids), (), frozenset(), (), tuple(self.bye_items(whole.bye)))
        yield from self.own_parts() if self.ours == whole else self.division(whole)

    def division(self, whole: Whole) -> Iterator[Part]:
        """The groups of any pairing, as it comes out: two meet in the group of the one nearer to the median."""
        came: dict[str, set[int]] = {lim.DOWN: set(), lim.UP: set()}
        scores = sorted({self.scores[one] for one in self.ids if one != whole.bye})
        median = self.round.median
        high, low = [s for s in reversed(scores) if s > median], [s for s in scores if s < median]
        for score, way in [*((s, lim.DOWN) for s in high), *((s, lim.UP) for s in low)]:
            home = {one for one in self.ids if self.scores[one] == score and one != whole.bye}
            pairs, left = inside(whole, home | came[way])
            down, up = (came[way], set()) if way == lim.DOWN else (set(), came[way])
            yield Part(score, once(down), once(home), once(up), pairs, once(left), ())
            came[way] = left
        home = {one for one in self.ids if self.scores[one] == median and one != whole.bye}
        pairs, left = inside(whole, home | came[lim.DOWN] | came[lim.UP])
        yield Part(median, once(came[lim.DOWN]), once(home), once(came[lim.UP]), pairs, once(left), ())

    def own_parts(self) -> Iterator[Part]:
        """The groups as the procedure leaves them."""
        for stage in self.stages:
            came = {kind: once(f.player.tpn for f in stage.incoming if f.kind == kind) for kind in ("DF", "UF")}
            pairs = frozenset(ordered(a.tpn, b.tpn) for a, b in stage.pairs if (a, b) not in stage.opened)
            left = [p.tpn for p in stage.floaters] + [p.tpn for pair in stage.opened for p in pair]
            home = once(p.tpn for p in stage.residents)
            yield Part(stage.score, came["DF"], home, came["UF"], pairs, once(left), ())

    def bye_items(self, one: int | None) -> Iterator[Item]:
        """1.1, 7.1."""
        player = self.by_id.get(one) if one is not None else None
        rating = player.rating if player and self.round.number == 1 else 0
        yield Item("1.1", (player.score,) if player else (), kind="bye")
        yield Item("7.1", (rating,) if player else (), kind="bye")
        yield Item("1.1", (-self.number(player.tpn),) if player else (), kind="bye")

    @cached_property
    def ours(self) -> Whole:
        """What the procedure gives."""
        pairs = [pair for stage in self.stages for pair in stage.pairs if pair not in stage.opened]
        return Whole(frozenset(ordered(a.tpn, b.tpn) for a, b in pairs), self.bye.tpn if self.bye else None)

    def price(self, whole: Whole) -> tuple[Any, ...]:
        """How soon a pairing leaves the procedure."""
        found = self.leaving(whole)
        return () if found is None else (-found.kept, found.place)

    def bests(self, wish: Callable[[Whole], bool]) -> list[Whole]:
        """All pairings with a wish that keep to the most choices."""
        found = list(filter(wish, self.every))
        if self.ours in found:
            return [self.ours]
        least = min(map(self.price, found), default=())
        return [whole for whole in found if self.price(whole) == least]

    def best(self, wish: Callable[[Whole], bool] = lambda whole: True) -> Whole | None:
        return next(iter(self.bests(wish)), None)

    def partings(self, ours: Whole, wish: Callable[[Whole], bool]) -> list[Parting]:
        return [parting for whole in self.bests(wish) for parting in self.ways(ours, whole)]

    def ways(self, ours: Whole, whole: Whole) -> Iterator[Parting]:
        """Where a pairing leaves the procedure; the groups of which more or fewer pairs are opened are as true."""
        found = self.leaving(whole)
        if found is None:
            return
        both = list(zip(self.divided(ours), self.divided(whole), strict=False))
        for mine, other in both:
            if mine.score == found.score or (
                found.rule == "2.6" and mine.score is not None and mine.pairs != other.pairs
            ):
                yield Parting(mine, found.ours, found.theirs, other, whole)

    def leaving(self, whole: Whole) -> Leaving | None:
        """The first choice that a pairing leaves, kept."""
        if whole not in self.left:
            self.left[whole] = self.first_left(whole)
        return self.left[whole]

    def first_left(self, whole: Whole) -> Leaving | None:
        """The first choice that a pairing leaves; None if it is ours."""
        mine, other = list(self.bye_items(self.ours.bye)), list(self.bye_items(whole.bye))
        for n, (item, against) in enumerate(zip(mine, other, strict=True)):
            if item.cost != against.cost:
                return Leaving(n - 3, [one.cost for one in other], item.rule, None, item, against)
        return self.further(whole, 0, 0, [])

    def further(self, whole: Whole, n: int, kept: int, opened: list[frozenset[Pair]]) -> Leaving | None:
        """The first choice left from a group on, by the way that keeps to the most; as many are opened as in ours."""
        if n == len(self.stages) - 1:
            return self.in_the_median(whole, kept, opened)
        stage, found = self.stages[n], list[Leaving]()
        spare = sum(len(one.opened) for one in self.stages) - sum(map(len, opened))
        after = kept + 2 + len(stage.floaters) + len(stage.pairs)
        for split in self.splits(stage, whole, spare):
            left = self.compared(stage, split, kept)
            left = self.further(whole, n + 1, after, [*opened, split[2]]) if left is None else left
            if left is None:
                return None
            found.append(left)
        return max(found, key=lambda one: (one.kept, -one.place), default=None) or number_left(stage, whole, kept)

    def splits(self, stage: Stage, whole: Whole, spare: int) -> list[Split]:
        """How a pairing may have come about in a group: with as few floaters, and perhaps pairs opened later."""
        pairs, left = inside(whole, stage.ids)
        found: list[Split] = []
        for later in subsets(sorted(pairs)):  # who meets in the median, though of the same group
            out = left | {one for pair in later for one in pair}
            if len(out) > len(stage.floaters) + 2 * spare:
                continue
            for floaters in combinations(sorted(out), len(stage.floaters)):
                for opened in self.complete(sorted(out - set(floaters))):
                    found.append((frozenset(floaters), pairs - set(later) | set(opened), frozenset(opened)))
        return found

    def compared(self, stage: Stage, split: Split, kept: int) -> Leaving | None:
        """The first choice of a group that this way leaves."""
        floaters, pairs, _ = split
        chosen: list[lim.Player] = []
        for n, one in enumerate(stage.floaters):
            if one.tpn not in floaters:
                order = self.floating(stage, chosen)
                other = next((p for p in order if p.tpn in floaters and p not in chosen), None)
                place = order.index(other) if other else len(order)
                return self.step(kept + 1 + n, place, "3.9", stage, None, one.tpn, other.tpn if other else None)
            chosen.append(one)
        if floaters != {p.tpn for p in stage.floaters}:
            return None
        return self.turns(stage, pairs, kept + 1 + len(stage.floaters))

    def turns(self, stage: Stage, pairs: frozenset[Pair], kept: int) -> Leaving | None:
        """The first turn at which somebody meets somebody else."""
        left = [p for p in stage.members if p not in stage.floaters]
        for n, (one, opponent) in enumerate(stage.pairs):
            if ordered(one.tpn, opponent.tpn) not in pairs:
                other = next((pair[pair[0] == one.tpn] for pair in pairs if one.tpn in pair), None)
                order = self.tried(stage, one, left)
                place = order.index(other) if other in order else len(order)
                return self.step(kept + n, place, "4.2", stage, one.tpn, opponent.tpn, other)
            left = [p for p in left if p not in (one, opponent)]
        return None

    @staticmethod
    def step(kept: int, place: int, rule: str, stage: Stage, turn: int | None, first: int, then: int | None) -> Leaving:
        """A choice as an item of an order."""
        mine = Item(rule, (0,), kind=ORDER, turns=((turn, first),))
        other = Item(rule, (1,), kind=ORDER, turns=((turn, then),))
        return Leaving(kept, place, rule, stage.score, mine, other)

    def floating(self, stage: Stage, chosen: list[lim.Player]) -> list[lim.Player]:
        """Who can float next, in order."""
        staying = [p for p in stage.members if p not in chosen]
        incoming = [floater.player for floater in stage.incoming]
        most = self.round.most_pairs(stage.members)

        def key(p: lim.Player) -> tuple[Any, ...]:
            return self.round.floater_preference(p, staying, chosen, incoming, stage.adjacent, stage.direction)

        return [p for p in sorted(staying, key=key) if self.round.most_pairs(lim.without(staying, p)) == most]

    def tried(self, stage: Stage, one: lim.Player, left: list[lim.Player]) -> list[int]:
        """Whom somebody could meet at this turn, in the order in which they are tried."""
        floater = next((f for f in stage.incoming if f.player == one), None)
        if floater is not None:
            candidates = self.round.floater_candidates(floater, left, stage.incoming, stage.direction)
        else:
            _, candidates, _ = self.round.exchange_order(lim.arranged(left, stage.direction))
        able = [c for c in candidates if self.round.available(one, c, left)]
        return [c.tpn for c in sorted(able, key=lambda c: not self.round.suits(one, c))]

    def in_the_median(self, whole: Whole, kept: int, opened: list[frozenset[Pair]]) -> Leaving | None:
        """What comes last: which pairs are opened, and who meets in the median."""
        right = [frozenset(ordered(a.tpn, b.tpn) for a, b in stage.opened) for stage in self.stages[:-1]]
        n = next((n for n, (one, other) in enumerate(zip(opened, right, strict=True)) if one != other), None)
        if n is not None:
            place = sum(map(len, opened))
            return Leaving(
                kept, place, "2.6", self.stages[n].score, Item("2.6", (0,), kind="step"), Item("2.6", (1,), kind="step")
            )
        median = self.stages[-1]
        return self.turns(median, inside(whole, median.ids)[0], kept + 1)

    def readings(self, part: Part) -> list[Part]:
        """Opened pairs may meet again in their own group: told by the procedure, or by the pairing as it came out."""
        return [part, *(other for other in self.division(self.ours) if other.score == part.score)]

    def fewer(self, ours: Whole, part: Part, count: Callable[[Part], int]) -> Whole | None:
        """2.3, 3.10.2: as many pairs in a group as can be."""
        members = [self.by_id[one] for one in part.members]
        stage = next(stage for stage in self.stages if stage.score == part.score)
        more = len(members) - 2 * self.round.most_pairs(members) + 2 * len(stage.opened)
        return ours if count(part) > more else None


def subsets(pairs: list[Pair]) -> Iterator[tuple[Pair, ...]]:
    """Every choice of these."""
    return (chosen for number in range(len(pairs) + 1) for chosen in combinations(pairs, number))


def inside(whole: Whole, members: set[int]) -> tuple[frozenset[Pair], set[int]]:
    """Who meets among these, and who of them does not."""
    pairs = frozenset(pair for pair in whole.pairs if set(pair) <= members)
    return pairs, members - {one for pair in pairs for one in pair}


def number_left(stage: Stage, whole: Whole, kept: int) -> Leaving:
    """More float than need to."""
    left = inside(whole, stage.ids)[1]
    mine = Item("3.10.2", (len(stage.floaters),), frozenset((p.tpn,) for p in stage.floaters), kind="step")
    other = Item("3.10.2", (len(left),), frozenset((one,) for one in left), kind="step")
    return Leaving(kept, len(left), "3.10.2", stage.score, mine, other)
