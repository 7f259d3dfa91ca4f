"""The table of commands.

A new command is one line in COMMANDS and one module of the same name in the folder `commands`, which holds
`EXAMPLES` (lines for its help; a test runs them), `configure(parser)` and `run(args) -> exit code`; or, where it only
applies a command of a tournament to a file, a row in `file_commands`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from typing import TYPE_CHECKING

from rookery._record import record

if TYPE_CHECKING:
    import argparse


COMMANDS: dict[str, str] = {
    "validate": "say what is wrong in a tournament file, and where",
    "show": "print a tournament: head, players, crosstable",
    "convert": "write a tournament in another format",
    "print": "print a paper: pairings, slips, standings, cards; HTML or PDF",
    "pair": "pair the next round, and say why",
    "schedule": "print all rounds of a round robin or a Scheveningen match",
    "check": "say whether rounds are paired by the rules",
    "generate": "make random tournaments",
    "crosscheck": "compare another pairing engine with this one",
    "simulate": "play tournaments many times over, and measure them",
    "forecast": "say who may win a running tournament, and what it turns on",
    "standings": "rank the participants, and say how every tie was broken",
    "tiebreaks": "list the tie-breaks: code, article, meaning, modifiers",
    "words": "explain the words: float, bracket, colour due, ...",
    "rate": "print the rating report of a tournament",
    "rate-period": "rate a whole period: a list, all games of a month",
    "periods": "keep rating months: reports, lists, late ones, histories",
    "list": "import a rating list, find in it, fill a tournament from it",
    "norms": "say who made a title norm, condition by condition",
    "titles": "certificates of norms, applications, titles by rating, arbiters",
    "new": "start a tournament from a list of players",
    "set": "complete or correct the head of a tournament",
    "add": "enter a late player",
    "edit": "put right who a player is: name, title, federation, ...",
    "remove": "take a player off the list, before round 1",
    "forbid": "keep players apart: they do not meet",
    "allow": "let players meet who were kept apart",
    "enter": "enter pairings and results of a round",
    "swap": "exchange colours or partners in the last round",
    "unpair": "take the last round back",
    "line-up": "say who sits at the boards of a team in the last round",
    "correct": "correct ratings, and the numbers that follow from them",
    "bye": "give a player a bye in a round",
    "withdraw": "take a player out of the remaining rounds",
    "seat": "let a player keep a board or a colour",
    "undo": "take back what the last command did to a file",
    "history": "list what commands did to a file",
    "desk": "run tournaments in the browser; log, undo, copies",
    "serve-engine": "answer requests over a pipe: one start, many rounds",
    "completion": "print the completion script for a shell",
}
"""Every command with one line of help, in the order of the help page."""


FILE_COMMANDS = ("remove", "forbid", "allow", "swap", "unpair", "line-up", "correct", "bye", "withdraw", "seat")
"""The commands of the table in `file_commands`."""


@record
class Command:
    """A command: its help, its arguments, and the function that runs it and returns the exit code.

    Where its first argument may be one of `actions`, `default_action` is taken if it is not.
    """

    about: str
    examples: tuple[str, ...]
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    actions: Collection[str] = ()
    default_action: str | None = None


def load_command(name: str) -> Command:
    """Import and return one command."""
    if name in FILE_COMMANDS:
        from rookery.cli import file_commands

        return file_commands.FILE_COMMANDS[name].command()
    module = import_module(f"rookery.cli.commands.{name.replace('-', '_')}")
    actions, default_action = getattr(module, "ACTIONS", ()), getattr(module, "OTHERWISE", None)
    return Command(module.__doc__ or "", module.EXAMPLES, module.configure, module.run, actions, default_action)
