"""Take a player off the list, before round 1 is paired; the others close up.

In a team event ID is a player of a roster, and t3 team 3 with all its players.
Once round 1 has been paired nobody is removed: rookery withdraw FILE ID takes a
player out of the rounds that are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.file_service import add_change_options, add_file_argument, change_and_report
from rookery.cli.participant_args import player_or_team_key, teams_and_players
from rookery.formatting import count, participant_label
from rookery.model import Tournament
from rookery.tournaments.command import Command
from rookery.tournaments.domain.players import RemovePlayer
from rookery.tournaments.domain.teams import RemoveTeam
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery new club.trf --players examples/players.csv --rounds 5 && rookery remove club.trf Linnet",
    "rookery remove club.trf 3 --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file_argument(parser)
    parser.add_argument("who", metavar="ID", help="number or name of the player; t3 is team 3")
    add_change_options(parser)


def run(args: argparse.Namespace) -> int:
    """Remove the player or team in the file."""

    def build_command(state: State) -> Command:
        key = player_or_team_key(state, args.who)
        return RemoveTeam(key) if key in state.keys.teams else RemovePlayer(key)

    return change_and_report(args, build_command, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield who was removed, and how many have another number now."""
    remaining_numbers = {entrant.key: entrant.number for entrant in teams_and_players(new)}
    gone = [entrant for entrant in teams_and_players(old) if entrant.key not in remaining_numbers]
    renumbered_count = sum(
        remaining_numbers.get(entrant.key, entrant.number) != entrant.number for entrant in old.participants
    )
    renumbered_text = (
        f"; {count(renumbered_count, 'other has', 'others have')} another number now" if renumbered_count else ""
    )
    companions = f", with {count(len(gone) - 1, 'player')}" if len(gone) > 1 else ""
    yield f"{participant_label(gone[0])} is off the list{companions}{renumbered_text}."
