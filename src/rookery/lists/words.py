"""Words of names as numbers that sort as the words do: what begins alike stands together."""

from __future__ import annotations

import re
import unicodedata

from rookery.lists.spelling import spelt_plainly

LETTERS, LETTER_BITS = 8, 5
"""So many letters of a word go into its code, each as so many bits."""
INITIALS = 1 << LETTER_BITS
INITIAL_BITS = LETTER_BITS * (LETTERS - 1)
"""So many bits of a code are those behind its first letter."""
_OTHER = INITIALS - 1
_STRATA = (1 << 12, 1 << 15, 1 << 18)
_PLAIN_WORD = re.compile("[a-z0-9]+")


def words_of(name: str) -> list[str]:
    """The words of a name by which it is found: in small letters, without accents; and in plain letters beside them.

    >>> words_of("O'Neill, Čeda"), words_of("Sørensen, Åse")
    (['o', 'neill', 'ceda'], ['sørensen', 'ase', 'sorensen', 'ase'])
    """
    if name.isascii():
        return _PLAIN_WORD.findall(name.lower())
    both = (name, spelt_plainly(name))
    return [word for one in both for word in re.findall(r"[^\W_]+", unaccented(one))]


def unaccented(text: str) -> str:
    """Small letters without their accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFC", text).lower())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def symbol_of(letter: str) -> int:
    """A letter or digit in five bits."""
    return ord(letter) & _OTHER if letter.isascii() else _OTHER


def code_of(word: str) -> int:
    """The code of a word; letters behind the eighth are not in it, a letter and a digit may be alike.

    >>> code_of("a") < code_of("ab") < code_of("b"), code_of("abcdefgh") == code_of("abcdefghi")
    (True, True)
    """
    code = 0
    for letter in word[:LETTERS]:
        code = code << LETTER_BITS | symbol_of(letter)
    return code << LETTER_BITS * max(0, LETTERS - len(word))


def codes_beginning(start: str) -> tuple[int, int]:
    """From which code, and before which, all words are that begin so, with others that look alike."""
    first = code_of(start)
    return first, first + (1 << LETTER_BITS * max(0, LETTERS - len(start)))


def codes_being(word: str) -> tuple[int, int]:
    """The same of the whole word."""
    return code_of(word), code_of(word) + 1


def bounds(players: int) -> list[int]:
    """Where strata of a list begin, and where the last one ends.

    Words are kept apart for the strongest, the next, and the rest: who is found first is looked for first.

    >>> bounds(5000), bounds(1)
    ([0, 4096, 5000], [0, 1])
    """
    return [0, *(bound for bound in _STRATA if bound < players), players]
