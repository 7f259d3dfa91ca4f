"""Points, and the systems of them: what a win, a draw and the rest are worth."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.model.kinds import must_be_tenths
from rookery.values import Value, fields
from rookery.wording import spoken

Points = int
"""Whole tenths of a point: a draw is 5, a win is 10."""


class PointSystem(Value, kw_only=True):
    """What results are worth, in tenths. What is not given follows: forfeits and byes from win, draw and absence.

    >>> PointSystem(win=30, draw=10).pab
    30
    >>> PointSystem(win=10, draw=6)
    Traceback (most recent call last):
    rookery.errors.RuleError: two draws (1.2) are worth more than a win and a loss (1.0)
    """

    win: Points = 10
    draw: Points = 5
    loss: Points = 0
    absence: Points = 0
    pab: Points = None  # type: ignore[assignment]
    full_bye: Points = None  # type: ignore[assignment]
    half_bye: Points = None  # type: ignore[assignment]
    forfeit_win: Points = None  # type: ignore[assignment]
    forfeit_loss: Points = None  # type: ignore[assignment]
    adjourned: Points = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        for each in fields(self):
            must_be_tenths("what %(name)s is worth", getattr(self, each.name), name=each.name)
        follows = {
            "pab": self.win, "full_bye": self.win, "half_bye": self.draw, "forfeit_win": self.win,
            "forfeit_loss": self.absence, "adjourned": self.draw,
        }  # fmt: skip
        for name, value in follows.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        if not self.loss <= self.draw <= self.win or self.loss == self.win:
            raise RuleError(spoken("a win must be worth more than a loss, and a draw lie between"))
        if 2 * self.draw > self.win + self.loss:
            sums = (
                f"two draws ({2 * self.draw / 10}) are worth more than a win and a loss ({(self.win + self.loss) / 10})"
            )
            raise RuleError(sums)
        if self.pab > self.win:
            raise RuleError(
                spoken(
                    "the pairing-allocated bye (%(pab)s) is worth more than a win (%(win)s)",
                    pab=self.pab / 10,
                    win=self.win / 10,
                ),
                article="C.04.1 3",
            )


CLASSIC = PointSystem()
THREE_ONE_NIL = PointSystem(win=30, draw=10)
MATCH_POINTS = PointSystem(win=20, draw=10, pab=10)
