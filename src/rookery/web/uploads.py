"""Size-limited reading of form bodies with files or pasted tables; uploads that await confirmation."""

from __future__ import annotations

import os
import pickle
import re
import stat
import tempfile
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from typing import Any

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message

from rookery._record import record
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.web.middleware import require_csrf_token
from rookery.web.responses import Refusal, RequestRefusedError

MAX_UPLOAD = 20 * 2**20
"""Maximum size of a file in bytes."""

MOST_FIELDS = 2_000
"""Maximum number of fields, except of forms with table rows."""

TOO_LARGE = msg("This is more than %(most)s MB.", most=MAX_UPLOAD >> 20)

_DRAIN_FACTOR = 10
"""How many times the maximum is read and discarded, so that the browser receives the answer."""


class UploadTooLargeError(Exception):
    """Raised when an upload is larger than allowed."""


@record
class SubmittedForm:
    """A submitted form: its fields in order, and at most one file."""

    pairs: tuple[tuple[str, str], ...] = ()
    name: str = ""
    data: bytes = b""

    @property
    def fields(self) -> dict[str, str]:
        """Fields by name; the last of repeated ones."""
        return dict(self.pairs)

    def values_of(self, name: str) -> tuple[str, ...]:
        """Return all values of a field."""
        return tuple(value for key, value in self.pairs if key == name)


async def read_body(request: Request, max_size: int = MAX_UPLOAD) -> Request:
    """Return a request whose body has been read; raise UploadTooLargeError if it is too large."""
    pieces, size = list[bytes](), 0
    async for piece in request.stream():
        size += len(piece)
        if size <= max_size:
            pieces.append(piece)
        elif size > _DRAIN_FACTOR * max_size:
            break
    if size > max_size:
        raise UploadTooLargeError
    body = b"".join(pieces)

    async def receive_body() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return Request(request.scope, receive_body)


@asynccontextmanager
async def stream_file(request: Request, max_size: int) -> AsyncIterator[tuple[dict[str, str], UploadFile | None]]:
    """Receive a form whose file may be large, into a temporary file; raise UploadTooLargeError beyond `max_size`.

    What is no form has no fields.
    """
    size = 0

    async def receive() -> Message:
        nonlocal size
        message = await request.receive()
        size += len(message.get("body", b""))
        if size > max_size + 2**16:
            raise UploadTooLargeError
        return message

    try:
        async with Request(request.scope, receive).form(max_files=1, max_fields=20, max_part_size=2**16) as form:
            files = [value for value in form.values() if isinstance(value, UploadFile)]
            fields = {key: value for key, value in form.multi_items() if isinstance(value, str)}
            yield fields, files[0] if files else None
    except MultiPartException:
        yield {}, None


def plain_name(upload: UploadFile) -> str:
    """Return the name of a file as a browser gave it, without folders."""
    return (upload.filename or "").replace("\\", "/").rpartition("/")[2][:200]


async def read_form(request: Request, max_size: int = MAX_UPLOAD, most_fields: int = MOST_FIELDS) -> SubmittedForm:
    """Return the submitted form with its file read; a body that is not a form has no fields."""
    limited_request = await read_body(request, max_size + 2**16)
    pairs, name, data = list[tuple[str, str]](), "", b""
    try:
        async with limited_request.form(max_files=1, max_fields=most_fields, max_part_size=max_size) as form:
            for key, value in form.multi_items():
                if isinstance(value, UploadFile):
                    name, data = plain_name(value), await value.read()
                else:
                    pairs.append((key, value))
    except MultiPartException:
        return SubmittedForm()
    return SubmittedForm(tuple(pairs), name, data)


async def read_checked_form(
    request: Request, max_size: int = MAX_UPLOAD, most_fields: int = MOST_FIELDS, too_large: str = TOO_LARGE
) -> SubmittedForm:
    """Return the submitted form; refuse it if it is too large or lacks the CSRF token of the session."""
    try:
        form = await read_form(request, max_size, most_fields)
    except UploadTooLargeError:
        raise RequestRefusedError(Refusal(too_large, status=413)) from None
    require_csrf_token(request, form.fields.get("csrf_token"))
    return form


# -- uploads that await confirmation ----------------------------------------------------------------------------------


MAX_PENDING = 16
MAX_PENDING_BYTES = 64 * 2**20
"""Maximum number and total size of pending uploads; the oldest are removed first."""


