"""A visit: who asks, for what, and the tournament as it is at that moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from rookery.desk.state import State
from rookery.store import Stream
from rookery.values import field, frozen
from rookery.web.site import ENGLISH, Site

T = TypeVar("T")


@frozen(slots=False)
class Visit:
    """One request to see something: a page makes its view of it.

    `who` is what somebody who is in is called; the hall has no name. `door` is what a form must bring back.
    """

    site: Site
    who: str = ""
    door: str = ""
    stream: Stream | None = None
    state: State = field(default_factory=State)
    version: int = 0
    params: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    theme: str = ""
    public: bool = False
    language: str = ENGLISH

    @property
    def slug(self) -> str:
        """The short name of the tournament; nothing where the page is of none."""
        return self.stream.slug if self.stream else ""

    @property
    def at(self) -> str:
        """The address that all pages of the tournament begin with."""
        return f"/{'p' if self.public else 't'}/{self.slug}" if self.stream else ""

    @property
    def id(self) -> str:
        """The id of the tournament's log; nothing where the page is of none."""
        return self.stream.id if self.stream else ""

    @property
    def say(self) -> Callable[[str], str]:
        """How a text is said to whoever asks, where no template says it: in pictures."""
        return self.site.voice(self.language)

    def kept(self, what: str, make: Callable[[], T]) -> T:
        """Something that stays the same as long as the tournament does: made once for a version."""
        return self.site.kept.get((what, self.id, self.version), make)

    def number(self, name: str, otherwise: int = 0) -> int:
        """A whole number of the address or of the question behind it."""
        said = self.params.get(name) or self.query.get(name) or ""
        return int(said) if said.isdecimal() and len(said) < 10 else otherwise
