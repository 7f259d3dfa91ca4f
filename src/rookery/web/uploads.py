"""What people send to the desk that is longer than a wish: a file, or a table that was pasted; it has a limit."""

from __future__ import annotations

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message

from rookery.values import frozen

MOST = 20 * 2**20
"""A file is no longer than so many bytes."""

_PATIENCE = 10
"""So many times that is read and thrown away, so that a browser hears the answer."""


class TooLong(Exception):
    """Somebody sent more than is read."""


@frozen
class Sent:
    """A form with its fields in their order, and the one file that it may have."""

    pairs: tuple[tuple[str, str], ...] = ()
    name: str = ""
    data: bytes = b""

    @property
    def fields(self) -> dict[str, str]:
        """The fields by name; of what is named more than once the last."""
        return dict(self.pairs)

    def every(self, name: str) -> tuple[str, ...]:
        """All values of one name."""
        return tuple(value for key, value in self.pairs if key == name)


async def bounded(request: Request, most: int = MOST) -> Request:
    """The same request, all of whose body has come; TooLong where it does not end in time."""
    pieces, size = list[bytes](), 0
    async for piece in request.stream():
        size += len(piece)
        if size <= most:
            pieces.append(piece)
        elif size > _PATIENCE * most:
            break
    if size > most:
        raise TooLong
    body = b"".join(pieces)

    async def again() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return Request(request.scope, again)


async def sent(request: Request, most: int = MOST) -> Sent:
    """The form that came; a file in it is read whole. What is no form has no fields."""
    whole = await bounded(request, most + 2**16)
    pairs, name, data = list[tuple[str, str]](), "", b""
    try:
        async with whole.form(max_files=1, max_fields=2000, max_part_size=most) as form:
            for key, value in form.multi_items():
                if isinstance(value, UploadFile):
                    name, data = value.filename or "", await value.read()
                else:
                    pairs.append((key, value))
    except MultiPartException:
        return Sent()
    return Sent(tuple(pairs), name.replace("\\", "/").rpartition("/")[2][:200], data)
