"""Points and point systems: what a win, a draw and other results are worth."""

from __future__ import annotations

from rookery._record import fields, record
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model.validation import require_tenths

Points = int
"""Whole tenths of a point: a draw is 5, a win is 10."""

LEAST_WIN = 10
"""The least that a win is worth in Python, in tenths: less is a number of points taken for one of tenths."""


@record(kw_only=True)
class PointSystem:
    """The points for results, in tenths of a point.

    Values that are not given follow from others: forfeits and byes from `win`, `draw` and `absence`.

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
        if self.win.__class__ is int and 0 < self.win < LEAST_WIN:
            raise ValueError(
                f"win={self.win} means {self.win / 10} points: points are tenths, so 3 points are win=30;"
                f" PointSystem.parse('3-1-0') takes whole points, PointSystem.from_tenths any number of tenths"
            )
        self._complete()

    @classmethod
    def parse(cls, text: str) -> PointSystem:
        """Return the point system that a text such as "3-1-0" or "1-½-0" names: the points of a win, a draw and a loss.

        Args:
            text: Three numbers of points, with at most one decimal each, separated by hyphens.

        Returns:
            The point system; forfeits and byes follow from the three values.

        Raises:
            ValueError: The text has another form.
            RuleError: The values are no point system, such as a draw worth more than a win.

        >>> PointSystem.parse("3-1-0").win, PointSystem.parse("1-½-0") == PointSystem()
        (30, True)
        """
        try:
            win, draw, loss = map(parse_tenths, text.split("-"))
        except (AttributeError, ValueError, OverflowError):
            raise ValueError(f"a point system is a text such as '3-1-0' or '1-0.5-0', not {text!r}") from None
        return cls.from_tenths(win=win, draw=draw, loss=loss)

    @classmethod
    def from_tenths(cls, **values: Points) -> PointSystem:
        """Return the point system with these values in tenths, however small: a file may use 0.3 points.

        Args:
            values: The fields by name, in tenths of a point; those not given have their defaults.

        Returns:
            The point system.

        Raises:
            RuleError: The values are no point system.

        >>> PointSystem.from_tenths(win=3, draw=1).win
        3
        """
        system = object.__new__(cls)
        defaults = {field.name: field.default for field in fields(cls)}
        if unknown := values.keys() - defaults:
            raise TypeError(f"a PointSystem has no {min(unknown)!r}")
        for name, value in (defaults | values).items():
            object.__setattr__(system, name, value)
        system._complete()
        return system

    def _complete(self) -> None:
        """Fill in the values that follow from others; raise RuleError when they contradict each other."""
        for field in fields(self):
            require_tenths("what %(name)s is worth", getattr(self, field.name), name=field.name)
        follows = {
            "pab": self.win, "full_bye": self.win, "half_bye": self.draw, "forfeit_win": self.win,
            "forfeit_loss": self.absence, "adjourned": self.draw,
        }  # fmt: skip
        for name, value in follows.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        if not self.loss <= self.draw <= self.win or self.loss == self.win:
            raise RuleError(msg("a win must be worth more than a loss, and a draw lie between"))
        if 2 * self.draw > self.win + self.loss:
            sums = (
                f"two draws ({2 * self.draw / 10}) are worth more than a win and a loss ({(self.win + self.loss) / 10})"
            )
            raise RuleError(sums)
        if self.pab > self.win:
            raise RuleError(
                msg(
                    "the pairing-allocated bye (%(pab)s) is worth more than a win (%(win)s)",
                    pab=self.pab / 10,
                    win=self.win / 10,
                ),
                article="C.04.1 3",
            )


def parse_tenths(text: str) -> Points:
    """Return points as tenths; ValueError where the text is no number with at most one decimal.

    >>> parse_tenths("0.5"), parse_tenths("½"), parse_tenths("3")
    (5, 5, 30)
    """
    plain = text.strip().replace("½", ".5")
    tenths = round(float(plain) * 10)
    if abs(tenths - float(plain) * 10) > 1e-6:
        raise ValueError(f"{text!r} has more than one decimal")
    return tenths


CLASSIC = PointSystem()
THREE_ONE_NIL = PointSystem(win=30, draw=10)
MATCH_POINTS = PointSystem(win=20, draw=10, pab=10)
