"""State of a round of the Lim System: groups from the top down to the median, from the bottom up to it (2.2).

The procedure is a sequence of choices, "the first player that ...", each on the condition that the others can still
be paired: one search on a matching answers that for all candidates. Pairing number 1 is the highest number, a large
one is low; downward the highest number comes first, upwards the lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from rookery._record import field, record
from rookery.history.history import Float
from rookery.matching.blossom import (
    EXPOSED,
    Mate,
    bits,
    find_barrier,
    find_deficit,
    mask_of,
    match_pair,
    maximize_matching,
)
from rookery.matching.optimal_matchings import OptimalMatchings, fix_first, iter_runs
from rookery.model import Points
from rookery.pairing.clauses import PlacePairs
from rookery.pairing.field import Entrant, Field, ParticipantSet, no_pairing_error
from rookery.pairing.outcome import Decision


@record
class Readings:
    """Choices where the regulation is ambiguous; the first value of each is the default.

    `due` (5.5, 5.6): the equalising colour if colours are unequal, or by the parity of the round. `floated` (3.10):
    players who were transferred, or all who met another score. `floater_order`: 3.9, 3.10, 3.2.2, or 3.10 first, or
    3.2.2 before 3.10. `upfloater_opponent` (3.8): an upfloater is paired from the lowest number in the median too,
    or in the direction of the group. `median_opponents` (3.8): a floater may meet one of the other side, or
    residents come first. `colour_exchange`: in the whole order of 4.2 (5.2), or in the bottom half only. `crack`
    (2.6): the last pairing of the nearest group, or its first. `crack_count`: cracked players count as floaters, or
    not. `last_round` (6): the limits of colours lapse for everyone, or between equal scores.
    """

    due: Literal["balance", "parity"] = "balance"
    floated: Literal["transferred", "unequal"] = "transferred"
    floater_order: Literal["type", "previous", "colour"] = "type"
    upfloater_opponent: Literal["lowest", "highest"] = "lowest"
    median_opponents: Literal["members", "residents"] = "members"
    colour_exchange: Literal["anyone", "bottom"] = "anyone"
    crack: Literal["last", "first"] = "last"
    crack_count: Literal["recount", "fixed"] = "recount"
    last_round: Literal["everyone", "same"] = "everyone"


DEFAULT = Readings()


class LimDetails(NamedTuple):
    """Facts about an entrant that only this system uses."""

    rating: int
    median: Points  # half of the maximum score so far
    colour_priority: tuple[int, int] = (0, 0)  # priority in colours, the lower first (5.4); the place of the pair (7.2)


def lim_details(entrant: Entrant) -> LimDetails:
    """Return the facts about an entrant that only this system uses."""
    return entrant.details_as(LimDetails)


Place = tuple[int, int]
"""Two opponents, by their places in the field."""

MAXI = 100
"""The maximum rating difference for exchanges because of colours in a Maxi-tournament (3.2.3, 3.8, 5.7)."""


@record(frozen=False)
class Group:
    """A scoregroup while it is paired: residents, players from above (`down`) and below (`up`), and leavers."""

    score: Points
    downward: bool
    residents: ParticipantSet
    down: ParticipantSet = 0
    up: ParticipantSet = 0
    adjacent: ParticipantSet = 0  # the residents of the group to which its floaters go
    floaters: list[int] = field(default_factory=list)  # in the order in which they were chosen
    left: ParticipantSet = 0  # the floaters, and the players of a cracked pairing
    pairs: PlacePairs = field(default_factory=list)

    @property
    def members(self) -> ParticipantSet:
        """All players in the group."""
        return self.residents | self.down | self.up

    def take(self, mask: ParticipantSet, downward: bool) -> None:
        """Add players who come from above, or from below."""
        if downward:
            self.down |= mask
        else:
            self.up |= mask


class LimRound:
    """The state of one round."""

    def __init__(self, field: Field, readings: Readings, maxi: bool) -> None:
        self.readings, self.maxi = readings, maxi
        self.field, self.rows, self.entrants = field, list(field.rows), field.entrants
        self.numbers = [entrant.number for entrant in field.entrants]
        self.median = lim_details(self.entrants[0]).median if self.entrants else 0

    # -- 2.2: the round

    def iter_groups(self) -> Iterator[Group]:
        """Return all groups in the order in which they are paired; a cracked pairing is counted in the median."""
        above, below, median = self.pair_sides()
        for group, pair in self.crack_pairings(above, below, median):
            self.open_pairing(group, pair, median)
        median.pairs = self.pair_group(median)
        return iter([*above, *below, median])

    def pair_sides(self) -> tuple[list[Group], list[Group], Group]:
        """Return both sides as they are paired, and the median with the players who come to it, not yet paired."""
        self.complete_pairing()
        sides = self.sides()
        for groups in sides:
            came = 0
            for group in groups:
                group.take(came, group.downward)
                group.floaters = self.floaters(group)
                group.left = came = mask_of(group.floaters)
                group.pairs = self.pair_group(group)
        return *sides, self.median_group(*(groups[-1].left if groups else 0 for groups in sides))

    def complete_pairing(self) -> Mate:
        """Return any complete pairing of the round."""
        mate, exposed = self.matching(self.field.full, True)
        if exposed:
            raise no_pairing_error(
                self.field, find_barrier(self.rows, find_deficit(self.rows, mate, self.field.full, exposed))
            )
        return mate

    def sides(self) -> tuple[list[Group], list[Group]]:
        """Return the groups above the median from the top, and those below it from the bottom."""
        bounds, scores = self.field.bounds, self.field.scores
        groups = {scores[a]: (1 << b) - (1 << a) for a, b in pairwise(bounds)}

        def side(selected_scores: list[Points], downward: bool) -> list[Group]:
            following = pairwise([*selected_scores, self.median])
            return [Group(s, downward, groups[s], adjacent=groups.get(next_, 0)) for s, next_ in following]

        above = [score for score in groups if score > self.median]
        below = [score for score in reversed(groups) if score < self.median]
        return side(above, True), side(below, False)

    def median_group(self, down: ParticipantSet, up: ParticipantSet) -> Group:
        """Return the median group with the players who come to it; it exists even without residents."""
        residents = mask_of(i for i, score in enumerate(self.field.scores) if score == self.median)
        return Group(self.median, True, residents, down, up)

    def crack_pairings(self, above: list[Group], below: list[Group], median: Group) -> Iterator[tuple[Group, Place]]:
        """Yield the next pairing to be opened while the median cannot be paired; its players then join it (2.6)."""
        counts = median.down.bit_count(), median.up.bit_count()
        while self.matching(median.members, True)[1]:
            if self.readings.crack_count == "recount":
                counts = median.down.bit_count(), median.up.bit_count()
            yield next(self.nearest(above, below, *counts))

    def nearest(
        self, above: list[Group], below: list[Group], down: ParticipantSet, up: ParticipantSet
    ) -> Iterator[tuple[Group, Place]]:
        """Yield the pairings of both sides, those next to the median first.

        The lower side comes first if more floaters came from above than from below, otherwise the higher one.
        """
        for side in (below, above) if down > up else (above, below):
            for group in reversed(side):
                for pair in group.pairs[::-1] if self.readings.crack == "last" else group.pairs[:]:
                    yield group, pair

    def open_pairing(self, group: Group, pair: Place, median: Group) -> None:
        """Move the players of a pairing to the median."""
        members = mask_of(pair)
        group.pairs.remove(pair)
        group.left |= members
        median.take(members, group.downward)

    def matching(self, members: ParticipantSet, downward: bool) -> tuple[Mate, ParticipantSet]:
        """Return a maximum matching, started with the halves of 2.4, and its exposed members."""
        mate = [EXPOSED] * self.field.size
        line = self.in_order(members, downward)
        free, half = members, len(line) // 2
        for i, j in zip(line[:half], line[half:], strict=False):
            if self.rows[i] >> j & 1:
                match_pair(mate, i, j)
                free ^= 1 << i | 1 << j
        return mate, maximize_matching(self.rows, mate, members, free)

    def in_order(self, members: ParticipantSet, downward: bool) -> list[int]:
        """Return the members by pairing number, downward from the highest, upwards from the lowest (2.4)."""
        return sorted(bits(members), key=self.numbers.__getitem__, reverse=not downward)

    # -- 2.3, 3: floaters

    def floaters(self, group: Group) -> list[int]:
        """Return the players left over by a largest number of pairs, each the first in order (2.3, 3.10.2, 4.4)."""
        selected: list[int] = []
        while order := self.able_to_float(group, selected):
            selected.append(order[0])
        return selected

    def able_to_float(self, group: Group, selected: Sequence[int]) -> list[int]:
        """Return the players who can float next without losing a pair, in the order of 3.9, 3.10, 3.2.2 and 3.2.4."""
        staying = group.members & ~mask_of(selected)
        mate, exposed = self.matching(staying, group.downward)
        if not exposed:
            return []
        return sorted(
            bits(find_deficit(self.rows, mate, staying, exposed).outer), key=self.floater_key(group, selected)
        )

    def floater_key(self, group: Group, selected: Sequence[int]) -> Callable[[int], tuple[int, ...]]:
        """Return the sort key of the next floater after those selected."""
        staying = group.members & ~mask_of(selected)
        equalising, open_cache = self.equalising(staying, group.downward), dict[int, int]()

        def key(i: int) -> tuple[int, ...]:
            ahead = mask_of(j for j in selected if self.before(j, group.downward) < self.before(i, group.downward))
            if ahead not in open_cache:
                open_cache[ahead] = self.open_opponents(ahead, group.adjacent)
            came = (group.down | group.up) >> i & 1
            kind = 2 * came + (not self.rows[i] & open_cache[ahead])  # 3.9.1: d, c, b, a
            previous = int(self.entrants[i].floats[0] is not Float.NONE)
            colour = int(not equalising >> i & 1)
            number = self.entrants[i].number * (-1 if group.downward else 1)
            if self.readings.floater_order == "previous":
                return previous, kind, colour, number
            if self.readings.floater_order == "colour":
                return kind, colour, previous, number
            return kind, previous, colour, number

        return key

    def before(self, i: int, downward: bool) -> tuple[int, int]:
        """Return the sort key of floaters: downward from the highest score and number, upwards reversed (3.6, 3.7)."""
        entrant = self.entrants[i]
        return (-entrant.score, entrant.number) if downward else (entrant.score, -entrant.number)

    def open_opponents(self, ahead: ParticipantSet, adjacent: ParticipantSet) -> ParticipantSet:
        """Return the adjacent players still available when the floaters `ahead` are paired (3.3, 3.4)."""
        if not ahead:
            return adjacent
        rows = [0] * self.field.size
        for i in bits(ahead):
            rows[i] = self.rows[i] & adjacent
        for i in bits(adjacent):
            rows[i] = self.rows[i] & ahead
        mate, members = [EXPOSED] * self.field.size, ahead | adjacent
        exposed = maximize_matching(rows, mate, members, members)
        return find_deficit(rows, mate, members & ~(exposed & ahead), exposed & adjacent).outer & adjacent

    def equalising(self, staying: ParticipantSet, downward: bool) -> ParticipantSet:
        """Return the players due the colour that more are due (3.2.2); in a Maxi-tournament the near ones (3.2.3)."""
        white, black = self.field.white & staying, self.field.black & staying
        if white.bit_count() == black.bit_count():
            return 0
        due = white if white.bit_count() > black.bit_count() else black
        return self.within_rating_limit(self.in_order(staying, downward)[-1], due)

    def within_rating_limit(self, i: int, mask: ParticipantSet) -> ParticipantSet:
        """Return the players of a set whose rating is close enough; all of them unless it is a Maxi-tournament."""
        if not self.maxi:
            return mask
        rating = lim_details(self.entrants[i]).rating
        return mask_of(j for j in bits(mask) if abs(rating - lim_details(self.entrants[j]).rating) <= MAXI)

    # -- 2.4, 3.6-3.8, 4: pairs

    def pair_group(self, group: Group) -> PlacePairs:
        """Pair the floaters first (3.6, 3.7), then repeatedly the first of the arranged list (4.1)."""
        matchings = self.all_pairings(group.members & ~group.left, group.downward)
        pairs = []
        while matchings.alive:
            i, candidates, exchangeable = self.next_player(group, matchings.alive)
            pairs.append((i, self.fix_opponent(matchings, i, candidates, exchangeable)))
        return pairs

    def next_player(self, group: Group, alive: ParticipantSet) -> tuple[int, list[int], int]:
        """Return the next player, the candidates in order, and those who may be exchanged because of colours."""
        first, then = (group.down, group.up) if group.downward else (group.up, group.down)
        for guests in (first & alive, then & alive):
            if guests:
                down = bool(guests & group.down)
                i = min(bits(guests), key=lambda i: self.before(i, down))
                look = group.downward if self.readings.upfloater_opponent == "highest" else down
                candidates = self.in_order(alive & ~(1 << i), look)
                if self.readings.median_opponents == "residents":
                    candidates.sort(key=lambda j: (group.down | group.up) >> j & 1)
                return i, candidates, alive
        line = self.in_order(alive, group.downward)
        half = len(line) // 2
        bottom = line[half:]
        exchangeable = mask_of(bottom) if self.readings.colour_exchange == "bottom" else alive
        return line[0], bottom + line[half - 1 : 0 : -1], exchangeable

    def fix_opponent(
        self, matchings: OptimalMatchings, i: int, candidates: Sequence[int], exchangeable: ParticipantSet
    ) -> int:
        """Fix the first possible opponent due another colour, or else the first possible one (3.8, 4.1, 4.4, 5.2)."""
        preferred = exchangeable & self.suitable_opponents(i)
        if self.maxi:
            preferred = self.within_rating_limit(fix_first(matchings.copy(), i, iter_runs(candidates)), preferred)
        allowed = preferred if matchings.try_rematch(i, preferred) else matchings.alive
        return fix_first(matchings, i, (run & allowed for run in iter_runs(candidates)))

    def all_pairings(self, members: ParticipantSet, downward: bool) -> OptimalMatchings:
        """Return all pairings of these players, who can be paired."""
        return OptimalMatchings(self.rows[:], self.matching(members, downward)[0], members)

    def suitable_opponents(self, i: int) -> ParticipantSet:
        """Return the opponents with whom both can have the colour due to them (5.2)."""
        white, black = self.field.white, self.field.black
        return ~white if white >> i & 1 else ~black if black >> i & 1 else self.field.full

    # -- decisions

    def decision(self, number: int, group: Group) -> Decision:
        """Build the decision on a group, with ids."""
        ids = self.field.ids

        def names(mask: ParticipantSet) -> tuple[int, ...]:
            return tuple(ids[i] for i in bits(mask))

        pairs = tuple((ids[min(pair)], ids[max(pair)]) for pair in group.pairs)
        return Decision(number, group.score, names(group.down), names(group.residents), pairs, names(group.left),
                        names(group.up))  # fmt: skip
