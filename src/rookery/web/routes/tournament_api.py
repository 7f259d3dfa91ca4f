"""Tournaments in the API: list, create, copy, import and export them, with the checks of the pages."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rookery._record import record
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.serialize.as_data import VERSION
from rookery.storage import Stream
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.views.overview import HomeLine
from rookery.web.authority import keep_roles
from rookery.web.context import AppContext, app_context
from rookery.web.import_preview import ImportPreview, commit_import, preview_import
from rookery.web.json_responses import (
    PAGING,
    JsonBody,
    conditional_response,
    encode_json,
    next_link,
    parse_paging,
    problem_response,
    refusal_problem,
    require_known_parameters,
)
from rookery.web.middleware import require_csrf_token
from rookery.web.rendering import build_context
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.routes.commands import read_json_object, warnings_problem
from rookery.web.routes.downloads import send_file
from rookery.web.routes.tournaments import TOO_LONG, copy_from_fields, create_from_fields, require_log_authority
from rookery.web.uploads import UploadTooLargeError, read_body
from rookery.web.workers import run_read

PLACES = ("desk", "archive")
EXTENTS = ("rules", "entries", "everything")


@record
class TournamentRow:
    """A tournament in the list: its version, its place (desk or archive), and the event that it is a section of."""

    version: int
    place: str
    tournament: HomeLine
    event: str = ""


@record
class NewTournament:
    """A tournament to be created, as by the form of the home page.

    `kind` is the name of a format. `teams` is needed by formats of players and of teams; `boards` is the number of
    boards of a match. `keizer` are settings of a Keizer tournament by name. `acknowledged` confirms warnings.
    """

    name: str
    kind: str
    teams: bool = False
    rounds: int | None = None
    boards: int | None = None
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    chief_arbiter: str = ""
    time_control: str = ""
    keizer: dict[str, str] | None = None
    acknowledged: tuple[str, ...] = ()

    def to_fields(self) -> dict[str, str]:
        """Return the fields of the form."""
        names = ("name", "city", "federation", "start", "end", "chief_arbiter", "time_control")
        numbers = {"rounds": self.rounds, "boards": self.boards}
        return {
            **{name: getattr(self, name) for name in names},
            **{name: str(number) for name, number in numbers.items() if number is not None},
            **{f"keizer.{name}": text for name, text in (self.keizer or {}).items()},
            "kind": f"{self.kind}:teams" if self.teams else self.kind,
        }


@record
class CopyRequest:
    """A copy of a tournament: its name, and what is copied: `rules`, also the `entries`, or `everything`."""

    name: str
    extent: str = "entries"


async def list_tournaments(request: Request) -> Response:
    """Answer the tournaments at the desk or in the archive, in the order of their slugs."""
    require_known_parameters(request, ("place", *PAGING))
    place = request.query_params.get("place") or "desk"
    if place not in PLACES:
        raise RequestRefusedError(Refusal(f"The place is one of {', '.join(PLACES)}.", code="misread", status=400))
    after, limit = parse_paging(request)
    return conditional_response(request, await run_read(_load_rows, app_context(request), request, place, after, limit))


def _load_rows(site: AppContext, request: Request, place: str, after: int, limit: int) -> JsonBody:
    visit = build_context(site, request)
    entries = list(visit.tournaments_in(place))
    events = {entry.stream.id: event.stream.slug for event in visit.events for entry in event.sections}
    rows = [
        TournamentRow(entry.stream.version, place, entry.home_line, events.get(entry.stream.id, ""))
        for entry in entries[after : after + limit]
    ]
    data = {"form": "tournaments", "version": VERSION, "tournaments": to_json_data(rows)}
    return encode_json({**data, **next_link(request, after + limit, len(entries))})


async def create_tournament(request: Request) -> Response:
    """Create a tournament, with the fields of the form of the home page."""
    require_csrf_token(request, request.headers.get("x-csrf-token"))
    wanted = from_json_data(NewTournament, await read_json_object(request))
    site, actor = app_context(request), request.user.name
    try:
        slug = await asyncio.to_thread(create_from_fields, site, wanted.to_fields(), actor, wanted.acknowledged)
    except ConfirmationRequiredError as pending:
        return problem_response(warnings_problem(pending, wanted.acknowledged, request.url.path))
    return await _created_response(request, slug)


async def copy_tournament(request: Request) -> Response:
    """Copy a tournament: its rules, also its entries, or everything."""
    require_csrf_token(request, request.headers.get("x-csrf-token"))
    wanted = from_json_data(CopyRequest, await read_json_object(request))
    if wanted.extent not in EXTENTS:
        raise InvalidDataError(f"extent is one of {', '.join(EXTENTS)}")
    site = app_context(request)
    stream = await run_read(site.require_stream, request.path_params["slug"])
    return await _created_response(request, await asyncio.to_thread(_copy, site, request, stream, wanted))


def _copy(site: AppContext, request: Request, stream: Stream, wanted: CopyRequest) -> str:
    slug = copy_from_fields(site, stream, {"name": wanted.name, "what": wanted.extent}, request.user.name)
    keep_roles(site, request.user, stream.id, site.require_stream(slug).id)
    return slug


async def import_tournament(request: Request) -> Response:
    """Import a tournament file: TRF, JSON, or a log (.rookery); the body is the file.

    A log whose beginning is here already continues that tournament. `adjustments` is what was read differently from
    the file, `findings` what is not by the rules.
    """
    require_csrf_token(request, request.headers.get("x-csrf-token"))
    require_known_parameters(request, ("file", "slug", "acknowledged"))
    try:
        data = await (await read_body(request)).body()
    except UploadTooLargeError:
        raise RequestRefusedError(Refusal(TOO_LONG, status=413)) from None
    site, query = app_context(request), request.query_params
    preview = await asyncio.to_thread(preview_import, site, query.get("file", ""), data)
    if preview.errors:
        refusal = Refusal(preview.errors[0], code="file")
        return problem_response({**refusal_problem(refusal, request.url.path), "errors": list(preview.errors)})
    await run_read(require_log_authority, site, request.user, preview)
    yes = tuple(query.getlist("acknowledged"))
    try:
        slug = await asyncio.to_thread(commit_import, site, preview, query.get("slug", ""), request.user.name, yes)
    except ConfirmationRequiredError as pending:
        return problem_response(warnings_problem(pending, yes, request.url.path))
    return await _created_response(request, slug, preview)


async def _created_response(request: Request, slug: str, preview: ImportPreview | None = None) -> Response:
    """Return the response for a new tournament: its slug and version, and what was found in the file."""
    stream = await run_read(app_context(request).store.find_stream, slug)
    assert stream is not None
    kind, folder = stream.kind, "e" if stream.kind == "event" else "t"
    found = preview or ImportPreview("")
    data: Mapping[str, Any] = {
        "form": "tournament-created",
        "version": VERSION,
        kind: slug,
        "seen": stream.version,
        "adjustments": list(found.adjustments),
        "findings": list(found.findings),
    }
    return JSONResponse(data, 201, {"location": f"{request.scope['root_path']}/v1/{folder}/{quote(slug)}"})


ROUTES = (
    Route("/v1/tournaments", list_tournaments, name="list-tournaments"),
    Route("/v1/tournaments", create_tournament, methods=["POST"], name="create-tournament"),
    Route("/v1/tournaments/import", import_tournament, methods=["POST"], name="import-tournament"),
    Route("/v1/t/{slug}/copy", copy_tournament, methods=["POST"], name="copy-tournament-json"),
    Route("/v1/t/{slug}/files/{dialect}", send_file, name="export-tournament"),
)
