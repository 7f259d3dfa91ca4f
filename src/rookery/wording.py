"""Words in a row, "a, b and c", a number with its noun, somebody, "Ada (1)", and texts with nothing hidden in them."""

from __future__ import annotations

from collections.abc import Iterable

TURNING = (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Letters that break a line or turn the direction of what follows."""
_SEEN = (
    {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"}
    | {0x7F: 0x2421}
    | dict.fromkeys((*range(0x80, 0xA0), *TURNING), 0xFFFD)
)


def listed(items: Iterable[object], most: int = 12) -> str:
    """Things in a row, with "and" before the last; the rest counted when there are many.

    >>> listed([3, 5, 8]), listed(range(20), most=3)
    ('3, 5 and 8', '0, 1, 2 and 17 more')
    """
    words = [str(item) for item in items]
    if len(words) > most:
        words = [*words[:most], f"{len(words) - most} more"]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "player"), count(3, "bye"), count(2, "entry", "entries")
    ('1 player', '3 byes', '2 entries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def called(one: int, name: str) -> str:
    """A participant in a sentence: by name and number.

    >>> called(7, "Ada"), called(7, "")
    ('Ada (7)', 'number 7')
    """
    return f"{name} ({one})" if name else f"number {one}"


def visible(text: str) -> str:
    """A text with something to see in place of everything a terminal would obey; tabs and ends of lines stay.

    >>> visible("Byng\\x1b[31m, Ada\\x9b")
    'Byng␛[31m, Ada�'
    """
    return text if text.isprintable() else text.translate(_SEEN)
