"""What checking a tournament found, round by round, as frozen data: it pickles, compares, and becomes JSON."""

from __future__ import annotations

from rookery.errors import Problem, Severity
from rookery.model import Points
from rookery.pairing.outcome import Breach, Cause, Fact
from rookery.regulations import Edition
from rookery.renamed import forwarding
from rookery.values import StrEnum, Value
from rookery.wording import joined, spoken

Seats = tuple[int, int]
"""White and Black by their ids; the allocated bye is `(player, 0)`."""


class Verdict(StrEnum):
    """How a recorded pairing stands beside the one the rules give."""

    AGREE = "agrees"
    COLOURS = "has other colours"
    WORSE = "is legal but worse"
    ILLEGAL = "is illegal"
    BETTER = "is better than ours"
    """By our own price: a fault of ours, never of the file."""


class Difference(Value):
    """One board, by its number in the right pairing: what is recorded there, and what the rules give.

    A recorded pair beyond the last right board has nothing expected, and the other way round.
    """

    board: int
    recorded: Seats | None
    expected: Seats | None


class RuleKind(StrEnum):
    """What sort of rule decides between two pairings, and so what the numbers are that it compares."""

    ABSOLUTE = "absolute"
    """How often it is broken."""
    BYE_SCORE = "score of the bye"
    """The score of who has the bye."""
    BYE = "bye"
    """What a later step in the choice of the bye compares."""
    CRITERION = "criterion"
    """What the pairings cost in one bracket."""
    ORDER = "order"
    """Sequence numbers of the candidates, of which the smaller come first."""
    STEP = "step"
    """How far a procedure went."""
    COLOURS = "colours"
    """White and Black by their ids."""


class DecidingRule(Value):
    """The first rule on which a recorded pairing loses, and where.

    `recorded` and `expected` are compared from the left, less is better; `kind` says what they are. `who` names those
    at whose expense the recorded pairing is, one participant each or two who meet, and `score` says which group the
    bracket is.
    """

    kind: RuleKind
    bracket: int
    criterion: str
    article: str
    code: str
    recorded: tuple[int, ...]
    expected: tuple[int, ...]
    text: str = ""
    who: tuple[tuple[int, ...], ...] = ()
    score: Points | None = None
    fact: Fact | None = None
    """What is said of the two pairings, as data (`rookery.pairing.facts`), where they are compared."""


class RoundReport(Value):
    """What there is to say of one round."""

    round: int
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    decided_by: DecidingRule | None = None
    breaches: tuple[Breach, ...] = ()
    causes: tuple[Cause, ...] = ()
    """Why the rules give no pairing at all, if they do not."""

    @property
    def impossible(self) -> str:
        """Why the rules give no pairing at all, in words; empty if they do."""
        return joined("; ", [spoken("no legal pairing exists: %(why)s", why=cause.text) for cause in self.causes])

    @property
    def agree(self) -> bool:
        """Whether the recorded pairing is the right one, colours and bye included."""
        return self.verdict is Verdict.AGREE

    @property
    def legal(self) -> bool:
        """Whether the recorded pairing keeps every absolute rule."""
        return not self.breaches


class Placing(Value):
    """Somebody whose declared rank or points are wrong: what is declared, and the ranks and points that follow."""

    player: int
    recorded: int | None
    expected: tuple[int, int]
    recorded_points: Points | None
    expected_points: Points


class CheckReport(Value):
    """What checking a tournament found.

    `standings` lists those who stand in the wrong place; None when the standings were not judged. `problems` speak of
    the event as a whole: errors where it is not what its format asks (a round robin in which somebody meets nobody,
    ...), the others of what the judgement rests on.
    """

    system: str
    rounds: tuple[RoundReport, ...]
    standings: tuple[Placing, ...] | None = None
    problems: tuple[Problem, ...] = ()
    edition: Edition | None = None
    """The edition of the rules, where the format has any."""

    @property
    def faults(self) -> tuple[str, ...]:
        """Where the event as a whole is not what its format asks, in sentences."""
        return tuple(one.text for one in self.problems if one.severity is Severity.ERROR)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the judgement rests on, in sentences."""
        return tuple(one.text for one in self.problems if one.severity is not Severity.ERROR)

    @property
    def agree(self) -> bool:
        """Whether every round that was looked at is paired as the rules say, and everybody stands in their place."""
        return all(round.agree for round in self.rounds) and not self.standings and not self.faults

    @property
    def wrong(self) -> tuple[RoundReport, ...]:
        """The rounds that differ."""
        return tuple(round for round in self.rounds if not round.agree)


_HERE = "rookery.checking.report"
__getattr__ = forwarding(_HERE, {"Report": f"{_HERE}.CheckReport", "Reason": f"{_HERE}.DecidingRule"})
