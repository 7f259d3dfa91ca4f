"""The API: every page as JSON, wishes, and the log; with a document of all of it, made of the types of the views.

FastAPI is imported here and nowhere else, and this module only when somebody asks for the API.
"""

from __future__ import annotations

import asyncio
import inspect
import re
from typing import Any, get_type_hints

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rookery._version import __version__
from rookery.answers.data import VERSION
from rookery.answers.schema import Schema
from rookery.desk.form import written
from rookery.desk.views.log import log_data, log_view
from rookery.desk.wish import WISHES
from rookery.errors import RookeryError
from rookery.values import replace
from rookery.web import acts
from rookery.web.answers import Refusal, refusal, refusal_data
from rookery.web.doors import door_of
from rookery.web.page import Page
from rookery.web.pages import PAGES
from rookery.web.schemas import FormSchemas
from rookery.web.served import Endpoint, NotHere, visit_of
from rookery.web.site import ENGLISH, Site

ABOUT = (
    "The JSON twin of every page of the desk, its commands and its log. Who comes in by an invitation has a cookie; a "
    "command brings what /api/v1/me calls the door back as X-Rookery-Door, and an Origin. Points are whole tenths; "
    "what has its ordinary value is left out."
)
MOST_EVENTS = 1000
"""So many events are told at once."""

_PAGING = {"after": "0", "limit": str(MOST_EVENTS)}

UNKNOWN = Refusal("There is no such tournament at this desk.", code="unknown", status=404)


def api(site: Site) -> FastAPI:
    """The API of a desk, as an application to be mounted."""
    made = FastAPI(title="Rookery", version=__version__, description=ABOUT, docs_url=None, redoc_url=None,
                   exception_handlers={HTTPException: _astray, Exception: _broken})  # fmt: skip
    schemas = FormSchemas()
    for page in PAGES:
        for path, hall in page.addresses:
            _add(made, f"/v1{path}", twin(site, page, hall), page.title, _shape(schemas, page), asks=page.asks)
    _add(made, "/v1/me", me, "Who asks, and what a command must bring back", _ME)
    _add(made, "/v1/t/{slug}/events", events(site), "The log of a tournament", _LOG, asks=("after", "limit"))
    wishes = {"requestBody": {"required": True, "content": _json({"oneOf": list(_wishes(schemas))})}}
    _add(
        made, "/v1/t/{slug}/commands", acts.commands(site), "Do something with a tournament", _DONE, "POST", (), wishes
    )
    setattr(made, "openapi", lambda: _document(made, schemas))  # noqa: B010  # mypy: a method
    return made


# -- what answers ------------------------------------------------------------------------------------------------------


def twin(site: Site, page: Page, public: bool) -> Endpoint:
    """What a page shows, as JSON; `seen` is the version of the tournament, which a command may bring back."""

    async def answer(request: Request) -> Response:
        try:
            visit = replace(visit_of(site, request, public), language=ENGLISH)
            found = await asyncio.to_thread(lambda: written(page.view(visit)))
        except NotHere:
            return _refused(UNKNOWN)
        except RookeryError as error:
            why = refusal(error)
            return JSONResponse(refusal_data(why, error), why.status)
        of = {"tournament": visit.slug, "seen": visit.version} if visit.stream else {}
        return JSONResponse({"form": page.name, "version": VERSION, **of, "view": found})

    return answer


def events(site: Site) -> Endpoint:
    """The log after a version, so many events at a time."""

    async def answer(request: Request) -> Response:
        stream = site.stream(request.path_params["slug"])
        if stream is None:
            return _refused(UNKNOWN)
        after, limit = (request.query_params.get(name) or otherwise for name, otherwise in _PAGING.items())
        if not (after.isdecimal() and limit.isdecimal() and len(after + limit) < 20):
            return _refused(Refusal("After and limit are whole numbers.", code="misread", status=400))

        def made() -> dict[str, Any]:
            records = list(site.store.read(stream.id, until=stream.version))
            lines = log_view(site.desk.state(stream.id), records).lines
            first, many = int(after), min(int(limit), MOST_EVENTS)
            told = list(zip(records, lines, strict=True))[first : first + many]
            return {**log_data(stream.slug, told), "seen": stream.version}

        return JSONResponse(await asyncio.to_thread(made))

    return answer


async def me(request: Request) -> Response:
    """Who asks: the name in the log, and the door that a command brings back."""
    session = request.scope["rookery.session"]
    return JSONResponse({"form": "me", "version": VERSION, "name": session.name, "door": door_of(session)})


