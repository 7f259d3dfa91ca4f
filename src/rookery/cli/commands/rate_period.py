"""Rate a whole period: every player of a list, all games of all tournaments, rounded once (B.02 8.3.4).

LIST is CSV or Parquet with the columns id and rating, and where known k, games, born, highest, base; or a list that
rookery list import made. GAMES is CSV or Parquet with white, black and half_points (or result: 1-0, ½-½, 0-1), and
where known event, start, white_rating, black_rating; or a folder of tournament files. A player is named by FIDE number.
"""

from __future__ import annotations

from datetime import date

from rookery.cli.exits import DONE, Refusal
from rookery.cli.period_tables import listed_players, played_games, save_table
from rookery.cli.progress import counter
from rookery.cli.render import facts
from rookery.labels import count
from rookery.rating import KINDS, Rated, rate_period
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery rate-period --list examples/period/list.csv --games examples/period/games.csv -o new.csv",
    "rookery rate-period --list examples/list.txt --games examples/complaints -o new.csv",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("--list", required=True, metavar="LIST", help="the players: CSV, Parquet, FIDE's TXT, or an imported list")
    add("--games", required=True, metavar="GAMES", help="the games: CSV, Parquet, or a folder of tournament files")
    add("-o", "--output", required=True, metavar="OUT", help="the new list: .csv, .parquet or .json")
    add("--kind", choices=KINDS, default="standard", help="the rating list (default: standard)")
    add("--on", type=_day, metavar="DAY", help="the day of the new list, as 2026-01-01 (default: newest rules)")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        import argparse

        raise argparse.ArgumentTypeError(f"{text} is not a day like 2026-01-01") from None


def run(args: argparse.Namespace) -> int:
    """Rate them all, and write the new list."""
    if not args.output.endswith((".csv", ".parquet", ".json")):
        raise Refusal(f"{args.output}: the new list is written as .csv, .parquet or .json")
    players = listed_players(args.list, args.kind)
    games, skipped = played_games(args.games, players, args.kind, counter("games"))
    try:
        from rookery import arrays
    except ImportError:  # without NumPy the plain way: the same numbers, more slowly
        rated = rate_period(players.rows(), games.rows(), kind=args.kind, on=args.on)
        columns = {name: [getattr(row, name) for row in rated] for name in Rated._fields}
    else:
        made = arrays.rate_period(players.columns, games.columns, kind=args.kind, on=args.on)
        columns = {name: column.tolist() for name, column in made.columns().items()}
    save_table(args.output, columns)
    changed = sum(points != 0 for points in columns["points"])
    first = sum(new > 0 and not old for new, old in zip(columns["new"], columns["rating"], strict=True))
    facts(
        [
            ("Players", f"{len(columns['id']):,}"),
            ("Games", f"{len(games.columns['white']):,}" + (f", {skipped:,} more not counted" if skipped else "")),
            ("Changed", count(changed, "rating")),
            ("First", count(first, "first rating")),
            ("Written", args.output),
        ]
    )
    return DONE
