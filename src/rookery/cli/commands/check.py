"""Say whether tournament files are paired and ranked by the rules, and if not, which rule says so.

For every round that differs: the boards, the first criterion on which the recorded pairing loses, with its cost beside
the right one, and whether it is illegal or only worse. The ranks of a finished tournament must follow the announced
tie-breaks. Exit 0 when all agree, 1 when some differ, 3 for a bad file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rookery._record import record
from rookery.checking.file_validation import with_missing_participants
from rookery.cli.console import Progress, print_json, print_paragraph, say
from rookery.cli.errors import BAD_INPUT, DIFFERENT, DONE, UNREADABLE, CommandError
from rookery.cli.files import display_name, load, read_content
from rookery.cli.options import add_edition, add_jobs, describe_outdated, parse_system_name
from rookery.errors import RookeryError, Severity
from rookery.formatting import count, format_points, participant_label
from rookery.regulations import FORMATS

if TYPE_CHECKING:
    import argparse

    from rookery.checking.report import CheckReport, Placing, RoundReport
    from rookery.load_result import LoadResult
    from rookery.model import Tournament

EXAMPLES = (
    "rookery check examples/swiss.trf",
    "rookery check --rounds 1-3 --format json examples/swiss.trf",
)


@record
class CheckedFile:
    """The result for one file; `cannot` says why it could not be checked."""

    path: str
    tournament: Tournament | None = None
    report: CheckReport | None = None
    cannot: str = ""
    code: int = DONE

    @property
    def quiet(self) -> bool:
        """Whether one line is enough."""
        report = self.report
        if report is None:
            return True
        return report.agree and not (report.notes or describe_outdated(report.edition))


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    parser.add_argument(
        "--rounds", metavar="LIST", type=_parse_rounds, help="only these, such as 5 or 1-3,7 (default: all)"
    )
    names = ", ".join(FORMATS)
    parser.add_argument("--system", type=parse_system_name, metavar="S",
                        help=f"by this system, not the file's: {names}")  # fmt: skip
    add_edition(parser)
    parser.add_argument("--unrated", type=int, metavar="R", help="Dubov: the rating of players who have none")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")
    add_jobs(parser)


def run(args: argparse.Namespace) -> int:
    """Check every file; the largest exit code counts."""
    exit_code, quiet = DONE, True
    results: list[dict[str, object]] = []
    with Progress(len(args.files), "files") as progress:
        check_file = partial(_check_file, args=args)
        for number, verdict in enumerate(_check_files(check_file, args.files, args.jobs)):
            exit_code = max(exit_code, verdict.code)
            if args.format == "json":
                results.append(_to_json_data(verdict))
            else:
                if number and not (verdict.quiet and quiet):
                    say()
                _print_file_check(verdict)
            quiet = verdict.quiet
            progress.step()
    if args.format == "json":
        print_json(results[0] if len(args.files) == 1 else results)
    return exit_code


def _parse_rounds(text: str) -> tuple[int, ...]:
    rounds: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        try:
            rounds.update(range(int(first), int(last or first) + 1))
        except ValueError:
            import argparse

            raise argparse.ArgumentTypeError(f"{text!r} is not a list of rounds such as 1-3,7") from None
    return tuple(sorted(rounds))


def _check_files(judge: Callable[[str], CheckedFile], files: Sequence[str], jobs: int | None) -> Iterator[CheckedFile]:
    if len(files) < 2:
        return map(judge, files)
    from rookery.simulation.executors import in_order

    return in_order(judge, files, 1 if any(map(_is_readable_once, files)) else jobs)


def _is_readable_once(path: str) -> bool:
    """Return whether only this process can read it: standard input, a pipe, a process substitution."""
    if path == "-" or path.startswith("/dev/"):
        return True
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def _check_file(path: str, args: argparse.Namespace) -> CheckedFile:
    import rookery

    try:
        reading = load(path, read_content(path))
        _require_sound(reading)
        tournament = reading.tournament
        if args.unrated is not None:
            from rookery.history.late_entries import with_provisional_ratings

            tournament = with_provisional_ratings(tournament, args.unrated)
        report = rookery.check(tournament, args.rounds, system=args.system, edition=args.edition)
    except OSError as error:
        return CheckedFile(path, cannot=(error.strerror or str(error)).lower(), code=UNREADABLE)
    except CommandError as refusal:
        return CheckedFile(path, cannot=str(refusal).removeprefix(f"{display_name(path)}: "), code=refusal.code)
    except RookeryError as error:
        return CheckedFile(path, cannot=str(error), code=BAD_INPUT)
    return CheckedFile(
        path, tournament, with_missing_participants(report, reading), code=DONE if report.agree else DIFFERENT
    )


def _require_sound(reading: LoadResult) -> None:
    """Raise CommandError if the file has errors."""
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    if errors:
        addition = f" (and {count(len(errors) - 1, 'more error')})" if errors[1:] else ""
        raise CommandError(f"{errors[0]}{addition}")


# -- for people


def _print_file_check(verdict: CheckedFile) -> None:
    name, report, tournament = display_name(verdict.path), verdict.report, verdict.tournament
    if report is None or tournament is None:
        say(f"{name}: cannot be checked: {verdict.cannot}", "bold red")
        return
    say(f"{name}: {_summarize(report)}", "bold green" if report.agree else "bold red")
    older = describe_outdated(report.edition)
    if older:
        print_paragraph(f"Judged by {older}.", indent="  ")
    for text in (*report.notes, *report.faults):
        print_paragraph(f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}", indent="  ")
    if report.wrong and not tournament.system:
        print_paragraph("If it was paired by another system, name it: --system.", indent="  ")
    for round in report.wrong:
        say()
        _print_round(round, tournament)
    if report.standings:
        say()
        _print_standings(report.standings, tournament)


def _summarize(report: CheckReport) -> str:
    """Summarize rounds and ranks in one line."""
    total, wrong = len(report.rounds), len(report.wrong)
    rules = report.edition or "the rules"
    rounds = f"{count(total, 'round')} paired by {rules}"
    if report.faults:
        rounds = f"{count(total, 'round')}, not as the format asks"
    if wrong:
        rounds = f"{wrong} of {count(total, 'round')} {'differs' if wrong == 1 else 'differ'} from {rules}"
    if not total:
        rounds = "no rounds to check"
    if report.standings is None:
        return f"{rounds}, ranks not checked"
    return f"{rounds}, {count(len(report.standings), 'wrong rank') if report.standings else 'ranks right'}"


def _print_standings(placings: Sequence[Placing], tournament: Tournament) -> None:
    """Print the participants with a wrong rank or wrong points."""
    from rookery.cli.tables import print_table
    from rookery.formatting import Column, Table

    tiebreaks = ", ".join(tournament.tiebreaks_after_points) or "points alone"
    say("The ranks do not follow the announced tie-breaks", "bold")
    print_paragraph(f"Announced: {tiebreaks}.", indent="  ")
    say()
    rows = []
    for placing in placings:
        first, last = placing.expected
        right = str(first) if first == last else f"{first}-{last}"
        recorded = "" if placing.recorded is None else str(placing.recorded)
        names = participant_label(tournament.participants_by_number[placing.player])
        rows.append(
            (names, format_points(placing.recorded_points), recorded, format_points(placing.expected_points), right)
        )
    columns = (
        Column("Team" if tournament.team_event else "Player", "<", 12),
        Column("Points", ">"),
        Column("Rank", ">"),
    )
    right_ones = (Column("Right points", ">"), Column("Right rank", ">"))
    print_table(Table((*columns, *right_ones), tuple(rows)), indent="  ")


def _print_round(round: RoundReport, tournament: Tournament) -> None:
    from rookery.checking.text import VERDICT_WORDS, describe_round
    from rookery.cli.tables import print_table
    from rookery.formatting import Column, Table

    def describe_pair(ids: Sequence[int] | None) -> str:
        if ids is None:
            return ""
        white, black = ids
        first = participant_label(tournament.participants_by_number[white])
        second = participant_label(tournament.participants_by_number[black]) if black else "bye"
        return f"{first} - {second}"

    say(f"Round {round.round}: {VERDICT_WORDS[round.verdict]}", "bold")
    for line in describe_round(
        round,
        lambda participant_id: participant_label(tournament.participants_by_number[participant_id]),
        teams=tournament.team_event,
    ):
        print_paragraph(line, indent="  ")
    if not round.differences:
        return
    say()
    rows = [
        (str(difference.board), describe_pair(difference.recorded), describe_pair(difference.expected))
        for difference in round.differences
    ]
    columns = (
        Column("Match" if tournament.team_event else "Board", ">"),
        Column("Recorded", "<", 12),
        Column("By the rules", "<", 12),
    )
    print_table(Table(columns, tuple(rows)), indent="  ")


# -- for programs


def _to_json_data(verdict: CheckedFile) -> dict[str, object]:
    from rookery.serialize.as_data import encode, with_form

    if verdict.report is None:
        nothing: dict[str, object] = {
            "system": "",
            "edition": None,
            "rounds": [],
            "standings": None,
            "notes": [],
            "faults": [],
        }
        return with_form("check-report", {"file": verdict.path, "agree": False, "cannot": verdict.cannot, **nothing})
    return with_form("check-report", {"file": verdict.path, **encode(verdict.report)})
