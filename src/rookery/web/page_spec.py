"""Declaration of pages: address, view function and template; the JSON of a page is the same view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.convertors import Convertor, register_url_convertor

from rookery._record import record
from rookery.web.request_context import RequestContext


class NumberConvertor(Convertor[int]):
    """Path convertor for whole numbers of at most nine digits; Starlette's `int` accepts any number of digits."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Return the digits."""
        return str(value)


register_url_convertor("rookery_number", NumberConvertor())


def route_path(path: str) -> str:
    """Return the path of a page as a Starlette route: `{round:int}` is limited to nine digits."""
    return path.replace(":int}", ":rookery_number}")


@record(slots=False)
class Page:
    """A page of the application.

    `view` builds the value that `template` renders. `place` is the entry highlighted in the side bar, `key` its
    shortcut after `g`. A `public` page is also available under `/p`. `live` are the kinds of messages after which
    the page is reloaded; a page that updates itself needs none. A `part` is a fragment that the script inserts;
    without a template the view is returned as JSON. `hall` is the template of the public page if it differs, `asks`
    the query parameters it reads; `c*` means every name that begins with c.
    """

    name: str
    path: str
    title: str
    view: Callable[[RequestContext], Any]
    template: str
    place: str = ""
    public: bool = False
    live: tuple[str, ...] = ("change",)
    part: bool = False
    hall: str = ""
    asks: tuple[str, ...] = ()

    def knows(self, name: str) -> bool:
        """Return whether the page reads a query parameter of this name."""
        return any(name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern for pattern in self.asks)

    @property
    def of_tournament(self) -> bool:
        """Whether the page belongs to one tournament."""
        return "{slug}" in self.path

    @property
    def addresses(self) -> tuple[tuple[str, bool], ...]:
        """Paths of the page, each with whether it is public; paths under `/p` are public only."""
        if self.path.startswith("/p/"):
            return ((self.path, True),)
        private = ((self.path, False),)
        return (*private, (self.path.replace("/t/", "/p/", 1), True)) if self.public else private
