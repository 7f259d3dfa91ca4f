"""List what commands did to a file: when (UTC), who, what; what was taken back is marked.

It is read from FILE.journal, which every command that changes FILE writes.
"""

from __future__ import annotations

from rookery.cli import journal
from rookery.cli.exits import DONE
from rookery.cli.files import content
from rookery.cli.render import say
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

EXAMPLES = ("rookery history examples/swiss.trf", "rookery history examples/swiss.trf --format json")

_WHY = {"do": "", "undo": "taken back: ", "redo": "done again: "}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Read and print."""
    notes = journal.read(args.file, content(args.file))
    if args.format == "json":
        import json

        data = [{"at": one.at, "by": one.by, "why": one.why, "said": one.said, "events": one.events} for one in notes]
        say(json.dumps(data, ensure_ascii=False, indent=2))
        return DONE
    if not notes:
        say(f"{args.file}: no command has changed it yet.")
        return DONE
    standing = {id(one) for one in journal.standing(notes)[0]}
    for number, one in enumerate(notes, 1):
        when, mark = one.at.replace("T", " ").rstrip("Z"), "" if id(one) in standing else _WHY[one.why] or "(undone) "
        what = "; ".join(line.rstrip(".") for line in one.said)
        say(f"{number:>3}  {when}  {f'{one.by}: ' if one.by else ''}{mark}{what}")
    return DONE
