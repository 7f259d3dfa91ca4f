"""Creating tournaments: from a form, from a file, or as a copy."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rookery._record import replace
from rookery.errors import RookeryError, UnsupportedError
from rookery.messages import msg
from rookery.model import Tournament, TournamentInfo
from rookery.model.limits import whole
from rookery.regulations import FORMATS, code_of
from rookery.regulations.formats import KEIZER, EntrantKind
from rookery.storage import Stream
from rookery.tournaments.command import Command
from rookery.tournaments.domain.import_export import ImportTournament
from rookery.tournaments.domain.lifecycle import OpenTournament, SetHead
from rookery.tournaments.domain.rules import LeaveMode, SetRules, colours_of_boards
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.importing import free_slug, record_in_memory
from rookery.tournaments.rules import Choices, TournamentRules
from rookery.tournaments.serialization import to_json_data
from rookery.tournaments.service import TournamentService, create_service, new_id
from rookery.tournaments.settings import with_keizer_settings
from rookery.tournaments.store import MemoryStore
from rookery.web.context import AppContext
from rookery.web.import_preview import ImportPreview, commit_import, preview_import
from rookery.web.middleware import csrf_token
from rookery.web.rendering import Endpoint, build_context, error_page, error_response_page, render_page
from rookery.web.responses import Refusal, next_question, refusal_for
from rookery.web.routes.commands import ASKED, NO_SUCH_TOURNAMENT, WRONG_CSRF_TOKEN
from rookery.web.uploads import MAX_UPLOAD, SubmittedForm, UploadTooLargeError, read_form

TOO_LONG = msg("This file has more than %(most)s MB, which is too large for a tournament.", most=MAX_UPLOAD >> 20)


def create_tournament(site: AppContext) -> Endpoint:
    """Return the endpoint that creates a tournament from the form of the home page."""

    async def answer(request: Request) -> Response:
        form = await _read_checked_form(site, request)
        if isinstance(form, Response):
            return form
        return await asyncio.to_thread(_create_from_form, site, request, form)

    return answer


def _create_from_form(site: AppContext, request: Request, form: SubmittedForm) -> Response:
    yes = form.every("yes")
    try:
        slug = create_from_fields(site, form.fields, request.scope["rookery.session"].name, yes)
        return RedirectResponse(f"/t/{slug}", 303)
    except ConfirmationRequiredError as pending:
        question = next_question(pending, yes)
        variables: dict[str, Any] = {"pairs": form.pairs, "then": "/", "given": yes, "action": "/begin"}
        html = render_page(build_context(site, request), ASKED, view=question, **variables)
        return HTMLResponse(html, 409)
    except RookeryError as error:
        return error_page(site, request, refusal_for(error))


def create_from_fields(site: AppContext, fields: Mapping[str, str], actor: str, yes: tuple[str, ...] = ()) -> str:
    """Create a tournament from form fields and return its slug; raise ConfirmationRequiredError if a warning is
    unanswered.
    """
    name = fields.get("name", "").strip()
    if not name:
        raise CommandRejectedError(msg("a tournament needs a name"))
    kind, _, entrants = fields.get("kind", "").partition(":")
    if kind not in FORMATS:
        raise CommandRejectedError(msg("there is no format %(kind)s", kind=f"{kind!r}"))
    teams = FORMATS[kind].entrants is EntrantKind.TEAMS or (
        entrants == "teams" and FORMATS[kind].entrants is EntrantKind.EITHER
    )
    head = _event_details(fields)
    colours = _board_colours(fields) if teams and not FORMATS[kind].sides else ""
    code = _type_code(kind, teams, head)
    if FORMATS[kind] is KEIZER:
        names = (name for name in fields if name.startswith("keizer."))
        code = with_keizer_settings(code, {name.removeprefix("keizer."): fields[name] for name in names})
    rules = TournamentRules(system=code, rounds=_parse_rounds(fields), board_colours=colours)
    command = OpenTournament(name, rules, teams)

    def create(store: MemoryStore, stream: Stream) -> None:
        desk = create_service(store)
        try:
            desk.do(stream.id, command, actor=actor, acknowledged=yes)
        except ConfirmationRequiredError as pending:
            if {warning.code for warning in pending.warnings} != {"leave-mode"}:
                raise
            # The form says beside such a kind that FIDE has no rules for it: choosing it is the answer.
            desk.do(stream.id, command, actor=actor, acknowledged=pending.tokens)
        desk.do(stream.id, SetHead(head), actor=actor)

    slugs = {existing.slug for existing in site.store.streams()}
    created, records = record_in_memory(free_slug(name, slugs), create)
    site.store.adopt(created, records)
    return created.slug


def _type_code(kind: str, teams: bool, head: Mapping[str, str]) -> str:
    """Return the type code of a kind, by the edition in force on the first day, else the newest."""
    try:
        return code_of(kind, teams=teams, on=date.fromisoformat(head["start"]) if "start" in head else None)
    except (UnsupportedError, ValueError):  # what is no day is refused with the head
        return code_of(kind, teams=teams)


def _parse_rounds(fields: Mapping[str, str]) -> int | None:
    text = fields.get("rounds", "").strip()
    if text and not (0 < (whole(text) or 0) < 1000):
        raise CommandRejectedError(msg("%(text)s rounds: expected a number", text=f"{text!r}"))
    return int(text) if text else None


def _board_colours(fields: Mapping[str, str]) -> str:
    """Return the colours of the boards of a match; an empty string if their number is not given."""
    text = fields.get("boards", "").strip()
    if text and not text.isdecimal():
        raise CommandRejectedError(msg("%(text)s boards per match: expected a number", text=f"{text!r}"))
    return colours_of_boards(int(text)) if text else ""


def _event_details(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the event details that were given."""
    names = ("city", "federation", "start", "end", "chief_arbiter", "time_control")
    return {name: text for name in names if (text := fields.get(name, "").strip())}


