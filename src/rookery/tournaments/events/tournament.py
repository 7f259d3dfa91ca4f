"""Events of the tournament as a whole: creation, details, rules, remarks, closing."""

from __future__ import annotations

from typing import Literal

from rookery._record import field
from rookery.model import Colour, Tournament, TournamentInfo
from rookery.tournaments.event import Event, kind
from rookery.tournaments.rules import TournamentRules


@kind("tournament.opened")
class TournamentOpened(Event):
    """A tournament is created with these rules and the seed of all its lots."""

    name: str
    laws: TournamentRules
    team_event: bool = False
    how: Literal["new", "copy"] = "new"
    lots: str = ""


@kind("tournament.imported")
class TournamentImported(Event):
    """A tournament is imported from a file: its SHA-256, the adjustments made, and the findings.

    `withdrawn` has the first round not played, by key, as the file declares or as byes to the end imply.
    """

    tournament: Tournament
    file: str = ""
    dialect: str = ""
    adjustments: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    lots: str = ""
    unexplained: dict[str, int] = field(default_factory=dict)
    withdrawn: dict[str, int] = field(default_factory=dict)


@kind("head.set")
class HeadSet(Event):
    """The event details are set: name, place, days, arbiters, time control."""

    event: TournamentInfo
    was: TournamentInfo


@kind("rules.set")
class RulesSet(Event):
    """The rules are set: system, rounds, points, byes, acceleration, tie-breaks."""

    laws: TournamentRules
    was: TournamentRules


@kind("colour.drawn")
class ColourDrawn(Event):
    """The initial colour is set: drawn by lot, which happens only once, or given."""

    colour: Colour
    how: Literal["lot", "given"] = "lot"


@kind("fide.left")
class FideLeft(Event):
    """FIDE mode is left in this round, for good."""

    round: int
    reason: str = ""


@kind("remark.added")
class RemarkAdded(Event):
    """A remark is added to the file, in a line of its own."""

    text: str
    round: int | None = None


@kind("remark.dropped")
class RemarkDropped(Event):
    """A remark is removed from the file, because its subject was revoked."""

    text: str
    round: int | None = None


@kind("tournament.closed")
class TournamentClosed(Event):
    """The tournament is closed after this round; no further changes are accepted."""

    after: int


Place = Literal["desk", "archive", "deleted"]
"""Where a tournament is kept: in use, archived, or deleted."""


@kind("tournament.moved")
class TournamentMoved(Event):
    """The tournament is archived, restored, or deleted; its log is kept in every case."""

    to: Place = "archive"


@kind("tournament.reopened")
class TournamentReopened(Event):
    """A closed tournament is reopened."""

    after: int
