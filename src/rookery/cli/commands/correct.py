"""Correct ratings, and move the players to the places that these give.

Until round 4 has been paired a corrected rating changes pairing numbers (C.04.2 article 2.3); afterwards, and in team
events, numbers stay. Rounds already paired stay as they are. In an event with Baku acceleration group A goes on down
to the same player as before round 1 (C.04.7): where the numbers alone would not tell, it is written into the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.confirm import add_answers
from rookery.cli.console import print_paragraph
from rookery.cli.errors import DONE, CommandError
from rookery.cli.file_service import change_file
from rookery.cli.participant_args import player_key
from rookery.formatting import count, participant_label
from rookery.history.late_entries import LAST_CORRECTION, numbers_after_correction
from rookery.model import Tournament
from rookery.model.limits import whole
from rookery.tournaments.domain.numbers import CorrectRatings
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery correct examples/swiss.trf 3=2105 --dry-run",
    "rookery correct examples/swiss.trf 3=2105 10=none --yes numbers",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    parser.add_argument(
        "ratings", nargs="+", metavar="ID=RATING", help="pairing number or name, and rating; none: unrated"
    )
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Correct the ratings in the file."""
    corrections = [_parse_rating(text) for text in args.ratings]
    ratings = dict[int, int | None]()

    def build_command(state: State) -> CorrectRatings:
        ratings_by_key = {player_key(state, name): rating for name, rating in corrections}
        ratings.update({state.keys.players[key]: rating for key, rating in ratings_by_key.items()})
        return CorrectRatings(ratings_by_key)

    def describe(old: Tournament, new: Tournament) -> Iterator[str]:
        return _sentences(old, new, ratings)

    change = change_file(args.file, build_command, describe, yes=args.yes, dry_run=args.dry_run)
    for line in describe(change.old, change.new):
        print_paragraph(line)
    change.amendment.report()
    return DONE


def _parse_rating(text: str) -> tuple[str, int | None]:
    """Parse `12=2105`: a number or a name, and a rating."""
    name, _, rating = text.rpartition("=")
    value = whole(rating)
    if not name.strip() or not (rating.lower() == "none" or 0 < (value or 0) < 4000):
        raise CommandError(
            f"{text}: expected a pairing number or a name and a rating between 1 and 3999, as in 12=2105"
        )
    return name.strip(), value


def _sentences(old: Tournament, new: Tournament, ratings: dict[int, int | None]) -> Iterator[str]:
    """Yield what has changed: the ratings, the numbers, the acceleration."""
    new_numbers = numbers_after_correction(old, ratings)
    for player in (old_number for old_number in old.players if old_number.number in ratings):
        number_change = (
            f", now number {new_numbers[player.number]}" if new_numbers[player.number] != player.number else ""
        )
        new_rating, old_rating = ratings[player.number] or "none", player.rating or "none"
        yield f"{participant_label(player)}: rating {new_rating}, was {old_rating}{number_change}."
    renumbered_count = sum(new != old_number for old_number, new in new_numbers.items() if old_number not in ratings)
    if renumbered_count:
        yield f"{count(renumbered_count, 'other player has', 'other players have')} another number now."
    if not old.team_event and len(old.rounds) >= LAST_CORRECTION:
        yield f"All numbers stay: round {LAST_CORRECTION} has been paired (C.04.2 2.3)."
    if new.acceleration and not old.acceleration:
        last = new.participants_by_number[new.acceleration[-1].last]
        yield (
            f"Group A of the acceleration goes down to {participant_label(last)},"
            " as before round 1: written as records 250."
        )
