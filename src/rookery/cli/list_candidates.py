"""Print players whom a rating list does not identify: why, with the entries of the same or a similar name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rookery.cli.console import print_paragraph, say
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table

if TYPE_CHECKING:
    from rookery.rating_lists import ListDifference, ListEntry


_COLUMNS = (
    Column("No", ">"), Column("Name", least=12), Column("Why", least=12, wraps=True), Column("Number", ">"),
    Column("Title"), Column("On the list", least=12), Column("Fed"), Column("Born", ">"),
)  # fmt: skip


def print_candidates(differences: Iterable[ListDifference]) -> None:
    """Print a row for each possible match of the unidentified players; none is chosen."""
    unknown = [difference for difference in differences if not difference.field]
    if not unknown:
        return
    say()
    say("Not told for sure by the list; nothing was taken from it for them", "bold")
    print_table(
        Table(_COLUMNS, tuple(row for difference in unknown for row in _candidate_rows(difference))).without_empty()
    )
    if any(difference.match.candidates for difference in unknown):
        print_paragraph("Write the FIDE number of the right one into the file; no name decides between several.")
    from rookery.rating_lists.matching import can_find_similar

    if not can_find_similar() and any(not difference.match.candidates for difference in unknown):
        print_paragraph("With pip install 'rookery[lists]' names that are nearly the same are offered here.")


def _candidate_rows(difference: ListDifference) -> Iterable[tuple[str, ...]]:
    first = str(difference.player), difference.name, difference.match.why
    offered = [("", entry) for entry in difference.match.candidates] or [
        ("perhaps ", entry) for entry in difference.match.alike
    ]
    if not offered:
        yield (*first, "", "", "", "", "")
    for number, (prefix, entry) in enumerate(offered):
        yield (*(("", "", "") if number else first), *_entry_cells(entry, prefix))


def _entry_cells(entry: ListEntry, prefix: str) -> tuple[str, ...]:
    born = str(entry.born or "")
    return str(entry.fide_id or entry.national_id), entry.title, f"{prefix}{entry.name}", entry.federation, born
