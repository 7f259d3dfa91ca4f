"""Facts as the arbiter wrote them: who takes part, who met whom, how it ended. No rules.

Every value is frozen, and one that cannot be true cannot be built: a game has one result written once, never one letter
per player, so 1-1 or "½ against a forfeit" have no form here. Points are whole tenths of a point.
"""

from __future__ import annotations

from rookery.model.players import NationalRecord, PartialDate, Player, Rating, Team, Verbatim
from rookery.model.requests import (
    Expulsion,
    FixedSeat,
    ForbiddenPair,
    PointAdjustment,
    Remark,
    ReportedResult,
    RequestedBye,
    VirtualPoints,
    Withdrawal,
)
from rookery.model.results import (
    CLASSIC,
    MATCH_POINTS,
    THREE_ONE_NIL,
    ByeKind,
    Colour,
    Ending,
    Points,
    PointSystem,
    Result,
)
from rookery.model.rounds import Bye, Game, Match, Round, VacantBoard
from rookery.model.tournament import Tournament, TournamentInfo

__all__ = [
    "CLASSIC",
    "MATCH_POINTS",
    "THREE_ONE_NIL",
    "Bye",
    "ByeKind",
    "Colour",
    "Ending",
    "Expulsion",
    "FixedSeat",
    "ForbiddenPair",
    "Game",
    "Match",
    "NationalRecord",
    "PartialDate",
    "Player",
    "PointAdjustment",
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
    "TournamentInfo",
    "VacantBoard",
    "Verbatim",
    "VirtualPoints",
    "Withdrawal",
]
