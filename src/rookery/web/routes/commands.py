"""Commands over HTTP, as HTML forms or JSON, with the answer for browsers, scripts and the API."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from rookery._record import record
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.model.limits import whole as parse_whole
from rookery.storage import Stream
from rookery.tournaments.command import command_from_data
from rookery.tournaments.domain.lifecycle import RestoreTournament
from rookery.tournaments.domain.restore_points import Returned
from rookery.tournaments.errors import ConfirmationRequiredError, StaleVersionError
from rookery.tournaments.event import Event, event_from_data, event_text
from rookery.tournaments.serialization import InvalidDataError, Object
from rookery.tournaments.service import CommandResult
from rookery.tournaments.views.log import describe_return, with_final_numbers
from rookery.web.context import AppContext
from rookery.web.forms import parse_command_form
from rookery.web.middleware import csrf_token, is_api
from rookery.web.page_spec import Page
from rookery.web.rendering import (
    Endpoint,
    TournamentNotFoundError,
    build_context,
    error_page,
    error_response_page,
    language_of,
    render_page,
)
from rookery.web.responses import Clash, Refusal, next_question, refusal_data, refusal_for, warning_data
from rookery.web.workers import run_read, run_write

CONTROL_FIELDS = {"command", "csrf_token", "id", "seen", "yes", "then"}
"""Form fields that are not part of the command; `yes` confirms warnings, `then` is the page to go to."""

MOST = 2 * 1024 * 1024
"""Maximum size of a command in bytes."""

ASKED = Page("asked", "", "Please answer first", lambda visit: None, "asked.html")

CLASH = Page("clash", "", "Please answer first", lambda visit: None, "clash.html")


@record
class CommandRequest:
    """A command with its id, the version it is based on, acknowledged warnings, and where to go next."""

    wish: Object
    id: str = ""
    seen: int | None = None
    yes: tuple[str, ...] = ()
    then: str = ""
    pairs: tuple[tuple[str, str], ...] = ()


def commands(site: AppContext) -> Endpoint:
    """Execute commands sent as JSON: the fields of the command with `id`, `seen` and `acknowledged`."""

    async def answer(request: Request) -> Response:
        if request.headers.get("x-csrf-token") != csrf_token(request.scope["rookery.session"]):
            refusal = {"text": WRONG_CSRF_TOKEN, "code": "csrf_token"}
            return await run_read(json_response, site, request, {"refusal": refusal}, 403)
        try:
            data = parse_json_body(await read_limited_body(request))
            command_request = CommandRequest(
                {name: value for name, value in data.items() if name not in ("id", "seen", "acknowledged")},
                str(data.get("id") or ""),
                parse_version(data.get("seen")),
                tuple(map(str, data.get("acknowledged") or ())),
            )
        except (ValueError, AttributeError, TypeError, RecursionError) as error:
            refusal = {"text": msg("This is not a command: %(error)s", error=error), "code": "misread"}
            return await run_read(json_response, site, request, {"refusal": refusal}, 400)
        return await run_write(request.path_params["slug"], _answer_json, site, request, command_request)

    return answer


NO_SUCH_TOURNAMENT = msg("There is no such tournament here.")
WRONG_CSRF_TOKEN = msg("Your session has changed. Reload the page and try again.")


def json_response(site: AppContext, request: Request, data: Any, status: int = 200) -> JSONResponse:
    """Return a JSON response with its texts in the language of the page; the catalogue is read from a file."""
    return JSONResponse(site.answer(data, language_of(request)), status)


def form_commands(site: AppContext) -> Endpoint:
    """Return the endpoint for commands sent as forms; answers JSON if the client accepts it, else redirects."""

    async def answer(request: Request) -> Response:
        try:
            await read_limited_body(request)
        except ValueError as error:
            return await error_response_page(
                site, request, Refusal(msg("This cannot be accepted: %(error)s.", error=error), status=413)
            )
        async with request.form(max_files=0, max_fields=20000) as form:
            pairs = tuple((name, str(value)) for name, value in form.multi_items())
        control: dict[str, str] = {name: value for name, value in pairs if name in CONTROL_FIELDS}
        if control.get("csrf_token") != csrf_token(request.scope["rookery.session"]):
            return await error_response_page(site, request, Refusal(WRONG_CSRF_TOKEN, status=403))
        wants_json = "application/json" in request.headers.get("accept", "")
        try:
            command_data = parse_command_form(
                control.get("command", ""), [pair for pair in pairs if pair[0] not in CONTROL_FIELDS]
            )
        except InvalidDataError as error:
            refusal = refusal_for(error)
            return (
                await run_read(json_response, site, request, refusal_data(refusal, error), refusal.status)
                if wants_json
                else await error_response_page(site, request, refusal)
            )
        seen, yes = control.get("seen", ""), tuple(value for name, value in pairs if name == "yes")
        command_request = CommandRequest(
            command_data,
            control.get("id", ""),
            parse_whole(seen),
            yes,
            safe_redirect_target(control.get("then") or request.headers.get("referer") or "/"),
            pairs,
        )
        return await run_write(
            request.path_params["slug"], _answer_json if wants_json else _answer_page, site, request, command_request
        )

    return answer


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


def safe_redirect_target(address: str) -> str:
    """Return the path of an address on this server; a foreign address becomes the home page.

    >>> safe_redirect_target("http://127.0.0.1:8000/t/open?x=1"), safe_redirect_target("//elsewhere/x")
    ('/t/open?x=1', '/x')
    >>> safe_redirect_target("https:evil"), safe_redirect_target("http://[::1")
    ('/', '/')
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # such as http://[::1
        return "/"
    path = "/" + parts.path.lstrip("/\\") if parts.path.startswith(("/", "\\")) else "/"
    return f"{path}?{parts.query}" if parts.query else path


