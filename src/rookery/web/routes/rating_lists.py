"""Import of rating lists for the whole server."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rookery.errors import FormatError, RookeryError, RuleError
from rookery.messages import msg
from rookery.rating.fide import KINDS
from rookery.rating_lists import RatingList, import_list, open_lists
from rookery.rating_lists.csv_source import FIELDS, UnknownHeadingsError
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.importing import make_slug
from rookery.web import rate_limits
from rookery.web.context import AppContext, app_context
from rookery.web.middleware import csrf_token, require_csrf_token
from rookery.web.rendering import redirect
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.uploads import MAX_PENDING_BYTES, UploadTooLargeError, plain_name, read_checked_form, stream_file

MAX_ROWS = 5_000_000
"""Maximum number of players in a list."""


class ListUpload:
    """An uploaded rating list in a temporary file, removed by `close`, or with the object.

    `unknown` has its headings, if they do not say which columns to read.
    """

    def __init__(self, file: str, name: str, kind: str, source: BinaryIO) -> None:
        """Copy the uploaded file to disk."""
        folder = tempfile.mkdtemp(prefix="rookery-")
        # Removed at once, not by a thread: the garbage collector may run in the middle of an executor's `submit`.
        self.close: Callable[[], object] = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.path = Path(folder, Path(file).name or "list")
        self.file, self.kind = file, kind if kind in KINDS else None
        self.name = " ".join(name.split())[:80] or Path(file).stem or "list"
        self.unknown: UnknownHeadingsError | None = None
        with open(self.path, "wb") as target:
            shutil.copyfileobj(source, target, 2**20)
            self.size = target.tell()

    def __getstate__(self) -> dict[str, Any]:
        """Return what another worker needs; the file is not removed with this object any more."""
        if isinstance(self.close, weakref.finalize):
            self.close.detach()
        return {name: value for name, value in vars(self).items() if name != "close"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over the file from another worker; only `close` removes it."""
        vars(self).update(state)
        self.close = partial(shutil.rmtree, self.path.parent, ignore_errors=True)


async def upload_list(request: Request) -> Response:
    """Import a rating list: FIDE's TXT or XML, zipped or not, or a CSV."""
    try:
        async with stream_file(request, rate_limits.LIST_BODY) as (fields, file):
            require_csrf_token(request, fields.get("csrf_token"))
            if file is None or not file.size:
                raise RequestRefusedError(Refusal(msg("There is no list in this."), instead=msg("choose a file")))
            labels = fields.get("name", ""), fields.get("kind", "")
            upload = await asyncio.to_thread(ListUpload, plain_name(file), *labels, file.file)
    except UploadTooLargeError:
        text = msg("A list may have %(most)s MB.", most=rate_limits.LIST_BODY >> 20)
        instead = msg("zip it, or import it by the command line: rookery list import FILE")
        raise RequestRefusedError(Refusal(text, instead=instead, status=413)) from None
    try:
        return await _import_or_ask(request, upload)
    finally:
        if upload.unknown is None:
            await asyncio.to_thread(upload.close)


async def choose_columns(request: Request) -> Response:
    """Import a pending list with the chosen columns: `c0=name`."""
    form = await read_checked_form(request)
    pending, word = app_context(request).pending_uploads, request.path_params["word"]
    upload = pending.find(csrf_token(request.user), word)
    if not isinstance(upload, ListUpload) or upload.unknown is None:
        raise RequestRefusedError(Refusal(msg("This list is no longer here."), instead=msg("choose the file again")))
    choices = ((form.fields.get(f"c{column}", ""), column) for column in range(len(upload.unknown.head)))
    columns = {field: column for field, column in choices if field in FIELDS}
    answer = await _import_or_ask(request, upload, columns)
    pending.drop(word)
    if answer.headers["location"] == app_context(request).link("/lists"):
        await asyncio.to_thread(upload.close)
    return answer


async def _import_or_ask(request: Request, upload: ListUpload, columns: Mapping[str, int] | None = None) -> Response:
    """Import a list; one whose headings are not recognised waits until its columns are chosen."""
    site = app_context(request)
    try:
        await asyncio.to_thread(import_upload, site, upload, columns)
    except UnknownHeadingsError as error:
        if len(error.head) < 2:
            raise RequestRefusedError(_format_refusal(upload, error)) from None
        upload.unknown = error
        size = min(upload.size, MAX_PENDING_BYTES // 4)
        word = site.pending_uploads.keep(csrf_token(request.user), upload, size)
        return redirect(request, "list-columns", word=word)
    except FormatError as error:
        raise RequestRefusedError(_format_refusal(upload, error)) from None
    return redirect(request, "lists")


def _format_refusal(upload: ListUpload, error: FormatError) -> Refusal:
    (problem, *_) = error.problems
    where = msg("%(name)s, line %(line)s", name=upload.file, line=problem.line) if problem.line else upload.file
    text = msg("%(name)s: %(text)s", name=where or msg("The file"), text=problem.text)
    return Refusal(text, instead=msg("choose FIDE's TXT or XML, or a CSV whose first line has headings"))


def import_upload(site: AppContext, upload: ListUpload, columns: Mapping[str, int] | None = None) -> None:
    """Import a file as a rating list; a list of the same name is replaced when the new one is complete."""
    if not site.lists:
        raise CommandRejectedError(msg("this desk has no place for lists"))
    target = site.lists[0] / f"list-{make_slug(upload.name)}.sqlite"
    if target.exists():
        _require_rating_list(target)
    import_list(
        upload.path,
        target,
        kind=upload.kind,
        name=upload.name,
        columns=columns,
        progress=_require_row_count_within_limit,
    )


def _require_rating_list(path: Path) -> None:
    """Raise an error if the file is no rating list, so that it is not replaced; one made by another version passes."""
    try:
        RatingList(path).close()
    except RuleError:
        raise
    except RookeryError:
        return


def _require_row_count_within_limit(rows: int) -> None:
    if rows > MAX_ROWS:
        raise CommandRejectedError(msg("a list of more than %(rows)s players is none", rows=f"{MAX_ROWS:,}"))


@contextmanager
def open_rating_lists(
    site: AppContext, report: Callable[[Path, RookeryError], None] | None = None
) -> Iterator[list[RatingList]]:
    """Open all rating lists, the newest of a folder first; `report` is called for lists of another version."""
    with ExitStack() as stack:
        yield [stack.enter_context(rating_list) for folder in site.lists for rating_list in open_lists(folder, report)]


ROUTES = (
    Route("/lists", upload_list, methods=["POST"], name="upload-list"),
    Route("/lists/columns/{word}", choose_columns, methods=["POST"], name="choose-columns"),
)
