"""Start a tournament from a list of players.

The list is a CSV file or an XLSX workbook whose first line names its columns:
name (or first_name and last_name), rating, title, federation, fide_id, birth,
sex, club, national_id, team, board; in other languages too, and without such a
line what stands in the columns tells what they are. Pairing numbers follow
rating, title and name (C.04.2 article 2). With a column "team" it becomes a
team event: teams are numbered as they appear, and a team's players sit in the
order of the list, or at their boards. Round robins, Scheveningen matches and
knock-outs know how many rounds they have. A system or points that FIDE has no
rules for leave FIDE mode, which is asked first.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.cli.confirm import add_answers, require_answers
from rookery.cli.console import print_paragraph, say
from rookery.cli.errors import DONE, CommandError
from rookery.cli.event_options import (
    add_event_options,
    build_opening,
    require_all_round_dates,
    require_consistent_head,
    resolve_rounds,
    warn_too_many_rounds,
    warn_useless_tiebreaks,
    with_head,
)
from rookery.cli.files import create, dialect_for, is_null_device, save
from rookery.cli.journal import begin_journal
from rookery.cli.spreadsheet_input import EntryList, load_entry_list
from rookery.cli.terminal import remark
from rookery.files import describe_shortened_names
from rookery.formatting import count, describe_system
from rookery.history.acceleration import baku_points, group_a
from rookery.history.pairing_numbers import number_players
from rookery.history.team_matches import boards_per_match
from rookery.model import Player, Team, Tournament, TournamentInfo
from rookery.pairing.keizer import parse_options, rules_from_code
from rookery.regulations import FORMATS, by_name, code_of, parse_type_code
from rookery.regulations.formats import DUTCH, TEAM
from rookery.spreadsheets.cells import parse_date
from rookery.spreadsheets.entries import Entrant
from rookery.tournaments.domain.import_export import tournament_for_file
from rookery.tournaments.domain.rules import colours_of_boards
from rookery.tournaments.event import apply_events
from rookery.tournaments.execute import evaluate
from rookery.tournaments.state import EMPTY
from rookery.tournaments.warning_table import RuleWarning

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery new club.trf --players examples/players.csv --rounds 5",
    'rookery new open.trf --players examples/players.csv --rounds 7 --name "Harbour Open" --city Dunmere',
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("output", metavar="OUT", help="the file to write (JSON when it ends in .json, else TRF26)")
    parser.add_argument("--players", required=True, metavar="LIST", help="players, CSV or XLSX; - is standard input")
    parser.add_argument("--system", default="", metavar="S", help=f"{', '.join(FORMATS)}, or a TRF26 code")
    parser.add_argument("--accelerate", action="store_true", help="with Baku acceleration (C.04.7)")
    parser.add_argument("--keizer", metavar="RULES", help="rules of a Keizer, such as top=60,start=0,apart=5")
    add_event_options(parser)
    parser.add_argument("--boards", type=int, metavar="N", help="boards of a team match")
    parser.add_argument("--overwrite", action="store_true", help="replace OUT if it is there (it stays as OUT.bak)")
    add_answers(parser)


def run(args: argparse.Namespace) -> int:
    """Make the tournament and write it."""
    import rookery

    if os.path.lexists(args.output) and not args.overwrite:
        raise _existing_file_refusal(args.output)
    entry_list = load_entry_list(args.players)
    players = entry_list.players
    tournament = _open_tournament(_build_tournament(args, entry_list), args)
    from rookery.files import file_format

    data = rookery.dumps(tournament, file_format(dialect_for(args.output)))
    _save_file(args, data)
    begin_journal(args.output, data, f"Begun: {_describe_size(tournament)}.", tournament)
    say(f"{args.output}: {_describe_size(tournament)}.")
    if parse_type_code(tournament.system).baku:
        say(f"Group A of the acceleration, as long as everybody plays: {_describe_group_a(tournament)}.")
    if dialect_for(args.output) != "json" and any(player.club for player in players):
        say("TRF has no place for clubs: they are kept when OUT ends in .json.")
    if shortened_text := describe_shortened_names(_list_names(tournament), data):
        print_paragraph(shortened_text)
    for line in entry_list.remarks():
        print_paragraph(line)
    warnings = (warn_too_many_rounds(tournament), _warn_unset_boards(tournament), *warn_useless_tiebreaks(tournament))
    for warning in filter(None, warnings):
        remark(warning)
    return DONE


def _warn_unset_boards(tournament: Tournament) -> str:
    """Return a warning that --boards was not given, if the rosters differ in length or are long."""
    sizes = {len(team.players) for team in tournament.teams}
    if (
        tournament.board_colours
        or not tournament.team_event
        or parse_type_code(tournament.system).format.sides
        or not sizes
    ):
        return ""
    return (
        f"a match has {count(boards_per_match(tournament), 'board')}, as many as the longest list has players;"
        " rookery set FILE --boards N says how many, before round 1 is paired"
    )


def _describe_size(tournament: Tournament) -> str:
    """Describe the number of participants and rounds, and the system."""
    teams = f"{count(len(tournament.teams), 'team')}, " if tournament.teams else ""
    length = count(tournament.planned_rounds or 0, "round")
    return f"{teams}{count(len(tournament.players), 'player')}, {length}, {describe_system(tournament.system)}"


def _open_tournament(tournament: Tournament, args: argparse.Namespace) -> Tournament:
    """Return the tournament as opened by the desk, once all warnings are answered, without points."""

    def confirm(warnings: tuple[RuleWarning, ...]) -> None:
        require_answers(warnings, args.output, args.yes)

    state = evaluate(EMPTY, build_opening(tournament), apply_events, confirm).state
    opened_tournament = tournament_for_file(state, tournament)
    return replace(
        opened_tournament,
        players=tuple([replace(entrant, points=0) for entrant in opened_tournament.players]),
        teams=tuple([replace(entrant, match_points=0, game_points=0) for entrant in opened_tournament.teams]),
    )


def _save_file(args: argparse.Namespace, data: bytes) -> None:
    """Write the file, over another only if requested."""
    if args.overwrite or is_null_device(args.output):
        save(args.output, data)
        return
    try:
        create(args.output, data)
    except FileExistsError:
        raise _existing_file_refusal(args.output) from None


def _existing_file_refusal(path: str) -> CommandError:
    return CommandError(f"{path} is there already; choose another name, or say --overwrite")


def _list_names(tournament: Tournament) -> list[str]:
    """Return the names of the players and the teams."""
    return [entrant.name for entrant in tournament.players] + [entrant.name for entrant in tournament.teams]


def _build_tournament(args: argparse.Namespace, entry_list: EntryList) -> Tournament:
    players, team_event = entry_list.players, any(entrant.team for entrant in entry_list.people)
    system = _resolve_type_code(args, team_event)
    teams: tuple[Team, ...] = ()
    if team_event:
        players, teams = _number_players_by_team(entry_list)
    else:
        players = list(number_players(players))
    boards = args.boards if team_event and not parse_type_code(system).format.sides else None
    tournament = Tournament(
        info=TournamentInfo(type=parse_type_code(system).description),
        players=tuple(players),
        teams=teams,
        team_event=team_event,
        system=system,
        board_colours=colours_of_boards(boards) if boards is not None else "",
    )
    tournament = replace(with_head(args, tournament), planned_rounds=resolve_rounds(args.rounds, tournament))
    require_consistent_head(tournament)
    require_all_round_dates(tournament)
    if parse_type_code(system).baku:
        baku_points(tournament, 1)  # refuses where it does not apply
    return tournament


def _resolve_type_code(args: argparse.Namespace, teams: bool) -> str:
    """Return the type code of the system, given by name or by code."""
    text = args.system or (TEAM if teams else DUTCH).name
    known_format = by_name(text)
    start = parse_date(args.start) if args.start else None
    code = (
        text.upper()
        if known_format is None
        else code_of(known_format.name, teams=teams, on=start.last_day if start else None)
    )
    plan = parse_type_code(code)
    if not plan.format.name:
        raise CommandError(f"there is no system {text!r}; choose one of {', '.join(FORMATS)}")
    if plan.format.swiss and plan.format.regulation is not None and plan.year:
        plan.edition(plan.format.regulation)  # refuses one that is not known
    if teams and not plan.team and not plan.format.sides:
        raise CommandError(f"the list has teams, and {text} is not a system for teams")
    if plan.team and not teams:
        raise CommandError(f'{text} is a system for teams, and the list has no column "team"')
    if plan.format.club_rules:
        code = parse_options(args.keizer or "", rules_from_code(code)).code
    elif args.keizer is not None:
        raise CommandError(f"--keizer is for a Keizer, and {text} is none")
    return f"{code}_BAKU" if args.accelerate and not plan.baku else code


def _describe_group_a(event: Tournament) -> str:
    group = group_a(event)
    return f"{group[0]} to {group[-1]}"


def _number_players_by_team(entry_list: EntryList) -> tuple[list[Player], tuple[Team, ...]]:
    """Return the players numbered team by team, in the order of their boards or of the list, and the teams."""
    rosters: dict[str, list[Player]] = {}
    for player, entrant in sorted(
        zip(entry_list.players, entry_list.people, strict=True), key=lambda pair: _roster_sort_key(pair[1])
    ):
        if not entrant.team:
            raise CommandError(f"{player.name} has no team, and others have")
        rosters.setdefault(entrant.team, []).append(player)
    rosters = {entrant.team: rosters[entrant.team] for entrant in entry_list.people}
    ordered = [
        replace(entrant, number=n)
        for n, entrant in enumerate((entrant for roster in rosters.values() for entrant in roster), 1)
    ]
    remaining = iter(ordered)
    teams = tuple(
        Team(number, name, tuple(next(remaining).number for _ in roster))
        for number, (name, roster) in enumerate(rosters.items(), 1)
    )
    return ordered, teams


def _roster_sort_key(entrant: Entrant) -> tuple[bool, int]:
    return entrant.board is None, entrant.board or 0
