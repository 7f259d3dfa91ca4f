"""Name folding: spellings of one name with special letters, accents and plain letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import product

_PLAIN = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t",
}  # fmt: skip
_TWO = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "dj", "þ": "th"}
_TO_PLAIN, _TO_TWO = str.maketrans(_PLAIN), str.maketrans(_TWO)


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
