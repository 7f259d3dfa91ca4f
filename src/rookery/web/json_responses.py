"""JSON responses of the API: problems (RFC 9457), entity tags, which save the body if it is known, lists in parts."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rookery._record import record
from rookery.tournaments.errors import StaleVersionError
from rookery.web.responses import Refusal, RequestRefusedError

# -- entity tags ------------------------------------------------------------------------------------------------------

PUBLIC, PRIVATE = "public, no-cache", "no-store"
"""Cache-Control of JSON for everybody, which caches keep and ask about each time, and of all other JSON."""


@record
class JsonBody:
    """JSON as it is sent, with its entity tag, which is a hash of it."""

    data: bytes
    etag: str


def encode_json(data: Any) -> JsonBody:
    """Return data as JSON with its entity tag."""
    body = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return JsonBody(body, f'"{sha256(body).hexdigest()[:32]}"')


def conditional_response(
    request: Request, body: JsonBody, cache_control: str = PRIVATE, headers: dict[str, str] | None = None
) -> Response:
    """Return JSON, or 304 if the request names its entity tag in If-None-Match."""
    all_headers = {"etag": body.etag, "cache-control": cache_control, **(headers or {})}
    if matches_etag(request.headers.get("if-none-match", ""), body.etag):
        return Response(status_code=304, headers=all_headers)
    return Response(body.data, headers=all_headers, media_type="application/json")


def matches_etag(header: str, etag: str) -> bool:
    """Return whether an If-None-Match header names an entity tag; the comparison is the weak one of RFC 9110.

    >>> matches_etag('W/"a", "b"', '"a"'), matches_etag("*", '"a"'), matches_etag('"b"', '"a"')
    (True, True, False)
    """
    names = [name.strip().removeprefix("W/") for name in header.split(",")]
    return etag in names or "*" in names


# -- lists in parts ----------------------------------------------------------------------------------------------------

MAX_ROWS = 1000
"""Maximum number of rows of a list in one response."""

PAGING = {"after": "0", "limit": str(MAX_ROWS)}
"""The query parameters of a list, with their default values: the rows to be skipped, and the number of rows."""


def parse_paging(request: Request) -> tuple[int, int]:
    """Return `after` and `limit` of a request for part of a list."""
    after, limit = (request.query_params.get(name) or default for name, default in PAGING.items())
    if not (f"{after}{limit}".isascii() and after.isdecimal() and limit.isdecimal() and len(after + limit) < 20):
        raise RequestRefusedError(Refusal("After and limit are whole numbers.", code="misread", status=400))
    return int(after), max(1, min(int(limit), MAX_ROWS))


def next_link(request: Request, after: int, total: int) -> dict[str, str]:
    """Return `next`, the address of the following part of a list, or nothing after the last one."""
    if after >= total:
        return {}
    url = request.url.include_query_params(after=after)
    return {"next": f"{url.path}?{url.query}"}


def require_known_parameters(request: Request, allowed: tuple[str, ...]) -> None:
    """Refuse a request with an unknown query parameter."""
    prefixes = tuple(name[:-1] for name in allowed if name.endswith("*"))
    unknown = sorted(name for name in request.query_params if name not in allowed and not name.startswith(prefixes))
    if unknown:
        text = f"There is no parameter {unknown[0][:40]!r} here"
        text += f": there are {', '.join(allowed[:10])}." if allowed else ", and no other."
        raise RequestRefusedError(Refusal(text, code="misread", status=400))


# -- problems ----------------------------------------------------------------------------------------------------------

MEDIA_TYPE = "application/problem+json"
DOCUMENTATION = "https://rookery-chess.github.io/rookery/desk-api/#problem-"
"""The address of a problem type: its paragraph in the documentation."""


@record
class ProblemType:
    """A kind of problem: the last part of its address, its title, and its meaning for the documentation."""

    name: str
    title: str
    meaning: str


WARNINGS = ProblemType(
    "warnings", "Warnings must be confirmed", "send the same request again with the `tokens` as `acknowledged`"
)
STALE = ProblemType(
    "stale", "The data has changed", "the tournament is not as the request expects: `expected`, `found`, `by`"
)

PROBLEM_TYPES: dict[int, ProblemType] = {
    400: ProblemType("misread", "The request was not understood", "a field, a parameter or the body is not valid"),
    401: ProblemType("token", "The token is not valid", "the token is unknown, has expired or was revoked"),
    403: ProblemType("forbidden", "This is not allowed", "no session or token, or one that may not do this"),
    404: ProblemType("not-found", "Not found", "there is nothing at this address"),
    405: ProblemType("method", "The address does not accept this method", "see the OpenAPI document"),
    408: ProblemType("too-slow", "The request did not arrive in time", "send it again"),
    409: ProblemType("conflict", "The request conflicts with the present state", "read the present state, then decide"),
    413: ProblemType("too-large", "The request is too large", "`detail` names the limit"),
    421: ProblemType("host", "This server does not answer to that name", "use an address of the server"),
    422: ProblemType("refused", "The rules do not allow this", "`article`, `who` and `instead` say why"),
    429: ProblemType("too-many", "Too many requests", "wait as long as `Retry-After` says"),
    500: ProblemType("internal", "Internal error", "what was saved is safe"),
    503: ProblemType("storage", "Nothing can be saved at present", "send the same request, with the same `id`, later"),
}
"""The problem type of each status; 409 has two more."""


def build_problem(kind: ProblemType, status: int, detail: str, instance: str = "", **members: Any) -> dict[str, Any]:
    """Return a problem as JSON data: the members of RFC 9457, then those of the API."""
    head = {"type": f"{DOCUMENTATION}{kind.name}", "title": kind.title, "status": status, "detail": detail}
    return {**head, **({"instance": instance} if instance else {}), **members}


def refusal_problem(refusal: Refusal, instance: str = "", error: Exception | None = None) -> dict[str, Any]:
    """Return a refusal as a problem; a version conflict includes both values."""
    kind, values = PROBLEM_TYPES.get(refusal.status, PROBLEM_TYPES[400]), dict[str, str]()
    if isinstance(error, StaleVersionError):
        kind, values = STALE, {"expected": error.expected, "found": error.found, "by": error.by}
    return build_problem(
        kind,
        refusal.status,
        refusal.text,
        instance,
        code=refusal.code or kind.name,
        article=refusal.article,
        who=list(refusal.who),
        instead=refusal.instead,
        **values,
    )


def problem_response(problem: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    """Return the response of a problem."""
    body = json.dumps(problem, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return Response(body, problem["status"], headers, MEDIA_TYPE)
