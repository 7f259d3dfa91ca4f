"""List what commands did to a file: when (UTC), who, what; what was taken back is marked.

It is read from FILE.journal, which every command that changes FILE writes.
"""

from __future__ import annotations

from rookery.cli import journal
from rookery.cli.exits import DONE
from rookery.cli.files import content
from rookery.cli.render import print_json, say
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from rookery.answers import command_shapes
    from rookery.cli.journal import Note

EXAMPLES = ("rookery history examples/swiss.trf", "rookery history examples/swiss.trf --format json")

_WHY = {"new": "", "do": "", "undo": "taken back: ", "redo": "done again: "}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Read and print."""
    notes = journal.read(args.file, content(args.file))
    if args.format == "json":
        print_json(_as_json(args.file, notes))
        return DONE
    if not notes:
        say(f"{args.file}: no command has changed it yet.")
        return DONE
    standing = _standing(notes)
    for number, one in enumerate(notes, 1):
        when, mark = one.at.replace("T", " ").rstrip("Z"), "" if id(one) in standing else _WHY[one.why] or "(undone) "
        what = "; ".join(line.rstrip(".") for line in one.said)
        say(f"{number:>3}  {when}  {f'{one.by}: ' if one.by else ''}{mark}{what}")
    return DONE


def _standing(notes: Sequence[Note]) -> set[int]:
    """The commands that were not taken back, and with which the file began."""
    return {id(one) for one in (*journal.standing(notes)[0], *(each for each in notes if each.why == "new"))}


def _as_json(path: str, notes: Sequence[Note]) -> dict[str, object]:
    from rookery.answers.data import formed

    standing = _standing(notes)
    made: command_shapes.HistoryData = {
        "file": path,
        "commands": [
            {
                "number": number,
                "at": one.at,
                "by": one.by,
                "why": one.why,
                "said": list(one.said),
                "events": list(one.events),
                "stands": id(one) in standing,
            }
            for number, one in enumerate(notes, 1)
        ],
    }
    return formed("history", made)
