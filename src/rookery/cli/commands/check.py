"""Say whether tournament files are paired and ranked by the rules, and if not, which rule says so.

For every round that differs: the boards, the first criterion on which the recorded pairing loses, with its cost beside
the right one, and whether it is illegal or only worse. The ranks of a finished tournament must follow the announced
tie-breaks. Exit 0 when all agree, 1 when some differ, 3 for a bad file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rookery.checking.validity import noted
from rookery.cli.editions import add_edition, not_in_force, system_name
from rookery.cli.exits import BAD, DIFFERENT, DONE, UNREADABLE, Refusal
from rookery.cli.files import content, load, name_of
from rookery.cli.hands import add_jobs
from rookery.cli.progress import Progress
from rookery.cli.render import paragraph, print_json, say
from rookery.errors import RookeryError, Severity
from rookery.labels import count, person, points
from rookery.regulations import FORMATS
from rookery.typed import TYPE_CHECKING
from rookery.values import Value

if TYPE_CHECKING:
    import argparse

    from rookery.checking.report import CheckReport, Placing, RoundReport
    from rookery.model import Tournament
    from rookery.reading import Reading

EXAMPLES = (
    "rookery check examples/swiss.trf",
    "rookery check --rounds 1-3 --format json examples/swiss.trf",
)


class Checked(Value):
    """What we have to say of one file; `cannot` when it could not be checked at all."""

    path: str
    tournament: Tournament | None = None
    report: CheckReport | None = None
    cannot: str = ""
    code: int = DONE

    @property
    def quiet(self) -> bool:
        """Whether one line says it all."""
        report = self.report
        if report is None:
            return True
        return report.agree and not (report.notes or not_in_force(report.edition))


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    parser.add_argument("--rounds", metavar="LIST", type=_rounds, help="only these, such as 5 or 1-3,7 (default: all)")
    names = ", ".join(FORMATS)
    parser.add_argument("--system", type=system_name, metavar="S",
                        help=f"by this system, not the file's: {names}")  # fmt: skip
    add_edition(parser)
    parser.add_argument("--unrated", type=int, metavar="R", help="Dubov: the rating of players who have none")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")
    add_jobs(parser)


def run(args: argparse.Namespace) -> int:
    """Check every file; the largest code counts."""
    worst, quiet = DONE, True
    told: list[dict[str, object]] = []
    with Progress(len(args.files), "files") as progress:
        judge = partial(_verdict, args=args)
        for number, verdict in enumerate(_verdicts(judge, args.files, args.jobs)):
            worst = max(worst, verdict.code)
            if args.format == "json":
                told.append(_as_json(verdict))
            else:
                if number and not (verdict.quiet and quiet):
                    say()
                _print(verdict)
            quiet = verdict.quiet
            progress.step()
    if args.format == "json":
        print_json(told[0] if len(args.files) == 1 else told)
    return worst


def _rounds(text: str) -> tuple[int, ...]:
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        try:
            found.update(range(int(first), int(last or first) + 1))
        except ValueError:
            import argparse

            raise argparse.ArgumentTypeError(f"{text!r} is not a list of rounds such as 1-3,7") from None
    return tuple(sorted(found))


def _verdicts(judge: Callable[[str], Checked], files: Sequence[str], jobs: int | None) -> Iterator[Checked]:
    if len(files) < 2:
        return map(judge, files)
    from rookery.simulation.executors import in_order

    return in_order(judge, files, 1 if any(map(_ours_alone, files)) else jobs)


def _ours_alone(path: str) -> bool:
    """Whether no other process can read it: standard input, a pipe, what a shell puts in the place of a command."""
    if path == "-" or path.startswith("/dev/"):
        return True
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def _verdict(path: str, args: argparse.Namespace) -> Checked:
    import rookery

    try:
        reading = load(path, content(path))
        _sound(reading)
        tournament = reading.tournament
        if args.unrated is not None:
            from rookery.entries import provisionally_rated

            tournament = provisionally_rated(tournament, args.unrated)
        report = rookery.check(tournament, args.rounds, system=args.system, edition=args.edition)
    except OSError as error:
        return Checked(path, cannot=(error.strerror or str(error)).lower(), code=UNREADABLE)
    except Refusal as refusal:
        return Checked(path, cannot=str(refusal).removeprefix(f"{name_of(path)}: "), code=refusal.code)
    except RookeryError as error:
        return Checked(path, cannot=str(error), code=BAD)
    return Checked(path, tournament, noted(report, reading), code=DONE if report.agree else DIFFERENT)


def _sound(reading: Reading) -> None:
    """What could not be understood cannot be judged."""
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    if errors:
        more = f" (and {count(len(errors) - 1, 'more error')})" if errors[1:] else ""
        raise Refusal(f"{errors[0]}{more}")


# -- for people


def _print(verdict: Checked) -> None:
    name, report, tournament = name_of(verdict.path), verdict.report, verdict.tournament
    if report is None or tournament is None:
        say(f"{name}: cannot be checked: {verdict.cannot}", "bold red")
        return
    say(f"{name}: {_summary(report)}", "bold green" if report.agree else "bold red")
    older = not_in_force(report.edition)
    if older:
        paragraph(f"Judged by {older}.", indent="  ")
    for text in (*report.notes, *report.faults):
        paragraph(f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}", indent="  ")
    if report.wrong and not tournament.system:
        paragraph("If it was paired by another system, name it: --system.", indent="  ")
    for round in report.wrong:
        say()
        _print_round(round, tournament)
    if report.standings:
        say()
        _print_standings(report.standings, tournament)


def _summary(report: CheckReport) -> str:
    """Rounds and ranks in one line."""
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
    """Who stands in the wrong place, or with the wrong points."""
    from rookery.cli.tables import print_table
    from rookery.labels import Column, Table

    by = ", ".join(tournament.tiebreaks) or "points alone"
    say("The ranks do not follow the announced tie-breaks", "bold")
    paragraph(f"Announced: {by}.", indent="  ")
    say()
    rows = []
    for one in placings:
        first, last = one.expected
        right = str(first) if first == last else f"{first}-{last}"
        recorded = "" if one.recorded is None else str(one.recorded)
        names = person(tournament.by_id[one.player])
        rows.append((names, points(one.recorded_points), recorded, points(one.expected_points), right))
    columns = (
        Column("Team" if tournament.team_event else "Player", "<", 12),
        Column("Points", ">"),
        Column("Rank", ">"),
    )
    right_ones = (Column("Right points", ">"), Column("Right rank", ">"))
    print_table(Table((*columns, *right_ones), tuple(rows)), indent="  ")


def _print_round(round: RoundReport, tournament: Tournament) -> None:
    from rookery.checking.sentences import reasons
    from rookery.cli.tables import print_table
    from rookery.labels import Column, Table

    def who(ids: Sequence[int] | None) -> str:
        if ids is None:
            return ""
        white, black = ids
        return f"{person(tournament.by_id[white])} - {person(tournament.by_id[black]) if black else 'bye'}"

    say(f"Round {round.round} {round.verdict.value}", "bold")
    for line in reasons(round, lambda one: person(tournament.by_id[one]), teams=tournament.team_event):
        paragraph(line, indent="  ")
    if not round.differences:
        return
    say()
    rows = [(str(one.board), who(one.recorded), who(one.expected)) for one in round.differences]
    columns = (
        Column("Match" if tournament.team_event else "Board", ">"),
        Column("Recorded", "<", 12),
        Column("By the rules", "<", 12),
    )
    print_table(Table(columns, tuple(rows)), indent="  ")


# -- for programs


def _as_json(verdict: Checked) -> dict[str, object]:
    from rookery.answers.data import formed
    from rookery.answers.plain import plain

    if verdict.report is None:
        nothing: dict[str, object] = {
            "system": "",
            "edition": None,
            "rounds": [],
            "standings": None,
            "notes": [],
            "faults": [],
        }
        return formed("check-report", {"file": verdict.path, "agree": False, "cannot": verdict.cannot, **nothing})
    return formed("check-report", {"file": verdict.path, **plain(verdict.report)})
