"""Results of checking a tournament, as immutable values."""

from __future__ import annotations

from enum import StrEnum

from rookery._record import field, record
from rookery.answer import Answer
from rookery.errors import Problem, Severity
from rookery.messages import join_texts, msg
from rookery.model import Points
from rookery.pairing.outcome import Breach, Cause, Fact
from rookery.regulations import Edition

Seats = tuple[int, int]
"""White and Black by their ids; the allocated bye is `(player, 0)`."""


class Verdict(StrEnum):
    """Result of comparing a recorded pairing with the one by the rules."""

    AGREE = "agrees"
    COLOURS = "has other colours"
    WORSE = "is legal but worse"
    ILLEGAL = "is illegal"
    BETTER = "is better than ours"
    """Better by our own cost function, which indicates a fault of Rookery, not of the file."""


@record
class Difference:
    """A board that differs, by its published number: the recorded pair and the pair by the rules.

    The bye, and expected pairs beyond the recorded boards, have the numbers after the last one. A surplus recorded pair
    has no expected pair, and vice versa.
    """

    board: int
    recorded: Seats | None
    expected: Seats | None


class RuleKind(StrEnum):
    """Kind of rule that decides between two pairings; it determines what the compared numbers mean."""

    ABSOLUTE = "absolute"
    """The number of times it is broken."""
    BYE_SCORE = "score of the bye"
    """The score of the participant with the bye."""
    BYE = "bye"
    """The number compared by a later step in the choice of the bye."""
    CRITERION = "criterion"
    """The cost of the pairings in one bracket."""
    ORDER = "order"
    """Sequence numbers of the candidates; smaller ones come first."""
    STEP = "step"
    """The number of steps of a procedure."""
    COLOURS = "colours"
    """White and Black by their ids."""


@record
class DecidingRule:
    """The first rule by which a recorded pairing is worse than the expected one.

    `recorded` and `expected` are compared from the left, less is better; `kind` says what they mean. `participants` are
    those at whose expense the recorded pairing is, single participants or pairs; `score` is that of the bracket.
    """

    kind: RuleKind
    bracket: int
    criterion: str
    article: str
    code: str
    recorded: tuple[int, ...]
    expected: tuple[int, ...]
    text: str = ""
    participants: tuple[tuple[int, ...], ...] = field(default=(), json_key="who")
    score: Points | None = None
    fact: Fact | None = None
    """The fact about the two pairings (`rookery.pairing.explain.facts`), where they are compared."""


@record
class RoundReport:
    """The result of checking one round."""

    round: int
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    decided_by: DecidingRule | None = None
    breaches: tuple[Breach, ...] = ()
    causes: tuple[Cause, ...] = ()
    """The causes if there is no legal pairing at all."""

    @property
    def impossible(self) -> str:
        """Why there is no legal pairing at all, in words; empty if there is one."""
        return join_texts("; ", [msg("no legal pairing exists: %(why)s", why=cause.text) for cause in self.causes])

    @property
    def agree(self) -> bool:
        """Whether the recorded pairing is the one by the rules, including colours and bye."""
        return self.verdict is Verdict.AGREE

    @property
    def legal(self) -> bool:
        """Whether the recorded pairing satisfies every absolute rule."""
        return not self.breaches


@record
class Placing:
    """A participant whose declared rank or points are wrong, with the expected ranks and points."""

    player: int
    recorded: int | None
    expected: tuple[int, int]
    recorded_points: Points | None
    expected_points: Points


@record
class CheckReport(Answer):
    """The result of checking a tournament.

    `standings` lists the participants with a wrong rank; None if the standings were not checked. `problems` concern the
    event as a whole: errors are violations of its format, the others are assumptions of the check.
    """

    system: str
    rounds: tuple[RoundReport, ...]
    standings: tuple[Placing, ...] | None = None
    problems: tuple[Problem, ...] = ()
    edition: Edition | None = None
    """The edition of the rules, where the format has any."""

    @property
    def faults(self) -> tuple[str, ...]:
        """Violations of the format by the event as a whole, in sentences."""
        return tuple(problem.text for problem in self.problems if problem.severity is Severity.ERROR)

    @property
    def notes(self) -> tuple[str, ...]:
        """Assumptions of the check, in sentences."""
        return tuple(problem.text for problem in self.problems if problem.severity is not Severity.ERROR)

    @property
    def agree(self) -> bool:
        """Whether every checked round is paired by the rules and all ranks are right."""
        return all(round.agree for round in self.rounds) and not self.standings and not self.faults

    def __bool__(self) -> bool:
        """Return `agree`, so that `if check(tournament)` asks whether everything agrees."""
        return self.agree

    @property
    def wrong(self) -> tuple[RoundReport, ...]:
        """The rounds that differ from the rules."""
        return tuple(round for round in self.rounds if not round.agree)
