"""Commands over HTTP, as HTML forms or JSON, with the answer for browsers, scripts and the API."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rookery._record import record, replace
from rookery.json_codec import Object
from rookery.messages import msg
from rookery.model.validation import whole as parse_whole
from rookery.storage import Stream
from rookery.storage.sessions import Session
from rookery.tournaments.command import Command, command_from_data
from rookery.tournaments.domain.lifecycle import RestoreTournament
from rookery.tournaments.domain.privacy import PersonErased
from rookery.tournaments.domain.sections import AddSection
from rookery.tournaments.errors import (
    NOT_FOUND,
    ROLE,
    CommandRejectedError,
    ConfirmationRequiredError,
    StaleVersionError,
)
from rookery.tournaments.roles import check_authority
from rookery.tournaments.service import CommandResult
from rookery.tournaments.views.log import with_final_numbers
from rookery.web.audit import record_request
from rookery.web.authority import authority_of
from rookery.web.context import AppContext, app_context
from rookery.web.event_text import describe_event
from rookery.web.forms import parse_command_form
from rookery.web.json_responses import WARNINGS, build_problem, problem_response
from rookery.web.middleware import expects_json, is_api, require_csrf_token
from rookery.web.page_spec import Page
from rookery.web.rendering import build_context, language_of, render_page
from rookery.web.responses import (
    Clash,
    Question,
    Refusal,
    RequestRefusedError,
    TournamentNotFoundError,
    next_question,
    refusal_for,
    warning_data,
)
from rookery.web.workers import run_write

CONTROL_FIELDS = {"command", "csrf_token", "id", "seen", "yes", "then"}
"""Form fields that are not part of the command; `yes` confirms warnings, `then` is the page to go to."""

MOST = 2 * 1024 * 1024
"""Maximum size of a command in bytes."""

ASKED = Page("asked", "", "Please answer first", lambda visit: None, "confirmation.html")

CLASH = Page("clash", "", "Please answer first", lambda visit: None, "conflict.html")


@record
class CommandRequest:
    """A command with its id, the version it is based on, acknowledged warnings, and where to go next."""

    wish: Object
    id: str = ""
    seen: int | None = None
    yes: tuple[str, ...] = ()
    then: str = ""
    pairs: tuple[tuple[str, str], ...] = ()


async def execute_json(request: Request) -> Response:
    """Execute a command sent as JSON: its fields with `id`, `seen` and `acknowledged`."""
    require_csrf_token(request, request.headers.get("x-csrf-token"))
    data = await read_json_object(request)
    try:
        command_request = CommandRequest(
            {name: value for name, value in data.items() if name not in ("id", "seen", "acknowledged")},
            str(data.get("id") or ""),
            parse_version(data.get("seen")),
            tuple(map(str, data.get("acknowledged") or ())),
        )
    except TypeError as error:
        raise _misread_error(error) from None
    return await run_write(_stream_slug(request), _execute_for_json, app_context(request), request, command_request)


async def read_json_object(request: Request) -> Object:
    """Return the JSON object in the body of a request; refuse a body that is none, or that is too large."""
    try:
        data = parse_json_body(await read_limited_body(request))
    except (ValueError, RecursionError) as error:
        raise _misread_error(error) from None
    if not isinstance(data, dict):
        raise _misread_error(f"expected an object, read {type(data).__name__}")
    return data


def _misread_error(error: object) -> RequestRefusedError:
    text = msg("The request was not understood: %(error)s", error=error)
    return RequestRefusedError(Refusal(text, code="misread", status=400))


async def execute_form(request: Request) -> Response:
    """Execute a command sent as a form; answer JSON to the script of a page, else a redirect or a page."""
    try:
        await read_limited_body(request)
    except ValueError as error:
        text = msg("This cannot be accepted: %(error)s.", error=error)
        raise RequestRefusedError(Refusal(text, status=413)) from None
    async with request.form(max_files=0, max_fields=20000) as form:
        pairs = tuple((name, str(value)) for name, value in form.multi_items())
    control: dict[str, str] = {name: value for name, value in pairs if name in CONTROL_FIELDS}
    require_csrf_token(request, control.get("csrf_token"))
    command_request = CommandRequest(
        parse_command_form(control.get("command", ""), [pair for pair in pairs if pair[0] not in CONTROL_FIELDS]),
        control.get("id", ""),
        parse_whole(control.get("seen", "")),
        tuple(value for name, value in pairs if name == "yes"),
        safe_redirect_target(control.get("then") or request.headers.get("referer") or "/", app_context(request).prefix),
        pairs,
    )
    answer = _execute_for_json if expects_json(request) else _execute_for_page
    return await run_write(_stream_slug(request), answer, app_context(request), request, command_request)


def _stream_slug(request: Request) -> str:
    """Return the slug of the tournament or the event that a command is for."""
    slug: str = request.path_params.get("slug") or request.path_params["event"]
    return slug


def json_response(site: AppContext, request: Request, data: Any, status: int = 200) -> JSONResponse:
    """Return a JSON response with its texts in the language of the page; the catalogue is read from a file."""
    return JSONResponse(site.translate_json(data, language_of(request)), status)


def parse_json_body(body: bytes) -> Any:
    """Return the parsed JSON; raise ValueError for texts that no store can keep."""

    def reject_constant(name: str) -> None:
        raise ValueError(f"{name} is no number")

    data = json.loads(body, parse_constant=reject_constant)
    if "\\u0000" in json.dumps(data) or "\0" in json.dumps(data, ensure_ascii=False).encode().decode():
        raise ValueError("a text has a character that is none")
    return data


def parse_version(version: Any) -> int | None:
    """Return the version, which may be None; raise TypeError if it is no integer."""
    if version is not None and version.__class__ is not int:
        raise TypeError(f"expected a version, read {version!r}")
    return version


async def read_limited_body(request: Request) -> bytes:
    """Return the body of a request; raise ValueError if it is too large."""
    size = parse_whole(request.headers.get("content-length", "0"))
    if size is None or size > MOST:
        raise ValueError("it is too long")
    body = await request.body()
    if len(body) > MOST:
        raise ValueError("it is too long")
    return body


def safe_redirect_target(address: str, prefix: str = "") -> str:
    """Return the path of an address of this application; a foreign address becomes the home page.

    >>> safe_redirect_target("http://127.0.0.1:8000/t/open?x=1"), safe_redirect_target("//elsewhere/x")
    ('/t/open?x=1', '/x')
    >>> safe_redirect_target("https:evil"), safe_redirect_target("http://[::1")
    ('/', '/')
    >>> safe_redirect_target("/desk/t/open", "/desk"), safe_redirect_target("/shop", "/desk")
    ('/desk/t/open', '/desk/')
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # such as http://[::1
        return f"{prefix}/"
    path = "/" + parts.path.lstrip("/\\") if parts.path.startswith(("/", "\\")) else "/"
    if not f"{path}/".startswith(f"{prefix}/"):
        return f"{prefix}/"
    return f"{path}?{parts.query}" if parts.query else path


