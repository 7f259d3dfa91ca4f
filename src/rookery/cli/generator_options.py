"""Settings of random tournaments as options of a command; options and output that simulations and forecasts share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rookery._record import record, replace
from rookery.cli.errors import CommandError
from rookery.cli.options import add_jobs, parse_format_name, parse_point_system, parse_positive, parse_tenths
from rookery.cli.tables import dump_parquet, format_csv, import_pyarrow, is_pyarrow_installed
from rookery.cli.terminal import remark
from rookery.errors import RuleError
from rookery.formatting import Table, count
from rookery.generator.settings import GeneratorSettings, Ratings
from rookery.model import Colour, PointSystem
from rookery.pairing.keizer import parse_options
from rookery.regulations import FORMATS
from rookery.regulations.formats import COLOUR_TYPES, SCORES
from rookery.simulation.population import Amount

if TYPE_CHECKING:
    import argparse

    from rookery.simulation.figures import Figure


_SAME_NAMES = (
    "players", "rounds", "play", "system", "draws", "forfeits", "double_forfeits", "unusual", "half_byes", "full_byes",
    "zero_byes", "withdrawals", "late_entries", "forbidden", "acceleration", "points", "tiebreaks", "teams", "boards",
    "reserves", "match_forfeits", "colour_type", "scores", "keizer",
)  # fmt: skip
"""Options that are called as the setting is."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add all the options; what is not given is drawn at random."""
    group = parser.add_argument_group("what the tournaments are like (drawn where not given)", AMOUNTS)
    add_selected(group, [option for option, *_ in _OPTIONS])
    group.add_argument(
        "--system",
        type=parse_format_name,
        metavar="S",
        help=f"{', '.join(sorted(FORMATS))} (default: dutch)",
    )
    group.add_argument("--acceleration", choices=["none", "baku", "written"], help="written: Baku as records 250")
    group.add_argument("--initial-colour", choices=["white", "black"], help="colour of the first player in round 1")
    group.add_argument("--colour-type", choices=COLOUR_TYPES, help="colour preferences of teams")
    group.add_argument("--scores", choices=SCORES, help="match or game points first, and which of them second")


AMOUNTS = (
    "AMOUNT is a number in each round (2), a share of those present (3%),\nor one of these for each round (2,0,5%)."
)


def add_selected(
    group: argparse._ArgumentGroup, options: Iterable[str], help_texts: Mapping[str, str] | None = None
) -> None:
    """Add some of the options, with other help texts where their meaning differs."""
    rows = {row[0]: row for row in _OPTIONS}
    for option in options:
        _, metavar, parse, text = rows[option]
        group.add_argument(option, metavar=metavar, type=option_type(parse), help=(help_texts or {}).get(option, text))


def settings_from_options(args: argparse.Namespace) -> GeneratorSettings:
    """Return the settings that the options give."""
    values: dict[str, Any] = {name: getattr(args, name) for name in _SAME_NAMES}
    if isinstance(args.players, tuple):
        values["players"], values["between"] = None, args.players
    values["unrated"] = args.unrated_games
    values["initial_colour"] = Colour[args.initial_colour.upper()] if args.initial_colour else None
    values["match_points"] = match_points(args)
    values["points"] = game_points(args)
    try:
        return GeneratorSettings(ratings=_ratings_from_options(args), **values)
    except RuleError as error:
        raise CommandError(str(error)) from None


def game_points(args: argparse.Namespace) -> PointSystem | None:
    """Return the points of a game and of the bye, as far as they are given."""
    points: PointSystem | None = args.points
    if args.bye_points is None:
        return points
    try:
        return replace(points or PointSystem(), pab=args.bye_points)
    except RuleError as error:
        raise CommandError(str(error)) from None


def match_points(args: argparse.Namespace) -> PointSystem | None:
    """Return the points of a team match, as far as they are given; the bye is a draw."""
    points: PointSystem | None = args.match_points
    return points if points is None else replace(points, pab=points.draw)


def _ratings_from_options(args: argparse.Namespace) -> Ratings | None:
    options = (args.ratings, args.rating_range, args.rating_mean, args.rating_deviation, args.unrated_players)
    if all(option is None for option in options):
        return None
    defaults = Ratings()
    low, high = args.rating_range or ((1, 3999) if args.rating_mean else (defaults.low, defaults.high))
    return Ratings(
        low,
        high,
        args.rating_mean,
        defaults.deviation if args.rating_deviation is None else args.rating_deviation,
        args.ratings or (),
        args.unrated_players or 0.0,
    )


# -- reading words


def option_type(parse: Callable[[str], Any], expected: str = "") -> Callable[[str], Any]:
    """Return an argparse type for a parser, with its errors reworded as "... is not {expected}"."""

    def parse_option(text: str) -> Any:
        try:
            return parse(text)
        except (ValueError, RuleError) as error:
            message = str(error) if isinstance(error, RuleError) else f"{text!r} is not {expected or _EXPECTED[parse]}"
            import argparse

            raise argparse.ArgumentTypeError(message) from None

    return parse_option


