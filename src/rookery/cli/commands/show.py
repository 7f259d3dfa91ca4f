"""Print a tournament: its head, the players (and teams), and the crosstable, at the width of the terminal.

With --round N, the boards of that round instead, in the order in which they are published.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from rookery.cli.board_order import free, published
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import load, name_of
from rookery.cli.labels import MARKS, byes_of, cells, person, score, span, system_in_words
from rookery.cli.problems import tally
from rookery.cli.render import count, facts, heading, paragraph, points, print_json, say, terminal_width
from rookery.cli.scores import player_points, points_so_far
from rookery.cli.tables import Column, Table, folded, print_folded, print_table
from rookery.errors import Severity
from rookery.model import ByeKind, Ending, Game, Match, Player, Result, Round, Team, Tournament
from rookery.regulations import scheme
from rookery.scoring import match_points
from rookery.wording import listed

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
        _print_crosstable(t)


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


def _progress(t: Tournament) -> str:
    if not t.rounds:
        return f"{t.planned} planned, none paired yet" if t.planned else "none paired yet"
    paired = f"{len(t.rounds)} of {t.planned}" if t.planned else str(len(t.rounds))
    waiting = [f"{count(len(r.pending), 'game')} of round {n} open" for n, r in enumerate(t.rounds, 1) if r.pending]
    return f"{paired} paired, {listed(waiting)}" if waiting else f"{paired} played"


def _requests(t: Tournament) -> Iterator[str]:
    """Who will be missing, as far as it is known."""
    by_player: dict[tuple[int, ByeKind], list[int]] = {}
    for bye in sorted(t.requested, key=lambda one: one.round):
        by_player.setdefault((bye.player, bye.kind), []).append(bye.round)
    rest = list(range(t.next_round, (t.planned or 0) + 1))
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


# -- crosstables -------------------------------------------------------------------------------------------------------


def _print_crosstable(t: Tournament) -> None:
    say()
    last = len(t.rounds)
    say(f"Crosstable after round {last}, by points" if last > 1 else "Crosstable after round 1, by points", "bold")
    matrix = _matrix(t) if scheme(t.system).format.everybody_meets and len(t.participants) <= 24 else None
    table = matrix or (_team_table(t) if t.team_event else _swiss_table(t))
    for number, block in enumerate(folded(table, 3, terminal_width())):
        if number:
            say()
        print_table(block)
    legend = _legend(t, matrix is not None)
    if legend:
        paragraph(legend)


def _standing(t: Tournament) -> list[Player | Team]:
    """The participants by points, then by number."""
    totals = points_so_far(t)
    second = t.team_event and scheme(t.system).primary == "GP"
    order = {one: (-total[second], -total[not second], one) for one, total in totals.items()}
    return sorted(t.participants, key=lambda one: order[one.id])


_LEFT = (Column("No", ">"), Column("Name", least=12), Column("Pts", ">"))


def _swiss_table(t: Tournament) -> Table:
    totals, columns = points_so_far(t), [cells(t, round) for round in t.rounds]
    rows = tuple(
        (str(one.id), one.name, points(totals[one.id][0]), *(column.get(one.id, "") for column in columns))
        for one in _standing(t)
    )
    return Table((*_LEFT, *(Column(f"R{n}", ">") for n in range(1, len(columns) + 1))), rows)


def _team_table(t: Tournament) -> Table:
    totals, columns = points_so_far(t), [_team_cells(t, round) for round in t.rounds]
    rows = tuple(
        (str(one.id), one.name, _both(totals[one.id]), *(column.get(one.id, "") for column in columns))
        for one in _standing(t)
    )
    left = (_LEFT[0], Column("Team", least=12), Column("MP/GP", ">"))
    return Table((*left, *(Column(f"R{n}", ">") for n in range(1, len(columns) + 1))), rows)


def _both(total: tuple[int, int]) -> str:
    return f"{points(total[0]).removesuffix('.0')}/{points(total[1])}"


def _team_cells(t: Tournament, round: Round) -> dict[int, str]:
    """What each team did: `3w 2.5` is White on board 1 against 3, with 2.5 game points."""
    found = {bye.player: byes_of(t)[bye.kind][0] for bye in round.byes}
    for match in round.matches:
        (_, home), (_, away) = match_points(t, match, round.player_byes)
        sign = "*" * match.open + "f" * (match.forfeit is not None)
        found[match.white] = f"{match.black}w {points(home)}{sign}"
        found[match.black] = f"{match.white}b {points(away)}{sign}"
    return found


def _matrix(t: Tournament) -> Table | None:
    """Everyone against everyone: a column for each participant; None when somebody met too often for that."""
    order = _standing(t)
    met: dict[tuple[int, int], str] = {}
    for round in t.rounds:
        for one, other, sign in _met(t, round):
            met[one, other] = met.get((one, other), "") + sign
    if max(map(len, met.values()), default=0) > 4:
        return None
    totals = points_so_far(t)
    show = _both if t.team_event else (lambda total: points(total[0]))
    rows = tuple(
        (
            str(one.id), one.name, show(totals[one.id]),
            *("×" if one is other else met.get((one.id, other.id), "") for other in order),
        )
        for one in order
    )  # fmt: skip
    left = (_LEFT[0], Column("Team", least=12), Column("MP/GP", ">")) if t.team_event else _LEFT
    return Table((*left, *(Column(str(other.id), "^") for other in order)), rows)


def _met(t: Tournament, round: Round) -> Iterator[tuple[int, int, str]]:
    for game in round.games:
        yield game.white, game.black, MARKS[game.result.white]
        yield game.black, game.white, MARKS[game.result.black]
    for match in round.matches:
        if match.open and all(game.result is Result.PENDING for game in match.games):
            yield match.white, match.black, MARKS[Ending.PENDING]
            yield match.black, match.white, MARKS[Ending.PENDING]
            continue
        (_, home), (_, away) = match_points(t, match, round.player_byes)
        yield match.white, match.black, points(home).removesuffix(".0").replace(".5", "½").replace("0½", "½")
        yield match.black, match.white, points(away).removesuffix(".0").replace(".5", "½").replace("0½", "½")


def _legend(t: Tournament, matrix: bool) -> str:
    """What the signs in the crosstable mean; only those that occur."""
    outcomes = {side for r in t.rounds for game in _games(r) for side in (game.result.white, game.result.black)}
    byes = {bye.kind for round in t.rounds for bye in round.byes}
    said = []
    if not matrix:
        team_cell = "3w 2.5: White on board 1 against team 3, 2.5 game points"
        said.append(team_cell if t.team_event else "7w1: White against 7, won")
    if not t.team_event:
        said += ["+ -: decided by forfeit"] * bool({Ending.FORFEIT_WIN, Ending.FORFEIT_LOSS} & outcomes)
    said += ["*: no result yet"] * (Ending.PENDING in outcomes) + ["a: adjourned"] * (Ending.ADJOURNED in outcomes)
    if not matrix:
        called = [byes_of(t)[kind] for kind in ByeKind if kind in byes]
        said += [f"{word}: {kind}" for word, kind in called if word != kind]
    return "; ".join(said) + "." if said else ""


def _games(round: Round) -> tuple[Game, ...]:
    return (*round.games, *(game for match in round.matches for game in match.games))


# -- one round ---------------------------------------------------------------------------------------------------------


def _print_round(t: Tournament, number: int) -> None:
    round = t.rounds[number - 1]
    heading(f"{t.event.name or 'Tournament'}, round {number}")
    names = {player.id: person(player) for player in t.players}
    before = {} if t.team_event else player_points(t.until(number))
    boards = published(t, number)
    games = [game for game in boards if isinstance(game, Game)]
    for board, match in enumerate((match for match in boards if isinstance(match, Match)), 1):
        if board > 1:
            say()
        _print_match(t, board, match, round, names)
    if games:
        print_table(_boards(t, games, before))
    said = {bye.player: kind for bye in round.byes for word, kind in (byes_of(t)[bye.kind],) if word}
    said = dict.fromkeys((one for one in free(t, number) if one not in said), byes_of(t)[ByeKind.ZERO][1]) | said
    for one, kind in said.items():
        paragraph(f"{person(t.by_id[one])}: {kind}")


def _boards(t: Tournament, games: Sequence[Game], before: dict[int, int]) -> Table:
    players = {player.id: player for player in t.players}

    def side(one: int) -> tuple[str, str, str]:
        player = players[one]
        return str(one), f"{player.title} {player.name}".strip(), points(before[one])

    columns = (
        Column("Board", ">"), Column("No", ">"), Column("White", least=14), Column("Pts", ">"), Column("Result", "^"),
        Column("Pts", ">"), Column("No", ">"), Column("Black", least=14),
    )  # fmt: skip
    rows = []
    for board, game in enumerate(games, 1):
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
    totals = player_points(t)
    rounds = {only} if only else set(range(1, len(t.rounds) + 1))
    marks = {n: cells(t, round) for n, round in enumerate(t.rounds, 1) if n in rounds}
    return {
        "name": t.event.name,
        "system": t.system,
        "planned": t.planned,
        "paired": len(t.rounds),
        "open": [[n, game.white, game.black] for n, round in enumerate(t.rounds, 1) for game in round.pending],
        "players": [
            {
                "id": p.id,
                "name": p.name,
                "title": p.title,
                "rating": p.rating,
                "federation": p.federation,
                "points": totals[p.id] / 10,
                "rounds": {str(n): column.get(p.id, "") for n, column in marks.items()},
            }
            for p in t.players
        ],
    }
