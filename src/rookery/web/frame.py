"""What stands around every page of a tournament: where one can go, which round it is, what to do next."""

from __future__ import annotations

from typing import Literal

from rookery.desk.views.overview import Overview, overview
from rookery.labels import count, day, format_in_words, span
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import joined, spoken, word


@frozen
class Place:
    """A place in the column at the left: its name, its address, a picture, a note beside it, the key after `g`.

    `number` and `many` stand in the texts of name and note; `stream` is the id of a tournament.
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


@frozen
class RoundLink:
    """A round above the page."""

    number: int
    href: str
    standing: Literal["done", "now", "next"]
    here: bool = False


@frozen
class Surroundings:
    """What is around a page; `pair` is the round to be paired next, and `wait` why it cannot be yet.

    `others` are those who look at the tournament as well, by name.
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
    wait: str = ""
    live: tuple[str, ...] = ()
    teams: bool = False
    open: str = ""


def frame(visit: Visit, page: Page) -> Surroundings:
    """What is around a page."""
    if visit.stream is None:
        return Surroundings(word(page.title), tournaments=_tournaments(visit), name=visit.who)
    seen = overview(visit.state)
    pair, wait = _pair(seen)
    return Surroundings(
        seen.name or visit.slug,
        _head(visit, seen) if visit.public else _sub(visit, seen),
        _tournaments(visit),
        tuple(_places(visit, page, seen)),
        _rounds(visit, page, seen),
        seen.fide,
        seen.left,
        visit.who,
        tuple(one for one in visit.site.hub.names(visit.stream.id) if one != visit.who) if not visit.public else (),
        visit.version,
        pair,
        wait,
        page.live,
        seen.teams,
        _open(seen),
    )


def _open(seen: Overview) -> str:
    """That a round is being played, for those who watch."""
    if seen.stage != "round open":
        return ""
    return spoken("Round %(paired)s is being played, %(ended)s of %(games)s finished", paired=seen.paired,
                  ended=seen.ended, games=seen.games)  # fmt: skip


def _tournaments(visit: Visit) -> tuple[Place, ...]:
    """All of the desk, the one at hand first: the list may be longer than its place."""
    made = []
    for one in visit.site.streams():
        t = visit.site.desk.state(one.id).tournament
        over = t.planned and len(t.rounds) >= t.planned and not t.rounds[-1].pending
        note = spoken("done") if over else spoken("R%(number)s") if t.rounds else spoken("new")
        made.append(
            Place(
                t.event.name or one.slug,
                f"/{'p' if visit.public else 't'}/{one.slug}",
                "board",
                note,
                one.slug == visit.slug,
                number=len(t.rounds),
                stream=one.id,
            )
        )
    return tuple(sorted(made, key=lambda one: not one.here))


def _sub(visit: Visit, seen: Overview) -> str:
    plan, t = scheme(seen.system), visit.state.tournament
    number = visit.number("round", seen.paired)
    dates = t.event.round_dates[number - 1 : number] if number else ()
    parts = (
        _which(number, seen),
        day(dates[0]) if dates and dates[0] else "",
        format_in_words(plan.format, teams=plan.team) if plan.format.name else "",
    )
    return joined(" · ", (part for part in parts if part))


def _which(number: int, seen: Overview) -> str:
    """Which round the page is about, else which one it is, of how many."""
    if not number:
        return count(seen.rounds, "round") if seen.rounds else ""
    if not seen.rounds:
        return spoken("Round %(number)s", number=number)
    return spoken("Round %(number)s of %(all)s", number=number, all=seen.rounds)


def _head(visit: Visit, seen: Overview) -> str:
    """Where, when and how it is played, for those who watch."""
    plan, event = scheme(seen.system), visit.state.tournament.event
    what = format_in_words(plan.format, teams=plan.team) if plan.format.name else ""
    parts = (
        joined(", ", (part for part in (seen.city, span(seen.start, seen.end)) if part)),
        joined(", ", (part for part in (count(seen.rounds, "round") if seen.rounds else "", what) if part)),
        event.time_control,
    )
    return joined(" · ", (part for part in parts if part))


def _places(visit: Visit, page: Page, seen: Overview) -> list[Place]:
    at = visit.at
    if visit.public:
        made = [
            ("round", spoken("Pairings"), at),
            ("names", spoken("By name"), f"{at}/names"),
            ("standings", spoken("Standings"), f"{at}/standings"),
            ("crosstable", spoken("Crosstable"), f"{at}/crosstable"),
        ]
        return [Place(label, href, "", here=page.place == name) for name, label, href in made]
    number = visit.number("round", seen.paired) or 1
    open = spoken("%(many)s open") if seen.open and number == seen.paired else ""
    every = [
        ("overview", spoken("Overview"), at, "home", "", "o"),
        (
            "players",
            spoken("Teams") if seen.teams else spoken("Players"),
            f"{at}/players",
            "people",
            str(seen.participants),
            "p",
        ),
        ("round", spoken("Round %(number)s"), f"{at}/round/{number}", "board", open, "r"),
        ("standings", spoken("Standings"), f"{at}/standings", "list", "", "s"),
        ("crosstable", spoken("Crosstable"), f"{at}/crosstable", "grid", "", "x"),
        ("rules", spoken("Rules"), f"{at}/rules", "scales", "", "u"),
        ("numbers", spoken("Numbers"), f"{at}/numbers", "numbers", "", "n"),
        ("report", spoken("Report"), f"{at}/report", "check", "", "e"),
        ("papers", spoken("Papers"), f"{at}/papers", "print", "", "d"),
        ("log", spoken("Log"), f"{at}/log", "log", f"{visit.version:,}", "l"),
    ]
    return [
        Place(label, href, icon, note, page.place == name, key, number, seen.open)
        for name, label, href, icon, note, key in every
    ]


def _rounds(visit: Visit, page: Page, seen: Overview) -> tuple[RoundLink, ...]:
    last = max(seen.rounds or 0, seen.paired, 1 if seen.rounds is None else 0)
    here = visit.number("round", seen.paired if page.name == "now" else 0)
    made = []
    for number in range(1, last + 1):
        open = number == seen.paired and seen.ended < seen.games
        standing: Literal["done", "now", "next"] = "next" if number > seen.paired else "now" if open else "done"
        made.append(RoundLink(number, f"{visit.at}/round/{number}", standing, number == here))
    return tuple(made)


def _pair(seen: Overview) -> tuple[int | None, str]:
    """Which round is to be paired next, and what it waits for."""
    coming = next((one.round for one in seen.next if one.task == "pair"), None)
    first = seen.next[0] if seen.next else None
    if coming is None or first is None or first.task in ("pair", "decide adjourned"):
        return coming, ""
    return coming, first.text
