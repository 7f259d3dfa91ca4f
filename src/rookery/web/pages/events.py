"""Pages of an event with sections: its overview, the check-in of all sections, its log, and the public hall page."""

from __future__ import annotations

from collections.abc import Iterator

from rookery._record import record
from rookery.collation import sort_key
from rookery.model import PartialDate, TournamentInfo
from rookery.tournaments.domain.rounds import round_start
from rookery.tournaments.sections import (
    board_count,
    last_board,
    overlapping_sections,
    suggested_first_boards,
    why_not_movable,
)
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import HomeLine
from rookery.tournaments.views.participants import Participant, participants, players
from rookery.tournaments.views.round import round_view
from rookery.web.context import EventEntry, IndexEntry
from rookery.web.page_spec import Page, RequestContext
from rookery.web.pages.home import TournamentKind, tournament_kinds
from rookery.web.pages.players import People, list_people
from rookery.web.pages.public import NameLine, matches_name, query_words, round_names
from rookery.web.pages.search_index import SearchTarget
from rookery.web.pages.tournament import LogPage, build_log, find_double_entries

# -- the desk ----------------------------------------------------------------------------------------------------------


@record
class SectionLine:
    """A section: its progress, the board numbers that it uses, and why players cannot move from or to it.

    `suggested` is its first board if the boards are numbered through; `order` is the order of all sections with this
    one a place earlier, empty for the first.
    """

    tournament: str
    line: HomeLine
    first_board: int
    last_board: int
    boards: int
    suggested: int
    order: tuple[str, ...] = ()
    fixed: str = ""
    archived: bool = False


@record
class MovablePlayer:
    """A player who can move: the section with the key as form value, the name, and the name of the section."""

    value: str
    name: str
    section: str


@record
class TournamentChoice:
    """A tournament that is no section yet: the id of its log, and its name."""

    tournament: str
    name: str


@record
class DoubleLine:
    """A player who is entered in several sections, and the names of these."""

    name: str
    sections: tuple[str, ...]


@record
class EventPage:
    """An event with its sections, and what can be done with them; `moved` is the player who was moved last."""

    name: str
    event: TournamentInfo
    sections: tuple[SectionLine, ...]
    others: tuple[TournamentChoice, ...] = ()
    kinds: tuple[TournamentKind, ...] = ()
    players: tuple[MovablePlayer, ...] = ()
    moved: MovablePlayer | None = None
    doubles: tuple[DoubleLine, ...] = ()
    overlaps: tuple[tuple[str, str], ...] = ()
    numbered: bool = False
    public: bool = False


def build_event(visit: RequestContext) -> EventPage:
    """Return the overview of the event."""
    event = _event(visit)
    entries = event.sections
    sizes = {entry.stream.id: board_count(entry.state) for entry in entries}
    ranges = {
        entry.name: (first, last_board(entry.state, first))
        for entry in entries
        for first in (event.first_board(entry.stream.id),)
    }
    taken = {entry.stream.id for other in visit.events for entry in other.sections}
    names = tuple(entry.name for entry in entries)
    movable = tuple(_movable_players(entries))
    return EventPage(
        event.name,
        event.state.tournament.info,
        tuple(_section_lines(event, sizes)),
        tuple(
            TournamentChoice(entry.stream.id, entry.name)
            for entry in visit.tournaments_in()
            if entry.stream.id not in taken
        ),
        tournament_kinds(),
        movable,
        next((player for player in movable if player.value == visit.query.get("moved")), None),
        tuple(
            DoubleLine(double.name, tuple(names[place] for place in double.sections))
            for double in find_double_entries(visit.site, entries)
        ),
        overlapping_sections(ranges),
        any(section.first_board != 1 for section in event.state.sections),
        visit.site.shared,
    )


def _event(visit: RequestContext) -> EventEntry:
    assert visit.event is not None, "the address of the page names an event"
    return visit.event


def _section_lines(event: EventEntry, sizes: dict[str, int]) -> Iterator[SectionLine]:
    ids = [entry.stream.id for entry in event.sections]
    suggested = suggested_first_boards(sizes)
    for place, entry in enumerate(event.sections):
        first = event.first_board(entry.stream.id)
        order = [*ids[: place - 1], ids[place], ids[place - 1], *ids[place + 1 :]] if place else []
        yield SectionLine(
            entry.stream.id,
            entry.home_line,
            first,
            last_board(entry.state, first),
            sizes[entry.stream.id],
            suggested[entry.stream.id],
            tuple(order),
            why_not_movable(entry.state) or "",
            entry.state.permanent.place == "archive",
        )


def _movable_players(entries: tuple[IndexEntry, ...]) -> Iterator[MovablePlayer]:
    """Yield the players of the sections that players can leave, by name; nobody if there is no other section."""
    open_sections = [entry for entry in entries if why_not_movable(entry.state) is None]
    if len(open_sections) < 2:
        return
    people = [
        MovablePlayer(f"{entry.stream.slug}/{player.key}", player.name, entry.name)
        for entry in open_sections
        for player in entry.state.tournament.players
    ]
    yield from sorted(people, key=lambda player: sort_key(player.name))


