"""Results of games, kinds of byes, and points: what a win, a draw and other results are worth."""

from __future__ import annotations

from enum import Enum

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


class Colour(Enum):
    """White or Black."""

    __hash__ = object.__hash__  # there is one of each

    WHITE = "w"
    BLACK = "b"

    @property
    def opposite(self) -> Colour:
        """The other colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Ending(Enum):
    """The end of a game for one side."""

    __hash__ = object.__hash__  # there is one of each

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    ADJOURNED = "adjourned"
    PENDING = "pending"


class Result(Enum):
    """The result of a game for both sides; only possible combinations are members.

    >>> Result.parse("1/2-1/2")
    <Result.DRAW: '½-½'>
    >>> Result.DRAW.white, Result.DRAW.played
    (<Ending.DRAW: 'draw'>, True)
    >>> Result.of(Ending.WIN, Ending.WIN)
    Traceback (most recent call last):
    rookery.errors.RuleError: a game cannot end win - win
    """

    __hash__ = object.__hash__  # there is one of each

    white: Ending
    black: Ending
    played: bool
    rated: bool
    number: int  # the place in this list

    WHITE_WINS = "1-0", Ending.WIN, Ending.LOSS, True, True
    DRAW = "½-½", Ending.DRAW, Ending.DRAW, True, True
    BLACK_WINS = "0-1", Ending.LOSS, Ending.WIN, True, True
    WHITE_DRAWS_ALONE = "½-0", Ending.DRAW, Ending.LOSS, True, True
    BLACK_DRAWS_ALONE = "0-½", Ending.LOSS, Ending.DRAW, True, True
    BOTH_LOSE = "0-0", Ending.LOSS, Ending.LOSS, True, True
    UNRATED_WHITE_WINS = "1-0 unrated", Ending.WIN, Ending.LOSS, True, False
    UNRATED_DRAW = "½-½ unrated", Ending.DRAW, Ending.DRAW, True, False
    UNRATED_BLACK_WINS = "0-1 unrated", Ending.LOSS, Ending.WIN, True, False
    UNRATED_WHITE_DRAWS_ALONE = "½-0 unrated", Ending.DRAW, Ending.LOSS, True, False
    UNRATED_BLACK_DRAWS_ALONE = "0-½ unrated", Ending.LOSS, Ending.DRAW, True, False
    UNRATED_BOTH_LOSE = "0-0 unrated", Ending.LOSS, Ending.LOSS, True, False
    WHITE_BY_FORFEIT = "+/-", Ending.FORFEIT_WIN, Ending.FORFEIT_LOSS, False, False
    BLACK_BY_FORFEIT = "-/+", Ending.FORFEIT_LOSS, Ending.FORFEIT_WIN, False, False
    DOUBLE_FORFEIT = "-/-", Ending.FORFEIT_LOSS, Ending.FORFEIT_LOSS, False, False
    ADJOURNED = "adjourned", Ending.ADJOURNED, Ending.ADJOURNED, True, False
    PENDING = "pending", Ending.PENDING, Ending.PENDING, False, False

    def __new__(cls, text: str, white: Ending, black: Ending, played: bool, rated: bool) -> Result:
        """Create a member, whose number is its place in the list."""
        member = object.__new__(cls)
        member._value_ = text
        member.white, member.black, member.played, member.rated = white, black, played, rated
        member.number = len(cls.__members__)
        return member

    @property
    def forfeit(self) -> bool:
        """Decided without playing."""
        return self in (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT)

    @property
    def reversed(self) -> Result:
        """The result with the colours exchanged."""
        return _BY_SIDES[self.black, self.white, self.rated]

    @classmethod
    def of(cls, white: Ending, black: Ending, *, rated: bool = True) -> Result:
        """Return the result with these endings of the two sides; raise an error if no game can end so.

        Args:
            white: How the game ended for White.
            black: How it ended for Black.
            rated: Whether the game is rated.

        Returns:
            The result.

        Raises:
            RuleError: No game can end so.
        """
        result = _BY_SIDES.get((white, black, rated)) or _BY_SIDES.get((white, black, False))
        if result is None or (not rated and result.rated):
            raise RuleError(msg("a game cannot end %(white)s - %(black)s", white=white.value, black=black.value))
        return result

    @classmethod
    def parse(cls, text: str) -> Result:
        """Parse a result: `1-0`, `½-½`, `1/2-1/2`, `=`, `+/-`, `+-`, `1-0 unrated`, `adjourned`, `pending`, ...

        Args:
            text: The result as a text.

        Returns:
            The result.

        Raises:
            RuleError: The text is no result.
        """
        if text in _BY_TEXT:
            return _BY_TEXT[text]
        plain = " ".join(text.lower().split()).translate(_DASHES)
        plain = plain.replace("1/2", "½").replace("0.5", "½").replace("0,5", "½")
        for spelling in (plain, _SPELLINGS.get(plain, ""), plain.replace(":", "-")):
            if spelling in _BY_TEXT:
                return _BY_TEXT[spelling]
        raise RuleError(msg("%(text)s is not a result: expected one of %(results)s", text=repr(text),
                               results=", ".join(_BY_TEXT)))  # fmt: skip

    def __str__(self) -> str:
        return str(self.value)


_BY_TEXT: dict[str, Result] = {str(result.value): result for result in Result}
_BY_SIDES: dict[tuple[Ending, Ending, bool], Result] = {(r.white, r.black, r.rated): r for r in Result}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")
"""The characters that spreadsheets and word processors substitute for a hyphen."""
_SPELLINGS = {
    "=": "½-½", "½": "½-½", "draw": "½-½", "1": "1-0", "0": "0-1",
    "+-": "+/-", "+:-": "+/-", "+--": "+/-", "-+": "-/+", "-:+": "-/+", "--+": "-/+",
    "--": "-/-", "-:-": "-/-", "---": "-/-",
    "*": "pending", "?": "pending", "": "pending", "adj": "adjourned",
}  # fmt: skip


class ByeKind(Enum):
    """Why a participant has no opponent in a round."""

    __hash__ = object.__hash__  # there is one of each

    PAIRING_ALLOCATED = "U"
    FULL = "F"
    HALF = "H"
    ZERO = "Z"
    NOT_ENTERED = " "

    def __str__(self) -> str:
        return _BYE_NAMES[self]


_BYE_NAMES = {
    ByeKind.PAIRING_ALLOCATED: "pairing-allocated bye",
    ByeKind.FULL: "full-point bye",
    ByeKind.HALF: "half-point bye",
    ByeKind.ZERO: "zero-point bye",
    ByeKind.NOT_ENTERED: "not yet entered",
}
