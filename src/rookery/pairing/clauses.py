"""Clauses of a pairing system, each with its article, text and role, in order of priority.

A system declares all of them in one tuple, from the absolute criteria to the order of the candidates; the procedures
select clauses by role.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Generic, Never, TypeVar

from rookery._record import field, record, replace
from rookery.errors import RuleError
from rookery.history.history import Totals
from rookery.matching.blossom import EXPOSED, Mate, bits
from rookery.matching.bounds import QuickBounds
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.matching.small_cases import total_cost
from rookery.messages import msg, msg_const, msg_plural
from rookery.pairing.bracket import BaseBracket, When
from rookery.pairing.field import Entrant, Field
from rookery.pairing.outcome import Line, LineKind
from rookery.pairing.rule_text import NamedParties, Rule, lower_first_letter, name_of

B = TypeVar("B", bound=BaseBracket, contravariant=True)
C = TypeVar("C", bound="Clause[Never]")

PlacePairs = list[tuple[int, int]]
"""Pairs by their places in the field, or in the bracket."""

Rows = Iterable[tuple[int, int]]
"""Places, each with a bitset."""

CostVector = tuple[int, ...]
"""The costs of a clause, compared lexicographically; less is better."""

Turns = tuple[tuple[int, ...], ...]
"""For each number of an order key: the participant to be paired and the one chosen, or only the one chosen."""

_CHAPTERS = ("A.0", "B.0", "C.0", "D.0", "E.0")  # how the chapters of the Handbook begin


class Role(Enum):
    """The role of a clause in the pairing of a round."""

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


@record
class Clause(Generic[B]):
    """One clause of a system: the article, the code if it has one, and the role."""

    article: str
    code: str
    role: Role = field(default=Role.CHOICE, kw_only=True)

    @property
    def function(self) -> Rule[..., object]:
        """The function that carries the name and the text."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """The name of the clause by its meaning."""
        return name_of(self.function)

    @property
    def text(self) -> str:
        """The clause in one sentence; empty where there is nothing to say."""
        return self.function.text

    @property
    def worse(self) -> str:
        """The consequence of a worse pairing by this clause, worded to follow "that would mean"."""
        return self.function.worse

    @property
    def shows(self) -> NamedParties:
        """Which participants a sentence names where two pairings differ in this clause."""
        return self.function.shows

    @property
    def times(self) -> Callable[[Entrant], int] | None:
        """The function that counts earlier occurrences, if a sentence mentions them."""
        return self.function.times

    @property
    def kind(self) -> LineKind:
        """The kind of its ledger line."""
        return "criterion"

    def line(self, cost: CostVector, affected: tuple[tuple[int, ...], ...] = ()) -> Line:
        """Build its ledger line."""
        return Line(self.name, self.article, self.code, cost, self.text, affected, self.kind)

    def with_chapter(self: C, chapter: str) -> C:
        """Return a copy with the chapter before the article."""
        return replace(self, article=qualify_article(self.article, chapter))

    def with_article(self: C, article: str, code: str = "") -> C:
        """Return a copy under another article and code, for another edition."""
        return replace(self, article=article, code=code)


def qualify_article(article: str, chapter: str) -> str:
    """Return an article with its chapter, unless it names one itself.

    >>> qualify_article("2.4.7", "C.04.3"), qualify_article("C.04.1 3", "C.04.3")
    ('C.04.3 2.4.7', 'C.04.1 3')
    """
    is_complete = not article or article.startswith(_CHAPTERS) or article.startswith(f"{chapter} ")
    return article if is_complete else f"{chapter} {article}"


# -- absolute criteria


@record
class Ban(Clause[BaseBracket]):
    """An absolute criterion on pairs: the opponents forbidden at each place, symmetric."""

    find_forbidden: Rule[[Field], Rows]
    role: Role = field(default=Role.BAN, kw_only=True)

    @property
    def function(self) -> Rule[..., object]:
        """The function that carries the name and the text."""
        return self.find_forbidden

    def forbids(self, field: Field, a: int, b: int) -> bool:
        """Return whether the participants at these places may not meet."""
        return any(i == a and forbidden >> b & 1 for i, forbidden in self.find_forbidden(field))


@record
class Bar(Clause[BaseBracket]):
    """An absolute criterion on the allocated bye: the participants with an unplayed round who may not receive it."""

    is_barred: Rule[[Totals], bool]
    role: Role = field(default=Role.BAR, kw_only=True)

    @property
    def function(self) -> Rule[..., object]:
        """The function that carries the name and the text."""
        return self.is_barred


@record
class Completion(Clause[BaseBracket]):
    """The requirement that all other participants can still be paired; every procedure ensures it."""

    role: Role = field(default=Role.COMPLETION, kw_only=True)

    @property
    def name(self) -> str:
        """The name of the clause by its meaning."""
        return "completion"

    @property
    def text(self) -> str:
        """The clause in one sentence."""
        return "All who are not paired yet can still be paired."


# -- costs to be minimised


@record
class ByeRule(Clause[BaseBracket]):
    """One step in the choice of the bye: a cost to be minimised."""

    cost: Rule[[Entrant], CostVector]
    role: Role = field(default=Role.BYE, kw_only=True)
    line_kind: LineKind = field(default="bye", kw_only=True)

    @property
    def function(self) -> Rule[..., object]:
        """The function that carries the name and the text."""
        return self.cost

    @property
    def kind(self) -> LineKind:
        """The kind of its ledger line."""
        return self.line_kind

    def line_for(self, entrant: Entrant | None) -> Line:
        """Return the ledger line of giving the bye to this entrant."""
        return self.line(self.cost(entrant), ((entrant.id,),)) if entrant else self.line(())


@record
class Criterion(Clause[B]):
    """A cost to be minimised in a bracket.

    `costs` yields one cost, or several in order of weight (for example one for each score, from the highest). The
    criterion applies only in the situations `when`, and not in the last `lapses` rounds.
    """

    costs: Rule[[B], Iterator[Cost]]
    when: int = When.ALWAYS
    lapses: int = field(default=0, kw_only=True)

    @property
    def function(self) -> Rule[..., object]:
        """The function that carries the name and the text."""
        return self.costs

    @property
    def text(self) -> str:
        """The criterion as one sentence."""
        if not self.lapses:
            return self.costs.text
        rule, rounds = (
            lower_first_letter(msg_const(self.costs.text)),
            msg_const(_NUMBERS.get(self.lapses, str(self.lapses))),
        )
        return msg_plural(self.lapses, "Not in the last round: %(rule)s", "Not in the last %(num)s rounds: %(rule)s",
                       rule=rule, num=rounds)  # fmt: skip

    def applies(self, situation: int, field: Field) -> bool:
        """Return whether the criterion applies to a bracket in this situation."""
        return self.when & situation == self.when and not (self.lapses and field.is_in_last_rounds(self.lapses))

    def active_costs(self, b: B) -> Iterable[Cost]:
        """Return its costs for a bracket, in order of weight; empty if it does not apply."""
        return self.costs(b) if self.applies(b.situation, b.field) else ()


_NUMBERS = {2: msg("two"), 3: msg("three"), 4: msg("four")}


# -- order of equally good candidates


@record
class Step(Clause[BaseBracket]):
    """A step in the order of candidates, smaller numbers first, or a step of a procedure.

    `differs` describes the first difference of two pairings in this step. In the order of candidates, {ours} and
    {theirs} stand for the participants chosen, {turn} for the participant for whom they are chosen. In a step of a
    procedure it is like `worse` of a criterion; `grades` then has the descriptions by the number in the ledger line.
    """

    code: str = field(default="", kw_only=True)
    label: str
    sentence: str = ""
    differs: str = ""
    grades: tuple[str, ...] = field(default=(), kw_only=True)
    line_kind: LineKind = field(default="order", kw_only=True)
    names: NamedParties = field(default=NamedParties.PAYERS, kw_only=True)
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
        """The description of the first difference of two pairings in this step."""
        return self.differs

    @property
    def shows(self) -> NamedParties:
        """Which participants a sentence names where two pairings differ in this clause."""
        return self.names

    @property
    def times(self) -> None:
        """None: a step counts no earlier occurrences."""
        return

    @property
    def kind(self) -> LineKind:
        """The kind of its ledger line."""
        return self.line_kind


@record
class Candidates(Clause[B]):
    """The order of the candidates: a function that finds the first, and one that returns the order key of any.

    `turns` returns the participants that each number of the order key refers to. `find_fast` finds the first
    candidate without a search, or returns None.
    """

    code: str = field(default="", kw_only=True)
    find_first: Callable[[B, OptimalMatchings], PlacePairs]
    order_key: Callable[[B, PlacePairs], tuple[CostVector, ...]]
    steps: tuple[Step, ...]
    turns: Callable[[B, PlacePairs], tuple[Turns, ...]] | None = None
    find_fast: Callable[[B, QuickBounds], PlacePairs | None] | None = None
    role: Role = field(default=Role.ORDER, kw_only=True)

    @property
    def name(self) -> str:
        """The name of the clause by its meaning."""
        return "order of the candidates"

    @property
    def text(self) -> str:
        """The clause in one sentence."""
        return "Of all pairings that are as good, the first in order."

    def with_chapter(self: C, chapter: str) -> C:
        """Return a copy with the chapter before every article."""
        assert isinstance(self, Candidates)
        steps = tuple(step.with_chapter(chapter) for step in self.steps)
        return replace(self, article=qualify_article(self.article, chapter), steps=steps)

    def lines(self, b: B, pairs: PlacePairs) -> tuple[Line, ...]:
        """Return the ledger lines of a pairing of the bracket, step by step."""
        places = self.order_key(b, pairs)
        turns: Sequence[Turns] = self.turns(b, pairs) if self.turns is not None else [()] * len(places)
        affected_by_step = [tuple(tuple(b.entrant(i).id for i in turn) for turn in step_turns) for step_turns in turns]
        return tuple(
            step.line(cost, affected) for step, cost, affected in zip(self.steps, places, affected_by_step, strict=True)
        )


# -- selection of clauses, and prices

K = TypeVar("K", bound=Clause[Never])


def select_clauses(criteria: Iterable[Clause[B]], kind: type[K], role: Role) -> tuple[K, ...]:
    """Return the clauses of this kind and role, in order."""
    return tuple(clause for clause in criteria if clause.role is role and isinstance(clause, kind))


def select_criteria(criteria: Iterable[Clause[B]], role: Role) -> tuple[Criterion[B], ...]:
    """Return the criteria with this role, in order."""
    return tuple(clause for clause in criteria if clause.role is role and isinstance(clause, Criterion))


def require_one(clauses: Sequence[K], role: Role) -> K:
    """Return the only clause of a role; raise RuleError unless there is exactly one."""
    if len(clauses) != 1:
        raise RuleError(f"{role.value}: a system needs exactly one such clause, not {len(clauses)} times")
    return clauses[0]


ClauseSlot = tuple[Role, "type[Clause[Never]]"]
"""A role and the required kind of clause."""

ABSOLUTE: tuple[ClauseSlot, ...] = ((Role.BAN, Ban), (Role.BAR, Bar), (Role.COMPLETION, Completion))


def check_order(criteria: Iterable[Clause[B]], *slots: ClauseSlot, bye: bool = True) -> None:
    """Check the order of the clauses: absolute ones first, then the `bye`, then these slots."""
    stages = (ABSOLUTE, ((Role.BYE, ByeRule),) if bye else (), *((part,) for part in slots))
    reached, before = 0, None
    for clause in criteria:
        fits = (any(clause.role is role and isinstance(clause, kind) for role, kind in stage) for stage in stages)
        stage = next((n for n, fits_stage in enumerate(fits) if fits_stage), None)
        if stage is None:
            raise RuleError(f"{_describe(clause)}: the procedure has no use for it")
        if before is not None and stage < reached:
            raise RuleError(
                f"{_describe(before)} cannot come before {_describe(clause)}: the procedure applies that one first"
            )
        reached, before = stage, clause


def _describe(clause: Clause[Never]) -> str:
    """Describe a clause in an error message: code or article, name, role."""
    return f"{clause.code or clause.article} {clause.name} ({clause.role.value})".strip()


def legal_rows(field: Field, bans: Iterable[Ban]) -> list[int]:
    """Return the possible opponents of each under these bans."""
    rows = list(field.rows)
    for ban in bans:
        for i, forbidden in ban.find_forbidden(field):
            rows[i] &= ~forbidden
    return rows


def price_line(criterion: Criterion[B], costs: Sequence[Cost], mate: Mate, ids: Sequence[int]) -> Line:
    """Return the ledger line of a criterion for a matching; vertices beyond `ids` are not participants."""
    cost = tuple([total_cost(block_cost, mate) for block_cost in costs])
    groups = payers(costs, mate, criterion.shows not in _PAIRS) if any(cost) else ()
    return criterion.line(cost, tuple(tuple(ids[i] for i in group if i < len(ids)) for group in groups))


_PAIRS = (NamedParties.PAYERS, NamedParties.APART, NamedParties.GAPS)


def payers(costs: Iterable[Cost], mate: Mate, singly: bool) -> list[tuple[int, ...]]:
    """Return the vertices that incur a cost: both of a pair, or only the first if `singly`."""
    groups: list[tuple[int, ...]] = []
    for cost in costs:
        for _, first, second in cost:
            for i in bits(first):
                if mate[i] != EXPOSED and second >> mate[i] & 1:
                    groups.append((i,) if singly else (min(i, mate[i]), max(i, mate[i])))
    return list(dict.fromkeys(groups))
