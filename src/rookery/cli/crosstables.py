"""The crosstable on a terminal: folded where it is too narrow."""

from __future__ import annotations

from rookery.cli.render import paragraph, say, terminal_width
from rookery.cli.tables import folded, print_table
from rookery.model import Tournament
from rookery.shown.crosstable import crosstable


def print_crosstable(t: Tournament) -> None:
    """The table under its title, and what its signs mean."""
    made = crosstable(t)
    say()
    say(made.title, "bold")
    for number, block in enumerate(folded(made.table, made.left, terminal_width())):
        if number:
            say()
        print_table(block)
    for text in made.notes:
        paragraph(text)
