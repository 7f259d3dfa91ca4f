"""All the words of the explanations: a sentence for every kind of fact, and the article it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatchmethod

from rookery.errors import RuleError
from rookery.model import Colour
from rookery.pairing import facts
from rookery.pairing.compare import Inquiry
from rookery.pairing.outcome import Decision, Explanation, Fact, Ledger, Line, Outcome, Reason, WhyNot, cite
from rookery.pairing.seat import Strength
from rookery.pairing.stated import lowered
from rookery.scoring import in_words
from rookery.wording import listed

NAMED = 6
"""How many are named in a sentence before the rest is only counted."""

FEW = 8
"""How many may be named as those who could not be paired."""

_COLOURS = {Colour.WHITE: "White", Colour.BLACK: "Black"}
_STRENGTHS = {
    Strength.ABSOLUTE: "must have",
    Strength.STRONG: "should (strongly) have",
    Strength.MILD: "should have",
    Strength.NONE: "may have",
}


@dataclass(frozen=True)
class Reasons:
    """What an inquiry finds, in words."""

    inquiry: Inquiry

    def explain(self, outcome: Outcome, one: int) -> Explanation:
        """Everything there is to say about one participant in the round."""
        self.inquiry.known(one)
        return Explanation((one,), tuple(map(self.reason, self.inquiry.explain(outcome, one))))

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> WhyNot:
        """What would follow if these two met, or the first had the bye."""
        self.inquiry.known(a, *(() if b is None else (b,)))
        if a == b:
            raise RuleError(f"{self.name(a)} cannot meet themselves", who=(a,))
        why, found = self.inquiry.why_not(outcome, a, b)
        return replace(why, reasons=tuple(map(self.reason, found)))

    def given_up(self, ledger: Ledger) -> tuple[Reason, ...]:
        """What a bracket could not grant, and to whom."""
        return tuple(map(self.reason, self.inquiry.given_up(ledger)))

    def reason(self, fact: Fact) -> Reason:
        """A fact with its sentence."""
        return replace(self.say(fact), fact=fact)

    # -- words for people, groups and wishes

    def name(self, one: int) -> str:
        """A participant by name and number."""
        name = self.inquiry.tournament.by_id[one].name
        return f"{name} ({one})" if name else f"number {one}"

    def names(self, many: Sequence[int]) -> str:
        """Several of them."""
        return listed(map(self.name, many), NAMED)

    @property
    def _teams(self) -> bool:
        return self.inquiry.tournament.team_event

    def _wish(self, about: tuple[int, ...], stays: bool = False) -> str:
        if stays:
            return f"{self.name(about[0])} had stayed"
        return f"{self.name(about[0])} met {self.name(about[1])}" if about[1:] else f"{self.name(about[0])} had the bye"

    # -- a sentence for every kind of fact

    @singledispatchmethod
    def say(self, fact: Fact) -> Reason:
        """The sentence of a fact."""
        raise NotImplementedError(f"no words for {type(fact).__name__}")

    @say.register
    def _(self, fact: facts.NotPaired) -> Reason:
        verb = "is" if len(fact.who) == 1 else "are"
        return Reason(f"{self.names(fact.who)} {verb} not to be paired in this round.")

    @say.register
    def _(self, fact: facts.AlreadySo) -> Reason:
        who = [self.name(one) for one in fact.about]
        return Reason(f"{' and '.join(who)} {'do meet' if who[1:] else 'has the bye'} in this round.")

    @say.register
    def _(self, fact: facts.Refused) -> Reason:
        return Reason(f"{fact.text.capitalize()}.")

    @say.register
    def _(self, fact: facts.Illegal) -> Reason:
        both = " and ".join(map(self.name, fact.breach.who))
        if fact.met_in is not None:
            text = f"{both} have already met, in round {fact.met_in}."
        elif fact.both_must_have is not None:
            text = f"{both} must both have {_COLOURS[fact.both_must_have]}."
        else:
            text = f"{self.names(fact.breach.who)}: {lowered(fact.breach.text)}"
        return Reason(text, cite(fact.breach))

    @say.register
    def _(self, fact: facts.Incomplete) -> Reason:
        what = f"If {self._wish(fact.about)}, the others could not all be paired"
        for cause in fact.causes:
            few = [one for group in cause.groups for one in group if one not in fact.about]
            if few and len(few) <= FEW:
                around = [one for one in cause.around if one not in fact.about]
                if all(len(group) == 1 for group in cause.groups):
                    left = "could then meet nobody" + f" but {self.names(around)}" * bool(around)
                else:
                    left = "could then not all be paired" + f", not even with {self.names(around)}" * bool(around)
                return Reason(f"{what}: {self.names(few)} {left}.", fact.article)
        return Reason(f"{what}.", fact.article)

    @say.register
    def _(self, fact: facts.EquallyGood) -> Reason:
        return Reason("The two pairings are equally good.")

    @say.register
    def _(self, fact: facts.Worse) -> Reason:
        bracket, ours = fact.bracket.bracket, fact.ours
        where = f"of the {fact.bracket.called}" if bracket else "of the round"
        wish = f"If {self._wish(fact.about, fact.stays)}"
        if ours.kind == "step":
            text = f"{wish}, the pairing {where} would not keep to this: {lowered(ours.text)}"
        elif ours.kind != "criterion":
            text = f"{wish}, all rules would be kept as well, but the pairing {where} would come later in the order."
        else:
            mine, other = first_numbers(ours, fact.theirs)
            note = f"{other} instead of {mine}" if bracket else f"{in_words(other)} instead of {in_words(mine)}"
            rule = noted(lowered(ours.text).rstrip("."), note)
            text = f"{wish}, the pairing {where} would be worse by this rule: {rule}."
        return Reason(text, cite(ours))

    @say.register
    def _(self, fact: facts.Instead) -> Reason:
        whose = "" if fact.meeting is None else f" for {self.name(fact.meeting)}"
        why = self.say(fact.why)
        return Reason(f"Why not {self.name(fact.other)}{whose}? {why.text}", why.article)

    @say.register
    def _(self, fact: facts.Alike) -> Reason:
        return Reason(f"So it is, or alike, with {fact.number} more.")

    @say.register
    def _(self, fact: facts.GivenUp) -> Reason:
        line = fact.line
        if not line.who:
            return Reason(f"{line.text} The best that could be had: {next(filter(None, line.cost))}.", cite(line))
        whose = listed((" against ".join(map(self.name, one)) for one in line.who), NAMED)
        return Reason(f"{line.text} Given up for {whose}.", cite(line))

    @say.register
    def _(self, fact: facts.Away) -> Reason:
        said = f"{self.name(fact.one)} is not paired in round {fact.round}"
        return Reason(said + (f": {fact.bye}." if fact.bye else "."))

    @say.register
    def _(self, fact: facts.Paired) -> Reason:
        where = f"{'in match' if self._teams else 'on board'} {fact.board}"
        side, other = _COLOURS[fact.colour], self.name(fact.other)
        return Reason(f"{self.name(fact.one)} has {side} against {other} {where} of round {fact.round}.")

    @say.register
    def _(self, fact: facts.Fixed) -> Reason:
        return Reason("The arbiter has fixed it." if fact.bye else "The arbiter has fixed this pair.")

    @say.register
    def _(self, fact: facts.LeftTheGroup) -> Reason:
        return Reason(self._group(fact.bracket, "up" if fact.upwards else "down"))

    def _group(self, bracket: Decision, way: str) -> str:
        size, left = len(bracket.members), len(bracket.left)
        one = "team" if self._teams else "player"
        count = f"only one {one}" if size == 1 else f"{size} {one}s"
        moved = f", {len(bracket.moved_down)} of them from above" if bracket.moved_down else ""
        group = f"The group of {in_words(bracket.score)} had {count}{moved}"
        if size == 1:
            return f"{group}, who had to move {way}."
        if left == 1 and size % 2:
            return f"{group}: an odd number, so one of them had to move {way}."
        if left == 1:
            return f"{group}, and one of them had to move {way}."
        return f"{group}, and {left} of them could not be paired there and had to move {way}."

    @say.register
    def _(self, fact: facts.NoOpponentThere) -> Reason:
        return Reason(f"Nor was there an opponent for {self.name(fact.one)} in the group of {in_words(fact.score)}.")

    @say.register
    def _(self, fact: facts.CalledUp) -> Reason:
        bracket = fact.bracket
        group = f"The group of {in_words(bracket.score)} had {len(bracket.residents)} of its own"
        return Reason(f"{group} and needed {len(bracket.moved_up)} from below: {self.names(bracket.moved_up)}.")

    @say.register
    def _(self, fact: facts.LowestRanked) -> Reason:
        return Reason(f"{self.name(fact.one)} is the lowest ranked of those who could.")

    @say.register
    def _(self, fact: facts.NobodyInTheGroup) -> Reason:
        text = f"{self.name(fact.one)} could meet nobody of the group without leaving others unpaired."
        return Reason(text, fact.article)

    @say.register
    def _(self, fact: facts.CameDown) -> Reason:
        group = f"the group of {in_words(fact.score)}"
        return Reason(f"{self.name(fact.one)} came down from a higher score and was to meet somebody of {group}.")

    @say.register
    def _(self, fact: facts.FirstInOrder) -> Reason:
        group = f"the group of {in_words(fact.score)}"
        return Reason(f"The order of {group} gives {self.name(fact.other)} to {self.name(fact.one)} first.")

    @say.register
    def _(self, fact: facts.ColourDue) -> Reason:
        name, wish = self.name(fact.one), fact.preference
        if not fact.had:
            due = f"should have {_COLOURS[wish.colour]}" if wish.colour else "may have either colour"
            return Reason(f"{name} has not played yet and {due}.")
        had = " ".join("W" if letter == Colour.WHITE.value else "B" for letter in fact.had)
        if wish.colour is None:
            return Reason(f"{name} has had {had} and may have either colour.")
        return Reason(f"{name} has had {had} and {_STRENGTHS[wish.strength]} {_COLOURS[wish.colour]} now.")

    @say.register
    def _(self, fact: facts.ColourGiven) -> Reason:
        return Reason(f"So {self.name(fact.white)} has White: {lowered(fact.text)}", fact.article)

    @say.register
    def _(self, fact: facts.HasTheBye) -> Reason:
        field = "teams" if self._teams else "players"
        return Reason(f"{self.name(fact.one)} has the bye of round {fact.round}: the number of {field} is odd.")

    @say.register
    def _(self, fact: facts.ByeAsksFor) -> Reason:
        line = fact.line
        worth = f": it is {in_words(line.cost[0])}" if line.kind == "criterion" else ""
        return Reason(f"The rule asks for {lowered(line.text).rstrip('.')}{worth}.", cite(line))

    @say.register
    def _(self, fact: facts.NobodyLower) -> Reason:
        return Reason("Nobody is ranked lower.")

    @say.register
    def _(self, fact: facts.Barred) -> Reason:
        return Reason(f"{self.names(fact.who)} could not have it: {lowered(fact.text)}", cite(fact))


def first_numbers(ours: Line, theirs: Line) -> tuple[int, int]:
    """The first numbers in which two lines of a ledger differ."""
    both = zip(ours.cost, theirs.cost, strict=False)
    index = next((i for i, (x, y) in enumerate(both) if x != y), 0)
    mine, other = (cost[index] if index < len(cost) else 0 for cost in (ours.cost, theirs.cost))
    return mine, other


def noted(text: str, note: str) -> str:
    """A note in brackets, or in the brackets with which the text ends.

    >>> noted("as few as possible (more than the least)", "1 instead of 0")
    'as few as possible (more than the least; 1 instead of 0)'
    """
    return f"{text[:-1]}; {note})" if text.endswith(")") else f"{text} ({note})"
