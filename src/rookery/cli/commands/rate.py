"""Print the rating report of a tournament, a row per player as ratings.fide.com shows it (B.02).

Ro is the player's rating, Rc the average of the opponents, w the score from n rated games, chg the score less what was
expected. K*chg is not rounded: FIDE rounds once, after all tournaments of the month. K is not in a tournament file; it
is worked out from rating and age, or taken from a list (--list), or said (--k). --system rates by the rules of a
federation, or by Glicko-2, with national ratings where the file has them; none of these is endorsed by anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.cli.commands.list import print_candidates
from rookery.cli.console import print_facts, print_heading, print_json, print_paragraph, say
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import display_name, load_with_remarks
from rookery.cli.tables import print_csv, print_table
from rookery.cli.terminal import remark
from rookery.formatting import Column, Table, format_points, format_result, participant_label
from rookery.history.tournament_rating import national_rating
from rookery.model import Tournament
from rookery.model.validation import whole
from rookery.rating import (
    KINDS,
    SYSTEMS,
    DwzRules,
    EventRules,
    FideRules,
    Glicko2Rules,
    Newcomer,
    RatedPlayer,
    RatingReport,
    RatingRules,
    get_system,
    rate,
)

if TYPE_CHECKING:
    import argparse

    from rookery.rating_lists import ListDifference

EXAMPLES = (
    "rookery rate examples/swiss.trf",
    "rookery rate examples/swiss.trf --player 1 --k 1=40",
    "rookery rate examples/swiss.trf --format csv",
    "rookery rate examples/swiss.trf --system dwz",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    add_system_options(parser)
    add("--kind", choices=KINDS, help="the rating list (default: what the time control says)")
    add("--player", type=int, metavar="ID", help="only this player, game by game")
    add("--list", metavar="LIST", help="take ratings and K from this list (rookery list import makes one)")
    add("--k", metavar="ID=K", action="append", default=[], help="a player's published K; repeatable")
    add("--rating", metavar="ID=R", action="append", default=[], help="a player's rating (0: unrated); repeatable")
    add("--by-round", action="store_true", help="every game with the ratings of its round, as in events over 30 days")
    add("--approved", action="store_true", help="FIDE approved the rate of play: do not ask for it")
    add("--format", choices=["text", "json", "csv"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Rate the tournament, and print the report."""
    tournament = load_with_remarks(args.file).tournament
    if args.by_round:
        tournament = replace(tournament, ratings_by_round=True)
    rules = select_rules(args, tournament)
    ratings, k, unknown = _ratings_and_k_from_options(args, tournament)
    report = rate(tournament, kind=args.kind, ratings=ratings, k=k, approved=args.approved, rules=rules)
    if args.player is not None and args.player not in {player.number for player in tournament.players}:
        raise CommandError(f"{display_name(args.file)}: there is no player {args.player}")
    rows = [row for row in report.rows if args.player in (None, row.player.number)]
    newcomers = [newcomer for newcomer in report.newcomers if args.player in (None, newcomer.player.number)]
    if args.format == "json":
        from rookery.serialize.as_data import as_data

        print_json(as_data(replace(report, rows=tuple(rows), newcomers=tuple(newcomers))))
    elif args.format == "csv":
        print_csv(_csv_table(rows, newcomers, at_once=isinstance(report.rules, EventRules)))
    elif args.player is not None:
        _print_player(report, tournament, args.player)
    else:
        _print_all(report, tournament)
        print_candidates(unknown)
    return DONE


def _ratings_and_k_from_options(
    args: argparse.Namespace, tournament: Tournament
) -> tuple[dict[int, int | None], dict[int, int], tuple[ListDifference, ...]]:
    """Return ratings and K from the list and the options, and the players missing from the list."""
    unknown: tuple[ListDifference, ...] = ()
    ratings = national_ratings(args, tournament)
    k: dict[int, int] = {}
    if args.list:
        from rookery.rating import rate_of_play
        from rookery.rating_lists import RatingList, list_facts, unmatched_players

        pace = rate_of_play(tournament.info)
        with RatingList(args.list) as entries:
            ratings, k = list_facts(tournament, entries, args.kind or (pace and pace.kind) or "standard")
            unknown = unmatched_players(tournament, entries)
    k |= parse_player_values("--k", args.k, tournament)
    ratings |= {
        player_id: value or None
        for player_id, value in parse_player_values("--rating", args.rating, tournament).items()
    }
    if unknown and args.format != "text":
        remark(
            f"{len(unknown)} players are not told by the list, and rated as the file has them: {_format_names(unknown)}"
        )
    return ratings, k, unknown


