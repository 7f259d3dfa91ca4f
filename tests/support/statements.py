"""Every kind of fact held against all pairings of a small field: what its docstring claims must be so.

A kind of fact that is not known here is a falsehood by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import singledispatchmethod

from rookery.pairing.explain import facts as facts
from rookery.pairing.explain.facts import Condition, ConditionKind, Named
from rookery.pairing.outcome import Cause, Decision, Fact
from support.all_pairings import ORDER, Item, PairingDifference, Part, Whole, ordered, rule_number, sorted_ids
from support.expected_parties import expected_parties
from support.explanation_case import ExplanationCase, Question

Complaints = Iterator[str]


class Statements:
    """The checks of one position."""

    def __init__(self, case: ExplanationCase) -> None:
        self.case, self.judge = case, case.judge
        self.ours, self.parts = case.ours, case.parts
        self.recorded: Whole | None = None
        """The round that the file has, where it has one."""

    # -- wishes

    def predicate(self, wish: Condition) -> Callable[[Whole], bool]:
        """Which pairings have what is wished for."""
        if wish.kind is ConditionKind.RECORDED:
            return lambda whole: whole == self.recorded
        participant, group = wish.participants[0], wish.group
        if wish.kind is ConditionKind.MEET:
            return lambda whole: whole.meets(*wish.participants)
        if wish.kind is ConditionKind.BYE:
            return lambda whole: whole.bye == participant
        if wish.kind is ConditionKind.STAY:
            return lambda whole: whole.partner(participant) in group
        if wish.kind is ConditionKind.BELOW:
            return lambda whole: whole.partner(participant) not in group
        assert wish.kind is ConditionKind.APART, f"no such wish is known: {wish.kind}"
        return lambda whole: not whole.meets(*wish.participants)

    def condition_of(self, question: Question) -> Condition | None:
        """The wish of a question."""
        if question.kind == "bye":
            return Condition(ConditionKind.BYE, question.participants)
        return Condition(ConditionKind.MEET, question.participants) if question.kind == "why_not" else None

    def differences(self, wish: Condition) -> list[PairingDifference]:
        """Where the best pairings with the wish differ from ours."""
        return self.judge.differences(self.ours, self.predicate(wish))

    def check_condition(self, wish: Condition, question: Question) -> Complaints:
        """Whether this is what was asked."""
        if wish.kind is ConditionKind.RECORDED:
            if self.recorded is None:
                yield "no round is in the file"
            return
        expected = self.condition_of(question)
        if expected is not None and (wish.kind, set(wish.participants)) != (expected.kind, set(expected.participants)):
            yield f"speaks of {wish}, asked was {expected}"
        if (
            expected is None
            and question.participants
            and question.participants[0] not in wish.participants
            and question.kind == "explain"
        ):
            partner = self.ours.partner(question.participants[0])
            if self.ours.bye != question.participants[0] and partner not in wish.participants:
                yield f"speaks of {wish}, asked was {question}"
        if wish.score is not None and wish.group:
            part = self.part_of(wish.score)
            members = set(part.members) if wish.kind is ConditionKind.STAY else set(part.residents)
            if set(wish.group) != members - {wish.participants[0]}:
                yield f"the group of {wish} is {sorted(members)}"

    def part_of(self, score: int) -> Part:
        """Our bracket of a score."""
        return next(part for part in self.parts if part.score == score)

    # -- data

    def check_decision(self, decision: Decision, part: Part, whole: Whole) -> Complaints:
        """Whether a decision is the bracket."""
        if not decision.bracket:
            bye = () if whole.bye is None else (whole.bye,)
            if part.score is not None or decision.left != bye or set(decision.residents) != set(self.judge.ids):
                yield f"decision on the whole round: {decision}"
            return
        came = (sorted_ids(decision.moved_down), sorted_ids(decision.residents), sorted_ids(decision.moved_up))
        pairs = frozenset(ordered(*pair) for pair in decision.pairs)
        readings = [
            (reading.score, reading.down, reading.residents, reading.up, reading.pairs, reading.left)
            for reading in self.judge.readings(part)
        ]
        if (decision.score, *came, pairs, sorted_ids(decision.left)) not in readings:
            yield f"bracket {decision} is not {readings}"

    @singledispatchmethod
    def check_fact(self, fact: Fact, question: Question) -> Complaints:
        """What is wrong with a fact."""
        yield f"no check for {type(fact).__name__}"

    # -- of a wish

    @check_fact.register
    def _(self, fact: facts.NotPaired, question: Question) -> Complaints:
        if set(fact.participants) != set(question.participants) - set(self.judge.ids) or not fact.participants:
            yield f"{fact.participants} of {question.participants} are not all who are absent"

    @check_fact.register
    def _(self, fact: facts.AlreadySo, question: Question) -> Complaints:
        yield from self.check_condition(fact.condition, question)
        if not self.predicate(fact.condition)(self.ours):
            yield "it is not so"

    @check_fact.register
    def _(self, fact: facts.NoByeToGive, question: Question) -> Complaints:
        if len(self.judge.ids) % 2 or (fact.participant,) != question.participants:
            yield "the number is odd, or nobody asked"

    @check_fact.register
    def _(self, fact: facts.Illegal, question: Question) -> Complaints:
        parties, rule = fact.breach.participants, rule_number(fact.breach.article)
        if len(parties) == 1:
            if self.judge.may_have_bye(parties[0]) or rule != self.judge.barring:
                yield f"{parties[0]} is not barred by {rule}"
            return
        if rule not in self.judge.broken_rules(*parties):
            yield f"{parties} do not break {rule}, but {self.judge.broken_rules(*parties)}"
        met, sides = self.judge.rounds_met(*parties), [self.judge.side(i) for i in parties]
        if fact.met_in is not None and fact.met_in not in met:
            yield f"met in {met}, not in {fact.met_in}"
        must = {side.due for side in sides if side.strength == 3}
        absolute = all(side.strength == 3 for side in sides) and len(must) == 1
        if fact.both_must_have is not None and (not absolute or {fact.both_must_have.value} != must):
            yield f"colours {sides}, not both {fact.both_must_have}"

    @check_fact.register
    def _(self, fact: facts.Incomplete, question: Question) -> Complaints:
        yield from self.check_condition(fact.condition, question)
        best = self.judge.best(self.predicate(fact.condition))
        if best is not None:
            yield f"there is a pairing: {best}"
        if not fact.article.startswith(("C.04", self.judge.completion)) or self.judge.completion not in fact.article:
            yield f"article {fact.article}"
        for cause in fact.causes:
            yield from self.check_cause(fact.condition, cause)

    def edges(self, wish: Condition) -> tuple[dict[int, set[int]], set[int]]:
        """Whom each could meet, and who could have the bye, if the wish is kept."""
        ids, judge = self.judge.ids, self.judge
        rows = {a: {b for b in ids if a != b and judge.legal(a, b)} for a in ids}
        able = {i for i in ids if judge.may_have_bye(i)} if len(ids) % 2 else set()
        parties, group = wish.participants, set(wish.group)
        if wish.kind is ConditionKind.MEET:
            able -= set(parties)
            rows = {a: set(parties) - {a} if a in parties else row - set(parties) for a, row in rows.items()}
        elif wish.kind is ConditionKind.BYE:
            able = set(parties)
            rows = {a: set() if a in parties else row - set(parties) for a, row in rows.items()}
        elif wish.kind is ConditionKind.STAY:
            able -= set(parties)
            rows = {
                a: row & group if a in parties else row if a in group else row - set(parties) for a, row in rows.items()
            }
        elif wish.kind is ConditionKind.BELOW:
            rows = {
                a: row - group if a in parties else row - set(parties) if a in group else row for a, row in rows.items()
            }
        else:
            rows = {a: row - set(parties) if a in parties else row for a, row in rows.items()}
        return rows, able

    def check_cause(self, wish: Condition, cause: Cause) -> Complaints:
        """Whether these groups, each odd and open to nobody but those around, are more than those around can serve."""
        rows, able = self.edges(wish)
        around = set(cause.around)
        named = [i for group in cause.groups for i in group]
        if len(named) != len(set(named)) or around & set(named):
            yield f"{cause} names somebody twice"
        with_bye = [group for group in cause.groups if len(group) % 2 == 0]  # the bye is one of such a group
        if len(with_bye) > 1 or (with_bye and (cause.bye or cause.vacant or not len(self.judge.ids) % 2)):
            yield f"{cause} has even groups"
        for group in cause.groups:
            outside = set().union(*(rows[i] for i in group)) - set(group) - around
            if outside:
                yield f"group {group} of {cause}: meets {outside} as well"
            if not cause.bye and group not in with_bye and able & set(group):
                yield f"group {group} of {cause}: one of them could have the bye"
        seats = len(around) + (1 if cause.bye else 0)
        if len(cause.groups) + (1 if cause.vacant else 0) <= seats:
            yield f"{cause}: enough for all"
        if cause.vacant and able - around:
            yield f"{cause}: {able - around} could have the bye"

    @check_fact.register
    def _(self, fact: facts.EquallyGood, question: Question) -> Complaints:
        yield from self.check_condition(fact.condition, question)
        if self.judge.best(self.predicate(fact.condition)) is None or self.differences(fact.condition):
            yield "they are not"
        if self.predicate(fact.condition)(self.ours):
            yield "it is so already"

    def check_comparison(self, fact: facts.Worse | facts.AheadWorse | facts.Later, question: Question) -> Complaints:
        """What all answers by a comparison share: the first line in which the best pairing with the wish differs."""
        yield from self.check_condition(fact.condition, question)
        differences = self.differences(fact.condition)
        if not differences:
            yield "there is no such pairing, or no difference"
            return
        if not fact.ours.cost < fact.theirs.cost:
            yield f"ours pays {fact.ours.cost}, theirs {fact.theirs.cost}"
        wrong = [list(self.check_difference(fact, met)) for met in differences]
        yield from min(wrong, key=len)

    def check_difference(
        self, fact: facts.Worse | facts.AheadWorse | facts.Later, difference: PairingDifference
    ) -> Complaints:
        """What is wrong with an answer, if this is where the two pairings part."""
        if (fact.bracket.score if fact.bracket.bracket else None) != difference.part.score:
            scores = [part.score for part in self.parts]
            yield f"bracket {fact.bracket.score}, should be {difference.part.score} of {scores}: " + (
                f"{difference.ours} {difference.theirs}"
            )
            return
        yield from self.check_decision(fact.bracket, difference.part, self.ours)
        yield from self.check_decision(fact.otherwise, difference.other, difference.whole)
        for line in (fact.ours, fact.theirs):
            if rule_number(line.article) != difference.ours.rule:
                yield f"rule {line.article}, should be {difference.ours.rule}: {difference.ours} {difference.theirs}"
                return
        if (difference.ours.kind == ORDER) != isinstance(fact, facts.Later):
            yield f"{difference.ours.kind} told as {type(fact).__name__}"
        elif isinstance(fact, facts.Later):
            yield from self.check_order(fact, difference)
        elif isinstance(fact, facts.AheadWorse):
            yield from self.check_ahead(fact, difference)
        else:
            if difference.ours.rule == "3.9" and fact.theirs.cost != difference.theirs.cost:
                yield f"{fact.theirs.cost} speaks against the floater, should be {difference.theirs.cost}"
            yield from self.check_parties(fact.paid, difference.part, difference.ours, self.ours)
            yield from self.check_parties(fact.instead, difference.other, difference.theirs, difference.whole)

    @check_fact.register
    def _(self, fact: facts.Worse, question: Question) -> Complaints:
        yield from self.check_comparison(fact, question)

    @check_fact.register
    def _(self, fact: facts.AheadWorse, question: Question) -> Complaints:
        yield from self.check_comparison(fact, question)

    @check_fact.register
    def _(self, fact: facts.Later, question: Question) -> Complaints:
        yield from self.check_comparison(fact, question)

    def check_parties(self, parties: tuple[Named, ...], part: Part, item: Item, whole: Whole) -> Complaints:
        """Whether those who pay are named, with the right numbers."""
        right = expected_parties(self.judge, part, item, whole)
        got = {
            (
                sorted_ids(named.participants) if len(named.participants) > 1 else named.participants,
                named.number,
                named.unit,
            )
            for named in parties
        }
        if got != right or len(parties) != len(got):
            yield f"names {sorted(got, key=str)}, should be {sorted(right, key=str)} by {item.rule}"

    def check_ahead(self, fact: facts.AheadWorse, difference: PairingDifference) -> Complaints:
        """What the next bracket comes to."""
        if fact.floaters is None:
            return
        mine, other = difference.ours.cost, difference.theirs.cost
        if (fact.floaters, fact.instead) != (mine[0], other[0]):
            yield f"{fact.floaters} and {fact.instead} float, should be {mine[0]} and {other[0]}"
        right = (
            self.judge.ahead(difference.part, difference.ours),
            self.judge.ahead(difference.other, difference.theirs),
        )
        if mine[0] == other[0] and (fact.scores not in right[0] or fact.scores_instead not in right[1]):
            yield f"scores {fact.scores} and {fact.scores_instead}, should be {right}"

    @staticmethod
    def check_order(fact: facts.Later, difference: PairingDifference) -> Complaints:
        """Who comes first."""
        turn, first, then = first_turn(difference.ours, difference.theirs)
        if (fact.turn, tuple(fact.first), tuple(fact.then)) != (turn, first, then):
            yield f"turn of {fact.turn}: {fact.first} before {fact.then}, should be {turn}: {first} before {then}"

    @check_fact.register
    def _(self, fact: facts.ByeBound, question: Question) -> Complaints:
        wish = self.condition_of(question)
        assert wish is not None
        best = self.judge.best(self.predicate(wish))
        if fact.participant != self.ours.bye or fact.participant not in question.participants:
            yield f"{fact.participant} has no bye"
        if fact.other not in ([whole.bye for whole in self.judge.best_pairings(self.predicate(wish))] or [None]):
            yield f"the bye would go to {best}"

    @check_fact.register
    def _(self, fact: facts.Instead, question: Question) -> Complaints:
        if fact.meeting is None:
            inner = Question("bye", (fact.other,))
        else:
            inner = Question("why_not", (fact.meeting, fact.other))
        yield from self.check_fact(fact.why, inner)

    @check_fact.register
    def _(self, fact: facts.NotAsked, question: Question) -> Complaints:
        participant = question.participants[0]
        part = next(part for part in self.parts[1:] if participant in part.members and participant not in part.left)
        if not 0 < fact.number <= len(part.members) - 2 - 4:
            yield f"{fact.number} more of {len(part.members)}"

    # -- of a round in the file

    @check_fact.register
    def _(self, fact: facts.RecordedAs, question: Question) -> Complaints:
        right = self.case.recorded_opponent(fact.participant)
        recorded = (fact.other, fact.colour.value if fact.colour else None, fact.bye.value if fact.bye else None)
        if (
            recorded != right
            or fact.participant not in question.participants
            or fact.round != self.case.outcome.round_number
        ):
            yield f"recorded {recorded} in round {fact.round}, should be {right}"

    @check_fact.register
    def _(self, fact: facts.AsTheRules, question: Question) -> Complaints:
        if self.recorded != self.ours or self.case.has_other_colours:
            yield "it is not as by the rules"
        yield from self.check_edition(fact.edition, fact.round)

    @check_fact.register
    def _(self, fact: facts.NotAsTheRules, question: Question) -> Complaints:
        if (self.recorded == self.ours) != fact.colours or (fact.colours and not self.case.has_other_colours):
            yield f"only colours: {fact.colours}"
        yield from self.check_edition(fact.edition, fact.round)

    @check_fact.register
    def _(self, fact: facts.ByTheRules, question: Question) -> Complaints:
        if self.recorded is None or fact.round != self.case.outcome.round_number:
            yield "no round is in the file"

    def check_edition(self, edition: str, number: int) -> Complaints:
        """Whether the edition and the round are right."""
        year = "2017" if self.case.position.system.endswith("2017") else "2026"
        if year not in edition or number != self.case.outcome.round_number:
            yield f"edition {edition} of round {number}"

    # -- of a bracket

    @check_fact.register
    def _(self, fact: facts.GivenUp, question: Question) -> Complaints:
        part = self.part_of(fact.bracket.score) if fact.bracket.bracket else self.parts[0]
        yield from self.check_decision(fact.bracket, part, self.ours)
        place = self.parts.index(part)
        items = [(n, item) for n, item in enumerate(part.items) if item.rule == rule_number(fact.line.article)]
        if not items:
            yield f"no rule {fact.line.article}"
            return
        n, item = items[0]
        if not has_cost(item):
            yield f"{item} costs nothing"
        yield from self.check_parties(fact.paid, part, item, self.ours)
        for whole in self.judge.equal_above(self.ours, place):
            cost = self.judge.cost(whole, place)
            if cost[:n] == part.costs[:n] and cost[n] < item.cost:
                yield f"{whole} pays less by {item.rule}"
                return

    # -- of one participant

    @check_fact.register
    def _(self, fact: facts.Away, question: Question) -> Complaints:
        event = self.case.position.event
        if fact.participant != question.participants[0] or fact.participant in self.judge.ids:
            yield "is not away"
        letter = event.absent.get(fact.participant)
        if (fact.bye.value if fact.bye else None) != letter or fact.round != self.case.outcome.round_number:
            yield f"{fact.bye} in round {fact.round}, should be {letter} in {self.case.outcome.round_number}"

    @check_fact.register
    def _(self, fact: facts.Paired, question: Question) -> Complaints:
        right = self.case.coloured.get(ordered(fact.participant, fact.other))
        white = fact.participant if fact.colour.value == "w" else fact.other
        if fact.participant != question.participants[0] or right is None or right[0] != white:
            yield f"should be {right}"
        boards = sorted(self.ours.pairs, key=self.judge.boards)
        if (
            boards[fact.board - 1] != ordered(fact.participant, fact.other)
            or fact.round != self.case.outcome.round_number
        ):
            yield f"board {fact.board} of {boards}"

    @check_fact.register
    def _(self, fact: facts.LeftTheGroup, question: Question) -> Complaints:
        part = self.part_of(fact.bracket.score)
        yield from self.check_decision(fact.bracket, part, self.ours)
        if (
            fact.participant != question.participants[0]
            or fact.participant not in part.left
            or fact.participant not in part.residents
        ):
            yield f"{fact.participant} has not left {part}"
        if fact.upwards != self.judge.upwards(part):
            yield f"upwards {fact.upwards}"
        if fact.fewest:
            yield from self.check_fewest(part, lambda other: len(other.left))

    def check_fewest(self, part: Part, count: Callable[[Part], int]) -> Complaints:
        """Whether no pairing that is as good above has fewer of them."""
        whole = self.judge.fewer(self.ours, part, count)
        if whole is not None:
            yield f"{whole} has fewer"

    @check_fact.register
    def _(self, fact: facts.NobodyToMeet, question: Question) -> Complaints:
        part, participant = self.part_of(fact.score), fact.participant
        members = [other for other in part.members if other != participant]
        if {*fact.met, *fact.apart} != set(members) or any(self.judge.legal(participant, other) for other in members):
            yield f"{participant} may meet {[other for other in members if self.judge.legal(participant, other)]}"
        if any(not self.judge.rounds_met(participant, other) for other in fact.met):
            yield f"not all of {fact.met} were met"
        if fact.article and any(
            rule_number(fact.article) not in self.judge.broken_rules(participant, other) for other in members
        ):
            yield f"not by {fact.article}"
        if participant != question.participants[0] or participant not in part.left:
            yield f"{participant} has not left {part}"

    @check_fact.register
    def _(self, fact: facts.CalledUp, question: Question) -> Complaints:
        part = self.part_of(fact.bracket.score)
        yield from self.check_decision(fact.bracket, part, self.ours)
        if fact.participant != question.participants[0] or fact.participant not in part.up:
            yield f"{fact.participant} was not called up"
        yield from self.check_fewest(part, lambda other: len(other.up))

    @check_fact.register
    def _(self, fact: facts.CameDown, question: Question) -> Complaints:
        part = self.part_of(fact.score)
        if fact.participant not in part.down or self.ours.partner(fact.participant) not in part.residents:
            yield f"{fact.participant} did not come down to {part}"

    @check_fact.register
    def _(self, fact: facts.PlainOrder, question: Question) -> Complaints:
        part = self.part_of(fact.bracket.score)
        yield from self.check_decision(fact.bracket, part, self.ours)
        if not self.ours.meets(fact.participant, fact.other):
            yield "they do not meet"
        right = self.judge.plain(part, fact.participant)
        if right != fact.other or rule_number(fact.article) not in self.judge.order:
            yield f"the plain order gives {right} to {fact.participant}, by {self.judge.order}"

    @check_fact.register
    def _(self, fact: facts.ColourDue, question: Question) -> Complaints:
        is_explained = question.kind == "explain" and self.case.recorded is None
        if is_explained and fact.participant not in (
            question.participants[0],
            self.ours.partner(question.participants[0]),
        ):
            yield f"{fact.participant} was not asked about"
        side, preference = self.judge.side(fact.participant), fact.preference
        got = (fact.had, preference.colour.value if preference.colour else None, int(preference.strength))
        if got != (side.colours, side.due, side.strength):
            yield f"{got}, should be {side}"

    @check_fact.register
    def _(self, fact: facts.ColourGiven, question: Question) -> Complaints:
        pair = ordered(fact.white, fact.black)
        if self.case.coloured.get(pair) != (fact.white, fact.black):
            yield f"should be {self.case.coloured.get(pair)}"
            return
        part = next(part for part in self.parts if pair in part.pairs)
        right = self.judge.colour_article(fact.white, fact.black, part)
        if rule_number(fact.article) != right:
            yield f"article {fact.article}, should be {right}"
        higher = self.judge.by_rank(fact.white, fact.black, part)[0]
        if fact.higher != higher:
            yield f"{fact.higher} is asked first, should be {higher}"
        is_recorded = fact.filed and question.kind != "check"  # there the report is compared with the pairs themselves
        if is_recorded and self.case.recorded_opponent(fact.white)[:2] != (fact.black, "b"):
            yield f"the file has {self.case.recorded_opponent(fact.white)}"

    @check_fact.register
    def _(self, fact: facts.ThirdTime, question: Question) -> Complaints:
        pairs = [
            pair for pair in self.case.coloured.values() if fact.participant == pair["wb".index(fact.colour.value)]
        ]
        if not pairs or self.judge.side(fact.participant).colours[-2:] != 2 * fact.colour.value:
            yield f"{fact.participant} had {self.judge.side(fact.participant).colours}, and now {pairs}"
        if fact.last != self.case.last:
            yield f"last round: {self.case.last}"

    @check_fact.register
    def _(self, fact: facts.PairedBefore, question: Question) -> Complaints:
        met = self.judge.rounds_met(fact.participant, fact.other)
        if fact.round not in self.case.paired_in(fact.participant, fact.other) or fact.round in met:
            yield f"paired in {self.case.paired_in(fact.participant, fact.other)}, met in {met}"
        if not self.ours.meets(fact.participant, fact.other) or fact.participant not in question.participants:
            yield "they do not meet"

    @check_fact.register
    def _(self, fact: facts.HasTheBye, question: Question) -> Complaints:
        right = (self.ours.bye, self.case.outcome.round_number)
        if (fact.participant, fact.round) != right or not len(self.judge.ids) % 2:
            yield f"should be {right}"
        if fact.points != self.judge.scores[fact.participant]:
            yield f"{fact.points} points, should be {self.judge.scores[fact.participant]}"

    @check_fact.register
    def _(self, fact: facts.ByeAsksFor, question: Question) -> Complaints:
        item = next((item for item in self.parts[0].items if item.rule == rule_number(fact.line.article)), None)
        if item is None:
            yield f"no rule {fact.line.article}"
            return
        items = [entry for entry in self.parts[0].items if entry.rule == item.rule and entry.cost == fact.line.cost]
        item = items[0] if items else item
        yield from self.check_parties((fact.named,), self.parts[0], item, self.ours)

    @check_fact.register
    def _(self, fact: facts.NobodyLower, question: Question) -> Complaints:
        if self.lower_ranked():
            yield f"{self.lower_ranked()} are"

    @check_fact.register
    def _(self, fact: facts.Barred, question: Question) -> Complaints:
        right = {i for i in self.lower_ranked() if not self.judge.may_have_bye(i)}
        if set(fact.participants) != right or rule_number(fact.article) != self.judge.barring:
            yield f"{fact.participants} by {fact.article}, should be {right} by {self.judge.barring}"

    def lower_ranked(self) -> list[int]:
        """Who is ranked lower than who has the bye."""
        assert self.ours.bye is not None
        return [i for i in self.judge.ids if self.judge.rank(i) > self.judge.rank(self.ours.bye)]


def has_cost(item: Item) -> bool:
    """Whether there is anything to pay."""
    return bool(item.payers) or any(any(value) if isinstance(value, list | tuple) else value for value in item.cost)


def first_turn(first: Item, second: Item) -> tuple[int | None, tuple[int, ...], tuple[int, ...]]:
    """Whose turn it is where two orders first differ, whom the first takes and whom the other."""
    if first.rule in ("4.3.2", "D.2", "3.2.4"):  # all who change halves, or sides
        mine, other = (
            tuple(opponent for _, opponent in item.turns if opponent is not None) for item in (first, second)
        )
        return None, mine, other
    both = list(zip(first.turns, second.turns, first.cost, second.cost, strict=False))
    place = next((n for n, (_, _, x, y) in enumerate(both) if x != y), len(both))
    mine, other = (item.turns[place] if place < len(item.turns) else (None, None) for item in (first, second))
    turn = mine[0] if mine[0] is not None else other[0]
    return turn, *(tuple(x for x in turns[1:] if x is not None) for turns in (mine, other))
