"""Records of the event: its name, place, dates and arbiters, and how it is run.

The settings are the number of rounds, the initial colour, the pairing system and the order of the standings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rookery._record import field, record
from rookery.messages import msg
from rookery.model import Colour, Tournament, TournamentInfo
from rookery.model.players import is_federation, verbatim_if_invalid
from rookery.model.tournament import find_tiebreak_errors
from rookery.model.validation import MOST_ROUNDS
from rookery.regulations import parse_type_code
from rookery.trf.diagnostics import INFO, WARNING, Location, event_contradictions, round_message
from rookery.trf.fields import Field, Group, Layout, format_date, format_short_date, parse_number
from rookery.trf.person import parse_date_value
from rookery.trf.record import (
    TRF06,
    TRF26,
    TRFX,
    Assembler,
    AssemblyContext,
    Composer,
    DialectOptions,
    LineContent,
    LineContext,
    LocatedValue,
    ParseState,
    Record,
    Section,
    columns_per_round,
    number_text,
    text_line,
)

_TEXT_FIELDS = {
    "012": "name", "022": "city", "032": "federation", "092": "type", "102": "chief_arbiter", "122": "time_control",
    "172": "ranking_method", "182": "controller", "222": "encoded_time_control",
}  # fmt: skip
"""Records that are one text of the event."""


@record(frozen=False, slots=False, eq=False, repr=False)
class EventFields:
    """The fields of `TournamentInfo` in the file, and the announced number of players."""

    values: dict[str, Any] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    players: LocatedValue | None = None


def _assemble(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    head = state.state_of(EventFields)
    return {"info": TournamentInfo(**head.values, deputies=tuple(head.deputies))}


# -- texts -------------------------------------------------------------------------------------------------------------


def _text_record(code: str, title: str, since: str, use: str, assemble: Assembler | None = None) -> Record:
    """Return a record that is one text of the event."""
    name = _TEXT_FIELDS[code]

    def read(state: ParseState, line: LineContext) -> None:
        state.state_of(EventFields).values[name] = verbatim_if_invalid(name, line.value)
        if name == "federation" and not is_federation(line.value):
            line.report("federation", msg("a federation is three capital letters"), line.value, severity=INFO)

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
        location = Location(declared.line, field="062")
        message = msg("the file has %(number)s player rows", number=row_count)
        context.problems.report(INFO, "player-count", location, message, str(declared.value), str(row_count))


BoardList = tuple[tuple[int, frozenset[int]], ...]
"""The published boards of a round: the number (0: one more than the last) and the two participants."""


@record(frozen=False, slots=False, eq=False, repr=False)
class EventSettings:
    """The settings of the event in the file."""

    planned: LocatedValue | None = None
    initial_colour: LocatedValue | None = None
    by_rank: bool = False
    system: str = ""
    ranking: tuple[str, ...] = ()
    unrated: int | None = None
    boards: dict[int, BoardList] = field(default_factory=dict)


def _report_contradiction(earlier: LocatedValue | None, new_value: object, line: LineContext) -> None:
    if earlier is not None and earlier.value != new_value:
        message = msg("line %(line)s says something else", line=earlier.line)
        line.report("contradiction", message, line.value, msg("what 142 or 152 says"))


# -- rounds: 142 is the one that counts --------------------------------------------------------------------------------


def _read_rounds(state: ParseState, line: LineContext) -> None:
    planned, course = parse_number(line.value), state.state_of(EventSettings)
    if not 1 <= planned <= MOST_ROUNDS:
        line.report("value", msg("not a number of rounds"), line.value)
        return
    _report_contradiction(course.planned, planned, line)
    if course.planned is None or line.code == "142":
        course.planned = LocatedValue(line.number, planned)


def _assemble_rounds(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    return {"planned_rounds": context.planned}


def _write_rounds(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    return text_line(
        "" if tournament.planned_rounds is None else str(tournament.planned_rounds * columns_per_round(tournament))
    )


def _check_rounds(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report how many of the announced rounds are in the player rows."""
    planned_entry = state.state_of(EventSettings).planned
    if planned_entry is None:
        return
    planned, location = planned_entry.value, Location(planned_entry.line, field="142")
    columns = max(context.played_columns, len(context.table.tails))
    if columns > planned:
        message = msg("%(planned)s rounds are announced, the player rows have %(number)s", planned=planned,
                      number=columns)  # fmt: skip
        context.problems.report(WARNING, "rounds", location, message, str(planned), str(columns))
    else:
        message = msg("%(number)s of %(planned)s rounds are in the player rows" if columns < planned else
                      "all %(number)s of %(planned)s rounds are in the player rows", number=columns,
                      planned=planned)  # fmt: skip
        context.problems.report(
            INFO, "in-progress" if columns < planned else "complete", location, message, str(planned)
        )


