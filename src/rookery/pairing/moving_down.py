"""The walk of the systems whose unpaired players move down: scoregroup by scoregroup from the top (Dutch, Burstein)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery.model import Points
from rookery.pairing.bracket import Bracket
from rookery.pairing.criterion import (
    ByeRule,
    Candidates,
    Clause,
    Criterion,
    Role,
    criteria_of,
    in_order,
    picked,
    sole,
)
from rookery.pairing.descent import Descent
from rookery.pairing.field import Field
from rookery.pairing.outcome import Account, Decision, Ledger, Pair
from rookery.pairing.walk import Criteria
from rookery.typed import TYPE_CHECKING, ClassVar, cast
from rookery.values import Value, field, replace

if TYPE_CHECKING:
    from rookery.pairing.granted_descent import Rules

ASKED = (
    (Role.NUMBER, Criterion),
    (Role.SCORES, Criterion),
    (Role.AHEAD, Criterion),
    (Role.CHOICE, Criterion),
    (Role.ORDER, Candidates),
)
"""What is asked of a bracket, in this order."""


class MovingDown(Value):
    """What such a system asks for, in order of priority."""

    bye_last: ClassVar[bool] = False
    criteria: tuple[Clause[Bracket], ...]
    bye_rules: tuple[ByeRule, ...] = field(init=False, repr=False)  # decided before the first bracket
    fewest: Criterion[Bracket] = field(init=False, repr=False)  # downfloaters
    lowest: Criterion[Bracket] = field(init=False, repr=False)  # their scores
    ahead: Criterion[Bracket] = field(init=False, repr=False)  # the same for the next bracket
    wishes: tuple[Criterion[Bracket], ...] = field(init=False, repr=False)
    asked: dict[int, tuple[Criterion[Bracket], ...]] = field(init=False, repr=False, compare=False)
    lapsing: bool = field(init=False, repr=False)
    candidates: Candidates[Bracket] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        asked = self.criteria
        in_order(asked, *ASKED)
        fewest, lowest, ahead = (
            sole(criteria_of(asked, role), role) for role in (Role.NUMBER, Role.SCORES, Role.AHEAD)
        )
        candidates = sole(picked(asked, Candidates, Role.ORDER), Role.ORDER)
        for name, value in (
            ("bye_rules", picked(asked, ByeRule, Role.BYE)),
            ("fewest", fewest),
            ("lowest", lowest),
            ("ahead", ahead),
            ("wishes", criteria_of(asked, Role.CHOICE)),
            ("asked", {}),
            ("lapsing", any(one.lapses for one in criteria_of(asked, Role.CHOICE))),
            ("candidates", candidates),
        ):
            object.__setattr__(self, name, value)

    def asking(self, criteria: Criteria) -> MovingDown:
        """The same walk with other priorities."""
        return replace(self, criteria=cast("tuple[Clause[Bracket], ...]", criteria))

    def decisions(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket from the top."""
        descent = Descent(self, field)
        descent.begin()
        return descent.brackets()

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """What any complete pairing of the field pays, bracket by bracket; bracket 0 is the round as a whole."""
        from rookery.pairing.divided import brackets_of
        from rookery.pairing.priced_descent import PricedDescent

        yield self.whole(field, bye)
        descent = PricedDescent(self, field)
        if bye is not None:
            place = field.place[bye]
            descent.begin_at(field.scores[place], 1 << place)
        yield from (descent.ledger(*one, bye) for one in brackets_of(field, pairs))

    def granting(self, field: Field, wished: Field, ours: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """What the best pairing pays that keeps to what is wished, bracket by bracket."""
        from rookery.pairing.granted_descent import GrantedDescent

        rules = self.rules(field)
        granted = GrantedDescent(self, wished, rules)
        granted.begin()
        if granted.bye_score != rules.bye_score:
            granted.rules = self.rules(field, granted.bye_score)
        return granted.accounts(ours)

    def rules(self, field: Field, bye_score: Points | None = None) -> Rules:
        """The round without a wish, when the bye goes to this score or to the lowest that can be."""
        from rookery.pairing.granted_descent import Rules

        def begun() -> Rules:
            rules = Rules(self, field.restricted())  # a twin: what the field keeps does not keep the field
            if bye_score is None:
                rules.begin()
            else:
                rules.begin_at(bye_score)
            return rules  # which keeps this system, so that its id is nobody else's

        return field.once((id(self), bye_score), begun)

    def whole(self, field: Field, bye: int | None) -> Ledger:
        """What it costs the round as a whole that this one has the bye."""
        from rookery.pairing.bye import whole_round

        seat = None if bye is None else field.seats[field.place[bye]]
        return Ledger(whole_round(field, bye), tuple(rule.of(seat) for rule in self.bye_rules))
