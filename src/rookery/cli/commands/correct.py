"""Correct ratings, and move the players to the places that these give.

Until round 4 has been paired a corrected rating changes pairing numbers (C.04.2 article 2.3); afterwards, and in team
events, numbers stay. Rounds already paired stay as they are. In an event with Baku acceleration group A goes on down
to the same player as before round 1 (C.04.7): where the numbers alone would not tell, it is written into the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.acting import act
from rookery.cli.asking import add_answers
from rookery.cli.exits import DONE, Refusal
from rookery.cli.people import player
from rookery.cli.render import paragraph
from rookery.desk.commands.numbers import CorrectRatings
from rookery.desk.state import State
from rookery.entries import LAST_CORRECTION, numbers_after
from rookery.labels import count, person
from rookery.model import Tournament
from rookery.model.limits import whole
from rookery.typed import TYPE_CHECKING

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
    """Read, correct, write."""
    asked = [_rating(text) for text in args.ratings]
    ratings = dict[int, int | None]()

    def wanted(state: State) -> CorrectRatings:
        found = {player(state, one): rating for one, rating in asked}
        ratings.update({state.keys.players[key]: rating for key, rating in found.items()})
        return CorrectRatings(found)

    def said(old: Tournament, new: Tournament) -> Iterator[str]:
        return _sentences(old, new, ratings)

    done = act(args.file, wanted, said, yes=args.yes, dry_run=args.dry_run)
    for line in said(done.old, done.new):
        paragraph(line)
    done.amendment.report()
    return DONE


def _rating(text: str) -> tuple[str, int | None]:
    """`12=2105` as a number, or a name, and a rating."""
    one, _, rating = text.rpartition("=")
    value = whole(rating)
    if not one.strip() or not (rating.lower() == "none" or 0 < (value or 0) < 4000):
        raise Refusal(f"{text}: expected a pairing number or a name and a rating between 1 and 3999, as in 12=2105")
    return one.strip(), value


def _sentences(old: Tournament, new: Tournament, ratings: dict[int, int | None]) -> Iterator[str]:
    """What has changed: the ratings, the numbers, the acceleration."""
    moved = numbers_after(old, ratings)
    for was in (one for one in old.players if one.id in ratings):
        at = f", now number {moved[was.id]}" if moved[was.id] != was.id else ""
        yield f"{person(was)}: rating {ratings[was.id] or 'none'}, was {was.rating or 'none'}{at}."
    others = sum(new != one for one, new in moved.items() if one not in ratings)
    if others:
        yield f"{count(others, 'other player has', 'other players have')} another number now."
    if not old.team_event and len(old.rounds) >= LAST_CORRECTION:
        yield f"All numbers stay: round {LAST_CORRECTION} has been paired (C.04.2 2.3)."
    if new.acceleration and not old.acceleration:
        last = new.by_id[new.acceleration[-1].last]
        yield f"Group A of the acceleration goes down to {person(last)}, as before round 1: written as records 250."
