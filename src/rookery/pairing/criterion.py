"""What a system asks for, clause by clause in order of priority: each with its article, its sentence and its part.

A system declares all of them in one tuple, from the absolute criteria to the order of the candidates; the walks pick
out of it what they need, by role.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rookery.errors import RuleError
from rookery.faces.face import Face, Wish
from rookery.faces.matching import EXPOSED, Mate, bits
from rookery.faces.sight import Sight
from rookery.faces.unweighed import price
from rookery.history import Tally
from rookery.pairing.bracket import Members, When
from rookery.pairing.field import Field
from rookery.pairing.outcome import Line, LineKind
from rookery.pairing.seat import Seat
from rookery.pairing.stated import Shows, Stated, after_colon, name_of
from rookery.typed import Generic, Never, TypeVar
from rookery.values import OneOf, Value, field, replace
from rookery.wording import counted, spoken, word

B = TypeVar("B", bound=Members, contravariant=True)
C = TypeVar("C", bound="Clause[Never]")

Places = list[tuple[int, int]]
"""Pairs by their places in the field, or in the bracket."""

Rows = Iterable[tuple[int, int]]
"""Places, each with a set."""

Costs = tuple[int, ...]
"""What a clause costs, compared from the left, less is better."""

Turns = tuple[tuple[int, ...], ...]
"""For each number of a place in an order: whose turn it is and whom they take, or only who is taken."""

_CHAPTERS = ("A.0", "B.0", "C.0", "D.0", "E.0")  # how the chapters of the Handbook begin


class Role(OneOf):
    """The part that a clause plays in the pairing of a round."""

    BAN = "who may not meet"
    BAR = "who may not receive the bye"
    COMPLETION = "what must be left to the others"
    BYE = "who receives the bye"
    NUMBER = "how many float"
    SCORES = "which scores float"
    AHEAD = "what the next bracket is left with"
    CHOICE = "which of the pairings that are left"
    INSIDE = "which pairing of the bracket, once it is known who has come up"
    ORDER = "which of those that are as good comes first"


class Clause(Value, Generic[B]):
    """One line of the priorities of a system: the article, the code if it has one, and its part."""

    article: str
    code: str
    role: Role = field(default=Role.CHOICE, kw_only=True)

    @property
    def asks(self) -> Stated[..., object]:
        """The function that carries its name and its sentence."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """The clause by its meaning."""
        return name_of(self.asks)

    @property
    def text(self) -> str:
        """The clause in one sentence; empty where there is nothing to say."""
        return self.asks.text

    @property
    def worse(self) -> str:
        """What a pairing has more of that is worse by it, as the end of "that would mean ..."."""
        return self.asks.worse

    @property
    def shows(self) -> Shows:
        """Whom a sentence names where two pairings differ in it."""
        return self.asks.shows

    @property
    def times(self) -> Callable[[Seat], int] | None:
        """How often something happened to somebody before, where a sentence says that."""
        return self.asks.times

    @property
    def kind(self) -> LineKind:
        """What its line in a ledger counts."""
        return "criterion"

    def line(self, cost: Costs, who: tuple[tuple[int, ...], ...] = ()) -> Line:
        """Its line in a ledger."""
        return Line(self.name, self.article, self.code, cost, self.text, who, self.kind)

    def cited(self: C, chapter: str) -> C:
        """The same with the chapter before the article."""
        return replace(self, article=cited(self.article, chapter))

    def at(self: C, article: str, code: str = "") -> C:
        """The same under another article and code, as another edition may have it."""
        return replace(self, article=article, code=code)


def cited(article: str, chapter: str) -> str:
    """An article with its chapter, unless it names one itself.

    >>> cited("2.4.7", "C.04.3"), cited("C.04.1 3", "C.04.3")
    ('C.04.3 2.4.7', 'C.04.1 3')
    """
    own = not article or article.startswith(_CHAPTERS) or article.startswith(f"{chapter} ")
    return article if own else f"{chapter} {article}"


# -- what is absolute


class Ban(Clause[Members], Value):
    """An absolute criterion: whom the participant at a place may not meet; every meeting is said from both sides."""

    apart: Stated[[Field], Rows]
    role: Role = field(default=Role.BAN, kw_only=True)

    @property
    def asks(self) -> Stated[..., object]:
        """The function that carries its name and its sentence."""
        return self.apart

    def forbids(self, field: Field, a: int, b: int) -> bool:
        """Whether the participants at these places may not meet."""
        return any(i == a and whom >> b & 1 for i, whom in self.apart(field))


class Bar(Clause[Members], Value):
    """An absolute criterion: who may not receive the allocated bye, of those who did not play in every round."""

    barred: Stated[[Tally], bool]
    role: Role = field(default=Role.BAR, kw_only=True)

    @property
    def asks(self) -> Stated[..., object]:
        """The function that carries its name and its sentence."""
        return self.barred


class Completion(Clause[Members], Value):
    """Whatever is chosen, the others can still be paired: every walk sees to it."""

    role: Role = field(default=Role.COMPLETION, kw_only=True)

    @property
    def name(self) -> str:
        """The clause by its meaning."""
        return "completion"

    @property
    def text(self) -> str:
        """The clause in one sentence."""
        return "Everybody who is not yet paired can still be paired."


# -- what shall be as small as possible


class ByeRule(Clause[Members], Value):
    """One step in the choice of who receives the bye: what shall be as small as possible."""

    cost: Stated[[Seat], Costs]
    role: Role = field(default=Role.BYE, kw_only=True)
    counts: LineKind = field(default="bye", kw_only=True)

    @property
    def asks(self) -> Stated[..., object]:
        """The function that carries its name and its sentence."""
        return self.cost

    @property
    def kind(self) -> LineKind:
        """What its line in a ledger counts."""
        return self.counts

    def of(self, seat: Seat | None) -> Line:
        """What it costs that this participant has the bye."""
        return self.line(self.cost(seat), ((seat.id,),)) if seat else self.line(())


class Criterion(Clause[B], Value):
    """Something to be kept as small as possible in a bracket, by what it costs.

    `costs` yields one wish, or several in order of weight (for example one for each score, from the highest). It is
    asked `when` there is something to ask about, and no longer in the last rounds, so many, in which it `lapses`.
    """

    costs: Stated[[B], Iterator[Wish]]
    when: int = When.ALWAYS
    lapses: int = field(default=0, kw_only=True)

    @property
    def asks(self) -> Stated[..., object]:
        """The function that carries its name and its sentence."""
        return self.costs

    @property
    def text(self) -> str:
        """The criterion in one sentence."""
        if not self.lapses:
            return self.costs.text
        rule, rounds = after_colon(word(self.costs.text)), word(_NUMBERS.get(self.lapses, str(self.lapses)))
        return counted(self.lapses, "Not in the last round: %(rule)s", "Not in the last %(num)s rounds: %(rule)s",
                       rule=rule, num=rounds)  # fmt: skip

    def asked(self, situation: int, field: Field) -> bool:
        """Whether there is anything to ask of a bracket in this situation, in this round."""
        return self.when & situation == self.when and not (self.lapses and field.among_the_last(self.lapses))

    def wishes(self, b: B) -> Iterable[Wish]:
        """What it asks of a bracket, in order of weight."""
        return self.costs(b) if self.asked(b.situation, b.field) else ()


_NUMBERS = {2: spoken("two"), 3: spoken("three"), 4: spoken("four")}


# -- what is left when everything is as good


class Step(Clause[Members], Value):
    """A choice by a sequence, of which the smaller numbers come first; or (`counts`) a step of a procedure.

    `differs` says what it means where two pairings first differ in it: {ours} and {theirs} are who is taken, {turn}
    whose turn it is; or, of a step of a procedure, what a pairing has more of (as `worse` of a criterion); `grades` are
    such words by the number that its line comes to.
    """

    code: str = field(default="", kw_only=True)
    label: str
    sentence: str = ""
    differs: str = ""
    grades: tuple[str, ...] = field(default=(), kw_only=True)
    counts: LineKind = field(default="order", kw_only=True)
    names: Shows = field(default=Shows.PAYERS, kw_only=True)
    role: Role = field(default=Role.ORDER, kw_only=True)

    @property
    def name(self) -> str:
        """The step by its meaning."""
        return self.label

    @property
    def text(self) -> str:
        """The step in one sentence, if there is one."""
        return self.sentence

    @property
    def worse(self) -> str:
        """What it means where two pairings first differ in it."""
        return self.differs

    @property
    def shows(self) -> Shows:
        """Whom a sentence names where two pairings differ in it."""
        return self.names

    @property
    def times(self) -> None:
        """Nothing is counted here."""
        return

    @property
    def kind(self) -> LineKind:
        """What its line in a ledger counts."""
        return self.counts


class Candidates(Clause[B], Value):
    """The order of the candidates: how to find the `first`, and the `place` of any of them, numbers for each step.

    `turns` says for every number whom it speaks of. `at_sight` finds the first where it can be seen, or nothing.
    """

    code: str = field(default="", kw_only=True)
    first: Callable[[B, Face], Places]
    place: Callable[[B, Places], tuple[Costs, ...]]
    steps: tuple[Step, ...]
    turns: Callable[[B, Places], tuple[Turns, ...]] | None = None
    at_sight: Callable[[B, Sight], Places | None] | None = None
    role: Role = field(default=Role.ORDER, kw_only=True)

    @property
    def name(self) -> str:
        """The clause by its meaning."""
        return "order of the candidates"

    @property
    def text(self) -> str:
        """The clause in one sentence."""
        return "Of all pairings that are as good, the first in order."

    def cited(self: C, chapter: str) -> C:
        """The same with the chapter before every article."""
        assert isinstance(self, Candidates)
        steps = tuple(step.cited(chapter) for step in self.steps)
        return replace(self, article=cited(self.article, chapter), steps=steps)

    def lines(self, b: B, pairs: Places) -> tuple[Line, ...]:
        """Where a pairing of the bracket stands, step by step."""
        places = self.place(b, pairs)
        turns: Sequence[Turns] = self.turns(b, pairs) if self.turns is not None else [()] * len(places)
        who = [tuple(tuple(b.seat(i).id for i in turn) for turn in one) for one in turns]
        return tuple(step.line(cost, of) for step, cost, of in zip(self.steps, places, who, strict=True))


# -- picking, and what a pairing pays

K = TypeVar("K", bound=Clause[Never])


def picked(criteria: Iterable[Clause[B]], kind: type[K], role: Role) -> tuple[K, ...]:
    """The clauses of this kind that play this part, in order."""
    return tuple(one for one in criteria if one.role is role and isinstance(one, kind))


def criteria_of(criteria: Iterable[Clause[B]], role: Role) -> tuple[Criterion[B], ...]:
    """The criteria that play this part, in order."""
    return tuple(one for one in criteria if one.role is role and isinstance(one, Criterion))


def sole(found: Sequence[K], role: Role) -> K:
    """The one clause that plays a part which a walk cannot do without, nor have twice."""
    if len(found) != 1:
        raise RuleError(f"{role.value}: a system asks for this exactly once, not {len(found)} times")
    return found[0]


Part = tuple[Role, "type[Clause[Never]]"]
"""What a clause is for, and of which kind it must be."""

ABSOLUTE: tuple[Part, ...] = ((Role.BAN, Ban), (Role.BAR, Bar), (Role.COMPLETION, Completion))


def in_order(criteria: Iterable[Clause[B]], *asked: Part, bye: bool = True) -> None:
    """Refuse a list that would not be asked as it stands: first what is absolute, then the `bye`, then these parts."""
    stages = (ABSOLUTE, ((Role.BYE, ByeRule),) if bye else (), *((part,) for part in asked))
    reached, before = 0, None
    for one in criteria:
        fits = (any(one.role is role and isinstance(one, kind) for role, kind in stage) for stage in stages)
        stage = next((n for n, here in enumerate(fits) if here), None)
        if stage is None:
            raise RuleError(f"{_told(one)}: this walk never asks for it")
        if before is not None and stage < reached:
            raise RuleError(f"{_told(before)} cannot stand before {_told(one)}: this walk asks for that one first")
        reached, before = stage, one


def _told(clause: Clause[Never]) -> str:
    """A clause in a sentence: its code or article, its meaning, its part."""
    return f"{clause.code or clause.article} {clause.name} ({clause.role.value})".strip()


def legal(field: Field, bans: Iterable[Ban]) -> list[int]:
    """Whom each may meet when these bans hold."""
    rows = list(field.rows)
    for ban in bans:
        for i, whom in ban.apart(field):
            rows[i] &= ~whom
    return rows


def priced(criterion: Criterion[B], wishes: Sequence[Wish], mate: Mate, ids: Sequence[int]) -> Line:
    """What a matching of a bracket pays for a criterion that asks this of it; vertices beyond `ids` are nobody."""
    cost = tuple([price(wish, mate) for wish in wishes])
    found = payers(wishes, mate, criterion.shows not in _PAIRS) if any(cost) else ()
    return criterion.line(cost, tuple(tuple(ids[i] for i in one if i < len(ids)) for one in found))


_PAIRS = (Shows.PAYERS, Shows.APART, Shows.GAPS)


def payers(wishes: Iterable[Wish], mate: Mate, singly: bool) -> list[tuple[int, ...]]:
    """At whose expense a matching is: both of a pair that costs, or only the first, who floats."""
    found: list[tuple[int, ...]] = []
    for wish in wishes:
        for _, left, right in wish:
            for i in bits(left):
                if mate[i] != EXPOSED and right >> mate[i] & 1:
                    found.append((i,) if singly else (min(i, mate[i]), max(i, mate[i])))
    return list(dict.fromkeys(found))
