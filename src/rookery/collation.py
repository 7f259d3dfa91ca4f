"""Alphabetical order of names, as readers expect it on a wall list.

The order is that of PyICU where it is installed (rules of the machine's language), otherwise the Unicode default order
by pyuca, otherwise that of the letters without their accents. All lists of a machine use the same order, so that the
wall list, the hall's pages and the check-in agree.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

_WITHOUT_DECOMPOSITION = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"}
)
"""Letters with a stroke and ligatures, which Unicode does not decompose."""

_AS_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "đ": "dj"})
"""Letters that lists without them write as two."""


@lru_cache(maxsize=100_000)
def sort_key(name: str) -> Any:
    """Return a key that sorts names alphabetically; keys are remembered, because pyuca computes them slowly.

    >>> sorted(["Zelenka", "Šimek", "Ødegård", "Simon", "Adams"], key=sort_key)
    ['Adams', 'Ødegård', 'Šimek', 'Simon', 'Zelenka']
    """
    return _key_function()(name)


@cache
def _key_function() -> Callable[[str], Any]:
    """Return the best key function of those that are installed."""
    return _icu_key_function() or _pyuca_key_function() or letter_key


def _icu_key_function() -> Callable[[str], Any] | None:
    try:
        import icu
    except ImportError:
        return None
    collator = icu.Collator.createInstance(icu.Locale.getDefault())
    get_key: Callable[[str], Any] = collator.getSortKey
    return get_key


def _pyuca_key_function() -> Callable[[str], Any] | None:
    try:
        from pyuca import Collator
    except ImportError:
        return None
    get_key: Callable[[str], Any] = Collator().sort_key
    return get_key


def letter_key(name: str) -> tuple[str, str]:
    """Return the letters without accents, then the name itself: the order without any package.

    >>> sorted(["Nováková", "Novák, Petr", "Ødegård", "Nowak", "Zelenka"], key=letter_key)
    ['Novák, Petr', 'Nováková', 'Nowak', 'Ødegård', 'Zelenka']
    """
    casefolded = name.casefold()
    return _strip_accents(casefolded), casefolded


def _strip_accents(casefolded: str) -> str:
    letters = unicodedata.normalize("NFKD", casefolded.translate(_WITHOUT_DECOMPOSITION))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def name_forms(name: str) -> frozenset[str]:
    """Return a name in plain letters with its words sorted, ü as u and as ue; similar names share a form.

    >>> sorted(name_forms("Jörg Müller")), name_forms("DVORAK Jiri") & name_forms("Dvořák, Jiří")
    (['joerg mueller', 'jorg muller'], frozenset({'dvorak jiri'}))
    """
    casefolded = unicodedata.normalize("NFC", name.casefold())
    variants = (_strip_accents(casefolded), _strip_accents(casefolded.translate(_AS_TWO_LETTERS)))
    forms = (" ".join(sorted(re.findall(r"[^\W_]+", variant))) for variant in variants)
    return frozenset(filter(None, forms))
