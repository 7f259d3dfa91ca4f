"""What one round, one game, one opponent or one board contributes to a tie-break, and why."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.model.unchecked import rows
from rookery.values import Enum, NamedTuple


class Why(Enum):
    """On what ground a contribution has its value; the words are those of the explanation."""

    OPPONENT = "the opponent's score"
    ADJUSTED = "the opponent's score, its last byes counted as draws (16.3.2)"
    FORE = "the opponent's score, the last round counted as drawn (8.3)"
    FORFEIT = "a forfeit taken as played"
    OWN_SCORE = "a dummy opponent with one's own score (16.4)"
    SCHEDULED = "a dummy opponent, no better than the scheduled one (16.4.1)"
    ALL_DRAWS = "a dummy opponent, no better than draws in all rounds (16.4.2)"
    DRAWN = "the opponent's score, its unplayed rounds counted as draws (C.02 13.15)"
    VIRTUAL = "a virtual opponent, level before the round and drawing all later ones (C.02 13.15)"
    POINTS = "points of the round"
    RUNNING = "the score after the round"
    WIN = "a win's worth of points"
    WON = "won over the board"
    BLACK = "played with Black"
    BLACK_WON = "won with Black"
    ELECTED = "elected to play"
    BEATEN = "more points than the opponent"
    LEVEL = "as many points as the opponent"
    ABOVE_DRAW = "more than a draw without playing"
    LIKE_DRAW = "a draw's worth without playing"
    KOYA = "points against an opponent at or above the limit"
    NUMBER = "the pairing number"
    RATING = "the rating"
    SUBSTITUTE = "unrated: the substitute rating"
    BUCHHOLZ = "the opponent's Buchholz"
    PERFORMANCE = "the opponent's performance"
    SECONDARY = "the other score"
    BOARD = "points on the board"
    MUTUAL = "points against a participant tied on the rest"
    EXTERNAL = "entered by hand"
    CUSTOM = "self-defined"


class Contribution(NamedTuple):
    """One addend. `score` is what the cuts look at: the lowest is the least significant (14.1).

    `value` is in the units of its tie-break, `points` the points that multiplied the score (Sonneborn-Berger) or the
    half points of a game (ratings). `round`, `opponent` and `board` are 0 where there is none.
    """

    round: int
    opponent: int
    value: int
    score: int
    why: Why
    voluntary: bool = False
    points: int = 0
    board: int = 0


contributed = rows(Contribution)
"""A contribution of all its fields, where there is one for every round of everybody."""


class Addends(NamedTuple):
    """The numbers of some contributions: value, score, points, and the places of those that are voluntary."""

    values: Sequence[int]
    scores: Sequence[int]
    voluntary: Sequence[int] = ()
    points: Sequence[int] = ()

    @classmethod
    def of(cls, contributions: Sequence[Contribution]) -> Addends:
        """Those of these contributions."""
        return cls(
            [each.value for each in contributions],
            [each.score for each in contributions],
            [at for at, each in enumerate(contributions) if each.voluntary],
            [each.points for each in contributions],
        )

    @property
    def significance(self) -> Sequence[int] | Sequence[tuple[int, int]]:
        """What cuts compare: the score, then the value (14.1)."""
        return self.values if self.scores is self.values else list(zip(self.scores, self.values, strict=True))

    def only(self, places: Sequence[int]) -> Addends:
        """Those at these places, which are not cut again."""
        values, scores, points = self.values, self.scores, self.points
        kept = list(map(values.__getitem__, places))
        other = kept if scores is values else list(map(scores.__getitem__, places))
        return added((kept, other, (), list(map(points.__getitem__, places)) if points else ()))


added = rows(Addends)
"""The same of all its fields, where there is one for everybody."""
