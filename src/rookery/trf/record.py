"""`Record`, one kind of line: its columns and the handlers that read, assemble, write and check it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from rookery._record import KW_ONLY, record
from rookery.model import Tournament
from rookery.regulations import parse_type_code
from rookery.trf.context import AssemblyContext, LineContext, ParseState
from rookery.trf.fields import TEXT, Field, Group, Layout

Cells = tuple[tuple[str, ...], ...]


class LineContent(NamedTuple):
    """The texts of one line, and its `key` (its subject); `head` replaces the code of a national record."""

    key: tuple[object, ...] = ()
    values: Mapping[str, str] = {}
    group: Cells = ()
    head: str = ""


class DialectOptions(NamedTuple):
    """The dialect of a file: its record codes, and whether requested byes also stand in the player rows.

    `with_points` says that rows without declared points have those of their cells, for engines that take no others.
    """

    codes: frozenset[str]
    request_cells: bool
    with_points: bool = False


def text_line(text: str, *key: object) -> list[LineContent]:
    """Return a line with one text; empty when there is no text."""
    return [LineContent(key, {"value": text})] if text else []


def id_cells(numbers: Iterable[int]) -> Cells:
    """Return start numbers as repeated cells."""
    return tuple((str(number),) for number in numbers)


def columns_per_round(tournament: Tournament) -> int:
    """Return how many columns of a player row a round takes."""
    return 2 if parse_type_code(tournament.system).two_game_matches and not tournament.team_event else 1


def number_text(number: int | None) -> str:
    """Return a number as text, empty for None."""
    return "" if number is None else str(number)


TRF06, TRF26, TRFX, TRFBX = "TRF06", "TRF26", "TRF(x)", "TRF(bx)"

Reader = Callable[[ParseState, LineContext], None]
"""Reads one line into the state of its subject."""

Assembler = Callable[[ParseState, AssemblyContext], Mapping[str, Any]]
"""Returns fields of the tournament, built from the state of all lines."""

Composer = Callable[[Tournament, DialectOptions], Iterable[LineContent]]
"""Returns the lines of this record for a tournament."""

Checker = Callable[[ParseState, AssemblyContext, Tournament], None]
"""Reports contradictions between the record and the rest of the file; changes nothing."""


class Section(Enum):
    """The sections of a file, in the order of writing."""

    EVENT = "The event"
    PLAYERS = "Players"
    TEAMS = "Teams"
    REQUESTS = "What is asked of rounds"
    ROUNDS = "What happened in rounds"
    FOR_THE_EYE = "For the eye"
    JAVAFO = "Lines of JaVaFo"
    BBP = "Lines of bbpPairings"
    COMMENTS = "Comments"


def ignore_record(state: ParseState, line: LineContext) -> None:
    """Ignore a record that the document keeps and the model does not need."""


@record(eq=False, repr=False)
class Record:
    """One kind of line: its code in columns 1-3, the version that introduced it, and its handlers.

    `use` describes its use. `same_as` is the equivalent line of TRF(x), `superseded_by` the record with more content.
    """

    code: str
    title: str
    since: str
    section: Section
    layout: Layout = TEXT
    _: KW_ONLY
    use: str
    read: Reader = ignore_record
    assemble: Assembler | None = None
    write: Composer | None = None
    check: Checker | None = None
    repeatable: bool = False
    """The record may occur more than once."""
    free_text: bool = False
    """The value is free text; another code inside it indicates a missing line end."""
    expected: bool = False
    """Its absence is reported."""
    counts_others: bool = False
    """The record counts other records: updated where it occurs, never added to a file."""
    ordered: bool = False
    """The tournament keeps the order of its lines."""
    key: Callable[[str], tuple[object, ...]] | None = None
    """Returns the key of a line, equal to `LineContent.key`; single fields of such a line are updated in place."""
    is_ours: Callable[[str], bool] | None = None
    """Returns whether a line is one that Rookery writes, for records that also hold other lines."""
    canonical: Callable[[str], str] | None = None
    """Returns a line in canonical form, where its fields alone do not determine it."""
    all_dialects: bool = False
    """The record is written in every dialect, for content that the dialect's own records cannot hold."""
    same_as: str = ""
    superseded_by: str = ""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields behind the code."""
        return self.layout.fields

    @property
    def group(self) -> Group | None:
        """The fields that repeat."""
        return self.layout.group

    def __getitem__(self, name: str) -> Field:
        return self.layout[name]
