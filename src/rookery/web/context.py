"""Shared state of the application, the index of its tournaments, its Jinja environment, static file addresses."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property, lru_cache, partial
from hashlib import sha256
from importlib.resources import files
from operator import attrgetter
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from rookery._record import field, record, replace
from rookery.messages import translate
from rookery.presentation.theme import DARK, LIGHT, PRINTED, css_declarations
from rookery.storage import Stream
from rookery.storage.store import Store
from rookery.tournaments.domain.manual_pairing import state_as_paired
from rookery.tournaments.service import TournamentService, VersionedState, new_id
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import HomeLine, home_line
from rookery.web.addresses import Addresses
from rookery.web.broadcast import Hub
from rookery.web.cache import PageCache, ValueCache
from rookery.web.i18n import install_translations, load_catalog, translate_data
from rookery.web.rate_limits import LiveConnectionLimit, SignInAttempts
from rookery.web.responses import STORAGE_REFUSALS, Refusal, TournamentNotFoundError
from rookery.web.template_filters import FILTERS, GLOBALS, TESTS
from rookery.web.uploads import PendingUploads

if TYPE_CHECKING:
    from jinja2 import Environment
    from starlette.requests import HTTPConnection

    from rookery.tournaments.views.standings import RankedRow


ROOT = Path(str(files("rookery.web")))
STATIC = ROOT / "static"
LOCALE = ROOT / "locale"
ENGLISH = "en"

MAX_PAPERS = 32
"""Maximum number of cached public papers."""
MAX_LINES = 2000
"""Maximum number of cached lines of rounds, and of standings."""


@record(slots=False)
class IndexEntry:
    """A tournament at a version; a round that is being paired by hand is as it was before."""

    stream: Stream
    state: State

    @property
    def name(self) -> str:
        """Name of the event, or the slug."""
        return self.state.tournament.info.name or self.stream.slug

    @property
    def rounds(self) -> int:
        """Number of paired rounds."""
        return len(self.state.tournament.rounds)

    @property
    def is_over(self) -> bool:
        """Whether all planned rounds are played."""
        t = self.state.tournament
        return bool(t.planned_rounds and len(t.rounds) >= t.planned_rounds and not t.rounds[-1].pending)

    @cached_property
    def home_line(self) -> HomeLine:
        """Line of the home page."""
        return home_line(self.stream.slug, self.state)

    @cached_property
    def public_line(self) -> HomeLine:
        """Line of the public list, without the arbiters' next step."""
        return replace(home_line(self.stream.slug, state_as_paired(self.state, public=True)), next=None)


class TournamentIndex:
    """Index of every tournament that has begun; one query detects changes, two or three read them."""

    def __init__(self, store: Store, desk: TournamentService) -> None:
        self._store, self._desk = store, desk
        self._lock = Lock()
        self._totals: tuple[int, int] | None = None
        self._entries: tuple[IndexEntry, ...] = ()

    def entries(self, place: str = "desk") -> tuple[IndexEntry, ...]:
        """Return the active or the archived tournaments by slug."""
        return tuple(entry for entry in self.all_entries() if entry.state.sticky.place == place)

    def all_entries(self) -> tuple[IndexEntry, ...]:
        """Return all tournaments, including archived and deleted ones."""
        if self._totals is None or self._totals != self._store.totals():
            before = self._totals
            with self._lock:
                if self._totals == before:  # nobody has read them meanwhile
                    self._read()
        return self._entries

    def _read(self) -> None:
        streams_of_store = self._store.streams()
        streams = [stream for stream in streams_of_store if stream.kind == "tournament" and stream.version]
        entries_by_stream = {entry.stream: entry for entry in self._entries}
        currents = self._desk.currents(
            {stream.id: stream.version for stream in streams if stream not in entries_by_stream}
        )
        self._entries = tuple(
            entries_by_stream.get(stream) or IndexEntry(stream, state_as_paired(currents[stream.id].state))
            for stream in streams
        )
        self._totals = len(streams_of_store), sum(stream.version for stream in streams_of_store)


