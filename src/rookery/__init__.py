"""Rookery pairs, ranks, rates and checks chess tournaments by the FIDE regulations.

>>> import rookery
>>> reading = rookery.load("012 Tea Party Open\\n001    1      Hatter, Max\\n001    2      Hare, Mia\\n")
>>> [player.name for player in reading.tournament.players]
['Hatter, Max', 'Hare, Mia']

Every name below is fetched when it is first used, so that `import rookery` costs next to nothing.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rookery._version import __version__
    from rookery.answers.data import as_data
    from rookery.checking.breach import HandBreach
    from rookery.checking.by_hand import breaches
    from rookery.checking.checker import check
    from rookery.checking.feasibility import Feasibility
    from rookery.checking.feasible import feasible
    from rookery.checking.generator import generate
    from rookery.checking.objection import Objection
    from rookery.checking.objections import objections
    from rookery.checking.report import CheckReport
    from rookery.checking.settings import Settings
    from rookery.errors import (
        Conflict,
        FormatError,
        NoPairing,
        Problem,
        RookeryError,
        RuleError,
        Severity,
        TooLarge,
        Unfinished,
        Unsupported,
    )
    from rookery.finality import is_final
    from rookery.formats.board_order import board_numbers, boards, enter
    from rookery.formats.pairing import pair
    from rookery.formats.standings import standings
    from rookery.model import (
        AbnormalPoints,
        Bye,
        ByeKind,
        Colour,
        Date,
        Event,
        Expulsion,
        FixedSeat,
        Forbidden,
        Game,
        Match,
        NationalRecord,
        Player,
        Points,
        PointSystem,
        Remark,
        ReportedResult,
        RequestedBye,
        Result,
        Round,
        Team,
        Tournament,
        VirtualPoints,
        Withdrawal,
    )
    from rookery.model.ratings import Rating
    from rookery.pairing.outcome import Outcome
    from rookery.ranking.rank import Standings
    from rookery.ranking.rules import TieBreakReadings, TieBreakRules
    from rookery.rating.norms import norms
    from rookery.rating.report import RatingReport, rate
    from rookery.reading import Reading
    from rookery.simulation.forecast import forecast
    from rookery.simulation.study import simulate
    from rookery.start_positions import chess960
    from rookery.trf.document import Document

__all__ = [
    "AbnormalPoints",
    "Bye",
    "ByeKind",
    "CheckReport",
    "Colour",
    "Conflict",
    "Date",
    "Document",
    "Event",
    "Expulsion",
    "Feasibility",
    "FixedSeat",
    "Forbidden",
    "FormatError",
    "Game",
    "HandBreach",
    "Match",
    "NationalRecord",
    "NoPairing",
    "Objection",
    "Outcome",
    "Player",
    "PointSystem",
    "Points",
    "Problem",
    "Rating",
    "RatingReport",
    "Reading",
    "Remark",
    "ReportedResult",
    "RequestedBye",
    "Result",
    "RookeryError",
    "Round",
    "RuleError",
    "Settings",
    "Severity",
    "Standings",
    "Team",
    "TieBreakReadings",
    "TieBreakRules",
    "TooLarge",
    "Tournament",
    "Unfinished",
    "Unsupported",
    "VirtualPoints",
    "Withdrawal",
    "__version__",
    "as_data",
    "board_numbers",
    "boards",
    "breaches",
    "check",
    "chess960",
    "dump",
    "enter",
    "feasible",
    "forecast",
    "generate",
    "is_final",
    "load",
    "norms",
    "objections",
    "pair",
    "rate",
    "simulate",
    "standings",
]

# Where each name lives.
_HOMES: dict[str, tuple[str, ...]] = {
    "_version": ("__version__",),
    "answers.data": ("as_data",),
    "checking.breach": ("HandBreach",),
    "checking.by_hand": ("breaches",),
    "checking.checker": ("check",),
    "checking.feasibility": ("Feasibility",),
    "checking.feasible": ("feasible",),
    "checking.generator": ("generate",),
    "checking.objection": ("Objection",),
    "checking.objections": ("objections",),
    "checking.report": ("CheckReport",),
    "checking.settings": ("Settings",),
    "start_positions": ("chess960",),
    "errors": (
        "Conflict", "FormatError", "NoPairing", "Problem", "RookeryError", "RuleError", "Severity", "TooLarge",
        "Unfinished", "Unsupported",
    ),
    "finality": ("is_final",),
    "formats.board_order": ("board_numbers", "boards", "enter"),
    "formats.pairing": ("pair",),
    "formats.standings": ("standings",),
    "model": (
        "AbnormalPoints", "Bye", "ByeKind", "Colour", "Date", "Event", "Expulsion", "FixedSeat", "Forbidden", "Game",
        "Match", "NationalRecord", "Player", "PointSystem", "Points", "Remark", "ReportedResult", "RequestedBye",
        "Result", "Round", "Team", "Tournament", "VirtualPoints", "Withdrawal",
    ),
    "model.ratings": ("Rating",),
    "pairing.outcome": ("Outcome",),
    "ranking.rank": ("Standings",),
    "ranking.rules": ("TieBreakReadings", "TieBreakRules"),
    "rating.norms": ("norms",),
    "rating.report": ("RatingReport", "rate"),
    "reading": ("Reading",),
    "simulation.forecast": ("forecast",),
    "simulation.study": ("simulate",),
    "trf.document": ("Document",),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

# Names of the last version, and what they are called now.
_RENAMED = {"Readings": "TieBreakReadings", "Report": "CheckReport", "Rules": "TieBreakRules"}


def load(source: str | os.PathLike[str] | bytes) -> Reading:
    """The tournament in a file, or in a text or bytes given as such, with every problem found in it.

    A string with a line end, or one that starts with `{` or `[`, is the text itself; any other is a path, and a
    `pathlib.Path` always is. TRF and JSON are told apart by their content. Raises FormatError when it is no tournament
    or empty, OSError when the file cannot be read.
    """
    if not isinstance(source, str | bytes | os.PathLike):
        raise TypeError(f"load takes a path, a text or bytes, not {type(source).__name__}")
    if isinstance(source, str) and not source.strip():
        raise _nothing()
    if isinstance(source, os.PathLike) or (isinstance(source, str) and not _is_text(source)):
        with open(source, "rb") as file:
            source = file.read()
    assert not isinstance(source, os.PathLike)
    text = _json_text(source)
    if text is not None:
        from rookery.json_form import loads

        return loads(text)
    from rookery.trf.read import read

    return read(source)


def dump(tournament: Tournament, dialect: str = "trf26") -> bytes:
    """The tournament as a file: `trf26`, `trf16`, `trfx` (JaVaFo), `trfbx` (bbpPairings), `joint` or `json`.

    Raises TooLarge when there are more participants than the format can number.
    """
    from rookery.model.tournament import must_be_tournament

    must_be_tournament(tournament, "dump")
    if dialect == "json":
        from rookery.json_form import dumps

        return dumps(tournament).encode()
    from rookery.trf import write

    return write.dump(tournament, dialect)


def _is_text(source: str) -> bool:
    return "\n" in source or "\r" in source or source.lstrip("\ufeff \t").startswith(("{", "["))


def _nothing() -> FormatError:
    from rookery.errors import FormatError, Problem, Severity

    text = "an empty text is neither a tournament nor the name of a file"
    return FormatError([Problem(Severity.ERROR, "no-tournament", 0, (0, 0), "", text)])


def _json_text(source: str | bytes) -> str | None:
    """The text of a JSON file; None when it is not one."""
    if isinstance(source, str):
        return source.removeprefix("\ufeff") if source.lstrip("\ufeff \t\r\n").startswith(("{", "[")) else None
    marked = source[:2] in (b"\xff\xfe", b"\xfe\xff")  # UTF-16, as some shells write it
    if not source.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n\0\xff\xfe").startswith((b"{", b"[")):
        return None
    try:
        return source.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise _undecodable(source, error) from None


def _undecodable(source: bytes, error: UnicodeDecodeError) -> FormatError:
    from rookery.errors import FormatError, Problem, Severity

    before = source[: error.start]
    line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
    text = f"JSON is written in UTF-8, and byte {source[error.start]:02x} is none: save the file as UTF-8"
    return FormatError([Problem(Severity.ERROR, "json", line, (column, column), "", text)])


def __getattr__(name: str) -> object:
    if name in _HOME_OF:
        from rookery.on_demand import module

        value = getattr(module(f"rookery.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value
    if name in _RENAMED:
        from rookery.renamed import warn

        warn(f"rookery.{name}", f"rookery.{_RENAMED[name]}")
        return __getattr__(_RENAMED[name])
    if name in ("rating", "compat"):  # rooms whose own names are used: rookery.rating.expected(...)
        from rookery.on_demand import module

        return module(f"rookery.{name}")
    raise AttributeError(f"module 'rookery' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
