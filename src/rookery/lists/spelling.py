"""One name in several spellings: lists have letters that a keyboard lacks, and FIDE's has none but plain ones."""

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


def spelt_plainly(name: str) -> str:
    """A name without those letters that are no plain ones with an accent; empty where it has none of them.

    >>> spelt_plainly("Sørensen, Åse"), spelt_plainly("Müller")
    ('sorensen, åse', '')
    """
    if name.isascii():
        return ""
    lowered = name.lower()
    made = lowered.translate(_TO_PLAIN)
    return made if made != lowered else ""


def spellings(word: str) -> tuple[str, ...]:
    """A word as somebody types it, and as a list may have it: ü as u or ue. The search itself knows no accents.

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


def folded(name: str) -> frozenset[str]:
    """The ways in which a name is written in plain letters, words in their order: two names are one if they share any.

    >>> sorted(folded("Müller, Jörg")), sorted(folded("Łukasz, Đuro-Ø"))
    (['mueller joerg', 'muller jorg'], ['lukasz djuro oe', 'lukasz duro o'])
    >>> bool(folded("Mueller, Jörg") & folded("MÜLLER Jörg")), bool(folded("Müller, A") & folded("Miller, A"))
    (True, False)
    """
    if name.isascii():
        return frozenset((" ".join(_PLAIN_WORDS.findall(name.lower())),))
    lowered = unicodedata.normalize("NFC", name).lower()
    both = (lowered,) if lowered.isascii() else (lowered.translate(_TO_PLAIN), lowered.translate(_TO_TWO))
    return frozenset(" ".join(re.findall(r"\w+", _bare(way).replace("_", " "))) for way in both)


def folded_first(names: Sequence[str]) -> list[str]:
    """Of each name the first of the ways of `folded`: many plain names at a time.

    >>> folded_first(["O'Neill, Čeda", "Li,Wei "])
    ['o neill ceda', 'li wei']
    """
    text = "\n".join(names)
    if text.isascii() and text.count("\n") == len(names) - 1:
        return [name.strip() for name in _NO_LETTERS.sub(" ", text.lower()).split("\n")]
    if len(names) == 1:
        return [min(folded(names[0]))]
    half = len(names) // 2
    return folded_first(names[:half]) + folded_first(names[half:]) if names else []


def _bare(text: str) -> str:
    """Without accents; letters that are no plain ones with an accent are made so."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.translate(_TO_PLAIN))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def ways(word: str) -> tuple[str, ...]:
    """A whole word as a list may have it, accents aside: ü as u or ue, and ue as u, for which ü may stand.

    >>> ways("müller"), ways("bauer")
    (('muller', 'mueller', 'müller'), ('bauer', 'baur'))
    """
    lowered = unicodedata.normalize("NFC", word).lower()
    found = {_bare(lowered): None, _bare(lowered.translate(_TO_TWO)): None, lowered: None}
    for way in list(found):
        cuts = list(_DOUBLE.finditer(way))[:_MOST_WAYS]
        for chosen in product((False, True), repeat=len(cuts)):
            made = way
            for cut, short in reversed(list(zip(cuts, chosen, strict=True))):
                made = made[: cut.start()] + _SINGLE[cut[0]] + made[cut.end() :] if short else made
            found[made] = None
    return tuple(found)
