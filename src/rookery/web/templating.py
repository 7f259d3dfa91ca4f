"""The Jinja environment of a language: filters, tests and globals, translations, and compiled templates.

Points, results, times and ranks are formatted, and values rounded, only here.
"""

from __future__ import annotations

import gettext
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from enum import Enum
from functools import lru_cache, partial
from importlib.util import cache_from_source
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from markupsafe import Markup

from rookery._version import __version__
from rookery.formatting import MARKS, count, format_date, format_date_range, format_points
from rookery.history.scoring import format_score, halves
from rookery.json_codec import to_json_data
from rookery.messages import Message, Translator, capitalize_first, join_texts, map_text, msg, translate
from rookery.model import ByeKind, Colour, Ending, Result
from rookery.presentation.standings import format_money, format_prize
from rookery.tournaments.domain.restore_points import restore_point_label
from rookery.tournaments.manual_pairing_check import VERDICT_LABELS
from rookery.tournaments.service import new_id
from rookery.tournaments.views.crosstable import RoundCell
from rookery.tournaments.views.player_card import CardGame
from rookery.tournaments.views.schedule import RoundStart
from rookery.tournaments.warning_table import LEVEL_LABELS
from rookery.web.cache import ValueCache
from rookery.web.static_files import ROOT, script_texts, static_url

if TYPE_CHECKING:
    from jinja2 import Environment, FileSystemBytecodeCache

    from rookery.tournaments.views.standings import RankedRow


LOCALE = ROOT / "locale"
ENGLISH = "en"
MAX_LINES = 2000
"""Maximum number of cached lines of rounds, and of standings."""

TEMPLATES = ROOT / "templates"

_RESULT = re.compile(r"(?<![\w½])([01½])-([01½])(?![\w½-])")
_SIDES = {**MARKS, Ending.FORFEIT_LOSS: "−", Ending.PENDING: "", Ending.ADJOURNED: ""}

_SHORT = (
    msg("Jan"), msg("Feb"), msg("Mar"), msg("Apr"), msg("May"), msg("Jun"), msg("Jul"),
    msg("Aug"), msg("Sep"), msg("Oct"), msg("Nov"), msg("Dec"),
)  # fmt: skip


def result_sides(result: Result) -> tuple[str, str]:
    """Return what is shown on each side of a result.

    >>> result_sides(Result.DRAW), result_sides(Result.WHITE_BY_FORFEIT), result_sides(Result.PENDING)
    (('½', '½'), ('+', '−'), ('', ''))
    """
    return _SIDES[result.white], _SIDES[result.black]


def format_time_of_day(timestamp: str) -> str:
    """Return the local time of day of a UTC timestamp; an empty string for an invalid one."""
    local_time = _local_time(timestamp)
    return local_time.strftime("%H:%M") if local_time else ""


def _local_time(timestamp: str) -> datetime | None:
    """Return a UTC timestamp as local time, or None for an invalid one, as in old logs."""
    try:
        return datetime.fromisoformat(timestamp).astimezone()
    except (ValueError, OverflowError):
        return None


def format_date_and_time(timestamp: str) -> str:
    """Return local date and time of a UTC timestamp; an invalid one is returned as it is."""
    local_time = _local_time(timestamp)
    if local_time is None:
        return timestamp
    return msg("%(day)s %(month)s %(time)s", day=local_time.day, month=_SHORT[local_time.month - 1],
                  time=local_time.strftime("%H:%M"))  # fmt: skip


def format_since(timestamp: str) -> str:
    """Return the local time of a UTC timestamp, with the date unless it is today."""
    local_time = _local_time(timestamp)
    if local_time is not None and local_time.date() == datetime.now().date():
        return local_time.strftime("%H:%M")
    return format_date_and_time(timestamp)


def shared_rank(rank: int, is_shared: bool = False) -> str:
    """Return a rank as every page shows it: `1=` is shared.

    >>> shared_rank(1), shared_rank(1, True)
    ('1', '1=')
    """
    return f"{rank}=" if is_shared else str(rank)


def ordinal(rank: int, is_shared: bool = False) -> str:
    """Return a rank as an ordinal number, a shared one as in the standings.

    >>> ordinal(2), ordinal(2, True)
    ('2nd', '2=')

    >>> [ordinal(one) for one in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '111th']
    """
    if is_shared:
        return shared_rank(rank, True)
    if rank // 10 % 10 != 1 and rank % 10 in (1, 2, 3):
        first, second = msg("%(rank)sst", rank=rank), msg("%(rank)snd", rank=rank)
        return (first, second, msg("%(rank)srd", rank=rank))[rank % 10 - 1]
    return msg("%(rank)sth", rank=rank)


def score_in_words(tenths: int) -> str:
    """Return a score in words, translatable.

    >>> [score_in_words(tenths) for tenths in (0, 5, 10, 15, 20)]
    ['0 points', '½ point', '1 point', '1½ points', '2 points']
    """
    return format_score(tenths)