def parse_one_amount(text: str) -> int | float:
    """Parse a number, or a share with a point or a per cent sign.

    >>> parse_one_amount("2"), parse_one_amount("3%"), parse_one_amount("0.25")
    (2, 0.03, 0.25)
    """
    if text.endswith("%"):
        return float(text[:-1]) / 100
    return float(text) if "." in text else int(text)


def parse_amount(text: str) -> Amount:
    """Parse an amount for every round, or one for each."""
    parts = [parse_one_amount(part) for part in text.split(",")]
    return tuple(parts) if len(parts) > 1 else parts[0]


def parse_share(text: str) -> float:
    """Parse a share: 3% or 0.03."""
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def parse_interval(text: str) -> tuple[int, int]:
    """Parse two numbers with a hyphen between."""
    low, high = text.split("-")
    return int(low), int(high)


def parse_size(text: str) -> int | tuple[int, int]:
    """Parse a number, or two between which it is drawn.

    >>> parse_size("60"), parse_size("5-100")
    (60, (5, 100))
    """
    return parse_interval(text) if "-" in text[1:] else int(text)


def parse_ratings(text: str) -> tuple[int, ...]:
    """Parse ratings with commas between, or read a file with one in each line."""
    if os.path.exists(text):
        with open(text, encoding="utf-8") as file:
            return tuple(int(line) for line in file if line.strip())
    return tuple(int(part) for part in text.split(","))


def parse_codes(text: str) -> tuple[str, ...]:
    """Parse tie-breaks with commas between, or "none"."""
    return () if text.lower() == "none" else tuple(part.strip().upper() for part in text.split(",") if part.strip())


_EXPECTED: dict[Callable[[str], Any], str] = {
    int: "a whole number",
    parse_size: "a whole number",
    parse_share: "a share, such as 10% or 0.1",
    parse_one_amount: "a number or a share, such as 2 or 3%",
    parse_amount: "a number, a share, or one of these for each round, such as 2, 3% or 2,0,5%",
    parse_interval: "two whole numbers, the lower first, such as 1400-2200",
    parse_ratings: "a list of whole numbers, such as 2400,2310, nor a file with one in each line",
    parse_point_system: "points of a win, a draw and a loss, such as 3-1-0",
    parse_tenths: "points, such as 1 or 0.5",
    parse_options: "rules of a Keizer, such as top=60,apart=5",
}
"""What each reader takes."""

_OPTIONS: tuple[tuple[str, str, Callable[[str], Any], str], ...] = (
    ("--players", "N", parse_size, "how many players, or between which numbers, such as 5-100"),
    ("--rounds", "R", int, "how many rounds are planned"),
    ("--play", "R", int, "how many of them are played (default: all)"),
    ("--ratings", "LIST", parse_ratings, "the ratings themselves: 2400,2310,... or a file with one in each line"),
    ("--rating-range", "LOW-HIGH", parse_interval, "ratings between these, evenly"),
    ("--rating-mean", "M", int, "ratings around this one, on a bell curve"),
    ("--rating-deviation", "D", int, "how wide the bell curve is (default: 200)"),
    ("--unrated-players", "SHARE", parse_share, "players without a rating, such as 10%%"),
    ("--draws", "SHARE", parse_share, "draws between players of equal strength, such as 40%%"),
    ("--forfeits", "SHARE", parse_share, "games won by forfeit"),
    ("--double-forfeits", "SHARE", parse_share, "games forfeited by both"),
    ("--unusual", "SHARE", parse_share, "games that end ½-0, 0-½ or 0-0"),
    ("--unrated-games", "SHARE", parse_share, "games too short to be rated"),
    ("--half-byes", "AMOUNT", parse_amount, "half-point byes"),
    ("--full-byes", "AMOUNT", parse_amount, "full-point byes"),
    ("--zero-byes", "AMOUNT", parse_amount, "zero-point byes"),
    ("--withdrawals", "AMOUNT", parse_one_amount, "players who leave before the end"),
    ("--late-entries", "AMOUNT", parse_one_amount, "players who arrive after round 1"),
    ("--forbidden", "N", int, "groups of players who may not meet"),
    ("--points", "W-D-L", parse_point_system, "points for a win, draw and loss, such as 3-1-0"),
    ("--bye-points", "P", parse_tenths, "points for the pairing-allocated bye (default: a win)"),
    ("--tiebreaks", "LIST", parse_codes, "tie-breaks to announce, such as BH/C1,BH,SB; or none"),
    ("--teams", "N", int, "how many teams (team, round-robin, knockout; 0: a Scheveningen of the halves of the list)"),
    ("--boards", "N", int, "how many boards a match of teams, or a Scheveningen, has"),
    ("--reserves", "N", int, "how many more players each team has"),
    ("--match-forfeits", "SHARE", parse_share, "matches of teams forfeited as a whole"),
    ("--keizer", "RULES", parse_options, "the rules of a Keizer, such as top=60,apart=5 (default: the usual ones)"),
    ("--match-points", "W-D-L", parse_point_system, "points for a match won, drawn and lost; the bye is a draw"),
)


