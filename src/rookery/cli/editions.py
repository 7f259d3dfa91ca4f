"""Systems and editions, as options of commands and in what they say."""

from __future__ import annotations

from rookery.regulations import FORMATS, Edition, by_name, in_force, scheme
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def format_name(text: str) -> str:
    """The name of a format, as options take it; one that an installed package brings is found, too."""
    scheme(text)  # so that a format of an installed package is found
    format = by_name(text)
    if format is None:
        import argparse

        raise argparse.ArgumentTypeError(f"invalid choice: {text!r} (choose from {', '.join(map(repr, FORMATS))})")
    return format.name


def system_name(text: str) -> str:
    """The name of a format, or a code with all that it says, as options take it."""
    return format_name(text) if by_name(text) is not None or not scheme(text.upper()).format.playable else text.upper()


def add_edition(parser: argparse.ArgumentParser) -> None:
    """The option by which another edition is asked for."""
    text = "by the rules that began then, as in 2017 (default: by the file's code, else its date)"
    parser.add_argument("--edition", metavar="YEAR", help=text)


def not_in_force(edition: Edition | None) -> str:
    """What to say of an edition that newer rules have replaced; nothing of the rules in force.

    >>> from datetime import date
    >>> from rookery.regulations import DUTCH
    >>> not_in_force(in_force(DUTCH, date(2019, 5, 1))), not_in_force(in_force(DUTCH))
    ('C.04.3 (2017-07), no longer in force', '')
    """
    if edition is None or edition == in_force(edition.regulation):
        return ""
    return f"{edition}, no longer in force"
