"""How much is to be done, and by how many processes: options of every command that may work for long."""

from __future__ import annotations

from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Declare by how many processes the work is done."""
    parser.add_argument("--jobs", type=from_one, metavar="N",
                        help="processes to work with (default: one for each core, if there is much to do)")  # fmt: skip


def from_one(text: str) -> int:
    """A number of things of which there is at least one.

    >>> from_one("3")
    3
    """
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        import argparse

        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return number
