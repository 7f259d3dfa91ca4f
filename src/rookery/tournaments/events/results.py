"""Events of results and of point adjustments."""

from __future__ import annotations

from rookery.model import Result
from rookery.tournaments.event import Event, kind


@kind("result.entered")
class ResultEntered(Event):
    """A result is entered; `game` counts the games of the two with these colours from 0."""

    round: int
    white: str
    black: str
    result: Result
    was: Result = Result.PENDING
    source: str = "desk"
    game: int = 0


@kind("result.corrected")
class ResultCorrected(Event):
    """A result of an earlier round is corrected; rounds paired since then stay."""

    round: int
    white: str
    black: str
    result: Result
    was: Result
    source: str = "desk"
    game: int = 0


@kind("report.corrected")
class ReportCorrected(Event):
    """A result is set for the rating report only; None revokes it."""

    round: int
    white: str
    black: str
    result: Result | None
    was: Result | None = None


@kind("match.forfeited")
class MatchForfeited(Event):
    """A match is forfeited as a whole, without games."""

    round: int
    white: str
    black: str
    how: Result


@kind("points.adjusted")
class PointsAdjusted(Event):
    """Points are adjusted: a bonus, a penalty, or another value of a kind of result in a round."""

    keys: tuple[str, ...]
    points: int = 0
    match_points: int = 0
    kind: str = ""
    round: int | None = None
    why: str = ""