def _refused(why: Refusal) -> Response:
    said = {"text": why.text, "article": why.article, "who": [], "instead": why.instead, "code": why.code}
    return JSONResponse({"refusal": said}, why.status)


async def _astray(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return _refused(Refusal("The API has nothing of that kind there.", code="unknown", status=status))


async def _broken(request: Request, error: Exception) -> Response:
    return _refused(Refusal("Something went wrong inside the desk. What was saved is safe.", code="broken", status=500))


# -- the document ------------------------------------------------------------------------------------------------------

_TEXT: Schema = {"type": "string"}
_REFUSAL: Schema = {
    "type": "object",
    "properties": {"refusal": {"type": "object", "required": ["text"], "properties": {
        "text": _TEXT, "article": _TEXT, "who": {"type": "array", "items": _TEXT}, "instead": _TEXT, "code": _TEXT}}},
}  # fmt: skip
_ME: Schema = {"type": "object", "required": ["name", "door"], "properties": {"name": _TEXT, "door": _TEXT}}
_LOG: Schema = {"type": "object", "required": ["events"], "properties": {
    "seen": {"type": "integer"}, "events": {"type": "array", "items": {"type": "object"}}}}  # fmt: skip
_DONE: Schema = {"type": "object", "required": ["version"], "properties": {
    "version": {"type": "integer"}, "repeated": {"type": "boolean"}, "said": {"type": "array", "items": _TEXT},
    "cautions": {"type": "array", "items": {"type": "object"}}}}  # fmt: skip
_WHY = {
    "400": "It was not understood", "403": "Not from here", "404": "There is nothing there",
    "409": "Warnings wait for an answer, or somebody was quicker", "422": "It is refused: the text says why",
}  # fmt: skip


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _shape(schemas: FormSchemas, page: Page) -> Schema:
    """The schema of a twin, from what the view of the page says it returns."""
    head: Schema = {"form": {"const": page.name}, "version": {"const": VERSION}}
    of: Schema = {"tournament": _TEXT, "seen": {"type": "integer"}} if page.of_tournament else {}
    view = schemas.of(get_type_hints(page.view)["return"])
    made = {**head, **of, "view": view}
    return {"type": "object", "properties": made, "required": list(made)}


def _wishes(schemas: FormSchemas) -> Any:
    """Every wish as a schema: its name as `command`, its fields, and what goes with each."""
    more = {"id": _TEXT, "seen": {"type": "integer"}, "acknowledged": {"type": "array", "items": _TEXT}}
    for name, kind in sorted(WISHES.items()):
        made = schemas.object(kind)
        fields = {"command": {"const": name}, **made["properties"], **more}
        needed = ["command", *made.get("required", ())]
        yield {**made, "title": name, "properties": fields, "required": needed, "additionalProperties": False}


def _add(made: FastAPI, path: str, answer: Endpoint, title: str, shape: Schema, method: str = "GET",
         asks: tuple[str, ...] = (), more: Schema | None = None) -> None:  # fmt: skip
    """An address with what is said of it in the document."""
    params = [{"name": name, "in": "path", "required": True, "schema": {"type": "integer" if kind else "string"}}
              for name, kind in re.findall(r"\{(\w+)(:int)?\}", path)]  # fmt: skip
    params += [{"name": name, "in": "query", "required": False, "schema": _TEXT} for name in asks]
    wrong: dict[int | str, dict[str, Any]] = {
        status: {"description": why, "content": _json(_REFUSAL)} for status, why in _WHY.items()
    }
    told = (inspect.getdoc(answer) or title).partition("\n")[0]
    made.add_api_route(
        path, answer, methods=[method], summary=title, description=told, response_model=None,
        operation_id=re.sub(r"\W+", "-", f"{method.lower()}{path}").strip("-"),
        responses={200: {"description": title, "content": _json(shape)}, **wrong},
        openapi_extra={"parameters": params, **(more or {})},
    )  # fmt: skip


def _document(made: FastAPI, schemas: FormSchemas) -> dict[str, Any]:
    if made.openapi_schema is None:
        found = get_openapi(title=made.title, version=made.version, description=ABOUT, routes=made.routes)
        found.setdefault("components", {}).setdefault("schemas", {}).update(schemas.definitions)
        found["servers"] = [{"url": "/api"}]
        made.openapi_schema = found
    return made.openapi_schema
