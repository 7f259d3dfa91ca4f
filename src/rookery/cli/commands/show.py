"""Print a tournament: its head, the players (and teams), and the crosstable, at the width of the terminal.

With --round N, the boards of that round instead, in the order in which they are published.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rookery.attendance import gone_since
from rookery.cli.crosstables import print_crosstable
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import load, name_of
from rookery.cli.problems import ASSUMED, tally
from rookery.cli.render import facts, heading, paragraph, print_json, say
from rookery.cli.tables import print_folded, print_table
from rookery.declared import player_points
from rookery.errors import Severity
from rookery.labels import Column, Table, cells, count, person, span, system_in_words
from rookery.model import ByeKind, Tournament
from rookery.regulations import scheme
from rookery.shown.people import players, teams
from rookery.shown.rounds import BoardLine, MatchLine, lines, without_game
from rookery.typed import TYPE_CHECKING, Any
from rookery.wording import listed

if TYPE_CHECKING:
    import argparse

    from rookery.answers import command_shapes

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
    """Print it."""
    reading = load(args.file)
    tournament = reading.tournament
    if args.round is not None and not 1 <= args.round <= len(tournament.rounds):
        known = count(len(tournament.rounds), "round has been paired", "rounds have been paired")
        raise Refusal(f"{name_of(args.file)}: there is no round {args.round}: {known}")
    if args.format == "json":
        print_json(_as_json(tournament, args.round))
    elif args.round is not None:
        _print_round(tournament, args.round)
    else:
        _print_all(tournament)
    matter = [problem for problem in reading.problems if problem.severity > Severity.INFO]
    if matter and args.format == "text":
        say()
        paragraph(f"This file has {tally(matter)}: rookery validate {args.file} shows where.")
    if args.format == "text" and (older := [one.field for one in reading.problems if one.code == ASSUMED]):
        said = f"This file is older than TRF26, and has defaults for {listed(older)}"
        paragraph(f"{said}: rookery validate {args.file} shows which.")
    return DONE


# -- the whole tournament ----------------------------------------------------------------------------------------------


def _print_all(t: Tournament) -> None:
    heading(t.event.name or "Tournament without a name")
    facts(_head(t))
    if t.team_event:
        _print_part("Teams", teams(t), "Team")
    if t.players:
        _print_part("Players", players(t))
    if t.rounds and t.participants:
        print_crosstable(t)


def _head(t: Tournament) -> Iterator[tuple[str, str]]:
    event = t.event
    yield "Place", ", ".join(part for part in (event.city, event.federation) if part)
    yield "Dates", span(event.start, event.end)
    yield "Chief arbiter", event.chief_arbiter
    yield "Deputies", ", ".join(event.deputies)
    yield "System", system_in_words(t.system) or event.type
    yield "Time control", event.time_control or event.encoded_time_control
    yield "Tie-breaks", ", ".join(t.tiebreaks)
    yield "Rounds", _progress(t)
    yield "Players", str(len(t.players)) if t.players else ""
    left = {} if scheme(t.system).format.eliminates else gone_since(t)
    yield "Withdrawn", "; ".join(f"{person(t.by_id[one])} from round {at}" for one, at in left.items())
    yield "Absences", "; ".join(_requests(t, left))
    yield "Seats kept", "; ".join(f"{person(t.by_id[one])}, {seat}" for one, seat in t.seats_in(t.next_round).items())


def _progress(t: Tournament) -> str:
    if not t.rounds:
        return f"{t.planned} planned, none paired yet" if t.planned else "none paired yet"
    paired = f"{len(t.rounds)} of {t.planned}" if t.planned else str(len(t.rounds))
    waiting = [f"{count(len(r.pending), 'game')} of round {n} open" for n, r in enumerate(t.rounds, 1) if r.pending]
    waiting += [
        f"{count(len(r.adjourned), 'game')} of round {n} adjourned" for n, r in enumerate(t.rounds, 1) if r.adjourned
    ]
    return f"{paired} paired, {listed(waiting)}" if waiting else f"{paired} played"


def _requests(t: Tournament, gone: Mapping[int, int]) -> Iterator[str]:
    """Who else will be missing, as far as it is known."""
    by_player: dict[tuple[int, ByeKind], list[int]] = {}
    for bye in sorted(t.requested, key=lambda one: one.round):
        if bye.kind is not ByeKind.ZERO or bye.round < gone.get(bye.player, bye.round + 1):
            by_player.setdefault((bye.player, bye.kind), []).append(bye.round)
    for (one, kind), rounds in by_player.items():
        who = person(t.by_id[one]) if one in t.by_id else str(one)
        yield f"{who}, {kind} in round{'s' * (len(rounds) > 1)} {listed(rounds)}"


def _print_part(title: str, table: Table, names: str = "Name") -> None:
    """A table under its title; if it is too wide, its names stand beside every part of it."""
    say()
    say(title, "bold")
    titles = [column.title for column in table.columns]
    print_folded(table, 1 + titles.index(names) if names in titles else 1)  # nobody may have a name


# -- one round ---------------------------------------------------------------------------------------------------------


def _print_round(t: Tournament, number: int) -> None:
    heading(f"{t.event.name or 'Tournament'}, round {number}")
    there = lines(t, number)
    for place, match in enumerate(one for one in there if isinstance(one, MatchLine)):
        if place:
            say()
        _print_match(match)
    games = [one for one in there if isinstance(one, BoardLine)]
    if games:
        print_table(_boards(games))
    for one, kind in without_game(t, number).items():
        paragraph(f"{person(t.by_id[one])}: {kind}")


def _boards(games: Sequence[BoardLine]) -> Table:
    columns = (
        Column("Board", ">"), Column("No", ">"), Column("White", least=14), Column("Pts", ">"), Column("Result", "^"),
        Column("Pts", ">"), Column("No", ">"), Column("Black", least=14),
    )  # fmt: skip
    rows = []
    for board, white, black, result, *_ in games:
        left, right = (str(white.id), white.name, white.points), (black.points, str(black.id), black.name)
        rows.append((str(board), *left, result, *right))
    return Table(columns, tuple(rows))


def _print_match(match: MatchLine) -> None:
    forfeit = " (forfeit)" * match.forfeit
    say(f"{match.number}. {match.white.person}  {match.result}  {match.black.person}{forfeit}", "bold")
    rows = tuple((one.white.person, one.result, one.black.person) for one in match.boards)
    if rows:
        print_table(Table((Column("White", least=14), Column("Result", "^"), Column("Black", least=14)), rows), "   ")


# -- data --------------------------------------------------------------------------------------------------------------


def _as_json(t: Tournament, only: int | None) -> dict[str, Any]:
    """What `show` prints, for another program. `rookery convert --to json FILE -` gives the whole tournament."""
    from rookery.answers.data import formed
    from rookery.answers.plain import points

    totals = player_points(t)
    rounds = {only} if only else set(range(1, len(t.rounds) + 1))
    marks = {n: cells(t, round) for n, round in enumerate(t.rounds, 1) if n in rounds}
    told: command_shapes.OverviewData = {
        "name": t.event.name,
        "system": t.system,
        "planned": t.planned,
        "paired": len(t.rounds),
        "open": [[n, game.white, game.black] for n, round in enumerate(t.rounds, 1) for game in round.pending],
        "adjourned": [[n, game.white, game.black] for n, round in enumerate(t.rounds, 1) for game in round.adjourned],
        "players": [
            {
                "id": p.id,
                "name": p.name,
                "title": p.title,
                "rating": p.rating,
                "federation": p.federation,
                "points": points(totals[p.id]),
                "rounds": {str(n): column.get(p.id, "") for n, column in marks.items()},
            }
            for p in t.players
        ],
    }
    return formed("overview", told)
