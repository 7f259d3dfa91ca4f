"""Plain-text tables, for `str()` of what the functions of Rookery return."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def format_text_table(headings: Sequence[str], rows: Iterable[Sequence[object]], left: Sequence[str] = ()) -> str:
    """Return rows as lines of text with aligned columns; those named in `left` are aligned to the left.

    >>> print(format_text_table(("#", "Name", "Pts"), [(1, "Byng, Ada", 2.5), (12, "Hare", 1)], left=("Name",)))
     #  Name       Pts
     1  Byng, Ada  2.5
    12  Hare         1
    """
    lines = [tuple(headings), *[tuple(map(str, row)) for row in rows]]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    to_left = [heading in left for heading in headings]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if is_left else cell.rjust(width)
            for cell, width, is_left in zip(line, widths, to_left, strict=True)
        ).rstrip()
        for line in lines
    )
