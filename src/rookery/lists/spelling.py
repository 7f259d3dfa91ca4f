"""One name in several spellings: lists have letters that a keyboard lacks, and FIDE's has none but plain ones."""

from __future__ import annotations

import unicodedata

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
