"""The Lim System is a procedure: what any complete pairing says at each of its choices, by the literal reference.

The choices of a group are how many float (3.10.2), who (3.9, 3.10, 3.2.2, 3.2.4), and whom everybody takes in turn
(5.2, then 4.2, or 3.8 for a floater). Where the procedure opens pairings next to the median (2.6), their players are
in the median, whatever they do there; that nobody else leaves such a group is then said by 2.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from literal import lim
from literal.events import Event
from support import colour_articles
from support.all_pairings import ORDER, Item, Judge, Part, Whole, half_opponent, ordered, sorted_ids
from support.colour_articles import Side

STEP = "step"


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


class Lim(Judge):
    """C.04.4.3 (2026)."""

    completion, barring, order = "4.4", "C.04.1 4", ("2.4", "4.2")

    def __init__(self, event: Event) -> None:
        self.event = event
        self.round, players = lim.round_of(event)
        self.players = sorted(players, key=lambda p: (-p.score, p.tpn))
        self.by_id = {p.tpn: p for p in self.players}
        self.ids = tuple(self.by_id)
        self.scores = {p.tpn: p.score for p in self.players}
        self.known: dict[int | None, list[Stage]] = {}
        self.rules_of_colours = colour_articles.LIM if self.round.number > 1 else colour_articles.LIM_FIRST

    # -- facts of one or two

    def legal(self, a: int, b: int) -> bool:
        return self.round.compatible(self.by_id[a], self.by_id[b])

    def may_have_bye(self, participant: int) -> bool:
        return not self.by_id[participant].barred

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The pairing numbers: whoever was never paired has none yet (C.04.2 2.4)."""
        cells = self.event.cells
        paired = [p for p in sorted(cells) if p in self.by_id or any(c.opponent or c.result == "U" for c in cells[p])]
        return {player: number for number, player in enumerate(paired, 1)}

    def number(self, participant: int) -> int:
        return self.numbers[participant]

    def upwards(self, part: Part) -> bool:
        return part.score is not None and part.score < self.round.median

    def side(self, participant: int) -> Side:
        player = self.by_id[participant]
        due = self.round.due(player)
        return Side(player.colours, due, 1 if due else 0)

    def rounds_met(self, a: int, b: int) -> list[int]:
        return [n for n, cell in enumerate(self.event.cells[a], 1) if cell.played and cell.opponent == b]

    def broken_rules(self, a: int, b: int) -> set[str]:
        return set() if self.legal(a, b) else {"2.1"}

    def games_missed(self, participant: int) -> int:
        return self.event.played_rounds - len(self.by_id[participant].colours)

    def by_rank(self, a: int, b: int, part: Part) -> list[int]:
        """The higher number decides, in a group below the median the lower one."""
        return sorted((a, b), reverse=part.score is not None and part.score < self.round.median)

    def plain(self, part: Part, participant: int) -> int | None:
        """Of residents without a floater, the upper half meets the lower half by number (2.4)."""
        guests = {*part.down, *part.up}
        busy = {i for pair in part.pairs if guests & set(pair) for i in pair} | set(part.left)
        return half_opponent(sorted(i for i in part.residents if i not in busy), participant)

    # -- the procedure

    def stages(self, bye: int | None) -> list[Stage]:
        """The groups in their order, the median last, if this one has the bye."""
        if bye not in self.known:
            players = [p for p in self.players if p.tpn != bye]
            scores = sorted({p.score for p in players})
            above = self.side_of(players, [s for s in reversed(scores) if s > self.round.median], lim.DOWN)
            below = self.side_of(players, [s for s in scores if s < self.round.median], lim.UP)
            self.known[bye] = [*above, *below, self.median(players, above, below)]
        return self.known[bye]

    def side_of(self, players: list[lim.Player], scores: list[int], direction: str) -> list[Stage]:
        """The groups of one side in turn."""
        kind, stages, floaters = "DF" if direction == lim.DOWN else "UF", [], []
        for score, following in zip(scores, [*scores[1:], self.round.median], strict=False):
            residents = [p for p in players if p.score == score]
            adjacent = [p for p in players if p.score == following]
            incoming = [lim.Floater(p, kind) for p in floaters]
            group = self.round.pair_group(residents, incoming, adjacent, direction)
            floaters = group.floaters
            stages.append(Stage(score, direction, residents, incoming, adjacent, floaters, group.pairs, []))
        return stages

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
        incoming = [lim.Floater(p, kind) for kind, players in zip(("DF", "UF"), came, strict=True) for p in players]
        pairs = self.round.pair_all(residents, incoming, lim.DOWN)
        return Stage(self.round.median, lim.DOWN, residents, incoming, [], [], pairs, [])

    # -- a complete pairing beside it

    def opened_pairs(self, bye: int | None) -> dict[int, list[set[int]]]:
        """The pairings that the procedure opens, by the score of their group."""
        return {s.score: [{a.tpn, b.tpn} for a, b in s.opened] for s in self.stages(bye) if s.opened}

    def median_neighbours(self, bye: int | None) -> set[int]:
        """The groups of which 2.6 opens pairings, or would next."""
        scores = set(self.opened_pairs(bye))
        for way in (lim.DOWN, lim.UP) if scores else ():
            side = [s for s in self.stages(bye)[:-1] if s.direction == way and len(s.opened) < len(s.pairs)]
            scores |= {s.score for s in side[-1:]}
        return scores

    def parts(self, whole: Whole) -> Iterator[Part]:
        """Group by group; whoever floats goes on, and those of opened pairings to the median."""
        yield Part(None, (), sorted_ids(self.ids), (), frozenset(), (), tuple(self.bye_items(whole.bye)))
        players = [p for p in self.players if p.tpn != whole.bye]
        scores, median = sorted({p.score for p in players}), self.round.median
        high, low = [s for s in reversed(scores) if s > median], [s for s in scores if s < median]
        centre: list[lim.Floater] = []
        for way, side, kind in ((lim.DOWN, high, "DF"), (lim.UP, low, "UF")):
            came: list[lim.Floater] = []
            for score, following in zip(side, [*side[1:], median], strict=False):
                group = Group(self, whole, score, way, came, [p for p in players if p.score == following])
                yield group.part()
                came = [lim.Floater(p, kind) for p in group.floaters]
                centre += [lim.Floater(p, kind) for p in group.members if p.tpn in group.opened]
            centre += came
        yield Group(self, whole, median, lim.DOWN, centre, []).part()

    def bye_items(self, participant: int | None) -> Iterator[Item]:
        """1.1, 7.1."""
        player = self.by_id.get(participant) if participant is not None else None
        rating = player.rating if player and self.round.number == 1 else 0
        yield Item("1.1", (player.score,) if player else (), kind="bye")
        yield Item("7.1", (rating,) if player else (), kind="bye")
        yield Item("1.1", (-self.number(player.tpn),) if player else (), kind="bye")

    def fewer(self, chosen: Whole, part: Part, count: Callable[[Part], int]) -> Whole | None:
        """2.3, 3.10.2: as many pairs in a group as can be."""
        members = [self.by_id[i] for i in part.members]
        opened = 2 * len(self.opened_pairs(chosen.bye).get(part.score or 0, ()))
        more = len(members) - 2 * self.round.most_pairs(members) + opened
        return chosen if count(part) > more else None


