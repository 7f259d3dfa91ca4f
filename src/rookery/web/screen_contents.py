"""The contents of a screen, from the published states of the tournaments that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date

from rookery._record import record, replace
from rookery.collation import sort_key
from rookery.formatting import format_points
from rookery.messages import msg
from rookery.model import ByeKind, PartialDate, Result
from rookery.tournaments.views.participants import Participant, participants
from rookery.tournaments.views.players import CheckInView, check_in_view, find_opening
from rookery.tournaments.views.round import BoardView, ByeView, MatchView, RoundView, VacantBoardView
from rookery.tournaments.views.schedule import RoundStart, find_start, round_clock
from rookery.tournaments.visibility import public_rounds
from rookery.web.cache import get_round_view, get_standings_view
from rookery.web.notifications import screen_game
from rookery.web.page_spec import RequestContext
from rookery.web.pages.public import NameLine, round_names
from rookery.web.pages.screens import ScreenSettings
from rookery.web.templating import start_milliseconds

TIEBREAKS = 3
"""Maximum number of tie-breaks in the standings on a screen."""


@record
class NameRow:
    """A player in the pairings by name; `section` is the tournament, where there are several."""

    line: NameLine
    section: str = ""

    @property
    def label(self) -> str:
        """The first letter of the name, for the range of a page."""
        return self.line.who.name.strip()[:1].upper()


@record
class BoardRow:
    """A board: its number, what is at its left and right, and the result; in a match, it is part of its table.

    `game` is the tournament, round and game, by which the script finds the row of a new result; empty in a match,
    whose score changes too.
    """

    label: str
    left: Participant | None
    right: Participant | None
    result: Result
    turned: bool = False
    in_match: bool = False
    game: str = ""


@record
class TableRow:
    """A match of two teams, above its boards."""

    label: str
    match: MatchView


@record
class RestRow:
    """A participant without an opponent: the bye, or nothing."""

    who: Participant
    bye: ByeKind | None = None

    @property
    def label(self) -> str:
        """Nothing: these are behind the boards."""
        return ""


@record
class RankRow:
    """A rank, with the first tie-breaks."""

    rank: int
    who: Participant
    points: int
    shown: tuple[str, ...]
    shared: bool = False

    @property
    def label(self) -> str:
        """The rank, for the range of a page."""
        return str(self.rank)


@record
class MissingRow:
    """A player who is not checked in."""

    who: Participant
    section: str = ""

    @property
    def label(self) -> str:
        """The first letter of the name, for the range of a page."""
        return self.who.name.strip()[:1].upper()


@record
class ClockRow:
    """The clock of a tournament: the start that matters now, and its time in milliseconds since 1970, if known.

    `open` games of the round are still played, and `next` is the start of the round after it.
    """

    section: str
    start: RoundStart | None
    at: int | None = None
    open: int = 0
    next: RoundStart | None = None
    is_today: bool = False

    @property
    def label(self) -> str:
        """Nothing: a clock has no pages."""
        return ""


Row = NameRow | BoardRow | TableRow | RestRow | RankRow | MissingRow | ClockRow


@record
class Content:
    """One content of a screen: its rows, or the text that stands in their place.

    `title` is the tournament, where the screen shows several; `heads` are the headings of the tie-breaks, and `widths`
    the characters in their columns after that of the points. `clock` is the start of the round, `text` an announcement,
    `note` stands beside the heading, `live` are the messages after which the content is out of date.
    """

    kind: str
    heading: str = ""
    title: str = ""
    rows: tuple[Row, ...] = ()
    heads: tuple[str, ...] = ()
    widths: tuple[int, ...] = ()
    clock: ClockRow | None = None
    text: str = ""
    note: str = ""
    empty: str = ""
    live: tuple[str, ...] = ("change",)

    @property
    def has_something(self) -> bool:
        """Whether there is anything to show; a rotation skips what is empty."""
        return bool(self.rows or self.text)


def build_contents(
    settings: ScreenSettings, sections: Sequence[RequestContext], today: date | None = None
) -> tuple[Content, ...]:
    """Return the contents in their order; those that are empty are left out while there are others.

    Each section is the context of a tournament as visitors see it. Pairings by board and standings have a content for
    each of them, the lists by name are one.
    """
    contents = [content for kind in settings.shows for content in _BUILDERS[kind](settings, sections, today)]
    return tuple(content for content in contents if content.has_something) or tuple(contents[:1])


def _section_name(section: RequestContext, sections: Sequence[RequestContext]) -> str:
    """Return the name of a tournament where there are several."""
    return section.state.tournament.info.name or section.slug if len(sections) > 1 else ""


def _last_round(section: RequestContext) -> RoundView | None:
    paired = len(section.state.tournament.rounds)
    return get_round_view(section, paired) if paired else None


def _round_heading(rounds: Sequence[int]) -> str:
    """Return the heading of the pairings: the round, if it is the same in all tournaments."""
    return msg("Round %(number)s", number=rounds[0]) if len(set(rounds)) == 1 else msg("Pairings")


def _round_clock(sections: Sequence[RequestContext], today: date | None) -> ClockRow | None:
    """Return the start of the current round, if it is the same in all tournaments."""
    rows = [_clock_row("", section, today, len(section.state.tournament.rounds)) for section in sections]
    first = rows[0] if rows else None
    if first is None or first.start is None or not first.start.time:
        return None
    return first if all(row.start == first.start for row in rows) else None


def _clock_row(name: str, section: RequestContext, today: date | None, number: int = 0) -> ClockRow:
    """Return the clock of a tournament, for a round or for the one that matters now."""
    state = section.working or section.state
    clock, rounds = round_clock(state), state.tournament.rounds
    start = find_start(state, number) if number else clock.main
    is_current = start is not None and start.round == len(rounds)
    has_results = is_current and len(rounds) in public_rounds(state).results
    day_is_known = start is not None and bool(start.day or not state.tournament.info.start)
    return ClockRow(
        name,
        start,
        start_milliseconds(start, today if day_is_known else None),
        len(rounds[-1].pending) if has_results else 0,
        clock.next if is_current else None,
        start is not None and today is not None and start.day == PartialDate.from_date(today),
    )


# -- pairings ----------------------------------------------------------------------------------------------------------


def _names(settings: ScreenSettings, sections: Sequence[RequestContext], today: date | None) -> Iterator[Content]:
    rounds = [(section, view) for section in sections if (view := _last_round(section)) is not None]
    rows = [
        NameRow(line, _section_name(section, sections))
        for section, view in rounds
        for line in round_names(section.state, view)
        if line.board or not line.who.gone
    ]
    rows.sort(key=lambda row: (sort_key(row.line.who.name), row.line.who.number, row.section))
    yield Content(
        "names",
        _round_heading([view.number for _, view in rounds]),
        rows=tuple(rows),
        clock=_round_clock([section for section, _ in rounds], today),
        empty=msg("The pairings will appear here."),
    )


def _boards(settings: ScreenSettings, sections: Sequence[RequestContext], today: date | None) -> Iterator[Content]:
    for section in sections:
        view = _last_round(section)
        yield Content(
            "boards",
            _round_heading([view.number] if view else []),
            _section_name(section, sections),
            tuple(_board_rows(section.id, view)) if view else (),
            clock=_round_clock([section], today) if view else None,
            empty=msg("The pairings will appear here."),
            live=("change", "result"),
        )


def _board_rows(stream: str, view: RoundView) -> Iterator[Row]:
    for board in view.boards:
        yield replace(_board_row(board, str(board.number)), game=_row_game(stream, view.number, board))
    for match in view.matches:
        yield TableRow(str(match.number), match)
        yield from (replace(_board_row(board, str(board.number)), in_match=True) for board in match.lines)
        yield from map(_rest_row, match.alone)
    yield from map(_rest_row, view.byes)
    yield from map(RestRow, (*view.free, *view.unplaced))


def _board_row(board: BoardView | VacantBoardView, label: str) -> BoardRow:
    return BoardRow(label, board.left, board.right, board.result, board.turned)


def _row_game(stream: str, round: int, board: BoardView | VacantBoardView) -> str:
    """Return the game of a board as the live messages of screens name it."""
    white, black = (board.right, board.left) if board.turned else (board.left, board.right)
    return screen_game(stream, round, white.key, black.key) if white and black else ""


def _rest_row(bye: ByeView) -> RestRow:
    return RestRow(bye.who, bye.kind)


# -- standings, check-in, clock, announcement --------------------------------------------------------------------------


def _standings(settings: ScreenSettings, sections: Sequence[RequestContext], today: date | None) -> Iterator[Content]:
    for section in sections:
        is_current = len(section.ranked_state.tournament.rounds) == len(section.state.tournament.rounds)
        content = Content(
            "standings",
            msg("Standings"),
            _section_name(section, sections),
            empty=msg("The standings will appear here."),
            live=("change", "standings") if is_current else ("change",),
        )
        if not section.ranked_state.tournament.rounds:
            yield content
            continue
        table = get_standings_view(section.site, section.id, section.ranked_state, section.version, with_rounds=False)
        heading = msg("Standings after round %(number)s", number=table.after)
        if table.final:
            heading = msg("Final standings")
        elif table.provisional:
            heading = msg("Standings during round %(number)s", number=table.after)
        rows = tuple(RankRow(row.rank, row.who, row.points, row.shown[:TIEBREAKS], row.shared) for row in table.rows)
        heads = table.headings[:TIEBREAKS]
        yield replace(content, heading=heading, rows=rows, heads=heads, widths=_column_widths(rows, heads))


MOST_WIDTH = 12
"""The most characters of a column; the style sheet has a class for each width."""


def _column_widths(rows: Sequence[RankRow], heads: Sequence[str]) -> tuple[int, ...]:
    """Return the characters in the column of the points, and in those of the tie-breaks."""
    points = max((len(format_points(row.points)) for row in rows), default=3)
    widths = [max([len(head) + 1, *(len(row.shown[at]) for row in rows)]) for at, head in enumerate(heads)]
    return tuple(min(width, MOST_WIDTH) for width in (points + 1, *widths))


def _check_in(settings: ScreenSettings, sections: Sequence[RequestContext], today: date | None) -> Iterator[Content]:
    """Yield the players who are missing, where players can check in or somebody has already."""
    rows, views = list[MissingRow](), list[CheckInView]()
    for section in sections:
        view, name = check_in_view(section.working or section.state), _section_name(section, sections)
        if view.round is not None and (view.open or view.here):
            people = {person.key: person for person in participants(section.state).values()}
            rows += (MissingRow(people[person.key], name) for person in view.missing if person.key in people)
            views.append(view)
    rows.sort(key=lambda row: (sort_key(row.who.name), row.section))
    empty = msg("The check-in is not open.")
    content = Content("checkin", msg("Check-in"), empty=empty, live=("change", "tick"))
    if not views:
        yield replace(content, empty=_opening_text(sections, today) or empty)
        return
    heading = msg("Not checked in yet: %(missing)s of %(expected)s", missing=len(rows),
                  expected=sum(view.expected for view in views))  # fmt: skip
    until = {view.until for view in views if view.open and view.until}
    note = msg("until %(time)s", time=until.pop()) if len(until) == 1 else ""
    empty = msg("All players have checked in.")
    yield replace(content, heading=heading, note=note, rows=tuple(rows), empty=empty)


def _opening_text(sections: Sequence[RequestContext], today: date | None) -> str:
    """Return when the clock opens a check-in today, the first of them; empty if it opens none."""
    openings = [opening for section in sections if (opening := find_opening(section.working or section.state))]
    day = PartialDate.from_date(today) if today is not None else None
    openings = [opening for opening in openings if opening.day in (None, day)]
    if not openings:
        return ""
    first = min(openings, key=lambda opening: opening.time)
    return msg("The check-in for round %(round)s opens at %(time)s.", round=first.round, time=first.time)


def _clock(settings: ScreenSettings, sections: Sequence[RequestContext], today: date | None) -> Iterator[Content]:
    rows = tuple(_clock_row(_section_name(section, sections), section, today) for section in sections)
    yield Content("clock", msg("Round clock"), rows=rows, live=("change", "standings"))


def _announcement(
    settings: ScreenSettings, sections: Sequence[RequestContext], today: date | None
) -> Iterator[Content]:
    yield Content("announcement", text=settings.text.strip(), empty=msg("There is no announcement."), live=())


_BUILDERS: dict[str, Callable[[ScreenSettings, Sequence[RequestContext], date | None], Iterator[Content]]] = {
    "names": _names,
    "boards": _boards,
    "standings": _standings,
    "checkin": _check_in,
    "clock": _clock,
    "announcement": _announcement,
}
