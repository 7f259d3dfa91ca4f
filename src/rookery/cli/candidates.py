"""Players whom a rating list does not tell for sure: why, who bears the name, whose name is nearly the same."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.cli.render import paragraph, say
from rookery.cli.tables import print_table
from rookery.labels import Column, Table
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.lists import ListDifference, ListEntry

_COLUMNS = (
    Column("No", ">"), Column("Name", least=12), Column("Why", least=12, wraps=True), Column("Number", ">"),
    Column("Title"), Column("On the list", least=12), Column("Fed"), Column("Born", ">"),
)  # fmt: skip


def print_candidates(found: Iterable[ListDifference]) -> None:
    """A line for everybody who may be meant; nobody is chosen."""
    unknown = [one for one in found if not one.field]
    if not unknown:
        return
    say()
    say("Not told for sure by the list; nothing was taken from it for them", "bold")
    print_table(Table(_COLUMNS, tuple(row for one in unknown for row in _rows(one))).without_empty())
    if any(one.match.candidates for one in unknown):
        paragraph("Write the FIDE number of the right one into the file; no name decides between several.")
    from rookery.lists.matching import can_offer

    if not can_offer() and any(not one.match.candidates for one in unknown):
        paragraph("With pip install 'rookery[lists]' names that are nearly the same are offered here.")


def _rows(one: ListDifference) -> Iterable[tuple[str, ...]]:
    first = str(one.player), one.name, one.match.why
    offered = [("", entry) for entry in one.match.candidates] or [("perhaps ", entry) for entry in one.match.alike]
    if not offered:
        yield (*first, "", "", "", "", "")
    for number, (perhaps, entry) in enumerate(offered):
        yield (*(("", "", "") if number else first), *_of(entry, perhaps))


def _of(entry: ListEntry, perhaps: str) -> tuple[str, ...]:
    born = str(entry.born or "")
    return str(entry.fide_id or entry.national_id), entry.title, f"{perhaps}{entry.name}", entry.federation, born
