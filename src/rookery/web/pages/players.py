"""The people: a grid with byes by round, each to be put right by itself, and who is there when a round comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rookery.desk.decision import Refused
from rookery.desk.state import State
from rookery.desk.views.players import PlayerLine, PlayersView, players_view
from rookery.desk.views.presence import Presence
from rookery.desk.views.teams import TeamLine, TeamsView, teams_view
from rookery.desk.views.who import Who
from rookery.entries import LAST_CORRECTION
from rookery.model import ByeKind
from rookery.order import TITLES
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import spoken

SIGNS = {
    ByeKind.HALF: "½", ByeKind.FULL: "1", ByeKind.ZERO: "0", ByeKind.PAIRING_ALLOCATED: "b", ByeKind.NOT_ENTERED: "–",
}  # fmt: skip
_ORDER = (None, ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL)
"""What a cell has next, when somebody presses it again and again."""


@frozen
class ByeCell:
    """A round of somebody: a sign, what it means, and where it is `open` what pressing it asks for."""

    round: int
    sign: str
    kind: ByeKind | None
    plays: bool
    open: bool
    then: ByeKind | None


@frozen
class PersonRow:
    """Somebody who is paired, with all rounds; `absent` from the next one, `gone` from it on, or expected."""

    who: Who
    cells: tuple[ByeCell, ...] = ()
    player: PlayerLine | None = None
    team: TeamLine | None = None
    absent: bool = False
    can_check: bool = False
    gone: int | None = None
    expelled: int | None = None


@frozen
class People:
    """Everybody who is paired; `next` is the round that one can be absent from, `refused` why nobody can enter."""

    rows: tuple[PersonRow, ...]
    paired: int
    rounds: int | None
    next: int | None
    refused: str = ""
    sort: str = "number"
    teams: TeamsView | None = None
    absent: int = 0
    titles: tuple[str, ...] = tuple(filter(None, TITLES))


SORTS: dict[str, Callable[[PersonRow], Any]] = {
    "number": lambda row: row.who.number,
    "name": lambda row: row.who.name.casefold(),
    "rating": lambda row: (-(row.who.rating or 0), row.who.number),
    "federation": lambda row: (row.who.federation, row.who.number),
    "club": lambda row: (row.player.club.casefold() if row.player else "", row.who.number),
    "points": lambda row: (-(row.who.points or 0), row.who.number),
}


def view(visit: Visit) -> People:
    """Everybody, in the order that was asked for."""
    return people(visit.state, visit.query.get("sort", "number"))


def people(state: State, sort: str = "number") -> People:
    """Everybody who is paired."""
    found, t = players_view(state), state.tournament
    coming = t.next_round if state.closed is None and (found.rounds is None or t.next_round <= found.rounds) else None
    rows = _teams(state, coming) if found.teams else _players(state, found, coming)
    sort = sort if sort in SORTS else "number"
    absent = sum(row.absent and not row.gone for row in rows)
    return People(tuple(sorted(rows, key=SORTS[sort])), found.paired, found.rounds, coming, found.refused, sort,
                  teams_view(state) if found.teams else None, absent)  # fmt: skip


def _players(state: State, found: PlayersView, coming: int | None) -> list[PersonRow]:
    made = []
    for line in found.lines:
        cells = byes(state, line.rounds, line.barred)
        absent, can = _presence(cells, coming)
        made.append(PersonRow(line.who, cells, line, None, absent, can, line.withdrawn, line.expelled))
    return made


def _teams(state: State, coming: int | None) -> list[PersonRow]:
    made = []
    for line in teams_view(state).lines:
        cells = byes(state, line.rounds, line.barred)
        absent, can = _presence(cells, coming)
        made.append(PersonRow(line.who, cells, None, line, absent, can, line.withdrawn, line.expelled))
    return made


def _presence(cells: tuple[ByeCell, ...], coming: int | None) -> tuple[bool, bool]:
    """Whether somebody is absent in the round to come, and whether that can still change."""
    here = next((cell for cell in cells if cell.round == coming), None)
    return (here is not None and here.kind is ByeKind.ZERO), here is not None and here.open


def byes(state: State, rounds: tuple[Presence, ...], barred: bool) -> tuple[ByeCell, ...]:
    """The cells of somebody, and what pressing each asks for."""
    format = scheme(state.tournament.system).format
    pointless = format.predetermined or format.fixed_length
    order = [
        one for one in _ORDER if one in (None, ByeKind.ZERO) or not (pointless or (barred and one is ByeKind.HALF))
    ]

    def then(kind: ByeKind | None) -> ByeKind | None:
        return order[(order.index(kind) + 1) % len(order)] if kind in order else None

    return tuple(
        ByeCell(number, "" if cell.bye is None else SIGNS[cell.bye], cell.bye, cell.plays, cell.open, then(cell.bye))
        for number, cell in enumerate(rounds, 1)
    )


# -- one of them -------------------------------------------------------------------------------------------------------


@frozen
class Person:
    """One player, or one team, with everything that can be put right; `numbers` says whether they follow a rating."""

    row: PersonRow
    paired: int
    next: int | None
    titles: tuple[str, ...] = tuple(filter(None, TITLES))
    numbers: str = ""


def person(visit: Visit) -> Person:
    """The player or the team of the address."""
    key, state = visit.params["key"], visit.state
    found = people(state)
    row = next((one for one in found.rows if one.who.key == key), None)
    if row is None:  # a player of a team
        line = next((one for one in players_view(state).lines if one.who.key == key), None)
        if line is None:
            raise Refused(spoken("nobody here has the key %(key)s", key=f"{key!r}"))
        row = PersonRow(line.who, player=line)
    return Person(row, found.paired, found.next, numbers=_numbers(state))


def _numbers(state: State) -> str:
    """What a corrected rating does to the numbers; nothing where they do not come from ratings of players."""
    t = state.tournament
    if t.team_event or t.by_rank:
        return ""
    if len(t.rounds) >= LAST_CORRECTION:
        return spoken("Numbers stay as they are: round %(round)s has been paired.", round=LAST_CORRECTION)
    return spoken("Numbers follow it until round %(round)s is paired.", round=LAST_CORRECTION)


# -- who is there ------------------------------------------------------------------------------------------------------


def expected(visit: Visit) -> People:
    """Everybody by name, to be ticked when they come."""
    return people(visit.state, visit.query.get("sort", "name"))


PAGES = (
    Page("players", "/t/{slug}/players", "Players", view, "players.html", "players", asks=("sort",)),
    Page(
        "check-in",
        "/t/{slug}/players/check-in",
        "Check-in",
        expected,
        "checkin.html",
        "players",
        live=(),
        asks=("sort",),
    ),
    Page("person", "/t/{slug}/players/{key}", "Person", person, "person.html", "players"),
)
