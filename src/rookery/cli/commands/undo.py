"""Take back what the last command did to a file; --steps takes back more, --redo does it again.

Every command that changes FILE writes what it did into FILE.journal, which
rookery history shows. That a tournament has left FIDE mode is never taken back.
"""

from __future__ import annotations

from dataclasses import replace

from rookery.cli import journal
from rookery.cli.acting import kept_facts, must_not_be_refused
from rookery.cli.amending import Amendment, held
from rookery.cli.asking import add_answers, must_be_answered
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import load_sound
from rookery.cli.render import paragraph
from rookery.cli.saving import save
from rookery.desk.guard import cautions
from rookery.desk.opened import opened
from rookery.errors import RookeryError
from rookery.labels import count
from rookery.typed import TYPE_CHECKING

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


def run(args: argparse.Namespace) -> int:
    """Go back step by step, each of them noted."""
    if args.steps < 1:
        raise Refusal(f"--steps: read {args.steps}, expected 1 or more")
    with held(args.file) as now:
        said, old = list[str](), now
        for _ in range(args.steps):
            now, words = _step(args, now)
            said += words
            if args.dry_run:
                break
    for line in said:
        paragraph(line)
    Amendment(old, now, args.dry_run).report()
    return DONE


def _step(args: argparse.Namespace, now: bytes) -> tuple[bytes, list[str]]:
    """One step back, or forth again: the text then, and what it takes back in words."""
    path, why = args.file, "redo" if args.redo else "undo"
    notes = journal.read(path, now)
    stack = journal.standing(notes)[args.redo]
    if not stack:
        noted = f": {count(len(notes), 'command is', 'commands are')} in its journal" if notes else ""
        raise Refusal(f"{path}: there is nothing to {why}{noted}")
    step = stack[-1]
    there, back = journal.undone(path, now, notes, step)
    made = kept_facts(load_sound(path, now), load_sound(path, back), back)
    played = journal.last_played(notes, now)
    before, after = (opened(load_sound(path, data).tournament, played) for data in (now, made))
    warnings = [replace(one, remark="") for one in cautions(before, after)]  # its line is not in the text before
    try:
        must_not_be_refused(warnings)
    except RookeryError as error:
        raise Refusal(f"{path}: {error}; nothing was changed") from None
    said = [f"{'Done again' if args.redo else 'Taken back'}: {line}" for line in step.said]
    if args.dry_run:
        return made, said
    must_be_answered(warnings, path, args.yes)
    more = {} if made == back else {"plain": journal.patch(made, back), "file": journal.digest(made)}
    journal.write(path, notes, journal.noted(there, back, step.said, why=why, played=played, **more))
    save(path, made)
    return made, said
