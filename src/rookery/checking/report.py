"""Report: what checking a tournament found, round by round, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rookery.model import Points
from rookery.pairing.outcome import Breach

Seats = tuple[int, int]
"""White and Black by their ids; the allocated bye is `(player, 0)`."""


class Verdict(Enum):
    """How a recorded pairing stands beside the one the rules give."""

    AGREE = "agrees"
    COLOURS = "has other colours"
    WORSE = "is legal but worse"
    ILLEGAL = "is illegal"
    BETTER = "is better than ours"
    """By our own price: a fault of ours, never of the file."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One board, by its number in the right pairing: what is recorded there, and what the rules give.

    A recorded pair beyond the last right board has nothing expected, and the other way round.
    """

    board: int
    recorded: Seats | None
    expected: Seats | None


@dataclass(frozen=True, slots=True)
class Reason:
    """The first rule on which a recorded pairing loses, and where.

    `recorded` and `expected` are costs, compared from the left, less is better. For an absolute rule they count how
    often it is broken; for a rule on colours they are the ids of White and Black. `who` names those at whose expense
    the recorded pairing is, one participant each or two who meet, and `score` says which group the bracket is.
    """

    bracket: int
    criterion: str
    article: str
    code: str
    recorded: tuple[int, ...]
    expected: tuple[int, ...]
    text: str = ""
    who: tuple[tuple[int, ...], ...] = ()
    score: Points | None = None


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What there is to say of one round."""

    round: int
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    decided_by: Reason | None = None
    breaches: tuple[Breach, ...] = ()
    impossible: str = ""
    """Why the rules give no pairing at all, if they do not."""

    @property
    def agree(self) -> bool:
        """Whether the recorded pairing is the right one, colours and bye included."""
        return self.verdict is Verdict.AGREE

    @property
    def legal(self) -> bool:
        """Whether the recorded pairing keeps every absolute rule."""
        return not self.breaches


@dataclass(frozen=True, slots=True)
class Placing:
    """Somebody whose declared rank or points are wrong: what is declared, and the ranks and points that follow."""

    player: int
    recorded: int | None
    expected: tuple[int, int]
    recorded_points: Points | None
    expected_points: Points


@dataclass(frozen=True, slots=True)
class Report:
    """What checking a tournament found; `notes` say what the judgement rests on.

    `standings` lists those who stand in the wrong place; None when the standings were not judged. `faults` say where
    the event as a whole is not what its format asks (a round robin in which somebody meets nobody, ...).
    """

    system: str
    rounds: tuple[RoundReport, ...]
    standings: tuple[Placing, ...] | None = None
    notes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def agree(self) -> bool:
        """Whether every round that was looked at is paired as the rules say, and everybody stands in their place."""
        return all(round.agree for round in self.rounds) and not self.standings and not self.faults

    @property
    def wrong(self) -> tuple[RoundReport, ...]:
        """The rounds that differ."""
        return tuple(round for round in self.rounds if not round.agree)
