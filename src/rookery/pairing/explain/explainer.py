"""Explanations of a Swiss pairing: an outcome keeps an `Explainer`, which computes them on demand.

If the file already contains the round, `RecordedFactFinder` adds how it compares with the one that the rules give.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.history.history import History
from rookery.history.round_results import BYES
from rookery.messages import msg
from rookery.model import ByeKind, Colour, Round, Tournament
from rookery.pairing.explain import facts
from rookery.pairing.explain.facts import Condition, ConditionKind
from rookery.pairing.explain.first_difference import colour_fact
from rookery.pairing.explain.what_if import AnswerWithFacts, FactFinder
from rookery.pairing.field import Field
from rookery.pairing.outcome import Explanation, Fact, Ledger, Pair, Pairing, Reason, WhyNot, allocated_byes
from rookery.pairing.system import System

if TYPE_CHECKING:
    from rookery.pairing.explain.text import FactText


@record(slots=False)
class Explainer:
    """The position that was paired, and the pairs fixed by the arbiter: all data needed to pair it again."""

    system: System
    tournament: Tournament
    history: History
    field: Field
    fixed: tuple[Pair, ...] = ()
    bye: int | None = None
    recorded: Round | None = None
    """The round in the file, if it was paired before."""

    def explain(self, outcome: Pairing, player: int) -> Explanation:
        """Return the reasons for one participant's pairing."""
        self._check_participants(player)
        return Explanation((player,), self._render(self._fact_finder.explain(outcome, player)))

    def why_not(self, outcome: Pairing, a: int, b: int | None) -> WhyNot:
        """Return the consequences if these two met, or the first had the bye."""
        self._check_participants(a, *(() if b is None else (b,)))
        if a == b:
            raise RuleError(msg("%(a)s cannot meet themselves", a=self._text.people.name(a)), participants=(a,))
        answer, reasons = self._fact_finder.why_not(outcome, a, b)
        return replace(answer, reasons=self._render(reasons))

    def unmet_criteria(self, ledger: Ledger) -> tuple[Reason, ...]:
        """Return the criteria that a bracket does not fulfil, and at whose expense."""
        return self._render(self._fact_finder.unmet_criteria(ledger))

    def verdict(self, outcome: Pairing) -> tuple[Reason, ...]:
        """Return whether a recorded round is the one that the rules give, and if not, why not."""
        return self._render(self._fact_finder.verdict(outcome))

    def as_round(self, outcome: Pairing) -> Round:
        """Return the round to be played; byes of participants who were not paired stay as recorded."""
        from rookery.history.team_matches import build_open_round

        round = build_open_round(self.tournament, outcome.pairs, outcome.bye)
        if self.recorded is None:
            return round
        return replace(round, byes=(*round.byes, *(bye for bye in self.recorded.byes if not BYES[bye.kind].paired)))

    def _check_participants(self, *participants: int) -> None:
        for number in participants:
            if number not in self.tournament.participants_by_number:
                raise RuleError(msg("there is no %(one)s in this tournament", one=number), participants=(number,))

    def _render(self, reasons: Iterable[Fact]) -> tuple[Reason, ...]:
        render = self._text.render
        return tuple(replace(render(fact), fact=fact) for fact in reasons)

    @property
    def _text(self) -> FactText:
        from rookery.pairing.explain.text import FactText, ParticipantNames

        return FactText(ParticipantNames.from_tournament(self.tournament))

    @property
    def _fact_finder(self) -> FactFinder:
        position = (self.system, self.tournament, self.history, self.field, self.fixed, self.bye)
        return FactFinder(*position) if self.recorded is None else RecordedFactFinder(*position, self.recorded)


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
