"""Say who sits at the boards of a team in the last round, in the order of the boards.

  rookery line-up FILE 3 Quayside 5 6 8 9

The round must be paired, and a board that has a result stays as it is: enter
who really played with its result. Without players it is the order of the list
again. A file keeps no line-ups of rounds to come.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.deeds import add_ends, add_file, do
from rookery.cli.people import participant, player
from rookery.desk.commands.teams import SetLineup
from rookery.desk.decision import Refused
from rookery.desk.state import State
from rookery.labels import person
from rookery.model import Tournament
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery pair examples/team-swiss.trf -o examples/team-swiss.trf"
    " && rookery line-up examples/team-swiss.trf 4 Heronsgate 8 1 15 22 --yes line-up",
    "rookery line-up examples/team-swiss.trf 4 Heronsgate --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file(parser)
    parser.add_argument("round", type=int, metavar="ROUND", help="the round, which must be the last one paired")
    parser.add_argument("team", metavar="TEAM", help="number or name of the team")
    parser.add_argument("players", nargs="*", metavar="ID", help="its players, board by board, by number or by name")
    add_ends(parser)


def run(args: argparse.Namespace) -> int:
    """Read, seat, write."""

    def wanted(state: State) -> SetLineup:
        t = state.tournament
        if not t.team_event:
            raise Refused("this is an event of players, not of teams")
        if args.round > len(t.rounds):
            instead = f"rookery pair {args.file} -o {args.file} pairs it, and then rookery line-up says who sits where"
            raise Refused(f"round {args.round} is not paired yet, and a file keeps no line-ups", instead=instead)
        return SetLineup(args.round, participant(state, args.team), tuple(player(state, one) for one in args.players))

    return do(args, wanted, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Who sits at which board now, and did not."""
    names = {one.id: person(one) for one in new.players}
    for was, now in zip(old.rounds[-1].matches, new.rounds[-1].matches, strict=True):
        for board, (before, after) in enumerate(zip(was.games, now.games, strict=True), 1):
            for one, other in ((before.white, after.white), (before.black, after.black)):
                if one != other:
                    yield f"Board {board} of {was.white}-{was.black}: {names[other]} instead of {names[one]}."
