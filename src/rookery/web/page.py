"""A page is a value: its address, the view that it shows, its template; its twin in JSON is the same view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rookery.values import frozen
from rookery.web.visit import Visit


@frozen(slots=False)
class Page:
    """A page of the desk.

    `view` makes a frozen value of a visit, `template` shows it. `place` is what is lit in the column of places, `key`
    the letter that goes there after `g`. What is `public` the hall may see, under `/p`. `live` are the kinds of
    messages after which the page is read anew; a page that mends itself line by line needs none. A `part` is a piece
    of a page, which the script puts into one; without a template the view itself is the answer, as JSON. `hall` is
    the template for the hall, where that has another, `asks` what may stand behind the question mark of the address.
    """

    name: str
    path: str
    title: str
    view: Callable[[Visit], Any]
    template: str
    place: str = ""
    public: bool = False
    live: tuple[str, ...] = ("change",)
    part: bool = False
    hall: str = ""
    asks: tuple[str, ...] = ()

    @property
    def of_tournament(self) -> bool:
        """Whether it is a page of one tournament."""
        return "{slug}" in self.path

    @property
    def addresses(self) -> tuple[tuple[str, bool], ...]:
        """Where it is, each with whether that is for the hall; what lies under `/p` itself is for the hall alone."""
        if self.path.startswith("/p/"):
            return ((self.path, True),)
        ours = ((self.path, False),)
        return (*ours, (self.path.replace("/t/", "/p/", 1), True)) if self.public else ours
