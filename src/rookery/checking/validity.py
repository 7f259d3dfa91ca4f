"""Is a tournament file in order: the problems of reading it, and those that only show when its rules are looked up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.attendance import unsaid
from rookery.checking.report import CheckReport
from rookery.errors import Problem, RuleError, Severity, Unsupported
from rookery.reading import Reading, refusals
from rookery.values import frozen, replace
from rookery.wording import spoken


@frozen
class Validity:
    """Every problem of a file in the order of its lines, and those for which it does not pass."""

    problems: tuple[Problem, ...]
    refused: tuple[Problem, ...]


def validity(reading: Reading, lines: Sequence[str], *, strict: bool = False, for_rating: bool = False) -> Validity:
    """What is wrong with a file that was read; `strict` refuses warnings too, `for_rating` asks for all of a report.

    `lines` are those of the file: a tie-break or an edition that nobody knows is pointed at there.
    """
    from rookery.trf.rating_report import missing_for_rating

    missing = tuple(missing_for_rating(reading)) if for_rating else ()
    unknown = (*_unknown_tiebreaks(reading, lines), *_unknown_edition(reading, lines))
    problems = (*reading.problems, *missing, *unknown, *_odd_heads(reading), *_unsaid(reading), *_nobody(reading))
    ordered = tuple(sorted(problems, key=lambda problem: (problem.line, problem.columns)))
    return Validity(ordered, refusals(ordered, strict))


def _nobody(reading: Reading) -> tuple[Problem, ...]:
    """That nobody takes part: a TRF file without players cannot be read, a JSON file may still be filled."""
    if reading.document is not None or reading.tournament.players or refusals(reading.problems):
        return ()
    said = spoken("there are no players in this tournament")
    return (Problem(Severity.ERROR, "no-players", 0, (0, 0), "players", said),)


def _unsaid(reading: Reading) -> tuple[Problem, ...]:
    return unsaid(reading.tournament) if reading.document is None else ()


def noted(report: CheckReport, reading: Reading) -> CheckReport:
    """A report with who has neither a game nor a bye in a round for which they were there; an absence may be meant."""
    problems = (*reading.problems, *_unsaid(reading))
    found = (one for one in problems if one.code == "no-word" and one.severity is Severity.WARNING)
    return replace(report, problems=(*report.problems, *found))


def _unknown_tiebreaks(reading: Reading, lines: Sequence[str]) -> Iterator[Problem]:
    """The tie-breaks announced that are none, or cannot be used here: standings would leave them out."""
    if not reading.tournament.ranking:
        return
    from rookery.formats.standings import unusable
    from rookery.ranking.codes import parse

    found = dict(unusable(reading.tournament))
    for code in reading.tournament.ranking:
        try:
            parse(code)
        except RuleError as error:
            if not code.startswith("OTHER_"):  # the event defines it, and its values are entered by hand
                found[code] = error.text
    for code, said in found.items():
        line, columns, field = _place_of(code, lines, reading.document is None)
        yield Problem(Severity.WARNING, "tie-break", line, columns, field, said, code, spoken("nothing"))


def _unknown_edition(reading: Reading, lines: Sequence[str]) -> Iterator[Problem]:
    """The code of the system where its year names no edition that is known here: no round can be paired or checked."""
    from rookery.regulations import scheme

    code = reading.tournament.system
    plan = scheme(code)
    if not plan.year or plan.format.regulation is None:
        return
    try:
        plan.edition(plan.format.regulation)
    except Unsupported as error:
        line, columns, field = _place_of(code, lines, reading.document is None, ("192",), "system")
        said = spoken("no round can be paired or checked: %(why)s", why=error.said)
        yield Problem(Severity.WARNING, "system", line, columns, field, said, code)


def _place_of(
    code: str, lines: Sequence[str], in_json: bool, records: tuple[str, ...] = ("202", "212"), key: str = "ranking"
) -> tuple[int, tuple[int, int], str]:
    """Where a tie-break, or another code, is announced: line, columns and record."""
    import re

    word = re.compile(
        rf'(?<=["]){re.escape(code)}(?=["])' if in_json else rf"(?<![^\s,]){re.escape(code)}(?![^\s,])", re.I
    )
    for number, line in enumerate(lines, 1):
        if in_json or line[:3] in records:
            found = word.search(line)
            if found:
                return number, (found.start() + 1, found.end()), key if in_json else line[:3]
    return 0, (0, 0), key


def _odd_heads(reading: Reading) -> Iterator[Problem]:
    """What the reader of TRF says of the head, for the JSON form as well."""
    from rookery.trf.oddities import event_oddities, same_person, same_persons

    if reading.document is not None:
        return
    for code, said in event_oddities(reading.tournament):
        yield Problem(Severity.WARNING, "event-dates", 0, (0, 0), code, said, "", spoken("as it is"))
    for one, again in same_persons(reading.tournament.players):
        said, used = same_person(one, again), spoken("both")
        yield Problem(Severity.WARNING, "same-person", 0, (0, 0), "fide_id", said, str(again.fide_id), used)
