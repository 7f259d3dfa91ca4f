"""Options for the number of processes, common to long-running commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of processes."""
    parser.add_argument("--jobs", type=parse_positive, metavar="N",
                        help="processes to work with (default: one for each core, if there is much to do)")  # fmt: skip


def parse_positive(text: str) -> int:
    """Parse a whole number from 1 up.

    >>> parse_positive("3")
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
