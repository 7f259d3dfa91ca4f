"""Layout around the pages of a tournament: navigation, round links, and the next step."""

from __future__ import annotations

from typing import Literal

from rookery._record import record
from rookery.formatting import count, describe_format, format_date, format_date_range
from rookery.messages import join_texts, msg, msg_const
from rookery.regulations import parse_type_code
from rookery.tournaments.domain.claims import count_conflicts
from rookery.tournaments.domain.rounds import round_start
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import Overview
from rookery.tournaments.views.schedule import RoundStart, round_clock
from rookery.web.cache import get_overview
from rookery.web.page_spec import Page, RequestContext


@record
class Place:
    """An entry of the side bar: label, address, icon, note, and the key after `g`.

    `number` and `many` are values in the texts of label and note; `stream` is the id of a tournament.
    `conflicts` counts results of players that differ.
    """

    label: str
    href: str
    icon: str
    note: str = ""
    here: bool = False
    key: str = ""
    number: int = 0
    many: int = 0
    stream: str = ""
    conflicts: int = 0


@record
class RoundLink:
    """A link to a round above the page."""

    number: int
    href: str
    standing: Literal["done", "now", "next"]
    here: bool = False


@record
class Surroundings:
    """Everything that the layout shows around a page; `pair` is the round to be paired next.

    It is `ready` if nothing remains to be done before it. Until then it can be paired as well, as on the overview:
    open games then become adjourned after a confirmation. `others` are the names of the other users viewing the
    tournament. `start` is the start that matters now, of the current or the next round.
    """

    title: str
    sub: str = ""
    tournaments: tuple[Place, ...] = ()
    places: tuple[Place, ...] = ()
    rounds: tuple[RoundLink, ...] = ()
    fide: bool = True
    left: int | None = None
    name: str = ""
    others: tuple[str, ...] = ()
    version: int = 0
    pair: int | None = None
    ready: bool = False
    live: tuple[str, ...] = ()
    teams: bool = False
    open: str = ""
    moved: str = ""
    start: RoundStart | None = None


def build_layout(visit: RequestContext, page: Page) -> Surroundings:
    """Return the layout of a page."""
    if visit.of_event:
        return _build_event_layout(visit, page)
    if visit.stream is None:
        return Surroundings(msg_const(page.title), tournaments=_tournament_links(visit), name=visit.who)
    summary = get_overview(visit)
    pair, ready = _next_pairing(summary)
    return Surroundings(
        summary.name or visit.slug,
        _public_subtitle(visit, summary) if visit.public else _arbiter_subtitle(visit, summary),
        _tournament_links(visit),
        tuple(_side_bar_links(visit, page, summary)),
        _round_links(visit, page, summary),
        summary.fide,
        summary.left,
        visit.who,
        tuple(name for name in visit.site.hub.names(visit.stream.id) if name != visit.who) if not visit.public else (),
        visit.version,
        pair,
        ready,
        page.live,
        summary.teams,
        _open_round_note(summary),
        _moved_start_note(visit.state),
        round_clock(visit.working or visit.state).main,
    )


def _build_event_layout(visit: RequestContext, page: Page) -> Surroundings:
    """Return the layout of a page of an event with sections."""
    info, at = visit.state.tournament.info, visit.at
    places = () if visit.public else (
        ("event", msg("Event"), at, "home", "o"),
        *([("check-in", msg("Check-in"), f"{at}/check-in", "check", "c")] if visit.may("checkin.mark") else []),
        *([("screens", msg("Screens"), f"{at}/screens", "screen", "t")] if visit.may("screens") else []),
        *([("members", msg("Members"), f"{at}/members", "people", "m")] if visit.shows_members else []),
        ("log", msg("Log"), f"{at}/log", "log", "l"),
    )  # fmt: skip
    return Surroundings(
        info.name or visit.slug,
        join_texts(", ", (part for part in (info.city, format_date_range(info.start, info.end)) if part)),
        _tournament_links(visit),
        tuple(
            Place(label, href, icon, f"{visit.version:,}" if key == "l" else "", page.place == name, key)
            for name, label, href, icon, key in places
        ),
        name=visit.who,
        version=visit.version,
        live=page.live,
    )


