"""Print a tournament: its head, the players (and teams), and the crosstable, at the width of the terminal.

With --round N, the boards of that round instead, in the order in which they are published.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rookery.cli.console import (
    DEFAULT_USED,
    count_by_severity,
    print_facts,
    print_heading,
    print_json,
    print_paragraph,
    say,
    terminal_width,
)
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import display_name, load
from rookery.cli.tables import fold_table, print_folded, print_table
from rookery.errors import Severity
from rookery.formatting import Column, Table, count, describe_system, format_date_range, participant_label, round_cells
from rookery.history.completion import find_withdrawals
from rookery.history.declared_points import player_points
from rookery.messages import join_list
from rookery.model import ByeKind, Tournament
from rookery.presentation.standings import crosstable
from rookery.presentation.tables import (
    BoardLine,
    MatchLine,
    participants_without_game,
    players_table,
    round_lines,
    teams_table,
)
from rookery.regulations import parse_type_code

if TYPE_CHECKING:
    import argparse

    from rookery.serialize import cli_types

EXAMPLES = (
    "rookery show examples/swiss.trf",
    "rookery show --round 3 examples/swiss.trf",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    parser.add_argument("--round", type=int, metavar="N", help="only the boards of round N")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Print the tournament."""
    reading = load(args.file)
    tournament = reading.tournament
    if args.round is not None and not 1 <= args.round <= len(tournament.rounds):
        paired_text = count(len(tournament.rounds), "round has been paired", "rounds have been paired")
        raise CommandError(f"{display_name(args.file)}: there is no round {args.round}: {paired_text}")
    if args.format == "json":
        print_json(_to_json_data(tournament, args.round))
    elif args.round is not None:
        _print_round(tournament, args.round)
    else:
        _print_all(tournament)
    serious = [problem for problem in reading.problems if problem.severity > Severity.INFO]
    if serious and args.format == "text":
        say()
        print_paragraph(f"This file has {count_by_severity(serious)}: rookery validate {args.file} shows where.")
    if args.format == "text" and (
        older := [problem.field for problem in reading.problems if problem.code == DEFAULT_USED]
    ):
        notice = f"This file is older than TRF26, and has defaults for {join_list(older)}"
        print_paragraph(f"{notice}: rookery validate {args.file} shows which.")
    return DONE


# -- the whole tournament ----------------------------------------------------------------------------------------------


def _print_all(t: Tournament) -> None:
    print_heading(t.info.name or "Tournament without a name")
    print_facts(_header_facts(t))
    if t.team_event:
        _print_titled_table("Teams", teams_table(t), "Team")
    if t.players:
        _print_titled_table("Players", players_table(t))
    if t.rounds and t.participants:
        print_crosstable(t)


def _header_facts(t: Tournament) -> Iterator[tuple[str, str]]:
    event = t.info
    yield "Place", ", ".join(part for part in (event.city, event.federation) if part)
    yield "Dates", format_date_range(event.start, event.end)
    yield "Chief arbiter", event.chief_arbiter
    yield "Deputies", ", ".join(event.deputies)
    yield "System", describe_system(t.system) or event.type
    yield "Time control", event.time_control or event.encoded_time_control
    yield "Tie-breaks", ", ".join(t.tiebreaks_after_points)
    yield "Rounds", _describe_progress(t)
    yield "Players", str(len(t.players)) if t.players else ""
    withdrawals = {} if parse_type_code(t.system).format.eliminates else find_withdrawals(t)
    yield (
        "Withdrawn",
        "; ".join(
            f"{participant_label(t.participants_by_number[participant_id])} from round {first_missed}"
            for participant_id, first_missed in withdrawals.items()
        ),
    )
    yield "Absences", "; ".join(_describe_requested_byes(t, withdrawals))
    yield (
        "Seats kept",
        "; ".join(
            f"{participant_label(t.participants_by_number[participant_id])}, {seat}"
            for participant_id, seat in t.seats_in(t.next_round).items()
        ),
    )


def _describe_progress(t: Tournament) -> str:
    if not t.rounds:
        return f"{t.planned_rounds} planned, none paired yet" if t.planned_rounds else "none paired yet"
    paired = f"{len(t.rounds)} of {t.planned_rounds}" if t.planned_rounds else str(len(t.rounds))
    unfinished = [f"{count(len(r.pending), 'game')} of round {n} open" for n, r in enumerate(t.rounds, 1) if r.pending]
    unfinished += [
        f"{count(len(r.adjourned), 'game')} of round {n} adjourned" for n, r in enumerate(t.rounds, 1) if r.adjourned
    ]
    return f"{paired} paired, {join_list(unfinished)}" if unfinished else f"{paired} played"


