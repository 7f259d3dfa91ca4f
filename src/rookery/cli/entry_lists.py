"""A list of entries as a command takes it: every mistake told at once, what was guessed or not used remarked."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.exits import Refusal
from rookery.cli.files import name_of
from rookery.cli.sheets import entry_table
from rookery.entry_tables.columns import Columns, guessed
from rookery.entry_tables.entries import Entrant, Entries, entries
from rookery.entry_tables.headings import FIELDS
from rookery.entry_tables.sheet import Sheet
from rookery.model import Player
from rookery.values import frozen
from rookery.wording import listed

USED = tuple(field for field in FIELDS if field != "bye")
"""What a new tournament takes of a list; byes are asked for when it is there."""


@frozen
class EntryList:
    """The people of a list, with what there is to remark on it."""

    path: str
    sheet: Sheet
    columns: Columns
    found: Entries

    @property
    def people(self) -> tuple[Entrant, ...]:
        """Everybody, in the order of the list."""
        return self.found.people

    @property
    def players(self) -> list[Player]:
        """The same as players, numbered as the list has them."""
        return [one.facts.player(number, "") for number, one in enumerate(self.people, 1)]

    def remarks(self) -> Iterator[str]:
        """What somebody should look at: who may be there twice, what was guessed, what was not read."""
        rating = {one.line: one.facts.rating for one in self.people}
        for twin in self.found.twins:
            same = rating[twin.line] == rating[twin.other_line]
            if same or twin.sure:
                said = "the same name and rating" if same else "the same name"
                yield f"Lines {twin.other_line} and {twin.line} have {said}: is this one player?"
        if self.columns.doubtful:
            told = (f"{self.sheet.called(one.at)} ({FIELDS[one.field]}: {one.why})" for one in self.columns.doubtful)
            yield f"Guessed from {name_of(self.path)}, so look at it: {listed(told, len(FIELDS))}."
        for line, text in self.sheet.above:
            yield f"Not used from {name_of(self.path)}: line {line}, {text!r}."
        if self.found.unused:
            names = [self.sheet.called(one.at) for one in self.found.unused]
            yield f"Not used from {name_of(self.path)}: {listed(names)}."
        if self.sheet.others:
            yield f"Read from {self.sheet.how}; not from {listed(self.sheet.others)}."


def listed_entries(path: str) -> EntryList:
    """Everybody in a list; whatever is wrong in it is refused, all of it at once."""
    sheet = entry_table(path)
    if not sheet.table:
        raise Refusal(f"{name_of(path)}: the list is empty; its first line must name the columns: {', '.join(USED)}")
    columns = _columns(path, sheet)
    found = entries(sheet, columns)
    wrong = list(map(str, found.problems))
    wrong += [
        f"lines {twin.other_line} and {twin.line}: {twin.other} and {twin.name} have the same FIDE number"
        for twin in found.twins
        if twin.by == "fide_id"
    ]
    if wrong:
        raise Refusal(f"{name_of(path)}: {wrong[0]}" if len(wrong) == 1 else _several(path, wrong))
    if not found.people:
        raise Refusal(f"{name_of(path)}: nobody is in the list")
    return EntryList(path, sheet, columns, found)


def _columns(path: str, sheet: Sheet) -> Columns:
    """What the columns are; refused where two mean the same, or none is for the name."""
    columns = guessed(sheet, USED)
    line = sheet.lines[sheet.head or 0]
    for one in columns.guesses:
        if one.rival:
            raise Refusal(f"{name_of(path)}: line {line} has two columns of one meaning: {one.rival} and {one.title}")
    if not columns.named:
        said = "reads" if sheet.header is None else "names the columns"
        names = listed(filter(None, sheet.table[sheet.head or 0]), 20)
        told = f'there is no column "name"; line {line} {said} {names}; known are {listed(USED)}'
        raise Refusal(f"{name_of(path)}: {told}")
    places = columns.at
    return columns.chosen(places["board"], "") if "board" in places and "team" not in places else columns


def _several(path: str, wrong: list[str]) -> str:
    return "\n  ".join([f"{name_of(path)}: {len(wrong)} mistakes in this list", *wrong])
