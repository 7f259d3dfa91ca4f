"""Write a tournament in another format.

The input may be any dialect of TRF, or JSON; the output is TRF26 unless --to says otherwise or OUT ends in .json.
What the other format has no place for is left out, and named; what could not be read stops the conversion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.cli.console import DEFAULT_USED, count_by_severity
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import (
    dialect_for,
    display_name,
    is_same_file,
    load,
    load_sound,
    open_source,
    refuse_replacing,
    write_output,
)
from rookery.cli.journal import record_change
from rookery.cli.terminal import remark
from rookery.errors import Severity
from rookery.files import FIELD_TEXTS, describe_long_names, list_losses
from rookery.formats.resolve import DEFAULT
from rookery.regulations import parse_type_code

if TYPE_CHECKING:
    import argparse

    from rookery.load_result import LoadResult

DIALECTS = ("trf26", "trf16", "trfx", "trfbx", "joint", "vega", "json")

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
        "joint (trf26 with the lines of trfx), vega (trf16 for Vega, which counts bytes), json",
    )
    parser.add_argument("--force", action="store_true", help="convert what could be read, over whatever is there")


def run(args: argparse.Namespace) -> int:
    """Read one format, and write another."""
    import rookery

    with open_source(args.input, args.output) as data:
        reading = (load if args.force else load_sound)(args.input, data)
        dialect = args.to or _dialect_for_path(args.output)
        from rookery.files import file_format

        converted = rookery.dumps(reading.tournament, file_format(dialect))
        if not args.force and not is_same_file(args.input, args.output):
            refuse_replacing(args.output, converted)
        _remark_on_losses(args.input, reading, converted, dialect)
        if hint := describe_long_names(reading.tournament, dialect):
            remark(hint)
        if is_same_file(args.input, args.output):
            record_change(args.output, data, converted, f"Written anew as {dialect}.", reading.tournament)
        else:
            write_output(converted, args.output)
    return DONE


def _remark_on_losses(path: str, reading: LoadResult, converted: bytes, dialect: str) -> None:
    """Remark on what is lost, and on the problems of the input."""
    absent = list_losses(reading.tournament, converted)
    if absent:
        remark(f"lost or shortened in {dialect}: {'; '.join(absent)}")
        format_ = parse_type_code(reading.tournament.system).format
        if FIELD_TEXTS["system"] in absent and format_.playable and format_ is not DEFAULT:
            hint = f"to read it, name the system: rookery check --system {format_.name}"
            remark(hint)
    serious = [problem for problem in reading.problems if problem.severity > Severity.INFO]
    if serious:
        remark(f"{display_name(path)}: {count_by_severity(serious)}")
    for problem in reading.problems:
        if problem.code == DEFAULT_USED:
            remark(f"{display_name(path)}: record {problem.field}, {problem.text}: used {problem.used}")


def _dialect_for_path(path: str) -> str:
    """Return the format that a file name implies; raise CommandError for a table or a document."""
    if path.lower().endswith(_OTHER):
        raise CommandError(f"{path}: tournaments are written as TRF or JSON; rookery standings prints CSV and HTML")
    return dialect_for(path)
