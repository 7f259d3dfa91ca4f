"""How games ended, and points out of the ordinary."""

from __future__ import annotations

from rookery.desk.happening import Happening, kind
from rookery.model import Result


@kind("result.entered")
class ResultEntered(Happening):
    """A game ended so, and what stood there before; `game` counts the games of the two with these colours from 0."""

    round: int
    white: str
    black: str
    result: Result
    was: Result = Result.PENDING
    source: str = "desk"
    game: int = 0


@kind("result.corrected")
class ResultCorrected(Happening):
    """A result of an earlier round is put right; what was paired since stays."""

    round: int
    white: str
    black: str
    result: Result
    was: Result
    source: str = "desk"
    game: int = 0


@kind("report.corrected")
class ReportCorrected(Happening):
    """A game ended so for the rating report alone; no result takes that back."""

    round: int
    white: str
    black: str
    result: Result | None
    was: Result | None = None


@kind("match.forfeited")
class MatchForfeited(Happening):
    """A match was forfeited as a whole, and its boards were not played."""

    round: int
    white: str
    black: str
    how: Result


@kind("points.adjusted")
class PointsAdjusted(Happening):
    """Points out of the ordinary: a bonus, a fine, or another worth of a result in a round."""

    keys: tuple[str, ...]
    points: int = 0
    match_points: int = 0
    kind: str = ""
    round: int | None = None
    why: str = ""
