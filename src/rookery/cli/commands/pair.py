"""Pair the next round by the rules, and say why.

The pairing is printed, not written into the file, unless -o (or --format trf) asks for the file with the round added.
--explain shows what was decided group by group; with a number, everything about that player. --why-not 3 7 says why
3 and 7 do not meet, --why-not 4 bye why 4 has not got the bye, and why who has it does. Of a round that is in the file
already (--round) they say first what the file has, and whether the rules give that. rookery words explains the words.
"""

from __future__ import annotations

from rookery.cli.editions import add_edition, not_in_force
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import content, deliver, form_for, load_sound, remark_on_overlooked, same_file
from rookery.cli.pairing_text import print_group_by_group, print_pairing, print_reasons, print_rules, print_why_not
from rookery.cli.render import say
from rookery.cli.streams import remark
from rookery.errors import NoPairing
from rookery.labels import count, person
from rookery.model import ByeKind
from rookery.model.limits import whole
from rookery.regulations import FORMATS
from rookery.typed import TYPE_CHECKING
from rookery.values import replace

if TYPE_CHECKING:
    import argparse

    from rookery.model import Tournament
    from rookery.pairing.outcome import Outcome
    from rookery.reading import Reading

EXAMPLES = (
    "rookery pair examples/swiss.trf",
    "rookery pair examples/swiss.trf --explain",
    "rookery pair examples/swiss.trf --explain 3",
    "rookery pair examples/swiss.trf --why-not 1 2",
    "rookery pair examples/team-swiss.trf --why-not 5 bye",
    "rookery pair examples/swiss.trf --round 3 --explain 3",
    "rookery pair examples/swiss.trf -o next.trf",
    "rookery pair examples/team-swiss.trf",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    parser.add_argument(
        "--system", type=str.lower, metavar="S", help="pair by this system (default: the one the file names, or dutch)"
    )
    add_edition(parser)
    parser.add_argument("--unrated", metavar="N", type=int, help="the rating of those who have none (Dubov needs one)")
    parser.add_argument(
        "--round",
        type=int,
        metavar="N",
        help="round N by the rules, from the rounds before it; what the file has is told",
    )
    parser.add_argument("--fix", action="append", nargs="+", default=[], metavar="A-B", help="pairs that shall be made")
    parser.add_argument("--bye", type=int, metavar="ID", help="who shall have the bye")
    parser.add_argument("--explain", nargs="?", type=int, const=0, metavar="ID", help="say why, for all or for one")
    parser.add_argument("--why-not", nargs=2, type=_one, metavar=("A", "B"),
        help="say why A and B do not meet; with the word bye for B, why A has not got it")  # fmt: skip
    parser.add_argument("--through", action="extend", nargs="+", type=int, default=[], metavar="ID",
        help="knock-out: who of a level match goes on")  # fmt: skip
    parser.add_argument("--games", type=int, metavar="N", help="knock-out: games of a meeting (JSON files only)")
    parser.add_argument("--keizer", metavar="RULES", help="Keizer: other rules than the file's, such as top=60,apart=5")
    formats = ["text", "json", "trf", "list"]
    parser.add_argument("--format", choices=formats, help="how to print (default: text; with -o by its name)")
    parser.add_argument("-o", "--output", metavar="OUT", help="write to this file")
    parser.add_argument("--yes", action="append", default=[], metavar="CODE", help="go on in spite of this warning")
    parser.add_argument("--force", action="store_true", help="write it even over another tournament")


def run(args: argparse.Namespace) -> int:
    """Pair it."""
    if args.output == "":
        raise Refusal("-o: the name of a file must follow (- is standard output)")
    if args.output is None:
        return _answered(content(args.file), args)
    from rookery.cli.amending import source

    with source(args.file, args.output) as data:
        return _answered(data, args)


def _answered(data: bytes, args: argparse.Namespace) -> int:
    """Pair the round that comes after what the file has, and print or write it."""
    reading = _with_unrated(load_sound(args.file, data), args)
    reading = _ready(reading, args)
    tournament = _by_other_rules(reading.tournament, args)
    outcome = _paired(tournament, args)
    remark_on_overlooked(reading)
    _remark(tournament, outcome)
    chosen = args.format or ("trf" if args.output else "text")
    if args.why_not or args.explain is not None:
        _print_reasons(tournament, outcome, args)
    elif chosen == "text" and not args.output:
        print_pairing(tournament, outcome)
    else:
        _write(reading, outcome, chosen, args)
    return DONE


def _ready(reading: Reading, args: argparse.Namespace) -> Reading:
    """What was read; where its next round will be written, what must be answered first is."""
    asks = args.why_not or args.explain is not None or args.format not in (None, "trf")
    if not args.output or asks or args.round not in (None, reading.tournament.next_round):
        return reading
    from rookery.cli.pairing_answers import ready

    return ready(reading, args.file, args.yes)


def _write(reading: Reading, outcome: Outcome, chosen: str, args: argparse.Namespace) -> None:
    """Write the outcome, over no other tournament, and say so."""
    from rookery.cli.amending import must_not_hide
    from rookery.cli.losses import missing
    from rookery.cli.pairing_data import with_outcome

    if chosen == "trf" and args.output and (args.fix or args.bye is not None or args.system):
        from rookery.cli.pairing_answers import with_wishes

        reading = with_wishes(reading, outcome, args.file, args.yes)
    own = "json" if reading.document is None else "trf26"
    form = form_for(args.output, args.file, own)
    made = _data(reading, outcome, chosen, form)
    if args.output and not args.force and not (chosen == "trf" and same_file(args.file, args.output)):
        must_not_hide(args.output, made)
    if chosen == "trf" and form != own and (absent := missing(with_outcome(reading.tournament, outcome, form), made)):
        remark(f"lost or shortened in {form}: {'; '.join(absent)}")
    kind = ("match", "matches") if reading.tournament.team_event else ("board", "boards")
    said = f"round {outcome.number} with {count(len(outcome.pairs), *kind)}{_byes(outcome)}"
    if chosen == "trf" and args.output and same_file(args.file, args.output):
        from rookery.cli.journal import keeping

        with keeping(args.output, content(args.output), made, f"R{said[1:]}.", reading.tournament, judged=True):
            deliver(made, args.output)
    else:
        deliver(made, args.output)
    if args.output and args.output != "-":
        say(f"{args.output}: {said}.")


def _with_unrated(reading: Reading, args: argparse.Namespace) -> Reading:
    """What was read, with the rating of those who have none: it is written with the round, and counts in all others."""
    if args.unrated is None:
        return reading
    return replace(reading, tournament=replace(reading.tournament, unrated=args.unrated))


def _paired(t: Tournament, args: argparse.Namespace) -> Outcome:
    """The pairing, or why there is none, with what to do about it."""
    import rookery

    fixed = [_pair_of(text) for texts in args.fix for text in texts]
    _check_numbers(t, [one for pair in fixed for one in pair] + [args.bye] * (args.bye is not None))
    try:
        return rookery.pair(
            t,
            args.system,
            round=args.round,
            fixed=fixed,
            bye=args.bye,
            unrated=args.unrated,
            through=args.through,
            games=args.games,
            edition=args.edition,
        )
    except rookery.Unfinished as error:
        hint = f"; --round {error.round} asks about that round itself" if error.round == len(t.rounds) else ""
        raise Refusal(f"{error}{hint}") from None
    except rookery.NoPairing as error:
        raise _by_name(t, error) from None
    except rookery.RuleError as error:
        from rookery.pairing.knockout import Level

        if not isinstance(error, Level):
            raise
        first, second = error.who
        raise Refusal(f"{error}, with --through {first} or --through {second}") from None


def _by_name(t: Tournament, error: NoPairing) -> NoPairing:
    """The same refusal with the names of those concerned."""
    from rookery.pairing.outcome import Cause

    causes = [one for one in error.causes if isinstance(one, Cause)]
    if not causes:
        return error
    return NoPairing(f"no legal pairing exists: {causes[0].said(lambda one: person(t.by_id[one]))}", error.causes)


def _byes(outcome: Outcome) -> str:
    """How many byes there are that the pairing gives."""
    given = (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL)
    number = int(outcome.bye is not None)
    if outcome.whole is not None and FORMATS[outcome.system].eliminates:
        number = sum(one.kind in given for one in outcome.whole.byes)
    return "" if not number else " and a bye" if number == 1 else f" and {number} byes"


def _by_other_rules(t: Tournament, args: argparse.Namespace) -> Tournament:
    """The tournament under the rules of a Keizer that were asked for."""
    if args.keizer is None:
        return t
    from rookery.formats.catalogue import format_of
    from rookery.pairing.keizer_rules import rules_of, told

    if not format_of(t, args.system).club_rules:
        raise Refusal("--keizer is for a Keizer, and this is none")
    return replace(t, system=told(args.keizer, rules_of(t.system)).code)


def _check_numbers(t: Tournament, numbers: list[int]) -> None:
    """What is fixed must be said of somebody."""
    for one in numbers:
        if one not in t.by_id:
            raise Refusal(f"there is no {'team' if t.team_event else 'player'} {one} in this tournament")


def _remark(t: Tournament, outcome: Outcome) -> None:
    """What the pairing rests on that the file does not say."""
    format = FORMATS[outcome.system]
    if format.predetermined:
        return
    older = not_in_force(outcome.edition)
    if older:
        remark(f"paired by {older}")
    if t.planned is None and outcome.whole is None:
        remark("the number of rounds is not declared: this is not taken for the last one")
    if t.initial_colour is None and outcome.number == 1:
        said = "the initial colour is not declared: White is taken as drawn (rookery set --colour declares one)"
        remark(said)


def _pair_of(text: str) -> tuple[int, int]:
    """`3-7` as two numbers."""
    parts = text.split("-")
    white, black = (whole(part.strip()) for part in parts) if len(parts) == 2 else (None, None)
    if white is None or black is None:
        raise Refusal(f"--fix {text}: expected two numbers, as in 3-7")
    if white == black:
        raise Refusal(f"--fix {text}: {white} cannot meet {white}; name two, as in 3-7 (--bye {white} gives the bye)")
    return white, black


def _one(text: str) -> int | None:
    """The number of somebody; None for the bye."""
    if text.lower() == "bye":
        return None
    if not text.isdecimal():
        import argparse

        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor the word bye")
    return int(text)


def _print_reasons(t: Tournament, outcome: Outcome, args: argparse.Namespace) -> None:
    asked = [one for one in args.why_not or [args.explain] if one]
    for one in asked:
        if one not in t.by_id:
            raise Refusal(f"there is no {one} in this tournament")
    if args.format == "json":
        _print_reasons_as_data(outcome, asked, bool(args.why_not))
        return
    if not asked:
        print_group_by_group(t, outcome)
    elif args.why_not:
        print_why_not(outcome, asked)
    else:
        print_reasons(outcome.explain(args.explain).reasons)
    print_rules(outcome)


def _print_reasons_as_data(outcome: Outcome, asked: list[int], why_not: bool) -> None:
    """The same for another program; of nobody in particular, the outcome with what it pays."""
    from rookery.answers.data import as_data
    from rookery.cli.render import print_json

    answer = outcome.why_not(*asked) if why_not else outcome.explain(asked[0]) if asked else outcome
    print_json(as_data(answer, ledger=True))


def _data(reading: Reading, outcome: Outcome, chosen: str, form: str) -> bytes:
    """The outcome in another form."""
    from rookery.cli.pairing_data import as_list, with_round

    if chosen == "json":
        import json

        from rookery.answers.data import as_data

        return (json.dumps(as_data(outcome, ledger=True), ensure_ascii=False, indent=2) + "\n").encode()
    if chosen == "list":
        return as_list(outcome).encode()
    if chosen == "text":
        raise Refusal("-o writes a tournament (trf), a pairing (json) or a list; text is for the screen")
    return with_round(reading, outcome, form)
