"""Questions about a round that is in the file already: first what the file has, and whether the rules give that."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rookery.model import ByeKind, Colour, Round
from rookery.pairing import facts
from rookery.pairing.compare import Found, Inquiry
from rookery.pairing.differing import colour_given
from rookery.pairing.facts import Wished, WishKind
from rookery.pairing.outcome import Fact, Outcome
from rookery.pairing.recorded import breaches, byes_in, parted, same_round
from rookery.values import frozen, replace


@frozen(slots=False)
class Filed:
    """An inquiry about the round that the rules give, and the round that the file has."""

    inquiry: Inquiry
    round: Round

    def explain(self, outcome: Outcome, one: int) -> Iterator[Fact]:
        """What the file has for somebody, whether the rules give it, and why they give what they give."""
        ours = self.inquiry.explain(outcome, one)
        if one not in self.inquiry.field.place:
            kind = next((bye.kind for bye in self.round.byes if bye.player == one), None)
            yield facts.Away(one, outcome.number, None if kind is ByeKind.NOT_ENTERED else kind)
        elif self.agrees(outcome):
            first, *rest = ours
            yield from (first, facts.AsTheRules(outcome.number, self.edition), *rest)
        else:
            told = tuple(ours)
            yield self.of(outcome, one)
            yield from _untold(self.judged(outcome), told)
            yield facts.ByTheRules(outcome.number)
            yield from told

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> Found:
        """What the file has for these, whether the rules give it, and what would follow by the rules."""
        why, found = self.inquiry.why_not(outcome, a, b)
        about = (a,) if b is None else (a, b)
        if self.agrees(outcome) or any(one not in self.inquiry.field.place for one in about):
            return why, found
        there = tuple(self.of(outcome, one) for one in about[: 1 if self._meet(a, b) else 2])
        told = tuple(found)
        return why, (*there, *_untold(self.judged(outcome), told), facts.ByTheRules(outcome.number), *told)

    def standing(self, outcome: Outcome) -> Iterator[Fact]:
        """Whether the round in the file is the one that the rules give, and if not, which rule says so."""
        if self.agrees(outcome):
            yield facts.AsTheRules(outcome.number, self.edition)
        else:
            yield from self.judged(outcome)

    # -- what the file has

    def _meet(self, a: int, b: int | None) -> bool:
        return any({a, b} == set(pair) for pair in self.round.pairs)

    def of(self, outcome: Outcome, one: int) -> facts.RecordedAs:
        """What the file has for somebody."""
        for white, black in self.round.pairs:
            if one in (white, black):
                coloured = (white, black) not in self._uncoloured
                other, colour = (black, Colour.WHITE) if one == white else (white, Colour.BLACK)
                return facts.RecordedAs(one, outcome.number, other, colour if coloured else None)
        bye = next((bye.kind for bye in self.round.byes if bye.player == one), None)
        return facts.RecordedAs(one, outcome.number, bye=bye)

    @cached_property
    def _uncoloured(self) -> set[tuple[int, int]]:
        return {(game.white, game.black) for game in self.round.games if not game.coloured}

    def agrees(self, outcome: Outcome) -> bool:
        """Whether the file has the round that the rules give."""
        return same_round(self.round, outcome)

    @property
    def edition(self) -> str:
        """The edition by which it is judged."""
        return str(self.inquiry.system.edition)

    # -- whether the rules give it

    def judged(self, outcome: Outcome) -> Iterator[Fact]:
        """That the rules give another round, and the first rule that says so."""
        system, field = self.inquiry.system, self.inquiry.field
        pairs = {frozenset(pair) for pair in self.round.pairs}
        only = pairs == {frozenset(pair) for pair in outcome.pairs} and byes_in(self.round)[:1] == (
            [] if outcome.bye is None else [outcome.bye]
        )
        yield facts.NotAsTheRules(outcome.number, self.edition, only)
        broken = breaches(system, field, self.round)
        if broken:
            yield from map(self.inquiry.illegal, broken)
        elif only:
            yield from self._colours(outcome)
        else:
            met = parted(system, field, outcome, self.round)
            if met is not None:
                yield self.inquiry.differs(Wished(WishKind.RECORDED, ()), met)

    def _colours(self, outcome: Outcome) -> Iterator[facts.ColourGiven]:
        """The rule that gives the first two who have other colours theirs."""
        board = next(one for one in outcome.boards if (one.white, one.black) not in set(self.round.pairs))
        yield colour_given(self.inquiry.system, self.inquiry.field, outcome, board, filed=True)


def _untold(judged: Iterator[Fact], told: tuple[Fact, ...]) -> Iterator[Fact]:
    """What says that the rules give another round, but for what is said below in any case."""
    below = set(map(_bare, told))
    return (fact for fact in dict.fromkeys(judged) if _bare(fact) not in below)


def _bare(fact: Fact) -> Fact:
    """A fact whichever of two is named first, and whether or not the file has it otherwise."""
    if isinstance(fact, facts.Illegal):
        return replace(fact, breach=replace(fact.breach, who=tuple(sorted(fact.breach.who))))
    return replace(fact, filed=False) if isinstance(fact, facts.ColourGiven) else fact
