"""Public pages only: the published tournaments, and the pairings by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery._record import record
from rookery.collation import sort_key
from rookery.model import ByeKind, Colour, Result
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import HomeLine, sorted_home
from rookery.tournaments.views.participants import Participant, participants
from rookery.tournaments.views.round import BoardView, RoundView
from rookery.web.cache import get_round_view
from rookery.web.page_spec import Page, RequestContext
from rookery.web.pages.home import EventLine, event_lines


@record
class PublicHome:
    """The public tournaments: `lines` are those that are no section of an event, then the events."""

    lines: tuple[HomeLine, ...]
    events: tuple[EventLine, ...] = ()


def list_public_tournaments(visit: RequestContext) -> PublicHome:
    """Return the published tournaments that have begun, without the arbiters' next steps."""
    grouped = {entry.stream.id for event in visit.events for entry in event.sections}
    entries = (entry for entry in visit.tournaments if entry.stream.id not in grouped and visit.site.is_listed(entry))
    events = event_lines(
        (event, [entry.public_line for entry in event.sections if visit.site.is_listed(entry)])
        for event in visit.events
    )
    return PublicHome(
        sorted_home(entry.public_line for entry in entries).lines, tuple(event for event in events if event.sections)
    )


@record
class NameLine:
    """A player in the list by name: board, colour, opponent and result, or the bye.

    `vacant` means that the other team has no player at this board.
    """

    who: Participant
    board: str = ""
    colour: Colour | None = None
    opponent: Participant | None = None
    result: Result | None = None
    bye: ByeKind | None = None
    side: Participant | None = None
    vacant: bool = False


@record
class Names:
    """A round by name; in a team event the `side` of a line is the team."""

    round: int
    lines: tuple[NameLine, ...]
    rounds: tuple[int, ...] = ()


def build_names(visit: RequestContext) -> Names:
    """Return the requested round, or the current one, by name."""
    paired = len(visit.state.tournament.rounds)
    number = visit.requested_round("round") or max(paired, 1)
    name_lines = round_names(visit.state, get_round_view(visit, number)) if paired else []
    return Names(number, tuple(sorted(name_lines, key=lambda line: (sort_key(line.who.name), line.who.number))),
                 tuple(range(1, paired + 1)))  # fmt: skip


def round_names(state: State, view: RoundView) -> list[NameLine]:
    """Return the players of a paired round with their boards, in order of the boards."""
    return list(_name_lines(view, _teams_by_player(state)))


def _teams_by_player(state: State) -> dict[int, Participant]:
    """Return the team of each player by number, in a team event."""
    by_number, t = participants(state), state.tournament
    return {number: by_number[team.number] for team in t.teams for number in team.players} if t.team_event else {}


def _name_lines(round_page: RoundView, sides: Mapping[int, Participant]) -> Iterator[NameLine]:
    for board in round_page.boards:
        yield from _board_lines(board, str(board.number), sides)
    for match in round_page.matches:
        for board in match.boards:
            yield from _board_lines(board, f"{match.number}.{board.number}", sides)
        for vacant in match.vacant:
            for player, colour in ((vacant.white, Colour.WHITE), (vacant.black, Colour.BLACK)):
                if player is not None:
                    label = f"{match.number}.{vacant.number}"
                    yield NameLine(
                        player, label, colour, None, vacant.result, side=sides.get(player.number), vacant=True
                    )
        yield from (NameLine(row.who, bye=row.kind, side=sides.get(row.who.number)) for row in match.alone)
    yield from (NameLine(row.who, bye=row.kind) for row in round_page.byes)
    yield from (NameLine(player) for player in (*round_page.free, *round_page.unplaced))


def _board_lines(board: BoardView, label: str, sides: Mapping[int, Participant]) -> Iterator[NameLine]:
    white, black = board.white, board.black
    yield NameLine(white, label, Colour.WHITE, black, board.result, side=sides.get(white.number))
    yield NameLine(black, label, Colour.BLACK, white, board.result, side=sides.get(black.number))


PAGES = (
    Page("hall", "/p/", "Tournaments", list_public_tournaments, "public_home.html", live=()),
    Page("names", "/p/{slug}/names", "By name", build_names, "public_names.html", "names", asks=("round",)),
)
