"""Forms that become several commands: entry tables, check-in and pairing numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rookery.errors import FormatError
from rookery.json_codec import parse_fraction
from rookery.messages import msg
from rookery.model import ByeKind
from rookery.spreadsheets.entries import Entrant
from rookery.spreadsheets.read import read_table, read_text
from rookery.spreadsheets.sheet import FIELDS
from rookery.storage import Stream
from rookery.tournaments.command import Command
from rookery.tournaments.domain.byes import AskBye
from rookery.tournaments.domain.check_in import CloseCheckIn, MarkCheckIn
from rookery.tournaments.domain.numbers import SetNumbers
from rookery.tournaments.domain.players import EnterPlayers, PlayerEntered
from rookery.tournaments.domain.restore_points import MarkPoint
from rookery.tournaments.domain.teams import EnterTeam, JoinTeam
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.web.authority import authority_of
from rookery.web.context import AppContext, app_context
from rookery.web.middleware import csrf_token
from rookery.web.pages.entries import (
    ROWS_PER_PAGE,
    ReadTable,
    TableEntered,
    WaitingTable,
    apply_form,
    describe_skipped_row,
    find_waiting_table,
    read_waiting_table,
)
from rookery.web.pages.players import People, list_people
from rookery.web.rendering import redirect
from rookery.web.responses import ROLE_REFUSAL, Refusal, RequestRefusedError
from rookery.web.uploads import MAX_UPLOAD, MOST_FIELDS, SubmittedForm, read_checked_form
from rookery.web.workers import run_write

TOO_LONG = msg("This is more than %(most)s MB, which is no table of entries.", most=MAX_UPLOAD >> 20)
ROW_FIELDS = (len(FIELDS) + 1) * ROWS_PER_PAGE + MOST_FIELDS
"""Maximum number of fields of one page of table rows, with its columns."""

FormHandler = Callable[[AppContext, Request, Stream, SubmittedForm], Response]


async def handle_form(request: Request, handler: FormHandler, most_fields: int = MOST_FIELDS) -> Response:
    """Check a form for a tournament and run its handler in a worker thread; the endpoint of all these forms."""
    form = await read_checked_form(request, most_fields=most_fields, too_large=TOO_LONG)
    try:
        return await run_write(request.path_params["slug"], _run_handler, app_context(request), request, handler, form)
    except FormatError as error:
        refusal = Refusal(error.problems[0].text, instead=msg("save it as XLSX or CSV"))
        raise RequestRefusedError(refusal) from None


def _run_handler(site: AppContext, request: Request, handler: FormHandler, form: SubmittedForm) -> Response:
    return handler(site, request, site.require_stream(request.path_params["slug"]), form)


def upload_table(site: AppContext, request: Request, stream: Stream, form: SubmittedForm) -> Response:
    """Read a pasted or uploaded table and keep it for the review."""
    text = form.fields.get("text", "")
    if not form.data and not text.strip():
        raise CommandRejectedError(msg("there is no table"), instead=msg("paste one, or choose a file"))
    sheet = read_table(form.data) if form.data else read_text(text)
    table = WaitingTable(sheet, file=form.name) if form.data else WaitingTable(sheet, text)
    word = site.pending_uploads.keep(csrf_token(request.user), table, len(form.data) or len(text))
    return redirect(request, "review", slug=stream.slug, word=word)


def review_table(site: AppContext, request: Request, stream: Stream, form: SubmittedForm) -> Response:
    """Keep what was changed in a table, and enter its players when that was asked for and no row is open."""
    session, word = request.user, request.path_params["word"]
    token, state = csrf_token(session), site.desk.state(stream.id)
    table = find_waiting_table(site.pending_uploads.find(token, word))
    teams, present = state.tournament.team_event, state.tournament.players
    table = apply_form(table, read_waiting_table(table, present, teams), form.fields)
    read = read_waiting_table(table, present, teams)
    site.pending_uploads.change(token, word, table)
    page = form.fields.get("go") or form.fields.get("page") or "1"
    if "go" in form.fields or read.open:
        page = page if page.isdecimal() and len(page) < 6 else "1"
        return redirect(request, "review", f"page={page}", slug=stream.slug, word=word)
    report = _enter_table(site, stream, read, session.name)
    if report.is_complete:
        site.pending_uploads.drop(word)
        return redirect(request, "players", slug=stream.slug)
    site.pending_uploads.change(token, word, report)
    return redirect(request, "entered", slug=stream.slug, word=word)


def _enter_table(site: AppContext, stream: Stream, read: ReadTable, actor: str) -> TableEntered:
    """Enter everybody of a table who is to be entered, then their byes; return what there is to report."""
    new, state = read.entering, site.desk.state(stream.id)
    if not new:
        raise CommandRejectedError(msg("no row of this table is to be entered"), instead=msg("choose who enters"))
    commands = tuple(_team_commands(site, stream, new) if state.tournament.team_event else _player_commands(new))
    if len(commands) > 1 or any(entrant.byes for entrant in new):
        site.desk.do(stream.id, MarkPoint("before a table of entries"), actor=actor)
    events = [event for command in commands for event in site.desk.do(stream.id, command, actor=actor).events]
    keys = [event.key for event in events if isinstance(event, PlayerEntered)]
    if state.tournament.team_event:
        keys = [""] * len(new)  # a bye of a team event belongs to the team
    refused_byes = tuple(_execute_bye_requests(site, stream, new, keys, actor))
    by_line = {entrant.line: (entrant.facts.name, key) for entrant, key in zip(new, keys, strict=True)}
    return TableEntered(
        len(new),
        tuple(
            (problem.description, *by_line[problem.line]) for problem in read.found.problems if problem.line in by_line
        ),
        tuple((doubt.description, *by_line[doubt.line]) for doubt in read.found.doubts if doubt.line in by_line),
        tuple(map(describe_skipped_row, read.skipped)),
        refused_byes,
        tuple(column.title for column in read.columns.unused if column.title),
    )


def _player_commands(new: Sequence[Entrant]) -> Iterator[Command]:
    yield EnterPlayers(tuple(entrant.facts for entrant in new), namesakes=True)


def _team_commands(site: AppContext, stream: Stream, new: Sequence[Entrant]) -> Iterator[Command]:
    """Yield the commands that enter teams in table order, their players by board."""
    rosters = dict[str, list[Entrant]]()
    for entrant in new:
        if not entrant.team.strip():
            raise CommandRejectedError(msg("%(name)s has no team", name=entrant.facts.name),
                          instead=msg("say which column has the teams"))  # fmt: skip
        rosters.setdefault(entrant.team.strip(), []).append(entrant)
    teams = site.desk.state(stream.id).tournament.teams
    keys_by_name = {name.casefold(): team.key for team in teams for name in (team.nickname, team.name) if name}
    for name, entrants in rosters.items():
        entrants.sort(key=lambda entrant: entrant.board or len(new))
        if name.casefold() in keys_by_name:
            yield from (JoinTeam(keys_by_name[name.casefold()], entrant.facts, namesakes=True) for entrant in entrants)
        else:
            yield EnterTeam(name, tuple(entrant.facts for entrant in entrants))


def _execute_bye_requests(
    site: AppContext, stream: Stream, new: Sequence[Entrant], keys: Sequence[str], actor: str
) -> Iterator[str]:
    """Request the byes of the table for the players of these keys; yield those that were refused, with the reason."""
    for entrant, key in zip(new, keys, strict=True):
        for round, kind in entrant.byes:
            try:
                site.desk.do(stream.id, AskBye(key, (round,), kind), actor=actor)
            except (ConfirmationRequiredError, CommandRejectedError) as error:
                name = entrant.facts.name
                yield msg("%(name)s, round %(round)s (%(error)s)", name=name, round=round, error=error)


def save_check_in(site: AppContext, request: Request, stream: Stream, form: SubmittedForm) -> Response:
    """Save the ticks of a check-in, or complete it: participants without a tick are absent in the coming round.

    Byes with points stay as they are. `tick` saves the ticks only: `keep` as they are in the form, `all` or `none`.
    """
    state = site.desk.state(stream.id)
    view = list_people(state)
    if view.next is None or form.fields.get("round") != str(view.next):
        raise CommandRejectedError(
            msg("this check-in was for another round"), instead=msg("tick again the players who are here")
        )
    actor, authority = request.user.name, authority_of(site, request.user, stream.id)
    present, tick = _present_keys(view, form), form.fields.get("tick")
    if not tick and not authority.may("checkin.close"):
        raise RequestRefusedError(ROLE_REFUSAL)
    for command in check_in_commands(view, view.next, present):
        site.desk.do(stream.id, command, actor=actor, authority=authority)
    if tick:
        return redirect(request, "check-in", slug=stream.slug)
    commands = tuple(_absence_commands(view, view.next, present))
    if len(commands) > 1:
        point = MarkPoint(f"before the check-in of round {view.next}")
        site.desk.do(stream.id, point, actor=actor, authority=authority)
    for command in (*commands, CloseCheckIn(view.next)):
        site.desk.do(stream.id, command, actor=actor, authority=authority)
    return redirect(request, "players", slug=stream.slug)


def _present_keys(view: People, form: SubmittedForm) -> set[str]:
    """Return the ticked keys: the stored ticks with the changes of the form, which may be older.

    `shown` are the ticks that the page had; only what differs from them was changed in the form.
    """
    can_tick = {row.who.key for row in view.rows if row.can_check and not row.gone}
    if form.fields.get("tick") == "all":
        return can_tick
    if form.fields.get("tick") == "none":
        return set()
    shown_keys, ticked = set(form.values_of("shown")), set(form.values_of("there"))
    now = {row.who.key for row in view.rows if row.ticked}
    return ((now | (ticked - shown_keys)) - (shown_keys - ticked)) & can_tick


def check_in_commands(view: People, coming: int, present: Collection[str]) -> Iterator[Command]:
    """Yield the commands after which exactly these participants are ticked."""
    newly_ticked = tuple(row.who.key for row in view.rows if row.who.key in present and not row.ticked)
    unticked = tuple(row.who.key for row in view.rows if row.ticked and row.who.key not in present)
    for keys, is_present in ((newly_ticked, True), (unticked, False)):
        if keys:
            yield MarkCheckIn(coming, keys, is_present)


def _absence_commands(view: People, coming: int, present: Collection[str]) -> Iterator[Command]:
    """Yield the commands for participants who become absent or present."""
    for row in view.rows:
        cell = next((candidate for candidate in row.cells if candidate.round == coming), None)
        if not row.can_check or cell is None or row.gone or cell.kind in (ByeKind.HALF, ByeKind.FULL):
            continue
        if (row.who.key in present) == row.absent:
            yield AskBye(row.who.key, (coming,), None if row.absent else ByeKind.ZERO)


# -- numbers -----------------------------------------------------------------------------------------------------------


def set_numbers(site: AppContext, request: Request, stream: Stream, form: SubmittedForm) -> Response:
    """Set the pairing numbers by the places entered for the participants; ties keep their order."""
    numbers = site.desk.state(stream.id).keys.participants
    places = {key: _parse_place(form.fields.get(f"at.{key}", str(number))) for key, number in numbers.items()}
    order = tuple(sorted(numbers, key=lambda key: (places[key], numbers[key])))
    site.desk.do(stream.id, SetNumbers(order), actor=request.user.name)
    return redirect(request, "numbers", slug=stream.slug)


def _parse_place(text: str) -> Fraction:
    try:
        return parse_fraction(text.replace(",", "."))
    except ValueError:
        raise CommandRejectedError(
            msg("%(text)s is no place: expected a number, such as 3 or 2.5", text=f"{text!r}")
        ) from None


ROUTES = (
    Route("/t/{slug}/table", partial(handle_form, handler=upload_table), methods=["POST"], name="upload-table"),
    Route(
        "/t/{slug}/table/{word}",
        partial(handle_form, handler=review_table, most_fields=ROW_FIELDS),
        methods=["POST"],
        name="review-table",
    ),
    Route("/t/{slug}/absent", partial(handle_form, handler=save_check_in), methods=["POST"], name="save-check-in"),
    Route("/t/{slug}/order", partial(handle_form, handler=set_numbers), methods=["POST"], name="set-numbers"),
)
