"""Validation of tournament files: problems of reading, and those that depend on the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery._record import record, replace
from rookery.answer import Answer
from rookery.checking.report import CheckReport
from rookery.errors import Problem, Severity, UnsupportedError
from rookery.history.completion import overlooked_problems
from rookery.load_result import LoadResult, refusals
from rookery.messages import msg
from rookery.model.tournament import find_tiebreak_errors


@record
class FileValidation(Answer):
    """The problems of a file in order of lines, and those because of which it is rejected."""

    problems: tuple[Problem, ...]
    refused: tuple[Problem, ...]


def validate_file(
    reading: LoadResult, lines: Sequence[str], *, strict: bool = False, for_rating: bool = False
) -> FileValidation:
    """Return the problems of a loaded file; `strict` rejects warnings too, `for_rating` requires a full rating report.

    `lines` are those of the file, used to locate unknown tie-breaks and editions.
    """
    from rookery.trf.consistency import missing_for_rating

    missing = tuple(missing_for_rating(reading)) if for_rating else ()
    unknown = (*_check_tiebreaks(reading, lines), *_check_edition(reading, lines))
    problems = (
        *reading.problems,
        *missing,
        *unknown,
        *_check_event(reading),
        *_check_absences(reading),
        *_check_players(reading),
    )
    ordered = tuple(sorted(problems, key=lambda problem: (problem.line, problem.columns)))
    return FileValidation(ordered, refusals(ordered, strict))


def _check_players(reading: LoadResult) -> tuple[Problem, ...]:
    """Report a JSON file without players; a TRF file without players cannot be read in the first place."""
    if reading.document is not None or reading.tournament.players or refusals(reading.problems):
        return ()
    message = msg("there are no players in this tournament")
    return (Problem(Severity.ERROR, "no-players", 0, (0, 0), "players", message),)


def _check_absences(reading: LoadResult) -> tuple[Problem, ...]:
    return overlooked_problems(reading.tournament) if reading.document is None else ()


def with_missing_participants(report: CheckReport, reading: LoadResult) -> CheckReport:
    """Return a report with warnings about participants who have neither a game nor a bye in a round."""
    problems = (*reading.problems, *_check_absences(reading))
    missing = (problem for problem in problems if problem.code == "no-word" and problem.severity is Severity.WARNING)
    return replace(report, problems=(*report.problems, *missing))


def _check_tiebreaks(reading: LoadResult, lines: Sequence[str]) -> Iterator[Problem]:
    """Report announced tie-breaks that cannot be used, and are left out by standings; readers report unknown ones."""
    if not reading.tournament.tiebreaks:
        return
    from rookery.formats.standings import unusable_tiebreaks

    codes = reading.tournament.tiebreaks
    unknown = {codes[index] for index, _ in find_tiebreak_errors(codes)}
    for code, reason in unusable_tiebreaks(reading.tournament):
        if code in unknown:
            continue
        line, columns, field = _locate_code(code, lines, reading.document is None)
        yield Problem(Severity.WARNING, "tie-break", line, columns, field, reason, code, msg("nothing"))


def _check_edition(reading: LoadResult, lines: Sequence[str]) -> Iterator[Problem]:
    """Report a type code whose year names no known edition, so that rounds can be neither paired nor checked."""
    from rookery.regulations import parse_type_code

    code = reading.tournament.system
    type_code = parse_type_code(code)
    if not type_code.year or type_code.format.regulation is None:
        return
    try:
        type_code.edition(type_code.format.regulation)
    except UnsupportedError as error:
        line, columns, field = _locate_code(code, lines, reading.document is None, ("192",), "system")
        message = msg("no round can be paired or checked: %(why)s", why=error.message)
        yield Problem(Severity.WARNING, "system", line, columns, field, message, code)


def _locate_code(
    code: str, lines: Sequence[str], in_json: bool, records: tuple[str, ...] = ("202", "212"), key: str = "ranking"
) -> tuple[int, tuple[int, int], str]:
    """Return the line, columns and record or key where a code is announced."""
    import re

    pattern = re.compile(
        rf'(?<=["]){re.escape(code)}(?=["])' if in_json else rf"(?<![^\s,]){re.escape(code)}(?![^\s,])", re.I
    )
    for number, line in enumerate(lines, 1):
        if in_json or line[:3] in records:
            match = pattern.search(line)
            if match:
                return number, (match.start() + 1, match.end()), key if in_json else line[:3]
    return 0, (0, 0), key


def _check_event(reading: LoadResult) -> Iterator[Problem]:
    """Report oddities of event and players in a JSON file, as the TRF reader does for its files."""
    from rookery.trf.diagnostics import duplicate_fide_id_message, event_contradictions, find_duplicate_fide_ids

    if reading.document is not None:
        return
    for code, text in event_contradictions(reading.tournament):
        yield Problem(Severity.WARNING, "event-dates", 0, (0, 0), code, text, "", msg("as it is"))
    for player, other_player in find_duplicate_fide_ids(reading.tournament.players):
        text, used = duplicate_fide_id_message(player, other_player), msg("both")
        yield Problem(Severity.WARNING, "same-person", 0, (0, 0), "fide_id", text, str(other_player.fide_id), used)
