"""Contributions of a round, a game, an opponent or a board to a tie-break, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from rookery.model._construct import tuple_factory


class Why(Enum):
    """The reason for the value of a contribution; the texts appear in explanations."""

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
    BOARD_PRODUCT = "the board's number times the points on it"
    MUTUAL = "points against a participant tied on the rest"
    EXTERNAL = "entered by hand"
    CUSTOM = "self-defined"


class Contribution(NamedTuple):
    """One addend. Cuts compare `score`: the lowest is the least significant (14.1).

    `value` is in the units of its tie-break, `points` the points that multiplied the score (Sonneborn-Berger) or the
    board's number (board count), or the half points of a game (ratings). `round`, `opponent` and `board` are 0 where
    there is none.
    """

    round: int
    opponent: int
    value: int
    score: int
    why: Why
    voluntary: bool = False
    points: int = 0
    board: int = 0


make_contribution = tuple_factory(Contribution)
"""A fast constructor of Contribution from a tuple of all fields."""


class Addends(NamedTuple):
    """The numbers of contributions in columns: values, scores, points, and the places of voluntarily unplayed
    rounds.
    """

    values: Sequence[int]
    scores: Sequence[int]
    voluntary: Sequence[int] = ()
    points: Sequence[int] = ()

    @classmethod
    def from_contributions(cls, contributions: Sequence[Contribution]) -> Addends:
        """Return the numbers of these contributions."""
        return cls(
            [c.value for c in contributions],
            [c.score for c in contributions],
            [place for place, c in enumerate(contributions) if c.voluntary],
            [c.points for c in contributions],
        )

    @property
    def significance(self) -> Sequence[int] | Sequence[tuple[int, int]]:
        """The sort keys for cuts: the score, then the value (14.1)."""
        return self.values if self.scores is self.values else list(zip(self.scores, self.values, strict=True))

    def only(self, places: Sequence[int]) -> Addends:
        """Return the addends at these places, without the marks for cuts."""
        values, scores, points = self.values, self.scores, self.points
        selected = list(map(values.__getitem__, places))
        selected_scores = selected if scores is values else list(map(scores.__getitem__, places))
        return make_addends((selected, selected_scores, (), list(map(points.__getitem__, places)) if points else ()))


make_addends = tuple_factory(Addends)
"""A fast constructor of Addends from a tuple of all fields."""
