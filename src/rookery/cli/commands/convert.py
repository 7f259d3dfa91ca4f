"""Write a tournament in another format.

The input may be any dialect of TRF, or JSON; the output is TRF26 unless --to says otherwise or OUT ends in .json.
What the other format has no place for is left out, and named; what could not be read stops the conversion.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import content, deliver, dialect_of, load, load_sound, name_of
from rookery.cli.problems import tally
from rookery.errors import RookeryError, Severity
from rookery.formats.catalogue import DEFAULT
from rookery.regulations import scheme
from rookery.wording import listed

if TYPE_CHECKING:
    from rookery.model import Event, Player, Team, Tournament

DIALECTS = ("trf26", "trf16", "trfx", "trfbx", "joint", "json")

_OTHER = (".csv", ".docx", ".htm", ".html", ".ods", ".odt", ".pdf", ".pgn", ".xls", ".xlsx")
"""How the names of files end that hold no tournaments."""

_FACTS = {
    "planned": "the number of rounds (142)",
    "system": "the system (192)",
    "points": "the points for results (162)",
    "match_points": "the points for matches (362)",
    "team_bye_points": "the points of a team's bye (320)",
    "ranking": "the tie-breaks (202, 212)",
    "initial_colour": "the initial colour (152)",
    "by_rank": "the order of the pairing numbers (172)",
    "board_colours": "the colours of the boards (352)",
    "requested": "the byes asked for (240)",
    "forbidden": "the forbidden pairs (260)",
    "acceleration": "the virtual points (250)",
    "abnormal": "the points awarded by the arbiter (299)",
    "team_event": "that it is an event of teams",
}
"""What a tournament says besides the people and the rounds, and in which record."""

EXAMPLES = (
    "rookery convert examples/swiss.trf swiss.json",
    "rookery convert --to trfx examples/swiss.trf - > javafo.trf",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("input", metavar="IN", help="the tournament to read; - is standard input")
    parser.add_argument("output", metavar="OUT", help="the file to write; - is standard output")
    parser.add_argument(
        "--to",
        choices=DIALECTS,
        help="trf26 (FIDE 2026), trf16 (FIDE 2016), trfx (JaVaFo), trfbx (bbpPairings), "
        "joint (trf26 with the lines of trfx), json",
    )
    parser.add_argument("--force", action="store_true", help="convert what could be read, whatever was wrong")


def run(args: argparse.Namespace) -> int:
    """Read one format, write another."""
    import rookery

    data = content(args.input)
    reading = (load if args.force else load_sound)(args.input, data)
    dialect = args.to or _dialect(args.output)
    made = rookery.dump(reading.tournament, dialect)
    missing = _missing(reading.tournament, made)
    if missing:
        print(f"rookery: lost or shortened in {dialect}: {'; '.join(missing)}", file=sys.stderr)
        format = scheme(reading.tournament.system).format
        if _FACTS["system"] in missing and format.playable and format is not DEFAULT:
            said = f"whoever reads it must name the system: rookery check --system {format.name}"
            print(f"rookery: {said}", file=sys.stderr)
    matter = [problem for problem in reading.problems if problem.severity > Severity.INFO]
    if matter:
        print(f"rookery: {name_of(args.input)}: {tally(matter)}", file=sys.stderr)
    deliver(made, args.output)
    return DONE


def _missing(tournament: Tournament, made: bytes) -> list[str]:
    """What the file that was made does not say."""
    import rookery

    try:
        return list(lost(tournament, rookery.load(made).tournament))
    except RookeryError:  # such as a tournament without players
        return ["so much that it cannot be read again"]


def _dialect(path: str) -> str:
    """The format a file name asks for; that of a table or a document is refused."""
    if path.lower().endswith(_OTHER):
        raise Refusal(f"{path}: tournaments are written as TRF or JSON; rookery standings prints CSV and HTML")
    return dialect_of(path)


def lost(before: Tournament, after: Tournament) -> Iterator[str]:
    """What a tournament said before it was written and read again, and does not say any more."""
    yield from (said for name, said in _FACTS.items() if getattr(before, name) != getattr(after, name))
    differing = [str(n) for n, round in enumerate(before.rounds, 1) if after.rounds[n - 1 : n] != (round,)]
    if differing:
        yield f"round{'s' * (len(differing) > 1)} {listed(differing)} as played"
    for what, old, new in (
        ("the event", [before.event], [after.event]),
        ("players", before.players, after.players),
        ("teams", before.teams, after.teams),
    ):
        changed = _changed(old, new)
        if changed:
            yield f"{listed(changed)} of {what}"


def _changed(old: Sequence[Event | Player | Team], new: Sequence[Event | Player | Team]) -> list[str]:
    """The facts that are not the same for everybody, by their names."""
    if len(old) != len(new):
        return ["some"]
    names = (field.name for field in fields(old[0])) if old else ()
    return [
        name.replace("_", " ")
        for name in names
        if any(getattr(a, name) != getattr(b, name) for a, b in zip(old, new, strict=True))
    ]
