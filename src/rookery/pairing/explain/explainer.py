"""Explanations of a Swiss pairing: an outcome keeps an `Explainer`, which computes them on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.history.history import History
from rookery.history.round_results import BYES
from rookery.messages import msg
from rookery.model import Round, Tournament
from rookery.pairing.field import Field
from rookery.pairing.outcome import Explanation, Fact, Ledger, Pair, Pairing, Reason, WhyNot
from rookery.pairing.system import System

if TYPE_CHECKING:
    from rookery.pairing.explain.text import FactText
    from rookery.pairing.explain.what_if import FactFinder


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
        answer, facts = self._fact_finder.why_not(outcome, a, b)
        return replace(answer, reasons=self._render(facts))

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

    def _render(self, facts: Iterable[Fact]) -> tuple[Reason, ...]:
        render = self._text.render
        return tuple(replace(render(fact), fact=fact) for fact in facts)

    @property
    def _text(self) -> FactText:
        from rookery.pairing.explain.text import FactText, ParticipantNames

        return FactText(ParticipantNames.from_tournament(self.tournament))

    @property
    def _fact_finder(self) -> FactFinder:
        from rookery.pairing.explain.what_if import FactFinder, RecordedFactFinder

        position = (self.system, self.tournament, self.history, self.field, self.fixed, self.bye)
        return FactFinder(*position) if self.recorded is None else RecordedFactFinder(*position, self.recorded)
