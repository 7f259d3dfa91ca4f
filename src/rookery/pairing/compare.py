"""Why, why not, what if: runs a system again under a condition and reads the ledgers; what it finds are facts.

The round with a wish forced upon it is paired by the same rules; the first line in which the two ledgers differ is the
reason why the wish was not granted. Nothing here knows what any criterion means, or how to say it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rookery.errors import NoPairing, RuleError
from rookery.history import History
from rookery.model import Colour, Tournament
from rookery.pairing import facts
from rookery.pairing.colours import initial_colour
from rookery.pairing.criterion import Completion, Role, picked
from rookery.pairing.field import Field
from rookery.pairing.outcome import (
    Board,
    Breach,
    Cause,
    Decision,
    Fact,
    Ledger,
    Outcome,
    Pair,
    WhyNot,
    cite,
    first_difference,
)
from rookery.pairing.seat import Seat, Strength
from rookery.pairing.system import System

MOST = 4
"""How many others are compared one by one before the rest is only counted."""

Found = tuple[WhyNot, tuple[Fact, ...]]
"""What would follow from a wish, and what there is to say about it."""


@dataclass(frozen=True)
class Inquiry:
    """Everything needed to ask about one outcome again: the system, the facts and what the arbiter fixed."""

    system: System
    tournament: Tournament
    history: History
    field: Field
    fixed: tuple[Pair, ...] = ()
    bye: int | None = None

    def seat(self, one: int) -> Seat:
        """The seat of a participant to be paired."""
        return self.field.seats[self.field.place[one]]

    def run(self, *, fixed: Sequence[Pair] = (), bye: int | None = None) -> Outcome:
        """The same round with other pairs or another bye fixed."""
        return self.system.decide(self.field, initial_colour(self.tournament), tuple(fixed), bye)

    def known(self, *who: int) -> None:
        """Refuse who is not of this tournament."""
        for one in who:
            if one not in self.tournament.by_id:
                raise RuleError(f"there is no {one} in this tournament", who=(one,))

    @property
    def completion(self) -> str:
        """The article by which the others must be left a pairing."""
        return "".join(map(cite, picked(self.system.criteria, Completion, Role.COMPLETION)[:1]))

    # -- why not

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> Found:
        """The round in which these two meet (b None: in which a has the bye), compared with the one that was made."""
        about = (a,) if b is None else (a, b)
        missing = tuple(one for one in about if one not in self.field.place)
        if missing:
            return WhyNot(about), (facts.NotPaired(missing),)
        if outcome.bye == a if b is None else {a, b} in map(set, outcome.pairs):
            return WhyNot(about, outcome=outcome), (facts.AlreadySo(about),)
        pairs = [] if b is None else [(a, b)]
        breaches = self.system.breaches(self.field, pairs, a if b is None else None)
        if breaches:
            return WhyNot(about, breaches), tuple(map(self.illegal, breaches))
        try:
            return self._compared(about, *self._granted(outcome, a, b))
        except RuleError as error:
            return WhyNot(about), (facts.Refused(str(error)),)
        except NoPairing as error:
            causes = tuple(cause for cause in error.causes if isinstance(cause, Cause))
            return WhyNot(about, causes=causes), (facts.Incomplete(about, causes, self.completion),)

    def _granted(self, outcome: Outcome, a: int, b: int | None) -> tuple[Sequence[Ledger], Outcome]:
        """The best round in which these two meet (b None: in which a has the bye), and what ours pays beside it."""
        kept = [pair for pair in self.fixed if not {a, b} & set(pair)]
        bye = None if b is None or self.bye in (a, b) else self.bye
        field = self.system.settled(self.field, kept, bye)
        wished = self.system.settled(field, (), a) if b is None else self.system.settled(field, [(a, b)], None)
        undone = len(kept) < len(self.fixed) or bye != self.bye
        ours = self.system.price(field, outcome.pairs, outcome.bye) if undone else outcome.ledger
        return ours, self.system.granting(field, wished, initial_colour(self.tournament), () if undone else ours)

    def _compared(self, about: tuple[int, ...], ours: Sequence[Ledger], granted: Outcome) -> Found:
        found = first_difference(ours, granted.ledger)
        if found is None:
            return WhyNot(about, outcome=granted), (facts.EquallyGood(),)
        ledger, mine, theirs = found
        why = WhyNot(about, (), (), granted, ledger.decision, mine, theirs)
        return why, (facts.Worse(about, ledger.decision, mine, theirs),)

    def illegal(self, breach: Breach) -> facts.Illegal:
        """A rule that is broken, with what makes it so."""
        if len(breach.who) != 2:
            return facts.Illegal(breach)
        a, b = breach.who
        met = self.history.rounds_met(a, b)
        if met:
            return facts.Illegal(breach, met_in=met[0])
        mine, yours = self.seat(a).preference, self.seat(b).preference
        both = mine.colour is yours.colour and mine.strength == yours.strength == Strength.ABSOLUTE
        return facts.Illegal(breach, both_must_have=mine.colour if both else None)

    # -- what a bracket could not grant

    def given_up(self, ledger: Ledger) -> Iterator[Fact]:
        """Every criterion that the bracket does not keep in full, and at whose expense."""
        floats = bool(ledger.decision.left)  # what nobody in particular pays for is paid by those who leave
        for line in ledger.lines:
            if line.kind == "criterion" and any(line.cost) and (line.who or floats):
                yield facts.GivenUp(line)

    # -- why

    def explain(self, outcome: Outcome, one: int) -> Iterator[Fact]:
        """Everything there is to say about one participant in the round."""
        if one not in self.field.place:
            yield facts.Away(one, outcome.round, self.tournament.absent(outcome.round).get(one))
        elif outcome.bye == one:
            yield from self._bye(outcome, one)
        else:
            number, board = next((n, b) for n, b in enumerate(outcome.boards, 1) if one in (b.white, b.black))
            yield from self._paired(outcome, one, board, number)

    def _paired(self, outcome: Outcome, one: int, board: Board, number: int) -> Iterator[Fact]:
        other = board.black if board.white == one else board.white
        colour = Colour.WHITE if board.white == one else Colour.BLACK
        yield facts.Paired(one, other, colour, number, outcome.round)
        bracket = next(d for d in outcome.decisions if (one, other) in d.pairs or (other, one) in d.pairs)
        if {one, other} in map(set, self.fixed):
            yield facts.Fixed(bye=False)
            yield from (self.illegal(breach) for breach in outcome.breaches if set(breach.who) == {one, other})
        else:
            yield from self._floated(outcome, one)
            yield from self._opponent(outcome, one, other, bracket)
        yield from self._colour(one, other, board)

    def _floated(self, outcome: Outcome, one: int) -> Iterator[Fact]:
        """Why somebody left the group of their score."""
        for bracket in outcome.decisions:
            if one in bracket.left and one in bracket.residents:
                yield facts.LeftTheGroup(bracket, any(one in other.moved_up for other in outcome.decisions))
                yield from self._instead(outcome, one, bracket)
            elif one in bracket.left:
                yield facts.NoOpponentThere(one, bracket.score)
            elif one in bracket.moved_up and not any(one in other.left for other in outcome.decisions):
                yield facts.CalledUp(bracket)

    def _instead(self, outcome: Outcome, one: int, bracket: Decision) -> Iterator[Fact]:
        """What would have followed had this one found an opponent in the group."""
        stayed = [other for other in bracket.residents if other not in bracket.left]
        if not stayed:
            others = [other for other in bracket.residents if other != one]
            yield from self._why_nots(outcome, one, others)
        elif all(self.seat(other).rank < self.seat(one).rank for other in stayed):
            yield facts.LowestRanked(one)
        else:
            yield from self._had_stayed(outcome, one, bracket)

    def _had_stayed(self, outcome: Outcome, one: int, bracket: Decision) -> Iterator[Fact]:
        try:
            found = first_difference(outcome.ledger, self._within(outcome, one, bracket).ledger)
        except NoPairing:
            yield facts.NobodyInTheGroup(one, self.completion)
            return
        if found is not None:
            ledger, ours, theirs = found
            yield facts.Worse((one,), ledger.decision, ours, theirs, stays=True)

    def _within(self, outcome: Outcome, one: int, bracket: Decision) -> Outcome:
        """The round in which this one meets somebody of the group."""
        group = self.field.among(bracket.members)
        field = self.system.settled(self.field, self.fixed, self.bye)
        place = field.place[one]
        other = ~(1 << place)
        rows = [row if group >> i & 1 else row & other for i, row in enumerate(field.rows)]
        rows[place] &= group
        wished = field.restricted(rows, field.eligible & other)
        return self.system.granting(field, wished, initial_colour(self.tournament), outcome.ledger)

    def _opponent(self, outcome: Outcome, one: int, other: int, bracket: Decision) -> Iterator[Fact]:
        """Why this opponent and not another of the group."""
        if other in bracket.moved_down and one in bracket.residents:
            yield facts.CameDown(other, bracket.score)
            one, other = other, one
        nearer = self._better_looking(one, other, bracket)
        if nearer:
            yield from self._why_nots(outcome, one, nearer)
        else:
            yield facts.FirstInOrder(one, other, bracket.score)

    def _why_nots(self, outcome: Outcome, one: int, others: Sequence[int]) -> Iterator[Fact]:
        for other in others[:MOST]:
            for why in self.why_not(outcome, one, other)[1]:
                yield facts.Instead(other, one, why)
        if len(others) > MOST:
            yield facts.Alike(len(others) - MOST)

    def _better_looking(self, one: int, other: int, bracket: Decision) -> list[int]:
        """Who stands where an opponent would be looked for first, up to the one who was found."""
        first = self.system.first_choice(bracket, one)
        order = bracket.residents if one in bracket.moved_down else bracket.members
        if first is None or first == other or other not in order or first not in order:
            return []
        a, b = order.index(first), order.index(other)
        return [between for between in (order[a:b] if a < b else order[a:b:-1]) if between != one]

    def _colour(self, one: int, other: int, board: Board) -> Iterator[Fact]:
        """Why this colour."""
        for seat in map(self.seat, (one, other)):
            yield facts.ColourDue(seat.id, seat.colours, seat.preference)
        rule = next(rule for rule in self.system.colours if (rule.article, rule.name) == (board.article, board.reason))
        yield facts.ColourGiven(board.white, rule.name, rule.text, rule.article)

    def _bye(self, outcome: Outcome, one: int) -> Iterator[Fact]:
        """Why the bye."""
        yield facts.HasTheBye(one, outcome.round)
        if self.bye == one:
            yield facts.Fixed(bye=True)
            yield from map(self.illegal, outcome.breaches)
            return
        yield from map(facts.ByeAsksFor, outcome.ledger[0].lines)
        lower = [other.id for other in self.field.seats if other.rank > self.seat(one).rank]
        if not lower:
            yield facts.NobodyLower()
        barred, bar = tuple(other for other in lower if self.seat(other).barred), self.system.bar
        if barred and bar is not None:
            yield facts.Barred(barred, bar.article, bar.code, bar.text)
        able = [other for other in reversed(lower) if other not in barred]
        for other in able[:MOST]:
            for why in self.why_not(outcome, other, None)[1]:
                yield facts.Instead(other, None, why)
