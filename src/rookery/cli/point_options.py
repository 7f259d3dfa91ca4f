"""What results are worth, as people write it: 3-1-0, 0.5."""

from __future__ import annotations

from rookery.cli.exits import Refusal
from rookery.errors import RuleError
from rookery.model import CLASSIC, PointSystem, Tournament
from rookery.typed import TYPE_CHECKING
from rookery.values import replace

if TYPE_CHECKING:
    import argparse


def worth(text: str) -> int:
    """Points in tenths.

    >>> worth("0.5"), worth("3")
    (5, 30)
    """
    tenths = round(float(text) * 10)
    if abs(tenths - float(text) * 10) > 1e-6:
        raise ValueError
    return tenths


def point_system(text: str) -> PointSystem:
    """Win, draw and loss: 1-0.5-0 or 3-1-0."""
    win, draw, loss = (worth(part.replace("½", "0.5")) for part in text.split("-"))
    return PointSystem(win=win, draw=draw, loss=loss)


def add_points(parser: argparse.ArgumentParser) -> None:
    """What games, matches and the bye are worth, as options."""
    add = parser.add_argument
    add("--points", metavar="W-D-L", help="points of a game won, drawn, lost, such as 3-1-0 (classic: 1-0.5-0)")
    add("--match-points", metavar="W-D-L", help="points of a match of teams won, drawn, lost; the bye is a draw")
    add("--bye-value", metavar="P", help="points of the pairing-allocated bye, of a team: match points")


def with_points(args: argparse.Namespace, t: Tournament) -> Tournament:
    """The tournament in which results and the bye are worth what the options say."""
    if args.points is not None:
        t = replace(t, points=CLASSIC if args.points == "classic" else _system("--points", args.points))
    if args.match_points is not None:
        found = _system("--match-points", args.match_points)
        t = replace(t, match_points=replace(found, pab=found.draw))
    if args.bye_value is None:
        return t
    value = _worth(args.bye_value)
    try:
        if t.team_event:
            return replace(t, match_points=replace(t.match_points, pab=value))
        return replace(t, points=replace(t.points, pab=value))
    except RuleError as error:
        raise Refusal(f"--bye-value: {error}") from None


def _system(option: str, text: str) -> PointSystem:
    try:
        return point_system(text)
    except RuleError as error:
        raise Refusal(f"{option}: {error}") from None
    except (ValueError, OverflowError):
        raise Refusal(f"{option}: read {text!r}, expected points such as 3-1-0") from None


def _worth(text: str) -> int:
    try:
        return worth(text.replace("½", "0.5"))
    except (ValueError, OverflowError):
        raise Refusal(f"--bye-value: read {text!r}, expected points such as 0.5") from None