class Group:
    """A group of a complete pairing, and what it says at every choice."""

    def __init__(
        self, judge: Lim, whole: Whole, score: int, way: str, came: list[lim.Floater], adjacent: list[lim.Player]
    ) -> None:
        self.judge, self.round, self.whole, self.score, self.way = judge, judge.round, whole, score, way
        self.incoming, self.adjacent = came, adjacent
        self.residents = [p for p in judge.players if p.score == score and p.tpn != whole.bye]
        self.members = self.residents + [floater.player for floater in came]
        ids = {p.tpn for p in self.members}
        self.apart = judge.opened_pairs(whole.bye).get(score, [])
        self.opened = ids & set().union(*self.apart)
        self.staying = [p for p in self.members if p.tpn not in self.opened]
        staying_ids = {p.tpn for p in self.staying}
        self.leaving = [p for p in self.staying if whole.partner(p.tpn) not in staying_ids]
        self.floaters: list[lim.Player] = []
        self.pairs: list[tuple[int, int]] = []
        median = score == judge.round.median
        self.items = tuple(self.pairing_items()) if median else (*self.floater_items(), *self.pairing_items())

    def part(self) -> Part:
        """The group as data."""
        came = {kind: sorted_ids(f.player.tpn for f in self.incoming if f.kind == kind) for kind in ("DF", "UF")}
        pairs = frozenset(ordered(*pair) for pair in self.pairs)
        left = {p.tpn for p in self.floaters} | self.opened
        home = sorted_ids(p.tpn for p in self.residents)
        return Part(self.score, came["DF"], home, came["UF"], pairs, sorted_ids(left), self.items)

    def floater_items(self) -> Iterator[Item]:
        """How many float, and for each what speaks against them."""
        rule = "2.6" if self.score in self.judge.median_neighbours(self.whole.bye) else "3.10.2"
        payers = frozenset((p.tpn,) for p in self.leaving)
        items = []
        incoming = [floater.player for floater in self.incoming]
        while len(self.floaters) < len(self.leaving):
            staying = [p for p in self.members if p not in self.floaters]

            def key(p: lim.Player, staying: list[lim.Player] = staying) -> tuple[Any, ...]:
                chosen = self.floaters
                return self.round.floater_preference(p, staying, chosen, incoming, self.adjacent, self.way)

            participant = min((p for p in self.leaving if p not in self.floaters), key=key)
            for name, cost in zip(("3.9", "3.10", "3.2.2", "3.2.4"), key(participant), strict=True):
                kind = ORDER if name == "3.2.4" else STEP
                items.append(
                    Item(name, (int(cost),), frozenset({(participant.tpn,)}), kind, ((None, participant.tpn),))
                )
            self.floaters.append(participant)
        return iter([Item(rule, (len(self.leaving),), payers, STEP), *items])

    def pairing_items(self) -> Iterator[Item]:
        """Whom everybody takes in turn; opened pairings are passed over."""
        alive = [p for p in self.members if p not in self.floaters]
        passed: list[set[int]] = []
        for both in self.apart:
            if both <= {p.tpn for p in alive}:
                passed.append(both)
            else:
                alive = [p for p in alive if p.tpn not in both]
        while alive:
            player, candidates, rule = self.turn(alive)
            gone = next((both for both in passed if player.tpn in both), None)
            if gone is None:
                other = self.judge.by_id[self.whole.partner(player.tpn) or 0]
                yield from self.choice_items(player, other, candidates, rule)
                self.pairs.append((player.tpn, other.tpn))
                gone = {player.tpn, other.tpn}
            alive = [p for p in alive if p.tpn not in gone]

    def turn(self, alive: list[lim.Player]) -> tuple[lim.Player, list[lim.Player], str]:
        """Whose turn it is, whom they try in order, and by which article."""
        guests = [f for f in self.round.floaters_in_order(self.incoming, self.way) if f.player in alive]
        if guests:
            candidates = self.round.floater_candidates(guests[0], alive, self.incoming, self.way)
            return guests[0].player, candidates, "3.8"
        player, candidates, _ = self.round.exchange_order(lim.arranged(alive, self.way))
        return player, candidates, "4.2"

    def choice_items(
        self, player: lim.Player, other: lim.Player, candidates: list[lim.Player], rule: str
    ) -> Iterator[Item]:
        """What the choice of an opponent says."""
        pair, turns = frozenset({ordered(player.tpn, other.tpn)}), ((player.tpn, other.tpn),)
        yield Item("5.2", (int(not self.round.suits(player, other)),), pair, STEP, turns)
        yield Item(rule, (candidates.index(other) + 1,), pair, ORDER, turns)