# -- from a file -------------------------------------------------------------------------------------------------------


def upload_tournament(site: AppContext) -> Endpoint:
    """Return the endpoint that reads a tournament file and keeps it for a preview."""

    async def answer(request: Request) -> Response:
        form = await _read_checked_form(site, request)
        if isinstance(form, Response):
            return form
        token = csrf_token(request.scope["rookery.session"])
        preview = await asyncio.to_thread(preview_import, site, form.name, form.data)
        return RedirectResponse(f"/take/{site.pending_uploads.keep(token, preview, len(form.data))}", 303)

    return answer


def import_tournament(site: AppContext) -> Endpoint:
    """Return the endpoint that imports a previewed file."""

    async def answer(request: Request) -> Response:
        form = await _read_checked_form(site, request)
        if isinstance(form, Response):
            return form
        return await asyncio.to_thread(_import_pending, site, request, form)

    return answer


def _import_pending(site: AppContext, request: Request, form: SubmittedForm) -> Response:
    session, word = request.scope["rookery.session"], request.path_params["word"]
    preview = site.pending_uploads.find(csrf_token(session), word)
    if not isinstance(preview, ImportPreview) or preview.errors:
        return error_page(
            site,
            request,
            Refusal(msg("This file is no longer waiting to be imported."), instead=msg("choose it again"), status=404),
        )
    yes = form.every("yes")
    try:
        slug = commit_import(site, preview, form.fields.get("slug", ""), session.name, yes)
    except ConfirmationRequiredError:
        return RedirectResponse(f"/take/{word}", 303)
    except RookeryError as error:
        return error_page(site, request, refusal_for(error))
    site.pending_uploads.drop(word)
    return RedirectResponse(f"/t/{slug}", 303)


# -- a copy ------------------------------------------------------------------------------------------------------------


def copy_tournament(site: AppContext) -> Endpoint:
    """Return the endpoint that copies a tournament: its rules, also its entries, or everything."""

    async def answer(request: Request) -> Response:
        form = await _read_checked_form(site, request)
        if isinstance(form, Response):
            return form
        return await asyncio.to_thread(_copy_from_form, site, request, form)

    return answer


def _copy_from_form(site: AppContext, request: Request, form: SubmittedForm) -> Response:
    stream = site.stream(request.path_params["slug"])
    if stream is None:
        return error_page(site, request, Refusal(NO_SUCH_TOURNAMENT, status=404))
    try:
        actor = request.scope["rookery.session"].name
        return RedirectResponse(f"/t/{copy_from_fields(site, stream, form.fields, actor)}", 303)
    except RookeryError as error:
        return error_page(site, request, refusal_for(error))


def copy_from_fields(site: AppContext, stream: Stream, fields: Mapping[str, str], actor: str) -> str:
    """Copy a tournament and return the slug of the copy."""
    name, extent = fields.get("name", "").strip(), fields.get("what", "entries")
    if not name:
        raise CommandRejectedError(msg("a tournament needs a name"))
    state, slug = site.desk.state(stream.id), free_slug(name, {existing.slug for existing in site.store.streams()})
    if extent == "everything":
        copied = Stream(new_id(), stream.kind, slug)
        records = tuple(replace(record, stream=copied.id) for record in site.store.read(stream.id))
        site.store.adopt(copied, records)
        site.desk.do(copied.id, SetHead({"name": name}), actor=actor)
        return slug

    def create(store: MemoryStore, target: Stream) -> None:
        desk = create_service(store)
        event = replace(state.tournament.info, name=name, start=None, end=None, round_dates=())
        blank = unplayed_copy(state.tournament, event, entries=extent == "entries")
        _execute_confirmed(desk, target, ImportTournament(blank, dialect="copy", lots=new_id()), actor)
        if not state.fide and desk.state(target.id).fide:
            _execute_confirmed(desk, target, LeaveMode(msg("as the tournament that was copied")), actor)
        _execute_confirmed(desk, target, SetRules({"choices": to_json_data(state.choices)}), actor)

    copied, copied_records = record_in_memory(slug, create)
    site.store.adopt(copied, copied_records)
    return copied.slug


def _execute_confirmed(desk: TournamentService, stream: Stream, command: Command, actor: str) -> None:
    """Execute a command and confirm its warnings, which were answered for the original tournament."""
    try:
        desk.do(stream.id, command, actor=actor)
    except ConfirmationRequiredError as pending:
        desk.do(stream.id, command, actor=actor, acknowledged=pending.tokens)


def unplayed_copy(t: Tournament, event: TournamentInfo, *, entries: bool) -> Tournament:
    """Return a tournament with the rules of another, with or without its entries, before round 1."""
    result = Tournament(info=event, team_event=t.team_event, **TournamentRules.of(t, Choices()).as_given())
    if not entries:
        return result
    players = tuple(replace(player, points=None, rank=None) for player in t.players)
    teams = tuple(replace(team, match_points=None, game_points=None, rank=None) for team in t.teams)
    return replace(result, players=players, teams=teams)


async def _read_checked_form(site: AppContext, request: Request) -> SubmittedForm | Response:
    """Return the submitted form, or an error page if it is too large or its CSRF token is wrong."""
    try:
        form = await read_form(request)
    except UploadTooLargeError:
        return await error_response_page(site, request, Refusal(TOO_LONG, status=413))
    if form.fields.get("csrf_token") != csrf_token(request.scope["rookery.session"]):
        return await error_response_page(site, request, Refusal(WRONG_CSRF_TOKEN, status=403))
    return form
