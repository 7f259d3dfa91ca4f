"""Say what is wrong in tournament files, and where: every problem with its line and a caret under the columns.

A file without error-level problems passes (exit 0); --strict refuses warnings as well, but not an older file for its
age: what is used for each record of TRF26 that it cannot have is said, and no more. --for rating also asks for
everything a rating report needs, and --fide whether the event is by FIDE's rules as it is set up, and whether the
rounds that are left can be paired. Exit 3 when a file does not pass, 5 when one cannot be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rookery.cli.console import DEFAULT_USED, count_by_severity, print_json, print_paragraph, print_problem, say
from rookery.cli.errors import BAD_INPUT, DONE, UNREADABLE
from rookery.cli.files import display_name, player_list_hint, read_content
from rookery.errors import FormatError, Problem, Severity
from rookery.formatting import count, participant_label

if TYPE_CHECKING:
    import argparse

    from rookery.checking.compliance import ComplianceIssue
    from rookery.checking.feasibility import Feasibility
    from rookery.load_result import LoadResult
    from rookery.model import Tournament

EXAMPLES = (
    "rookery validate examples/swiss.trf",
    "rookery validate --strict --for rating examples/swiss.trf examples/round-robin.trf",
    "rookery validate --fide examples/swiss.trf",
)

_OF_THE_HEAD = ("missing", "event-dates", "tie-break")
"""Problems that `rookery set` answers where they concern the head."""


class ValidatedFile(NamedTuple):
    """The result for one file; `cannot` says why it could not be read."""

    path: str
    problems: tuple[Problem, ...] = ()
    refused: tuple[Problem, ...] = ()
    lines: tuple[str, ...] = ()
    summary: str = ""
    cannot: str = ""
    rules: FideCheck | None = None

    @property
    def code(self) -> int:
        """The exit code for this file."""
        broken = self.rules is not None and not self.rules.passes
        return UNREADABLE if self.cannot else BAD_INPUT if self.refused or broken else DONE


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    parser.add_argument("--strict", action="store_true", help="refuse warnings as well as errors")
    parser.add_argument("--for", dest="purpose", choices=["rating"], help="also ask for what a rating report needs")
    parser.add_argument("--fide", action="store_true", help="also ask what is not by FIDE's rules")
    parser.add_argument("--notes", action="store_true", help="print notes too, not only warnings and errors")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Validate every file; the largest exit code counts."""
    verdicts = [_validate_file(path, args.strict, args.purpose == "rating", args.fide) for path in args.files]
    if args.format == "json":
        results = [_to_json_data(verdict) for verdict in verdicts]
        print_json(results[0] if len(results) == 1 else results)
    else:
        for number, verdict in enumerate(verdicts):
            if number and (_has_notable_problem(verdict) or _has_notable_problem(verdicts[number - 1])):
                say()
            _print_validation(verdict, args.notes)
    return max(verdict.code for verdict in verdicts)


def _has_notable_problem(verdict: ValidatedFile) -> bool:
    return verdict.rules is not None or any(problem.severity > Severity.INFO for problem in verdict.problems)


def _validate_file(path: str, strict: bool, for_rating: bool, fide: bool) -> ValidatedFile:
    import rookery
    from rookery.checking.file_validation import validate_file

    try:
        data = read_content(path)
    except OSError as error:
        return ValidatedFile(path, cannot=(error.strerror or str(error)).lower())
    lines = _text_lines(data)
    try:
        reading = rookery.loads(data)
    except FormatError as error:
        return ValidatedFile(path, error.problems, error.problems, lines)
    validation = validate_file(reading, lines, strict=strict, for_rating=for_rating)
    rules = check_fide_rules(reading.tournament) if fide else None
    return ValidatedFile(path, validation.problems, validation.refused, lines, _summarize(reading), rules=rules)


