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

from rookery.cli.amending import amend
from rookery.cli.event_options import useless_tiebreaks
from rookery.cli.exits import DONE, Refusal
from rookery.cli.losses import shortened
from rookery.cli.player_fields import Problems, add_options, player
from rookery.cli.render import paragraph
from rookery.cli.streams import remark
from rookery.declared import player_points, points_so_far
from rookery.entries import insert, joined, with_team
from rookery.errors import RuleError
from rookery.labels import count, person
from rookery.matches import boards_per_match
from rookery.model import Bye, ByeKind, Player, Team, Tournament
from rookery.typed import TYPE_CHECKING
from rookery.values import replace
from rookery.wording import listed

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    'rookery add examples/swiss.trf --name "Wren, Dora" --rating 1885 --federation WLS --missed half',
    'rookery add examples/swiss.trf --name "Teal, Sam" --last --dry-run',
    'rookery add examples/team-swiss.trf --team Quayside --name "Teal, Sam" --rating 1790 --board 2',
    'rookery add examples/team-swiss.trf --new-team Saltmarsh --name "Wren, Dora" --missed half',
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
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Read, insert, write."""
    problems: Problems = []
    newcomer = player(vars(args), problems)
    for field, text, expected in problems:
        raise Refusal(f"--{field.replace('_', '-')}: read {text!r}, expected {expected}")
    said: list[str] = []
    warnings: list[str] = []

    def change(tournament: Tournament) -> Tournament:
        made = entered(tournament)
        warnings.extend(useless_tiebreaks(made, tournament))
        return made

    def entered(tournament: Tournament) -> Tournament:
        _must_fit(tournament, args)
        _must_be_new(tournament, newcomer)
        if args.new_team is not None:
            return _new_team(tournament, newcomer, args, said)
        if args.team is not None:
            return _new_member(tournament, newcomer, args, said)
        made = _appended(tournament, newcomer) if args.last else insert(tournament, newcomer).tournament
        place = _place(tournament, made)
        said.append(_sentence(tournament, newcomer, place))
        return _finished(made, place, args.missed)

    amendment = amend(args.file, change, dry_run=args.dry_run)
    cut = shortened((newcomer.name, args.new_team or ""), amendment.new)
    for line in (*said, *[cut] * bool(cut)):
        paragraph(line)
    amendment.report()
    for warning in warnings:
        remark(warning)
    return DONE


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


def _new_member(t: Tournament, newcomer: Player, args: argparse.Namespace, said: list[str]) -> Tournament:
    """The player in the roster of a team."""
    team, boards = _team(t, args.team), boards_per_match(t)
    made = joined(t, replace(newcomer, points=0), team.id, args.board)
    place = args.board or len(team.players) + 1
    where = f"board {place}" if place <= boards_per_match(made) else "a reserve"
    below = len(team.players) + 1 - place
    those = "player" if below == 1 else count(below, "player")
    moved = f"; the {those} below moved down by one" if below else ""
    said.append(f"{person(made.players[-1])} has entered, {where} of {person(team)}{moved}.")
    if boards_per_match(made) != boards:
        said.append(f"Matches now have {boards_per_match(made)} boards: the file does not say how many.")
    return made


def _new_team(t: Tournament, newcomer: Player, args: argparse.Namespace, said: list[str]) -> Tournament:
    """The team with its first player, and the points that its byes give."""
    name = args.new_team.strip()
    for team in t.teams:
        if not name or team.name.casefold() == name.casefold():
            raise RuleError(f"{person(team)} takes part already" if name else "--new-team: a team needs a name")
    made = with_team(t, Team(1, name, strength=args.strength), MISSED[args.missed])
    number = made.teams[-1].id
    made = joined(made, replace(newcomer, points=0), number)
    matches, games = points_so_far(made)[number]
    team = replace(made.teams[-1], match_points=matches, game_points=games)
    said.append(f"{person(team)} has entered, with {person(made.players[-1])} on board 1.")
    if boards_per_match(made) > 1:
        boards = boards_per_match(made)
        said.append(f"A match has {boards} boards: rookery add FILE --team {number} --name ... enters the others.")
    return replace(made, teams=(*made.teams[:-1], team))


def _must_be_new(t: Tournament, newcomer: Player) -> None:
    for one in t.players:
        same_name = one.name.casefold() == newcomer.name.casefold() and one.birth == newcomer.birth
        if (newcomer.fide_id and one.fide_id == newcomer.fide_id) or (same_name and one.fide_id == newcomer.fide_id):
            raise RuleError(f"{one.name} takes part already, as number {one.id}")


def _appended(t: Tournament, newcomer: Player) -> Tournament:
    place = 1 + max((one.id for one in t.players), default=0)
    missed = Bye(place, ByeKind.NOT_ENTERED)
    rounds = tuple(replace(round, byes=(*round.byes, missed)) for round in t.rounds)
    return replace(t, players=(*t.players, replace(newcomer, id=place)), rounds=rounds)


def _place(old: Tournament, new: Tournament) -> int:
    """The number the newcomer got: the first at which the two lists differ."""
    for before, after in zip(old.players, new.players, strict=False):
        if replace(after, id=before.id) != before:
            return after.id
    return new.players[-1].id


def _finished(t: Tournament, place: int, missed: str | None) -> Tournament:
    """With the byes for the missed rounds, and the points they give."""
    bye = Bye(place, MISSED[missed])
    rounds = tuple(replace(r, byes=tuple(bye if one.player == place else one for one in r.byes)) for r in t.rounds)
    made = replace(t, rounds=rounds)
    points = player_points(made)[place]
    return replace(made, players=tuple(replace(one, points=points) if one.id == place else one for one in made.players))


def _sentence(old: Tournament, newcomer: Player, place: int) -> str:
    below = [one for one in old.players if one.id >= place]
    those = "player" if len(below) == 1 else count(len(below), "player")
    moved = f"; the {those} below moved down by one" if below else ""
    return f"{person(replace(newcomer, id=place))} has entered{moved}."
