"""The tournament as a whole: its beginning, its head and rules, what is put on record, its end."""

from __future__ import annotations

from typing import Literal

from rookery.desk.happening import Happening, kind
from rookery.desk.rules import Laws
from rookery.model import Colour, Event, Tournament
from rookery.values import field


@kind("tournament.opened")
class TournamentOpened(Happening):
    """A tournament begins: with these rules, and with the seed of all its lots, drawn once."""

    name: str
    laws: Laws
    team_event: bool = False
    how: Literal["new", "copy"] = "new"
    lots: str = ""


@kind("tournament.imported")
class TournamentImported(Happening):
    """A tournament comes in from a file, whose SHA-256 is kept: what was adjusted and found, and all of it by keys.

    `withdrawn` are those who have left, and from which round, by what the file says or by their byes to the end.
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
class HeadSet(Happening):
    """What stands above the tables is set: name, place, days, arbiters, time control."""

    event: Event
    was: Event


@kind("rules.set")
class RulesSet(Happening):
    """The rules are set: system, rounds, points, byes, acceleration, tie-breaks."""

    laws: Laws
    was: Laws


@kind("colour.drawn")
class ColourDrawn(Happening):
    """The initial colour is known: drawn by lot, which is done once, or given."""

    colour: Colour
    how: Literal["lot", "given"] = "lot"


@kind("fide.left")
class FideLeft(Happening):
    """FIDE mode is left in this round, for good."""

    round: int
    reason: str = ""


@kind("remark.added")
class RemarkAdded(Happening):
    """The file shall say this besides, in a line of its own."""

    text: str
    round: int | None = None


@kind("remark.dropped")
class RemarkDropped(Happening):
    """The file does not say this any more: what it was about has been taken back."""

    text: str
    round: int | None = None


@kind("tournament.closed")
class TournamentClosed(Happening):
    """The tournament is closed after this round: nothing changes any more."""

    after: int


@kind("tournament.reopened")
class TournamentReopened(Happening):
    """A closed tournament is open again."""

    after: int
