"""Taking rating lists in: one file, or lists of one kind each that become one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from rookery.errors import RuleError
from rookery.lists.building import About, build
from rookery.lists.maker import Skipped
from rookery.lists.months import month_of
from rookery.lists.sources import beginning, format_of, opened, source_of
from rookery.typed import TYPE_CHECKING, BinaryIO
from rookery.wording import spoken

if TYPE_CHECKING:
    from rookery.lists.even_source import EvenSource


def import_list(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    kind: str | None = None,
    columns: Mapping[str, str] | None = None,
    progress: Callable[[int], None] | None = None,
    name: str = "",
    month: str = "",
    skipped: Skipped | None = None,
) -> int:
    """Import a rating list and say how many players it has; the list there was stays until the new one is complete.

    `kind` says whose ratings a list of one kind holds (else the name of its file does, else they are standard);
    `columns` maps fields to the headings of a CSV file. The list keeps its kinds, a `name` and its `month` ("2026-10"),
    which its file may tell by its name or its first line.
    Raises FormatError with the line of the first thing that is malformed; with `skipped`, which hears of them, such
    rows, and players who were on the list before, are left out instead.
    """
    path = Path(source)
    checked_month(month)
    with opened(path) as (data, inside):
        told = month or month_of(f"{path.name} {inside}", beginning(data))
        place = os.path.realpath(target)
        if even := _even(data, inside, kind, columns, skipped):
            from rookery.lists.even_building import build_even

            return build_even(place, even, About(path.name, name, told, even.kinds), progress, skipped)
        found = source_of(data, inside, kind, columns, skipped)
        return build(place, found.blocks, About(path.name, name, told, found.kinds), progress, skipped)


def _even(
    data: BinaryIO, name: str, kind: str | None, columns: Mapping[str, str] | None, skipped: Skipped | None
) -> EvenSource | None:
    """FIDE's own files as rows of one width, where NumPy is there to take them in so."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        return None
    from rookery.lists.even_txt import even_txt
    from rookery.lists.even_xml import even_xml

    format_, told = format_of(name, kind, columns)
    if format_ == "csv":
        return None
    return (even_xml if format_ == "xml" else even_txt)(data, told, skipped)


def checked_month(month: str) -> str:
    """A month as somebody wrote it; RuleError where it is none."""
    if month and month_of(month) != month:
        raise RuleError(spoken("the month of a list is written as in 2026-10, not %(month)s", month=repr(month)))
    return month
