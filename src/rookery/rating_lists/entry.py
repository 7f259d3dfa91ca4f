"""One player of a rating list."""

from __future__ import annotations

from typing import Any, NamedTuple

from rookery.model import PartialDate
from rookery.rating.fide import KINDS


class ListEntry(NamedTuple):
    """A player as a list has them; 0 or an empty text is "none". Each kind has a rating, games of the period and K."""

    fide_id: int = 0
    national_id: str = ""
    name: str = ""
    federation: str = ""
    sex: str = ""
    title: str = ""
    standard: int = 0
    standard_games: int = 0
    standard_k: int = 0
    rapid: int = 0
    rapid_games: int = 0
    rapid_k: int = 0
    blitz: int = 0
    blitz_games: int = 0
    blitz_k: int = 0
    born: int = 0
    inactive: int = 0

    def rating(self, kind: str = "standard") -> int:
        """Return the rating of this kind; the standard rating replaces a missing rapid or blitz one (B.02 7.1)."""
        assert kind in KINDS
        return int(getattr(self, kind)) or self.standard

    def k(self, kind: str = "standard") -> int:
        """Return the published K of this kind; 0 if there is none."""
        return int(getattr(self, f"{kind}_k"))


def player_facts(entry: ListEntry, kind: str) -> dict[str, Any]:
    """Return the facts of an entry, by the fields of Player."""
    return {
        "name": entry.name, "rating": entry.rating(kind) or None, "federation": entry.federation, "title": entry.title,
        "sex": entry.sex.lower().replace("f", "w"), "birth": PartialDate(entry.born) if entry.born else None,
        "fide_id": entry.fide_id or None,
    }  # fmt: skip


NUMBERS = frozenset(name for name in ListEntry._fields if isinstance(ListEntry._field_defaults[name], int))
_OLD_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip


def title_of(text: str) -> str:
    """Return a title in its present form; lists also have old one-letter codes.

    >>> title_of("GM"), title_of("wm"), title_of("")
    ('GM', 'WIM', '')
    """
    return _OLD_TITLES.get(text, text.upper())
