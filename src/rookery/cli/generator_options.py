"""What a random tournament shall be like, as options of a command."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

from rookery.checking.settings import Ratings, Settings
from rookery.cli.editions import format_name
from rookery.cli.exits import Refusal
from rookery.cli.point_options import point_system, worth
from rookery.errors import RuleError
from rookery.model import Colour, PointSystem
from rookery.pairing.keizer_rules import told
from rookery.regulations import FORMATS
from rookery.regulations.format import COLOUR_TYPES, SCORES
from rookery.simulation.amounts import Amount
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import replace

if TYPE_CHECKING:
    import argparse

_SAME = (
    "players", "rounds", "play", "system", "draws", "forfeits", "double_forfeits", "unusual", "half_byes", "full_byes",
    "zero_byes", "withdrawals", "late_entries", "forbidden", "acceleration", "points", "tiebreaks", "teams", "boards",
    "reserves", "match_forfeits", "colour_type", "scores", "keizer",
)  # fmt: skip
"""Options that are called as the setting is."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare them; whatever is not given is drawn."""
    what = parser.add_argument_group("what the tournaments are like (drawn where not given)", AMOUNTS)
    add_some(what, [option for option, *_ in _OPTIONS])
    what.add_argument(
        "--system",
        type=format_name,
        metavar="S",
        help=f"{', '.join(sorted(FORMATS))} (default: dutch)",
    )
    what.add_argument("--acceleration", choices=["none", "baku", "written"], help="written: Baku as records 250")
    what.add_argument("--initial-colour", choices=["white", "black"], help="colour of the first player in round 1")
    what.add_argument("--colour-type", choices=COLOUR_TYPES, help="colour preferences of teams")
    what.add_argument("--scores", choices=SCORES, help="match or game points first, and which of them second")


AMOUNTS = (
    "AMOUNT is a number in each round (2), a share of those present (3%),\nor one of these for each round (2,0,5%)."
)


def add_some(group: argparse._ArgumentGroup, wanted: Iterable[str], otherwise: Mapping[str, str] | None = None) -> None:
    """Declare these options of a field, with their own words, or with others where they mean a little else."""
    known = {row[0]: row for row in _OPTIONS}
    for option in wanted:
        _, metavar, read, text = known[option]
        group.add_argument(option, metavar=metavar, type=reading(read), help=(otherwise or {}).get(option, text))


def settings(args: argparse.Namespace) -> Settings:
    """The settings that the options give."""
    given: dict[str, Any] = {name: getattr(args, name) for name in _SAME}
    if isinstance(args.players, tuple):
        given["players"], given["between"] = None, args.players
    given["unrated"] = args.unrated_games
    given["initial_colour"] = Colour[args.initial_colour.upper()] if args.initial_colour else None
    given["match_points"] = match_points(args)
    given["points"] = game_points(args)
    try:
        return Settings(ratings=_ratings(args), **given)
    except RuleError as error:
        raise Refusal(str(error)) from None


def game_points(args: argparse.Namespace) -> PointSystem | None:
    """What a game and the bye are worth, as far as it is said."""
    points: PointSystem | None = args.points
    if args.bye_points is None:
        return points
    try:
        return replace(points or PointSystem(), pab=args.bye_points)
    except RuleError as error:
        raise Refusal(str(error)) from None


def match_points(args: argparse.Namespace) -> PointSystem | None:
    """What a match of teams is worth, as far as it is said; the bye is a draw."""
    points: PointSystem | None = args.match_points
    return points if points is None else replace(points, pab=points.draw)


def _ratings(args: argparse.Namespace) -> Ratings | None:
    told = (args.ratings, args.rating_range, args.rating_mean, args.rating_deviation, args.unrated_players)
    if all(one is None for one in told):
        return None
    usual = Ratings()
    low, high = args.rating_range or ((1, 3999) if args.rating_mean else (usual.low, usual.high))
    return Ratings(
        low,
        high,
        args.rating_mean,
        usual.deviation if args.rating_deviation is None else args.rating_deviation,
        args.ratings or (),
        args.unrated_players or 0.0,
    )


# -- reading words


def reading(read: Callable[[str], Any], wanted: str = "") -> Callable[[str], Any]:
    """The reader of an option, with its complaint turned into one for the user, who is told what is `wanted`."""

    def told(text: str) -> Any:
        try:
            return read(text)
        except (ValueError, RuleError) as error:
            said = str(error) if isinstance(error, RuleError) else f"{text!r} is not {wanted or _WANTED[read]}"
            import argparse

            raise argparse.ArgumentTypeError(said) from None

    return told


