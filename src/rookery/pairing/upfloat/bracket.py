"""Brackets of the systems that bring players up: a scoregroup and its possible upfloaters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise

from rookery._record import field, record
from rookery.matching.optimal_matchings import Cost
from rookery.pairing.bracket import BaseBracket, Sets, with_trait_attributes
from rookery.pairing.clauses import Clause, Role
from rookery.pairing.field import Entrant, Field, ParticipantSet
from rookery.pairing.rule_text import NamedParties, rule


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
