"""What is more than one wish, or one that the desk must find: a table of people, a check-in, a lot, an order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rookery.desk.commands.byes import AskBye
from rookery.desk.commands.course import MarkPoint
from rookery.desk.commands.numbers import SetNumbers
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.rules import DrawColour, lot_of_colour
from rookery.desk.commands.teams import EnterTeam, JoinTeam
from rookery.desk.decision import Refused, Unanswered
from rookery.desk.wish import Wish
from rookery.entry_tables.entries import Entrant, entries
from rookery.entry_tables.table import pasted, read_table
from rookery.errors import FormatError, RookeryError
from rookery.model import ByeKind
from rookery.store import Stream
from rookery.web.acts import NO_DOOR
from rookery.web.answers import Refusal, refusal
from rookery.web.doors import door_of
from rookery.web.pages.entries import chosen, newcomers, waiting_sheet
from rookery.web.pages.players import People, people
from rookery.web.served import Endpoint, failed
from rookery.web.site import Site
from rookery.web.uploads import MOST, Sent, TooLong, sent
from rookery.wording import joined, spoken

TOO_LONG = spoken("This is more than %(most)s MB, which is no table of entries.", most=MOST >> 20)
Act = Callable[[Site, Request, Stream, Sent], Response]


def posting(site: Site, act: Act) -> Endpoint:
    """A form for a tournament that is no wish: from a page of this visit, and off the loop."""

    async def answer(request: Request) -> Response:
        try:
            form = await sent(request)
        except TooLong:
            return failed(site, request, Refusal(TOO_LONG, status=413))
        if form.fields.get("door") != door_of(request.scope["rookery.session"]):
            return failed(site, request, Refusal(NO_DOOR, status=403))
        stream = site.stream(request.path_params["slug"])
        if stream is None:
            return failed(site, request, Refusal(spoken("There is no such tournament at this desk."), status=404))
        try:
            return await asyncio.to_thread(act, site, request, stream, form)
        except FormatError as error:
            return failed(site, request, Refusal(error.problems[0].text, instead=spoken("save it as XLSX or CSV")))
        except RookeryError as error:
            return failed(site, request, refusal(error))

    return answer


def tabled(site: Site, request: Request, stream: Stream, form: Sent) -> Response:
    """A table comes, pasted or as a file: it is read, and waits for somebody to look at it."""
    text = form.fields.get("text", "")
    if not form.data and not text.strip():
        raise Refused(spoken("there is no table"), instead=spoken("paste one, or choose a file"))
    sheet = read_table(form.data) if form.data else pasted(text)
    word = site.waiting.keep(door_of(request.scope["rookery.session"]), sheet, len(form.data) or len(text))
    return RedirectResponse(f"/t/{stream.slug}/players/table/{word}", 303)


def entered(site: Site, request: Request, stream: Stream, form: Sent) -> Response:
    """Somebody has looked at the table, and says yes: everybody enters, then their byes are asked for."""
    session, word = request.scope["rookery.session"], request.path_params["word"]
    sheet = waiting_sheet(site.waiting.find(door_of(session), word))
    state = site.desk.state(stream.id)
    columns = chosen(sheet, form.fields)
    new = newcomers(entries(sheet, columns, state.tournament.players))
    if not new:
        raise Refused(spoken("nobody in this table is new"))
    wishes = tuple(_teams(site, stream, new) if state.tournament.team_event else _players(new))
    if len(wishes) > 1 or any(one.byes for one in new):
        site.desk.do(stream.id, MarkPoint("before a table of entries"), actor=session.name)
    for wish in wishes:
        site.desk.do(stream.id, wish, actor=session.name)
    site.waiting.drop(word)
    left = list(_byes(site, stream, new, session.name))
    if left:
        said = spoken("Everybody has entered, but these byes were not given: %(byes)s", byes=joined("; ", left))
        return failed(
            site, request, Refusal(said, instead=spoken("ask for them one by one, on the page of the players"))
        )
    return RedirectResponse(f"/t/{stream.slug}/players", 303)


def _players(new: Sequence[Entrant]) -> Iterator[Wish]:
    yield EnterPlayers(tuple(one.facts for one in new))


def _teams(site: Site, stream: Stream, new: Sequence[Entrant]) -> Iterator[Wish]:
    """Teams in the order in which they are named, their players by board, else as they stand in the table."""
    rosters = dict[str, list[Entrant]]()
    for one in new:
        if not one.team.strip():
            raise Refused(spoken("%(name)s has no team", name=one.facts.name),
                          instead=spoken("say which column has the teams"))  # fmt: skip
        rosters.setdefault(one.team.strip(), []).append(one)
    teams = site.desk.state(stream.id).tournament.teams
    known = {name.casefold(): team.key for team in teams for name in (team.nickname, team.name) if name}
    for name, some in rosters.items():
        some.sort(key=lambda one: one.board or len(new))
        if name.casefold() in known:
            yield from (JoinTeam(known[name.casefold()], one.facts) for one in some)
        else:
            yield EnterTeam(name, tuple(one.facts for one in some))


def _byes(site: Site, stream: Stream, new: Sequence[Entrant], actor: str) -> Iterator[str]:
    """Ask for the byes of the table, and say which were not given, and why."""
    state = site.desk.state(stream.id)
    keys = {} if state.tournament.team_event else {one.name: one.key for one in state.tournament.players}
    for one in new:
        for round, kind in one.byes:
            try:
                site.desk.do(stream.id, AskBye(keys.get(one.facts.name, ""), (round,), kind), actor=actor)
            except (Unanswered, Refused) as error:
                yield spoken("%(name)s, round %(round)s (%(error)s)", name=one.facts.name, round=round, error=error)


def absent(site: Site, request: Request, stream: Stream, form: Sent) -> Response:
    """Who was not ticked is absent in the round to come; byes with points stay as they are."""
    found, there = people(site.desk.state(stream.id)), set(form.every("there"))
    if found.next is None or form.fields.get("round") != str(found.next):
        raise Refused(spoken("this check-in was for another round"), instead=spoken("tick again who is there"))
    wishes = tuple(_changed(found, found.next, there))
    actor = request.scope["rookery.session"].name
    if len(wishes) > 1:
        site.desk.do(stream.id, MarkPoint(f"before the check-in of round {found.next}"), actor=actor)
    for wish in wishes:
        site.desk.do(stream.id, wish, actor=actor)
    return RedirectResponse(f"/t/{stream.slug}/players", 303)


def _changed(found: People, coming: int, there: Collection[str]) -> Iterator[Wish]:
    """Who is absent from now on, and who is there again."""
    for row in found.rows:
        cell = next((one for one in row.cells if one.round == coming), None)
        if not row.can_check or cell is None or row.gone or cell.kind in (ByeKind.HALF, ByeKind.FULL):
            continue
        if (row.who.key in there) == row.absent:
            yield AskBye(row.who.key, (coming,), None if row.absent else ByeKind.ZERO)


# -- lots and numbers --------------------------------------------------------------------------------------------------


def drawn(site: Site, request: Request, stream: Stream, form: Sent) -> Response:
    """The initial colour is drawn by lot, from the seed of the tournament."""
    state = site.desk.state(stream.id)
    colour = state.sticky.colour or lot_of_colour(state)
    site.desk.do(stream.id, DrawColour(colour, "lot"), actor=request.scope["rookery.session"].name)
    return RedirectResponse(f"/t/{stream.slug}", 303)


def ordered(site: Site, request: Request, stream: Stream, form: Sent) -> Response:
    """Everybody is numbered by the places that were written beside them; of equal places the number before decides."""
    numbers = site.desk.state(stream.id).keys.participants
    places = {key: _place(form.fields.get(f"at.{key}", str(number))) for key, number in numbers.items()}
    order = tuple(sorted(numbers, key=lambda key: (places[key], numbers[key])))
    site.desk.do(stream.id, SetNumbers(order), actor=request.scope["rookery.session"].name)
    return RedirectResponse(f"/t/{stream.slug}/numbers", 303)


def _place(text: str) -> Fraction:
    try:
        return Fraction(text.strip().replace(",", "."))
    except (ValueError, ZeroDivisionError):
        raise Refused(spoken("%(text)s is no place: expected a number, such as 3 or 2.5", text=f"{text!r}")) from None
