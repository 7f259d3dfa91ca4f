"""List the tie-breaks of C.07: code, article, meaning, and what may follow the code.

With a code, only that one, with its modifiers in words.
"""

from __future__ import annotations

from rookery.cli.exits import DONE
from rookery.cli.render import paragraph, print_json, say
from rookery.cli.tables import print_table
from rookery.labels import Column, Table
from rookery.ranking.codes import parse
from rookery.ranking.rules import MARCH_2026
from rookery.ranking.table_of_tiebreaks import MODIFIERS, TABLE, Definition
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from rookery.answers import command_shapes

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
    """Print the table, or one line of it in full."""
    if args.code:
        tiebreak = parse(args.code)
        if args.format == "json":
            print_json(_as_json(tiebreak.definition))
        else:
            _print_one(str(tiebreak), tiebreak.title, tiebreak.definition)
    elif args.format == "json":
        print_json([_as_json(each) for each in TABLE])
    else:
        _print_all()
    return DONE


def _print_all() -> None:
    for events, title in _GROUPS.items():
        say(title, "bold")
        print_table(_table([each for each in TABLE if each.events == events]))
        say()
    for written, words in MODIFIERS.values():
        say(f"  {written:8} {words}")
    say()
    paragraph(f"The rules are those of {MARCH_2026}. OTHER_... is a tie-break of your own; its values can be entered.")


def _table(definitions: list[Definition]) -> Table:
    columns = (Column("Code"), Column("C.07"), Column("Meaning"), Column("Modifiers"))
    rows = ((each.name, each.article, each.meaning, _followers(each)) for each in definitions)
    return Table(columns, tuple(rows))


def _followers(definition: Definition) -> str:
    """What may follow a code, but for the score of team events."""
    return " ".join(MODIFIERS[letter][0] for letter in MODIFIERS if letter in definition.takes and letter != "S")


def _print_one(code: str, title: str, definition: Definition) -> None:
    say(f"{code}: {title}", "bold")
    paragraph(f"{definition.meaning[0].upper()}{definition.meaning[1:]} (C.07 {definition.article}).")
    order = "The lower value is the better one." if definition.lower else "The higher value is the better one."
    if definition.by_place:
        order = "Shown is the place inside the tied group; a dash where it decides nothing."
    paragraph(f"For {_EVENTS[definition.events]}. {order}")
    for letter, (written, words) in MODIFIERS.items():
        if letter in definition.takes:
            say(f"  {written:8} {words}")


def _as_json(definition: Definition) -> dict[str, object]:
    from rookery.answers.data import formed

    told: command_shapes.TieBreakData = {
        "code": definition.name,
        "article": definition.article,
        "title": definition.title,
        "meaning": definition.meaning,
        "type": definition.type,
        "events": definition.events,
        "modifiers": [MODIFIERS[letter][0] for letter in MODIFIERS if letter in definition.takes],
    }
    return formed("tie-break", told)
