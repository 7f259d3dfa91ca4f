"""Options for the fields of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options for a new player."""
    parser.add_argument("--name", required=True, metavar="NAME", help='"Family name, given name"')
    parser.add_argument("--rating", metavar="N", help="rating; none for an unrated player")
    add_particulars(parser)


def add_particulars(parser: argparse.ArgumentParser) -> None:
    """Declare the options for a player's fields other than name and rating."""
    parser.add_argument("--title", metavar="T", help="GM, IM, WGM, FM, WIM, CM, WFM or WCM")
    parser.add_argument("--federation", metavar="FED", help="a code or a country, such as ENG or Germany")
    parser.add_argument("--fide-id", metavar="ID", help="FIDE identity number")
    parser.add_argument("--national-id", metavar="ID", help="national number (TRF has it where there is no FIDE ID)")
    parser.add_argument("--birth", metavar="DATE", help="2001-05-31 or 31.5.2001, or the year alone")
    parser.add_argument("--sex", metavar="SEX", help="m or w")
    parser.add_argument("--club", metavar="CLUB", help="club (kept in JSON files only)")