def parts(text: str) -> tuple[str, ...]:
    """Return the parts between commas.

    >>> parts("dutch, burstein")
    ('dutch', 'burstein')
    """
    return _require_nonempty(text, [part.strip() for part in text.split(",")])


def lists(text: str) -> tuple[str, ...]:
    """Return lists of tie-breaks, separated by semicolons.

    >>> lists("pts; bh/c1,bh")
    ('PTS', 'BH/C1,BH')
    """
    return _require_nonempty(text, [part.strip().strip(",").upper() for part in text.split(";")])


def _require_nonempty(text: str, parts: Iterable[str]) -> tuple[str, ...]:
    """Return the parts that are not empty; raise ArgumentTypeError if there are none, or duplicates."""
    import argparse

    names = tuple(filter(None, parts))
    duplicates = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if not names:
        raise argparse.ArgumentTypeError(f"{text!r} names nothing: say at least one")
    if duplicates:
        raise argparse.ArgumentTypeError(f"{duplicates[0]} is there twice in {text!r}")
    return names


def add_work(parser: argparse.ArgumentParser) -> None:
    """Declare the options for the number of tournaments and where they are played."""
    parser.add_argument(
        "--count", type=parse_positive, default=1000, metavar="K", help="how many are played (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="where chance begins (default: 0)")
    add_jobs(parser)
    parser.add_argument("--dask", metavar="ADDRESS", help="work on a Dask cluster: the address of its scheduler")
    parser.add_argument(
        "--chunk", type=parse_positive, metavar="K", help="how many in one job (default: about a second)"
    )
    parser.add_argument("--parquet", action="store_true",
                        help="insist on the Parquet file in -o: refused at once where pyarrow is missing")  # fmt: skip


@contextmanager
def executor_arguments(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the keyword arguments that select the executor; check first what the output needs."""
    if args.parquet and not args.output:
        raise CommandError("a Parquet file is written into a folder: say -o DIR")
    if args.parquet:
        import_pyarrow()  # refused now, if nobody can write it, and not when all is played
    if args.figures:
        from rookery.simulation.figures import import_vl_convert

        import_vl_convert()
    if args.dask is None:
        yield {"jobs": args.jobs, "chunk": args.chunk}
        return
    from rookery.simulation.executors import dask_executor

    with dask_executor(args.dask) as executor:
        yield {"executor": executor, "chunk": args.chunk}


def draw(figures: Mapping[str, Figure], folder: Path) -> None:
    """Draw figures into a folder, and print where they are."""
    from rookery.simulation.figures import write_figure

    paths = [path for figure in figures.values() for path in write_figure(figure, folder)]
    remark(f"{folder}: {count(len(figures), 'figure')}, {count(len(paths), 'file')}")


@record(kw_only=True)
class Findings:
    """Results for files of this `name`: JSON data, a table, and a more detailed one for Parquet."""

    name: str
    data: object
    table: Table
    details: Table | None = None


def as_list(data: Any) -> list[Any]:
    """Return the data of each model as a list; the data of a single model is no list."""
    return data if isinstance(data, list) else [data]


def load_earlier_findings(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the contents of the JSON file of this name in a folder; empty if it cannot be read."""
    from json import loads

    try:
        return [
            finding
            for finding in as_list(loads((folder / f"{name}.json").read_text("utf-8")))
            if isinstance(finding, dict)
        ]
    except (OSError, ValueError):
        return []


def print_outdated_files(folder: Path, since: float) -> None:
    """Print which figures and Parquet files in a folder are older than this time."""
    paths = [path for path in folder.rglob("*.html") if path.with_suffix(".svg").exists()]
    paths += folder.rglob("*.parquet")
    older = sorted(str(path.relative_to(folder)) for path in paths if path.stat().st_mtime < since)
    if older:
        remark(f"{folder}: of the findings before, and not made anew: {', '.join(older)}")


def write_files(folder: Path, findings: Findings) -> None:
    """Write findings into a folder: JSON, CSV, and Parquet where pyarrow is installed."""
    from json import dumps

    from rookery.files import write_file

    folder.mkdir(parents=True, exist_ok=True)
    write_file(str(folder / f"{findings.name}.json"), (dumps(findings.data, indent=1) + "\n").encode())
    write_file(str(folder / f"{findings.name}.csv"), format_csv(findings.table).encode())
    if is_pyarrow_installed():
        write_file(str(folder / f"{findings.name}.parquet"), dump_parquet(findings.details or findings.table))
