"""Words that stand in a row in a sentence, "a, b and c", and somebody in one: "Ada (1)"."""

from __future__ import annotations

from collections.abc import Iterable


def listed(items: Iterable[object], most: int = 12) -> str:
    """Things in a row, with "and" before the last; the rest counted when there are many.

    >>> listed([3, 5, 8]), listed(range(20), most=3)
    ('3, 5 and 8', '0, 1, 2 and 17 more')
    """
    words = [str(item) for item in items]
    if len(words) > most:
        words = [*words[:most], f"{len(words) - most} more"]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def called(one: int, name: str) -> str:
    """A participant in a sentence: by name and number.

    >>> called(7, "Ada"), called(7, "")
    ('Ada (7)', 'number 7')
    """
    return f"{name} ({one})" if name else f"number {one}"