def _execute(site: AppContext, request: Request, command_request: CommandRequest) -> tuple[Stream, CommandResult]:
    slug = request.path_params.get("slug")
    stream = site.require_stream(slug) if slug else site.require_event_stream(request.path_params["event"])
    authority = authority_of(site, request.user, stream.id)
    state, wanted = site.desk.current(stream.id, stream.version).state, command_from_data(command_request.wish)
    if (error := check_authority(authority, wanted, state)) is not None:
        raise error
    command = check_section_command(site, stream, wanted, request.user)
    if state.permanent.place == "deleted" and not isinstance(command, RestoreTournament):
        raise TournamentNotFoundError
    result = site.desk.do(
        stream.id,
        command,
        actor=request.user.name,
        command_id=command_request.id,
        expected_version=command_request.seen,
        acknowledged=command_request.yes,
        authority=authority,
    )
    for event in result.events:
        if isinstance(event, PersonErased):
            record_request(request, "person-erased", subject=f"{stream.slug} {event.key}", stream=stream.id)
    return stream, result


def _execute_for_json(site: AppContext, request: Request, command_request: CommandRequest) -> Response:
    """Execute a command and answer with JSON."""
    try:
        return json_response(site, request, result_data(site, *_execute(site, request, command_request)))
    except ConfirmationRequiredError as pending:
        return problem_response(question_problem(site, request, pending, command_request))


