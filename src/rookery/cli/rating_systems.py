"""Options that select another rating system than FIDE's, and the table of its report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.cli.exit_codes import Refusal
from rookery.formatting import Column, Table, format_points
from rookery.history.tournament_rating import national_rating
from rookery.model import Tournament
from rookery.model.limits import whole
from rookery.rating import SYSTEMS, DwzRules, EventRules, Glicko2Rules, RatingReport, RatingRules, get_system

if TYPE_CHECKING:
    import argparse


def add_system_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of rating systems."""
    add = parser.add_argument
    add("--system", choices=list(SYSTEMS), type=str.lower, help="by other rules than FIDE's")
    add("--index", metavar="ID=N", action="append", default=[], help="dwz: how often a player was rated; repeatable")
    add("--deviation", metavar="ID=RD", action="append", default=[], help="glicko-2: a deviation; repeatable")


def select_rules(args: argparse.Namespace, tournament: Tournament) -> RatingRules | None:
    """Return the rules of the selected system; None for FIDE's."""
    if args.system and args.kind:
        raise Refusal("--kind is for FIDE's lists: it does not go with --system")
    for option, values, system in (("--index", args.index, "dwz"), ("--deviation", args.deviation, "glicko-2")):
        if values and args.system != system:
            raise Refusal(f"{option} goes with --system {system}")
    if not args.system:
        return None
    rules = get_system(args.system).rules
    if args.k and isinstance(rules, EventRules):
        raise Refusal(f"--k is for systems that have a K: it does not go with --system {args.system}")
    if isinstance(rules, DwzRules):
        return replace(rules, indices=tuple(parse_player_values("--index", args.index, tournament).items()))
    if isinstance(rules, Glicko2Rules):
        deviations = parse_player_values("--deviation", args.deviation, tournament)
        return replace(rules, deviations=tuple((player_id, float(value)) for player_id, value in deviations.items()))
    return rules


def national_ratings(args: argparse.Namespace, tournament: Tournament) -> dict[int, int | None]:
    """Return the national ratings that the system uses, for the players who have one in the file."""
    federation = get_system(args.system).federation if args.system else ""
    if not federation:
        return {}
    ratings = {player.number: national_rating(player, federation) for player in tournament.players}
    return {player_id: rating for player_id, rating in ratings.items() if rating}


def parse_player_values(option: str, texts: Sequence[str], tournament: Tournament) -> dict[int, int]:
    """Return values by player number, from texts such as 7=20."""
    player_ids, values = {player.number for player in tournament.players}, {}
    for text in texts:
        player_id, value = whole(text.partition("=")[0]), whole(text.partition("=")[2])
        if player_id is None or value is None:
            raise Refusal(f"{option} {text} is not a player's number and a value: 7=20")
        if player_id not in player_ids:
            raise Refusal(f"{option} {text}: there is no player {player_id}")
        values[player_id] = value
    return values


def simultaneous_table(report: RatingReport) -> Table:
    """Return the rows of a system without K: the expected score and the new rating."""
    columns = (
        Column("No", ">"), Column("Name", least=12), Column("Ro", ">"), Column("Rc", ">"), Column("w", ">"),
        Column("n", ">"), Column("We", ">"), Column("Rn", ">"),
    )  # fmt: skip
    rows = []
    for row in report.rows:
        name = f"{row.player.title} {row.player.name}".strip()
        expected = f"{(50 * row.half_points - row.change) / 100:.2f}" if row.games else ""
        rows.append(
            (
                str(row.player.number),
                name,
                str(row.rating),
                str(row.opponents or ""),
                format_points(5 * row.half_points),
                str(row.games),
                expected,
                str(row.alone),
            )
        )
    return Table(columns, tuple(rows))
