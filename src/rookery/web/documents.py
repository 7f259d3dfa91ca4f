"""What leaves the desk: papers as HTML and PDF, the tournament as a file, its log for another desk."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from re import search
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

import rookery
from rookery.desk.commands.files import exported
from rookery.desk.ranked import tiebreak_edition
from rookery.errors import RookeryError, Unsupported
from rookery.papers import PAPERS, PaperRequest, html, paper, pdf
from rookery.store import carried
from rookery.web.answers import Refusal, refusal
from rookery.web.served import Endpoint, NotHere, failed, visit_of
from rookery.web.site import Site
from rookery.web.visit import Visit
from rookery.wording import spoken

FILES = {"trf26": "trf", "trf16": "trf", "json": "json", "rookery": "rookery"}
"""The files that there are, and how their names end."""

PUBLIC = ("pairings", "names", "standings", "crosstable", "schedule", "tree")
"""The papers that hang on the wall anyway."""


def papers(site: Site, public: bool = False) -> Endpoint:
    """A paper of a tournament, to look at or to print."""

    async def answer(request: Request) -> Response:
        what, form = request.path_params["what"], request.path_params["form"]
        if what not in PAPERS or (public and what not in PUBLIC) or form not in ("html", "pdf"):
            return failed(site, request, Refusal(spoken("There is no such paper."), status=404))
        return await _given(site, request, public, lambda visit: _paper(visit, what, form))

    return answer


def files(site: Site) -> Endpoint:
    """A tournament as a file to keep."""

    async def answer(request: Request) -> Response:
        if request.path_params["dialect"] not in FILES:
            return failed(site, request, Refusal(spoken("There is no such file."), status=404))
        return await _given(site, request, False, _file)

    return answer


async def _given(site: Site, request: Request, public: bool, make: Callable[[Visit], Response]) -> Response:
    try:
        visit = visit_of(site, request, public)
        return await asyncio.to_thread(make, visit)
    except NotHere:
        return failed(site, request, Refusal(spoken("There is no such tournament at this desk."), status=404))
    except RookeryError as error:
        return failed(site, request, refusal(error))


def request_of(visit: Visit, query: Mapping[str, str]) -> PaperRequest:
    """What is asked of a paper: people by their keys, whatever becomes of their numbers."""
    key, kept = query.get("player", ""), visit.state.prizes
    return PaperRequest(
        round=visit.number("round") or None,
        player=visit.state.number(key) if key else None,
        title=query.get("title") or None,
        edition=tiebreak_edition(visit.state),
        category=query.get("category", ""),
        prizes=query.get("prizes", "") or kept.text,
        sharing="equal" if (query.get("sharing") if query.get("prizes") else kept.sharing) == "equal" else "hort",
    )


def _paper(visit: Visit, what: str, form: str) -> Response:
    made = paper(visit.state.tournament, what, request_of(visit, visit.query))
    if form == "html":
        text = html(made)
        return HTMLResponse(text, headers={"content-security-policy": _policy(text)})
    return Response(pdf(made), media_type="application/pdf", headers=_called("inline", f"{visit.slug}-{what}.pdf"))


def _called(how: str, name: str) -> dict[str, str]:
    """The header with the name of a file: a header is Latin, so other letters are written as RFC 6266 has them.

    >>> _called("inline", "open.pdf"), _called("inline", "блиц.pdf")["content-disposition"][:32]
    ({'content-disposition': 'inline; filename="open.pdf"'}, "inline; filename*=UTF-8''%D0%B1%")
    """
    said = f'filename="{name}"' if name.isascii() else f"filename*=UTF-8''{quote(name)}"
    return {"content-disposition": f"{how}; {said}"}


def _policy(text: str) -> str:
    """A paper brings its own style, and nothing else: that style alone is let in, by its sum."""
    style = search(r"(?s)<style>(.*?)</style>", text)
    told = b64encode(sha256(style[1].encode()).digest()).decode() if style else ""
    return f"default-src 'none'; style-src 'sha256-{told}'; img-src data:; base-uri 'none'; frame-ancestors 'self'"


def _file(visit: Visit) -> Response:
    dialect, final = visit.params["dialect"], visit.query.get("final") == "1"
    name = f"{visit.slug}{'-final' * final}.{FILES[dialect]}"
    return Response(
        _data(visit, dialect, final),
        media_type="application/octet-stream",
        headers=_called("attachment", name),
    )


def _data(visit: Visit, dialect: str, final: bool) -> bytes:
    if dialect == "rookery":
        if visit.stream is None or final:
            raise Unsupported(spoken("a log goes on: it is never final"))
        return carried.dumps(visit.stream, visit.site.store.read(visit.id, until=visit.stream.version))
    return rookery.dump(exported(visit.state, final=final), dialect)
