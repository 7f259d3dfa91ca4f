"""Say who sits at the boards of a team in the last round, in the order of the boards.

  rookery line-up FILE 3 Quayside 5 6 - 9

A dash is a board at which the team has nobody: it stays vacant, and the
opponent wins there by forfeit. The round must be paired, and a board that has a
result stays as it is: enter who really played with its result. Without players
it is the order of the list again. A file keeps no line-ups of rounds to come.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.file_service import add_change_options, add_file_argument, change_and_report
from rookery.cli.participant_args import participant_key, player_key
from rookery.formatting import participant_label
from rookery.history.team_matches import board_seats
from rookery.model import Tournament
from rookery.tournaments.domain.teams import SetLineup
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

NOBODY = "-"
"""What stands for nobody among the players of a line-up."""

EXAMPLES = (
    "rookery pair examples/team-swiss.trf -o examples/team-swiss.trf"
    " && rookery line-up examples/team-swiss.trf 4 Heronsgate 8 1 15 22 --yes line-up",
    "rookery line-up examples/team-swiss.trf 4 Heronsgate 1 - 15 22 --dry-run",
    "rookery line-up examples/team-swiss.trf 4 Heronsgate --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file_argument(parser)
    parser.add_argument("round", type=int, metavar="ROUND", help="the round, which must be the last one paired")
    parser.add_argument("team", metavar="TEAM", help="number or name of the team")
    parser.add_argument(
        "players", nargs="*", metavar="ID", help="its players, board by board, by number or by name; - for nobody"
    )
    add_change_options(parser)


def run(args: argparse.Namespace) -> int:
    """Set the line-up in the file."""

    def build_command(state: State) -> SetLineup:
        t = state.tournament
        if not t.team_event:
            raise CommandRejectedError("this is not a team event")
        if args.round > len(t.rounds):
            instead = f"rookery pair {args.file} -o {args.file} pairs it, and then rookery line-up says who sits where"
            raise CommandRejectedError(
                f"round {args.round} is not paired yet, and a file keeps no line-ups", instead=instead
            )
        keys = tuple("" if text == NOBODY else player_key(state, text) for text in args.players)
        return SetLineup(args.round, participant_key(state, args.team), keys)

    return change_and_report(args, build_command, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield the boards at which another player sits now."""
    names = {0: "nobody", **{player.number: participant_label(player) for player in new.players}}
    matches = {(match.white, match.black): match for match in new.rounds[-1].matches}
    for match_before in old.rounds[-1].matches:
        match_after = matches[match_before.white, match_before.black]
        for board, (before, after) in enumerate(
            zip(board_seats(old, match_before), board_seats(new, match_after), strict=True), 1
        ):
            for player_before, player_after in zip(before, after, strict=True):
                if player_before != player_after:
                    match = f"{match_before.white}-{match_before.black}"
                    yield f"Board {board} of {match}: {names[player_after]} instead of {names[player_before]}."
