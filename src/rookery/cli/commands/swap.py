"""Exchange colours or partners in the last round.

  3-7         3 and 7, who meet, exchange their colours; "Rook - Dipper" by names
  3 8         3 and 8, who do not meet, exchange their partners

Whoever has another partner then has no result yet; with other colours it stays.
A pairing that is not by the rules asks first, for it must have a reason that
can be given in public, and the file says so in a line of remarks (C.04.2 1.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rookery.cli.deeds import add_ends, add_file, do
from rookery.cli.exits import Refusal
from rookery.cli.people import participant
from rookery.desk.commands.hand import Swap
from rookery.desk.state import State
from rookery.labels import person
from rookery.model import ByeKind, Tournament
from rookery.typed import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery swap examples/swiss.trf 3 1-2 --dry-run",
    "rookery swap examples/swiss.trf 3 4 7 --yes 'by-hand!' --yes rematch --yes results-lost",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file(parser)
    parser.add_argument("round", type=int, metavar="ROUND", help="the round, which must be the last one paired")
    parser.add_argument("who", nargs="+", metavar="ID", help="3-7 for colours, 3 8 for partners; numbers or names")
    add_ends(parser)


def run(args: argparse.Namespace) -> int:
    """Read, exchange, write."""
    one, other, what = _meant(args.who)

    def wanted(state: State) -> Swap:
        return Swap(participant(state, one), participant(state, other), what, args.round)

    return do(args, wanted, _sentences)


def _meant(who: list[str]) -> tuple[str, str, Literal["colours", "places"]]:
    """Who exchange what.

    >>> _meant(["3-7"]), _meant(["Rook - Dipper"]), _meant(["3", "8"])
    (('3', '7', 'colours'), ('Rook', 'Dipper', 'colours'), ('3', '8', 'places'))
    """
    pair = re.fullmatch(r"(\d+)\s*[-:]\s*(\d+)|(.+?)\s+[-:]\s+(.+)", who[0]) if len(who) == 1 else None
    if pair is not None:
        return pair[1] or pair[3], pair[2] or pair[4], "colours"
    if len(who) != 2:
        raise Refusal(f"{' '.join(who)}: expected 3-7 (two who meet, for their colours) or 3 8 (for their partners)")
    return who[0], who[1], "places"


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """The boards and byes that are new."""
    was, now = old.rounds[-1], new.rounds[-1]
    for white, black in now.pairs:
        if (white, black) not in was.pairs:
            yield f"{person(new.by_id[white])} has White against {person(new.by_id[black])}."
    for bye in now.byes:
        if bye.kind is ByeKind.PAIRING_ALLOCATED and bye not in was.byes:
            yield f"{person(new.by_id[bye.player])}: {bye.kind}."
