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
from typing import TYPE_CHECKING

from rookery._record import fields, replace
from rookery.cli.errors import DONE, CommandError
from rookery.cli.event_options import (
    add_event_options,
    list_changes,
    require_all_round_dates,
    require_consistent_head,
    resolve_rounds,
    warn_too_many_rounds,
    warn_useless_tiebreaks,
    with_head,
)
from rookery.cli.file_service import add_change_options, change_and_report
from rookery.cli.terminal import remark
from rookery.formatting import count, participant_label
from rookery.history.completion import find_withdrawals
from rookery.messages import join_list
from rookery.model import Colour, PartialDate, PointSystem, Tournament
from rookery.regulations import parse_type_code
from rookery.tournaments.command import Command
from rookery.tournaments.domain.rules import LeaveMode, colours_of_boards
from rookery.tournaments.execute import decide_in_sequence

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
    add_event_options(parser)
    parser.add_argument("--boards", type=int, metavar="N", help="boards of a team match, before round 1 is paired")
    parser.add_argument("--leave-fide-mode", metavar="WHY", help="leave FIDE mode, for good; the file will say so")
    add_change_options(parser)


def run(args: argparse.Namespace) -> int:
    """Apply the options to the file."""
    if args.leave_fide_mode is None and _has_no_setting(args):
        raise CommandError("nothing to set: name something, such as --arbiter NAME (see rookery set --help)")
    if args.leave_fide_mode is not None:
        if not _has_no_setting(args):
            raise CommandError("--leave-fide-mode stands by itself: it is for good, and nothing else is done with it")
        return _leave_fide_mode(args)
    change = change_and_report(
        args,
        lambda state: decide_in_sequence(state, _list_commands(state.tournament, args)),
        lambda change: _describe_changes(change.old, change.new),
        lambda change: _warn_still_withdrawn(change.old, change.new, args.file),
    )
    rounds_warning = warn_too_many_rounds(change.new) if args.rounds is not None else ""
    for warning in filter(
        None, (rounds_warning, *(warn_useless_tiebreaks(change.new) if args.tiebreaks is not None else ()))
    ):
        remark(warning)
    return DONE


def _list_commands(t: Tournament, args: argparse.Namespace) -> Iterator[Command]:
    """Return the commands for the options; raise CommandError where they contradict each other."""
    changed = with_head(args, t)
    if args.boards is not None:
        changed = replace(changed, board_colours=_board_colours(args.boards, t))
    if args.rounds is not None:
        changed = replace(changed, planned_rounds=_resolve_planned_rounds(args.rounds, changed))
    if args.rounds is not None or args.round_dates is not None:
        require_all_round_dates(changed)
    if args.start or args.end:
        require_consistent_head(changed)
    return list_changes(t, changed)


def _board_colours(boards: int, t: Tournament) -> str:
    """Return the colours of so many boards; raise CommandError if no teams play."""
    if not t.team_event or parse_type_code(t.system).format.sides:
        raise CommandError(
            "--boards is for matches of teams whose lists may be longer than a match; nothing was changed"
        )
    return colours_of_boards(boards, t.board_colours)


def _has_no_setting(args: argparse.Namespace) -> bool:
    other_options = ("file", "dry_run", "yes", "leave_fide_mode")
    return all(value is None for name, value in vars(args).items() if name not in other_options)


def _leave_fide_mode(args: argparse.Namespace) -> int:
    """Leave FIDE mode, which needs two confirmations."""
    sentence = "The tournament has left FIDE mode."
    change_and_report(args, lambda state: LeaveMode(args.leave_fide_mode), lambda change: [sentence])
    return DONE


def _resolve_planned_rounds(requested: int, t: Tournament) -> int:
    """Return the number of rounds, which is never less than those paired."""
    if requested < len(t.rounds):
        paired = count(len(t.rounds), "round has been paired", "rounds have been paired")
        raise CommandError(f"--rounds: read {requested}, and {paired}; nothing was changed")
    return resolve_rounds(requested, t)


def _warn_still_withdrawn(old: Tournament, new: Tournament, path: str) -> Iterator[str]:
    """Yield who stays withdrawn in added rounds, and how to bring them back."""
    first = max(len(old.rounds), old.planned_rounds or 0) + 1
    if first > (new.planned_rounds or 0) or old.planned_rounds == new.planned_rounds:
        return
    rounds = range(first, (new.planned_rounds or 0) + 1)
    for participant_id in find_withdrawals(old):
        command = f"rookery bye {quote(path)} {participant_id} none --round {' '.join(map(str, rounds))}"
        which = f"round{'s' * (len(rounds) > 1)} {join_list(rounds)}"
        label = participant_label(old.participants_by_number[participant_id])
        yield f"{label} stays withdrawn in {which}; {command} ends that."


def _describe_changes(old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield what has changed, a line for each fact."""
    for field in fields(new.info):
        before, after = getattr(old.info, field.name), getattr(new.info, field.name)
        if field.name in _CALLED and before != after:
            yield _describe_change(_CALLED[field.name], _format_value(before), _format_value(after))
    for label, before, after in (
        ("tie-breaks", old.tiebreaks_after_points, new.tiebreaks_after_points),
        ("initial colour", old.initial_colour, new.initial_colour),
        ("rating of those who have none", old.unrated, new.unrated),
        ("rounds", old.planned_rounds, new.planned_rounds),
        ("points", old.points, new.points),
        ("match points", old.match_points, new.match_points),
        ("boards of a match", len(old.board_colours) or None, len(new.board_colours) or None),
    ):
        if before != after:
            yield _describe_change(label, _format_value(before), _format_value(after))


def _describe_change(label: str, before: str, after: str) -> str:
    was = f" (was {before})" if before else ""
    return f"{label[0].upper()}{label[1:]}: {after or 'none'}{was}"


def _format_value(value: str | int | PartialDate | Colour | PointSystem | tuple[object, ...] | None) -> str:
    if isinstance(value, PointSystem):
        worth = "-".join(f"{points / 10:g}" for points in (value.win, value.draw, value.loss))
        return f"{worth}, bye {value.pab / 10:g}"
    if isinstance(value, tuple):
        return "; ".join(str(points or "-") for points in value)
    if isinstance(value, Colour):
        return value.name.title()
    return "" if value is None else str(value)
