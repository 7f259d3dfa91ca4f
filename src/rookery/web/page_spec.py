"""Declaration of pages, and the context of a request, from which a page builds its view.

A page has an address, a view function and a template; the JSON of a page is the same view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from starlette.convertors import Convertor, register_url_convertor

from rookery._record import field, record
from rookery.json_codec import InvalidDataError
from rookery.messages import msg
from rookery.storage import Stream
from rookery.tournaments.domain.manual_pairing import state_as_paired
from rookery.tournaments.errors import round_not_found
from rookery.tournaments.publication import public_state, ranked_state
from rookery.tournaments.roles import EVERYTHING, Authority, boards_by_key
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import PublicationView, publication_view
from rookery.web.context import AppContext, EventEntry, IndexEntry
from rookery.web.templating import ENGLISH

T = TypeVar("T")


@record(slots=False)
class RequestContext:
    """A request for a page, from which the page builds its view.

    `who` is the user's name, empty for visitors. `csrf_token` must come back with every form, `session` is the id of
    the session; that of a deputy opens one tournament only. `tournaments` are all that there are, by slug. A round
    that is being paired by hand is in `state` as it was before; `working` has the state with the changes. `event` is
    the event that the page belongs to, or the tournament is a section of; `events` are all. A person with a role sees
    only the tournaments of the role, and the page of the event if it `opens_event`. `account` is the id of the account
    that is signed in, if any; `has_accounts` tells whether the desk has any.
    """

    site: AppContext
    who: str = ""
    csrf_token: str = ""
    stream: Stream | None = None
    state: State = field(default_factory=State)
    version: int = 0
    params: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    theme: str = ""
    public: bool = False
    language: str = ENGLISH
    working: State | None = None
    session: str = ""
    account: str = ""
    has_accounts: bool = False
    tournaments: tuple[IndexEntry, ...] = ()
    event: EventEntry | None = None
    events: tuple[EventEntry, ...] = ()
    total: int = 0
    authority: Authority = EVERYTHING
    opens_event: bool = True

    @cached_property
    def shows_members(self) -> bool:
        """Whether the page of members is linked; a desk in a hall has no accounts, and shows nothing of them."""
        return self.has_accounts and self.may("members")

    def may(self, name: str) -> bool:
        """Return whether the person may give a command, or take an action, at the tournament or event."""
        return self.authority.may(name)

    def may_at_board(self, name: str, board: int) -> bool:
        """Return whether the person may give a command at a board, by the number that the page shows."""
        if not self.authority.is_limited_to_boards(name):
            return self.authority.may(name)
        return self.authority.has_board(board - self.first_board + 1)

    def may_for(self, name: str, key: str) -> bool:
        """Return whether the person may give a command for a participant, by the board of the last round."""
        if not self.authority.is_limited_to_boards(name):
            return self.authority.may(name)
        return self.authority.has_board(self._boards.get(key, 0))

    @cached_property
    def _boards(self) -> dict[str, int]:
        return boards_by_key(self.recorded)

    @property
    def of_event(self) -> bool:
        """Whether the page belongs to an event with sections, not to a tournament."""
        return self.stream is not None and self.stream.kind == "event"

    @property
    def revision(self) -> tuple[int, ...]:
        """The versions that the page depends on: for the page of an event, those of everything."""
        event_version = self.event.stream.version if self.event else 0
        return (self.version, event_version, self.total) if self.of_event else (self.version, event_version)

    @property
    def live_version(self) -> int:
        """The version that live messages are compared with."""
        return self.total if self.of_event else self.version

    @property
    def slug(self) -> str:
        """Slug of the tournament or the event, or an empty string."""
        return self.stream.slug if self.stream else ""

    def link(self, path: str) -> str:
        """Return the address of a path of the application, as browsers use it."""
        return self.site.link(path)

    @property
    def at(self) -> str:
        """Path that all pages of the tournament or the event begin with."""
        if self.stream is None:
            return ""
        folder = ("p/-" if self.public else "e") if self.of_event else "p" if self.public else "t"
        return self.link(f"/{folder}/{self.slug}")

    @property
    def id(self) -> str:
        """Id of the tournament's log, or an empty string."""
        return self.stream.id if self.stream else ""

    @property
    def say(self) -> Callable[[str], str]:
        """Translation function for texts outside of templates, such as pictures."""
        return self.site.translator(self.language)

    def tournaments_in(self, place: str = "desk") -> Iterator[IndexEntry]:
        """Yield the active or the archived tournaments."""
        return (entry for entry in self.tournaments if entry.state.permanent.place == place)

    @cached_property
    def recorded(self) -> State:
        """The state with the board numbers of the tournament's own files; `state` has those of its event."""
        working = self.working
        if working is None:
            return self.state
        return self.cached("recorded", lambda: public_state(working)) if self.public else state_as_paired(working)

    @property
    def first_board(self) -> int:
        """The number of the first board of the tournament in its event."""
        return self.event.first_board(self.id) if self.event is not None else 1

    @property
    def ranked_state(self) -> State:
        """State that standings are computed from: for visitors, up to the round whose standings are public."""
        return self.cached("ranked", lambda: ranked_state(self.state)) if self.public else self.state

    def cached(self, name: str, make: Callable[[], T]) -> T:
        """Return a value cached for the current version of the tournament."""
        return self.site.cache.get((name, self.id, self.revision, self.public), make)

    def state_at(self, version: int) -> State:
        """Return the state of the tournament at a version of its log."""
        return self.site.cache.get(("at", self.id, version), lambda: self.site.desk.state_at(self.id, version))

    def requested_round(self, name: str, state: State | None = None) -> int | None:
        """Return the paired round of a state named in the query, or None; raise if the round does not exist."""
        text = self.query.get(name, "").strip()
        if not text:
            return None
        if not (text.isascii() and text.isdecimal()):
            raise InvalidDataError(
                msg("%(name)s is the number of a round, not %(read)s", name=name, read=repr(text[:20]))
            )
        number = int(text) if len(text) < 10 else 0
        if not 1 <= number <= len((state or self.state).tournament.rounds):
            raise round_not_found(text[:20])
        return number

    def number(self, name: str, default: int = 0) -> int:
        """Return a whole number from the path or the query, or a default."""
        text = self.params.get(name) or self.query.get(name) or ""
        return int(text) if text.isdecimal() and len(text) < 10 else default


def publication_of(visit: RequestContext, number: int | None = None) -> PublicationView | None:
    """Return what is public of a tournament and a round, for the arbiters of a desk with public pages."""
    if visit.public or not visit.site.has_public_pages(visit.slug):
        return None
    return publication_view(visit.state, number)


# -- pages ---------------------------------------------------------------------------------------------------------


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
    the query parameters it reads; `c*` means every name that begins with c. A page of all `sections` of an event is
    not cached by the version of one of them.
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
    sections: bool = False

    def has_parameter(self, name: str) -> bool:
        """Return whether the page reads a query parameter of this name."""
        return any(name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern for pattern in self.asks)

    @property
    def needs_tournament(self) -> bool:
        """Whether the page belongs to one tournament or event."""
        return "{slug}" in self.path or "{event}" in self.path

    @property
    def addresses(self) -> tuple[tuple[str, bool], ...]:
        """Paths of the page, each with whether it is public; paths under `/p` are public only."""
        if self.path.startswith("/p/"):
            return ((self.path, True),)
        private = ((self.path, False),)
        return (*private, (self.path.replace("/t/", "/p/", 1), True)) if self.public else private
