"""Take a player off the list, before round 1 is paired; the others close up.

In a team event ID is a player of a roster, and t3 team 3 with all its players.
Once round 1 has been paired nobody is removed: rookery withdraw FILE ID takes a
player out of the rounds that are left.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.deeds import add_ends, add_file, do
from rookery.cli.people import anybody, everybody
from rookery.desk.commands.players import RemovePlayer
from rookery.desk.commands.teams import RemoveTeam
from rookery.desk.state import State
from rookery.desk.wish import Wish
from rookery.labels import count, person
from rookery.model import Tournament
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery new club.trf --players examples/players.csv --rounds 5 && rookery remove club.trf Linnet",
    "rookery remove club.trf 3 --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file(parser)
    parser.add_argument("who", metavar="ID", help="number or name of the player; t3 is team 3")
    add_ends(parser)


def run(args: argparse.Namespace) -> int:
    """Read, remove, write."""

    def wanted(state: State) -> Wish:
        key = anybody(state, args.who)
        return RemoveTeam(key) if key in state.keys.teams else RemovePlayer(key)

    return do(args, wanted, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Who has gone, and how many have another number now."""
    left = {one.key: one.id for one in everybody(new)}
    gone = [one for one in everybody(old) if one.key not in left]
    moved = sum(left.get(one.key, one.id) != one.id for one in old.participants)
    others = f"; {count(moved, 'other has', 'others have')} another number now" if moved else ""
    more = f", with {count(len(gone) - 1, 'player')}" if len(gone) > 1 else ""
    yield f"{person(gone[0])} is off the list{more}{others}."
