"""Options that several commands have: processes, systems and editions, points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.cli.errors import CommandError
from rookery.errors import RuleError
from rookery.model import CLASSIC, PointSystem, Tournament
from rookery.regulations import FORMATS, Edition, by_name, newest_edition, parse_type_code

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
    >>> from rookery.regulations import DUTCH, edition_in_force
    >>> describe_outdated(edition_in_force(DUTCH, date(2019, 5, 1))), describe_outdated(newest_edition(DUTCH))
    ('C.04.3 (2017-07), no longer in force', '')
    """
    if edition is None or edition == newest_edition(edition.regulation):
        return ""
    return f"{edition}, no longer in force"


def parse_tenths(text: str) -> int:
    """Return points in tenths.

    >>> parse_tenths("0.5"), parse_tenths("3")
    (5, 30)
    """
    tenths = round(float(text) * 10)
    if abs(tenths - float(text) * 10) > 1e-6:
        raise ValueError
    return tenths


def parse_point_system(text: str) -> PointSystem:
    """Return the points of a win, draw and loss from text such as 1-0.5-0 or 3-1-0."""
    win, draw, loss = (parse_tenths(part.replace("½", "0.5")) for part in text.split("-"))
    return PointSystem.from_tenths(win=win, draw=draw, loss=loss)


def add_points(parser: argparse.ArgumentParser) -> None:
    """Declare the options for the points of games, matches and byes."""
    add = parser.add_argument
    add("--points", metavar="W-D-L", help="points of a game won, drawn, lost, such as 3-1-0 (classic: 1-0.5-0)")
    add("--match-points", metavar="W-D-L", help="points of a match of teams won, drawn, lost; the bye is a draw")
    add("--bye-value", metavar="P", help="points of the pairing-allocated bye, of a team: match points")


def with_points(args: argparse.Namespace, tournament: Tournament) -> Tournament:
    """Return the tournament with the points given by the options."""
    if args.points is not None:
        tournament = replace(
            tournament, points=CLASSIC if args.points == "classic" else _parse_points_option("--points", args.points)
        )
    if args.match_points is not None:
        match_points = _parse_points_option("--match-points", args.match_points)
        tournament = replace(tournament, match_points=replace(match_points, pab=match_points.draw))
    if args.bye_value is None:
        return tournament
    value = _parse_bye_value(args.bye_value)
    try:
        if tournament.team_event:
            return replace(tournament, match_points=replace(tournament.match_points, pab=value))
        return replace(tournament, points=replace(tournament.points, pab=value))
    except RuleError as error:
        raise CommandError(f"--bye-value: {error}") from None


def _parse_points_option(option: str, text: str) -> PointSystem:
    try:
        return parse_point_system(text)
    except RuleError as error:
        raise CommandError(f"{option}: {error}") from None
    except (ValueError, OverflowError):
        raise CommandError(f"{option}: read {text!r}, expected points such as 3-1-0") from None


def _parse_bye_value(text: str) -> int:
    try:
        return parse_tenths(text.replace("½", "0.5"))
    except (ValueError, OverflowError):
        raise CommandError(f"--bye-value: read {text!r}, expected points such as 0.5") from None