def _format_names(unknown: Sequence[ListDifference]) -> str:
    return "; ".join(f"{difference.player} {difference.name} ({difference.match.why})" for difference in unknown)


def format_hundredths(value: int) -> str:
    """Return a change in hundredths, always with its sign.

    >>> format_hundredths(-36), format_hundredths(720), format_hundredths(0)
    ('-0.36', '+7.20', '0.00')
    """
    return f"{value / 100:+.2f}" if value else "0.00"


# -- the whole report --------------------------------------------------------------------------------------------------

_COLUMNS = (
    Column("No", ">"), Column("Name", least=12), Column("Ro", ">"), Column("Rc", ">"), Column("w", ">"),
    Column("n", ">"), Column("chg", ">"), Column("K", ">"), Column("K*chg", ">"),
)  # fmt: skip


def _table_cells(row: RatedPlayer) -> tuple[str, ...]:
    name = f"{row.player.title} {row.player.name}".strip()
    first = (str(row.player.number), name, str(row.rating))
    if not row.games:
        return (*first, "", "", "0", "", "", "")
    return (
        *first, str(row.opponents), format_points(5 * row.half_points), str(row.games), format_hundredths(row.change),
        str(row.k), format_hundredths(row.k_change),
    )  # fmt: skip


def _print_all(report: RatingReport, tournament: Tournament) -> None:
    print_heading(report.event or "Tournament without a name")
    print_facts(_report_facts(report))
    if report.rows:
        say()
        say("Rated players", "bold")
        rows = Table(_COLUMNS, tuple(map(_table_cells, report.rows)))
        print_table(simultaneous_table(report) if isinstance(report.rules, EventRules) else rows)
    if report.newcomers:
        say()
        say("Unrated players, against rated opponents", "bold")
        print_table(_newcomers_table(report.newcomers))
    _print_left_out(report, tournament)
    _print_notes(report)


def _report_facts(report: RatingReport) -> list[tuple[str, str]]:
    counted_games = len(report.games) - len(report.not_counted)
    return [
        ("List", report.kind),
        (
            "Rules",
            f"{report.rules.name} in force from {report.rules.since}" if report.rules.since else str(report.rules),
        ),
        ("Games", f"{counted_games} of {len(report.games)} change ratings"),
    ]


def _newcomers_table(newcomers: tuple[Newcomer, ...]) -> Table:
    columns = (
        Column("No", ">"), Column("Name", least=12), Column("w", ">"), Column("n", ">"), Column("First rating", ">"),
        Column("Why", least=12, wraps=True),
    )  # fmt: skip
    rows = []
    for newcomer in newcomers:
        reason = newcomer.first.why + ", and no point" * newcomer.zero
        score_of = format_points(5 * newcomer.first.half_points)
        rating = str(newcomer.first.rating or "none")
        rows.append(
            (str(newcomer.player.number), newcomer.player.name, score_of, str(newcomer.first.games), rating, reason)
        )
    return Table(columns, tuple(rows)).without_empty()


def _print_left_out(report: RatingReport, tournament: Tournament) -> None:
    if not report.not_counted:
        return
    people = {player.number: player for player in tournament.players}
    by_fide = isinstance(report.rules, FideRules)
    columns = (
        Column("Round", ">"), Column("White", least=12), Column("Black", least=12), Column("Result"),
        Column("Why", least=12, wraps=True),
    )  # fmt: skip
    rows = tuple(
        (str(game.round), participant_label(people[game.white]), participant_label(people[game.black]),
         format_result(game.result),
         f"{game.reason}" + f" ({game.reason.article})" * by_fide if game.reason else "")
        for game in report.not_counted
    )  # fmt: skip
    say()
    say("Games that change nobody's rating", "bold")
    print_table(Table(columns, rows))


def _print_notes(report: RatingReport) -> None:
    if report.notes:
        say()
        for note in report.notes:
            print_paragraph(note)


# -- one player --------------------------------------------------------------------------------------------------------


def _print_player(report: RatingReport, tournament: Tournament, number: int) -> None:
    people = {player.number: player for player in tournament.players}
    print_heading(participant_label(people[number]))
    row = next((row for row in report.rows if row.player.number == number), None)
    if row is None:
        newcomer = next(newcomer for newcomer in report.newcomers if newcomer.player.number == number)
        _print_initial_rating(newcomer)
    else:
        _print_rated_games(row, tournament)
        _print_rating_change(row)


