"""Take the last round back, so that it can be paired anew; byes that were asked for stay asked for.

A round that has results asks first: they are lost with it (rookery undo brings
them back). A round before the last is never taken back alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.deeds import add_ends, add_file, do
from rookery.desk.commands.rounds import UnpairRound
from rookery.desk.state import State
from rookery.labels import count
from rookery.model import Tournament
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery pair examples/swiss.trf -o examples/swiss.trf && rookery unpair examples/swiss.trf",
    "rookery unpair examples/swiss.trf --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file(parser)
    add_ends(parser)


def run(args: argparse.Namespace) -> int:
    """Read, take back, write."""

    def wanted(state: State) -> UnpairRound:
        return UnpairRound()

    return do(args, wanted, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Which round is gone, and what is left."""
    left = count(len(new.rounds), "round is paired", "rounds are paired") if new.rounds else "no round is paired"
    yield f"Round {len(old.rounds)} has been taken back: {left} now."
