"""A paper as a value: title, heading, and blocks of tables, cards, pictures and text; and the request for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from rookery._record import field, record, replace
from rookery._version import __version__
from rookery.errors import RuleError
from rookery.formatting import Table, count, describe_format, format_date_range
from rookery.model import Tournament
from rookery.ranking.standings import Standings
from rookery.regulations import parse_type_code

Mark = Literal["won", "drawn", "lost", "open", "free", "decided", "winner", "loser", "self", "yes", "no"]
"""The meaning of a cell, for its style; the text alone expresses it, too."""

MADE_BY = f"Made with Rookery {__version__}"
"""The program that made a paper, as named in its footer."""


LARGE_ROWS, LARGE_COLUMNS = 24, 12
USUAL_SQUARES, SMALL_SQUARES = 9, 11
"""The limits of rows and columns for each print size on a sheet in portrait format."""


@record
class Grid:
    """A table: columns in which every cell is `strong` or `quiet`, and what single cells are, by row and column.

    From the column `squares` on the cells are narrow, as in a crosstable; a `compact` one is never printed large.
    """

    table: Table
    title: str = ""
    strong: tuple[int, ...] = ()
    quiet: tuple[int, ...] = ()
    marks: Mapping[tuple[int, int], Mark] = field(default_factory=dict)
    squares: int | None = None
    compact: bool = False
    wall: bool = False

    @property
    def scale(self) -> Literal["wall", "large", "usual", "small", "tiny"]:
        """The print size: `wall` to be read from afar, large for a short list, smaller for a wide crosstable."""
        if self.wall:
            return "wall"
        columns = len(self.table.columns)
        narrow = 0 if self.squares is None else columns - self.squares
        if narrow > USUAL_SQUARES:
            return "tiny" if narrow > SMALL_SQUARES else "small"
        short = len(self.table.rows) <= LARGE_ROWS and columns - narrow // 2 <= LARGE_COLUMNS
        return "large" if short and not self.compact else "usual"

    def only(self, keep: Sequence[int]) -> Grid:
        """Return the grid with these columns only."""
        new = {old: index for index, old in enumerate(keep)}
        return replace(
            self,
            table=self.table.only(keep),
            strong=tuple(new[index] for index in self.strong if index in new),
            quiet=tuple(new[index] for index in self.quiet if index in new),
            marks={(row, new[index]): mark for (row, index), mark in self.marks.items() if index in new},
        )

    def for_wall(self, keep: Sequence[int]) -> Grid:
        """Return the grid in large type with these columns only."""
        return replace(self.only(keep), wall=True)


@record
class Words:
    """Sentences, perhaps under a title, or on a new page: of the paper, notes below a table, reasons to be read."""

    sentences: tuple[str, ...]
    title: str = ""
    kind: Literal["text", "note", "reasons"] = "text"
    new_page: bool = False


@record
class Facts:
    """Names and what they stand for."""

    pairs: tuple[tuple[str, str], ...]


@record
class QrCode:
    """A QR code as SVG, what it opens, and the letters to type instead."""

    svg: str
    label: str = ""
    letters: str = ""


@record
class Card:
    """A card to be cut out: a number in its corner, lines with labels, boxes to tick, lines to sign on, QR codes.

    `rows` are boards of a match, each with a place for its result.
    """

    corner: str = ""
    small: str = ""
    lines: tuple[tuple[str, str, str], ...] = ()
    """The label, the text, and the text at the end of each line."""
    rows: tuple[tuple[str, str, str], ...] = ()
    boxes: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    codes: tuple[QrCode, ...] = ()
    hint: str = ""
    """What to do with the codes."""


@record
class Cards:
    """Cards of one size: slips for results, match forms, names to stand on a table, or badges."""

    cards: tuple[Card, ...]
    kind: Literal["slip", "match", "name", "badge"] = "slip"


@record
class Picture:
    """A picture, as SVG with its own description."""

    svg: str


@record
class Poster:
    """A QR code that fills the sheet, with the address to type and what it opens."""

    code: QrCode
    sentences: tuple[str, ...] = ()


Block = Grid | Words | Facts | Cards | Picture | Poster


@record
class Paper:
    """A document for a wall, a table or a file; `state` describes what is not final.

    `event` and `about` stand above every paper of an event, but not where cards fill the sheet; `wide` sheets lie on
    their side; `language` is that of the texts.
    """

    title: str
    blocks: tuple[Block, ...]
    event: str = ""
    about: str = ""
    state: str = ""
    wide: bool = False
    language: str = "en"
    printed: str = ""
    """The time of printing, as text."""
    start: str = ""
    """When the round of the paper starts, as text."""

    @property
    def foot(self) -> str:
        """The footer of every page."""
        return f"{MADE_BY} · Printed {self.printed}" if self.printed else MADE_BY

    @property
    def bare(self) -> bool:
        """Whether the whole sheet is cut into cards, so that there is nothing above them."""
        return all(isinstance(block, Cards) for block in self.blocks)


@record(kw_only=True)
class PaperRequest:
    """Options of a paper; those it does not need are ignored."""

    round: int | None = None
    player: int | None = None
    title: str | None = None
    tiebreaks: str | None = None
    edition: str | None = None
    category: str = ""
    prizes: str = ""
    sharing: Literal["hort", "equal", "rank"] = "hort"
    one_each: Literal["", "value", "order"] = ""
    currency: str = ""
    ranking: Standings | None = None
    """The standings to print and to award prizes by, with ties broken by hand; computed unless given."""
    large: bool = False
    """Whether a list is printed in large type, for a wall."""
    start: str = ""
    """When the round starts, as text."""
    side_codes: Mapping[tuple[int, int], tuple[QrCode, QrCode]] = field(default_factory=dict)
    """The codes to send the result of a board by phone, of White and of Black, by the numbers of the two players."""
    typing_address: str = ""
    """Where the letters of those codes are typed."""
    player_codes: Mapping[int, QrCode] = field(default_factory=dict)
    """The codes of the players' own pages, by number."""
    hall: QrCode | None = None
    """The code of the public pages; its letters are the address to type."""


