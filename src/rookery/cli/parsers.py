"""Parsers of the commands, and of the front page of the help."""

from __future__ import annotations

import argparse
import re
from typing import Any, NoReturn

from rookery.cli.errors import CommandError
from rookery.cli.registry import COMMANDS, Command, load_command
from rookery.cli.terminal import terminal_columns


class Parser(argparse.ArgumentParser):
    """Argument parser that raises CommandError instead of exiting; it wraps `about` only where help is asked for.

    `arguments` has what was declared, in this order, the arguments of groups included.
    """

    about = ""

    def __init__(self, **options: Any) -> None:
        self.arguments: list[argparse.Action] = []
        super().__init__(**options)

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Declare an argument."""
        self.arguments.append(super().add_argument(*names, **options))
        return self.arguments[-1]

    def add_argument_group(self, *words: Any, **options: Any) -> Any:
        """Return a new group of arguments with a heading of its own."""
        return self._with_arguments_of(super().add_argument_group(*words, **options))

    def add_mutually_exclusive_group(self, **options: Any) -> Any:
        """Return a new group of arguments of which at most one is used."""
        return self._with_arguments_of(super().add_mutually_exclusive_group(**options))

    def add_subparsers(self, **options: Any) -> Any:
        """Return the argument that names an action, to which the actions are added."""
        self.arguments.append(super().add_subparsers(**options))
        return self.arguments[-1]

    def _with_arguments_of(self, group: Any) -> Any:
        """Return a group whose arguments are noted as those of this parser."""
        add_argument = group.add_argument

        def add(*names: Any, **options: Any) -> argparse.Action:
            self.arguments.append(add_argument(*names, **options))
            return self.arguments[-1]

        group.add_argument = add
        return group

    def format_help(self) -> str:
        """Return the help, with its description wrapped to the terminal."""
        if self.about:
            self.description = _wrap_description(self.about)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise CommandError with the message of argparse in the words of this program."""
        for pattern, replacement in _MESSAGE_PATTERNS:
            message = re.sub(pattern, replacement, message)
        raise CommandError(f"{message} (see {self.prog} --help)")


_MESSAGE_PATTERNS = (
    (r"^argument ", ""),
    (r"invalid int value: (.+)$", r"\1 is not a whole number"),
    (r"invalid float value: (.+)$", r"\1 is not a number"),
    (r"invalid choice: (.+) \(choose from (.+)\)$", r"\1 is not one of \2"),
    (r"^the following arguments are required: (.+)$", r"\1 must be given"),
    (r"^unrecognized arguments: ", "not understood: "),
    (r"expected one argument$", "a value must follow"),
    (r"expected (\d+) arguments$", r"\1 values must follow"),
)
"""Patterns of argparse's messages, and their replacements."""


def _help_formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=26, width=terminal_columns() - 2)


def build_parser(name: str) -> Parser:
    """Return the parser of one command."""
    command = load_command(name)
    parser = Parser(prog=f"rookery {name}", epilog=_examples_text(command), formatter_class=_help_formatter)
    parser.about = command.about.strip()
    command.configure(parser)
    return parser


def parse_arguments(name: str, words: list[str]) -> argparse.Namespace:
    """Return the parsed arguments of a command; options may stand between the entries of a list."""
    command_parser = build_parser(name)
    try:
        return command_parser.parse_args(words)
    except CommandError as error:
        try:
            return command_parser.parse_intermixed_args(words)
        except TypeError:  # not for commands with actions
            raise error from None


def _wrap_description(text: str) -> str:
    """Wrap a description to the width of the terminal; leave indented blocks as they are."""
    from textwrap import fill

    width = min(terminal_columns(), 100)
    parts = text.split("\n\n")
    return "\n\n".join(part if "\n  " in "\n" + part else fill(part, width) for part in parts)


def _examples_text(command: Command) -> str:
    heading = "example:" if len(command.examples) == 1 else "examples:"
    return "\n  ".join([heading, *command.examples])


def build_front_parser() -> argparse.ArgumentParser:
    """Return the parser of `rookery` without a command."""
    name_width = max(map(len, COMMANDS))
    lines = [f"  {name:{name_width}}  {about}" for name, about in COMMANDS.items()]
    front_parser = Parser(
        prog="rookery",
        usage="rookery COMMAND ...\n       rookery COMMAND --help",
        description="Pairs, ranks, rates and checks chess tournaments by the FIDE regulations.",
        epilog="\n".join(["commands:", *lines, "", "example:\n  rookery show examples/swiss.trf"]),
        formatter_class=_help_formatter,
    )
    front_parser.add_argument("--version", action="store_true", help="print the version and leave")
    return front_parser
