"""Taking in a rating list: a file that somebody sends becomes a list that everybody at this desk can search."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rookery.desk.arriving import slug_of
from rookery.desk.decision import Refused
from rookery.errors import FormatError, RookeryError, RuleError
from rookery.lists import RatingList, import_list
from rookery.rating.fide import KINDS
from rookery.web.acts import NO_DOOR
from rookery.web.answers import Refusal, refusal
from rookery.web.doors import door_of
from rookery.web.served import Endpoint, failed
from rookery.web.site import Site
from rookery.web.uploads import MOST, Sent, TooLong, sent
from rookery.wording import spoken

ROWS = 5_000_000
"""No list has more players; what has is none, however small its file."""
TOO_LONG = spoken("This is more than %(most)s MB.", most=MOST >> 20)


def listing(site: Site) -> Endpoint:
    """A rating list comes: FIDE's TXT or XML, zipped or not, or a CSV."""

    async def answer(request: Request) -> Response:
        try:
            form = await sent(request)
        except TooLong:
            instead = spoken("zip it, or take it in by the command line: rookery list import FILE")
            return failed(site, request, Refusal(TOO_LONG, instead=instead, status=413))
        if form.fields.get("door") != door_of(request.scope["rookery.session"]):
            return failed(site, request, Refusal(NO_DOOR, status=403))
        try:
            await asyncio.to_thread(taken, site, form)
        except FormatError as error:
            why = Refusal(spoken("%(name)s: %(text)s", name=form.name or spoken("The file"),
                                 text=error.problems[0].text), instead=spoken("choose a list of ratings"))  # fmt: skip
            return failed(site, request, why)
        except RookeryError as error:
            return failed(site, request, refusal(error))
        return RedirectResponse("/lists", 303)

    return answer


def taken(site: Site, form: Sent) -> None:
    """The file as a list of the desk; one of the same name is replaced when the new one is complete."""
    if not form.data or not site.lists:
        raise Refused(spoken("there is no list in this"), instead=spoken("choose a file"))
    name = " ".join(form.fields.get("name", "").split())[:80] or Path(form.name).stem or "list"
    kind = form.fields.get("kind", "")
    target = site.lists[0] / f"list-{slug_of(name)}.sqlite"
    if target.exists():
        _a_list(target)
    with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
        source = Path(folder, Path(form.name).name or "list")
        source.write_bytes(form.data)
        import_list(source, target, kind=kind if kind in KINDS else None, name=name, progress=_bounded)


def _a_list(path: Path) -> None:
    """What is no list is refused, not replaced; a list that another version has made is."""
    try:
        RatingList(path).close()
    except RuleError:
        raise
    except RookeryError:
        return


def _bounded(rows: int) -> None:
    if rows > ROWS:
        raise Refused(spoken("a list of more than %(rows)s players is none", rows=f"{ROWS:,}"))
