"""Complete or correct the head of a tournament: name, place, days, arbiters, time control, tie-breaks, rounds.

What is not named stays as it is, and an empty text ("") takes something away.
--deputy replaces all deputies; give it once for each. The number of rounds may
change until those rounds have been paired, and who was withdrawn stays so. Only
the lines that change are rewritten; the versions before stay as FILE.bak,
FILE.bak.2 and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from rookery.attendance import gone_since
from rookery.cli.acting import act
from rookery.cli.asking import add_answers
from rookery.cli.event_options import (
    add_options,
    must_be_dated,
    must_be_sound,
    rounds,
    too_many_rounds,
    useless_tiebreaks,
    with_head,
)
from rookery.cli.exits import DONE, Refusal
from rookery.cli.head_wishes import changes
from rookery.cli.render import paragraph
from rookery.cli.streams import remark
from rookery.desk.commands.rules import LeaveMode
from rookery.desk.guarded import in_turn
from rookery.desk.wish import Wish
from rookery.labels import count, person
from rookery.model import Colour, Date, PointSystem, Tournament
from rookery.typed import TYPE_CHECKING
from rookery.values import fields, replace
from rookery.wording import listed

if TYPE_CHECKING:
    import argparse

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
    parser.add_argument("--leave-fide-mode", metavar="WHY", help="leave FIDE mode, for good; the file will say so")
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Read, set, write."""
    if args.leave_fide_mode is None and _nothing_more(args):
        raise Refusal("nothing to set: name something, such as --arbiter NAME (see rookery set --help)")
    if args.leave_fide_mode is not None:
        if not _nothing_more(args):
            raise Refusal("--leave-fide-mode stands by itself: it is for good, and nothing else is done with it")
        return _leave(args)
    done = act(args.file, lambda state: in_turn(state, _wishes(state.tournament, args)), _sentences,
               yes=args.yes, dry_run=args.dry_run)  # fmt: skip
    for line in (*_sentences(done.old, done.new), *_still_gone(done.old, done.new, args.file)):
        paragraph(line)
    done.amendment.report()
    length = too_many_rounds(done.new) if args.rounds is not None else ""
    for warning in filter(None, (length, *(useless_tiebreaks(done.new) if args.tiebreaks is not None else ()))):
        remark(warning)
    return DONE


def _wishes(t: Tournament, args: argparse.Namespace) -> Iterator[Wish]:
    """What the options come to; a refusal where they contradict each other."""
    made = with_head(args, t)
    if args.rounds is not None:
        made = replace(made, planned=_planned(args.rounds, made))
    if args.rounds is not None or args.round_dates is not None:
        must_be_dated(made)
    if args.start or args.end:
        must_be_sound(made)
    return changes(t, made)


def _nothing_more(args: argparse.Namespace) -> bool:
    others = ("file", "dry_run", "yes", "leave_fide_mode")
    return all(value is None for name, value in vars(args).items() if name not in others)


def _leave(args: argparse.Namespace) -> int:
    """Leave FIDE mode, which asks twice."""
    said = "The tournament has left FIDE mode."
    done = act(args.file, lambda state: LeaveMode(args.leave_fide_mode), lambda old, new: [said],
               yes=args.yes, dry_run=args.dry_run)  # fmt: skip
    paragraph(said)
    done.amendment.report()
    return DONE


def _planned(asked: int, t: Tournament) -> int:
    """The number of rounds, which is never less than those paired."""
    if asked < len(t.rounds):
        paired = count(len(t.rounds), "round has been paired", "rounds have been paired")
        raise Refusal(f"--rounds: read {asked}, and {paired}; nothing was changed")
    return rounds(asked, t)


def _still_gone(old: Tournament, new: Tournament, path: str) -> Iterator[str]:
    """Who stays withdrawn in rounds that were added, and how they come back."""
    first = max(len(old.rounds), old.planned or 0) + 1
    if first > (new.planned or 0) or old.planned == new.planned:
        return
    rounds = range(first, (new.planned or 0) + 1)
    for one in gone_since(old):
        back = f"rookery bye {quote(path)} {one} none --round {' '.join(map(str, rounds))}"
        which = f"round{'s' * (len(rounds) > 1)} {listed(rounds)}"
        yield f"{person(old.by_id[one])} stays withdrawn in {which}; {back} ends that."


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """What is different now, one line for each thing."""
    for field in fields(new.event):
        before, after = getattr(old.event, field.name), getattr(new.event, field.name)
        if field.name in _CALLED and before != after:
            yield _sentence(_CALLED[field.name], _shown(before), _shown(after))
    for called, before, after in (
        ("tie-breaks", old.tiebreaks, new.tiebreaks),
        ("initial colour", old.initial_colour, new.initial_colour),
        ("rating of those who have none", old.unrated, new.unrated),
        ("rounds", old.planned, new.planned),
        ("points", old.points, new.points),
        ("match points", old.match_points, new.match_points),
    ):
        if before != after:
            yield _sentence(called, _shown(before), _shown(after))


def _sentence(called: str, before: str, after: str) -> str:
    was = f" (was {before})" if before else ""
    return f"{called[0].upper()}{called[1:]}: {after or 'none'}{was}"


def _shown(value: str | int | Date | Colour | PointSystem | tuple[object, ...] | None) -> str:
    if isinstance(value, PointSystem):
        worth = "-".join(f"{each / 10:g}" for each in (value.win, value.draw, value.loss))
        return f"{worth}, bye {value.pab / 10:g}"
    if isinstance(value, tuple):
        return "; ".join(str(each or "-") for each in value)
    if isinstance(value, Colour):
        return value.name.title()
    return "" if value is None else str(value)
