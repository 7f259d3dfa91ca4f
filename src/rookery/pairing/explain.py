"""Why, why not, what if: runs a system again under a condition and reads the ledgers.

The round with a wish forced upon it is paired by the same rules; the first line in which the two ledgers differ is the
reason why the wish was not granted. Nothing here knows what any criterion means: they bring their own sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rookery.errors import NoPairing, RuleError
from rookery.history import History, Kind
from rookery.model import Colour, Tournament
from rookery.pairing.colours import initial_colour
from rookery.pairing.criterion import Completion, Role, picked
from rookery.pairing.field import Field
from rookery.pairing.outcome import (
    Board,
    Breach,
    Cause,
    Decision,
    Explanation,
    Ledger,
    Line,
    Outcome,
    Pair,
    Reason,
    WhyNot,
    first_difference,
)
from rookery.pairing.seat import Seat, Strength
from rookery.pairing.system import System
from rookery.scoring import in_words

__all__ = ["MOST", "NAMED", "Explanation", "Reason", "Reasons", "WhyNot"]

MOST = 4
"""How many others are compared one by one before the rest is only counted."""

NAMED = 6
"""How many are named in a sentence before the rest is only counted."""


@dataclass(frozen=True)
class Reasons:
    """Everything needed to ask about one outcome again: the system, the facts and what the arbiter fixed."""

    system: System
    tournament: Tournament
    history: History
    field: Field
    fixed: tuple[Pair, ...] = ()
    bye: int | None = None

    # -- words

    def name(self, one: int) -> str:
        """A participant by name and number."""
        name = self.tournament.by_id[one].name
        return f"{name} ({one})" if name else f"number {one}"

    def names(self, many: Sequence[int], most: int = NAMED) -> str:
        """Several of them."""
        words = [self.name(one) for one in many[:most]]
        return _listed(words if len(many) <= most else [*words, f"{len(many) - most} more"])

    def _known(self, one: int) -> None:
        if one not in self.tournament.by_id:
            raise RuleError(f"there is no {one} in this tournament", who=(one,))

    def _count(self, number: int) -> str:
        one = "team" if self.tournament.team_event else "player"
        return f"only one {one}" if number == 1 else f"{number} {one}s"

    @property
    def _completion(self) -> str:
        """The article by which the others must be left a pairing."""
        return cite(*picked(self.system.criteria, Completion, Role.COMPLETION))

    def seat(self, one: int) -> Seat:
        """The seat of a participant to be paired."""
        return self.field.seats[self.field.place[one]]

    # -- why not

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> WhyNot:
        """The round in which these two meet (b None: in which a has the bye), compared with the one that was made."""
        about = (a,) if b is None else (a, b)
        for one in about:
            self._known(one)
        if a == b:
            raise RuleError(f"{self.name(a)} cannot meet themselves", who=(a,))
        missing = [one for one in about if one not in self.field.place]
        if missing:
            text = f"{self.names(missing)} {'is' if len(missing) == 1 else 'are'} not to be paired in this round."
            return WhyNot(about, reasons=(Reason(text),))
        if self._made(outcome, a, b):
            what = f"{self.name(a)} has the bye" if b is None else f"{self.name(a)} and {self.name(b)} do meet"
            return WhyNot(about, outcome=outcome, reasons=(Reason(f"{what} in this round."),))
        pairs = [] if b is None else [(a, b)]
        breaches = self.system.breaches(self.field, pairs, a if b is None else None)
        if breaches:
            return WhyNot(about, breaches, reasons=tuple(map(self._illegal, breaches)))
        return self._compared(outcome, about, self._forced(a, b))

    def _made(self, outcome: Outcome, a: int, b: int | None) -> bool:
        return outcome.bye == a if b is None else {a, b} in map(set, outcome.pairs)

    def _forced(self, a: int, b: int | None) -> Outcome | NoPairing | RuleError:
        fixed = [pair for pair in self.fixed if not {a, b} & set(pair)]
        bye = a if b is None else None if self.bye in (a, b) else self.bye
        try:
            return self.run(fixed=fixed if b is None else [*fixed, (a, b)], bye=bye)
        except (NoPairing, RuleError) as error:
            return error

    def run(self, *, fixed: Sequence[Pair] = (), bye: int | None = None) -> Outcome:
        """The same round with other pairs or another bye fixed."""
        return self.system.decide(self.field, initial_colour(self.tournament), tuple(fixed), bye)

    def _compared(self, outcome: Outcome, about: tuple[int, ...], forced: Outcome | NoPairing | RuleError) -> WhyNot:
        if isinstance(forced, RuleError):
            return WhyNot(about, reasons=(Reason(f"{str(forced).capitalize()}."),))
        if isinstance(forced, NoPairing):
            causes = tuple(cause for cause in forced.causes if isinstance(cause, Cause))
            return WhyNot(about, causes=causes, reasons=(self._incomplete(about, causes),))
        found = first_difference(outcome.ledger, forced.ledger)
        if found is None:
            return WhyNot(about, outcome=forced, reasons=(Reason("The two pairings are equally good."),))
        ledger, ours, theirs = found
        reasons = (self._worse(self._wish(about), ledger.decision, ours, theirs),)
        return WhyNot(about, (), (), forced, ledger.decision, ours, theirs, reasons)

    # -- sentences of a comparison

    def _illegal(self, breach: Breach) -> Reason:
        fact = self._met_in(*breach.who) if len(breach.who) == 2 else ""
        who = self.names(breach.who)
        text = fact or f"{who}: {_lower(breach.text)}"
        return Reason(text, cite(breach))

    def _met_in(self, a: int, b: int) -> str:
        for number, column in enumerate(self.history.columns, 1):
            meeting = column[a]
            if meeting.opponent == b and meeting.kind is Kind.PLAYED:
                return f"{self.name(a)} and {self.name(b)} have already met, in round {number}."
        mine, yours = self.seat(a).preference, self.seat(b).preference
        if mine.colour and mine.colour is yours.colour and mine.strength == yours.strength == Strength.ABSOLUTE:
            return f"{self.name(a)} and {self.name(b)} must both have {_COLOURS[mine.colour]}."
        return ""

    def _incomplete(self, about: tuple[int, ...], causes: tuple[Cause, ...]) -> Reason:
        what = f"If {self._wish(about)}, the others could not all be paired"
        cited = self._completion
        for cause in causes:
            few = [one for group in cause.groups for one in group if one not in about]
            if few and len(few) <= 8:
                around = [one for one in cause.around if one not in about]
                if all(len(group) == 1 for group in cause.groups):
                    left = "could then meet nobody" + f" but {self.names(around)}" * bool(around)
                else:
                    left = "could then not all be paired" + f", not even with {self.names(around)}" * bool(around)
                return Reason(f"{what}: {self.names(few)} {left}.", cited)
        return Reason(f"{what}.", cited)

    def _wish(self, about: tuple[int, ...]) -> str:
        return (
            f"{self.name(about[0])} had the bye"
            if len(about) == 1
            else f"{self.name(about[0])} met {self.name(about[1])}"
        )

    def _worse(self, wish: str, bracket: Decision, ours: Line, theirs: Line) -> Reason:
        """The sentence of the first difference."""
        where = f"of the group of {in_words(bracket.score)}" if bracket.bracket else "of the round"
        article = cite(ours)
        if not ours.code and ours.text and bracket.bracket:
            text = f"If {wish}, the pairing {where} would not keep to this: {_lower(ours.text)}"
            return Reason(text, article)
        if not ours.code:
            text = f"If {wish}, all rules would be kept as well, but the pairing {where} would come later in the order."
            return Reason(text, article)
        index = next((i for i, (x, y) in enumerate(zip(ours.cost, theirs.cost, strict=False)) if x != y), 0)
        mine, other = (cost[index] if index < len(cost) else 0 for cost in (ours.cost, theirs.cost))
        numbers = (other, mine) if bracket.bracket else (in_words(other), in_words(mine))
        rule = _noted(_lower(ours.text).rstrip("."), f"{numbers[0]} instead of {numbers[1]}")
        return Reason(f"If {wish}, the pairing {where} would be worse by this rule: {rule}.", article)

    # -- what a bracket could not grant

    def given_up(self, ledger: Ledger) -> tuple[Reason, ...]:
        """Every criterion that the bracket does not keep in full, and at whose expense."""
        floats = bool(ledger.decision.left)  # what nobody in particular pays for is paid by those who leave
        costly = [line for line in ledger.lines if line.code and any(line.cost) and (line.who or floats)]
        return tuple(Reason(self._short_of(line), cite(line)) for line in costly)

    def _short_of(self, line: Line) -> str:
        if not line.who:
            return f"{line.text} The best that could be had: {next(filter(None, line.cost))}."
        whose = [" against ".join(map(self.name, one)) for one in line.who[:NAMED]]
        whose += [f"{len(line.who) - NAMED} more"] * (len(line.who) > NAMED)
        return f"{line.text} Given up for {_listed(whose)}."

    # -- why

    def explain(self, outcome: Outcome, one: int) -> Explanation:
        """Everything there is to say about one participant in the round."""
        self._known(one)
        if one not in self.field.place:
            kind = self.tournament.absent(outcome.round).get(one)
            said = f"{self.name(one)} is not paired in round {outcome.round}" + (f": {kind}." if kind else ".")
            return Explanation((one,), (Reason(said),))
        if outcome.bye == one:
            return Explanation((one,), tuple(self._bye(outcome, one)))
        board = next(board for board in outcome.boards if one in (board.white, board.black))
        return Explanation((one,), tuple(self._paired(outcome, one, board)))

    def _paired(self, outcome: Outcome, one: int, board: Board) -> Iterator[Reason]:
        other = board.black if board.white == one else board.white
        side = "White" if board.white == one else "Black"
        where = f"{'in match' if self.tournament.team_event else 'on board'} {outcome.boards.index(board) + 1}"
        yield Reason(f"{self.name(one)} has {side} against {self.name(other)} {where} of round {outcome.round}.")
        bracket = next(d for d in outcome.decisions if (one, other) in d.pairs or (other, one) in d.pairs)
        if {one, other} in map(set, self.fixed):
            yield Reason("The arbiter has fixed this pair.")
            yield from (self._illegal(breach) for breach in outcome.breaches if set(breach.who) == {one, other})
        else:
            yield from self._floated(outcome, one)
            yield from self._opponent(outcome, one, other, bracket)
        yield from self._colour(one, other, board)

    def _floated(self, outcome: Outcome, one: int) -> Iterator[Reason]:
        """Why somebody left the group of their score."""
        for bracket in outcome.decisions:
            if one in bracket.left and one in bracket.residents:
                yield self._group(bracket, any(one in other.moved_up for other in outcome.decisions))
                yield from self._instead(outcome, one, bracket)
            elif one in bracket.left:
                text = f"Nor was there an opponent for {self.name(one)} in the group of {in_words(bracket.score)}."
                yield Reason(text)
            elif one in bracket.moved_up and not any(one in other.left for other in outcome.decisions):
                group = f"The group of {in_words(bracket.score)} had {len(bracket.residents)} of its own"
                yield Reason(f"{group} and needed {len(bracket.moved_up)} from below: {self.names(bracket.moved_up)}.")

    def _group(self, bracket: Decision, upwards: bool) -> Reason:
        size, left = len(bracket.members), len(bracket.left)
        moved = f", {len(bracket.moved_down)} of them from above" if bracket.moved_down else ""
        group = f"The group of {in_words(bracket.score)} had {self._count(size)}{moved}"
        way = "up" if upwards else "down"
        if size == 1:
            return Reason(f"{group}, who had to move {way}.")
        if left == 1 and size % 2:
            return Reason(f"{group}: an odd number, so one of them had to move {way}.")
        if left == 1:
            return Reason(f"{group}, and one of them had to move {way}.")
        return Reason(f"{group}, and {left} of them could not be paired there and had to move {way}.")

    def _instead(self, outcome: Outcome, one: int, bracket: Decision) -> Iterator[Reason]:
        """What would have followed had this one found an opponent in the group."""
        stayed = [other for other in bracket.residents if other not in bracket.left]
        if not stayed:
            others = [other for other in bracket.residents if other != one]
            yield from self._why_nots(outcome, one, others)
        elif all(self.seat(other).rank < self.seat(one).rank for other in stayed):
            yield Reason(f"{self.name(one)} is the lowest ranked of those who could.")
        else:
            yield from self._had_stayed(outcome, one, bracket)

    def _had_stayed(self, outcome: Outcome, one: int, bracket: Decision) -> Iterator[Reason]:
        try:
            other = self._within(one, bracket)
        except NoPairing:
            text = f"{self.name(one)} could meet nobody of the group without leaving others unpaired."
            yield Reason(text, self._completion)
            return
        priced = other.ledger if outcome.breaches else self.system.price(self.field, other.pairs, other.bye)
        found = first_difference(outcome.ledger, priced)
        if found is not None:
            ledger, ours, theirs = found
            yield self._worse(f"{self.name(one)} had stayed", ledger.decision, ours, theirs)

    def _within(self, one: int, bracket: Decision) -> Outcome:
        """The round in which this one meets somebody of the group."""
        group = self.field.among(bracket.members)
        field = self.system.settled(self.field, self.fixed, self.bye)
        place = field.place[one]
        other = ~(1 << place)
        rows = [row if group >> i & 1 else row & other for i, row in enumerate(field.rows)]
        rows[place] &= group
        return self.system.run(field.restricted(rows, field.eligible & other), initial_colour(self.tournament))

    def _opponent(self, outcome: Outcome, one: int, other: int, bracket: Decision) -> Iterator[Reason]:
        """Why this opponent and not another of the group."""
        group = f"the group of {in_words(bracket.score)}"
        if other in bracket.moved_down and one in bracket.residents:
            yield Reason(f"{self.name(other)} came down from a higher score and was to meet somebody of {group}.")
            one, other = other, one
        nearer = self._better_looking(one, other, bracket)
        if nearer:
            yield from self._why_nots(outcome, one, nearer)
        else:
            yield Reason(f"The order of {group} gives {self.name(other)} to {self.name(one)} first.")

    def _why_nots(self, outcome: Outcome, one: int, others: Sequence[int]) -> Iterator[Reason]:
        for other in others[:MOST]:
            for reason in self.why_not(outcome, one, other).reasons:
                yield replace(reason, text=f"Why not {self.name(other)} for {self.name(one)}? {reason.text}")
        if len(others) > MOST:
            yield Reason(f"So it is, or alike, with {len(others) - MOST} more.")

    def _better_looking(self, one: int, other: int, bracket: Decision) -> list[int]:
        """Who stands where an opponent would be looked for first, up to the one who was found."""
        first = self.system.first_choice(bracket, one)
        order = bracket.residents if one in bracket.moved_down else bracket.members
        if first is None or first == other or other not in order or first not in order:
            return []
        a, b = order.index(first), order.index(other)
        return [between for between in (order[a:b] if a < b else order[a:b:-1]) if between != one]

    # -- colours

    def _colour(self, one: int, other: int, board: Board) -> Iterator[Reason]:
        """Why this colour."""
        for who in (one, other):
            yield Reason(self._should(who))
        rule = next(rule for rule in self.system.colours if (rule.article, rule.name) == (board.article, board.reason))
        yield Reason(f"So {self.name(board.white)} has White: {_lower(rule.text)}", cite(rule))

    def _should(self, one: int) -> str:
        seat = self.seat(one)
        wish = seat.preference
        if not seat.colours:
            due = f"should have {_COLOURS[wish.colour]}" if wish.colour else "may have either colour"
            return f"{self.name(one)} has not played yet and {due}."
        had = " ".join("W" if letter == Colour.WHITE.value else "B" for letter in seat.colours)
        if wish.colour is None:
            return f"{self.name(one)} has had {had} and may have either colour."
        return f"{self.name(one)} has had {had} and {_STRENGTHS[wish.strength]} {_COLOURS[wish.colour]} now."

    # -- the bye

    def _bye(self, outcome: Outcome, one: int) -> Iterator[Reason]:
        """Why the bye."""
        field = "teams" if self.tournament.team_event else "players"
        yield Reason(f"{self.name(one)} has the bye of round {outcome.round}: the number of {field} is odd.")
        if self.bye == one:
            yield Reason("The arbiter has fixed it.")
            yield from map(self._illegal, outcome.breaches)
            return
        for line in outcome.ledger[0].lines:
            said = f"The rule asks for {_lower(line.text).rstrip('.')}"
            worth = f": it is {in_words(line.cost[0])}" if line.code else ""
            yield Reason(f"{said}{worth}.", cite(line))
        lower = [other.id for other in self.field.seats if other.rank > self.seat(one).rank]
        if not lower:
            yield Reason("Nobody is ranked lower.")
        barred = [other for other in lower if self.seat(other).barred]
        if barred:
            assert self.system.bar is not None
            text = f"{self.names(barred)} could not have it: {_lower(self.system.bar.text)}"
            yield Reason(text, cite(self.system.bar))
        able = [other for other in reversed(lower) if other not in barred]
        for other in able[:MOST]:
            for reason in self.why_not(outcome, other, None).reasons:
                yield replace(reason, text=f"Why not {self.name(other)}? {reason.text}")


_COLOURS = {Colour.WHITE: "White", Colour.BLACK: "Black"}
_STRENGTHS = {
    Strength.ABSOLUTE: "must have",
    Strength.STRONG: "should (strongly) have",
    Strength.MILD: "should have",
    Strength.NONE: "may have",
}


class Cited(Protocol):
    """Something with an article, and perhaps a code."""

    @property
    def article(self) -> str: ...
    @property
    def code(self) -> str: ...


def cite(what: Cited) -> str:
    """The article, with the code if there is one."""
    said = not what.code or what.article.endswith(what.code)
    return what.article if said else f"{what.article} [{what.code}]"


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _noted(text: str, note: str) -> str:
    """A note in brackets, or in the brackets with which the text ends."""
    return f"{text[:-1]}; {note})" if text.endswith(")") else f"{text} ({note})"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
