"""Public pages: the published tournaments, pairings by name, the page of a player, finding players, the watch list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rookery._record import record, replace
from rookery.collation import fold_name, sort_key
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.model import ByeKind, Colour, Result
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import SelfCheckIn, State
from rookery.tournaments.views.last_round import (
    GoalConditions,
    PlaceBounds,
    can_state_conditions,
    goal_conditions,
    last_round_forecast,
    last_round_places,
)
from rookery.tournaments.views.overview import HomeLine, sorted_home
from rookery.tournaments.views.participants import Participant, participants, players
from rookery.tournaments.views.player_card import CardView, player_card_view
from rookery.tournaments.views.players import CheckInOpening, coming_round, find_opening, is_check_in_open
from rookery.tournaments.views.round import BoardView, PlayerRound, RoundView, player_round
from rookery.tournaments.views.schedule import RoundStart, find_start, round_clock
from rookery.tournaments.views.standings import RankOpened, ValueOpened, rank_view, value_view
from rookery.web.cache import get_round_view, get_standings
from rookery.web.context import IndexEntry
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


MOST_FOUND = 60
"""Maximum number of players that a search shows."""

MOST_WATCHED = 50
"""Maximum number of players on a watch list."""


@record
class SelfCheckInView:
    """The check-in of a player for the coming round while it is open; `here` says that the player is checked in."""

    round: int
    until: str
    by: SelfCheckIn
    here: bool


@record
class LastRoundPage:
    """What must happen in the last round for a player; no `goals` if that cannot be said."""

    who: Participant
    goals: tuple[GoalConditions, ...]


@record
class PlayerPage:
    """The page of a player: the latest round, the start of the next one, the rounds so far and the standing.

    `rank` is that after the round `ranked_after`, `sums` are the calculations of the tie-breaks. `places` are those
    that can be reached in the last round, `opening` is when the clock opens the check-in,
    and `conditions` says that results can be named that decide about them;
    `goals` names them on request. `address` is the address of the page, for the QR code. `watch` identifies the player
    on a watch list.
    """

    card: CardView
    now: PlayerRound | None = None
    coming: RoundStart | None = None
    rank: RankOpened | None = None
    ranked_after: int = 0
    sums: tuple[ValueOpened, ...] = ()
    provisional: bool = False
    places: tuple[PlaceBounds, ...] = ()
    conditions: bool = False
    goals: LastRoundPage | None = None
    check_in: SelfCheckInView | None = None
    opening: CheckInOpening | None = None
    has_calendar: bool = False
    address: str = ""
    watch: str = ""


def build_player_page(visit: RequestContext) -> PlayerPage:
    """Return the page of the player or team of the address."""
    key, state = visit.params["key"], visit.state
    card = replace(player_card_view(state, key), byes=(), barred=False)
    clock, paired = round_clock(state), len(state.tournament.rounds)
    page = PlayerPage(
        card,
        player_round(get_round_view(visit, paired), key, find_start(state, paired)) if paired else None,
        clock.next if clock.next is not None and (clock.next.time or clock.next.day) else None,
        check_in=_self_check_in(visit.working or state, key),
        opening=find_opening(visit.working or state) if key in state.keys.participants else None,
        has_calendar=any(find_start(state, number).moment() for number in state.start_times),
        address=player_url(visit, key),
        watch=f"{visit.slug}/{key}",
    )
    if key not in state.keys.participants or not paired:
        return page
    try:
        ranked = visit.ranked_state
        if not ranked.tournament.rounds:  # no standings are public yet
            return page
        standings = get_standings(visit.site, visit.id, ranked, visit.version)
        rank = rank_view(ranked, key, None, standings)
        indexes = range(1, len(standings.tiebreaks) + 1)
        sums = () if rank.own else tuple(value_view(ranked, key, index, standings=standings) for index in indexes)
        places = _last_round_places(visit, key)
    except RookeryError:  # not ranked, or nothing to rank yet
        return page
    return replace(
        page,
        rank=rank,
        ranked_after=len(ranked.tournament.rounds),
        sums=sums,
        provisional=standings.provisional,
        places=places,
        conditions=bool(places) and can_state_conditions(state),
        goals=build_last_round(visit) if places and visit.query.get("reach") else None,
    )


def _last_round_places(visit: RequestContext, key: str) -> tuple[PlaceBounds, ...]:
    """Return the places that can be reached in the last round, once the standings before it are public."""
    if len(visit.ranked_state.tournament.rounds) < len(visit.state.tournament.rounds) - 1:
        return ()
    return last_round_places(visit.state, key, get_standings(visit.site, visit.id, visit.state, visit.version))


def player_url(visit: RequestContext, key: str) -> str:
    """Return the address of a player's page for others, such as for a QR code."""
    return f"{visit.site.addresses.urls[0]}/p/{visit.slug}/player/{key}"


