"""Consistency of a file: contradictions, values that nothing else confirms, absent records, and rating reports.

Reading does not depend on these checks. They make a changed byte visible: a value that also follows from other records
or rows is compared with them; a value that occurs alone is reported as unconfirmed. Each record has its own `check`
beside its reader; `read(..., checks=False)` omits all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.errors import Problem, Severity
from rookery.history.scoring import format_score
from rookery.load_result import LoadResult
from rookery.messages import format_msg, msg, msg_const, msg_plural
from rookery.model import CLASSIC, MATCH_POINTS, PointSystem, Tournament
from rookery.regulations import format_for
from rookery.trf.diagnostics import ERROR, INFO, NOWHERE, WARNING, Location
from rookery.trf.record import TRF06, TRF26, AssemblyContext, ParseState, Section
from rookery.trf.records.event import EventSettings
from rookery.trf.registry import RECORDS


def assumed_defaults(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield the absent records of TRF26 that affect pairing, places or ratings, and the defaults used."""
    event, paired = tournament.info, len(tournament.rounds)
    if tournament.planned_rounds is None:
        yield "142", msg_plural(paired, "no number of rounds: %(num)s round is paired, and more may follow",
                             "no number of rounds: %(num)s rounds are paired, and more may follow")  # fmt: skip
    if tournament.initial_colour is None:
        yield "152", msg("the colour that round 1 shows" if paired else "White")
    if tournament.points == CLASSIC:
        yield "162", msg("%(worth)s, and %(points)s for the allocated bye", worth=_points_in_words(CLASSIC),
                            points=format_score(CLASSIC.pab))  # fmt: skip
    if not event.ranking_method:
        yield "172", msg("the ratings in the player rows")
    if not tournament.system:
        yield "192", _assumed_system(tournament)
    if not tournament.tiebreaks:
        format = format_for(tournament.system, event.type)
        codes = format.team_tiebreaks if tournament.team_event else format.tiebreaks
        yield "202", msg("tie-breaks of our choice, %(codes)s" if codes else "no tie-breaks", codes=", ".join(codes))
    if not event.encoded_time_control:
        yield "222", msg("the words of record 122" if event.time_control else "no time control")
    if tournament.team_event and not tournament.board_colours:
        yield "352", msg("White and Black in turn, from board 1")
    if tournament.team_event and tournament.match_points == MATCH_POINTS:
        yield "362", _points_in_words(MATCH_POINTS)


def _points_in_words(points: PointSystem) -> str:
    win, draw, loss = map(format_score, (points.win, points.draw, points.loss))
    return msg("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss", win=win, draw=draw, loss=loss)


def _assumed_system(tournament: Tournament) -> str:
    """Describe the default pairing system, and the format that the words of record 092 name."""
    format = format_for("", tournament.info.type)
    return msg("the FIDE (Dutch) system for pairing, and for standings what record 092 says, %(title)s" if
                  format.name else "the FIDE (Dutch) system for pairing", title=msg_const(format.title))  # fmt: skip


def check_consistency(state: ParseState, context: AssemblyContext, tournament: Tournament, first_row: int) -> None:
    """Report every contradiction within the file, and every value nothing confirms; `first_row` is a line number."""
    for record in RECORDS.values():
        if record.check is not None:
            record.check(state, context, tournament)
    old_version = is_old_version(state)
    if missing := missing_records(state, old_version):
        message = msg("the file says nothing of %(records)s", records=", ".join(missing))
        context.problems.report(INFO, "absent", Location(first_row, field="001"), message)
    if old_version:
        _report_defaults(context, tournament)


def is_old_version(state: ParseState) -> bool:
    """Return whether a file has no record of TRF26; comments are in files of any version."""
    records = [RECORDS[code] for code in state.lines]
    return not any(record.since == TRF26 and record.section is not Section.COMMENTS for record in records)


def _report_defaults(context: AssemblyContext, tournament: Tournament) -> None:
    """Report the default used for each record that an older file cannot have."""
    for code, used in assumed_defaults(tournament):
        message = msg("%(record)s: a file older than TRF26 does not have it", record=msg_const(RECORDS[code].title))
        context.problems.report(INFO, "default", Location(0, field=code), message, used=used)


def missing_records(state: ParseState, older: bool) -> list[str]:
    """Return the records of the event that the file does not have; those of TRF26 only when it is not older."""
    missing = [record for record in RECORDS.values() if record.expected and record.code not in state.lines]
    trf06_codes = [record.code for record in missing if record.since == TRF06]
    if older:
        return trf06_codes
    rounds = ["142"] if state.state_of(EventSettings).planned is None else []
    return [*trf06_codes, *rounds, *(record.code for record in missing if record.since != TRF06)]


_OF_EVENT = {
    "name": "012", "city": "022", "federation": "032", "start": "042", "end": "052", "type": "092",
    "chief_arbiter": "102",
}  # fmt: skip


def missing_for_rating(reading: LoadResult) -> tuple[Problem, ...]:
    """Return what a rating report requires and this file lacks, for the event and for each player."""
    return (*_missing_of_event(reading), *_missing_of_teams(reading), *_missing_of_players(reading))


def _missing_of_event(reading: LoadResult) -> Iterator[Problem]:
    event = reading.tournament.info
    codes = [code for name, code in _OF_EVENT.items() if not getattr(event, name)]
    if not (event.time_control or event.encoded_time_control):
        codes.append("122")
    for code in codes:
        title = msg_const(RECORDS[code].title)
        yield _missing(ERROR, code, msg("a rating report needs record %(code)s, %(title)s", code=code, title=title))
    if len(event.round_dates) < len(reading.tournament.rounds):
        yield _missing(WARNING, "132", msg("a rating report needs record 132, the date of every round"))


def _missing_of_teams(reading: LoadResult) -> Iterator[Problem]:
    """Yield a problem for each team without a rank, in a team event."""
    for team in reading.tournament.teams if reading.tournament.team_event else ():
        if not team.rank:
            message = msg("a rating report needs the rank of team %(number)s", number=team.number)
            yield _missing(WARNING, "rank", message)


def _missing_of_players(reading: LoadResult) -> Iterator[Problem]:
    lines = {} if reading.document is None else reading.document.player_lines
    rank_fields = () if reading.tournament.team_event else (("rank", WARNING),)
    for player in reading.tournament.players:
        for name, severity in (("name", ERROR), ("fide_id", WARNING), *rank_fields):
            if not getattr(player, name):
                yield _missing(
                    severity, name, format_msg(_NEEDED[name], number=player.number), lines.get(player.number, 0)
                )


_NEEDED = {
    "name": msg("a rating report needs the name of player %(number)s"),
    "fide_id": msg("a rating report needs the FIDE number of player %(number)s"),
    "rank": msg("a rating report needs the rank of player %(number)s"),
}


def _missing(severity: Severity, field: str, message: str, line: int = 0) -> Problem:
    return Problem(severity, "missing", line, NOWHERE, field, message)