@record
class SectionCheckIn:
    """The check-in of a section for its coming round."""

    slug: str
    name: str
    people: People


@record
class EventCheckIn:
    """The check-in of all sections that have a round to come; `others` are the names of those that have none."""

    sections: tuple[SectionCheckIn, ...]
    others: tuple[str, ...] = ()


def build_check_in(visit: RequestContext) -> EventCheckIn:
    """Return the check-in lists of the sections."""
    sections, others = list[SectionCheckIn](), list[str]()
    for entry in _event(visit).sections:
        people = list_people(entry.state, "name")
        if people.next is None or entry.state.permanent.place != "desk":
            others.append(entry.name)
        else:
            sections.append(SectionCheckIn(entry.stream.slug, entry.name, people))
    return EventCheckIn(tuple(sections), tuple(others))


def find_in_event(visit: RequestContext) -> tuple[SearchTarget, ...]:
    """Return the people of all sections for the search."""
    folder, result = "p" if visit.public else "t", []
    for entry in _event(visit).sections:
        if visit.public and not visit.site.is_listed(entry):
            continue
        state, kind = _shown_state(visit, entry), "team" if entry.state.tournament.team_event else "player"
        for person in participants(state).values():
            text = f"{person.name} · {entry.name}"
            result.append(SearchTarget(text, kind, visit.link(f"/{folder}/{entry.stream.slug}/player/{person.key}")))
    return tuple(result)


def build_event_log(visit: RequestContext) -> LogPage:
    """Return the log of the event."""
    return build_log(visit)


# -- the hall ----------------------------------------------------------------------------------------------------------


@record
class HallSection:
    """A public section: its progress, and the start of its last paired or coming round."""

    line: HomeLine
    round: int
    day: PartialDate | None = None
    time: str = ""


@record
class PlaceOfPlayer:
    """A player found by name: section, round, and board with colour and opponent, or the bye."""

    section: str
    slug: str
    round: int
    line: NameLine


@record
class EventHall:
    """The public page of an event: its sections, and the players whose names were searched."""

    name: str
    sections: tuple[HallSection, ...]
    q: str = ""
    players: tuple[PlaceOfPlayer, ...] = ()
    more: int = 0


MOST_FOUND = 40
"""Maximum number of players that a search shows."""


def build_hall(visit: RequestContext) -> EventHall:
    """Return the public page of the event."""
    event = _event(visit)
    entries = [entry for entry in event.sections if visit.site.is_listed(entry)]
    query = " ".join(visit.query.get("q", "").split())[:60]
    players_found = list(_find_players(visit, entries, query)) if query else []
    sections = (_hall_section(visit, entry) for entry in entries)
    more = max(0, len(players_found) - MOST_FOUND)
    return EventHall(event.name, tuple(sections), query, tuple(players_found[:MOST_FOUND]), more)


def _hall_section(visit: RequestContext, entry: IndexEntry) -> HallSection:
    state = _shown_state(visit, entry)
    number = max(len(state.tournament.rounds), 1)
    return HallSection(entry.public_line, number, *round_start(state, number))


def _shown_state(visit: RequestContext, entry: IndexEntry) -> State:
    """Return the state of a section as its own pages show it."""
    current = visit.site.desk.current(entry.stream.id, entry.stream.version)
    return visit.site.displayed_state(entry.stream.id, current, visit.public)


def _find_players(visit: RequestContext, entries: list[IndexEntry], query: str) -> Iterator[PlaceOfPlayer]:
    """Yield the players whose names contain every word of a query, whatever its accents, by name."""
    words, places = query_words(query), []
    for entry in entries:
        number, lines = _place_names(visit, entry)
        places += [
            PlaceOfPlayer(entry.name, entry.stream.slug, number, line)
            for line in lines
            if matches_name(words, line.who.name)
        ]
    yield from sorted(places, key=lambda place: (sort_key(place.line.who.name), place.section))


def _place_names(visit: RequestContext, entry: IndexEntry) -> tuple[int, list[NameLine]]:
    """Return the last round of a section with the places of its players; cached, because many search."""

    def make() -> tuple[int, list[NameLine]]:
        state = _shown_state(visit, entry)
        number = len(state.tournament.rounds)
        if not number:
            return 0, [NameLine(person) for person in _people(state)]
        return number, round_names(state, round_view(state, number))

    event = _event(visit).stream
    return visit.site.cache.get(("places", entry.stream, event.version, visit.public), make)


def _people(state: State) -> tuple[Participant, ...]:
    return tuple((players(state) if state.tournament.team_event else participants(state)).values())


PAGES = (
    Page("event", "/e/{event}", "Event", build_event, "event.html", "event"),
    Page("event-check-in", "/e/{event}/check-in", "Check-in", build_check_in, "event_check_in.html", "check-in"),
    Page("event-log", "/e/{event}/log", "Log", build_event_log, "log.html", "log", asks=("who", "kind", "before")),
    Page("event-find", "/e/{event}/find", "Find", find_in_event, "", part=True),
    Page("event-hall", "/p/-/{event}", "Event", build_hall, "public_event.html", "event", asks=("q",)),
    Page("event-hall-find", "/p/-/{event}/find", "Find", find_in_event, "", part=True),
)