def _print_rated_games(row: RatedPlayer, tournament: Tournament) -> None:
    people = {player.number: player for player in tournament.players}
    columns = (
        Column("Round", ">"), Column("Opponent", least=12), Column("Rating", ">"), Column("Score", ">"),
        Column("Expected", ">"), Column("chg", ">"), Column("K*chg", ">"),
    )  # fmt: skip
    rows = tuple(
        (
            str(line.round), participant_label(people[line.opponent]), f"{line.rating}{'*' * line.limited}",
            format_points(5 * line.half_points), f"{(50 * line.half_points - line.change) / 100:.2f}",
            format_hundredths(line.change), format_hundredths(row.k * line.change) if row.k else "",
        )
        for line in row.lines
    )  # fmt: skip
    if rows:
        print_table(Table(columns, rows).without_empty())
    if any(line.limited for line in row.lines):
        print_paragraph("* the difference counts as 400 (B.02 8.3.1)")


def _print_rating_change(row: RatedPlayer) -> None:
    if not row.games:
        print_paragraph(f"No game counts: the rating stays {row.rating}.")
        return
    say()
    print_facts(
        [
            ("Rating Ro", str(row.rating)),
            ("Opponents Rc", str(row.opponents)),
            ("Score", f"{format_points(5 * row.half_points)} of {row.games}"),
            (
                "Change",
                format_hundredths(row.change) + f", times K = {row.k}: {format_hundredths(row.k_change)}" * bool(row.k),
            ),
            ("New rating", f"{row.alone}" + ", were this the only tournament of the month" * bool(row.k)),
        ]
    )


def _print_initial_rating(newcomer: Newcomer) -> None:
    first = newcomer.first
    print_facts(
        [
            ("Games", f"{first.games} against rated opponents, and two draws with 1800 added (B.02 8.2)"),
            ("Score", f"{format_points(5 * first.half_points)}, with the draws {first.percent} %"),
            ("Average", str(first.average)),
            ("First rating", str(first.rating) if first.rating else f"none: {first.why}"),
        ]
    )
    if newcomer.zero:
        print_paragraph("Without a point the event is left out if it is the player's first (B.02 8.2.1).")


# -- for programs ------------------------------------------------------------------------------------------------------


def _csv_table(rows: list[RatedPlayer], newcomers: list[Newcomer], *, at_once: bool) -> Table:
    """Return a row per player; systems that give the new rating at once have it instead of K."""
    rating_titles = ("rn",) if at_once else ("k", "k_chg")
    titles = ("id", "fide_id", "name", "ro", "rc", "w", "n", "chg", *rating_titles, "first_rating")
    rows_ = [
        (str(row.player.number), str(row.player.fide_id or ""), row.player.name, str(row.rating),
         str(row.opponents or ""), format_points(5 * row.half_points), str(row.games), f"{row.change / 100:.2f}",
         *([str(row.alone)] if at_once else [str(row.k), f"{row.k_change / 100:.2f}"]), "")
        for row in rows
    ]  # fmt: skip
    rows_ += [
        (str(newcomer.player.number), str(newcomer.player.fide_id or ""), newcomer.player.name, "", "",
         format_points(5 * newcomer.first.half_points), str(newcomer.first.games), "", *[""] * len(rating_titles),
         str(newcomer.first.rating or ""))
        for newcomer in newcomers
    ]  # fmt: skip
    return Table(tuple(Column(title) for title in titles), tuple(rows_))


def add_system_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of rating systems."""
    add = parser.add_argument
    add("--system", choices=list(SYSTEMS), type=str.lower, help="by other rules than FIDE's")
    add("--index", metavar="ID=N", action="append", default=[], help="dwz: how often a player was rated; repeatable")
    add("--deviation", metavar="ID=RD", action="append", default=[], help="glicko-2: a deviation; repeatable")


def select_rules(args: argparse.Namespace, tournament: Tournament) -> RatingRules | None:
    """Return the rules of the selected system; None for FIDE's."""
    if args.system and args.kind:
        raise CommandError("--kind is for FIDE's lists: it does not go with --system")
    for option, values, system in (("--index", args.index, "dwz"), ("--deviation", args.deviation, "glicko-2")):
        if values and args.system != system:
            raise CommandError(f"{option} goes with --system {system}")
    if not args.system:
        return None
    rules = get_system(args.system).rules
    if args.k and isinstance(rules, EventRules):
        raise CommandError(f"--k is for systems that have a K: it does not go with --system {args.system}")
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
            raise CommandError(f"{option} {text} is not a player's number and a value: 7=20")
        if player_id not in player_ids:
            raise CommandError(f"{option} {text}: there is no player {player_id}")
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