def one_amount(text: str) -> int | float:
    """A number, or a share when it has a point or a per cent sign.

    >>> one_amount("2"), one_amount("3%"), one_amount("0.25")
    (2, 0.03, 0.25)
    """
    if text.endswith("%"):
        return float(text[:-1]) / 100
    return float(text) if "." in text else int(text)


def amount(text: str) -> Amount:
    """An amount for every round, or one for each."""
    parts = [one_amount(part) for part in text.split(",")]
    return tuple(parts) if len(parts) > 1 else parts[0]


def share(text: str) -> float:
    """A share: 3% or 0.03."""
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def interval(text: str) -> tuple[int, int]:
    """Two numbers with a hyphen between."""
    low, high = text.split("-")
    return int(low), int(high)


def size(text: str) -> int | tuple[int, int]:
    """How many, or between which two numbers.

    >>> size("60"), size("5-100")
    (60, (5, 100))
    """
    return interval(text) if "-" in text[1:] else int(text)


def rating_list(text: str) -> tuple[int, ...]:
    """Ratings with commas between, or a file with one in each line."""
    if os.path.exists(text):
        with open(text, encoding="utf-8") as file:
            return tuple(int(line) for line in file if line.strip())
    return tuple(int(part) for part in text.split(","))


def codes(text: str) -> tuple[str, ...]:
    """Tie-breaks with commas between, or "none"."""
    return () if text.lower() == "none" else tuple(part.strip().upper() for part in text.split(",") if part.strip())


_WANTED: dict[Callable[[str], Any], str] = {
    int: "a whole number",
    size: "a whole number",
    share: "a share, such as 10% or 0.1",
    one_amount: "a number or a share, such as 2 or 3%",
    amount: "a number, a share, or one of these for each round, such as 2, 3% or 2,0,5%",
    interval: "two whole numbers, the lower first, such as 1400-2200",
    rating_list: "a list of whole numbers, such as 2400,2310, nor a file with one in each line",
    point_system: "points of a win, a draw and a loss, such as 3-1-0",
    worth: "points, such as 1 or 0.5",
    told: "rules of a Keizer, such as top=60,apart=5",
}
"""What each reader takes."""

_OPTIONS: tuple[tuple[str, str, Callable[[str], Any], str], ...] = (
    ("--players", "N", size, "how many players, or between which numbers, such as 5-100"),
    ("--rounds", "R", int, "how many rounds are planned"),
    ("--play", "R", int, "how many of them are played (default: all)"),
    ("--ratings", "LIST", rating_list, "the ratings themselves: 2400,2310,... or a file with one in each line"),
    ("--rating-range", "LOW-HIGH", interval, "ratings between these, evenly"),
    ("--rating-mean", "M", int, "ratings around this one, on a bell curve"),
    ("--rating-deviation", "D", int, "how wide the bell curve is (default: 200)"),
    ("--unrated-players", "SHARE", share, "players without a rating, such as 10%%"),
    ("--draws", "SHARE", share, "draws between players of equal strength, such as 40%%"),
    ("--forfeits", "SHARE", share, "games won by forfeit"),
    ("--double-forfeits", "SHARE", share, "games forfeited by both"),
    ("--unusual", "SHARE", share, "games that end ½-0, 0-½ or 0-0"),
    ("--unrated-games", "SHARE", share, "games too short to be rated"),
    ("--half-byes", "AMOUNT", amount, "half-point byes"),
    ("--full-byes", "AMOUNT", amount, "full-point byes"),
    ("--zero-byes", "AMOUNT", amount, "zero-point byes"),
    ("--withdrawals", "AMOUNT", one_amount, "players who leave before the end"),
    ("--late-entries", "AMOUNT", one_amount, "players who arrive after round 1"),
    ("--forbidden", "N", int, "groups of players who may not meet"),
    ("--points", "W-D-L", point_system, "points for a win, draw and loss, such as 3-1-0"),
    ("--bye-points", "P", worth, "points for the pairing-allocated bye (default: a win)"),
    ("--tiebreaks", "LIST", codes, "tie-breaks to announce, such as BH/C1,BH,SB; or none"),
    ("--teams", "N", int, "how many teams (team, round-robin, knockout; 0: a Scheveningen of the halves of the list)"),
    ("--boards", "N", int, "how many boards a match of teams, or a Scheveningen, has"),
    ("--reserves", "N", int, "how many more players each team has"),
    ("--match-forfeits", "SHARE", share, "matches of teams forfeited as a whole"),
    ("--keizer", "RULES", told, "the rules of a Keizer, such as top=60,apart=5 (default: the usual ones)"),
    ("--match-points", "W-D-L", point_system, "points for a match won, drawn and lost; the bye is a draw"),
)
