"""All the words of the explanations: a sentence for every kind of fact, and the article it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatchmethod

from rookery.errors import RuleError
from rookery.model import Colour
from rookery.pairing import facts
from rookery.pairing.compare import Inquiry
from rookery.pairing.facts import Wished, WishKind
from rookery.pairing.filed import Filed
from rookery.pairing.kept_seats import KEPT_COLOUR
from rookery.pairing.outcome import Cause, Decision, Explanation, Fact, Ledger, Outcome, Reason, WhyNot, cite
from rookery.pairing.phrases import People
from rookery.pairing.seat import Strength
from rookery.pairing.stated import lowered
from rookery.scoring import in_words
from rookery.values import frozen, replace
from rookery.wording import listed, spoken

FEW = 6
"""How many may be named as those who could not be paired."""

_COLOURS = {Colour.WHITE: "White", Colour.BLACK: "Black"}
_STRENGTHS = {
    Strength.ABSOLUTE: "must have",
    Strength.STRONG: "is strongly due",
    Strength.MILD: "is due",
    Strength.NONE: "may have",
}


@frozen(slots=False)
class Sentences:
    """A sentence for every kind of fact, about these people."""

    people: People

    @singledispatchmethod
    def say(self, fact: Fact) -> Reason:
        """The sentence of a fact."""
        raise NotImplementedError(f"no words for {type(fact).__name__}")

    # -- of a wish

    @say.register
    def _(self, fact: facts.NotPaired) -> Reason:
        verb = "is" if len(fact.who) == 1 else "are"
        return Reason(f"{self.people.names(fact.who)} {verb} not to be paired in this round.")

    @say.register
    def _(self, fact: facts.AlreadySo) -> Reason:
        who = [self.people.name(one) for one in fact.wish.who]
        return Reason(f"{' and '.join(who)} {'do meet' if who[1:] else 'has the bye'} in this round.")

    @say.register
    def _(self, fact: facts.NoByeToGive) -> Reason:
        text = f"Everybody can be paired: the number of {self.people.players} is even, and nobody has the bye."
        return Reason(text, "C.04.1 3")

    @say.register
    def _(self, fact: facts.FixedOtherwise) -> Reason:
        pairs = [f"{self.people.name(who[0])} against {self.people.name(who[1])}" for who in fact.who if who[1:]]
        byes = [f"the bye for {self.people.name(who[0])}" for who in fact.who if not who[1:]]
        return Reason(f"The arbiter has fixed {' and '.join([*pairs, *byes])}.")

    @say.register
    def _(self, fact: facts.Illegal) -> Reason:
        both = " and ".join(map(self.people.name, fact.breach.who))
        if fact.met_in is not None:
            text = f"{both} have already met, in round {fact.met_in}."
        elif fact.both_must_have is not None:
            text = f"{both} must both have {_COLOURS[fact.both_must_have]}."
        else:
            text = f"{self.people.names(fact.breach.who)}: {lowered(fact.breach.text)}"
        return Reason(text, cite(fact.breach))

    @say.register
    def _(self, fact: facts.Incomplete) -> Reason:
        served = fact.wish.kind in (WishKind.MEET, WishKind.BYE)
        who = "the others could not all be paired" if served else "not everybody could be paired"
        what = f"If {self.people.wish(fact.wish)}, {who}"
        named = filter(None, (self._cause(fact.wish, cause) for cause in fact.causes))
        return Reason(f"{what}{next((f': {text}' for text in named), '')}.", fact.article)

    def _cause(self, wish: Wished, cause: Cause) -> str:
        """Who could not be paired then, if they are few."""
        apart = wish.who if wish.kind in (WishKind.MEET, WishKind.BYE) else ()
        few = [one for group in cause.groups for one in group if one not in apart]
        if not few or len(few) > FEW:
            return ""
        around = [one for one in cause.around if one not in apart]
        if all(len(group) == 1 for group in cause.groups):
            left = "could then meet nobody" + f" but {self.people.names(around)}" * bool(around)
        else:
            left = "could then not all be paired" + f", not even with {self.people.names(around)}" * bool(around)
        return f"{self.people.names(few)} {left}"

    @say.register
    def _(self, fact: facts.NotWorkedOut) -> Reason:
        return Reason(f"If {self.people.wish(fact.wish)}, there would be too many pairings to compare them all.")

    @say.register
    def _(self, fact: facts.EquallyGood) -> Reason:
        return Reason(f"If {self.people.wish(fact.wish)}, no rule would say that the pairing is any worse.")

    @say.register
    def _(self, fact: facts.Worse) -> Reason:
        text = f"{self.people.means(fact.wish)} {self.people.worse(fact.worse, fact.bracket)}"
        if fact.paid or fact.instead:
            text += f": {self.people.instead(fact.instead, fact.paid)}"
        return Reason(f"{text}.", cite(fact.ours))

    @say.register
    def _(self, fact: facts.AheadWorse) -> Reason:
        start, after = self.people.means(fact.wish), f"the next group, of {in_words(fact.next)}"
        if fact.floaters is None or fact.instead is None:
            return Reason(f"{start} that {after}, could not be paired completely.", cite(fact.ours))
        if fact.floaters != fact.instead:
            more = f"at least {fact.instead} {self.people.players if fact.instead > 1 else self.people.player}"
            text = f"{start} that {more} must float down from {after}, instead of {fact.floaters or 'none'}."
        else:
            higher, lower = (listed(map(in_words, scores)) for scores in (fact.scores_instead, fact.scores))
            text = (
                f"{start} that {self.people.players} with more points must float down from {after}: at least {higher}"
            )
            text += f", instead of {lower}."
        return Reason(text, cite(fact.ours))

    @say.register
    def _(self, fact: facts.Later) -> Reason:
        start, rule = self.people.as_good(fact.wish, fact.bracket), lowered(fact.ours.text).rstrip(".")
        return Reason(f"{start}: {rule}; {self._order(fact)}.", cite(fact.ours))

    def _order(self, fact: facts.Later) -> str:
        """The first place in which two pairings differ."""
        ours, theirs = self.people.names(fact.first), self.people.names(fact.then)
        if fact.differs == "{halves}":
            here = f"{ours} do" if fact.first else "nobody does"
            return f"as paired {here}, and otherwise {theirs} would" if fact.then else f"as paired {here}"
        turn = "" if fact.turn is None else self.people.name(fact.turn)
        if not fact.first:
            return f"as paired that concerns nobody, and otherwise it would {theirs}"
        if not fact.then:
            return fact.differs.partition(" before ")[0].format(turn=turn, ours=ours, theirs="")
        return fact.differs.format(turn=turn, ours=ours, theirs=theirs)

    @say.register
    def _(self, fact: facts.ByeBound) -> Reason:
        name = self.people.name
        other = "" if fact.other is None else f"; if these two met, it would go to {name(fact.other)}"
        return Reason(f"{name(fact.one)} has the bye in this round{other}.")

    @say.register
    def _(self, fact: facts.Instead) -> Reason:
        whose = "" if fact.meeting is None else f" for {self.people.name(fact.meeting)}"
        why = self.say(fact.why)
        return Reason(f"Why not {self.people.name(fact.other)}{whose}? {why.text}", why.article)

    @say.register
    def _(self, fact: facts.NotAsked) -> Reason:
        more = f"{fact.number} more stand" if fact.number > 1 else "One more stands"
        return Reason(f"{more} before that opponent in the order; ask about each by number.")

    # -- of a round that is in the file already

    @say.register
    def _(self, fact: facts.RecordedAs) -> Reason:
        text = f"In round {fact.round} of the file {self.people.name(fact.one)}"
        if fact.other is None:
            return Reason(f"{text} has no opponent{f': {fact.bye}' if fact.bye else ''}.")
        side = "meets" if fact.colour is None else f"has {_COLOURS[fact.colour]} against"
        return Reason(f"{text} {side} {self.people.name(fact.other)}.")

    @say.register
    def _(self, fact: facts.AsTheRules) -> Reason:
        return Reason(f"Round {fact.round} in the file is paired as the rules give it, by {fact.edition}.")

    @say.register
    def _(self, fact: facts.NotAsTheRules) -> Reason:
        other = "has other colours than the rules give" if fact.colours else "is not the one that the rules give"
        return Reason(f"Round {fact.round} in the file {other}, by {fact.edition}.")

    @say.register
    def _(self, fact: facts.ByTheRules) -> Reason:
        return Reason("By the rules:")

    # -- of a bracket

    @say.register
    def _(self, fact: facts.GivenUp) -> Reason:
        return Reason(f"{fact.line.text} As paired: {self.people.all_named(fact.paid)}.", cite(fact.line))

    # -- of one participant

    @say.register
    def _(self, fact: facts.Away) -> Reason:
        said = f"{self.people.name(fact.one)} is not paired in round {fact.round}"
        return Reason(said + (f": {fact.bye}." if fact.bye else "."))

    @say.register
    def _(self, fact: facts.Paired) -> Reason:
        where = f"{'in match' if self.people.teams else 'on board'} {fact.board}"
        side, other = _COLOURS[fact.colour], self.people.name(fact.other)
        return Reason(f"{self.people.name(fact.one)} has {side} against {other} {where} of round {fact.round}.")

    @say.register
    def _(self, fact: facts.PairedBefore) -> Reason:
        both = f"{self.people.name(fact.one)} and {self.people.name(fact.other)}"
        return Reason(
            f"{both} were paired in round {fact.round}, but did not play, so they have not met.", "C.04.2 3.5"
        )

    @say.register
    def _(self, fact: facts.Fixed) -> Reason:
        return Reason("The arbiter has fixed it." if fact.bye else "The arbiter has fixed this pair.")

    @say.register
    def _(self, fact: facts.LeftTheGroup) -> Reason:
        return Reason(self._left(fact.bracket, "up" if fact.upwards else "down", fact.fewest))

    def _left(self, bracket: Decision, way: str, fewest: bool) -> str:
        size, left = len(bracket.members), len(bracket.left)
        count = f"only one {self.people.player}" if size == 1 else f"{size} {self.people.players}"
        moved = f", {len(bracket.moved_down)} of them from above" if bracket.moved_down and size > 1 else ""
        group = f"{self.people.group(bracket).capitalize()} had {count}{moved}"
        if size == 1:
            return f"{group}, who had to move {way}."
        if not fewest:
            return f"{group}, and {left} of them moved {way}: {self.people.names(bracket.left)}."
        if left == 1:
            return f"{group}: an odd number, so one of them had to move {way}."
        return f"{group}, and not fewer than {left} of them had to move {way}: {self.people.names(bracket.left)}."

    @say.register
    def _(self, fact: facts.NobodyToMeet) -> Reason:
        met = f"has met {self.people.names(fact.met)} before" if fact.met else ""
        apart = f"may not meet {self.people.names(fact.apart)}" if fact.apart else ""
        what = " and ".join(filter(None, (met, apart)))
        group = f"in the group of {in_words(fact.score)}"
        return Reason(f"There was no opponent {group}: {self.people.name(fact.one)} {what}.", fact.article)

    @say.register
    def _(self, fact: facts.CalledUp) -> Reason:
        bracket = fact.bracket
        size = len(bracket.residents)
        count = f"{size} {self.people.players if size > 1 else self.people.player} to be paired"
        up = len(bracket.moved_up)
        needed = f"and needed {'one' if up == 1 else f'not fewer than {up}'} from below"
        return Reason(f"{self.people.group(bracket).capitalize()} had {count} {needed}: "
                      f"{self.people.names(bracket.moved_up)}.")  # fmt: skip

    @say.register
    def _(self, fact: facts.CameDown) -> Reason:
        group = f"the group of {in_words(fact.score)}"
        return Reason(
            f"{self.people.name(fact.one)} came down from a higher score and was to meet somebody of {group}."
        )

    @say.register
    def _(self, fact: facts.PlainOrder) -> Reason:
        group, name = self.people.group(fact.bracket), self.people.name
        return Reason(f"In {group}, {fact.text}: so {name(fact.one)} meets {name(fact.other)}.", fact.article)

    @say.register
    def _(self, fact: facts.ColourDue) -> Reason:
        name, wish = self.people.name(fact.one), fact.preference
        if not fact.had:
            due = f"is due {_COLOURS[wish.colour]}" if wish.colour else "may have either colour"
            return Reason(f"{name} has not played yet and {due}.")
        had = " ".join("W" if letter == Colour.WHITE.value else "B" for letter in fact.had)
        if wish.colour is None:
            return Reason(f"{name} has had {had} and may have either colour.")
        return Reason(f"{name} has had {had} and {_STRENGTHS[wish.strength]} {_COLOURS[wish.colour]} now.")

    @say.register
    def _(self, fact: facts.ColourGiven) -> Reason:
        white, black = self.people.name(fact.white), self.people.name(fact.black)
        by = "By the seats that are kept" if fact.rule == KEPT_COLOUR else "By the rules"
        both = f"{by} {white} has White against {black}" if fact.filed else f"So {white} has White and {black} Black"
        higher, lower = (white, black) if fact.higher == fact.white else (black, white)
        return Reason(f"{both}: {lowered(fact.text).format(higher=higher, lower=lower)}", fact.article)

    @say.register
    def _(self, fact: facts.ThirdTime) -> Reason:
        text = f"That is {_COLOURS[fact.colour]} for the third time running for {self.people.name(fact.one)}"
        return Reason(f"{text}, which can happen in the last round." if fact.last else f"{text}.")

    @say.register
    def _(self, fact: facts.HasTheBye) -> Reason:
        text = f"{self.people.name(fact.one)}, with {in_words(fact.points)}, has the bye of round {fact.round}"
        return Reason(f"{text}: the number of {self.people.players} is odd.")

    @say.register
    def _(self, fact: facts.ByeAsksFor) -> Reason:
        return Reason(f"{fact.line.text.rstrip('.')}: {self.people.named(fact.named)}.", cite(fact.line))

    @say.register
    def _(self, fact: facts.NobodyLower) -> Reason:
        return Reason("Nobody is ranked lower.")

    @say.register
    def _(self, fact: facts.Barred) -> Reason:
        return Reason(f"{self.people.names(fact.who)} could not have it: {lowered(fact.text)}", cite(fact))


@frozen(slots=False)
class Reasons:
    """What an inquiry finds, in words; `filed` where the file has the round already."""

    inquiry: Inquiry
    filed: Filed | None = None

    def explain(self, outcome: Outcome, one: int) -> Explanation:
        """Everything there is to say about one participant in the round."""
        self.inquiry.known(one)
        return Explanation((one,), self._said((self.filed or self.inquiry).explain(outcome, one)))

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> WhyNot:
        """What would follow if these two met, or the first had the bye."""
        self.inquiry.known(a, *(() if b is None else (b,)))
        if a == b:
            raise RuleError(spoken("%(a)s cannot meet themselves", a=self._sentences.people.name(a)), who=(a,))
        why, found = (self.filed or self.inquiry).why_not(outcome, a, b)
        return replace(why, reasons=self._said(found))

    def given_up(self, ledger: Ledger) -> tuple[Reason, ...]:
        """What a bracket could not grant, and to whom."""
        return self._said(self.inquiry.given_up(ledger))

    def standing(self, outcome: Outcome) -> tuple[Reason, ...]:
        """Whether the file has the round that the rules give, and if not, which rule says so."""
        return () if self.filed is None else self._said(self.filed.standing(outcome))

    def _said(self, found: Iterable[Fact]) -> tuple[Reason, ...]:
        say = self._sentences.say
        return tuple(replace(say(fact), fact=fact) for fact in found)

    @property
    def _sentences(self) -> Sentences:
        return Sentences(People.of(self.inquiry.tournament))
