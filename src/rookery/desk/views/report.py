"""What there is to report: every round beside the rules, what is missing or open, ratings, norms, remarks, files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery.checking.checker import check
from rookery.checking.objections import objections
from rookery.checking.placings import misplaced
from rookery.checking.report import CheckReport, RoundReport
from rookery.checking.sentences import reasons
from rookery.checking.told import objection
from rookery.checking.validity import validity
from rookery.desk.commands.course import must_be_final
from rookery.desk.commands.files import exported
from rookery.desk.decision import Refused
from rookery.desk.ranked import tiebreak_edition
from rookery.desk.state import State
from rookery.desk.views.who import Seats, Who, participants, players, seats
from rookery.errors import RookeryError
from rookery.finality import is_final
from rookery.model import Tournament
from rookery.rating.norms import Audit, norms
from rookery.rating.report import RatingReport, rate
from rookery.reading import Reading
from rookery.trf.write import dump
from rookery.values import frozen
from rookery.wording import called, joined, spoken, word

DIALECTS = ("trf26", "trf16", "json")
"""The files that a state can become."""


@frozen
class BoardDifference:
    """A board by its number in the right pairing: what is recorded there, and what the rules give."""

    board: int
    recorded: Seats | None
    expected: Seats | None


@frozen
class RoundCheck:
    """A round beside the rules: how it stands, and if it is another one, why and where."""

    round: int
    agrees: bool
    verdict: str
    reasons: tuple[str, ...] = ()
    differences: tuple[BoardDifference, ...] = ()


@frozen
class WrongRank:
    """Somebody whose declared rank does not follow: the right ones are from `first` to `last`."""

    who: Who
    declared: int | None
    first: int
    last: int


@frozen
class Checks:
    """Every round that can be judged; `unchecked` says why the others cannot. `faults` are of the event as a whole."""

    rounds: tuple[RoundCheck, ...] = ()
    rules: str = ""
    ranks: tuple[WrongRank, ...] = ()
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unchecked: str = ""


@frozen
class Missing:
    """Something that is not in order, or that a rating report needs: an error, a warning or a note."""

    severity: str
    code: str
    field: str
    text: str


@frozen
class Open:
    """What is still open: of which kind, in which round, at which boards."""

    kind: str
    text: str
    round: int | None = None
    boards: tuple[Seats, ...] = ()


@frozen
class RatingLine:
    """What the event does to a rating: `change` before K in hundredths, `alone` the new one were this event alone.

    Who has none yet has the `first` one instead, or `why` not.
    """

    who: Who
    rating: int | None
    games: int
    half_points: int
    opponents: int | None = None
    change: int = 0
    k: int = 0
    alone: int | None = None
    first: int | None = None
    why: str = ""


@frozen
class RatingsView:
    """The rating report: how many games are counted, and how many not; `unknown` says why there is none."""

    kind: str = ""
    rules: str = ""
    lines: tuple[RatingLine, ...] = ()
    counted: int = 0
    not_counted: int = 0
    notes: tuple[str, ...] = ()
    unknown: str = ""


@frozen
class NormLine:
    """A norm that was made: points in halves from the games that count, `credit` games towards an application."""

    who: Who
    title: str
    games: int
    half_points: int
    average: int | None = None
    performance: int | None = None
    credit: int = 0


@frozen
class RemarkLine:
    """What the file says besides, and the round it speaks of."""

    text: str
    round: int | None = None


@frozen
class FileLine:
    """A file that can be written; else `refused` says why not."""

    dialect: str
    final: bool
    refused: str = ""
    article: str = ""


@frozen
class ReportView:
    """Everything for the report of an event; `open` is empty when it is over."""

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


def report_view(state: State) -> ReportView:
    """The report of an event, at any time."""
    t, who = state.tournament, participants(state)
    return ReportView(
        checks(state),
        tuple(_missing(state)),
        tuple(objection(one, lambda number: called(number, t.by_id[number].name)) for one in objections(t)),
        tuple(_open(state, who)),
        _ratings(state),
        norms_found(state),
        tuple(RemarkLine(one.text, one.round) for one in t.remarks),
        tuple(_files(state)),
        state.fide,
        state.sticky.left,
    )


# -- checks ------------------------------------------------------------------------------------------------------------


def checks(state: State) -> Checks:
    """Every round beside the rules, as far as the results before it are there."""
    t, who = state.tournament, participants(state)
    rounds = t.rounds
    judged = next((number for number, round in enumerate(rounds, 1) if round.pending), len(rounds))
    later = spoken("rounds after %(judged)s cannot be judged while a game of round %(judged)s has no result",
                   judged=judged)  # fmt: skip
    try:
        found: CheckReport = check(t, None if judged == len(rounds) else range(1, judged + 1))
    except RookeryError as error:
        return Checks(unchecked=error.said)
    edition = tiebreak_edition(state)
    placed = found.standings if edition is None else misplaced(t, edition)
    ranks = tuple(WrongRank(who[one.player], one.recorded, *one.expected) for one in placed or ())
    told = tuple(_checked(state, one, who) for one in found.rounds)
    return Checks(
        told, str(found.edition or ""), ranks, found.faults, found.notes, later if judged < len(rounds) else ""
    )


def _checked(state: State, one: RoundReport, who: Mapping[int, Who]) -> RoundCheck:
    t = state.tournament
    why = reasons(one, lambda number: called(number, t.by_id[number].name), teams=t.team_event)
    differences = (
        BoardDifference(
            each.board, each.recorded and seats(each.recorded, who), each.expected and seats(each.expected, who)
        )
        for each in one.differences
    )
    return RoundCheck(one.round, one.agree, str(one.verdict), tuple(why), tuple(differences))


# -- what is missing, what is open -------------------------------------------------------------------------------------


def _missing(state: State) -> Iterator[Missing]:
    """What is not in order, and what a rating report needs; ranks follow when all is over."""
    final = bool(is_final(state.tournament)) and state.phase is None
    try:
        reading = Reading(exported(state, final=final))
    except Refused as error:  # by no edition that is known can anybody be ranked
        yield Missing("error", "edition", "ranking", joined(": ", (error.said, error.instead)))
        final, reading = False, Reading(exported(state))
    for one in validity(reading, (), for_rating=True).problems:
        if final or one.field != "rank":
            yield Missing(word(str(one.severity)), one.code, one.field, one.text)


def _open(state: State, who: Mapping[int, Who]) -> Iterator[Open]:
    """What keeps the standings from being final; games are of players, in an event of teams too."""
    everybody = players(state)
    for one in is_final(state.tournament).reasons:
        of = who if one.kind == "level final" else everybody
        known = tuple(seats(both, of) for both in one.boards if set(both) <= of.keys())
        yield Open(one.kind, one.text, one.round, known)
    if state.phase is not None:
        yield Open("by hand", spoken("round %(round)s is being made by hand", round=state.phase.round),
                   state.phase.round)  # fmt: skip


def _files(state: State) -> Iterator[FileLine]:
    """Every file, of the event as it is and at its end."""
    made = exported(state)
    room = {dialect: _room(made, dialect) for dialect in DIALECTS}
    yield from (FileLine(dialect, False, said) for dialect, said in room.items())
    try:
        must_be_final(state)
    except Refused as refused:
        yield from (FileLine(dialect, True, refused.text, refused.article) for dialect in DIALECTS)
    else:
        yield from (FileLine(dialect, True, said) for dialect, said in room.items())


def _room(made: Tournament, dialect: str) -> str:
    """Why a file has no room for an event, if it has not; JSON has for every one."""
    try:
        if dialect != "json":
            dump(made, dialect)
    except RookeryError as error:
        return error.said
    return ""


# -- ratings and norms -------------------------------------------------------------------------------------------------


def _ratings(state: State) -> RatingsView:
    try:
        found: RatingReport = rate(state.tournament)
    except RookeryError as error:
        return RatingsView(unknown=error.said)
    who, left = players(state), len(found.not_counted)
    lines = [
        RatingLine(
            who[one.player.id], one.rating, one.games, one.half_points, one.opponents, one.change, one.k, one.alone
        )
        for one in found.rows
    ]
    lines += [
        RatingLine(who[one.player.id], None, one.first.games, one.first.half_points, first=one.first.rating,
                   why=one.first.why)
        for one in found.newcomers
    ]  # fmt: skip
    return RatingsView(word(found.kind), found.rules.said, tuple(lines), len(found.games) - left, left, found.notes)


def norms_found(state: State) -> tuple[NormLine, ...]:
    """The norms that were made."""
    who = players(state)
    return tuple(_norm(one, who[one.player.id]) for one in norms(state.tournament) if one.met)


def _norm(one: Audit, who: Who) -> NormLine:
    return NormLine(who, one.title, len(one.games), one.half_points, one.average, one.performance, one.credit)
