"""Enter a late player, or a late team with its first player.

The newcomer takes the place that rating, title and name give, and everybody
below moves down by one (C.04.2 article 2.4); --last puts them at the end
instead. In rounds already paired they count as not yet entered, unless
--missed says otherwise.

In a team event --team says whose roster the player joins, at its end or at
--board N, and --new-team enters a team, with the next number; nobody is
renumbered, and matches already paired stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.errors import DONE, CommandError
from rookery.cli.event_options import add_player_options, warn_useless_tiebreaks
from rookery.cli.file_service import add_change_options, change_and_report
from rookery.cli.terminal import remark
from rookery.errors import RuleError
from rookery.files import describe_shortened_names
from rookery.formatting import count, participant_label
from rookery.history.late_entries import LAST_CORRECTION
from rookery.history.team_matches import boards_per_match
from rookery.messages import join_list
from rookery.model import ByeKind, Player, Team, Tournament
from rookery.spreadsheets.cells import Problems, parse_player
from rookery.tournaments.command import Command
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.teams import EnterTeam, JoinTeam
from rookery.tournaments.keyed import Facts
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    'rookery add examples/swiss.trf --name "Wren, Dora" --rating 1885 --federation WLS --missed zero',
    'rookery add examples/swiss.trf --name "Teal, Sam" --last --dry-run',
    'rookery add examples/team-swiss.trf --team Quayside --name "Teal, Sam" --rating 1790 --board 2',
    'rookery add examples/team-swiss.trf --new-team Saltmarsh --name "Wren, Dora" --missed half --yes second-half-bye',
)
MISSED = {"zero": ByeKind.ZERO, "half": ByeKind.HALF, None: ByeKind.NOT_ENTERED}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    add_player_options(parser)
    parser.add_argument("--last", action="store_true", help="give the highest number and renumber nobody")
    parser.add_argument("--missed", choices=["zero", "half"], help="a bye for every round already paired")
    team = parser.add_mutually_exclusive_group()
    team.add_argument("--team", metavar="TEAM", help="number or name of the team whose roster the player joins")
    team.add_argument("--new-team", metavar="NAME", help="enter a team of this name, with the player as its first")
    parser.add_argument("--board", type=int, metavar="N", help="place in the roster of --team (default: the last)")
    parser.add_argument("--strength", type=int, metavar="N", help="strength of --new-team, as the file keeps it")
    add_change_options(parser)


def run(args: argparse.Namespace) -> int:
    """Enter the player in the file."""
    problems: Problems = []
    newcomer = parse_player(vars(args), problems)
    for field, text, expected in problems:
        raise CommandError(f"--{field.replace('_', '-')}: read {text!r}, expected {expected}")

    def build_command(state: State) -> Command:
        t, facts, missed = state.tournament, Facts.from_player(newcomer), MISSED[args.missed]
        _check_options(t, args)
        if args.new_team is not None:
            return EnterTeam(args.new_team.strip(), (facts,), "", args.strength, missed)
        if args.team is not None:
            return JoinTeam(state.keys.team[_find_team(t, args.team).number], facts, args.board)
        return EnterPlayers((facts,), missed, args.last)

    change = change_and_report(
        args,
        build_command,
        lambda change: _describe_changes(args, change.old, change.new),
        lambda change: filter(None, [describe_shortened_names((newcomer.name, args.new_team or ""), change.content)]),
    )
    for warning in warn_useless_tiebreaks(change.new, change.old):
        remark(warning)
    return DONE


def _describe_changes(args: argparse.Namespace, old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield who has entered, where, and who moved down."""
    keys_before = {player.key for player in old.players}
    newcomer = next(player for player in new.players if player.key not in keys_before)
    if args.new_team is not None:
        yield from _describe_new_team(newcomer, new)
    elif args.team is not None:
        yield from _describe_new_member(newcomer, old, new)
    else:
        yield _describe_entry(old, newcomer)


def _check_options(t: Tournament, args: argparse.Namespace) -> None:
    """Raise RuleError if the options do not suit an event of players, or of teams."""
    teams = args.team is not None or args.new_team is not None
    if not t.team_event:
        if teams or args.board is not None or args.strength is not None:
            raise RuleError("this is an event of players: --team, --new-team, --board and --strength are for teams")
        return
    if not teams:
        names = join_list((participant_label(team) for team in t.teams), 12)
        raise RuleError(f"this is an event of teams: say --team and one of {names}, or --new-team NAME")
    conflicts = {
        "--last is not for team events, in which nobody is renumbered": args.last,
        "--missed is for a new team: whoever joins a roster has missed nothing": args.team and args.missed,
        "--strength is for a new team": args.team and args.strength is not None,
        "--board is for --team: the first player of a new team has board 1": args.new_team and args.board is not None,
    }
    for text, applies in conflicts.items():
        if applies:
            raise RuleError(text)


def _find_team(t: Tournament, text: str) -> Team:
    """Return the team of this name or number."""
    wanted_name = text.strip().casefold()
    matches = [
        team for team in t.teams if wanted_name in (team.name.casefold(), team.nickname.casefold()) and wanted_name
    ]
    matches = matches or [team for team in t.teams if wanted_name == str(team.number)]
    if len(matches) == 1:
        return matches[0]
    names = join_list((participant_label(team) for team in matches or t.teams), 12)
    if matches:
        raise RuleError(f"several teams are called {text!r}; say the number of one: {names}")
    raise RuleError(f"there is no team {text!r}; choose one of {names}")


def _describe_new_member(newcomer: Player, old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield the place of the player in the roster of a team."""
    team = next(candidate for candidate in new.teams if newcomer.number in candidate.players)
    place = team.players.index(newcomer.number) + 1
    where = f"board {place}" if place <= boards_per_match(new) else "a reserve"
    below = len(team.players) - place
    players_below = "player" if below == 1 else count(below, "player")
    renumbering_note = f"; the {players_below} below moved down by one" if below else ""
    yield f"{participant_label(newcomer)} has entered, {where} of {participant_label(team)}{renumbering_note}."
    if boards_per_match(new) != boards_per_match(old):
        yield f"Matches now have {boards_per_match(new)} boards: the file does not say how many."


def _describe_new_team(newcomer: Player, new: Tournament) -> Iterator[str]:
    """Yield the new team with its first player."""
    team = new.teams[-1]
    yield f"{participant_label(team)} has entered, with {participant_label(newcomer)} on board 1."
    if boards_per_match(new) > 1:
        boards = boards_per_match(new)
        yield f"A match has {boards} boards: rookery add FILE --team {team.number} --name ... enters the others."


def _describe_entry(old: Tournament, newcomer: Player) -> str:
    below = [player for player in old.players if player.number >= newcomer.number]
    players_below = "player" if len(below) == 1 else count(len(below), "player")
    renumbering_note = f"; the {players_below} below moved down by one" if below else ""
    late = ": who comes late takes the place of the rating in any round (C.04.2 2.4)"
    addition = late if below and len(old.rounds) >= LAST_CORRECTION else ""
    return f"{participant_label(newcomer)} has entered{renumbering_note}{addition}."
