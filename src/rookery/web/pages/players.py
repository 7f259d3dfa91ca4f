"""Participants: a grid with byes by round, the form and the card of a participant, check-in, pairing numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rookery._record import record, replace
from rookery.charts import Drawing, draw_scores
from rookery.collation import sort_key
from rookery.errors import RookeryError
from rookery.history.late_entries import LAST_CORRECTION
from rookery.history.pairing_numbers import TITLES
from rookery.messages import msg
from rookery.model import ByeKind, FixedSeat, PartialDate
from rookery.regulations import parse_type_code
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import CheckInSchedule, State
from rookery.tournaments.views.participants import Participant, participants
from rookery.tournaments.views.player_card import CardView, player_card_view
from rookery.tournaments.views.players import (
    CheckInView,
    NumbersView,
    PlayerLine,
    PlayersView,
    Presence,
    check_in_view,
    closing_moment,
    numbers_view,
    players_view,
)
from rookery.tournaments.views.schedule import find_start
from rookery.tournaments.views.standings import RankOpened, rank_view
from rookery.tournaments.views.teams import TeamLine, TeamsView, teams_view
from rookery.web.access_codes import format_letters, kiosk_codes, kiosk_url, player_code_url, player_codes
from rookery.web.cache import get_standings
from rookery.web.check_in_clock import local_now
from rookery.web.page_spec import Page, RequestContext

SIGNS = {
    ByeKind.HALF: "½", ByeKind.FULL: "1", ByeKind.ZERO: "0", ByeKind.PAIRING_ALLOCATED: "b", ByeKind.NOT_ENTERED: "–",
}  # fmt: skip
_CHOICES = (None, ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL)
"""Choices for a round: playing, or a bye."""


@record
class ByeCell:
    """A round of a participant: a sign and what it means.

    If it is `open`, `kinds` can be chosen (None: plays); `then` is what pressing its key requests: the first bye, or
    none.
    """

    round: int
    sign: str
    kind: ByeKind | None
    plays: bool
    open: bool
    then: ByeKind | None
    kinds: tuple[ByeKind | None, ...] = ()


@record
class PersonRow:
    """A participant with all rounds: `absent` from the next one, `gone` after withdrawal, or `expelled`.

    `ticked` means present in the check-in of the next round.
    """

    who: Participant
    cells: tuple[ByeCell, ...] = ()
    player: PlayerLine | None = None
    team: TeamLine | None = None
    absent: bool = False
    can_check: bool = False
    gone: int | None = None
    expelled: int | None = None
    ticked: bool = False


@record
class Kiosk:
    """The address of a kiosk, and the letters of its code."""

    address: str
    letters: str


@record
class CheckInWindow:
    """Whether players can check in themselves, until when and how, and the kiosks; `shared` if they reach the desk.

    `schedule` is when the clock opens and closes it; `is_timed` says that the coming round has a start time, `is_today`
    that the check-in opens today.
    """

    view: CheckInView
    schedule: CheckInSchedule = CheckInSchedule()
    is_timed: bool = False
    is_today: bool = False
    closes: str = ""
    kiosks: tuple[Kiosk, ...] = ()
    shared: bool = False
    cards: int = 0


@record
class People:
    """All participants; `next` is the round they can be absent from, `refused` why nobody can enter.

    `window` is the check-in by the players themselves, on its page.
    """

    rows: tuple[PersonRow, ...]
    paired: int
    rounds: int | None
    next: int | None
    refused: str = ""
    sort: str = "number"
    teams: TeamsView | None = None
    absent: int = 0
    window: CheckInWindow | None = None
    titles: tuple[str, ...] = tuple(filter(None, TITLES))


SORTS: dict[str, Callable[[PersonRow], Any]] = {
    "number": lambda row: row.who.number,
    "name": lambda row: (sort_key(row.who.name), row.who.number),
    "rating": lambda row: (-(row.who.rating or 0), row.who.number),
    "federation": lambda row: (row.who.federation, row.who.number),
    "club": lambda row: (sort_key(row.player.club if row.player else ""), row.who.number),
    "points": lambda row: (-(row.who.points or 0), row.who.number),
}


def build_players(visit: RequestContext) -> People:
    """Return the participants in the requested order."""
    return list_people(visit.state, visit.query.get("sort", "number"))


def list_people(state: State, sort: str = "number") -> People:
    """Return all participants."""
    overview, t = players_view(state), state.tournament
    coming = (
        t.next_round if state.closed is None and (overview.rounds is None or t.next_round <= overview.rounds) else None
    )
    rows = _team_rows(state, coming) if overview.teams else _player_rows(state, overview, coming)
    sort = sort if sort in SORTS else "number"
    absent = sum(row.absent and not row.gone for row in rows)
    ticks = check_in_ticks(state, coming)
    rows = [replace(row, ticked=True) if row.who.key in ticks else row for row in rows] if ticks else rows
    return People(
        tuple(sorted(rows, key=SORTS[sort])),
        overview.paired,
        overview.rounds,
        coming,
        overview.refused,
        sort,
        teams_view(state) if overview.teams else None,
        absent,
    )


def _player_rows(state: State, overview: PlayersView, coming: int | None) -> list[PersonRow]:
    rows = []
    for line in overview.lines:
        cells = bye_cells(state, line.rounds, line.barred)
        absent, can = _absence_in_round(cells, coming)
        rows.append(PersonRow(line.who, cells, line, None, absent, can, line.withdrawn, line.expelled))
    return rows


def _team_rows(state: State, coming: int | None) -> list[PersonRow]:
    rows = []
    for line in teams_view(state).lines:
        cells = bye_cells(state, line.rounds, line.barred)
        absent, can = _absence_in_round(cells, coming)
        rows.append(PersonRow(line.who, cells, None, line, absent, can, line.withdrawn, line.expelled))
    return rows


def _absence_in_round(cells: tuple[ByeCell, ...], coming: int | None) -> tuple[bool, bool]:
    """Return whether a participant is absent in the coming round, and whether that can still change."""
    coming_cell = next((cell for cell in cells if cell.round == coming), None)
    return (coming_cell is not None and coming_cell.kind is ByeKind.ZERO), coming_cell is not None and coming_cell.open


def bye_cells(state: State, rounds: tuple[Presence, ...], barred: bool) -> tuple[ByeCell, ...]:
    """Return the cells of a participant, and what pressing each requests."""
    system_format = parse_type_code(state.tournament.system).format
    pointless = system_format.predetermined or system_format.fixed_length
    kinds = tuple(
        kind
        for kind in _CHOICES
        if kind in (None, ByeKind.ZERO) or not (pointless or (barred and kind is ByeKind.HALF))
    )
    return tuple(
        ByeCell(number, "" if cell.bye is None else SIGNS[cell.bye], cell.bye, cell.plays, cell.open,
                kinds[1] if cell.bye is None else None, kinds)
        for number, cell in enumerate(rounds, 1)
    )  # fmt: skip


# -- one of them -------------------------------------------------------------------------------------------------------


@record
class Person:
    """One player or team with everything that can be corrected; `numbers` says whether numbers follow ratings.

    `seat` is the board or the colour that is fixed from the next round on, or from a later one.
    """

    row: PersonRow
    paired: int
    next: int | None
    titles: tuple[str, ...] = tuple(filter(None, TITLES))
    numbers: str = ""
    seat: FixedSeat | None = None
    fide: bool = True


def build_person(visit: RequestContext) -> Person:
    """Return the player or team of the address."""
    key, state = visit.params["key"], visit.state
    everyone = list_people(state)
    row = next((row for row in everyone.rows if row.who.key == key), None)
    if row is None:  # a player of a team
        line = next((line for line in players_view(state).lines if line.who.key == key), None)
        if line is None:
            raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{key!r}"))
        row = PersonRow(line.who, player=line)
    seats = [seat for seat in state.tournament.fixed_seats if row.cells and seat.player == state.number(key)]
    seat = max(seats, key=lambda fixed_seat: fixed_seat.first_round, default=None)
    active_seat = seat if seat is not None and (seat.board is not None or seat.colour is not None) else None
    return Person(row, everyone.paired, everyone.next, numbers=_numbers_note(state), seat=active_seat, fide=state.fide)


def _numbers_note(state: State) -> str:
    """Return what a corrected rating does to the numbers, or an empty string if they do not depend on ratings."""
    t = state.tournament
    if t.team_event or t.by_rank:
        return ""
    if len(t.rounds) >= LAST_CORRECTION:
        return msg("Pairing numbers no longer change: round %(round)s has been paired.", round=LAST_CORRECTION)
    return msg("Pairing numbers follow the rating until round %(round)s is paired.", round=LAST_CORRECTION)


def check_in_ticks(state: State, coming: int | None) -> frozenset[str]:
    """Return the keys ticked as present for the coming round."""
    check_in = state.permanent.check_in
    return check_in.keys if coming is not None and check_in.round == coming else frozenset()


# -- who is there ------------------------------------------------------------------------------------------------------


def build_check_in(visit: RequestContext) -> People:
    """Return the participants by name, for the check-in, and whether players can check in themselves."""
    people = list_people(visit.state, visit.query.get("sort", "name"))
    if people.next is None:
        return people
    now = local_now()
    closing = closing_moment(visit.state.permanent.check_in, now)
    view = check_in_view(visit.state, now)
    window = CheckInWindow(
        view,
        visit.state.check_in_schedule,
        bool(find_start(visit.state, people.next).time),
        view.opening is not None and view.opening.day in (None, PartialDate.from_date(now.date())),
        closing.isoformat() if closing is not None and closing.date() != now.date() else "",
        tuple(Kiosk(kiosk_url(visit.site, code), format_letters(code)) for code in kiosk_codes(visit.site, visit.id)),
        visit.site.shared,
        len(player_codes(visit.site, visit.id)),
    )
    return replace(people, window=window)


@record
class PlayerCodeCard:
    """The card of a player with the personal code: its address and its letters."""

    person: Participant
    address: str
    letters: str


@record
class CardsPage:
    """The cards of all players who have a code, by name."""

    cards: tuple[PlayerCodeCard, ...]


def build_cards(visit: RequestContext) -> CardsPage:
    """Return the cards of the players who have a code."""
    codes = player_codes(visit.site, visit.id)
    people = sorted(participants(visit.state).values(), key=lambda person: (sort_key(person.name), person.number))
    return CardsPage(
        tuple(
            PlayerCodeCard(person, player_code_url(visit.site, codes[person.key]), format_letters(codes[person.key]))
            for person in people
            if person.key in codes
        )
    )


# -- the card of one of them ------------------------------------------------------------------------------------------


@record
class CardPage:
    """A card with the rank, if any, and the scores by round as a picture."""

    card: CardView
    rank: RankOpened | None = None
    picture: Drawing | None = None


def build_card(visit: RequestContext) -> CardPage:
    """Return the card of the key in the address."""
    key, state = visit.params["key"], visit.state
    player_card = player_card_view(state, key)
    if key not in state.keys.participants or not state.tournament.rounds:
        return CardPage(player_card)
    try:
        ranked = visit.ranked_state
        rank = rank_view(ranked, key, None, get_standings(visit.site, visit.id, ranked, visit.version))
    except RookeryError:  # not ranked, or nothing to rank yet
        rank = None
    try:
        picture = draw_scores(state.tournament, (player_card.who.number,), say=visit.say)
    except RookeryError:  # no round is complete yet
        picture = None
    return CardPage(player_card, rank, picture)


# -- pairing numbers --------------------------------------------------------------------------------------------------


@record
class NumbersPage:
    """The numbers; `wrong` is how many a renumbering would change, `lots` whether they are drawn by lot."""

    numbers: NumbersView
    paired: int
    wrong: int
    lots: bool
    teams: bool
    closed: int | None
    fide: bool


def build_numbers(visit: RequestContext) -> NumbersPage:
    """Return the participants in order of their numbers."""
    state, t = visit.state, visit.state.tournament
    numbers = numbers_view(state)
    wrong = sum(line.who.number != line.due for line in numbers.lines)
    lots = parse_type_code(t.system).format.predetermined
    return NumbersPage(numbers, len(t.rounds), wrong, lots, t.team_event, state.closed, state.fide)


PAGES = (
    Page("players", "/t/{slug}/players", "Players", build_players, "players.html", "players", asks=("sort",)),
    Page(
        "check-in",
        "/t/{slug}/players/check-in",
        "Check-in",
        build_check_in,
        "checkin.html",
        "players",
        live=("change", "check-in"),
        asks=("sort",),
    ),
    Page("cards", "/t/{slug}/players/cards", "Cards with codes", build_cards, "cards.html", "players", live=()),
    Page("person", "/t/{slug}/players/{key}", "Player", build_person, "edit_participant.html", "players"),
    Page(
        "player",
        "/t/{slug}/player/{key}",
        "Player",
        build_card,
        "player_card.html",
        "players",
        live=("standings", "change"),
    ),
    Page("numbers", "/t/{slug}/numbers", "Numbers", build_numbers, "numbers.html", "numbers"),
)
