"""Take the last round back, so that it can be paired anew; byes that were asked for stay asked for.

A round that has results asks first: they are lost with it (rookery undo brings
them back). A round before the last is never taken back alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.file_service import add_change_options, add_file_argument, change_and_report
from rookery.formatting import count
from rookery.model import Tournament
from rookery.tournaments.domain.rounds import UnpairRound
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery pair examples/swiss.trf -o examples/swiss.trf && rookery unpair examples/swiss.trf",
    "rookery unpair examples/swiss.trf --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file_argument(parser)
    add_change_options(parser)


def run(args: argparse.Namespace) -> int:
    """Remove the last round from the file."""

    def build_command(state: State) -> UnpairRound:
        return UnpairRound()

    return change_and_report(args, build_command, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield which round was removed, and what remains."""
    remaining = count(len(new.rounds), "round is paired", "rounds are paired") if new.rounds else "no round is paired"
    yield f"Round {len(old.rounds)} has been taken back: {remaining} now."
