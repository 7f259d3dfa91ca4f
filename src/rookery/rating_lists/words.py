"""Words of names encoded as numbers with the order of the words, so that common beginnings are adjacent."""

from __future__ import annotations

import re
import unicodedata

from rookery.rating_lists.name_folding import replace_special_letters

LETTERS, LETTER_BITS = 8, 5
"""The number of letters of a word in its code, and the number of bits of each."""
INITIALS = 1 << LETTER_BITS
INITIAL_BITS = LETTER_BITS * (LETTERS - 1)
"""The number of bits of a code after its first letter."""
_OTHER = INITIALS - 1
_STRATA = (1 << 12, 1 << 15, 1 << 18)
_PLAIN_WORD = re.compile("[a-z0-9]+")


def words_of(name: str) -> list[str]:
    """Return the searchable words of a name: lower case, without accents, and also with special letters replaced.

    >>> words_of("O'Neill, Čeda"), words_of("Sørensen, Åse")
    (['o', 'neill', 'ceda'], ['sørensen', 'ase', 'sorensen', 'ase'])
    """
    if name.isascii():
        return _PLAIN_WORD.findall(name.lower())
    spellings = (name, replace_special_letters(name))
    return [word for spelling in spellings for word in re.findall(r"[^\W_]+", unaccented(spelling))]


def unaccented(text: str) -> str:
    """Return the text in lower case without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFC", text).lower())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def symbol_of(letter: str) -> int:
    """Return the code of a letter or digit in five bits."""
    return ord(letter) & _OTHER if letter.isascii() else _OTHER


def code_of(word: str) -> int:
    """Return the code of a word: its first eight letters; a letter and a digit may share a code.

    >>> code_of("a") < code_of("ab") < code_of("b"), code_of("abcdefgh") == code_of("abcdefghi")
    (True, True)
    """
    code = 0
    for letter in word[:LETTERS]:
        code = code << LETTER_BITS | symbol_of(letter)
    return code << LETTER_BITS * max(0, LETTERS - len(word))


def codes_beginning(start: str) -> tuple[int, int]:
    """Return the range of the codes of words with this beginning; words with equal codes are included."""
    first = code_of(start)
    return first, first + (1 << LETTER_BITS * max(0, LETTERS - len(start)))


def codes_being(word: str) -> tuple[int, int]:
    """Return the range that contains only the code of this word."""
    return code_of(word), code_of(word) + 1


def bounds(players: int) -> list[int]:
    """Return the bounds of the strata of a list.

    Words are kept apart for the strongest, the next, and the rest: who is found first is looked for first.

    >>> bounds(5000), bounds(1)
    ([0, 4096, 5000], [0, 1])
    """
    return [0, *(bound for bound in _STRATA if bound < players), players]
