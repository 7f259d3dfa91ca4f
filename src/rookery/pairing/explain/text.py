"""The text of explanations: names, and a sentence with its article for every kind of fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatchmethod

from rookery._record import record
from rookery.history.scoring import format_score
from rookery.messages import (
    capitalize_first,
    format_msg,
    join_list,
    join_texts,
    msg,
    msg_const,
    msg_plural,
    name_with_number,
)
from rookery.model import Colour, Tournament
from rookery.pairing.colours import KEPT_COLOUR
from rookery.pairing.explain import facts as facts
from rookery.pairing.explain.facts import Condition, ConditionKind, Named
from rookery.pairing.field import Strength
from rookery.pairing.outcome import Cause, Decision, Fact, Reason, cite
from rookery.pairing.rule_text import HALVES, as_template, drop_other_side, lower_first_letter, strip_full_stop

MAX_NAMES = 6
"""The maximum number of names in a sentence; the rest is only counted."""

PLAYERS, TEAMS = (msg("player"), msg("players")), (msg("team"), msg("teams"))
"""The words for one participant and for several."""
THE_ROUND, NONE, NOBODY = msg("the round"), msg("none"), msg("nobody")
AS_IN_THE_FILE = msg("the round stayed as it is")


@record(slots=False)
class ParticipantNames:
    """Names of participants, groups and conditions as they are used in sentences."""

    name: Callable[[int], str]
    teams: bool = False

    @classmethod
    def from_tournament(cls, tournament: Tournament) -> ParticipantNames:
        """Return the names of the participants with their numbers.

        >>> from rookery.model import Player
        >>> ParticipantNames.from_tournament(Tournament(players=(Player(1, "Ada"), Player(2)))).names((1, 2))
        'Ada (1) and number 2'
        """

        def name(number: int) -> str:
            return name_with_number(number, tournament.participants_by_number[number].name)

        return cls(name, tournament.team_event)

    def names(self, participants: Iterable[int]) -> str:
        """Return several names, the rest counted."""
        return join_list(map(self.name, participants), MAX_NAMES)

    def count(self, number: int) -> str:
        """Return a number of players or teams."""
        return msg_plural(number, "%(num)s team" if self.teams else "%(num)s player",
                       "%(num)s teams" if self.teams else "%(num)s players", num=number)  # fmt: skip

    def group(self, bracket: Decision) -> str:
        """Return a bracket by its score."""
        if not bracket.bracket:
            return THE_ROUND
        if bracket.lowest is None:
            return msg("the group of %(points)s", points=format_score(bracket.score))
        return msg("the groups of %(points)s down to %(lowest)s", points=format_score(bracket.score),
                      lowest=format_score(bracket.lowest))  # fmt: skip

    def worse_text(self, text: str, bracket: Decision) -> str:
        """Return the consequence of a worse pairing, in this bracket."""
        player, players = TEAMS if self.teams else PLAYERS
        return format_msg(as_template(text), group=self.group(bracket), players=players, player=player)

    # -- payers

    def name_with_number(self, named: Named) -> str:
        """Return a participant, or two who meet, with their number.

        >>> names = ParticipantNames(str)
        >>> names.name_with_number(Named((1, 2), 15, "apart")), names.name_with_number(Named((3,), 1, "missed"))
        ('1 against 2 (1½ points apart)', '3 who played in all rounds but one')
        """
        first, *opponents = map(self.name, named.participants)
        text = msg("%(one)s against %(other)s", one=first, other=opponents[0]) if opponents else first
        return text if named.number is None else _with_number(text, named.number, named.unit)

    def instead_text(self, their_payers: tuple[Named, ...], our_payers: tuple[Named, ...]) -> str:
        """Return the participants who would pay instead of those who do."""
        pairs = any(len(named.participants) > 1 for named in (*their_payers, *our_payers))
        return msg("%(those)s instead of %(these)s", those=self.join_named(their_payers, pairs),
                      these=self.join_named(our_payers, pairs))  # fmt: skip

    def join_named(self, all_named: tuple[Named, ...], pairs: bool = False) -> str:
        """Return all payers, or "nobody" or "none" if there are none."""
        return join_list(map(self.name_with_number, all_named), MAX_NAMES) if all_named else NONE if pairs else NOBODY

    # -- conditions

    def condition_text(self, condition: Condition) -> str:
        """Return a condition as it follows "if"."""
        kind = condition.kind
        if kind is ConditionKind.RECORDED:
            return AS_IN_THE_FILE
        first, *opponents = map(self.name, condition.participants)
        if kind is ConditionKind.MEET:
            return msg("%(one)s met %(other)s", one=first, other=opponents[0])
        if kind is ConditionKind.BYE:
            return msg("%(one)s had the bye", one=first)
        if kind is ConditionKind.APART:
            return msg("%(one)s and %(other)s did not meet", one=first, other=opponents[0])
        assert condition.score is not None
        points = format_score(condition.score)
        if kind is ConditionKind.STAY:
            return msg("%(one)s met an opponent of the group of %(points)s", one=first, points=points)
        return msg("%(one)s was not brought up to the group of %(points)s", one=first, points=points)

    def consequence_text(self, condition: Condition, consequence: str) -> str:
        """Return a sentence on what a condition would mean."""
        if condition.kind is ConditionKind.RECORDED:
            return msg("The round as it is means %(what)s.", what=consequence)
        return msg("If %(wish)s, that would mean %(what)s.", wish=self.condition_text(condition), what=consequence)


def _with_number(name: str, number: int, unit: str) -> str:
    """Return a name with the number given for it."""
    if unit == "points":
        return msg("%(who)s with %(points)s", who=name, points=format_score(number))
    if unit == "apart":
        return msg("%(who)s (%(points)s apart)", who=name, points=format_score(number))
    if unit == "missed" and not number:
        return msg("%(who)s who played in every round", who=name)
    if unit == "missed":
        return msg_plural(number, "%(who)s who played in all rounds but one",
                       "%(who)s who played in all but %(num)s rounds", who=name, num=number)  # fmt: skip
    if unit == "times":
        return msg_plural(number, "%(who)s (once before)", "%(who)s (%(num)s times before)", who=name,
                       num=number)  # fmt: skip
    if unit == "number":
        return msg("%(who)s with number %(number)s", who=name, number=number)
    return msg("%(who)s rated %(number)s" if number else "%(who)s without a rating", who=name, number=number)


MAX_CAUSE_NAMES = 6
"""The maximum number of participants named who could not be paired."""

FEW_COLOURS = 3
"""The maximum number of past colours written as words; more are written as letters."""

_COLOURS = {Colour.WHITE: msg("White"), Colour.BLACK: msg("Black")}
_DO_MEET, _HAS_IT = msg("%(names)s meet in this round."), msg("%(names)s has the bye in this round.")
_HALVES = {
    (True, True): msg("who changes: %(ours)s as paired, %(theirs)s otherwise"),
    (True, False): msg("who changes: %(ours)s as paired"),
    (False, True): msg("who changes: nobody as paired, %(theirs)s otherwise"),
    (False, False): msg("who changes: nobody as paired"),
}
"""Templates for players who change halves, by whether there are any as paired, and otherwise."""
_HALVES_BY_THE_RULES = {
    (True, True): msg("who changes: %(ours)s by the rules, %(theirs)s in this round"),
    (True, False): msg("who changes: %(ours)s by the rules"),
    (False, True): msg("who changes: nobody by the rules, %(theirs)s in this round"),
    (False, False): msg("who changes: nobody by the rules"),
}
"""Templates for players who change halves, by whether there are any by the rules, and in the recorded round."""
_ONLY_ONE = {
    (False, False): msg("%(had)s had only one player, who had to move down."),
    (False, True): msg("%(had)s had only one player, who had to move up."),
    (True, False): msg("%(had)s had only one team, which had to move down."),
    (True, True): msg("%(had)s had only one team, which had to move up."),
}
"""Templates for a group of one, by whether it is a team, and whether it moves up."""
_LEFT = {
    ("odd", False): msg("%(had)s: an odd number, so one of them had to move down."),
    ("odd", True): msg("%(had)s: an odd number, so one of them had to move up."),
    ("fewest", False): msg("%(had)s, and at least %(number)s of them had to move down: %(names)s."),
    ("fewest", True): msg("%(had)s, and at least %(number)s of them had to move up: %(names)s."),
    ("some", False): msg("%(had)s, and %(number)s of them moved down: %(names)s."),
    ("some", True): msg("%(had)s, and %(number)s of them moved up: %(names)s."),
}
"""Templates for players who left a larger group, by reason, and whether upwards."""
_NOBODY_TO_MEET = {
    (True, False): msg("There was no opponent in the group of %(points)s: %(name)s has met %(met)s before."),
    (False, True): msg("There was no opponent in the group of %(points)s: %(name)s may not meet %(apart)s."),
    (True, True): msg("There was no opponent in the group of %(points)s: %(name)s has met %(met)s before and may not"
                         " meet %(apart)s."),
}  # fmt: skip
"""Templates by whether there are members already met, and members kept apart."""
_NEW_DUE = msg("%(name)s has not played yet and should have %(colour)s.")
_NEW_EITHER = msg("%(name)s has not played yet and may have either colour.")
_EITHER = msg("%(name)s had %(had)s and may have either colour.")
_DUE = {
    Strength.ABSOLUTE: msg("%(name)s had %(had)s, so must have %(colour)s now."),
    Strength.STRONG: msg("%(name)s had %(had)s, so should have %(colour)s now."),
    Strength.MILD: msg("%(name)s had %(had)s, so preferably has %(colour)s now."),
    Strength.NONE: msg("%(name)s had %(had)s and may have %(colour)s now."),
}
_GIVEN = msg("So %(white)s has White and %(black)s Black: %(rule)s")
_RULED = msg("By the rules %(white)s has White against %(black)s: %(rule)s")
_KEPT = msg("By the fixed colours %(white)s has White against %(black)s: %(rule)s")


@record(slots=False)
class FactText:
    """The sentence for every kind of fact, with these names."""

    people: ParticipantNames

    @singledispatchmethod
    def render(self, fact: Fact) -> Reason:
        """Return the sentence for a fact."""
        raise NotImplementedError(f"no words for {type(fact).__name__}")

    # -- of a condition

    @render.register
    def _(self, fact: facts.NotPaired) -> Reason:
        names = self._names(fact.participants)
        return Reason(msg_plural(len(fact.participants), "%(names)s is not to be paired in this round.",
                              "%(names)s are not to be paired in this round.", names=names))  # fmt: skip

    @render.register
    def _(self, fact: facts.AlreadySo) -> Reason:
        template = _DO_MEET if fact.condition.participants[1:] else _HAS_IT
        return Reason(format_msg(template, names=self._names(fact.condition.participants)))

    @render.register
    def _(self, fact: facts.NoByeToGive) -> Reason:
        return Reason(msg("All teams can be paired: their number is even, so there is no bye."
                             if self.people.teams else
                             "All players can be paired: their number is even, so there is no bye."),
                      "C.04.1 3")  # fmt: skip

    @render.register
    def _(self, fact: facts.FixedOtherwise) -> Reason:
        pairs = [self.people.name_with_number(Named(pair)) for pair in fact.participants if pair[1:]]
        byes = [msg("the bye for %(name)s", name=self._name(pair[0])) for pair in fact.participants if not pair[1:]]
        return Reason(msg("The arbiter has set %(what)s.", what=join_list([*pairs, *byes])))

    @render.register
    def _(self, fact: facts.Illegal) -> Reason:
        names, rule = self._names(fact.breach.participants), cite(fact.breach)
        if fact.met_in is not None:
            return Reason(msg("%(both)s have already met, in round %(round)s.", both=names, round=fact.met_in), rule)
        if fact.both_must_have is not None:
            colour = _COLOURS[fact.both_must_have]
            return Reason(msg("%(both)s must both have %(colour)s.", both=names, colour=colour), rule)
        text = lower_first_letter(msg_const(fact.breach.text))
        return Reason(msg("%(names)s: %(rule)s", names=names, rule=text), rule)

    @render.register
    def _(self, fact: facts.Incomplete) -> Reason:
        is_pair, condition = (
            fact.condition.kind in (ConditionKind.MEET, ConditionKind.BYE),
            self.people.condition_text(fact.condition),
        )
        cause = next(filter(None, (self._cause_text(fact.condition, cause) for cause in fact.causes)), "")
        if cause:
            return Reason(msg("If %(wish)s, the others could not all be paired: %(cause)s." if is_pair else
                                 "If %(wish)s, not all could be paired: %(cause)s.",
                                 wish=condition, cause=cause), fact.article)  # fmt: skip
        return Reason(msg("If %(wish)s, the others could not all be paired." if is_pair else
                             "If %(wish)s, not all could be paired.", wish=condition), fact.article)  # fmt: skip

    def _cause_text(self, condition: Condition, cause: Cause) -> str:
        """Return the participants who could not be paired, if they are few."""
        apart = condition.participants if condition.kind in (ConditionKind.MEET, ConditionKind.BYE) else ()
        few = [player for group in cause.groups for player in group if player not in apart]
        if not few or len(few) > MAX_CAUSE_NAMES:
            return ""
        names, around = self._names(few), self._names([player for player in cause.around if player not in apart])
        if all(len(group) == 1 for group in cause.groups):
            return msg("%(names)s could then meet only %(others)s" if around else
                          "%(names)s would then have no possible opponent", names=names, others=around)  # fmt: skip
        return msg("%(names)s could then not all be paired, not even with %(others)s" if around else
                      "%(names)s could then not all be paired", names=names, others=around)  # fmt: skip

    @render.register
    def _(self, fact: facts.NotWorkedOut) -> Reason:
        return Reason(msg("If %(wish)s, there would be too many pairings to compare them all.",
                             wish=self.people.condition_text(fact.condition)))  # fmt: skip

    @render.register
    def _(self, fact: facts.EquallyGood) -> Reason:
        return Reason(msg("If %(wish)s, the pairing would be no worse by any rule.",
                             wish=self.people.condition_text(fact.condition)))  # fmt: skip

    @render.register
    def _(self, fact: facts.Worse) -> Reason:
        consequence = self.people.worse_text(fact.worse, fact.bracket)
        if fact.paid or fact.instead:
            consequence = join_texts(": ", (consequence, self.people.instead_text(fact.instead, fact.paid)))
        return Reason(self.people.consequence_text(fact.condition, consequence), cite(fact.ours))

    @render.register
    def _(self, fact: facts.AheadWorse) -> Reason:
        return Reason(self.people.consequence_text(fact.condition, self._next_group_text(fact)), cite(fact.ours))

    def _next_group_text(self, fact: facts.AheadWorse) -> str:
        """Return the best result of the next group."""
        points = format_score(fact.next)
        if fact.floaters is None or fact.instead is None:
            return msg("that the next group, of %(points)s, could not be paired completely", points=points)
        if fact.floaters != fact.instead:
            more = self.people.count(fact.instead)
            return msg_plural(
                fact.instead,
                "that at least %(players)s must float down from the next group, of %(points)s, instead of %(number)s",
                "that at least %(players)s must float down from the next group, of %(points)s, instead of %(number)s",
                players=more, points=points, number=fact.floaters or NONE,
            )  # fmt: skip
        higher, lower = (join_list(map(format_score, scores)) for scores in (fact.scores_instead, fact.scores))
        return msg("that teams with more points must float down from the next group, of %(points)s: at least"
                      " %(higher)s, instead of %(lower)s" if self.people.teams else
                      "that players with more points must float down from the next group, of %(points)s: at least"
                      " %(higher)s, instead of %(lower)s", points=points, higher=higher, lower=lower)  # fmt: skip

    @render.register
    def _(self, fact: facts.Later) -> Reason:
        rule, group = strip_full_stop(lower_first_letter(msg_const(fact.ours.text))), self.people.group(fact.bracket)
        if fact.condition.kind is ConditionKind.RECORDED:
            text = msg(
                "In this round all earlier rules are kept equally well in %(group)s. The"
                " difference: %(rule)s; %(order)s.",
                group=group,
                rule=rule,
                order=self._order_text(fact),
            )
        else:
            text = msg(
                "If %(wish)s, all earlier rules would be kept equally well in %(group)s."
                " The difference: %(rule)s; %(order)s.",
                wish=self.people.condition_text(fact.condition),
                group=group,
                rule=rule,
                order=self._order_text(fact),
            )
        return Reason(text, cite(fact.ours))

    def _order_text(self, fact: facts.Later) -> str:
        """Return the first place in which two pairings differ."""
        our_names, their_names = self._names(fact.first), self._names(fact.then)
        if fact.differs == HALVES:
            halves = _HALVES_BY_THE_RULES if fact.condition.kind is ConditionKind.RECORDED else _HALVES
            return format_msg(halves[bool(fact.first), bool(fact.then)], ours=our_names, theirs=their_names)
        if not fact.first:
            return msg("this concerns nobody by the rules, but %(theirs)s in this round"
                          if fact.condition.kind is ConditionKind.RECORDED else
                          "this concerns nobody as paired, but %(theirs)s otherwise", theirs=their_names)  # fmt: skip
        differs = fact.differs if fact.then else drop_other_side(fact.differs)
        return format_msg(as_template(differs), turn="" if fact.turn is None else self._name(fact.turn), ours=our_names,
                      theirs=their_names)  # fmt: skip

    @render.register
    def _(self, fact: facts.ByeBound) -> Reason:
        name = self._name(fact.participant)
        if fact.other is None:
            return Reason(msg("%(name)s has the bye in this round.", name=name))
        return Reason(msg("%(name)s has the bye in this round; if these two met, the bye would go to %(other)s.",
                             name=name, other=self._name(fact.other)))  # fmt: skip

    @render.register
    def _(self, fact: facts.Instead) -> Reason:
        reason, candidate = self.render(fact.why), self._name(fact.other)
        if fact.meeting is None:
            return Reason(msg("Why not %(other)s? %(why)s", other=candidate, why=reason.text), reason.article)
        return Reason(msg("Why not %(other)s for %(name)s? %(why)s", other=candidate,
                             name=self._name(fact.meeting), why=reason.text), reason.article)  # fmt: skip

    @render.register
    def _(self, fact: facts.NotAsked) -> Reason:
        return Reason(msg_plural(fact.number,
                              "One more comes before that opponent in the order; ask about each by number.",
                              "%(num)s more come before that opponent in the order; ask about each by number.",
                              num=fact.number))  # fmt: skip

    # -- of a recorded round

    @render.register
    def _(self, fact: facts.RecordedAs) -> Reason:
        values: dict[str, object] = {"round": fact.round, "name": self._name(fact.participant)}
        if fact.other is None:
            bye = "" if fact.bye is None else msg_const(str(fact.bye))
            return Reason(msg("In round %(round)s %(name)s has no opponent: %(bye)s." if bye else
                                 "In round %(round)s %(name)s has no opponent.",
                                 bye=bye, **values))  # fmt: skip
        values["other"] = self._name(fact.other)
        if fact.colour is None:
            return Reason(msg("In round %(round)s %(name)s meets %(other)s.", **values))
        return Reason(msg("In round %(round)s %(name)s has %(colour)s against %(other)s.",
                             colour=_COLOURS[fact.colour], **values))  # fmt: skip

    @render.register
    def _(self, fact: facts.AsTheRules) -> Reason:
        return Reason(msg("Round %(round)s is paired as the rules give it, by %(edition)s.",
                             round=fact.round, edition=fact.edition))  # fmt: skip

    @render.register
    def _(self, fact: facts.NotAsTheRules) -> Reason:
        return Reason(msg("Round %(round)s has other colours than the rules give, by %(edition)s."
                             if fact.colours else
                             "Round %(round)s is not paired as the rules give it, by %(edition)s.",
                             round=fact.round, edition=fact.edition))  # fmt: skip

    @render.register
    def _(self, fact: facts.ByTheRules) -> Reason:
        return Reason(msg("By the rules:"))

    # -- of a bracket

    @render.register
    def _(self, fact: facts.GivenUp) -> Reason:
        return Reason(msg("%(rule)s In this round: %(paid)s.", rule=msg_const(fact.line.text),
                             paid=self.people.join_named(fact.paid)), cite(fact.line))  # fmt: skip

    # -- of one participant

    @render.register
    def _(self, fact: facts.Away) -> Reason:
        bye = "" if fact.bye is None else msg_const(str(fact.bye))
        return Reason(msg("%(name)s is not paired in round %(round)s: %(bye)s." if bye else
                             "%(name)s is not paired in round %(round)s.",
                             name=self._name(fact.participant), round=fact.round, bye=bye))  # fmt: skip

    @render.register
    def _(self, fact: facts.Paired) -> Reason:
        return Reason(msg("%(name)s has %(colour)s against %(other)s in match %(board)s of round %(round)s."
                             if self.people.teams else
                             "%(name)s has %(colour)s against %(other)s on board %(board)s of round %(round)s.",
                             name=self._name(fact.participant), colour=_COLOURS[fact.colour],
                             other=self._name(fact.other), board=fact.board, round=fact.round))  # fmt: skip

    @render.register
    def _(self, fact: facts.PairedBefore) -> Reason:
        return Reason(msg("%(one)s and %(other)s were paired in round %(round)s, but did not play, so they have not"
                             " met.", one=self._name(fact.participant), other=self._name(fact.other), round=fact.round),
                      "C.04.2 3.5")  # fmt: skip

    @render.register
    def _(self, fact: facts.Fixed) -> Reason:
        return Reason(msg("The arbiter has set it." if fact.bye else "The arbiter has set this pair."))

    @render.register
    def _(self, fact: facts.LeftTheGroup) -> Reason:
        size, leaving = len(fact.bracket.members), fact.bracket.left
        if size == 1:
            template = _ONLY_ONE[self.people.teams, fact.upwards]
        else:
            template = _LEFT["some" if not fact.fewest else "odd" if len(leaving) == 1 else "fewest", fact.upwards]
        return Reason(
            format_msg(
                template, had=self._group_size_text(fact.bracket), number=len(leaving), names=self._names(leaving)
            )
        )

    def _group_size_text(self, bracket: Decision) -> str:
        """Return a group and how many were in it."""
        group, size = capitalize_first(self.people.group(bracket)), len(bracket.members)
        if size == 1:
            return group
        if not bracket.moved_down:
            return msg("%(group)s had %(players)s", group=group, players=self.people.count(size))
        return msg("%(group)s had %(players)s, %(number)s of them from above", group=group,
                      players=self.people.count(size), number=len(bracket.moved_down))  # fmt: skip

    @render.register
    def _(self, fact: facts.NobodyToMeet) -> Reason:
        template = _NOBODY_TO_MEET[bool(fact.met), bool(fact.apart)]
        return Reason(format_msg(template, points=format_score(fact.score), name=self._name(fact.participant),
                             met=self._names(fact.met), apart=self._names(fact.apart)), fact.article)  # fmt: skip

    @render.register
    def _(self, fact: facts.CalledUp) -> Reason:
        bracket = fact.bracket
        return Reason(msg_plural(
            len(bracket.moved_up),
            "%(group)s had %(players)s to be paired and needed one from below: %(names)s.",
            "%(group)s had %(players)s to be paired and needed at least %(num)s from below: %(names)s.",
            num=len(bracket.moved_up), group=capitalize_first(self.people.group(bracket)),
            players=self.people.count(len(bracket.residents)), names=self._names(bracket.moved_up),
        ))  # fmt: skip

    @render.register
    def _(self, fact: facts.CameDown) -> Reason:
        return Reason(
            msg(
                "%(name)s came down from a higher score to meet an opponent from the group of %(points)s.",
                name=self._name(fact.participant),
                points=format_score(fact.score),
            )
        )

    @render.register
    def _(self, fact: facts.PlainOrder) -> Reason:
        return Reason(msg("In %(group)s, %(order)s: so %(one)s meets %(other)s.", order=msg_const(fact.text),
                             group=self.people.group(fact.bracket), one=self._name(fact.participant),
                             other=self._name(fact.other)), fact.article)  # fmt: skip

    @render.register
    def _(self, fact: facts.ColourDue) -> Reason:
        preference = fact.preference
        template = _EITHER if preference.colour is None else _DUE[preference.strength]
        if not fact.had:
            template = _NEW_EITHER if preference.colour is None else _NEW_DUE
        had: str = " ".join("W" if letter == Colour.WHITE.value else "B" for letter in fact.had)
        if len(fact.had) <= FEW_COLOURS:
            had = join_list([_COLOURS[Colour(letter)] for letter in fact.had])
        colour = "" if preference.colour is None else _COLOURS[preference.colour]
        return Reason(format_msg(template, name=self._name(fact.participant), had=had, colour=colour))

    @render.register
    def _(self, fact: facts.ColourGiven) -> Reason:
        white, black = self._name(fact.white), self._name(fact.black)
        higher, lower = (white, black) if fact.higher == fact.white else (black, white)
        rule: str = format_msg(as_template(fact.text), higher=higher, lower=lower)
        if not fact.text.startswith("{"):
            rule = lower_first_letter(rule)
        template = _GIVEN if not fact.filed else _KEPT if fact.rule == KEPT_COLOUR else _RULED
        return Reason(format_msg(template, white=white, black=black, rule=rule), fact.article)

    @render.register
    def _(self, fact: facts.ThirdTime) -> Reason:
        return Reason(
            msg(
                "That is %(colour)s for the third time in a row for %(name)s, which can happen in the last round."
                if fact.last
                else "That is %(colour)s for the third time in a row for %(name)s.",
                colour=_COLOURS[fact.colour],
                name=self._name(fact.participant),
            )
        )

    @render.register
    def _(self, fact: facts.HasTheBye) -> Reason:
        return Reason(msg(
            "%(name)s, with %(points)s, has the bye of round %(round)s: the number of teams is odd." if
            self.people.teams else
            "%(name)s, with %(points)s, has the bye of round %(round)s: the number of players is odd.",
            name=self._name(fact.participant), points=format_score(fact.points), round=fact.round,
        ))  # fmt: skip

    @render.register
    def _(self, fact: facts.ByeAsksFor) -> Reason:
        return Reason(msg("%(rule)s: %(name)s.", rule=strip_full_stop(msg_const(fact.line.text)),
                             name=self.people.name_with_number(fact.named)), cite(fact.line))  # fmt: skip

    @render.register
    def _(self, fact: facts.NobodyLower) -> Reason:
        return Reason(msg("Nobody is ranked lower."))

    @render.register
    def _(self, fact: facts.Barred) -> Reason:
        return Reason(msg("%(names)s could not have the bye: %(rule)s", names=self._names(fact.participants),
                             rule=lower_first_letter(msg_const(fact.text))), cite(fact))  # fmt: skip

    def _name(self, participant: int) -> str:
        return self.people.name(participant)

    def _names(self, participants: Iterable[int]) -> str:
        return self.people.names(participants)
