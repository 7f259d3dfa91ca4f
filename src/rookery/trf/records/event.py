"""Records of the event: its name, place, dates and arbiters, and the numbers of participants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rookery._record import field, record
from rookery.messages import msg
from rookery.model import Tournament, TournamentInfo
from rookery.trf.context import AssemblyContext, LineContext, LocatedValue, ParseState
from rookery.trf.diagnostics import INFO, WARNING, Location, event_contradictions, round_message
from rookery.trf.fields import Field, Group, Layout, format_date, format_short_date, parse_number
from rookery.trf.person import parse_date_value
from rookery.trf.record import (
    TRF06,
    TRF26,
    Assembler,
    DialectOptions,
    LineContent,
    Record,
    Section,
    number_text,
    text_line,
)
from rookery.trf.records.points import EVENT_TEXTS


@record(frozen=False, slots=False, eq=False, repr=False)
class EventFields:
    """The fields of `Event` in the file, and the announced number of players."""

    values: dict[str, Any] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    players: LocatedValue | None = None


def _assemble(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    head = state.state_of(EventFields)
    return {"info": TournamentInfo(**head.values, deputies=tuple(head.deputies))}


# -- texts -------------------------------------------------------------------------------------------------------------


def _text_record(code: str, title: str, since: str, use: str, assemble: Assembler | None = None) -> Record:
    """Return a record that is one text of the event."""
    name = EVENT_TEXTS[code]

    def read(state: ParseState, line: LineContext) -> None:
        state.state_of(EventFields).values[name] = line.value

    def write(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
        return text_line(getattr(tournament.info, name))

    return Record(
        code,
        title,
        since,
        Section.EVENT,
        use=use,
        read=read,
        assemble=assemble,
        write=write,
        free_text=True,
        expected=True,
    )


def _read_deputy(state: ParseState, line: LineContext) -> None:
    if line.value:
        state.state_of(EventFields).deputies.append(line.value)


def _write_deputies(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    return [text_line(name, n)[0] for n, name in enumerate(filter(None, tournament.info.deputies))]


# -- days --------------------------------------------------------------------------------------------------------------


_NOT_A_DATE, _NO_DATE = msg("not a date"), msg("no date")


def _date_record(code: str, title: str, name: str, use: str) -> Record:
    """Return a record that is one day of the event."""

    def read(state: ParseState, line: LineContext) -> None:
        day = parse_date_value(line.value, _NOT_A_DATE)
        state.state_of(EventFields).values[name] = day.value
        if day.fault:
            used = str(day.value) if day.value else _NO_DATE
            line.report("date", day.fault.text, line.value, used, severity=day.fault.severity)

    def write(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
        return text_line(format_date(getattr(tournament.info, name)))

    return Record(code, title, TRF06, Section.EVENT, use=use, read=read, write=write, expected=True)


def _read_round_dates(state: ParseState, line: LineContext) -> None:
    fields, days = line.parse_fields(), []
    for index, (text,) in enumerate(fields.group):
        day = parse_date_value(text, _NOT_A_DATE)
        days.append(day.value)
        if day.fault and day.fault.severity is not INFO:
            used = str(day.value) if day.value else _NO_DATE
            line.report(
                "date", round_message(index + 1, day.fault.text), text, used, columns=fields.group_columns(index)
            )
    while days and days[-1] is None:
        days.pop()
    state.state_of(EventFields).values["round_dates"] = tuple(days)


def _write_round_dates(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    days = tuple((format_short_date(date),) for date in tournament.info.round_dates)
    return [LineContent(group=days)] if days else []


def _check_days(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report days that contradict each other or the number of rounds."""
    for code, message in event_contradictions(tournament):
        context.problems.report(
            WARNING, "event-dates", Location(state.first_line(code), field=code), message, "", msg("as it is")
        )


# -- how many ----------------------------------------------------------------------------------------------------------


def _count_record(
    code: str, title: str, use: str, count: Callable[[Tournament], int | None], **handlers: Any
) -> Record:
    """Return a record that counts others."""

    def write(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
        return text_line(number_text(count(tournament)))

    return Record(
        code, title, TRF06, Section.EVENT, use=use, write=write, counts_others=True, expected=True, **handlers
    )


def _read_players(state: ParseState, line: LineContext) -> None:
    """Read the first number; Swiss-Manager adds how many of them played."""
    first = line.value.split()[0] if line.value else ""
    if parse_number(first) >= 0:
        state.state_of(EventFields).players = LocatedValue(line.number, parse_number(first))
    elif first:
        line.report("value", msg("the number of players is a number"), line.value, severity=INFO)


def _check_players(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    declared, row_count = state.state_of(EventFields).players, len(context.table.players)
    if declared is not None and declared.value != row_count:
        location, message = (
            Location(declared.line, field="062"),
            msg("the file has %(number)s player rows", number=row_count),
        )
        context.problems.report(INFO, "player-count", location, message, str(declared.value), str(row_count))


RECORDS = (
    _text_record("012", "tournament name", TRF06, "stands above every table", _assemble),
    _text_record("022", "city", TRF06, "shown; a rating report needs it"),
    _text_record("032", "federation", TRF06, "shown; a rating report needs it; the host federation, for norms"),
    _date_record("042", "first day", "start", "shown; its day chooses the rating rules, its year the ages"),
    _date_record("052", "last day", "end", "shown; a rating report needs it"),
    _count_record(
        "062", "number of players", "compared with the player rows; counted anew when written",
        lambda tournament: len(tournament.players), read=_read_players, check=_check_players,
    ),
    _count_record(
        "072", "number of rated players", "kept; counted anew when written",
        lambda tournament: sum(player.official_rating is not None for player in tournament.players),
    ),
    _count_record(
        "082", "number of teams", "kept; counted anew when written", lambda tournament: len(tournament.teams) or None
    ),
    _text_record(
        "092", "type of tournament, in words", TRF06, "shown where 192 says nothing; a rating report needs it"
    ),
    _text_record("102", "chief arbiter", TRF06, "shown; a rating report needs it"),
    Record(
        "112", "deputy arbiter", TRF06, Section.EVENT, use="shown", read=_read_deputy, write=_write_deputies,
        repeatable=True, free_text=True, expected=True,
    ),
    _text_record("122", "time allotment", TRF06, "shown; one as plain as `90+30` is the rate of play for ratings"),
    Record(
        "132", "dates of the rounds", TRF06, Section.EVENT, Layout((), Group((Field("date", 92, 99),), 10)),
        use="kept; a rating report needs the day of every round", read=_read_round_dates, write=_write_round_dates,
        check=_check_days, expected=True, key=lambda line: (),
    ),
    _text_record(
        "172", "method of the starting rank", TRF26, "which rating the event is run with, FIDE's or a national one"
    ),
    _text_record("182", "pairing controller", TRF26, "kept"),
    _text_record(
        "222", "time control, as a code", TRF26, "the rate of play, for the rating list and for which games count"
    ),
)  # fmt: skip
