"""What every page shares: the desk, who may come in, who is looking, what is kept ready, and the templates."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from rookery.desk.clock import fresh
from rookery.desk.desk import Desk
from rookery.store import Stream
from rookery.store.store import Store
from rookery.values import field, frozen
from rookery.web.hub import Hub
from rookery.web.kept import Kept
from rookery.web.limits import Lines, Tries
from rookery.web.packed import Shelf
from rookery.web.showing import FILTERS, GLOBALS, TESTS
from rookery.web.speech import in_words, speak, tongue
from rookery.web.waiting import Waiting
from rookery.wording import told

if TYPE_CHECKING:
    from jinja2 import Environment

    from rookery.desk.views.standings import RankedRow

ROOT = Path(str(files("rookery.web")))
STATIC = ROOT / "static"
LOCALE = ROOT / "locale"
ENGLISH = "en"

LINES = 2000
"""So many lines of rounds are kept, and so many of standings."""


@frozen(slots=False)
class Site:
    """One desk in the browser. `hosts` are the names it answers to; `shared` lets the hall see the public pages.

    `lists` are the folders with rating lists.
    `addresses` are where it can be reached, the best to tell others first; `locale` is the folder with catalogues.
    """

    desk: Desk
    store: Store
    hosts: frozenset[str] = frozenset()
    shared: bool = False
    lists: tuple[Path, ...] = ()
    hub: Hub = field(default_factory=Hub)
    kept: Kept = field(default_factory=Kept)
    waiting: Waiting = field(default_factory=Waiting)
    tries: Tries = field(default_factory=Tries)
    lines: Lines = field(default_factory=Lines)
    addresses: tuple[str, ...] = ()
    locale: Path = LOCALE
    shelf: Shelf = field(default_factory=Shelf)

    def streams(self) -> tuple[Stream, ...]:
        """Every tournament of this desk that has begun."""
        return tuple(one for one in self.store.streams() if one.kind == "tournament" and one.version)

    def stream(self, slug: str) -> Stream | None:
        """The tournament of a short name."""
        return next((one for one in self.streams() if one.slug == slug), None)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that there are catalogues of; English, in which all is written, comes first."""
        found = sorted(path.parent.parent.name for path in self.locale.glob("*/LC_MESSAGES/rookery.mo"))
        return (ENGLISH, *(one for one in found if one != ENGLISH))

    def templates(self, language: str = ENGLISH) -> Environment:
        """The templates in a language; whatever is put into them is escaped."""
        return environment(language if language in self.languages else ENGLISH, self.locale)

    def voice(self, language: str) -> Callable[[str], str]:
        """How a text is said in a language."""
        if language not in self.languages[1:]:
            return str
        texts = tongue(language, self.locale)
        return lambda text: told(text, texts)

    def answer(self, data: Any, language: str) -> Any:
        """An answer in JSON to a page in a language."""
        return in_words(data, tongue(language, self.locale)) if language in self.languages[1:] else data


@lru_cache(maxsize=32)
def environment(language: str = ENGLISH, locale: Path = LOCALE) -> Environment:
    """Templates in a language, made once: what its catalogue has not is said in English, in which they are written."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from rookery.web.compiled import Compiled, Literal

    made = Environment(
        loader=FileSystemLoader(ROOT / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, extensions=["jinja2.ext.i18n", "jinja2.ext.do"], auto_reload=False, optimized=False,
        bytecode_cache=Compiled() if language == ENGLISH else None,
    )  # fmt: skip
    made.code_generator_class = Literal
    made.filters |= FILTERS
    made.tests |= TESTS
    made.globals |= GLOBALS
    made.globals |= {"static": static, "fresh": fresh, "board_line": board_line(made), "rank_line": rank_line(made)}
    texts = tongue(language, locale)
    texts_of_script = {one: said for one in script_texts() if (said := texts.gettext(one)) != one}
    made.globals |= {"script_texts": texts_of_script}
    speak(made, texts)
    return made


def script_texts() -> tuple[str, ...]:
    """What the script says, in English; a page in another language brings it what to say instead."""
    return tuple(dict.fromkeys(re.findall(r'\b_\("([^"]+)"', (STATIC / "desk.js").read_text("utf-8"))))


def board_line(templates: Environment) -> Callable[..., str]:
    """A line of a round, made once for what it shows: of hundreds, one result changes one."""

    @lru_cache(maxsize=LINES)
    def line(*shown: Any) -> str:
        made: Any = templates.get_template("_board.html").module
        return cast(str, made.line(*shown))

    return line


_MARKED = attrgetter("kind", "opponent", "points", "ended")
"""What of a round is shown as a mark."""


def rank_line(templates: Environment) -> Callable[..., str]:
    """A line of standings but for its rank, made once for what it shows: one result changes those who met the two."""
    kept = Kept(LINES)

    def line(at: str, asked: int | None, headings: tuple[str, ...], teams: bool, row: RankedRow) -> str:
        marks = tuple(map(_MARKED, row.rounds))
        key = (at, asked, headings, teams, row.who, marks, row.points, row.shown, row.decided)
        return kept.get(key, lambda: part(at, asked, headings, teams, row))

    def part(*shown: Any) -> str:
        made: Any = templates.get_template("_ranked.html").module
        return cast(str, made.line(*shown))

    return line


_SUMS: dict[str, str] = {}


def static(name: str) -> str:
    """The address of a file of ours; it changes with the file, so that browsers may keep it."""
    if name not in _SUMS:
        _SUMS[name] = sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{_SUMS[name]}"
