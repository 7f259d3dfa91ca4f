"""Errors as problem details (RFC 9457): the JSON answer to every request that fails, in the API and to scripts."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

from rookery._record import record
from rookery.tournaments.errors import StaleVersionError
from rookery.web.responses import Refusal

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