def result_data(site: AppContext, stream: Stream, result: CommandResult) -> dict[str, Any]:
    """Return the result of a command as JSON data; `said` are the sentences of the log."""
    name = result.state.name
    warnings = [warning_data(warning) for warning in result.warnings]
    sentences = [describe_event(site, stream.id, event, name) for event in with_final_numbers(result.events)]
    return {"version": result.version, "repeated": result.repeated, "said": sentences, "cautions": warnings}


def question_problem(
    site: AppContext, request: Request, pending: ConfirmationRequiredError, command_request: CommandRequest
) -> dict[str, Any]:
    """Return the unanswered warnings as a problem; for a page's script also the dialog as HTML."""
    problem = warnings_problem(pending, command_request.yes, request.url.path if is_api(request.scope) else "")
    if is_api(request.scope):
        return problem
    question = next_question(pending, command_request.yes)
    html = (
        site.templates(language_of(request))
        .get_template("components/question.html")
        .render(view=question, confirmed=command_request.yes)
    )
    return {**site.translate_json(problem, language_of(request)), "html": html}


def warnings_problem(
    pending: ConfirmationRequiredError, acknowledged: Sequence[str], instance: str = ""
) -> dict[str, Any]:
    """Return warnings to be confirmed as a problem; `tokens` are those that confirm them, with those sent already."""
    question = next_question(pending, acknowledged)
    return build_problem(
        WARNINGS,
        409,
        question.title,
        instance,
        code="warnings",
        warnings=[warning_data(warning) for warning in question.cautions],
        version=question.version,
        tokens=[*acknowledged, *(token for token in question.tokens if token not in acknowledged)],
    )


def _execute_for_page(site: AppContext, request: Request, command_request: CommandRequest) -> Response:
    """Execute a command and answer with a redirect, or a page that asks for confirmation."""
    page: Page
    view: Question | Clash
    try:
        _execute(site, request, command_request)
        return RedirectResponse(command_request.then, 303)
    except ConfirmationRequiredError as pending:
        page, view = ASKED, next_question(pending, command_request.yes)
        variables: dict[str, Any] = {"pairs": command_request.pairs, "confirmed": command_request.yes}
    except StaleVersionError as error:
        page, view = CLASH, Clash(error.by, error.found, str(dict(command_request.pairs).get("result", "")))
        pairs = [(name, error.found if name == "was" else value) for name, value in command_request.pairs]
        variables = {"text": refusal_for(error).text, "pairs": pairs}
    html = render_page(build_context(site, request), page, view=view, then=command_request.then, **variables)
    return HTMLResponse(html, 409)


def check_section_command(
    site: AppContext, event: Stream | None, command: Command, session: Session | None = None
) -> Command:
    """Return the command that adds a section with the tournament's name; other commands are returned unchanged.

    Raises:
        CommandRejectedError: There is no such tournament, or it is a section of another event, or the person of the
            session may not add it: a role in the event would hold for it.
    """
    if not isinstance(command, AddSection):
        return command
    content = site.index.content()
    entry = next((entry for entry in content.tournaments if entry.stream.id == command.tournament), None)
    if entry is None or entry.state.permanent.place == "deleted":
        raise CommandRejectedError(msg("there is no such tournament"), instead=msg("reload the page"), code=NOT_FOUND)
    if session is not None and not authority_of(site, session, entry.stream.id).may(command.NAME):
        raise CommandRejectedError(msg("your role in this tournament does not permit this"), code=ROLE)
    other = content.event_of(entry.stream.id)
    if other is not None and (event is None or other.stream.id != event.id):
        raise CommandRejectedError(
            msg("%(name)s is a section of %(event)s", name=entry.name, event=other.name),
            instead=msg("remove it there first"),
        )
    return replace(command, name=entry.name)


ROUTES = (
    Route("/t/{slug}/commands", execute_json, methods=["POST"], name="commands"),
    Route("/t/{slug}/do", execute_form, methods=["POST"], name="form-commands"),
    Route("/e/{event}/commands", execute_json, methods=["POST"], name="event-commands"),
    Route("/e/{event}/do", execute_form, methods=["POST"], name="event-form-commands"),
)