def build_headed_paper(
    t: Tournament, title: str, blocks: tuple[Block, ...], *, state: str = "", wide: bool = False, start: str = ""
) -> Paper:
    """Return a paper with the heading of the event; `start` says when its round begins."""
    state_text = " ".join(part for part in (state, _mode_note(t)) if part)
    return Paper(title, blocks, t.info.name or "Tournament", event_line(t), state_text, wide, start=start)


def _mode_note(t: Tournament) -> str:
    """Return the note that the event is not in FIDE mode, if so."""
    if not t.remarks:
        return ""
    from rookery.tournaments.state import fide_exit_round

    round_left = fide_exit_round(t)
    return f"Not in FIDE mode: it was left in round {round_left}." if round_left else ""


def event_line(t: Tournament) -> str:
    """Return place, dates and format: the line below the name of the event."""
    plan, event = parse_type_code(t.system), t.info
    place = ", ".join(part for part in (event.city, event.federation) if part)
    when = ", ".join(part for part in (place, format_date_range(event.start, event.end)) if part)
    system = describe_format(plan.format, teams=plan.team) if plan.format.name else event.type
    format_text = ", ".join(
        part for part in (count(t.planned_rounds, "round") if t.planned_rounds else "", system) if part
    )
    return " · ".join(part for part in (when, format_text, event.time_control) if part)


def requested_round(t: Tournament, request: PaperRequest) -> int:
    """Return the requested round, or the last one paired."""
    number = request.round or len(t.rounds)
    if not t.rounds:
        raise RuleError("no round is paired yet: rookery pair FILE -o FILE pairs one")
    if not 1 <= number <= len(t.rounds):
        raise RuleError(f"there is no round {number}: {count(len(t.rounds), 'round is', 'rounds are')} paired")
    return number


def requested_player(t: Tournament, request: PaperRequest, subject: str) -> int:
    """Return the requested participant."""
    if request.player is None:
        raise RuleError(f"{subject} is of one {'team' if t.team_event else 'player'}: say which number")
    if request.player not in t.participants_by_number:
        raise RuleError(f"there is no number {request.player} in this tournament", participants=(request.player,))
    return request.player


def open_games_note(t: Tournament, number: int) -> str:
    """Return the note on games without a result, or an empty string."""
    round = t.rounds[number - 1]
    games = (*round.games, *(game for match in round.matches for game in match.games))
    if not round.pending and not any(match.open for match in round.matches):
        late = len(round.adjourned)
        return f"{count(late, 'game')} of round {number} {'is' if late == 1 else 'are'} adjourned." if late else ""
    if len(round.pending) == len(games):
        return ""
    return f"Provisional: {len(round.pending)} of {count(len(games), 'game')} of round {number} have no result yet."
