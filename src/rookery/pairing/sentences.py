"""All the words of the explanations: a sentence for every kind of fact, and the article it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatchmethod

from rookery.model import Colour
from rookery.pairing import facts
from rookery.pairing.facts import Named, Wished, WishKind
from rookery.pairing.kept_seats import KEPT_COLOUR
from rookery.pairing.outcome import Cause, Decision, Fact, Reason, cite
from rookery.pairing.phrases import NONE, People
from rookery.pairing.seat import Strength
from rookery.pairing.stated import HALVES, after_colon, as_template, without_stop, without_theirs
from rookery.scoring import in_words
from rookery.values import frozen
from rookery.wording import capital, counted, filled, joined, listed, spoken, word

FEW = 6
"""How many may be named as those who could not be paired."""

_COLOURS = {Colour.WHITE: spoken("White"), Colour.BLACK: spoken("Black")}
_DO_MEET, _HAS_IT = spoken("%(names)s do meet in this round."), spoken("%(names)s has the bye in this round.")
_HALVES = {
    (True, True): spoken("as paired %(ours)s do, and otherwise %(theirs)s would"),
    (True, False): spoken("as paired %(ours)s do"),
    (False, True): spoken("as paired nobody does, and otherwise %(theirs)s would"),
    (False, False): spoken("as paired nobody does"),
}
"""Who changes halves, by whether somebody does as paired, and otherwise."""
_ONLY_ONE = {
    (False, False): spoken("%(had)s had only one player, who had to move down."),
    (False, True): spoken("%(had)s had only one player, who had to move up."),
    (True, False): spoken("%(had)s had only one team, who had to move down."),
    (True, True): spoken("%(had)s had only one team, who had to move up."),
}
"""A group of one, by whether it is a team, and goes upwards."""
_LEFT = {
    ("odd", False): spoken("%(had)s: an odd number, so one of them had to move down."),
    ("odd", True): spoken("%(had)s: an odd number, so one of them had to move up."),
    ("fewest", False): spoken("%(had)s, and not fewer than %(number)s of them had to move down: %(names)s."),
    ("fewest", True): spoken("%(had)s, and not fewer than %(number)s of them had to move up: %(names)s."),
    ("some", False): spoken("%(had)s, and %(number)s of them moved down: %(names)s."),
    ("some", True): spoken("%(had)s, and %(number)s of them moved up: %(names)s."),
}
"""Who left a larger group, and whether upwards."""
_NOBODY_TO_MEET = {
    (True, False): spoken("There was no opponent in the group of %(points)s: %(name)s has met %(met)s before."),
    (False, True): spoken("There was no opponent in the group of %(points)s: %(name)s may not meet %(apart)s."),
    (True, True): spoken("There was no opponent in the group of %(points)s: %(name)s has met %(met)s before and may not"
                         " meet %(apart)s."),
}  # fmt: skip
"""By whether some were met, and some are kept apart."""
_NEW_DUE = spoken("%(name)s has not played yet and is due %(colour)s.")
_NEW_EITHER = spoken("%(name)s has not played yet and may have either colour.")
_EITHER = spoken("%(name)s has had %(had)s and may have either colour.")
_DUE = {
    Strength.ABSOLUTE: spoken("%(name)s has had %(had)s and must have %(colour)s now."),
    Strength.STRONG: spoken("%(name)s has had %(had)s and is strongly due %(colour)s now."),
    Strength.MILD: spoken("%(name)s has had %(had)s and is due %(colour)s now."),
    Strength.NONE: spoken("%(name)s has had %(had)s and may have %(colour)s now."),
}
_GIVEN = spoken("So %(white)s has White and %(black)s Black: %(rule)s")
_RULED = spoken("By the rules %(white)s has White against %(black)s: %(rule)s")
_KEPT = spoken("By the seats that are kept %(white)s has White against %(black)s: %(rule)s")


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
        names = self._names(fact.who)
        return Reason(counted(len(fact.who), "%(names)s is not to be paired in this round.",
                              "%(names)s are not to be paired in this round.", names=names))  # fmt: skip

    @say.register
    def _(self, fact: facts.AlreadySo) -> Reason:
        template = _DO_MEET if fact.wish.who[1:] else _HAS_IT
        return Reason(filled(template, names=self._names(fact.wish.who)))

    @say.register
    def _(self, fact: facts.NoByeToGive) -> Reason:
        return Reason(spoken("Everybody can be paired: the number of teams is even, and nobody has the bye."
                             if self.people.teams else
                             "Everybody can be paired: the number of players is even, and nobody has the bye."),
                      "C.04.1 3")  # fmt: skip

    @say.register
    def _(self, fact: facts.FixedOtherwise) -> Reason:
        pairs = [self.people.named(Named(who)) for who in fact.who if who[1:]]
        byes = [spoken("the bye for %(name)s", name=self._name(who[0])) for who in fact.who if not who[1:]]
        return Reason(spoken("The arbiter has fixed %(what)s.", what=listed([*pairs, *byes])))

    @say.register
    def _(self, fact: facts.Illegal) -> Reason:
        names, rule = self._names(fact.breach.who), cite(fact.breach)
        if fact.met_in is not None:
            return Reason(spoken("%(both)s have already met, in round %(round)s.", both=names, round=fact.met_in), rule)
        if fact.both_must_have is not None:
            colour = _COLOURS[fact.both_must_have]
            return Reason(spoken("%(both)s must both have %(colour)s.", both=names, colour=colour), rule)
        said = after_colon(word(fact.breach.text))
        return Reason(spoken("%(names)s: %(rule)s", names=names, rule=said), rule)

    @say.register
    def _(self, fact: facts.Incomplete) -> Reason:
        served, wish = fact.wish.kind in (WishKind.MEET, WishKind.BYE), self.people.wish(fact.wish)
        cause = next(filter(None, (self._cause(fact.wish, cause) for cause in fact.causes)), "")
        if cause:
            return Reason(spoken("If %(wish)s, the others could not all be paired: %(cause)s." if served else
                                 "If %(wish)s, not everybody could be paired: %(cause)s.",
                                 wish=wish, cause=cause), fact.article)  # fmt: skip
        return Reason(spoken("If %(wish)s, the others could not all be paired." if served else
                             "If %(wish)s, not everybody could be paired.", wish=wish), fact.article)  # fmt: skip

    def _cause(self, wish: Wished, cause: Cause) -> str:
        """Who could not be paired then, if they are few."""
        apart = wish.who if wish.kind in (WishKind.MEET, WishKind.BYE) else ()
        few = [one for group in cause.groups for one in group if one not in apart]
        if not few or len(few) > FEW:
            return ""
        names, others = self._names(few), self._names([one for one in cause.around if one not in apart])
        if all(len(group) == 1 for group in cause.groups):
            return spoken("%(names)s could then meet nobody but %(others)s" if others else
                          "%(names)s could then meet nobody", names=names, others=others)  # fmt: skip
        return spoken("%(names)s could then not all be paired, not even with %(others)s" if others else
                      "%(names)s could then not all be paired", names=names, others=others)  # fmt: skip

    @say.register
    def _(self, fact: facts.NotWorkedOut) -> Reason:
        return Reason(spoken("If %(wish)s, there would be too many pairings to compare them all.",
                             wish=self.people.wish(fact.wish)))  # fmt: skip

    @say.register
    def _(self, fact: facts.EquallyGood) -> Reason:
        return Reason(spoken("If %(wish)s, no rule would say that the pairing is any worse.",
                             wish=self.people.wish(fact.wish)))  # fmt: skip

    @say.register
    def _(self, fact: facts.Worse) -> Reason:
        what = self.people.worse(fact.worse, fact.bracket)
        if fact.paid or fact.instead:
            what = joined(": ", (what, self.people.instead(fact.instead, fact.paid)))
        return Reason(self.people.means(fact.wish, what), cite(fact.ours))

    @say.register
    def _(self, fact: facts.AheadWorse) -> Reason:
        return Reason(self.people.means(fact.wish, self._ahead(fact)), cite(fact.ours))

    def _ahead(self, fact: facts.AheadWorse) -> str:
        """What the next group would come to."""
        points = in_words(fact.next)
        if fact.floaters is None or fact.instead is None:
            return spoken("that the next group, of %(points)s, could not be paired completely", points=points)
        if fact.floaters != fact.instead:
            more = self.people.count(fact.instead)
            return counted(
                fact.instead,
                "that at least %(players)s must float down from the next group, of %(points)s, instead of %(number)s",
                "that at least %(players)s must float down from the next group, of %(points)s, instead of %(number)s",
                players=more, points=points, number=fact.floaters or NONE,
            )  # fmt: skip
        higher, lower = (listed(map(in_words, scores)) for scores in (fact.scores_instead, fact.scores))
        return spoken("that teams with more points must float down from the next group, of %(points)s: at least"
                      " %(higher)s, instead of %(lower)s" if self.people.teams else
                      "that players with more points must float down from the next group, of %(points)s: at least"
                      " %(higher)s, instead of %(lower)s", points=points, higher=higher, lower=lower)  # fmt: skip

    @say.register
    def _(self, fact: facts.Later) -> Reason:
        rule, group = without_stop(after_colon(word(fact.ours.text))), self.people.group(fact.bracket)
        if fact.wish.kind is WishKind.RECORDED:
            text = spoken("In the round of the file %(group)s is paired just as well by the rules before this one:"
                          " %(rule)s; %(order)s.", group=group, rule=rule, order=self._order(fact))  # fmt: skip
        else:
            text = spoken("If %(wish)s, %(group)s could be paired just as well by the rules before this one:"
                          " %(rule)s; %(order)s.", wish=self.people.wish(fact.wish), group=group, rule=rule,
                          order=self._order(fact))  # fmt: skip
        return Reason(text, cite(fact.ours))

    def _order(self, fact: facts.Later) -> str:
        """The first place in which two pairings differ."""
        ours, theirs = self._names(fact.first), self._names(fact.then)
        if fact.differs == HALVES:
            return filled(_HALVES[bool(fact.first), bool(fact.then)], ours=ours, theirs=theirs)
        if not fact.first:
            return spoken("as paired that concerns nobody, and otherwise it would %(theirs)s", theirs=theirs)
        differs = fact.differs if fact.then else without_theirs(fact.differs)
        return filled(as_template(differs), turn="" if fact.turn is None else self._name(fact.turn), ours=ours,
                      theirs=theirs)  # fmt: skip

    @say.register
    def _(self, fact: facts.ByeBound) -> Reason:
        name = self._name(fact.one)
        if fact.other is None:
            return Reason(spoken("%(name)s has the bye in this round.", name=name))
        return Reason(spoken("%(name)s has the bye in this round; if these two met, it would go to %(other)s.",
                             name=name, other=self._name(fact.other)))  # fmt: skip

    @say.register
    def _(self, fact: facts.Instead) -> Reason:
        why, other = self.say(fact.why), self._name(fact.other)
        if fact.meeting is None:
            return Reason(spoken("Why not %(other)s? %(why)s", other=other, why=why.text), why.article)
        return Reason(spoken("Why not %(other)s for %(name)s? %(why)s", other=other, name=self._name(fact.meeting),
                             why=why.text), why.article)  # fmt: skip

    @say.register
    def _(self, fact: facts.NotAsked) -> Reason:
        return Reason(counted(fact.number,
                              "One more stands before that opponent in the order; ask about each by number.",
                              "%(num)s more stand before that opponent in the order; ask about each by number.",
                              num=fact.number))  # fmt: skip

    # -- of a round that is in the file already

    @say.register
    def _(self, fact: facts.RecordedAs) -> Reason:
        there: dict[str, object] = {"round": fact.round, "name": self._name(fact.one)}
        if fact.other is None:
            bye = "" if fact.bye is None else word(str(fact.bye))
            return Reason(spoken("In round %(round)s of the file %(name)s has no opponent: %(bye)s." if bye else
                                 "In round %(round)s of the file %(name)s has no opponent.",
                                 bye=bye, **there))  # fmt: skip
        there["other"] = self._name(fact.other)
        if fact.colour is None:
            return Reason(spoken("In round %(round)s of the file %(name)s meets %(other)s.", **there))
        return Reason(spoken("In round %(round)s of the file %(name)s has %(colour)s against %(other)s.",
                             colour=_COLOURS[fact.colour], **there))  # fmt: skip

    @say.register
    def _(self, fact: facts.AsTheRules) -> Reason:
        return Reason(spoken("Round %(round)s in the file is paired as the rules give it, by %(edition)s.",
                             round=fact.round, edition=fact.edition))  # fmt: skip

    @say.register
    def _(self, fact: facts.NotAsTheRules) -> Reason:
        return Reason(spoken("Round %(round)s in the file has other colours than the rules give, by %(edition)s."
                             if fact.colours else
                             "Round %(round)s in the file is not the one that the rules give, by %(edition)s.",
                             round=fact.round, edition=fact.edition))  # fmt: skip

    @say.register
    def _(self, fact: facts.ByTheRules) -> Reason:
        return Reason(spoken("By the rules:"))

    # -- of a bracket

    @say.register
    def _(self, fact: facts.GivenUp) -> Reason:
        return Reason(spoken("%(rule)s As paired: %(paid)s.", rule=word(fact.line.text),
                             paid=self.people.all_named(fact.paid)), cite(fact.line))  # fmt: skip

    # -- of one participant

    @say.register
    def _(self, fact: facts.Away) -> Reason:
        bye = "" if fact.bye is None else word(str(fact.bye))
        return Reason(spoken("%(name)s is not paired in round %(round)s: %(bye)s." if bye else
                             "%(name)s is not paired in round %(round)s.",
                             name=self._name(fact.one), round=fact.round, bye=bye))  # fmt: skip

    @say.register
    def _(self, fact: facts.Paired) -> Reason:
        return Reason(spoken("%(name)s has %(colour)s against %(other)s in match %(board)s of round %(round)s."
                             if self.people.teams else
                             "%(name)s has %(colour)s against %(other)s on board %(board)s of round %(round)s.",
                             name=self._name(fact.one), colour=_COLOURS[fact.colour], other=self._name(fact.other),
                             board=fact.board, round=fact.round))  # fmt: skip

    @say.register
    def _(self, fact: facts.PairedBefore) -> Reason:
        return Reason(spoken("%(one)s and %(other)s were paired in round %(round)s, but did not play, so they have not"
                             " met.", one=self._name(fact.one), other=self._name(fact.other), round=fact.round),
                      "C.04.2 3.5")  # fmt: skip

    @say.register
    def _(self, fact: facts.Fixed) -> Reason:
        return Reason(spoken("The arbiter has fixed it." if fact.bye else "The arbiter has fixed this pair."))

    @say.register
    def _(self, fact: facts.LeftTheGroup) -> Reason:
        size, left = len(fact.bracket.members), fact.bracket.left
        if size == 1:
            template = _ONLY_ONE[self.people.teams, fact.upwards]
        else:
            template = _LEFT["some" if not fact.fewest else "odd" if len(left) == 1 else "fewest", fact.upwards]
        return Reason(filled(template, had=self._had(fact.bracket), number=len(left), names=self._names(left)))

    def _had(self, bracket: Decision) -> str:
        """A group, and how many were in it."""
        group, size = capital(self.people.group(bracket)), len(bracket.members)
        if size == 1:
            return group
        if not bracket.moved_down:
            return spoken("%(group)s had %(players)s", group=group, players=self.people.count(size))
        return spoken("%(group)s had %(players)s, %(number)s of them from above", group=group,
                      players=self.people.count(size), number=len(bracket.moved_down))  # fmt: skip

    @say.register
    def _(self, fact: facts.NobodyToMeet) -> Reason:
        template = _NOBODY_TO_MEET[bool(fact.met), bool(fact.apart)]
        return Reason(filled(template, points=in_words(fact.score), name=self._name(fact.one),
                             met=self._names(fact.met), apart=self._names(fact.apart)), fact.article)  # fmt: skip

    @say.register
    def _(self, fact: facts.CalledUp) -> Reason:
        bracket = fact.bracket
        return Reason(counted(
            len(bracket.moved_up),
            "%(group)s had %(players)s to be paired and needed one from below: %(names)s.",
            "%(group)s had %(players)s to be paired and needed not fewer than %(num)s from below: %(names)s.",
            num=len(bracket.moved_up), group=capital(self.people.group(bracket)),
            players=self.people.count(len(bracket.residents)), names=self._names(bracket.moved_up),
        ))  # fmt: skip

    @say.register
    def _(self, fact: facts.CameDown) -> Reason:
        return Reason(spoken("%(name)s came down from a higher score and was to meet somebody of the group of"
                             " %(points)s.", name=self._name(fact.one), points=in_words(fact.score)))  # fmt: skip

    @say.register
    def _(self, fact: facts.PlainOrder) -> Reason:
        return Reason(spoken("In %(group)s, %(order)s: so %(one)s meets %(other)s.", order=word(fact.text),
                             group=self.people.group(fact.bracket), one=self._name(fact.one),
                             other=self._name(fact.other)), fact.article)  # fmt: skip

    @say.register
    def _(self, fact: facts.ColourDue) -> Reason:
        wish = fact.preference
        template = _EITHER if wish.colour is None else _DUE[wish.strength]
        if not fact.had:
            template = _NEW_EITHER if wish.colour is None else _NEW_DUE
        had = " ".join("W" if letter == Colour.WHITE.value else "B" for letter in fact.had)
        colour = "" if wish.colour is None else _COLOURS[wish.colour]
        return Reason(filled(template, name=self._name(fact.one), had=had, colour=colour))

    @say.register
    def _(self, fact: facts.ColourGiven) -> Reason:
        white, black = self._name(fact.white), self._name(fact.black)
        higher, lower = (white, black) if fact.higher == fact.white else (black, white)
        rule: str = filled(as_template(fact.text), higher=higher, lower=lower)
        if not fact.text.startswith("{"):
            rule = after_colon(rule)
        given = _GIVEN if not fact.filed else _KEPT if fact.rule == KEPT_COLOUR else _RULED
        return Reason(filled(given, white=white, black=black, rule=rule), fact.article)

    @say.register
    def _(self, fact: facts.ThirdTime) -> Reason:
        return Reason(spoken("That is %(colour)s for the third time running for %(name)s, which can happen in the last"
                             " round." if fact.last else "That is %(colour)s for the third time running for %(name)s.",
                             colour=_COLOURS[fact.colour], name=self._name(fact.one)))  # fmt: skip

    @say.register
    def _(self, fact: facts.HasTheBye) -> Reason:
        return Reason(spoken(
            "%(name)s, with %(points)s, has the bye of round %(round)s: the number of teams is odd." if
            self.people.teams else
            "%(name)s, with %(points)s, has the bye of round %(round)s: the number of players is odd.",
            name=self._name(fact.one), points=in_words(fact.points), round=fact.round,
        ))  # fmt: skip

    @say.register
    def _(self, fact: facts.ByeAsksFor) -> Reason:
        return Reason(spoken("%(rule)s: %(name)s.", rule=without_stop(word(fact.line.text)),
                             name=self.people.named(fact.named)), cite(fact.line))  # fmt: skip

    @say.register
    def _(self, fact: facts.NobodyLower) -> Reason:
        return Reason(spoken("Nobody is ranked lower."))

    @say.register
    def _(self, fact: facts.Barred) -> Reason:
        return Reason(spoken("%(names)s could not have it: %(rule)s", names=self._names(fact.who),
                             rule=after_colon(word(fact.text))), cite(fact))  # fmt: skip

    def _name(self, one: int) -> str:
        return self.people.name(one)

    def _names(self, many: Iterable[int]) -> str:
        return self.people.names(many)
