"""A scoregroup with those who may come up to it, as the criteria of the systems see it that bring players up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from rookery.faces.face import Wish
from rookery.pairing.bracket import Members, Sets, marked
from rookery.pairing.criterion import Clause, Role
from rookery.pairing.field import Field, lazy
from rookery.pairing.seat import Seat
from rookery.pairing.stated import Shows, stated
from rookery.values import field, frozen


class Rise(Members):
    """A scoregroup (`home`) and those below who may come up to it (`lower`), or have come, as the criteria see them."""

    lower: int

    def __init__(self, field: Field, home: int, lower: int) -> None:
        everyone = home | lower
        known = {"field": field, "home": home, "lower": lower, "all": everyone}
        object.__setattr__(self, "__dict__", marked([who & everyone for who in field.marks], known))

    def view(self, who: int) -> int:
        """A set of the field: everybody keeps their place."""
        return who

    def seat(self, i: int) -> Seat:
        """The seat of a vertex."""
        return self.field.seats[i]

    @lazy
    def levels(self) -> tuple[int, ...]:
        """Those below, score by score from the top."""
        groups = (self.lower & (1 << end) - (1 << start) for start, end in pairwise(self.field.bounds))
        return tuple([group for group in groups if group])

    # -- costs

    def brought_up(self, who: int, cost: int = 1) -> Wish:
        """Each of these who comes up costs so much."""
        who &= self.lower
        return [(cost, who, self.home)] if who else []

    def meet(self, *blocks: Sets) -> Wish:
        """Each pair of one from either set costs 1; the sets of a block are the same, or have nobody in common.

        Two who come up never meet: without them there would be two fewer.
        """
        pieces = []
        for left, right in blocks:
            pieces.append((left & self.home, right & self.all))
            if left != right:
                pieces.append((left & self.lower, right & self.home))
        return [(1, left, right) for left, right in pieces if left and right]


@stated(
    "As few as possible are brought up from lower scores.",
    "more {players} brought up to {group}",
    Shows.COMING,
)
def upfloaters(b: Rise) -> Iterator[Wish]:
    yield b.brought_up(b.lower)


@stated(
    "Whoever is brought up has as many points as possible.",
    "{players} with fewer points brought up to {group}",
    Shows.COMING,
)
def scores_of_upfloaters(b: Rise) -> Iterator[Wish]:
    for level in reversed(b.levels[1:]):  # how many the first gives follows from the others
        yield b.brought_up(level)


@frozen
class Following(Clause[Rise]):
    """A scoregroup that shall not need more upfloaters later than its number asks for, where that can be had.

    `group` names it, given everybody below and who comes up. Its line is 0 if that holds, otherwise 1. If `graded`, it
    shall need as few as possible, and that number stands in the ledger.
    """

    group: Callable[[Rise, int], int]
    graded: bool = False
    role: Role = field(default=Role.AHEAD, kw_only=True)

    @property
    def name(self) -> str:
        """The clause by its meaning."""
        return "following scoregroup"

    @property
    def text(self) -> str:
        """The clause in one sentence."""
        return "Whoever is brought up is chosen so that the next group needs nobody from below, or one if it is odd."

    @property
    def worse(self) -> str:
        """What a pairing has that is worse by it."""
        return "that the group after {group} needs more {players} from below than its number asks for"

    @property
    def shows(self) -> Shows:
        """Nobody in particular is named."""
        return Shows.PAYERS
