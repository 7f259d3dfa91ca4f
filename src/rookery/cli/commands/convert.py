"""Write a tournament in another format.

The input may be any dialect of TRF, or JSON; the output is TRF26 unless --to says otherwise or OUT ends in .json.
What the other format has no place for is left out, and named; what could not be read stops the conversion.
"""

from __future__ import annotations

from contextlib import nullcontext

from rookery.cli.amending import must_not_hide, source
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import deliver, dialect_of, load, load_sound, name_of, same_file
from rookery.cli.journal import keeping
from rookery.cli.losses import FACTS, missing
from rookery.cli.problems import ASSUMED, tally
from rookery.cli.streams import remark
from rookery.errors import Severity
from rookery.formats.catalogue import DEFAULT
from rookery.regulations import scheme
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from rookery.reading import Reading

DIALECTS = ("trf26", "trf16", "trfx", "trfbx", "joint", "json")

_OTHER = (".csv", ".docx", ".htm", ".html", ".ods", ".odt", ".pdf", ".pgn", ".xls", ".xlsx")
"""How the names of files end that hold no tournaments."""

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
    parser.add_argument("--force", action="store_true", help="convert what could be read, over whatever is there")


def run(args: argparse.Namespace) -> int:
    """Read one format, write another."""
    import rookery

    with source(args.input, args.output) as data:
        reading = (load if args.force else load_sound)(args.input, data)
        dialect = args.to or _dialect(args.output)
        made = rookery.dump(reading.tournament, dialect)
        if not args.force and not same_file(args.input, args.output):
            must_not_hide(args.output, made)
        _tell(args.input, reading, made, dialect)
        said = f"Written anew as {dialect}."
        own = same_file(args.input, args.output)
        with keeping(args.output, data, made, said, reading.tournament) if own else nullcontext():
            deliver(made, args.output)
    return DONE


def _tell(path: str, reading: Reading, made: bytes, dialect: str) -> None:
    """What is lost, and what was wrong with the file that was read."""
    absent = missing(reading.tournament, made)
    if absent:
        remark(f"lost or shortened in {dialect}: {'; '.join(absent)}")
        format = scheme(reading.tournament.system).format
        if FACTS["system"] in absent and format.playable and format is not DEFAULT:
            said = f"whoever reads it must name the system: rookery check --system {format.name}"
            remark(said)
    matter = [problem for problem in reading.problems if problem.severity > Severity.INFO]
    if matter:
        remark(f"{name_of(path)}: {tally(matter)}")
    for problem in reading.problems:
        if problem.code == ASSUMED:
            remark(f"{name_of(path)}: record {problem.field}, {problem.text}: used {problem.used}")


def _dialect(path: str) -> str:
    """The format a file name asks for; that of a table or a document is refused."""
    if path.lower().endswith(_OTHER):
        raise Refusal(f"{path}: tournaments are written as TRF or JSON; rookery standings prints CSV and HTML")
    return dialect_of(path)
