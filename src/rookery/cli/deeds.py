"""What the commands that do one thing to a file share: their last arguments, and the way from a wish to its words."""

from __future__ import annotations

from collections.abc import Callable

from rookery.cli.acting import Said, act
from rookery.cli.asking import add_answers
from rookery.cli.exits import DONE
from rookery.cli.render import paragraph
from rookery.desk.decision import Granted
from rookery.desk.state import State
from rookery.desk.wish import Wish
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_file(parser: argparse.ArgumentParser) -> None:
    """Declare the file."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")


def add_ends(parser: argparse.ArgumentParser) -> None:
    """Declare how warnings are answered, and the trial."""
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def do(
    args: argparse.Namespace, wanted: Callable[[State], Wish | Granted], said: Said,
    more: Callable[[bytes], str] = lambda file: "",
) -> int:  # fmt: skip
    """Do what is wanted with the file, and say what has changed, and `more` of the file as it is then."""
    done = act(args.file, wanted, said, yes=args.yes, dry_run=args.dry_run)
    if done.amendment.changed:
        for line in filter(None, (*said(done.old, done.new), more(done.amendment.new))):
            paragraph(line)
    done.amendment.report()
    return DONE
