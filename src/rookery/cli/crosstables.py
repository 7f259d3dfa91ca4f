"""Print the crosstable on a terminal, folded where it is too narrow."""

from __future__ import annotations

from rookery.cli.console import print_paragraph, say, terminal_width
from rookery.cli.tables import fold_table, print_table
from rookery.model import Tournament
from rookery.presentation.crosstable import crosstable


def print_crosstable(t: Tournament) -> None:
    """Print the table under its title, with a legend of its signs."""
    crosstable_ = crosstable(t)
    say()
    say(crosstable_.title, "bold")
    for number, block in enumerate(fold_table(crosstable_.table, crosstable_.left, terminal_width())):
        if number:
            say()
        print_table(block)
    for text in crosstable_.notes:
        print_paragraph(text)
