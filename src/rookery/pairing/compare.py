"""Why, why not, what if: asks a system for the best pairing that keeps to a wish; what its ledgers say are facts.

The best complete pairing that keeps to the wish is compared with the one that was made, from the top; the first line in
which the two ledgers differ is the reason why the wish was not granted. Nothing here knows what any criterion means, or
how to say it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from rookery.errors import NoPairing, RuleError
from rookery.faces.matching import bits
from rookery.history import History
from rookery.model import Colour, Tournament
from rookery.pairing import facts
from rookery.pairing.colours import initial_colour
from rookery.pairing.criteria import already_met, forbidden_by_the_event
from rookery.pairing.criterion import Candidates, Completion, Role, Step, cited, picked
from rookery.pairing.differing import colour_given, differing, named, shown
from rookery.pairing.facts import Wished, WishKind
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
    Parting,
    WhyNot,
    cite,
    parting,
)
from rookery.pairing.seat import Seat, Strength
from rookery.pairing.stated import Shows, name_of
from rookery.pairing.system import System
from rookery.pairing.walk import Undecided
from rookery.values import frozen
from rookery.wording import spoken

MOST = 4
"""How many others are compared one by one before the rest is only counted."""

Found = tuple[WhyNot, tuple[Fact, ...]]
"""What would follow from a wish, and what there is to say about it."""


@frozen(slots=False)
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

    def known(self, *who: int) -> None:
        """Refuse who is not of this tournament."""
        for one in who:
            if one not in self.tournament.by_id:
                raise RuleError(spoken("there is no %(one)s in this tournament", one=one), who=(one,))

    @property
    def completion(self) -> str:
        """The article by which the others must be left a pairing."""
        return "".join(map(cite, picked(self.system.criteria, Completion, Role.COMPLETION)[:1]))

    @cached_property
    def base(self) -> Field:
        """The field whose complete pairings are compared: what the arbiter has fixed stands."""
        return self.system.settled(self.field, self.fixed, self.bye)

    # -- why not

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> Found:
        """The round in which these two meet (b None: in which a has the bye), compared with the one that was made."""
        about = (a,) if b is None else (a, b)
        wish = Wished(WishKind.BYE if b is None else WishKind.MEET, about)
        plain = self._without_asking(outcome, wish)
        if plain is not None:
            return plain
        try:
            forced = self.granted(outcome, wish)
        except NoPairing as error:
            found = self._incomplete(wish, error)
            return WhyNot(about, causes=found.causes), (*self._bye_bound(outcome, wish, None), found)
        except Undecided:
            return WhyNot(about), (facts.NotWorkedOut(wish),)
        bound = tuple(self._bye_bound(outcome, wish, forced.bye))
        met = parting(outcome.ledger, forced.ledger)
        if met is None:
            return WhyNot(about, outcome=forced), (*bound, facts.EquallyGood(wish))
        why = WhyNot(about, (), (), forced, met.ours.decision, met.line, met.against)
        return why, (*bound, self.differs(wish, met))

    def _without_asking(self, outcome: Outcome, wish: Wished) -> Found | None:
        """What can be said of a wish without pairing anything."""
        about, bye = wish.who, wish.kind is WishKind.BYE
        missing = tuple(one for one in about if one not in self.field.place)
        if missing:
            return WhyNot(about), (facts.NotPaired(missing),)
        if outcome.bye == about[0] if bye else outcome.opponents.get(about[0]) == about[1]:
            return WhyNot(about, outcome=outcome), (facts.AlreadySo(wish),)
        if bye and self.field.size % 2 == 0:
            return WhyNot(about), (facts.NoByeToGive(about[0]),)
        breaches = self.system.breaches(self.field, [] if bye else [(about[0], about[1])], about[0] if bye else None)
        if breaches:
            return WhyNot(about, breaches), tuple(map(self.illegal, breaches))
        fixed = tuple(self._fixed_for(wish))
        return (WhyNot(about), (facts.FixedOtherwise(fixed),)) if fixed else None

    def _fixed_for(self, wish: Wished) -> Iterator[tuple[int, ...]]:
        """What the arbiter has fixed for those of a wish."""
        yield from (pair for pair in self.fixed if set(pair) & set(wish.who))
        if self.bye is not None and (self.bye in wish.who or wish.kind is WishKind.BYE):
            yield (self.bye,)

    def granted(self, outcome: Outcome, wish: Wished) -> Outcome:
        """The best complete pairing that keeps to a wish."""
        initial = initial_colour(self.tournament)
        return self.system.granting(self.base, self.wished(wish), initial, outcome.ledger)

    def compared(self, outcome: Outcome, wish: Wished) -> Fact:
        """What the best complete pairing that keeps to a wish comes to; not more of it is looked for than needed."""
        try:
            met = self.parted(outcome.ledger, wish)
        except NoPairing as error:
            return self._incomplete(wish, error)
        except Undecided:
            return facts.NotWorkedOut(wish)
        return facts.EquallyGood(wish) if met is None else self.differs(wish, met)

    def parted(self, ours: tuple[Ledger, ...], wish: Wished) -> Parting | None:
        """Where the best complete pairing that keeps to a wish parts from ours; found once, whoever of the two asks."""

        def found() -> tuple[tuple[Ledger, ...], Parting | None]:
            theirs = self.system.walk.granting(self.base, self.wished(wish), ours)
            return ours, parting(ours, theirs)  # ours is kept, so that its id is nobody else's

        return self.base.once((id(ours), wish.kind, frozenset(wish.who), wish.group), found)[1]

    def differs(self, wish: Wished, met: Parting) -> Fact:
        """The line in which the pairing with the wish first differs from ours, as a fact."""
        return differing(self.system, self.field, wish, met)

    def wished(self, wish: Wished) -> Field:
        """The field with nothing possible but what keeps to a wish."""
        field, place = self.base, self.base.place[wish.who[0]]
        only, rows = 1 << place, list(self.base.rows)
        if wish.kind is WishKind.MEET:
            return field.meeting(place, field.place[wish.who[1]])
        if wish.kind is WishKind.BYE:
            return self.system.settled(field, (), wish.who[0])
        group = field.among(wish.group if wish.group else wish.who[1:])
        if wish.kind is WishKind.STAY:
            rows = [row if group >> i & 1 else row & ~only for i, row in enumerate(rows)]
            rows[place] &= group
            return field.restricted(rows, field.eligible & ~only)
        for i in bits(group):
            rows[i] &= ~only
        rows[place] &= ~group
        return field.restricted(rows)

    def _incomplete(self, wish: Wished, error: NoPairing) -> facts.Incomplete:
        causes = tuple(cause for cause in error.causes if isinstance(cause, Cause))
        return facts.Incomplete(wish, causes, self.completion)

    def _bye_bound(self, outcome: Outcome, wish: Wished, other: int | None) -> Iterator[Fact]:
        """That one who shall meet somebody has the bye."""
        if outcome.bye in wish.who and wish.kind is WishKind.MEET:
            assert outcome.bye is not None
            yield facts.ByeBound(outcome.bye, other)

    def illegal(self, breach: Breach) -> facts.Illegal:
        """A rule that is broken, with what makes it so."""
        if len(breach.who) != 2:
            return facts.Illegal(breach)
        a, b = breach.who
        if breach.criterion == name_of(already_met):
            met = self.history.rounds_met(a, b)
            return facts.Illegal(breach, met_in=met[0] if met else None)
        if breach.criterion == name_of(forbidden_by_the_event):
            return facts.Illegal(breach)
        mine, yours = self.seat(a).preference, self.seat(b).preference
        both = mine.colour is yours.colour and mine.strength == yours.strength == Strength.ABSOLUTE
        return facts.Illegal(breach, both_must_have=mine.colour if both else None)

    # -- what a bracket could not grant

    def given_up(self, ledger: Ledger) -> Iterator[Fact]:
        """Every criterion that the bracket does not keep in full, and at whose expense."""
        for line in ledger.lines:
            if line.kind == "criterion" and any(line.cost) and ledger.bracket:
                paid = named(self.system, self.field, line, ledger.decision)
                if paid:
                    yield facts.GivenUp(line, ledger.decision, paid)

    # -- why

    def explain(self, outcome: Outcome, one: int) -> Iterator[Fact]:
        """Everything there is to say about one participant in the round."""
        if one not in self.field.place:
            yield facts.Away(one, outcome.number, self.tournament.absent(outcome.number).get(one))
        elif outcome.bye == one:
            yield from self._bye(outcome, one)
        else:
            number, board = next(
                (n, b) for n, b in zip(outcome.board_numbers, outcome.boards, strict=True) if one in (b.white, b.black)
            )
            yield from self._paired(outcome, one, board, number)

    def _paired(self, outcome: Outcome, one: int, board: Board, number: int) -> Iterator[Fact]:
        other = board.black if board.white == one else board.white
        colour = Colour.WHITE if board.white == one else Colour.BLACK
        yield facts.Paired(one, other, colour, number, outcome.number)
        yield from self._before(one, other)
        bracket = next(d for d in outcome.decisions if (one, other) in d.pairs or (other, one) in d.pairs)
        if {one, other} in map(set, self.fixed):
            yield facts.Fixed(bye=False)
            yield from (self.illegal(breach) for breach in outcome.breaches if set(breach.who) == {one, other})
        else:
            yield from self._floated(outcome, one)
            yield from self._opponent(outcome, one, other, bracket)
        yield from self.colours(outcome, board, one)

    def _before(self, one: int, other: int) -> Iterator[Fact]:
        """That two were paired before, and did not play."""
        for number, column in enumerate(self.history.columns, 1):
            meeting = column.get(one)
            if meeting is not None and meeting.opponent == other and number not in self.history.rounds_met(one, other):
                yield facts.PairedBefore(one, other, number)

    def _floated(self, outcome: Outcome, one: int) -> Iterator[Fact]:
        """Why somebody is not paired in the group of their score."""
        ledgers = {ledger.bracket: ledger for ledger in outcome.ledger}
        for bracket in outcome.decisions:
            if not bracket.bracket:
                continue
            if one in bracket.left:
                if one in bracket.residents:
                    up = any(one in other.moved_up for other in outcome.decisions)
                    yield facts.LeftTheGroup(one, bracket, up, self._fewest(ledgers[bracket.bracket]))
                yield from self._had_stayed(outcome, one, bracket)
            elif one in bracket.moved_up and not any(one in other.left for other in outcome.decisions):
                yield facts.CalledUp(one, bracket)
                yield self.compared(outcome, Wished(WishKind.BELOW, (one,), bracket.residents, bracket.score))

    def _fewest(self, ledger: Ledger) -> bool:
        """Whether the rules keep the number of those who leave a bracket as small as possible."""
        return any(shown(self.system, line) is Shows.LEAVING for line in ledger.lines)

    def _had_stayed(self, outcome: Outcome, one: int, bracket: Decision) -> Iterator[Fact]:
        """What would have followed had this one found an opponent in a bracket that it left."""
        group = tuple(other for other in bracket.members if other != one)
        if any(one in pair and set(pair) & set(group) for pair in outcome.pairs):
            return  # they meet elsewhere: a pairing of theirs was opened
        place = self.base.place[one]
        if self.base.rows[place] & self.base.among(group):
            yield self.compared(outcome, Wished(WishKind.STAY, (one,), group, bracket.score))
        elif group:
            met = tuple(other for other in group if self.history.rounds_met(one, other))
            apart = tuple(other for other in group if other not in met)
            article = cite(self.system.bans[0]) if met and not apart else ""
            yield facts.NobodyToMeet(one, bracket.score, met, apart, article)
            for other in apart[:MOST]:
                yield from map(self.illegal, self.system.breaches(self.field, [(one, other)], None)[:1])

    def _opponent(self, outcome: Outcome, one: int, other: int, bracket: Decision) -> Iterator[Fact]:
        """Why this opponent and not another of the group."""
        if other in bracket.moved_down and one in bracket.residents:
            yield facts.CameDown(other, bracket.score)
            one, other = other, one
        nearer = self._better_looking(one, other, bracket)
        if nearer:
            yield from self._why_nots(outcome, one, nearer)
        elif self.system.first_choice(bracket, one) == other:
            yield facts.PlainOrder(one, other, bracket, self._plain_order(one, bracket), self._order_article)
        else:
            yield self.compared(outcome, Wished(WishKind.APART, (one, other)))

    def _plain_order(self, one: int, bracket: Decision) -> str:
        """How the plain order of a bracket is said, if the system says it."""
        asked = self.system.first_choice
        guest = one in bracket.moved_down
        return getattr(asked, "worse", "") if guest else getattr(asked, "text", "")

    @property
    def _order_article(self) -> str:
        """The article on the order of the pairings of a bracket."""
        criteria, own = self.system.criteria, getattr(self.system.first_choice, "article", "")
        if own:
            return cited(own, self.system.edition.regulation.code)
        found = (*picked(criteria, Candidates, Role.ORDER), *reversed(picked(criteria, Step, Role.ORDER)))
        return next((clause.article for clause in found if clause.kind != "step"), "")

    def _why_nots(self, outcome: Outcome, one: int, others: Sequence[int]) -> Iterator[Fact]:
        for other in others[:MOST]:
            for why in self._one_why_not(outcome, Wished(WishKind.MEET, (one, other))):
                yield facts.Instead(other, one, why)
        if len(others) > MOST:
            yield facts.NotAsked(len(others) - MOST)

    def _one_why_not(self, outcome: Outcome, wish: Wished) -> Iterable[Fact]:
        """What there is to say of a wish, without the rest of the round that goes with it."""
        plain = self._without_asking(outcome, wish)
        return plain[1] if plain is not None else (self.compared(outcome, wish),)

    def _better_looking(self, one: int, other: int, bracket: Decision) -> list[int]:
        """Who stands where an opponent would be looked for first, up to the one who was found."""
        first = self.system.first_choice(bracket, one)
        order = bracket.residents if one in bracket.moved_down else bracket.members
        if first is None or first == other or other not in order or first not in order:
            return []
        a, b = order.index(first), order.index(other)
        return [between for between in (order[a:b] if a < b else order[a:b:-1]) if between != one]

    def colours(self, outcome: Outcome, board: Board, one: int) -> Iterator[Fact]:
        """Why these colours, what was due to this one first."""
        both = (board.black, board.white) if one == board.black else (board.white, board.black)
        seats = [*map(self.seat, both)]
        if any(seat.colours or seat.preference.colour is None for seat in seats):  # else the rule says what counts
            yield from (facts.ColourDue(seat.id, seat.colours, seat.preference) for seat in seats)
        yield colour_given(self.system, self.field, outcome, board)
        for who, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
            if self.seat(who).colours.endswith(2 * colour.value):
                yield facts.ThirdTime(who, colour, self.field.last)

    def _bye(self, outcome: Outcome, one: int) -> Iterator[Fact]:
        """Why the bye."""
        yield facts.HasTheBye(one, outcome.number, self.seat(one).score)
        if self.bye == one:
            yield facts.Fixed(bye=True)
            yield from map(self.illegal, outcome.breaches)
            return
        whole = outcome.ledger[0]
        for line in whole.lines:
            if shown(self.system, line) is (Shows.RATING if outcome.number > 1 else Shows.MISSED):
                continue  # ratings are asked in round one only, and before it nobody has played or missed a round
            yield facts.ByeAsksFor(line, named(self.system, self.field, line, whole.decision)[0])
        lower = [other.id for other in self.field.seats if other.rank > self.seat(one).rank]
        if not lower:
            yield facts.NobodyLower()
        barred, bar = tuple(other for other in lower if self.seat(other).barred), self.system.bar
        if barred and bar is not None:
            yield facts.Barred(barred, bar.article, bar.code, bar.text)
        able = [other for other in reversed(lower) if other not in barred]
        for other in able[:MOST]:
            for why in self._one_why_not(outcome, Wished(WishKind.BYE, (other,))):
                yield facts.Instead(other, None, why)
