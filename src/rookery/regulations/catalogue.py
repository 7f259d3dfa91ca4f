"""Every format by its name and by the words in its codes, and those that installed packages bring.

This is the one place below level 4 that looks at what is installed, and only for a name that nothing here has.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Protocol

from rookery.errors import RuleError
from rookery.regulations import format as known
from rookery.regulations.format import Format

GROUP = "rookery.formats"
"""The group of entry points in which a package names the formats it brings."""


class Brings(Protocol):
    """What such an entry point leads to (on level 4 a `Conduct`): the verbs of a format, and the format itself."""

    @property
    def format(self) -> Format:
        """The facts."""


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        known.DUTCH, known.DUBOV, known.BURSTEIN, known.LIM, known.DOUBLE_SWISS, known.TEAM, known.ROUND_ROBIN,
        known.DOUBLE_ROUND_ROBIN, known.SCHEVENINGEN, known.DOUBLE_SCHEVENINGEN, known.KNOCKOUT, known.KEIZER,
    )
}  # fmt: skip
"""The formats that can be played here, by name."""

_BY_WORD: dict[str, Format] = {
    word: each for each in (*FORMATS.values(), known.SWISS, known.SCHILLER) for word in each.words
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


@cache
def installed(words: frozenset[str]) -> Brings | None:
    """What an installed package brings under one of these words; it is looked for now, once."""
    from importlib.metadata import entry_points

    wanted = {_plain(word) for word in words}
    for entry in entry_points(group=GROUP):
        if _plain(entry.name) in wanted:
            found: Brings = entry.load()
            return found
    return None


def brought(name: str) -> Brings | None:
    """What was added under this name from outside."""
    return _BROUGHT.get(name)


def add(bringing: Brings) -> None:
    """Make a format known; its name and the words of its codes must be new."""
    format = bringing.format
    taken = [format.name] if format.name in FORMATS else [word for word in format.words if word in _BY_WORD]
    if taken and _BROUGHT.get(format.name) is not bringing:
        raise RuleError(f"there is a format {taken[0]!r} already")
    FORMATS[format.name] = format
    _BROUGHT[format.name] = bringing
    _BY_WORD.update(dict.fromkeys(format.words, format))


def remove(name: str) -> None:
    """Forget a format that was added from outside."""
    format = _BROUGHT.pop(name).format
    del FORMATS[name]
    for word in format.words:
        del _BY_WORD[word]


def _plain(word: str) -> str:
    return "".join(letter for letter in word.upper() if letter.isalnum())
