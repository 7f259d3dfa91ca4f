"""Alphabetical order of names, as readers expect it on a wall list, and folding of names for searches.

The order is that of PyICU where it is installed (rules of the machine's language), otherwise the Unicode default order
by pyuca, otherwise that of the letters without their accents. All lists of a machine use the same order, so that the
wall list, the hall's pages and the check-in agree.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any

_PLAIN = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t",
}  # fmt: skip
_TWO = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "dj", "þ": "th"}
_TO_PLAIN, _TO_TWO = str.maketrans(_PLAIN), str.maketrans(_TWO)
"""Letters that Unicode does not decompose, in plain letters; and letters that lists without them write as two."""


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


def name_forms(name: str) -> frozenset[str]:
    """Return a name in plain letters with its words sorted, ü as u and as ue; similar names share a form.

    >>> sorted(name_forms("Jörg Müller")), name_forms("DVORAK Jiri") & name_forms("Dvořák, Jiří")
    (['joerg mueller', 'jorg muller'], frozenset({'dvorak jiri'}))
    """
    casefolded = unicodedata.normalize("NFC", name.casefold())
    variants = (_strip_accents(casefolded), _strip_accents(casefolded.translate(_TO_TWO)))
    forms = (" ".join(sorted(re.findall(r"[^\W_]+", variant))) for variant in variants)
    return frozenset(filter(None, forms))


def replace_special_letters(name: str) -> str:
    """Return the name with letters such as ø and ł replaced; empty if there are none.

    >>> replace_special_letters("Sørensen, Åse"), replace_special_letters("Müller")
    ('sorensen, åse', '')
    """
    if name.isascii():
        return ""
    lowered = name.lower()
    plain = lowered.translate(_TO_PLAIN)
    return plain if plain != lowered else ""


def spellings(word: str) -> tuple[str, ...]:
    """Return a word in lower case with its spellings in a list: ü as u or ue. The search itself ignores accents.

    >>> spellings("Müller"), spellings("Carl")
    (('müller', 'mueller'), ('carl',))
    """
    lowered = unicodedata.normalize("NFC", word).lower()
    if lowered.isascii():
        return (lowered,)
    return tuple(dict.fromkeys((lowered, lowered.translate(_TO_PLAIN), lowered.translate(_TO_TWO))))


_MOST_WAYS = 6  # a word has more double letters only by mistake
_SINGLE = {"ae": "a", "oe": "o", "ue": "u", "aa": "a", "dj": "d"}
_DOUBLE = re.compile("|".join(_SINGLE))
_PLAIN_WORDS, _NO_LETTERS = re.compile("[a-z0-9]+"), re.compile("[^a-z0-9\n]+")


def fold_name(name: str) -> frozenset[str]:
    """Return the spellings of a name in plain letters; names that share one are the same.

    >>> sorted(fold_name("Müller, Jörg")), sorted(fold_name("Łukasz, Đuro-Ø"))
    (['mueller joerg', 'muller jorg'], ['lukasz djuro oe', 'lukasz duro o'])
    >>> bool(fold_name("Mueller, Jörg") & fold_name("MÜLLER Jörg"))
    True
    >>> bool(fold_name("Müller, A") & fold_name("Miller, A"))
    False
    """
    if name.isascii():
        return frozenset((" ".join(_PLAIN_WORDS.findall(name.lower())),))
    lowered = unicodedata.normalize("NFC", name).lower()
    translations = (lowered,) if lowered.isascii() else (lowered.translate(_TO_PLAIN), lowered.translate(_TO_TWO))
    return frozenset(
        " ".join(re.findall(r"\w+", _strip_accents(spelling).replace("_", " "))) for spelling in translations
    )


def fold_names(names: Sequence[str]) -> list[str]:
    """Return the first spelling of `folded` for each name, many plain names at a time.

    >>> fold_names(["O'Neill, Čeda", "Li,Wei "])
    ['o neill ceda', 'li wei']
    """
    text = "\n".join(names)
    if text.isascii() and text.count("\n") == len(names) - 1:
        return [name.strip() for name in _NO_LETTERS.sub(" ", text.lower()).split("\n")]
    if len(names) == 1:
        return [min(fold_name(names[0]))]
    half = len(names) // 2
    return fold_names(names[:half]) + fold_names(names[half:]) if names else []


def _strip_accents(text: str) -> str:
    """Return the text without accents, with special letters replaced."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.translate(_TO_PLAIN))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def word_spellings(word: str) -> tuple[str, ...]:
    """Return the spellings of a complete word that a list may use, without accents: ü as u or ue, and ue as u.

    >>> word_spellings("müller"), word_spellings("bauer")
    (('muller', 'mueller', 'müller'), ('bauer', 'baur'))
    """
    lowered = unicodedata.normalize("NFC", word).lower()
    spellings_found = {_strip_accents(lowered): None, _strip_accents(lowered.translate(_TO_TWO)): None, lowered: None}
    for spelling in list(spellings_found):
        cuts = list(_DOUBLE.finditer(spelling))[:_MOST_WAYS]
        for choices in product((False, True), repeat=len(cuts)):
            shortened = spelling
            for cut, short in reversed(list(zip(cuts, choices, strict=True))):
                shortened = shortened[: cut.start()] + _SINGLE[cut[0]] + shortened[cut.end() :] if short else shortened
            spellings_found[shortened] = None
    return tuple(spellings_found)