def _self_check_in(state: State, key: str) -> SelfCheckInView | None:
    """Return the check-in of a participant if it is open; `state` has all rounds, also those not published yet."""
    coming = coming_round(state)
    if coming is None or key not in state.keys.participants or not is_check_in_open(state):
        return None
    check_in = state.permanent.check_in
    return SelfCheckInView(coming, check_in.until, check_in.by, key in check_in.keys)


def build_last_round(visit: RequestContext) -> LastRoundPage:
    """Return what must happen for the player of the address; the results are tried out once for all players."""
    key, state = visit.params["key"], visit.state
    if key not in state.keys.participants:
        raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{key!r}"))
    forecast = visit.cached("last round", lambda: last_round_forecast(state))
    participant = participants(state)[state.number(key)]
    return LastRoundPage(participant, goal_conditions(forecast, state, key) if forecast is not None else ())


# -- find a player -----------------------------------------------------------------------------------------------------


@record
class FoundPlayer:
    """A player or a team of a section, with the path of the page."""

    who: Participant
    section: str
    href: str
    team: str = ""


@record
class FindPage:
    """The players of all sections whose names match the `query`; without a query, all of them if they are few."""

    query: str
    found: tuple[FoundPlayer, ...]
    more: int = 0
    sections: int = 1


def build_find(visit: RequestContext) -> FindPage:
    """Return the players whose names match the query."""
    sections, query = public_sections(visit), visit.query.get("q", "").strip()
    candidates = [player for entry, state in sections for player in section_players(visit, entry, state)]
    words = query_words(query)
    matching = [player for player in candidates if matches_name(words, f"{player.who.name} {player.team}")]
    matching.sort(key=lambda player: (sort_key(player.who.name), player.href))
    return FindPage(query, tuple(matching[:MOST_FOUND]), max(0, len(matching) - MOST_FOUND), len(sections))


def public_sections(visit: RequestContext) -> list[tuple[IndexEntry, State]]:
    """Return the sections of the tournament's event that visitors see, each with its public state."""
    sections = []
    for entry in visit.site.sections_of(visit.slug):
        if visit.site.is_listed(entry) or entry.stream.id == visit.id:
            current = visit.site.desk.current(entry.stream.id, entry.stream.version)
            sections.append((entry, visit.site.displayed_state(entry.stream.id, current, public=True)))
    return sections


def section_players(visit: RequestContext, entry: IndexEntry, state: State) -> Iterator[FoundPlayer]:
    """Yield the players of a section, and its teams in a team event."""
    teams = {number: team.name for team in state.tournament.teams for number in team.players}
    at = visit.link(f"/p/{entry.stream.slug}/player/")
    for number, person in players(state).items():
        yield FoundPlayer(person, entry.name, at + person.key, teams.get(number, ""))
    if state.tournament.team_event:
        for person in participants(state).values():
            yield FoundPlayer(person, entry.name, at + person.key)


def query_words(query: str) -> list[frozenset[str]]:
    """Return the words of a query in plain letters, each in all its forms."""
    return [fold_name(word) for word in re.findall(r"\w+", query)]


