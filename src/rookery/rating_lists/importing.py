"""Import of rating lists."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rookery.errors import RuleError
from rookery.messages import msg
from rookery.rating_lists.building import About, build
from rookery.rating_lists.months import month_of
from rookery.rating_lists.row_parser import Skipped
from rookery.rating_lists.sources import beginning, format_of, open_list, source_of

if TYPE_CHECKING:
    from rookery.rating_lists.even_source import EvenSource


def import_list(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    kind: str | None = None,
    columns: Mapping[str, str | int] | None = None,
    progress: Callable[[int], None] | None = None,
    name: str = "",
    month: str = "",
    skipped: Skipped | None = None,
) -> int:
    """Import a rating list and return its number of players; an existing list stays until the new one is complete.

    `kind` is the kind of the ratings of a list with one kind (default: by the name of the file, else standard);
    `columns` maps fields to the headings of a CSV file, or to the numbers of its columns from 0; without it the
    headings are recognised, as those of lists of entries are. The list keeps its kinds, a `name` and its `month`
    ("2026-10"), which may be in the name of its file or its first line. Raises FormatError with the line of the first
    malformed row; with `skipped`, which is called for each, such rows, and players who are already on the list, are
    left out instead.
    """
    path = Path(source)
    checked_month(month)
    with open_list(path) as (data, inside):
        list_month = month or month_of(f"{path.name} {inside}", beginning(data))
        target_path = os.path.realpath(target)
        if even_source := _even_source(data, inside, kind, columns, skipped):
            from rookery.rating_lists.even_building import build_even

            return build_even(
                target_path, even_source, About(path.name, name, list_month, even_source.kinds), progress, skipped
            )
        list_source = source_of(data, inside, kind, columns, skipped)
        return build(
            target_path, list_source.blocks, About(path.name, name, list_month, list_source.kinds), progress, skipped
        )


def _even_source(
    data: BinaryIO, name: str, kind: str | None, columns: Mapping[str, str | int] | None, skipped: Skipped | None
) -> EvenSource | None:
    """Return FIDE's own file as rows of one width, if NumPy is installed; otherwise None."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        return None
    from rookery.rating_lists.even_txt import even_txt
    from rookery.rating_lists.even_xml import even_xml

    format_, list_kind = format_of(name, kind, columns)
    if format_ == "csv":
        return None
    return (even_xml if format_ == "xml" else even_txt)(data, list_kind, skipped)


def checked_month(month: str) -> str:
    """Return the month if it is valid; RuleError otherwise."""
    if month and month_of(month) != month:
        raise RuleError(msg("the month of a list is written as in 2026-10, not %(month)s", month=repr(month)))
    return month
