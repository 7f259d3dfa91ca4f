"""Results of games, and kinds of byes."""

from __future__ import annotations

from enum import Enum

from rookery.errors import RuleError
from rookery.messages import msg


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
