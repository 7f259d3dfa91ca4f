"""Who answers for an outcome: everything needed to ask again is kept; the words are fetched when somebody asks."""

from __future__ import annotations

from rookery.history import History
from rookery.meetings import BYES
from rookery.model import Round, Tournament
from rookery.pairing.field import Field
from rookery.pairing.outcome import Explanation, Ledger, Outcome, Pair, Reason, WhyNot
from rookery.pairing.system import System
from rookery.typed import TYPE_CHECKING
from rookery.values import Value, replace

if TYPE_CHECKING:
    from rookery.pairing.reasons import Reasons


class OnRequest(Value, slots=False):
    """The system, the facts and what the arbiter fixed."""

    system: System
    tournament: Tournament
    history: History
    field: Field
    fixed: tuple[Pair, ...] = ()
    bye: int | None = None
    recorded: Round | None = None  # the round as the file has it already

    def explain(self, outcome: Outcome, one: int) -> Explanation:
        """Everything there is to say about one participant."""
        return self._reasons.explain(outcome, one)

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> WhyNot:
        """What would follow if these two met, or the first had the bye."""
        return self._reasons.why_not(outcome, a, b)

    def standing(self, outcome: Outcome) -> tuple[Reason, ...]:
        """Whether the file has the round that the rules give, and if not, which rule says so."""
        return self._reasons.standing(outcome)

    def given_up(self, ledger: Ledger) -> tuple[Reason, ...]:
        """What a bracket could not grant, and to whom."""
        return self._reasons.given_up(ledger)

    def as_round(self, outcome: Outcome) -> Round:
        """The round to be played; of one that the file has already, the byes of those who were not paired stay."""
        from rookery.matches import open_round

        whole = open_round(self.tournament, outcome.pairs, outcome.bye)
        if self.recorded is None:
            return whole
        return replace(whole, byes=(*whole.byes, *(bye for bye in self.recorded.byes if not BYES[bye.kind].paired)))

    @property
    def _reasons(self) -> Reasons:
        from rookery.pairing.compare import Inquiry
        from rookery.pairing.filed import Filed
        from rookery.pairing.reasons import Reasons

        inquiry = Inquiry(self.system, self.tournament, self.history, self.field, self.fixed, self.bye)
        return Reasons(inquiry, None if self.recorded is None else Filed(inquiry, self.recorded))
