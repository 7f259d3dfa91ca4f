"""The prices of complete pairings by the systems that bring players up: Dubov, Team, Double-Swiss."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from literal import double_swiss, dubov, team
from literal.events import Event
from literal.team_events import TeamEvent
from support import colour_articles
from support.all_pairings import ORDER, Item, Judge, Pair, Part, PlayerJudge, Whole, half_opponent, ordered, sorted_ids
from support.colour_articles import Side


def single_parties(ids: Iterable[int]) -> frozenset[tuple[int, ...]]:
    """Each of these by themselves."""
    return frozenset((i,) for i in ids)


class PullingUp(Judge):
    """What these systems share: the bye first, and a pair belongs to the bracket of its higher scored member."""

    def __init__(self, scores: dict[int, int]) -> None:
        self.scores = scores
        self.ids = tuple(scores)
        self.levels = sorted(set(scores.values()), reverse=True)
        self.known: dict[Any, tuple[Item, ...]] = {}

    @abstractmethod
    def bye(self, participant: int | None) -> Iterator[Item]:
        """What it pays that somebody has the bye."""

    @abstractmethod
    def items(self, home: list[int], lower: list[int], up: list[int], pairs: list[Pair]) -> Iterator[Item]:
        """What a bracket pays."""

    def parts(self, whole: Whole) -> Iterator[Part]:
        yield Part(None, (), sorted_ids(self.ids), (), frozenset(), (), tuple(self.bye(whole.bye)))
        left = [i for i in self.ids if i != whole.bye]
        while left:
            score = self.scores[left[0]]
            home = [i for i in left if self.scores[i] == score]
            lower = [i for i in left if self.scores[i] < score]
            pairs = [pair for pair in whole.pairs if pair[0] in home or pair[1] in home]
            up = [i for i in lower if any(i in pair for pair in pairs)]
            key = (tuple(left), frozenset(pairs))
            if key not in self.known:
                self.known[key] = tuple(self.items(home, lower, up, sorted(pairs)))
            yield Part(score, (), sorted_ids(home), sorted_ids(up), frozenset(pairs), (), self.known[key])
            left = [i for i in lower if i not in up]


class Dubov(PlayerJudge, PullingUp):
    """C.04.4.1 (2026)."""

    barring, completion = "2.1.2", "2.2.1"
    rules_of_colours = colour_articles.DUBOV

    def __init__(self, event: Event) -> None:
        self.event = event
        self.round = dubov.DubovRound(event, dubov.DEFAULT)
        super().__init__({p.id: p.score for p in self.round.players})
        self.by_id = self.round.field.by_id

    def broken_rules(self, a: int, b: int) -> set[str]:
        apart = frozenset((a, b)) in self.event.forbidden_pairs(self.event.played_rounds + 1)
        broken_rules = {"2.1.1"} if apart or self.rounds_met(a, b) else set()
        return broken_rules | ({"2.1.3"} if dubov.colours_clash(self.by_id[a], self.by_id[b]) else set())

    def legal(self, a: int, b: int) -> bool:
        return self.round.field.allowed[a, b]

    def bye(self, participant: int | None) -> Iterator[Item]:
        """3.1."""
        player = self.by_id.get(participant) if participant is not None else None
        yield Item("3.1.3", (player.score,) if player else (), kind="bye")
        yield Item("3.1.4", (self.event.played_rounds - player.games,) if player else (), kind="bye")
        yield Item("3.1.5", (-player.tpn,) if player else (), kind="bye")

    def items(self, home: list[int], lower: list[int], up: list[int], pairs: list[Pair]) -> Iterator[Item]:
        met = [(self.by_id[a], self.by_id[b]) for a, b in pairs]
        risen = [self.by_id[i] for i in up]
        same = frozenset(pair for pair, (a, b) in zip(pairs, met, strict=True) if a.preference == b.preference)
        refused = self.round.equal_preferences(met)
        often = [p.id for p in risen if self.round.extra[p.id].maximum]
        again = [p.id for p in risen if self.round.extra[p.id].upfloated_last]
        c6, _, *floats = self.round.upfloater_value(risen, refused)
        yield Item("2.3.1", (len(up),), single_parties(up))
        yield Item("2.3.2", tuple(c6), single_parties(up))
        yield Item("2.3.3", (refused,), same)
        for rule, cost, repeated in zip(
            ("2.3.4", "2.3.5", "2.3.6"), floats or ((), (), ()), (often, often, again), strict=True
        ):
            paid = single_parties(repeated) if floats else frozenset()
            yield Item(rule, (cost,) if isinstance(cost, int) else tuple(cost), paid)
        turns = tuple((None, i) for i in up)
        yield Item("4.1.3", tuple(lower.index(i) for i in up), kind=ORDER, turns=turns)
        yield from self.shifts(home + up, met)

    def shifts(self, bracket: list[int], met: list[dubov.Pair]) -> Iterator[Item]:
        """When a pairing of the bracket is first reached: who changes sides, and the transposition."""
        members, by = [self.by_id[i] for i in bracket], self.round
        if any(p.colours for p in members):
            first = [p for p in members if p.preference == "w"]
        else:
            first = by.black_order(members)[: len(members) // 2]
        second = [p for p in members if p not in first]
        turned = len(first) > len(second)
        small, large = (second, first) if turned else (first, second)
        orders = (by.black_order, by.white_order) if turned else (by.white_order, by.black_order)
        out = self.changing(met, dubov.middle_out(orders[0](small)))
        back = self.changing(met, dubov.middle_out(orders[1](large)))
        changed = {p.id for p in (*out[1], *back[1])}
        top = by.white_order([p for p in members if (p in first) != (p.id in changed)])
        partner = {a.id: b for a, b in met} | {b.id: a for a, b in met}
        yield Item("3.2.4", (len(out[0]),), kind=ORDER, turns=tuple((None, p.id) for p in out[1]))
        for chosen, players in (out, back):
            yield Item("4.3", chosen, kind=ORDER, turns=tuple((None, p.id) for p in players))
        turns = tuple((p.id, partner[p.id].id) for p in top)
        yield Item("4.4", tuple(partner[p.id].tpn for p in top), kind=ORDER, turns=turns)

    @staticmethod
    def changing(met: list[dubov.Pair], order: list[dubov.Player]) -> tuple[tuple[int, ...], list[dubov.Player]]:
        """The first set that takes one of every pair inside a subgroup, by its sequence numbers."""
        inside = [[order.index(p) for p in pair] for pair in met if all(p in order for p in pair)]
        chosen = min(tuple(sorted(choice)) for choice in product(*inside))
        return chosen, [order[i] for i in chosen]


class Matches(PullingUp):
    """What the Double-Swiss and the Swiss Team System share."""

    barring, completion, order = "2.1.2", "2.2.1", ("3.6", "3.6.2")

    def broken_rules(self, a: int, b: int) -> set[str]:
        return set() if self.legal(a, b) else {"2.1.1"}

    def plain(self, part: Part, participant: int) -> int | None:
        return half_opponent(sorted(part.members, key=self.number), participant)

    def identifier(self, pairs: list[Pair], tpn: dict[int, int]) -> Iterator[Item]:
        """3.6.2."""
        ranked = sorted(sorted(pair, key=tpn.__getitem__) for pair in pairs)
        ranked.sort(key=lambda pair: tpn[pair[0]])
        tops, both = tuple((None, top) for top, _ in ranked), tuple((top, bottom) for top, bottom in ranked)
        yield Item("3.6.2", tuple(tpn[top] for top, _ in ranked), kind=ORDER, turns=tops)
        yield Item("3.6.2", tuple(tpn[bottom] for _, bottom in ranked), kind=ORDER, turns=both)


class DoubleSwiss(Matches):
    """C.04.5 (2026)."""

    rules_of_colours = colour_articles.DOUBLE

    def __init__(self, event: Event) -> None:
        self.event = event
        self.round = double_swiss.round_of(event)
        ranked = sorted(self.round.players, key=lambda p: (-p.score, p.tpn))
        super().__init__({p.id: p.score for p in ranked})
        self.by_id = {p.id: p for p in ranked}
        self.tpn = {p.id: p.tpn for p in ranked}

    def number(self, participant: int) -> int:
        return self.tpn[participant]

    def side(self, participant: int) -> Side:
        return Side(self.by_id[participant].colours)

    def rounds_met(self, a: int, b: int) -> list[int]:
        matches = range(self.event.played_rounds // 2)
        rows = [double_swiss.match_of(self.event, a, n) for n in matches]
        return [n for n, match in enumerate(rows, 1) if match.played and match.opponent == b]

    def games_missed(self, participant: int) -> int:
        return self.event.played_rounds // 2 - self.by_id[participant].matches

    def legal(self, a: int, b: int) -> bool:
        return self.round.legal(self.by_id[a], self.by_id[b])

    def may_have_bye(self, participant: int) -> bool:
        return not self.by_id[participant].barred

    def bye(self, participant: int | None) -> Iterator[Item]:
        """3.4."""
        player = self.by_id.get(participant) if participant is not None else None
        done = self.event.played_rounds // 2
        yield Item("3.4.2", (player.score,) if player else (), kind="bye")
        yield Item("3.4.3", (done - player.matches,) if player else (), kind="bye")
        yield Item("3.4.4", (-player.tpn,) if player else (), kind="bye")

    def items(self, home: list[int], lower: list[int], up: list[int], pairs: list[Pair]) -> Iterator[Item]:
        residents, risen, below = ([self.by_id[i] for i in ids] for ids in (home, up, lower))
        met = [(self.by_id[a], self.by_id[b]) for a, b in pairs]
        again = [] if self.round.last else [p.id for p in risen if p.floated]
        hosts = frozenset(
            pair for pair, two in zip(pairs, met, strict=True) if self.round.opponents_floated([two], risen)
        )
        yield Item("2.3.1", (len(up),), single_parties(up))
        yield Item("2.3.2", tuple(-score for score in double_swiss.ascending_scores(risen)), single_parties(up))
        yield Item("2.3.3", (self.round.following_spoilt(residents, double_swiss.minus(below, risen)),))
        yield Item("2.3.4", (self.round.floated_again(risen),), single_parties(again))
        turns = tuple((None, i) for i in up)
        yield Item("3.5.4", tuple(p.tpn for p in risen), kind=ORDER, turns=turns)
        yield Item("2.3.5", (self.round.opponents_floated(met, risen),), hosts)
        yield from self.identifier(pairs, self.tpn)


class Team(Matches):
    """C.04.6 (2026); pairs that the event forbids are kept apart as well."""

    rules_of_colours = colour_articles.TEAM

    def __init__(self, event: TeamEvent, forbidden: frozenset[Pair] = frozenset()) -> None:
        self.event, self.forbidden = event, forbidden
        self.round = KeptApart(event, forbidden)
        super().__init__({t.tpn: t.score for t in self.round.teams})
        self.by_id = self.round.by_tpn

    def number(self, participant: int) -> int:
        return participant

    def side(self, participant: int) -> Side:
        entrant, simple = self.by_id[participant], self.round.variant.colour_type == "A"
        return Side(entrant.colours, entrant.preference, min(entrant.strength, 1) if simple else entrant.strength)

    def colour_rank(self, participant: int) -> tuple[Any, ...]:
        return -self.scores[participant], -self.by_id[participant].secondary, participant

    def rounds_met(self, a: int, b: int) -> list[int]:
        return [n for n, row in enumerate(self.event.teams[a], 1) if row.played and row.opponent == b]

    def games_missed(self, participant: int) -> int:
        return self.event.played_rounds - len(self.by_id[participant].colours)

    def legal(self, a: int, b: int) -> bool:
        return b not in self.by_id[a].met and ordered(a, b) not in self.forbidden

    def may_have_bye(self, participant: int) -> bool:
        return self.by_id[participant].may_have_bye

    def bye(self, participant: int | None) -> Iterator[Item]:
        """3.4."""
        entrant = self.by_id.get(participant) if participant is not None else None
        done = self.event.played_rounds
        yield Item("3.4.2", (entrant.score,) if entrant else (), kind="bye")
        yield Item("3.4.3", (done - len(entrant.colours),) if entrant else (), kind="bye")
        yield Item("3.4.4", (-entrant.tpn,) if entrant else (), kind="bye")

    def items(self, home: list[int], lower: list[int], up: list[int], pairs: list[Pair]) -> Iterator[Item]:
        risen = [self.by_id[i] for i in up]
        rest = frozenset(i for i in lower if i not in up)
        met = [(self.by_id[a], self.by_id[b]) for a, b in pairs]
        again = [t.tpn for t in risen if t.floated and self.round.float_criteria]
        yield Item("2.3.1", (len(up),), single_parties(up))
        yield Item("2.3.2", tuple(-score for score in sorted(t.score for t in risen)), single_parties(up))
        yield Item("2.3.3", (self.round.next_group_value(self.scores[home[0]], rest),))
        yield Item("2.3.4", (len(again),), single_parties(again))
        yield Item("3.5.4", tuple(up), kind=ORDER, turns=tuple((None, i) for i in up))
        seats = self.round.seats([t for pair in met for t in pair])
        costs = self.round.pairing_value(met, seats, risen)
        each_pair = [self.round.pairing_value([two], list(two), risen) for two in met]
        for place, rule in enumerate(("2.3.5", "2.3.6", "2.3.7")):
            payers = frozenset(pair for pair, cost in zip(pairs, each_pair, strict=True) if cost[place])
            yield Item(rule, (costs[place],), payers)
        yield from self.identifier(pairs, {i: i for i in self.ids})


class KeptApart(team.TeamPairing):
    """The reference with pairs that the regulations of the event keep apart."""

    def __init__(self, event: TeamEvent, forbidden: frozenset[Pair]) -> None:
        super().__init__(event, team.DEFAULT)
        for first, second in forbidden:
            for a, b in ((first, second), (second, first)):
                if a in self.by_tpn:
                    self.by_tpn[a].met |= {b}