def _open_round_note(summary: Overview) -> str:
    """Return the public note that a round is being played."""
    if summary.stage != "round open":
        return ""
    if not summary.ended:  # nobody may have begun
        return msg("Round %(paired)s is paired, no game has ended yet", paired=summary.paired)
    return msg("Round %(paired)s is being played, %(ended)s of %(games)s finished", paired=summary.paired,
                  ended=summary.ended, games=summary.games)  # fmt: skip


def _moved_start_note(state: State) -> str:
    """Return the public note that the current or the next round starts at another time than announced."""
    start = round_clock(state).main
    if start is None or not start.moved:
        return ""
    facts = {"number": start.round, "time": start.time, "earlier": start.moved}
    if start.day is None or start.moved_day is None:
        return msg("Round %(number)s starts at %(time)s, not at %(earlier)s.", **facts)
    return msg("Round %(number)s starts on %(day)s at %(time)s, not on %(earlier_day)s at %(earlier)s.",
                  day=format_date(start.day), earlier_day=format_date(start.moved_day), **facts)  # fmt: skip


def _tournament_links(visit: RequestContext) -> tuple[Place, ...]:
    """Return the tournaments for the side bar, the current one first; in an event, its sections in order."""
    entries = []
    sections = visit.event.sections if visit.event else ()
    if visit.event is not None and visit.opens_event:
        slug = visit.event.stream.slug
        href = visit.link(f"/p/-/{slug}" if visit.public else f"/e/{slug}")
        entries.append(Place(visit.event.name, href, "home", "", visit.of_event, stream=visit.event.stream.id))
    for entry in sections or visit.tournaments:
        hidden = visit.public and not visit.site.is_listed(entry)
        if (hidden or entry.state.permanent.place != "desk") and entry.stream.slug != visit.slug:
            continue
        shown = entry.public if visit.public else entry
        note = msg("done") if shown.is_over else msg("R%(number)s") if shown.rounds else msg("new")
        slug = entry.stream.slug
        entries.append(
            Place(
                entry.name,
                visit.link(f"/{'p' if visit.public else 't'}/{slug}"),
                "board",
                note,
                slug == visit.slug,
                number=shown.rounds,
                stream=entry.stream.id,
            )
        )
    return tuple(entries if visit.event else sorted(entries, key=lambda place: not place.here))


def _arbiter_subtitle(visit: RequestContext, summary: Overview) -> str:
    plan, number = parse_type_code(summary.system), visit.number("round", summary.paired)
    parts = (
        _round_label(number, summary),
        _start_text(visit, number or 1),
        describe_format(plan.format, teams=plan.team) if plan.format.name else "",
    )
    return join_texts(" · ", (part for part in parts if part))


def _start_text(visit: RequestContext, number: int) -> str:
    """Return the day and the start time of a round."""
    day, time = round_start(visit.state, number)
    return join_texts(", ", (part for part in (format_date(day) if day else "", time) if part))


def _round_label(number: int, summary: Overview) -> str:
    """Return the round of the page, else the number of rounds."""
    if not number:
        return count(summary.rounds, "round") if summary.rounds else ""
    if not summary.rounds:
        return msg("Round %(number)s", number=number)
    return msg("Round %(number)s of %(all)s", number=number, all=summary.rounds)


def _public_subtitle(visit: RequestContext, summary: Overview) -> str:
    """Return place, dates and format for visitors."""
    plan, event = parse_type_code(summary.system), visit.state.tournament.info
    description = describe_format(plan.format, teams=plan.team) if plan.format.name else ""
    parts = (
        join_texts(", ", (part for part in (summary.city, format_date_range(summary.start, summary.end)) if part)),
        join_texts(
            ", ", (part for part in (count(summary.rounds, "round") if summary.rounds else "", description) if part)
        ),
        event.time_control,
        _public_start(visit, visit.number("round") or _current_round(visit.state)),
    )
    return join_texts(" · ", (part for part in parts if part))


