r"""Rookery pairs, ranks, rates and checks chess tournaments by the FIDE regulations.

>>> import rookery
>>> result = rookery.loads("012 Tea Party Open\n001    1      Hatter, Max\n001    2      Hare, Mia\n")
>>> [player.name for player in result.tournament.players]
['Hatter, Max', 'Hare, Mia']

Every name below is fetched when it is first used, so that `import rookery` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery import compat as compat
    from rookery import rating as rating
    from rookery._version import __version__
    from rookery.checking.checker import check
    from rookery.checking.compliance import ComplianceIssue, check_compliance
    from rookery.checking.feasibility import Feasibility, check_feasibility
    from rookery.checking.manual_pairing import PairingViolation, check_pairing
    from rookery.checking.report import CheckReport
    from rookery.chess960 import chess960_position
    from rookery.errors import (
        ConflictError,
        FormatError,
        NoPairingError,
        Problem,
        RookeryError,
        RuleError,
        Severity,
        TooLargeError,
        UnfinishedError,
        UnsupportedError,
    )
    from rookery.files import dump, dumps, load, loads
    from rookery.formats.board_order import board_numbers, boards, enter
    from rookery.formats.pair import pair
    from rookery.formats.standings import standings
    from rookery.generator.generate import generate
    from rookery.generator.settings import GeneratorSettings
    from rookery.history.completion import Completion, completion
    from rookery.history.late_entries import insert_player
    from rookery.history.pairing_numbers import number_players
    from rookery.load_result import LoadResult
    from rookery.model import (
        Bye,
        ByeKind,
        Colour,
        Expulsion,
        FixedSeat,
        ForbiddenPair,
        Game,
        Match,
        NationalRecord,
        PartialDate,
        Player,
        PointAdjustment,
        Points,
        PointSystem,
        Remark,
        ReportedResult,
        RequestedBye,
        Result,
        Round,
        Team,
        Tournament,
        TournamentInfo,
        VacantBoard,
        VirtualPoints,
        Withdrawal,
    )
    from rookery.model.players import Rating
    from rookery.pairing.outcome import Pairing
    from rookery.ranking.codes import register_tiebreak
    from rookery.ranking.rules import TieBreakReadings, TieBreakRules
    from rookery.ranking.standings import Standings
    from rookery.rating.norms import norms
    from rookery.rating.report import RatingReport, rate
    from rookery.serialize.as_data import as_data
    from rookery.simulation.forecast import forecast
    from rookery.simulation.study import simulate
    from rookery.spreadsheets.entries import read_entries
    from rookery.trf.document import Document

__all__ = [
    "Bye",
    "ByeKind",
    "CheckReport",
    "Colour",
    "Completion",
    "ComplianceIssue",
    "ConflictError",
    "Document",
    "Expulsion",
    "Feasibility",
    "FixedSeat",
    "ForbiddenPair",
    "FormatError",
    "Game",
    "GeneratorSettings",
    "LoadResult",
    "Match",
    "NationalRecord",
    "NoPairingError",
    "Pairing",
    "PairingViolation",
    "PartialDate",
    "Player",
    "PointAdjustment",
    "PointSystem",
    "Points",
    "Problem",
    "Rating",
    "RatingReport",
    "Remark",
    "ReportedResult",
    "RequestedBye",
    "Result",
    "RookeryError",
    "Round",
    "RuleError",
    "Severity",
    "Standings",
    "Team",
    "TieBreakReadings",
    "TieBreakRules",
    "TooLargeError",
    "Tournament",
    "TournamentInfo",
    "UnfinishedError",
    "UnsupportedError",
    "VacantBoard",
    "VirtualPoints",
    "Withdrawal",
    "__version__",
    "as_data",
    "board_numbers",
    "boards",
    "check",
    "check_compliance",
    "check_feasibility",
    "check_pairing",
    "chess960_position",
    "completion",
    "dump",
    "dumps",
    "enter",
    "forecast",
    "generate",
    "insert_player",
    "load",
    "loads",
    "norms",
    "number_players",
    "pair",
    "rate",
    "read_entries",
    "register_tiebreak",
    "simulate",
    "standings",
]

# Where each name lives.
_HOMES: dict[str, tuple[str, ...]] = {
    "_version": ("__version__",),
    "serialize.as_data": ("as_data",),
    "checking.checker": ("check",),
    "checking.compliance": ("ComplianceIssue", "check_compliance"),
    "checking.feasibility": ("Feasibility", "check_feasibility"),
    "checking.manual_pairing": ("PairingViolation", "check_pairing"),
    "checking.report": ("CheckReport",),
    "generator.generate": ("generate",),
    "generator.settings": ("GeneratorSettings",),
    "chess960": ("chess960_position",),
    "files": ("dump", "dumps", "load", "loads"),
    "errors": (
        "ConflictError", "FormatError", "NoPairingError", "Problem", "RookeryError", "RuleError", "Severity",
        "TooLargeError", "UnfinishedError", "UnsupportedError",
    ),
    "history.completion": ("Completion", "completion"),
    "formats.board_order": ("board_numbers", "boards", "enter"),
    "formats.pair": ("pair",),
    "formats.standings": ("standings",),
    "model": (
        "Bye", "ByeKind", "Colour", "Expulsion", "FixedSeat", "ForbiddenPair", "Game", "Match", "NationalRecord",
        "PartialDate", "Player", "PointAdjustment", "PointSystem", "Points", "Remark", "ReportedResult", "RequestedBye",
        "Result", "Round", "Team", "Tournament", "TournamentInfo", "VacantBoard", "VirtualPoints", "Withdrawal",
    ),
    "model.players": ("Rating",),
    "pairing.outcome": ("Pairing",),
    "ranking.standings": ("Standings",),
    "ranking.codes": ("register_tiebreak",),
    "history.late_entries": ("insert_player",),
    "history.pairing_numbers": ("number_players",),
    "spreadsheets.entries": ("read_entries",),
    "ranking.rules": ("TieBreakReadings", "TieBreakRules"),
    "rating.norms": ("norms",),
    "rating.report": ("RatingReport", "rate"),
    "load_result": ("LoadResult",),
    "simulation.forecast": ("forecast",),
    "simulation.study": ("simulate",),
    "trf.document": ("Document",),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # type checkers see the imports above, so that a name that does not exist is an error

    def __getattr__(name: str) -> object:
        if name in _HOME_OF:
            value = getattr(import_module(f"rookery.{_HOME_OF[name]}"), name)
            globals()[name] = value
            return value
        if name in ("rating", "compat"):  # packages whose own names are used: rookery.rating.expected(...)
            return import_module(f"rookery.{name}")
        raise AttributeError(f"module 'rookery' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__, "compat", "rating"})
