"""Every complete pairing of a small field with its price, by a literal reference: what explanations are held against.

Nothing of `rookery.pairing` decides here. A price is read bracket by bracket from the top, rule by rule in order of
priority; of two pairings the better one has the smaller cost at the first rule in which they differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import count, takewhile
from typing import Any, NamedTuple

from literal.events import Event
from support.colour_articles import Side, Speaks, article

Pair = tuple[int, int]
"""Two by their ids, the smaller first."""

ORDER = "order"
"""The kind of a rule that only says which of equally good pairings comes first."""


class Whole(NamedTuple):
    """A complete pairing of the round."""

    pairs: frozenset[Pair]
    bye: int | None

    def meets(self, a: int, b: int) -> bool:
        """Whether these two meet."""
        return (min(a, b), max(a, b)) in self.pairs

    def partner(self, participant: int) -> int | None:
        """Whom somebody meets."""
        return next((pair[pair[0] == participant] for pair in self.pairs if participant in pair), None)


class Item(NamedTuple):
    """What a pairing pays for one rule: the article without its chapter, the cost, who pays it, alone or in a pair."""

    rule: str
    cost: Any
    payers: frozenset[tuple[int, ...]] = frozenset()
    kind: str = "criterion"
    turns: tuple[tuple[int | None, int | None], ...] = ()
    """Of an order: for every number of the cost whose turn it is, and who is taken."""


class Part(NamedTuple):
    """One bracket of a complete pairing; the round as a whole has no score."""

    score: int | None
    down: tuple[int, ...]
    residents: tuple[int, ...]
    up: tuple[int, ...]
    pairs: frozenset[Pair]
    left: tuple[int, ...]
    items: tuple[Item, ...]

    @property
    def members(self) -> frozenset[int]:
        """Everybody in it."""
        return frozenset((*self.down, *self.residents, *self.up))

    @property
    def costs(self) -> tuple[Any, ...]:
        """What it pays."""
        return tuple(item.cost for item in self.items)


class PairingDifference(NamedTuple):
    """Where a pairing of a round first differs from ours."""

    part: Part
    ours: Item
    theirs: Item
    other: Part
    whole: Whole


def ordered(a: int, b: int) -> Pair:
    """The two as a pair."""
    return (a, b) if a < b else (b, a)


class Judge(ABC):
    """All that can be known of one position without the engine."""

    ids: tuple[int, ...]
    """Everybody to be paired, highest ranked first."""
    scores: dict[int, int]
    completion: str
    """The article by which all must be paired."""
    rules_of_colours: list[tuple[str, Speaks]]

    @abstractmethod
    def legal(self, a: int, b: int) -> bool:
        """Whether these two may meet."""

    @abstractmethod
    def may_have_bye(self, participant: int) -> bool:
        """Whether somebody may receive the allocated bye."""

    @abstractmethod
    def parts(self, whole: Whole) -> Iterator[Part]:
        """A complete pairing bracket by bracket."""

    # -- facts of one or two

    @abstractmethod
    def number(self, participant: int) -> int:
        """The pairing number."""

    @abstractmethod
    def side(self, participant: int) -> Side:
        """Colours, and which is due."""

    @abstractmethod
    def rounds_met(self, a: int, b: int) -> list[int]:
        """The rounds in which two have met, if that keeps them apart."""

    @abstractmethod
    def broken_rules(self, a: int, b: int) -> set[str]:
        """The articles by which two may not meet."""

    @abstractmethod
    def games_missed(self, participant: int) -> int:
        """The rounds without a game or match."""

    def plain(self, part: Part, participant: int) -> int | None:
        """Whom somebody meets by the plain order of a bracket, before any rule changes it; None if nobody."""
        return None

    def ahead(self, part: Part, item: Item) -> list[tuple[int, ...]]:
        """The scores of those who must leave the next bracket at best, from the highest; several may be as good."""
        return [tuple(item.cost[1])]

    def upwards(self, part: Part) -> bool:
        """Whether those who leave a bracket are paired above it."""
        return False

    order: tuple[str, ...] = ()
    """The articles on the plain order of a bracket."""
    barring: str
    """The article that bars from the bye."""

    def rank(self, participant: int) -> tuple[Any, ...]:
        """Higher score first, then smaller number."""
        return -self.scores[participant], self.number(participant)

    def colour_rank(self, participant: int) -> tuple[Any, ...]:
        """Who is the higher ranked of two that receive their colours."""
        return self.rank(participant)

    def colour_article(self, a: int, b: int, part: Part) -> str:
        """The article that gives two their colours."""
        higher, lower = self.by_rank(a, b, part)
        return article(self.rules_of_colours, self.side(higher), self.side(lower))

    def by_rank(self, a: int, b: int, part: Part) -> list[int]:
        """Two who meet, the one who is asked first about colours before the other."""
        return sorted((a, b), key=self.colour_rank)

    @cached_property
    def boards(self) -> Callable[[Pair], tuple[Any, ...]]:
        """The order of the boards (C.04.2 3.6): higher score, sum of scores, number of the higher ranked."""

        def key(pair: Pair) -> tuple[Any, ...]:
            high, low = sorted(pair, key=self.rank)
            return -self.scores[high], -self.scores[high] - self.scores[low], self.number(high)

        return key

    # -- every pairing

    @cached_property
    def pairings(self) -> list[Whole]:
        """Every complete pairing."""
        pairings = []
        for bye in [i for i in self.ids if self.may_have_bye(i)] if len(self.ids) % 2 else [None]:
            rest = [i for i in self.ids if i != bye]
            pairings += [Whole(frozenset(pairs), bye) for pairs in self.complete(rest)]
        return pairings

    def complete(self, ids: list[int]) -> Iterator[list[Pair]]:
        """Every legal pairing of these."""
        if not ids:
            yield []
            return
        first, *rest = ids
        for i, other in enumerate(rest):
            if self.legal(first, other):
                for pairs in self.complete(rest[:i] + rest[i + 1 :]):
                    yield [ordered(first, other), *pairs]

    @cached_property
    def _parts(self) -> dict[Whole, tuple[list[Part], Iterator[Part]]]:
        return {}

    def part(self, whole: Whole, place: int) -> Part | None:
        """One bracket of a pairing, from the top; nothing below it is looked at."""
        if whole not in self._parts:
            self._parts[whole] = [], self.parts(whole)
        parts, more = self._parts[whole]
        while len(parts) <= place:
            following = next(more, None)
            if following is None:
                return None
            parts.append(following)
        return parts[place]

    def all_parts(self, whole: Whole) -> tuple[Part, ...]:
        """All brackets of a pairing."""
        return tuple(takewhile(lambda part: part is not None, (self.part(whole, n) for n in count())))  # type: ignore

    def cost(self, whole: Whole, place: int) -> tuple[Any, ...]:
        """What a pairing pays in one bracket."""
        part = self.part(whole, place)
        return () if part is None else part.costs

    def best(self, wish: Callable[[Whole], bool] = lambda whole: True) -> Whole | None:
        """The best complete pairing that has what is wished for; None if there is none."""
        candidates = list(filter(wish, self.pairings))
        for place in range(len(self.ids) + 2):
            if len(candidates) < 2:
                break
            least = min(self.cost(whole, place) for whole in candidates)
            candidates = [whole for whole in candidates if self.cost(whole, place) == least]
        return candidates[0] if candidates else None

    def equal_above(self, chosen: Whole, place: int) -> list[Whole]:
        """All pairings that pay what ours does in the brackets above this one."""
        candidates = self.pairings
        for above in range(place):
            candidates = [whole for whole in candidates if self.cost(whole, above) == self.cost(chosen, above)]
        return candidates

    def first_difference(self, first: Whole, second: Whole) -> PairingDifference | None:
        """Where two pairings first differ, from the top; None if they pay the same throughout."""
        for place in range(len(self.ids) + 2):
            mine, other = self.part(first, place), self.part(second, place)
            if mine is None or other is None:
                break
            for item, against in zip(mine.items, other.items, strict=False):
                if (item.rule, item.cost) != (against.rule, against.cost):
                    return PairingDifference(mine, item, against, other, second)
        return None

    def best_pairings(self, wish: Callable[[Whole], bool]) -> list[Whole]:
        """The best complete pairing with a wish; of a procedure all that keep to as much of it."""
        best = self.best(wish)
        return [] if best is None else [best]

    def differences(self, chosen: Whole, wish: Callable[[Whole], bool]) -> list[PairingDifference]:
        """Where the best pairings with a wish differ from ours."""
        differences = (self.first_difference(chosen, best) for best in self.best_pairings(wish))
        return [parting for parting in differences if parting is not None]

    def readings(self, part: Part) -> list[Part]:
        """The same bracket as it may also be told."""
        return [part]

    def fewer(self, chosen: Whole, part: Part, number: Callable[[Part], int]) -> Whole | None:
        """A pairing, as good as ours above this bracket, that has fewer of something in it; None if there is none."""
        place = self.all_parts(chosen).index(part)
        for whole in self.equal_above(chosen, place):
            other = self.part(whole, place)
            if other is not None and number(other) < number(part):
                return whole
        return None


class PlayerJudge(Judge):
    """Judge of an event of players: `by_id` holds the players of the reference program."""

    event: Event
    by_id: Mapping[int, Any]

    def may_have_bye(self, participant: int) -> bool:
        return bool(self.by_id[participant].may_have_bye)

    def number(self, participant: int) -> int:
        return int(self.by_id[participant].tpn)

    def side(self, participant: int) -> Side:
        player = self.by_id[participant]
        return Side(player.colours, player.preference, player.strength)

    def rounds_met(self, a: int, b: int) -> list[int]:
        return [n for n, cell in enumerate(self.event.cells[a], 1) if cell.played and cell.opponent == b]

    def games_missed(self, participant: int) -> int:
        return self.event.played_rounds - int(self.by_id[participant].games)


def sorted_ids(ids: Iterable[int]) -> tuple[int, ...]:
    """The ids in ascending order."""
    return tuple(sorted(ids))


def half_opponent(line: list[int], participant: int) -> int | None:
    """Whom somebody meets if the upper half of a line meets the lower half, first against first."""
    half = len(line) // 2
    return dict([*zip(line[:half], line[half:], strict=False), *zip(line[half:], line[:half], strict=False)]).get(
        participant
    )


def rule_number(article: str) -> str:
    """An article without its chapter and its code."""
    article = article.partition(" [")[0]
    chapter, _, rest = article.partition(" ")
    return rest if rest and not article.startswith("C.04.1 ") else chapter if not rest else article