def _current_round(state: State) -> int:
    """Return the round being played, or the next one if it has ended."""
    start = round_clock(state).main
    return start.round if start is not None else max(len(state.tournament.rounds), 1)


def _public_start(visit: RequestContext, number: int) -> str:
    """Return when a round starts, if its time is known."""
    if number not in visit.state.start_times:
        return ""
    return msg("Round %(number)s: %(start)s", number=number, start=_start_text(visit, number))


def _side_bar_links(visit: RequestContext, page: Page, summary: Overview) -> list[Place]:
    base_url = visit.at
    if visit.public:
        public_rows = [
            ("round", msg("Pairings"), base_url),
            ("names", msg("By name"), f"{base_url}/names"),
            ("players", msg("Players"), f"{base_url}/players"),
            ("standings", msg("Standings"), f"{base_url}/standings"),
            ("crosstable", msg("Crosstable"), f"{base_url}/crosstable"),
        ]
        return [Place(label, href, "", here=page.place == name) for name, label, href in public_rows]
    number = visit.number("round", summary.paired) or 1
    open_note = msg("%(many)s open") if summary.open and number == summary.paired else ""
    conflicts = count_conflicts(visit.state, summary.paired) if summary.paired else 0
    rows = [
        ("overview", msg("Overview"), base_url, "home", "", "o"),
        (
            "players",
            msg("Teams") if summary.teams else msg("Players"),
            f"{base_url}/players",
            "people",
            str(summary.participants),
            "p",
        ),
        ("round", msg("Round %(number)s"), f"{base_url}/round/{number}", "board", open_note, "r"),
        ("standings", msg("Standings"), f"{base_url}/standings", "list", "", "s"),
        ("crosstable", msg("Crosstable"), f"{base_url}/crosstable", "grid", "", "x"),
        ("rules", msg("Rules"), f"{base_url}/rules", "scales", "", "u"),
        ("numbers", msg("Numbers"), f"{base_url}/numbers", "numbers", "", "n"),
        ("report", msg("Report"), f"{base_url}/report", "check", "", "e"),
        ("papers", msg("Papers"), f"{base_url}/papers", "print", "", "d"),
        ("screens", msg("Screens"), f"{base_url}/screens", "screen", "", "t"),
        ("phones", msg("Phones"), f"{base_url}/phones", "phone", "", "b"),
        ("members", msg("Members"), f"{base_url}/members", "people", "", "m"),
        ("log", msg("Log"), f"{base_url}/log", "log", f"{visit.version:,}", "l"),
    ]
    return [
        Place(
            label,
            href,
            icon,
            note,
            page.place == name,
            key,
            number,
            summary.open,
            conflicts=conflicts if name == "round" else 0,
        )
        for name, label, href, icon, note, key in rows
        if visit.may(PLACE_ACTIONS.get(name, "read")) and (name != "members" or visit.shows_members)
    ]


PLACE_ACTIONS = {"screens": "screens", "phones": "codes", "report": "files", "members": "members"}
"""The actions that pages of the side bar need, where it is not reading."""


def _round_links(visit: RequestContext, page: Page, summary: Overview) -> tuple[RoundLink, ...]:
    last = max(summary.rounds or 0, summary.paired, 1 if summary.rounds is None else 0)
    current = visit.number("round", summary.paired if page.name == "now" else 0)
    links = []
    for number in range(1, last + 1):
        is_open = number == summary.paired and summary.ended < summary.games
        standing: Literal["done", "now", "next"] = "next" if number > summary.paired else "now" if is_open else "done"
        links.append(RoundLink(number, f"{visit.at}/round/{number}", standing, number == current))
    return tuple(links)


def _next_pairing(summary: Overview) -> tuple[int | None, bool]:
    """Return the round to be paired next, and whether pairing is the next step."""
    coming = next((step.round for step in summary.next if step.task == "pair"), None)
    return coming, coming is not None and summary.next[0].task in ("pair", "decide adjourned")
