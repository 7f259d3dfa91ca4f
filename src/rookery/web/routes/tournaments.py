"""Creating tournaments: from a form, from a file, or as a copy."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rookery._record import fields as record_fields
from rookery._record import replace
from rookery.errors import UnsupportedError
from rookery.json_codec import to_json_data
from rookery.messages import msg
from rookery.model import Tournament, TournamentInfo
from rookery.model.validation import whole
from rookery.regulations import FORMATS, code_of
from rookery.regulations.formats import KEIZER, EntrantKind
from rookery.storage import Stream
from rookery.storage.sessions import Session
from rookery.tournaments.command import Command
from rookery.tournaments.domain.import_export import ImportTournament
from rookery.tournaments.domain.lifecycle import OpenTournament, SetHead
from rookery.tournaments.domain.publication import SetPublication
from rookery.tournaments.domain.rules import LeaveMode, SetRules, colours_of_boards
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.importing import record_in_memory, unused_slug
from rookery.tournaments.redaction import ERASURES
from rookery.tournaments.rules import Choices, TournamentRules
from rookery.tournaments.service import TournamentService, create_service, new_id
from rookery.tournaments.settings import with_keizer_settings
from rookery.tournaments.state import Publication
from rookery.tournaments.store import MemoryStore
from rookery.web.authority import authority_of, keep_roles
from rookery.web.context import AppContext, app_context
from rookery.web.import_preview import ImportPreview, commit_import, preview_import
from rookery.web.middleware import csrf_token
from rookery.web.rendering import build_context, redirect, render_page
from rookery.web.responses import ROLE_REFUSAL, Refusal, RequestRefusedError, next_question
from rookery.web.routes.commands import ASKED
from rookery.web.uploads import MAX_UPLOAD, SubmittedForm, read_checked_form

TOO_LONG = msg("This file has more than %(most)s MB, which is too large for a tournament.", most=MAX_UPLOAD >> 20)


async def create_tournament(request: Request) -> Response:
    """Create a tournament from the form of the home page."""
    form = await read_checked_form(request, too_large=TOO_LONG)
    return await asyncio.to_thread(_create_from_form, app_context(request), request, form)


def _create_from_form(site: AppContext, request: Request, form: SubmittedForm) -> Response:
    yes = form.values_of("yes")
    try:
        return redirect(request, "overview", slug=create_from_fields(site, form.fields, request.user.name, yes))
    except ConfirmationRequiredError as pending:
        question = next_question(pending, yes)
        variables: dict[str, Any] = {
            "pairs": form.pairs,
            "then": site.link("/"),
            "confirmed": yes,
            "action": site.link("/begin"),
        }
        html = render_page(build_context(site, request), ASKED, view=question, **variables)
        return HTMLResponse(html, 409)


def create_from_fields(site: AppContext, fields: Mapping[str, str], actor: str, yes: tuple[str, ...] = ()) -> str:
    """Create a tournament from form fields and return its slug.

    Raises:
        ConfirmationRequiredError: A warning is not confirmed.
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
    head = _parse_event_details(fields)
    colours = _board_colours(fields) if teams and not FORMATS[kind].sides else ""
    code = _resolve_type_code(kind, teams, head)
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
    created, records = record_in_memory(unused_slug(name, slugs), create)
    site.store.adopt(created, records)
    return created.slug


def _resolve_type_code(kind: str, teams: bool, head: Mapping[str, str]) -> str:
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


