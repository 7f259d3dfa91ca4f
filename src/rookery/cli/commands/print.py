"""Print a paper of a tournament: pairings for the wall, slips, standings, cards; as HTML or PDF.

What a paper can be of follows from the tournament; without WHAT the papers that fit it are listed. HTML goes to
standard output, or where -o says; a name that ends in .pdf makes PDF, which needs the package typst.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rookery.cli.console import say
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import display_name, is_same_file, load, overwrite, remark_on_overlooked, write_output
from rookery.cli.tables import print_table
from rookery.documents import (
    PAPERS,
    Paper,
    PaperRequest,
    available_papers,
    build_paper,
    to_csv,
    to_html,
    to_pdf,
    to_typst,
    to_xlsx,
)
from rookery.formatting import Column, Table
from rookery.model import Tournament
from rookery.rating import TITLES

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery print examples/swiss.trf",
    "rookery print examples/swiss.trf pairings --round 3 -o round3.html",
    "rookery print examples/swiss.trf reasons --player 1 -o reasons.html",
    "rookery print examples/teams.trf slips -o slips.html",
)

_NAMES = [name for name, kind in PAPERS.items() if not kind.needs_hall]
_FORMS = {".html": "html", ".htm": "html", ".pdf": "pdf", ".typ": "typst", ".csv": "csv", ".xlsx": "xlsx"}

_BINARY: dict[str, Callable[[Paper], bytes]] = {"pdf": to_pdf, "csv": to_csv, "xlsx": to_xlsx}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    add("what", metavar="WHAT", nargs="?", choices=_NAMES, help=f"which paper: {', '.join(_NAMES)}")
    add("--large", action="store_true", help="pairings, names, standings: in large type, for a wall")
    add("--round", type=int, metavar="N", help="of round N (default: the last one)")
    add("--player", type=int, metavar="ID", help="of this player: reasons, norm, cards, badges")
    add("--title", choices=[title.code for title in TITLES], type=str.upper, help="norm: of this title")
    add("--tiebreaks", metavar="LIST", help="standings, prizes: by these, in order: BH/C1,SB,DE (default: the file's)")
    add("--edition", metavar="YEAR", help="by the tie-break rules that began then, as in 2017 (default: by its date)")
    add("--category", metavar="WHO", default="", help="standings: only these: sex=w, u18, 50+, 1600-1800, fed=ESP")
    add(
        "--prizes", metavar="FILE", help="prizes: lines place,amount or place,amount,category; a thing instead of money"
    )
    add("--sharing", choices=["hort", "equal", "rank"], default="hort",
        help="how those level on points share: hort, equal, or not at all, by rank (default: hort)")  # fmt: skip
    add("--one-each", choices=["value", "order"], default="",
        help="prizes: nobody wins twice: the most valuable counts, or the first in the order of the list")  # fmt: skip
    add("--currency", metavar="NAME", default="", help="prizes: what stands beside the amounts, such as EUR")
    add(
        "-o",
        "--output",
        metavar="OUT",
        help="write to this file: .html, .pdf, .typ for the text that makes it; a list also .csv or .xlsx",
    )


def run(args: argparse.Namespace) -> int:
    """Print the paper."""
    if args.output == "":
        raise CommandError("-o: the name of a file must follow (- is standard output)")
    reading = load(args.file)
    tournament = reading.tournament
    remark_on_overlooked(reading)
    if args.what is None:
        _print_available_papers(tournament)
        return DONE
    paper = build_paper(tournament, args.what, _build_request(args))
    data = _render_paper(paper, _output_format(args.output))
    if args.output in (None, "-"):
        write_output(data, None)
        return DONE
    if is_same_file(args.file, args.output):
        raise CommandError(f"{args.output} is the tournament itself: choose another name")
    overwrite(args.output, data)
    say(f"{args.output}: {paper.title}.")
    return DONE


def _build_request(args: argparse.Namespace) -> PaperRequest:
    prizes = ""
    if args.prizes:
        from rookery.cli.spreadsheet_input import read_text

        prizes = read_text(args.prizes)
    return PaperRequest(
        round=args.round,
        player=args.player,
        title=args.title,
        tiebreaks=args.tiebreaks,
        edition=args.edition,
        category=args.category,
        prizes=prizes,
        sharing=args.sharing,
        one_each=args.one_each,
        currency=args.currency,
        large=args.large,
    )


def _output_format(output: str | None) -> str:
    """Return the output format, by the suffix of the name."""
    if output is None or output == "-":
        return "html"
    for end, form in _FORMS.items():
        if output.lower().endswith(end):
            return form
    raise CommandError(f"-o {display_name(output)}: the name says what is written: .html, .pdf, .typ, .csv or .xlsx")


def _render_paper(paper: Paper, form: str) -> bytes:
    if form in _BINARY:
        return _BINARY[form](paper)
    text = to_typst(paper) if form == "typst" else to_html(paper)
    return text.encode("utf-8")


def _print_available_papers(t: Tournament) -> None:
    """List the papers available for a tournament."""
    rows = tuple((kind.name, kind.meaning) for kind in available_papers(t))
    print_table(Table((Column("What"), Column("It is", least=20, wraps=True)), rows))