class PendingUploads:
    """Pending uploads by random token, each accessible only with its owner's CSRF token; thread-safe."""

    def __init__(self, max_count: int = MAX_PENDING, max_bytes: int = MAX_PENDING_BYTES) -> None:
        self._kept: OrderedDict[str, tuple[str, int, Any]] = OrderedDict()
        self._lock, self._most, self._largest = Lock(), max_count, max_bytes

    def keep(self, csrf_token: str, upload: Any, size: int = 0) -> str:
        """Store an upload of the owner of this CSRF token and return its token."""
        token = token_urlsafe(12)
        with self._lock:
            self._kept[token] = (csrf_token, size, upload)
            while len(self._kept) > self._most or sum(entry[1] for entry in self._kept.values()) > self._largest:
                self._kept.popitem(last=False)
        return token

    def find(self, csrf_token: str, token: str) -> Any:
        """Return the upload of a token if it belongs to the owner of the CSRF token, else None."""
        with self._lock:
            owner, _, upload = self._kept.get(token, ("", 0, None))
        return upload if owner == csrf_token and csrf_token else None

    def change(self, csrf_token: str, token: str, upload: Any) -> None:
        """Replace an upload that is still pending."""
        with self._lock:
            owner, size, _ = self._kept.get(token, ("", 0, None))
            if owner == csrf_token and csrf_token:
                self._kept[token] = (owner, size, upload)

    def drop(self, token: str) -> None:
        """Remove an upload."""
        with self._lock:
            self._kept.pop(token, None)


class SharedUploads(PendingUploads):
    """Pending uploads in a folder that all workers of a machine share, each in a file of its own.

    The folder belongs to this account alone: what is in it is unpickled.
    """

    def __init__(self, folder: Path, max_count: int = MAX_PENDING, max_bytes: int = MAX_PENDING_BYTES) -> None:
        super().__init__(max_count, max_bytes)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_mode & 0o077 or status.st_uid != os.getuid():
            raise RookeryError(f"{folder} must be a folder that this account alone can use")
        self._folder = folder

    def keep(self, csrf_token: str, upload: Any, size: int = 0) -> str:
        """Store an upload of the owner of this CSRF token and return its token."""
        token = token_urlsafe(12)
        self._write(token, (csrf_token, size, upload))
        self._remove_oldest()
        return token

    def find(self, csrf_token: str, token: str) -> Any:
        """Return the upload of a token if it belongs to the owner of the CSRF token, else None."""
        owner, _, upload = self._read(token)
        return upload if owner == csrf_token and csrf_token else None

    def change(self, csrf_token: str, token: str, upload: Any) -> None:
        """Replace an upload that is still pending."""
        owner, size, _ = self._read(token)
        if owner == csrf_token and csrf_token:
            self._write(token, (owner, size, upload))

    def drop(self, token: str) -> None:
        """Remove an upload."""
        if _TOKEN.fullmatch(token):
            (self._folder / token).unlink(missing_ok=True)

    def _read(self, token: str) -> tuple[str, int, Any]:
        try:
            data = (self._folder / token).read_bytes() if _TOKEN.fullmatch(token) else b""
        except OSError:
            data = b""
        return pickle.loads(data) if data else ("", 0, None)  # noqa: S301  # only this account can write there

    def _write(self, token: str, entry: tuple[str, int, Any]) -> None:
        part = self._folder / f"{token}.{token_urlsafe(6)}"
        part.write_bytes(pickle.dumps(entry))
        part.replace(self._folder / token)

    def _remove_oldest(self) -> None:
        """Remove the oldest uploads beyond the limits; their temporary files are removed with them."""
        with self._lock:
            names = [path.name for path in sorted(self._folder.iterdir(), key=_modified) if _TOKEN.fullmatch(path.name)]
            entries = {name: self._read(name) for name in names}
            sizes = {name: entry[1] for name, entry in entries.items()}
            while names and (len(names) > self._most or sum(sizes[name] for name in names) > self._largest):
                name = names.pop(0)
                if (close := getattr(entries[name][2], "close", None)) is not None:
                    close()
                self.drop(name)


_TOKEN = re.compile(r"[A-Za-z0-9_-]{16}")


def _modified(path: Path) -> float:
    """Return when a file was written; 0 if another worker has removed it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def shared_folder(name: str) -> Path:
    """Return the folder for the pending uploads of the workers of a server; `name` is its database."""
    return Path(tempfile.gettempdir(), f"rookery-uploads-{os.getuid()}-{sha256(name.encode()).hexdigest()[:16]}")
