"""Print a paper of a tournament: pairings for the wall, slips, standings, cards; as HTML or PDF.

What a paper can be of follows from the tournament; without WHAT the papers that fit it are listed. HTML goes to
standard output, or where -o says; a name that ends in .pdf makes PDF, which needs the package typst.
"""

from __future__ import annotations

from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import deliver, load, name_of, remark_on_overlooked, same_file
from rookery.cli.render import say
from rookery.cli.saving import overwrite
from rookery.cli.tables import print_table
from rookery.labels import Column, Table
from rookery.model import Tournament
from rookery.papers import PAPERS, Paper, PaperRequest, fitting, html, paper, pdf, typst
from rookery.rating import TITLES
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery print examples/swiss.trf",
    "rookery print examples/swiss.trf pairings --round 3 -o round3.html",
    "rookery print examples/swiss.trf reasons --player 1 -o reasons.html",
    "rookery print examples/teams.trf slips -o slips.html",
)

_FORMS = {".html": "html", ".htm": "html", ".pdf": "pdf", ".typ": "typst"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    add("what", metavar="WHAT", nargs="?", choices=list(PAPERS), help=f"which paper: {', '.join(PAPERS)}")
    add("--round", type=int, metavar="N", help="of round N (default: the last one)")
    add("--player", type=int, metavar="ID", help="of this player: reasons, norm, cards")
    add("--title", choices=[title.code for title in TITLES], type=str.upper, help="norm: of this title")
    add("--tiebreaks", metavar="LIST", help="standings, prizes: by these, in order: BH/C1,SB,DE (default: the file's)")
    add("--edition", metavar="YEAR", help="by the tie-break rules that began then, as in 2017 (default: by its date)")
    add("--category", metavar="WHO", default="", help="standings: only these: sex=w, u18, 50+, 1600-1800, fed=ESP")
    add("--prizes", metavar="FILE", help="prizes: lines place,amount or place,amount,category")
    add("--sharing", choices=["hort", "equal"], default="hort", help="how those level on points share (default: hort)")
    add("-o", "--output", metavar="OUT", help="write to this file: .html, .pdf, or .typ for the text that makes it")


def run(args: argparse.Namespace) -> int:
    """Print it."""
    if args.output == "":
        raise Refusal("-o: the name of a file must follow (- is standard output)")
    reading = load(args.file)
    tournament = reading.tournament
    remark_on_overlooked(reading)
    if args.what is None:
        _print_list(tournament)
        return DONE
    made = paper(tournament, args.what, _request(args))
    data = _printed(made, _form(args.output))
    if args.output in (None, "-"):
        deliver(data, None)
        return DONE
    if same_file(args.file, args.output):
        raise Refusal(f"{args.output} is the tournament itself: choose another name")
    overwrite(args.output, data)
    say(f"{args.output}: {made.title}.")
    return DONE


def _request(args: argparse.Namespace) -> PaperRequest:
    prizes = ""
    if args.prizes:
        from rookery.cli.sheets import text_of

        prizes = text_of(args.prizes)
    return PaperRequest(
        round=args.round,
        player=args.player,
        title=args.title,
        tiebreaks=args.tiebreaks,
        edition=args.edition,
        category=args.category,
        prizes=prizes,
        sharing=args.sharing,
    )


def _form(output: str | None) -> str:
    """What is to be written, by the end of the name."""
    if output is None or output == "-":
        return "html"
    for end, form in _FORMS.items():
        if output.lower().endswith(end):
            return form
    raise Refusal(f"-o {name_of(output)}: the name says what is written: .html, .pdf or .typ")


def _printed(made: Paper, form: str) -> bytes:
    if form == "pdf":
        return pdf(made)
    text = typst(made) if form == "typst" else html(made)
    return text.encode("utf-8")


def _print_list(t: Tournament) -> None:
    """The papers that can be made of a tournament."""
    rows = tuple((kind.name, kind.meaning) for kind in fitting(t))
    print_table(Table((Column("What"), Column("It is", least=20, wraps=True)), rows))
