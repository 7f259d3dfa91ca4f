"""What an inquiry finds, in words: the reasons of a round for whoever asks."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.errors import RuleError
from rookery.pairing.compare import Inquiry
from rookery.pairing.filed import Filed
from rookery.pairing.outcome import Explanation, Fact, Ledger, Outcome, Reason, WhyNot
from rookery.pairing.phrases import People
from rookery.pairing.sentences import Sentences
from rookery.values import frozen, replace
from rookery.wording import spoken


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
