"""The report of an event: rule checks of all rounds, missing data, open points, ratings, norms, remarks, files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery._record import record, replace
from rookery.checking.checker import check, find_misplaced
from rookery.checking.compliance import check_compliance
from rookery.checking.file_validation import validate_file
from rookery.checking.report import CheckReport, RoundReport
from rookery.checking.text import describe_issue, describe_round
from rookery.errors import RookeryError, Severity
from rookery.history.completion import completion
from rookery.load_result import LoadResult
from rookery.messages import join_list, join_texts, msg, msg_const, msg_plural, name_with_number
from rookery.model import Tournament
from rookery.rating.norms import Audit, norms
from rookery.rating.report import RatingReport, rate
from rookery.tournaments.domain.import_export import export_tournament, with_type_description
from rookery.tournaments.domain.lifecycle import require_finished
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.round_diff import StateAt, compare_earlier_rounds, state_when_paired, tournament_when_paired
from rookery.tournaments.standings import tiebreak_edition
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, Seats, participants, players, seats
from rookery.trf.serialize import dump

DIALECTS = ("trf26", "trf16", "json")
"""The dialects in which a state can be exported."""
NAMES_SHOWN = 40
"""The maximum number of players without a FIDE number that are listed."""


@record
class BoardDifference:
    """A board by its number: the recorded pairing and the one by the rules."""

    board: int
    recorded: Seats | None
    expected: Seats | None


@record
class RoundCheck:
    """A round compared with the rules: the verdict, and any reasons and differences.

    It is checked against the data at the time of pairing; `since` says what has changed.
    """

    round: int
    agrees: bool
    verdict: str
    reasons: tuple[str, ...] = ()
    differences: tuple[BoardDifference, ...] = ()
    since: str = ""


@record
class WrongRank:
    """A declared rank that does not follow from the results; the correct ranks are `first` to `last`."""

    who: Participant
    declared: int | None
    first: int
    last: int


@record
class Checks:
    """All rounds that can be checked; `unchecked` says why the others cannot. `faults` concern the event as a whole."""

    rounds: tuple[RoundCheck, ...] = ()
    rules: str = ""
    ranks: tuple[WrongRank, ...] = ()
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unchecked: str = ""


@record
class Missing:
    """A problem, or a datum that a rating report needs: an error, a warning or a note."""

    severity: str
    code: str
    field: str
    text: str


@record
class Open:
    """An open point: its kind, round and boards."""

    kind: str
    text: str
    round: int | None = None
    boards: tuple[Seats, ...] = ()


@record
class RatingLine:
    """A rating change: `change` before K in hundredths, `alone` the new rating from this event alone.

    An unrated player has a `first` rating instead, or `why` says why not.
    """

    who: Participant
    rating: int | None
    games: int
    half_points: int
    opponents: int | None = None
    change: int = 0
    k: int = 0
    alone: int | None = None
    first: int | None = None
    why: str = ""


@record
class RatingsView:
    """The rating report, with the numbers of games counted and not counted; `unknown` says why there is none."""

    kind: str = ""
    rules: str = ""
    lines: tuple[RatingLine, ...] = ()
    counted: int = 0
    not_counted: int = 0
    notes: tuple[str, ...] = ()
    unknown: str = ""


@record
class NormLine:
    """A norm achieved: half points from the counted games, `credit` games towards an application."""

    who: Participant
    title: str
    games: int
    half_points: int
    average: int | None = None
    performance: int | None = None
    credit: int = 0


@record
class RemarkLine:
    """A remark of the file, and its round."""

    text: str
    round: int | None = None


@record
class FileLine:
    """A file that can be exported; otherwise `refused` says why not."""

    dialect: str
    final: bool
    refused: str = ""
    article: str = ""


@record
class ReportView:
    """The report of an event; `open` is empty when it is finished."""

    checks: Checks
    missing: tuple[Missing, ...]
    objections: tuple[str, ...]
    open: tuple[Open, ...]
    ratings: RatingsView
    norms: tuple[NormLine, ...]
    remarks: tuple[RemarkLine, ...]
    files: tuple[FileLine, ...]
    fide: bool
    left: int | None = None


def report_view(state: State, at: StateAt | None = None) -> ReportView:
    """Return the report of an event; `at` gives the state at a version of its log."""
    t, people = state.tournament, participants(state)
    return ReportView(
        checks(state, at),
        tuple(_missing_for_report(state)),
        tuple(
            describe_issue(issue, lambda number: name_with_number(number, t.participants_by_number[number].name))
            for issue in check_compliance(t)
        ),
        tuple(_open_reasons(state, people)),
        _build_ratings_view(state),
        list_norms(state),
        tuple(RemarkLine(issue.text, issue.round) for issue in t.remarks),
        tuple(_file_lines(state)),
        state.fide,
        state.permanent.left,
    )


# -- checks ------------------------------------------------------------------------------------------------------------


def checks(state: State, at: StateAt | None = None) -> Checks:
    """Return the check of every round whose earlier results are complete.

    With access to the log (`at`), a round is checked against the state when it was paired.
    """
    t, people = state.tournament, participants(state)
    rounds = t.rounds
    last_checked = next((number for number, round in enumerate(rounds, 1) if round.pending), len(rounds))
    later = msg("rounds after %(judged)s cannot be checked while a game of round %(judged)s has no result",
                judged=last_checked)  # fmt: skip
    try:
        report: CheckReport = check(t, None if last_checked == len(rounds) else range(1, last_checked + 1))
    except RookeryError as error:
        return Checks(unchecked=error.message)
    edition = tiebreak_edition(state)
    misplaced = report.standings if edition is None else find_misplaced(t, edition)
    ranks = tuple(WrongRank(people[entry.player], entry.recorded, *entry.expected) for entry in misplaced or ())
    round_checks = tuple(
        _check_against_state_when_paired(state, entry, at) or _build_round_check(state, entry, people)
        for entry in report.rounds
    )
    return Checks(
        round_checks,
        str(report.edition or ""),
        ranks,
        report.faults,
        report.notes,
        later if last_checked < len(rounds) else "",
    )


def _check_against_state_when_paired(state: State, report: RoundReport, state_at: StateAt | None) -> RoundCheck | None:
    """Check a differing round against the state when it was paired; return None if that makes no difference."""
    if report.agree or state_at is None:
        return None
    past = state_when_paired(state, report.round, state_at)
    if past is None or (earlier := tournament_when_paired(state, past, report.round)) is None:
        return None
    try:
        (past_report,) = check(earlier, [report.round]).rounds
    except RookeryError:
        return None
    if not past_report.agree and past_report.differences == report.differences:
        return None
    result = _build_round_check(past, past_report, participants(past))
    return replace(result, since=compare_earlier_rounds(state, past, report.round).text)


def _build_round_check(state: State, report: RoundReport, people: Mapping[int, Participant]) -> RoundCheck:
    t = state.tournament
    reasons = describe_round(
        report, lambda number: name_with_number(number, t.participants_by_number[number].name), teams=t.team_event
    )
    differences = (
        BoardDifference(
            difference.board,
            difference.recorded and seats(difference.recorded, people),
            difference.expected and seats(difference.expected, people),
        )
        for difference in report.differences
    )
    return RoundCheck(report.round, report.agree, str(report.verdict), tuple(reasons), tuple(differences))


# -- what is missing, what is open -------------------------------------------------------------------------------------


def _missing_for_report(state: State) -> Iterator[Missing]:
    """Yield the problems, and what a rating report needs; ranks only when the event is finished."""
    final = bool(completion(state.tournament)) and state.phase is None
    try:
        reading = LoadResult(with_type_description(export_tournament(state, final=final)))
    except CommandRejectedError as error:  # by no edition that is known can anybody be ranked
        yield Missing("error", "edition", "ranking", join_texts(": ", (error.message, error.instead)))
        final, reading = False, LoadResult(with_type_description(export_tournament(state)))
    yield from _missing_fide_ids(state)
    for problem in validate_file(reading, (), for_rating=True).problems:
        if (problem.code, problem.field) != ("missing", "fide_id") and (final or problem.field != "rank"):
            yield Missing(msg_const(str(problem.severity)), problem.code, problem.field, problem.text)


def _missing_fide_ids(state: State) -> Iterator[Missing]:
    """Yield one line for all players without a FIDE number."""
    names = [
        player.name or str(player.number)
        for player in sorted(state.tournament.players, key=lambda player: player.number)
        if not player.fide_id
    ]
    if not names:
        return
    text = msg_plural(len(names), "a rating report needs the FIDE number of %(names)s",
                      "a rating report needs the FIDE numbers of %(num)s players: %(names)s",
                      names=join_list(names, limit=NAMES_SHOWN))  # fmt: skip
    yield Missing(msg_const(str(Severity.WARNING)), "missing", "fide_id", text)


def _open_reasons(state: State, people: Mapping[int, Participant]) -> Iterator[Open]:
    """Yield what keeps the standings from being final; games are of players, in a team event too."""
    everybody = players(state)
    for reason in completion(state.tournament).reasons:
        people_of_kind = people if reason.kind == "level final" else everybody
        boards = tuple(seats(pair, people_of_kind) for pair in reason.boards if set(pair) <= people_of_kind.keys())
        yield Open(reason.kind, reason.text, reason.round, boards)
    if state.phase is not None:
        yield Open("by hand", msg("round %(round)s is being paired by hand", round=state.phase.round),
                   state.phase.round)  # fmt: skip


def _file_lines(state: State) -> Iterator[FileLine]:
    """Yield all files, of the current state and of the finished event."""
    t = export_tournament(state)
    room = {dialect: _dialect_refusal(t, dialect) for dialect in DIALECTS}
    yield from (FileLine(dialect, False, reason) for dialect, reason in room.items())
    try:
        require_finished(state)
    except CommandRejectedError as error:
        yield from (FileLine(dialect, True, error.text, error.article) for dialect in DIALECTS)
    else:
        yield from (FileLine(dialect, True, reason) for dialect, reason in room.items())


def _dialect_refusal(t: Tournament, dialect: str) -> str:
    """Return why a dialect cannot hold an event, or ""; JSON always can."""
    try:
        if dialect != "json":
            dump(t, dialect)
    except RookeryError as error:
        return error.message
    return ""


# -- ratings and norms -------------------------------------------------------------------------------------------------


def _build_ratings_view(state: State) -> RatingsView:
    try:
        report: RatingReport = rate(state.tournament)
    except RookeryError as error:
        return RatingsView(unknown=error.message)
    people, not_counted = players(state), len(report.not_counted)
    lines = [
        RatingLine(
            people[row.player.number],
            row.rating,
            row.games,
            row.half_points,
            row.opponents,
            row.change,
            row.k,
            row.alone,
        )
        for row in report.rows
    ]
    lines += [
        RatingLine(people[row.player.number], None, row.first.games, row.first.half_points, first=row.first.rating,
                   why=row.first.why)
        for row in report.newcomers
    ]  # fmt: skip
    return RatingsView(
        msg_const(report.kind),
        report.rules.description,
        tuple(lines),
        len(report.games) - not_counted,
        not_counted,
        report.notes,
    )


def list_norms(state: State) -> tuple[NormLine, ...]:
    """Return the norms achieved."""
    people = players(state)
    return tuple(
        _build_norm_line(audit, people[audit.player.number]) for audit in norms(state.tournament) if audit.is_met
    )


def _build_norm_line(audit: Audit, player: Participant) -> NormLine:
    return NormLine(
        player, audit.title, len(audit.games), audit.half_points, audit.average, audit.performance, audit.credit
    )