def _parse_event_details(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the event details that were given."""
    names = ("city", "federation", "start", "end", "chief_arbiter", "time_control")
    return {name: text for name in names if (text := fields.get(name, "").strip())}


# -- from a file -------------------------------------------------------------------------------------------------------


async def upload_tournament(request: Request) -> Response:
    """Read a tournament file and keep it for a preview."""
    form, site = await read_checked_form(request, too_large=TOO_LONG), app_context(request)
    preview = await asyncio.to_thread(preview_import, site, form.name, form.data)
    word = site.pending_uploads.keep(csrf_token(request.user), preview, len(form.data))
    return redirect(request, "arrival", word=word)


async def import_tournament(request: Request) -> Response:
    """Import a previewed file."""
    form = await read_checked_form(request, too_large=TOO_LONG)
    return await asyncio.to_thread(_import_pending, app_context(request), request, form)


def _import_pending(site: AppContext, request: Request, form: SubmittedForm) -> Response:
    word = request.path_params["word"]
    preview = site.pending_uploads.find(csrf_token(request.user), word)
    if not isinstance(preview, ImportPreview) or preview.errors:
        text = msg("This file is no longer waiting to be imported.")
        raise RequestRefusedError(Refusal(text, instead=msg("choose it again"), status=404))
    require_log_authority(site, request.user, preview)
    try:
        slug = commit_import(site, preview, form.fields.get("slug", ""), request.user.name, form.values_of("yes"))
    except ConfirmationRequiredError:
        return redirect(request, "arrival", word=word)
    site.pending_uploads.drop(word)
    if preview.log is not None and preview.log[0].kind == "event":
        return redirect(request, "event", event=slug)
    return redirect(request, "overview", slug=slug)


def require_log_authority(site: AppContext, session: Session, preview: ImportPreview) -> None:
    """Refuse a log that continues a tournament in which the role of the person does not permit every command."""
    if preview.log is None or preview.log[0].id not in {stream.id for stream in site.store.streams()}:
        return
    authority = authority_of(site, session, preview.log[0].id)
    erases = any(line.kind in ERASURES for line in preview.lines)
    if not authority.may("log.adopt") or (erases and not authority.may("person.erase")):
        raise RequestRefusedError(ROLE_REFUSAL)


# -- a copy ------------------------------------------------------------------------------------------------------------


async def copy_tournament(request: Request) -> Response:
    """Copy a tournament: its rules, also its entries, or everything."""
    form = await read_checked_form(request, too_large=TOO_LONG)
    return await asyncio.to_thread(_copy_from_form, app_context(request), request, form)


def _copy_from_form(site: AppContext, request: Request, form: SubmittedForm) -> Response:
    stream = site.require_stream(request.path_params["slug"])
    slug = copy_from_fields(site, stream, form.fields, request.user.name)
    keep_roles(site, request.user, stream.id, site.require_stream(slug).id)
    return redirect(request, "overview", slug=slug)


def copy_from_fields(site: AppContext, stream: Stream, fields: Mapping[str, str], actor: str) -> str:
    """Copy a tournament and return the slug of the copy."""
    name, extent = fields.get("name", "").strip(), fields.get("what", "entries")
    if not name:
        raise CommandRejectedError(msg("a tournament needs a name"))
    state, slug = site.desk.state(stream.id), unused_slug(name, {existing.slug for existing in site.store.streams()})
    if extent == "everything":
        copied = Stream(new_id(), stream.kind, slug)
        records = tuple(replace(record, stream=copied.id) for record in site.store.read(stream.id))
        site.store.adopt(copied, records)
        site.desk.do(copied.id, SetHead({"name": name}), actor=actor)
        _execute_confirmed(site.desk, copied, SetPublication({"public": False}), actor)
        return slug

    def create(store: MemoryStore, target: Stream) -> None:
        desk = create_service(store)
        event = replace(state.tournament.info, name=name, start=None, end=None, round_dates=())
        blank = unplayed_copy(state.tournament, event, entries=extent == "entries")
        _execute_confirmed(desk, target, ImportTournament(blank, dialect="copy", lots=new_id()), actor)
        if not state.fide and desk.state(target.id).fide:
            _execute_confirmed(desk, target, LeaveMode(msg("as the tournament that was copied")), actor)
        _execute_confirmed(desk, target, SetRules({"choices": to_json_data(state.choices)}), actor)
        if (settings := state.permanent.publication) != Publication():
            values = {field.name: getattr(settings, field.name) for field in record_fields(settings)}
            _execute_confirmed(desk, target, SetPublication(values), actor)

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
    result = Tournament(info=event, team_event=t.team_event, **TournamentRules.from_tournament(t, Choices()).as_given())
    if not entries:
        return result
    players = tuple(replace(player, points=None, rank=None) for player in t.players)
    teams = tuple(replace(team, match_points=None, game_points=None, rank=None) for team in t.teams)
    return replace(result, players=players, teams=teams)


ROUTES = (
    Route("/begin", create_tournament, methods=["POST"], name="create-tournament"),
    Route("/take", upload_tournament, methods=["POST"], name="upload-tournament"),
    Route("/take/{word}", import_tournament, methods=["POST"], name="import-tournament"),
    Route("/t/{slug}/copy", copy_tournament, methods=["POST"], name="copy-tournament"),
)
