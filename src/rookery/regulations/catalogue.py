"""Every format by its name and by the words in its codes, and those that installed packages bring.

This is the one place below level 4 that looks at what is installed, and only for a name that nothing here has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from rookery.errors import RuleError, Unsupported
from rookery.regulations import format as known
from rookery.regulations.chapters import Edition, make_known
from rookery.regulations.format import Format
from rookery.typed import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rookery.formats"
"""The group of entry points in which a package names the formats it brings."""


class Brings(Protocol):
    """What such an entry point leads to (on level 4 a `Conduct`): the verbs of a format, and the format itself."""

    @property
    def format(self) -> Format:
        """The facts."""

    @property
    def systems(self) -> Mapping[Edition, object]:
        """The rules of a Swiss, by edition."""


_KNOWN: dict[str, Format] = {
    each.name: each
    for each in (
        known.DUTCH, known.DUBOV, known.BURSTEIN, known.LIM, known.DOUBLE_SWISS, known.TEAM, known.ROUND_ROBIN,
        known.DOUBLE_ROUND_ROBIN, known.SCHEVENINGEN, known.DOUBLE_SCHEVENINGEN, known.KNOCKOUT, known.KEIZER,
    )
}  # fmt: skip
FORMATS: Mapping[str, Format] = MappingProxyType(_KNOWN)
"""The formats that can be played here, by name; whoever brings another says so to `rookery.formats.add`."""

_BY_WORD: dict[str, Format] = {
    word: each for each in (*_KNOWN.values(), known.SWISS, known.SCHILLER) for word in each.words
}
_BROUGHT: dict[str, Brings] = {}
"""What was added from outside, by name."""


def by_name(name: str) -> Format | None:
    """The format that options call so.

    >>> by_name("Round-Robin").code, by_name("round robin").cycles, by_name("tiddlywinks")
    ('BERGER_ROUNDROBIN', 1, None)
    """
    plain = name.strip().lower().replace("_", "-").replace(" ", "-")
    return FORMATS.get(plain)


def by_words(parts: Iterable[str]) -> Format | None:
    """The format that the parts of a code name: the first that is known."""
    return next((_BY_WORD[part] for part in parts if part in _BY_WORD), None)


@lru_cache(256)
def installed(words: frozenset[str]) -> Brings | None:
    """What an installed package brings under one of these words; it is looked for now, once."""
    from importlib.metadata import entry_points

    wanted = {_plain(word) for word in words}
    for entry in entry_points(group=GROUP):
        if _plain(entry.name) in wanted:
            return _loaded(entry)
    return None


def _loaded(entry: EntryPoint) -> Brings:
    """What an entry point leads to; one that leads nowhere is told by its name."""
    try:
        found: Brings = entry.load()
    except (ImportError, AttributeError) as error:
        raise Unsupported(f"the format {entry.name!r} of an installed package cannot be loaded: {error}") from None
    if not isinstance(getattr(found, "format", None), Format):
        raise Unsupported(f"the entry point {entry.name!r} ({entry.value}) leads to no Conduct of a format")
    return found


def brought(name: str) -> Brings | None:
    """What was added under this name from outside."""
    return _BROUGHT.get(name)


def add(bringing: Brings) -> None:
    """Make a format known; its name and the words of its codes must be new."""
    format = bringing.format
    _must_be_sound(format)
    taken = [format.name] if format.name in FORMATS else [word for word in format.words if word in _BY_WORD]
    if taken and _BROUGHT.get(format.name) is not bringing:
        raise RuleError(f"there is a format {taken[0]!r} already")
    _KNOWN[format.name] = format
    _BROUGHT[format.name] = bringing
    _BY_WORD.update(dict.fromkeys(format.words, format))
    if format.regulation is not None and bringing.systems:
        make_known(format.regulation, [edition.since for edition in bringing.systems])


def _must_be_sound(format: Format) -> None:
    """A format from outside is found again by its name and by its code."""
    if format.name != format.name.lower().replace("_", "-").replace(" ", "-") or not format.name:
        raise RuleError(f"the name of a format is in small letters with hyphens, not {format.name!r}")
    if any(word != _plain(word) for word in format.words):
        raise RuleError(f"{format.name}: the words of a code are in capitals, not {', '.join(format.words)}")
    if not set(format.words).intersection(format.code.split("_")):
        raise RuleError(f"{format.name}: its code must hold one of its words, as in CUSTOM_LADDER for LADDER")


def remove(name: str) -> None:
    """Forget a format that was added from outside."""
    format = _BROUGHT.pop(name).format
    del _KNOWN[name]
    for word in format.words:
        del _BY_WORD[word]
    if format.regulation is not None:
        make_known(format.regulation, ())


def _plain(word: str) -> str:
    return "".join(letter for letter in word.upper() if letter.isalnum())
