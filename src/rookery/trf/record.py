"""`Record`, one kind of line, and the values its handlers work with.

A reader gets the line (`LineContext`) and the state of all records (`ParseState`), an assembler the player rows and the
rounds (`AssemblyContext`); a writer returns lines (`LineContent`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from rookery._record import field, record
from rookery.errors import Severity
from rookery.messages import msg
from rookery.model import Round, Team, Tournament
from rookery.model.validation import MOST_ROUNDS
from rookery.regulations import parse_type_code
from rookery.trf.diagnostics import ERROR, INFO, NOTHING, WARNING, Location, ProblemCollector
from rookery.trf.fields import (
    CODE,
    TEXT,
    Field,
    Group,
    Layout,
    ParsedLine,
    parse_line,
    parse_number,
    parse_tenths,
    parse_words,
)
from rookery.trf.player_table import PlayerTable
from rookery.trf.rounds import RoundColumn

T = TypeVar("T")
_VALUE = TEXT["value"]
_AFTER_CODE = _VALUE.slice
_OF_CODE = CODE.slice

TOO_MANY_ROUNDS = msg("there are at most %(number)s rounds", number=MOST_ROUNDS)
"""The message for a line with more rounds than that."""


class LineContext(NamedTuple):
    """The line being read: its number, text and layout, and the collector of its problems."""

    number: int
    text: str
    layout: Layout
    problems: ProblemCollector

    @property
    def code(self) -> str:
        """The first three characters."""
        return self.text[_OF_CODE]

    @property
    def value(self) -> str:
        """The text behind the code and its blank."""
        return self.text[_AFTER_CODE].strip()

    def report(
        self,
        code: str,
        message: str,
        text: str = "",
        used: str = NOTHING,
        *,
        severity: Severity = WARNING,
        columns: tuple[int, int] | None = None,
    ) -> None:
        """Report a problem of this line; of its whole value when no columns are given."""
        value_columns = (_VALUE.first, max(_VALUE.first, len(self.text.rstrip())))
        self.problems.report(
            severity, code, Location(self.number, columns or value_columns, self.code), message, text, used
        )

    def report_word(self, code: str, message: str, word: str, *, severity: Severity = WARNING) -> None:
        """Report a problem of one word of the value."""
        column = self.text.find(word, len(self.code)) + 1
        self.report(code, message, word, severity=severity, columns=(column, column + len(word) - 1))

    def parse_fields(self) -> ParsedLine:
        """Return the fields of the line; word by word when the line does not keep to the columns."""
        fields = parse_line(self.layout, self.number, self.text)
        if not fields.stray_columns:
            return fields
        column = fields.stray_columns[0]
        message = msg(
            "column %(column)s must be blank: the record is out of step and is read word by word", column=column
        )
        self.report("misaligned", message, fields.text[column - 1], "", columns=(column, column))
        return parse_words(fields)


@record(eq=False, repr=False)
class LocatedValue:
    """A value with its line."""

    line: int
    value: Any


class ParseState:
    """The contents of all records so far, by subject; rounds are those of the file.

    The state of a subject is empty until its records are read. `lines` has the line numbers of each record.
    """

    def __init__(self) -> None:
        self.lines: dict[str, list[int]] = {}
        self._states: dict[type[Any], Any] = {}

    def state_of(self, subject: type[T]) -> T:
        """Return the state of a subject, created on first use."""
        state: T | None = self._states.get(subject)
        if state is None:
            state = self._states[subject] = subject()
        return state

    def first_line(self, code: str) -> int:
        """Return the first line with this record, 0 when there is none."""
        return self.lines.get(code, [0])[0]


class FieldReader:
    """Reader of the numbers in a record of fixed columns; invalid ones are reported once and left out."""

    def __init__(self, line: LineContext, fields: ParsedLine | None = None) -> None:
        self.line, self.fields, self.valid = line, fields or line.parse_fields(), True

    def text(self, name: str) -> str:
        """Return a field as text."""
        return self.fields.values[name]

    def integer(self, name: str, minimum: int = 0) -> int:
        """Return a field as a whole number; blank is 0."""
        return self._read(name, parse_number, minimum)

    def round_number(self, name: str, minimum: int = 0) -> int:
        """Return a field as a round number; blank is 0."""
        return self._read(name, parse_number, minimum, MOST_ROUNDS)

    def points(self, name: str) -> int:
        """Return a field as points in tenths; blank is 0."""
        return self._read(name, parse_tenths, -10_000)

    def optional_points(self, name: str) -> int | None:
        """Return a field as points in tenths; blank is None."""
        return self.points(name) if self.text(name) else None

    def _read(self, name: str, parse: Callable[[str], int | None], minimum: int, maximum: float = float("inf")) -> int:
        text = self.text(name)
        value = parse(text) if text else 0
        if value is None or not minimum <= value <= maximum:
            self.reject(msg("not a number that can stand here"), text, name)
            return 0
        return value

    def ids(self, minimum: int = 1) -> tuple[int, ...]:
        """Return the repeated start numbers; blanks between are skipped."""
        ids = []
        for index, texts in enumerate(self.fields.group):
            value = parse_number(texts[0])
            if texts[0] and value < minimum:
                self.reject(msg("not a start number"), texts[0], columns=self.fields.group_columns(index))
            elif texts[0]:
                ids.append(value)
        return tuple(ids)

    def reject(
        self, message: str, rejected: str, name: str = "", used: str = NOTHING, columns: tuple[int, int] | None = None
    ) -> None:
        """Report an invalid value."""
        self.valid = False
        location = columns or (self.fields.columns(name) if name else None)
        text = msg("record %(code)s: %(what)s", code=self.line.code, what=message)
        self.line.report("value", text, rejected, used, severity=ERROR, columns=location)


def parse_id_words(line: LineContext) -> tuple[int, ...]:
    """Return start numbers written as words."""
    words = line.value.split()
    for word in words:
        if parse_number(word) < 1:
            line.report_word("value", msg("record %(code)s: not a start number", code=line.code), word, severity=ERROR)
    return tuple(parse_number(word) for word in words if parse_number(word) > 0)


@record(eq=False, repr=False)
class AssemblyContext:
    """The player rows, the rounds played, and the columns behind them, from which records are assembled.

    `played_columns` is the number of columns of the rows that are rounds played, `unplayed_columns` are the others;
    `columns_per_round` is how many of them a round takes. `ids` are the numbers of all participants, teams in a team
    event.
    """

    table: PlayerTable
    teams: tuple[Team, ...]
    team_event: bool
    columns_per_round: int
    planned: int | None
    rounds: tuple[Round, ...]
    played_columns: int
    unplayed_columns: Sequence[RoundColumn]
    ids: frozenset[int]
    problems: ProblemCollector

    def round_of(self, column: int) -> int:
        """Return the round that a column of the rows belongs to."""
        return -(-column // self.columns_per_round)

    def find_known_ids(self, ids: Iterable[int], line: int) -> tuple[int, ...]:
        """Return the participants among these numbers and report the others."""
        for participant in ids:
            if participant not in self.ids:
                message = msg("there is no participant %(number)s", number=participant)
                self.problems.report(ERROR, "value", Location(line, field="id"), message, str(participant), NOTHING)
        return tuple(participant for participant in ids if participant in self.ids)

    def report_unconfirmed(self, line: int, code: str, detail: str) -> None:
        """Report a value that appears once in the file and that nothing else confirms."""
        report = msg("nothing else in the file confirms this: %(what)s", what=detail)
        self.problems.report(INFO, "unconfirmed", Location(line, field=code), report)


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
    REQUESTS = "Requests for rounds"
    ROUNDS = "Facts of rounds"
    DISPLAY = "For display only"
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
    use: str = field(kw_only=True)
    read: Reader = field(default=ignore_record, kw_only=True)
    assemble: Assembler | None = field(default=None, kw_only=True)
    write: Composer | None = field(default=None, kw_only=True)
    check: Checker | None = field(default=None, kw_only=True)
    repeatable: bool = field(default=False, kw_only=True)
    """The record may occur more than once."""
    free_text: bool = field(default=False, kw_only=True)
    """The value is free text; another code inside it indicates a missing line end."""
    expected: bool = field(default=False, kw_only=True)
    """Its absence is reported."""
    counts_others: bool = field(default=False, kw_only=True)
    """The record counts other records: updated where it occurs, never added to a file."""
    ordered: bool = field(default=False, kw_only=True)
    """The tournament keeps the order of its lines."""
    key: Callable[[str], tuple[object, ...]] | None = field(default=None, kw_only=True)
    """Returns the key of a line, equal to `LineContent.key`; single fields of such a line are updated in place."""
    is_ours: Callable[[str], bool] | None = field(default=None, kw_only=True)
    """Returns whether a line is one that Rookery writes, for records that also hold other lines."""
    canonical: Callable[[str], str] | None = field(default=None, kw_only=True)
    """Returns a line in canonical form, where its fields alone do not determine it."""
    all_dialects: bool = field(default=False, kw_only=True)
    """The record is written in every dialect, for content that the dialect's own records cannot hold."""
    same_as: str = field(default="", kw_only=True)
    superseded_by: str = field(default="", kw_only=True)

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
