"""Ban, Criterion: what a system forbids and what it wishes for, named by meaning; and what a pairing pays for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rookery.faces.face import Wish, price
from rookery.faces.matching import EXPOSED, Mate, bits
from rookery.pairing.field import Field
from rookery.pairing.outcome import Line

Sets = tuple[int, int]
Costs = Callable[..., Iterator[Wish]]  # of a Bracket, or of what the walk of the system has in its place


class When:
    """What there must be for a criterion to ask anything: flags, to be combined with |."""

    ALWAYS = 0
    MOVED_DOWN = 1  # players moved down to the bracket
    ALONE = 2  # somebody who has to stay alone in it
    BYE = 4  # the one who stays alone receives the allocated bye
    LAST = 8  # the last round


@dataclass(frozen=True, slots=True)
class Criterion:
    """Something to be kept as small as possible: the article, its code, and what it costs by its meaning.

    `costs` yields one wish, or several in order of weight (for example one for each score, from the highest).
    """

    article: str
    code: str
    costs: Costs
    when: int = When.ALWAYS

    @property
    def name(self) -> str:
        """The criterion by its meaning."""
        return self.costs.__name__.replace("_", " ")

    @property
    def text(self) -> str:
        """The criterion in one sentence."""
        return (self.costs.__doc__ or "").split("\n")[0]


def priced(criterion: Criterion, wishes: Sequence[Wish], mate: Mate, ids: Sequence[int], anybody: int) -> Line:
    """What a matching pays for a criterion by these wishes; vertices beyond `ids` are nobody."""
    cost = tuple([price(wish, mate) for wish in wishes])
    found = payers(wishes, mate, anybody) if any(cost) else ()
    who = tuple(tuple(ids[i] for i in one if i < len(ids)) for one in found)
    return Line(criterion.name, criterion.article, criterion.code, cost, criterion.text, who)


def payers(wishes: Iterable[Wish], mate: Mate, anybody: int) -> list[tuple[int, ...]]:
    """At whose expense a matching is: both of a pair that costs, only the first where all of `anybody` would cost."""
    found: list[tuple[int, ...]] = []
    for wish in wishes:
        for _, left, right in wish:
            for i in bits(left):
                if mate[i] != EXPOSED and right >> mate[i] & 1:
                    found.append((i,) if right == anybody else (min(i, mate[i]), max(i, mate[i])))
    return list(dict.fromkeys(found))


Rows = Iterable[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Ban:
    """An absolute criterion: the article, its code, and whom the participant at a place may not meet.

    Every forbidden meeting is said from both sides.
    """

    article: str
    code: str
    apart: Callable[[Field], Rows]

    @property
    def name(self) -> str:
        """The ban by its meaning."""
        return self.apart.__name__.replace("_", " ")

    @property
    def text(self) -> str:
        """The ban in one sentence."""
        return (self.apart.__doc__ or "").split("\n")[0]

    def forbids(self, field: Field, a: int, b: int) -> bool:
        """Whether the participants at these places may not meet."""
        return any(i == a and whom >> b & 1 for i, whom in self.apart(field))


def legal(field: Field, bans: Iterable[Ban]) -> list[int]:
    """Whom each may meet when these bans hold."""
    rows = [field.full ^ 1 << i for i in range(field.size)]
    for ban in bans:
        for i, whom in ban.apart(field):
            rows[i] &= ~whom
    return rows
