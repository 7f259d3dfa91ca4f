"""The parser by which each command is reached, and the front page of the help."""

from __future__ import annotations

import argparse
import re
from textwrap import fill

from rookery.cli.command_table import COMMANDS, Command, module
from rookery.cli.exits import Refusal
from rookery.cli.terminal import columns
from rookery.typed import NoReturn


class Parser(argparse.ArgumentParser):
    """An argument parser that reports instead of leaving."""

    def error(self, message: str) -> NoReturn:
        """Refuse, in our words instead of argparse's."""
        for theirs, ours in _WORDS:
            message = re.sub(theirs, ours, message)
        raise Refusal(f"{message} (see {self.prog} --help)")


_WORDS = (
    (r"^argument ", ""),
    (r"invalid int value: (.+)$", r"\1 is not a whole number"),
    (r"invalid float value: (.+)$", r"\1 is not a number"),
    (r"invalid choice: (.+) \(choose from (.+)\)$", r"\1 is not one of \2"),
    (r"^the following arguments are required: (.+)$", r"\1 must be given"),
    (r"^unrecognized arguments: ", "not understood: "),
    (r"expected one argument$", "a value must follow"),
    (r"expected (\d+) arguments$", r"\1 values must follow"),
)
"""What argparse says, and what we say."""


def _formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=26, width=columns() - 2)


def parser(name: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    command = module(name)
    about = _wrapped((command.__doc__ or "").strip())
    made = Parser(prog=f"rookery {name}", description=about, epilog=_examples(command), formatter_class=_formatter)
    command.configure(made)
    return made


def parsed(name: str, words: list[str]) -> argparse.Namespace:
    """What the words of a command say; an option may stand between the entries of a list."""
    made = parser(name)
    try:
        return made.parse_args(words)
    except Refusal:
        if not any(action.nargs in ("*", "+") and not action.option_strings for action in made._actions):
            raise
    return made.parse_intermixed_args(words)


def _wrapped(text: str) -> str:
    """A description at the width of the terminal; indented lines stay as they are."""
    width = min(columns(), 100)
    parts = text.split("\n\n")
    return "\n\n".join(part if "\n  " in "\n" + part else fill(part, width) for part in parts)


def _examples(command: Command) -> str:
    heading = "example:" if len(command.EXAMPLES) == 1 else "examples:"
    return "\n  ".join([heading, *command.EXAMPLES])


def front() -> argparse.ArgumentParser:
    """The parser of `rookery` itself."""
    wide = max(map(len, COMMANDS))
    lines = [f"  {name:{wide}}  {about}" for name, about in COMMANDS.items()]
    made = Parser(
        prog="rookery",
        usage="rookery COMMAND ...\n       rookery COMMAND --help",
        description="Pairs, ranks, rates and checks chess tournaments by the FIDE regulations.",
        epilog="\n".join(["commands:", *lines, "", "example:\n  rookery show examples/swiss.trf"]),
        formatter_class=_formatter,
    )
    made.add_argument("--version", action="store_true", help="print the version and leave")
    return made
