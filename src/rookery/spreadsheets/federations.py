"""Federations of FIDE: codes of FIDE, ISO and the IOC, and names of countries in many languages.

The names in `federations.csv` are those of Unicode's CLDR for some thirty languages, with more spellings that lists
have. A name that several federations could claim ("Kongo", "Great Britain") is in none of them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from rookery.spreadsheets.headings import normalize_text

_FILE = Path(__file__).with_name("federations.csv")


@cache
def _codes_by_spelling() -> dict[str, str]:
    """Return the code of every spelling, folded: FIDE's codes come before those of others, and codes before names."""
    rows = [line.split(";") for line in _FILE.read_text("utf-8").splitlines()]
    spellings = {fide.lower(): fide for fide, _, _ in rows}
    for fide, codes, _ in rows:
        for code in codes.split():
            spellings.setdefault(code.lower(), fide)
    for fide, _, names in rows:
        for name in filter(None, names.split("|")):
            spellings.setdefault(_fold(name), fide)
    return spellings


def _fold(text: str) -> str:
    return normalize_text(text).replace(" ", "")


@lru_cache(maxsize=4_096)
def find_federation(text: str) -> str | None:
    """Return FIDE's code for a code or the name of a country; None where it is no federation that is known.

    >>> find_federation("Czech Republic"), find_federation("DEU"), find_federation("de"), find_federation("Norvège")
    ('CZE', 'GER', 'GER', 'NOR')
    >>> find_federation("Atlantis") is None
    True
    """
    return _codes_by_spelling().get(_fold(text))


def is_federation(code: str) -> bool:
    """Return whether FIDE has a federation of this code.

    >>> is_federation("GER"), is_federation("DEU")
    (True, False)
    """
    return find_federation(code) == code
