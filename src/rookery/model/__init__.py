"""Facts as the arbiter wrote them: who takes part, who met whom, how it ended. No rules.

Every value is frozen, and one that cannot be true cannot be built: a game has one result written once, never one letter
per player, so 1-1 or "½ against a forfeit" have no form here. Points are whole tenths of a point.
"""

from __future__ import annotations

from rookery.model.announcements import AbnormalPoints, FixedSeat, Forbidden, RequestedBye, VirtualPoints
from rookery.model.participants import Date, NationalRecord, Player, Team
from rookery.model.points import CLASSIC, MATCH_POINTS, THREE_ONE_NIL, Points, PointSystem
from rookery.model.register import Expulsion, Remark, ReportedResult, Withdrawal
from rookery.model.results import ByeKind, Colour, Ending, Result
from rookery.model.rounds import Bye, Game, Match, Round
from rookery.model.tournament import Event, Tournament
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.model.ratings import Rating

__all__ = [
    "CLASSIC",
    "MATCH_POINTS",
    "THREE_ONE_NIL",
    "AbnormalPoints",
    "Bye",
    "ByeKind",
    "Colour",
    "Date",
    "Ending",
    "Event",
    "Expulsion",
    "FixedSeat",
    "Forbidden",
    "Game",
    "Match",
    "NationalRecord",
    "Player",
    "PointSystem",
    "Points",
    "Rating",
    "Remark",
    "ReportedResult",
    "RequestedBye",
    "Result",
    "Round",
    "Team",
    "Tournament",
    "VirtualPoints",
    "Withdrawal",
]


def __getattr__(name: str) -> object:
    """Ratings, when somebody asks for them: few events have more than one of a player."""
    if name != "Rating":
        raise AttributeError(f"module 'rookery.model' has no attribute {name!r}")
    from rookery.model.ratings import Rating

    return Rating