# -- the colour drawn by lot: 152 is the one that counts ---------------------------------------------------------------


def _read_colour(state: ParseState, line: LineContext) -> None:
    course = state.state_of(EventSettings)
    allowed = ("white1", "black1", "rank") if line.code == "XXC" else ("w", "b")
    for word in line.value.split():
        plain = word.lower()
        if plain not in allowed:
            line.report_word("value", msg("this is one of %(words)s", words=", ".join(allowed)), word)
        elif plain == "rank":
            course.by_rank = True
        else:
            colour = Colour.WHITE if plain[0] == "w" else Colour.BLACK
            _report_contradiction(course.initial_colour, colour, line)
            if course.initial_colour is None or line.code == "152":
                course.initial_colour = LocatedValue(line.number, colour)


def _assemble_colour(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    course = state.state_of(EventSettings)
    initial = course.initial_colour
    return {"initial_colour": initial.value if initial else None, "by_rank": course.by_rank}


def _write_colour(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    colour = tournament.initial_colour
    return text_line("" if colour is None else "W" if colour is Colour.WHITE else "B")


def _write_xxc(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    colour = tournament.initial_colour
    first = "" if colour is None or "XXC" not in options.codes else "white1" if colour is Colour.WHITE else "black1"
    by_rank = tournament.by_rank and options.codes & {"XXC", "142"}
    return [*text_line(first, "colour"), *text_line("rank" if by_rank else "", "rank")]


def _check_colour(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report an initial colour that round 1 contradicts: the highest numbered participant with a game has it."""
    initial = state.state_of(EventSettings).initial_colour
    if initial is None or not tournament.rounds:
        return
    uncoloured = [(game.white, game.black) for game in tournament.rounds[0].games if not game.coloured]
    pairs_of_first = [pair for pair in tournament.rounds[0].pairs if min(pair) == 1 and pair not in uncoloured]
    if pairs_of_first:
        first_colour = Colour.WHITE if pairs_of_first[0][0] == 1 else Colour.BLACK
        if first_colour is not initial.value:
            message = msg("number 1 had %(colour)s in round 1, which is not the initial colour",
                          colour=msg("White" if first_colour is Colour.WHITE else "Black"))  # fmt: skip
            location = Location(initial.line, field="152")
            context.problems.report(INFO, "initial-colour", location, message, initial.value.name.title())


# -- the pairing system ------------------------------------------------------------------------------------------------


CUSTOM = "CUSTOM_SWISS"
"""The value of record 192 for a Swiss system without a code; a comment names the system."""


def format_without_code(system: str) -> str:
    """Return the name of the format of a system for which record 192 has no code; otherwise an empty string."""
    format = parse_type_code(system).format
    return format.name if not format.coded and system == format.code else ""


def _read_system(state: ParseState, line: LineContext) -> None:
    code, course = line.value.upper().replace("-", "_"), state.state_of(EventSettings)
    if not format_without_code(course.system) or code != CUSTOM:
        course.system = code
    if code and not parse_type_code(code).format.name:
        line.report("system", msg("not a type of tournament we know"), line.value, msg("kept as it is"))


def _assemble_system(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    return {"system": verbatim_if_invalid("system", state.state_of(EventSettings).system)}


def _write_system(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    return text_line(CUSTOM if format_without_code(tournament.system) else tournament.system)


# -- the order of the standings: of 202 and 212 the later line counts --------------------------------------------------


def _read_ranking(state: ParseState, line: LineContext) -> None:
    names = tuple(line.value.upper().replace(",", " ").split())
    if not names:
        return
    course, tiebreaks = state.state_of(EventSettings), names if line.code == "212" else ("PTS", *names)
    other_code = "202" if line.code == "212" else "212"
    if course.ranking != tiebreaks and state.first_line(other_code):
        message = msg("record %(code)s announces other tie-breaks", code=other_code)
        line.report("disagree", message, line.value, msg("the later line"))
    course.ranking = tiebreaks
    for index, reason in find_tiebreak_errors(names):
        line.report_word("tie-break", reason, names[index])


def _assemble_ranking(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    return {"tiebreaks": verbatim_if_invalid("tiebreaks", state.state_of(EventSettings).ranking)}


def _write_ranking(after_points: bool) -> Composer:
    def write(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
        by_points = tournament.tiebreaks[:1] == ("PTS",) and len(tournament.tiebreaks) > 1
        names = tournament.tiebreaks[1:] if by_points else tournament.tiebreaks
        return text_line(",".join(names)) if after_points is by_points else []

    return write


RECORDS = (
    _text_record("012", "tournament name", TRF06, "the title of every table", _assemble),
    _text_record("022", "city", TRF06, "shown; a rating report needs it"),
    _text_record("032", "federation", TRF06, "shown; a rating report needs it; the host federation, for norms"),
    _date_record("042", "first day", "start", "shown; its day chooses the rating rules, its year the ages"),
    _date_record("052", "last day", "end", "shown; a rating report needs it"),
    _count_record(
        "062", "number of players", "compared with the player rows; counted again when written",
        lambda tournament: len(tournament.players), read=_read_players, check=_check_players,
    ),
    _count_record(
        "072", "number of rated players", "kept; counted again when written",
        lambda tournament: sum(player.official_rating is not None for player in tournament.players),
    ),
    _count_record(
        "082", "number of teams", "kept; counted again when written", lambda tournament: len(tournament.teams) or None
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
    Record(
        "142", "number of rounds", TRF26, Section.EVENT, use="how many rounds are planned; comes before `XXR`",
        read=_read_rounds, assemble=_assemble_rounds, write=_write_rounds, check=_check_rounds, same_as="XXR",
    ),
    Record(
        "152", "initial colour, W or B", TRF26, Section.EVENT, use="the colour drawn by lot; comes before `XXC`",
        read=_read_colour, assemble=_assemble_colour, write=_write_colour, check=_check_colour, same_as="XXC",
        expected=True,
    ),
    Record(
        "192", "type of tournament, as a code", TRF26, Section.EVENT,
        use="chooses the pairing system; an unknown code is kept, reported and not paired by",
        read=_read_system, assemble=_assemble_system, write=_write_system, expected=True,
    ),
    Record(
        "202", "tie-breaks", TRF26, Section.EVENT, use="the tie-breaks after the points",
        read=_read_ranking, assemble=_assemble_ranking, write=_write_ranking(True), expected=True,
    ),
    Record(
        "212", "what the standings are ordered by", TRF26, Section.EVENT,
        use="the points and tie-breaks that order the standings; of 202 and 212 the later line counts",
        read=_read_ranking, write=_write_ranking(False), expected=True,
    ),
    Record(
        "XXR", "number of rounds", TRFX, Section.JAVAFO, use="how many rounds are planned",
        read=_read_rounds, write=_write_rounds,
    ),
    Record(
        "XXC", "initial colour, ranking by rank", TRFX, Section.JAVAFO, repeatable=True, all_dialects=True,
        use="`white1`, `black1`: the colour drawn by lot; `rank`: numbers follow the declared ranks",
        read=_read_colour, write=_write_xxc,
    ),
)  # fmt: skip
