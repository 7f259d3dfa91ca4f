"""Complete or correct the head of a tournament: name, place, days, arbiters, time control, tie-breaks, rounds.

What is not named stays as it is, and an empty text ("") takes something away.
--deputy replaces all deputies; give it once for each. The number of rounds may
change until those rounds have been paired, and who was withdrawn stays so. Only
the lines that change are rewritten; the version before stays as FILE.bak.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import fields, replace

from rookery.cli.event_options import add_options, must_be_dated, must_be_sound, rounds, too_many_rounds, with_head
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import amend
from rookery.cli.render import count, paragraph
from rookery.cli.streams import remark
from rookery.model import ByeKind, Colour, Date, RequestedBye, Tournament

EXAMPLES = (
    'rookery set examples/swiss.trf --arbiter "IA Wimbrel, Agatha" --deputy "Teasel, Rufus" --deputy "Wren, Dora"',
    "rookery set examples/swiss.trf --start 2026-04-03 --end 2026-04-07 --tiebreaks BH/C1,BH,SB,DE --dry-run",
)
_CALLED = {
    "name": "name", "city": "city", "federation": "federation", "start": "first day", "end": "last day",
    "round_dates": "dates of the rounds", "chief_arbiter": "chief arbiter", "deputies": "deputies",
    "time_control": "time control", "type": "type",
}  # fmt: skip


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    add_options(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Read, set, write."""
    if all(value is None for name, value in vars(args).items() if name not in ("file", "dry_run")):
        raise Refusal("nothing to set: name something, such as --arbiter NAME (see rookery set --help)")
    said: list[str] = []
    warnings: list[str] = []

    def change(tournament: Tournament) -> Tournament:
        made = with_head(args, tournament)
        if args.rounds is not None:
            made = _of_length(made, _planned(args.rounds, made))
            warnings.append(too_many_rounds(made))
        if args.rounds is not None or args.round_dates is not None:
            must_be_dated(made)
        if args.start or args.end:
            must_be_sound(made)
        said.extend(_sentences(tournament, made))
        return made

    amendment = amend(args.file, change, dry_run=args.dry_run)
    for line in said:
        paragraph(line)
    amendment.report()
    for warning in filter(None, warnings):
        remark(warning)
    return DONE


def _planned(asked: int, t: Tournament) -> int:
    """The number of rounds, which is never less than those paired."""
    if asked < len(t.rounds):
        paired = count(len(t.rounds), "round has been paired", "rounds have been paired")
        raise Refusal(f"--rounds: read {asked}, and {paired}; nothing was changed")
    return rounds(asked, t)


def _of_length(t: Tournament, planned: int) -> Tournament:
    """The tournament with so many rounds: who was withdrawn stays so, and nothing is asked of rounds that are gone."""
    kept = tuple(bye for bye in t.requested if bye.round <= planned)
    left = range(t.next_round, (t.planned or 0) + 1)
    more = tuple(
        RequestedBye(number, one, ByeKind.ZERO)
        for one in t.by_id
        if left and all(RequestedBye(number, one, ByeKind.ZERO) in t.requested for number in left)
        for number in range(len(t.rounds) + len(left) + 1, planned + 1)
    )
    return replace(t, planned=planned, requested=(*kept, *more))


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """What is different now, one line for each thing."""
    for field in fields(new.event):
        before, after = getattr(old.event, field.name), getattr(new.event, field.name)
        if field.name in _CALLED and before != after:
            yield _sentence(_CALLED[field.name], _shown(before), _shown(after))
    for called, before, after in (
        ("tie-breaks", old.tiebreaks, new.tiebreaks),
        ("initial colour", old.initial_colour, new.initial_colour),
        ("rounds", old.planned, new.planned),
    ):
        if before != after:
            yield _sentence(called, _shown(before), _shown(after))


def _sentence(called: str, before: str, after: str) -> str:
    was = f" (was {before})" if before else ""
    return f"{called[0].upper()}{called[1:]}: {after or 'none'}{was}"


def _shown(value: str | int | Date | Colour | tuple[object, ...] | None) -> str:
    if isinstance(value, tuple):
        return "; ".join(str(each or "-") for each in value)
    if isinstance(value, Colour):
        return value.name.title()
    return "" if value is None else str(value)
