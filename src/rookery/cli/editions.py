"""Systems and editions as options of commands, and in their output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.regulations import FORMATS, Edition, by_name, in_force, parse_type_code

if TYPE_CHECKING:
    import argparse


def parse_format_name(text: str) -> str:
    """Parse the name of a format; formats of installed packages are found, too."""
    parse_type_code(text)  # so that a format of an installed package is found
    format_ = by_name(text)
    if format_ is None:
        import argparse

        raise argparse.ArgumentTypeError(f"invalid choice: {text!r} (choose from {', '.join(map(repr, FORMATS))})")
    return format_.name


def parse_system_name(text: str) -> str:
    """Parse the name of a format, or a type code."""
    return (
        parse_format_name(text)
        if by_name(text) is not None or not parse_type_code(text.upper()).format.playable
        else text.upper()
    )


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Add the option that selects another edition."""
    text = "by the rules that began then, as in 2017 (default: by the file's code, else its date)"
    parser.add_argument("--edition", metavar="YEAR", help=text)


def describe_outdated(edition: Edition | None) -> str:
    """Return how to name an edition that newer rules have replaced; empty for rules in force.

    >>> from datetime import date
    >>> from rookery.regulations import DUTCH
    >>> describe_outdated(in_force(DUTCH, date(2019, 5, 1))), describe_outdated(in_force(DUTCH))
    ('C.04.3 (2017-07), no longer in force', '')
    """
    if edition is None or edition == in_force(edition.regulation):
        return ""
    return f"{edition}, no longer in force"