def _execute(site: AppContext, request: Request, command_request: CommandRequest) -> tuple[Stream, CommandResult]:
    stream = site.stream(request.path_params["slug"])
    if stream is None:
        raise TournamentNotFoundError
    command = command_from_data(command_request.wish)
    if site.desk.state(stream.id).sticky.place == "deleted" and not isinstance(command, RestoreTournament):
        raise TournamentNotFoundError
    session = request.scope["rookery.session"]
    return stream, site.desk.do(
        stream.id,
        command,
        actor=session.name,
        command_id=command_request.id,
        expected_version=command_request.seen,
        acknowledged=command_request.yes,
    )


def _answer_json(site: AppContext, request: Request, command_request: CommandRequest) -> Response:
    """Execute a command and answer with JSON."""
    try:
        return json_response(site, request, result_data(site, *_execute(site, request, command_request)))
    except TournamentNotFoundError:
        return json_response(site, request, {"refusal": {"text": NO_SUCH_TOURNAMENT, "code": "unknown"}}, 404)
    except ConfirmationRequiredError as pending:
        return json_response(site, request, question_data(site, request, pending, command_request), 409)
    except RookeryError as error:
        refusal = refusal_for(error)
        return json_response(site, request, refusal_data(refusal, error), refusal.status)


def result_data(site: AppContext, stream: Stream, result: CommandResult) -> dict[str, Any]:
    """Return the result of a command as JSON data; `said` are the sentences of the log."""
    name = result.state.name
    warnings = [warning_data(warning) for warning in result.warnings]
    sentences = [
        describe_return(event, _event_reader(site, stream.id, event), name)
        if isinstance(event, Returned)
        else event_text(event, name)
        for event in with_final_numbers(result.events)
    ]
    return {"version": result.version, "repeated": result.repeated, "said": sentences, "cautions": warnings}


def _event_reader(site: AppContext, stream: str, event: Returned) -> Callable[[int], Event | None]:
    """Return a lookup of the events that a return concerns, by version, read from the log once."""
    after = event.to + 1
    versions = (after, *event.lost)
    if event.why == "redo":
        undo = _read_events(site, stream, after, after).get(after)
        versions = (after, *undo.lost) if isinstance(undo, Returned) else (after,)
    return _read_events(site, stream, min(versions), max(versions)).get


def _read_events(site: AppContext, stream: str, first: int, last: int) -> dict[int, Event]:
    """Return the events of these versions."""
    records = site.store.read(stream, first - 1, last)
    return {record.version: event_from_data(record.kind, record.form, record.data) for record in records}


def question_data(
    site: AppContext, request: Request, pending: ConfirmationRequiredError, command_request: CommandRequest
) -> dict[str, Any]:
    """Return the unanswered warnings; for a page's script also the dialog as HTML."""
    question = next_question(pending, command_request.yes)
    data = {
        "warnings": [warning_data(token) for token in question.cautions],
        "version": question.version,
        "tokens": [*command_request.yes, *(token for token in question.tokens if token not in command_request.yes)],
    }
    if is_api(request.scope):
        return data
    html = (
        site.templates(language_of(request))
        .get_template("_question.html")
        .render(view=question, given=command_request.yes)
    )
    return {**data, "html": html}


def _answer_page(site: AppContext, request: Request, command_request: CommandRequest) -> Response:
    """Execute a command and answer with a redirect, or a page that asks for confirmation."""
    try:
        _execute(site, request, command_request)
        return RedirectResponse(command_request.then, 303)
    except TournamentNotFoundError:
        return error_page(site, request, Refusal(NO_SUCH_TOURNAMENT, status=404))
    except ConfirmationRequiredError as pending:
        visit, question = build_context(site, request), next_question(pending, command_request.yes)
        html = render_page(
            visit,
            ASKED,
            view=question,
            pairs=command_request.pairs,
            then=command_request.then,
            given=command_request.yes,
        )
        return HTMLResponse(html, 409)
    except StaleVersionError as error:
        visit = build_context(site, request)
        pairs = [(name, error.found if name == "was" else value) for name, value in command_request.pairs]
        clash = Clash(error.by, error.found, str(dict(command_request.pairs).get("result", "")))
        html = render_page(
            visit, CLASH, view=clash, text=refusal_for(error).text, pairs=pairs, then=command_request.then
        )
        return HTMLResponse(html, 409)
    except RookeryError as error:
        return error_page(site, request, refusal_for(error))
