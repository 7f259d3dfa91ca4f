"""Enter a late player.

The newcomer takes the place that rating, title and name give, and everybody
below moves down by one (C.04.2 article 2.4); --last puts them at the end
instead. In rounds already paired they count as not yet entered, unless
--missed says otherwise.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from rookery.cli.codes import DONE, Refusal
from rookery.cli.entries import Problems, add_options, player
from rookery.cli.files import amend
from rookery.cli.render import count, paragraph
from rookery.cli.scores import player_points
from rookery.cli.words import person
from rookery.errors import RuleError
from rookery.model import Bye, ByeKind, Player, Tournament
from rookery.order import insert

EXAMPLES = (
    'rookery add examples/swiss.trf --name "Wren, Dora" --rating 1885 --federation WLS --missed half',
    'rookery add examples/swiss.trf --name "Teal, Sam" --last --dry-run',
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    add_options(parser)
    parser.add_argument("--last", action="store_true", help="give the highest number and renumber nobody")
    parser.add_argument("--missed", choices=["zero", "half"], help="a bye for every round already paired")
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Read, insert, write."""
    problems: Problems = []
    newcomer = player(vars(args), problems)
    for field, text, expected in problems:
        raise Refusal(f"--{field.replace('_', '-')}: read {text!r}, expected {expected}")
    said: list[str] = []

    def change(tournament: Tournament) -> Tournament:
        _must_be_new(tournament, newcomer)
        made = _appended(tournament, newcomer) if args.last else insert(tournament, newcomer)
        place = _place(tournament, made)
        said.append(_sentence(tournament, newcomer, place))
        return _finished(made, place, args.missed)

    amendment = amend(args.file, change, dry_run=args.dry_run)
    paragraph(said[0])
    amendment.report()
    return DONE


def _must_be_new(t: Tournament, newcomer: Player) -> None:
    if t.team_event:
        raise RuleError(
            "the players of a team event belong to teams, and rosters cannot be changed by this command yet"
        )
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
    kinds = {"zero": ByeKind.ZERO, "half": ByeKind.HALF, None: ByeKind.NOT_ENTERED}
    bye = Bye(place, kinds[missed])
    rounds = tuple(replace(r, byes=tuple(bye if one.player == place else one for one in r.byes)) for r in t.rounds)
    made = replace(t, rounds=rounds)
    points = player_points(made)[place]
    return replace(made, players=tuple(replace(one, points=points) if one.id == place else one for one in made.players))


def _sentence(old: Tournament, newcomer: Player, place: int) -> str:
    below = [one for one in old.players if one.id >= place]
    those = "player" if len(below) == 1 else count(len(below), "player")
    moved = f"; the {those} below moved down by one" if below else ""
    return f"{person(replace(newcomer, id=place))} has entered{moved}."