def matches_name(words: Sequence[frozenset[str]], name: str) -> bool:
    """Return whether every word of a query begins a word of a name, whatever the order, accents and capitals are.

    >>> matches_name([fold_name("jiri"), fold_name("DVOR")], "Dvořák, Jiří")
    True
    >>> matches_name([fold_name("mueller")], "Müller, Jörg"), matches_name([fold_name("orak")], "Dvořák, Jiří")
    (True, False)
    """
    joined = re.sub("['’-]", "", name)
    parts = {part for written in (name, joined) for spelling in fold_name(written) for part in spelling.split()}
    return all(any(part.startswith(form) for form in forms for part in parts) for forms in words)


# -- the watch list ----------------------------------------------------------------------------------------------------


@record
class WatchedPlayer:
    """A line of a watch list: the player's latest round, points and place."""

    who: Participant
    section: str
    href: str
    watch: str
    now: PlayerRound | None = None
    next: RoundStart | None = None
    rank: int | None = None
    of: int = 0
    is_shared: bool = False


@record
class WatchLines:
    """The watched players, in the order of the list."""

    lines: tuple[WatchedPlayer, ...]
    sections: int = 1


@record
class WatchPage:
    """The page of a watch list, which the browser keeps; the script loads its lines. `live` are the sections."""

    live: tuple[str, ...]


def build_watch(visit: RequestContext) -> WatchPage:
    """Return the page of the watch list."""
    return WatchPage(tuple(entry.stream.slug for entry, _ in public_sections(visit)))


def build_watch_lines(visit: RequestContext) -> WatchLines:
    """Return the players of the query, `section/key` for each; those of other events are left out."""
    sections = {entry.stream.slug: (entry, state) for entry, state in public_sections(visit)}
    lines = list[WatchedPlayer]()
    for name in dict.fromkeys(visit.query.get("who", "").split(",")[:MOST_WATCHED]):
        slug, _, key = name.partition("/")
        if slug in sections:
            lines += _watched_player(visit, *sections[slug], key)
    return WatchLines(tuple(lines), len(sections))


def _watched_player(visit: RequestContext, entry: IndexEntry, state: State, key: str) -> Iterator[WatchedPlayer]:
    """Yield the line of a player, unless there is none with this key."""
    person = next((player.who for player in section_players(visit, entry, state) if player.who.key == key), None)
    if person is None:
        return
    section = replace(visit, stream=entry.stream, state=state, version=entry.stream.version)
    slug, paired = entry.stream.slug, len(state.tournament.rounds)
    line = WatchedPlayer(
        person,
        entry.name,
        visit.link(f"/p/{slug}/player/{key}"),
        f"{slug}/{key}",
        player_round(get_round_view(section, paired), key, find_start(state, paired)) if paired else None,
        round_clock(state).next,
    )
    try:
        ranked = section.ranked_state
        if ranked.tournament.rounds:  # otherwise no standings are public yet
            rank = rank_view(ranked, key, None, get_standings(visit.site, section.id, ranked, section.version))
            is_shared = bool(rank.shares)
            person = replace(person, points=rank.points)
            line = replace(line, who=person, rank=rank.rank, of=rank.of, is_shared=is_shared)
    except RookeryError:  # not ranked, or nothing to rank yet
        pass
    yield line


PAGES = (
    Page("hall", "/p/", "Tournaments", list_public_tournaments, "public_home.html", live=()),
    Page("names", "/p/{slug}/names", "By name", build_names, "public_names.html", "names", asks=("round",)),
    Page(
        "player-page",
        "/p/{slug}/player/{key}",
        "Player",
        build_player_page,
        "public_player.html",
        "players",
        live=("standings", "change"),
        asks=("card", "reach"),
    ),
    Page(
        "last-round",
        "/p/{slug}/player/{key}/last-round",
        "The last round",
        build_last_round,
        "components/last_round.html",
        part=True,
    ),
    Page(
        "find-player",
        "/p/{slug}/players",
        "Find a player",
        build_find,
        "public_find.html",
        "players",
        asks=("q",),
        sections=True,
    ),
    Page("watch", "/p/{slug}/watch", "Watch list", build_watch, "public_watch.html", "watch", live=(), sections=True),
    Page(
        "watch-lines",
        "/p/{slug}/watch/lines",
        "Watch list",
        build_watch_lines,
        "components/watch_lines.html",
        part=True,
        asks=("who",),
        sections=True,
    ),
)
