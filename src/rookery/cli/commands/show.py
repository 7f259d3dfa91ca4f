"""Print a tournament: its head, the players (and teams), and the crosstable, at the width of the terminal.

With --round N, the boards of that round instead, in the order in which they are published.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.cli.crosstables import print_crosstable
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import load, name_of
from rookery.cli.problems import ASSUMED, tally
from rookery.cli.render import facts, heading, paragraph, print_json, say
from rookery.cli.tables import print_folded, print_table
from rookery.declared import player_points, points_so_far
from rookery.errors import Severity
from rookery.formats.board_order import board_numbers, boards, free
from rookery.labels import Column, Table, byes_of, cells, count, person, points, score, span, system_in_words
from rookery.model import ByeKind, Game, Match, Round, Team, Tournament
from rookery.scoring import match_points
from rookery.typed import TYPE_CHECKING, Any
from rookery.wording import listed

if TYPE_CHECKING:
    import argparse

    from rookery.answers import shapes

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
        _print_part("Teams", _teams(t), "Team")
    if t.players:
        _print_part("Players", _players(t))
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
    yield "Absences", "; ".join(_requests(t))
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


def _requests(t: Tournament) -> Iterator[str]:
    """Who will be missing, as far as it is known."""
    by_player: dict[tuple[int, ByeKind], list[int]] = {}
    for bye in sorted(t.requested, key=lambda one: one.round):
        by_player.setdefault((bye.player, bye.kind), []).append(bye.round)
    rest = list(range(t.next_round, (t.planned or 0) + 1))
    for gone in t.withdrawn:
        yield f"{person(t.by_id[gone.player])}, withdrawn from round {gone.round}"
    for (one, kind), rounds in by_player.items():
        who = person(t.by_id[one]) if one in t.by_id else str(one)
        if kind is ByeKind.ZERO and rest and rounds == rest:
            yield f"{who}, withdrawn"
        else:
            yield f"{who}, {kind} in round{'s' * (len(rounds) > 1)} {listed(rounds)}"


def _print_part(title: str, table: Table, names: str = "Name") -> None:
    """A table under its title; if it is too wide, its names stand beside every part of it."""
    say()
    say(title, "bold")
    titles = [column.title for column in table.columns]
    print_folded(table, 1 + titles.index(names) if names in titles else 1)  # nobody may have a name


def _players(t: Tournament) -> Table:
    columns = (
        Column("No", ">"), Column("Title", ">"), Column("Name", least=16), Column("Rating", ">"), Column("Fed"),
        Column("Sex"), Column("Born"), Column("FIDE ID", ">"), Column("Team", least=8), Column("Club", least=8),
    )  # fmt: skip
    team_of = {one: team.name for team in t.teams for one in team.players}
    rows = tuple(
        (
            str(p.id), p.title, p.name, str(p.rating or ""), p.federation, p.sex, str(p.birth.year) if p.birth else "",
            str(p.fide_id or p.national_id or ""), team_of.get(p.id, ""), p.club,
        )
        for p in t.players
    )  # fmt: skip
    return Table(columns, rows).without_empty()


def _teams(t: Tournament) -> Table:
    totals = points_so_far(t)
    ratings = {player.id: player.rating for player in t.players}
    columns = (
        Column("No", ">"), Column("Team", least=16), Column("Players", ">"), Column("Average", ">"),
        Column("Match points", ">"), Column("Game points", ">"),
    )  # fmt: skip
    rows = tuple(
        (str(team.id), team.name, str(len(team.players)), _average(team, ratings), *map(points, totals[team.id]))
        for team in t.teams
    )
    return Table(columns, rows).without_empty()


def _average(team: Team, ratings: dict[int, int | None]) -> str:
    known = [rating for one in team.players if (rating := ratings.get(one))]
    return str(round(sum(known) / len(known))) if known else ""


# -- one round ---------------------------------------------------------------------------------------------------------


def _print_round(t: Tournament, number: int) -> None:
    round = t.rounds[number - 1]
    heading(f"{t.event.name or 'Tournament'}, round {number}")
    names = {player.id: person(player) for player in t.players}
    before = {} if t.team_event else player_points(t.until(number))
    there = boards(t, number)
    numbered = list(zip(board_numbers(t, number), there, strict=True))
    games = [(board, game) for board, game in numbered if isinstance(game, Game)]
    for place, (board, match) in enumerate((board, match) for board, match in numbered if isinstance(match, Match)):
        if place:
            say()
        _print_match(t, board, match, round, names)
    if games:
        print_table(_boards(t, games, before))
    said = {bye.player: kind for bye in round.byes for word, kind in (byes_of(t)[bye.kind],) if word}
    said = dict.fromkeys((one for one in free(t, number) if one not in said), byes_of(t)[ByeKind.ZERO][1]) | said
    for one, kind in said.items():
        paragraph(f"{person(t.by_id[one])}: {kind}")


def _boards(t: Tournament, games: Sequence[tuple[int, Game]], before: dict[int, int]) -> Table:
    players = {player.id: player for player in t.players}

    def side(one: int) -> tuple[str, str, str]:
        player = players[one]
        return str(one), f"{player.title} {player.name}".strip(), points(before[one])

    columns = (
        Column("Board", ">"), Column("No", ">"), Column("White", least=14), Column("Pts", ">"), Column("Result", "^"),
        Column("Pts", ">"), Column("No", ">"), Column("Black", least=14),
    )  # fmt: skip
    rows = []
    for board, game in games:
        number, white, points_white = side(game.white)
        other, black, points_black = side(game.black)
        rows.append((str(board), number, white, points_white, score(game.result), points_black, other, black))
    return Table(columns, tuple(rows))


def _print_match(t: Tournament, board: int, match: Match, round: Round, names: dict[int, str]) -> None:
    (_, home), (_, away) = match_points(t, match, round.player_byes)
    white, black = (person(t.by_id[one]) for one in (match.white, match.black))
    forfeit = " (forfeit)" if match.forfeit is not None else ""
    say(f"{board}. {white}  {points(home)} - {points(away)}  {black}{forfeit}", "bold")
    rows = tuple((names[g.white], score(g.result), names[g.black]) for g in match.games)
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
    told: shapes.OverviewData = {
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
