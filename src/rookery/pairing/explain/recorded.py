"""Facts about a recorded round: the recorded pairing, and whether the rules give it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rookery._record import record, replace
from rookery.model import ByeKind, Colour, Round
from rookery.pairing.explain import facts
from rookery.pairing.explain.facts import Condition, ConditionKind
from rookery.pairing.explain.first_difference import colour_fact
from rookery.pairing.explain.what_if import AnswerWithFacts, FactFinder
from rookery.pairing.outcome import Fact, Pairing, allocated_byes


@record(slots=False)
class RecordedFactFinder(FactFinder):
    """Finds facts about the round that the rules give, beside the recorded one."""

    recorded: Round = Round()

    def explain(self, outcome: Pairing, player: int) -> Iterator[Fact]:
        """Yield the recorded pairing of a participant, whether the rules give it, and the reasons of the rules."""
        if player not in self.field.place:
            kind = next((bye.kind for bye in self.recorded.byes if bye.player == player), None)
            yield facts.Away(player, outcome.round_number, None if kind is ByeKind.NOT_ENTERED else kind)
            return
        reasons = tuple(super().explain(outcome, player))
        if same_round(self.recorded, outcome):
            yield from (reasons[0], facts.AsTheRules(outcome.round_number, self._edition), *reasons[1:])
        else:
            yield self._recorded_as(outcome, player)
            yield from self._differences(outcome, reasons)
            yield facts.ByTheRules(outcome.round_number)
            yield from reasons

    def why_not(self, outcome: Pairing, a: int, b: int | None) -> AnswerWithFacts:
        """Return the recorded pairing of these, whether the rules give it, and the consequences by the rules."""
        answer, reasons = super().why_not(outcome, a, b)
        about = (a,) if b is None else (a, b)
        if same_round(self.recorded, outcome) or any(player not in self.field.place for player in about):
            return answer, reasons
        have_met = any({a, b} == set(pair) for pair in self.recorded.pairs)
        recorded = tuple(self._recorded_as(outcome, player) for player in about[: 1 if have_met else 2])
        differences = self._differences(outcome, reasons)
        return answer, (*recorded, *differences, facts.ByTheRules(outcome.round_number), *reasons)

    def verdict(self, outcome: Pairing) -> Iterator[Fact]:
        """Yield whether the recorded round is the one that the rules give, and if not, the first rule against it."""
        if same_round(self.recorded, outcome):
            yield facts.AsTheRules(outcome.round_number, self._edition)
            return
        pairs = {frozenset(pair) for pair in self.recorded.pairs}
        same_pairs = pairs == {frozenset(pair) for pair in outcome.pairs}
        byes = [] if outcome.bye is None else [outcome.bye]
        only_colours = same_pairs and allocated_byes(self.recorded)[:1] == byes
        yield facts.NotAsTheRules(outcome.round_number, self._edition, only_colours)
        broken = self.system.breaches_of_round(self.field, self.recorded)
        if broken:
            yield from map(self.illegality, broken)
        elif only_colours:
            board = next(board for board in outcome.boards if board[:2] not in set(self.recorded.pairs))
            yield colour_fact(self.system, self.field, outcome, board, filed=True)
        else:
            difference = self.system.cost_difference(self.field, outcome, self.recorded)
            if difference is not None:
                yield self.difference_as_fact(Condition(ConditionKind.RECORDED, ()), difference)

    def _recorded_as(self, outcome: Pairing, player: int) -> facts.RecordedAs:
        for white, black in self.recorded.pairs:
            if player in (white, black):
                coloured = (white, black) not in self._uncoloured_pairs
                opponent, colour = (black, Colour.WHITE) if player == white else (white, Colour.BLACK)
                return facts.RecordedAs(player, outcome.round_number, opponent, colour if coloured else None)
        bye = next((bye.kind for bye in self.recorded.byes if bye.player == player), None)
        return facts.RecordedAs(player, outcome.round_number, bye=bye)

    @cached_property
    def _uncoloured_pairs(self) -> set[tuple[int, int]]:
        return {(game.white, game.black) for game in self.recorded.games if not game.coloured}

    @property
    def _edition(self) -> str:
        return str(self.system.edition)

    def _differences(self, outcome: Pairing, reasons: tuple[Fact, ...]) -> Iterator[Fact]:
        """Yield the facts of the verdict that are not among these reasons anyway."""
        stated = set(map(_normalize, reasons))
        return (fact for fact in dict.fromkeys(self.verdict(outcome)) if _normalize(fact) not in stated)


def same_round(recorded: Round, outcome: Pairing) -> bool:
    """Return whether a round has the boards, the colours (where recorded) and the bye that the rules give."""
    uncoloured = {(game.black, game.white) for game in recorded.games if not game.coloured}
    recorded_pairs = set(recorded.pairs)
    byes = [] if outcome.bye is None else [outcome.bye]
    all_found = all(pair in recorded_pairs or pair in uncoloured for pair in outcome.pairs)
    return all_found and len(recorded_pairs) == len(outcome.pairs) and allocated_byes(recorded) == byes


def _normalize(fact: Fact) -> Fact:
    """Return a fact without the order of participants and the mark of a recorded round, to compare it."""
    if isinstance(fact, facts.Illegal):
        return replace(fact, breach=replace(fact.breach, participants=tuple(sorted(fact.breach.participants))))
    return replace(fact, filed=False) if isinstance(fact, facts.ColourGiven) else fact
