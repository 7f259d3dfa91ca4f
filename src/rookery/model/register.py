"""What an arbiter puts on record beside the rounds: remarks, results for the report alone, who has left or must go."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.model.kinds import fits, misfit
from rookery.model.limits import MOST_ROUNDS
from rookery.model.results import Result
from rookery.values import Value
from rookery.wording import spoken

_AT = "@ Round "
_TO_ONE_LINE = str.maketrans("\r\n\t", "   ")


class Remark(Value):
    """What the file of a tournament shall say besides, in one line, and the round it speaks of.

    The text names the round as well, as arbiters write it, so that one who reads the file sees it.

    >>> Remark("FIDE mode exited", 3)
    Remark(text='FIDE mode exited @ Round 3', round=3)
    >>> Remark("MPA @ Round 4: 5-2 8-1 => 5-1 8-2").round, Remark("MPA: by hand", 4).text
    (4, 'MPA @ Round 4: by hand')
    """

    text: str
    round: int | None = None

    def __post_init__(self) -> None:
        if not fits(self.text, str) or not (text := self.text.translate(_TO_ONE_LINE).strip()):
            raise misfit("a remark", "a text that says something", self.text)
        told = _round_in(text)
        if self.round is None:
            object.__setattr__(self, "round", told)
        elif not fits(self.round, int) or not 1 <= self.round <= MOST_ROUNDS:
            raise misfit(
                "the round of a remark", spoken("a number from 1 to %(most)s, or None", most=MOST_ROUNDS), self.round
            )
        elif told is None:
            head, colon, rest = text.partition(": ")
            text = f"{head} {_AT}{self.round}{colon}{rest}"
        elif told != self.round:
            raise RuleError(spoken("the remark %(text)s speaks of round %(round)s, not of %(other)s", text=repr(text),
                                   round=told, other=self.round))  # fmt: skip
        object.__setattr__(self, "text", text)

    def __str__(self) -> str:
        return self.text


class ReportedResult(Value):
    """How a game really ended, for the rating report alone: found out too late for pairings and standings.

    These go on with the result in the round (C.04.2 4.3).
    """

    round: int
    white: int
    black: int
    result: Result

    def __post_init__(self) -> None:
        game = f"{self.white}-{self.black}"
        if not fits(self.round, int) or not 1 <= self.round <= MOST_ROUNDS:
            raise misfit(
                spoken("the round of %(game)s", game=game),
                spoken("a number from 1 to %(most)s", most=MOST_ROUNDS),
                self.round,
            )
        if not fits(self.result, Result) or self.result in (Result.PENDING, Result.ADJOURNED):
            raise misfit(
                spoken("the result of %(game)s for the report", game=game),
                "a Result of a game that is over",
                self.result,
            )


class Expulsion(Value):
    """A participant who is expelled: not paired from this round on, and left out of the standings."""

    player: int
    round: int
    reason: str = ""

    def __post_init__(self) -> None:
        if not fits(self.round, int) or not 1 <= self.round <= MOST_ROUNDS:
            raise misfit(
                spoken("the round from which %(player)s is expelled", player=self.player),
                spoken("a number from 1 to %(most)s", most=MOST_ROUNDS),
                self.round,
            )
        if not fits(self.reason, str):
            raise misfit(spoken("the reason why %(player)s is expelled", player=self.player), "a text", self.reason)
        object.__setattr__(self, "reason", self.reason.translate(_TO_ONE_LINE).strip())

    def __str__(self) -> str:
        return f"expelled from round {self.round} on{self.reason and f': {self.reason}'}"


class Withdrawal(Value):
    """A participant who has withdrawn: not paired from this round on, however many rounds there will be."""

    player: int
    round: int

    def __post_init__(self) -> None:
        if not fits(self.round, int) or not 1 <= self.round <= MOST_ROUNDS:
            raise misfit(
                spoken("the round from which %(player)s is withdrawn", player=self.player),
                spoken("a number from 1 to %(most)s", most=MOST_ROUNDS),
                self.round,
            )


def _round_in(text: str) -> int | None:
    """The round that a text names.

    >>> _round_in("TPN @ round 12: 4 <-> 5"), _round_in("@ Round x, @ Round 2"), _round_in("after Round 3")
    (12, 2, None)
    """
    for rest in text.lower().split(_AT.lower())[1:]:
        digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        if len(digits) <= len(str(MOST_ROUNDS)) and int(digits or "0"):
            return int(digits)
    return None
