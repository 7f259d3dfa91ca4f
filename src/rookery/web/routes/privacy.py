"""Files about persons and security: what a desk knows of a player, and the security events as CSV."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import time
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rookery.web.audit import record_request
from rookery.web.context import app_context
from rookery.web.page_spec import RequestContext
from rookery.web.pages.privacy import audit_line, find_player, other_entries
from rookery.web.person_data import export_person
from rookery.web.rendering import build_context
from rookery.web.responses import content_disposition
from rookery.web.uploads import read_checked_form
from rookery.web.workers import run_read

_COLUMNS = ("at", "kind", "actor", "means", "address", "subject", "tournament", "detail")


async def send_person(request: Request) -> Response:
    """Answer everything that the desk knows of a player, also of other tournaments, as a JSON file."""
    await read_checked_form(request)
    visit = await run_read(build_context, app_context(request), request)
    return await asyncio.to_thread(_person_response, visit, request)


def _person_response(visit: RequestContext, request: Request) -> Response:
    key, site = visit.params["key"], visit.site
    player = find_player(visit.recorded, key)
    assert visit.stream is not None
    streams = {entry.stream.slug: entry for entry in visit.tournaments}
    others = [(streams[other.slug].stream, streams[other.slug].state, other.key) for other in
              other_entries(visit, player)]  # fmt: skip
    data = export_person(site.store, [(visit.stream, visit.recorded, key), *others], _now())
    record_request(request, "person-export", subject=f"{visit.slug} {key}", stream=visit.id)
    body = json.dumps(data, ensure_ascii=False, indent=2).encode()
    headers = content_disposition("attachment", f"person-{visit.slug}-{key}.json") | {"Cache-Control": "no-store"}
    return Response(body, media_type="application/json", headers=headers)


async def send_audit(request: Request) -> Response:
    """Answer all security events as CSV."""
    visit = await run_read(build_context, app_context(request), request)
    text = await asyncio.to_thread(_audit_csv, visit)
    await asyncio.to_thread(record_request, request, "export", subject="security-log.csv")
    headers = content_disposition("attachment", "security-log.csv") | {"Cache-Control": "no-store"}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


def _audit_csv(visit: RequestContext) -> str:
    output = io.StringIO()
    writer = csv.writer(output)
    writer.writerow(_COLUMNS)
    for event in visit.site.store.audit.list_events():
        line = audit_line(visit, event)
        writer.writerow([_protect_cell(str(getattr(line, name))) for name in _COLUMNS])
    return output.getvalue()


def _protect_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> _protect_cell("=1+1"), _protect_cell("ada")
    ("'=1+1", 'ada')
    """
    return f"'{text}" if text[:1] in "=+-@\t\r" and text else text


def _now() -> str:
    return datetime.fromtimestamp(int(time.time()), UTC).isoformat().replace("+00:00", "Z")


ROUTES = (
    Route("/t/{slug}/players/{key}/data", send_person, methods=["POST"], name="export-person"),
    Route("/audit.csv", send_audit, name="audit-file"),
)