def _describe_requested_byes(t: Tournament, gone: Mapping[int, int]) -> Iterator[str]:
    """Yield the requested byes and absences that are known."""
    by_player: dict[tuple[int, ByeKind], list[int]] = {}
    for bye in sorted(t.requested_byes, key=lambda request: request.round):
        if bye.kind is not ByeKind.ZERO or bye.round < gone.get(bye.player, bye.round + 1):
            by_player.setdefault((bye.player, bye.kind), []).append(bye.round)
    for (player_id, kind), rounds in by_player.items():
        label = (
            participant_label(t.participants_by_number[player_id])
            if player_id in t.participants_by_number
            else str(player_id)
        )
        yield f"{label}, {kind} in round{'s' * (len(rounds) > 1)} {join_list(rounds)}"


def _print_titled_table(title: str, table: Table, names: str = "Name") -> None:
    """Print a table under its title; if too wide it is folded, with the names beside every part."""
    say()
    say(title, "bold")
    titles = [column.title for column in table.columns]
    print_folded(table, 1 + titles.index(names) if names in titles else 1)  # nobody may have a name


# -- one round ---------------------------------------------------------------------------------------------------------


def _print_round(t: Tournament, number: int) -> None:
    print_heading(f"{t.info.name or 'Tournament'}, round {number}")
    lines = round_lines(t, number)
    for place, match in enumerate(line for line in lines if isinstance(line, MatchLine)):
        if place:
            say()
        _print_match(match)
    games = [line for line in lines if isinstance(line, BoardLine)]
    if games:
        print_table(_boards_table(games))
    for line, kind in participants_without_game(t, number).items():
        print_paragraph(f"{participant_label(t.participants_by_number[line])}: {kind}")


def _boards_table(games: Sequence[BoardLine]) -> Table:
    columns = (
        Column("Board", ">"), Column("No", ">"), Column("White", least=14), Column("Pts", ">"), Column("Result", "^"),
        Column("Pts", ">"), Column("No", ">"), Column("Black", least=14),
    )  # fmt: skip
    rows = []
    for board, white, black, result, *_ in games:
        white_cells, black_cells = (str(white.id), white.name, white.points), (black.points, str(black.id), black.name)
        rows.append((str(board), *white_cells, result, *black_cells))
    return Table(columns, tuple(rows))


def _print_match(match: MatchLine) -> None:
    forfeit = " (forfeit)" * match.forfeit
    say(f"{match.number}. {match.white.person}  {match.result}  {match.black.person}{forfeit}", "bold")
    rows = tuple((board.white.person, board.result, board.black.person) for board in match.boards)
    if rows:
        print_table(Table((Column("White", least=14), Column("Result", "^"), Column("Black", least=14)), rows), "   ")


# -- data --------------------------------------------------------------------------------------------------------------


def _to_json_data(t: Tournament, only: int | None) -> dict[str, Any]:
    """Return the data that `show` prints; `rookery convert --to json FILE -` gives the whole tournament."""
    from rookery.serialize.as_data import format_points, with_form

    totals = player_points(t)
    rounds = {only} if only else set(range(1, len(t.rounds) + 1))
    marks = {n: round_cells(t, round) for n, round in enumerate(t.rounds, 1) if n in rounds}
    data: cli_types.OverviewData = {
        "name": t.info.name,
        "system": t.system,
        "planned": t.planned_rounds,
        "paired": len(t.rounds),
        "open": [[n, game.white, game.black] for n, round in enumerate(t.rounds, 1) for game in round.pending],
        "adjourned": [[n, game.white, game.black] for n, round in enumerate(t.rounds, 1) for game in round.adjourned],
        "players": [
            {
                "id": p.number,
                "name": p.name,
                "title": p.title,
                "rating": p.rating,
                "federation": p.federation,
                "points": format_points(totals[p.number]),
                "rounds": {str(n): column.get(p.number, "") for n, column in marks.items()},
            }
            for p in t.players
        ],
    }
    return with_form("overview", data)


def print_crosstable(t: Tournament) -> None:
    """Print the table under its title, with a legend of its signs."""
    crosstable_ = crosstable(t)
    say()
    say(crosstable_.title, "bold")
    for number, block in enumerate(fold_table(crosstable_.table, crosstable_.left, terminal_width())):
        if number:
            say()
        print_table(block)
    for text in crosstable_.notes:
        print_paragraph(text)