@record(slots=False)
class AppContext:
    """Services and caches of one server.

    `addresses` are the host names it answers to; `shared` publishes the public pages, of the tournaments in
    `public_slugs` or of all if it is empty. `lists` are the folders of rating lists, `locale` that of the
    catalogues.
    """

    desk: TournamentService
    store: Store
    addresses: Addresses
    shared: bool = False
    lists: tuple[Path, ...] = ()
    hub: Hub = field(default_factory=Hub)
    cache: ValueCache = field(default_factory=ValueCache)
    paper_cache: ValueCache = field(default_factory=lambda: ValueCache(MAX_PAPERS))
    pending_uploads: PendingUploads = field(default_factory=PendingUploads)
    sign_in_attempts: SignInAttempts = field(default_factory=SignInAttempts)
    live_limit: LiveConnectionLimit = field(default_factory=LiveConnectionLimit)
    locale: Path = LOCALE
    page_cache: PageCache = field(default_factory=PageCache)
    public_slugs: frozenset[str] = frozenset()

    def streams(self) -> tuple[Stream, ...]:
        """Return all tournaments that have begun."""
        return tuple(stream for stream in self.store.streams() if stream.kind == "tournament" and stream.version)

    def stream(self, slug: str) -> Stream | None:
        """Return the tournament with this slug, or None."""
        stream = self.store.find_stream(slug)
        return stream if stream is not None and stream.kind == "tournament" and stream.version else None

    def require_stream(self, slug: str) -> Stream:
        """Return the tournament with this slug; raise TournamentNotFoundError if there is none."""
        if (stream := self.stream(slug)) is None:
            raise TournamentNotFoundError
        return stream

    def is_public(self, slug: str) -> bool:
        """Return whether a tournament has public pages on a shared server."""
        return not slug or not self.public_slugs or slug in self.public_slugs

    def displayed_state(self, stream: str, current: VersionedState, public: bool = False) -> State:
        """Return the state that pages show, cached per version; a round being paired by hand is shown as it was
        before.
        """
        if current.state.phase is None:
            return current.state
        make = partial(state_as_paired, current.state, public=public)
        return self.cache.get(("shown", stream, current.version, public), make)

    @property
    def trouble(self) -> Refusal | None:
        """Return why nothing can be saved at present, or None."""
        reason = self.store.trouble
        return STORAGE_REFUSALS[reason] if reason else None

    @cached_property
    def index(self) -> TournamentIndex:
        """Index of all tournaments that have begun, for lists of them."""
        return TournamentIndex(self.store, self.desk)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Available languages, English first."""
        codes = sorted(path.parent.parent.name for path in self.locale.glob("*/LC_MESSAGES/rookery.mo"))
        return (ENGLISH, *(code for code in codes if code != ENGLISH))

    def templates(self, language: str = ENGLISH) -> Environment:
        """Return the Jinja environment of a language, with autoescaping."""
        return create_environment(language if language in self.languages else ENGLISH, self.locale)

    def translator(self, language: str) -> Callable[[str], str]:
        """Return the function that translates texts to a language."""
        if language not in self.languages[1:]:
            return str
        texts = load_catalog(language, self.locale)
        return lambda text: translate(text, texts)

    def answer(self, data: Any, language: str) -> Any:
        """Return JSON data with its texts translated."""
        return translate_data(data, load_catalog(language, self.locale)) if language in self.languages[1:] else data


def app_context(connection: HTTPConnection) -> AppContext:
    """Return the context of the application that answers a request."""
    return cast("AppContext", connection.app.state.context)


@lru_cache(maxsize=32)
def create_environment(language: str = ENGLISH, locale: Path = LOCALE) -> Environment:
    """Return the cached Jinja environment of a language; missing translations fall back to English."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from rookery.web.template_cache import FileBytecodeCache, RuntimeFilterGenerator

    env = Environment(
        loader=FileSystemLoader(ROOT / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, extensions=["jinja2.ext.i18n", "jinja2.ext.do"], auto_reload=False, optimized=False,
        bytecode_cache=FileBytecodeCache() if language == ENGLISH else None,
    )  # fmt: skip
    env.code_generator_class = RuntimeFilterGenerator
    env.filters |= FILTERS
    env.tests |= TESTS
    env.globals |= GLOBALS
    env.globals |= {"static": static_url, "fresh": new_id, "board_line": board_line(env), "rank_line": rank_line(env)}
    texts = load_catalog(language, locale)
    translated = script_texts() if language != ENGLISH else ()
    env.globals |= {"script_texts": {text: texts.gettext(text) for text in translated if texts.gettext(text) != text}}
    install_translations(env, texts)
    return env


def script_texts() -> tuple[str, ...]:
    """Return the English texts of the script; pages in other languages include their translations."""
    modules = sorted((STATIC / "js").glob("*.js"))
    texts = (text for path in modules for text in re.findall(r'\bgettext\(\s*"([^"]+)"', path.read_text("utf-8")))
    return tuple(dict.fromkeys(texts))


def board_line(templates: Environment) -> Callable[..., str]:
    """Return a cached renderer of one line of a round; of hundreds of lines, one result changes one."""

    @lru_cache(maxsize=MAX_LINES)
    def line(*args: Any) -> str:
        module: Any = templates.get_template("_board.html").module
        return cast("str", module.line(*args))

    return line


_MARKED = attrgetter("kind", "opponent", "points", "ended")
"""The fields of a round cell that its mark depends on."""


def rank_line(templates: Environment) -> Callable[..., str]:
    """Return a cached renderer of one line of standings without its rank; a result changes only a few lines."""
    cache = ValueCache(MAX_LINES)

    def line(base_url: str, after: int | None, headings: tuple[str, ...], teams: bool, row: RankedRow) -> str:
        marks = tuple(map(_MARKED, row.rounds))
        key = (base_url, after, headings, teams, row.who, marks, row.points, row.shown, row.decided)
        return cache.get(key, lambda: render(base_url, after, headings, teams, row))

    def render(*args: Any) -> str:
        module: Any = templates.get_template("_ranked.html").module
        return cast("str", module.line(*args))

    return line


TOKENS_CSS = "tokens.css"
"""Name of the style sheet of colours, rendered from the theme."""
_STATIC_SUFFIXES = {".css", ".js", ".svg"}


@cache
def static_files() -> dict[str, bytes]:
    """Return the static files and the rendered colour style sheet by path; read once."""
    paths = (path for path in sorted(STATIC.rglob("*")) if path.suffix in _STATIC_SUFFIXES)
    files = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in paths}
    return {**files, TOKENS_CSS: render_tokens_css().encode()}


@cache
def static_version() -> str:
    """Return the version of the static files: a hash of all of them."""
    digest = sha256()
    for name, content in static_files().items():
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]


def static_url(name: str) -> str:
    """Return the address of a static file, in a folder whose name changes with the content of any of them.

    Browsers may keep the files, and a module imports others from its own folder by relative addresses.
    """
    return f"/static/{static_version()}/{name}"


def render_tokens_css() -> str:
    """Render the colours as a style sheet: light, dark by system setting or choice, and for print."""
    light, dark = f"color-scheme:light;{css_declarations(LIGHT)}", f"color-scheme:dark;{css_declarations(DARK)}"
    return (
        f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f":root[data-theme=light]{{{light}}}\n:root[data-theme=dark]{{{dark}}}\n"
        f"@media print{{:root,:root[data-theme]{{{light};{css_declarations(PRINTED)}}}\n"
        f".picture{{{css_declarations(LIGHT)}}}}}\n"
    )
