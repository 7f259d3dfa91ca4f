"""List what commands did to a file: when (UTC), who, what; what was taken back is marked.

It is read from FILE.journal, which every command that changes FILE writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.cli import journal
from rookery.cli.console import print_json, say
from rookery.cli.errors import DONE
from rookery.cli.files import read_content

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from rookery.cli.journal import Note
    from rookery.serialize import cli_types

EXAMPLES = ("rookery history examples/swiss.trf", "rookery history examples/swiss.trf --format json")

_WHY = {"new": "", "do": "", "undo": "taken back: ", "redo": "done again: "}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Print the journal."""
    notes = journal.read_notes(args.file, read_content(args.file))
    if args.format == "json":
        print_json(_to_json_data(args.file, notes))
        return DONE
    if not notes:
        say(f"{args.file}: no command has changed it yet.")
        return DONE
    standing = _ids_in_effect(notes)
    for number, note in enumerate(notes, 1):
        when, mark = (
            note.at.replace("T", " ").rstrip("Z"),
            "" if id(note) in standing else _WHY[note.why] or "(undone) ",
        )
        text = "; ".join(line.rstrip(".") for line in note.said)
        say(f"{number:>3}  {when}  {f'{note.by}: ' if note.by else ''}{mark}{text}")
    return DONE


def _ids_in_effect(notes: Sequence[Note]) -> set[int]:
    """Return the ids of the notes that were not undone, and of those that began the file."""
    return {
        id(note) for note in (*journal.undo_and_redo_steps(notes)[0], *(note_ for note_ in notes if note_.why == "new"))
    }


def _to_json_data(path: str, notes: Sequence[Note]) -> dict[str, object]:
    from rookery.serialize.as_data import with_form

    standing = _ids_in_effect(notes)
    data: cli_types.HistoryData = {
        "file": path,
        "commands": [
            {
                "number": number,
                "at": note.at,
                "by": note.by,
                "why": note.why,
                "said": list(note.said),
                "events": list(note.events),
                "stands": id(note) in standing,
            }
            for number, note in enumerate(notes, 1)
        ],
    }
    return with_form("history", data)
