"""Pair the next round by the rules, and say why.

The pairing is printed, not written into the file, unless -o (or --format trf) asks for the file with the round added.
--explain shows what was decided group by group; with a number, everything about that player. --why-not 3 7 says why
3 and 7 do not meet, --why-not 4 bye why 4 has not got the bye, and why who has it does. Of a round that is in the file
already (--round) they say first what the file has, and whether the rules give that. rookery words explains the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.cli.console import say
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import is_same_file, load_sound, output_form, read_content, remark_on_overlooked, write_output
from rookery.cli.options import add_edition, describe_outdated
from rookery.cli.pairing_output import print_brackets, print_pairing, print_reasons, print_rules, print_why_not
from rookery.cli.terminal import remark
from rookery.errors import NoPairingError
from rookery.formatting import count, participant_label
from rookery.model import ByeKind
from rookery.model.validation import whole
from rookery.regulations import FORMATS

if TYPE_CHECKING:
    import argparse

    from rookery.load_result import LoadResult
    from rookery.model import Tournament
    from rookery.pairing.outcome import Pairing


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
    parser.add_argument("--why-not", nargs=2, type=_parse_participant, metavar=("A", "B"),
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
    """Pair the round."""
    if args.output == "":
        raise CommandError("-o: the name of a file must follow (- is standard output)")
    if args.output is None:
        return _pair_file(read_content(args.file), args)
    from rookery.cli.files import open_source

    with open_source(args.file, args.output) as data:
        return _pair_file(data, args)


def _pair_file(data: bytes, args: argparse.Namespace) -> int:
    """Pair the round after those in the file, and print or write it."""
    reading = _with_unrated_rating(load_sound(args.file, data), args)
    tournament, paired = _with_keizer_options(reading.tournament, args), None
    if _writes_next_round(reading, args):
        tournament, outcome, paired = _pair_next_round(reading, args)
    else:
        outcome = _compute_pairing(tournament, args)
    remark_on_overlooked(reading)
    _remark_on_assumptions(tournament, outcome)
    form = args.format or ("trf" if args.output else "text")
    if args.why_not or args.explain is not None:
        _print_reasons(tournament, outcome, args)
    elif form == "text" and not args.output:
        print_pairing(tournament, outcome)
    else:
        _write_outcome(reading, outcome, paired, form, args)
    return DONE


def _writes_next_round(reading: LoadResult, args: argparse.Namespace) -> bool:
    """Return whether the next round is to be written into a tournament."""
    asks = args.why_not or args.explain is not None or args.format not in (None, "trf")
    return bool(args.output) and not asks and args.round in (None, reading.tournament.next_round)


def _pair_next_round(reading: LoadResult, args: argparse.Namespace) -> tuple[Tournament, Pairing, Tournament]:
    """Return the tournament ready to be paired, the pairing, and the tournament with the round, as it is written."""
    from rookery.cli.file_service import pair_next_round

    pairings: list[tuple[Tournament, Pairing]] = []

    def find_pairing(tournament: Tournament) -> Pairing:
        by_rules = _with_keizer_options(tournament, args)
        pairings.append((by_rules, _compute_pairing(by_rules, args)))
        return pairings[-1][1]

    requested = bool(args.fix or args.bye is not None or args.system)
    paired = pair_next_round(reading, args.file, find_pairing, requested=requested, yes=args.yes)
    return *pairings[0], paired


def _write_outcome(
    reading: LoadResult, outcome: Pairing, paired: Tournament | None, output_format: str, args: argparse.Namespace
) -> None:
    """Write the outcome, over no other tournament, and say so; `paired` is the tournament with the round."""
    from rookery.cli.files import refuse_replacing
    from rookery.files import list_losses

    own_form = "json" if reading.document is None else "trf26"
    form = output_form(args.output, args.file, own_form)
    data_written = _format_outcome(reading, outcome, paired, output_format, form)
    if args.output and not args.force and not (output_format == "trf" and is_same_file(args.file, args.output)):
        refuse_replacing(args.output, data_written)
    if (
        output_format == "trf"
        and paired is not None
        and form != own_form
        and (absent := list_losses(paired, data_written))
    ):
        remark(f"lost or shortened in {form}: {'; '.join(absent)}")
    nouns = ("match", "matches") if reading.tournament.team_event else ("board", "boards")
    sentence = f"round {outcome.round_number} with {count(len(outcome.pairs), *nouns)}{_describe_byes(outcome)}"
    if output_format == "trf" and args.output and is_same_file(args.file, args.output):
        from rookery.cli.journal import record_change

        old = read_content(args.output)
        record_change(args.output, old, data_written, f"R{sentence[1:]}.", reading.tournament, judged=True)
    else:
        write_output(data_written, args.output)
    if args.output and args.output != "-":
        say(f"{args.output}: {sentence}.")


def _with_unrated_rating(reading: LoadResult, args: argparse.Namespace) -> LoadResult:
    """Return the file with the rating of unrated players, which is written and counts in all rounds."""
    if args.unrated is None:
        return reading
    return replace(reading, tournament=replace(reading.tournament, unrated=args.unrated))


def _compute_pairing(t: Tournament, args: argparse.Namespace) -> Pairing:
    """Return the pairing; errors say what to do."""
    import rookery

    fixed = [_parse_pair(text) for texts in args.fix for text in texts]
    _check_numbers(t, [number for pair in fixed for number in pair] + [args.bye] * (args.bye is not None))
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
    except rookery.UnfinishedError as error:
        hint = f"; --round {error.round} asks about that round itself" if error.round == len(t.rounds) else ""
        raise CommandError(f"{error}{hint}") from None
    except rookery.NoPairingError as error:
        raise _with_names(t, error) from None
    except rookery.RuleError as error:
        from rookery.pairing.knockout import LevelMatchError

        if not isinstance(error, LevelMatchError):
            raise
        first, second = error.participants
        raise CommandError(f"{error}, with --through {first} or --through {second}") from None


def _with_names(t: Tournament, error: NoPairingError) -> NoPairingError:
    """Return the same error with the names of the participants."""
    from rookery.pairing.outcome import Cause

    causes = [cause for cause in error.causes if isinstance(cause, Cause)]
    if not causes:
        return error
    return NoPairingError(
        "no legal pairing exists: "
        + causes[0].describe(lambda number: participant_label(t.participants_by_number[number])),
        error.causes,
    )


def _describe_byes(outcome: Pairing) -> str:
    """Describe the byes that the pairing gives."""
    bye_kinds = (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL)
    number = int(outcome.bye is not None)
    if outcome.complete_round is not None and FORMATS[outcome.system].eliminates:
        number = sum(bye.kind in bye_kinds for bye in outcome.complete_round.byes)
    return "" if not number else " and a bye" if number == 1 else f" and {number} byes"


def _with_keizer_options(t: Tournament, args: argparse.Namespace) -> Tournament:
    """Return the tournament with the requested Keizer rules."""
    if args.keizer is None:
        return t
    from rookery.formats.resolve import get_format
    from rookery.pairing.keizer import parse_options, rules_from_code

    if not get_format(t, args.system).club_rules:
        raise CommandError("--keizer is for a Keizer, and this is none")
    return replace(t, system=parse_options(args.keizer, rules_from_code(t.system)).code)


def _check_numbers(t: Tournament, numbers: list[int]) -> None:
    """Raise CommandError for a number that no participant has."""
    for number in numbers:
        if number not in t.participants_by_number:
            raise CommandError(f"there is no {'team' if t.team_event else 'player'} {number} in this tournament")


def _remark_on_assumptions(t: Tournament, outcome: Pairing) -> None:
    """Remark on what the pairing assumes beyond the file."""
    format_ = FORMATS[outcome.system]
    if format_.predetermined:
        return
    older = describe_outdated(outcome.edition)
    if older:
        remark(f"paired by {older}")
    if t.planned_rounds is None and outcome.complete_round is None:
        remark("the number of rounds is not declared: this is not taken for the last one")
    if t.initial_colour is None and outcome.round_number == 1:
        warning = "the initial colour is not declared: White is taken as drawn (rookery set --colour declares one)"
        remark(warning)


def _parse_pair(text: str) -> tuple[int, int]:
    """Parse `3-7` as two numbers."""
    parts = text.split("-")
    white, black = (whole(part.strip()) for part in parts) if len(parts) == 2 else (None, None)
    if white is None or black is None:
        raise CommandError(f"--fix {text}: expected two numbers, as in 3-7")
    if white == black:
        raise CommandError(
            f"--fix {text}: {white} cannot meet {white}; name two, as in 3-7 (--bye {white} gives the bye)"
        )
    return white, black


def _parse_participant(text: str) -> int | None:
    """Parse the number of a participant; None for the bye."""
    if text.lower() == "bye":
        return None
    if not text.isdecimal():
        import argparse

        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor the word bye")
    return int(text)


def _print_reasons(t: Tournament, outcome: Pairing, args: argparse.Namespace) -> None:
    numbers = [number for number in args.why_not or [args.explain] if number]
    for number in numbers:
        if number not in t.participants_by_number:
            raise CommandError(f"there is no {number} in this tournament")
    if args.format == "json":
        _print_reasons_as_data(outcome, numbers, bool(args.why_not))
        return
    if not numbers:
        print_brackets(t, outcome)
    elif args.why_not:
        print_why_not(outcome, numbers)
    else:
        print_reasons(outcome.explain(args.explain).reasons)
    print_rules(outcome)


def _print_reasons_as_data(outcome: Pairing, numbers: list[int], why_not: bool) -> None:
    """Print the reasons as JSON; without a participant, the outcome with its costs."""
    from rookery.cli.console import print_json
    from rookery.serialize.as_data import as_data

    answer = outcome.why_not(*numbers) if why_not else outcome.explain(numbers[0]) if numbers else outcome
    print_json(as_data(answer, ledger=True))


def _format_outcome(
    reading: LoadResult, outcome: Pairing, paired: Tournament | None, output_format: str, form: str
) -> bytes:
    """Return the outcome in the chosen format."""
    from rookery.cli.pairing_output import dump_with_round, format_pair_list

    if output_format == "json":
        import json

        from rookery.serialize.as_data import as_data

        return (json.dumps(as_data(outcome, ledger=True), ensure_ascii=False, indent=2) + "\n").encode()
    if output_format == "list":
        return format_pair_list(outcome).encode()
    if output_format == "text":
        raise CommandError("-o writes a tournament (trf), a pairing (json) or a list; text is for the screen")
    return dump_with_round(reading, outcome, paired, form)
