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

from rookery.acceleration import baku, group_a
from rookery.cli.asking import add_answers, must_be_answered
from rookery.cli.entry_lists import EntryList, listed_entries
from rookery.cli.event_options import (
    add_options,
    must_be_dated,
    must_be_sound,
    rounds,
    too_many_rounds,
    useless_tiebreaks,
    with_head,
)
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import dialect_of
from rookery.cli.head_wishes import beginning
from rookery.cli.journal import begin
from rookery.cli.losses import shortened
from rookery.cli.render import paragraph, say
from rookery.cli.saving import create, nowhere, save
from rookery.cli.streams import remark
from rookery.desk.fold import EMPTY, fold
from rookery.desk.guarded import guarded
from rookery.desk.levels import Caution
from rookery.desk.opened import plain
from rookery.entry_tables.cells import date
from rookery.entry_tables.entries import Entrant
from rookery.labels import count, system_in_words
from rookery.model import Event, Player, Team, Tournament
from rookery.order import numbered
from rookery.pairing.keizer_rules import rules_of, told
from rookery.regulations import FORMATS, by_name, code_of, scheme
from rookery.regulations.format import DUTCH, TEAM
from rookery.typed import TYPE_CHECKING
from rookery.values import replace

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
    add_options(parser)
    parser.add_argument("--boards", type=int, metavar="N", help="boards of a team match")
    parser.add_argument("--overwrite", action="store_true", help="replace OUT if it is there (it stays as OUT.bak)")
    add_answers(parser)


def run(args: argparse.Namespace) -> int:
    """Make the tournament and write it."""
    import rookery

    if os.path.lexists(args.output) and not args.overwrite:
        raise _taken(args.output)
    entered = listed_entries(args.players)
    players = entered.players
    tournament = _begun(_tournament(args, entered), args)
    made = rookery.dump(tournament, dialect_of(args.output))
    _save(args, made)
    begin(args.output, made, f"Begun: {_size(tournament)}.", tournament)
    say(f"{args.output}: {_size(tournament)}.")
    if scheme(tournament.system).baku:
        say(f"Group A of the acceleration, as long as everybody plays: {_group(tournament)}.")
    if dialect_of(args.output) != "json" and any(one.club for one in players):
        say("TRF has no place for clubs: they are kept when OUT ends in .json.")
    if cut := shortened(_names(tournament), made):
        paragraph(cut)
    for line in entered.remarks():
        paragraph(line)
    for warning in filter(None, (too_many_rounds(tournament), *useless_tiebreaks(tournament))):
        remark(warning)
    return DONE


def _size(tournament: Tournament) -> str:
    """How many take part over how many rounds, and by which system."""
    teams = f"{count(len(tournament.teams), 'team')}, " if tournament.teams else ""
    length = count(tournament.planned or 0, "round")
    return f"{teams}{count(len(tournament.players), 'player')}, {length}, {system_in_words(tournament.system)}"


def _begun(tournament: Tournament, args: argparse.Namespace) -> Tournament:
    """The tournament as the desk begins it, when every warning has its answer; nobody has a point yet."""

    def answered(said: tuple[Caution, ...]) -> None:
        must_be_answered(said, args.output, args.yes)

    state = guarded(EMPTY, beginning(tournament), fold, answered).after
    made = plain(state, tournament)
    return replace(
        made,
        players=tuple([replace(one, points=0) for one in made.players]),
        teams=tuple([replace(one, match_points=0, game_points=0) for one in made.teams]),
    )


def _save(args: argparse.Namespace, made: bytes) -> None:
    """Write the file, over another only if that was asked for."""
    if args.overwrite or nowhere(args.output):
        save(args.output, made)
        return
    try:
        create(args.output, made)
    except FileExistsError:
        raise _taken(args.output) from None


def _taken(path: str) -> Refusal:
    return Refusal(f"{path} is there already; choose another name, or say --overwrite")


def _names(tournament: Tournament) -> list[str]:
    """Everybody's names, and those of the teams."""
    return [one.name for one in tournament.players] + [one.name for one in tournament.teams]


def _tournament(args: argparse.Namespace, entered: EntryList) -> Tournament:
    players, team_event = entered.players, any(one.team for one in entered.people)
    system = _system(args, team_event)
    teams: tuple[Team, ...] = ()
    if team_event:
        players, teams = _rosters(entered)
    else:
        players = list(numbered(players))
    boards = args.boards if team_event and not scheme(system).format.sides else None
    tournament = Tournament(
        event=Event(type=scheme(system).words),
        players=tuple(players),
        teams=teams,
        team_event=team_event,
        system=system,
        board_colours=("WB" * boards)[:boards] if boards else "",
    )
    tournament = replace(with_head(args, tournament), planned=rounds(args.rounds, tournament))
    must_be_sound(tournament)
    must_be_dated(tournament)
    if scheme(system).baku:
        baku(tournament, 1)  # refuses where it does not apply
    return tournament


def _system(args: argparse.Namespace, teams: bool) -> str:
    """The code of the system named in everyday words, or the code itself, with the options that it can tell."""
    text = args.system or (TEAM if teams else DUTCH).name
    named = by_name(text)
    start = date(args.start) if args.start else None
    code = text.upper() if named is None else code_of(named.name, teams=teams, on=start.last_day if start else None)
    plan = scheme(code)
    if not plan.format.name:
        raise Refusal(f"there is no system {text!r}; choose one of {', '.join(FORMATS)}")
    if plan.format.swiss and plan.format.regulation is not None and plan.year:
        plan.edition(plan.format.regulation)  # refuses one that is not known
    if teams and not plan.team and not plan.format.sides:
        raise Refusal(f"the list has teams, and {text} is not a system for teams")
    if plan.team and not teams:
        raise Refusal(f'{text} is a system for teams, and the list has no column "team"')
    if plan.format.club_rules:
        code = told(args.keizer or "", rules_of(code)).code
    elif args.keizer is not None:
        raise Refusal(f"--keizer is for a Keizer, and {text} is none")
    return f"{code}_BAKU" if args.accelerate and not plan.baku else code


def _group(event: Tournament) -> str:
    group = group_a(event)
    return f"{group[0]} to {group[-1]}"


def _rosters(entered: EntryList) -> tuple[list[Player], tuple[Team, ...]]:
    """Players numbered team by team, at the boards that the list gives them, else in its order."""
    rosters: dict[str, list[Player]] = {}
    for player, one in sorted(zip(entered.players, entered.people, strict=True), key=lambda both: _seat(both[1])):
        if not one.team:
            raise Refusal(f"{player.name} has no team, and others have")
        rosters.setdefault(one.team, []).append(player)
    rosters = {one.team: rosters[one.team] for one in entered.people}
    ordered = [replace(one, id=n) for n, one in enumerate((one for roster in rosters.values() for one in roster), 1)]
    left = iter(ordered)
    teams = tuple(
        Team(number, name, tuple(next(left).id for _ in roster))
        for number, (name, roster) in enumerate(rosters.items(), 1)
    )
    return ordered, teams


def _seat(one: Entrant) -> tuple[bool, int]:
    return one.board is None, one.board or 0
