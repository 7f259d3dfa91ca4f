"""Records beside the rounds: remarks, results for the rating report only, withdrawals and expulsions."""

from __future__ import annotations

from rookery._record import record
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model.limits import MOST_ROUNDS
from rookery.model.results import Result
from rookery.model.validation import fits, type_error

_AT = "@ Round "
_TO_ONE_LINE = str.maketrans("\r\n\t", "   ")


@record
class Remark:
    """A remark in the file of a tournament: one line of text, and the round it refers to.

    The text names the round, too, as arbiters write it, so that it is visible in the file.

    >>> Remark("FIDE mode exited", 3)
    Remark(text='FIDE mode exited @ Round 3', round=3)
    >>> Remark("MPA @ Round 4: 5-2 8-1 => 5-1 8-2").round, Remark("MPA: by hand", 4).text
    (4, 'MPA @ Round 4: by hand')
    """

    text: str
    round: int | None = None

    def __post_init__(self) -> None:
        if not fits(self.text, str) or not (text := self.text.translate(_TO_ONE_LINE).strip()):
            raise type_error("a remark", "a text that says something", self.text)
        named_round = _round_in(text)
        if self.round is None:
            object.__setattr__(self, "round", named_round)
        elif not fits(self.round, int) or not 1 <= self.round <= MOST_ROUNDS:
            raise type_error(
                "the round of a remark", msg("a number from 1 to %(most)s, or None", most=MOST_ROUNDS), self.round
            )
        elif named_round is None:
            head, colon, rest = text.partition(": ")
            text = f"{head} {_AT}{self.round}{colon}{rest}"
        elif named_round != self.round:
            raise RuleError(msg("the remark %(text)s speaks of round %(round)s, not of %(other)s", text=repr(text),
                                   round=named_round, other=self.round))  # fmt: skip
        object.__setattr__(self, "text", text)

    def __str__(self) -> str:
        return self.text


@record
class ReportedResult:
    """The actual result of a game, for the rating report only: known too late for pairings and standings.

    Pairings and standings keep the result in the round (C.04.2 4.3).
    """

    round: int
    white: int
    black: int
    result: Result

    def __post_init__(self) -> None:
        game = f"{self.white}-{self.black}"
        if not fits(self.round, int) or not 1 <= self.round <= MOST_ROUNDS:
            raise type_error(
                msg("the round of %(game)s", game=game),
                msg("a number from 1 to %(most)s", most=MOST_ROUNDS),
                self.round,
            )
        if not fits(self.result, Result) or self.result in (Result.PENDING, Result.ADJOURNED):
            raise type_error(
                msg("the result of %(game)s for the report", game=game),
                "a Result of a game that is over",
                self.result,
            )


@record
class Expulsion:
    """A participant who is expelled: not paired from this round on, and left out of the standings."""

    player: int
    round: int
    reason: str = ""

    def __post_init__(self) -> None:
        if not fits(self.round, int) or not 1 <= self.round <= MOST_ROUNDS:
            raise type_error(
                msg("the round from which %(player)s is expelled", player=self.player),
                msg("a number from 1 to %(most)s", most=MOST_ROUNDS),
                self.round,
            )
        if not fits(self.reason, str):
            raise type_error(msg("the reason why %(player)s is expelled", player=self.player), "a text", self.reason)
        object.__setattr__(self, "reason", self.reason.translate(_TO_ONE_LINE).strip())

    def __str__(self) -> str:
        return f"expelled from round {self.round} on{self.reason and f': {self.reason}'}"


@record
class Withdrawal:
    """A participant who has withdrawn: not paired from this round on, however many rounds there will be."""

    player: int
    round: int

    def __post_init__(self) -> None:
        if not fits(self.round, int) or not 1 <= self.round <= MOST_ROUNDS:
            raise type_error(
                msg("the round from which %(player)s is withdrawn", player=self.player),
                msg("a number from 1 to %(most)s", most=MOST_ROUNDS),
                self.round,
            )


def _round_in(text: str) -> int | None:
    """Return the round that a text names, or None.

    >>> _round_in("TPN @ round 12: 4 <-> 5"), _round_in("@ Round x, @ Round 2"), _round_in("after Round 3")
    (12, 2, None)
    """
    for rest in text.lower().split(_AT.lower())[1:]:
        digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        if len(digits) <= len(str(MOST_ROUNDS)) and int(digits or "0"):
            return int(digits)
    return None
