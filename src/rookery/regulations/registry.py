"""Registry of formats: facts and handlers by name, by the words of codes, and from installed packages.

Below level 4 only this module looks at installed packages, and only for a name that is not registered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeVar, cast

from rookery.errors import RuleError, UnsupportedError
from rookery.regulations import formats
from rookery.regulations.editions import Edition, register_editions
from rookery.regulations.formats import Format

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

P = ParamSpec("P")
R = TypeVar("R")

GROUP = "rookery.formats"
"""The group of entry points of packages that provide formats."""


class FormatPlugin(Protocol):
    """The handlers of a format and its facts: what an entry point leads to (`rookery.formats.FormatHandlers`)."""

    @property
    def format(self) -> Format:
        """The facts of the format."""

    @property
    def systems(self) -> Mapping[Edition, object]:
        """The rules of a Swiss by edition."""


_FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        formats.DUTCH, formats.DUBOV, formats.BURSTEIN, formats.LIM, formats.DOUBLE_SWISS, formats.TEAM,
        formats.ROUND_ROBIN, formats.DOUBLE_ROUND_ROBIN, formats.SCHEVENINGEN,
        formats.DOUBLE_SCHEVENINGEN, formats.KNOCKOUT, formats.KEIZER,
    )
}  # fmt: skip
FORMATS: Mapping[str, Format] = MappingProxyType(_FORMATS)
"""The formats that can be paired, by name."""
_BUILT_IN = frozenset(_FORMATS)

_BY_WORD: dict[str, Format] = {
    word: format for format in (*_FORMATS.values(), formats.SWISS, formats.SCHILLER) for word in format.words
}
_HANDLERS: dict[str, FormatPlugin | str] = {}
"""The handlers of each format by its name; those of Rookery as "module:NAME", imported on first use."""
_CACHES: list[Callable[[], None]] = []


def registry_cache(function: Callable[P, R]) -> Callable[P, R]:
    """Cache a function of the registered formats; `add` and `remove` clear the cache."""
    cached = lru_cache(256)(function)
    _CACHES.append(cached.cache_clear)
    return cast(Callable[P, R], cached)


def _clear_caches() -> None:
    for clear in _CACHES:
        clear()


def by_name(name: str) -> Format | None:
    """Return the format with this name, or None.

    >>> by_name("Round-Robin").code, by_name("round robin").cycles, by_name("tiddlywinks")
    ('BERGER_ROUNDROBIN', 1, None)
    """
    plain = name.strip().lower().replace("_", "-").replace(" ", "-")
    return FORMATS.get(plain)


def by_words(parts: Iterable[str]) -> Format | None:
    """Return the format that the parts of a code name, the first that is known; None if there is none."""
    return next((_BY_WORD[part] for part in parts if part in _BY_WORD), None)


@lru_cache(256)
def find_installed(words: frozenset[str]) -> FormatPlugin | None:
    """Return the plugin that an installed package provides under one of these words, or None."""
    from importlib.metadata import entry_points

    plain_words = {_normalize_word(word) for word in words}
    for entry in entry_points(group=GROUP):
        if _normalize_word(entry.name) in plain_words:
            return _load_plugin(entry)
    return None


def _load_plugin(entry: EntryPoint) -> FormatPlugin:
    """Load an entry point; raise UnsupportedError, naming it, if it does not lead to the handlers of a format."""
    try:
        plugin: FormatPlugin = entry.load()
    except (ImportError, AttributeError) as error:
        raise UnsupportedError(f"the format {entry.name!r} of an installed package cannot be loaded: {error}") from None
    if not isinstance(getattr(plugin, "format", None), Format):
        raise UnsupportedError(f"the entry point {entry.name!r} ({entry.value}) leads to no FormatHandlers")
    return plugin


def find_handlers(name: str) -> FormatPlugin | None:
    """Return the handlers registered for the format with this name, or None."""
    handlers = _HANDLERS.get(name)
    if isinstance(handlers, str):
        module, _, attribute = handlers.partition(":")
        loaded: FormatPlugin = getattr(import_module(module), attribute)
        _HANDLERS[name] = handlers = loaded
    return handlers


def register_handlers(paths: Mapping[str, str]) -> None:
    """Register handlers of formats in this package, by the name of the format, as "module:NAME"."""
    for name, path in paths.items():
        _HANDLERS.setdefault(name, path)


def add(plugin: FormatPlugin) -> None:
    """Register a format and its handlers; its name and the words of its codes must be new.

    An installed package does so without a call, by an entry point of the group "rookery.formats" that has the name of
    the format and refers to its handlers.

    Args:
        plugin: The handlers, usually `rookery.formats.FormatHandlers`.

    Raises:
        RuleError: The name or a word of the codes is taken, or the format contradicts itself.
    """
    format = plugin.format
    _check_format(format)
    conflicts = [format.name] if format.name in FORMATS else [word for word in format.words if word in _BY_WORD]
    if conflicts and _HANDLERS.get(format.name) is not plugin:
        raise RuleError(f"there is a format {conflicts[0]!r} already")
    _FORMATS[format.name] = format
    _HANDLERS[format.name] = plugin
    _BY_WORD.update(dict.fromkeys(format.words, format))
    if format.regulation is not None and plugin.systems:
        register_editions(format.regulation, [edition.since for edition in plugin.systems])
    _clear_caches()


def _check_format(format: Format) -> None:
    """Check that a format added by a plugin can be found by its name and by its code."""
    if format.name != format.name.lower().replace("_", "-").replace(" ", "-") or not format.name:
        raise RuleError(f"the name of a format is in small letters with hyphens, not {format.name!r}")
    if any(word != _normalize_word(word) for word in format.words):
        raise RuleError(f"{format.name}: the words of a code are in capitals, not {', '.join(format.words)}")
    if not set(format.words).intersection(format.code.split("_")):
        raise RuleError(f"{format.name}: its code must hold one of its words, as in CUSTOM_LADDER for LADDER")


def remove(name: str) -> None:
    """Remove a format that was added.

    Args:
        name: The name of the format.

    Raises:
        KeyError: No format of this name was added.
    """
    if name in _BUILT_IN or name not in FORMATS:
        raise KeyError(name)
    format = _FORMATS.pop(name)
    del _HANDLERS[name]
    for word in format.words:
        del _BY_WORD[word]
    if format.regulation is not None:
        register_editions(format.regulation, ())
    _clear_caches()


def _normalize_word(word: str) -> str:
    return "".join(letter for letter in word.upper() if letter.isalnum())
