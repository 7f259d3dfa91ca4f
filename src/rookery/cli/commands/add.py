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

from rookery.cli.acting import act
from rookery.cli.asking import add_answers
from rookery.cli.event_options import useless_tiebreaks
from rookery.cli.exits import DONE, Refusal
from rookery.cli.losses import shortened
from rookery.cli.player_fields import add_options
from rookery.cli.render import paragraph
from rookery.cli.streams import remark
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.teams import EnterTeam, JoinTeam
from rookery.desk.facts import Facts
from rookery.desk.state import State
from rookery.desk.wish import Wish
from rookery.entries import LAST_CORRECTION
from rookery.entry_tables.cells import Problems, player
from rookery.errors import RuleError
from rookery.labels import count, person
from rookery.matches import boards_per_match
from rookery.model import ByeKind, Player, Team, Tournament
from rookery.typed import TYPE_CHECKING
from rookery.wording import listed

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
    add_options(parser)
    parser.add_argument("--last", action="store_true", help="give the highest number and renumber nobody")
    parser.add_argument("--missed", choices=["zero", "half"], help="a bye for every round already paired")
    team = parser.add_mutually_exclusive_group()
    team.add_argument("--team", metavar="TEAM", help="number or name of the team whose roster the player joins")
    team.add_argument("--new-team", metavar="NAME", help="enter a team of this name, with the player as its first")
    parser.add_argument("--board", type=int, metavar="N", help="place in the roster of --team (default: the last)")
    parser.add_argument("--strength", type=int, metavar="N", help="strength of --new-team, as the file keeps it")
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Read, insert, write."""
    problems: Problems = []
    newcomer = player(vars(args), problems)
    for field, text, expected in problems:
        raise Refusal(f"--{field.replace('_', '-')}: read {text!r}, expected {expected}")

    def wanted(state: State) -> Wish:
        t, facts, missed = state.tournament, Facts.of(newcomer), MISSED[args.missed]
        _must_fit(t, args)
        if args.new_team is not None:
            return EnterTeam(args.new_team.strip(), (facts,), "", args.strength, missed)
        if args.team is not None:
            return JoinTeam(state.keys.team[_team(t, args.team).id], facts, args.board)
        return EnterPlayers((facts,), missed, args.last)

    def said(old: Tournament, new: Tournament) -> Iterator[str]:
        return _sentences(args, old, new)

    done = act(args.file, wanted, said, yes=args.yes, dry_run=args.dry_run)
    cut = shortened((newcomer.name, args.new_team or ""), done.amendment.new)
    for line in (*said(done.old, done.new), *[cut] * bool(cut)):
        paragraph(line)
    done.amendment.report()
    for warning in useless_tiebreaks(done.new, done.old):
        remark(warning)
    return DONE


def _sentences(args: argparse.Namespace, old: Tournament, new: Tournament) -> Iterator[str]:
    """Who has entered, where, and who moved down for it."""
    known = {one.key for one in old.players}
    newcomer = next(one for one in new.players if one.key not in known)
    if args.new_team is not None:
        yield from _new_team(newcomer, new)
    elif args.team is not None:
        yield from _new_member(newcomer, old, new)
    else:
        yield _sentence(old, newcomer)


def _must_fit(t: Tournament, args: argparse.Namespace) -> None:
    """The options are those of an event of teams, or of players, as the tournament is one."""
    teams = args.team is not None or args.new_team is not None
    if not t.team_event:
        if teams or args.board is not None or args.strength is not None:
            raise RuleError("this is an event of players: --team, --new-team, --board and --strength are for teams")
        return
    if not teams:
        names = listed((person(team) for team in t.teams), 12)
        raise RuleError(f"this is an event of teams: say --team and one of {names}, or --new-team NAME")
    wrong = {
        "--last is not for team events, in which nobody is renumbered": args.last,
        "--missed is for a new team: whoever joins a roster has missed nothing": args.team and args.missed,
        "--strength is for a new team": args.team and args.strength is not None,
        "--board is for --team: the first player of a new team has board 1": args.new_team and args.board is not None,
    }
    for text, asked in wrong.items():
        if asked:
            raise RuleError(text)


def _team(t: Tournament, text: str) -> Team:
    """The team that is called so, or has this number."""
    plain = text.strip().casefold()
    found = [team for team in t.teams if plain in (team.name.casefold(), team.nickname.casefold()) and plain]
    found = found or [team for team in t.teams if plain == str(team.id)]
    if len(found) == 1:
        return found[0]
    names = listed((person(team) for team in found or t.teams), 12)
    if found:
        raise RuleError(f"several teams are called {text!r}; say the number of one: {names}")
    raise RuleError(f"there is no team {text!r}; choose one of {names}")


def _new_member(newcomer: Player, old: Tournament, new: Tournament) -> Iterator[str]:
    """The player in the roster of a team."""
    team = next(one for one in new.teams if newcomer.id in one.players)
    place = team.players.index(newcomer.id) + 1
    where = f"board {place}" if place <= boards_per_match(new) else "a reserve"
    below = len(team.players) - place
    those = "player" if below == 1 else count(below, "player")
    moved = f"; the {those} below moved down by one" if below else ""
    yield f"{person(newcomer)} has entered, {where} of {person(team)}{moved}."
    if boards_per_match(new) != boards_per_match(old):
        yield f"Matches now have {boards_per_match(new)} boards: the file does not say how many."


def _new_team(newcomer: Player, new: Tournament) -> Iterator[str]:
    """The team with its first player."""
    team = new.teams[-1]
    yield f"{person(team)} has entered, with {person(newcomer)} on board 1."
    if boards_per_match(new) > 1:
        boards = boards_per_match(new)
        yield f"A match has {boards} boards: rookery add FILE --team {team.id} --name ... enters the others."


def _sentence(old: Tournament, newcomer: Player) -> str:
    below = [one for one in old.players if one.id >= newcomer.id]
    those = "player" if len(below) == 1 else count(len(below), "player")
    moved = f"; the {those} below moved down by one" if below else ""
    late = ": who comes late takes the place of the rating in any round (C.04.2 2.4)"
    return f"{person(newcomer)} has entered{moved}{late if below and len(old.rounds) >= LAST_CORRECTION else ''}."