_BYES = {
    ByeKind.PAIRING_ALLOCATED: msg("allocated bye"),
    ByeKind.FULL: msg("full-point bye"),
    ByeKind.HALF: msg("half-point bye"),
    ByeKind.ZERO: msg("absent"),
    ByeKind.NOT_ENTERED: msg("not yet entered"),
}


def bye_label(kind: ByeKind) -> str:
    """Return the name of a bye as shown in the list of a round."""
    return _BYES[kind]


def colour_class(colour: Colour | None) -> str:
    """Return the CSS class of a colour: w, b, or nothing."""
    return {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}[colour]


def round_sign(cell: RoundCell) -> str:
    """Return the short sign of a round: the points, or a sign for rounds without a game."""
    if cell.ended == "open":
        return "·"
    if cell.kind == "forfeit win":
        return "+"
    if cell.kind == "forfeit loss":
        return "−"
    return halves(cell.points)


def format_rating_change(hundredths: int, k: int) -> str:
    """Return the rating change for a sum of changes in hundredths and a factor K, with one decimal.

    >>> format_rating_change(-65, 20), format_rating_change(140, 10), format_rating_change(0, 40)
    ('−13.0', '+14.0', '0.0')
    """
    points = hundredths * k / 100
    return f"{points:+.1f}".replace("-", "−") if points else "0.0"


def result_from_own_side(game: CardGame) -> str:
    """Return the result of a game from the card owner's side."""
    white, black = result_sides(game.result)
    if game.result is Result.PENDING:
        return "·"
    return msg("adjourned") if game.result is Result.ADJOURNED else black if game.colour is Colour.BLACK else white


def with_typographic_dashes(text: str) -> str:
    r"""Return a log line with typographic dashes; a result is not broken at the end of a line.

    >>> with_typographic_dashes("Ash, Bo - Elm-Oak, Di ended 1-0.").replace("\u2060", "|")
    'Ash, Bo – Elm-Oak, Di ended 1|–|0.'
    """
    return map_text(text, _with_dashes)


def _with_dashes(text: str) -> str:
    return _RESULT.sub("\\1\u2060–\u2060\\2", text.replace(" - ", " – "))


def bye_name(kind: ByeKind | None) -> str:
    """Return the name of a kind of bye as used in forms; an empty string for no bye.

    >>> bye_name(ByeKind.HALF), bye_name(None)
    ('half', '')
    """
    return "" if kind is None else str(to_json_data(kind))


def warning_level_label(level: int) -> str:
    """Return the label of a warning level."""
    return LEVEL_LABELS.get(level, "")


def comparison_label(text: str) -> str:
    """Return the label of the comparison of a round with the one by the rules."""
    return VERDICT_LABELS.get(text, text)


def command_json(data: object) -> str:
    """Return a command's data as JSON for a button: `<button name="*:json" value="...">`.

    >>> command_json({"key": "p1", "kind": ByeKind.HALF})
    '{"key":"p1","kind":"half"}'
    """
    return json.dumps(data, ensure_ascii=False, default=to_json_data, separators=(",", ":"))


@lru_cache(maxsize=64)
def draw_qr_code(text: str) -> str:
    """Return a QR code as SVG if the library is installed; its colours are fixed so that scanners can read it."""
    try:
        import segno
    except ModuleNotFoundError:
        return ""
    svg = BytesIO()
    options = {"light": "#fff", "svgclass": "qr", "lineclass": None, "omitsize": True, "xmldecl": False, "nl": False}
    segno.make(text, micro=False).save(svg, kind="svg", **options)
    return svg.getvalue().decode()


def qr_code_svg(text: str) -> Markup:
    """Return a QR code for a template."""
    return Markup(draw_qr_code(text))  # noqa: S704  # modules as paths: the text itself is not in it


def start_milliseconds(start: RoundStart | None, today: date | None = None) -> int | None:
    """Return the start of a round in milliseconds since 1970, or None; its time is that of this machine."""
    moment = start.moment(today) if start else None
    return int(moment.astimezone().timestamp() * 1000) if moment else None


FILTERS: dict[str, Callable[..., Any]] = {
    "points": format_points,
    "worth": halves,
    "in_points": score_in_words,
    "sides": result_sides,
    "clock": format_time_of_day,
    "milliseconds": start_milliseconds,
    "moment": format_date_and_time,
    "since": format_since,
    "ordinal": ordinal,
    "rank": shared_rank,
    "bye": bye_label,
    "day": format_date,
    "letter": colour_class,
    "mark": round_sign,
    "money": format_money,
    "prize": format_prize,
    "change": format_rating_change,
    "own_result": result_from_own_side,
    "qr": qr_code_svg,
    "sentence": capitalize_first,
    "wish": command_json,
    "bye_name": bye_name,
    "dashed": with_typographic_dashes,
    "point": restore_point_label,
    "weight": warning_level_label,
    "verdict": comparison_label,
}
"""Filters of the templates."""

