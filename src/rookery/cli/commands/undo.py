"""Take back what the last command did to a file; --steps takes back more, --redo does it again.

Every command that changes FILE writes what it did into FILE.journal, which
rookery history shows. That a tournament has left FIDE mode is never taken back.
"""

from __future__ import annotations

from dataclasses import replace

from rookery.cli import journal
from rookery.cli.acting import in_words, kept_facts, of_file
from rookery.cli.amending import Amendment, held
from rookery.cli.asking import add_answers, must_be_answered
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import load_sound
from rookery.cli.journal import Note
from rookery.cli.render import paragraph
from rookery.cli.saving import save
from rookery.desk.fold import fold
from rookery.desk.form import Misread
from rookery.desk.guard import cautions
from rookery.desk.guarded import must_not_be_refused
from rookery.desk.happening import event_of
from rookery.desk.levels import Caution
from rookery.desk.state import State, with_tournament
from rookery.errors import RookeryError
from rookery.labels import count
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import NamedTuple
from rookery.values import replace as with_values

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
    """One step: the file after it, its note, what is to be said before and of it."""

    made: bytes
    note: Note
    warnings: tuple[Caution, ...]
    said: tuple[str, ...]


def run(args: argparse.Namespace) -> int:
    """Go back all the steps, or none of them."""
    if args.steps < 1:
        raise Refusal(f"--steps: read {args.steps}, expected 1 or more")
    with held(args.file) as old:
        known = journal.read(args.file, old)
        steps = _steps(args, old, known)
        now = steps[-1].made
        if not args.dry_run:
            must_be_answered(dict.fromkeys(one for step in steps for one in step.warnings), args.file, args.yes)
            notes = list(known)
            for step in steps:
                journal.write(args.file, notes, step.note)
                notes.append(step.note)
            save(args.file, now)
            journal.done(args.file)
    for line in (line for step in steps for line in step.said):
        paragraph(line)
    Amendment(old, now, args.dry_run).report()
    return DONE


def _steps(args: argparse.Namespace, now: bytes, known: tuple[Note, ...]) -> list[_Step]:
    """The steps that are asked for, each from where the one before it leads."""
    path, notes, found = args.file, list(known), list[_Step]()
    there = journal.standing(notes)[args.redo]
    if len(there) < args.steps:
        only = f"only {count(len(there), 'command')}" if there else "nothing"
        are = "are" if len(there) > 1 else "is"
        raise Refusal(f"{path}: there {are} {only} to {'redo' if args.redo else 'undo'}; nothing was changed")
    for _ in range(args.steps):
        found.append(_step(path, now, notes, journal.standing(notes)[args.redo][-1], redo=args.redo))
        now = found[-1].made
        notes.append(found[-1].note)
    return found


def _step(path: str, now: bytes, notes: list[Note], step: Note, *, redo: bool) -> _Step:
    """One step back, or forth again, with the guard asked as of any other change."""
    there, back = journal.undone(path, now, notes, step)
    present, past = load_sound(path, now), load_sound(path, back)
    made = kept_facts(present, past, back)
    known = journal.remembered(path, now, present.tournament)
    parts = next((one.parts for one in reversed(notes) if one.after == journal.digest(back)), ())
    reached = load_sound(path, made).tournament
    before, after = of_file(present.tournament, known), of_file(reached, known._replace(parts=parts))
    before, after = (before, _alike(before, after, step)) if redo else (_alike(after, before, step), after)
    try:
        warnings = tuple(replace(one, remark="") for one in cautions(before, after))  # its line is not in that text
        must_not_be_refused(warnings)
    except RookeryError as error:
        raise Refusal(f"{path}: {in_words(error, path)}; nothing was changed") from None
    more: dict[str, Any] = {} if made == back else {"plain": journal.patch(made, back), "file": journal.digest(made)}
    more |= journal.facts(reached, known._replace(parts=parts))
    note = journal.noted(there, back, step.said, why="redo" if redo else "undo", events=step.events, **more)
    said = tuple(f"{'Done again' if redo else 'Taken back'}: {line}" for line in step.said)
    stays = ("FIDE mode stays left: that is never taken back.",) if made != back else ()
    return _Step(made, note, warnings, (*said, *stays))


def _alike(first: State, then: State, step: Note) -> State:
    """The state after a command with the keys of the one before it: whoever was renumbered is still the same."""
    try:
        events = [event_of(one["kind"], one["form"], one["data"]) for one in step.events]
        made = fold(first, events).tournament
    except (Misread, RookeryError, KeyError):
        return then
    players, teams = {one.id: one.key for one in made.players}, {one.id: one.key for one in made.teams}
    t = then.tournament
    if players.keys() != {one.id for one in t.players} or teams.keys() != {one.id for one in t.teams}:
        return then
    return with_tournament(
        then,
        with_values(
            t,
            players=tuple(with_values(one, key=players[one.id]) for one in t.players),
            teams=tuple(with_values(one, key=teams[one.id]) for one in t.teams),
        ),
    )
