"""Search of a round of a system that brings players up: the top scoregroup first, completely.

It takes as few players from below as it needs; then the remaining players of the next scoregroup are paired, and so
on.

The upfloaters are searched in up to three ways, with the same costs. The first two ignore the other players below,
so their result is checked, and accepted if these can still be paired:
  1. the scoregroup with the scores just below it: one upfloater for each member without an opponent in it, and
      anonymous slots for the candidates who stay;
  2. if there is one upfloater, the same among all candidates who leave a complete pairing;
  3. with all players not yet paired; exact by definition.
The vertices are the places in the field, by score and pairing number; this is also the order of the candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from rookery._record import field, record
from rookery.matching.blossom import (
    EXPOSED,
    Mate,
    bits,
    complete_matching,
    lowest,
    mask_of,
    match_pair,
    maximize_matching,
    search,
)
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.matching.small_cases import total_cost
from rookery.pairing.bracket import BaseBracket, Sets, with_trait_attributes
from rookery.pairing.clauses import (
    Clause,
    Criterion,
    PlacePairs,
    Role,
    price_line,
)
from rookery.pairing.downfloat.remaining import MaximumMatching, RemainingMatchings
from rookery.pairing.field import Entrant, Field, ParticipantSet, no_pairing_error
from rookery.pairing.outcome import Decision, Ledger, Line, Pair
from rookery.pairing.rule_text import NamedParties, rule

if TYPE_CHECKING:
    from rookery.pairing.upfloat.procedure import UpfloatProcedure


class UpfloatBracket(BaseBracket):
    """A scoregroup (`residents`) and its possible or actual upfloaters (`lower`)."""

    lower: ParticipantSet

    def __init__(self, field: Field, home: ParticipantSet, lower: ParticipantSet) -> None:
        everyone = home | lower
        attributes = {"field": field, "residents": home, "lower": lower, "members": everyone}
        object.__setattr__(
            self, "__dict__", with_trait_attributes([mask & everyone for mask in field.trait_sets], attributes)
        )

    def to_local(self, participants: ParticipantSet) -> ParticipantSet:
        """Return the set unchanged: members keep their places in the field."""
        return participants

    def entrant(self, i: int) -> Entrant:
        """Return the entrant at a vertex."""
        return self.field.entrants[i]

    @cached_property
    def levels(self) -> tuple[ParticipantSet, ...]:
        """The members of `lower`, score by score from the top."""
        groups = (self.lower & (1 << end) - (1 << start) for start, end in pairwise(self.field.bounds))
        return tuple([group for group in groups if group])

    # -- costs

    def penalize_upfloaters(self, members: ParticipantSet, cost: int = 1) -> Cost:
        """Return a cost for each of these that is brought up."""
        upfloaters = members & self.lower
        return [(cost, upfloaters, self.residents)] if upfloaters else []

    def penalize_pairs(self, *blocks: Sets) -> Cost:
        """Return a cost of 1 for each pair with one member from either set; the sets are equal or disjoint.

        Two upfloaters never meet: without them there would be two fewer.
        """
        pieces = []
        for first, second in blocks:
            pieces.append((first & self.residents, second & self.members))
            if first != second:
                pieces.append((first & self.lower, second & self.residents))
        return [(1, first, second) for first, second in pieces if first and second]


@rule(
    "As few as possible are brought up from lower scores.",
    "more {players} brought up to {group}",
    NamedParties.COMING,
)
def upfloaters(b: UpfloatBracket) -> Iterator[Cost]:
    yield b.penalize_upfloaters(b.lower)


@rule(
    "Those who are brought up have as many points as possible.",
    "{players} with fewer points brought up to {group}",
    NamedParties.COMING,
)
def scores_of_upfloaters(b: UpfloatBracket) -> Iterator[Cost]:
    for level in reversed(b.levels[1:]):  # the number from the first level follows from the others
        yield b.penalize_upfloaters(level)


@record
class FollowingScoregroup(Clause[UpfloatBracket]):
    """The requirement that a scoregroup later needs no more upfloaters than its parity requires, if possible.

    `group` returns that scoregroup, given the bracket with all players below and the upfloaters. The cost is 0 if it
    holds, otherwise 1. If `graded`, the cost is the number of upfloaters needed, which is minimised.
    """

    group: Callable[[UpfloatBracket, int], int]
    graded: bool = False
    role: Role = field(default=Role.AHEAD, kw_only=True)

    @property
    def name(self) -> str:
        """The name of the clause by its meaning."""
        return "following scoregroup"

    @property
    def text(self) -> str:
        """The clause in one sentence."""
        return (
            "Those who are brought up are chosen so that the next group needs nobody from below, or one if it is odd."
        )

    @property
    def worse(self) -> str:
        """The consequence of a worse pairing by this clause."""
        return "that the group after {group} needs more {players} from below than its number asks for"

    @property
    def shows(self) -> NamedParties:
        """The default: no particular participants are named."""
        return NamedParties.PAYERS


class UpfloatSearch:
    """The search of one round."""

    def __init__(self, procedure: UpfloatProcedure, field: Field) -> None:
        self.procedure, self.field, self.rows = procedure, field, list(field.rows)
        self.remaining = self.build_remaining()
        if not self.remaining.is_perfect:
            raise no_pairing_error(field, self.remaining.barrier)

    def build_remaining(self) -> RemainingMatchings:
        """Return the matchings of the players below."""
        return RemainingMatchings(self.field.rows, self.field.bounds)

    def brackets(self) -> Iterator[Decision]:
        """Yield the decisions of the brackets from the top, each with the upfloaters it needs."""
        return (self.decision(group, bracket, pairs) for group, bracket, pairs in self.iter_brackets(self.field.full))

    def iter_brackets(self, alive: ParticipantSet) -> Iterator[tuple[int, UpfloatBracket, PlacePairs]]:
        """Yield the scoregroups of these participants from the top, with their upfloaters and pairs."""
        for group, (start, end) in enumerate(pairwise(self.field.bounds)):
            home = alive & (1 << end) - (1 << start)
            if home:
                matchings = self.choose_upfloaters(home, alive >> end << end, group)
                bracket = UpfloatBracket(self.field, home, matchings.alive & ~home)
                matchings.minimize_all(costs_of(bracket, *self.procedure.inside))
                yield group, bracket, self.procedure.candidates.find_first(bracket, matchings)
                alive &= ~bracket.members

    def decision(self, group: int, bracket: UpfloatBracket, pairs: PlacePairs) -> Decision:
        """Build the decision on a bracket, with ids."""
        ids = self.field.ids
        return Decision(
            bracket=group + 1,
            score=self.field.scores[self.field.bounds[group]],
            moved_down=(),
            residents=tuple(ids[i] for i in bits(bracket.residents)),
            pairs=tuple((ids[min(pair)], ids[max(pair)]) for pair in pairs),
            left=(),
            moved_up=tuple(ids[i] for i in bits(bracket.lower)),
        )

    # -- upfloaters

    def choose_upfloaters(self, home: ParticipantSet, lower: ParticipantSet, group: int) -> OptimalMatchings:
        """Return all matchings of the scoregroup with the best upfloaters."""
        inside = self.restrict_part(self.remaining.groups[group], home)
        below = self.restrict_part(self.remaining.tails[group + 1], lower)
        if not inside.exposed and not below.exposed:
            return self.bracket(inside.mate, home)
        if inside.exposed:
            candidate = self.nearest_upfloaters(inside, lower)
            if candidate is not None and self.is_completable(home, below, candidate.alive & lower):
                return candidate
            if inside.exposed.bit_count() == below.exposed.bit_count() == 1:
                candidate = self.nearest_upfloaters(
                    inside, search(self.rows, below.mate, lowest(below.exposed), lower).outer
                )
                if candidate is not None and self.is_completable(home, below, candidate.alive & lower):
                    return candidate
        return self.search_with_all(inside, below)

    def restrict_part(self, part: MaximumMatching, members: ParticipantSet) -> MaximumMatching:
        """Return a maximum matching of the given members of a part."""
        mate, exposed = part.mate, part.exposed & members
        gone = part.members & ~members
        if gone:
            mate = mate[:]
            for i in bits(gone):
                j, mate[i] = mate[i], EXPOSED
                if j != EXPOSED and members >> j & 1:
                    mate[j] = EXPOSED
                    exposed |= 1 << j
            exposed = maximize_matching(self.rows, mate, members, exposed)
        return MaximumMatching(mate, exposed, members)

    def is_completable(self, home: ParticipantSet, below: MaximumMatching, up: ParticipantSet) -> bool:
        """Return whether the result is valid with all players in view: the others can be paired as required."""
        if self.restrict_part(below, below.members & ~up).exposed:
            return False
        ahead = self.procedure.following
        return ahead is None or self.is_following_satisfied(
            ahead.group(UpfloatBracket(self.field, home, below.members), up), below, up
        )

    def nearest_upfloaters(self, inside: MaximumMatching, lower: ParticipantSet) -> OptimalMatchings | None:
        """Return the best upfloaters of the highest scores that suffice, ignoring the others."""
        pool, number = 0, inside.exposed.bit_count()
        for level in UpfloatBracket(self.field, inside.members, lower).levels:
            pool |= level
            matchings = self.with_slots(inside, pool)
            if matchings is not None:
                bracket = UpfloatBracket(self.field, inside.members, pool)
                matchings.minimize_all(
                    costs_of(bracket, self.procedure.upfloater_scores, *self.procedure.choice_criteria)
                )
                up = fix_first_set(matchings, bracket, number)  # which also changes the matching
                return self.bracket(matchings.mate, bracket.residents | up)
        return None

    def with_slots(self, inside: MaximumMatching, pool: ParticipantSet) -> OptimalMatchings | None:
        """Return the scoregroup with a pool of candidates, all but the needed number in slots; None if impossible."""
        home, size = inside.members, self.field.size
        stay = pool.bit_count() - inside.exposed.bit_count()
        if stay < 0:
            return None
        slots = (1 << stay) - 1 << size
        rows = self.rows + [pool] * stay
        for i in bits(pool):
            rows[i] = rows[i] & home | slots
        mate = inside.mate + [EXPOSED] * stay
        alive = home | pool | slots
        return (
            OptimalMatchings(rows, mate, alive)
            if complete_matching(rows, mate, alive, inside.exposed | pool | slots)
            else None
        )

    def search_with_all(self, inside: MaximumMatching, below: MaximumMatching) -> OptimalMatchings:
        """Search the scoregroup with all players below."""
        system, bracket = self.procedure, UpfloatBracket(self.field, inside.members, below.members)
        mate = [max(pair) for pair in zip(inside.mate, below.mate, strict=True)]
        possible = complete_matching(self.rows, mate, bracket.members, inside.exposed | below.exposed)
        assert possible, "a bracket was left that cannot be completed"
        matchings = OptimalMatchings(self.rows[:], mate, bracket.members)
        if system.following is None:
            matchings.minimize_all(
                costs_of(bracket, system.upfloater_count, system.upfloater_scores, *system.choice_criteria)
            )
        else:
            matchings.minimize_all(costs_of(bracket, system.upfloater_count, system.upfloater_scores))
            self.restrict_to_following(system.following, bracket, matchings)
            matchings.minimize_all(costs_of(bracket, *system.choice_criteria))
        up = fix_first_set(matchings, bracket, upfloaters_of(matchings, bracket).bit_count())
        return self.bracket(matchings.mate, bracket.residents | up)

    def bracket(self, mate: Mate, members: ParticipantSet) -> OptimalMatchings:
        """Return all matchings of the members."""
        return OptimalMatchings(self.rows[:], mate[: self.field.size], members)

    # -- the next scoregroup

    def is_following_satisfied(self, group: ParticipantSet, below: MaximumMatching, up: ParticipantSet) -> bool:
        """Return whether this scoregroup then needs no upfloater, or one if its number is odd."""
        group &= ~up
        rest = below.members & ~up & ~group
        mate = [EXPOSED] * self.field.size
        inside = MaximumMatching(mate, maximize_matching(self.rows, mate, group, group), group)
        remaining = self.restrict_part(below, rest)
        if not inside.exposed:
            return not remaining.exposed
        if inside.exposed.bit_count() > 1 or remaining.exposed.bit_count() != 1:
            return False
        lone = search(self.rows, inside.mate, lowest(inside.exposed), group).outer
        fitting = search(self.rows, remaining.mate, lowest(remaining.exposed), rest).outer
        return any(self.rows[i] & fitting for i in bits(lone))

    def restrict_to_following(
        self, ahead: FollowingScoregroup, bracket: UpfloatBracket, matchings: OptimalMatchings
    ) -> None:
        """Restrict to matchings in which the following scoregroup needs no extra upfloaters, if any."""
        up = upfloaters_of(matchings, bracket)  # the number of each score is fixed
        group = ahead.group(bracket, up)
        remaining_count = (group & ~up).bit_count()
        cost = [(1, group, bracket.lower & ~group)]
        if ahead.graded:
            matchings.minimize(cost)
        elif remaining_count:
            matchings.try_bound(cost, remaining_count % 2)

    def following_cost(
        self, ahead: FollowingScoregroup, everyone: UpfloatBracket, below: MaximumMatching, up: int
    ) -> int:
        """Return the cost of the following scoregroup if these come up."""
        following = ahead.group(everyone, up)
        if not ahead.graded:
            return int(bool(following & ~up) and not self.is_following_satisfied(following, below, up))
        rest = self.restrict_part(below, everyone.lower & ~up)
        if rest.exposed:  # only possible with forbidden pairs
            return everyone.lower.bit_count()
        matchings = OptimalMatchings(self.rows[:], rest.mate[:], rest.members)
        cost = [(1, following & ~up, rest.members & ~following)]
        matchings.minimize(cost)
        return total_cost(cost, matchings.mate)

    # -- prices

    def ledger(self, group: int, home: ParticipantSet, lower: ParticipantSet, pairs: PlacePairs) -> Ledger:
        """Return the costs of one bracket of any pairing."""
        bracket = UpfloatBracket(self.field, home, mask_of(i for pair in pairs for i in pair) & ~home)
        return Ledger(self.decision(group, bracket, pairs), tuple(self.lines(group, bracket, lower, pairs)))

    def lines(self, group: int, bracket: UpfloatBracket, lower: ParticipantSet, pairs: PlacePairs) -> Iterator[Line]:
        """Yield the ledger lines of one bracket; `lower` are all candidates below."""
        system, everyone = self.procedure, UpfloatBracket(self.field, bracket.residents, lower)
        mate = [EXPOSED] * self.field.size
        for i, j in pairs:
            match_pair(mate, i, j)
        for criterion in (system.upfloater_count, system.upfloater_scores):
            yield price_criterion(criterion, everyone, mate)
        if system.following is not None:
            below = self.restrict_part(self.remaining.tails[group + 1], lower)
            yield system.following.line((self.following_cost(system.following, everyone, below, bracket.lower),))
        for criterion in system.choice_criteria:
            yield price_criterion(criterion, everyone, mate)
        up = bits(bracket.lower)
        place = tuple(1 + (lower & (1 << i) - 1).bit_count() for i in up)
        yield system.set_order.line(place, tuple((self.field.ids[i],) for i in up))
        for criterion in system.inside:
            yield price_criterion(criterion, bracket, mate)
        yield from system.candidates.lines(bracket, pairs)


def upfloaters_of(matchings: OptimalMatchings, bracket: UpfloatBracket) -> ParticipantSet:
    """Return the upfloaters of the current matching."""
    return mask_of(matchings.mate[i] for i in bits(bracket.residents)) & bracket.lower


def costs_of(bracket: UpfloatBracket, *criteria: Criterion[UpfloatBracket]) -> Iterator[Cost]:
    """Return the costs of some criteria in order."""
    return (cost for criterion in criteria for cost in criterion.active_costs(bracket))


def fix_first_set(matchings: OptimalMatchings, bracket: UpfloatBracket, number: int) -> ParticipantSet:
    """Fix the first possible set of so many upfloaters, in the order of the field."""
    up = 0
    for i in bits(bracket.lower):
        if not number:
            break
        if matchings.try_restrict(i, bracket.residents):
            up |= 1 << i
            number -= 1
    return up


def price_criterion(criterion: Criterion[UpfloatBracket], bracket: UpfloatBracket, mate: Mate) -> Line:
    """Return the ledger line of a criterion for a pairing of the bracket."""
    return price_line(criterion, list(criterion.active_costs(bracket)), mate, bracket.field.ids)


def split_into_brackets(
    field: Field, pairs: Iterable[Pair]
) -> Iterator[tuple[int, ParticipantSet, ParticipantSet, PlacePairs]]:
    """Split a complete pairing into brackets: scoregroup, residents, those below, pairs.

    A pair belongs to the bracket of its higher ranked member.
    """
    places = [sorted((field.place[a], field.place[b])) for a, b in pairs]
    alive = field.full
    for group, (start, end) in enumerate(pairwise(field.bounds)):
        home = alive & (1 << end) - (1 << start)
        bracket_pairs = sorted((i, j) for i, j in places if start <= i < end)
        if bracket_pairs:
            yield group, home, alive >> end << end, bracket_pairs
        alive &= ~mask_of(i for pair in bracket_pairs for i in pair)