TESTS: dict[str, Callable[..., Any]] = {"pending": lambda result: result is Result.PENDING}

GLOBALS: dict[str, Callable[..., Any]] = {"count": count, "span": format_date_range}
"""Global functions of the templates."""


# -- translations --------------------------------------------------------------------------------------------------


def load_catalog(language: str, locale: Path) -> gettext.NullTranslations:
    """Return the catalogue of a language, or an empty one, which gives English."""
    return gettext.translation("rookery", locale, languages=[language], fallback=True)


def install_translations(env: Environment, texts: gettext.NullTranslations) -> None:
    """Install a catalogue in a Jinja environment: for template texts and for messages put into them."""
    install: Any = env
    install.install_gettext_translations(texts, newstyle=True)
    if type(texts) is gettext.NullTranslations:
        return
    env.finalize = create_finalizer(texts)
    env.filters["join"] = lambda items, between="": translate(join_texts(between, items), texts)
    for name in ("gettext", "ngettext"):
        env.globals[name] = _translate_values(env.globals[name], texts)


def create_finalizer(texts: Translator) -> Callable[[Any], Any]:
    """Return the Jinja `finalize` function, which translates messages and enum members and leaves other values."""

    def translate_value(value: Any) -> Any:
        return translate(value, texts) if isinstance(value, Message | Enum) else value

    return translate_value


def _translate_values(gettext_function: Any, texts: Translator) -> Any:
    """Wrap a gettext function of templates so that the values it inserts are translated too."""
    from jinja2 import pass_context

    translate_value = create_finalizer(texts)

    @pass_context
    def translate_with_values(context: Any, /, *args: Any, **values: Any) -> Any:
        return gettext_function(context, *args, **{name: translate_value(value) for name, value in values.items()})

    return translate_with_values


def translate_data(data: Any, texts: Translator) -> Any:
    """Return JSON data with all messages translated."""
    if isinstance(data, Message):
        return translate(data, texts)
    if isinstance(data, dict):
        return {name: translate_data(value, texts) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [translate_data(value, texts) for value in data]
    return data


# -- environments --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def create_environment(language: str = ENGLISH, locale: Path = LOCALE, prefix: str = "") -> Environment:
    """Return the cached Jinja environment of a language; missing translations fall back to English.

    All addresses in the pages begin with `prefix`.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    env = Environment(
        loader=FunctionLoader(_read_template), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, extensions=["jinja2.ext.i18n", "jinja2.ext.do"], auto_reload=False,
        bytecode_cache=_bytecode_cache() if language == ENGLISH else None,
    )  # fmt: skip
    env.filters |= FILTERS
    env.tests |= TESTS
    env.globals |= GLOBALS
    env.globals |= {
        "link": prefix.__add__,
        "static": partial(static_url, prefix=prefix),
        "fresh": new_id,
        "board_line": board_line(env),
        "rank_line": rank_line(env),
    }
    env.globals |= {"screen_line": screen_line(env)}
    texts = load_catalog(language, locale)
    translated = script_texts() if language != ENGLISH else ()
    env.globals |= {"script_texts": {text: texts.gettext(text) for text in translated if texts.gettext(text) != text}}
    install_translations(env, texts)
    return env


def _read_template(name: str) -> tuple[str, str, None]:
    """Return a template without indentation, so that a line break is all the space it adds to a page."""
    path = TEMPLATES / name
    return re.sub(r"^[ \t]+", "", path.read_text("utf-8"), flags=re.MULTILINE), str(path), None


def _bytecode_cache() -> FileSystemBytecodeCache | None:
    """Return the cache of compiled templates, beside Python's own compiled files; None where Python keeps none.

    What is compiled depends on the template, Python, Jinja, and on filters of constants: on our version.
    """
    if sys.dont_write_bytecode or not sys.implementation.cache_tag:
        return None
    import jinja2

    folder = Path(cache_from_source(str(TEMPLATES / "_.py"))).parent
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        return None
    return jinja2.FileSystemBytecodeCache(str(folder), f"%s.{__version__}.{jinja2.__version__}.jinja")


def board_line(templates: Environment) -> Callable[..., str]:
    """Return a cached renderer of one line of a round; of hundreds of lines, one result changes one."""

    @lru_cache(maxsize=MAX_LINES)
    def line(*args: Any) -> str:
        module: Any = templates.get_template("components/board.html").module
        return cast("str", module.line(*args))

    return line


def screen_line(templates: Environment) -> Callable[..., str]:
    """Return a cached renderer of one row of a screen; of hundreds of rows, one result changes one."""

    @lru_cache(maxsize=2 * MAX_LINES)
    def line(*args: Any) -> str:
        module: Any = templates.get_template("components/screen_rows.html").module
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
        module: Any = templates.get_template("components/ranked.html").module
        return cast("str", module.line(*args))

    return line
