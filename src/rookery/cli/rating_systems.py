"""Options that choose another rating system than FIDE's, and how its report is printed."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.cli.exits import Refusal
from rookery.labels import Column, Table, points
from rookery.model import Tournament
from rookery.model.limits import whole
from rookery.rating import SYSTEMS, DwzRules, EventRules, Glicko2Rules, RatingReport, RatingRules, system_named
from rookery.strengths import national
from rookery.typed import TYPE_CHECKING
from rookery.values import replace

if TYPE_CHECKING:
    import argparse


def add_system(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("--system", choices=list(SYSTEMS), type=str.lower, help="by other rules than FIDE's")
    add("--index", metavar="ID=N", action="append", default=[], help="dwz: how often a player was rated; repeatable")
    add("--deviation", metavar="ID=RD", action="append", default=[], help="glicko-2: a deviation; repeatable")


def rules_wanted(args: argparse.Namespace, tournament: Tournament) -> RatingRules | None:
    """The rules of the system asked for; None: FIDE's."""
    if args.system and args.kind:
        raise Refusal("--kind is for FIDE's lists: it does not go with --system")
    for option, given, system in (("--index", args.index, "dwz"), ("--deviation", args.deviation, "glicko-2")):
        if given and args.system != system:
            raise Refusal(f"{option} goes with --system {system}")
    if not args.system:
        return None
    rules = system_named(args.system).rules
    if args.k and isinstance(rules, EventRules):
        raise Refusal(f"--k is for systems that have a K: it does not go with --system {args.system}")
    if isinstance(rules, DwzRules):
        return replace(rules, indices=tuple(numbers("--index", args.index, tournament).items()))
    if isinstance(rules, Glicko2Rules):
        told = numbers("--deviation", args.deviation, tournament)
        return replace(rules, deviations=tuple((one, float(value)) for one, value in told.items()))
    return rules


def home_ratings(args: argparse.Namespace, tournament: Tournament) -> dict[int, int | None]:
    """The national ratings by which the system goes, of those who have one in the file."""
    federation = system_named(args.system).federation if args.system else ""
    if not federation:
        return {}
    found = {player.id: national(player, federation) for player in tournament.players}
    return {one: rating for one, rating in found.items() if rating}


def numbers(option: str, texts: Sequence[str], tournament: Tournament) -> dict[int, int]:
    """What is said of players by their numbers: 7=20."""
    known, found = {player.id for player in tournament.players}, {}
    for text in texts:
        one, value = whole(text.partition("=")[0]), whole(text.partition("=")[2])
        if one is None or value is None:
            raise Refusal(f"{option} {text} is not a player's number and a value: 7=20")
        if one not in known:
            raise Refusal(f"{option} {text}: there is no player {one}")
        found[one] = value
    return found


def at_once(report: RatingReport) -> Table:
    """The rows of a system that knows no K: what was expected, and the new rating."""
    columns = (
        Column("No", ">"), Column("Name", least=12), Column("Ro", ">"), Column("Rc", ">"), Column("w", ">"),
        Column("n", ">"), Column("We", ">"), Column("Rn", ">"),
    )  # fmt: skip
    rows = []
    for row in report.rows:
        name = f"{row.player.title} {row.player.name}".strip()
        expected = f"{(50 * row.half_points - row.change) / 100:.2f}" if row.games else ""
        rows.append((str(row.player.id), name, str(row.rating), str(row.opponents or ""), points(5 * row.half_points),
                     str(row.games), expected, str(row.alone)))  # fmt: skip
    return Table(columns, tuple(rows))
