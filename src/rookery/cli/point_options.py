"""Options for the points of results, such as 3-1-0 and 0.5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.cli.errors import CommandError
from rookery.errors import RuleError
from rookery.model import CLASSIC, PointSystem, Tournament

if TYPE_CHECKING:
    import argparse


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
