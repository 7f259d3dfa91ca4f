"""For the hall alone: every tournament that is shown there, and who sits where, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery.desk.views.home import HomeView, home_view
from rookery.desk.views.round import BoardView, RoundView, round_view
from rookery.desk.views.who import Who, participants
from rookery.model import ByeKind, Colour, Result
from rookery.values import frozen, replace
from rookery.web.page import Page
from rookery.web.visit import Visit


def tournaments(visit: Visit) -> HomeView:
    """Every tournament that has begun; what its arbiters are to do next is theirs."""
    site = visit.site
    found = home_view((one.slug, site.desk.state(one.id)) for one in site.streams())
    return replace(found, lines=tuple(replace(one, next=None) for one in found.lines))


@frozen
class NameLine:
    """Somebody in the list by name: the board, the colour, against whom, how it ended; or the bye, or neither."""

    who: Who
    board: str = ""
    colour: Colour | None = None
    opponent: Who | None = None
    result: Result | None = None
    bye: ByeKind | None = None
    side: Who | None = None


@frozen
class Names:
    """A round by name; in an event of teams the `side` of a line is the team."""

    round: int
    lines: tuple[NameLine, ...]
    rounds: tuple[int, ...] = ()


def names(visit: Visit) -> Names:
    """The round that was asked for, or the one that is being played, by name."""
    paired = len(visit.state.tournament.rounds)
    asked = visit.number("round", paired)
    number = asked if 0 < asked <= paired else max(paired, 1)
    found = _lines(round_view(visit.state, number), _sides(visit)) if paired else ()
    return Names(number, tuple(sorted(found, key=lambda one: (one.who.name.casefold(), one.who.number))),
                 tuple(range(1, paired + 1)))  # fmt: skip


def _sides(visit: Visit) -> dict[int, Who]:
    """The team of everybody by their number, in an event of teams."""
    who, t = participants(visit.state), visit.state.tournament
    return {number: who[team.id] for team in t.teams for number in team.players} if t.team_event else {}


def _lines(seen: RoundView, sides: Mapping[int, Who]) -> Iterator[NameLine]:
    for board in seen.boards:
        yield from _both(board, str(board.number), sides)
    for match in seen.matches:
        for one in match.boards:
            yield from _both(one, f"{match.number}.{one.number}", sides)
        yield from (NameLine(one.who, bye=one.kind, side=sides.get(one.who.number)) for one in match.alone)
    yield from (NameLine(one.who, bye=one.kind) for one in seen.byes)
    yield from (NameLine(one) for one in (*seen.free, *seen.unplaced))


def _both(board: BoardView, label: str, sides: Mapping[int, Who]) -> Iterator[NameLine]:
    white, black = board.white, board.black
    yield NameLine(white, label, Colour.WHITE, black, board.result, side=sides.get(white.number))
    yield NameLine(black, label, Colour.BLACK, white, board.result, side=sides.get(black.number))


PAGES = (
    Page("hall", "/p/", "Tournaments", tournaments, "public_home.html", live=()),
    Page("names", "/p/{slug}/names", "By name", names, "public_names.html", "names", asks=("round",)),
)
