"""Write a tournament in another format.

The input may be any dialect of TRF, or JSON; the output is TRF26 unless --to says otherwise or OUT ends in .json.
What the other format has no place for is left out; what could not be read stops the conversion.
"""

from __future__ import annotations

import argparse
import sys

from rookery.cli.codes import DONE
from rookery.cli.files import content, dialect_of, load, load_sound, name_of, save
from rookery.cli.render import tally
from rookery.errors import Severity

DIALECTS = ("trf26", "trf16", "trfx", "trfbx", "joint", "json")

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
    made = rookery.dump(reading.tournament, args.to or dialect_of(args.output))
    matter = [problem for problem in reading.problems if problem.severity > Severity.INFO]
    if matter:
        print(f"rookery: {name_of(args.input)}: {tally(matter)}", file=sys.stderr)
    if args.output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(made)
        sys.stdout.buffer.flush()
    else:
        save(args.output, made)
    return DONE
