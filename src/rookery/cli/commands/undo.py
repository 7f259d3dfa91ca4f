"""Take back what the last command did to a file; --steps takes back more, --redo does it again.

Every command that changes FILE writes what it did into FILE.journal, which
rookery history shows. That a tournament has left FIDE mode is never taken back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery._record import replace as with_values
from rookery.cli import journal
from rookery.cli.confirm import add_answers, require_answers
from rookery.cli.console import print_paragraph
from rookery.cli.errors import DONE, CommandError
from rookery.cli.file_service import describe_rejection, keep_permanent_facts, report_difference, state_of_file
from rookery.cli.files import load_sound, lock_file
from rookery.cli.journal import Note
from rookery.errors import RookeryError
from rookery.formatting import count
from rookery.json_codec import InvalidDataError
from rookery.tournaments.event import apply_events, event_from_data
from rookery.tournaments.execute import require_no_refusal
from rookery.tournaments.guard import find_warnings
from rookery.tournaments.state import State, with_tournament
from rookery.tournaments.warning_table import RuleWarning

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery withdraw examples/swiss.trf 3 && rookery undo examples/swiss.trf",
    "rookery undo examples/swiss.trf --redo --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    parser.add_argument("--steps", type=int, default=1, metavar="N", help="so many commands (default: 1)")
    parser.add_argument("--redo", action="store_true", help="do again what was taken back")
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


class _Step(NamedTuple):
    """One undone or redone step: the file after it, its note, its warnings, and the sentences about it."""

    content: bytes
    note: Note
    warnings: tuple[RuleWarning, ...]
    sentences: tuple[str, ...]


def run(args: argparse.Namespace) -> int:
    """Undo or redo all the steps, or none of them."""
    if args.steps < 1:
        raise CommandError(f"--steps: read {args.steps}, expected 1 or more")
    with lock_file(args.file) as old:
        notes_before = journal.read_notes(args.file, old)
        steps = _prepare_steps(args, old, notes_before)
        content = steps[-1].content
        if not args.dry_run:
            require_answers(dict.fromkeys(warning for step in steps for warning in step.warnings), args.file, args.yes)
            journal.save_change(args.file, content, notes_before, [step.note for step in steps])
    for line in (line for step in steps for line in step.sentences):
        print_paragraph(line)
    report_difference(old, content, args.dry_run)
    return DONE


def _prepare_steps(args: argparse.Namespace, content: bytes, notes_before: tuple[Note, ...]) -> list[_Step]:
    """Return the requested steps, each from where the one before it leads."""
    path, notes, steps = args.file, list(notes_before), list[_Step]()
    available = journal.undo_and_redo_steps(notes)[args.redo]
    if len(available) < args.steps:
        amount = f"only {count(len(available), 'command')}" if available else "nothing"
        verb = "are" if len(available) > 1 else "is"
        raise CommandError(f"{path}: there {verb} {amount} to {'redo' if args.redo else 'undo'}; nothing was changed")
    for _ in range(args.steps):
        steps.append(
            _prepare_step(path, content, notes, journal.undo_and_redo_steps(notes)[args.redo][-1], redo=args.redo)
        )
        content = steps[-1].content
        notes.append(steps[-1].note)
    return steps


def _prepare_step(path: str, content: bytes, notes: list[Note], step: Note, *, redo: bool) -> _Step:
    """Undo or redo one step, with the guard applied as for any change."""
    reverted, earlier = journal.revert_step(path, content, notes, step)
    present, past = load_sound(path, content), load_sound(path, earlier)
    content_after = keep_permanent_facts(present, past, earlier)
    remembered_facts = journal.load_remembered(path, content, present.tournament)
    parts = next((note.parts for note in reversed(notes) if note.after == journal.digest(earlier)), ())
    reached = load_sound(path, content_after).tournament
    before, after = (
        state_of_file(present.tournament, remembered_facts),
        state_of_file(reached, remembered_facts._replace(parts=parts)),
    )
    before, after = (
        (before, _with_keys_of_replay(before, after, step))
        if redo
        else (_with_keys_of_replay(after, before, step), after)
    )
    try:
        warnings = tuple(
            replace(warning, remark="") for warning in find_warnings(before, after)
        )  # its line is not in that text
        require_no_refusal(warnings)
    except RookeryError as error:
        raise CommandError(f"{path}: {describe_rejection(error, path)}; nothing was changed") from None
    extra: dict[str, Any] = (
        {}
        if content_after == earlier
        else {"plain": journal.make_patch(content_after, earlier), "file": journal.digest(content_after)}
    )
    extra |= journal.note_facts(reached, remembered_facts._replace(parts=parts))
    note = journal.build_note(
        reverted, earlier, step.said, kind="redo" if redo else "undo", events=step.events, **extra
    )
    sentences = tuple(f"{'Done again' if redo else 'Taken back'}: {line}" for line in step.said)
    exceptions = ("FIDE mode stays left: that is never taken back.",) if content_after != earlier else ()
    return _Step(content_after, note, warnings, (*sentences, *exceptions))


def _with_keys_of_replay(first: State, state: State, step: Note) -> State:
    """Return the state after a command with the keys of the one before it, so that renumbered players match."""
    try:
        events = [event_from_data(record["kind"], record["form"], record["data"]) for record in step.events]
        replayed = apply_events(first, events).tournament
    except (InvalidDataError, RookeryError, KeyError):
        return state
    players, teams = (
        {record.number: record.key for record in replayed.players},
        {record.number: record.key for record in replayed.teams},
    )
    t = state.tournament
    if players.keys() != {record.number for record in t.players} or teams.keys() != {
        record.number for record in t.teams
    }:
        return state
    return with_tournament(
        state,
        with_values(
            t,
            players=tuple(with_values(record, key=players[record.number]) for record in t.players),
            teams=tuple(with_values(record, key=teams[record.number]) for record in t.teams),
        ),
    )
