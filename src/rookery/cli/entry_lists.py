"""Load a list of entries for a command: every mistake is refused at once, guesses and unused columns are remarked."""

from __future__ import annotations

from collections.abc import Iterator

from rookery._record import record
from rookery.cli.csv_input import read_entry_table
from rookery.cli.exit_codes import Refusal
from rookery.cli.files import display_name
from rookery.messages import join_list
from rookery.model import Player
from rookery.spreadsheets.columns import Columns, guess_columns
from rookery.spreadsheets.entries import Entrant, Entries, parse_entries
from rookery.spreadsheets.headings import FIELDS
from rookery.spreadsheets.sheet import Sheet

USED_FIELDS = tuple(field for field in FIELDS if field != "bye")
"""What a new tournament takes of a list; byes are asked for when it is there."""


@record
class EntryList:
    """The entrants of a list, with the remarks about it."""

    path: str
    sheet: Sheet
    columns: Columns
    found: Entries

    @property
    def people(self) -> tuple[Entrant, ...]:
        """The entrants, in the order of the list."""
        return self.found.people

    @property
    def players(self) -> list[Player]:
        """The entrants as players, numbered in the order of the list."""
        return [entrant.facts.player(number, "") for number, entrant in enumerate(self.people, 1)]

    def remarks(self) -> Iterator[str]:
        """Yield what should be looked at: possible duplicates, guesses, unread lines and columns."""
        rating = {entrant.line: entrant.facts.rating for entrant in self.people}
        for twin in self.found.twins:
            same = rating[twin.line] == rating[twin.other_line]
            if same or twin.sure:
                sameness = "the same name and rating" if same else "the same name"
                yield f"Lines {twin.other_line} and {twin.line} have {sameness}: is this one player?"
        if self.columns.doubtful:
            guesses = (
                f"{self.sheet.column_label(guess.at)} ({FIELDS[guess.field]}: {guess.why})"
                for guess in self.columns.doubtful
            )
            yield f"Guessed from {display_name(self.path)}, so look at it: {join_list(guesses, len(FIELDS))}."
        for total in self.found.totals:
            name = total.facts.name
            yield f"Left out of {display_name(self.path)}: line {total.line}, {name!r}, which counts players."
        for doubt in self.found.doubts:
            yield f"{display_name(self.path)}: {doubt}."
        for line, text in self.sheet.above:
            yield f"Not used from {display_name(self.path)}: line {line}, {text!r}."
        if self.found.unused:
            names = [self.sheet.column_label(guess.at) for guess in self.found.unused]
            yield f"Not used from {display_name(self.path)}: {join_list(names)}."
        if self.sheet.others:
            yield f"Read from {self.sheet.how}; not from {join_list(self.sheet.others)}."


def load_entry_list(path: str) -> EntryList:
    """Load the entrants of a list; raise Refusal with every mistake in it."""
    sheet = read_entry_table(path)
    if not sheet.table:
        raise Refusal(
            f"{display_name(path)}: the list is empty; its first line must name the columns: {', '.join(USED_FIELDS)}"
        )
    columns = _find_columns(path, sheet)
    entries = parse_entries(sheet, columns)
    mistakes = list(map(str, entries.problems))
    mistakes += [
        f"lines {twin.other_line} and {twin.line}: {twin.other} and {twin.name} have the same FIDE number"
        for twin in entries.twins
        if twin.by == "fide_id"
    ]
    if mistakes:
        raise Refusal(
            f"{display_name(path)}: {mistakes[0]}" if len(mistakes) == 1 else _format_mistakes(path, mistakes)
        )
    if not entries.people:
        raise Refusal(f"{display_name(path)}: nobody is in the list")
    return EntryList(path, sheet, columns, entries)


def _find_columns(path: str, sheet: Sheet) -> Columns:
    """Return the columns; raise Refusal if two mean the same, or there is none for the name."""
    columns = guess_columns(sheet, USED_FIELDS)
    line = sheet.lines[sheet.head or 0]
    for guess in columns.guesses:
        if guess.rival:
            raise Refusal(
                f"{display_name(path)}: line {line} has two columns of one meaning: {guess.rival} and {guess.title}"
            )
    if not columns.has_names:
        verb = "reads" if sheet.header is None else "names the columns"
        names = join_list(filter(None, sheet.table[sheet.head or 0]), 20)
        problem = f'there is no column "name"; line {line} {verb} {names}; known are {join_list(USED_FIELDS)}'
        raise Refusal(f"{display_name(path)}: {problem}")
    positions = columns.at
    return columns.with_choice(positions["board"], "") if "board" in positions and "team" not in positions else columns


def _format_mistakes(path: str, mistakes: list[str]) -> str:
    return "\n  ".join([f"{display_name(path)}: {len(mistakes)} mistakes in this list", *mistakes])