def _text_lines(data: bytes) -> tuple[str, ...]:
    """Return the lines of the file as an editor shows them."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252", "replace")
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _summarize(reading: LoadResult) -> str:
    t = reading.tournament
    teams = f"{count(len(t.teams), 'team')}, " if t.team_event else ""
    planned = f" of {t.planned_rounds}" if t.planned_rounds else ""
    return f"{teams}{count(len(t.players), 'player')}, {count(len(t.rounds), 'round')}{planned}"


def _print_validation(verdict: ValidatedFile, notes: bool) -> None:
    name = display_name(verdict.path)
    if verdict.cannot:
        say(f"{name}: cannot be read: {verdict.cannot}", "bold red")
        return
    summary = f" ({verdict.summary})" if verdict.summary else ""
    style = "bold red" if verdict.refused else "bold green"
    shown_problems = [
        candidate
        for candidate in verdict.problems
        if notes or candidate.severity > Severity.INFO or candidate.code == DEFAULT_USED
    ]
    judgement = "not valid" if verdict.refused else "valid"
    print_paragraph(f"{name}: {judgement}, {count_by_severity(shown_problems)}{summary}", style=style)
    for problem in shown_problems:
        say()
        line = verdict.lines[problem.line - 1] if 0 < problem.line <= len(verdict.lines) else None
        print_problem(problem, line)
    if verdict.rules is not None:
        verdict.rules.print()
    if verdict.refused and verdict.summary:
        say()
        print_paragraph(_advise(verdict))
    elif verdict.refused and (hint := player_list_hint(verdict.path)):
        say()
        print_paragraph(f"This may be a list of players; {hint}")


def _advise(verdict: ValidatedFile) -> str:
    from rookery.cli.event_options import OPTIONS

    number = len(verdict.refused)
    problems = "this" if number == 1 else f"these {number:,}"
    can_be_set = [
        problem_ for problem_ in verdict.refused if problem_.field in OPTIONS and problem_.code in _OF_THE_HEAD
    ]
    head = dict.fromkeys(OPTIONS[problem.field] for problem in can_be_set)
    other_problems = tuple(problem for problem in verdict.refused if problem not in can_be_set)
    ways = [f"rookery set {display_name(verdict.path)} {' ... '.join(head)} ... completes the head"] if head else []
    ways += [f"open the file in a text editor and go to {_format_lines(other_problems)}"] if other_problems else []
    return f"To pass, put {problems} right: {'; '.join(ways)}."


def _format_lines(problems: tuple[Problem, ...]) -> str:
    from rookery.messages import join_list

    lines = sorted({problem.line for problem in problems if problem.line})
    if not lines:
        return "the head of the file"
    return ("line " if len(lines) == 1 else "lines ") + join_list(lines)


def _to_json_data(verdict: ValidatedFile) -> dict[str, object]:
    from rookery.serialize.as_data import encode, with_form

    failure = {"cannot": verdict.cannot} if verdict.cannot else {}
    rules = {} if verdict.rules is None else verdict.rules.as_json()
    data = {
        "file": verdict.path,
        "valid": verdict.code == DONE,
        **failure,
        "problems": encode(verdict.problems),
        **rules,
    }
    return with_form("validity", data)


class FideCheck(NamedTuple):
    """The deviations from FIDE's rules, and whether the remaining rounds can be paired (None if unknown)."""

    tournament: Tournament
    objections: tuple[ComplianceIssue, ...]
    feasible: Feasibility | None

    @property
    def passes(self) -> bool:
        """Whether there is no deviation, and the remaining rounds can be paired."""
        from rookery.checking.feasibility import Possibility

        return not self.objections and (self.feasible is None or self.feasible.answer is not Possibility.NO)

    def print(self) -> None:
        """Print everything in sentences."""
        from rookery.checking.text import describe_feasibility, describe_issue

        def name(issue: int) -> str:
            return participant_label(self.tournament.participants_by_number[issue])

        say()
        print_paragraph("Not by FIDE's rules:" if self.objections else "By FIDE's rules, as it is set up.")
        for issue in self.objections:
            print_paragraph(describe_issue(issue, name), "  - ", "    ")
        if self.feasible is not None:
            first, *causes = describe_feasibility(self.feasible, name)
            print_paragraph(first)
            for cause in causes:
                print_paragraph(cause, "  - ", "    ")

    def as_json(self) -> dict[str, object]:
        """Return the result as JSON data."""
        from rookery.serialize.as_data import encode

        return {"objections": encode(self.objections), "feasible": encode(self.feasible)}


def check_fide_rules(tournament: Tournament) -> FideCheck:
    """Check a tournament against FIDE's rules, as it is set up."""
    import rookery
    from rookery.errors import RookeryError

    try:
        feasibility = rookery.check_feasibility(tournament)
    except RookeryError:  # a system that is not known here: the objections say so
        feasibility = None
    return FideCheck(tournament, rookery.check_compliance(tournament), feasibility)
