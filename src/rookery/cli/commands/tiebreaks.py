"""List the tie-breaks of C.07: code, article, meaning, and what may follow the code.

With a code, only that one, with its modifiers in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.cli.console import print_json, print_paragraph, say
from rookery.cli.errors import DONE
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table
from rookery.ranking.codes import parse_tiebreak
from rookery.ranking.definitions import MODIFIERS, TABLE, Definition
from rookery.ranking.rules import MARCH_2026

if TYPE_CHECKING:
    import argparse

    from rookery.serialize import cli_types

EXAMPLES = (
    "rookery tiebreaks",
    "rookery tiebreaks BH/C1",
)
_GROUPS = {
    "both": "Players and teams (teams: with :MP or :GP, where not the score that decides)",
    "individual": "Players only",
    "team": "Teams only",
}
_EVENTS = {"both": "players and teams", "team": "teams only", "individual": "players only"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("code", nargs="?", metavar="CODE", help="only this one, in full")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Print the table, or one tie-break in full."""
    if args.code:
        tiebreak = parse_tiebreak(args.code)
        if args.format == "json":
            print_json(_to_json_data(tiebreak.definition))
        else:
            _print_tiebreak(str(tiebreak), tiebreak.title, tiebreak.definition)
    elif args.format == "json":
        print_json([_to_json_data(definition) for definition in TABLE])
    else:
        _print_all()
    return DONE


def _print_all() -> None:
    for events, title in _GROUPS.items():
        say(title, "bold")
        print_table(_definitions_table([definition for definition in TABLE if definition.events == events]))
        say()
    for notation, words in MODIFIERS.values():
        say(f"  {notation:8} {words}")
    say()
    print_paragraph(
        f"The rules are those of {MARCH_2026}. OTHER_... is a tie-break of your own; its values can be entered."
    )


def _definitions_table(definitions: list[Definition]) -> Table:
    columns = (Column("Code"), Column("C.07"), Column("Meaning"), Column("Modifiers"))
    rows = (
        (definition.name, definition.article, definition.meaning, _format_modifiers(definition))
        for definition in definitions
    )
    return Table(columns, tuple(rows))


def _format_modifiers(definition: Definition) -> str:
    """Return the modifiers of a code, except the score of team events."""
    return " ".join(MODIFIERS[letter][0] for letter in MODIFIERS if letter in definition.takes and letter != "S")


def _print_tiebreak(code: str, title: str, definition: Definition) -> None:
    say(f"{code}: {title}", "bold")
    print_paragraph(f"{definition.meaning[0].upper()}{definition.meaning[1:]} (C.07 {definition.article}).")
    order = "The lower value is the better one." if definition.lower else "The higher value is the better one."
    if definition.by_place:
        order = "Shown is the place inside the tied group; a dash where it decides nothing."
    print_paragraph(f"For {_EVENTS[definition.events]}. {order}")
    for letter, (notation, words) in MODIFIERS.items():
        if letter in definition.takes:
            say(f"  {notation:8} {words}")


def _to_json_data(definition: Definition) -> dict[str, object]:
    from rookery.serialize.as_data import with_form

    data: cli_types.TieBreakData = {
        "code": definition.name,
        "article": definition.article,
        "title": definition.title,
        "meaning": definition.meaning,
        "type": definition.type,
        "events": definition.events,
        "modifiers": [MODIFIERS[letter][0] for letter in MODIFIERS if letter in definition.takes],
    }
    return with_form("tie-break", data)
